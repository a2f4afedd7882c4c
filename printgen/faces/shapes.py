"""Plain shapes of a face (rect, line, path, ellipse, icon), their gradients, and codes (QR, barcodes): items go out."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from printgen.base.errors import ValueProblem, blame, did_you_mean
from printgen.base.limits import consume
from printgen.base.units import IDENTITY, Box, chain, mm, rotate, scale, translate
from printgen.drawing import outlines
from printgen.drawing.model import Gradient, Group, Item, Outline, Paint, Path, Place, Rect, Stroke
from printgen.drawing.patterns import PATTERNS, hazard, pattern
from printgen.drawing.tints import NONE, Tints, alpha, lightest, with_alpha
from printgen.faces.face import Props
from printgen.faces.shape_words import COMPOUND

if TYPE_CHECKING:
    from printgen.faces.library import Library


_DOWN = 90.0
# Shapes without a width or a height, such as level lines, have a gradient, too.
_LEAST = 1e-3
# The light of a ball stays inside of it.
_INSIDE = 0.98


def paint(p: Props, key: str, tints: Tints, outline: Outline, round_in: bool = False) -> Paint | None:
    """A colour, or a gradient over the box of an outline; `round_in` says that it is an ellipse."""
    if p.any(key) is not COMPOUND:
        return p.color(key, tints)
    return gradient(p, key, tints, outlines.bounds(outline), round_in)


def gradient(p: Props, key: str, tints: Tints, box: Box, round_in: bool) -> Paint | None:
    """The gradient under a key such as `fill`; in a look that saves ink, the lightest of its colours.

    A radial one of a rectangle reaches its corners; one that is `round_in` the box, as an ellipse is, its edges.
    """
    stops = _stops(p, key, tints)
    if not stops:
        return None
    flat = Gradient(stops, (0, 0, 1, 0))
    if tints.saving:
        # A ground that fades out is left out; a line that does would be missed.
        visible = [stop for stop in stops if alpha(stop[1])] if key == "stroke" else stops
        return lightest(flat._replace(stops=tuple(visible)))
    box = Box(box.x, box.y, max(box.w, _LEAST), max(box.h, _LEAST))
    middle = box.x + box.w / 2, box.y + box.h / 2
    if p.any(f"{key}.radial"):
        reach = 0.5 if round_in else math.sqrt(0.5)
        x, y = ((p.number(f"{key}.{name}", 0.5) - 0.5) / reach for name in ("cx", "cy"))
        inward = min(1.0, _INSIDE / max(math.hypot(x, y), _LEAST))
        spread = chain(translate(*middle), scale(box.w * reach, box.h * reach))
        return flat._replace(ends=(x * inward, y * inward, 0, 0, 0, 1), matrix=spread)
    angle = math.radians(p.number(f"{key}.angle", _DOWN))
    dx, dy = math.cos(angle), math.sin(angle)
    half = (abs(box.w * dx) + abs(box.h * dy)) / 2
    across, down = dx * half, dy * half
    return flat._replace(ends=(middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down))


def _stops(p: Props, key: str, tints: Tints) -> tuple[tuple[float, str], ...]:
    """The places and colours; what has no place stands evenly between its neighbours."""
    count = p.any(f"{key}.stops", 0)
    names = [f"{key}.stops.{n}" for n in range(count)] or [f"{key}.from", f"{key}.to"]
    places: list[float | None] = []
    colors: list[str] = []
    for name in names:
        words, at, place = p.word(name).rpartition(" at ")
        with blame(name):
            colors.append(tints.resolve(words if at else place))
        places.append(_place(place, name) if at else None)
    places[0], places[-1] = places[0] or 0.0, 1.0 if places[-1] is None else places[-1]
    placed = [n for n, place in enumerate(places) if place is not None]
    for first, last in pairwise(placed):
        start, end = places[first] or 0.0, places[last] or 0.0
        if end < start:
            raise ValueProblem("the stops of a gradient go up; write them in their order", names[last])
        for n in range(first + 1, last):
            places[n] = start + (end - start) * (n - first) / (last - first)
    if set(colors) == {NONE}:
        return ()
    solid = [color if color != NONE else _beside(colors, n) for n, color in enumerate(colors)]
    return tuple((place or 0.0, color) for place, color in zip(places, solid, strict=True))


def _beside(colors: list[str], n: int) -> str:
    """What a stop of no colour is: its neighbour's colour, of which nothing shows."""
    nearest = min((other for other, color in enumerate(colors) if color != NONE), key=lambda other: abs(other - n))
    return with_alpha(colors[nearest], 0.0)


def _place(text: str, key: str) -> float:
    try:
        place = float(text) / 100
    except ValueError:
        place = math.nan
    if not 0 <= place <= 1:
        raise ValueProblem(f"a stop stands at 0 to 100, not at '{text}'; write it like sand at 40", key)
    return place


def _stroke(p: Props, tints: Tints, outline: Outline, round_in: bool = False) -> Stroke | None:
    color = paint(p, "stroke", tints, outline, round_in)
    return None if color is None else Stroke(color, p.number("width", 0.5), tuple(p.any("dash", ())))


@lru_cache(maxsize=512)
def _pattern(kind: str, box: Box, color: str, k: float, outline: Outline) -> Group:
    return Group(pattern(kind, box, color, k), outline)


@lru_cache(maxsize=512)
def _stripes(box: Box, ground: str, stripe: str, pitch: float, mirrored: bool, outline: Outline) -> Group:
    return Group(hazard(box, ground, stripe, pitch, mirrored), outline)


def _paint(
    p: Props, tints: Tints, outline: Outline, box: Box | None = None, even_odd: bool = False, round_in: bool = False
) -> list[Item]:
    """A shape with its fill, then its pattern or stripes clipped to it, then its outline; a plain box is a Rect."""
    fill, stroke = paint(p, "fill", tints, outline, round_in), _stroke(p, tints, outline, round_in)
    pattern_name, stripe_color = p.word("pattern"), p.color("hazard", tints)
    if not pattern_name and not stripe_color:
        return [Rect(*box, fill, stroke) if box else Path(outline, fill, stroke, even_odd)]
    items: list[Item] = [Path(outline, fill, None, even_odd)] if fill and not stripe_color else []
    box = outlines.bounds(outline)
    if stripe_color:
        pitch, mirrored = p.at_least("hazard-pitch", 0.2, 6), bool(p.any("hazard-mirrored", False))
        ground = lightest(fill) if fill else "#FFFFFF"
        items.append(Place(_stripes(box, ground, stripe_color, pitch, mirrored, outline)))
    else:
        if pattern_name not in PATTERNS:
            raise ValueProblem(f"'{pattern_name}' is not a pattern. {did_you_mean(pattern_name, PATTERNS)}", "pattern")
        color = p.color("pattern-color", tints) or tints.resolve("ink")
        items.append(Place(_pattern(pattern_name, box, color, p.at_least("pattern-scale", 0.1, 1), outline)))
    if stroke:
        items.append(Path(outline, None, stroke))
    return items


def _rect(p: Props, tints: Tints, library: Library) -> list[Item]:
    box = Box(p.number("x"), p.number("y"), p.number("w"), p.number("h"))
    if "cut" in p:
        return _paint(p, tints, outlines.chamfer(box, p.number("cut"), p.word("corners", "abcd")))
    if "radius" in p:
        return _paint(p, tints, outlines.round_rect(box, p.number("radius")))
    return _paint(p, tints, outlines.rectangle(box), box)


def _line(p: Props, tints: Tints, library: Library) -> list[Item]:
    points = ((p.number("x1"), p.number("y1")), (p.number("x2"), p.number("y2")))
    line = outlines.polyline(points)
    color = paint(p, "stroke", tints, line) or tints.resolve("ink")
    return [Path(line, None, Stroke(color, p.number("width", 0.5), tuple(p.any("dash", ()))))]


_RULES = ("nonzero", "evenodd")


def even_odd(p: Props, key: str) -> bool:
    """Whether an outline is filled by the even-odd rule."""
    rule = p.word(key, "nonzero")
    if rule not in _RULES:
        raise ValueProblem(f"there is no fill rule '{rule}'. {did_you_mean(rule, _RULES)}", key)
    return rule == "evenodd"


@lru_cache(maxsize=1024)
def path_outline(data: str) -> Outline:
    """The outline of path data. ValueError says what is wrong in it."""
    return outlines.parse_path(data)


def _path(p: Props, tints: Tints, library: Library) -> list[Item]:
    grow = scale(p.number("scale", 1) * p.unit)
    matrix = chain(translate(p.number("x"), p.number("y")), rotate(p.number("rotate")), grow)
    with blame("d"):
        outline = path_outline(p.word("d"))
    odd = "fill-rule" in p and even_odd(p, "fill-rule")
    return _paint(
        p, tints, outline if matrix == IDENTITY else outlines.transform_outline(outline, matrix), even_odd=odd
    )


def _ellipse(p: Props, tints: Tints, library: Library) -> list[Item]:
    r = p.number("r")
    rx, ry = p.number("rx", r), p.number("ry", r)
    return _paint(p, tints, outlines.ellipse(p.number("cx"), p.number("cy"), rx, ry), round_in=True)


def _ring(p: Props, tints: Tints, library: Library) -> list[Item]:
    """A part of a circle from an angle to another, clockwise from the top: a line, or with `inner` a band."""
    start, end = p.number("from"), p.number("to", 360)
    if not 0 < end - start <= 360:
        raise ValueProblem(f"a ring goes from {start:g} to {end:g} degrees; write a larger to, up to 360 more", "to")
    inner = p.number("inner") if "inner" in p else None
    center = p.number("cx"), p.number("cy")
    return _paint(p, tints, outlines.band(*center, p.number("r"), inner, start, end), even_odd=end - start == 360)


_TICK_ENDS = {"both": (-1.0, 1.0), "left": (-1.0, 0.0), "right": (0.0, 1.0)}


def _ticks(p: Props, tints: Tints, library: Library) -> list[Item]:
    """Short lines across the way from one point to another, at equal steps; `reach` gives their lengths by turns."""
    (x1, y1), (x2, y2) = (p.number("x1"), p.number("y1")), (p.number("x2"), p.number("y2"))
    length, step = math.hypot(x2 - x1, y2 - y1), p.at_least("step", mm(0.2), mm(5))
    reach, side = p.any("reach", (mm(2),)), p.word("side", "both")
    if side not in _TICK_ENDS:
        raise ValueProblem(f"there is no side '{side}'. {did_you_mean(side, _TICK_ENDS)}", "side")
    distance, ticks = p.number("first", step), list[Outline]()
    consume("marks", length / step + 1)
    while distance <= length * (1 + 1e-9):
        dx, dy, tick = (x2 - x1) / length, (y2 - y1) / length, reach[len(ticks) % len(reach)]
        x, y = x1 + dx * distance, y1 + dy * distance
        ticks.append(outlines.polyline((x - dy * tick * end, y + dx * tick * end) for end in _TICK_ENDS[side]))
        distance += step
    line = outlines.join_outlines(ticks)
    color = paint(p, "stroke", tints, line) or tints.resolve("ink")
    return [Path(line, None, Stroke(color, p.number("width", 0.5)))] if ticks else []


def _icon(p: Props, tints: Tints, library: Library) -> list[Item]:
    color = p.color("color", tints) or tints.resolve("ink")
    with blame("name"):
        group, side = library.icons.draw(p.word("name"), color, tints)
    size = p.number("size", 12)
    matrix = chain(translate(p.number("cx"), p.number("cy")), scale(size / side), translate(-side / 2, -side / 2))
    return [Place(group, matrix)]


DRAW: dict[str, Callable[[Props, Tints, Library], list[Item]]] = {
    "rect": _rect,
    "line": _line,
    "path": _path,
    "ellipse": _ellipse,
    "ring": _ring,
    "ticks": _ticks,
    "icon": _icon,
}
