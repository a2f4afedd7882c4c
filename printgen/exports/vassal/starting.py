"""Sorted things and the spaces of a board come in; what lies on the board as a game begins goes out, and where.

A product says with `begins` how many of its pieces each side has there. They lie on the spaces on which that side
starts; on a table without a board, one lies at the edge that is the side's: left, right, top or bottom.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from printgen.drawing.pieces import Spaces
from printgen.exports.parcel import Lot, Thing
from printgen.exports.vassal.sides import Sides
from printgen.exports.vassal.sorting import Sorted

_EDGES = 4


class Start(NamedTuple):
    """A thing on the board: the side whose start it is, counted from 0 as the game does, and which place there."""

    lot: Lot
    thing: Thing
    side: int
    place: int


def starts_of(held: Sorted, sides: Sides, spaces: Spaces | None) -> list[Start]:
    """What begins on a board with such spaces; without one, on a table."""
    found = list[Start]()
    for side in range(len(sides.names)):
        home = sides.home(side)
        room = _places(spaces, home) if spaces else int(home < _EDGES)
        things = [*_beginners(held, sides, side)][:room]
        found += (Start(lot, thing, home, place) for place, (lot, thing) in enumerate(things))
    return found


def _places(spaces: Spaces, home: int) -> int:
    return len(spaces.starts[home]) if home < len(spaces.starts) else 0


def _beginners(held: Sorted, sides: Sides, side: int) -> Iterator[tuple[Lot, Thing]]:
    """The pieces with which a side begins: of each product the first of its own, so many as that says."""
    for lot in held.lists:
        mine = [thing for thing in lot.things if sides.of(lot, thing) == side]
        yield from ((lot, thing) for thing in mine[: lot.pieces.product.begins])


def middle_of(start: Start, spaces: Spaces) -> tuple[int, int]:
    """Where it lies on a board whose spaces are in pixels."""
    name = spaces.starts[start.side][start.place]
    return next((round(cell.x), round(cell.y)) for cell in spaces.cells if cell.name == name)


def edge_of(start: Start, size: tuple[int, int], table: tuple[int, int]) -> tuple[int, int]:
    """Where something of a size lies along its edge of a table, all in pixels."""
    (wide, high), (across, down) = size, table
    upright = (wide // 2, down // 2), (across - wide // 2, down // 2)
    level = (across // 2, high // 2), (across // 2, down - high // 2)
    return (*upright, *level)[start.side]


def stands(start: Start) -> bool:
    """Whether the edge of a table that it lies along goes from top to bottom."""
    return start.side < _EDGES // 2
