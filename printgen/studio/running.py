"""The words of a command come in from a page; it runs as a process of its own if it may, and is told of while it
does.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from typing import IO, Any, Literal

from pydantic import Field
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from printgen.base.errors import UsageError, did_you_mean
from printgen.exports import EXPORTS
from printgen.exports.format import Option
from printgen.reading.requests import ActionRequest
from printgen.studio.asking import Plain, looking, number_in, taking
from printgen.studio.shelf import workshop_in
from printgen.studio.workshop import Workshop

_NUMBER, _FLAG = r"[0-9]{1,19}", ""
_AMOUNT = r"[0-9]{1,9}(\.[0-9]{1,6})?"
_ADDRESS = r"(?i:https?)://[^\x00-\x20\x7f-\x9f\"'<>\\]{1,300}"
_WORD = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,60}"
_WORDS = r"[A-Za-z0-9][A-Za-z0-9_.,-]{0,300}"
_LENGTH = r"([0-9]{1,3}(\.[0-9]{0,4})?|\.[0-9]{1,4}) ?(mm|cm|in|pt)"
_NAMED = r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}=[A-Za-z0-9][A-Za-z0-9_.,-]{0,60}"
_SPACE = r"[A-Z0-9]{2,8}"
_LOCK = _SPACE + r"(=[A-Za-z0-9][A-Za-z0-9_+-]{0,120})?"
_TEXT = r"[^\x00-\x1f\x7f-\x9f/\\]{1,200}"
"""A name that somebody has given."""
_CARD = r"[^\x00-\x1f\x7f-\x9f]{1,200}"
"""What people call their cards: it is only ever compared."""
_WRITTEN = r"[^\x00-\x1f\x7f-\x9f]{1,300}"
"""A place that stands in a file for other programs: nothing is opened there."""

_LAYING = {
    "--paper": _WORD, "--duplex": _WORD, "--backs": _WORD, "--join": _WORD, "--gutter": _LENGTH, "--margin": _LENGTH,
    "--proof": _FLAG, "--back-marks": _FLAG, "--stack": _WORD, "--printer": _TEXT, "--look": _WORD,
    "--variant": _WORD, "--seed": _NUMBER,
}  # fmt: skip
_WORKING = {"--jobs": _NUMBER}
_FIGHTING = {"--units": r"[0-9]{1,2}(v[0-9]{1,2})?", "--terrain": _WORD, "--samples": _NUMBER, "--seed": _NUMBER,
             "--rule": _NAMED}  # fmt: skip
_PLAYING = {"--games": _NUMBER, "--seed": _NUMBER, "--policy": _WORD, "--board-arrangement": _WORD, "--rule": _NAMED}

COMMANDS: Mapping[tuple[str, ...], Mapping[str, str]] = {
    ("build",): {
        **_LAYING, "--format": _WORD, "--changed": _FLAG, "--strict": _FLAG, "--yes": _FLAG, "--grey": _FLAG,
        "--only": _CARD, "--copies": _NUMBER, "--one": _WORD,
        "--zip": _WORD, "--form": _WORD,
    },
    ("board",): {
        "--seed": _NUMBER, "--count": _NUMBER, "--arrangement": _WORD, "--fair": _NUMBER,
        "--poster": _FLAG, "--tiles": _FLAG, "--paper": _WORD, "--rows": _NUMBER, "--columns": _NUMBER,
        "--amount": _NAMED, "--lock": _LOCK, "--unlock": _SPACE, "--by-hand": _TEXT,
    },
    ("report",): {"--card": _CARD, "--seed": _NUMBER, "--paper": _WORD},
    ("lab", "game"): {**_PLAYING, **_WORKING, "--against": _WORD},
    ("lab", "rules"): {**_PLAYING, **_WORKING, "--of": _WORDS, "--together": _NUMBER},
    ("lab", "card"): {**_FIGHTING, **_WORKING},
    **{("export", name): {"--look": _WORD, "--backs": _WORD, "--seed": _NUMBER, "--only": _CARD, "--variant": _WORD}
       for name in EXPORTS},
}  # fmt: skip
"""Each command with its options, and what a value of each looks like; "" for one without a value."""

OWN = ("--out", "--cards", "--list")
"""Options whose values are the studio's own: where it prints, the user's cards, and the list that it writes."""

_TELLING = {("board",), ("report",)}
"""Commands that tell no program how far they are, and print nothing for JSON: their lines name the file."""
_NAMES = {("lab", "card")}
"""Commands that take the name of a card behind the game."""

LIST = "studio-list.yaml"
"""The print list of what is ticked in the studio, in its output folder."""


def ordered(words: Sequence[str], workshop: Workshop) -> tuple[str, ...]:
    """The words of a command that may be run, with the studio's own folders. UsageError for any other."""
    command = next((words_ for words_ in COMMANDS if tuple(words[: len(words_)]) == words_), None)
    if command is None:
        known = [" ".join(one) for one in COMMANDS]
        raise UsageError("the studio does not run this command", did_you_mean(" ".join(words[:2]), known))
    said, own, plain = _parted(command, words[len(command) :], workshop)
    for n, word in enumerate(plain):
        if not (_is_target(word, workshop) or (n and command in _NAMES and re.fullmatch(_CARD, word))):
            raise UsageError("this is no game that is open in the studio", "Open it with printgen studio.")
    listed = "--list" in said
    if not plain and not listed:
        raise UsageError("the command names no game", "Name one that is open.")
    fixed = folders(workshop, prints=command[0] != "lab")
    return (*command, *plain, *said, *(word for word in own if word not in fixed), *fixed)


def folders(workshop: Workshop, prints: bool = True) -> tuple[str, ...]:
    """The words that say where the studio prints and finds the user's cards, where that is not the usual place."""
    out = () if not prints or str(workshop.out) == "output" else ("--out", str(workshop.out))
    cards = workshop.cards
    there = cards is not None and str(cards) != "my-cards" and cards.is_dir()
    return (*out, *(("--cards", str(cards)) if there else ()))


def machine(command: Sequence[str]) -> tuple[str, ...]:
    """What is said besides to a command that the studio runs: that it tells a program how far it is."""
    head = tuple(command[:2]) if tuple(command[:2]) in COMMANDS else tuple(command[:1])
    return () if head in _TELLING else ("--json", "--progress", "json")


def _parted(
    command: tuple[str, ...], words: Sequence[str], workshop: Workshop
) -> tuple[list[str], list[str], list[str]]:
    """The options of a command with their values, those that are the studio's own, and its other words."""
    known = {**COMMANDS[command], **_of_format(command)}
    held = {"--out": str(workshop.out), "--cards": str(workshop.cards), "--list": str(workshop.out / LIST)}
    said, own, plain = list[str](), list[str](), list[str]()
    rest = iter(words)
    for word in rest:
        flag, given, value = word.partition("=")
        if not flag.startswith("-"):
            plain.append(word)
        elif flag in OWN:
            value = value if given else next(rest, "")
            if value != held[flag]:
                raise UsageError(f"{flag}: the studio has places of its own", f"Leave {flag} out.")
            (said if flag == "--list" else own).extend((flag, value))
        elif flag == "--json" or (flag, value or "json") == ("--progress", "json"):
            value = value if given or flag == "--json" else next(rest, "")
        elif flag not in known:
            raise UsageError(f"the studio does not run {flag}", did_you_mean(flag, known))
        elif not known[flag]:
            if given:
                raise UsageError(f"{flag} takes no value", "Leave the value out.")
            said.append(flag)
        else:
            value = value if given else next(rest, "")
            if not re.fullmatch(known[flag], value):
                raise UsageError(f"{flag}: this cannot be its value", "Choose another.")
            # What begins like an option is its value all the same.
            said += (f"{flag}={value}",) if value.startswith("-") else (flag, value)
    return said, own, plain


def _of_format(command: tuple[str, ...]) -> dict[str, str]:
    """The options of a format that games are exported in, and what a value of each looks like; no page names a file."""
    options = EXPORTS[command[1]].options() if command[0] == "export" else ()
    return {f"--{option.name}": _pattern(option) for option in options if option.metavar != "FILE"}


def _pattern(option: Option) -> str:
    if isinstance(option.default, bool):
        return _FLAG
    if isinstance(option.default, int | float):
        return _AMOUNT
    return {"LENGTH": _LENGTH, "URL": _ADDRESS, "ADDRESS": _ADDRESS, "DIR": _WRITTEN}.get(option.metavar, _TEXT)


def _is_target(word: str, workshop: Workshop) -> bool:
    """Whether a word names a game that is open, or one of its products."""
    for name, game in workshop.games.items():
        rest = word.removeprefix(game.target)
        if word.startswith(game.target) and (not rest or (rest[0] == "/" and rest[1:] in workshop.products(name))):
            return True
    return False


SECONDS = 3600.0
"""So long may a command run."""
PATIENCE = 5.0
"""So many seconds has one that is asked to stop, before it is made to."""

_MOST_RUNS, _AT_ONCE = 20, 3
"""So many runs are remembered, and so many go on at a time."""
_MOST_OUTPUT = 8 * 1024 * 1024
_MOST_LINES = 200
_TYPES = {".pdf": "application/pdf", ".png": "image/png", ".jpg": "image/jpeg", ".svg": "image/svg+xml",
          ".zip": "application/zip"}  # fmt: skip
_VIEWED = "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; object-src 'self'"

State = Literal["running", "done", "failed", "stopped", "late"]


@dataclass
class Run:
    """A command that runs or has run: what is known of it.

    `command` are the words after `printgen`; `progress` is what it told last, `result` what it gave, as JSON, or has so
    far; `findings` what it found; `files` what it has written; `said` its other lines.
    """

    id: str
    page: str
    command: tuple[str, ...]
    process: subprocess.Popen[bytes]
    began: float
    state: State = "running"
    progress: dict[str, Any] = field(default_factory=dict)
    result: Any = None
    findings: list[Any] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    code: int | None = None
    seconds: float = 0.0
    _stopped: State | None = None

    def take(self, told: Any, code: int) -> None:
        """Take what it has printed as JSON: what it found, and what it gave unless it has failed."""
        found = isinstance(told, dict) and "findings" in told
        self.findings = told["findings"] if found else self.findings
        self.result = told if not (found and code) else self.result

    def as_data(self) -> Plain:
        """What a page is told of it."""
        files = [{"name": path.name, "folder": path.parent.name, "bytes": _size(path)} for path in self.files]
        return {
            "id": self.id, "command": [*self.command], "state": self.state, "progress": self.progress,
            "result": self.result, "findings": self.findings, "said": self.said[-20:], "code": self.code,
            "seconds": round(self.seconds or time.monotonic() - self.began, 1), "files": files,
        }  # fmt: skip


class Runs:
    """Runs commands for pages: one at a time for each of them."""

    def __init__(self, workshop: Workshop, seconds: float = SECONDS) -> None:
        self.workshop, self.seconds = workshop, seconds
        self._runs: OrderedDict[str, Run] = OrderedDict()
        self._lock = Lock()
        atexit.register(self.close)

    def start(self, page: str, words: Sequence[str]) -> Run:
        """Run a command for a page. UsageError for one that may not be run, or while another of the page goes on."""
        command = ordered(words, self.workshop)
        with self._lock:
            going = [run for run in self._runs.values() if run.state == "running"]
            if any(run.page == page for run in going) or len(going) >= _AT_ONCE:
                raise UsageError("another command is still running", "Stop it, or wait until it has ended.")
            run = Run(secrets.token_urlsafe(12), page, command, self._begun(command), time.monotonic())
            self._runs[run.id] = run
            while len(self._runs) > _MOST_RUNS:
                old = next(one for one in self._runs.values() if one.state != "running")
                del self._runs[old.id]
        Thread(target=self._followed, args=(run,), name=f"run {run.id}", daemon=True).start()
        return run

    def run(self, name: str) -> Run:
        """A run by its id. LookupError where there is none."""
        return self._runs[name]

    def stop(self, name: str, why: State = "stopped") -> Run:
        """Have a run stop: as by Ctrl-C, and if it does not, at once."""
        run = self._runs[name]
        if run.state == "running" and run._stopped is None:
            run._stopped = why
            _signal(run.process, getattr(signal, "SIGINT", signal.SIGTERM))
            Thread(target=_made_to_stop, args=(run.process,), daemon=True).start()
        return run

    def close(self) -> None:
        """End all that runs."""
        for run in [*self._runs.values()]:
            if run.state == "running":
                _signal(run.process, getattr(signal, "SIGKILL", signal.SIGTERM))

    def _begun(self, command: tuple[str, ...]) -> subprocess.Popen[bytes]:
        # Python must not look for modules in a folder of games.
        words = [sys.executable, "-P", "-m", "printgen", *command, *machine(command)]
        group: dict[str, Any] = {"process_group": 0} if sys.platform != "win32" else {}
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.workshop.home,
            **group,
        )  # fmt: skip

    def _followed(self, run: Run) -> None:
        """Hear what a run says until it has ended."""
        output = list[bytes]()
        assert run.process.stdout is not None and run.process.stderr is not None
        readers = (
            Thread(target=_read, args=(run.process.stdout, output), daemon=True),
            Thread(target=self._heard, args=(run, run.process.stderr), daemon=True),
        )
        for reader in readers:
            reader.start()
        try:
            run.process.wait(self.seconds)
        except subprocess.TimeoutExpired:
            self.stop(run.id, "late")
            run.process.wait()
        for reader in readers:
            reader.join(PATIENCE)
        code = run.process.returncode
        text = b"".join(output)
        told = _plain(text)
        if told is not None:
            run.take(told, code)
        else:
            lines = [line[:500] for line in text.decode("utf-8", "replace").splitlines()[:_MOST_LINES] if line.strip()]
            run.said += lines
            for line in lines:
                self._kept(run, line.partition(".pdf: ")[0] + ".pdf")
        run.code, run.seconds = code, time.monotonic() - run.began
        # What had written all its files before it heard that it should stop has not been stopped.
        run.state = "done" if code == 0 else run._stopped or "failed"
        self.workshop.news.tell("run", id=run.id, state=run.state)

    def _heard(self, run: Run, stream: IO[bytes]) -> None:
        """Hear each line of what a run says beside its result."""
        told = 0.0
        for line in stream:
            event = _plain(line) if line.startswith(b"{") else None
            if not isinstance(event, dict) or "event" not in event:
                if len(run.said) < _MOST_LINES and line.strip():
                    run.said.append(line.decode("utf-8", "replace").rstrip()[:500])
                continue
            kind = event.pop("event")
            if kind == "progress":
                run.progress = event
            elif kind == "partial":
                run.result = event.get("result")
            elif kind == "file":
                self._kept(run, str(event.get("path", "")))
            if time.monotonic() > told + 0.2:
                told = time.monotonic()
                self.workshop.news.tell("run", id=run.id, state=run.state, progress=run.progress)

    def _kept(self, run: Run, told: str) -> None:
        """Keep a file that a run has written, where it lies in the studio's output folder."""
        home = self.workshop.home
        path, root = Path(os.path.realpath(home / told)), Path(os.path.realpath(home / self.workshop.out))
        if path.is_relative_to(root) and path.is_file() and path not in run.files:
            run.files.append(path)


def _read(stream: IO[bytes], into: list[bytes]) -> None:
    """Read a stream to its end, and keep what is not too much."""
    size = 0
    while part := stream.read(65536):
        size += len(part)
        if size <= _MOST_OUTPUT:
            into.append(part)


def _plain(data: bytes) -> Any:
    """What JSON holds; None for what is none."""
    try:
        return json.loads(data)
    except ValueError:
        return None


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    """Signal a process and those that it has begun."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.terminate()
        else:
            os.killpg(process.pid, number)


def _made_to_stop(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


class Words(ActionRequest):
    """The words of a command, after `printgen`."""

    words: tuple[str, ...] = Field(min_length=1, max_length=400)


def _runs(request: Request) -> Runs:
    runs: Runs = request.app.state.runs
    return runs


def _started(request: Request, asks: Words) -> Plain:
    return _runs(request).start(request.headers.get("x-page", "")[:64], asks.words).as_data()


def _told(request: Request) -> Plain:
    return _runs(request).run(request.path_params["run"]).as_data()


def _stop(request: Request, asks: ActionRequest) -> Plain:
    return _runs(request).stop(request.path_params["run"]).as_data()


def _file(request: Request) -> Response:
    """A file that a run has written, to look at, or with ?save to keep."""
    run = _runs(request).run(request.path_params["run"])
    path = run.files[number_in(request, "number")]
    root = Path(os.path.realpath(run_root(workshop_in(request))))
    if not (path.is_file() and Path(os.path.realpath(path)).is_relative_to(root)):
        raise LookupError(path.name)
    way = "attachment" if "save" in request.query_params else "inline"
    kind = _TYPES.get(path.suffix.lower(), "text/plain; charset=utf-8")
    return FileResponse(
        path, media_type=kind, filename=path.name, content_disposition_type=way,
        headers={"Content-Security-Policy": _VIEWED},
    )  # fmt: skip


def run_root(workshop: Workshop) -> Path:
    """The folder that commands print into."""
    return workshop.home / workshop.out


ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/run", taking(Words, _started, alone=False), methods=["POST"]),
    Route("/api/run/{run}", looking(_told, alone=False)),
    Route("/api/run/{run}/stop", taking(ActionRequest, _stop, alone=False), methods=["POST"]),
    Route("/api/run/{run}/files/{number}", looking(_file, alone=False)),
)
