"""What happens while pages are open: told by any thread, heard by every page.

A page hears by a POST that stays open, since a browser says where a POST comes from; it gets a line of JSON for each
piece of news, and an empty one now and then.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from printgen.studio.asking import as_text

_HEARTBEAT = 10.0
"""A page that is gone is noticed after so many seconds."""
_MOST = 100
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
                loop.call_soon_threadsafe(_put, queue, line)

    async def lines(self, first: Mapping[str, Any]) -> AsyncIterator[str]:
        """What one page hears, line by line."""
        queue: asyncio.Queue[str] = asyncio.Queue(_MOST)
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


def _put(queue: asyncio.Queue[str], line: str) -> None:
    with suppress(asyncio.QueueFull):
        queue.put_nowait(line)


async def listen(request: Request) -> Response:
    """The endpoint at which a page listens."""
    news: News = request.app.state.workshop.news
    return StreamingResponse(news.lines({"kind": "hello"}), media_type="application/x-ndjson")
