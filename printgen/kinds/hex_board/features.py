"""A grid and a stream of chance come in; single features such as buildings, ponds and hedges go out, not yet laid.

Nothing here knows what else lies on the board: whether a feature fits is for whoever lays it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from printgen.base.seeds import Stream
from printgen.kinds.hex_board.grid import Edge, Hex, HexGrid, direction_to, edge, moved
from printgen.kinds.hex_board.rules import HexRules, Shape

# From this many hexes up rooms have a third door.
_SPACIOUS = 4

_Sides = Callable[[], tuple[Collection[Edge], Collection[Edge]]]
_Lie = tuple[frozenset[Hex], _Sides]
"""The hexes of a feature; and when asked for, its edges, and those among them that stay plain."""


@dataclass(frozen=True)
class Feature:
    """A thing on the ground: the hexes that it takes, what they look like, and the types that it gives to edges.

    Most features fit nowhere, which their hexes alone show: `type_edges` types edges when they are asked for. `merges`
    says whether it may grow together with its own likeness: patches do, rooms do not.
    """

    ground: str
    merges: bool
    hexes: frozenset[Hex]
    type_edges: Callable[[], Mapping[Edge, str]]

    @cached_property
    def edges(self) -> Mapping[Edge, str]:
        """The types of its edges; none when it did not come out."""
        return self.type_edges()

    def opposite(self, grid: HexGrid) -> Feature:
        """The same feature on the other half of a symmetric board."""
        hexes = frozenset(grid.opposite(cell) for cell in self.hexes)
        edges = {grid.opposite_edge(side): kind for side, kind in self.edges.items()}
        return Feature(self.ground, self.merges, hexes, lambda: edges)


def make_feature(rules: HexRules, name: str, grid: HexGrid, stream: Stream) -> Feature:
    """One feature of the rules; one that takes no hexes and types no edges did not come out."""
    rule, plain = rules.features[name], rules.plain_edge
    kind = rules.edge_of(rule) or plain
    hexes, sides = _SHAPES[rule.shape](grid, stream, rule.sizes)

    def type_edges() -> Mapping[Edge, str]:
        edges, gaps = sides()
        return {side: plain if side in gaps else kind for side in edges}

    return Feature(rule.ground or rules.plain_ground, rule.shape == "patch", hexes, type_edges)


def _rooms(grid: HexGrid, stream: Stream, sizes: Sequence[int]) -> _Lie:
    """Rooms behind one wall with two or three doors, as far as possible in different rooms; no walls within."""
    hexes = _blob(grid, stream, sizes)
    outline = _outline(grid, hexes)
    stream.shuffle(outline)
    doors: list[Edge] = []
    for _ in range(3 if len(hexes) >= _SPACIOUS else 2):
        # A door in a room without one, on no hex in front of another door.
        free = [side for side in outline if side not in doors]
        doors.append(min(free, key=lambda side: sum(cell in other for cell in side for other in doors)))
    return hexes, lambda: (outline, doors)


def _patch(grid: HexGrid, stream: Stream, sizes: Sequence[int]) -> _Lie:
    """Water, a drop or a thicket: hexes with edges of one type all around and within."""
    hexes = _blob(grid, stream, sizes)
    return hexes, lambda: ([side for cell in hexes for side in grid.sides[cell]], ())


def _row(grid: HexGrid, stream: Stream, sizes: Sequence[int]) -> _Lie:
    """A trench: a straight row of hexes with edges on its long sides; its two ends and its inside are plain."""
    direction, length = stream.below(6), stream.pick(sizes)
    first = stream.pick(grid.cells)
    row = [moved(first, direction, n) for n in range(length)]
    if not all(cell in grid for cell in row):
        return frozenset(), lambda: ((), ())
    ends = edge(first, moved(first, direction + 3)), edge(row[-1], moved(row[-1], direction))
    hexes = frozenset(row)
    return hexes, lambda: (_outline(grid, hexes), ends)


def _crack(grid: HexGrid, stream: Stream, sizes: Sequence[int]) -> _Lie:
    """A crevasse that winds along edges, all of them of one type; it takes no hexes."""
    left = stream.pick(grid.cells)
    right = stream.pick(grid.around[left])
    length, turns = stream.pick(sizes), ""
    edges = {edge(left, right)}
    while len(edges) < length:
        # The hex where the crack ends now splits it: the crack goes on to the left or to the right of it.
        ahead = moved(left, direction_to(left, right) + 5)
        if ahead not in grid:
            break
        # Two turns to one side and no third: cracks wind, they do not curl up.
        turns += "l" if turns.endswith("rr") else "r" if turns.endswith("ll") else stream.pick("lr")
        left, right = (left, ahead) if turns.endswith("l") else (ahead, right)
        edges.add(edge(left, right))
    return frozenset(), lambda: (edges if len(edges) >= min(sizes) else (), ())


_SHAPES: Mapping[Shape, Callable[[HexGrid, Stream, Sequence[int]], _Lie]] = {
    "rooms": _rooms, "patch": _patch, "row": _row, "crack": _crack
}  # fmt: skip


def _blob(grid: HexGrid, stream: Stream, sizes: Sequence[int]) -> frozenset[Hex]:
    """Hexes in one piece, huddled rather than strung out: a neighbour that touches more of them comes up more often."""
    size = stream.pick(sizes)
    blob = [stream.pick(grid.cells)]
    while len(blob) < size:
        blob.append(stream.pick([near for cell in blob for near in grid.around[cell] if near not in blob]))
    return frozenset(blob)


def _outline(grid: HexGrid, hexes: frozenset[Hex]) -> list[Edge]:
    """The edges between some hexes and the rest of the board, in order."""
    return sorted(edge(cell, near) for cell in hexes for near in grid.around[cell] if near not in hexes)
