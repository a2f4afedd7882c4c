"""Pages of Drawings come in; the bytes of a PDF go out, the same bytes for the same pages.

Every page is written as literal operators, and every group that is placed more than once becomes a form
XObject, so a card back or a backdrop is stored once. Names of games are unknown here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from printgen.base.geometry import IDENTITY, Matrix
from printgen.drawing.colors import rgb
from printgen.drawing.fonts import face
from printgen.drawing.model import Group, Image, Item, Outline, Path, Place, Rect, Stroke, Text
from printgen.drawing.walk import repeated
from printgen.writers.page import UNTOLD, Info, Page, number, path_text
from printgen.writers.pdf_fonts import embed
from printgen.writers.pdf_images import add_picture
from printgen.writers.pdf_objects import Array, Dictionary, Document, Name

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_STEPS = {
    "M": "%.3f %.3f m ",
    "L": "%.3f %.3f l ",
    "C": "%.3f %.3f %.3f %.3f %.3f %.3f c ",
    "Z": "h ",
}
# A group shorter than this costs less where it stands than as a form of its own.
_FORM_MIN_BYTES = 120
# The box of a form clips, so it must be larger than any piece that can be printed (200 feet).
_EVERYTHING = 200 * 12 * 72


class _Codes(dict[int, str]):
    """The two bytes that stand for each glyph, filled as glyphs are met."""

    def __missing__(self, glyph: int) -> str:
        code = self[glyph] = literal(chr(glyph >> 8) + chr(glyph & 255))
        return code


class _Font:
    """A font of the document: its name there, the glyphs used of it, and words as they were written.

    A glyph that several letters share is read as the first of them in this document, whatever was set before it.
    """

    def __init__(self, name: str, resource: str) -> None:
        self.face, self.resource = face(name), resource
        self.used: dict[int, str] = {}
        self._words: dict[str, str] = {}
        self._codes = _Codes()
        self._space = self._written(" ")

    def shown(self, text: str) -> str:
        """The operator that shows a text, each letter pulled nearer where it is kerned."""
        words = text.split(" ")
        known = self._words
        try:
            return f"[({self._space.join([known[word] for word in words])})] TJ"
        except KeyError:
            known.update((word, self._written(word)) for word in words if word not in known)
            return self.shown(text)

    def _written(self, letters: str) -> str:
        word = self.face.word(letters)
        for glyph, said in zip(word.glyphs, word.read_as, strict=True):
            if not self.used.get(glyph):
                self.used[glyph] = said
        codes = self._codes
        if not any(word.kerns):
            return "".join([codes[glyph] for glyph in word.glyphs])
        pull = -1000 / self.face.units
        return "".join(
            [
                f"{codes[glyph]}) {number(pull * kern)} (" if kern else codes[glyph]
                for glyph, kern in zip(word.glyphs, word.kerns, strict=True)
            ]
        )


@dataclass
class _Operators:
    """Turns items into operator text; keeps each fragment that it has made once."""

    document: Document
    forms: dict[Group, str] = field(default_factory=dict)
    fonts: dict[str, _Font] = field(default_factory=dict)
    _used: dict[str, Any] = field(default_factory=dict)
    _images: dict[bytes, str] = field(default_factory=dict)
    _colors: dict[str, str] = field(default_factory=dict)
    _outlines: dict[int, tuple[Outline, str]] = field(default_factory=dict)
    _strokes: dict[Stroke, str] = field(default_factory=dict)

    def color(self, color: str) -> str:
        known = self._colors.get(color)
        if known is None:
            known = self._colors[color] = " ".join(f"{v:.3f}".rstrip("0").rstrip(".") for v in rgb(color))
        return known

    def outline(self, outline: Outline) -> str:
        known = self._outlines.get(id(outline))
        if known is None:
            # The outline is kept beside its text, so that its id cannot be given to another one.
            known = self._outlines[id(outline)] = (outline, path_text(outline, _STEPS))
        return known[1]

    def stroke(self, stroke: Stroke) -> str:
        known = self._strokes.get(stroke)
        if known is None:
            known = f"{self.color(stroke.color)} RG {number(stroke.width)} w"
            if stroke.cap != "butt":
                known += f" {_CAPS[stroke.cap]} J"
            if stroke.join != "miter":
                known += f" {_JOINS[stroke.join]} j"
            if stroke.dash:
                known += f" [{' '.join(map(number, stroke.dash))}] {number(stroke.dash_phase)} d"
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

    def text(self, item: Text) -> str:
        font = self.fonts.get(item.font)
        if font is None:
            font = self.fonts[item.font] = _Font(item.font, f"F{len(self.fonts)}")
        # Runs are written with the y axis turned back up, or the letters would stand on their heads.
        spacing, reset = (f" {number(item.tracking)} Tc", " 0 Tc") if item.tracking else ("", "")
        return (
            f"BT {self.color(item.color)} rg{spacing} 1 0 0 -1 {number(item.x)} {number(item.y)} Tm"
            f" /{font.resource} {number(item.size)} Tf {font.shown(item.text)}{reset} ET"
        )

    def image(self, item: Image) -> str:
        name = self._images.get(item.data)
        if name is None:
            name = self._images[item.data] = add_picture(self.document, item.data, f"I{len(self._images)}")
        self._used[name] = self.document.later(name)
        matrix = f"{number(item.w)} 0 0 {number(-item.h)} {number(item.x)} {number(item.y + item.h)} cm"
        return f"q {matrix} /{name} Do Q"

    def place(self, item: Place) -> str:
        form = self.forms.get(item.group)
        matrix = "" if item.matrix == IDENTITY else f"{' '.join(map(number, item.matrix))} cm "
        if form is not None:
            self._used[form] = self.document.later(form)
            return f"q {matrix}/{form} Do Q"
        return f"q {matrix}{self.group(item.group)} Q"

    def group(self, group: Group) -> str:
        body = self.items(group.items)
        return body if group.clip is None else f"{self.outline(group.clip)} W n {body}"

    def resources(self) -> Dictionary:
        """What the operators since the last call refer to."""
        objects, self._used = Dictionary(dict(sorted(self._used.items()))), {}
        return Dictionary({"Font": self.document.later("Fonts"), **({"XObject": objects} if objects.dict else {})})

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
                shape = f"{number(item.x)} {number(item.y)} {number(item.w)} {number(item.h)} re"
                out.append(self.paint(shape, item.fill, item.stroke))
            else:
                out.append(self.image(item))
        return "\n".join(out)


def literal(codes: str) -> str:
    """Bytes, as letters of these numbers, as they stand inside a PDF string."""
    return codes.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").replace("\r", "\\r")


def write_pdf(pages: Sequence[Page], info: Info = UNTOLD) -> bytes:
    """Write the pages; the result depends on nothing but the arguments."""
    document = Document()
    subject, keywords = " ".join(filter(None, (info.subject, info.licence))), ", ".join(info.keywords)
    document.describe(info.title, info.author, subject, keywords, info.creator, "printgen")
    wishes = {"PrintScaling": Name("None")}
    if info.duplex:
        wishes["Duplex"] = Name(f"DuplexFlip{info.duplex.capitalize()}Edge")
    document.catalog.ViewerPreferences = document.add(wishes)
    operators = _Operators(document)
    for group in repeated(page.drawing for page in pages):
        body = operators.group(group)
        resources = operators.resources()
        if len(body) < _FORM_MIN_BYTES:
            continue
        name = operators.forms[group] = f"G{len(operators.forms)}"
        box = Array([-_EVERYTHING, -_EVERYTHING, _EVERYTHING, _EVERYTHING])
        kind = {"Type": Name("XObject"), "Subtype": Name("Form"), "BBox": box, "Resources": resources}
        document.stream(kind, body.encode("latin-1"), name=name)
    written = [(page.bookmark, _write_page(document, operators, page)) for page in pages]
    document.bookmarks((title, page) for title, page in written if title)
    fonts = {font.resource: embed(document, font.face, font.used, font.resource) for font in operators.fonts.values()}
    document.add(fonts, "Fonts")
    return document.data()


def _write_page(document: Document, operators: _Operators, page: Page) -> Any:
    """Add a page; its reference."""
    drawing = page.drawing
    flip: Matrix = (1, 0, 0, -1, 0, drawing.height)
    content = f"{' '.join(map(number, flip))} cm\n{operators.items(drawing.items)}".encode("latin-1")
    boxes = {
        name: Array([box.x, drawing.height - box.bottom, box.right, drawing.height - box.y])
        for box, name in ((page.trim, "TrimBox"), (page.bleed, "BleedBox"))
        if box
    }
    media = Array([0, 0, drawing.width, drawing.height])
    return document.page(
        {
            "MediaBox": media,
            **boxes,
            "Resources": operators.resources(),
            "Contents": document.stream({}, content),
        }
    )
