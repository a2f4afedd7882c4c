"""Runs commands for pages of the studio, each in a process of its own, and reports what they print.

No page sends a command: its words are made of requests that were checked against their shapes.
"""

from __future__ import annotations

import atexit
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from typing import IO, Any, Literal

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from printgen.base.errors import UsageError
from printgen.reading.requests import ActionRequest
from printgen.studio.asking import Plain, looking, number_in, taking
from printgen.studio.shelf import workshop_in
from printgen.studio.workshop import Workshop, cards_option

LIST = "studio-list.yaml"
"""The print list of what is ticked in the studio, in its output folder."""

_WITHOUT_JSON = ("board",)  # Commands without --json; their lines name the files that they write.


def folder_options(workshop: Workshop) -> tuple[str, ...]:
    """The options of a command for the studio's output folder and the user's cards, where these are no defaults."""
    out = () if str(workshop.out) == "output" else ("--out", str(workshop.out))
    return (*out, *cards_option(workshop.cards))


SECONDS = 3600.0
"""The seconds that a command may run."""
PATIENCE = 5.0
"""The seconds that a command has to stop by itself, before it is killed."""

_MOST_RUNS, _AT_ONCE = 20, 3  # So many runs are remembered, and so many run at a time.
_MOST_OUTPUT = 8 * 1024 * 1024
_MOST_LINES, _MOST_LETTERS = 200, 500
"""What is kept of the output of a run: bytes of its result, other lines, and letters of each."""
_NEWS_SECONDS = 0.2  # Pages hear of progress no more often.
_TYPES = {".pdf": "application/pdf", ".png": "image/png", ".jpg": "image/jpeg", ".svg": "image/svg+xml",
          ".zip": "application/zip"}  # fmt: skip
_FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; object-src 'self'"

State = Literal["running", "done", "failed", "stopped", "late"]


@dataclass
class CommandRun:
    """A command that runs, or has run, for a page.

    `command` are the words after `printgen`; `progress` is its last step, `result` its output as JSON; `findings` and
    `files` are those that it has reported, and `lines` what else it has printed. `stop_reason` is the state that it
    ends in when it was made to stop.
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
    lines: list[str] = field(default_factory=list)
    code: int | None = None
    seconds: float = 0.0
    stop_reason: State | None = None

    def take(self, output: Any, code: int) -> None:
        """Take its output as JSON, with its exit code: findings, and the result unless it has failed."""
        has_findings = isinstance(output, dict) and "findings" in output
        self.findings = output["findings"] if has_findings else self.findings
        self.result = output if not (has_findings and code) else self.result

    def as_data(self) -> Plain:
        """The run as JSON for pages."""
        files = [{"name": path.name, "folder": path.parent.name, "bytes": _size(path)} for path in self.files]
        return {
            "id": self.id, "command": [*self.command], "state": self.state, "progress": self.progress,
            "result": self.result, "findings": self.findings, "said": self.lines[-20:], "code": self.code,
            "seconds": round(self.seconds or time.monotonic() - self.began, 1), "files": files,
        }  # fmt: skip


class CommandRuns:
    """Runs commands for pages: one at a time for each of them."""

    def __init__(self, workshop: Workshop, seconds: float = SECONDS) -> None:
        self.workshop, self.seconds = workshop, seconds
        self._runs: OrderedDict[str, CommandRun] = OrderedDict()
        self._lock = Lock()
        atexit.register(self.close)

    def start(self, page: str, words: Sequence[str]) -> CommandRun:
        """Run a command for a page, with the studio's own folders. UsageError while another one of the page runs."""
        command = (*words, *folder_options(self.workshop))
        with self._lock:
            running = [run for run in self._runs.values() if run.state == "running"]
            if any(run.page == page for run in running) or len(running) >= _AT_ONCE:
                raise UsageError("another command is still running", "Stop it, or wait until it has ended.")
            run = CommandRun(secrets.token_urlsafe(12), page, command, self._open_process(command), time.monotonic())
            self._runs[run.id] = run
            while len(self._runs) > _MOST_RUNS:
                oldest = next(old for old in self._runs.values() if old.state != "running")
                del self._runs[oldest.id]
        Thread(target=self._follow, args=(run,), name=f"run {run.id}", daemon=True).start()
        return run

    def start_for(self, page: str, words: Sequence[str]) -> Plain:
        """Run a command for a page, as `start`; the run as JSON for pages."""
        return self.start(page, words).as_data()

    def run(self, name: str) -> CommandRun:
        """A run by its id. LookupError where there is none."""
        return self._runs[name]

    def stop(self, name: str, why: State = "stopped") -> CommandRun:
        """Have a run stop as by Ctrl-C, and kill it if it does not."""
        run = self._runs[name]
        if run.state == "running" and run.stop_reason is None:
            run.stop_reason = why
            _signal(run.process, getattr(signal, "SIGINT", signal.SIGTERM))
            Thread(target=_kill_later, args=(run.process,), daemon=True).start()
        return run

    def close(self) -> None:
        for run in [*self._runs.values()]:
            if run.state == "running":
                _signal(run.process, getattr(signal, "SIGKILL", signal.SIGTERM))

    def _open_process(self, command: tuple[str, ...]) -> subprocess.Popen[bytes]:
        # Python must not look for modules in a folder of games.
        json_too = () if command[0] in _WITHOUT_JSON else ("--json", "--progress", "json")
        words = [sys.executable, "-P", "-m", "printgen", *command, *json_too]
        group: dict[str, Any] = {"process_group": 0} if sys.platform != "win32" else {}
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.workshop.home,
            **group,
        )  # fmt: skip

    def _follow(self, run: CommandRun) -> None:
        output = list[bytes]()
        assert run.process.stdout is not None and run.process.stderr is not None
        readers = (
            Thread(target=_collect, args=(run.process.stdout, output), daemon=True),
            Thread(target=self._listen, args=(run, run.process.stderr), daemon=True),
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
        document = _parse_json(text)
        if document is not None:
            run.take(document, code)
        else:
            lines = text.decode("utf-8", "replace").splitlines()[:_MOST_LINES]
            run.lines += (line[:_MOST_LETTERS] for line in lines if line.strip())
            for line in lines:
                self._keep_file(run, line.partition(".pdf: ")[0] + ".pdf")
        run.code, run.seconds = code, time.monotonic() - run.began
        # A command that had written all its files before it heard the signal has not been stopped.
        run.state = "done" if code == 0 else run.stop_reason or "failed"
        self.workshop.news.tell("run", id=run.id, state=run.state)

    def _listen(self, run: CommandRun, stream: IO[bytes]) -> None:
        """Read the lines that a run prints beside its result: events as JSON, and messages."""
        last_news = 0.0
        for line in stream:
            event = _parse_json(line) if line.startswith(b"{") else None
            if not isinstance(event, dict) or "event" not in event:
                if len(run.lines) < _MOST_LINES and line.strip():
                    run.lines.append(line.decode("utf-8", "replace").rstrip()[:_MOST_LETTERS])
                continue
            kind = event.pop("event")
            if kind == "progress":
                run.progress = event
            elif kind == "file":
                self._keep_file(run, str(event.get("path", "")))
            if time.monotonic() > last_news + _NEWS_SECONDS:
                last_news = time.monotonic()
                self.workshop.news.tell("run", id=run.id, state=run.state, progress=run.progress)

    def _keep_file(self, run: CommandRun, name: str) -> None:
        """Keep a file that a run has written, if it is in the studio's output folder."""
        home = self.workshop.home
        path, root = Path(os.path.realpath(home / name)), Path(os.path.realpath(home / self.workshop.out))
        if path.is_relative_to(root) and path.is_file() and path not in run.files:
            run.files.append(path)


def _collect(stream: IO[bytes], into: list[bytes]) -> None:
    """Read a stream to its end into a list, whose size is limited."""
    size = 0
    while part := stream.read(65536):
        size += len(part)
        if size <= _MOST_OUTPUT:
            into.append(part)


def _parse_json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    with suppress(OSError):
        if sys.platform == "win32":
            process.terminate()
        else:
            os.killpg(process.pid, number)


def _kill_later(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def runs_in(request: Request) -> CommandRuns:
    runs: CommandRuns = request.app.state.runs
    return runs


def page_of(request: Request) -> str:
    """The name that the page of a request has given itself."""
    return request.headers.get("x-page", "")[:64]


def _look(request: Request) -> Plain:
    return runs_in(request).run(request.path_params["run"]).as_data()


def _stop(request: Request, asks: ActionRequest) -> Plain:
    return runs_in(request).stop(request.path_params["run"]).as_data()


def _file(request: Request) -> Response:
    """A file that a run has written, for the browser to show, or with ?save to download."""
    run = runs_in(request).run(request.path_params["run"])
    path = run.files[number_in(request, "number")]
    workshop = workshop_in(request)
    root = Path(os.path.realpath(workshop.home / workshop.out))
    if not (path.is_file() and Path(os.path.realpath(path)).is_relative_to(root)):
        raise LookupError(path.name)
    disposition = "attachment" if "save" in request.query_params else "inline"
    media_type = _TYPES.get(path.suffix.lower(), "text/plain; charset=utf-8")
    return FileResponse(
        path, media_type=media_type, filename=path.name, content_disposition_type=disposition,
        headers={"Content-Security-Policy": _FILE_POLICY},
    )  # fmt: skip


ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/run/{run}", looking(_look, alone=False)),
    Route("/api/run/{run}/stop", taking(ActionRequest, _stop, alone=False), methods=["POST"]),
    Route("/api/run/{run}/files/{number}", looking(_file, alone=False)),
)
