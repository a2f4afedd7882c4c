"""An outline comes in; the box around it, its area, its length and points along it go out, roughly and at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from printgen.base.geometry import Box
from printgen.drawing.model import Outline, Segment

_SOME = 120
"""Of a longer outline, so many steps stand for all."""


class Shape(NamedTuple):
    """The box around an outline, the area in it, how long and in how many parts it is, and those if they are a few."""

    box: Box
    area: float
    length: float
    runs: int
    parts: tuple[Shape, ...] = ()


def share_of(shape: Shape) -> float:
    """How much of the box around a shape is in it."""
    whole = shape.box.w * shape.box.h
    return min(1.0, shape.area / whole) if whole else 0.0


def points_along(outline: Outline) -> list[tuple[float, float]]:
    """Points along an outline, two on each curve and its end."""
    points: list[tuple[float, float]] = []
    x = y = 0.0
    for step in outline:
        if step[0] == "C":
            a, b, c, d, u, v = step[1:]
            points.append(((8 * x + 12 * a + 6 * c + u) / 27, (8 * y + 12 * b + 6 * d + v) / 27))
            points.append(((x + 6 * a + 12 * c + 8 * u) / 27, (y + 6 * b + 12 * d + 8 * v) / 27))
        if len(step) > 1:
            x, y = step[-2], step[-1]
            points.append((x, y))
    return points


def measured(outline: Outline) -> Shape:
    """The measures of an outline; those of a long one by some of its steps."""
    steps: Sequence[Segment] = outline
    grown = 1.0
    if len(outline) > _SOME:
        starts = [i for i, step in enumerate(outline) if step[0] == "M"]
        if len(starts) > 8:
            every = max(1, len(outline) // _SOME)
            ends = [*starts[1:], len(outline)]
            picked = list(zip(starts, ends, strict=True))[::every]
            steps = [step for start, end in picked for step in outline[start:end]]
            grown = len(starts) / len(picked)
    left = top = math.inf
    right = bottom = -math.inf
    area = length = x = y = x0 = y0 = 0.0
    parts = 0
    whole = 0.0
    for step in steps:
        kind = step[0]
        if kind == "M":
            whole += abs(area + (x * y0 - x0 * y))
            area = 0.0
            x, y = x0, y0 = step[1], step[2]
            parts += 1
        elif kind == "L":
            u, v = step[1], step[2]
            area += x * v - u * y
            length += math.hypot(u - x, v - y)
            x, y = u, v
        elif kind == "C":
            a, b, c, d, u, v = step[1:]
            p, q = (8 * x + 12 * a + 6 * c + u) / 27, (8 * y + 12 * b + 6 * d + v) / 27
            r, s = (x + 6 * a + 12 * c + 8 * u) / 27, (y + 6 * b + 12 * d + 8 * v) / 27
            area += x * q - p * y + p * s - r * q + r * v - u * s
            length += math.hypot(p - x, q - y) + math.hypot(r - p, s - q) + math.hypot(u - r, v - s)
            left, right, top, bottom = min(left, p, r), max(right, p, r), min(top, q, s), max(bottom, q, s)
            x, y = u, v
        else:
            length += math.hypot(x0 - x, y0 - y)
            area += x * y0 - x0 * y
            x, y = x0, y0
        if x < left:
            left = x
        if x > right:
            right = x
        if y < top:
            top = y
        if y > bottom:
            bottom = y
    whole += abs(area + (x * y0 - x0 * y))
    if not parts:
        return Shape(Box(0, 0, 0, 0), 0.0, 0.0, 0)
    return Shape(Box(left, top, right - left, bottom - top), whole / 2 * grown, length * grown, round(parts * grown))
