"""A board as plain data comes in; where teams can go on it, and what lies where, in small numbers, goes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

Cells = tuple[str | None, ...]
"""What lies on each space, row by row; None where the board has no space."""


class Ways(NamedTuple):
    """How spaces lie to each other; a space is its number, row by row from 0.

    `near` are the spaces one move away, `beside` those around it, where teams start; `steps` how many moves lie between
    any two.
    """

    near: tuple[tuple[int, ...], ...]
    beside: tuple[tuple[int, ...], ...]
    steps: tuple[bytes, ...]


class Arena(NamedTuple):
    """One board to play on. `terrain` is None on bases; `goals` are the spaces that win, `goal_bits` as bits.

    `rooms` are the spaces on and next to each base. The second side has the same in the other order, so that whoever
    takes the first of several that are as good plays alike from both bases.
    """

    ways: Ways
    terrain: Cells
    bases: tuple[int, int]
    goals: tuple[int, ...]
    goal_bits: int
    rooms: tuple[frozenset[int], frozenset[int]]
    traits: tuple[tuple[str, str], ...]


class Layout(NamedTuple):
    """A board that travels to whoever plays on it: its cells, and what is to be told of it, by name."""

    rows: int
    columns: int
    cells: Cells
    traits: tuple[tuple[str, str], ...] = ()


@lru_cache(maxsize=64)
def ways_of(rows: int, columns: int, gaps: frozenset[int], diagonal: bool) -> Ways:
    """The ways of a board. What lies around a space includes diagonals always: three teams start beside a corner."""
    spaces = [space for space in range(rows * columns) if space not in gaps]

    def around(space: int, most: int) -> tuple[int, ...]:
        row, column = divmod(space, columns)
        found = []
        for down in (-1, 0, 1):
            for across in (-1, 0, 1):
                there = (row + down) * columns + column + across
                inside = 0 <= row + down < rows and 0 <= column + across < columns and there not in gaps
                if inside and 0 < abs(down) + abs(across) <= most:
                    found.append(there)
        return tuple(found)

    none: tuple[int, ...] = ()
    every = range(rows * columns)
    near = tuple(around(space, 2 if diagonal else 1) if space not in gaps else none for space in every)
    beside = tuple(around(space, 2) if space not in gaps else none for space in every)
    far = min(rows * columns, 255)
    table = [bytearray([far] * (rows * columns)) for _ in every]
    for start in spaces:
        found, edge = table[start], [start]
        found[start] = 0
        while edge:
            edge = [
                there for here in edge for there in near[here] if found[there] == far and not _set(found, here, there)
            ]
    return Ways(near, beside, tuple(map(bytes, table)))


def turned(arena: Arena) -> Arena:
    """The same board as it is seen from the other side."""
    ways = _turned_ways(arena.ways)
    return arena._replace(ways=ways, goals=arena.goals[::-1])


@lru_cache(maxsize=64)
def _turned_ways(ways: Ways) -> Ways:
    return Ways(tuple(one[::-1] for one in ways.near), tuple(one[::-1] for one in ways.beside), ways.steps)


def _set(found: bytearray, here: int, there: int) -> bool:
    found[there] = found[here] + 1
    return False


def arena_of(layout: Layout, bases: Sequence[str], goal: str | None, diagonal: bool) -> Arena:
    """The board that a layout shows; `bases` are the names of the first and of the second side's."""
    cells = layout.cells
    gaps = frozenset(space for space, word in enumerate(cells) if word is None)
    ways = ways_of(layout.rows, layout.columns, gaps, diagonal)
    first, second = (cells.index(base) for base in bases)
    goals = tuple(space for space, word in enumerate(cells) if word == goal and goal is not None)
    terrain = tuple(None if space in (first, second) else word for space, word in enumerate(cells))
    rooms = frozenset((first, *ways.near[first])), frozenset((second, *ways.near[second]))
    return Arena(ways, terrain, (first, second), goals, sum(1 << goal for goal in goals), rooms, layout.traits)


def layout_of(data: Mapping[str, Any]) -> Layout:
    """A board as `printgen board --json` tells it."""
    rows, columns = data["rows"], data["columns"]
    cells = tuple(word for row in data["cells"] for word in row)
    return Layout(rows, columns, cells, tuple(_traits(data, cells, rows, columns)))


def _traits(data: Mapping[str, Any], cells: Cells, rows: int, columns: int) -> list[tuple[str, str]]:
    """What a board is told of by: its score, whom it favours, how clumped and how symmetric its terrain lies."""
    traits = []
    score = data.get("score", {})
    if score.get("parts"):
        total, lead = score["total"], sum(part[1] for part in score["parts"])
        traits.append(("score", f"{int(total)} to {int(total) + 1}" if total < 6 else "6 and more"))
        traits.append(("favours", "neither" if abs(lead) < 1 else "first" if lead > 0 else "second"))
    pairs = [(n, n + 1) for n in range(rows * columns) if (n + 1) % columns]
    pairs += [(n, n + columns) for n in range((rows - 1) * columns)]
    alike = sum(cells[a] == cells[b] for a, b in pairs)
    traits.append(("clumping", _tenth(alike, len(pairs))))
    turned = sum(cells[n] == cells[-1 - n] for n in range(len(cells)))
    traits.append(("symmetry", _tenth(turned, len(cells))))
    return traits


def _tenth(part: int, whole: int) -> str:
    """The tenth that a share lies in, such as 10 to 20 %."""
    low = min(10 * part // max(whole, 1), 9) * 10
    return f"{low} to {low + 10} %"
