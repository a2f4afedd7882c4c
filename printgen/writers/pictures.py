"""Pages as pictures: SVG in millimetres, and PNG rendered from the PDF."""

from __future__ import annotations

import base64
import io
import math
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import starmap
from threading import RLock
from typing import Any, NamedTuple, TypeVar

from printgen.base.units import IDENTITY, PT_PER_IN, to_mm
from printgen.drawing.extent import find_repeats
from printgen.drawing.font_files import Font
from printgen.drawing.fonts import face
from printgen.drawing.model import Gradient, Group, Image, Item, Outline, Paint, Path, Place, Rect, Stroke, Text
from printgen.drawing.tints import alpha, grey_level
from printgen.drawing.words import glyph_outline, glyphs_of
from printgen.writers.page import NO_INFO, Info, Page, number_text, numbers_text, path_text
from printgen.writers.pdf_letters import grey_png

_SEGMENTS = {"M": "M%.3f %.3f ", "L": "L%.3f %.3f ", "C": "C%.3f %.3f %.3f %.3f %.3f %.3f ", "Z": "Z "}
_LINE_ENDS: Sequence[str] = ("x1", "y1", "x2", "y2")
_CIRCLES: Sequence[str] = ("fx", "fy", "fr", "cx", "cy", "r")
"""The attributes of linear and of radial gradients, in the order of `Gradient.ends`."""

Key = Group | Gradient | tuple[Outline, bool] | tuple[str, int]
"""What is stored once: a group, a gradient, a clip and whether it is even-odd, a glyph of a font."""


class _Svg:
    """Turns items into elements; repeated elements go into `shared`. As `grey` it has no colours."""

    def __init__(self, grey: bool = False) -> None:
        self._grey = grey
        self.shared: list[str] = []
        self._names: dict[Key, str] = {}

    def share(self, key: Key, element: str, inside: str) -> str:
        """Store an element for repeated use, with its contents; returns its name."""
        name = self._names[key] = f"s{len(self._names)}"
        self.shared.append(element.format(name=name, inside=inside))
        return name

    def items(self, items: Iterable[Item]) -> str:
        """The elements of items."""
        return "\n".join(map(self._item, items))

    def group(self, group: Group) -> str:
        """The elements of a group, with its blend mode and clip."""
        body = self.items(group.items)
        if not group.plain:
            blend = "" if group.blend == "normal" else f' style="mix-blend-mode:{group.blend}"'
            body = f'<g opacity="{number_text(group.opacity)}"{blend}>{body}</g>'
        if group.clip is None:
            return body
        odd = ' clip-rule="evenodd"' if group.even_odd else ""
        clip = f'<clipPath id="{{name}}"><path d="{{inside}}"{odd}/></clipPath>'
        key = (group.clip, group.even_odd)
        name = self._names.get(key) or self.share(key, clip, path_text(group.clip, _SEGMENTS))
        return f'<g clip-path="url(#{name})">{body}</g>'

    def _item(self, item: Item) -> str:
        match item:
            case Text():
                return self._text(item)
            case Place(group, matrix):
                at = "" if matrix == IDENTITY else f' transform="matrix({numbers_text(matrix)})"'
                name = self._names.get(group)
                return f'<use href="#{name}"{at}/>' if name else f"<g{at}>{self.group(group)}</g>"
            case Image():
                data = grey_png(item.data) if self._grey else item.data
                picture = merge_mask(data, item.mask) if item.mask else data
                kind = "png" if picture.startswith(b"\x89PNG") else "jpeg"
                encoded = base64.b64encode(picture).decode()
                return f'<image {_box(item)} preserveAspectRatio="none" href="data:image/{kind};base64,{encoded}"/>'
            case Rect():
                return f"<rect {_box(item)}{self._paint_attributes(item)}/>"
            case Path():
                odd = ' fill-rule="evenodd"' if item.even_odd else ""
                return f'<path d="{path_text(item.outline, _SEGMENTS)}"{self._paint_attributes(item)}{odd}/>'

    def _paint_attributes(self, item: Rect | Path) -> str:
        """The attributes of the fill and the line of a shape."""
        fill, stroke = item.fill, item.stroke
        attributes = self._paint("fill", fill) if fill else ' fill="none"'
        return attributes if stroke is None else f"{attributes}{self._paint('stroke', stroke.color)}{_pen(stroke)}"

    def _paint(self, attribute: str, paint: Paint) -> str:
        """The attributes of a "fill" or a "stroke"."""
        if isinstance(paint, Gradient):
            name = self._names.get(paint) or self.share(paint, *_gradient_element(paint, self._color))
            return f' {attribute}="url(#{name})"'
        opacity = f' {attribute}-opacity="{number_text(alpha(paint))}"' if len(paint) > 7 else ""
        return f' {attribute}="{self._color(paint[:7])}"{opacity}'

    def _color(self, color: str) -> str:
        """A colour "#RRGGBB", as a grey if asked."""
        return "#" + 3 * f"{round(255 * grey_level(color)):02X}" if self._grey else color

    def _text(self, item: Text) -> str:
        """A run as glyphs in the units of its font, y up, with its letters for readers."""
        font, uses = face(item.font).font, list[str]()
        scale = item.size / font.units
        for glyph_font, glyph, x, y in glyphs_of(item):
            across, up, k = (x - item.x) / scale, (item.y - y) / scale, font.units / glyph_font.units
            place = f'x="{number_text(across)}"'
            if glyph_font is not font or up:
                place = f'transform="translate({number_text(across)} {number_text(up)}) scale({number_text(k)})"'
            uses.append(f'<use href="#{self._glyph(glyph_font, glyph)}" {place}/>')
        place = f'transform="matrix({numbers_text((scale, 0, 0, -scale, item.x, item.y))})"'
        color = self._paint("fill", item.color)
        return f'<g role="img" aria-label="{escape(item.text)}" {place}{color}>{"".join(uses)}</g>'

    def _glyph(self, font: Font, glyph: int) -> str:
        """The name of a glyph, which is stored when it is first used."""
        if name := self._names.get((font.key, glyph)):
            return name
        outline = path_text(glyph_outline(font, glyph), _SEGMENTS)
        return self.share((font.key, glyph), '<path id="{name}" d="{inside}"/>', outline)


def _box(item: Rect | Image) -> str:
    x, y, width, height = map(number_text, (item.x, item.y, item.w, item.h))
    return f'x="{x}" y="{y}" width="{width}" height="{height}"'


def _gradient_element(gradient: Gradient, color_text: Callable[[str], str]) -> tuple[str, str]:
    """The element of a gradient with gaps for its name and its stops, and the stops."""
    is_linear = len(gradient.ends) == len(_LINE_ENDS)
    kind, keys = ("linear", _LINE_ENDS) if is_linear else ("radial", _CIRCLES)
    ends = " ".join(f'{key}="{number_text(end)}"' for key, end in zip(keys, gradient.ends, strict=True))
    transform = "" if gradient.matrix == IDENTITY else f' gradientTransform="matrix({numbers_text(gradient.matrix)})"'
    head = f'<{kind}Gradient id="{{name}}" gradientUnits="userSpaceOnUse" {ends}{transform}>'
    stops = (
        f'<stop offset="{number_text(at)}" stop-color="{color_text(color[:7])}"'
        + (f' stop-opacity="{number_text(alpha(color))}"/>' if len(color) > 7 else "/>")
        for at, color in gradient.stops
    )
    return f"{head}{{inside}}</{kind}Gradient>", "".join(stops)


def _pen(stroke: Stroke) -> str:
    """The attributes of a line but for its paint, without those of which SVG has the same default."""
    attributes = f' stroke-width="{number_text(stroke.width)}" stroke-miterlimit="{number_text(stroke.miter)}"'
    if stroke.cap != "butt":
        attributes += f' stroke-linecap="{stroke.cap}"'
    if stroke.join != "miter":
        attributes += f' stroke-linejoin="{stroke.join}"'
    if stroke.dash:
        attributes += f' stroke-dasharray="{numbers_text(stroke.dash)}"'
        attributes += f' stroke-dashoffset="{number_text(stroke.dash_phase)}"'
    return attributes


def write_svg(page: Page, info: Info = NO_INFO, grey: bool = False) -> bytes:
    """Write one page; the result depends on nothing but the arguments."""
    drawing, svg = page.drawing, _Svg(grey)
    # The groups inside a group come before it.
    for group in find_repeats([drawing]):
        svg.share(group, '<g id="{name}">{inside}</g>', svg.group(group))
    body = svg.items(drawing.items)
    title = ", ".join(filter(None, (info.title, page.bookmark)))
    size = f'width="{number_text(to_mm(drawing.width))}mm" height="{number_text(to_mm(drawing.height))}mm"'
    view = f'viewBox="0 0 {number_text(drawing.width)} {number_text(drawing.height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view}>\n<title>{escape(title)}</title>'
    shared = "\n".join(svg.shared)
    return f"{head}\n<defs>\n{shared}\n</defs>\n{body}\n</svg>\n".encode()


T = TypeVar("T")

_LOCK = RLock()  # The renderer is not thread safe; while a page is rendered, a shadow on the next may be.

_DEFLATE_LEVEL = 3
_PHOTO_SHARE = 0.25  # A picture that is deflated to no less than this share of its bytes may be a photo.
_BAND = 64  # So many rows are deflated at a time.
_NO_FILTER = b"\0"  # The first byte of a row of a PNG that holds dots themselves, and no differences of them.
_COLOR_TYPES = {"L": 0, "RGB": 2, "RGBA": 6}  # The colour types of PNG by the modes of Pillow.


def render_pages(pdf: bytes, dpi: float, pages: Sequence[int] | None = None, clear: bool = False) -> Iterator[Any]:
    """Pages of a PDF, all or by index, rendered when needed: RGB on white, or if `clear` RGBA."""
    import pypdfium2

    with _LOCK:
        document = pypdfium2.PdfDocument(pdf)
        try:
            for i in range(len(document)) if pages is None else pages:
                # A picture of a large sheet is a good part of all memory: no second one is made of it.
                ground = {"fill_color": (255, 255, 255, 0)} if clear else {}
                yield document[i].render(scale=dpi / 72, **ground).to_pil()
        finally:
            document.close()


_INK_DPI, _REDUCED = 72, 2
"""Ink is measured on pages rendered at 72 dpi, as no line is drawn thinner than a dot, and reduced to 36 dpi."""
_INK_DOTS = 8e6  # Larger pages than have so many dots are rendered more coarsely.


class Ink(NamedTuple):
    """The ink of a page, as shares of its area: of each colour, and `area`, the share that is covered at all."""

    cyan: float
    magenta: float
    yellow: float
    black: float
    area: float

    @property
    def total(self) -> float:
        """The sum of the four colours."""
        return self.cyan + self.magenta + self.yellow + self.black


def measure_ink(pages: Sequence[Page], grey: bool = False) -> list[Ink]:
    """The ink of each page, in greys alone if asked, measured on a small picture of it.

    This is the ink of a plain printer: cyan, magenta and yellow are the complements of red, green and blue, and their
    common part becomes black.
    """
    from PIL import ImageChops, ImageStat

    from printgen.writers.pdf import write_pdf

    largest = max((page.drawing.width * page.drawing.height for page in pages), default=1.0)
    dpi = min(_INK_DPI, PT_PER_IN * math.sqrt(_INK_DOTS / largest))
    inks: list[Ink] = []
    for picture in render_pages(write_pdf(pages, looked_at=True, grey=grey), dpi):
        cyan, magenta, yellow = ImageChops.invert(picture.reduce(_REDUCED)).split()
        black = ImageChops.darker(ImageChops.darker(cyan, magenta), yellow)
        highest = ImageChops.lighter(ImageChops.lighter(cyan, magenta), yellow)
        bands = (cyan, magenta, yellow, black, highest)
        c, m, y, k, area = (ImageStat.Stat(band).mean[0] / 255 for band in bands)
        inks.append(Ink(c - k, m - k, y - k, k, area))
    return inks


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels, from its head."""
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def merge_mask(data: bytes, mask: bytes) -> bytes:
    """An encoded picture and its mask as one PNG."""
    from PIL import Image as Pictures

    picture, opacity = (Pictures.open(io.BytesIO(file), formats=("PNG", "JPEG")) for file in (data, mask))
    merged = picture.convert("RGB").resize(opacity.size)
    merged.putalpha(opacity.convert("L"))
    buffer = io.BytesIO()
    merged.save(buffer, "PNG")
    return buffer.getvalue()


def encode_png(picture: Any, dpi: float, grey: bool = False) -> bytes:
    """A Pillow picture, grey, RGB or RGBA, as PNG bytes with its dots per inch.

    It is deflated lightly and without filters: drawings repeat themselves, so that this takes a third of the time that
    filters take, and mostly fewer bytes. Only if it hardly shrinks, as photos do, are filters tried, and the shorter
    result is taken.
    """
    picture = picture.convert("L") if grey else picture
    (width, height), deflater, deflated = picture.size, zlib.compressobj(_DEFLATE_LEVEL), list[bytes]()
    row_bytes = width * len(picture.getbands())
    for top in range(0, height, _BAND):
        # A picture of a large sheet is a good part of all memory: no second one is made of it.
        band = picture.crop((0, top, width, min(height, top + _BAND))).tobytes()
        rows = (band[start : start + row_bytes] for start in range(0, len(band), row_bytes))
        deflated.append(deflater.compress(_NO_FILTER + _NO_FILTER.join(rows)))
    deflated.append(deflater.flush())
    if sum(map(len, deflated)) > _PHOTO_SHARE * row_bytes * height:
        buffer = io.BytesIO()
        picture.save(buffer, "PNG", dpi=(dpi, dpi), compress_level=4)
        if len(buffer.getvalue()) < sum(map(len, deflated)):
            return buffer.getvalue()
    per_meter = round(dpi / 0.0254)
    head = struct.pack(">IIBBBBB", width, height, 8, _COLOR_TYPES[picture.mode], 0, 0, 0)
    chunks = ((b"IHDR", head), (b"pHYs", struct.pack(">IIB", per_meter, per_meter, 1)), (b"IDAT", b"".join(deflated)))
    return b"\x89PNG\r\n\x1a\n" + b"".join(starmap(_chunk, (*chunks, (b"IEND", b""))))


def _chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG: its length, name, data and check sum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))


def picture_pages(pdf: bytes, encode: Callable[[Any], T], clear: bool) -> list[T]:
    """All pages of a PDF as pictures with a dot for each point, each as `encode` makes it, such as a file."""
    return [encode(picture) for picture in render_pages(pdf, PT_PER_IN, clear=clear)]
