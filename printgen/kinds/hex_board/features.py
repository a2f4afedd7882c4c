"""A grid and a stream of chance come in; single features such as buildings, ponds and hedges go out, not yet laid.

Nothing here knows what else lies on the board: whether a feature fits is for whoever lays it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from printgen.base.seeds import Stream
from printgen.kinds.hex_board.grid import STEPS, Edge, Hex, HexGrid, direction_to, edge, moved
from printgen.kinds.hex_board.rules import HexRules, Shape

# From this many hexes up rooms have a third door.
_SPACIOUS = 4

Edges = Mapping[Edge, str]
_Make = Callable[[HexGrid, Stream, Sequence[int], str, str], tuple[frozenset[Hex], Edges]]
_Over = Callable[[HexGrid, Stream, frozenset[Hex], str, str], Edges]


class Feature(NamedTuple):
    """A thing on the ground: the hexes that it takes, what they look like, and the types that it gives to edges.

    `merges` says whether it may grow together with its own likeness: patches do, rooms do not. One without edges did
    not come out.
    """

    ground: str
    merges: bool
    hexes: frozenset[Hex]
    edges: Edges
    name: str = ""

    def opposite(self, grid: HexGrid) -> Feature:
        """The same feature on the other half of a symmetric board."""
        edges = {grid.opposite_edge(side): kind for side, kind in self.edges.items()}
        return self._replace(hexes=frozenset(map(grid.opposite, self.hexes)), edges=edges)


def make_feature(rules: HexRules, name: str, grid: HexGrid, stream: Stream) -> Feature:
    """One feature of the rules."""
    rule, plain = rules.features[name], rules.plain_edge
    lie = _SHAPES[rule.shape](grid, stream, rule.sizes, rules.edge_of(rule) or plain, plain)
    return Feature(rule.ground or rules.plain_ground, rule.shape == "patch", *lie, name)


def feature_over(rules: HexRules, name: str, grid: HexGrid, stream: Stream, hexes: frozenset[Hex]) -> Feature:
    """A feature of the rules that takes just these hexes; one that takes none is as `make_feature` makes it."""
    rule, plain = rules.features[name], rules.plain_edge
    if rule.shape == "crack":
        return make_feature(rules, name, grid, stream)
    edges = _OVER[rule.shape](grid, stream, hexes, rules.edge_of(rule) or plain, plain)
    return Feature(rule.ground or rules.plain_ground, rule.shape == "patch", hexes, edges, name)


def _rooms(grid: HexGrid, stream: Stream, sizes: Sequence[int], kind: str, plain: str) -> tuple[frozenset[Hex], Edges]:
    """Rooms behind one wall with two or three doors, as far as possible in different rooms; no walls within."""
    hexes = _blob(grid, stream, sizes)
    return hexes, _walls(grid, stream, hexes, kind, plain)


def _walls(grid: HexGrid, stream: Stream, hexes: frozenset[Hex], kind: str, plain: str) -> Edges:
    outline = _outline(grid, hexes)
    stream.shuffle(outline)
    doors: list[Edge] = []
    for _ in range(3 if len(hexes) >= _SPACIOUS else 2):
        # A door in a room without one, on no hex in front of another door.
        free = [side for side in outline if side not in doors]
        if not free:
            break
        doors.append(min(free, key=lambda side: sum(cell in other for cell in side for other in doors)))
    return dict.fromkeys(outline, kind) | dict.fromkeys(doors, plain)


def _patch(grid: HexGrid, stream: Stream, sizes: Sequence[int], kind: str, plain: str) -> tuple[frozenset[Hex], Edges]:
    """Water, a drop or a thicket: hexes with edges of one type all around and within."""
    hexes = _blob(grid, stream, sizes)
    return hexes, _within(grid, stream, hexes, kind, plain)


def _within(grid: HexGrid, stream: Stream, hexes: frozenset[Hex], kind: str, plain: str) -> Edges:
    return {side: kind for cell in hexes for side in grid.sides[cell]}


def _row(grid: HexGrid, stream: Stream, sizes: Sequence[int], kind: str, plain: str) -> tuple[frozenset[Hex], Edges]:
    """A trench: a straight row of hexes with edges on its long sides; its two ends and its inside are plain."""
    direction, length = stream.below(6), stream.pick(sizes)
    first = stream.pick(grid.cells)
    row = [moved(first, direction, n) for n in range(length)]
    if not all(cell in grid for cell in row):
        return frozenset(), {}
    return frozenset(row), _long_sides(grid, row, direction, kind, plain)


def _long_sides(grid: HexGrid, row: Sequence[Hex], direction: int, kind: str, plain: str) -> Edges:
    ends = {edge(moved(row[0], direction, -1), row[0]), edge(row[-1], moved(row[-1], direction))}
    return {side: plain if side in ends else kind for side in _outline(grid, frozenset(row))}


def _sides(grid: HexGrid, stream: Stream, hexes: frozenset[Hex], kind: str, plain: str) -> Edges:
    """The edges of a row over hexes; where these lie in no row, it has openings as rooms have."""
    ways = list(range(6))
    stream.shuffle(ways)
    for direction in ways:
        row = sorted(hexes, key=lambda cell: [step * cell[n] for n, step in enumerate(STEPS[direction])])
        if all(moved(one, direction) == other for one, other in pairwise(row)):
            return _long_sides(grid, row, direction, kind, plain)
    return _walls(grid, stream, hexes, kind, plain)


def _crack(grid: HexGrid, stream: Stream, sizes: Sequence[int], kind: str, plain: str) -> tuple[frozenset[Hex], Edges]:
    """A crevasse that winds along edges, all of them of one type; it takes no hexes."""
    left = stream.pick(grid.cells)
    right = stream.pick(grid.around[left])
    length, turns = stream.pick(sizes), ""
    edges = {edge(left, right): kind}
    while len(edges) < length:
        # The hex where the crack ends now splits it: the crack goes on to the left or to the right of it.
        ahead = moved(left, direction_to(left, right) + 5)
        if ahead not in grid:
            break
        # Two turns to one side and no third: cracks wind, they do not curl up.
        turns += "l" if turns.endswith("rr") else "r" if turns.endswith("ll") else stream.pick("lr")
        left, right = (left, ahead) if turns.endswith("l") else (ahead, right)
        edges[edge(left, right)] = kind
    return frozenset(), edges if len(edges) >= min(sizes) else {}


_SHAPES: Mapping[Shape, _Make] = {"rooms": _rooms, "patch": _patch, "row": _row, "crack": _crack}
_OVER: Mapping[Shape, _Over] = {"rooms": _walls, "patch": _within, "row": _sides}


def _blob(grid: HexGrid, stream: Stream, sizes: Sequence[int]) -> frozenset[Hex]:
    """Hexes in one piece, huddled rather than strung out: a neighbour that touches more of them comes up more often."""
    size = stream.pick(sizes)
    return grown(grid, stream, [stream.pick(grid.cells)], size, grid)


def grown(grid: HexGrid, stream: Stream, hexes: Iterable[Hex], size: int, room: Container[Hex]) -> frozenset[Hex]:
    """Hexes and some beside them where there is room, so many as far as there is."""
    blob = list(hexes)
    while len(blob) < size:
        near = [near for cell in blob for near in grid.around[cell] if near not in blob and near in room]
        if not near:
            break
        blob.append(stream.pick(near))
    return frozenset(blob)


def _outline(grid: HexGrid, hexes: frozenset[Hex]) -> list[Edge]:
    """The edges between some hexes and the rest of the board, in order."""
    return sorted(edge(cell, near) for cell in hexes for near in grid.around[cell] if near not in hexes)
