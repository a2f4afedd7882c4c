"""Ways on boards: curves with spots along them, and what lies in their way."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from printgen.base.units import Box

Point = tuple[float, float]

_FINE = 12


class Spot(NamedTuple):
    """A place on a way, and the direction in which the way goes there."""

    x: float
    y: float
    turn: float = 0.0


def smooth_way(points: Sequence[Point], closed: bool = False) -> list[Point]:
    """A curve through some points, as many more points."""
    if len(points) < 3:
        return [*points, points[0]] if closed else list(points)
    count = len(points)
    found: list[Point] = []
    for n in range(count if closed else count - 1):
        a, b, c, d = (_at(points, n + k, closed) for k in (-1, 0, 1, 2))
        found += (_between(a, b, c, d, t / _FINE) for t in range(_FINE))
    return [*found, points[0] if closed else points[-1]]


def _at(points: Sequence[Point], n: int, closed: bool) -> Point:
    return points[n % len(points)] if closed else points[min(max(n, 0), len(points) - 1)]


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    """A point of the curve from b to c that comes from a and goes on to d."""

    def one(p: float, q: float, r: float, s: float) -> float:
        return 0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t**2 + (3 * q - p - 3 * r + s) * t**3)

    return one(a[0], b[0], c[0], d[0]), one(a[1], b[1], c[1], d[1])


def beside(one: Point, other: Point, aside: float) -> list[Point]:
    """The straight way between two points, moved to its left, as seen along it."""
    far = math.dist(one, other) or 1.0
    dx, dy = aside * (other[1] - one[1]) / far, -aside * (other[0] - one[0]) / far
    return [(one[0] + dx, one[1] + dy), (other[0] + dx, other[1] + dy)]


def bow_way(one: Point, other: Point, bend: float) -> list[Point]:
    """A way between two points whose middle lies `bend` to the left of the straight one, as seen along it."""
    if not bend:
        return [one, other]
    far = math.dist(one, other) or 1.0
    mx, my = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    # The middle of such a curve lies half as far out as the point that pulls it.
    px, py = mx + 2 * bend * (other[1] - one[1]) / far, my - 2 * bend * (other[0] - one[0]) / far
    steps = [n / (2 * _FINE) for n in range(2 * _FINE + 1)]

    def at(a: float, p: float, b: float, t: float) -> float:
        return (1 - t) ** 2 * a + 2 * t * (1 - t) * p + t * t * b

    return [(at(one[0], px, other[0], t), at(one[1], py, other[1], t)) for t in steps]


def length_of(way: Sequence[Point]) -> float:
    """How long a way is."""
    return sum(math.dist(*pair) for pair in pairwise(way))


def spots_at(way: Sequence[Point], distances: Sequence[float]) -> list[Spot]:
    """The spots at some distances from the start of a way, which go up."""
    ends = list(accumulate((math.dist(*pair) for pair in pairwise(way)), initial=0.0))
    spots, n = [], 0
    for distance in distances:
        while n < len(way) - 2 and ends[n + 1] < distance:
            n += 1
        (x, y), (u, v) = way[n], way[n + 1]
        t = (distance - ends[n]) / ((ends[n + 1] - ends[n]) or 1.0)
        spots.append(Spot(x + (u - x) * t, y + (v - y) * t, math.degrees(math.atan2(v - y, u - x))))
    return spots


def space_evenly(way: Sequence[Point], count: int, closed: bool = False) -> list[Spot]:
    """So many spots, equally far apart from the start of a way to its end; of a closed one the end is the start."""
    gap = length_of(way) / max(1, count if closed else count - 1)
    return spots_at(way, [n * gap for n in range(count)])


def part_of(way: Sequence[Point], start: float, end: float) -> list[Point]:
    """A way from one distance along it to another."""
    ends = list(accumulate((math.dist(*pair) for pair in pairwise(way)), initial=0.0))
    first, last = spots_at(way, [start, end])
    inner = [point for point, at in zip(way, ends, strict=True) if start < at < end]
    return [first[:2], *inner, last[:2]]


class Crowd:
    """What lies on a board, as weights of small squares; their side is in the unit of the boxes."""

    def __init__(self, square: float) -> None:
        self._square = square
        self._weights: defaultdict[tuple[int, int], float] = defaultdict(float)

    def _squares(self, box: Box) -> Iterator[tuple[int, int]]:
        side = self._square
        for i in range(int(box.x // side), int(box.right // side) + 1):
            for j in range(int(box.y // side), int(box.bottom // side) + 1):
                yield i, j

    def add(self, box: Box, weight: float) -> None:
        for square in self._squares(box):
            self._weights[square] += weight

    def cost(self, box: Box) -> float:
        """How much of what lies there a box would cover."""
        return sum(self._weights.get(square, 0.0) for square in self._squares(box))
