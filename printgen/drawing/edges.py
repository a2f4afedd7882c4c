"""Grows pictures that end at a cut into the bleed around it, by stretching or mirroring their edges."""

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
    """Matrices that stretch a source over a box and the lengths beyond it, the largest first.

    The last one fits the source to the box itself. Drawn in this order, the edges of the source continue around the
    box.
    """
    steps = math.ceil(max(beyond) / _STEP - 0.01)
    for step in range(steps, -1, -1):
        share = step / steps if steps else 0.0
        larger = EdgeLengths(*(length * share for length in beyond)).around(box)
        stretch = scale(larger.w / source.w, larger.h / source.h)
        yield chain(translate(larger.x, larger.y), stretch, translate(-source.x, -source.y))


def grow_edges(items: tuple[Item, ...], box: Box, beyond: EdgeLengths, edge: str) -> tuple[Item, ...]:
    """Items with the surroundings of their box, `beyond` its sides by lengths, grown from their edges.

    `edge` is one of `EDGES`. Items that reach out there lie over the grown edges. Texts do not grow.
    """
    if edge == END or not max(beyond):
        return items
    edge_items = (*_items_near_edge(items, box.grown(-max(beyond))),)
    if not edge_items:
        return items
    group = Group(edge_items, rectangle(box))
    matrices = [*stretches(box, box, beyond)][:-1] if edge == EXTEND else [*_mirrors(box, beyond)]
    ring = join_outlines([rectangle(beyond.around(box)), rectangle(box.grown(-_OVERLAP))])
    return (Place(Group(tuple(Place(group, matrix) for matrix in matrices), ring, even_odd=True)), *items)


def _mirrors(box: Box, beyond: EdgeLengths) -> Iterator[Matrix]:
    """Matrices that mirror a box in the sides and corners beyond which it grows."""
    identity = (1.0, 0.0)
    across = [identity, *((-1.0, 2 * side) for side, length in _inner_sides(box.x, box.right, beyond[::2]) if length)]
    down = [identity, *((-1.0, 2 * side) for side, length in _inner_sides(box.y, box.bottom, beyond[1::2]) if length)]
    for (flip_x, move_x), (flip_y, move_y) in product(across, down):
        if flip_x < 0 or flip_y < 0:
            yield (flip_x, 0.0, 0.0, flip_y, move_x, move_y)


def _inner_sides(start: float, end: float, beyond: tuple[float, ...]) -> Iterator[tuple[float, float]]:
    """Two sides of a box, moved a little inwards, each with how far the box grows there."""
    return zip((start + _OVERLAP, end - _OVERLAP), beyond, strict=True)


def _items_near_edge(items: Iterable[Item], inside: Box, at: Matrix = IDENTITY) -> Iterator[Item]:
    """Items, moved by a matrix, without texts and items wholly inside a box; unpainted art stays as it is."""
    for item in items:
        match item:
            case Text():
                continue
            case Place(group, matrix) if group.is_painted:
                near_items = (*_items_near_edge(group.items, inside, compose(at, matrix)),)
                if near_items == group.items:
                    yield item
                elif near_items:
                    yield Place(Group(near_items, group.clip, group.even_odd, group.opacity, group.blend), matrix)
            case Place():
                yield item
            case _ if not inside.holds(extent((item,), at)):
                yield item
