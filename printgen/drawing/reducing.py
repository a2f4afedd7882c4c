"""A picture and a scale come in; the picture as it is worth drawing so small goes out.

No line is thinner than a printer can hold; and where a picture is only to be known again, what would be a speck on
paper goes, and words nobody could read. Groups that return at nearly one scale stay one group, which writers store
once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from printgen.base.geometry import Matrix
from printgen.base.units import mm
from printgen.drawing.extent import box_of, extent
from printgen.drawing.model import Group, Item, Outline, Path, Place, Rect, Text
from printgen.drawing.outlines import bounds, parts_of
from printgen.drawing.tints import lightest, luminance

HAIRLINE = 0.25
"""The width, in points, under which lines break up or vanish in print."""
OUTLINE = 0.35
"""The least width of the outlines of small pictures that people play on."""
_SPECK, _MOTE = mm(0.35), mm(0.75)
_LEGIBLE = 2.0
# Scales that are so near to each other, as a factor, count as one.
_STEP = 1.2
# Outlines of more steps are looked through for parts that are specks; of more parts, one after the other is not.
_LONG, _MANY = 24, 200
# Things of more parts than this are never too small.
_FEW = 40
# Fine lines in so many parts, or more, are a texture, which would run into one tone.
_TEXTURE = 4
# Lines around a colour that would have to be so many times as wide would hide it.
_SWAMPED = 2.0
# What is lighter than this, as a share of white, is known by the lines around it alone.
_PALE = 0.9


class Reducer:
    """Draws pictures small; keeps what it has made of each group at each scale.

    `outlines` is the least width of lines around what is filled, in points. What is `whole` loses nothing; where it is
    `bare`, colours go without lines around them that would hide them.
    """

    def __init__(self, outlines: float = HAIRLINE, whole: bool = False, bare: bool = False) -> None:
        self._outlines, self._whole, self._bare = outlines, whole, bare
        self._known: dict[tuple[int, int], tuple[Group, Group]] = {}
        self._sizes: dict[int, tuple[Group, float]] = {}

    def reduced(self, group: Group, share: float) -> Group:
        """A group that is drawn at a share of its size."""
        return self._group(group, share)

    def later(self, group: Group, share: float = 1.0) -> Group:
        """The same, made when somebody looks at it."""
        return Group(lambda: self.reduced(group, share).items)

    def _group(self, group: Group, share: float) -> Group:
        step = math.floor(math.log(share, _STEP))
        known = self._known.get((id(group), step))
        if known is None:
            items = tuple(self._items(group.items, share, _STEP**step))
            # A code that is made from what is drawn stays one, as it tells nothing of the picture.
            made = type(group)(items, group.clip, group.even_odd, group.opacity, group.blend)
            # The group is kept beside what was made of it, so that its id is given to no other.
            known = self._known[id(group), step] = group, made
        return known[1]

    def _items(self, items: Iterable[Item], share: float, scale: float) -> Iterator[Item]:
        """Items at a share of their size; `scale` is the least at which they stand for others of their kind."""
        for item in items:
            if isinstance(item, Place):
                grown = _grown(item.matrix)
                if grown == 0 or (not self._whole and grown * scale * self._size(item.group) < _MOTE):
                    continue
                made = self._group(item.group, share * grown)
                if made.items:
                    yield Place(made, item.matrix)
            elif self._whole:
                yield self._widened(item, scale)
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
        if line and item.fill is None and wide * scale < HAIRLINE and (count >= _TEXTURE or dash):
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
        if not isinstance(item, Path | Rect) or item.stroke is None:
            return item
        line, least = item.stroke, self._outlines if item.fill else HAIRLINE
        # Wider dots would be another tone.
        if line.width * scale >= least or is_dotted(item):
            return item
        hidden = self._bare and line.width * scale * _SWAMPED < least
        if hidden and item.fill and luminance(lightest(item.fill)) < _PALE:
            return item._replace(stroke=None)
        return item._replace(stroke=line._replace(width=least / scale))


def is_dotted(item: Path | Rect) -> bool:
    """Whether an item is a screen of dots: lines of no length with round ends."""
    line = item.stroke
    if line is None or line.cap != "round" or item.fill is not None or not isinstance(item, Path):
        return False
    return bool(line.dash) or (len(item.outline) > _LONG and item.outline[1][0] != "C")


def _across(outline: Outline) -> float:
    """How wide or high an outline is."""
    return max(bounds(outline)[2:])


def _grown(matrix: Matrix) -> float:
    """How many times as large a matrix draws what it places."""
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
