"""A gradient as a face says it, and the box of what it paints, come in; a Gradient in points goes out."""

from __future__ import annotations

import math
from itertools import pairwise

from printgen.base.errors import ValueProblem, blaming
from printgen.base.geometry import Box, chain, scale, translate
from printgen.drawing import outlines
from printgen.drawing.model import Gradient, Outline, Paint
from printgen.drawing.tints import NONE, Tints, alpha, lightest, seen
from printgen.faces.props import Props

_DOWN = 90.0
# Shapes without a width or a height, such as level lines, have a gradient, too.
_LEAST = 1e-3
# The light of a ball stays inside of it.
_INSIDE = 0.98


def paint(p: Props, key: str, tints: Tints, outline: Outline, round_in: bool = False) -> Paint | None:
    """A colour, or a gradient over the box of an outline; `round_in` says that it is an ellipse."""
    if not p.is_compound(key):
        return p.color(key, tints)
    return gradient(p, key, tints, outlines.bounds(outline), round_in)


def gradient(p: Props, key: str, tints: Tints, box: Box, round_in: bool) -> Paint | None:
    """The gradient under a key such as `fill`; in a look that saves ink, the lightest of its colours.

    A radial one of a rectangle reaches its corners; one that is `round_in` the box, as an ellipse is, its edges.
    """
    stops = _stops(p, key, tints)
    if not stops:
        return None
    flowing = Gradient(stops, (0, 0, 1, 0))
    if tints.saving:
        # A ground that fades out is left out; a line that does would be missed.
        lines = [stop for stop in stops if alpha(stop[1])] if key == "stroke" else stops
        return lightest(flowing._replace(stops=tuple(lines)))
    box = Box(box.x, box.y, max(box.w, _LEAST), max(box.h, _LEAST))
    middle = box.x + box.w / 2, box.y + box.h / 2
    if p.any(f"{key}.radial"):
        far = 0.5 if round_in else math.sqrt(0.5)
        x, y = ((p.number(f"{key}.{name}", 0.5) - 0.5) / far for name in ("cx", "cy"))
        inward = min(1.0, _INSIDE / max(math.hypot(x, y), _LEAST))
        grown = chain(translate(*middle), scale(box.w * far, box.h * far))
        return flowing._replace(ends=(x * inward, y * inward, 0, 0, 0, 1), matrix=grown)
    turn = math.radians(p.number(f"{key}.angle", _DOWN))
    dx, dy = math.cos(turn), math.sin(turn)
    half = (abs(box.w * dx) + abs(box.h * dy)) / 2
    across, down = dx * half, dy * half
    return flowing._replace(ends=(middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down))


def _stops(p: Props, key: str, tints: Tints) -> tuple[tuple[float, str], ...]:
    """The places and colours; what has no place stands evenly between its neighbours."""
    count = p.any(f"{key}.stops", 0)
    names = [f"{key}.stops.{n}" for n in range(count)] or [f"{key}.from", f"{key}.to"]
    places: list[float | None] = []
    colors: list[str] = []
    for name in names:
        words, at, place = p.word(name).rpartition(" at ")
        with blaming(name):
            colors.append(tints.resolve(words if at else place))
        places.append(_place(place, name) if at else None)
    places[0], places[-1] = places[0] or 0.0, 1.0 if places[-1] is None else places[-1]
    known = [n for n, place in enumerate(places) if place is not None]
    for first, last in pairwise(known):
        start, end = places[first] or 0.0, places[last] or 0.0
        if end < start:
            raise ValueProblem("the stops of a gradient go up; write them in their order", names[last])
        for n in range(first + 1, last):
            places[n] = start + (end - start) * (n - first) / (last - first)
    if set(colors) == {NONE}:
        return ()
    shown = [color if color != NONE else _beside(colors, n) for n, color in enumerate(colors)]
    return tuple((place or 0.0, color) for place, color in zip(places, shown, strict=True))


def _beside(colors: list[str], n: int) -> str:
    """What a stop of no colour is: its neighbour's colour, of which nothing shows."""
    near = min((m for m, color in enumerate(colors) if color != NONE), key=lambda m: abs(m - n))
    return seen(colors[near], 0.0)


def _place(text: str, key: str) -> float:
    try:
        place = float(text) / 100
    except ValueError:
        place = math.nan
    if not 0 <= place <= 1:
        raise ValueProblem(f"a stop stands at 0 to 100, not at '{text}'; write it like sand at 40", key)
    return place
