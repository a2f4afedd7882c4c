"""Pictures for pages: each drawing has an address made of its contents, and is drawn when somebody asks there.

What was drawn is kept, packed, and the drawing is let go: a page that lives for hours keeps pictures, not their making.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Mapping
from threading import BoundedSemaphore, Lock
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from printgen.build.live import digest, picture
from printgen.drawing.model import Drawing

_MOST = 200
"""So many drawings wait to be drawn; who asks for one that waits no more asks for what it is of again."""
_MOST_BYTES = 24 * 1024 * 1024
"""So many bytes of packed pictures are kept, a thousand cards, so that what has not changed is not drawn again."""
_AT_ONCE = 2
"""So many pictures are drawn at a time, so that a large one keeps nobody waiting."""
_PACKED_WELL = 1

SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""A picture is looked at, and nothing in it runs, wherever it is opened."""


class PictureStore:
    """Keeps drawings by their content until they are drawn, and then what they look like.

    `query` ends their addresses, and says who draws them.
    """

    def __init__(self, query: str = "") -> None:
        self.query = query
        self._lock = Lock()
        self._drawing = BoundedSemaphore(_AT_ONCE)
        self._waiting: OrderedDict[str, Drawing] = OrderedDict()
        self._made: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0

    def keep(self, drawing: Drawing) -> str:
        """The name of a drawing, which is the same for one that looks the same."""
        name = digest(drawing)
        with self._lock:
            if name in self._made:
                self._made.move_to_end(name)
            else:
                self._waiting[name] = drawing
                self._waiting.move_to_end(name)
                while len(self._waiting) > _MOST:
                    self._waiting.popitem(last=False)
        return name

    def has(self, name: str) -> bool:
        """Whether there is a picture of this name."""
        return name in self._made or name in self._waiting

    def as_data(self, drawings: Mapping[str, Drawing], at_once: bool = False) -> dict[str, Any]:
        """Drawings as the page takes them: where each is, and its size in points; `at_once` what is new comes along."""
        return {name: self.picture_data(drawing, at_once) for name, drawing in drawings.items()}

    def picture_data(self, drawing: Drawing, at_once: bool = False) -> dict[str, Any]:
        """A drawing as the page takes it: where it is, and its size in points.

        `at_once` it comes along as `svg`, unless it was drawn before: who types does not ask twice for what they see.
        """
        name = self.keep(drawing)
        address = f"/picture/{name}{self.query}"
        told = {"address": address, "width": drawing.width, "height": drawing.height}
        if at_once and name not in self._made:
            told["svg"] = self.svg(name).decode()
        return told

    def svg(self, name: str) -> bytes:
        """The picture at an address. LookupError where there is none."""
        with self._lock:
            if (made := self._made.get(name)) is not None:
                self._made.move_to_end(name)
                return zlib.decompress(made)
            drawing = self._waiting[name]
        with self._drawing:
            data = picture(drawing)
        packed = zlib.compress(data, _PACKED_WELL)
        with self._lock:
            self._waiting.pop(name, None)
            if name not in self._made:
                self._made[name] = packed
                self._bytes += len(packed)
            while self._bytes > _MOST_BYTES and len(self._made) > 1:
                self._bytes -= len(self._made.popitem(last=False)[1])
        return data

    @property
    def usage(self) -> tuple[int, int]:
        """How many drawings wait, and how many bytes of pictures are kept."""
        return len(self._waiting), self._bytes


def svg_answer(request: Request, name: str, pictures: PictureStore) -> Response:
    """A picture as an answer; nothing where the page has it already. LookupError where there is none."""
    tag = f'"{name}"'
    headers = {"ETag": tag, "Content-Security-Policy": SVG_POLICY, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(pictures.svg(name), media_type="image/svg+xml", headers=headers)
