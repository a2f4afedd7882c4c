"""Converts a drawing in SVG into items in the units of the file, with its box and what is left out."""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, cast, get_args
from urllib.parse import unquote_to_bytes

from printgen.art.photos import Photo, Window, fit_photo
from printgen.art.svg.paint import SvgPaints
from printgen.art.svg.style import Style, StyleSheet, first, unknown
from printgen.art.svg.values import (
    LARGEST,
    Element,
    alignment,
    drawable,
    few_numbers,
    length,
    numbers,
    parse_svg,
    refusal,
    share,
    transform,
    view,
)
from printgen.base.file_access import AccessError
from printgen.base.limits import consume
from printgen.base.units import IDENTITY, Box, Matrix, chain, compose, translate
from printgen.drawing.extent import extent
from printgen.drawing.model import Blend, Group, Image, Item, Outline, Path, Place
from printgen.drawing.outlines import (
    ellipse,
    join_outlines,
    parse_path,
    polygon,
    polyline,
    rectangle,
    round_rect,
    transform_outline,
)
from printgen.reading.scalars import shorten

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
        consume("points", len(outline))
    return outline


def _path(element: Element, measure: Measure) -> Outline | None:
    data = element.get("d")
    if len(data) > _LONGEST:
        raise refusal(f"one of its paths has more than {_LONGEST:,} letters")
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
    return transform_outline(round_rect(Box(x, y / k, w, h / k), across), (1, 0, 0, k, 0, 0))


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


_MOST, _DEEPEST, _SHOWN_LINES, _MOST_TOLD = 50_000, 30, 5, 20
_LETTERS = frozenset({"text", "tspan", "textPath", "tref", "flowRoot"})
_SILENT = frozenset({"view", "font", "font-face", "cursor", "color-profile", "link"})
_SIDES = ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2")
_UNSEEN = frozenset(
    ("defs", "style", "title", "desc", "metadata", "clipPath", "linearGradient", "radialGradient", "marker", "pattern",
     "mask", "filter", "symbol")
)  # fmt: skip
_MOVING = frozenset({"animate", "animateTransform", "animateMotion", "animateColor", "set"})
_TOLD = {**dict.fromkeys(_LETTERS, "text"), **dict.fromkeys(_MOVING, "movement"), "script": "a script"}
_TOLD |= {"foreignObject": "a page of another language", "video": "a film", "audio": "sound", "canvas": "a canvas"}
_SMALLEST = 1e-6
"""So large is a view box at least, in its own units."""
_LINK = re.compile(r"url\(\s*+['\"]?#([^'\")]*+)['\"]?\s*+\)")
_DATA = re.compile(r"data:image/(png|jpe?g|webp)((?:;[^;,]*)*),(.*)", re.DOTALL)
# So large a picture keeps all its dots.
_FINE = 1e6
# Their outlines are the same wherever they are used: no length of theirs is a share of anything.
_FIXED = frozenset({"path", "polyline", "polygon"})


class Vector(NamedTuple):
    """A drawing: what it draws in its own units, the box of it that is shown, and how it fills another box.

    `left_out` says what is not drawn, with the lines of the file.
    """

    items: tuple[Item, ...]
    box: Box
    fit: tuple[str, float, float]
    left_out: tuple[str, ...] = ()


def vector_of(data: bytes, color: str = "#000000", fill: str = "black") -> Vector:
    """The drawing in the bytes of an SVG file; `color` is the current one of it, `fill` what shapes are filled with
    that do not say so.

    AccessError says why it cannot be drawn.
    """
    root = parse_svg(data)
    return _Converter(root).vector(first(color, fill))


class _Spot(NamedTuple):
    """Where in a drawing something is drawn: what lengths count of, the whole matrix, and how deep in uses."""

    measure: Measure
    whole: float
    matrix: Matrix
    deep: int = 0

    def move(self, matrix: Matrix) -> _Spot:
        return self._replace(matrix=compose(self.matrix, matrix))

    def inside(self, box: Box, matrix: Matrix) -> _Spot:
        """In a view box that a matrix moves to its place."""
        whole = math.hypot(box.w, box.h) / math.sqrt(2)
        return self._replace(measure=measure_in(box), whole=whole).move(matrix)


class _Converter:
    def __init__(self, root: Element) -> None:
        self.root = root
        self.ids: Mapping[str, Element] = {e.get("id"): e for e in reversed(list(root.walk())) if e.get("id")}
        self.told: dict[str, dict[int, None]] = {}
        self.sheet = StyleSheet(root, self.tell)
        self.painter = SvgPaints(self.ids, self.sheet, self.tell)
        self.count = 0
        self.outlines: dict[int, Outline | None] = {}
        self.photos: dict[str, Photo] = {}

    def count_shape(self) -> None:
        """Count a shape, or what may become one."""
        self.count += 1
        if self.count > _MOST:
            raise refusal(f"it draws more than {_MOST:,} shapes")
        consume("items")

    def tell(self, what: str, element: Element) -> None:
        known = what in self.told or len(self.told) < _MOST_TOLD
        self.told.setdefault(what if known else "more of this kind", {})[element.line] = None

    def vector(self, style: Style) -> Vector:
        box = _view_box(self.root) or self._own_size()
        own = self.sheet.of(self.root, style)
        if own["transform"]:
            self.tell("a transform of all of it", self.root)
        around = box or Box(0, 0, 300, 150)
        spot = _Spot(measure_in(around), math.hypot(around.w, around.h) / math.sqrt(2), IDENTITY)
        items = self._effects(self.root, own, tuple(self._children(self.root, own, spot)), spot)
        seen = extent(items)
        if not all(abs(side) <= LARGEST * 10 for side in (seen.x, seen.y, seen.right, seen.bottom)):
            raise refusal("it reaches further than anything that can be drawn")
        box = box or seen
        if min(box.w, box.h) < _SMALLEST:
            raise refusal("it draws nothing" if box is seen else "its view box is too small to see")
        if not box.grown(max(box.w, box.h) * 1e-3).holds(seen):
            items = (Place(Group(items, rectangle(box))),)
        return Vector(items, box, alignment(self.root.get("preserveAspectRatio")), tuple(self._omissions()))

    def _omissions(self) -> Iterator[str]:
        for what, lines in self.told.items():
            shown = ", ".join(map(str, list(lines)[:_SHOWN_LINES])) + (" ..." if len(lines) > _SHOWN_LINES else "")
            yield f"{what} ({'line' if len(lines) == 1 else 'lines'} {shown})"

    def _own_size(self) -> Box | None:
        wide, high = (length(self.root.get(name), math.nan) for name in ("width", "height"))
        return Box(0, 0, wide, high) if wide and high and wide > 0 and high > 0 else None

    def _children(self, element: Element, style: Style, spot: _Spot) -> Iterator[Item]:
        if element.tag == "switch":
            consume("steps", len(element.children))
            fitting = (child for child in element.children if child.tag not in _UNSEEN and not _foreign(child))
            yield from self._draw(next(fitting, Element("defs", {}, None, 0)), style, spot)
            return
        for child in element.children:
            yield from self._draw(child, style, spot)

    def _draw(self, element: Element, above: Style, spot: _Spot) -> tuple[Item, ...]:
        """What an element draws, with its transform, its clip and what else holds for all of it."""
        if element.tag in _TOLD:
            self.tell(_TOLD[element.tag], element)
        if element.tag in _UNSEEN or element.tag in _TOLD:
            consume("steps", 10)  # It takes about as long to pass over it.
            return ()
        self.count_shape()
        style = self.sheet.of(element, above)
        if style["display"] == "none":
            return ()
        if element.tag in SHAPES or element.tag in _NESTED:
            self._check_lengths(element)
        matrix = self._matrix(element, style)
        if not drawable(matrix) or not drawable(compose(spot.matrix, matrix)):
            return ()
        if spot.deep >= _DEEPEST:
            raise refusal(f"its elements are nested, or use each other, more than {_DEEPEST} deep")
        inner = spot.move(matrix)._replace(deep=spot.deep + 1)
        if element.tag in SHAPES:
            items = self._shape(element, style, inner)
        elif element.tag in ("g", "a", "switch"):
            items = tuple(self._children(element, style, inner))
        elif element.tag in _NESTED:
            items = _NESTED[element.tag](self, element, style, inner)
        else:
            items = ()
            if element.tag not in _SILENT:
                self.tell(f"the element <{shorten(element.tag)}>", element)
        items = self._effects(element, style, items, inner)
        return (Place(Group(items), matrix),) if items and matrix != IDENTITY else items

    def _check_lengths(self, element: Element) -> None:
        """Tell of places and sizes of an element that are not understood, and so are as if they were not there."""
        for name in _SIDES:
            value = element.get(name)
            if value not in ("", "auto") and length(value, 1.0) is None:
                self.tell(unknown(name, value), element)

    def _matrix(self, element: Element, style: Style) -> Matrix:
        """The transform of an element, as an attribute or in its style."""
        matrix, origin = transform(style["transform"]) or IDENTITY, few_numbers(style["transform-origin"])
        if not origin or matrix == IDENTITY:
            return matrix
        if len(origin) != 2 or "%" in style["transform-origin"]:
            self.tell("where a transform starts from", element)
            return matrix
        return chain(translate(origin[0], origin[1]), matrix, translate(-origin[0], -origin[1]))

    def _effects(self, element: Element, style: Style, items: tuple[Item, ...], spot: _Spot) -> tuple[Item, ...]:
        """Items with the clip of their element, and as far as it shows."""
        for key in ("filter", "mask"):
            if style[key] != "none":
                self.tell(f"a {key}", element)
        opaque, blend = share(style["opacity"]), style["mix-blend-mode"]
        if not items or opaque == 0:
            return ()
        if opaque < 1 or (blend in get_args(Blend) and blend != "normal"):
            mixed = cast(Blend, blend) if blend in get_args(Blend) else "normal"
            items = (Place(Group(items, None, False, opaque, mixed)),)
        match = _LINK.fullmatch(style["clip-path"])
        if match is None:
            return items
        clip = self.ids.get(match[1])
        return items if clip is None or clip.tag != "clipPath" else self._clip(clip, style, items, spot)

    def _clip(self, clip: Element, above: Style, items: tuple[Item, ...], spot: _Spot) -> tuple[Item, ...]:
        """Items of which a clip path shows a part; a clip of its own cuts it, too."""
        style = self.sheet.of(clip, above)
        matrix = self._matrix(clip, style)
        if clip.get("clipPathUnits") == "objectBoundingBox":
            box = extent(items)
            matrix = compose((box.w, 0, 0, box.h, box.x, box.y), matrix)
        parts = [part for child in clip.children for part in self._outlines(child, style, matrix, spot)]
        if not parts:
            return ()
        odd = len(parts) == 1 and parts[0][1]
        items = (Place(Group(items, join_outlines(outline for outline, _ in parts), odd)),)
        match = _LINK.fullmatch(style["clip-path"])
        inner = self.ids.get(match[1]) if match else None
        if inner is None or inner is clip or spot.deep >= _DEEPEST:
            return items
        return self._clip(inner, style, items, spot._replace(deep=spot.deep + 1))

    def _outlines(self, element: Element, above: Style, matrix: Matrix, spot: _Spot) -> Iterator[tuple[Outline, bool]]:
        self.count_shape()
        style = self.sheet.of(element, above)
        matrix = compose(matrix, self._matrix(element, style))
        if style["display"] == "none" or style["visibility"] != "visible":
            return
        if element.tag in SHAPES:
            if outline := self._outline(element, spot):
                yield transform_outline(outline, matrix), style["clip-rule"] == "evenodd"
        elif element.tag == "use" and spot.deep < _DEEPEST:
            if target := self.ids.get(element.get("href").removeprefix("#")):
                x, y = (spot.measure(element, name, way) or 0.0 for name, way in (("x", "w"), ("y", "h")))
                deeper = spot._replace(deep=spot.deep + 1)
                yield from self._outlines(target, style, compose(matrix, translate(x, y)), deeper)
        elif element.tag in _LETTERS:
            self.tell("text", element)

    def _outline(self, element: Element, spot: _Spot) -> Outline | None:
        if element.tag not in _FIXED:
            return outline_of(element, spot.measure)
        if element.number in self.outlines:
            outline = self.outlines[element.number]
            consume("points", len(outline or ()))
            return outline
        try:
            outline = outline_of(element, spot.measure)
        except AccessError:
            raise
        except ValueError:
            self.tell("a path that cannot be read", element)
            outline = None
        self.outlines[element.number] = outline
        return outline

    def _shape(self, element: Element, style: Style, spot: _Spot) -> tuple[Item, ...]:
        outline = self._outline(element, spot)
        if outline is None or style["visibility"] != "visible":
            return ()
        if any(style[f"marker-{place}"] != "none" for place in ("start", "mid", "end")):
            self.tell("a marker", element)
        if style["vector-effect"] == "non-scaling-stroke":
            self.tell("how a line keeps its width", element)
        box, odd = tight(outline), style["fill-rule"] == "evenodd"
        fill = self.painter.paint(style, "fill", box, element) if element.tag != "line" else None
        stroke = self.painter.stroke(style, box, spot.whole, element)
        if stroke is None:
            return (Path(outline, fill, None, odd),) if fill else ()
        if fill and style["paint-order"].startswith("stroke"):
            return Path(outline, None, stroke), Path(outline, fill, None, odd)
        return (Path(outline, fill, stroke, odd),)

    def _use(self, element: Element, style: Style, spot: _Spot) -> tuple[Item, ...]:
        name = element.get("href")
        target = self.ids.get(name[1:]) if name.startswith("#") else None
        if target is None:
            if name and not name.startswith("#"):
                self.tell("what lies outside the file", element)
            return ()
        x, y = (spot.measure(element, side, way) or 0.0 for side, way in (("x", "w"), ("y", "h")))
        inner = spot.move(translate(x, y))
        if target.tag in ("symbol", "svg"):
            size = [spot.measure(element, side, way) for side, way in (("width", "w"), ("height", "h"))]
            own = self.sheet.of(target, style)
            items = self._viewport(target, own, inner, Box(0, 0, *(value or 0.0 for value in size)))
        else:
            items = self._draw(target, style, inner)
        return (Place(Group(items), translate(x, y)),) if items and (x or y) else items

    def _svg(self, element: Element, style: Style, spot: _Spot) -> tuple[Item, ...]:
        sides = (("x", "w"), ("y", "h"), ("width", "w"), ("height", "h"))
        x, y, w, h = (spot.measure(element, side, way) or 0.0 for side, way in sides)
        return self._viewport(element, style, spot, Box(x, y, w, h))

    def _viewport(self, element: Element, style: Style, spot: _Spot, shown: Box) -> tuple[Item, ...]:
        """What is in an element that has a view box of its own, in the box where it is shown."""
        box = _view_box(element)
        wide, high = (length(element.get(side), math.nan) for side in ("width", "height"))
        usual = box or Box(0, 0, spot.whole, spot.whole)
        shown = Box(shown.x, shown.y, shown.w or wide or usual.w, shown.h or high or usual.h)
        matrix = translate(shown.x, shown.y)
        if box is not None:
            matrix = view(box, shown, alignment(element.get("preserveAspectRatio")))
        if not drawable(compose(spot.matrix, matrix)):
            return ()
        inside = box or Box(0, 0, shown.w, shown.h)
        items: tuple[Item, ...] = tuple(self._children(element, style, spot.inside(inside, matrix)))
        items = (Place(Group(items), matrix),) if items else ()
        if items and style["overflow"] not in ("visible", "auto"):
            items = (Place(Group(items, rectangle(shown))),)
        return items

    def _image(self, element: Element, style: Style, spot: _Spot) -> tuple[Item, ...]:
        sides = (("x", "w"), ("y", "h"), ("width", "w"), ("height", "h"))
        x, y, w, h = (spot.measure(element, side, way) or 0.0 for side, way in sides)
        photo = self._photo(element)
        if photo is None or w <= 0 or h <= 0 or style["visibility"] != "visible":
            return ()
        how = alignment(element.get("preserveAspectRatio"))
        seen, box = Window(w, h, *how).places(*photo.pixels)
        kx, ky = box.w / seen.w, box.h / seen.h
        across, down = photo.pixels
        placed = Box(x + box.x - seen.x * kx, y + box.y - seen.y * ky, across * kx, down * ky)
        items = (Image(*placed, photo.data, photo.pixels, photo.mask),)
        return items if how[0] != "cover" else (Place(Group(items, rectangle(box.moved(x, y)))),)

    def _photo(self, element: Element) -> Photo | None:
        """The picture that stands in an element, with all its dots; each is decoded once."""
        href = element.get("href")
        if (photo := self.photos.get(href)) is None:
            match = _DATA.fullmatch(href)
            if match is None:
                self.tell("a picture that lies outside the file, or is no PNG or JPEG", element)
                return None
            try:
                inner = unquote_to_bytes(match[3])
                data = base64.b64decode(inner, validate=False) if "base64" in match[2] else inner
            except (binascii.Error, ValueError):
                data = b""
            photo = self.photos[href] = fit_photo(lambda: data, Window(_FINE, _FINE, "stretch"))
        if photo.problem:
            self.tell("a picture that cannot be read", element)
        return None if photo.problem else photo


_NESTED = {"use": _Converter._use, "svg": _Converter._svg, "image": _Converter._image}


def _foreign(element: Element) -> bool:
    """Whether an element is for other programs only, as what Illustrator keeps for itself."""
    return element.tag == "foreignObject" or bool(element.get("requiredExtensions"))


def _view_box(element: Element) -> Box | None:
    found = few_numbers(element.get("viewBox"))
    return Box(*found) if len(found) == 4 and found[2] > 0 and found[3] > 0 else None
