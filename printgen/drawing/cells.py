"""Cells that divide a drawing, which shapes lie on which, and the area and length of outlines, for estimates of ink."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, sqrt
from typing import NamedTuple, TypeVar

from printgen.base.units import Box, Matrix
from printgen.drawing.model import Outline, Segment
from printgen.drawing.outlines import transformed

_SOLID = 0.4
"""On a shape that fills more of the box around it than so much lies what lies in that box."""


class Bases:
    """The shapes that were painted, each in the box of the one before it: an arm, its sleeve, the light on that."""

    def __init__(self) -> None:
        self._painted: list[tuple[Box, complex | None]] = []

    def under(self, shape: Shape, ink: complex | None) -> complex | None:
        """The ink of the shape on which the next one lies, if it does; `ink` is its own, None where it is faint."""
        painted = self._painted
        while painted and not painted[-1][0].holds(shape.box):
            painted.pop()
        found = painted[-1][1] if painted else None
        painted.append((shape.box, ink if shape.share > _SOLID else None))
        return found

    def clear(self) -> None:
        """Something else than a shape is painted, and may lie under the next one."""
        self._painted.clear()


Edges = tuple[float, float, float, float]
"""The edges of an upright box, in cells: left, top, right, bottom."""

Spans = dict[int, tuple[float, float]]
"""From which column to which, in parts of cells, each of some rows reaches."""


class Cells:
    """Cells with what each has of ink: all of it, and as the imaginary part that of the colour of which there is most.

    A point lies in that cell whose column and row are the whole parts of it. `cover` is how far each was laid over,
    where that is asked for; `spans` is to what rows are cut, if they are.
    """

    def __init__(self, columns: int, rows: int, covering: bool) -> None:
        self._columns, self._rows = columns, rows
        self.inks, self.cover = [0j] * (columns * rows), [0.0] * (columns * rows if covering else 0)
        self.spans: Spans | None = None

    def lay(self, box: Edges, clip: Edges, share: float, ink: complex, under: complex | None = None) -> None:
        """Lay ink over a share of a box as far as it lies in the clip: over what is there, or over one ink alone."""
        left, top, right, bottom = box
        if left < clip[0]:
            left = clip[0]
        if top < clip[1]:
            top = clip[1]
        if right > clip[2]:
            right = clip[2]
        if bottom > clip[3]:
            bottom = clip[3]
        if right <= left or bottom <= top:
            return
        share = min(share, 1.0)
        # What lies on one thing alone takes away nothing else, and covers no more than that does.
        over = 1.0 if under is None else 0.0
        ink -= under or 0.0
        inks, cover, columns, spans = self.inks, self.cover, self._columns, self.spans
        if right - left < 1 and bottom - top < 1:  # What is smaller than a cell lies in one of them.
            i = int((top + bottom) / 2) * columns + int((left + right) / 2)
            part = share * (right - left) * (bottom - top)
            inks[i] += (ink - over * inks[i]) * part
            if cover:
                cover[i] += (1 - cover[i]) * over * part
            return
        most_left, most_right = left, right
        for row in range(int(top), min(self._rows - 1, int(bottom)) + 1):
            down = share * ((bottom if bottom < row + 1 else row + 1) - (top if top > row else row))
            if spans is not None:
                left, right = spans.get(row, (0.0, 0.0))
                left, right = max(left, most_left), min(right, most_right)
                if right <= left:
                    continue
            first, last = int(left), min(columns - 1, int(right))
            i = row * columns + first
            part = down * ((right if first == last else first + 1) - left)
            inks[i] += (ink - over * inks[i]) * part
            if cover:
                cover[i] += (1 - cover[i]) * over * part
            if first == last:
                continue
            j, part = row * columns + last, down * (right - last)
            inks[j] += (ink - over * inks[j]) * part
            if cover:
                cover[j] += (1 - cover[j]) * over * part
            if i + 1 < j:
                added, covered = ink * down, over * down
                kept = 1 - covered
                inks[i + 1 : j] = [was * kept + added for was in inks[i + 1 : j]]
                if cover:
                    cover[i + 1 : j] = [was * kept + covered for was in cover[i + 1 : j]]

    def within(self, outline: Outline, at: Matrix) -> Spans:
        """From where to where an outline without dents reaches in each row, within what was so before."""
        curved = points_along(transformed(outline, at))
        spans: dict[int, tuple[float, float]] = {}
        for (x, y), (u, v) in zip(curved, [*curved[1:], curved[0]], strict=True):
            low, high = sorted((y, v))
            for row in range(max(0, int(low)), min(self._rows - 1, int(high)) + 1):
                middle = min(high, max(low, row + 0.5))
                here = x + (u - x) * (middle - y) / (v - y) if v != y else x
                left, right = spans.get(row, (here, here))
                spans[row] = min(left, here), max(right, here)
        if self.spans is not None:
            around = self.spans
            spans = {
                row: (max(left, around[row][0]), min(right, around[row][1]))
                for row, (left, right) in spans.items()
                if row in around
            }
        return spans


def moved(box: Box, at: Matrix) -> Edges:
    """The edges of the upright box around a box that a matrix moves."""
    x, y, w, h = box
    a, b, c, d, e, f = at
    left, top = a * x + c * y + e, b * x + d * y + f
    right, bottom = left, top
    for across, down in ((a * w, b * w), (c * h, d * h)):
        if across > 0:
            right += across
        else:
            left += across
        if down > 0:
            bottom += down
        else:
            top += down
    return left, top, right, bottom


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
