"""Curves on boards: smooth, bowed or parallel to a line, points along them, and the occupied parts of a board."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from printgen.base.units import Box
from printgen.drawing.model import Outline
from printgen.drawing.outlines import Point, polyline
from printgen.drawing.patterns import smooth

# A curve has so many straight pieces between two of its points.
_PIECES = 12


class CurvePoint(NamedTuple):
    """A point of a curve, and the direction in which the curve goes there, in degrees clockwise from the right."""

    x: float
    y: float
    turn: float = 0.0


def smooth_curve(points: Sequence[Point], closed: bool = False) -> list[Point]:
    """A Catmull-Rom spline through some points, as a longer list of points."""
    if len(points) < 3:
        return [*points, points[0]] if closed else list(points)
    count = len(points)
    curve: list[Point] = []
    for n in range(count if closed else count - 1):
        before, start, end, after = (_neighbour(points, n + k, closed) for k in (-1, 0, 1, 2))
        curve += (_spline_point(before, start, end, after, t / _PIECES) for t in range(_PIECES))
    return [*curve, points[0] if closed else points[-1]]


def _neighbour(points: Sequence[Point], n: int, closed: bool) -> Point:
    """The point at an index; beyond the ends of an open curve its first or its last one."""
    return points[n % len(points)] if closed else points[min(max(n, 0), len(points) - 1)]


def _spline_point(before: Point, start: Point, end: Point, after: Point, t: float) -> Point:
    """The point at a share `t` of the piece from start to end, with the usual tension of one half."""

    def along_axis(p: float, q: float, r: float, s: float) -> float:
        return 0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t**2 + (3 * q - p - 3 * r + s) * t**3)

    return along_axis(before[0], start[0], end[0], after[0]), along_axis(before[1], start[1], end[1], after[1])


def parallel_line(start: Point, end: Point, aside: float) -> list[Point]:
    """The straight line between two points, moved to its left, as seen along it."""
    length = math.dist(start, end) or 1.0
    dx, dy = aside * (end[1] - start[1]) / length, -aside * (end[0] - start[0]) / length
    return [(start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)]


def bowed_curve(start: Point, end: Point, bend: float) -> list[Point]:
    """A quadratic Bezier curve whose middle lies `bend` to the left of the straight line, as seen along it."""
    if not bend:
        return [start, end]
    length = math.dist(start, end) or 1.0
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    # The middle of such a curve lies half as far out as its control point.
    control_x = middle[0] + 2 * bend * (end[1] - start[1]) / length
    control_y = middle[1] - 2 * bend * (end[0] - start[0]) / length

    def along_axis(first: float, control: float, last: float, t: float) -> float:
        return (1 - t) ** 2 * first + 2 * t * (1 - t) * control + t * t * last

    shares = [n / (2 * _PIECES) for n in range(2 * _PIECES + 1)]
    return [(along_axis(start[0], control_x, end[0], t), along_axis(start[1], control_y, end[1], t)) for t in shares]


def curve_length(curve: Sequence[Point]) -> float:
    """The length of a curve, in the unit of its points."""
    return sum(math.dist(*pair) for pair in pairwise(curve))


def points_at(curve: Sequence[Point], distances: Sequence[float]) -> list[CurvePoint]:
    """The points at increasing distances from the start of a curve."""
    ends = _distances(curve)
    points, n = [], 0
    for distance in distances:
        while n < len(curve) - 2 and ends[n + 1] < distance:
            n += 1
        (x, y), (u, v) = curve[n], curve[n + 1]
        t = (distance - ends[n]) / ((ends[n + 1] - ends[n]) or 1.0)
        points.append(CurvePoint(x + (u - x) * t, y + (v - y) * t, math.degrees(math.atan2(v - y, u - x))))
    return points


def _distances(curve: Sequence[Point]) -> list[float]:
    """The distance of each point of a curve from its start, along the curve."""
    return list(accumulate((math.dist(*pair) for pair in pairwise(curve)), initial=0.0))


def even_points(curve: Sequence[Point], count: int, closed: bool = False) -> list[CurvePoint]:
    """So many points at equal distances along a curve; on a closed curve the end is the start."""
    gap = curve_length(curve) / max(1, count if closed else count - 1)
    return points_at(curve, [n * gap for n in range(count)])


def divide_curve(curve: Sequence[Point], pieces: int) -> list[CurvePoint]:
    """The ends of so many equally long pieces of a curve, including its first and last point."""
    length = curve_length(curve)
    return points_at(curve, [length * n / pieces for n in range(pieces + 1)])


def cut_curve(curve: Sequence[Point], start: float, end: float) -> list[Point]:
    """The part of a curve between two distances along it."""
    first, last = points_at(curve, [start, end])
    inner = [point for point, distance in zip(curve, _distances(curve), strict=True) if start < distance < end]
    return [first[:2], *inner, last[:2]]


def curve_outline(curve: Sequence[Point]) -> Outline:
    """A curve as it is drawn: smooth where it has more than its two ends."""
    return polyline(curve) if len(curve) < 3 else smooth(curve, closed=False)


class Occupancy:
    """The weights of things on a board, summed over small squares; their side is in the unit of the boxes."""

    def __init__(self, square: float) -> None:
        self._square = square
        self._weights: defaultdict[tuple[int, int], float] = defaultdict(float)

    def _squares(self, box: Box) -> Iterator[tuple[int, int]]:
        side = self._square
        for i in range(int(box.x // side), int(box.right // side) + 1):
            for j in range(int(box.y // side), int(box.bottom // side) + 1):
                yield i, j

    def add(self, box: Box, weight: float) -> None:
        """Add something of a weight that covers a box."""
        for square in self._squares(box):
            self._weights[square] += weight

    def cost(self, box: Box) -> float:
        """The weight of the things that a box would cover."""
        return sum(self._weights.get(square, 0.0) for square in self._squares(box))
