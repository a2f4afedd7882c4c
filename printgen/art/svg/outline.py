"""The shapes of SVG (path, rect, circle ...) come in; outlines go out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from printgen.art.svg.tree import Element, spoiled
from printgen.art.svg.values import length, numbers
from printgen.base.budget import spend
from printgen.base.geometry import Box
from printgen.drawing.model import Outline
from printgen.drawing.outlines import ellipse, parse_path, polygon, polyline, rectangle, rounded, transformed

_LONGEST = 2_000_000

Measure = Callable[[Element, str, str], float | None]
"""A length of an element: its attribute, and along which way ("w", "h" or "d") a percentage counts."""


def measure_in(box: Box) -> Measure:
    """How lengths count in a view box."""
    wholes = {"w": box.w, "h": box.h, "d": math.hypot(box.w, box.h) / math.sqrt(2)}
    return lambda element, name, way: length(element.get(name), wholes[way]) if name in element.attributes else None


def outline_of(element: Element, measure: Measure) -> Outline | None:
    """The outline of a shape; None for one that is not drawn. ValueError when its data cannot be read."""
    outline = _SHAPES[element.tag](element, measure)
    if outline:
        spend("points", len(outline))
    return outline


def _path(element: Element, measure: Measure) -> Outline | None:
    data = element.get("d")
    if len(data) > _LONGEST:
        raise spoiled(f"one of its paths has more than {_LONGEST:,} letters")
    return parse_path(data) if data and data != "none" else None


def _rect(element: Element, measure: Measure) -> Outline | None:
    x, y = measure(element, "x", "w") or 0.0, measure(element, "y", "h") or 0.0
    w, h = measure(element, "width", "w") or 0.0, measure(element, "height", "h") or 0.0
    if w <= 0 or h <= 0:
        return None
    rx, ry = measure(element, "rx", "w"), measure(element, "ry", "h")
    across, down = rx if rx is not None else ry or 0.0, ry if ry is not None else rx or 0.0
    across, down = min(max(across, 0.0), w / 2), min(max(down, 0.0), h / 2)
    if not across or not down:
        return rectangle(Box(x, y, w, h))
    k = down / across
    return transformed(rounded(Box(x, y / k, w, h / k), across), (1, 0, 0, k, 0, 0))


def _ellipse(element: Element, measure: Measure) -> Outline | None:
    cx, cy = measure(element, "cx", "w") or 0.0, measure(element, "cy", "h") or 0.0
    if element.tag == "circle":
        rx = ry = measure(element, "r", "d") or 0.0
    else:
        one, other = measure(element, "rx", "w"), measure(element, "ry", "h")
        rx, ry = one if one is not None else other or 0.0, other if other is not None else one or 0.0
    return ellipse(cx, cy, rx, ry) if rx > 0 and ry > 0 else None


def _line(element: Element, measure: Measure) -> Outline | None:
    ends = [measure(element, name, way) or 0.0 for name, way in (("x1", "w"), ("y1", "h"), ("x2", "w"), ("y2", "h"))]
    return polyline(((ends[0], ends[1]), (ends[2], ends[3])))


def _points(element: Element, measure: Measure) -> Outline | None:
    found = numbers(element.get("points"))
    points = list(zip(found[::2], found[1::2], strict=False))
    if len(points) < 2:
        return None
    return polygon(points) if element.tag == "polygon" else polyline(points)


_SHAPES: dict[str, Callable[[Element, Measure], Outline | None]] = {
    "path": _path, "rect": _rect, "circle": _ellipse, "ellipse": _ellipse, "line": _line, "polyline": _points,
    "polygon": _points,
}  # fmt: skip
SHAPES = frozenset(_SHAPES)


def tight(outline: Outline) -> Box:
    """The box around an outline itself, without the points that its curves lean to."""
    xs: list[float] = []
    ys: list[float] = []
    here = (0.0, 0.0)
    for step in outline:
        if len(step) == 7:
            xs.extend(_turns(here[0], *step[1::2]))
            ys.extend(_turns(here[1], *step[2::2]))
        if len(step) > 1:
            here = step[-2], step[-1]
            xs.append(here[0])
            ys.append(here[1])
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) if xs else Box(0, 0, 0, 0)


def _turns(a: float, b: float, c: float, d: float) -> Iterator[float]:
    """Where a cubic curve turns back along one way."""
    square, straight, plain = -a + 3 * b - 3 * c + d, 2 * (a - 2 * b + c), b - a
    if abs(square) < 1e-12:
        roots = [-plain / straight] if abs(straight) > 1e-12 else []
    else:
        under = straight * straight - 4 * square * plain
        roots = [(-straight + sign * math.sqrt(under)) / (2 * square) for sign in (-1, 1)] if under >= 0 else []
    for t in roots:
        if 0 < t < 1:
            s = 1 - t
            yield s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
