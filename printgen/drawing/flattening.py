"""Outlines come in; polygons whose edges follow them as closely as anybody can cut go out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from printgen.base.units import mm
from printgen.drawing.model import Outline

Point = tuple[float, float]

# Curves become edges that stray from them by no more than this.
_FINE = mm(0.02)


def flattened(outline: Outline, tolerance: float = _FINE, least: int = 3) -> tuple[tuple[Point, ...], ...]:
    """The outline as closed polygons, one for each part, whose edges stray from curves by `tolerance` at most.

    Parts of fewer points than `least` are left out.
    """
    parts: list[list[Point]] = []
    for step, *numbers in outline:
        if step == "M":
            parts.append([(numbers[0], numbers[1])])
        elif step == "L":
            parts[-1].append((numbers[0], numbers[1]))
        elif step == "C":
            parts[-1].extend(_curve(parts[-1][-1], numbers, tolerance))
    return tuple(tuple(part) for part in parts if len(part) >= least)


def _curve(start: Point, numbers: Sequence[float], tolerance: float) -> Iterator[Point]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, numbers
    bend = max(math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    # A chord over a span of 1/n strays by less than 6 bend / (8 n n).
    count = max(1, math.ceil(math.sqrt(0.75 * bend / tolerance)))
    for i in range(1, count + 1):
        t = i / count
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
