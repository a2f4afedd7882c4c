"""Reduces pictures to their visible parts: through a window, or drawn at a small scale."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from operator import is_

from printgen.base.units import Box, Matrix, inverse, mm
from printgen.drawing.extent import Leaf, around, box_of, extent, transform_box
from printgen.drawing.model import Group, Item, Outline, Path, Place, Rect, Text
from printgen.drawing.outlines import bounds, parts_of
from printgen.drawing.tints import lightest, luminance

_MANY_STEPS = 24  # An outline of fewer steps is kept as it is; one of as many or more is looked through part by part.
_SMALL_GROUP = 0.25  # A group that is no larger than this share of a window's area is kept whole.


class Windows:
    """Crops the same pictures repeatedly; caches the box of each item and group."""

    def __init__(self) -> None:
        self._group_boxes: dict[Group, Box] = {}
        self._leaf_boxes: dict[Leaf, Box] = {}
        self._parts: dict[Outline, list[tuple[Outline, Box]]] = {}

    def crop(self, items: Iterable[Item], window: Box) -> tuple[Item, ...]:
        """The items visible in a window, given in their coordinates."""
        return tuple(self._crop(items, window))

    def _crop(self, items: Iterable[Item], window: Box) -> Iterator[Item]:
        for item in items:
            if isinstance(item, Place):
                placed = self._crop_group(item, window)
                if placed is not None:
                    yield placed
                continue
            box = self._leaf_box(item)
            if not _meet(box, window):
                continue
            if isinstance(item, Path) and len(item.outline) >= _MANY_STEPS and not window.holds(box):
                reach = max(0.0, bounds(item.outline).x - box.x)
                item = item._replace(outline=self._parts_near(item.outline, window.grown(reach)))
            yield item

    def _crop_group(self, item: Place, window: Box) -> Place | None:
        """A group cropped to a window; None if none of it is visible."""
        group, (a, b, c, d, *_) = item.group, item.matrix
        if a * d == b * c:
            return None  # It is flat.
        inner_window, box = transform_box(window, inverse(item.matrix)), self._group_box(group)
        if not _meet(box, inner_window):
            return None
        if inner_window.holds(box) or box.w * box.h <= _SMALL_GROUP * inner_window.w * inner_window.h:
            return item
        if group.clip is not None:
            inner_window = inner_window.common(bounds(group.clip))
        items = self.crop(group.items, inner_window)
        if not items:
            return None
        if len(items) == len(group.items) and all(map(is_, items, group.items)):
            return item
        return Place(type(group)(items, group.clip, group.even_odd, group.opacity, group.blend), item.matrix)

    def _leaf_box(self, item: Leaf) -> Box:
        box = self._leaf_boxes.get(item)
        if box is None:
            box = self._leaf_boxes[item] = box_of(item)
        return box

    def _group_box(self, group: Group) -> Box:
        """The box of all that a group shows, in its own coordinates; for a clipped one, that of its clip."""
        box = self._group_boxes.get(group)
        if box is None:
            box = around(self._boxes(group.items)) if group.clip is None else bounds(group.clip)
            self._group_boxes[group] = box
        return box

    def _boxes(self, items: Iterable[Item]) -> Iterator[Box]:
        for item in items:
            if isinstance(item, Place):
                yield transform_box(self._group_box(item.group), item.matrix)
            else:
                yield self._leaf_box(item)

    def _parts_near(self, outline: Outline, window: Box) -> Outline:
        """The parts of an outline that meet a window: no others change its fill there."""
        parts = self._parts.get(outline)
        if parts is None:
            parts = self._parts[outline] = [(part, bounds(part)) for part in parts_of(outline)]
        return tuple(step for part, box in parts if _meet(box, window) for step in part)


def _meet(box: Box, window: Box) -> bool:
    """Whether a box, which may be a line or a point, meets a window."""
    across = box.x <= window.right and window.x <= box.right
    return across and box.y <= window.bottom and window.y <= box.bottom


def window_of(box: Box, matrix: Matrix) -> Box:
    """A window on a page in the coordinates of items placed by a matrix."""
    return transform_box(box, inverse(matrix))


HAIRLINE = 0.25
"""The width, in points, under which lines break up or vanish in print."""
OUTLINE = 0.35
"""The least width, in points, of the outlines of small pictures that people play on."""
_SPECK, _MOTE = mm(0.35), mm(0.75)  # Shapes, and groups, that are smaller on paper than this are left out; in points.
_LEGIBLE = 2.0  # Letters of a smaller size on paper are left out; in points.
_SCALE_STEP = 1.2
"""Scales that differ by less than this factor count as one, so that a group is reduced once for all of them."""
_MANY_PARTS = 200  # Of an outline of more parts, the first few stand for all: it is a screen of dots.
_FEW_ITEMS = 40  # A group of more items is never too small to be drawn.
_TEXTURE = 4  # Fine lines in so many parts, or more, are a texture, which would run into one tone.
_SWAMPED = 2.0  # Lines around a colour that would have to become so many times as wide would hide it.
_PALE = 0.9  # What is lighter than this, as a luminance from 0 to 1, is known by the lines around it alone.


class Reducer:
    """Draws pictures small; caches its results by group and scale.

    `outlines` is the least width of lines around filled shapes, in points. A `whole` reduction loses nothing; a `bare`
    one drops lines around colours that would hide them. Two reducers that draw alike are equal.
    """

    def __init__(self, outlines: float = HAIRLINE, whole: bool = False, bare: bool = False) -> None:
        self._outlines, self._whole, self._bare = outlines, whole, bare
        self._reduced: dict[tuple[Group, int], Group] = {}
        self._sizes: dict[Group, float] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reducer) and self._settings == other._settings

    def __hash__(self) -> int:
        return hash(self._settings)

    @property
    def _settings(self) -> tuple[float, bool, bool]:
        return self._outlines, self._whole, self._bare

    def reduce(self, group: Group, share: float) -> Group:
        """A group drawn at a share of its size."""
        step = math.floor(math.log(share, _SCALE_STEP))
        reduced = self._reduced.get((group, step))
        if reduced is None:
            items = tuple(self._reduce_items(group.items, share, _SCALE_STEP**step))
            # A group of a class of its own, such as a code that can be scanned, stays one.
            reduced = type(group)(items, group.clip, group.even_odd, group.opacity, group.blend)
            self._reduced[group, step] = reduced
        return reduced

    def later(self, group: Group, share: float = 1.0) -> Group:
        """The reduced group, made when it is first needed."""
        return Group(_Reduction(self, group, group.key, share))

    def _reduce_items(self, items: Iterable[Item], share: float, scale: float) -> Iterator[Item]:
        """Items at a share of their size; `scale` is the smallest share that counts as this one."""
        for item in items:
            if isinstance(item, Place):
                factor = math.sqrt(abs(item.matrix[0] * item.matrix[3] - item.matrix[1] * item.matrix[2]))
                if factor == 0 or (not self._whole and factor * scale * self._size(item.group) < _MOTE):
                    continue
                reduced = self.reduce(item.group, share * factor)
                if reduced.items:
                    yield Place(reduced, item.matrix)
            elif self._whole:
                yield self._widen(item, scale)
            elif isinstance(item, Text):
                if item.size * scale * _SCALE_STEP >= _LEGIBLE:
                    yield item
            elif max(box_of(item)[2:]) * scale * _SCALE_STEP >= _SPECK:
                if isinstance(item, Path) and (item.fill is None or len(item.outline) > _MANY_STEPS):
                    yield from self._reduce_outline(item, scale)
                else:
                    yield self._widen(item, scale)

    def _size(self, group: Group) -> float:
        """The longer side of a group of few items; infinite for one with many items, or with groups in it."""
        size = self._sizes.get(group)
        if size is None:
            is_simple = len(group.items) <= _FEW_ITEMS and not any(isinstance(item, Place) for item in group.items)
            size = self._sizes[group] = max(extent(group.items)[2:]) if is_simple else math.inf
        return size

    def _reduce_outline(self, item: Path, scale: float) -> Iterator[Item]:
        """A shape of many parts, or of lines only: without specks; nothing for a fine texture."""
        line, smallest = item.stroke, _SPECK / scale / _SCALE_STEP
        width, dash = (line.width, line.dash) if line else (0.0, ())
        count = sum(step[0] == "M" for step in item.outline)
        if line and item.fill is None and width * scale < HAIRLINE and (count >= _TEXTURE or dash):
            return
        if dash and max(dash) + width < smallest:
            return
        if count > _MANY_PARTS:
            first_parts = parts_of(item.outline[:_MANY_STEPS])
            if all(max(bounds(part)[2:]) + width < smallest for part in first_parts):
                return
        parts = parts_of(item.outline) if count > 1 else ()
        large_parts = [part for part in parts if max(bounds(part)[2:]) + width >= smallest]
        if count <= 1 or len(large_parts) == count:
            yield self._widen(item, scale)
        elif large_parts:
            yield self._widen(item._replace(outline=tuple(step for part in large_parts for step in part)), scale)

    def _widen(self, item: Item, scale: float) -> Item:
        """An item whose line is at least as wide as can be printed."""
        if not isinstance(item, Path | Rect) or item.stroke is None:
            return item
        line, narrowest = item.stroke, self._outlines if item.fill else HAIRLINE
        # Wider dots would change the tone.
        if line.width * scale >= narrowest or is_dotted(item):
            return item
        is_swamped = self._bare and line.width * scale * _SWAMPED < narrowest
        if is_swamped and item.fill and luminance(lightest(item.fill)) < _PALE:
            return item._replace(stroke=None)
        return item._replace(stroke=line._replace(width=narrowest / scale))


@dataclass(frozen=True, slots=True)
class _Reduction:
    """Paints a group at a share of its size."""

    reducer: Reducer
    group: Group = field(compare=False)
    key: Hashable
    """That of the group: comparing paints nothing."""
    share: float

    def __call__(self) -> tuple[Item, ...]:
        return self.reducer.reduce(self.group, self.share).items


def is_dotted(item: Path | Rect) -> bool:
    """Whether an item is a screen of dots: lines of no length with round ends."""
    line = item.stroke
    if line is None or line.cap != "round" or item.fill is not None or not isinstance(item, Path):
        return False
    return bool(line.dash) or (len(item.outline) > _MANY_STEPS and item.outline[1][0] != "C")
