"""A picture and a window come in; what of the picture can be seen there goes out, so that a page stores no more.

Groups that lie wholly in the window, and small ones that lie partly in it, stay the same objects, which writers store
once for all windows. Nothing is cut: what lies partly in the window stays, of long outlines the parts that do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printgen.base.geometry import Box, Matrix, inverse
from printgen.drawing.extent import around, box_of, moved
from printgen.drawing.model import Group, Item, Outline, Path, Place
from printgen.drawing.outlines import bounds, parts_of
from printgen.drawing.walk import Leaf

# Outlines of fewer steps, and groups that are no larger than this share of a window, are not looked through.
_LONG, _SMALL = 24, 0.25


class Windows:
    """Looks through windows at the same pictures again and again; keeps the box of each item and group."""

    def __init__(self) -> None:
        # What is known of an object is kept with it, so that its id is given to no other.
        self._groups: dict[int, tuple[Group, Box]] = {}
        self._leaves: dict[int, tuple[Leaf, Box]] = {}
        self._parts: dict[int, tuple[Outline, list[tuple[Outline, Box]]]] = {}

    def seen(self, items: Iterable[Item], window: Box) -> tuple[Item, ...]:
        """The items that show in a window, which is in their coordinates."""
        return tuple(self._seen(items, window))

    def _seen(self, items: Iterable[Item], window: Box) -> Iterator[Item]:
        for item in items:
            if isinstance(item, Place):
                placed = self._through(item, window)
                if placed is not None:
                    yield placed
                continue
            box = self._leaf(item)
            if not _meet(box, window):
                continue
            if isinstance(item, Path) and len(item.outline) >= _LONG and not window.holds(box):
                reach = max(0.0, bounds(item.outline).x - box.x)
                item = item._replace(outline=self._nearby(item.outline, window.grown(reach)))
            yield item

    def _through(self, item: Place, window: Box) -> Place | None:
        """A group as it is seen through a window; None where nothing of it is."""
        group, (a, b, c, d, *_) = item.group, item.matrix
        if a * d == b * c:
            return None  # It is flat.
        near, box = moved(window, inverse(item.matrix)), self._group(group)
        if not _meet(box, near):
            return None
        if near.holds(box) or box.w * box.h <= _SMALL * near.w * near.h:
            return item
        if group.clip is not None:
            near = near.common(bounds(group.clip))
        items = self.seen(group.items, near)
        if not items:
            return None
        if len(items) == len(group.items) and all(map(_same, items, group.items)):
            return item
        return Place(type(group)(items, group.clip, group.even_odd, group.opacity, group.blend), item.matrix)

    def _leaf(self, item: Leaf) -> Box:
        known = self._leaves.get(id(item))
        if known is None:
            known = self._leaves[id(item)] = item, box_of(item)
        return known[1]

    def _group(self, group: Group) -> Box:
        """The box of all that a group shows, in its own coordinates."""
        known = self._groups.get(id(group))
        if known is None:
            # No more than its clip is seen of a group, whatever is in it.
            box = around(self._boxes(group.items)) if group.clip is None else bounds(group.clip)
            known = self._groups[id(group)] = group, box
        return known[1]

    def _boxes(self, items: Iterable[Item]) -> Iterator[Box]:
        for item in items:
            box = moved(self._group(item.group), item.matrix) if isinstance(item, Place) else self._leaf(item)
            if box.w >= 0 and box.h >= 0:
                yield box

    def _nearby(self, outline: Outline, window: Box) -> Outline:
        """The parts of an outline that lie near a window.

        How an outline is filled somewhere depends on no part of it that lies wholly elsewhere.
        """
        known = self._parts.get(id(outline))
        if known is None:
            known = self._parts[id(outline)] = outline, [(part, bounds(part)) for part in parts_of(outline)]
        return tuple(step for part, box in known[1] if _meet(box, window) for step in part)


def _meet(box: Box, window: Box) -> bool:
    """Whether anything of a box, which may be a line or a point, lies in a window."""
    across = box.x <= window.right and window.x <= box.right
    return across and box.y <= window.bottom and window.y <= box.bottom


def _same(one: Item, other: Item) -> bool:
    return one is other


def window_of(box: Box, matrix: Matrix) -> Box:
    """A window on a page as it lies on what a matrix puts there."""
    return moved(box, inverse(matrix))
