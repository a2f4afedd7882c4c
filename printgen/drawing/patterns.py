"""Patterns that stand beside every colour, so that grey printers and the colour-blind tell sides apart.

A kind, a box in points and a colour come in; items that fill the box (and run a little over it) come out.
The caller clips. `k` scales the motif; the measures inside are millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from printgen.base.geometry import Box
from printgen.base.seeds import rng_for
from printgen.base.units import mm
from printgen.drawing.model import Item, Outline, Path, Segment, Stroke
from printgen.drawing.outlines import circle, parse_path, polygon, polyline, rectangle
from printgen.drawing.scattering import contour_lines, corner_screen, relief


def pattern(kind: str, box: Box, color: str, k: float = 1.0) -> tuple[Item, ...]:
    """Fill a box with one of `PATTERNS`; KeyError for an unknown kind."""
    return PATTERNS[kind](box, color, mm(k))


def _merged(outlines: list[Outline], color: str) -> tuple[Item, ...]:
    return (Path(tuple(segment for outline in outlines for segment in outline), color),)


def _steps(length: float, step: float) -> range:
    return range(int(length / step) + 2)


def _chevron(box: Box, color: str, k: float) -> tuple[Item, ...]:
    wide, tall = 5 * k, 3.2 * k
    rows: list[Outline] = []
    for j in _steps(box.h, tall):
        y = box.y + j * tall
        count = int(box.w / wide) + 2
        top = [(box.x + i * wide / 2, y + (0 if i % 2 else 1.5 * k)) for i in range(2 * count + 1)]
        rows.append(polygon([*top, *((x, v + 1.2 * k) for x, v in reversed(top))]))
    return _merged(rows, color)


def _dots(box: Box, color: str, k: float) -> tuple[Item, ...]:
    step = 2.6 * k
    return _merged(
        [
            circle(box.x + (i + 0.5 * (j % 2)) * step, box.y + j * step, (0.55 if (i + j) % 3 else 0.85) * k)
            for i in _steps(box.w, step)
            for j in _steps(box.h, step)
        ],
        color,
    )


def _slash(box: Box, color: str, k: float) -> tuple[Item, ...]:
    x, w, right = box.x, box.w, box.right
    out: list[Outline] = []
    for j in _steps(box.h, 4 * k):
        y = box.y + j * 4 * k
        out.append(
            parse_path(
                f"M{x - k},{y} Q{x + w * 0.3},{y - 1.4 * k} {x + w * 0.62},{y + 1.8 * k}"
                f" Q{x + w * 0.3},{y + 0.6 * k} {x - k},{y + 1.7 * k} Z"
            )
        )
        out.append(
            parse_path(
                f"M{right + k},{y + 2 * k} Q{x + w * 0.7},{y + 0.8 * k} {x + w * 0.36},{y + 3.6 * k}"
                f" Q{x + w * 0.72},{y + 2.8 * k} {right + k},{y + 3.9 * k} Z"
            )
        )
    return _merged(out, color)


def _camo(box: Box, color: str, k: float) -> tuple[Item, ...]:
    u = 1.5 * k
    out: list[Outline] = []
    for j in _steps(box.h, u):
        start: int | None = None
        last = int(box.w / u) + 2
        for i in range(last + 1):
            inside = i < last and math.sin(i * 0.9 + 1.3 * math.sin(j * 0.5)) + math.cos(j * 0.8 + i * 0.35) > 0.55
            if inside and start is None:
                start = i
            elif not inside and start is not None:
                out.append(rectangle(Box(box.x + start * u, box.y + j * u, (i - start) * u, u + 0.02 * k)))
                start = None
    return _merged(out, color)


def _zigzag(box: Box, color: str, k: float) -> tuple[Item, ...]:
    rows: list[Outline] = []
    for j in range(int(box.h / (3.4 * k)) + 3):
        y = box.y + j * 3.4 * k - 2 * k
        count = int(box.w / (2.4 * k)) + 2
        top = [(box.x + i * 2.4 * k, y + (1.7 * k if i % 2 else 0)) for i in range(count + 1)]
        rows.append(polygon([*top, *((x, v + 1.1 * k) for x, v in reversed(top))]))
    return _merged(rows, color)


def _scales(box: Box, color: str, k: float) -> tuple[Item, ...]:
    r = 2.2 * k
    segments: list[Segment] = []
    for j in range(int(box.h / r) + 3):
        for i in range(int(box.w / (2 * r)) + 3):
            x, y = box.x + (i * 2 + (j % 2)) * r, box.y + (j - 1) * r
            segments.append(("M", x - r, y))
            segments.append(("C", x - r, y + 1.3 * r, x + r, y + 1.3 * r, x + r, y))
    return (Path(tuple(segments), None, Stroke(color, 0.42 * k)),)


def _diamonds(box: Box, color: str, k: float) -> tuple[Item, ...]:
    out: list[Outline] = []
    for i in range(int(box.w / (3.4 * k)) + 3):
        for j in range(int(box.h / (2.6 * k)) + 3):
            x, y = box.x + (i + 0.5 * (j % 2)) * 3.4 * k, box.y + j * 2.6 * k
            out.append(polygon(((x, y - 2 * k), (x + 1.3 * k, y), (x, y + 2 * k), (x - 1.3 * k, y))))
    return _merged(out, color)


def _plates(box: Box, color: str, k: float) -> tuple[Item, ...]:
    out: list[Outline] = []
    for j in _steps(box.h, 5 * k):
        y = box.y + j * 5 * k
        out.append(rectangle(Box(box.x, y, box.w, 0.4 * k)))
        out.extend(circle(box.x + (i + 0.5) * 2.5 * k, y + 1.3 * k, 0.38 * k) for i in _steps(box.w, 2.5 * k))
    return _merged(out, color)


def _chain(box: Box, color: str, k: float) -> tuple[Item, ...]:
    lines: list[Segment] = []
    step = 3.2 * k
    for i in range(-int(box.h / step) - 1, int(box.w / step) + 2):
        x = box.x + i * step
        lines.extend(polyline(((x, box.y), (x + box.h, box.bottom))))
        lines.extend(polyline(((x + box.h, box.y), (x, box.bottom))))
    return (Path(tuple(lines), None, Stroke(color, 0.5 * k, (1.8 * k, 0.9 * k))),)


def _checks(box: Box, color: str, k: float) -> tuple[Item, ...]:
    u = 2 * k
    return _merged(
        [
            rectangle(Box(box.x + i * u, box.y + j * u, u, u))
            for j in _steps(box.h, u)
            for i in _steps(box.w, u)
            if (i + j) % 2
        ],
        color,
    )


def _rays(box: Box, color: str, k: float) -> tuple[Item, ...]:
    """32 wedges around the middle, open in the centre."""
    cx, cy, reach = box.x + box.w / 2, box.y + box.h / 2, max(box.w, box.h) / 2 * k / mm(1)
    out: list[Outline] = []
    for i in range(32):
        a, b = math.radians(i * 11.25), math.radians(i * 11.25 + 5.6)
        inner, outer = reach * 0.3, reach
        out.append(
            polygon(
                (
                    (cx + inner * math.cos(a), cy + inner * math.sin(a)),
                    (cx + outer * math.cos(a), cy + outer * math.sin(a)),
                    (cx + outer * math.cos(b), cy + outer * math.sin(b)),
                )
            )
        )
    return _merged(out, color)


def _burst(box: Box, color: str, k: float) -> tuple[Item, ...]:
    """A halftone that grows toward the rim of a disc, on the 45 degree grid."""
    cx, cy, reach, pitch = box.x + box.w / 2, box.y + box.h / 2, min(box.w, box.h) / 2, 1.2 * k
    # An odd number of rows about the middle keeps the screen symmetric when the card is turned.
    rows, columns = int(reach / (pitch / 2)) + 1, int(reach / pitch) + 1
    out: list[Outline] = []
    for j in range(-rows, rows + 1):
        for i in range(-columns, columns + 1):
            x, y = (i + 0.5 * (j % 2)) * pitch, j * pitch / 2
            d = math.hypot(x, y) / reach
            r = 0.46 * pitch * (1 - abs(d - 0.9) / 0.55)
            if d < 0.96 and r > 0.05 * pitch:
                out.append(circle(cx + x, cy + y, r))
    return _merged(out, color)


def _contours(box: Box, color: str, k: float) -> tuple[Item, ...]:
    """The contour lines of one fixed, gentle relief."""
    hills = relief(rng_for(1, "pattern", "contours"), 110 * k)
    levels = [-2.4 + 0.6 * i for i in range(9)]
    return (Path(contour_lines(hills, box, 4 * k, levels), None, Stroke(color, 0.35 * k, (), "round", "round")),)


def _halftone_corner(box: Box, color: str, k: float) -> tuple[Item, ...]:
    """A dot screen that fades from the lower right corner."""
    return corner_screen(box, 3 * k, 1.25 * k, 0.9, color)


PATTERNS: dict[str, Callable[[Box, str, float], tuple[Item, ...]]] = {
    "chevron": _chevron,
    "dots": _dots,
    "slash": _slash,
    "camo": _camo,
    "zigzag": _zigzag,
    "scales": _scales,
    "diamonds": _diamonds,
    "plates": _plates,
    "chain": _chain,
    "checks": _checks,
    "rays": _rays,
    "burst": _burst,
    "contours": _contours,
    "halftone-corner": _halftone_corner,
}


def hazard(box: Box, ground: str, stripe: str, pitch: float, mirrored: bool = False) -> tuple[Item, ...]:
    """Slanted warning stripes over a ground colour; `pitch` is the width of one stripe in points.

    The stripes lean right; `mirrored` leans them left, for the far half of a card that reads both ways up.
    """
    out: list[Outline] = []
    lean = -box.h if mirrored else box.h
    start = -2 * (int(box.h / pitch / 2) + 2)
    for i in range(start, int(box.w / pitch) + 4, 2):
        x = box.x + i * pitch + (box.h if mirrored else 0)
        out.append(polygon(((x, box.bottom), (x + lean, box.y), (x + lean + pitch, box.y), (x + pitch, box.bottom))))
    return (Path(rectangle(box), ground), *_merged(out, stripe))
