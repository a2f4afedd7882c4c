"""The parts of random hex boards: start zones, and features: rooms with doors, patches, rows and cracks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from printgen.base.seeds import Stream
from printgen.kinds.board.grid import Edge, Hex, HexGrid, direction_to, edge, move, steps_apart
from printgen.kinds.board.hex_rules import HexRules

Zone: TypeAlias = tuple[Hex, ...]
"""The hexes where a side starts."""


@lru_cache(maxsize=64)
def start_zones(grid: HexGrid, figures: int, mirrored: bool) -> tuple[Zone, Zone]:
    """The hexes of side a and of side b, each zone connected, with the most steps between their nearest hexes.

    Among zones equally far apart, those in the middle of their sides are taken. With `mirrored` the zones are each
    other's opposites, as a symmetric board needs. Raises ValueError for a board too small for two zones.
    """
    rim = [cell for cell in grid.cells if len(grid.around[cell]) < 6]
    seeds = [(cell, grid.opposite(cell), True) for cell in rim]
    if not mirrored:
        seeds += [(cell, partner, False) for cell in rim for partner in _partners(grid, rim, cell)]
    pairs = [zones for seed in seeds if (zones := _grow_zones(grid, figures, *seed))]
    if not pairs:
        raise ValueError(f"the board has no room for 2 start zones of {figures}")
    # The cost of a pair and of its opposite are the same: the first hexes settle it.
    return min(pairs, key=lambda zones: (_zones_cost(grid, zones), zones))


def _partners(grid: HexGrid, rim: list[Hex], start: Hex) -> list[Hex]:
    """Hexes of the rim from which the other zone may grow: the farthest, and those straight across."""
    row, column = grid.row_and_column(start)
    across = grid.at(grid.rows - 1 - row, column), grid.at(row, grid.columns - 1 - column)
    farthest = max(steps_apart(start, cell) for cell in rim)
    return [cell for cell in rim if start != cell and (steps_apart(start, cell) == farthest or cell in across)]


def _grow_zones(grid: HexGrid, figures: int, first: Hex, second: Hex, mirrored: bool) -> tuple[Zone, Zone] | None:
    """Two zones grown from a hex each, always by the neighbour farthest from the other zone; None without room."""
    a, b = [first], [second]
    for _ in range(figures - 1):
        a.append(_next_hex(grid, a, b) or first)
        b.append(grid.opposite(a[-1]) if mirrored else _next_hex(grid, b, a) or second)
    return (tuple(sorted(a)), tuple(sorted(b))) if len({*a, *b}) == 2 * figures else None


def _next_hex(grid: HexGrid, zone: list[Hex], enemies: list[Hex]) -> Hex | None:
    """The neighbour by which a zone grows: far from the enemies, then compact; None when none is free."""

    def cost(cell: Hex) -> tuple[int, int, int, Hex]:
        apart = [steps_apart(cell, enemy) for enemy in enemies]
        return -min(apart), sum(steps_apart(cell, mate) for mate in zone), -sum(apart), cell

    return min({near for cell in zone for near in grid.around[cell]} - {*zone, *enemies}, key=cost, default=None)


def _zones_cost(grid: HexGrid, zones: tuple[Zone, Zone]) -> tuple[float, float]:
    """The cost of zones: the nearest hexes should be far apart, then both zones near the middle of their sides."""
    width, height = grid.box(1.0)
    centres = [grid.centre(cell, 1.0) for zone in zones for cell in zone]
    spread = sum((x - width / 2) ** 2 + (y - height / 2) ** 2 for x, y in centres)
    return -min(steps_apart(a, b) for a in zones[0] for b in zones[1]), round(spread, 3)


# From this many hexes up rooms have a third door.
_SPACIOUS = 4

Edges = Mapping[Edge, str]
"""The types of edges."""


class Feature(NamedTuple):
    """A feature on the ground: its hexes, their ground, and the types that it gives to edges.

    `merges` says whether it may join others of its kind: patches may, rooms may not. A feature without edges failed.
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
    """A feature of the rules at a random place; it may lie on others, or on start zones."""
    rule, plain = rules.features[name], rules.plain_edge
    if rule.shape in ("rooms", "patch"):
        return make_feature_on(rules, name, grid, stream, _huddle(grid, stream, rule.sizes))
    shape = _row if rule.shape == "row" else _crack
    hexes, edges = shape(grid, stream, rule.sizes, rules.edge_of(rule) or plain, plain)
    return Feature(rule.ground or rules.plain_ground, False, hexes, edges, name)


def make_feature_on(rules: HexRules, name: str, grid: HexGrid, stream: Stream, hexes: frozenset[Hex]) -> Feature:
    """A feature of the rules on exactly these hexes: a patch has edges all over, others have walls with doors."""
    rule, plain = rules.features[name], rules.plain_edge
    kind, patch = rules.edge_of(rule) or plain, rule.shape == "patch"
    if patch:
        edges: Edges = {side: kind for cell in hexes for side in grid.sides[cell]}
    else:
        edges = _walls(grid, stream, hexes, kind, plain)
    return Feature(rule.ground or rules.plain_ground, patch, hexes, edges, name)


def _walls(grid: HexGrid, stream: Stream, hexes: frozenset[Hex], kind: str, plain: str) -> Edges:
    """Edges of a type around some hexes, with two or three doors, in different hexes if possible."""
    outline = _outline(grid, hexes)
    stream.shuffle(outline)
    doors: list[Edge] = []
    for _ in range(min(len(outline), 3 if len(hexes) >= _SPACIOUS else 2)):
        # A door in a room without one, on no hex in front of another door.
        free = [side for side in outline if side not in doors]
        doors.append(min(free, key=lambda side: sum(cell in other for cell in side for other in doors)))
    return dict.fromkeys(outline, kind) | dict.fromkeys(doors, plain)


def _row(grid: HexGrid, stream: Stream, sizes: Sequence[int], kind: str, plain: str) -> tuple[frozenset[Hex], Edges]:
    """A trench: a straight row of hexes with edges on its long sides; its two ends and its inside are plain."""
    direction, length = stream.below(6), stream.pick(sizes)
    first = stream.pick(grid.cells)
    row = [move(first, direction, n) for n in range(length)]
    if not all(cell in grid for cell in row):
        return frozenset(), {}
    ends = {edge(move(first, direction, -1), first), edge(row[-1], move(row[-1], direction))}
    return frozenset(row), {side: plain if side in ends else kind for side in _outline(grid, frozenset(row))}


def _crack(grid: HexGrid, stream: Stream, sizes: Sequence[int], kind: str, plain: str) -> tuple[frozenset[Hex], Edges]:
    """A crevasse that winds along edges, all of them of one type; it takes no hexes."""
    left = stream.pick(grid.cells)
    right = stream.pick(grid.around[left])
    length, turns = stream.pick(sizes), ""
    edges = {edge(left, right): kind}
    while len(edges) < length:
        # The hex where the crack ends now splits it: the crack goes on to the left or to the right of it.
        ahead = move(left, direction_to(left, right) + 5)
        if ahead not in grid:
            break
        # Two turns to one side and no third: cracks wind, they do not curl up.
        turns += "l" if turns.endswith("rr") else "r" if turns.endswith("ll") else stream.pick("lr")
        left, right = (left, ahead) if turns.endswith("l") else (ahead, right)
        edges[edge(left, right)] = kind
    return frozenset(), edges if len(edges) >= min(sizes) else {}


def _huddle(grid: HexGrid, stream: Stream, sizes: Sequence[int]) -> frozenset[Hex]:
    """Connected hexes in a compact shape: neighbours that touch more of them are likelier."""
    size = stream.pick(sizes)
    huddle = [stream.pick(grid.cells)]
    while len(huddle) < size:
        near = [near for cell in huddle for near in grid.around[cell] if near not in huddle]
        if not near:
            break
        huddle.append(stream.pick(near))
    return frozenset(huddle)


def _outline(grid: HexGrid, hexes: frozenset[Hex]) -> list[Edge]:
    """The edges between some hexes and the rest of the board, in order."""
    return sorted(edge(cell, near) for cell in hexes for near in grid.around[cell] if near not in hexes)
