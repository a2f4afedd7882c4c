"""A hex board and a figure on it come in; the hexes that it could shoot at, and the lines of sight to them, go out.

A line of sight crosses hexes straight ahead in one of the six directions; once on its way, and no more, it may cross
the edge to the left or to the right of that straight ahead, and then goes on as before. It runs over edges that a shot
passes only, and has at least one hex between the shooter and the target: so many are in between, so hard is the shot.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate, pairwise

from printgen.kinds.hex_board.grid import Hex, edge, moved, steps_apart
from printgen.kinds.hex_board.model import HexBoard

Trail = tuple[Hex, ...]
"""The hexes of a line of sight from the shooter to the target, both included."""


def trails(shooter: Hex, target: Hex) -> tuple[Trail, ...]:
    """Every way that a line of sight could take between two hexes, whatever lies between; none for most of them."""
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


def line_of_sight(board: HexBoard, shooter: Hex, target: Hex) -> Trail | None:
    """A line of sight between two hexes; None when there is none."""
    shots = board.recipe.rules.shots
    for trail in trails(shooter, target):
        if len(trail) > 2 and all(board.edges.get(edge(*pair)) in shots for pair in pairwise(trail)):
            return trail
    return None


def in_sight(board: HexBoard, shooters: Collection[Hex], most: int | None = None) -> dict[Hex, None]:
    """The hexes that lie in sight of any shooter, with `most` hexes in between at most."""
    lines, passes = board.recipe.grid.lines, board.passes
    reach = most if most is not None else len(board.recipe.grid.cells)
    seen: dict[Hex, None] = {}
    for shooter in shooters:
        for direction in range(6):
            ahead = _run(lines[shooter][direction], passes, reach + 1)
            seen.update(dict.fromkeys(ahead[1:]))
            for far, cell in enumerate((shooter, *ahead[:reach])):
                for turn in (1, 5):
                    beside = lines[cell][(direction + turn) % 6]
                    if beside and passes[beside[0][1]]:
                        aside = beside[0][0]
                        # A target beside the shooter is none: the first one lies two steps away.
                        if far:
                            seen[aside] = None
                        seen.update(dict.fromkeys(_run(lines[aside][direction], passes, reach - far)))
    return seen


def difficulties(board: HexBoard, shooter: Hex) -> dict[Hex, int]:
    """How hard a shot is from one hex at each hex in its sight where a figure may stand."""
    return {cell: steps_apart(shooter, cell) - 1 for cell in in_sight(board, (shooter,)) if cell in board.footing}


def _run(line: Sequence[tuple[Hex, int]], passes: Sequence[bool], most: int) -> list[Hex]:
    """The hexes of a line, `most` of them, as far as edges let a shot pass."""
    found = []
    for cell, number in line[:most]:
        if not passes[number]:
            break
        found.append(cell)
    return found
