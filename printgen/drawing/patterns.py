"""Patterns that stand beside every colour, and seeded textures of maps: spots, contour lines and dot screens."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from printgen.base.limits import consume
from printgen.base.seeds import Stream, rng_for
from printgen.base.units import Box, mm
from printgen.drawing.model import Color, Item, Outline, Path, Segment, Stroke
from printgen.drawing.outlines import Point, circle, join_outlines, parse_path, polygon, polyline, rectangle

Outlines = Iterator[Outline]
Pattern = Callable[[Box, str, float], tuple[Item, ...]]
"""Fills a box with shapes in a colour; the last value, `k`, is a millimetre of the pattern in points."""


def pattern(kind: str, box: Box, color: str, k: float = 1.0) -> tuple[Item, ...]:
    """Fill a box with one of `PATTERNS`; KeyError for an unknown kind."""
    _count(box, mm(k), mm(k))
    return PATTERNS[kind](box, color, mm(k))


def _count(box: Box, across: float, down: float) -> None:
    """Count the marks of a pattern against the limits before they are made; each takes at most this room."""
    consume("marks", (box.w / across + 3) * (box.h / down + 3))


def _fill_with(outlines: Callable[[Box, float], Outlines]) -> Pattern:
    """A pattern of shapes in its colour."""
    return lambda box, color, k: (Path(join_outlines(outlines(box, k)), color),)


def _steps(length: float, step: float, extra: int = 2) -> range:
    return range(int(length / step) + extra)


def _zigzags(
    box: Box, tops: Iterable[float], count: int, step: float, drops: tuple[float, float], thick: float
) -> Outlines:
    """Bands across the box, `tops` below its upper edge, each with `count` bends that alternate between two drops."""
    for y in tops:
        top = [(box.x + i * step, box.y + y + drops[i % 2]) for i in range(count)]
        yield polygon([*top, *((x, v + thick) for x, v in reversed(top))])


@_fill_with
def _chevron(box: Box, k: float) -> Outlines:
    """Bands that point up and down by 1.5 mm."""
    tops = (j * 3.2 * k for j in _steps(box.h, 3.2 * k))
    return _zigzags(box, tops, 2 * int(box.w / (5 * k)) + 5, 2.5 * k, (1.5 * k, 0), 1.2 * k)


@_fill_with
def _zigzag(box: Box, k: float) -> Outlines:
    """Narrower bands that begin above the box."""
    tops = (j * 3.4 * k - 2 * k for j in _steps(box.h, 3.4 * k, 3))
    return _zigzags(box, tops, int(box.w / (2.4 * k)) + 3, 2.4 * k, (0, 1.7 * k), 1.1 * k)


def _bricks(box: Box, wide: float, high: float, extra: int) -> Iterator[tuple[int, int, float, float]]:
    """Column, row and place of spots in a brick pattern: every other row is half a step to the right."""
    for i in _steps(box.w, wide, extra):
        for j in _steps(box.h, high, extra):
            yield i, j, box.x + (i + 0.5 * (j % 2)) * wide, box.y + j * high


@_fill_with
def _dots(box: Box, k: float) -> Outlines:
    """Dots of two sizes, in bricks."""
    for i, j, x, y in _bricks(box, 2.6 * k, 2.6 * k, 2):
        yield circle(x, y, (0.55 if (i + j) % 3 else 0.85) * k)


@_fill_with
def _diamonds(box: Box, k: float) -> Outlines:
    """Upright diamonds, in bricks."""
    for _, _, x, y in _bricks(box, 3.4 * k, 2.6 * k, 3):
        yield polygon(((x, y - 2 * k), (x + 1.3 * k, y), (x, y + 2 * k), (x - 1.3 * k, y)))


@_fill_with
def _slash(box: Box, k: float) -> Outlines:
    """Pairs of curved strokes that taper from the left and the right edge."""
    x, w, right = box.x, box.w, box.right
    for j in _steps(box.h, 4 * k):
        y = box.y + j * 4 * k
        yield parse_path(
            f"M{x - k},{y} Q{x + w * 0.3},{y - 1.4 * k} {x + w * 0.62},{y + 1.8 * k}"
            f" Q{x + w * 0.3},{y + 0.6 * k} {x - k},{y + 1.7 * k} Z"
            f" M{right + k},{y + 2 * k} Q{x + w * 0.7},{y + 0.8 * k} {x + w * 0.36},{y + 3.6 * k}"
            f" Q{x + w * 0.72},{y + 2.8 * k} {right + k},{y + 3.9 * k} Z"
        )


@_fill_with
def _camo(box: Box, k: float) -> Outlines:
    """Blots of small squares where two waves rise above a level; squares of a row are one rectangle."""
    u = 1.5 * k
    last = int(box.w / u) + 2
    for j in _steps(box.h, u):
        waves = (math.sin(i * 0.9 + 1.3 * math.sin(j * 0.5)) + math.cos(j * 0.8 + i * 0.35) for i in range(last))
        start: int | None = None
        for i, inside in enumerate([*(wave > 0.55 for wave in waves), False]):
            if inside and start is None:
                start = i
            elif not inside and start is not None:
                yield rectangle(Box(box.x + start * u, box.y + j * u, (i - start) * u, u + 0.02 * k))
                start = None


@_fill_with
def _plates(box: Box, k: float) -> Outlines:
    """Seams every 5 mm, each with a row of rivets under it."""
    for j in _steps(box.h, 5 * k):
        y = box.y + j * 5 * k
        yield rectangle(Box(box.x, y, box.w, 0.4 * k))
        yield from (circle(box.x + (i + 0.5) * 2.5 * k, y + 1.3 * k, 0.38 * k) for i in _steps(box.w, 2.5 * k))


@_fill_with
def _checks(box: Box, k: float) -> Outlines:
    """A chessboard of squares of 2 mm."""
    u = 2 * k
    for j in _steps(box.h, u):
        yield from (rectangle(Box(box.x + i * u, box.y + j * u, u, u)) for i in _steps(box.w, u) if (i + j) % 2)


@_fill_with
def _rays(box: Box, k: float) -> Outlines:
    """32 wedges around the middle, open in the centre; a larger `k` makes them longer."""
    cx, cy, reach = box.x + box.w / 2, box.y + box.h / 2, max(box.w, box.h) / 2 * k / mm(1)
    for i in range(32):
        a, b = math.radians(i * 11.25), math.radians(i * 11.25 + 5.6)
        ends = ((reach * 0.3, a), (reach, a), (reach, b))
        yield polygon((cx + r * math.cos(turn), cy + r * math.sin(turn)) for r, turn in ends)


@_fill_with
def _burst(box: Box, k: float) -> Outlines:
    """A halftone whose dots grow toward the rim of a disc, on the 45 degree grid."""
    cx, cy, reach, pitch = box.x + box.w / 2, box.y + box.h / 2, min(box.w, box.h) / 2, 1.2 * k
    if not reach:
        return
    # An odd number of rows about the middle keeps the screen symmetric when the card is turned.
    rows, columns = int(reach / (pitch / 2)) + 1, int(reach / pitch) + 1
    for j in range(-rows, rows + 1):
        for i in range(-columns, columns + 1):
            x, y = (i + 0.5 * (j % 2)) * pitch, j * pitch / 2
            d = math.hypot(x, y) / reach
            r = 0.46 * pitch * (1 - abs(d - 0.9) / 0.55)
            if d < 0.96 and r > 0.05 * pitch:
                yield circle(cx + x, cy + y, r)


def _scales(box: Box, color: str, k: float) -> tuple[Item, ...]:
    """Rows of half circles, each between those above it, as on a fish."""
    r = 2.2 * k
    spots = ((box.x + (i * 2 + (j % 2)) * r, box.y + (j - 1) * r) for j in _steps(box.h, r, 3)
             for i in _steps(box.w, 2 * r, 3))  # fmt: skip
    arcs = ((("M", x - r, y), ("C", x - r, y + 1.3 * r, x + r, y + 1.3 * r, x + r, y)) for x, y in spots)
    return (Path(join_outlines(arcs), None, Stroke(color, 0.42 * k)),)


def _chain(box: Box, color: str, k: float) -> tuple[Item, ...]:
    """Dashed lines that cross at right angles, as on a wire fence."""
    step = 3.2 * k
    starts = (box.x + i * step for i in range(-int(box.h / step) - 1, int(box.w / step) + 2))
    ends = (two for x in starts for two in ((x, x + box.h), (x + box.h, x)))
    lines = join_outlines(polyline(((top, box.y), (foot, box.bottom))) for top, foot in ends)
    return (Path(lines, None, Stroke(color, 0.5 * k, (1.8 * k, 0.9 * k))),)


def _contours(box: Box, color: str, k: float) -> tuple[Item, ...]:
    """The contour lines of one fixed, gentle relief."""
    hills = relief(rng_for(1, "pattern", "contours"), 110 * k)
    levels = [-2.4 + 0.6 * i for i in range(9)]
    return (Path(contour_lines(hills, box, 4 * k, levels), None, Stroke(color, 0.35 * k, (), "round", "round")),)


def _halftone_fading(box: Box, color: str, k: float) -> tuple[Item, ...]:
    """A dot screen that fades from the middle of a disc to its rim, farther out in some directions than in others."""
    cx, cy, reach, pitch = box.x + box.w / 2, box.y + box.h / 2, min(box.w, box.h) / 2 or 1.0, k

    def radius(x: float, y: float) -> float:
        far, angle = math.hypot(x - cx, y - cy) / reach, math.atan2(cy - y, x - cx)
        edge = 0.84 + 0.06 * math.sin(9 * angle) + 0.05 * math.sin(17 * angle - far)
        return 0.46 * pitch * max(0.0, min(1.0, (edge - far) / 0.5))

    return dot_screen(box, pitch, radius, color, [0.05 * n * pitch for n in range(1, 10)])


PATTERNS: dict[str, Pattern] = {
    "chevron": _chevron, "dots": _dots, "slash": _slash, "camo": _camo, "zigzag": _zigzag, "scales": _scales,
    "diamonds": _diamonds, "plates": _plates, "chain": _chain, "checks": _checks, "rays": _rays, "burst": _burst,
    "contours": _contours,
    "halftone-corner": lambda box, color, k: corner_screen(box, 3 * k, 1.25 * k, 0.9, color),
    "halftone-fading": _halftone_fading,
}  # fmt: skip


def hazard(box: Box, ground: str, stripe: str, pitch: float, mirrored: bool = False) -> tuple[Item, ...]:
    """Slanted warning stripes, `pitch` points wide, over a ground colour; `mirrored` ones lean to the left."""
    _count(box, pitch, box.h + 1)
    lean, first = (-box.h, box.x + box.h) if mirrored else (box.h, box.x)
    stripes: list[Outline] = []
    for i in range(-2 * (int(box.h / pitch / 2) + 2), int(box.w / pitch) + 4, 2):
        x, top = first + i * pitch, first + i * pitch + lean
        stripes.append(polygon(((x, box.bottom), (top, box.y), (top + pitch, box.y), (x + pitch, box.bottom))))
    return Path(rectangle(box), ground), Path(join_outlines(stripes), stripe)


Keep = Callable[[float, float], bool]

_COSINES = 6
# Throwing more darts than this at the room of one spot fills no further gap that an eye would see.
_DARTS_PER_SPOT = 14


def darts(stream: Stream, box: Box, apart: float, keep: Keep | None = None, throws: int = 1400) -> list[Point]:
    """Spots in a box, none nearer than `apart`, where `keep` allows one, from `throws` random darts (blue noise)."""
    # Each cell knows the spots in it and around it, since darts that miss are many and spots are few.
    cells: dict[tuple[int, int], list[Point]] = {}
    out: list[Point] = []
    near = apart * apart
    left, top, wide, high, unit = box.x, box.y, box.right - box.x, box.bottom - box.y, stream.unit
    for _ in range(min(throws, int(_DARTS_PER_SPOT * box.w * box.h / near) + 1)):
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
    """Soft hills: a sum of cosines in random directions with wavelengths near `wavelength`."""

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
    """A random relief with waves of about `wavelength`."""
    waves = []
    for _ in range(_COSINES):
        k, turn, phase = (stream.between(0.6, 1.5), stream.between(0, 2 * math.pi), stream.between(0, 2 * math.pi))
        pulse = 2 * math.pi / wavelength * k
        waves.append((1 / k, pulse * math.cos(turn), pulse * math.sin(turn), phase))
    return Relief(tuple(waves))


def contour_lines(hills: Relief, box: Box, step: float, levels: Sequence[float], beyond: float = 0.0) -> Outline:
    """Smooth lines of equal height over a box, and `beyond` it, found on a grid of `step` (marching squares)."""
    box = box.grown(math.ceil(beyond / step) * step)
    columns, rows = math.ceil(box.w / step) + 1, math.ceil(box.h / step) + 1
    xs = [box.x + i * step for i in range(columns)]
    ys = [box.y + j * step for j in range(rows)]
    heights = hills.heights(xs, ys)
    out: list[Segment] = []
    for level in levels:
        for chain in _chains(heights, xs, ys, level):
            out.extend(smooth(_thin(chain, 0.4 * step), closed=False))
    return tuple(out)


def _thin(chain: list[Point], minimum: float) -> list[Point]:
    """A chain without points too near to the one before, which would put kinks into the smoothed line."""
    out = [chain[0]]
    for point in chain[1:-1]:
        if math.dist(point, out[-1]) >= minimum:
            out.append(point)
    if len(out) > 1 and math.dist(chain[-1], out[-1]) < minimum:
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
    padded = (points[-1], *points, points[0], points[1 % len(points)])
    if not closed:
        padded = (points[0], *points, points[-1])
    out: list[Segment] = [("M", *points[0])]
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
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

    All dots of a diagonal have one size, so each diagonal is one line of round, nearly endless short dashes. The dots
    continue `beyond` the box by that length.
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
        end = (last + 0.01) * gap
        line: Outline = (("M", x0 + skip * gap, y0 - skip * gap), ("L", x0 + end, y0 - end))
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
    """A 45 degree screen over a box and `beyond` it; each dot has the largest of `sizes` up to `radius` there."""
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
