"""Pictures as they are painted one over the other, and a point, come in; the colour that is seen there goes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from printgen.base.geometry import Box, Matrix, apply, inverse
from printgen.drawing.flattening import Point, flattened
from printgen.drawing.model import Gradient, Group, Image, Item, Outline, Path, Place, Rect
from printgen.drawing.outlines import bounds
from printgen.drawing.tints import alpha, mix

PAPER = "#FFFFFF"
Layer = tuple[Sequence[Item], Matrix]
"""Items, and the matrix that moves a point to where it is among them."""

# Curves are followed so closely, in points: enough to know what lies under a letter.
_ROUGH = 0.5


class Grounds:
    """Looks at what lies under points; keeps what it has found out about outlines and groups."""

    def __init__(self) -> None:
        # An outline is kept with what is known of it, so that its id is given to no other.
        self._boxes: dict[int, tuple[Outline, Box]] = {}
        self._shapes: dict[int, tuple[Outline, tuple[tuple[Point, ...], ...]]] = {}
        self._pictures: dict[int, tuple[Group, Box]] = {}

    def pictured(self, items: Iterable[Item], box: Box) -> None:
        """Remember that these items are a picture in a box, which is not looked through."""
        self._pictures |= {id(item.group): (item.group, box) for item in items if isinstance(item, Place)}

    def under(self, layers: Iterable[Layer], x: float, y: float) -> str | None:
        """The colour of a point, the first layer on top; None where it is no plain colour, such as in a picture."""
        over: list[str] = []
        for items, matrix in layers:
            for color in self._colors(items, *apply(matrix, x, y)):
                if color is None:
                    return None
                over.append(color)
                if len(color) == len(PAPER):
                    return _laid(over)
        return _laid([*over, PAPER])

    def _colors(self, items: Sequence[Item], x: float, y: float) -> Iterator[str | None]:
        """What is painted at a point, from the top down."""
        for item in reversed(items):
            if isinstance(item, Place):
                yield from self._in_group(item, x, y)
            elif isinstance(item, Image):
                if _within(Box(*item[:4]), x, y):
                    yield None
            elif isinstance(item, Rect | Path) and item.fill is not None and self._covers(item, x, y):
                yield None if isinstance(item.fill, Gradient) else item.fill

    def _in_group(self, item: Place, x: float, y: float) -> Iterator[str | None]:
        group, (a, b, c, d, *_) = item.group, item.matrix
        if (picture := self._pictures.get(id(group))) is not None:
            if _within(picture[1], x, y):
                yield None
            return
        if a * d == b * c:
            return
        x, y = apply(inverse(item.matrix), x, y)
        if group.clip is not None and not self.encloses(group.clip, group.even_odd, x, y):
            return
        if not group.painted:
            yield None
        elif group.plain:
            yield from self._colors(group.items, x, y)
        elif any(True for _ in self._colors(group.items, x, y)):
            yield None

    def _covers(self, item: Rect | Path, x: float, y: float) -> bool:
        if isinstance(item, Rect):
            return _within(Box(*item[:4]), x, y)
        return self.encloses(item.outline, item.even_odd, x, y)

    def box(self, outline: Outline) -> Box:
        """The box around an outline."""
        known = self._boxes.get(id(outline))
        if known is None:
            known = self._boxes[id(outline)] = outline, bounds(outline)
        return known[1]

    def shape(self, outline: Outline) -> tuple[tuple[Point, ...], ...]:
        """The polygons of an outline."""
        known = self._shapes.get(id(outline))
        if known is None:
            known = self._shapes[id(outline)] = outline, flattened(outline, _ROUGH)
        return known[1]

    def picture_box(self, group: Group) -> Box | None:
        """The box that a picture fills, where it is placed; None for a group that is none."""
        found = self._pictures.get(id(group))
        return found[1] if found else None

    def encloses(self, outline: Outline, even_odd: bool, x: float, y: float) -> bool:
        """Whether a point lies inside an outline."""
        if not _within(self.box(outline), x, y):
            return False
        turns = [_turn(part, x, y) for part in self.shape(outline)]
        return sum(map(abs, turns)) % 2 == 1 if even_odd else sum(turns) != 0


def _within(box: Box, x: float, y: float) -> bool:
    return box.x <= x <= box.right and box.y <= y <= box.bottom


def _turn(part: Sequence[Point], x: float, y: float) -> int:
    """How often a closed line goes around a point."""
    turns, (x0, y0) = 0, part[-1]
    for x1, y1 in part:
        if (y0 <= y) != (y1 <= y) and (x1 - x0) * (y - y0) / (y1 - y0) + x0 > x:
            turns += 1 if y1 > y0 else -1
        x0, y0 = x1, y1
    return turns


def _laid(colors: Sequence[str]) -> str:
    """Colours that lie one on the other, the top one first, as they are seen together."""
    seen = colors[-1][: len(PAPER)]
    for color in reversed(colors[:-1]):
        seen = mix(seen, color[: len(PAPER)], alpha(color))
    return seen
