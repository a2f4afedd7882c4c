"""Ink saving: pictures in colour come in; the same pictures as line drawings with a few light greys come out."""

from __future__ import annotations

import io
from collections.abc import Callable

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.model import Gradient, Group, Image, Item, Paint, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import rectangle
from printgen.drawing.tints import lightest, luminance, rgb

# Tones of a figure by how bright they were: (luminance above which, grey).
_GREYS = ((0.16, "#FFFFFF"), (0.055, "#EFEFEF"), (0.022, "#DEDEDE"), (0.0125, "#ACACAC"), (-1.0, "#3C3C3C"))
_LINES = ((0.5, "#FFFFFF"), (0.05, "#9A9A9A"), (-1.0, "#000000"))
_FAINT = "#B4B4B4"
# Greys of what a map shows: of its fills, and of its lines. What differs less between red, green and blue is grey.
_LIGHT = ((0.3, "#FFFFFF"), (0.08, "#EEEEEE"), (-1.0, "#D0D0D0"))
_DRAWN = ((0.4, "#C4C4C4"), (-1.0, "#8E8E8E"))
_NEUTRAL = 0.03
BLACK = "#000000"
"""What line art is drawn in."""


def _redrawn(group: Group, width: float, drawn: Callable[[Item, float], Item | None], clipped: bool = True) -> Group:
    """A group with every item drawn in another way, or left out where that is None.

    Lines of `width` keep it where a place scales them. `clipped` says whether to keep groups that are clipped.
    """
    items: list[Item | None] = []
    for item in group.items:
        if not isinstance(item, Place):
            items.append(drawn(item, width))
        elif clipped or item.group.clip is None:
            grown = max(abs(item.matrix[0]), abs(item.matrix[1]), 1e-6)
            items.append(Place(_redrawn(item.group, width / grown, drawn, clipped), item.matrix))
    kept = tuple(item for item in items if item is not None)
    return Group(kept, group.clip, group.even_odd, group.opacity, group.blend)


def faint(group: Group) -> Group:
    """A backdrop in thin grey outlines on white; halftones vanish."""

    def thin(item: Item, width: float) -> Item | None:
        if isinstance(item, Rect):
            item = Path(rectangle(Box(*item[:4])), "#FFFFFF")
        if isinstance(item, Path):
            if item.stroke and item.stroke.dash and not item.fill:
                return None
            return item._replace(fill="#FFFFFF" if item.fill else None, stroke=Stroke(_FAINT, width))
        return item

    return _redrawn(group, mm(0.14), thin)


def whitened(group: Group) -> Group:
    """A silhouette in white, which covers what lies behind it."""

    def white(item: Item, width: float) -> Item:
        if isinstance(item, Path) and item.stroke:
            return item._replace(fill="#FFFFFF" if item.fill else None, stroke=item.stroke._replace(color="#FFFFFF"))
        return item

    return _redrawn(group, 1.0, white)


def silhouette(group: Group, color: str) -> Group:
    """A group all in one colour, as far as it shows; pictures, too."""

    def paint(old: Paint | None) -> Paint | None:
        if isinstance(old, Gradient):
            return old._replace(stops=tuple((at, f"{color}{stop[7:]}") for at, stop in old.stops))
        return f"{color}{old[7:]}" if old else None

    def dark(item: Item, width: float) -> Item:
        if isinstance(item, Image):
            return item._replace(data=_dot(color)) if item.mask else Rect(*item[:4], color)
        if isinstance(item, Text):
            return item._replace(color=f"{color}{item.color[7:]}")
        if isinstance(item, Place):
            return item
        line = item.stroke
        return item._replace(fill=paint(item.fill), stroke=line and line._replace(color=paint(line.color) or color))

    return _redrawn(group, 1.0, dark)


def _dot(color: str) -> bytes:
    """A PNG of one dot."""
    from PIL import Image as Pictures

    buffer = io.BytesIO()
    Pictures.new("RGB", (1, 1), color).save(buffer, "PNG")
    return buffer.getvalue()


def greyed(group: Group) -> Group:
    """A drawing whose colours are light greys, and grey lines; what is black, white or grey stays as it is."""

    def grey(item: Item, width: float) -> Item:
        if not isinstance(item, Path):
            return item
        fill, line = item.fill and lightest(item.fill), item.stroke and lightest(item.stroke.color)
        if fill and _colored(fill):
            item = item._replace(fill=_tone(fill, _LIGHT))
        if item.stroke and line and _colored(line):
            item = item._replace(stroke=item.stroke._replace(color=_tone(line, _DRAWN)))
        return item

    return _redrawn(group, 1.0, grey)


def _colored(color: str) -> bool:
    return max(rgb(color)) - min(rgb(color)) > _NEUTRAL


def _tone(color: str, tones: tuple[tuple[float, str], ...]) -> str:
    bright = luminance(color)
    return next(grey for above, grey in tones if bright > above)


def tone_of(color: str) -> str:
    """The grey of line art that stands for the colour of a thing."""
    return _tone(color, _GREYS)


def tone_of_line(color: str) -> str:
    """The grey of line art that stands for the colour of a line."""
    return _tone(color, _LINES)
