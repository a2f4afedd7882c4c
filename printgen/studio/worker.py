"""The process that reads and draws one game, and answers requests that the studio sends over a pipe.

Files are written, and pages hear news, in the process of the studio, which can end this one at any time: nothing is
lost but what can be read and drawn again.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from starlette.applications import Starlette

from printgen.base.errors import PrintgenError
from printgen.base.limits import metered
from printgen.build.live import LiveGame
from printgen.studio.app import games_app
from printgen.studio.asking import Conflict, Pages
from printgen.studio.saving import FileContents, Saver, SaveStep
from printgen.studio.workers import Begin, WorkerReply
from printgen.studio.workshop import News, Workshop, warm

BEAT = 0.5
"""Seconds between two signs of life; none comes while a library holds up all of this process."""
MEMORY = 1024**3
"""The bytes of data that the process may take, as many as a build."""
_MOST_SILENT = 120
"""Seconds of computing without a sign of life, after which the system ends the process, with or without a studio."""


def serve(line: Connection, begin: Begin) -> None:
    """Answer requests of the studio until it closes the line."""
    _limit_process()
    asyncio.run(WorkerServer(line, begin).run())


def _limit_process() -> None:
    """Ignore Ctrl-C, which is for the studio, and take no more memory than a build may."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        os.setpgid(0, 0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _limit_resource("RLIMIT_DATA", MEMORY)


def _limit_resource(name: str, most: int) -> None:
    """Have the system allow this process no more of a resource, where it can."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        limit: int = getattr(resource, name)
        _, hard = resource.getrlimit(limit)
        resource.setrlimit(limit, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


class WorkerServer:
    """The worker's end of the pipe: answers requests and orders in threads, and calls the studio."""

    def __init__(self, line: Connection, begin: Begin) -> None:
        self._line, self._sending = line, Lock()
        self._calls: dict[int, Future[Any]] = {}
        self._numbers = count()
        self.pages = Pages()
        self.game = LiveGame(begin.target, begin.cards, begin.number)
        self.workshop = Workshop(begin.cards, begin.out, begin.home, {begin.name: self.game})
        self.workshop.news, self.workshop.saver = _News(self), _Saver(self)
        self.workshop.start_run = partial(self.call, "start")
        self.workshop.pictures.query = f"?game={begin.name}"
        self.app: Starlette = games_app(self.workshop, self.pages)
        self._orders: Mapping[str, Callable[[], Any]] = {
            "refresh": self.game.reload, "products": lambda: [*self.game.job.game.products],
            "warm": lambda: warm(self.game),
        }  # fmt: skip

    async def run(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        for work in (self._hear, self._beat):
            Thread(target=work, daemon=True).start()
        await self._end.wait()

    def send(self, kind: str, number: int, content: Any) -> None:
        # Where the studio has closed the pipe, this process is about to end.
        with self._sending, suppress(OSError):
            self._line.send((kind, number, content))

    def call(self, name: str, *words: Any) -> Any:
        """Have the studio do something, and wait for the result."""
        future: Future[Any] = Future()
        number = next(self._numbers)
        self._calls[number] = future
        self.send("call", number, (name, words))
        kind, content = future.result()
        if kind == "conflict":
            raise Conflict(content)
        if kind == "findings":
            raise PrintgenError(content)
        return content

    def _beat(self) -> None:
        while True:
            # The system ends the process where this limit does not move on.
            _limit_resource("RLIMIT_CPU", int(time.process_time()) + _MOST_SILENT)
            self.send("late" if self.pages.late() else "beat", 0, self.game.number)
            time.sleep(BEAT)

    def _hear(self) -> None:
        """Receive messages until the studio closes the pipe; then end, with all processes that were begun here."""
        with suppress(EOFError, OSError):
            while True:
                kind, number, content = self._line.recv()
                if kind == "returned":
                    self._calls.pop(number).set_result(content)
                elif kind == "order":
                    Thread(target=self._obey, args=(number, content), daemon=True).start()
                else:
                    asyncio.run_coroutine_threadsafe(self._answer(number, *content), self._loop)
        self.end_process()

    def end_process(self) -> None:
        """End this process, with all that it has begun."""
        if sys.platform == "win32":
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            os.killpg(0, signal.SIGTERM)

    def _obey(self, number: int, order: str) -> None:
        with self.pages.working(), metered():
            try:
                result: tuple[str, Any] = "done", self._orders[order]()
            except PrintgenError as error:
                result = "findings", error.findings
            except (LookupError, MemoryError):
                result = "done", None
        self.send("answer", number, (*result, self.game.number))

    async def _answer(self, number: int, scope: dict[str, Any], body: bytes, uploads: Mapping[str, bytes]) -> None:
        self.workshop.uploads.update(uploads)
        parts: list[Mapping[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Mapping[str, Any]) -> None:
            parts.append(message)

        try:
            await self.app(scope, receive, send)
        except MemoryError:
            self.send("full", number, None)
            return
        except Exception:
            logging.getLogger(__name__).exception("answering %s", scope["path"])
        starts = (part for part in parts if part["type"] == "http.response.start")
        started: Mapping[str, Any] = next(starts, {"status": 500})
        data = b"".join(part.get("body", b"") for part in parts)
        answer = WorkerReply(started["status"], started.get("headers", ()), data, self.game.number)
        await asyncio.to_thread(self.send, "answer", number, answer)


class _News(News):
    """Has the studio tell news to its pages."""

    def __init__(self, server: WorkerServer) -> None:
        super().__init__()
        self._server = server

    def tell(self, kind: str, **more: Any) -> None:
        self._server.send("news", 0, (kind, more))


class _Saver(Saver):
    """Has the studio write, so that what was written can be undone whatever becomes of this process."""

    def __init__(self, server: WorkerServer) -> None:
        super().__init__()
        self._server = server

    @property
    def undoable(self) -> str:
        return str(self._server.call("undoable"))

    @property
    def redoable(self) -> str:
        return str(self._server.call("redoable"))

    def save(self, files: FileContents, before: FileContents, label: str, roots: Sequence[Path]) -> SaveStep:
        step: SaveStep = self._server.call("save", dict(files), dict(before), label, [*roots])
        return step
