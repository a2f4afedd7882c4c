"""Converts an SVG file into items in its own units, with its box and a list of what is left out."""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple, cast
from urllib.parse import unquote_to_bytes

from printgen.art.photos import Photo, Window, fit_photo
from printgen.art.svg_shapes import SHAPES, Measure, SvgPaints, box_of, diagonal_of, measure_in, outline_of, tight_box
from printgen.art.svg_style import Style, StyleSheet, initial_style, unknown
from printgen.art.svg_values import (
    LARGEST,
    Element,
    alignment,
    few_numbers,
    fit_matrix,
    is_drawable,
    length,
    parse_svg,
    refusal,
    share,
    transform,
)
from printgen.base.file_access import AccessError
from printgen.base.limits import consume
from printgen.base.units import IDENTITY, Box, Matrix, chain, compose, translate
from printgen.drawing.extent import extent
from printgen.drawing.model import Blend, Group, Image, Item, Outline, Path, Place
from printgen.drawing.outlines import join_outlines, rectangle, transform_outline
from printgen.reading.scalars import shorten

_MOST_SHAPES, _DEEPEST = 50_000, 30
_MOST_OMISSIONS, _SHOWN_LINES = 20, 5
"""So many sorts of what is left out are reported, each with so many lines of the file."""
_TEXT_TAGS = frozenset({"text", "tspan", "textPath", "tref", "flowRoot"})
_IGNORED = frozenset({"view", "font", "font-face", "cursor", "color-profile", "link"})
_LENGTHS = ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2")
_UNDRAWN = frozenset(
    (  # Drawn only where others refer to them, or never.
     "defs", "style", "title", "desc", "metadata", "clipPath", "linearGradient", "radialGradient", "marker", "pattern",
     "mask", "filter", "symbol")
)  # fmt: skip
_MOVEMENT = frozenset({"animate", "animateTransform", "animateMotion", "animateColor", "set"})
_OMITTED = {**dict.fromkeys(_TEXT_TAGS, "text"), **dict.fromkeys(_MOVEMENT, "movement"), "script": "a script"}
_OMITTED |= {"foreignObject": "a page of another language", "video": "a film", "audio": "sound", "canvas": "a canvas"}
_SMALLEST = 1e-6  # The least side of a view box, in its own units.
_LINK = re.compile(r"url\(\s*+['\"]?#([^'\")]*+)['\"]?\s*+\)")
_DATA = re.compile(r"data:image/(png|jpe?g|webp)((?:;[^;,]*)*),(.*)", re.DOTALL)
_LARGE_WINDOW = 1e6  # The side, in points, of a window that is large enough for a picture to keep all its dots.
_FIXED = frozenset({"path", "polyline", "polygon"})
"""Shapes whose outlines are the same wherever they are used, as none of their lengths is a percentage."""
_DEFAULT_BOX = Box(0, 0, 300, 150)  # The view box of a drawing that names no size (CSS 2.1, 10.3.2).


class Vector(NamedTuple):
    """A drawing: items and box in its own units, how it fills another box, and what is `left_out`, with lines."""

    items: tuple[Item, ...]
    box: Box
    fit: tuple[str, float, float]
    left_out: tuple[str, ...] = ()


def vector_of(data: bytes, color: str = "#000000", fill: str = "black") -> Vector:
    """The drawing in an SVG file in a current `color`, with a usual `fill`; AccessError says why it cannot be drawn."""
    root = parse_svg(data)
    return _Converter(root).convert(initial_style(color, fill))


class _Context(NamedTuple):
    """Where an element is drawn: the `measure` and `diagonal` of its view box, its `matrix`, how `deep` it lies."""

    measure: Measure
    diagonal: float
    matrix: Matrix
    deep: int = 0

    def move(self, matrix: Matrix) -> _Context:
        return self._replace(matrix=compose(self.matrix, matrix))

    def inside(self, box: Box, matrix: Matrix) -> _Context:
        """The context in a view box that a matrix moves to its place."""
        return self._replace(measure=measure_in(box), diagonal=diagonal_of(box)).move(matrix)


class _Converter:
    """Converts the elements of one file; remembers its outlines and pictures, and what is left out."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self.ids: Mapping[str, Element] = {e.get("id"): e for e in reversed(list(root.walk())) if e.get("id")}
        self.omissions: dict[str, dict[int, None]] = {}
        self.sheet = StyleSheet(root, self.omit)
        self.painter = SvgPaints(self.ids, self.sheet, self.omit)
        self.count = 0
        self.outlines: dict[int, Outline | None] = {}
        self.photos: dict[str, Photo] = {}

    def count_shape(self) -> None:
        self.count += 1
        if self.count > _MOST_SHAPES:
            raise refusal(f"it draws more than {_MOST_SHAPES:,} shapes")
        consume("items")

    def omit(self, what: str, element: Element) -> None:
        has_room = what in self.omissions or len(self.omissions) < _MOST_OMISSIONS
        self.omissions.setdefault(what if has_room else "more of this kind", {})[element.line] = None

    def convert(self, style: Style) -> Vector:
        """The whole drawing, of which the root inherits a style."""
        box = _view_box(self.root) or self._size_of_root()
        root_style = self.sheet.of(self.root, style)
        if root_style["transform"]:
            self.omit("a transform of all of it", self.root)
        view_box = box or _DEFAULT_BOX
        context = _Context(measure_in(view_box), diagonal_of(view_box), IDENTITY)
        items = tuple(self._children(self.root, root_style, context))
        items = self._with_effects(self.root, root_style, items, context)
        drawn_box = extent(items)
        if not all(abs(edge) <= LARGEST * 10 for edge in (drawn_box.x, drawn_box.y, drawn_box.right, drawn_box.bottom)):
            raise refusal("it reaches further than anything that can be drawn")
        box = box or drawn_box
        if min(box.w, box.h) < _SMALLEST:
            raise refusal("it draws nothing" if box is drawn_box else "its view box is too small to see")
        if not box.grown(max(box.w, box.h) * 1e-3).holds(drawn_box):
            items = (Place(Group(items, rectangle(box))),)
        return Vector(items, box, alignment(self.root.get("preserveAspectRatio")), tuple(self._describe_omissions()))

    def _describe_omissions(self) -> Iterator[str]:
        """What is left out, each with the lines of the file."""
        for what, lines in self.omissions.items():
            shown = ", ".join(map(str, list(lines)[:_SHOWN_LINES])) + (" ..." if len(lines) > _SHOWN_LINES else "")
            yield f"{what} ({'line' if len(lines) == 1 else 'lines'} {shown})"

    def _size_of_root(self) -> Box | None:
        width, height = (length(self.root.get(name), math.nan) for name in ("width", "height"))
        return Box(0, 0, width, height) if width and height and width > 0 and height > 0 else None

    def _children(self, element: Element, style: Style, context: _Context) -> Iterator[Item]:
        """What the children of an element draw; of a `switch` the first that is understood."""
        children = element.children
        if element.tag == "switch":
            consume("steps", len(children))
            # Some are for other programs only, such as what Illustrator keeps for itself.
            drawn = (child for child in children if child.tag not in (*_UNDRAWN, "foreignObject"))
            children = [child for child in drawn if not child.get("requiredExtensions")][:1]
        for child in children:
            yield from self._draw(child, style, context)

    def _draw(self, element: Element, above: Style, context: _Context) -> tuple[Item, ...]:
        """What an element draws, with its transform, its clip and its opacity."""
        if element.tag in _OMITTED:
            self.omit(_OMITTED[element.tag], element)
        if element.tag in _UNDRAWN or element.tag in _OMITTED:
            consume("steps", 10)  # Passing over it takes about as long.
            return ()
        self.count_shape()
        style = self.sheet.of(element, above)
        if style["display"] == "none":
            return ()
        if element.tag in SHAPES or element.tag in _NESTED:
            self._check_lengths(element)
        matrix = self._matrix(element, style)
        if not is_drawable(matrix) or not is_drawable(compose(context.matrix, matrix)):
            return ()
        if context.deep >= _DEEPEST:
            raise refusal(f"its elements are nested, or use each other, more than {_DEEPEST} deep")
        inner = context.move(matrix)._replace(deep=context.deep + 1)
        if element.tag in SHAPES:
            items = self._shape(element, style, inner)
        elif element.tag in ("g", "a", "switch"):
            items = tuple(self._children(element, style, inner))
        elif element.tag in _NESTED:
            items = _NESTED[element.tag](self, element, style, inner)
        else:
            items = ()
            if element.tag not in _IGNORED:
                self.omit(f"the element <{shorten(element.tag)}>", element)
        items = self._with_effects(element, style, items, inner)
        return (Place(Group(items), matrix),) if items and matrix != IDENTITY else items

    def _check_lengths(self, element: Element) -> None:
        """Report places and sizes of an element that are not understood, which count as if they were not there."""
        for name in _LENGTHS:
            value = element.get(name)
            if value not in ("", "auto") and length(value, 1.0) is None:
                self.omit(unknown(name, value), element)

    def _matrix(self, element: Element, style: Style) -> Matrix:
        """The transform of an element, as an attribute or in its style."""
        matrix, origin = transform(style["transform"]) or IDENTITY, few_numbers(style["transform-origin"])
        if not origin or matrix == IDENTITY:
            return matrix
        if len(origin) != 2 or "%" in style["transform-origin"]:
            self.omit("where a transform starts from", element)
            return matrix
        return chain(translate(origin[0], origin[1]), matrix, translate(-origin[0], -origin[1]))

    def _with_effects(
        self, element: Element, style: Style, items: tuple[Item, ...], context: _Context
    ) -> tuple[Item, ...]:
        """Items as far as their element shows, mixed and clipped as it says."""
        for key in ("filter", "mask"):
            if style[key] != "none":
                self.omit(f"a {key}", element)
        opacity, blend = share(style["opacity"]), cast(Blend, style["mix-blend-mode"])
        if not items or opacity == 0:
            return ()
        if opacity < 1 or blend != "normal":
            items = (Place(Group(items, None, False, opacity, blend)),)
        match = _LINK.fullmatch(style["clip-path"])
        if match is None:
            return items
        clip = self.ids.get(match[1])
        return items if clip is None or clip.tag != "clipPath" else self._clip(clip, style, items, context)

    def _clip(self, clip: Element, above: Style, items: tuple[Item, ...], context: _Context) -> tuple[Item, ...]:
        """The part of items inside a clip path, and inside the clip path of that."""
        style = self.sheet.of(clip, above)
        matrix = self._matrix(clip, style)
        if clip.get("clipPathUnits") == "objectBoundingBox":
            box = extent(items)
            matrix = compose((box.w, 0, 0, box.h, box.x, box.y), matrix)
        parts = [part for child in clip.children for part in self._clip_outlines(child, style, matrix, context)]
        if not parts:
            return ()
        odd = len(parts) == 1 and parts[0][1]
        items = (Place(Group(items, join_outlines(outline for outline, _ in parts), odd)),)
        match = _LINK.fullmatch(style["clip-path"])
        inner = self.ids.get(match[1]) if match else None
        if inner is None or inner is clip or context.deep >= _DEEPEST:
            return items
        return self._clip(inner, style, items, context._replace(deep=context.deep + 1))

    def _clip_outlines(
        self, element: Element, above: Style, matrix: Matrix, context: _Context
    ) -> Iterator[tuple[Outline, bool]]:
        """The outlines of an element of a clip path, each with whether it is filled by the even-odd rule."""
        self.count_shape()
        style = self.sheet.of(element, above)
        matrix = compose(matrix, self._matrix(element, style))
        if style["display"] == "none" or style["visibility"] != "visible":
            return
        if element.tag in SHAPES:
            if outline := self._outline(element, context):
                yield transform_outline(outline, matrix), style["clip-rule"] == "evenodd"
        elif element.tag == "use" and context.deep < _DEEPEST:
            if target := self.ids.get(element.get("href").removeprefix("#")):
                x, y, *_ = box_of(element, context.measure)
                deeper = context._replace(deep=context.deep + 1)
                yield from self._clip_outlines(target, style, compose(matrix, translate(x, y)), deeper)
        elif element.tag in _TEXT_TAGS:
            self.omit("text", element)

    def _outline(self, element: Element, context: _Context) -> Outline | None:
        if element.tag not in _FIXED:
            return outline_of(element, context.measure)
        if element.number in self.outlines:
            outline = self.outlines[element.number]
            consume("points", len(outline or ()))
            return outline
        try:
            outline = outline_of(element, context.measure)
        except AccessError:
            raise
        except ValueError:
            self.omit("a path that cannot be read", element)
            outline = None
        self.outlines[element.number] = outline
        return outline

    def _shape(self, element: Element, style: Style, context: _Context) -> tuple[Item, ...]:
        outline = self._outline(element, context)
        if outline is None or style["visibility"] != "visible":
            return ()
        if any(style[f"marker-{place}"] != "none" for place in ("start", "mid", "end")):
            self.omit("a marker", element)
        if style["vector-effect"] == "non-scaling-stroke":
            self.omit("how a line keeps its width", element)
        box, odd = tight_box(outline), style["fill-rule"] == "evenodd"
        fill = self.painter.paint(style, "fill", box, element) if element.tag != "line" else None
        stroke = self.painter.stroke(style, box, context.diagonal, element)
        if stroke is None:
            return (Path(outline, fill, None, odd),) if fill else ()
        if fill and style["paint-order"].startswith("stroke"):
            return Path(outline, None, stroke), Path(outline, fill, None, odd)
        return (Path(outline, fill, stroke, odd),)

    def _use(self, element: Element, style: Style, context: _Context) -> tuple[Item, ...]:
        name = element.get("href")
        target = self.ids.get(name[1:]) if name.startswith("#") else None
        if target is None:
            if name and not name.startswith("#"):
                self.omit("what lies outside the file", element)
            return ()
        x, y, width, height = box_of(element, context.measure)
        inner = context.move(translate(x, y))
        if target.tag in ("symbol", "svg"):
            items = self._viewport(target, self.sheet.of(target, style), inner, Box(0, 0, width, height))
        else:
            items = self._draw(target, style, inner)
        return (Place(Group(items), translate(x, y)),) if items and (x or y) else items

    def _svg(self, element: Element, style: Style, context: _Context) -> tuple[Item, ...]:
        return self._viewport(element, style, context, box_of(element, context.measure))

    def _viewport(self, element: Element, style: Style, context: _Context, place: Box) -> tuple[Item, ...]:
        """What is in an element that may have a view box of its own, fitted into a place."""
        box = _view_box(element)
        width, height = (length(element.get(name), math.nan) for name in ("width", "height"))
        default = box or Box(0, 0, context.diagonal, context.diagonal)
        place = Box(place.x, place.y, place.w or width or default.w, place.h or height or default.h)
        matrix = translate(place.x, place.y)
        if box is not None:
            matrix = fit_matrix(box, place, alignment(element.get("preserveAspectRatio")))
        if not is_drawable(compose(context.matrix, matrix)):
            return ()
        inner_box = box or Box(0, 0, place.w, place.h)
        items: tuple[Item, ...] = tuple(self._children(element, style, context.inside(inner_box, matrix)))
        items = (Place(Group(items), matrix),) if items else ()
        if items and style["overflow"] not in ("visible", "auto"):
            items = (Place(Group(items, rectangle(place))),)
        return items

    def _image(self, element: Element, style: Style, context: _Context) -> tuple[Item, ...]:
        x, y, w, h = box_of(element, context.measure)
        photo = self._photo(element)
        if photo is None or w <= 0 or h <= 0 or style["visibility"] != "visible":
            return ()
        fit, across, down = alignment(element.get("preserveAspectRatio"))
        shown, box = Window(w, h, fit, across, down).places(*photo.pixels)
        kx, ky = box.w / shown.w, box.h / shown.h
        columns, rows = photo.pixels
        # All of the picture, of which the window may cut off a part.
        whole = Box(x + box.x - shown.x * kx, y + box.y - shown.y * ky, columns * kx, rows * ky)
        items = (Image(*whole, photo.data, photo.pixels, photo.mask),)
        return items if fit != "cover" else (Place(Group(items, rectangle(box.moved(x, y)))),)

    def _photo(self, element: Element) -> Photo | None:
        """The picture inside an element, with all its dots; each is decoded once."""
        href = element.get("href")
        if (photo := self.photos.get(href)) is None:
            match = _DATA.fullmatch(href)
            if match is None:
                self.omit("a picture that lies outside the file, or is no PNG or JPEG", element)
                return None
            data = unquote_to_bytes(match[3])
            if "base64" in match[2]:
                with suppress(binascii.Error):
                    data = base64.b64decode(data)
            photo = self.photos[href] = fit_photo(lambda: data, Window(_LARGE_WINDOW, _LARGE_WINDOW, "stretch"))
        if photo.problem:
            self.omit("a picture that cannot be read", element)
        return None if photo.problem else photo


_NESTED = {"use": _Converter._use, "svg": _Converter._svg, "image": _Converter._image}


def _view_box(element: Element) -> Box | None:
    sides = few_numbers(element.get("viewBox"))
    return Box(*sides) if len(sides) == 4 and sides[2] > 0 and sides[3] > 0 else None
