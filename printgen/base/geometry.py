"""Affine matrices and boxes in points, y down; pure functions on plain tuples."""

from __future__ import annotations

import math
from typing import NamedTuple

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Box(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def grown(self, by: float) -> Box:
        """The box with every side moved outward by `by` (inward when negative)."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def moved(self, x: float, y: float) -> Box:
        """The box moved by (x, y)."""
        return Box(self.x + x, self.y + y, self.w, self.h)

    def common(self, other: Box) -> Box:
        """What both boxes cover; its width or height is below zero where they are apart."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Box(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)

    def overlaps(self, other: Box) -> bool:
        """Whether the boxes share more than an edge."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def holds(self, other: Box) -> bool:
        """Whether the other box lies wholly in this one."""
        return self.x <= other.x and self.y <= other.y and self.right >= other.right and self.bottom >= other.bottom


def translate(x: float, y: float) -> Matrix:
    """Move by (x, y)."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def scale(sx: float, sy: float | None = None) -> Matrix:
    """Scale about the origin; one number scales both ways."""
    return (sx, 0.0, 0.0, sx if sy is None else sy, 0.0, 0.0)


def rotate(degrees: float) -> Matrix:
    """Turn about the origin, clockwise as seen on paper (y points down)."""
    # Quarter turns are exact, so that an imposed page has no 6e-17 in it.
    turns: dict[float, tuple[float, float]] = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    c, s = turns.get(degrees % 360, (math.cos(math.radians(degrees)), math.sin(math.radians(degrees))))
    return (c, s, -s, c, 0.0, 0.0)


def compose(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies `inner` first and then `outer`."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def chain(*matrices: Matrix) -> Matrix:
    """Compose many: the last one applies first."""
    result = IDENTITY
    for matrix in matrices:
        result = compose(result, matrix)
    return result


def inverse(m: Matrix) -> Matrix:
    """The matrix that undoes another, which must keep areas from vanishing."""
    a, b, c, d, e, f = m
    k = a * d - b * c
    return (d / k, -b / k, -c / k, a / k, (c * f - d * e) / k, (b * e - a * f) / k)


def apply(m: Matrix, x: float, y: float) -> tuple[float, float]:
    """The point (x, y) moved by the matrix."""
    return (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5])
