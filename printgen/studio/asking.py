"""Makes endpoints: requests are checked against their shapes and answered as JSON, with mistakes as findings.

Work is done in threads, one at a time for each page. A later request for the same thing replaces an earlier one that
waits.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from threading import Lock, get_ident
from typing import Any, TypeVar

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.base.limits import json_excess, metered
from printgen.reading.requests import ActionRequest

SECONDS = 10.0
"""The seconds of work that one answer may take; longer work is a command of its own."""

_GRACE = 2.0  # So many seconds after that an answer may end by itself, before its process is ended.

MOST_BYTES = 2 * 1024 * 1024
"""The largest request, such as a text that somebody edits; photos have a limit of their own."""

_MOST_PAGES = 64  # So many pages of browsers are remembered.

A = TypeVar("A", bound=ActionRequest)
K = TypeVar("K")
V = TypeVar("V")
Endpoint = Callable[[Request], Awaitable[Response]]
Plain = Mapping[str, Any]


class Conflict(Exception):
    """Somebody else has changed what was to be saved; `data` describes what it is now."""

    def __init__(self, data: Plain) -> None:
        super().__init__("changed meanwhile")
        self.data = data


class Superseded(Exception):
    """The page has asked for the same thing again, and no longer waits for this answer."""


class Recent(OrderedDict[K, V]):
    """The entries that were set last, so many of them at most."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self._most:
            self.popitem(last=False)


@dataclass
class _Page:
    """A page of a browser: the lock that it holds while it is answered, and its requests for each thing so far."""

    lock: Lock = field(default_factory=Lock)
    requests: dict[str, int] = field(default_factory=dict)


class Pages:
    """The pages that send requests, by the names that they give themselves."""

    def __init__(self) -> None:
        self._pages = Recent[str, _Page](_MOST_PAGES)
        self._lock = Lock()
        self._working: dict[int, tuple[float, float]] = {}

    @contextmanager
    def working(self, seconds: float = SECONDS) -> Iterator[None]:
        """While in here, this thread works on an answer, which may take so many seconds of work."""
        thread = get_ident()
        self._working[thread] = _cpu_seconds(thread), seconds
        try:
            yield
        finally:
            del self._working[thread]

    def late(self) -> bool:
        """Whether an answer has taken too long, though no limit has ended it: one step of Python may take any time."""
        working = [*self._working.items()]
        return any(_cpu_seconds(thread) > began + seconds + _GRACE for thread, (began, seconds) in working)

    def turn(self, request: Request, thing: str) -> Callable[[Callable[[], Response]], Response]:
        """Take a number for a thing; the result runs work in its turn. Superseded where the page asks again before."""
        name = request.headers.get("x-page", "")[:64]
        with self._lock:
            page = self._pages[name] = self._pages.get(name) or _Page()
            number = page.requests[thing] = page.requests.get(thing, 0) + 1

        def work(run: Callable[[], Response]) -> Response:
            with page.lock:
                if thing and page.requests[thing] != number:
                    raise Superseded
                return run()

        return work


def _cpu_seconds(thread: int) -> float:
    """The seconds that a thread has worked; where the system does not say, half of the time that has passed."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic() / 2
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except OSError:
        return 0.0  # It has just ended.


def findings_data(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Findings as JSON for pages."""
    return [
        {"severity": f.severity, **f.where.as_data(), "code": f.code, "message": f.message, "hint": f.hint,
         "count": f.count, "also": [where.as_data() for where in f.also[:20]]}
        for f in findings
    ]  # fmt: skip


def parse_body(shape: type[A], body: bytes) -> A:
    """JSON as a request of a shape. PrintgenError where it does not fit it, HTTPException where it is too large."""
    if excess := json_excess(body, MOST_BYTES):
        raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"The request is {excess}.")
    try:
        return shape.model_validate_json(body or b"{}")
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False, include_input=False)
        messages = (f"{'.'.join(map(str, detail['loc']))}: {detail['msg']}" for detail in details[:20])
        where, hint = Where("request"), "Reload the page."
        raise PrintgenError([Finding("error", where, message, hint, "bad-request") for message in messages]) from error


def taking(
    shape: type[A], run: Callable[[Request, A], Response | Plain], thing: str = "", alone: bool = True,
    seconds: float = SECONDS,
) -> Endpoint:  # fmt: skip
    """The endpoint of requests whose body is JSON of a shape; for the rest see `with_body`."""
    return with_body(lambda request, body: run(request, parse_body(shape, body)), thing, alone, seconds)


def with_body(
    run: Callable[[Request, bytes], Response | Plain], thing: str = "", alone: bool = True, seconds: float = SECONDS
) -> Endpoint:
    """The endpoint of requests with a body. Of a page's requests for one `thing` at one address the latest counts.

    With `alone` it waits until other requests of its page are answered. It may take so many `seconds` of work.
    """

    async def endpoint(request: Request) -> Response:
        try:
            body = await request.body()
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.BAD_REQUEST)  # Nobody is there to read it.
        return await _answer(request, thing and f"{thing} {request.url}", lambda: run(request, body), alone, seconds)

    return endpoint


def looking(run: Callable[[Request], Response | Plain], alone: bool = True, seconds: float = SECONDS) -> Endpoint:
    """The endpoint of requests that only read; for `alone` and `seconds` see `with_body`."""

    async def endpoint(request: Request) -> Response:
        return await _answer(request, "", lambda: run(request), alone, seconds)

    return endpoint


async def _answer(
    request: Request, thing: str, run: Callable[[], Response | Plain], alone: bool = True, seconds: float = SECONDS
) -> Response:
    pages: Pages = request.app.state.pages
    turn = pages.turn(request, thing) if alone else None

    def respond() -> Response:
        with pages.working(seconds), metered(seconds=seconds):
            answer = run()
        return answer if isinstance(answer, Response) else JSONResponse(answer)

    try:
        return await (run_in_threadpool(turn, respond) if turn else run_in_threadpool(respond))
    except Superseded:
        return Response(status_code=HTTPStatus.NO_CONTENT)
    except Conflict as conflict:
        return JSONResponse(conflict.data, HTTPStatus.CONFLICT)
    except PrintgenError as error:
        return JSONResponse({"findings": findings_data(error.findings)}, HTTPStatus.UNPROCESSABLE_ENTITY)
    except LookupError:
        return JSONResponse({"findings": []}, HTTPStatus.NOT_FOUND)


def number_in(request: Request, name: str) -> int:
    """A number, from 0, in the path of a request. LookupError for anything else."""
    return parse_number(str(request.path_params[name]))


def parse_number(text: str) -> int:
    """A number, from 0, in an address. LookupError for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise LookupError(text)
    return int(text)
