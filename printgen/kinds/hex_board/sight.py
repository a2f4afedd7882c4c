"""A hex board, two hexes and the figures on it come in; lines of sight and how hard the shots are go out.

A line of sight crosses hexes straight ahead in one of the six directions; once on its way, and no more, it may cross
the edge to the left or to the right of that straight ahead, and then goes on as before. It runs
over edges that a shot passes only, and needs at least one hex without a figure between the shooter and the target.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from printgen.kinds.hex_board.grid import STEPS, Hex, moved
from printgen.kinds.hex_board.model import HexBoard


@dataclass(frozen=True, slots=True)
class Sight:
    """A line of sight: its hexes from the shooter to the target, both included, and the shot's difficulty."""

    trail: tuple[Hex, ...]
    difficulty: int


def trails(shooter: Hex, target: Hex) -> tuple[tuple[Hex, ...], ...]:
    """Every way that a line of sight could take between two hexes, whatever lies between; none for most of them."""
    q, r = target[0] - shooter[0], target[1] - shooter[1]
    found: dict[tuple[Hex, ...], None] = {}
    for direction in range(6):
        for turn in (0, 1, 5):
            straight, shifts = _amounts(q, r, direction, turn)
            if straight < 0 or shifts not in (0, 1) or straight + shifts == 0 or bool(turn) != bool(shifts):
                continue
            for first in range(straight + 1) if turn else (straight,):
                found[_trail(shooter, direction, turn, first, straight)] = None
    return tuple(found)


def line_of_sight(board: HexBoard, shooter: Hex, target: Hex, figures: Collection[Hex] = ()) -> Sight | None:
    """The easiest line of sight between two hexes, or None when there is none.

    `figures` are the hexes that other figures stand on: a shot passes them, but they are not empty and do not count.
    """
    best: Sight | None = None
    shots = board.recipe.rules.shots
    for trail in trails(shooter, target):
        if all(board.type_between(*pair) in shots for pair in pairwise(trail)):
            difficulty = _difficulty(trail, figures)
            if difficulty and (best is None or difficulty < best.difficulty):
                best = Sight(trail, difficulty)
    return best


def in_sight(board: HexBoard, shooter: Hex, figures: Collection[Hex] = ()) -> dict[Hex, Sight]:
    """The easiest line of sight from one hex to each hex that a figure there could shoot at."""
    best: dict[Hex, Sight] = {}
    for trail in _open_trails(board, shooter):
        target = trail[-1]
        difficulty = _difficulty(trail, figures)
        known = best.get(target)
        if difficulty and target in board.ground and (known is None or difficulty < known.difficulty):
            best[target] = Sight(trail, difficulty)
    return best


def hexes_in_sight(board: HexBoard, shooters: Collection[Hex], most: int) -> set[Hex]:
    """The hexes that lie in sight of any shooter with at most so many hexes in between, figures aside."""
    lines, passes = board.recipe.grid.lines, board.passes
    seen: set[Hex] = set()
    for shooter in shooters:
        for direction in range(6):
            ahead = _run(lines[shooter][direction], passes, most + 1)
            seen.update(ahead[1:])
            for far, cell in enumerate((shooter, *ahead[:most])):
                for turn in (1, 5):
                    beside = lines[cell][(direction + turn) % 6]
                    if beside and passes[beside[0][1]]:
                        aside = beside[0][0]
                        seen.update(_run(lines[aside][direction], passes, most - far))
                        # A target beside the shooter is none: the first one lies two steps away.
                        if far:
                            seen.add(aside)
    return seen


def _difficulty(trail: tuple[Hex, ...], figures: Collection[Hex]) -> int:
    return sum(cell not in figures for cell in trail[1:-1])


def _amounts(q: int, r: int, direction: int, turn: int) -> tuple[int, int]:
    """How many steps straight ahead and how many turned aside lead to (q, r); -1 for no whole number of them."""
    aq, ar = STEPS[direction]
    if not turn:
        steps = max(abs(q), abs(r))
        return (steps, 0) if (q, r) == (steps * aq, steps * ar) else (-1, 0)
    bq, br = STEPS[(direction + turn) % 6]
    # Two neighbouring directions span the grid: their determinant is 1 or -1, so the division is exact.
    size = aq * br - ar * bq
    return (q * br - r * bq) * size, (aq * r - ar * q) * size


def _trail(shooter: Hex, direction: int, turn: int, first: int, straight: int) -> tuple[Hex, ...]:
    """So many steps straight ahead, one aside if it turns, and the rest straight ahead again."""
    cells = [shooter]
    for _ in range(first):
        cells.append(moved(cells[-1], direction))
    if turn:
        cells.append(moved(cells[-1], direction + turn))
    for _ in range(straight - first):
        cells.append(moved(cells[-1], direction))
    return tuple(cells)


def _open_trails(board: HexBoard, shooter: Hex) -> Iterator[tuple[Hex, ...]]:
    """Every trail from a hex that edges let pass, straight ones before shifted ones."""
    lines, passes = board.recipe.grid.lines, board.passes
    for direction in range(6):
        spine = [shooter, *_run(lines[shooter][direction], passes)]
        for n in range(1, len(spine)):
            yield tuple(spine[: n + 1])
        for n in range(len(spine)):
            for turn in (1, 5):
                beside = lines[spine[n]][(direction + turn) % 6]
                if beside and passes[beside[0][1]]:
                    aside = beside[0][0]
                    trail = (*spine[: n + 1], aside)
                    yield trail
                    for cell in _run(lines[aside][direction], passes):
                        trail = (*trail, cell)
                        yield trail


def _run(line: Sequence[tuple[Hex, int]], passes: Sequence[bool], most: int | None = None) -> list[Hex]:
    """The hexes of a line, `most` of them, as far as edges let a shot pass."""
    found = []
    for cell, number in line[:most]:
        if not passes[number]:
            break
        found.append(cell)
    return found
