"""The games that are open: they stay loaded, are followed as their files change, checked, and pages hear of it."""

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
from printgen.studio.asking import as_text
from printgen.studio.file_times import FileTimes, file_times
from printgen.studio.pictures import PictureStore
from printgen.studio.saving import Saver

_HEARTBEAT = 10.0
"""A page that is gone is noticed after so many seconds."""
_MOST_NEWS = 100
"""So much news may wait for a page that does not listen."""


class News:
    """Hands news on to all pages that listen."""

    def __init__(self) -> None:
        self._listeners: dict[asyncio.Queue[str], asyncio.AbstractEventLoop] = {}
        self.open = True

    def tell(self, kind: str, **more: Any) -> None:
        """Tell all pages of something; from any thread."""
        self._send(as_text({"kind": kind, **more}))

    def close(self) -> None:
        """Let all pages go."""
        self.open = False
        self._send("")

    def _send(self, line: str) -> None:
        for queue, loop in [*self._listeners.items()]:
            with suppress(RuntimeError):  # Its loop has ended.
                loop.call_soon_threadsafe(_enqueue, queue, line)

    async def lines(self, first: Mapping[str, Any]) -> AsyncIterator[str]:
        """What one page hears, line by line."""
        queue: asyncio.Queue[str] = asyncio.Queue(_MOST_NEWS)
        self._listeners[queue] = asyncio.get_running_loop()
        try:
            yield as_text(first) + "\n"
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
    return StreamingResponse(news.lines({"kind": "hello"}), media_type="application/x-ndjson")


_SECONDS = 120.0
"""So long may a check take; of a game that takes longer nothing is told."""
_CALM = 1.0
"""Seconds after which a check begins: the page draws first, and who types is not done yet."""
_EVERY_CHECK = 0.1
_NICE = 10
_MOST = 2000

Findings = tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class CheckResult:
    """What is known of one reading of a game; `state` is "running", "done" or "failed"."""

    number: int
    state: str = "running"
    findings: Findings = ()


@dataclass
class GameChecks:
    """The checks of a workshop's games: one runs at a time, and of each game the last one is known."""

    known: dict[str, CheckResult] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _turn: Lock = field(default_factory=Lock)

    def of(self, name: str, game: LiveGame, news: News) -> CheckResult:
        """What is known of a game as it is now; where that is nothing, a check begins, and its end is told."""
        with self._lock:
            known = self.known.get(name)
            if known is None or known.number != game.number:
                # What was found before stands until more is known.
                known = self.known[name] = CheckResult(game.number, "running", known.findings if known else ())
                run = Thread(target=self._run, args=(name, game, news, known), name="check", daemon=True)
                run.start()
            return known

    def _run(self, name: str, game: LiveGame, news: News, checked: CheckResult) -> None:
        def is_wanted() -> bool:
            return news.open and self.known.get(name) is checked and game.number == checked.number

        with self._turn:
            sleep(_CALM)
            found = run_check(check_command(game), is_wanted) if is_wanted() else None
        with self._lock:
            if not is_wanted():
                return
            self.known[name] = replace(checked, state="failed" if found is None else "done", findings=found or ())
        news.tell("checked", game=name, number=checked.number)


def check_command(game: LiveGame) -> tuple[str, ...]:
    """The words after `printgen` that check a game."""
    return ("check", game.target, *(("--cards", str(game.cards)) if game.cards and game.cards.is_dir() else ()))


def run_check(command: Sequence[str], is_wanted: Callable[[], bool]) -> Findings | None:
    """What a check finds; None where it is not wanted any more, or takes too long."""
    # Python must not look for modules in a folder of games.
    words = [sys.executable, "-P", "-m", "printgen", *command, "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as child:
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, child.pid, _NICE)
        end = monotonic() + _SECONDS
        said: list[bytes] = []
        reader = Thread(target=lambda: said.append(child.stdout.read() if child.stdout else b""), daemon=True)
        reader.start()
        while child.poll() is None:
            if not is_wanted() or monotonic() > end:
                child.kill()
                return None
            sleep(_EVERY_CHECK)
        reader.join(1)
    try:
        return tuple(json.loads(b"".join(said))["findings"][:_MOST])
    except (ValueError, LookupError, TypeError):
        return None


_EVERY = 0.25
"""Seconds between two looks at the files of the games that are open."""

_PLAIN = re.compile("[^a-z0-9]+")


class Readers(Protocol):
    """Whoever reads games in processes of their own."""

    def refresh(self, name: str) -> None:
        """Read a game anew, if it was read."""

    def order(self, name: str, what: str) -> Any:
        """Do something with a game: "products" are the names of these."""


StartRun = Callable[[str, Sequence[str]], Mapping[str, Any]]
"""Begins the command with these words for a page of a name, and says what is known of it."""


@dataclass
class Workshop:
    """What a studio works with: its games by name, the user's own cards, where prints go, and what all pages share.

    `games` are loaded when somebody first looks at them, by `workers` in processes of their own, if there are any.
    `uploads` are pictures that pages have given; `covers` what was drawn of games for the shelf.
    """

    cards: Path | None
    out: Path
    home: Path
    games: dict[str, LiveGame] = field(default_factory=dict)
    news: News = field(default_factory=News)
    pictures: PictureStore = field(default_factory=PictureStore)
    checks: GameChecks = field(default_factory=GameChecks)
    uploads: dict[str, bytes] = field(default_factory=dict)
    covers: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    saver: Saver = field(default_factory=Saver)
    workers: Readers | None = None
    start_run: StartRun | None = None
    _seen: dict[str, FileTimes] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    @staticmethod
    def of(targets: Sequence[str], cards: Path | None, out: Path) -> Workshop:
        """A workshop with the games that targets name; without any, with all kits and what games lie in the folder.

        UsageError for a target that is none.
        """
        home = Path.cwd()
        workshop = Workshop(cards, out, home)
        for target in targets or [*kits(), *_around(home)]:
            workshop.add(target)
        return workshop

    def add(self, target: str) -> str:
        """Open a game; the name that it has from now on. UsageError for a target that is none."""
        game = LiveGame(game_of(target), self.cards)
        with self._lock:
            for name, known in self.games.items():
                if known.folder.resolve() == game.folder.resolve():
                    return name
            stem = _PLAIN.sub("-", Path(game.target).resolve().name.lower()).strip("-") or "game"
            names = (stem, *(f"{stem}-{n}" for n in range(2, 1000)))
            name = next(one for one in names if one not in self.games)
            # Whenever it is read for the first time: what is changed from now on is news.
            self._seen[name] = file_times(*self._folders(game))
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
        """What the files of a game are like just now."""
        return file_times(*self._folders(self.games[name]))

    def look_at(self, name: str) -> FileTimes:
        """The same; what was changed until now is no news any more."""
        self._seen[name] = self.times_of(name)
        return self._seen[name]

    def refresh(self, name: str) -> None:
        """Read a game anew, and tell all pages."""
        game = self.games[name]
        # What is changed while it is read is news, too.
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
        # The shelf begins with what is the user's own.
        for name in sorted(self.games, key=lambda name: self.games[name].built_in)[:1]:
            with suppress(PrintgenError):
                if self.workers:
                    self.workers.order(name, "warm")
                else:
                    warm(self.games[name])

    def follow(self) -> None:
        """Look at the files of all games that are open, in a thread of its own, as long as there is a workshop."""
        Thread(target=self._follow, name="files", daemon=True).start()

    def _follow(self) -> None:
        while self.news.open:
            sleep(_EVERY)
            for name, game in [*self.games.items()]:
                if game.number:
                    self._follow_game(name, game)

    def _follow_game(self, name: str, game: LiveGame) -> None:
        now = file_times(*self._folders(game))
        if now == self._seen[name]:
            return
        # An editor writes, renames and sets times one by one.
        sleep(_EVERY / 4)
        if file_times(*self._folders(game)) != now or now == self._seen[name]:
            return
        if self.workers:
            # A game that takes long to read holds up no other.
            self._seen[name] = now
            Thread(target=self.refresh, args=(name,), name=f"read {name}", daemon=True).start()
        else:
            self.refresh(name)

    def _folders(self, game: LiveGame) -> tuple[Path, ...]:
        own = (self.cards / game.folder.resolve().name,) if self.cards else ()
        return game.folder, *own

    def keep_upload(self, name: str, data: bytes) -> None:
        """Keep a picture that a page has given, and forget the oldest of too many."""
        self.uploads[name] = data
        while len(self.uploads) > 8:
            del self.uploads[next(iter(self.uploads))]


def warm(game: LiveGame) -> None:
    """Read a game, and draw something of it."""
    with metered(), suppress(LookupError), game.lock:
        named = [name for name, product in game.job.game.products.items() if product.records]
        for name in named[:1]:
            game.of_record(name, 0)


def _around(home: Path) -> Iterator[str]:
    """The games that lie in a folder, or are it."""
    if (home / "game.yaml").is_file():
        yield "."
    with suppress(OSError):
        for path in sorted(home.iterdir()):
            if not path.name.startswith(".") and (path / "game.yaml").is_file():
                # A command would take a name that begins with a dash for an option.
                yield f"./{path.name}" if path.name.startswith("-") else path.name
