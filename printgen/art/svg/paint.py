"""The colours, gradients and strokes that the properties of an SVG element mean."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Literal, cast

from printgen.art.svg.style import Style, StyleSheet, unknown
from printgen.art.svg.values import Element, color_of, drawable, length, share, transform
from printgen.base.limits import consume
from printgen.base.units import IDENTITY, Box, apply, compose, inverse
from printgen.drawing.model import Gradient, Paint, Stroke
from printgen.drawing.tints import with_alpha

_URL = re.compile(r"url\(\s*+['\"]?([^'\")]*+)['\"]?\s*+\)\s*+(.*)")
_CAPS, _JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")
_MOST_STOPS, _MOST_TURNS, _MOST_DASHES, _MOST_MITER, _CHAIN = 256, 128, 64, 50.0, 20
# The light of a ball stays inside of it.
_INSIDE = 0.999
# So many dashes fit along a shape at most; finer ones are a plain line.
_FINEST = 1 / 5_000

Tell = Callable[[str, Element], None]
"""Tells what of an element is left out."""


class SvgPaints:
    """Finds the paint of shapes; `ids` are the elements of the file by name."""

    def __init__(self, ids: Mapping[str, Element], sheet: StyleSheet, tell: Tell) -> None:
        self._ids, self._sheet, self._tell = ids, sheet, tell
        self._stops: dict[int, tuple[tuple[float, str], ...]] = {}
        self._attributes: dict[int, dict[str, str]] = {}
        self._holders: dict[int, Element] = {}
        self._seen: dict[tuple[int, float], tuple[tuple[float, str], ...]] = {}

    def paint(self, style: Style, key: str, box: Box, element: Element) -> Paint | None:
        """What a shape, whose own box is given, is filled or drawn with."""
        words, opaque = style[key], share(style[f"{key}-opacity"])
        if words == "none":
            return None
        match = _URL.fullmatch(words)
        if match is None:
            color = color_of(words, _current(style))
            return with_alpha(color, opaque) if color else None
        source = self._ids.get(match[1].removeprefix("#")) if match[1].startswith("#") else None
        if source is not None and source.tag in ("linearGradient", "radialGradient"):
            return self._gradient(source, box, opaque, style)
        if source is not None or not match[1].startswith("#"):
            self._tell("a fill pattern" if source is not None else "what lies outside the file", element)
        color = color_of(match[2], _current(style)) if match[2] else None
        return with_alpha(color, opaque) if color else None

    def stroke(self, style: Style, box: Box, whole: float, element: Element) -> Stroke | None:
        """The line around a shape; `whole` is what percentages count of."""
        width = length(style["stroke-width"], whole)
        color = self.paint(style, "stroke", box, element) if style["stroke"] != "none" else None
        if color is None or width is None or width <= 0:
            return None
        dash = [length(part, whole) or 0.0 for part in _dashes(style["stroke-dasharray"])]
        dash = dash * 2 if len(dash) % 2 else dash
        if dash and (min(dash) < 0 or sum(dash) <= max(box.w, box.h, width) * _FINEST):
            dash = []
        cap = style["stroke-linecap"] if style["stroke-linecap"] in _CAPS else "butt"
        join = style["stroke-linejoin"] if style["stroke-linejoin"] in _JOINS else "miter"
        return Stroke(
            color,
            width,
            tuple(dash),
            cast(Literal["butt", "round", "square"], cap),
            cast(Literal["miter", "round", "bevel"], join),
            length(style["stroke-dashoffset"], whole) or 0.0 if dash else 0.0,
            max(1.0, min(length(style["stroke-miterlimit"], 1.0) or 4.0, _MOST_MITER)),
        )

    def _chain(self, source: Element) -> Iterator[Element]:
        """A gradient and those that it takes from, in turn."""
        for _ in range(_CHAIN):
            yield source
            after = self._ids.get(source.get("href").removeprefix("#"))
            if after is None or after.tag not in ("linearGradient", "radialGradient"):
                return
            source = after

    def _gradient(self, source: Element, box: Box, opaque: float, style: Style) -> Paint | None:
        said = self._merge(source)
        stops = self._seen.get((source.number, opaque))
        if stops is None:
            stops = tuple((at, with_alpha(color, opaque)) for at, color in self._stops_of(source, style))
            consume("points", len(stops))
            self._seen[source.number, opaque] = stops
        relative = said.get("gradientUnits") != "userSpaceOnUse"
        if not stops or (relative and not (box.w and box.h)):
            return None
        wide, high = (1.0, 1.0) if relative else (box.w, box.h)

        def at(name: str, usual: str, whole: float) -> float:
            value = length(said.get(name, usual), whole)
            if value is None and said.get(name):
                self._tell(unknown(name, said[name]), source)
            return length(usual, whole) or 0.0 if value is None else value

        if source.tag == "linearGradient":
            ends: tuple[float, ...] = (
                at("x1", "0%", wide), at("y1", "0%", high), at("x2", "100%", wide), at("y2", "0%", high)
            )  # fmt: skip
            empty = ends[:2] == ends[2:]
        else:
            ends = _circles(at, said, wide, high)
            empty = ends[5] <= 0
        moved = transform(said.get("gradientTransform", ""))
        if moved is None:
            self._tell(unknown("gradientTransform", said["gradientTransform"]), source)
        matrix = moved or IDENTITY
        if relative:
            matrix = compose((box.w, 0.0, 0.0, box.h, box.x, box.y), matrix)
        if empty or not drawable(matrix):
            return stops[-1][1]
        gradient = Gradient(stops, ends, matrix)
        spread = said.get("spreadMethod", "pad")
        return _repeat(gradient, spread == "reflect", box) if spread in ("reflect", "repeat") else gradient

    def _merge(self, source: Element) -> Mapping[str, str]:
        """The attributes of a gradient, with those that it takes from others."""
        said = self._attributes.get(source.number)
        if said is None:
            said = self._attributes[source.number] = {}
            for one in reversed(list(self._chain(source))):
                said.update(one.attributes)
        return said

    def _stops_of(self, source: Element, style: Style) -> tuple[tuple[float, str], ...]:
        holder = self._holders.get(source.number)
        if holder is None:
            holder = next((one for one in self._chain(source) if any(c.tag == "stop" for c in one.children)), source)
            self._holders[source.number] = holder
        known = self._stops.get(holder.number)
        if known is None:
            stops: list[tuple[float, str]] = []
            for stop in [child for child in holder.children if child.tag == "stop"][:_MOST_STOPS]:
                own = self._sheet.of(stop, style)
                color = color_of(own["stop-color"], _current(own)) or "#000000"
                place = max(share(stop.get("offset", "0")) if stop.get("offset") else 0.0, stops[-1][0] if stops else 0)
                stops.append((place, with_alpha(color, share(own["stop-opacity"]))))
            known = self._stops[holder.number] = tuple(stops)
        return known


@lru_cache(maxsize=1024)
def _dashes(text: str) -> tuple[str, ...]:
    """The lengths of a dashed line, as they are written."""
    return () if text == "none" else tuple(re.split(r"[\s,]+", text)[:_MOST_DASHES])


def _current(style: Style) -> str:
    return color_of(style["color"], "") or "#000000"


def _circles(at: Callable[[str, str, float], float], said: Mapping[str, str], w: float, h: float) -> tuple[float, ...]:
    """The two circles of a radial gradient; the light stays inside of the ball."""
    cx, cy = at("cx", "50%", w), at("cy", "50%", h)
    r, fr = at("r", "50%", math.hypot(w, h) / math.sqrt(2)), max(0.0, at("fr", "0%", w))
    fx, fy = at("fx", "", w) if "fx" in said else cx, at("fy", "", h) if "fy" in said else cy
    away = math.hypot(fx - cx, fy - cy)
    if r > 0 and away > (room := max(0.0, r - fr) * _INSIDE):
        fx, fy = cx + (fx - cx) * room / away, cy + (fy - cy) * room / away
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
        last = min(max(first + 1, math.ceil(max(along))), first + _MOST_TURNS)
        ends: tuple[float, ...] = (x1 + dx * first, y1 + dy * first, x1 + dx * last, y1 + dy * last)
    else:
        fx, fy, fr, cx, cy, r = gradient.ends
        far = max(math.hypot(x - cx, y - cy) for x, y in corners) + math.hypot(fx - cx, fy - cy)
        first, last = 0, max(1, min(_MOST_TURNS, math.ceil(far / (r - fr))))
        ends = (fx, fy, fr, fx + (cx - fx) * last, fy + (cy - fy) * last, fr + (r - fr) * last)
    count = last - first
    consume("points", count * len(gradient.stops))
    stops: list[tuple[float, str]] = []
    for turn in range(first, first + count):
        own = gradient.stops
        if mirrored and turn % 2:
            own = tuple((1 - at, color) for at, color in reversed(own))
        own = ((0.0, own[0][1]), *own, (1.0, own[-1][1]))
        stops.extend(((turn - first + at) / count, color) for at, color in own)
    return gradient._replace(stops=tuple(stops), ends=ends)
