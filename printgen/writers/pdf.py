"""Writes pages of Drawings as a PDF: the same bytes for the same pages.

Every page is written as literal operators, and every group that is placed more than once becomes a form
XObject, so a card back or a backdrop is stored once. Names of games are unknown here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from printgen.base.units import IDENTITY, PT_PER_IN
from printgen.drawing.extent import box_of, extent, find_repeats
from printgen.drawing.model import Blend, Gradient, Group, Image, Item, Outline, Paint, Path, Place, Rect, Stroke, Text
from printgen.drawing.tints import alpha
from printgen.writers.page import NO_INFO, Info, Page, number_text, numbers_text, path_text, write_number
from printgen.writers.pdf_about import catalog, info_entries
from printgen.writers.pdf_color import Colors, Grey, Light, Paints, Use, bbox, see_through, together
from printgen.writers.pdf_letters import PdfFonts
from printgen.writers.pdf_objects import PdfDocument
from printgen.writers.pdf_press import Press

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_STEPS = {"M": "%.3f %.3f m ", "L": "%.3f %.3f l ", "C": "%.3f %.3f %.3f %.3f %.3f %.3f c ", "Z": "h "}
_FORM_MIN_BYTES = 120  # A group shorter than this costs less where it stands than as a form of its own.
# So many texts are kept as they were written: what is on every card is, and a book's worth of rules is not.
_KEPT = 4096
# The box of a form clips, so it must be larger than any piece that can be printed (200 feet).
_EVERYTHING = 200 * 12 * 72


@lru_cache(maxsize=65536)
def _color(paint: Paint, use: Use, colors: Colors) -> str:
    """The operator that chooses a plain colour; "" for any other paint."""
    if isinstance(paint, Gradient) or len(paint) > 7:
        return ""
    return colors.ink(paint, use)


@lru_cache(maxsize=4096)
def _line(stroke: Stroke, colors: Colors) -> str:
    """The operators for a line of a plain colour; "" for other paint."""
    color = _color(stroke.color, "RG", colors)
    return f"{color} {_pen(stroke)}" if color else ""


def _pen(stroke: Stroke) -> str:
    words = f"{number_text(stroke.width)} w"
    if stroke.cap != "butt":
        words += f" {_CAPS[stroke.cap]} J"
    if stroke.join != "miter":
        words += f" {_JOINS[stroke.join]} j"
    if stroke.miter != _MITER:
        words += f" {number_text(stroke.miter)} M"
    return words + (f" [{numbers_text(stroke.dash)}] {number_text(stroke.dash_phase)} d" if stroke.dash else "")


_MITER = Stroke._field_defaults["miter"]

_GROUND = 2 * PT_PER_IN / 2.54  # A ground is large from two centimetres on.


def _alone(group: Group) -> bool:
    """Whether nothing in a group overlaps, so that its opacity may apply to each item."""
    if len(group.items) != 1:
        return False
    (item,) = group.items
    return isinstance(item, Image) or (isinstance(item, Rect | Path) and None in (item.fill, item.stroke))


class _Operators:
    """Turns items into operator text; caches each fragment. `colors` writes the colours."""

    def __init__(self, document: PdfDocument, colors: Colors) -> None:
        self.document, self.colors = document, colors
        self.letters = PdfFonts()
        self.paints = Paints(document, colors)
        self._forms: dict[Group, str] = {}
        self._objects: dict[str, tuple[str, Any]] = {}
        self._names: dict[object, str] = {}
        self._clear: set[str] = set()
        self._used: set[str] = set()
        self._images: dict[tuple[bytes, bytes], str] = {}
        self._outlines: dict[Outline, str] = {}
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

    def _form(self, group: Group, minimum: int = 0) -> None:
        """Store a group with at least `minimum` bytes of operators."""
        outer, self._used = self._used, set()
        body = self._group(group)
        resources, clear = self.resources()
        self._used = outer
        if len(body) < minimum:
            return
        kind: dict[str, Any] = {"Type": "/XObject", "Subtype": "/Form", "Resources": resources}
        if group.plain:
            kind["BBox"] = [-_EVERYTHING, -_EVERYTHING, _EVERYTHING, _EVERYTHING]
        else:
            # What shows together is mixed apart before, dot by dot of its box.
            kind |= {"BBox": bbox(extent((Place(Group(group.items, group.clip)),))), "Group": together(self.colors)}
        self._forms[group] = self._name("G", self.document.stream(kind, body.encode("latin-1")), clear=clear)

    def resources(self) -> tuple[dict[str, Any], bool]:
        """The resources used by the operators since the last call, and whether any of them is transparent."""
        kinds: dict[str, dict[str, Any]] = {}
        for name in sorted(self._used):
            kind, reference = self._objects[name]
            kinds.setdefault(kind, {})[name] = reference
        clear = not self._used.isdisjoint(self._clear)
        self._used.clear()
        return {"Font": self.document.reference("Fonts"), **kinds}, clear

    def _name(self, letter: str, reference: Any, kind: str = "XObject", clear: bool = False) -> str:
        name = f"{letter}{len(self._objects)}"
        self._objects[name] = kind, reference
        if clear:
            self._clear.add(name)
        return name

    def _state(self, opacity: float, blend: Blend = "normal") -> str:
        """The operator that sets the opacity and blend mode of later items."""
        key = (opacity, blend)
        if key not in self._names:
            self._names[key] = self._name("A", self.paints.state(opacity, blend), "ExtGState", clear=True)
        self._used.add(self._names[key])
        return f"/{self._names[key]} gs"

    def _show(self, name: str) -> str:
        self._used.add(name)
        return f"/{name} Do"

    def _outline(self, outline: Outline) -> str:
        known = self._outlines.get(outline)
        if known is None:
            known = self._outlines[outline] = path_text(outline, _STEPS)
        return known

    def _path(self, item: Path) -> str:
        return self._paint(item, self._outline(item.outline), "*" if item.even_odd else "")

    def _rect(self, item: Rect) -> str:
        return self._paint(item, f"{numbers_text(item[:4])} re")

    def _paint(self, item: Rect | Path, shape: str, star: str = "") -> str:
        fill, stroke, colors = item.fill, item.stroke, self.colors
        use: Use = "wide" if colors.rich and min(box_of(item)[2:]) >= _GROUND else "rg"
        if stroke is None:
            if fill is None:
                return ""
            color = _color(fill, use, colors)
            return f"{color} {shape} f{star}" if color else self._fill(item, fill, shape, f"f{star}")
        line, color = _line(stroke, colors), _color(fill, use, colors) if fill else ""
        if not line or (fill and not color):
            under = self._fill(item, fill, shape, f"f{star}") if fill else ""
            return f"{under} {self._fill(item, stroke.color, f'{_pen(stroke)} {shape}', 'S')}".lstrip()
        # q and Q keep cap, join and dash from leaking into the next item.
        if fill is None:
            return f"q {line} {shape} S Q"
        return f"q {color} {line} {shape} B{star} Q"

    def _fill(self, item: Rect | Path, paint: Paint, shape: str, how: str) -> str:
        """A shape, or its line, of any paint."""
        if isinstance(paint, Gradient):
            key = (paint, shape, how)
            if key not in self._names:
                form = self.paints.flowing(paint, f"{shape} {how}", extent((item,)))
                self._names[key] = self._name("S", form, clear=see_through(paint))
            return self._show(self._names[key])
        state = f"{self._state(alpha(paint))} " if len(paint) > 7 else ""
        return f"q {state}{self.colors.ink(paint[:7], 'RG' if how == 'S' else 'rg')} {shape} {how} Q"

    def _text(self, item: Text) -> str:
        known = self._texts.get(item)
        if known is None:
            x, y, text, name, size, color, tracking, _ = item
            shown = self.letters.faces[name].show(text, size, tracking)
            # Runs are written with the y axis turned back up, or the letters would stand on their heads.
            chosen = self.colors.ink(color[:7], "text")
            known = f"BT {chosen} 1 0 0 -1 {write_number(x)} {number_text(y)} Tm {shown} ET"
            if len(self._texts) < _KEPT:
                self._texts[item] = known
        return known if len(item[5]) == 7 else f"q {self._state(alpha(item.color))} {known} Q"

    def _image(self, item: Image) -> str:
        name = self._images.get(key := (item.data, item.mask))
        if name is None:
            picture = self.colors.picture(self.document, item.data, item.mask)
            name = self._images[key] = self._name("I", picture, clear=bool(item.mask))
        return f"q {numbers_text((item.w, 0, 0, -item.h, item.x, item.y + item.h))} cm {self._show(name)} Q"

    def _place(self, item: Place) -> str:
        group = item.group
        matrix = "" if item.matrix == IDENTITY else f"{numbers_text(item.matrix)} cm "
        if not group.plain:
            if group not in self._forms and not _alone(group):
                self._form(group)
            matrix += f"{self._state(group.opacity, group.blend)} "
        form = self._forms.get(group)
        return f"q {matrix}{self._show(form) if form else self._group(group)} Q"

    def _group(self, group: Group) -> str:
        body = self.items(group.items)
        if group.clip is None:
            return body
        return f"{self._outline(group.clip)} {'W*' if group.even_odd else 'W'} n {body}"


def write_pdf(
    pages: Sequence[Page], info: Info = NO_INFO, looked_at: bool = False, press: Press | None = None, grey: bool = False
) -> bytes:
    """Write the pages; the result depends on nothing but the arguments.

    Nearly black colours are printed with black ink alone, except on pages that are `looked_at`. For a `press` all
    colours are inks; as `grey` all are greys.
    """
    document = PdfDocument(press.version) if press else PdfDocument()
    operators = _Operators(document, press or (Grey() if grey else Light(not looked_at)))
    for group in find_repeats(page.drawing for page in pages):
        operators.share(group)
    written = [(page, _write_page(document, operators, page)) for page in pages]
    bookmarks = document.bookmarks((page.bookmark, at, page.chapter) for page, at in written if page.bookmark)
    operators.letters.add(document)
    outlines = {"Outlines": bookmarks} if bookmarks else {}
    about = catalog(document, pages, info, press, grey)
    return document.to_bytes({**about, **outlines}, info_entries(info), press.information() if press else {})


def _write_page(document: PdfDocument, operators: _Operators, page: Page) -> Any:
    """Add a page; returns its reference."""
    drawing = page.drawing
    content = f"{numbers_text((1, 0, 0, -1, 0, drawing.height))} cm\n{operators.items(drawing.items)}".encode("latin-1")
    resources, clear = operators.resources()
    return document.page(
        {
            **page.boxes,
            **({"Group": together(operators.colors)} if clear else {}),
            "Resources": resources,
            "Contents": document.stream({}, content),
        }
    )


SPOTS = {"CutContour": (0, 1, 0, 0), "Crease": (1, 0, 0, 0)}
"""The colours of cuts and of folds by their names, and the inks that show them: magenta and cyan."""
_HAIRLINE = 0.25  # The width of lines to cut and fold along, in points.


def write_cuts(pages: Sequence[tuple[Page, Mapping[str, Outline]]], info: Info) -> bytes:
    """Write a page for each piece with its cut and fold lines alone, each in one of the colours of `SPOTS`."""
    document, spaces = PdfDocument((1, 6)), dict[str, list[object]]()
    for spot, inks in SPOTS.items():
        if any(spot in lines for _, lines in pages):
            tint = {"FunctionType": 2, "Domain": [0, 1], "C0": [0, 0, 0, 0], "C1": [*inks], "N": 1}
            spaces[spot] = ["/Separation", f"/{spot}", "/DeviceCMYK", document.add(tint)]
    for page, lines in pages:
        operators = (f"/{spot} CS 1 SCN {path_text(line, _STEPS)} S" for spot, line in lines.items())
        content = f"{numbers_text((1, 0, 0, -1, 0, page.drawing.height))} cm {_HAIRLINE} w {' '.join(operators)}"
        document.page({
            **page.boxes,
            "Resources": {"ColorSpace": {spot: spaces[spot] for spot in lines}},
            "Contents": document.stream({}, content.encode()),
        })  # fmt: skip
    return document.to_bytes({}, info_entries(info), {"Trapped": "/False"})
