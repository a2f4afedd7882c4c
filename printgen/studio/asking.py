"""Endpoints: a request is held to its shape and answered as JSON, with mistakes as findings.

Work is done in threads, one at a time for each page: a later wish for the same thing makes an earlier one be dropped.
"""

from __future__ import annotations

import json
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
"""So many seconds of work may one answer take; what takes more is a command of its own."""

_GRACE = 2.0
"""So many seconds later than it should an answer may end by itself."""

MOST_BYTES = 2 * 1024 * 1024
"""So large may a request be: a text that somebody changes, or a form; a photo is one of its own."""

_PAGES = 64
"""So many pages of browsers are known at a time."""

A = TypeVar("A", bound=ActionRequest)
Endpoint = Callable[[Request], Awaitable[Response]]
Plain = Mapping[str, Any]


class Conflict(Exception):
    """Somebody else has changed what was to be saved; `data` tells what it is now."""

    def __init__(self, data: Plain) -> None:
        super().__init__("changed meanwhile")
        self.data = data


class Superseded(Exception):
    """The same page has asked for the same thing again."""


@dataclass
class _Page:
    """A page of a browser: what it does just now, and how often it has asked for each thing."""

    lock: Lock = field(default_factory=Lock)
    asked: dict[str, int] = field(default_factory=dict)


class Pages:
    """The pages that ask, by the names that they give themselves."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, _Page] = OrderedDict()
        self._lock = Lock()
        self._at_work: dict[int, tuple[float, float]] = {}

    @contextmanager
    def working(self, seconds: float = SECONDS) -> Iterator[None]:
        """While in here, a thread works on an answer, which may take so many seconds of work."""
        number = get_ident()
        self._at_work[number] = _cpu_seconds(number), seconds
        try:
            yield
        finally:
            del self._at_work[number]

    def late(self) -> bool:
        """Whether an answer takes longer than it may, although nothing that counts has ended it."""
        return any(
            _cpu_seconds(number) > began + seconds + _GRACE for number, (began, seconds) in [*self._at_work.items()]
        )

    def turn(self, request: Request, thing: str) -> Callable[[Callable[[], Response]], Response]:
        """Take a number for a thing: what is returned does some work when it is its turn, unless it was overtaken."""
        name = request.headers.get("x-page", "")[:64]
        with self._lock:
            page = self._pages.setdefault(name, _Page())
            self._pages.move_to_end(name)
            while len(self._pages) > _PAGES:
                self._pages.popitem(last=False)
            number = page.asked[thing] = page.asked.get(thing, 0) + 1

        def work(do: Callable[[], Response]) -> Response:
            with page.lock:
                if thing and page.asked[thing] != number:
                    raise Superseded
                return do()

        return work


def _cpu_seconds(number: int) -> float:
    """Seconds that a thread has worked, where the system tells; else the time, of which others have a part, too."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic() / 2
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(number))
    except OSError:
        return 0.0  # It has just ended.


def findings_data(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Findings as the page takes them."""
    return [
        {"severity": f.severity, **f.where.as_data(), "code": f.code, "message": f.message, "hint": f.hint,
         "count": f.count, "also": [where.as_data() for where in f.also[:20]]}
        for f in findings
    ]  # fmt: skip


def parse_body(shape: type[A], body: bytes) -> A:
    """JSON as a shape. PrintgenError tells what is not of it; HTTPException when it is more than a shape can have."""
    if much := json_excess(body, MOST_BYTES):
        raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"The request is {much}.")
    try:
        return shape.model_validate_json(body or b"{}")
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False, include_input=False)
        raise PrintgenError([_misfit(one) for one in details[:20]]) from error


def _misfit(error: Any) -> Finding:
    place = ".".join(map(str, error["loc"]))
    return Finding("error", Where("request"), f"{place}: {error['msg']}", "Reload the page.", "bad-request")


def taking(
    shape: type[A], run: Callable[[Request, A], Response | Plain], thing: str = "", alone: bool = True,
    seconds: float = SECONDS,
) -> Endpoint:  # fmt: skip
    """What answers a request whose body is JSON of a shape. Of one `thing`, a page's latest wish counts."""
    return with_body(lambda request, body: run(request, parse_body(shape, body)), thing, alone, seconds)


def with_body(
    run: Callable[[Request, bytes], Response | Plain], thing: str = "", alone: bool = True, seconds: float = SECONDS
) -> Endpoint:
    """What answers a request with a body. Of one `thing` at one address, a page's latest wish counts.

    What is not `alone` waits for nothing else that its page does; `seconds` of work are what it may take.
    """

    async def endpoint(request: Request) -> Response:
        try:
            body = await request.body()
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.BAD_REQUEST)  # Nobody is there to read it.
        return await _answer(request, thing and f"{thing} {request.url}", lambda: run(request, body), alone, seconds)

    return endpoint


def looking(
    run: Callable[[Request], Response | Plain], alone: bool = True, seconds: float = SECONDS
) -> Endpoint:  # fmt: skip
    """What answers a request that only looks; what is not `alone` waits for nothing else that its page does."""

    async def endpoint(request: Request) -> Response:
        return await _answer(request, "", lambda: run(request), alone, seconds)

    return endpoint


async def _answer(
    request: Request, thing: str, run: Callable[[], Response | Plain], alone: bool = True, seconds: float = SECONDS
) -> Response:
    pages: Pages = request.app.state.pages
    turn = pages.turn(request, thing) if alone else _at_once

    def do() -> Response:
        with pages.working(seconds), metered(seconds=seconds):
            answer = run()
        return answer if isinstance(answer, Response) else in_json(answer)

    try:
        return await run_in_threadpool(turn, do)
    except Superseded:
        return Response(status_code=HTTPStatus.NO_CONTENT)
    except Conflict as conflict:
        return in_json(conflict.data, HTTPStatus.CONFLICT)
    except PrintgenError as error:
        return in_json({"findings": findings_data(error.findings)}, HTTPStatus.UNPROCESSABLE_ENTITY)
    except LookupError:
        return in_json({"findings": []}, HTTPStatus.NOT_FOUND)


def _at_once(do: Callable[[], Response]) -> Response:
    return do()


def in_json(data: Plain, status: int = HTTPStatus.OK) -> Response:
    """Plain data as an answer."""
    return JSONResponse(data, status)


def number_in(request: Request, name: str) -> int:
    """A number, from 0, of the path of a request. LookupError where there is none."""
    return whole(str(request.path_params[name]))


def whole(text: str) -> int:
    """A number, from 0, that stands in an address. LookupError for what is none."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise LookupError(text)
    return int(text)


def as_text(data: Plain) -> str:
    """Plain data on one line."""
    return json.dumps(data, ensure_ascii=False)
