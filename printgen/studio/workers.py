"""Hands requests for a game to a process of its own, and ends one that shows no life, so that it holds up nobody."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread
from typing import Any, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.base.file_access import display_path
from printgen.base.limits import json_excess
from printgen.studio.asking import MOST_BYTES, SECONDS, Conflict, findings_data
from printgen.studio.workshop import FileTimes, Workshop

_WATCH_SECONDS = 0.25  # The time between two looks at all processes.
_START_SECONDS = 60.0
"""The time in which a process must begin: on a busy machine it loads its libraries slowly."""
_MOST_WORKERS, _IDLE_SECONDS = 6, 20.0
"""With more processes than that, those end that had no request for so long; a later one starts another process."""
_SCOPE_KEYS = ("type", "http_version", "method", "scheme", "path", "raw_path", "query_string", "root_path", "headers")
"""The keys of a request's scope that go to a worker."""
_SLOW_PATHS = ("/api/print/plan", "/api/print/pages/", "/api/send/look")
"""Requests that may take a minute: a second process of the game answers them."""
_SECOND = " beside"  # The end of that process's key.
_GAME_PATHS = {"/api/print", "/api/print/plan", "/api/send", "/api/send/look", "/picture/{name}"}
"""Paths of requests for a game that its query or its body names."""
_ENDED = {
    "late": ("took longer than ten seconds; ended", "Take back what was changed last, or look with printgen check."),
    "full": ("needs more memory than a game may have; ended", "Draw less on each piece, or use smaller pictures."),
    "gone": ("the process that drew this game has ended", "Try again, or look with printgen check."),
}


class WorkerEnded(Exception):
    """The process that should have answered has ended; `why` is a key of `_ENDED`, or "idle"."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Begin(NamedTuple):
    """What a process needs to begin: its game's name and target, the studio's folders, and the readings so far."""

    name: str
    target: str
    cards: Path | None
    out: Path
    home: Path
    number: int


class WorkerReply(NamedTuple):
    """The response to a request, and the number of readings of the game by then."""

    status: int
    headers: Sequence[tuple[bytes, bytes]]
    body: bytes
    number: int


Serve = Callable[[Connection, Begin], None]


class Worker:
    """A process that reads and draws one game, and the requests that wait for it.

    `number` counts the readings of the game, `began` is that number at the start. `silent` are the seconds without a
    sign of life, `given` the names of uploads that the process has, and `ended` the reason why it was ended.
    """

    def __init__(self, begin: Begin, serve: Serve, hear: Callable[[str, Any], Any]) -> None:
        context = get_context("spawn")
        self._line, there = context.Pipe()
        self.number = begin.number
        self.began = begin.number
        self.asked = time.monotonic()
        self.silent = SECONDS - _START_SECONDS
        self.given: set[str] = set()
        self.ended = ""
        self._hear_of, self._lock, self._sending = hear, Lock(), Lock()
        self._waiting: dict[int, Future[Any]] = {}
        self._numbers = count()
        self._process = context.Process(target=serve, args=(there, begin), name=f"game {begin.name}", daemon=True)
        with _no_interrupt():
            self._process.start()
        there.close()
        Thread(target=self._hear, name=f"hear {begin.name}", daemon=True).start()

    def ask(self, kind: str, content: Any) -> Future[Any]:
        """Send a message; the future is its answer, or WorkerEnded where the process ends before."""
        future: Future[Any] = Future()
        with self._lock:
            if self.ended:
                future.set_exception(WorkerEnded(self.ended))
                return future
            number = next(self._numbers)
            self._waiting[number] = future
            self.asked = time.monotonic()
        self._send(kind, number, content)
        return future

    def end(self, why: str) -> None:
        """Kill the process, with those that it has begun. With the reason "idle", only if nothing waits for it."""
        with self._lock:
            if self.ended or (why == "idle" and self._waiting):
                return
            self.ended = why
            waiting, self._waiting = self._waiting, {}
        with suppress(OSError):
            # No other process can have its number yet: nobody has waited for its end.
            if sys.platform != "win32" and self._process.pid:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        for future in waiting.values():
            with suppress(InvalidStateError):
                future.set_exception(WorkerEnded(why))

    def _send(self, kind: str, number: int, content: Any) -> None:
        try:
            with self._sending:
                self._line.send((kind, number, content))
        except OSError:
            self.end("gone")

    def _hear(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                kind, number, content = self._line.recv()
                self.silent = 0.0
                if kind == "answer":
                    self.number = max(self.number, content[-1])
                    if future := self._waiting.pop(number, None):
                        with suppress(InvalidStateError):  # Nobody waits for it any more.
                            future.set_result(content)
                elif kind == "beat":
                    self.number = max(self.number, content)
                elif kind == "call":
                    Thread(target=self._call, args=(number, *content), daemon=True).start()
                elif kind == "news":
                    self._hear_of(*content)
                elif kind in ("late", "full"):
                    self.end(kind)
        self.end("gone")
        self._process.join()

    def _call(self, number: int, name: str, words: tuple[Any, ...]) -> None:
        try:
            answer: tuple[str, Any] = "done", self._hear_of(name, words)
        except Conflict as conflict:
            answer = "conflict", conflict.data
        except PrintgenError as error:
            answer = "findings", error.findings
        self._send("returned", number, answer)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """While in here, Ctrl-C is blocked, for processes that begin here as well: it is for this one alone."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Workers:
    """The processes of games. One that gives no sign of life for so many seconds is ended."""

    def __init__(self, workshop: Workshop, serve: Serve, seconds: float = SECONDS) -> None:
        self._workshop, self._serve, self._seconds = workshop, serve, seconds
        self._workers: dict[str, Worker] = {}
        self._refused: dict[str, FileTimes] = {}
        self._lock = Lock()
        self._open = True
        Thread(target=self._watch, name="watchdog", daemon=True).start()

    def close(self) -> None:
        self._open = False
        for worker in [*self._workers.values()]:
            worker.end("gone")

    def refresh(self, name: str) -> None:
        """Have a game read anew where it was read before."""
        worker = self._workers.get(name)
        self._refresh_second(name)
        if worker and not worker.ended:
            with suppress(PrintgenError):
                self.order(name, "refresh")
        else:
            self._workshop.games[name].number += 1

    def _refresh_second(self, name: str) -> None:
        if second := self._workers.get(name + _SECOND):
            Thread(target=second.ask, args=("order", "refresh"), daemon=True).start()

    def order(self, name: str, what: str) -> Any:
        """Have the process of a game do something, and wait for the result. PrintgenError where it cannot."""
        try:
            kind, content, number = self._ask(name, "order", what).result()
        except WorkerEnded as ended:
            raise PrintgenError([self._finding(name, ended.why)]) from ended
        self._workshop.games[name].number = number
        if kind == "findings":
            raise PrintgenError(content)
        return content

    async def answer(self, name: str, request: Request, body: bytes, slow: bool = False) -> Response:
        """The response of a game's process, its second one if `slow`; a finding where the process has ended."""
        scope = {key: request.scope[key] for key in _SCOPE_KEYS if key in request.scope}
        try:
            # The pipe to a busy process may be full, so that sending waits, in a thread.
            future = await run_in_threadpool(self._request, name, scope, body, slow)
            content = await asyncio.wrap_future(future)
        except WorkerEnded as ended:
            return JSONResponse({"findings": findings_data([self._finding(name, ended.why)])}, 422)
        answer = WorkerReply(*content)
        if not slow:
            self._workshop.games[name].number = answer.number
        response = Response(answer.body, answer.status)
        response.raw_headers = [*answer.headers]
        return response

    def _ask(self, name: str, kind: str, content: Any, slow: bool = False) -> Future[Any]:
        """Send a message to a game's process, and to another one if it was just ended for being idle."""
        while True:
            worker = self._of(name, slow)
            future = worker.ask(kind, content)
            if worker.ended != "idle":
                return future

    def _request(self, name: str, scope: Mapping[str, Any], body: bytes, slow: bool) -> Future[Any]:
        """Send a request, with the uploads that its body names and that the process does not have yet."""
        worker = self._of(name, slow)
        uploads = {key: data for key, data in self._workshop.uploads.items() if key.encode() in body}
        new = {key: data for key, data in uploads.items() if key not in worker.given}
        worker.given.update(new)
        return self._ask(name, "request", (scope, body, new), slow)

    def _finding(self, name: str, why: str) -> Finding:
        message, hint = _ENDED[why]
        place = Where(display_path(self._workshop.games[name].folder / "game.yaml"))
        return Finding("error", place, message, hint, "over-limit")

    def _of(self, name: str, slow: bool = False) -> Worker:
        """The process of a game, which may begin now. WorkerEnded where the game took too long, and is unchanged."""
        workshop, key = self._workshop, name + _SECOND * slow
        if (refused := self._refused.get(name)) is not None:
            if refused == workshop.times_of(name):
                raise WorkerEnded("late")
            self._refused.pop(name, None)
        with self._lock:
            worker = self._workers.get(key)
            if worker is None or worker.ended:
                game = workshop.games[name]
                begin = Begin(name, game.target, workshop.cards, workshop.out, workshop.home, game.number)
                worker = self._workers[key] = Worker(begin, self._serve, partial(self._call, name))
            return worker

    def _call(self, name: str, what: str, words: Any) -> Any:
        """Do for the process of a game what only the studio may do."""
        workshop = self._workshop
        if what == "save":
            step = workshop.saver.save(*words)
            workshop.look_at(name)
            return step
        if what == "start":
            assert workshop.start_run is not None
            return workshop.start_run(*words)
        if what in ("undoable", "redoable"):
            return getattr(workshop.saver, what)
        if what == "game":
            self._refresh_second(name)
        workshop.news.tell(what, **words)
        return None

    def _watch(self) -> None:
        """End processes that are silent or idle, and forget those that have ended."""
        while self._open:
            time.sleep(_WATCH_SECONDS)
            now = time.monotonic()
            for key, worker in [*self._workers.items()]:
                # Seconds are counted, not measured: a machine that slept has not waited.
                worker.silent += _WATCH_SECONDS
                if worker.silent > self._seconds:
                    worker.end("late")
                if worker.ended == "late" and worker.number == worker.began:
                    # A change of its files from now on is read.
                    name = key.removesuffix(_SECOND)
                    self._refused[name] = self._workshop.look_at(name)
                    self._workshop.games[name].number += 1
                if now > worker.asked + _IDLE_SECONDS and len(self._workers) > _MOST_WORKERS:
                    worker.end("idle")
                if worker.ended:
                    with self._lock:
                        if self._workers.get(key) is worker:
                            del self._workers[key]


def to_worker(route: BaseRoute, workshop: Workshop, workers: Workers) -> BaseRoute:
    """A route whose requests for a game are answered by the process of that game; other routes as they are."""
    if not isinstance(route, Route) or not (
        route.path in _GAME_PATHS or route.path.startswith(("/api/games/", "/api/print/pages/"))
    ):
        return route
    local, slow = route.endpoint, route.path.startswith(_SLOW_PATHS)

    async def endpoint(request: Request) -> Response:
        try:
            body = await request.body()
        except ClientDisconnect:
            return Response(status_code=400)  # Nobody is there to read it.
        name = _game_of(request, body)
        if name not in workshop.games:
            answer: Response = await local(request)
            return answer
        return await workers.answer(name, request, body, slow)

    return Route(route.path, endpoint, methods=[*(route.methods or ())])


def _game_of(request: Request, body: bytes) -> str:
    """The name of the game that a request is for, in its address or in its JSON; "" for none."""
    name = request.path_params.get("game") or request.query_params.get("game", "")
    if name or not body or json_excess(body, MOST_BYTES):
        return str(name)
    with suppress(ValueError, RecursionError, AttributeError):
        asks = json.loads(body)
        return str(asks.get("game") or asks["ticked"]["game"])
    return ""
