"""What lies beside a board, and the board's height, come in; where each thing lies goes out.

Everything is in pixels, from the top left of the board. The room of the sides lies left and right of the board in turn:
the first side has the left, the second the right, and what is everybody's lies where less is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

_GAP = 16
"""So many pixels are free between things."""


class Wanted(NamedTuple):
    """Something to be placed: its width and height, the side that owns it (None: nobody), and how far a stack of it
    grows to the right and up."""

    what: Hashable
    wide: int
    high: int
    side: int | None = None
    right: int = 0
    up: int = 0

    @property
    def across(self) -> int:
        """The width of the stack."""
        return self.wide + self.right

    @property
    def down(self) -> int:
        """The height of the stack."""
        return self.high + self.up


class Room(NamedTuple):
    """The middle of each thing, of a stack that of its lowest piece; how wide the room is that the board needs left and
    right, and how high below."""

    middles: dict[Hashable, tuple[int, int]]
    edge: int
    below: int


def laid(wanted: Sequence[Wanted], board: tuple[int, int]) -> Room:
    """Lay things beside a board of a width and a height: in rows from the top, as few columns of room as will do."""
    halves: tuple[list[Wanted], list[Wanted]] = ([], [])
    for one in wanted:
        if one.side is not None:
            halves[one.side % 2].append(one)
    for one in wanted:
        if one.side is None:
            min(halves, key=_area).append(one)
    edge = max((one.across + 2 * _GAP for one in wanted), default=0)
    while edge and not all(_rows(half, edge, board[1])[1] for half in halves):
        edge += max(64, edge // 8)
    middles: dict[Hashable, tuple[int, int]] = {}
    for half, left in zip(halves, (-edge, board[0]), strict=True):
        middles |= {one.what: (left + x, y) for one, x, y in _rows(half, edge, board[1])[0]}
    ends = (middles[one.what][1] + one.high // 2 + _GAP - board[1] for one in wanted)
    return Room(middles, edge, max(0, *ends, 0))


def _area(half: Iterable[Wanted]) -> int:
    return sum((one.across + _GAP) * (one.down + _GAP) for one in half)


def _rows(half: Sequence[Wanted], edge: int, high: int) -> tuple[list[tuple[Wanted, int, int]], bool]:
    """The middles of things in rows of a width, and whether they end within a height, or stand in one row."""
    x = y = _GAP
    deep, rows, placed = 0, 1, list[tuple[Wanted, int, int]]()
    for one in half:
        if x > _GAP and x + one.across + _GAP > edge:
            x, y, deep, rows = _GAP, y + deep + _GAP, 0, rows + 1
        placed.append((one, x + one.wide // 2, y + one.up + one.high // 2))
        x, deep = x + one.across + _GAP, max(deep, one.down)
    return placed, rows == 1 or y + deep + _GAP <= high
