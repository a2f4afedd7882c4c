"""A grid and a stream of chance come in; single buildings, ponds, hedges and other features go out, not yet laid.

Nothing here knows what else lies on the board: whether a feature fits is for whoever lays it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from printgen.base.seeds import Stream
from printgen.kinds.hex_board.grid import Edge, Hex, HexGrid, direction_to, edge, moved
from printgen.kinds.hex_board.model import EdgeType, Ground

_BUILDING = (3, 4, 4, 5)
_POND = (2, 3, 4, 5)
_AIR = (1, 2, 3)
_HEDGE = (1, 1, 2)
_TRENCH = (2, 3, 3)
_CREVASSE = (4, 5, 6, 7)
# From this many hexes up a building has a third door.
_SPACIOUS = 4


@dataclass(frozen=True, slots=True)
class Feature:
    """A thing on the ground: the hexes that it takes, what they look like, and the types that it gives to edges.

    `merges` says whether it may grow together with its own likeness: ponds do, buildings do not.
    """

    ground: Ground
    hexes: frozenset[Hex] = frozenset()
    edges: Mapping[Edge, EdgeType] = field(default_factory=dict)
    merges: bool = False

    def opposite(self, grid: HexGrid) -> Feature:
        """The same feature on the other half of a symmetric board."""
        hexes = frozenset(grid.opposite(cell) for cell in self.hexes)
        edges = {grid.opposite_edge(side): kind for side, kind in self.edges.items()}
        return Feature(self.ground, hexes, edges, self.merges)


def building(grid: HexGrid, stream: Stream) -> Feature:
    """Rooms behind one wall with two or three doors, as far as possible in different rooms; no walls within."""
    hexes = _blob(grid, stream, stream.pick(_BUILDING))
    outline = _outline(grid, hexes)
    stream.shuffle(outline)
    doors: list[Edge] = []
    for _ in range(3 if len(hexes) >= _SPACIOUS else 2):
        # A door in a room without one, on no hex in front of another door.
        free = [side for side in outline if side not in doors]
        doors.append(min(free, key=lambda side: sum(cell in other for cell in side for other in doors)))
    edges: dict[Edge, EdgeType] = {side: "open" if side in doors else "wall" for side in outline}
    return Feature("floor", hexes, edges)


def pond(grid: HexGrid, stream: Stream) -> Feature:
    """Water: hexes with water edges all around and within."""
    return _filled(grid, _blob(grid, stream, stream.pick(_POND)), "water", "water")


def open_air(grid: HexGrid, stream: Stream) -> Feature:
    """A drop: hexes with air edges all around and within."""
    return _filled(grid, _blob(grid, stream, stream.pick(_AIR)), "air", "air")


def hedge(grid: HexGrid, stream: Stream) -> Feature:
    """A thicket: hexes with cover edges all around and within."""
    return _filled(grid, _blob(grid, stream, stream.pick(_HEDGE)), "cover", "cover")


def trench(grid: HexGrid, stream: Stream) -> Feature:
    """A straight row of hexes with cover edges on its long sides; its two ends and its inside are open."""
    direction, length = stream.below(6), stream.pick(_TRENCH)
    row = [stream.pick(grid.cells)]
    while len(row) < length:
        row.append(moved(row[-1], direction))
    if not all(cell in grid for cell in row):
        return Feature("cover")
    ends = {edge(row[0], moved(row[0], direction + 3)), edge(row[-1], moved(row[-1], direction))}
    edges: dict[Edge, EdgeType] = {side: "open" if side in ends else "cover" for side in _outline(grid, frozenset(row))}
    return Feature("cover", frozenset(row), edges)


def crevasse(grid: HexGrid, stream: Stream) -> Feature:
    """A crack that winds along edges, all of them water; it takes no hexes."""
    left = stream.pick(grid.cells)
    right = stream.pick(grid.around[left])
    length, turns = stream.pick(_CREVASSE), ""
    edges: dict[Edge, EdgeType] = {edge(left, right): "water"}
    while len(edges) < length:
        # The hex where the crack ends now splits it: the crack goes on to the left or to the right of it.
        ahead = moved(left, direction_to(left, right) + 5)
        if ahead not in grid:
            break
        # Two turns to one side and no third: cracks wind, they do not curl up.
        turns += "l" if turns.endswith("rr") else "r" if turns.endswith("ll") else stream.pick("lr")
        left, right = (left, ahead) if turns.endswith("l") else (ahead, right)
        edges[edge(left, right)] = "water"
    return Feature("open", frozenset(), edges if len(edges) >= min(_CREVASSE) else {})


MAKERS: Mapping[str, Callable[[HexGrid, Stream], Feature]] = {
    "buildings": building,
    "ponds": pond,
    "air": open_air,
    "crevasses": crevasse,
    "trenches": trench,
    "hedges": hedge,
}
"""How each of FEATURES is made; one that takes no hexes and types no edges did not come out."""


def _blob(grid: HexGrid, stream: Stream, size: int) -> frozenset[Hex]:
    """Hexes in one piece, huddled rather than strung out: a neighbour that touches more of them comes up more often."""
    blob = [stream.pick(grid.cells)]
    while len(blob) < size:
        around = [near for cell in blob for near in grid.around[cell] if near not in blob]
        blob.append(stream.pick(around))
    return frozenset(blob)


def _outline(grid: HexGrid, hexes: frozenset[Hex]) -> list[Edge]:
    """The edges between some hexes and the rest of the board, in order."""
    return sorted(edge(cell, near) for cell in hexes for near in grid.around[cell] if near not in hexes)


def _filled(grid: HexGrid, hexes: Iterable[Hex], ground: Ground, kind: EdgeType) -> Feature:
    whole = frozenset(hexes)
    sides = sorted({edge(cell, near) for cell in whole for near in grid.around[cell]})
    return Feature(ground, whole, dict.fromkeys(sides, kind), merges=True)
