"""An outline comes in; the box around it, its area, its length and points along it go out, roughly and at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, sqrt
from typing import NamedTuple, TypeVar

from printgen.base.geometry import Box
from printgen.drawing.model import Outline, Segment

_SOME, _PARTS, _LONG = 120, 24, 40
"""Of an outline of more steps and parts, about so many stand for all."""
_GOLDEN = (sqrt(5) - 1) / 2


class Shape(NamedTuple):
    """The box around an outline, how much of that is in it, how long it is, and in how many parts."""

    box: Box
    share: float
    length: float
    runs: int


_Any = TypeVar("_Any")


def spread_over(row: Sequence[_Any], count: int) -> list[_Any]:
    """So many of a row from all over it, at steps that keep time with nothing that returns in it."""
    return [row[int((n + (n * _GOLDEN + 0.5) % 1) / count * len(row))] for n in range(count)]


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


def measured(outline: Outline, even_odd: bool = False) -> Shape:
    """The measures of an outline; those of a long one by some of its steps."""
    steps, grown, far = _some(outline) if len(outline) > _SOME else (outline, 1.0, ())
    xs, ys, areas = list[float](), list[float](), list[tuple[int, float]]()
    area = length = x = y = x0 = y0 = 0.0
    for step in steps:
        kind = step[0]
        if kind == "C":
            _, a, b, c, d, u, v = step
            # A bow is taken for a parabola: two thirds of the box around it, 4/3 of the triangle in it.
            p, q = (x + u + 3 * (a + c)) / 8, (y + v + 3 * (b + d)) / 8
            area += x * v - u * y + 4 / 3 * ((p - x) * (v - y) - (u - x) * (q - y))
            length += hypot(p - x, q - y) + hypot(u - p, v - q)
            x, y = u, v
            xs += (p, u)
            ys += (q, v)
            continue
        if kind == "M":
            areas.append((len(xs), area + x * y0 - x0 * y))
            area = 0.0
            x, y = x0, y0 = step[1], step[2]
        else:
            u, v = (step[1], step[2]) if kind == "L" else (x0, y0)
            area += x * v - u * y
            length += hypot(u - x, v - y)
            x, y = u, v
        xs.append(x)
        ys.append(y)
    if not areas:
        return Shape(Box(0, 0, 0, 0), 0.0, 0.0, 0)
    areas.append((len(xs), area + x * y0 - x0 * y))
    box = _around([*xs, *(step[-2] for step in far)], [*ys, *(step[-1] for step in far)])
    inside = _painted(xs, ys, areas, even_odd) if len(areas) > 2 else abs(areas[1][1])
    room = 2 * box.w * box.h
    share = min(1.0, inside * grown / room) if room else 0.0
    return Shape(box, share, length * grown, round((len(areas) - 1) * grown))


def _some(outline: Outline) -> tuple[Sequence[Segment], float, Sequence[Segment]]:
    """Some steps of a long outline, for how many times as many each stands, and others that show how far it reaches."""
    runs = [_part_at(outline, i) for i in spread_over(range(len(outline)), _PARTS)]
    if not all(runs):  # Its parts are few and long: they are drawn with fewer corners.
        if (every := len(outline) // _SOME | 1) == 1:
            return outline, 1.0, ()
        kept = (step for n, step in enumerate(outline) if n % every == 0 or step[0] == "M")
        return [("L", *step[-2:]) if step[0] == "C" else step for step in kept], 1.0, ()
    steps = [step for run in runs for step in run]
    return steps, len(outline) / len(steps), [s for s in spread_over(outline, _SOME) if len(s) > 1]


def _part_at(outline: Outline, i: int) -> Outline:
    """The part of an outline in which a step is; empty where that is long."""
    start = next((j for j in range(i, max(-1, i - _LONG), -1) if outline[j][0] == "M"), None)
    last = min(len(outline), i + _LONG)
    end = next((j for j in range(i + 1, last) if outline[j][0] == "M"), last)
    return () if start is None or (end == last < len(outline)) else outline[start:end]


def _painted(xs: list[float], ys: list[float], areas: list[tuple[int, float]], even_odd: bool) -> float:
    """Twice the area of several parts. A hole lies in the last part that lies in none, and is drawn the other way."""
    inside, outer, turn = 0.0, Box(0, 0, -1, -1), 0.0
    for (start, _), (end, area) in pairwise(areas):
        box = _around(xs[start:end], ys[start:end])
        if outer.holds(box):
            if even_odd or area * turn < 0:
                inside -= abs(area)
        else:
            inside, outer, turn = inside + abs(area), box, area
    return inside


def _around(xs: list[float], ys: list[float]) -> Box:
    left, top = min(xs), min(ys)
    return Box(left, top, max(xs) - left, max(ys) - top)
