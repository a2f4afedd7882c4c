"""A PDF comes in; its pages go out as pictures. The PDF is what people print, so previews are made from it."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import starmap
from threading import RLock
from typing import Any, TypeVar

from printgen.base.units import PT_PER_IN

T = TypeVar("T")

# The renderer is not thread safe; while a page is rendered, a shadow on the next may be.
_LOCK = RLock()

_SQUEEZED = 3
_HARDLY = 0.25
"""What is no shorter than that part of its dots may be a photo."""
_BAND = 64
"""So many rows are squeezed at a time."""
_AS_IT_IS = b"\0"
"""What stands before a row that is no differences of dots."""
_COLORS = {"L": 0, "RGB": 2, "RGBA": 6}


def render_pages(
    pdf: bytes, dpi: float, pages: Sequence[int] | None = None, clear: bool = False
) -> Iterator[Any]:  # fmt: skip
    """Render pages (all, or those with these indices from 0) as pictures at `dpi`, each when it is asked for.

    They are RGB on white; with `clear`, RGBA on nothing.
    """
    import pypdfium2

    with _LOCK:
        document = pypdfium2.PdfDocument(pdf)
        try:
            for i in range(len(document)) if pages is None else pages:
                # A picture of a large sheet is a good part of all memory: no second one is made of it.
                ground = {"fill_color": (255, 255, 255, 0)} if clear else {}
                yield document[i].render(scale=dpi / 72, **ground).to_pil()
        finally:
            document.close()


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels, which stand at its head."""
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def masked(data: bytes, mask: bytes) -> bytes:
    """An encoded picture and its mask as one PNG."""
    from PIL import Image as Pictures

    picture, shows = (Pictures.open(io.BytesIO(one), formats=("PNG", "JPEG")) for one in (data, mask))
    together = picture.convert("RGB").resize(shows.size)
    together.putalpha(shows.convert("L"))
    buffer = io.BytesIO()
    together.save(buffer, "PNG")
    return buffer.getvalue()


def encode_png(picture: Any, dpi: float, grey: bool = False) -> bytes:
    """A picture of Pillow's, grey, RGB or RGBA, as PNG bytes that say its dots per inch.

    It is squeezed lightly, and its rows stand as they are: what is drawn repeats itself, so that this takes a third of
    the time that differences of dots take, and mostly fewer bytes. Only where it hardly squeezes, as photos do, are
    they tried, and the shorter is taken.
    """
    picture = picture.convert("L") if grey else picture
    (wide, high), squeezed, rows = picture.size, zlib.compressobj(_SQUEEZED), list[bytes]()
    row = wide * len(picture.getbands())
    for top in range(0, high, _BAND):
        # A picture of a large sheet is a good part of all memory: no second one is made of it.
        some = picture.crop((0, top, wide, min(high, top + _BAND))).tobytes()
        each = (some[start : start + row] for start in range(0, len(some), row))
        rows.append(squeezed.compress(_AS_IT_IS + _AS_IT_IS.join(each)))
    rows.append(squeezed.flush())
    if sum(map(len, rows)) > _HARDLY * row * high:
        buffer = io.BytesIO()
        picture.save(buffer, "PNG", dpi=(dpi, dpi), compress_level=4)
        if len(buffer.getvalue()) < sum(map(len, rows)):
            return buffer.getvalue()
    per_meter = round(dpi / 0.0254)
    head = struct.pack(">IIBBBBB", wide, high, 8, _COLORS[picture.mode], 0, 0, 0)
    chunks = ((b"IHDR", head), (b"pHYs", struct.pack(">IIB", per_meter, per_meter, 1)), (b"IDAT", b"".join(rows)))
    return b"\x89PNG\r\n\x1a\n" + b"".join(starmap(_chunk, (*chunks, (b"IEND", b""))))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))


def drawn_pages(pdf: bytes, encode: Callable[[Any], T], clear: bool) -> list[T]:
    """All pages of a PDF of a point a dot, each as what is made of its picture, such as a file."""
    return [encode(picture) for picture in render_pages(pdf, PT_PER_IN, clear=clear)]
