"""Pages of Drawings come in; the bytes of a PDF go out, the same bytes for the same pages.

Every page is written as literal operators, and every group that is placed more than once becomes a form
XObject, so a card back or a backdrop is stored once. Names of games are unknown here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Any

from printgen.base.geometry import IDENTITY
from printgen.drawing.extent import extent
from printgen.drawing.font_files import Font
from printgen.drawing.fonts import face
from printgen.drawing.model import (
    Blend,
    Gradient,
    Group,
    Image,
    Item,
    Outline,
    Paint,
    Path,
    Place,
    Rect,
    Stroke,
    Text,
)  # fmt: skip
from printgen.drawing.shaping import Piece
from printgen.drawing.tints import alpha, rgb
from printgen.drawing.walk import repeated
from printgen.writers.page import UNTOLD, Info, Page, number, numbers, path_text
from printgen.writers.pdf_embed import add_font, add_picture
from printgen.writers.pdf_objects import Document, Reference
from printgen.writers.pdf_paint import TOGETHER, Paints, bbox, see_through

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


@cache
def _code(glyph: int) -> str:
    """The two bytes that stand for a glyph, as they stand inside a PDF string."""
    code = chr(glyph >> 8) + chr(glyph & 255)
    return code.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").replace("\r", "\\r")


@lru_cache(maxsize=65536)
def _color(paint: Paint) -> str:
    """The numbers of a plain colour; "" for any other paint."""
    if isinstance(paint, Gradient) or len(paint) > 7:
        return ""
    return _numbers(paint)


@cache
def _numbers(color: str) -> str:
    return " ".join(f"{v:.3f}".rstrip("0").rstrip(".") for v in rgb(color))


@lru_cache(maxsize=4096)
def _line(stroke: Stroke) -> str:
    """How a line of a plain colour is drawn; "" for one of other paint."""
    color = _color(stroke.color)
    return f"{color} RG {_pen(stroke)}" if color else ""


def _pen(stroke: Stroke) -> str:
    words = f"{number(stroke.width)} w"
    if stroke.cap != "butt":
        words += f" {_CAPS[stroke.cap]} J"
    if stroke.join != "miter":
        words += f" {_JOINS[stroke.join]} j"
    if stroke.miter != _MITER:
        words += f" {number(stroke.miter)} M"
    return words + (f" [{numbers(stroke.dash)}] {number(stroke.dash_phase)} d" if stroke.dash else "")


_MITER = Stroke._field_defaults["miter"]


def _alone(group: Group) -> bool:
    """Whether all that a group paints lies nowhere over itself, so that each dot of it shows as the whole does."""
    if len(group.items) != 1:
        return False
    (item,) = group.items
    return isinstance(item, Image) or (isinstance(item, Rect | Path) and None in (item.fill, item.stroke))


class _Font:
    """A font of the document: its name there, and the glyphs used of it, with the letters that each stands for.

    A glyph that several letters share is read as the first of them in this document, whatever was set before it; what
    it stands for in texts that say themselves how they are read counts only where it stands in no other.
    """

    def __init__(self, font: Font, resource: str) -> None:
        self.font, self.resource = font, resource
        self.used: dict[int, str] = {}
        self.told: dict[int, str] = {}

    def use(self, glyphs: tuple[int, ...], read_as: tuple[str, ...], told: bool = False) -> None:
        """Remember glyphs that are shown; `told` where the text says besides how it is read."""
        used = self.told if told else self.used
        for glyph, said in zip(glyphs, read_as, strict=True):
            if not used.get(glyph):
                used[glyph] = said

    def add(self, document: Document) -> Any:
        """Put as much of it into a document as was used; its reference."""
        return add_font(document, self.font, {**self.told, **self.used})


class _Letters:
    """A face of the document, and words as they were written in it."""

    def __init__(self, name: str, open_font: Callable[[Font], _Font]) -> None:
        self.face, self._open = face(name), open_font
        self._font = open_font(self.face.font)
        self._words: dict[str, str] = {}
        self._space = self._written(" ") or ""

    def shown(self, text: str, size: float, tracking: float) -> str:
        """The operators that show a text, each letter pulled nearer where it is kerned."""
        words = text.split(" ")
        known = self._words
        try:
            set_in = (
                f"/{self._font.resource} {number(size)} Tf [({self._space.join([known[word] for word in words])})] TJ"
            )
        except KeyError:
            for word in words:
                if word not in known:
                    written = self._written(word)
                    if written is None:
                        return self._pieces(text, size, tracking)
                    known[word] = written
            return self.shown(text, size, tracking)
        return f"{number(tracking)} Tc {set_in} 0 Tc" if tracking else set_in

    def _written(self, letters: str) -> str | None:
        """A word as it stands in a string of the file; None for one that is set in pieces."""
        word = self.face.word(letters)
        if word.pieces:
            return None
        self._font.use(word.glyphs, word.read_as)
        pull = -1000 / self.face.units
        pulls = [f") {number(pull * kern)} (" if kern else "" for kern in word.kerns]
        return "".join([_code(glyph) + pulled for glyph, pulled in zip(word.glyphs, pulls, strict=True)])

    def _pieces(self, text: str, size: float, tracking: float) -> str:
        """The operators of a text whose pieces are in several fonts, or are not read as they stand."""
        out: list[str] = []
        for leftward, stretch in groupby(self.face.pieces(text), lambda piece: piece.leftward):
            pieces = list(stretch)
            plain = leftward or all(piece.plain for piece in pieces)
            if not plain:
                # Where glyphs do not stand as they are read, the letters themselves go with them.
                said = "".join([piece.letters for piece in pieces]).encode("utf-16-be").hex().upper()
                out.append(f"/Span <</ActualText <FEFF{said}>>> BDC")
            for piece in pieces:
                font = self._open(piece.font)
                font.use(piece.glyphs, piece.read_as, not plain)
                first = not out or (len(out) == 1 and not plain)
                out.append(f"/{font.resource} {number(size)} Tf {_placed(piece, size, tracking, first)}")
            if not plain:
                out.append("EMC")
        return " ".join(out)


def _placed(piece: Piece, size: float, tracking: float, first: bool) -> str:
    """The operators that show the glyphs of a piece, each where it belongs; before the first is nothing tracked."""
    per_mille = 1000 / piece.font.units
    out, row, ahead, risen = [], "", 0.0, 0
    for i, (glyph, step, (right, up)) in enumerate(zip(piece.glyphs, piece.steps, piece.shifts, strict=True)):
        if tracking and piece.opens[i] and not (first and i == 0):
            ahead += tracking * 1000 / size
        if up != risen:
            out += [f"[({row})] TJ", f"{number(up * size / piece.font.units)} Ts"]
            row, risen = "", up
        ahead += right * per_mille
        row += (f") {number(-ahead)} (" if ahead else "") + _code(glyph)
        ahead = (step - piece.font.advances[glyph] - right) * per_mille
    out.append(f"[({row}{f') {number(-ahead)} (' if ahead else ''})] TJ")
    return " ".join(out) + (" 0 Ts" if risen else "")


class _Operators:
    """Turns items into operator text; keeps each fragment that it has made once."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.fonts: dict[str, _Font] = {}
        self._letters: dict[str, _Letters] = {}
        self.paints = Paints(document)
        self._forms: dict[Group, str] = {}
        self._objects: dict[str, tuple[str, Any]] = {}
        self._names: dict[object, str] = {}
        self._clear: set[str] = set()
        self._used: set[str] = set()
        self._images: dict[tuple[bytes, bytes], str] = {}
        self._outlines: dict[int, tuple[Outline, str]] = {}
        self._texts: dict[Text, str] = {}
        self._writes: dict[type, Any] = {
            Text: self._text, Place: self._place, Path: self._path, Rect: self._rect, Image: self._image
        }  # fmt: skip

    def items(self, items: Iterable[Item]) -> str:
        """The operators that paint items."""
        writes = self._writes
        return "\n".join([writes[type(item)](item) for item in items])

    def share(self, group: Group) -> None:
        """Store a group that is placed more than once, if that is shorter; the groups inside it come first."""
        self._form(group, _FORM_MIN_BYTES if group.plain else 0)

    def _form(self, group: Group, least: int = 0) -> None:
        """Store a group whose operators are so many at least."""
        outer, self._used = self._used, set()
        body = self._group(group)
        resources, clear = self.resources()
        self._used = outer
        if len(body) < least:
            return
        kind: dict[str, Any] = {"Type": "/XObject", "Subtype": "/Form", "Resources": resources}
        if group.plain:
            kind["BBox"] = [-_EVERYTHING, -_EVERYTHING, _EVERYTHING, _EVERYTHING]
        else:
            # What shows together is mixed apart before, dot by dot of its box.
            kind |= {"BBox": bbox(extent((Place(Group(group.items, group.clip)),))), "Group": TOGETHER}
        self._forms[group] = self._named("G", self.document.stream(kind, body.encode("latin-1")), clear=clear)

    def resources(self) -> tuple[dict[str, Any], bool]:
        """What the operators since the last call refer to, and whether any of it shows through."""
        kinds: dict[str, dict[str, Any]] = {}
        for name in sorted(self._used):
            kind, reference = self._objects[name]
            kinds.setdefault(kind, {})[name] = reference
        clear = not self._used.isdisjoint(self._clear)
        self._used.clear()
        return {"Font": Reference("Fonts"), **kinds}, clear

    def add_fonts(self) -> None:
        """Put the fonts into the document, when all is written."""
        self.document.add({font.resource: font.add(self.document) for font in self.fonts.values()}, "Fonts")

    def _open(self, font: Font) -> _Font:
        """A font of the document; one is in it once, whatever names it has."""
        known = self.fonts.get(font.key)
        if known is None:
            known = self.fonts[font.key] = _Font(font, f"F{len(self.fonts)}")
        return known

    def _named(self, letter: str, reference: Any, kind: str = "XObject", clear: bool = False) -> str:
        name = f"{letter}{len(self._objects)}"
        self._objects[name] = kind, reference
        if clear:
            self._clear.add(name)
        return name

    def _state(self, opacity: float, blend: Blend = "normal") -> str:
        """The operator that lets what follows show so far."""
        key = (opacity, blend)
        if key not in self._names:
            self._names[key] = self._named("A", self.paints.state(opacity, blend), "ExtGState", clear=True)
        self._used.add(self._names[key])
        return f"/{self._names[key]} gs"

    def _shown(self, name: str) -> str:
        self._used.add(name)
        return f"/{name} Do"

    def _outline(self, outline: Outline) -> str:
        known = self._outlines.get(id(outline))
        if known is None:
            # The outline is kept beside its text, so that its id cannot be given to another one.
            known = self._outlines[id(outline)] = (outline, path_text(outline, _STEPS))
        return known[1]

    def _path(self, item: Path) -> str:
        return self._painted(item, self._outline(item.outline), "*" if item.even_odd else "")

    def _rect(self, item: Rect) -> str:
        return self._painted(item, f"{numbers(item[:4])} re")

    def _painted(self, item: Rect | Path, shape: str, star: str = "") -> str:
        fill, stroke = item.fill, item.stroke
        if stroke is None:
            if fill is None:
                return ""
            color = _color(fill)
            return f"{color} rg {shape} f{star}" if color else self._filled(item, fill, shape, f"f{star}")
        line, color = _line(stroke), _color(fill) if fill else ""
        if not line or (fill and not color):
            under = self._filled(item, fill, shape, f"f{star}") if fill else ""
            return f"{under} {self._filled(item, stroke.color, f'{_pen(stroke)} {shape}', 'S')}".lstrip()
        # q and Q keep cap, join and dash from leaking into the next item.
        if fill is None:
            return f"q {line} {shape} S Q"
        return f"q {color} rg {line} {shape} B{star} Q"

    def _filled(self, item: Rect | Path, paint: Paint, shape: str, how: str) -> str:
        """A shape, or its line, of any paint."""
        if isinstance(paint, Gradient):
            key = (paint, shape, how)
            if key not in self._names:
                form = self.paints.flowing(paint, f"{shape} {how}", extent((item,)))
                self._names[key] = self._named("S", form, clear=see_through(paint))
            return self._shown(self._names[key])
        state = f"{self._state(alpha(paint))} " if len(paint) > 7 else ""
        return f"q {state}{_numbers(paint)} {'RG' if how == 'S' else 'rg'} {shape} {how} Q"

    def _text(self, item: Text) -> str:
        known = self._texts.get(item)
        if known is None:
            x, y, text, name, size, color, tracking, _ = item
            letters = self._letters.get(name)
            if letters is None:
                letters = self._letters[name] = _Letters(name, self._open)
            # Runs are written with the y axis turned back up, or the letters would stand on their heads.
            known = self._texts[item] = (
                f"BT {_numbers(color)} rg 1 0 0 -1 {number(x)} {number(y)} Tm {letters.shown(text, size, tracking)} ET"
            )
        return known if len(item.color) == 7 else f"q {self._state(alpha(item.color))} {known} Q"

    def _image(self, item: Image) -> str:
        name = self._images.get(key := (item.data, item.mask))
        if name is None:
            name = self._images[key] = self._named(
                "I", add_picture(self.document, item.data, item.mask), clear=bool(item.mask)
            )
        return f"q {numbers((item.w, 0, 0, -item.h, item.x, item.y + item.h))} cm {self._shown(name)} Q"

    def _place(self, item: Place) -> str:
        group = item.group
        matrix = "" if item.matrix == IDENTITY else f"{numbers(item.matrix)} cm "
        if not group.plain:
            if group not in self._forms and not _alone(group):
                self._form(group)
            matrix += f"{self._state(group.opacity, group.blend)} "
        form = self._forms.get(group)
        return f"q {matrix}{self._shown(form) if form else self._group(group)} Q"

    def _group(self, group: Group) -> str:
        body = self.items(group.items)
        if group.clip is None:
            return body
        return f"{self._outline(group.clip)} {'W*' if group.even_odd else 'W'} n {body}"


def write_pdf(pages: Sequence[Page], info: Info = UNTOLD) -> bytes:
    """Write the pages; the result depends on nothing but the arguments."""
    document = Document()
    operators = _Operators(document)
    for group in repeated(page.drawing for page in pages):
        operators.share(group)
    written = [(page.bookmark, _write_page(document, operators, page)) for page in pages]
    bookmarks = document.bookmarks((title, page) for title, page in written if title)
    operators.add_fonts()
    wishes = {"PrintScaling": "/None"}
    if info.duplex:
        wishes["Duplex"] = f"/DuplexFlip{info.duplex.capitalize()}Edge"
    catalog = {"ViewerPreferences": wishes, **({"Outlines": bookmarks} if bookmarks else {})}
    said = {
        "Title": info.title,
        "Author": info.author,
        "Subject": " ".join(filter(None, (info.subject, info.licence))),
        "Keywords": ", ".join(info.keywords),
        "Creator": info.creator,
        "Producer": "printgen",
    }
    return document.data(catalog, said)


def _write_page(document: Document, operators: _Operators, page: Page) -> Any:
    """Add a page; its reference."""
    drawing = page.drawing
    content = f"{numbers((1, 0, 0, -1, 0, drawing.height))} cm\n{operators.items(drawing.items)}".encode("latin-1")
    boxes = {
        name: [box.x, drawing.height - box.bottom, box.right, drawing.height - box.y]
        for box, name in ((page.trim, "TrimBox"), (page.bleed, "BleedBox"))
        if box
    }
    resources, clear = operators.resources()
    return document.page(
        {
            "MediaBox": [0, 0, drawing.width, drawing.height],
            **boxes,
            **({"Group": TOGETHER} if clear else {}),
            "Resources": resources,
            "Contents": document.stream({}, content),
        }
    )
