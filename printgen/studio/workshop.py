"""The open games: they stay loaded, are checked, and are read anew when their files change; pages hear of it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, Protocol

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from printgen.base.errors import PrintgenError
from printgen.base.limits import metered
from printgen.build.live import LiveGame
from printgen.build.targets import game_of, kits
from printgen.studio.asking import Recent
from printgen.studio.pictures import PictureStore
from printgen.studio.saving import Saver

_HEARTBEAT = 10.0  # Seconds after which an empty line is sent, by which a page that is gone is noticed.
_MOST_NEWS = 100  # So many lines of news may wait for a page that does not listen.


class News:
    """Sends news to all pages that listen."""

    def __init__(self) -> None:
        self._listeners: dict[asyncio.Queue[str], asyncio.AbstractEventLoop] = {}
        self.open = True

    def tell(self, kind: str, **more: Any) -> None:
        """Tell all pages of an event of a kind; from any thread."""
        self._send(json.dumps({"kind": kind, **more}, ensure_ascii=False))

    def close(self) -> None:
        self.open = False
        self._send("")

    def _send(self, line: str) -> None:
        for queue, loop in [*self._listeners.items()]:
            with suppress(RuntimeError):  # Its loop has ended.
                loop.call_soon_threadsafe(_enqueue, queue, line)

    async def lines(self) -> AsyncIterator[str]:
        """The lines that one page hears."""
        queue: asyncio.Queue[str] = asyncio.Queue(_MOST_NEWS)
        self._listeners[queue] = asyncio.get_running_loop()
        try:
            yield '{"kind": "hello"}\n'
            while self.open:
                try:
                    line = await asyncio.wait_for(queue.get(), _HEARTBEAT)
                except TimeoutError:
                    line = ""
                yield line + "\n"
        finally:
            del self._listeners[queue]


def _enqueue(queue: asyncio.Queue[str], line: str) -> None:
    with suppress(asyncio.QueueFull):
        queue.put_nowait(line)


async def listen(request: Request) -> Response:
    """The endpoint at which a page listens."""
    news: News = request.app.state.workshop.news
    return StreamingResponse(news.lines(), media_type="application/x-ndjson")


_CHECK_SECONDS = 120.0  # The time that a check may take; a longer one has failed.
_CHECK_DELAY = 1.0  # Seconds after which a check begins: the page draws first, and who types is not done yet.
_CHECK_POLL = 0.1  # Seconds between two looks at a check that runs.
_NICENESS = 10  # The priority of checks, which is low.
_MOST_FINDINGS = 2000

Findings = tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class CheckResult:
    """The check of a reading of a game; `state` is "running", "done" or "failed"."""

    number: int
    state: str = "running"
    findings: Findings = ()


@dataclass
class GameChecks:
    """The last check of each game; one check runs at a time."""

    results: dict[str, CheckResult] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _turn: Lock = field(default_factory=Lock)

    def of(self, name: str, game: LiveGame, news: News) -> CheckResult:
        """The check of the last reading of a game. If there is none, one begins, and pages hear of its end."""
        with self._lock:
            result = self.results.get(name)
            if result is None or result.number != game.number:
                # The findings of the reading before are shown until the check has ended.
                result = self.results[name] = CheckResult(game.number, "running", result.findings if result else ())
                Thread(target=self._run, args=(name, game, news, result), name="check", daemon=True).start()
            return result

    def _run(self, name: str, game: LiveGame, news: News, checked: CheckResult) -> None:
        def is_wanted() -> bool:
            return news.open and self.results.get(name) is checked and game.number == checked.number

        with self._turn:
            sleep(_CHECK_DELAY)
            findings = run_check(("check", game.target, *cards_option(game.cards)), is_wanted) if is_wanted() else None
        with self._lock:
            if not is_wanted():
                return
            state = "failed" if findings is None else "done"
            self.results[name] = replace(checked, state=state, findings=findings or ())
        news.tell("checked", game=name, number=checked.number)


def cards_option(cards: Path | None) -> tuple[str, ...]:
    """The option of a command for the folder of the user's own cards, if there is one, and it is not the default."""
    return ("--cards", str(cards)) if cards and str(cards) != "my-cards" and cards.is_dir() else ()


def run_check(command: Sequence[str], is_wanted: Callable[[], bool]) -> Findings | None:
    """The findings of a check; None where it is not wanted any more, takes too long, or fails."""
    # Python must not look for modules in a folder of games.
    words = [sys.executable, "-P", "-m", "printgen", *command, "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as child:
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, child.pid, _NICENESS)
        end, output = monotonic() + _CHECK_SECONDS, None
        while output is None:
            if not is_wanted() or monotonic() > end:
                child.kill()
                return None
            with suppress(subprocess.TimeoutExpired):
                output, _ = child.communicate(timeout=_CHECK_POLL)
    try:
        return tuple(json.loads(output)["findings"][:_MOST_FINDINGS])
    except (ValueError, LookupError, TypeError):
        return None


_MOST_FILES = 10_000
"""So many files of a game are followed; a game has a few dozen, and a hundred take a millisecond."""

FileTimes = dict[str, tuple[int, int, int]]
"""The time, size and inode of each file by its path in the folder; a file that replaces another has another inode."""


def file_times(*folders: Path) -> FileTimes:
    """The times of the files of folders, without hidden ones, backups, and files that programs make."""
    pairs = (pair for folder in folders for pair in _walk(folder, ""))
    return dict(pair for pair, _ in zip(pairs, range(_MOST_FILES), strict=False))


def _walk(folder: Path, inside: str) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """The files of a folder, with their paths after `inside`."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return  # It was removed just now, or may not be read.
    for entry in entries:
        name = f"{inside}{entry.name}"
        # printgen writes into `output`, and the files of editors and of version control begin with a dot.
        if entry.name.startswith(".") or entry.name.endswith("~") or name in ("output", "node_modules"):
            continue
        with suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                yield from _walk(Path(entry.path), f"{name}/")
            else:
                state = entry.stat(follow_symlinks=False)
                yield name, (state.st_mtime_ns, state.st_size, state.st_ino)


_FOLLOW_SECONDS = 0.25  # The time between two looks at the files of open games.

_MOST_UPLOADS = 8
_NOT_PLAIN = re.compile("[^a-z0-9]+")


class Readers(Protocol):
    """The processes that read games; see `workers`."""

    def refresh(self, name: str) -> None:
        """Read a game anew, if it was read before."""

    def order(self, name: str, what: str) -> Any:
        """Have the process of a game do something: "products" returns their names, "warm" draws something."""


StartRun = Callable[[str, Sequence[str]], Mapping[str, Any]]
"""Begins the command of these words for a page of a name; the run as JSON."""


@dataclass
class Workshop:
    """The state of a studio: its games by name, the user's own cards, the output folder, and what all pages share.

    `games` are loaded when somebody first looks at them, by `workers` in processes of their own, if there are any.
    `uploads` are photos from pages by name, `covers` the pictures of games on the shelf.
    """

    cards: Path | None
    out: Path
    home: Path
    games: dict[str, LiveGame] = field(default_factory=dict)
    news: News = field(default_factory=News)
    pictures: PictureStore = field(default_factory=PictureStore)
    checks: GameChecks = field(default_factory=GameChecks)
    uploads: dict[str, bytes] = field(default_factory=lambda: Recent(_MOST_UPLOADS))
    covers: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    saver: Saver = field(default_factory=Saver)
    workers: Readers | None = None
    start_run: StartRun | None = None
    _seen: dict[str, FileTimes] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    @staticmethod
    def of(targets: Sequence[str], cards: Path | None, out: Path) -> Workshop:
        """A workshop with the games of targets, or else all kits and the games here. UsageError for no such target."""
        home = Path.cwd()
        workshop = Workshop(cards, out, home)
        for target in targets or [*kits(), *_games_in(home)]:
            workshop.add(target)
        return workshop

    def add(self, target: str) -> str:
        """Open a game; its name in the studio. UsageError for a target that does not exist."""
        game = LiveGame(game_of(target), self.cards)
        with self._lock:
            for name, other in self.games.items():
                if other.folder.resolve() == game.folder.resolve():
                    return name
            stem = _NOT_PLAIN.sub("-", Path(game.target).resolve().name.lower()).strip("-") or "game"
            names = (stem, *(f"{stem}-{n}" for n in range(2, 1000)))
            name = next(free for free in names if free not in self.games)
            # A change from now on is followed, even before the game is read for the first time.
            self._seen[name] = self._times(game)
            self.games[name] = game
            return name

    def game(self, name: str) -> LiveGame:
        """A game by its name. LookupError where there is none."""
        return self.games[name]

    def products(self, name: str) -> Sequence[str]:
        """The names of a game's products. LookupError where there is no such game."""
        if self.workers:
            return self.workers.order(name, "products") or ()
        return [*self.games[name].job.game.products]

    def times_of(self, name: str) -> FileTimes:
        return self._times(self.games[name])

    def look_at(self, name: str) -> FileTimes:
        """The times of a game's files now, after which changes are followed."""
        self._seen[name] = self.times_of(name)
        return self._seen[name]

    def refresh(self, name: str) -> None:
        """Read a game anew, and tell all pages."""
        game = self.games[name]
        # Changes while it is read are followed, too.
        self.look_at(name)
        if self.workers:
            self.workers.refresh(name)
        else:
            with metered(), suppress(PrintgenError):
                game.reload()
        self.news.tell("game", game=name, number=game.number)

    def warm_up(self) -> None:
        """Have something of the first game drawn, in a thread of its own, before the first page asks for it."""
        Thread(target=self._warm_up, name="warm", daemon=True).start()

    def _warm_up(self) -> None:
        # The shelf begins with the user's own games.
        for name in sorted(self.games, key=lambda name: self.games[name].built_in)[:1]:
            with suppress(PrintgenError):
                if self.workers:
                    self.workers.order(name, "warm")
                else:
                    warm(self.games[name])

    def follow(self) -> None:
        """Follow the files of all open games, in a thread of its own, as long as there is a workshop."""
        Thread(target=self._follow, name="files", daemon=True).start()

    def _follow(self) -> None:
        while self.news.open:
            sleep(_FOLLOW_SECONDS)
            for name, game in [*self.games.items()]:
                if game.number:
                    self._follow_game(name, game)

    def _follow_game(self, name: str, game: LiveGame) -> None:
        now = self._times(game)
        if now == self._seen[name]:
            return
        # An editor writes, renames and sets times one by one.
        sleep(_FOLLOW_SECONDS / 4)
        if self._times(game) != now or now == self._seen[name]:
            return
        if self.workers:
            # A game that takes long to read holds up no other.
            self._seen[name] = now
            Thread(target=self.refresh, args=(name,), name=f"read {name}", daemon=True).start()
        else:
            self.refresh(name)

    def _times(self, game: LiveGame) -> FileTimes:
        own = (self.cards / game.folder.resolve().name,) if self.cards else ()
        return file_times(game.folder, *own)


def warm(game: LiveGame) -> None:
    """Read a game, and draw something of it."""
    with metered(), suppress(LookupError), game.lock:
        named = [name for name, product in game.job.game.products.items() if product.records]
        for name in named[:1]:
            game.of_record(name, 0)


def _games_in(home: Path) -> Iterator[str]:
    """The folder itself if it is a game, and the games in it, as targets."""
    if (home / "game.yaml").is_file():
        yield "."
    with suppress(OSError):
        for path in sorted(home.iterdir()):
            if not path.name.startswith(".") and (path / "game.yaml").is_file():
                # A command would take a name that begins with a dash for an option.
                yield f"./{path.name}" if path.name.startswith("-") else path.name
