"""A grid and a stream of chance come in; single features such as buildings, ponds and hedges go out, not yet laid.

Nothing here knows what else lies on the board: whether a feature fits is for whoever lays it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from printgen.base.seeds import Stream
from printgen.kinds.hex_board.grid import Edge, Hex, HexGrid, direction_to, edge, moved
from printgen.kinds.hex_board.rules import HexRules, Shape, edge_of

# From this many hexes up rooms have a third door.
_SPACIOUS = 4


@dataclass(frozen=True)
class Feature:
    """A thing on the ground: the hexes that it takes, what they look like, and the types that it gives to edges.

    Most features fit nowhere, which their hexes alone show: `type_edges` types edges when they are asked for. `merges`
    says whether it may grow together with its own likeness: patches do, rooms do not.
    """

    ground: str
    hexes: frozenset[Hex] = frozenset()
    type_edges: Callable[[], Mapping[Edge, str]] = dict
    merges: bool = False

    @cached_property
    def edges(self) -> Mapping[Edge, str]:
        """The types of its edges; none when it did not come out."""
        return self.type_edges()

    def opposite(self, grid: HexGrid) -> Feature:
        """The same feature on the other half of a symmetric board."""
        hexes = frozenset(grid.opposite(cell) for cell in self.hexes)
        edges = {grid.opposite_edge(side): kind for side, kind in self.edges.items()}
        return Feature(self.ground, hexes, lambda: edges, self.merges)


def make_feature(rules: HexRules, name: str, grid: HexGrid, stream: Stream) -> Feature:
    """One feature of the rules; one that takes no hexes and types no edges did not come out."""
    rule = rules.features[name]
    kind = edge_of(rules, rule) or rules.plain_edge
    return _MAKERS[rule.shape](
        _Bench(grid, stream, rule.sizes, rule.ground or rules.plain_ground, kind, rules.plain_edge)
    )


@dataclass(frozen=True, slots=True)
class _Bench:
    """What a feature is made of: sizes to pick from, its ground, the type of its edges, and that of plain ones."""

    grid: HexGrid
    stream: Stream
    sizes: Sequence[int]
    ground: str
    kind: str
    plain: str


def _rooms(bench: _Bench) -> Feature:
    """Rooms behind one wall with two or three doors, as far as possible in different rooms; no walls within."""
    hexes = _blob(bench)
    outline = _outline(bench.grid, hexes)
    bench.stream.shuffle(outline)
    doors: list[Edge] = []
    for _ in range(3 if len(hexes) >= _SPACIOUS else 2):
        # A door in a room without one, on no hex in front of another door.
        free = [side for side in outline if side not in doors]
        doors.append(min(free, key=lambda side: sum(cell in other for cell in side for other in doors)))
    edges = {side: bench.plain if side in doors else bench.kind for side in outline}
    return Feature(bench.ground, hexes, lambda: edges)


def _patch(bench: _Bench) -> Feature:
    """Water, a drop or a thicket: hexes with edges of one type all around and within."""
    hexes = _blob(bench)
    sides = bench.grid.sides
    return Feature(
        bench.ground, hexes, lambda: {side: bench.kind for cell in hexes for _, side in sides[cell]}, merges=True
    )


def _row(bench: _Bench) -> Feature:
    """A trench: a straight row of hexes with edges on its long sides; its two ends and its inside are plain."""
    direction, length = bench.stream.below(6), bench.stream.pick(bench.sizes)
    row = [bench.stream.pick(bench.grid.cells)]
    while len(row) < length:
        row.append(moved(row[-1], direction))
    if not all(cell in bench.grid for cell in row):
        return Feature(bench.ground)
    ends = {edge(row[0], moved(row[0], direction + 3)), edge(row[-1], moved(row[-1], direction))}
    hexes = frozenset(row)
    return Feature(
        bench.ground,
        hexes,
        lambda: {side: bench.plain if side in ends else bench.kind for side in _outline(bench.grid, hexes)},
    )


def _crack(bench: _Bench) -> Feature:
    """A crevasse that winds along edges, all of them of one type; it takes no hexes."""
    grid, stream = bench.grid, bench.stream
    left = stream.pick(grid.cells)
    right = stream.pick(grid.around[left])
    length, turns = stream.pick(bench.sizes), ""
    edges = {edge(left, right): bench.kind}
    while len(edges) < length:
        # The hex where the crack ends now splits it: the crack goes on to the left or to the right of it.
        ahead = moved(left, direction_to(left, right) + 5)
        if ahead not in grid:
            break
        # Two turns to one side and no third: cracks wind, they do not curl up.
        turns += "l" if turns.endswith("rr") else "r" if turns.endswith("ll") else stream.pick("lr")
        left, right = (left, ahead) if turns.endswith("l") else (ahead, right)
        edges[edge(left, right)] = bench.kind
    return Feature(bench.ground, type_edges=lambda: edges if len(edges) >= min(bench.sizes) else {})


_MAKERS: Mapping[Shape, Callable[[_Bench], Feature]] = {"rooms": _rooms, "patch": _patch, "row": _row, "crack": _crack}


def _blob(bench: _Bench) -> frozenset[Hex]:
    """Hexes in one piece, huddled rather than strung out: a neighbour that touches more of them comes up more often."""
    size = bench.stream.pick(bench.sizes)
    blob = [bench.stream.pick(bench.grid.cells)]
    while len(blob) < size:
        around = [near for cell in blob for near in bench.grid.around[cell] if near not in blob]
        blob.append(bench.stream.pick(around))
    return frozenset(blob)


def _outline(grid: HexGrid, hexes: frozenset[Hex]) -> list[Edge]:
    """The edges between some hexes and the rest of the board, in order."""
    return sorted(edge(cell, near) for cell in hexes for near in grid.around[cell] if near not in hexes)
