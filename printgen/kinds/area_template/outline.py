"""Points, radii and angles come in; true arcs, rings, bands and half discs of any size go out as outlines."""

from __future__ import annotations

import math

from printgen.drawing import outlines
from printgen.drawing.model import Outline
from printgen.drawing.outlines import polygon

# Arcs in pieces of this many degrees stray from the true circle by less than a ten-thousandth of a millimetre.
_PIECE = 22.5


def arc(cx: float, cy: float, radius: float, start: float, sweep: float) -> Outline:
    """A true arc from a move to its start on; degrees from the right, clockwise as seen on paper."""
    # An even number of pieces has a point in the middle, so that a box around all points is no larger than the arc.
    count = max(2, 2 * math.ceil(abs(sweep) / _PIECE / 2 - 1e-9))
    unit = outlines.arc(math.radians(start), math.radians(sweep), count)
    return outlines.transformed(unit, (radius, 0.0, 0.0, radius, cx, cy))


def bow(cx: float, cy: float, outer: float, inner: float, start: float, sweep: float) -> Outline:
    """The band between two true arcs around one point."""
    (_, x, y), *back = arc(cx, cy, inner, start + sweep, -sweep)
    return (*arc(cx, cy, outer, start, sweep), ("L", x, y), *back, ("Z",))


def ring(radius: float) -> Outline:
    """A true circle around (0, 0), however large."""
    return (*arc(0.0, 0.0, radius, 180.0, 360.0), ("Z",))


def clock(radius: float, degrees: float) -> tuple[float, float]:
    """The point of a circle around (0, 0) at an angle counted clockwise from the top."""
    angle = math.radians(degrees)
    return radius * math.sin(angle), -radius * math.cos(angle)


def ring_sector(inner: float, outer: float, middle: float, half: float) -> Outline:
    """The part of a ring around (0, 0) from `middle` - `half` to `middle` + `half` degrees of the clock."""
    steps = max(8, math.ceil(half))
    angles = [middle - half + 2 * half * i / steps for i in range(steps + 1)]
    return polygon([clock(outer, a) for a in angles] + [clock(inner, a) for a in reversed(angles)])
