"""Dice: an order comes in; a net for every die, painted with faces and with tabs, goes out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from printgen.base.units import chain, mm, rotate, to_mm, translate
from printgen.drawing.model import Item
from printgen.drawing.outlines import polygon
from printgen.game.records import by_name
from printgen.kinds.composition import Composition, Order
from printgen.kinds.die.model import DiePlan, Side, sides_of
from printgen.kinds.nets import Art, Net, Painter, Point
from printgen.reading.part import Phrase

# How tall a tab is, as a share of its edge, and how steep its ends are, in degrees: the first that has room.
_TABS = ((0.32, 50.0), (0.26, 42.0), (0.2, 32.0), (0.15, 26.0), (0.1, 20.0))
_TALLEST = mm(7)
_SLACK = 1e-3

Edge = tuple[int, int]
"""A side, and which of its edges: that from this corner of it to the next."""


def net_of(sides: Sequence[Side]) -> Net:
    """How the die is cut, folded and glued."""
    hinges = _hinges(sides)
    tabs = _tabs(sides, hinges)
    line = list(_around(sides, hinges, tabs, 0, None))
    folds = [_ends(sides, edge) for edge in hinges if sides[edge[0]].parent == hinges[edge][0]]
    bases = [_ends(sides, edge) for edge in tabs]
    return Net(polygon(line), (*folds, *bases), tuple(tabs.values()))


def _edges(side: Side) -> list[tuple[int, int]]:
    """The edges of a side by the names of their corners."""
    return list(pairwise((*side.names, side.names[0])))


def _ends(sides: Sequence[Side], edge: Edge) -> tuple[Point, Point]:
    corners = sides[edge[0]].corners
    return corners[edge[1]], corners[(edge[1] + 1) % len(corners)]


def _hinges(sides: Sequence[Side]) -> dict[Edge, Edge]:
    """For each edge that is folded, the same edge of the side beyond it."""
    out: dict[Edge, Edge] = {}
    for child, side in enumerate(sides):
        if side.parent >= 0:
            known = _edges(sides[side.parent])
            ((mine, his),) = ((i, known.index((b, a))) for i, (a, b) in enumerate(_edges(side)) if (b, a) in known)
            out[child, mine], out[side.parent, his] = (side.parent, his), (child, mine)
    return out


def _tabs(sides: Sequence[Side], hinges: dict[Edge, Edge]) -> dict[Edge, tuple[Point, ...]]:
    """The corners of the tabs, clockwise, by the edges that they stand on."""
    pairs: dict[frozenset[int], list[Edge]] = {}
    for number, side in enumerate(sides):
        for i, names in enumerate(_edges(side)):
            if (number, i) not in hinges:
                pairs.setdefault(frozenset(names), []).append((number, i))
    taken = [side.corners for side in sides]
    out: dict[Edge, tuple[Point, ...]] = {}
    for pair in pairs.values():
        edge, tab = next(_roomy(sides, pair, taken))
        taken.append(tab)
        out[edge] = tab
    return out


def _roomy(
    sides: Sequence[Side], pair: Sequence[Edge], taken: Sequence[Sequence[Point]]
) -> Iterator[tuple[Edge, tuple[Point, ...]]]:
    """Tabs on either edge of a pair that touch nothing else, the largest first."""
    for share, steep in _TABS:
        for edge in pair:
            tab = _tab(*_ends(sides, edge), share, steep)
            if not any(_overlap(tab, other) for other in taken):
                yield edge, tab


def _tab(start: Point, end: Point, share: float, steep: float) -> tuple[Point, ...]:
    """A tab on the left of an edge, which is outside of a side whose corners run clockwise."""
    length = math.dist(start, end)
    high = min(share * length, _TALLEST)
    inset = high / math.tan(math.radians(steep))
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    out = (uy * high, -ux * high)
    one = (start[0] + ux * inset + out[0], start[1] + uy * inset + out[1])
    two = (end[0] - ux * inset + out[0], end[1] - uy * inset + out[1])
    return start, one, two, end


def _overlap(one: Sequence[Point], two: Sequence[Point]) -> bool:
    """Whether two convex outlines share more than an edge or a corner: no line parts them."""
    for corners in (one, two):
        for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
            normal = (by - ay, ax - bx)
            spans = [[normal[0] * x + normal[1] * y for x, y in outline] for outline in (one, two)]
            slack = _SLACK * math.hypot(*normal)
            if max(spans[0]) <= min(spans[1]) + slack or max(spans[1]) <= min(spans[0]) + slack:
                return False
    return True


def _around(
    sides: Sequence[Side], hinges: dict[Edge, Edge], tabs: dict[Edge, tuple[Point, ...]], number: int, entry: int | None
) -> Iterator[Point]:
    """The corners around a side and all that hangs on it, from the edge on by which it was entered."""
    count = len(sides[number].corners)
    first = 0 if entry is None else entry + 1
    for i in range(first, first + count - (entry is not None)):
        edge = (number, i % count)
        if edge in hinges:
            yield from _around(sides, hinges, tabs, *hinges[edge])
        elif edge in tabs:
            yield from tabs[edge][:3]
        else:
            yield _ends(sides, edge)[0]


_FACE = "die-side"
# On a die of four sides a number stands in each corner, as far from the middle as this share of the way out, and so
# large as this share of the edge.
_OUT, _LARGE = 0.46, 0.3


def compose_dice(order: Order) -> Composition:
    """A net for every record of the order, or copies of one; none when anything is wrong with them."""
    plan, product = order.value_as(DiePlan), order.product
    painter = Painter(order, bleed=min(mm(2), 0.1 * plan.edge))
    sides = sides_of(order.library, plan.options.sides, plan.edge)
    net, pieces = net_of(sides), []
    dice: list[tuple[str, Mapping[str, Any], int]] = [
        (record.name, {"card": by_name(record.values, record.source)}, record.copies) for record in order.records
    ]
    for name, facts, copies in dice or [(product.title, {}, plan.options.copies)]:
        arts = [art for side in sides for art in _arts(order, plan, side, name, facts, painter)]
        pieces.append(net.piece(name, arts, bleed=painter.bleed, copies=copies))
    return Composition.whole(pieces, painter.findings)


def _arts(order: Order, plan: DiePlan, side: Side, name: str, facts: Mapping[str, Any], painter: Painter) -> list[Art]:
    """The picture of a side; on a die of four sides, the ground of the side and a picture in each of its corners."""
    x, y = side.middle
    wide, high = _reach(side)
    room = 2 * _inner(side)
    whole = {**facts, "sides": plan.options.sides, "room": to_mm(room), "corner": False}
    if plan.options.sides != 4:
        items = _paint(order, plan, side.number, (wide, high), name, whole, painter)
        return [Art(items, chain(translate(x, y), rotate(side.turn), translate(-wide / 2, -high / 2)), side.corners)]
    ground = painter.paint(
        "die-ground", order.product.where, (wide, high), {**whole, "number": 0}, f"the sides of {name}"
    )
    arts = [Art(ground, chain(translate(x, y), rotate(side.turn), translate(-wide / 2, -high / 2)), side.corners)]
    size = _LARGE * plan.edge
    for number, corner in zip(side.names, side.corners, strict=True):
        turn = math.degrees(math.atan2(corner[0] - x, y - corner[1]))
        spot = (x + _OUT * (corner[0] - x), y + _OUT * (corner[1] - y))
        there = {**whole, "room": to_mm(size), "corner": True}
        items = _paint(order, plan, number + 1, (size, size), name, there, painter)
        arts.append(Art(items, chain(translate(*spot), rotate(turn), translate(-size / 2, -size / 2)), side.corners))
    return arts


def _paint(
    order: Order, plan: DiePlan, number: int, size: tuple[float, float], name: str, facts: Mapping[str, Any],
    painter: Painter,
) -> tuple[Item, ...]:  # fmt: skip
    """The face that shows a number of the die of a name."""
    product, faces = order.product, plan.options.faces
    named = faces[number - 1] if faces else Phrase(product.front or _FACE, product.where_of("front"))
    return painter.paint(named.text, named.where, size, {**facts, "number": number}, f"side {number} of {name}")


def _reach(side: Side) -> Point:
    """The size of the picture of a side: the least about its middle that covers it, once it is upright."""
    x, y = side.middle
    c, s = math.cos(math.radians(side.turn)), math.sin(math.radians(side.turn))
    flat = [(c * (px - x) + s * (py - y), c * (py - y) - s * (px - x)) for px, py in side.corners]
    return 2 * max(abs(px) for px, _ in flat), 2 * max(abs(py) for _, py in flat)


def _inner(side: Side) -> float:
    """The distance from the middle of a side to its nearest edge."""
    x, y = side.middle
    edges = zip(side.corners, (*side.corners[1:], side.corners[0]), strict=True)
    return min(
        abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / math.dist((ax, ay), (bx, by)) for (ax, ay), (bx, by) in edges
    )
