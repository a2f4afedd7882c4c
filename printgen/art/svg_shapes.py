"""The outlines of SVG shapes, and the colours, gradients and lines that they are drawn with."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Literal, cast

from printgen.art.svg_style import Omit, Style, StyleSheet, unknown
from printgen.art.svg_values import Element, color_of, is_drawable, length, numbers, refusal, share, transform
from printgen.base.limits import consume
from printgen.base.units import IDENTITY, Box, apply, compose, inverse
from printgen.drawing.model import Gradient, Outline, Paint, Stroke
from printgen.drawing.outlines import (
    ellipse,
    parse_path,
    polygon,
    polyline,
    rectangle,
    round_rect,
    transform_outline,
)  # fmt: skip
from printgen.drawing.tints import with_alpha

_LONGEST_PATH = 2_000_000  # So many letters the data of a path may have.

Measure = Callable[[Element, str, str], float | None]
"""Measures an attribute of an element, in user units: a percentage is of the width ("w"), the height ("h") or the
diagonal ("d") of the view box. None where the element lacks the attribute."""


def measure_in(box: Box) -> Measure:
    """The measure of lengths in a view box."""
    wholes = {"w": box.w, "h": box.h, "d": diagonal_of(box)}

    def measure(element: Element, name: str, side: str) -> float | None:
        return length(element.get(name), wholes[side]) if name in element.attributes else None

    return measure


def box_of(element: Element, measure: Measure) -> Box:
    """The x, y, width and height of an element, each 0 where it has none."""
    sides = (("x", "w"), ("y", "h"), ("width", "w"), ("height", "h"))
    return Box(*(measure(element, name, side) or 0.0 for name, side in sides))


def diagonal_of(box: Box) -> float:
    """What percentages count of that are neither of the width nor of the height (SVG 1.1, 7.10)."""
    return math.hypot(box.w, box.h) / math.sqrt(2)


def outline_of(element: Element, measure: Measure) -> Outline | None:
    """The outline of a shape; None for one of nothing. ValueError when its data cannot be read."""
    outline = _SHAPES[element.tag](element, measure)
    if outline:
        consume("points", len(outline))
    return outline


def _path(element: Element, measure: Measure) -> Outline | None:
    data = element.get("d")
    if len(data) > _LONGEST_PATH:
        raise refusal(f"one of its paths has more than {_LONGEST_PATH:,} letters")
    return parse_path(data) if data and data != "none" else None


def _rect(element: Element, measure: Measure) -> Outline | None:
    x, y, w, h = box_of(element, measure)
    if w <= 0 or h <= 0:
        return None
    rx, ry = _radii(element, measure)
    rx, ry = min(max(rx, 0.0), w / 2), min(max(ry, 0.0), h / 2)
    if not rx or not ry:
        return rectangle(Box(x, y, w, h))
    k = ry / rx
    return transform_outline(round_rect(Box(x, y / k, w, h / k), rx), (1, 0, 0, k, 0, 0))


def _radii(element: Element, measure: Measure) -> tuple[float, float]:
    """The radii of corners or of an ellipse; one that is not given is as large as the other."""
    rx, ry = measure(element, "rx", "w"), measure(element, "ry", "h")
    return rx if rx is not None else ry or 0.0, ry if ry is not None else rx or 0.0


def _ellipse(element: Element, measure: Measure) -> Outline | None:
    cx, cy = measure(element, "cx", "w") or 0.0, measure(element, "cy", "h") or 0.0
    if element.tag == "circle":
        rx = ry = measure(element, "r", "d") or 0.0
    else:
        rx, ry = _radii(element, measure)
    return ellipse(cx, cy, rx, ry) if rx > 0 and ry > 0 else None


def _line(element: Element, measure: Measure) -> Outline | None:
    x1, x2 = (measure(element, name, "w") or 0.0 for name in ("x1", "x2"))
    y1, y2 = (measure(element, name, "h") or 0.0 for name in ("y1", "y2"))
    return polyline(((x1, y1), (x2, y2)))


def _points(element: Element, measure: Measure) -> Outline | None:
    coordinates = numbers(element.get("points"))
    points = list(zip(coordinates[::2], coordinates[1::2], strict=False))
    if len(points) < 2:
        return None
    return polygon(points) if element.tag == "polygon" else polyline(points)


_SHAPES: dict[str, Callable[[Element, Measure], Outline | None]] = {
    "path": _path, "rect": _rect, "circle": _ellipse, "ellipse": _ellipse, "line": _line, "polyline": _points,
    "polygon": _points,
}  # fmt: skip
SHAPES = frozenset(_SHAPES)
"""The tags of shapes."""


def tight_box(outline: Outline) -> Box:
    """The box around an outline itself, without the control points of its curves."""
    xs: list[float] = []
    ys: list[float] = []
    here = (0.0, 0.0)
    for step in outline:
        if len(step) == 7:
            xs.extend(_turning_values(here[0], *step[1::2]))
            ys.extend(_turning_values(here[1], *step[2::2]))
        if len(step) > 1:
            here = step[-2], step[-1]
            xs.append(here[0])
            ys.append(here[1])
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) if xs else Box(0, 0, 0, 0)


def _turning_values(a: float, b: float, c: float, d: float) -> Iterator[float]:
    """The values at which a cubic Bezier curve turns back along one axis, where its derivative is 0."""
    quadratic, linear, constant = -a + 3 * b - 3 * c + d, 2 * (a - 2 * b + c), b - a
    if abs(quadratic) < 1e-12:
        roots = [-constant / linear] if abs(linear) > 1e-12 else []
    else:
        discriminant = linear * linear - 4 * quadratic * constant
        signs = (-1, 1) if discriminant >= 0 else ()
        roots = [(-linear + sign * math.sqrt(discriminant)) / (2 * quadratic) for sign in signs]
    for t in roots:
        if 0 < t < 1:
            s = 1 - t
            yield s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d


_URL = re.compile(r"url\(\s*+['\"]?([^'\")]*+)['\"]?\s*+\)\s*+(.*)")
_MOST_STOPS, _MOST_DASHES, _MOST_MITER = 256, 64, 50.0
_MOST_REPEATS = 128  # A gradient that begins again does so no more often.
_LONGEST_CHAIN = 20  # So many gradients may take from each other, one after the other.
_INSIDE = 0.999  # The focus of a radial gradient lies no farther out than this share of its radius.
_FINEST_DASH = 1 / 5_000  # Dashes that are together shorter than this share of a shape are a plain line.


class SvgPaints:
    """Finds the paint of shapes; `ids` are the elements of the file by name."""

    def __init__(self, ids: Mapping[str, Element], sheet: StyleSheet, omit: Omit) -> None:
        self._ids, self._sheet, self._omit = ids, sheet, omit
        self._stops: dict[int, tuple[tuple[float, str], ...]] = {}
        self._attributes: dict[int, dict[str, str]] = {}
        self._holders: dict[int, Element] = {}
        self._faded_stops: dict[tuple[int, float], tuple[tuple[float, str], ...]] = {}

    def paint(self, style: Style, key: str, box: Box, element: Element) -> Paint | None:
        """The paint of a shape with a box, for its "fill" or its "stroke"; None for none."""
        words, opacity = style[key], share(style[f"{key}-opacity"])
        if words == "none":
            return None
        match = _URL.fullmatch(words)
        if match is None:
            color = color_of(words, _current_color(style))
            return with_alpha(color, opacity) if color else None
        source = self._ids.get(match[1].removeprefix("#")) if match[1].startswith("#") else None
        if source is not None and source.tag in ("linearGradient", "radialGradient"):
            return self._gradient(source, box, opacity, style)
        if source is not None or not match[1].startswith("#"):
            self._omit("a fill pattern" if source is not None else "what lies outside the file", element)
        color = color_of(match[2], _current_color(style)) if match[2] else None
        return with_alpha(color, opacity) if color else None

    def stroke(self, style: Style, box: Box, whole: float, element: Element) -> Stroke | None:
        """The line around a shape with a box; percentages are of `whole`."""
        width = length(style["stroke-width"], whole)
        color = self.paint(style, "stroke", box, element) if style["stroke"] != "none" else None
        if color is None or width is None or width <= 0:
            return None
        # An odd number of dashes and gaps is gone through twice.
        dash = [length(part, whole) or 0.0 for part in _dashes(style["stroke-dasharray"])]
        dash = dash * 2 if len(dash) % 2 else dash
        if dash and (min(dash) < 0 or sum(dash) <= max(box.w, box.h, width) * _FINEST_DASH):
            dash = []
        cap = cast(Literal["butt", "round", "square"], style["stroke-linecap"])
        join = cast(Literal["miter", "round", "bevel"], style["stroke-linejoin"])
        offset = length(style["stroke-dashoffset"], whole) or 0.0 if dash else 0.0
        miter = max(1.0, min(length(style["stroke-miterlimit"], 1.0) or 4.0, _MOST_MITER))
        return Stroke(color, width, tuple(dash), cap, join, offset, miter)

    def _chain(self, source: Element) -> Iterator[Element]:
        for _ in range(_LONGEST_CHAIN):
            yield source
            origin = self._ids.get(source.get("href").removeprefix("#"))
            if origin is None or origin.tag not in ("linearGradient", "radialGradient"):
                return
            source = origin

    def _gradient(self, source: Element, box: Box, opacity: float, style: Style) -> Paint | None:
        """The paint of a gradient; None where it has no stops, its last colour where it has no length."""
        attributes = self._merge(source)
        stops = self._faded_stops.get((source.number, opacity))
        if stops is None:
            stops = tuple((at, with_alpha(color, opacity)) for at, color in self._stops_of(source, style))
            consume("points", len(stops))
            self._faded_stops[source.number, opacity] = stops
        relative = attributes.get("gradientUnits") != "userSpaceOnUse"
        if not stops or (relative and not (box.w and box.h)):
            return None
        wide, high = (1.0, 1.0) if relative else (box.w, box.h)

        def measure(name: str, default: str, whole: float) -> float:
            value = length(attributes.get(name, default), whole)
            if value is None and attributes.get(name):
                self._omit(unknown(name, attributes[name]), source)
            return length(default, whole) or 0.0 if value is None else value

        if source.tag == "linearGradient":
            ends: tuple[float, ...] = (
                measure("x1", "0%", wide), measure("y1", "0%", high),
                measure("x2", "100%", wide), measure("y2", "0%", high),
            )  # fmt: skip
            empty = ends[:2] == ends[2:]
        else:
            ends = _circles(measure, attributes, wide, high)
            empty = ends[5] <= 0
        matrix = transform(attributes.get("gradientTransform", ""))
        if matrix is None:
            self._omit(unknown("gradientTransform", attributes["gradientTransform"]), source)
            matrix = IDENTITY
        if relative:
            matrix = compose((box.w, 0.0, 0.0, box.h, box.x, box.y), matrix)
        if empty or not is_drawable(matrix):
            return stops[-1][1]
        gradient = Gradient(stops, ends, matrix)
        spread = attributes.get("spreadMethod", "pad")
        return _repeat(gradient, spread == "reflect", box) if spread in ("reflect", "repeat") else gradient

    def _merge(self, source: Element) -> Mapping[str, str]:
        """The attributes of a gradient, with those that it takes from others."""
        attributes = self._attributes.get(source.number)
        if attributes is None:
            attributes = self._attributes[source.number] = {}
            for origin in reversed(list(self._chain(source))):
                attributes.update(origin.attributes)
        return attributes

    def _stops_of(self, source: Element, style: Style) -> tuple[tuple[float, str], ...]:
        """The stops of a gradient, or else of the first that it takes from that has some."""
        holder = self._holders.get(source.number)
        if holder is None:
            with_stops = (one for one in self._chain(source) if any(child.tag == "stop" for child in one.children))
            holder = next(with_stops, source)
            self._holders[source.number] = holder
        if holder.number not in self._stops:
            stops: list[tuple[float, str]] = []
            for stop in [child for child in holder.children if child.tag == "stop"][:_MOST_STOPS]:
                own = self._sheet.of(stop, style)
                color = color_of(own["stop-color"], _current_color(own)) or "#000000"
                # No stop comes before the one that is written before it.
                offset = max(share(stop.get("offset") or "0"), stops[-1][0] if stops else 0.0)
                stops.append((offset, with_alpha(color, share(own["stop-opacity"]))))
            self._stops[holder.number] = tuple(stops)
        return self._stops[holder.number]


@lru_cache(maxsize=1024)
def _dashes(text: str) -> tuple[str, ...]:
    """The lengths of a dashed line, as they are written."""
    return () if text == "none" else tuple(re.split(r"[\s,]+", text)[:_MOST_DASHES])


def _current_color(style: Style) -> str:
    """What `currentColor` means."""
    return color_of(style["color"], "") or "#000000"


def _circles(
    measure: Callable[[str, str, float], float], attributes: Mapping[str, str], w: float, h: float
) -> tuple[float, ...]:
    """The two circles of a radial gradient in a box of a size, of which the first lies inside the second."""
    cx, cy = measure("cx", "50%", w), measure("cy", "50%", h)
    r, fr = measure("r", "50%", diagonal_of(Box(0, 0, w, h))), max(0.0, measure("fr", "0%", w))
    fx = measure("fx", "", w) if "fx" in attributes else cx
    fy = measure("fy", "", h) if "fy" in attributes else cy
    distance = math.hypot(fx - cx, fy - cy)
    if r > 0 and distance > (room := max(0.0, r - fr) * _INSIDE):
        fx, fy = cx + (fx - cx) * room / distance, cy + (fy - cy) * room / distance
    return fx, fy, min(fr, max(r, 0.0) * _INSIDE), cx, cy, r


def _repeat(gradient: Gradient, mirrored: bool, box: Box) -> Gradient:
    """A gradient that begins again beyond its ends, as often as it is seen in a box."""
    from_box = inverse(gradient.matrix)
    corners = [apply(from_box, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    if len(gradient.ends) == 4:
        x1, y1, x2, y2 = gradient.ends
        dx, dy = x2 - x1, y2 - y1
        along = [((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy) for x, y in corners]
        first = math.floor(min(along))
        last = min(max(first + 1, math.ceil(max(along))), first + _MOST_REPEATS)
        ends: tuple[float, ...] = (x1 + dx * first, y1 + dy * first, x1 + dx * last, y1 + dy * last)
    else:
        fx, fy, fr, cx, cy, r = gradient.ends
        far = max(math.hypot(x - cx, y - cy) for x, y in corners) + math.hypot(fx - cx, fy - cy)
        first, last = 0, max(1, min(_MOST_REPEATS, math.ceil(far / (r - fr))))
        ends = (fx, fy, fr, fx + (cx - fx) * last, fy + (cy - fy) * last, fr + (r - fr) * last)
    count = last - first
    consume("points", count * len(gradient.stops))
    stops: list[tuple[float, str]] = []
    for turn in range(first, first + count):
        turn_stops = gradient.stops
        if mirrored and turn % 2:
            turn_stops = tuple((1 - at, color) for at, color in reversed(turn_stops))
        turn_stops = ((0.0, turn_stops[0][1]), *turn_stops, (1.0, turn_stops[-1][1]))
        stops.extend(((turn - first + at) / count, color) for at, color in turn_stops)
    return gradient._replace(stops=tuple(stops), ends=ends)
