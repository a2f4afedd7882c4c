"""A board comes in; which of its terrain's landmarks each space shows goes out, so that neighbours differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product

from printgen.base.seeds import rng_for
from printgen.kinds.terrain_board.recipe import Board, Space

TURNS = 4
"""So many landmarks a terrain has; of fewer or more they come round."""

# What it costs that a landmark stands beside its like, across a corner from it, and once more on the board.
_BESIDE, _ACROSS, _AGAIN = 100, 10, 1


def landmarks_of(board: Board) -> dict[Space, int]:
    """For every space a number below TURNS: it differs from those beside it of the same terrain.

    Across corners it differs where it can, and each number comes about as often as the others.
    """
    stream = rng_for(board.seed or 0, "landmarks")
    shown: dict[Space, int] = {}
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for (row, column), name in board.cells.items():
        costs = {turn: _AGAIN * counts[name][turn] for turn in range(TURNS)}
        for down, across in product((-1, 0, 1), repeat=2):
            near = (row + down, column + across)
            if near in shown and board.cells[near] == name:
                costs[shown[near]] += _ACROSS if down and across else _BESIDE
        least = min(costs.values())
        turn = stream.pick([turn for turn, cost in costs.items() if cost == least])
        shown[row, column] = turn
        counts[name][turn] += 1
    return shown
