"""Ink saving: pictures in colour come in; the same pictures as line drawings with a few light greys come out."""

from __future__ import annotations

from collections.abc import Callable

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.model import Group, Item, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import rectangle
from printgen.drawing.tints import luminance

# Tones of a figure by how bright they were: (luminance above which, grey).
_GREYS = ((0.16, "#FFFFFF"), (0.055, "#E2E2E2"), (0.022, "#BEBEBE"), (0.0125, "#6A6A6A"), (-1.0, "#15171A"))
_FAINT = "#A5A5A5"
_INK = "#15171A"


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
    return Group(tuple(item for item in items if item is not None), group.clip, group.even_odd)


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


def shadowed(items: tuple[Item, ...], color: str) -> tuple[Item, ...]:
    """The shadow of a picture: all that it paints in one colour."""

    def dark(item: Item, width: float) -> Item:
        if isinstance(item, Rect | Path):
            stroke = item.stroke._replace(color=color) if item.stroke else None
            return item._replace(fill=color if item.fill else None, stroke=stroke)
        return item._replace(color=color) if isinstance(item, Text) else item

    return _redrawn(Group(items), 1.0, dark).items


def lined(group: Group, width: float) -> Group:
    """A figure in greys with ink outlines of `width`, in the group's own units; patterns vanish."""

    def line(item: Item, width: float) -> Item:
        if isinstance(item, Path) and item.fill:
            bright = luminance(item.fill)
            grey = next(grey for above, grey in _GREYS if bright > above)
            return item._replace(fill=grey, stroke=Stroke(_INK, width, (), "round", "round"))
        if isinstance(item, Path) and item.stroke:
            bright = luminance(item.stroke.color)
            color = "#FFFFFF" if bright > 0.5 else "#8A8A8A" if bright > 0.05 else _INK
            return item._replace(stroke=item.stroke._replace(color=color))
        return item

    return _redrawn(group, width, line, clipped=False)
