"""Grows pictures that end at a cut into the bleed around it: their edges go on, or are mirrored."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from printgen.base.units import IDENTITY, Box, Matrix, chain, compose, mm, scale, translate
from printgen.drawing.extent import extent
from printgen.drawing.model import Group, Item, Place, Text
from printgen.drawing.outlines import join_outlines, rectangle

EXTEND, MIRROR, END = EDGES = ("extend", "mirror", "none")
"""What may become of edges at a cut: they go on as they end, they are mirrored, or they end there."""
USUAL_BLEED = mm(3)
"""How far edges grow where nobody says so, in points."""
_STEP = mm(0.5)  # A picture whose edges go on is drawn anew, a little larger, for each such step.
_OVERLAP = mm(0.05)
"""How far mirrored copies reach under the picture, so that no paper shows between them, in points."""


class EdgeLengths(NamedTuple):
    """A length in points for each side of a box."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    def around(self, box: Box) -> Box:
        """A box that is larger by these lengths."""
        return Box(box.x - self.left, box.y - self.top, box.w + self.left + self.right, box.h + self.top + self.bottom)


def stretches(source: Box, box: Box, beyond: EdgeLengths) -> Iterator[Matrix]:
    """Matrices that put a source upon a box, the largest first: stretched beyond it by lengths, then by less and less.

    The last stretches it by nothing. Drawn in this order, the edges of the source go on into what lies around the box.
    """
    steps = math.ceil(max(beyond) / _STEP - 0.01)
    for step in range(steps, -1, -1):
        share = step / steps if steps else 0.0
        larger = EdgeLengths(*(length * share for length in beyond)).around(box)
        stretch = scale(larger.w / source.w, larger.h / source.h)
        yield chain(translate(larger.x, larger.y), stretch, translate(-source.x, -source.y))


def grow_edges(items: tuple[Item, ...], box: Box, beyond: EdgeLengths, edge: str) -> tuple[Item, ...]:
    """Items with what lies around their box, by lengths beyond its sides, grown from their edges.

    `edge` is one of `EDGES`. What the items draw out there themselves lies over it. Texts do not grow.
    """
    if edge == END or not max(beyond):
        return items
    kept = (*_items_near_edge(items, box.grown(-max(beyond))),)
    if not kept:
        return items
    group = Group(kept, rectangle(box))
    matrices = [*stretches(box, box, beyond)][:-1] if edge == EXTEND else [*_mirrors(box, beyond)]
    ring = join_outlines([rectangle(beyond.around(box)), rectangle(box.grown(-_OVERLAP))])
    return (Place(Group(tuple(Place(group, matrix) for matrix in matrices), ring, even_odd=True)), *items)


def _mirrors(box: Box, beyond: EdgeLengths) -> Iterator[Matrix]:
    """Matrices that mirror a box in those of its sides, and corners, beyond which it grows."""
    kept = (1.0, 0.0)
    across = [kept, *((-1.0, 2 * side) for side, length in _inner_sides(box.x, box.right, beyond[::2]) if length)]
    down = [kept, *((-1.0, 2 * side) for side, length in _inner_sides(box.y, box.bottom, beyond[1::2]) if length)]
    for (flip_x, move_x), (flip_y, move_y) in product(across, down):
        if flip_x < 0 or flip_y < 0:
            yield (flip_x, 0.0, 0.0, flip_y, move_x, move_y)


def _inner_sides(start: float, end: float, beyond: tuple[float, ...]) -> Iterator[tuple[float, float]]:
    """Two sides of a box, a little inside of it, with how far it grows there."""
    return zip((start + _OVERLAP, end - _OVERLAP), beyond, strict=True)


def _items_near_edge(items: Iterable[Item], inside: Box, at: Matrix = IDENTITY) -> Iterator[Item]:
    """Items, moved by a matrix, but for texts and what lies wholly inside a box; unpainted art stays as it is."""
    for item in items:
        match item:
            case Text():
                continue
            case Place(group, matrix) if group.is_painted:
                kept = (*_items_near_edge(group.items, inside, compose(at, matrix)),)
                if kept == group.items:
                    yield item
                elif kept:
                    yield Place(Group(kept, group.clip, group.even_odd, group.opacity, group.blend), matrix)
            case Place():
                yield item
            case _ if not inside.holds(extent((item,), at)):
                yield item
