"""An area comes in; its outline goes out in points; true arcs, rings and half discs of any size beside."""

from __future__ import annotations

import math
from collections.abc import Iterator

from printgen.base.geometry import translate
from printgen.base.units import PT_PER_IN
from printgen.drawing.model import Outline, Segment
from printgen.drawing.outlines import polygon, transformed
from printgen.kinds.area_template.model import Area

# Arcs in pieces of this many degrees stray from the true circle by less than a ten-thousandth of a millimetre.
_PIECE = 22.5


def area_outline(area: Area) -> Outline:
    """The outline of an area with its box at (0, 0); every side that is no arc is a step of its own."""
    width, height = (side * PT_PER_IN for side in area.box)
    if area.round:
        outline = ring(0, 0, width / 2)
        if area.shape == "half-circle":
            outline = (*half_disc(width / 2)[:-1], ("L", -width / 2, 0.0), ("Z",))
        return transformed(outline, translate(width / 2, width / 2))
    foot = ((width / 2, height),) if area.shape == "triangle" else ((width, height), (0.0, height))
    return polygon(((0.0, 0.0), (width, 0.0), *foot, (0.0, 0.0)))


def arc(cx: float, cy: float, radius: float, start: float, sweep: float) -> Iterator[Segment]:
    """A true arc from a move to its start on; degrees from the right, clockwise as seen on paper."""
    # An even number of pieces has a point in the middle, so that a box around all points is no larger than the arc.
    count = max(2, 2 * math.ceil(abs(sweep) / _PIECE / 2 - 1e-9))
    step = math.radians(sweep / count)
    k = 4 / 3 * math.tan(step / 4)

    def at(x: float, y: float) -> tuple[float, float]:
        return cx + radius * x, cy + radius * y

    a = math.radians(start)
    yield ("M", *at(math.cos(a), math.sin(a)))
    for _ in range(count):
        b = a + step
        one = at(math.cos(a) - k * math.sin(a), math.sin(a) + k * math.cos(a))
        two = at(math.cos(b) + k * math.sin(b), math.sin(b) - k * math.cos(b))
        yield ("C", *one, *two, *at(math.cos(b), math.sin(b)))
        a = b


def bow(cx: float, cy: float, outer: float, inner: float, start: float, sweep: float) -> Outline:
    """The band between two true arcs around one point."""
    (_, x, y), *back = arc(cx, cy, inner, start + sweep, -sweep)
    return (*arc(cx, cy, outer, start, sweep), ("L", x, y), *back, ("Z",))


def ring(cx: float, cy: float, radius: float) -> Outline:
    """A true circle, however large."""
    return (*arc(cx, cy, radius, 180.0, 360.0), ("Z",))


def half_disc(radius: float) -> Outline:
    """The upper half of a true disc around (0, 0)."""
    return (*arc(0.0, 0.0, radius, 180.0, 180.0), ("Z",))
