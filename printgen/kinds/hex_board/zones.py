"""A grid and a number of figures come in; the start zones of both sides go out, the same whatever the seed."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from printgen.kinds.hex_board.grid import Hex, HexGrid, steps_apart

Zone: TypeAlias = tuple[Hex, ...]
"""The hexes where a side starts."""


@lru_cache(maxsize=64)
def start_zones(grid: HexGrid, figures: int, mirrored: bool) -> tuple[Zone, Zone]:
    """The hexes of side a and of side b, each zone in one piece, with the most steps between their nearest hexes.

    Where zones lie equally far apart, those in the middle of their sides are taken. With `mirrored` the zones are
    each other's opposites, as a symmetric board needs. Raises ValueError for a board too small for two zones.
    """
    rim = [cell for cell in grid.cells if len(grid.around[cell]) < 6]
    firsts = [(one, grid.opposite(one), True) for one in rim]
    if not mirrored:
        firsts += [(one, other, False) for one in rim for other in _partners(grid, rim, one)]
    found = [zones for first in firsts if (zones := _grown(grid, figures, *first))]
    if not found:
        raise ValueError(f"the board has no room for 2 start zones of {figures}")
    # The worth of a pair and of its opposite are the same: the first hexes settle it.
    return min(found, key=lambda zones: (_worth(grid, zones), zones))


def _partners(grid: HexGrid, rim: list[Hex], one: Hex) -> list[Hex]:
    """Hexes of the rim that the other zone may grow from: those that lie farthest, and those straight across."""
    row, column = grid.row_and_column(one)
    across = grid.at(grid.rows - 1 - row, column), grid.at(row, grid.columns - 1 - column)
    most = max(steps_apart(one, cell) for cell in rim)
    return [cell for cell in rim if one != cell and (steps_apart(one, cell) == most or cell in across)]


def _grown(grid: HexGrid, figures: int, one: Hex, other: Hex, mirrored: bool) -> tuple[Zone, Zone] | None:
    """Two zones grown from one hex each, always by the neighbour that lies farthest from the other zone."""
    a, b = [one], [other]
    for _ in range(figures - 1):
        a.append(_best(grid, a, b) or one)
        b.append(grid.opposite(a[-1]) if mirrored else _best(grid, b, a) or other)
    return (tuple(sorted(a)), tuple(sorted(b))) if len({*a, *b}) == 2 * figures else None


def _best(grid: HexGrid, zone: list[Hex], foe: list[Hex]) -> Hex | None:
    def key(cell: Hex) -> tuple[int, int, int, Hex]:
        # Far from the foe first, then huddled together.
        apart = [steps_apart(cell, enemy) for enemy in foe]
        return -min(apart), sum(steps_apart(cell, mate) for mate in zone), -sum(apart), cell

    return min({near for cell in zone for near in grid.around[cell]} - {*zone, *foe}, key=key, default=None)


def _worth(grid: HexGrid, zones: tuple[Zone, Zone]) -> tuple[float, ...]:
    """The smaller, the better: the nearest hexes far apart, then both zones near the middle of the board's sides."""
    width, height = grid.box(1.0)
    places = [grid.centre(cell, 1.0) for zone in zones for cell in zone]
    spread = sum((x - width / 2) ** 2 + (y - height / 2) ** 2 for x, y in places)
    return -min(steps_apart(one, other) for one in zones[0] for other in zones[1]), round(spread, 3)
