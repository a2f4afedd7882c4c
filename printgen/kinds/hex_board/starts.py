"""A grid and a number of figures come in; two start zones that lie as far apart as the board allows go out."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from printgen.kinds.hex_board.grid import Hex, HexGrid, steps_apart

Zone: TypeAlias = tuple[Hex, ...]


@lru_cache(maxsize=64)
def start_zones(grid: HexGrid, figures: int, mirrored: bool) -> tuple[Zone, Zone]:
    """The hexes of side a and of side b, each zone in one piece, with the most steps between their nearest hexes.

    Where zones lie equally far apart, those in the middle of their sides are taken. With `mirrored` the zones are
    each other's opposites, as a symmetric board needs. Raises ValueError for a board too small for two zones.
    """
    if 2 * figures > len(grid.cells):
        raise ValueError(f"{len(grid.cells)} hexes have no room for 2 start zones of {figures}")
    pairs = [_grown(grid, one, grid.opposite(one), figures, True) for one in _rim(grid)]
    if not mirrored:
        pairs += [_grown(grid, one, other, figures, False) for one in _rim(grid) for other in _partners(grid, one)]
    found = [(_worth(grid, zones), zones) for zones in pairs if zones]
    if not found:
        raise ValueError(f"the board has no room for 2 start zones of {figures}")
    # The worth of a pair and of its opposite are the same: the first hexes settle it.
    return min(found)[1]


def _rim(grid: HexGrid) -> list[Hex]:
    return [cell for cell in grid.cells if len(grid.around[cell]) < 6]


def _partners(grid: HexGrid, one: Hex) -> list[Hex]:
    """Hexes of the rim that the other zone may grow from: those that lie farthest, and those straight across."""
    row, column = grid.row_and_column(one)
    across = {grid.at(grid.rows - 1 - row, column), grid.at(row, grid.columns - 1 - column)}
    most = max(steps_apart(one, cell) for cell in _rim(grid))
    return [cell for cell in _rim(grid) if one != cell and (steps_apart(one, cell) == most or cell in across)]


def _grown(grid: HexGrid, one: Hex, other: Hex, figures: int, mirrored: bool) -> tuple[Zone, Zone] | None:
    """Two zones grown from one hex each, always by the neighbour that lies farthest from the other zone."""
    a, b = [one], [other]
    for _ in range(figures - 1):
        a.append(_best(grid, a, b) or one)
        b.append(grid.opposite(a[-1]) if mirrored else _best(grid, b, a) or other)
    if len({*a, *b}) < 2 * figures:
        return None
    return tuple(sorted(a)), tuple(sorted(b))


def _best(grid: HexGrid, zone: list[Hex], foe: list[Hex]) -> Hex | None:
    around = {near for cell in zone for near in grid.around[cell]} - {*zone, *foe}

    def key(cell: Hex) -> tuple[int, int, int, Hex]:
        # Far from the foe first, then huddled together.
        apart = [steps_apart(cell, enemy) for enemy in foe]
        return -min(apart), sum(steps_apart(cell, mate) for mate in zone), -sum(apart), cell

    return min(around, key=key, default=None)


def _worth(grid: HexGrid, zones: tuple[Zone, Zone]) -> tuple[float, ...]:
    """The smaller, the better: the nearest hexes far apart, then both zones near the middle of the board's sides."""
    a, b = zones
    apart = [steps_apart(one, other) for one in a for other in b]
    width, height = grid.box(1.0)
    spread = 0.0
    for zone in zones:
        places = [grid.centre(cell, 1.0) for cell in zone]
        spread += sum((x - width / 2) ** 2 + (y - height / 2) ** 2 for x, y in places)
    return -min(apart), round(spread, 3)
