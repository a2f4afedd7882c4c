"""The sides of an unfolded die come in; its net goes out, with a tab at one of each two edges that meet when it closes.

Lengths in points, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from printgen.base.units import mm
from printgen.drawing.outlines import polygon
from printgen.kinds.die.model import Side, unfolded
from printgen.kinds.nets import Net, Point

# How tall a tab is, as a share of its edge, and how steep its ends are, in degrees: the first that has room.
_TABS = ((0.32, 50.0), (0.26, 42.0), (0.2, 32.0), (0.15, 26.0), (0.1, 20.0))
_TALLEST = mm(7)
_SLACK = 1e-3

Edge = tuple[int, int]
"""A side, and which of its edges: that from this corner of it to the next."""


def sides_of(sides: int, edge: float) -> tuple[Side, ...]:
    """The sides of an unfolded die whose edges have a length."""
    return tuple(
        side._replace(corners=tuple((x * edge, y * edge) for x, y in side.corners)) for side in unfolded(sides)
    )


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
