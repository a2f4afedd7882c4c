"""Rows and columns come in; hexes in axial coordinates, their neighbours and where they lie, go out."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Literal, TypeAlias, TypeVar

from printgen.drawing.pieces import Cell, Spaces
from printgen.game.boards import Coordinates, list_space_name

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


def edge(one: Hex, other: Hex) -> Edge:
    """The edge between two neighbours, the same from both sides."""
    return (one, other) if one < other else (other, one)


def moved(start: Hex, direction: int, steps: int = 1) -> Hex:
    """The hex that lies so many steps from another in a direction (any whole number, counted round the six)."""
    q, r = STEPS[direction % 6]
    return start[0] + steps * q, start[1] + steps * r


def direction_to(start: Hex, neighbour: Hex) -> int:
    """The direction in which a neighbour lies; ValueError for hexes that are no neighbours."""
    return STEPS.index((neighbour[0] - start[0], neighbour[1] - start[1]))


def steps_from(starts: Collection[Hex], links: Mapping[Hex, Collection[Hex]]) -> dict[Hex, int]:
    """How many steps lie between the nearest of some hexes and each that is reached over `links`."""
    steps = dict.fromkeys(starts, 0)
    queue = list(steps)
    for cell in queue:
        far = steps[cell] + 1
        for near in links[cell]:
            if near not in steps:
                steps[near] = far
                queue.append(near)
    return steps


def steps_apart(one: Hex, other: Hex) -> int:
    """How many hexes a figure would have to move from one hex to the other on ground without obstacles."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def trails(shooter: Hex, target: Hex) -> tuple[Trail, ...]:
    """Every way that a line of sight could take between two hexes, whatever lies between; none for most of them.

    It goes straight ahead in one of the six directions; once on its way, and no more, it may step to the left or to the
    right of that straight ahead, and then goes on as before.
    """
    far = steps_apart(shooter, target)
    found: dict[Trail, None] = {}
    for ahead in range(6):
        for aside in ((), (ahead + 1,), (ahead + 5,)):
            straight = far - len(aside)
            end = moved(shooter, ahead, straight)
            if target == (moved(end, *aside) if aside else end):
                ways = ((*[ahead] * n, *aside, *[ahead] * (straight - n)) for n in range(straight + 1))
                found |= dict.fromkeys(tuple(accumulate(way, moved, initial=shooter)) for way in ways)
    return tuple(found)


@dataclass(frozen=True)
class HexGrid:
    """Hexes in rows and columns, with flat or pointy tops; `holes` are the rows and columns of those that are missing.

    On flat tops every second column lies half a hex lower. Pointy tops are the same mirrored at the diagonal: every
    second row lies half a hex to the right.
    """

    rows: int
    columns: int
    top: Top = "flat"
    holes: frozenset[tuple[int, int]] = frozenset()
    naming: Coordinates = "A1"

    def _flat(self, one: N, other: N) -> tuple[N, N]:
        """Two measures along and down the board on flat tops; swapped on pointy ones, and so back again."""
        return (one, other) if self.top == "flat" else (other, one)

    @cached_property
    def cells(self) -> tuple[Hex, ...]:
        """All hexes, row by row from the top left."""
        spots = ((row, column) for row in range(self.rows) for column in range(self.columns))
        return tuple(self.at(*spot) for spot in spots if spot not in self.holes)

    @cached_property
    def named(self) -> dict[str, Hex]:
        """The hexes by their names, row by row."""
        return {self.name(cell): cell for cell in self.cells}

    @cached_property
    def around(self) -> dict[Hex, tuple[Hex, ...]]:
        """The neighbours on the board of every hex, in the order of the directions."""
        known = frozenset(self.cells)
        return {cell: tuple(near for d in range(6) if (near := moved(cell, d)) in known) for cell in self.cells}

    @cached_property
    def sides(self) -> dict[Hex, tuple[Edge, ...]]:
        """The edges of every hex, in the order of the directions; the border has none."""
        return {cell: tuple(edge(cell, near) for near in nears) for cell, nears in self.around.items()}

    @cached_property
    def edges(self) -> dict[Edge, int]:
        """Every edge between two hexes of the board, in order, with the direction from its first hex to the other."""
        # These three directions lead to larger hexes.
        ahead = ((cell, moved(cell, d), d) for cell in sorted(self.cells) for d in (3, 1, 2))
        return {(cell, near): d for cell, near, d in ahead if near in self}

    def at(self, row: int, column: int) -> Hex:
        """The hex in a row and a column, both counted from 0 at the top left."""
        along, down = self._flat(column, row)
        return self._flat(along, down - along // 2)

    def row_and_column(self, cell: Hex) -> tuple[int, int]:
        """The row and the column of a hex, counted from 0."""
        along, down = self._flat(*cell)
        column, row = self._flat(along, down + along // 2)
        return row, column

    def name(self, cell: Hex) -> str:
        """What a hex is called, on the printed board too if that has names: C4, or 0304 for column 3 and row 4."""
        return list_space_name(self.naming, *self.row_and_column(cell))

    def __contains__(self, cell: object) -> bool:
        return cell in self.around

    def opposite(self, cell: Hex) -> Hex:
        """Where a hex comes to lie when the board is turned by 180 degrees. Neighbours stay neighbours.

        On flat tops a board turns with an even number of columns, on pointy ones of rows; any other is mirrored, which
        swaps left and right, or top and bottom on pointy tops.
        """
        row, column = self.row_and_column(cell)
        turns = self._flat(self.columns, self.rows)[0] % 2 == 0
        if turns or self.top == "pointy":
            row = self.rows - 1 - row
        if turns or self.top == "flat":
            column = self.columns - 1 - column
        return self.at(row, column)

    def opposite_edge(self, side: Edge) -> Edge:
        """The edge between the opposites of two hexes."""
        return edge(self.opposite(side[0]), self.opposite(side[1]))

    def box(self, width: float) -> tuple[float, float]:
        """Width and height of the whole board for hexes of that width across their flats."""
        along, down = self._flat(self.columns, self.rows)
        return self._flat(width / math.sqrt(3) * (1.5 * along + 0.5), width * (down + (0.5 if along > 1 else 0.0)))

    def centre(self, cell: Hex, width: float) -> Place:
        """Where the centre of a hex lies."""
        along, down = self._flat(*cell)
        return self._flat(width / math.sqrt(3) * (1 + 1.5 * along), width * (0.5 + down + along / 2))

    def spaces(self, width: float) -> Spaces:
        """Where the hexes lie, as other parts know the spaces of a board; `width` in points."""
        around = HexGrid(1, 1, self.top).box(width)
        spots = (Cell(self.name(cell), *self.row_and_column(cell), *self.centre(cell, width)) for cell in self.cells)
        return Spaces(self.top, *around, tuple(spots))

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
        return [self.side(cell, d, width) for cell in self.cells for d in range(6) if moved(cell, d) not in self]
