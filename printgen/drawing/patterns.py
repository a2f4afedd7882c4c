"""Patterns that stand beside every colour, so that grey printers and the colour-blind tell sides apart.

A kind, a box in points and a colour come in; items that fill the box (and run a little over it) come out.
The caller clips. `k` scales the motif; the measures inside are millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from printgen.base.budget import spend
from printgen.base.geometry import Box
from printgen.base.seeds import rng_for
from printgen.base.units import mm
from printgen.drawing.model import Item, Outline, Path, Stroke
from printgen.drawing.outlines import circle, joined, parse_path, polygon, polyline, rectangle
from printgen.drawing.scattering import contour_lines, corner_screen, relief

Outlines = Iterator[Outline]
Pattern = Callable[[Box, str, float], tuple[Item, ...]]


def pattern(kind: str, box: Box, color: str, k: float = 1.0) -> tuple[Item, ...]:
    """Fill a box with one of `PATTERNS`; KeyError for an unknown kind."""
    _count(box, mm(k), mm(k))
    return PATTERNS[kind](box, color, mm(k))


def _count(box: Box, across: float, down: float) -> None:
    """Count the marks of a pattern before they are made, by the room that each of them takes at most."""
    spend("marks", (box.w / across + 3) * (box.h / down + 3))


def _filled(outlines: Callable[[Box, float], Outlines]) -> Pattern:
    """A pattern of shapes in its colour."""
    return lambda box, color, k: (Path(joined(outlines(box, k)), color),)


def _steps(length: float, step: float, more: int = 2) -> range:
    return range(int(length / step) + more)


def _zigzags(
    box: Box, tops: Iterable[float], count: int, step: float, drops: tuple[float, float], thick: float
) -> Outlines:
    """Bands across the box at heights below its top, each with `count` bends that are lower by turns."""
    for y in tops:
        top = [(box.x + i * step, box.y + y + drops[i % 2]) for i in range(count)]
        yield polygon([*top, *((x, v + thick) for x, v in reversed(top))])


@_filled
def _chevron(box: Box, k: float) -> Outlines:
    tops = (j * 3.2 * k for j in _steps(box.h, 3.2 * k))
    return _zigzags(box, tops, 2 * int(box.w / (5 * k)) + 5, 2.5 * k, (1.5 * k, 0), 1.2 * k)


@_filled
def _zigzag(box: Box, k: float) -> Outlines:
    tops = (j * 3.4 * k - 2 * k for j in _steps(box.h, 3.4 * k, 3))
    return _zigzags(box, tops, int(box.w / (2.4 * k)) + 3, 2.4 * k, (0, 1.7 * k), 1.1 * k)


def _bricks(box: Box, wide: float, high: float, more: int) -> Iterator[tuple[int, int, float, float]]:
    """Column, row and place of spots in columns, every other row half a step to the right."""
    for i in _steps(box.w, wide, more):
        for j in _steps(box.h, high, more):
            yield i, j, box.x + (i + 0.5 * (j % 2)) * wide, box.y + j * high


@_filled
def _dots(box: Box, k: float) -> Outlines:
    for i, j, x, y in _bricks(box, 2.6 * k, 2.6 * k, 2):
        yield circle(x, y, (0.55 if (i + j) % 3 else 0.85) * k)


@_filled
def _diamonds(box: Box, k: float) -> Outlines:
    for _, _, x, y in _bricks(box, 3.4 * k, 2.6 * k, 3):
        yield polygon(((x, y - 2 * k), (x + 1.3 * k, y), (x, y + 2 * k), (x - 1.3 * k, y)))


@_filled
def _slash(box: Box, k: float) -> Outlines:
    x, w, right = box.x, box.w, box.right
    for j in _steps(box.h, 4 * k):
        y = box.y + j * 4 * k
        yield parse_path(
            f"M{x - k},{y} Q{x + w * 0.3},{y - 1.4 * k} {x + w * 0.62},{y + 1.8 * k}"
            f" Q{x + w * 0.3},{y + 0.6 * k} {x - k},{y + 1.7 * k} Z"
            f" M{right + k},{y + 2 * k} Q{x + w * 0.7},{y + 0.8 * k} {x + w * 0.36},{y + 3.6 * k}"
            f" Q{x + w * 0.72},{y + 2.8 * k} {right + k},{y + 3.9 * k} Z"
        )


@_filled
def _camo(box: Box, k: float) -> Outlines:
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


@_filled
def _plates(box: Box, k: float) -> Outlines:
    for j in _steps(box.h, 5 * k):
        y = box.y + j * 5 * k
        yield rectangle(Box(box.x, y, box.w, 0.4 * k))
        yield from (circle(box.x + (i + 0.5) * 2.5 * k, y + 1.3 * k, 0.38 * k) for i in _steps(box.w, 2.5 * k))


@_filled
def _checks(box: Box, k: float) -> Outlines:
    u = 2 * k
    for j in _steps(box.h, u):
        yield from (rectangle(Box(box.x + i * u, box.y + j * u, u, u)) for i in _steps(box.w, u) if (i + j) % 2)


@_filled
def _rays(box: Box, k: float) -> Outlines:
    """32 wedges around the middle, open in the centre."""
    cx, cy, reach = box.x + box.w / 2, box.y + box.h / 2, max(box.w, box.h) / 2 * k / mm(1)
    for i in range(32):
        a, b = math.radians(i * 11.25), math.radians(i * 11.25 + 5.6)
        ends = ((reach * 0.3, a), (reach, a), (reach, b))
        yield polygon((cx + r * math.cos(turn), cy + r * math.sin(turn)) for r, turn in ends)


@_filled
def _burst(box: Box, k: float) -> Outlines:
    """A halftone that grows toward the rim of a disc, on the 45 degree grid."""
    cx, cy, reach, pitch = box.x + box.w / 2, box.y + box.h / 2, min(box.w, box.h) / 2, 1.2 * k
    # An odd number of rows about the middle keeps the screen symmetric when the card is turned.
    rows, columns = (int(reach / (pitch / 2)) + 1, int(reach / pitch) + 1) if reach else (-1, 0)
    for j in range(-rows, rows + 1):
        for i in range(-columns, columns + 1):
            x, y = (i + 0.5 * (j % 2)) * pitch, j * pitch / 2
            d = math.hypot(x, y) / reach
            r = 0.46 * pitch * (1 - abs(d - 0.9) / 0.55)
            if d < 0.96 and r > 0.05 * pitch:
                yield circle(cx + x, cy + y, r)


def _scales(box: Box, color: str, k: float) -> tuple[Item, ...]:
    r = 2.2 * k
    spots = ((box.x + (i * 2 + (j % 2)) * r, box.y + (j - 1) * r) for j in _steps(box.h, r, 3)
             for i in _steps(box.w, 2 * r, 3))  # fmt: skip
    arcs = ((("M", x - r, y), ("C", x - r, y + 1.3 * r, x + r, y + 1.3 * r, x + r, y)) for x, y in spots)
    return (Path(joined(arcs), None, Stroke(color, 0.42 * k)),)


def _chain(box: Box, color: str, k: float) -> tuple[Item, ...]:
    step = 3.2 * k
    starts = (box.x + i * step for i in range(-int(box.h / step) - 1, int(box.w / step) + 2))
    ends = (two for x in starts for two in ((x, x + box.h), (x + box.h, x)))
    lines = joined(polyline(((top, box.y), (foot, box.bottom))) for top, foot in ends)
    return (Path(lines, None, Stroke(color, 0.5 * k, (1.8 * k, 0.9 * k))),)


def _contours(box: Box, color: str, k: float) -> tuple[Item, ...]:
    """The contour lines of one fixed, gentle relief."""
    hills = relief(rng_for(1, "pattern", "contours"), 110 * k)
    levels = [-2.4 + 0.6 * i for i in range(9)]
    return (Path(contour_lines(hills, box, 4 * k, levels), None, Stroke(color, 0.35 * k, (), "round", "round")),)


def _halftone_corner(box: Box, color: str, k: float) -> tuple[Item, ...]:
    """A dot screen that fades from the lower right corner."""
    return corner_screen(box, 3 * k, 1.25 * k, 0.9, color)


PATTERNS: dict[str, Pattern] = {
    "chevron": _chevron, "dots": _dots, "slash": _slash, "camo": _camo, "zigzag": _zigzag, "scales": _scales,
    "diamonds": _diamonds, "plates": _plates, "chain": _chain, "checks": _checks, "rays": _rays, "burst": _burst,
    "contours": _contours, "halftone-corner": _halftone_corner,
}  # fmt: skip


def hazard(box: Box, ground: str, stripe: str, pitch: float, mirrored: bool = False) -> tuple[Item, ...]:
    """Slanted warning stripes over a ground colour; `pitch` is the width of one stripe in points.

    The stripes lean right; `mirrored` leans them left, for the far half of a card that reads both ways up.
    """
    _count(box, pitch, box.h + 1)
    lean, first = (-box.h, box.x + box.h) if mirrored else (box.h, box.x)
    starts = (first + i * pitch for i in range(-2 * (int(box.h / pitch / 2) + 2), int(box.w / pitch) + 4, 2))
    stripes = (
        polygon(((x, box.bottom), (x + lean, box.y), (x + lean + pitch, box.y), (x + pitch, box.bottom)))
        for x in starts
    )
    return Path(rectangle(box), ground), Path(joined(stripes), stripe)
