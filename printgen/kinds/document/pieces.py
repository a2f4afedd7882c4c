"""Reference sheets: a document of titled blocks comes in; its pages, or a set of cards from the same data, go out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from printgen.base.geometry import scale, translate
from printgen.base.units import to_mm
from printgen.drawing.columns import Band, Column
from printgen.drawing.model import Drawing, Group, Item, Place
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.errors import Finding, Where, did_you_mean
from printgen.faces.face import Face
from printgen.faces.render import Ink
from printgen.flow import BandMaker, Fitted, Style, Typesetter, card_bands, columns_of, fit, read_style, unfit
from printgen.kinds import swatches_of
from printgen.kinds.composition import Composition, Order
from printgen.kinds.document.reading import DocumentOptions, Reference
from printgen.reading.blocks import Picture
from printgen.reading.documents import Section
from printgen.reading.marked import Map

_STYLES = {"sheet": "sheet-dossier", "cards": "sheet-card"}
_SIZES = {"sheet": "195.9x265mm", "cards": "poker"}


def compose_reference_sheet(order: Order) -> Composition:
    """The pages of a document as pieces without backs; findings stand at the lines of the document."""
    reference = order.loaded(Reference)
    findings: list[Finding] = []
    size, style = _size(order, reference.options, findings), _style(order, reference.options, findings)
    if size is None or style is None:
        return Composition((), tuple(findings))
    desk = _Desk(order, reference, size, style, findings)
    pages = desk.cards() if reference.options.form == "cards" else desk.sheets()
    pieces = desk.pieces(pages)
    wrong = any(finding.severity == "error" for finding in desk.findings)
    return Composition(() if wrong else pieces, tuple(dict.fromkeys(desk.findings)))


def _size(order: Order, options: DocumentOptions, findings: list[Finding]) -> tuple[float, float] | None:
    product = order.product
    try:
        return order.library.size(options.size.text or product.size or _SIZES[options.form])
    except ValueError as error:
        where = options.size.where if options.size else product.where_of("size")
        findings.append(Finding("error", where, str(error), "", "unknown-size"))
        return None


def _style(order: Order, options: DocumentOptions, findings: list[Finding]) -> Style | None:
    name, names = order.styled(options.style.text or _STYLES[options.form]), order.library.face_names()
    if name not in names:
        hint = did_you_mean(name, [n for n in names if n.startswith("sheet-")])
        where = options.where_of("style")
        findings.append(Finding("error", where, f"there is no style '{name}'", hint, "unknown-face"))
        return None
    try:
        return read_style(order.library.face(name), order.library)
    except TemplateProblem as error:
        findings.extend(error.findings)
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
    """Sets a document for one order."""

    order: Order
    reference: Reference
    size: tuple[float, float]
    style: Style
    findings: list[Finding]
    _faces: dict[tuple[str, str], tuple[float, float, tuple[Item, ...]]] = field(default_factory=dict)

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of what blocks may fill."""
        left, top, right, bottom = self.style.room
        return self.size[0] - left - right, self.size[1] - top - bottom

    @cached_property
    def setter(self) -> Typesetter:
        """What sets the blocks."""
        swatches = swatches_of(self.order.library)
        return Typesetter(self.style, self.order.library, self.reference.tables, swatches, self.picture)

    def sheets(self) -> list[_Page]:
        document = self.reference.document
        sections = [section for section in document.sections if section.only != "cards"]
        fitted = self.fitted(lambda setter: self.sheet_bands(sections, setter), self.reference.options.pages)
        told = {"title": document.title.text, "kicker": document.kicker.text, "line": document.line.text, "icon": ""}
        count = len(fitted.layout.pages)
        return [
            _Page(
                document.title.text + (f" {i + 1}/{count}" if count > 1 else ""),
                {**told, "page": i + 1, "pages": count},
                document.title.where,
                fitted.page(i),
            )
            for i in range(count)
        ]

    def cards(self) -> list[_Page]:
        column = Column(0.0, self.room[0])
        document, pages = self.reference.document, self.reference.options.pages
        parts: list[tuple[Section, Fitted]] = []
        for section in document.sections:
            if section.only != "sheet":
                parts.append((section, self.fitted(partial(card_bands, section, column), 0)))
        total = sum(len(fitted.layout.pages) for _, fitted in parts)
        if pages and total > pages:
            message = f"the set needs {total} cards; it may have {pages}"
            self.findings.append(unfit(parts[-1][0].where, message, "Shorten the document, or allow more pages."))
        out: list[_Page] = []
        for section, fitted in parts:
            count = len(fitted.layout.pages)
            for i in range(count):
                told = {"title": section.title.text, "kicker": document.title.text, "line": document.kicker.text,
                        "icon": section.icon.text, "page": len(out) + 1, "pages": total}  # fmt: skip
                name = section.title.text + (f" {i + 1}/{count}" if count > 1 else "")
                out.append(_Page(name, told, section.title.where, fitted.page(i)))
        return out

    def sheet_bands(self, sections: list[Section], setter: Typesetter) -> list[Band]:
        options = self.reference.options
        columns = columns_of(options.columns, self.room[0], self.style.column_gap)
        maker = BandMaker(columns, Column(0.0, self.room[0]), setter)
        for section in sections:
            maker.section(section)
        maker.flush()
        if maker.uneven:
            message = "columns of different widths need a break: column wherever the next one starts"
            hint = "Add the breaks, or give a number of columns."
            setter.findings.append(Finding("error", options.where_of("columns"), message, hint, "needs-break"))
        return maker.bands

    def fitted(self, make: Callable[[Typesetter], list[Band]], pages: int | None) -> Fitted:
        fitted = fit(make, self.room[1], self.setter, pages)
        self.findings.extend(fitted.findings)
        return fitted

    def picture(self, block: Picture, width: float) -> tuple[float, tuple[Item, ...]]:
        """A face of the templates, scaled to a width."""
        key = (block.face.text, str(block.where))
        if key not in self._faces:
            self._faces[key] = self._rendered(block)
        own, height, items = self._faces[key]
        if not own:
            return 0.0, ()
        return height * width / own, (Place(Group(items), scale(width / own)),)

    def _rendered(self, block: Picture) -> tuple[float, float, tuple[Item, ...]]:
        name = self.order.styled(block.face.text)
        try:
            face = self.order.library.face(name)
            if face.size is None:
                raise ValueError(f"face '{name}' has no size, so it cannot stand alone")
            size = face.size
            unknown = [k for k in block.given or () if k not in face.params]
            if unknown:
                where = block.given.key_where(unknown[0]) if isinstance(block.given, Map) else block.where
                hint = did_you_mean(unknown[0], face.params)
                self.findings.append(Finding("error", where, f"face '{name}' takes no '{unknown[0]}'", hint))
            return (*size, self.render(face, block.given or {}, block.where, name))
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
        width, height = self.size
        left, top = self.style.room[:2]
        size = {"width": to_mm(width), "height": to_mm(height)}
        out: list[Piece] = []
        for page in pages:
            ground = self.render(self.style.face, {**page.told, **size}, page.where, page.name)
            body = Place(Group(page.items), translate(left, top))
            out.append(Piece(page.name, Drawing(width, height, (*ground, body)), bleed=self.style.face.bleed))
        return tuple(out)
