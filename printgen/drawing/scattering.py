"""Seeded textures of maps: a random stream and a box come in; spots, contour lines and dot screens come out.

All lengths are in the unit of the box. The stream alone decides, so the same stream gives the same texture.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from printgen.base.geometry import Box
from printgen.base.seeds import Stream
from printgen.drawing.model import Color, Item, Outline, Path, Segment, Stroke

Point = tuple[float, float]
Keep = Callable[[float, float], bool]

_COSINES = 6
# Throwing more darts than this at the room of one spot fills no further gap that an eye would see.
_DARTS_PER_SPOT = 14


def darts(stream: Stream, box: Box, apart: float, keep: Keep | None = None, most: int = 1400) -> list[Point]:
    """Spots in a box that are nowhere nearer than `apart`, evenly loose (blue noise by dart throwing).

    `keep` says where a spot may lie; at most `most` darts are thrown.
    """
    # Each cell knows the spots in it and around it, since darts that miss are many and spots are few.
    cells: dict[tuple[int, int], list[Point]] = {}
    out: list[Point] = []
    near = apart * apart
    left, top, wide, high, unit = box.x, box.y, box.right - box.x, box.bottom - box.y, stream.unit
    for _ in range(min(most, int(_DARTS_PER_SPOT * box.w * box.h / near) + 1)):
        x = left + wide * unit()
        y = top + high * unit()
        i, j = int(x // apart), int(y // apart)
        for a, b in cells.get((i, j), ()):
            if (x - a) * (x - a) + (y - b) * (y - b) < near:
                break
        else:
            # Asked last, since keeping clear of roads and pools costs more than keeping apart.
            if keep is None or keep(x, y):
                out.append((x, y))
                for cell in product((i - 1, i, i + 1), (j - 1, j, j + 1)):
                    cells.setdefault(cell, []).append((x, y))
    return out


class Relief(NamedTuple):
    """Soft hills: a sum of cosines of random directions, with waves of about `wavelength`."""

    waves: tuple[tuple[float, float, float, float], ...]

    def height(self, x: float, y: float) -> float:
        """The height at a point, mostly between -3 and 3."""
        return sum(weight * math.cos(kx * x + ky * y + phase) for weight, kx, ky, phase in self.waves)

    def heights(self, xs: Sequence[float], ys: Sequence[float]) -> list[list[float]]:
        """The heights over a grid, row by row; quicker than point by point."""
        rows = [[0.0] * len(xs) for _ in ys]
        for weight, kx, ky, phase in self.waves:
            across = [(math.cos(kx * x + phase), math.sin(kx * x + phase)) for x in xs]
            for row, y in zip(rows, ys, strict=True):
                c, s = weight * math.cos(ky * y), weight * math.sin(ky * y)
                row[:] = [height + (a * c - b * s) for height, (a, b) in zip(row, across, strict=True)]
        return rows


def relief(stream: Stream, wavelength: float) -> Relief:
    """A random relief whose waves are `wavelength` long, give or take a half."""
    waves = []
    for _ in range(_COSINES):
        k, turn, phase = (
            stream.between(0.6, 1.5),
            stream.between(0, 2 * math.pi),
            stream.between(0, 2 * math.pi),
        )
        pulse = 2 * math.pi / wavelength * k
        waves.append((1 / k, pulse * math.cos(turn), pulse * math.sin(turn), phase))
    return Relief(tuple(waves))


def contour_lines(hills: Relief, box: Box, step: float, levels: Sequence[float], beyond: float = 0.0) -> Outline:
    """Lines of equal height over a box, found on a grid of `step` (marching squares) and smoothed.

    They go on as they are for so far `beyond` the box.
    """
    box = box.grown(math.ceil(beyond / step) * step)
    columns, rows = math.ceil(box.w / step) + 1, math.ceil(box.h / step) + 1
    xs = [box.x + i * step for i in range(columns)]
    ys = [box.y + j * step for j in range(rows)]
    heights = hills.heights(xs, ys)
    out: list[Segment] = []
    for level in levels:
        for chain in _chains(heights, xs, ys, level):
            out.extend(smooth(_thinned(chain, 0.4 * step), closed=False))
    return tuple(out)


def _thinned(chain: list[Point], least: float) -> list[Point]:
    """A chain without points that crowd the one before: they would put kinks into the smoothed line."""
    out = [chain[0]]
    for point in chain[1:-1]:
        if math.dist(point, out[-1]) >= least:
            out.append(point)
    if len(out) > 1 and math.dist(chain[-1], out[-1]) < least:
        out.pop()
    return [*out, chain[-1]]


# An edge of the grid: the row and column of its first corner, and 0 when it runs across or 1 when down.
_Edge = tuple[int, int, int]


def _chains(
    heights: list[list[float]], xs: Sequence[float], ys: Sequence[float], level: float
) -> Iterator[list[Point]]:
    """The lines of one height, found cell by cell and linked end to end, as points."""
    links: defaultdict[_Edge, list[_Edge]] = defaultdict(list)
    for j, (upper, lower) in enumerate(pairwise([h > level for h in row] for row in heights)):
        for i, (a, b, d, c) in enumerate(zip(upper, upper[1:], lower, lower[1:], strict=False)):
            if a is b is c is d:
                continue
            sides = ((a != b, (j, i, 0)), (b != c, (j, i + 1, 1)), (c != d, (j + 1, i, 0)), (d != a, (j, i, 1)))
            edges = [edge for crossed, edge in sides if crossed]
            for one, two in zip(edges[::2], edges[1::2], strict=True):
                links[one].append(two)
                links[two].append(one)

    def point(edge: _Edge) -> Point:
        j, i, down = edge
        first, second = heights[j][i], heights[j + 1][i] if down else heights[j][i + 1]
        share = (level - first) / (second - first)
        if down:
            return (xs[i], ys[j] + share * (ys[j + 1] - ys[j]))
        return (xs[i] + share * (xs[i + 1] - xs[i]), ys[j])

    # Open lines start at the border, where an edge has one link; what is left after them are closed ones.
    starts = [edge for edge, ends in links.items() if len(ends) == 1]
    for start in (*starts, *links):
        if not links[start]:
            continue
        chain, edge = [point(start)], start
        while links[edge]:
            following = links[edge].pop()
            links[following].remove(edge)
            chain.append(point(following))
            edge = following
        yield chain


def smooth(points: Sequence[Point], closed: bool = True) -> Outline:
    """A soft line through the points (Catmull and Rom), closed or open."""
    around = (points[-1], *points, points[0], points[1 % len(points)])
    if not closed:
        around = (points[0], *points, points[-1])
    out: list[Segment] = [("M", *points[0])]
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(around, around[1:], around[2:], around[3:], strict=False):
        out.append(("C", bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy))
    return (*out, ("Z",)) if closed else tuple(out)


def blob(stream: Stream, x: float, y: float, rx: float, ry: float, turn: float = 0.0, points: int = 11) -> list[Point]:
    """Points of an uneven ellipse around (x, y), turned by `turn` radians."""
    out = []
    c, s = math.cos(turn), math.sin(turn)
    for i in range(points):
        angle, k = 2 * math.pi * i / points, stream.between(0.8, 1.2)
        px, py = rx * k * math.cos(angle), ry * k * math.sin(angle)
        out.append((x + px * c - py * s, y + px * s + py * c))
    return out


def corner_screen(
    box: Box, pitch: float, largest: float, reach: float, color: Color, beyond: float = 0.0
) -> tuple[Item, ...]:
    """A 45 degree dot screen that fades from the lower right corner over the share `reach` of the diagonal.

    Dots of one diagonal have one size, so each diagonal is one line of round, nearly endless short dashes. They go on
    for so far `beyond` the box.
    """
    gap = pitch * math.sqrt(0.5)
    far = (box.w + box.h) * reach
    out: list[Item] = []
    for n in range(1 - math.ceil(beyond / gap), int(far / (2 * gap))):
        # The n-th diagonal counts from the corner; its dots lie two gaps apart both ways.
        r = largest * (1 - 2 * gap * max(0, n) / far)
        if r < 0.11 * largest:
            break
        along = 2 * gap * n
        x0, y0 = box.right - along, box.bottom
        # Start on the diagonal inside the box, at one of its dots.
        skip = max(math.ceil(-beyond / gap), math.ceil((box.x - beyond - x0) / gap))
        last = min(math.floor((along + beyond) / gap), int((box.h + beyond) / gap))
        if last <= skip:
            continue
        line: Outline = (
            ("M", x0 + skip * gap, y0 - skip * gap),
            ("L", x0 + (last + 0.01) * gap, y0 - (last + 0.01) * gap),
        )
        between = gap * math.sqrt(2)
        out.append(Path(line, None, Stroke(color, 2 * r, (0.001, between - 0.001), "round")))
    return tuple(out)


def dot_screen(
    box: Box,
    pitch: float,
    radius: Callable[[float, float], float],
    color: Color,
    sizes: Sequence[float],
    beyond: float = 0.0,
) -> tuple[Item, ...]:
    """A 45 degree dot screen whose dots have the largest of `sizes` that is not above `radius` at their place.

    It goes on for so far `beyond` the box.
    """
    gap = pitch * math.sqrt(0.5)
    box = box.grown(math.ceil(beyond / (2 * gap)) * 2 * gap)
    rising = sorted(sizes)
    dots: dict[float, list[Segment]] = {r: [] for r in rising}
    for j in range(int(box.h / gap) + 1):
        y = box.y + j * gap
        for i in range(int(box.w / (2 * gap)) + 1):
            x = box.x + (2 * i + j % 2) * gap
            fitting = bisect_right(rising, radius(x, y))
            if fitting:
                # A line of no length with round ends is a dot, in a tenth of a circle's bytes.
                dots[rising[fitting - 1]] += (("M", x, y), ("L", x + 0.001, y))
    return tuple(Path(tuple(line), None, Stroke(color, 2 * r, (), "round")) for r, line in dots.items() if line)
