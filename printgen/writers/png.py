"""A PDF comes in; its pages go out as pictures. The PDF is what people print, so previews are made from it."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from threading import RLock
from typing import Any

# The renderer is not thread safe; while a page is rendered, a shadow on the next may be.
_LOCK = RLock()


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


def encode_png(picture: Any, dpi: int, grey: bool = False) -> bytes:
    """A picture as PNG bytes; encoded lightly, since squeezing costs more time than drawing."""
    buffer = io.BytesIO()
    (picture.convert("L") if grey else picture).save(buffer, "PNG", dpi=(dpi, dpi), compress_level=4)
    return buffer.getvalue()
