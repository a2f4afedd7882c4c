"""Items come in; the shadow that they throw goes out: sharp as shapes, or soft as a small picture."""

from __future__ import annotations

import io
from functools import lru_cache

from printgen.base.budget import OverLimit, spend
from printgen.base.errors import Where
from printgen.base.geometry import Box, translate
from printgen.base.units import to_mm
from printgen.drawing.extent import extent
from printgen.drawing.ink_saving import silhouette
from printgen.drawing.model import Drawing, Group, Image, Item, Place
from printgen.drawing.tints import alpha, rgb

_SHARP = 0.1
"""A shadow that is softer than this, in points, is a picture."""
# So many dots for each step of softness are more than an eye can tell; no more of them for large shapes.
_DOTS, _FINEST, _COARSEST = 8.0, 300 / 72, 150 / 72
_MOST, _SMALLER = 4_000_000, 3
# The smallest shadow takes as long as one of so many square millimetres.
_LEAST = 150


def shadow(
    items: tuple[Item, ...], dx: float, dy: float, blur: float, color: str, opacity: float, where: Where
) -> Item:
    """The shadow of items, moved by (dx, dy); `blur` is how wide its soft edge is. Lengths in points.

    A soft one is painted when somebody looks at it; OverLimit, at `where`, when that is more than a run may paint.
    """
    group, share = Group(items), opacity * alpha(color)
    if blur < _SHARP:
        dark = silhouette(group, color[:7])
        return Place(Group(dark.items, None, False, share), translate(dx, dy))
    return Place(Group(lambda: _painted(group, blur, color[:7], share, where)), translate(dx, dy))


def _painted(group: Group, blur: float, color: str, share: float, where: Where) -> tuple[Item, ...]:
    try:
        return _soft(group, blur, color, share)
    except OverLimit as error:
        raise error.at(where) from None


@lru_cache(maxsize=128)
def _soft(group: Group, blur: float, color: str, share: float) -> tuple[Item, ...]:
    from PIL import Image as Pictures
    from PIL import ImageFilter, ImageOps

    from printgen.writers.page import Page
    from printgen.writers.pdf import write_pdf
    from printgen.writers.png import render_pages

    box = extent(group.items).grown(blur * 1.5)
    spend("soft", round(to_mm(box.w) * to_mm(box.h)) + _LEAST)
    # As in CSS, the edge is as wide as two standard deviations.
    deviation = blur / 2
    scale = max(_COARSEST, min(_DOTS / deviation, _FINEST))
    scale *= min(1.0, (_MOST / max(1.0, box.w * box.h * scale * scale)) ** 0.5)
    page = Page(Drawing(box.w, box.h, (Place(silhouette(group, "#000000"), translate(-box.x, -box.y)),)))
    # The renderer lets edges end at whole dots, so they are drawn smaller.
    times = _SMALLER if box.w * box.h * scale * scale < _MOST / _SMALLER**2 else 1
    (shape,) = render_pages(write_pdf([page], looked_at=True), round(scale * 72 * times))
    scale = round(scale * 72 * times) / 72 / times
    mask = ImageOps.invert(shape.convert("L")).reduce(times)
    mask = mask.filter(ImageFilter.GaussianBlur(deviation * scale))
    mask = mask.point(lambda value: round(value * share))
    dot = Pictures.new("RGB", (1, 1), tuple(round(part * 255) for part in rgb(color)))
    wide, high = mask.width / scale, mask.height / scale
    return (Image(*Box(box.x, box.y, wide, high), _saved(dot), mask.size, _saved(mask)),)


def _saved(picture: object) -> bytes:
    from PIL.Image import Image as Picture

    assert isinstance(picture, Picture)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()
