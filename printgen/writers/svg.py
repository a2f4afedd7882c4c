"""A page comes in; the text of an SVG file goes out, true to size in millimetres.

Letters are drawn as outlines, so that a page looks the same where a font is missing; what they say is their label.
Groups that are placed more than once, and glyphs, are stored once. Units are points.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from html import escape

from printgen.base.geometry import IDENTITY, Matrix
from printgen.base.units import to_mm
from printgen.drawing.fonts import Face, face
from printgen.drawing.model import Group, Image, Item, Outline, Place, Rect, Stroke, Text
from printgen.drawing.walk import repeated
from printgen.writers.page import UNTOLD, Info, Page, number, path_text

_STEPS = {"M": "M%.3f %.3f ", "L": "L%.3f %.3f ", "C": "C%.3f %.3f %.3f %.3f %.3f %.3f ", "Z": "Z "}


class _Pen:
    """Writes the outline of a glyph as the path of an SVG."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    def _step(self, letter: str, *points: tuple[float, float]) -> None:
        self.steps.append(letter + " ".join(number(value) for point in points for value in point))

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._step("M", point)

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._step("L", point)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._step("Q", *points)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._step("C", *points)

    def closePath(self) -> None:  # noqa: N802
        self.steps.append("Z")


class _Svg:
    """Turns items into elements; what they share is put into `shared`."""

    def __init__(self) -> None:
        self.shared: list[str] = []
        self.groups: dict[Group, str] = {}
        self._clips: dict[Outline, str] = {}
        self._glyphs: dict[tuple[str, int], str] = {}

    def share(self, group: Group) -> None:
        """Store a group that is placed more than once; the groups inside it come first."""
        body = self.group(group)
        name = self.groups[group] = f"g{len(self.groups)}"
        self.shared.append(f'<g id="{name}">{body}</g>')

    def items(self, items: Iterable[Item]) -> str:
        return "\n".join(map(self.item, items))

    def item(self, item: Item) -> str:
        if isinstance(item, Text):
            return self.text(item)
        if isinstance(item, Place):
            return self.place(item)
        if isinstance(item, Image):
            kind = "png" if item.data.startswith(b"\x89PNG") else "jpeg"
            data = base64.b64encode(item.data).decode()
            return f'<image {_box(item)} preserveAspectRatio="none" href="data:image/{kind};base64,{data}"/>'
        if isinstance(item, Rect):
            return f"<rect {_box(item)}{_paint(item.fill, item.stroke)}/>"
        odd = ' fill-rule="evenodd"' if item.even_odd else ""
        return f'<path d="{_path(item.outline)}"{_paint(item.fill, item.stroke)}{odd}/>'

    def place(self, item: Place) -> str:
        at = "" if item.matrix == IDENTITY else f' transform="{_matrix(item.matrix)}"'
        name = self.groups.get(item.group)
        return f'<use href="#{name}"{at}/>' if name else f"<g{at}>{self.group(item.group)}</g>"

    def group(self, group: Group) -> str:
        body = self.items(group.items)
        if group.clip is None:
            return body
        name = self._clips.get(group.clip)
        if name is None:
            name = self._clips[group.clip] = f"c{len(self._clips)}"
            self.shared.append(f'<clipPath id="{name}"><path d="{_path(group.clip)}"/></clipPath>')
        return f'<g clip-path="url(#{name})">{body}</g>'

    def text(self, item: Text) -> str:
        font = face(item.font)
        scale = item.size / font.units
        x, out = 0.0, []
        for position, word in enumerate(item.text.split(" ")):
            if position:
                x += font.space.width * font.units + item.tracking / scale
            set_as = font.word(word)
            for glyph, kern in zip(set_as.glyphs, set_as.kerns, strict=True):
                out.append(f'<use href="#{self.glyph(font, glyph)}" x="{number(x)}"/>')
                x += font.advances[glyph] + kern + item.tracking / scale
        at = _matrix((scale, 0, 0, -scale, item.x, item.y))
        label = escape(item.text)
        return f'<g role="img" aria-label="{label}" transform="{at}" fill="{item.color}">{"".join(out)}</g>'

    def glyph(self, font: Face, glyph: int) -> str:
        name = self._glyphs.get((font.name, glyph))
        if name is None:
            pen = _Pen()
            font.draw(glyph, pen)
            name = self._glyphs[(font.name, glyph)] = f"a{len(self._glyphs)}"
            self.shared.append(f'<path id="{name}" d="{"".join(pen.steps)}"/>')
        return name


def _box(item: Rect | Image) -> str:
    return f'x="{number(item.x)}" y="{number(item.y)}" width="{number(item.w)}" height="{number(item.h)}"'


def _path(outline: Outline) -> str:
    return path_text(outline, _STEPS)


def _matrix(matrix: Matrix) -> str:
    return f"matrix({' '.join(map(number, matrix))})"


def _paint(fill: str | None, stroke: Stroke | None) -> str:
    out = f' fill="{fill or "none"}"'
    if stroke is None:
        return out
    out += f' stroke="{stroke.color}" stroke-width="{number(stroke.width)}" stroke-miterlimit="10"'
    if stroke.cap != "butt":
        out += f' stroke-linecap="{stroke.cap}"'
    if stroke.join != "miter":
        out += f' stroke-linejoin="{stroke.join}"'
    if stroke.dash:
        dash = " ".join(map(number, stroke.dash))
        out += f' stroke-dasharray="{dash}" stroke-dashoffset="{number(stroke.dash_phase)}"'
    return out


def write_svg(page: Page, info: Info = UNTOLD) -> bytes:
    """Write one page; the result depends on nothing but the arguments."""
    drawing, svg = page.drawing, _Svg()
    for group in repeated([drawing]):
        svg.share(group)
    body = svg.items(drawing.items)
    title = ", ".join(filter(None, (info.title, page.bookmark)))
    size = f'width="{number(to_mm(drawing.width))}mm" height="{number(to_mm(drawing.height))}mm"'
    view = f'viewBox="0 0 {number(drawing.width)} {number(drawing.height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view}>\n<title>{escape(title)}</title>'
    shared = "\n".join(svg.shared)
    return f"{head}\n<defs>\n{shared}\n</defs>\n{body}\n</svg>\n".encode()
