"""A picture and a scale come in; the picture as it is worth drawing so small goes out.

What would be a speck on paper goes, words nobody could read go, and no line is thinner than a printer can hold. Groups
that return at nearly one scale stay one group, which writers store once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from printgen.base.geometry import Matrix
from printgen.base.units import mm
from printgen.drawing.extent import box_of, extent
from printgen.drawing.model import Group, Item, Outline, Path, Place, Rect, Text
from printgen.drawing.outlines import bounds, parts_of

HAIRLINE = 0.25
"""The width, in points, under which lines break up or vanish in print."""
_SPECK, _MOTE = mm(0.35), mm(0.75)
_LEGIBLE = 2.0
# Scales that are so near to each other, as a factor, count as one.
_STEP = 1.3
# Outlines of more steps are looked through for parts that are specks; of more parts, one after the other is not.
_LONG, _MANY = 24, 200
# Things of more parts than this are never too small.
_FEW = 40
# Fine lines in so many parts, or more, are a texture, which would run into one tone.
_TEXTURE = 4


class Reducer:
    """Draws pictures small; keeps what it has made of each group at each scale."""

    def __init__(self, least: float = HAIRLINE) -> None:
        self._least = least
        self._known: dict[tuple[int, int], tuple[Group, Group]] = {}
        self._sizes: dict[int, tuple[Group, float]] = {}

    def reduced(self, group: Group, share: float) -> Group:
        """A group that is drawn at a share of its size."""
        return self._group(group, math.floor(math.log(share, _STEP)))

    def _group(self, group: Group, step: int) -> Group:
        known = self._known.get((id(group), step))
        if known is None:
            items = tuple(self._items(group.items, step))
            made = Group(items, group.clip, group.even_odd, group.opacity, group.blend)
            # The group is kept beside what was made of it, so that its id is given to no other.
            known = self._known[id(group), step] = group, made
        return known[1]

    def _items(self, items: Iterable[Item], step: int) -> Iterator[Item]:
        scale = _STEP**step
        for item in items:
            if isinstance(item, Place):
                grown = _grown(item.matrix)
                if grown * scale * self._size(item.group) < _MOTE:
                    continue
                made = self._group(item.group, step + round(math.log(grown, _STEP)))
                if made.items:
                    yield Place(made, item.matrix)
            elif isinstance(item, Text):
                if item.size * scale * _STEP >= _LEGIBLE:
                    yield item
            elif max(box_of(item)[2:]) * scale * _STEP >= _SPECK:
                if isinstance(item, Path) and (item.fill is None or len(item.outline) > _LONG):
                    yield from self._outlined(item, scale)
                else:
                    yield self._widened(item, scale)

    def _size(self, group: Group) -> float:
        """How wide or high a group of a few items is; of one with more, or with groups in it, that is not asked."""
        known = self._sizes.get(id(group))
        if known is None:
            few = len(group.items) <= _FEW and not any(isinstance(item, Place) for item in group.items)
            size = max(extent(group.items)[2:]) if few else math.inf
            known = self._sizes[id(group)] = group, size
        return known[1]

    def _outlined(self, item: Path, scale: float) -> Iterator[Item]:
        """A shape of many parts, or of lines only: without specks, and nothing where it is a fine texture."""
        line, least = item.stroke, _SPECK / scale / _STEP
        wide, dash = (line.width, line.dash) if line else (0.0, ())
        count = sum(step[0] == "M" for step in item.outline)
        if line and item.fill is None and wide * scale < self._least and (count >= _TEXTURE or dash):
            return
        if dash and max(dash) + wide < least:
            return
        # The first parts of a screen of dots are as all of them.
        if count > _MANY and all(_across(part) + wide < least for part in parts_of(item.outline[:_LONG])):
            return
        shown = [part for part in parts_of(item.outline) if _across(part) + wide >= least] if count > 1 else []
        if count <= 1 or len(shown) == count:
            yield self._widened(item, scale)
        elif shown:
            yield self._widened(item._replace(outline=tuple(step for part in shown for step in part)), scale)

    def _widened(self, item: Item, scale: float) -> Item:
        """An item whose line is no thinner than can be printed."""
        if isinstance(item, Path | Rect) and (line := item.stroke) and line.width * scale < self._least:
            return item._replace(stroke=line._replace(width=self._least / scale))
        return item


def _across(outline: Outline) -> float:
    """How wide or high an outline is."""
    return max(bounds(outline)[2:])


def _grown(matrix: Matrix) -> float:
    """How many times as large a matrix draws what it places."""
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
