"""Pictures for pages: each drawing has an address made of its contents, and becomes SVG when somebody asks there.

Pictures are kept, compressed, and their drawings are dropped: a studio runs for hours, and drawings are large.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Mapping
from threading import BoundedSemaphore, Lock
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from printgen.build.live import picture
from printgen.drawing.extent import digest_of
from printgen.drawing.model import Drawing
from printgen.studio.asking import Recent

_MOST_DRAWINGS = 200
"""So many drawings wait to be drawn; for one that was dropped, the page asks anew for the card that it is of."""
_MOST_BYTES = 24 * 1024 * 1024
"""So many bytes of compressed pictures are kept, a thousand cards, so that unchanged ones are not drawn again."""
_AT_ONCE = 2  # So many pictures are drawn at a time, so that no small one waits for a large one.
_COMPRESSION = 1  # The level of zlib: fast.

SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""The content security policy of a picture: nothing in it runs, wherever it is opened."""


class PictureStore:
    """Keeps drawings by content until they are drawn, then their pictures; `query` ends all addresses."""

    def __init__(self, query: str = "") -> None:
        self.query = query
        self._lock = Lock()
        self._drawing = BoundedSemaphore(_AT_ONCE)
        self._drawings = Recent[str, Drawing](_MOST_DRAWINGS)
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0

    def keep(self, drawing: Drawing) -> str:
        """Keep a drawing; its name, which is the same for all drawings that look the same."""
        name = digest_of(drawing)
        with self._lock:
            if name in self._pictures:
                self._pictures.move_to_end(name)
            else:
                self._drawings[name] = drawing
        return name

    def has(self, name: str) -> bool:
        return name in self._pictures or name in self._drawings

    def as_data(self, drawings: Mapping[str, Drawing], at_once: bool = False) -> dict[str, Any]:
        """Drawings by their names as JSON for pages; see `picture_data`."""
        return {name: self.picture_data(drawing, at_once) for name, drawing in drawings.items()}

    def picture_data(self, drawing: Drawing, at_once: bool = False) -> dict[str, Any]:
        """A drawing as JSON: its address, its size in points, and `at_once` the picture of a new one."""
        name = self.keep(drawing)
        address = f"/picture/{name}{self.query}"
        data = {"address": address, "width": drawing.width, "height": drawing.height}
        if at_once and name not in self._pictures:
            data["svg"] = self.svg(name).decode()
        return data

    def svg(self, name: str) -> bytes:
        """The picture of a name. LookupError where there is none."""
        with self._lock:
            if (compressed := self._pictures.get(name)) is not None:
                self._pictures.move_to_end(name)
                return zlib.decompress(compressed)
            drawing = self._drawings[name]
        with self._drawing:
            data = picture(drawing)
        compressed = zlib.compress(data, _COMPRESSION)
        with self._lock:
            self._drawings.pop(name, None)
            if name not in self._pictures:
                self._pictures[name] = compressed
                self._bytes += len(compressed)
            while self._bytes > _MOST_BYTES and len(self._pictures) > 1:
                self._bytes -= len(self._pictures.popitem(last=False)[1])
        return data

    @property
    def usage(self) -> tuple[int, int]:
        """How many drawings wait, and how many bytes of pictures are kept."""
        return len(self._drawings), self._bytes


def svg_answer(request: Request, name: str, pictures: PictureStore) -> Response:
    """The response with a picture, or 304 where the page has it already. LookupError where there is none."""
    tag = f'"{name}"'
    headers = {"ETag": tag, "Content-Security-Policy": SVG_POLICY, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(pictures.svg(name), media_type="image/svg+xml", headers=headers)
