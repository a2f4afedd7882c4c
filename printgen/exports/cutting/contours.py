"""Outlines in points come in; contours of straight lines and arcs of circles go out, in millimetres on the page.

A cut file has no other curves: each curve is parted until an arc is nowhere further from it than `NEAR`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printgen.base.geometry import Matrix
from printgen.base.units import to_mm
from printgen.drawing.model import Outline
from printgen.drawing.outlines import parts_of, transformed

NEAR = 0.01
"""How far an arc may be from the curve that it stands for, in millimetres."""

_DEEPEST = 10
_SAME = 1e-4

Point = tuple[float, float]


class Corner(NamedTuple):
    """A point of a contour in millimetres, y down, and how the line from there to the next one bends.

    `bulge` is the tangent of a quarter of the angle of an arc: 0 is straight, 1 half a circle; it is above zero for an
    arc that goes round clockwise as seen on the page.
    """

    x: float
    y: float
    bulge: float = 0.0


class Contour(NamedTuple):
    """A line to cut, round about if it is `closed`; then its last corner leads to its first."""

    corners: tuple[Corner, ...]
    closed: bool = True

    @property
    def area(self) -> float:
        """About how much it encloses, in square millimetres."""
        ends = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        return abs(sum(a.x * b.y - b.x * a.y for a, b in ends)) / 2


def contours(outline: Outline, matrix: Matrix) -> list[Contour]:
    """All parts of an outline that a matrix puts on a page, the smallest first: holes are cut before what is around."""
    parts = [_contour(part) for part in parts_of(transformed(outline, matrix))]
    return sorted((part for part in parts if len(part.corners) > 1), key=lambda part: part.area)


def line(points: Sequence[Point]) -> Contour:
    """An open line through places on a page, in points."""
    return Contour(tuple(Corner(_round(to_mm(x)), _round(to_mm(y))) for x, y in points), False)


def _contour(part: Outline) -> Contour:
    """A part of an outline as a contour."""
    corners, at, closed = list[Corner](), (0.0, 0.0), False
    for step in part:
        numbers = [to_mm(number) for number in step[1:]]
        if step[0] == "Z":
            closed = True
            continue
        end = (numbers[-2], numbers[-1])
        if step[0] == "C":
            corners += _arcs((at, (numbers[0], numbers[1]), (numbers[2], numbers[3]), end))
        elif step[0] == "L" and math.dist(at, end) > _SAME:
            corners.append(Corner(*at))
        at = end
    first = corners[0] if corners else Corner(*at)
    if not closed or math.dist(at, first[:2]) > _SAME:
        corners.append(Corner(*at))
    return Contour(tuple(Corner(_round(x), _round(y), round(bulge, 6)) for x, y, bulge in corners), closed)


def _round(value: float) -> float:
    return round(value, 4) + 0.0


def _arcs(curve: tuple[Point, Point, Point, Point], depth: int = 0) -> Iterator[Corner]:
    """The corners before the arcs that stand for a curve."""
    start, end, middle = curve[0], curve[3], _at(curve, 0.5)
    bulge = _bulge(start, middle, end)
    if depth >= _DEEPEST or _near(curve, bulge):
        if math.dist(start, end) > _SAME:
            yield Corner(*start, bulge)
        return
    (a, b, c, d) = curve
    ab, bc, cd = _mid(a, b), _mid(b, c), _mid(c, d)
    abc, bcd = _mid(ab, bc), _mid(bc, cd)
    yield from _arcs((a, ab, abc, middle), depth + 1)
    yield from _arcs((middle, bcd, cd, d), depth + 1)


def _mid(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _at(curve: tuple[Point, Point, Point, Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    xs, ys = (sum(weight * point[i] for weight, point in zip(weights, curve, strict=True)) for i in (0, 1))
    return xs, ys


def _bulge(start: Point, middle: Point, end: Point) -> float:
    """How an arc bends that goes through three points."""
    chord = math.dist(start, end)
    if chord < _SAME:
        return 0.0
    (x, y), (mx, my) = (end[0] - start[0], end[1] - start[1]), (middle[0] - start[0], middle[1] - start[1])
    height = -(x * my - y * mx) / chord
    return 0.0 if abs(height) < NEAR / 4 else height / (chord / 2)


def _near(curve: tuple[Point, Point, Point, Point], bulge: float) -> bool:
    """Whether an arc from end to end of a curve is near to all of it."""
    start, end = curve[0], curve[3]
    samples = [_at(curve, i / 8) for i in range(1, 8)]
    if abs(bulge) > 1:
        return False
    chord = math.dist(start, end)
    if chord < _SAME:
        return all(math.dist(start, sample) < NEAR for sample in samples)
    if not bulge:
        x, y = (end[0] - start[0]) / chord, (end[1] - start[1]) / chord
        return all(abs(x * (q - start[1]) - y * (p - start[0])) < NEAR for p, q in samples)
    (cx, cy), radius = center((*start, bulge), end)
    return all(abs(math.dist((cx, cy), sample) - radius) < NEAR for sample in samples)


def center(start: tuple[float, float, float], end: Point) -> tuple[Point, float]:
    """The middle and the radius of the circle of an arc that begins at a corner with a bulge other than 0."""
    x, y, bulge = start
    chord = math.dist((x, y), end)
    radius = chord * (1 + bulge * bulge) / (4 * abs(bulge))
    # Seen along the chord, the middle lies to the right of an arc that goes round clockwise and is no half circle.
    off = chord * (1 - bulge * bulge) / (4 * bulge)
    ux, uy = (end[0] - x) / chord, (end[1] - y) / chord
    return ((x + end[0]) / 2 - uy * off, (y + end[1]) / 2 + ux * off), radius
