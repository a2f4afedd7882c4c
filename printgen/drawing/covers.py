"""Items and points come in; which of the points the items cover, so that nothing shows through, goes out."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from printgen.base.geometry import Box, apply, inverse
from printgen.drawing.extent import around, moved
from printgen.drawing.flattening import Point, flattened
from printgen.drawing.grounds import Grounds
from printgen.drawing.model import Gradient, Group, Image, Item, Outline, Paint, Path, Place, Rect, Stroke
from printgen.drawing.outlines import bounds, parts_of, rectangle
from printgen.drawing.tints import alpha

OPAQUE = 0.7
"""What shows more than this share of what lies under it hides nothing."""
# A narrower line, in points, crosses letters out; curves of lines are followed so closely.
_WIDE, _ROUGH = 1.5, 0.5

Dot = tuple[int, float, float]
"""A point with its number."""


class Covers:
    """Looks at items by their true shapes; keeps what it has found out. Art is painted for it only if it `paints`."""

    def __init__(self, grounds: Grounds, paints: bool) -> None:
        self._grounds, self._paints = grounds, paints
        self._boxes: dict[int, tuple[Group, Box | None]] = {}
        self._masks: dict[int, tuple[bytes, Any]] = {}

    def box(self, item: Item) -> Box | None:
        """The box of what an item may cover; None where it covers nothing."""
        if isinstance(item, Place):
            (a, b, c, d, *_), group = item.matrix, item.group
            if a * d == b * c or group.blend != "normal" or group.opacity < OPAQUE:
                return None
            if (picture := self._grounds.picture_box(group)) is not None:
                return picture
            inner = self._extent(group) if group.painted or self._paints else None
            return moved(inner, item.matrix) if inner else None
        if isinstance(item, Image):
            return Box(*item[:4])
        if not isinstance(item, Rect | Path):
            return None
        wide = item.stroke.width / 2 if item.stroke and _is_wide(item.stroke) else 0.0
        if not wide and not _is_solid(item.fill):
            return None
        return (Box(*item[:4]) if isinstance(item, Rect) else self._grounds.box(item.outline)).grown(wide)

    def _extent(self, group: Group) -> Box | None:
        if id(group) not in self._boxes:
            boxes = [box for item in group.items if (box := self.box(item))]
            whole = around(boxes) if boxes else None
            if whole and group.clip is not None:
                whole = whole.common(bounds(group.clip))
            self._boxes[id(group)] = group, whole if whole and min(whole.w, whole.h) > 0 else None
        return self._boxes[id(group)][1]

    def dots(self, item: Item, dots: Sequence[Dot]) -> set[int]:
        """The numbers of the points that an item covers."""
        box = self.box(item)
        if box is None or not (dots := [dot for dot in dots if _within(box, dot)]):
            return set()
        if isinstance(item, Place):
            return self._in_group(item, dots)
        if isinstance(item, Image):
            return {n for n, x, y in dots if self._shows(item, x, y)}
        assert isinstance(item, Rect | Path)
        found: set[int] = set()
        if _is_solid(item.fill):
            found = {n for n, *_ in dots} if isinstance(item, Rect) else self.inside(item.outline, item.even_odd, dots)
        if item.stroke and _is_wide(item.stroke):
            edges = [*_edges(rectangle(Box(*item[:4])) if isinstance(item, Rect) else item.outline)]
            wide = item.stroke.width / 2
            found |= {n for n, x, y in dots if any(_distance(x, y, *edge) <= wide for edge in edges)}
        return found

    def inside(self, outline: Outline, even_odd: bool, dots: Sequence[Dot]) -> set[int]:
        """The numbers of the points inside an outline: all are or none is, where no edge comes between them."""
        around_dots = _around(dots)
        edges = (edge for part in self._grounds.shape(outline) for edge in pairwise((*part, part[0])))
        if not any(_crosses(around_dots, *edge) for edge in edges):
            _, x, y = dots[0]
            return {n for n, *_ in dots} if self._grounds.encloses(outline, even_odd, x, y) else set()
        return {n for n, x, y in dots if self._grounds.encloses(outline, even_odd, x, y)}

    def _in_group(self, item: Place, dots: Sequence[Dot]) -> set[int]:
        group, back = item.group, inverse(item.matrix)
        left = [(n, *apply(back, x, y)) for n, x, y in dots]
        if group.clip is not None:
            shown = self.inside(group.clip, group.even_odd, left)
            left = [dot for dot in left if dot[0] in shown]
        found: set[int] = set()
        for inner in reversed(group.items):
            if not left:
                break
            found |= (covered := self.dots(inner, left))
            left = [dot for dot in left if dot[0] not in covered] if covered else left
        return found

    def _shows(self, image: Image, x: float, y: float) -> bool:
        """Whether a picture hides what lies under a point of it."""
        if not image.mask or not image.w or not image.h:
            return True
        if id(image.mask) not in self._masks:
            from PIL import Image as Pictures

            self._masks[id(image.mask)] = image.mask, Pictures.open(io.BytesIO(image.mask)).convert("L")
        mask = self._masks[id(image.mask)][1]
        across, down = (x - image.x) / image.w * mask.width, (y - image.y) / image.h * mask.height
        shown: int = mask.getpixel((min(int(across), mask.width - 1), min(int(down), mask.height - 1)))
        return shown >= OPAQUE * 255


def _is_solid(paint: Paint | None) -> bool:
    colors = [color for _, color in paint.stops] if isinstance(paint, Gradient) else [paint] if paint else []
    return bool(colors) and min(map(alpha, colors)) >= OPAQUE


def _is_wide(line: Stroke) -> bool:
    return line.width >= _WIDE and not line.dash and _is_solid(line.color)


def _edges(outline: Outline) -> Iterator[tuple[Point, Point]]:
    """The straight edges along an outline, in which curves are followed closely enough to know what a line hides."""
    for part in parts_of(outline):
        for points in flattened(part, _ROUGH, least=2):
            yield from pairwise((*points, points[0]) if part[-1][0] == "Z" else points)


def _within(box: Box, dot: Dot) -> bool:
    return box.x <= dot[1] <= box.right and box.y <= dot[2] <= box.bottom


def _around(dots: Iterable[Dot]) -> Box:
    _, xs, ys = zip(*dots, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _crosses(box: Box, start: Point, end: Point) -> bool:
    """Whether an edge comes near to a box."""
    (x0, y0), (x1, y1) = start, end
    return not (max(x0, x1) < box.x or min(x0, x1) > box.right or max(y0, y1) < box.y or min(y0, y1) > box.bottom)


def _distance(x: float, y: float, start: Point, end: Point) -> float:
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    share = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy or 1.0)))
    return math.hypot(x - x0 - share * dx, y - y0 - share * dy)
