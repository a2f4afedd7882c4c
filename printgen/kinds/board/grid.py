"""Grids of boards: squares in rows and columns, and hexes in axial coordinates, with neighbours, names and places."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Literal, TypeAlias, TypeVar

from printgen.base.units import coordinate
from printgen.drawing.pieces import Cell, Spaces

Coordinates = Literal["A1", "0101", "none"]
"""How spaces are called: the letter of a column and the number of a row, both as numbers of two digits, or not."""

Space: TypeAlias = tuple[int, int]
"""A space of a grid: row and column, counted from 0 at the top left, of a square; axial coordinates of a hex."""


def space_name(how: Coordinates, row: int, column: int) -> str:
    """The name of a space by its row and column, counted from 0; "" when spaces have no names."""
    return {"A1": coordinate(row, column), "0101": f"{column + 1:02}{row + 1:02}", "none": ""}[how]


def list_space_name(how: str | None, row: int, column: int) -> str:
    """The name of a space in lists and findings, which A1 serves on a board without names."""
    return space_name("0101" if how == "0101" else "A1", row, column)


@dataclass(frozen=True)
class BoardGrid(ABC):
    """Spaces in rows and columns, except the `holes`; `naming` is their style of names, or None for A1."""

    rows: int
    columns: int
    naming: Coordinates | None = field(default=None, kw_only=True)
    holes: frozenset[tuple[int, int]] = field(default=frozenset(), kw_only=True)

    @abstractmethod
    def at(self, row: int, column: int) -> Space:
        """The space in a row and a column, both counted from 0 at the top left."""

    @abstractmethod
    def row_and_column(self, cell: Space) -> tuple[int, int]:
        """The row and the column of a space, counted from 0."""

    @abstractmethod
    def near(self, cell: Space) -> list[Space]:
        """The neighbours of a space, including those beyond the board."""

    @abstractmethod
    def opposite(self, cell: Space) -> Space:
        """The space on which a space lies after the board is turned by 180 degrees. Neighbours stay neighbours."""

    @cached_property
    def cells(self) -> tuple[Space, ...]:
        """All spaces, row by row from the top left."""
        spots = ((row, column) for row in range(self.rows) for column in range(self.columns))
        return tuple(self.at(*spot) for spot in spots if spot not in self.holes)

    @cached_property
    def by_name(self) -> dict[str, Space]:
        """The spaces by their names in lists and findings, row by row."""
        return {self.name(cell): cell for cell in self.cells}

    @cached_property
    def around(self) -> dict[Space, tuple[Space, ...]]:
        """The neighbours on the board of every space, always in the same order."""
        on_board = frozenset(self.cells)
        return {cell: tuple(near for near in self.near(cell) if near in on_board) for cell in self.cells}

    def name(self, cell: Space) -> str:
        """The name of a space in lists and findings: C4, or 0304 for column 3 and row 4."""
        return list_space_name(self.naming, *self.row_and_column(cell))

    def __contains__(self, cell: object) -> bool:
        return cell in self.around


class SquareGrid(BoardGrid):
    """Squares, or oblongs, in rows and columns."""

    def at(self, row: int, column: int) -> Space:
        return row, column

    def row_and_column(self, cell: Space) -> tuple[int, int]:
        return cell

    def near(self, cell: Space) -> list[Space]:
        row, column = cell
        return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]

    def opposite(self, cell: Space) -> Space:
        return self.rows - 1 - cell[0], self.columns - 1 - cell[1]


Hex: TypeAlias = tuple[int, int]
"""Axial coordinates q and r."""

Edge: TypeAlias = tuple[Hex, Hex]
"""The side that two neighbours share, whichever of them it is seen from: the smaller hex comes first."""

Trail: TypeAlias = tuple[Hex, ...]
"""The hexes of a line of sight from the shooter to the target, both included."""

Place: TypeAlias = tuple[float, float]
"""A point from the top left of the board's box."""

Ends: TypeAlias = tuple[Place, Place]
"""The two ends of a side."""

N = TypeVar("N", int, float)

Top = Literal["flat", "pointy"]

STEPS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""What one step in each of the six directions adds to a hex."""

DIRECTION_NAMES: dict[Top, tuple[str, ...]] = {
    "flat": ("north", "north-east", "south-east", "south", "south-west", "north-west"),
    "pointy": ("north-west", "north-east", "east", "south-east", "south-west", "west"),
}
"""The six directions as files name them, in order."""

# Where the first corner of side 0 lies, in degrees from the right and clockwise as seen on paper.
_FIRST_CORNER: dict[Top, float] = {"flat": -120.0, "pointy": -150.0}


def edge(cell: Hex, other: Hex) -> Edge:
    """The edge between two neighbours, the same from both sides."""
    return (cell, other) if cell < other else (other, cell)


def move(start: Hex, direction: int, steps: int = 1) -> Hex:
    """The hex that lies so many steps from another in a direction (any whole number, counted round the six)."""
    q, r = STEPS[direction % 6]
    return start[0] + steps * q, start[1] + steps * r


def direction_to(start: Hex, neighbour: Hex) -> int:
    """The direction in which a neighbour lies; ValueError for hexes that are no neighbours."""
    return STEPS.index((neighbour[0] - start[0], neighbour[1] - start[1]))


def steps_from(starts: Collection[Hex], links: Mapping[Hex, Collection[Hex]]) -> dict[Hex, int]:
    """The number of steps to each hex reached over `links` from the nearest of some hexes."""
    steps = dict.fromkeys(starts, 0)
    queue = list(steps)
    for cell in queue:
        far = steps[cell] + 1
        for near in links[cell]:
            if near not in steps:
                steps[near] = far
                queue.append(near)
    return steps


def steps_apart(start: Hex, other: Hex) -> int:
    """The number of hexes that a figure moves from one hex to another on open ground."""
    q, r = start[0] - other[0], start[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def trails(shooter: Hex, target: Hex) -> tuple[Trail, ...]:
    """Every path that a line of sight could take between two hexes, whatever lies between; often none.

    A path goes straight ahead in one of the six directions; at most once on the way it steps to the left or right of
    that direction, and then continues as before.
    """
    far = steps_apart(shooter, target)
    lines: dict[Trail, None] = {}
    for ahead in range(6):
        for aside in ((), (ahead + 1,), (ahead + 5,)):
            straight = far - len(aside)
            end = move(shooter, ahead, straight)
            if target == (move(end, *aside) if aside else end):
                ways = ((*[ahead] * n, *aside, *[ahead] * (straight - n)) for n in range(straight + 1))
                lines |= dict.fromkeys(tuple(accumulate(way, move, initial=shooter)) for way in ways)
    return tuple(lines)


@dataclass(frozen=True)
class HexGrid(BoardGrid):
    """Hexes in rows and columns, with flat or pointy tops.

    On flat tops every second column lies half a hex lower. Pointy tops are the same mirrored at the diagonal: every
    second row lies half a hex to the right.
    """

    top: Top = "flat"

    def _flat(self, along: N, other: N) -> tuple[N, N]:
        """Two measures along and down the board on flat tops; swapped on pointy ones, and back again."""
        return (along, other) if self.top == "flat" else (other, along)

    @cached_property
    def sides(self) -> dict[Hex, tuple[Edge, ...]]:
        """The edges of every hex, in the order of the directions; the border has none."""
        return {cell: tuple(edge(cell, near) for near in nears) for cell, nears in self.around.items()}

    @cached_property
    def edges(self) -> dict[Edge, int]:
        """Every edge between two hexes of the board, in order, with the direction from its first hex to the other."""
        # These three directions lead to larger hexes.
        ahead = ((cell, move(cell, d), d) for cell in sorted(self.cells) for d in (3, 1, 2))
        return {(cell, near): d for cell, near, d in ahead if near in self}

    def at(self, row: int, column: int) -> Hex:
        along, down = self._flat(column, row)
        return self._flat(along, down - along // 2)

    def row_and_column(self, cell: Hex) -> tuple[int, int]:
        along, down = self._flat(*cell)
        column, row = self._flat(along, down + along // 2)
        return row, column

    def near(self, cell: Hex) -> list[Hex]:
        return [move(cell, direction) for direction in range(6)]

    def opposite(self, cell: Hex) -> Hex:
        """Turn an even number of columns (flat tops) or rows (pointy tops) by 180 degrees.

        Any other board is mirrored, which swaps left and right, or top and bottom on pointy tops.
        """
        row, column = self.row_and_column(cell)
        turns = self._flat(self.columns, self.rows)[0] % 2 == 0
        if turns or self.top == "pointy":
            row = self.rows - 1 - row
        if turns or self.top == "flat":
            column = self.columns - 1 - column
        return self.at(row, column)

    def opposite_edge(self, side: Edge) -> Edge:
        return edge(self.opposite(side[0]), self.opposite(side[1]))

    def box(self, width: float) -> tuple[float, float]:
        """Width and height of the whole board for hexes of that width across their flats."""
        along, down = self._flat(self.columns, self.rows)
        return self._flat(width / math.sqrt(3) * (1.5 * along + 0.5), width * (down + (0.5 if along > 1 else 0.0)))

    def centre(self, cell: Hex, width: float) -> Place:
        along, down = self._flat(*cell)
        return self._flat(width / math.sqrt(3) * (1 + 1.5 * along), width * (0.5 + down + along / 2))

    def spaces(self, width: float) -> Spaces:
        """The places of the hexes as other parts know the spaces of a board; `width` in points."""
        hex_box = HexGrid(1, 1, top=self.top).box(width)
        spots = (Cell(self.name(cell), *self.row_and_column(cell), *self.centre(cell, width)) for cell in self.cells)
        return Spaces(self.top, *hex_box, tuple(spots))

    def corners(self, cell: Hex, width: float) -> tuple[Place, ...]:
        """The six corners of a hex, clockwise; the side in direction d runs from corner d to corner d + 1."""
        x, y = self.centre(cell, width)
        radius = width / math.sqrt(3)
        angles = (math.radians(_FIRST_CORNER[self.top] + 60 * n) for n in range(6))
        return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)

    def side(self, cell: Hex, direction: int, width: float) -> Ends:
        """The two ends of a hex's side in a direction, clockwise round the hex."""
        corners = self.corners(cell, width)
        return corners[direction % 6], corners[(direction + 1) % 6]

    def border(self, width: float) -> list[Ends]:
        """The two ends of every side where the board ends."""
        return [self.side(cell, d, width) for cell in self.cells for d in range(6) if move(cell, d) not in self]
