"""A grid and a stream of chance come in; single features such as buildings, ponds and hedges go out, not yet laid.

Nothing here knows what else lies on the board: whether a feature fits is for whoever lays it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from printgen.base.seeds import Stream
from printgen.kinds.hex_board.grid import Edge, Hex, HexGrid, direction_to, edge, moved
from printgen.kinds.hex_board.rules import HexRules, Shape

# From this many hexes up rooms have a third door.
_SPACIOUS = 4

Edges = Mapping[Edge, str]
_Make = Callable[[HexGrid, Stream, Sequence[int], str, str], tuple[frozenset[Hex], Edges]]


class Feature(NamedTuple):
    """A thing on the ground: the hexes that it takes, what they look like, and the types that it gives to edges.

    `merges` says whether it may grow together with its own likeness: patches do, rooms do not. One without edges did
    not come out.
    """

    ground: str
    merges: bool
    hexes: frozenset[Hex]
    edges: Edges

    def opposite(self, grid: HexGrid) -> Feature:
        """The same feature on the other half of a symmetric board."""
        edges = {grid.opposite_edge(side): kind for side, kind in self.edges.items()}
        return self._replace(hexes=frozenset(map(grid.opposite, self.hexes)), edges=edges)


def make_feature(rules: HexRules, name: str, grid: HexGrid, stream: Stream) -> Feature:
    """One feature of the rules."""
    rule, plain = rules.features[name], rules.plain_edge
    lie = _SHAPES[rule.shape](grid, stream, rule.sizes, rules.edge_of(rule) or plain, plain)
    return Feature(rule.ground or rules.plain_ground, rule.shape == "patch", *lie)


def _rooms(grid: HexGrid, stream: Stream, sizes: Sequence[int], kind: str, plain: str) -> tuple[frozenset[Hex], Edges]:
    """Rooms behind one wall with two or three doors, as far as possible in different rooms; no walls within."""
    hexes = _blob(grid, stream, sizes)
    outline = _outline(grid, hexes)
    stream.shuffle(outline)
    doors: list[Edge] = []
    for _ in range(3 if len(hexes) >= _SPACIOUS else 2):
        # A door in a room without one, on no hex in front of another door.
        free = [side for side in outline if side not in doors]
        doors.append(min(free, key=lambda side: sum(cell in other for cell in side for other in doors)))
    return hexes, dict.fromkeys(outline, kind) | dict.fromkeys(doors, plain)


def _patch(grid: HexGrid, stream: Stream, sizes: Sequence[int], kind: str, plain: str) -> tuple[frozenset[Hex], Edges]:
    """Water, a drop or a thicket: hexes with edges of one type all around and within."""
    hexes = _blob(grid, stream, sizes)
    return hexes, {side: kind for cell in hexes for side in grid.sides[cell]}


def _row(grid: HexGrid, stream: Stream, sizes: Sequence[int], kind: str, plain: str) -> tuple[frozenset[Hex], Edges]:
    """A trench: a straight row of hexes with edges on its long sides; its two ends and its inside are plain."""
    direction, length = stream.below(6), stream.pick(sizes)
    first = stream.pick(grid.cells)
    before, *row, behind = (moved(first, direction, n) for n in range(-1, length + 1))
    hexes = frozenset(row)
    if not all(cell in grid for cell in row):
        return frozenset(), {}
    ends = {edge(before, first), edge(row[-1], behind)}
    return hexes, {side: plain if side in ends else kind for side in _outline(grid, hexes)}


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
