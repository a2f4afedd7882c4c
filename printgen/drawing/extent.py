"""Items come in; the box that they cover goes out, in points: never too small, and cut by the clips in it."""

from __future__ import annotations

from collections.abc import Iterable

from printgen.base.geometry import IDENTITY, Box, Matrix, apply, compose
from printgen.drawing.model import Image, Item, Place, Rect, Text
from printgen.drawing.outlines import bounds
from printgen.drawing.walk import Leaf

_UP, _DOWN = 1.2, 0.4
"""How far letters reach over and under their baseline, as parts of their size."""


def moved(box: Box, matrix: Matrix) -> Box:
    """The upright box around a box that a matrix moves."""
    a, b, c, d, e, f = matrix
    if b == c == 0:  # Most are upright.
        left, right = sorted((a * box.x + e, a * box.right + e))
        top, bottom = sorted((d * box.y + f, d * box.bottom + f))
        return Box(left, top, right - left, bottom - top)
    corners = [apply(matrix, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def around(boxes: Iterable[Box]) -> Box:
    """The box around boxes; of none it is empty."""
    known = list(boxes) or [Box(0, 0, 0, 0)]
    x, y = min(box.x for box in known), min(box.y for box in known)
    return Box(x, y, max(box.right for box in known) - x, max(box.bottom for box in known) - y)


def extent(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Box:
    """The box around all that items paint."""
    return around(_boxes(items, matrix))


def _boxes(items: Iterable[Item], matrix: Matrix) -> Iterable[Box]:
    for item in items:
        if isinstance(item, Place):
            whole = compose(matrix, item.matrix)
            inner = extent(item.group.items, whole)
            if item.group.clip is not None:
                inner = inner.common(moved(bounds(item.group.clip), whole))
            if inner.w > 0 and inner.h > 0:
                yield inner
        else:
            yield moved(box_of(item), matrix)


def box_of(item: Leaf) -> Box:
    """The box around what an item paints that is no group."""
    if isinstance(item, Text):
        long = item.width + max(0.0, item.tracking) * len(item.text)
        return Box(item.x, item.y - _UP * item.size, long, (_UP + _DOWN) * item.size).grown(item.size * _DOWN)
    if isinstance(item, Image):
        return Box(*item[:4])
    box = Box(*item[:4]) if isinstance(item, Rect) else bounds(item.outline)
    if item.stroke is None:
        return box
    # A pointed corner reaches further than half the line.
    pointed = item.stroke.miter if item.stroke.join == "miter" and not isinstance(item, Rect) else 1.5
    return box.grown(item.stroke.width / 2 * max(1.5, pointed))
