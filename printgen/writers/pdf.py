"""Pages of Drawings come in; the bytes of a PDF go out, the same bytes for the same pages.

Every page is written as literal operators, and every group that is placed more than once becomes a form
XObject, so a card back or a backdrop is stored once. Names of games are unknown here.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from printgen.base.geometry import IDENTITY, Box, Matrix
from printgen.drawing.colors import rgb
from printgen.drawing.fonts import face
from printgen.drawing.model import Drawing, Group, Image, Item, Outline, Path, Place, Rect, Stroke, Text

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
# Encoded texts that are kept for the next time they are met.
_KEPT = 4096
# A group shorter than this costs less where it stands than as a form of its own.
_FORM_MIN_BYTES = 120
# The box of a form clips, so it must be larger than any piece that can be printed (200 feet).
_EVERYTHING = 200 * 12 * 72


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its picture, where it is trimmed and bleeds to (boxes in points), and its bookmark."""

    drawing: Drawing
    trim: Box | None = None
    bleed: Box | None = None
    bookmark: str = ""


@dataclass(frozen=True, slots=True)
class Info:
    """What the PDF says of itself; `duplex` is "long", "short" or "" for one-sided."""

    title: str = ""
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    creator: str = ""
    licence: str = ""
    duplex: str = ""


def _number(value: float) -> str:
    """A number as PDF writes it: seven digits place a mark on a 200 foot sheet to 0.01 points."""
    return f"{value:.7g}" if value >= 1e-4 or value <= -1e-4 else "0"


def _coordinate(value: float) -> str:
    """A coordinate inside an outline, to a thousandth of its unit."""
    return f"{round(value, 3):.9g}"


@dataclass
class _Operators:
    """Turns items into operator text; keeps each fragment that it has made once."""

    canvas: Any
    forms: dict[Group, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    _colors: dict[str, str] = field(default_factory=dict)
    _outlines: dict[int, tuple[Outline, str]] = field(default_factory=dict)
    _strings: dict[tuple[str, str], tuple[tuple[str, str], ...]] = field(default_factory=dict)
    _strokes: dict[Stroke, str] = field(default_factory=dict)
    _plain: dict[str, str] = field(default_factory=dict)

    def color(self, color: str) -> str:
        known = self._colors.get(color)
        if known is None:
            known = self._colors[color] = " ".join(f"{v:.3f}".rstrip("0").rstrip(".") for v in rgb(color))
        return known

    def outline(self, outline: Outline) -> str:
        known = self._outlines.get(id(outline))
        if known is None:
            parts: list[str] = []
            for segment in outline:
                kind = segment[0]
                if kind == "Z":
                    parts.append("h")
                else:
                    numbers = " ".join(map(_coordinate, segment[1:]))
                    parts.append(f"{numbers} {'m' if kind == 'M' else 'l' if kind == 'L' else 'c'}")
            # The outline is kept beside its text, so that its id cannot be given to another one.
            known = self._outlines[id(outline)] = (outline, " ".join(parts))
        return known[1]

    def stroke(self, stroke: Stroke) -> str:
        known = self._strokes.get(stroke)
        if known is None:
            known = f"{self.color(stroke.color)} RG {_number(stroke.width)} w"
            if stroke.cap != "butt":
                known += f" {_CAPS[stroke.cap]} J"
            if stroke.join != "miter":
                known += f" {_JOINS[stroke.join]} j"
            if stroke.dash:
                known += f" [{' '.join(map(_number, stroke.dash))}] {_number(stroke.dash_phase)} d"
            self._strokes[stroke] = known
        return known

    def paint(self, shape: str, fill: str | None, stroke: Stroke | None, even_odd: bool = False) -> str:
        star = "*" if even_odd else ""
        if stroke is None:
            return "" if fill is None else f"{self.color(fill)} rg {shape} f{star}"
        # q and Q keep cap, join and dash from leaking into the next item.
        if fill is None:
            return f"q {self.stroke(stroke)} {shape} S Q"
        return f"q {self.color(fill)} rg {self.stroke(stroke)} {shape} B{star} Q"

    def strings(self, font: str, text: str) -> tuple[tuple[str, str], ...]:
        known = self._strings.get((font, text))
        if known is None:
            document, ttf = self.canvas._doc, face(font).font
            if text.isascii() and text.isprintable() and font in self._plain:
                # The library puts ASCII into the first subset under its own codes.
                known = ((self._plain[font], literal(text)),)
            else:
                parts = ttf.splitString(text, document)
                known = tuple((ttf.getSubsetInternalName(n, document), literal(c.decode("latin-1"))) for n, c in parts)
                if text.isascii() and [c for _, c in parts] == [text.encode()]:
                    self._plain[font] = known[0][0]
            if len(self._strings) < _KEPT:
                self._strings[(font, text)] = known
        return known

    def text(self, item: Text) -> str:
        # Runs are written with the y axis turned back up, or the letters would stand on their heads.
        spacing = f" {_number(item.tracking)} Tc" if item.tracking else ""
        runs = " ".join(
            f"{name} {_number(item.size)} Tf {string} Tj" for name, string in self.strings(item.font, item.text)
        )
        reset = " 0 Tc" if item.tracking else ""
        return (
            f"BT {self.color(item.color)} rg{spacing} 1 0 0 -1 {_number(item.x)} {_number(item.y)} Tm {runs}{reset} ET"
        )

    def image(self, item: Image) -> str:
        from PIL import Image as Pictures
        from reportlab.lib.utils import ImageReader

        picture = Pictures.open(io.BytesIO(item.data), formats=("PNG", "JPEG"))
        name = self.canvas.drawImage  # registers the image and writes a call that is replaced below
        code = self.canvas._code
        before = len(code)
        name(ImageReader(picture), 0, 0, 1, 1)
        call = next(part for line in code[before:] for part in line.split("\n") if part.strip().endswith(" Do"))
        del code[before:]
        reference = call.split()[-2]
        matrix = f"{_number(item.w)} 0 0 {_number(-item.h)} {_number(item.x)} {_number(item.y + item.h)} cm"
        return f"q {matrix} {reference} Do Q"

    def place(self, item: Place) -> str:
        form = self.forms.get(item.group)
        matrix = "" if item.matrix == IDENTITY else f"{' '.join(map(_number, item.matrix))} cm "
        if form is not None:
            self.used.add(form)
            return f"q {matrix}/{self.canvas._doc.getXObjectName(form)} Do Q"
        return f"q {matrix}{self.group(item.group)} Q"

    def group(self, group: Group) -> str:
        body = self.items(group.items)
        return body if group.clip is None else f"{self.outline(group.clip)} W n {body}"

    def emit(self, body: str) -> None:
        """Put operators on the current page or form and declare the forms that they call."""
        self.canvas.addLiteral(body)
        # The canvas lists a form among a page's resources only when its own doForm call wrote the operator.
        self.canvas._formsinuse.extend(sorted(self.used))
        self.used.clear()

    def items(self, items: Iterable[Item]) -> str:
        out: list[str] = []
        for item in items:
            if isinstance(item, Text):
                out.append(self.text(item))
            elif isinstance(item, Place):
                out.append(self.place(item))
            elif isinstance(item, Path):
                out.append(self.paint(self.outline(item.outline), item.fill, item.stroke, item.even_odd))
            elif isinstance(item, Rect):
                shape = f"{_number(item.x)} {_number(item.y)} {_number(item.w)} {_number(item.h)} re"
                out.append(self.paint(shape, item.fill, item.stroke))
            else:
                out.append(self.image(item))
        return "\n".join(out)


def literal(codes: str) -> str:
    """Glyph codes (0 to 255) as a PDF string literal."""
    out = codes.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    if not (out.isascii() and out.isprintable()):
        out = "".join(c if " " <= c <= "~" else f"\\{ord(c):03o}" for c in out)
    return f"({out})"


def _repeated(pages: Sequence[Page]) -> list[Group]:
    """Groups that are placed more than once, inner ones before the ones that hold them."""
    counts: dict[Group, int] = {}
    order: list[Group] = []

    def visit(items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Place):
                seen = counts.get(item.group, 0)
                counts[item.group] = seen + 1
                if not seen:
                    visit(item.group.items)
                    order.append(item.group)

    for page in pages:
        visit(page.drawing.items)
    return [group for group in order if counts[group] > 1]


def write_pdf(pages: Sequence[Page], info: Info = Info()) -> bytes:
    """Write the pages; the result depends on nothing but the arguments."""
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    rl_config.useA85 = 0
    buffer = io.BytesIO()
    canvas: Any = Canvas(buffer, pageCompression=1, invariant=1, initialFontName=_any_font(), pdfVersion=(1, 7))
    _describe(canvas, info)
    operators = _Operators(canvas)
    for group in _repeated(pages):
        body = operators.group(group)
        if len(body) < _FORM_MIN_BYTES:
            operators.used.clear()
            continue
        name = f"g{len(operators.forms)}"
        canvas.beginForm(name, -_EVERYTHING, -_EVERYTHING, _EVERYTHING, _EVERYTHING)
        operators.emit(body)
        canvas.endForm()
        operators.forms[group] = name
    for number, page in enumerate(pages):
        _write_page(canvas, operators, page, number)
    canvas.save()
    return buffer.getvalue()


def _write_page(canvas: Any, operators: _Operators, page: Page, number: int) -> None:
    drawing = page.drawing
    canvas.setPageSize((drawing.width, drawing.height))
    for box, name in ((page.trim, "trim"), (page.bleed, "bleed")):
        # Boxes hold for all pages that follow, so a page without one must say so.
        size = box and (box.x, drawing.height - box.bottom, box.right, drawing.height - box.y)
        canvas.setCropBox(size, name)
    if page.bookmark:
        key = f"page-{number}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(page.bookmark, key, 0)
    flip: Matrix = (1, 0, 0, -1, 0, drawing.height)
    operators.emit(f"{' '.join(map(_number, flip))} cm\n{operators.items(drawing.items)}")
    canvas.showPage()


def _any_font() -> str:
    """The name of an embedded font, so that no page refers to an unembedded Helvetica."""
    from reportlab.pdfbase import pdfmetrics

    font = face("body").font
    pdfmetrics.registerFont(font)
    return str(font.fontName)


def _describe(canvas: Any, info: Info) -> None:
    canvas.setTitle(info.title)
    canvas.setAuthor(info.author)
    canvas.setSubject(" ".join(filter(None, (info.subject, info.licence))))
    canvas.setKeywords(list(info.keywords))
    canvas.setCreator(info.creator)
    canvas.setProducer("printgen")
    canvas.setViewerPreference("PrintScaling", "None")
    if info.duplex:
        canvas.setViewerPreference("Duplex", f"DuplexFlip{info.duplex.capitalize()}Edge")
