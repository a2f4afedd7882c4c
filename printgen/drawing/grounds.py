"""Examines points of a picture: the colour there, and the items that cover it."""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from printgen.base.units import Box, Matrix, apply, inverse
from printgen.drawing.extent import around, transform_box
from printgen.drawing.model import Copies, Gradient, Group, Image, Item, Outline, Paint, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import Point, bounds, edge_distance, flatten, parts_of, rectangle
from printgen.drawing.tints import alpha, mix

PAPER = "#FFFFFF"
OPAQUE = 0.7
"""What shows less than this share of itself hides nothing that lies under it."""
_ROUGH = 0.5
"""How far the edges that stand for a curve may stray from it, in points: enough to know what lies under a letter."""
_ANYWHERE = Box(-1e9, -1e9, 2e9, 2e9)
_WIDE_LINE = 1.5  # A narrower line, in points, crosses letters out and hides none.

Dot = tuple[int, float, float]
"""A point with its number."""


class PaintedItems:
    """Items from the bottom up, with the boxes that they fill; more may be added on top."""

    __slots__ = ("_boxes", "_count", "_items")

    def __init__(self, items: Sequence[Item]) -> None:
        self._items, self._count = items, 0
        self._boxes: list[tuple[float, float, float, float, Item]] = []

    def at(self, x: float, y: float, filled_by: Callable[[Item], Box | None]) -> list[Item]:
        """The items whose box contains a point, from the top down; `filled_by` gives an item's box."""
        for item in self._items[self._count :]:
            self._count += 1
            if box := filled_by(item):
                self._boxes.append((*box, item))
        return [
            item for left, top, w, h, item in reversed(self._boxes) if left <= x <= left + w and top <= y <= top + h
        ]


Layer = tuple[PaintedItems, Matrix]
"""Items, and the matrix that moves a point to where it is among them."""


class Grounds:
    """Finds the colour of points; caches what it computes about outlines and groups."""

    def __init__(self) -> None:
        self._boxes: dict[Outline, Box] = {}
        self._polygons: dict[Outline, tuple[tuple[Point, ...], ...]] = {}
        self._pictures = Copies[Group, Box | None]()
        self._extents = Copies[Group, Box | None]()
        self._insides = Copies[Group, PaintedItems | None]()

    def add_picture(self, items: Iterable[Item], box: Box) -> None:
        """Remember that these items are an opaque picture in a box, whose colours are not examined."""
        for item in items:
            if isinstance(item, Place):
                self._pictures[item.group] = box

    def picture_box(self, group: Group) -> Box | None:
        """The box that a picture fills where it is placed; None for a group that is no picture."""
        return self._pictures.get(group, None)

    def under(self, layers: Iterable[Layer], x: float, y: float) -> str | None:
        """The colour of a point, the first layer on top; None where it varies, as in a picture."""
        colors: list[str] = []
        for items, matrix in layers:
            for color in self._colors_at(items, *apply(matrix, x, y)):
                if color is None:
                    return None
                colors.append(color)
                if len(color) == len(PAPER):
                    return _blend(colors)
        return _blend([*colors, PAPER])

    def _colors_at(self, items: PaintedItems, x: float, y: float) -> Iterator[str | None]:
        """The colours at a point, from the top down; None for a picture or the like."""
        for item in items.at(x, y, self._filled_by):
            if isinstance(item, Place):
                yield from self._colors_in_group(item, x, y)
            elif isinstance(item, Image):
                yield None
            elif isinstance(item, Rect) or (
                isinstance(item, Path) and self.encloses(item.outline, item.even_odd, x, y)
            ):
                yield None if isinstance(item.fill, Gradient) else item.fill

    def _colors_in_group(self, item: Place, x: float, y: float) -> Iterator[str | None]:
        group, (a, b, c, d, *_) = item.group, item.matrix
        if self.picture_box(group) is not None:
            yield None
            return
        if a * d == b * c:
            return
        x, y = apply(inverse(item.matrix), x, y)
        if group.clip is not None and not self.encloses(group.clip, group.even_odd, x, y):
            return
        if not group.is_painted:
            yield None
            return
        items = self._insides.get(group, None)
        if items is None:
            items = self._insides[group] = PaintedItems(group.items)
        if group.plain:
            yield from self._colors_at(items, x, y)
        elif any(True for _ in self._colors_at(items, x, y)):
            yield None

    def _filled_box(self, group: Group) -> Box:
        """The box around all that a group fills; infinite while the group is not painted."""
        box = self._extents.get(group, None)
        if box is None:
            if not group.is_painted:
                return _ANYWHERE
            boxes = [box for item in group.items if (box := self._filled_by(item))]
            box = self._extents[group] = around(boxes).grown(_ROUGH) if boxes else Box(0, 0, 0, 0)
        return box

    def _filled_by(self, item: Item) -> Box | None:
        """The box that an item fills; None if it fills nothing."""
        if isinstance(item, Place):
            return self.picture_box(item.group) or transform_box(self._filled_box(item.group), item.matrix)
        if isinstance(item, Text) or (isinstance(item, Rect | Path) and item.fill is None):
            return None
        return self.box(item.outline) if isinstance(item, Path) else Box(*item[:4])

    def box(self, outline: Outline) -> Box:
        """The box around an outline."""
        if outline not in self._boxes:
            self._boxes[outline] = bounds(outline)
        return self._boxes[outline]

    def polygons(self, outline: Outline) -> tuple[tuple[Point, ...], ...]:
        """The parts of an outline as closed polygons."""
        if outline not in self._polygons:
            self._polygons[outline] = flatten(outline, _ROUGH)
        return self._polygons[outline]

    def encloses(self, outline: Outline, even_odd: bool, x: float, y: float) -> bool:
        """Whether a point lies inside an outline, by the even-odd rule or else the nonzero rule."""
        if not _contains(self.box(outline), x, y):
            return False
        windings = [_winding_number(polygon, x, y) for polygon in self.polygons(outline)]
        return sum(map(abs, windings)) % 2 == 1 if even_odd else sum(windings) != 0


class Covers:
    """Finds the points that items cover, by their true shapes; art is painted for this only if it `paints`."""

    def __init__(self, grounds: Grounds, paints: bool) -> None:
        self._grounds, self._paints = grounds, paints
        self._boxes: dict[Hashable, Box | None] = {}
        self._masks: dict[bytes, Any] = {}

    def box(self, item: Item) -> Box | None:
        """The box that an item may cover; None if it covers nothing."""
        if isinstance(item, Place):
            (a, b, c, d, *_), group = item.matrix, item.group
            if a * d == b * c or group.blend != "normal" or group.opacity < OPAQUE:
                return None
            if (picture := self._grounds.picture_box(group)) is not None:
                return picture
            inner = self._group_box(group) if group.is_painted or self._paints else None
            return transform_box(inner, item.matrix) if inner else None
        if isinstance(item, Image):
            return Box(*item[:4])
        if not isinstance(item, Rect | Path):
            return None
        reach = item.stroke.width / 2 if item.stroke and _hides(item.stroke) else 0.0
        if not reach and not _is_solid(item.fill):
            return None
        return (Box(*item[:4]) if isinstance(item, Rect) else self._grounds.box(item.outline)).grown(reach)

    def _group_box(self, group: Group) -> Box | None:
        if group.key not in self._boxes:
            boxes = [box for item in group.items if (box := self.box(item))]
            whole = around(boxes) if boxes else None
            if whole and group.clip is not None:
                whole = whole.common(bounds(group.clip))
            self._boxes[group.key] = whole if whole and min(whole.w, whole.h) > 0 else None
        return self._boxes[group.key]

    def covered(self, item: Item, dots: Sequence[Dot]) -> set[int]:
        """The indices of the points that an item covers."""
        box = self.box(item)
        if box is None or not (dots := [dot for dot in dots if _contains(box, *dot[1:])]):
            return set()
        if isinstance(item, Place):
            return self._covered_by_group(item, dots)
        if isinstance(item, Image):
            return {number for number, x, y in dots if self._is_opaque_at(item, x, y)}
        assert isinstance(item, Rect | Path)
        numbers: set[int] = set()
        if _is_solid(item.fill):
            all_dots = {number for number, *_ in dots}
            numbers = all_dots if isinstance(item, Rect) else self.inside(item.outline, item.even_odd, dots)
        if item.stroke and _hides(item.stroke):
            edges = [*_edges(rectangle(Box(*item[:4])) if isinstance(item, Rect) else item.outline)]
            reach = item.stroke.width / 2
            numbers |= {number for number, x, y in dots if any(edge_distance(x, y, *edge) <= reach for edge in edges)}
        return numbers

    def inside(self, outline: Outline, even_odd: bool, dots: Sequence[Dot]) -> set[int]:
        """The indices of the points inside an outline; without an edge between them all or none are."""
        dots_box = _box_around(dots)
        edges = (edge for part in self._grounds.polygons(outline) for edge in pairwise((*part, part[0])))
        if not any(_comes_near(dots_box, *edge) for edge in edges):
            _, x, y = dots[0]
            return {number for number, *_ in dots} if self._grounds.encloses(outline, even_odd, x, y) else set()
        return {number for number, x, y in dots if self._grounds.encloses(outline, even_odd, x, y)}

    def _covered_by_group(self, item: Place, dots: Sequence[Dot]) -> set[int]:
        group, to_group = item.group, inverse(item.matrix)
        bare = [(number, *apply(to_group, x, y)) for number, x, y in dots]
        if group.clip is not None:
            shown = self.inside(group.clip, group.even_odd, bare)
            bare = [dot for dot in bare if dot[0] in shown]
        numbers: set[int] = set()
        for inner in reversed(group.items):
            if not bare:
                break
            if covered := self.covered(inner, bare):
                numbers |= covered
                bare = [dot for dot in bare if dot[0] not in covered]
        return numbers

    def _is_opaque_at(self, image: Image, x: float, y: float) -> bool:
        """Whether a picture is opaque at a point."""
        if not image.mask or not image.w or not image.h:
            return True
        if image.mask not in self._masks:
            from PIL import Image as Pictures

            self._masks[image.mask] = Pictures.open(io.BytesIO(image.mask)).convert("L")
        mask = self._masks[image.mask]
        column, row = (x - image.x) / image.w * mask.width, (y - image.y) / image.h * mask.height
        shown: int = mask.getpixel((min(int(column), mask.width - 1), min(int(row), mask.height - 1)))
        return shown >= OPAQUE * 255


def _contains(box: Box, x: float, y: float) -> bool:
    return box.x <= x <= box.right and box.y <= y <= box.bottom


def _winding_number(polygon: Sequence[Point], x: float, y: float) -> int:
    """How often a closed line winds around a point; the sign gives the direction."""
    windings, (x0, y0) = 0, polygon[-1]
    for x1, y1 in polygon:
        if (y0 <= y) != (y1 <= y) and (x1 - x0) * (y - y0) / (y1 - y0) + x0 > x:
            windings += 1 if y1 > y0 else -1
        x0, y0 = x1, y1
    return windings


def _blend(colors: Sequence[str]) -> str:
    """The colour that results from layers of colours, the top one first."""
    blended = colors[-1][: len(PAPER)]
    for color in reversed(colors[:-1]):
        blended = mix(blended, color[: len(PAPER)], alpha(color))
    return blended


def _is_solid(paint: Paint | None) -> bool:
    """Whether a paint is opaque everywhere."""
    colors = [color for _, color in paint.stops] if isinstance(paint, Gradient) else [paint] if paint else []
    return bool(colors) and min(map(alpha, colors)) >= OPAQUE


def _hides(line: Stroke) -> bool:
    return line.width >= _WIDE_LINE and not line.dash and _is_solid(line.color)


def _edges(outline: Outline) -> Iterator[tuple[Point, Point]]:
    """The straight edges along an outline, in place of its curves."""
    for part in parts_of(outline):
        for points in flatten(part, _ROUGH, minimum=2):
            yield from pairwise((*points, points[0]) if part[-1][0] == "Z" else points)


def _box_around(dots: Iterable[Dot]) -> Box:
    _, xs, ys = zip(*dots, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _comes_near(box: Box, start: Point, end: Point) -> bool:
    """Whether the box around an edge meets a box."""
    (x0, y0), (x1, y1) = start, end
    return not (max(x0, x1) < box.x or min(x0, x1) > box.right or max(y0, y1) < box.y or min(y0, y1) > box.bottom)
