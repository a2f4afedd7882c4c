"""Reference sheets: a document of titled blocks comes in; its pages, or a set of cards from the same data, go out.

Options of such a product: `file` (the document), `form` (sheet or cards), `size` of a page, `style` (a face),
`columns` (how many, or their shares of the width) and `pages` (at most so many, in smaller letters if need be).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from printgen.base.geometry import scale, translate
from printgen.base.units import to_mm
from printgen.drawing.columns import Band, Chunk, Column, Layout, lay_out
from printgen.drawing.model import Drawing, Group, Item, Place
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.swatches import Swatches
from printgen.drawing.tints import Tints
from printgen.errors import Exit, Finding, Where, did_you_mean
from printgen.faces.face import Face
from printgen.faces.render import Ink
from printgen.flow import BandMaker, Style, Typesetter, card_bands, read_style
from printgen.kinds import swatches_of
from printgen.kinds.composition import Composition, Order, named_size
from printgen.reading import documents as doc
from printgen.reading.document_files import read_document
from printgen.reading.entries import Entry, Findings, Phrase, Spot, above_zero
from printgen.reading.files import shown_name
from printgen.reading.marked import Seq
from printgen.reading.table_blocks import tables_of, with_tables

_OPTIONS = ("file", "form", "size", "style", "columns", "pages", "tables")
_STYLES = {"sheet": "sheet-dossier", "cards": "sheet-card"}
_SIZES = {"sheet": "195.9x265mm", "cards": "poker"}
# How finely the letters are made smaller until everything fits.
_STEPS = 12
_ENDLESS = 1000


def compose_reference_sheet(order: Order) -> Composition:
    """The pages of a document as pieces without backs; findings stand at the lines of the document."""
    findings = Findings()
    options = _options(order, findings)
    if options is None:
        return Composition((), tuple(findings.found))
    document, found = read_document(order.game.folder / options.file, shown_name(order.game.folder / options.file))
    style = _style(order, options, findings)
    if document is None or style is None:
        return Composition((), (*findings.found, *found))
    tables, wrong_tables = tables_of(order.product, order.game.folder)
    if wrong_tables:
        return Composition((), tuple(wrong_tables))
    sections = tuple(replace(s, blocks=with_tables(s.blocks, tables, findings)) for s in document.sections)
    document = replace(document, sections=sections)
    desk = _Desk(order, options, style, findings.found, swatches_of(order.library))
    pages = desk.cards(document) if options.form == "cards" else desk.sheets(document)
    pieces = desk.pieces(pages)
    wrong = any(finding.severity == "error" for finding in desk.findings)
    return Composition(() if wrong else pieces, tuple(dict.fromkeys(desk.findings)))


@dataclass(frozen=True, slots=True)
class _Options:
    """What the product asks for; lengths in points."""

    file: str
    form: str
    size: tuple[float, float]
    style: Phrase
    shares: tuple[float, ...]
    columns_where: Where
    pages: int


def _options(order: Order, findings: Findings) -> _Options | None:
    product = order.product
    for key in ("list", "front", "back"):
        if key in product.source:
            message = f'a reference sheet takes no "{key}"'
            findings.add(product.source.key_where(key), "unknown-key", message, "Remove the line; see options.")
    where = product.options.start if product.options else product.where_of("options")
    entry = Entry(Spot(product.options, where, "options"), _OPTIONS, findings)
    file = entry.phrase("file", needed=True)
    form = entry.choice("form", ("sheet", "cards"))
    style = entry.phrase("style")
    shares = _shares(entry, findings)
    columns = entry.spot("columns")
    size = entry.phrase("size")
    pages = entry.whole("pages", 1, _ENDLESS, 0)
    measured = (0.0, 0.0)
    try:
        measured = named_size(size.text or product.size or _SIZES[form])
    except ValueError as error:
        findings.add(size.where if size else product.where_of("size"), "unknown-size", str(error), "")
    if findings.found:
        return None
    named = style or Phrase(_STYLES[form], style.where)
    return _Options(file.text, form, measured, named, shares, columns.where if columns else where, pages)


def _shares(entry: Entry, findings: Findings) -> tuple[float, ...]:
    """The columns' shares of the width."""
    spot = entry.spot("columns")
    if spot is not None and isinstance(spot.value, Seq):
        return tuple(above_zero(item, 1.0, findings) for item in findings.each(spot)) or (1.0,)
    return (1.0,) * entry.whole("columns", 1, 6, 1)


def _style(order: Order, options: _Options, findings: Findings) -> Style | None:
    name, names = order.styled(options.style.text), order.library.face_names()
    if name not in names:
        hint = did_you_mean(name, [n for n in names if n.startswith("sheet-")])
        findings.add(options.style.where, "unknown-face", f"there is no style '{name}'", hint)
        return None
    try:
        return read_style(order.library.face(name), order.library)
    except TemplateProblem as error:
        findings.found.extend(error.findings)
        return None


@dataclass(frozen=True, slots=True)
class _Page:
    """One page to draw: its name, what the face is told, where its texts stand in the file, and its chunks."""

    name: str
    told: Mapping[str, Any]
    where: Where
    items: tuple[Item, ...]


@dataclass
class _Desk:
    """Sets documents for one order."""

    order: Order
    options: _Options
    style: Style
    findings: list[Finding]
    swatches: Swatches
    _faces: dict[tuple[str, str], tuple[float, float, tuple[Item, ...]]] = field(default_factory=dict)

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of what blocks may fill."""
        left, top, right, bottom = self.style.room
        return self.options.size[0] - left - right, self.options.size[1] - top - bottom

    def columns(self) -> tuple[Column, ...]:
        shares, gap = self.options.shares, self.style.column_gap
        width = (self.room[0] - gap * (len(shares) - 1)) / sum(shares)
        out: list[Column] = []
        x = 0.0
        for share in shares:
            out.append(Column(x, width * share))
            x += width * share + gap
        return tuple(out)

    def sheets(self, document: doc.Document) -> list[_Page]:
        sections = [section for section in document.sections if section.only != "cards"]
        layout = self.fitted(lambda setter: self.sheet_bands(sections, setter), self.options.pages)
        told = {"title": document.title.text, "kicker": document.kicker.text, "line": document.line.text, "icon": ""}
        count = len(layout.pages)
        return [
            _Page(
                document.title.text + (f" {i + 1}/{count}" if count > 1 else ""),
                {**told, "page": i + 1, "pages": count},
                document.title.where,
                _drawn(layout, i),
            )
            for i in range(count)
        ]

    def cards(self, document: doc.Document) -> list[_Page]:
        column = Column(0.0, self.room[0])
        parts: list[tuple[doc.Section, Layout]] = []
        for section in document.sections:
            if section.only == "sheet":
                continue
            layout = self.fitted(lambda setter, section=section: card_bands(section, column, setter), 0)
            parts.append((section, layout))
        total = sum(len(layout.pages) for _, layout in parts)
        if self.options.pages and total > self.options.pages:
            message = f"the set needs {total} cards; it may have {self.options.pages}"
            self.unfit(parts[-1][0].where, message, "Shorten the document, or allow more pages.")
        out: list[_Page] = []
        for section, layout in parts:
            for i in range(len(layout.pages)):
                told = {"title": section.title.text, "kicker": document.title.text, "line": document.kicker.text,
                        "icon": section.icon.text, "page": len(out) + 1, "pages": total}  # fmt: skip
                name = section.title.text + (f" {i + 1}/{len(layout.pages)}" if len(layout.pages) > 1 else "")
                out.append(_Page(name, told, section.title.where, _drawn(layout, i)))
        return out

    def sheet_bands(self, sections: list[doc.Section], setter: Typesetter) -> list[Band]:
        maker = BandMaker(self.columns(), Column(0.0, self.room[0]), setter)
        for section in sections:
            maker.section(section)
        maker.flush()
        if maker.uneven:
            message = "columns of different widths need a break: column wherever the next one starts"
            hint = "Add the breaks, or give a number of columns."
            self.findings.append(Finding("error", self.options.columns_where, message, hint, "needs-break"))
        return maker.bands

    def fitted(self, make: Any, pages: int) -> Layout:
        """The layout in the largest letters that need the fewest pages, or at most `pages` when it is above 0."""
        body = self.style.letters["body"]
        least = body.floor / body.size
        scales = [1 - (1 - least) * step / _STEPS for step in range(_STEPS + 1)] if least < 1 else [1.0]
        tried = [self.layout(make, scales[-1])]
        layout, setter = tried[0]
        wanted = pages or (len(layout.pages) if self.options.form == "cards" else _ENDLESS)
        for size in scales:
            trial, trial_setter = self.layout(make, size)
            if not trial_setter.stuck and not trial.too_tall and len(trial.pages) <= wanted:
                layout, setter = trial, trial_setter
                break
        else:
            self.report(layout, wanted, body.floor)
        self.findings.extend((*setter.findings, *setter.stuck))
        return layout

    def layout(self, make: Any, size: float) -> tuple[Layout, Typesetter]:
        setter = Typesetter(self.style, self.order.library, self.swatches, self.picture, size)
        return lay_out(make(setter), self.room[1]), setter

    def report(self, layout: Layout, wanted: int, floor: float) -> None:
        for chunk in layout.too_tall:
            message = f"this is {to_mm(chunk.height):.0f} mm high; a page has {to_mm(self.room[1]):.0f} mm"
            self.unfit(chunk.where, message, "Shorten it, or break it into several blocks.")
        if len(layout.pages) > wanted and not layout.too_tall:
            first: Chunk = layout.pages[wanted][0].chunk
            message = f"from here on it does not fit on {wanted} page{'s' if wanted > 1 else ''} at {floor:g} pt"
            self.unfit(first.where, message, "Shorten the document, or allow more pages.")

    def unfit(self, where: Where, message: str, hint: str) -> None:
        self.findings.append(Finding("error", where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT))

    def picture(self, block: doc.Picture, width: float) -> tuple[float, tuple[Item, ...]]:
        """A face of the templates, scaled to a width."""
        key = (block.face.text, str(block.where))
        if key not in self._faces:
            self._faces[key] = self._rendered(block)
        own, height, items = self._faces[key]
        if not own:
            return 0.0, ()
        return height * width / own, (Place(Group(items), scale(width / own)),)

    def _rendered(self, block: doc.Picture) -> tuple[float, float, tuple[Item, ...]]:
        name = self.order.styled(block.face.text)
        try:
            face = self.order.library.face(name)
            if face.size is None:
                raise ValueError(f"face '{name}' has no size, so it cannot stand alone")
            size = named_size(face.size) if isinstance(face.size, str) else face.size
            unknown = [k for k in block.parameters or () if k not in face.params]
            if unknown and block.parameters is not None:
                where = block.parameters.key_where(unknown[0])
                hint = did_you_mean(unknown[0], face.params)
                self.findings.append(Finding("error", where, f"face '{name}' takes no '{unknown[0]}'", hint))
            return (*size, self.render(face, block.parameters or {}, block.where, name))
        except TemplateProblem as error:
            self.findings.extend(error.findings)
        except ValueError as error:
            self.findings.append(Finding("error", block.face.where, str(error), "", "unknown-face"))
        return 0.0, 0.0, ()

    def render(self, face: Face, told: Mapping[str, Any], where: Where, name: str) -> tuple[Item, ...]:
        game, product = self.order.game, self.order.product
        ink = Ink(Tints({}), name, lambda _: where)
        context = {
            "tables": {key: table.rows for key, table in game.tables.items()},
            "game": {"name": game.name, "title": game.title, "version": game.version, "notice": game.notice},
            "product": {"name": product.name, "title": product.title},
            **product.parameters,
            **told,
        }
        items = self.order.renderer.render(face, context, ink)
        self.findings.extend(ink.findings)
        return items

    def pieces(self, pages: list[_Page]) -> tuple[Piece, ...]:
        width, height = self.options.size
        left, top = self.style.room[:2]
        size = {"width": to_mm(width), "height": to_mm(height)}
        out: list[Piece] = []
        for page in pages:
            ground = self.render(self.style.face, {**page.told, **size}, page.where, page.name)
            body = Place(Group(page.items), translate(left, top))
            out.append(Piece(page.name, Drawing(width, height, (*ground, body)), bleed=self.style.face.bleed))
        return tuple(out)


def _drawn(layout: Layout, page: int) -> tuple[Item, ...]:
    return tuple(Place(Group(p.chunk.draw(p.height)), translate(p.x, p.y)) for p in layout.pages[page])
