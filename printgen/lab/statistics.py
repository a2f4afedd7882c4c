"""Averages and intervals of samples, and ratings: which of several wins against which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log10, sqrt
from typing import Any, NamedTuple

from printgen.lab.sums import table

Data = dict[str, Any]

Z = 1.959964
"""So many standard errors to either side hold 95 of 100 true values."""
Number = int | Fraction


@dataclass
class Average:
    """A weighted sum of numbers in `unit`-ths, with the sum of their squares."""

    unit: int = 1
    weight: int = 0
    total: Number = 0
    squares: Number = 0

    def add(self, number: Number, weight: int = 1) -> None:
        """Add one number."""
        self.weight += weight
        self.total += weight * number
        self.squares += weight * number * number

    def __add__(self, other: Average) -> Average:
        weight, total = self.weight + other.weight, self.total + other.total
        return Average(self.unit, weight, total, self.squares + other.squares)

    @property
    def mean(self) -> Fraction:
        """The mean."""
        return Fraction(self.total) / (self.weight * self.unit)

    def off(self, z: float = 1.96) -> float:
        """How far the mean of a sample may be off, to either side, 95 times of 100."""
        spread = float(self.squares) / self.weight - (float(self.total) / self.weight) ** 2
        return z * sqrt(max(0.0, spread) / max(1, self.weight - 1)) / self.unit


def average(rows: dict[Any, Average], key: object, unit: int = 1) -> Average:
    """The average of a key of a mapping, an empty one where it has none yet."""
    found = rows.get(key)
    if found is None:
        found = rows[key] = Average(unit)
    return found


def wilson(won: float, of: float) -> tuple[float, float]:
    """The Wilson score interval of a share, at 95 %; 0 to 1 where nothing is known."""
    if of <= 0:
        return 0.0, 1.0
    share, square = won / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    reach = Z * sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return max(0.0, middle - reach), min(1.0, middle + reach)


Matrix = Sequence[Sequence[float]]
"""The share of wins of each row against each column. The diagonal has no meaning."""

_ROUNDS, _CLOSE = 2000, 1e-12
_LEAST = 1e-6


class Rating(NamedTuple):
    """A number for each, in points as in chess: 400 more are ten wins to one, and the mean is 0.

    `misfit` is the largest difference between the matrix and the rating, `pair` where it is.
    """

    points: tuple[float, ...]
    misfit: float
    pair: tuple[int, int]


class Cycle(NamedTuple):
    """Each wins against the next, and the last against the first; `least` is the smallest of these shares."""

    members: tuple[int, ...]
    least: float


def rate(matrix: Matrix) -> Rating:
    """The rating that agrees best with a matrix of two or more.

    It is the Bradley-Terry model, fitted by Zermelo's iteration (D. R. Hunter, MM algorithms for generalized
    Bradley-Terry models, 2004).
    """
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
    """The cycle whose weakest win is the clearest; None where there is no cycle.

    Wins are added to a graph from the clearest down: the first one that closes a cycle is the weakest of it.
    """
    count = len(matrix)
    wins = sorted(
        ((matrix[i][j], i, j) for i in range(count) for j in range(count) if i != j and matrix[i][j] > 0.5),
        key=lambda win: (-win[0], win[1:]),
    )
    beats: list[list[int]] = [[] for _ in range(count)]
    for share, winner, loser in wins:
        if (path := _path(beats, loser, winner)) is not None:
            return Cycle((winner, *path[:-1]), share)
        beats[winner].append(loser)
    return None


def _path(beats: Sequence[Sequence[int]], start: int, end: int) -> list[int] | None:
    """The shortest path from one to another along wins, by breadth-first search."""
    before: dict[int, int | None] = {start: None}
    queue = [start]
    for here in queue:
        if here == end:
            path: list[int] = []
            step: int | None = here
            while step is not None:
                path.append(step)
                step = before[step]
            return path[::-1]
        for there in beats[here]:
            if there not in before:
                before[there] = here
                queue.append(there)
    return None


def matrix_data(groups: Sequence[Mapping[str, str]], matrix: Matrix, off: float) -> Data:
    """A matrix of groups as plain data, with its rating and its worst cycle; its shares are known to within `off`."""
    rating, cycle = rate(matrix), worst_cycle(matrix)
    codes = [group["name"] for group in groups]
    return {
        "names": codes,
        "titles": [group["title"] for group in groups],
        "matrix": [[*row] for row in matrix],
        "interval": off,
        "rating": dict(zip(codes, (round(points, 1) for points in rating.points), strict=True)),
        "misfit": {"by": round(rating.misfit, 6), "of": [codes[n] for n in rating.pair]},
        "cycle": {"of": [codes[n] for n in cycle.members], "least": cycle.least} if cycle else None,
    }


def matrix_lines(groups: Data) -> Iterator[str]:
    """A matrix as people read it, the best of the rating first."""
    names = groups["names"]
    order = sorted(range(len(names)), key=lambda n: -groups["rating"][names[n]])
    head = ["wins against", *(names[n] for n in order), "rating"]
    rows = [
        [groups["titles"][n], *("" if n == m else f"{100 * groups['matrix'][n][m]:.0f}" for m in order),
         f"{groups['rating'][names[n]]:+.0f}"]
        for n in order
    ]  # fmt: skip
    yield from table(head, rows)
    sure = groups["interval"]
    doubt = f", ± {100 * sure:.0f}" if sure else ""
    yield f"in %, both sides attacking equally often{doubt}; 400 points of rating are ten wins to one"
    misfit, cycle = groups["misfit"], groups["cycle"]
    yield f"the rating is off by at most {100 * misfit['by']:.0f} %, of {misfit['of'][0]} against {misfit['of'][1]}"
    if cycle is None:
        yield "no cycle: whoever is beaten is beaten by all that beat the winner"
        return
    way = " beats ".join((*cycle["of"], cycle["of"][0]))
    doubt = "" if cycle["least"] - 0.5 > sure else ", which may be chance"
    yield f"worst cycle: {way}, each by {100 * cycle['least']:.0f} % or more{doubt}"
