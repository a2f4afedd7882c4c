"""Ink saving: pictures in colour come in; the same pictures as line drawings with a few light greys come out."""

from __future__ import annotations

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.colors import luminance
from printgen.drawing.model import Group, Item, Path, Place, Rect, Stroke
from printgen.drawing.outlines import rectangle

# Tones of a figure by how bright they were: (luminance above which, grey).
_GREYS = ((0.16, "#FFFFFF"), (0.055, "#E2E2E2"), (0.022, "#BEBEBE"), (0.0125, "#6A6A6A"), (-1.0, "#15171A"))
_FAINT = "#A5A5A5"
_INK = "#15171A"


def grey_for(color: str) -> str:
    """The light grey that stands for a colour."""
    bright = luminance(color)
    return next(grey for above, grey in _GREYS if bright > above)


def faint(group: Group) -> Group:
    """A backdrop in thin grey outlines on white; halftones vanish."""
    return Group(tuple(thin for item in group.items for thin in _faint(item)), group.clip)


def _faint(item: Item) -> tuple[Item, ...]:
    line = Stroke(_FAINT, mm(0.14))
    if isinstance(item, Place):
        # A scaled piece keeps the weight of the lines around it.
        grown = max(abs(item.matrix[0]), abs(item.matrix[1]), 1e-6)
        return (Place(_weighted(item.group, line.width / grown), item.matrix),)
    if isinstance(item, Rect):
        return (Path(rectangle(Box(item.x, item.y, item.w, item.h)), "#FFFFFF", line),)
    if isinstance(item, Path):
        if item.stroke and item.stroke.dash and not item.fill:
            return ()
        return (item._replace(fill="#FFFFFF" if item.fill else None, stroke=line),)
    return (item,)


def _weighted(group: Group, width: float) -> Group:
    def thin(item: Item) -> Item:
        if isinstance(item, Path):
            return item._replace(fill="#FFFFFF" if item.fill else None, stroke=Stroke(_FAINT, width))
        if isinstance(item, Place):
            grown = max(abs(item.matrix[0]), abs(item.matrix[1]), 1e-6)
            return Place(_weighted(item.group, width / grown), item.matrix)
        return item

    return Group(tuple(thin(item) for item in group.items), group.clip)


def whitened(group: Group) -> Group:
    """A silhouette in white, which covers what lies behind it."""

    def white(item: Item) -> Item:
        if isinstance(item, Place):
            return Place(whitened(item.group), item.matrix)
        if isinstance(item, Path) and item.stroke:
            return item._replace(fill="#FFFFFF" if item.fill else None, stroke=item.stroke._replace(color="#FFFFFF"))
        return item

    return Group(tuple(white(item) for item in group.items), group.clip)


def lined(group: Group, width: float) -> Group:
    """A figure in greys with ink outlines of `width`, in the group's own units; patterns vanish."""

    def line(item: Item) -> Item:
        if isinstance(item, Path):
            if item.fill:
                return item._replace(fill=grey_for(item.fill), stroke=Stroke(_INK, width, (), "round", "round"))
            if item.stroke:
                bright = luminance(item.stroke.color)
                color = "#FFFFFF" if bright > 0.5 else "#8A8A8A" if bright > 0.05 else _INK
                return item._replace(stroke=item.stroke._replace(color=color))
        if isinstance(item, Place):
            return Place(lined(item.group, width / max(abs(item.matrix[0]), abs(item.matrix[1]), 1e-6)), item.matrix)
        return item

    kept = tuple(item for item in group.items if not (isinstance(item, Place) and item.group.clip is not None))
    return Group(tuple(line(item) for item in kept), group.clip)
