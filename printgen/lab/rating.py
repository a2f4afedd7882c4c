"""How often each wins against each other comes in; a rating, how far it misleads, and the worst cycle go out.

A rating is one number for each (Bradley and Terry): it says that who wins against the second also wins against whom the
second beats. Where that is not so there is a cycle, and the matrix alone tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import NamedTuple

Matrix = Sequence[Sequence[float]]
"""The share of each that wins against each other: row against column. The diagonal says nothing."""

_ROUNDS, _CLOSE = 2000, 1e-12
_LEAST = 1e-6


class Rating(NamedTuple):
    """A number for each, in points as of chess: 400 more are ten wins to one, and the average is 0.

    `misfit` is how far the matrix is from what the rating says where that is farthest, and for which two.
    """

    points: tuple[float, ...]
    misfit: float
    pair: tuple[int, int]


class Cycle(NamedTuple):
    """Each wins against the next, and the last against the first; `least` is the smallest of these shares."""

    members: tuple[int, ...]
    least: float


def rated(matrix: Matrix) -> Rating:
    """The rating that agrees best with a matrix of two or more."""
    count = len(matrix)
    others = [[j for j in range(count) if j != i] for i in range(count)]
    share = [[min(1 - _LEAST, max(_LEAST, one)) for one in row] for row in matrix]
    wins = [sum(share[i][j] for j in others[i]) for i in range(count)]
    strength = [1.0] * count
    for _ in range(_ROUNDS):
        after = [wins[i] / sum(1 / (strength[i] + strength[j]) for j in others[i]) for i in range(count)]
        mean = 10 ** (sum(map(log10, after)) / count)
        after = [one / mean for one in after]
        done = max(abs(a / b - 1) for a, b in zip(after, strength, strict=True)) < _CLOSE
        strength = after
        if done:
            break
    apart = [
        (abs(share[i][j] - strength[i] / (strength[i] + strength[j])), (i, j))
        for i in range(count) for j in range(i + 1, count)
    ]  # fmt: skip
    misfit, pair = max(apart, key=lambda one: one[0])
    return Rating(tuple(400 * log10(one) for one in strength), misfit, pair)


def worst_cycle(matrix: Matrix) -> Cycle | None:
    """The cycle whose weakest win is the clearest; None where nobody is beaten by whom he beats at second hand.

    Wins are taken up from the clearest down: the first that closes a cycle is the weakest of it.
    """
    count = len(matrix)
    wins = sorted(
        ((matrix[i][j], i, j) for i in range(count) for j in range(count) if i != j and matrix[i][j] > 0.5),
        key=lambda win: (-win[0], win[1:]),
    )
    beats: list[list[int]] = [[] for _ in range(count)]
    for share, winner, loser in wins:
        if (way := _way(beats, loser, winner)) is not None:
            return Cycle((winner, *way[:-1]), share)
        beats[winner].append(loser)
    return None


def _way(beats: Sequence[Sequence[int]], start: int, end: int) -> list[int] | None:
    """The shortest way from one to another along wins."""
    before: dict[int, int | None] = {start: None}
    queue = [start]
    for here in queue:
        if here == end:
            way: list[int] = []
            step: int | None = here
            while step is not None:
                way.append(step)
                step = before[step]
            return way[::-1]
        for there in beats[here]:
            if there not in before:
                before[there] = here
                queue.append(there)
    return None
