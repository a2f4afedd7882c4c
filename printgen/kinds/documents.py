"""Shared parts of products with documents: their options and files, the typesetter, pages, odds and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, WithJsonSchema

from printgen.base import group_pairs
from printgen.base.errors import Finding, PrintgenError, Where, unknown_word
from printgen.base.units import count_noun, scale, translate
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.pieces import TemplateProblem
from printgen.faces.blocks.fitting import columns_of, fit, sheet_bands
from printgen.faces.blocks.typeset import Typesetter, load_style
from printgen.game.dice_tables import DiceTable, check_table, load_dice_tables
from printgen.game.documents import (
    Align,
    CellRow,
    CellStyle,
    Document,
    ErrataNote,
    NamedOdds,
    NamedTable,
    Note,
    PictureBlock,
    Share,
    TableBlock,
)
from printgen.game.records import Game, Loading
from printgen.kinds import swatches_of
from printgen.kinds.composition import Order
from printgen.kinds.face_rendering import FacePage, face_of, render_face
from printgen.kinds.record_faces import needs_look, piece_values
from printgen.layout.columns import Band
from printgen.reading.files import Files
from printgen.reading.part import NOTHING, File, Many, OneOrMany, Options, Phrase, Words, problem
from printgen.reading.positions import LocatedMap
from printgen.reading.scalars import check_known, shorten
from printgen.rules.checks import all_corrections, by_reason

if TYPE_CHECKING:
    from printgen.rules.odds import OddsGrid

Paged = TypeVar("Paged", bound="PagedDocument")

_MOST_COLUMNS = 6
_COUNT = {"type": "integer", "minimum": 1, "maximum": _MOST_COLUMNS}
_SHARES = {"type": "array", "items": {"type": "number", "exclusiveMinimum": 0}}


def _shares(value: Any) -> Any:
    """A number of columns as equal shares; other values are left to the type."""
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    if not 1 <= value <= _MOST_COLUMNS:
        hint = f"Choose a number from 1 to {_MOST_COLUMNS}."
        raise problem("out-of-range", f"{value} is not from 1 to {_MOST_COLUMNS}", hint)
    return (1.0,) * value


Shares = Annotated[
    Annotated[Many[Share], Field(min_length=1, max_length=_MOST_COLUMNS)],
    BeforeValidator(_shares),
    WithJsonSchema({"anyOf": [_COUNT, _SHARES]}),
]
"""A number of columns, or the share of the width of each."""


class PagedDocument(Options):
    """The shared `options` of products that print a document."""

    file: File = Field(description="the document")
    size: Words = Field(NOTHING, description="the size of a page, such as poker or 120x80mm")
    style: Words = Field(NOTHING, description="the face that gives letters, colours and frame")
    columns: Shares = Field((1.0,), description="how many columns there are, or their shares of the width")
    pages: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        None, description="on how many pages or cards it must fit, in smaller letters if need be"
    )
    tables: OneOrMany[File] = Field((), description="the files of the tables that the document shows")


@dataclass(frozen=True, slots=True)
class Reference:
    """A product that prints a document: its options, its document, and the tables that the document may name."""

    options: PagedDocument
    document: Document
    tables: Mapping[str, DiceTable]

    def options_as(self, shape: type[Paged]) -> Paged:
        """The options, which must be of this shape."""
        assert isinstance(self.options, shape), f"the options are {type(self.options).__name__}, not {shape.__name__}"
        return self.options


def load_reference(loading: Loading, shape: type[Paged]) -> Reference | None:
    """The files that a product's options name; None, with findings, for mistakes."""
    files = loading.files
    before = len(files.findings)
    options = loading.options_of(shape)
    if options is None:
        return None
    document = files.part(options.file, Document, "the document")
    read = [files.once(path, load_dice_tables) for path in options.tables]
    tables = _merge_tables(read, files)
    if document is None or None in read:
        return None
    for block in document.every_block():
        for name in block.of if isinstance(block, PictureBlock) else ():
            product = name.text.partition("/")[0]
            files.add(check_known(name.where, product, loading.game.products, "the game has no product '{}'"))
        if isinstance(block, NamedTable) and block.name.text not in tables:
            message = f'there is no table "{shorten(block.name.text)}"'
            add = "Name its file under tables: in the product's options."
            files.unknown(block.name.where, "unknown-table", message, block.name.text, tables, add)
        elif isinstance(block, NamedTable) and (table := tables[block.name.text]):
            files.add(_check_widths(block, table))
    whole = {name: table for name, table in tables.items() if table}
    return Reference(options, document, whole) if len(files.findings) == before and len(whole) == len(tables) else None


def _check_widths(block: NamedTable, table: DiceTable) -> Iterator[Finding]:
    """A finding when a block gives widths for another number of columns than its table has."""
    if block.widths and len(block.widths) != table.count:
        message = f"{count_noun(len(block.widths), 'width')}; the table has {count_noun(table.count, 'column')}"
        yield Finding("error", block.where_of("widths"), message, "Write one for each column.", "wrong-columns")


def _merge_tables(read: list[dict[str, DiceTable | None] | None], files: Files) -> dict[str, DiceTable | None]:
    """The tables of several files, whose names must differ."""
    tables: dict[str, DiceTable | None] = {}
    for name, table in (item for file_tables in read for item in (file_tables or {}).items()):
        first = tables.setdefault(name, table)
        if first and table and first is not table:
            message = f'the table "{shorten(name)}" stands in {first.where.file} and again here'
            files.report(table.where, "duplicate-name", message, "Give it another name.")
    return tables


def check_tables(game: Game) -> Iterator[Finding]:
    """Findings for every table that the documents of a game may show."""
    loaded = (product.loaded for product in game.products.values())
    tables = [table for value in loaded if isinstance(value, Reference) for table in value.tables.values()]
    for table in {table.where: table for table in tables}.values():
        yield from check_table(table)


def typesetter(order: Order, reference: Reference, style: str) -> tuple[Typesetter | None, Sequence[Finding]]:
    """The typesetter for a document in its style, or else the default one; None, with findings, for mistakes."""
    options, library = reference.options, order.library
    face, findings = face_of(order, "", options.style.text or style, options.where_of("style"))
    if face is None:
        return None, findings
    try:
        letters = load_style(face, library)
    except TemplateProblem as error:
        return None, error.findings
    setter = Typesetter(
        letters,
        library,
        reference.tables,
        swatches_of(library, order.look),
        _drawer(order),
        partial(_odds, order.game),
        partial(errata_notes, order.game),
        order.renderer.preflight.set_origin,
    )
    return setter, ()


def room_of(setter: Typesetter, size: tuple[float, float]) -> tuple[float, float]:
    """The width and height for blocks on a page of a size, in points."""
    left, top, right, bottom = setter.style.room
    return size[0] - left - right, size[1] - top - bottom


def sheet_pages(
    reference: Reference, setter: Typesetter, size: tuple[float, float]
) -> tuple[list[FacePage], Sequence[Finding]]:
    """The pages of a size with the document on them, in columns; facts have its words and the page number."""
    document, options, (width, height) = reference.document, reference.options, room_of(setter, size)
    sections = [section for section in document.sections if section.only != "cards"]
    columns = columns_of(options.columns, width, setter.style.column_gap)
    fitted = fit(
        lambda at: _check_columns(sheet_bands(sections, columns, width, at), options, at),
        height, setter, options.pages,
    )  # fmt: skip
    empty, count, pages = empty_page(document), len(fitted.pages), list[FacePage]()
    for i in range(count):
        facts = {**empty.facts, "page": i + 1, "pages": count}
        pages.append(empty._replace(facts=facts, upon=place_on_page(setter, fitted.page(i))))
    return pages, fitted.findings


def empty_page(document: Document) -> FacePage:
    """A page with the words over a document among its facts, and no blocks."""
    title = document.title
    facts = {"title": title.text, "kicker": document.kicker.text, "line": document.line.text, "icon": ""}
    return FacePage(title.text, facts, title.where)


def place_on_page(setter: Typesetter, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Items of a page, moved to the place where its blocks begin."""
    left, top, *_ = setter.style.room
    return (Place(Group(items), translate(left, top)),)


def _check_columns(bands: list[Band], options: PagedDocument, at: Typesetter) -> list[Band]:
    """The bands of a document; a band in columns of different widths that has no breaks adds a finding to `at`."""
    if any(len(band.flows) == 1 < len({round(column.width, 3) for column in band.columns}) for band in bands):
        message = "columns of different widths need a break: column wherever the next one starts"
        hint = "Add the breaks, or give a number of columns."
        at.add(Finding("error", options.where_of("columns"), message, hint, "needs-break"))
    return bands


def _odds(game: Game, block: NamedOdds) -> tuple[TableBlock | None, Sequence[Finding]]:
    """A table of the game's odds as a block of cells; None, with findings, for an unknown name."""
    from printgen.rules.odds import odds_of

    try:
        all_odds = odds_of(game)
    except PrintgenError as error:
        return None, error.findings
    table = all_odds.get(block.name.text)
    if table is None:
        add = "Write odds: and a file in game.yaml, and the table in that file."
        message = f'there are no odds "{shorten(block.name.text)}"'
        return None, [unknown_word(block.name.where, "unknown-odds", message, block.name.text, all_odds, add)]
    row_names = dict.fromkeys(name for name, _ in table.grid.rows)
    if block.only and block.only.text not in row_names:
        message = f'"{shorten(block.only.text)}" has no odds in {table.name}'
        return None, [unknown_word(block.only.where, "unknown-odds", message, block.only.text, row_names)]
    return _as_table(table.grid, block)


def errata_notes(game: Game, block: ErrataNote) -> tuple[Note, ...]:
    """The corrections of a game's source, as a paragraph; nothing when there are none."""
    left_out = {name.text for name in block.leave_out}
    grouped = by_reason(correction for correction in all_corrections(game) if correction.name not in left_out)
    lines = []
    for reason, corrections in grouped.items():
        names = group_pairs(((one.printed, one.instead), one.name) for one in corrections)
        changes = (
            f"{printed} → **{instead}**" + (f" ({', '.join(who)})" if who != [instead] else "")
            for (printed, instead), who in names.items()
        )
        lines.append(f"{', '.join(changes)}: {reason}")
    return (Note(text=Phrase(" ".join(lines), block.where)),) if lines else ()


def _as_table(grid: OddsGrid, block: NamedOdds) -> tuple[TableBlock | None, Sequence[Finding]]:
    """Rows of odds as a block of cells; None, with findings, for a wrong number of titles."""
    chosen = [cells for name, cells in grid.rows if name == (block.only.text or name)]
    # The title names what all rows are of, so the first column would repeat it.
    first = int(bool(block.only) and chosen[0][0] == block.only.text and len(chosen) > 1)
    head = block.head or tuple(Phrase(cell, block.where) for cell in grid.head[first:])
    if len(head) != len(grid.head) - first:
        message, hint = f"the table has {len(grid.head) - first} columns", "Give a title for each."
        return None, [Finding("error", block.where_of("head"), message, hint, "wrong-columns")]
    rows = tuple(CellRow(cells=tuple(Phrase(cell, block.where) for cell in cells[first:])) for cells in chosen)
    more = len(head) - 1
    sides: list[Align] = ["center"] * more
    styles: list[CellStyle] = ["body"] * more
    table = TableBlock(head=head, rows=rows, styles=("strong", *styles), align=("left", *sides))
    return table.at_place(block.where), ()


def _drawer(order: Order) -> Callable[[PictureBlock, float], tuple[float, tuple[Item, ...], Sequence[Finding]]]:
    """A function that draws a document's pictures, each once however often its pages are tried."""
    cached: dict[tuple[Where, float], tuple[float, tuple[Item, ...], Sequence[Finding]]] = {}

    def draw(block: PictureBlock, width: float) -> tuple[float, tuple[Item, ...], Sequence[Finding]]:
        key = (block.where, round(width, 3))
        if key not in cached:
            cached[key] = _picture(order, block, width)
        return cached[key]

    return draw


def _picture(order: Order, block: PictureBlock, width: float) -> tuple[float, tuple[Item, ...], Sequence[Finding]]:
    """A face of the templates in a width, in points: its height, its items, and its findings."""
    values, name = block.given or {}, block.face
    face, findings = face_of(order, "", name.text, name.where)
    if face is None:
        return 0.0, (), findings
    if face.size is None:
        message = f"face '{face.name}' has no size, so it cannot stand alone"
        return 0.0, (), [Finding("error", name.where, message, "", "unknown-face")]
    if strangers := [key for key in values if key not in face.params]:
        where = values.key_where(strangers[0]) if isinstance(values, LocatedMap) else block.where
        message = f"face '{face.name}' takes no '{strangers[0]}'"
        findings.append(unknown_word(where, "bad-input", message, strangers[0], face.params))
    k, facts = width / face.size[0], dict(values)
    if block.of:
        composed = needs_look(order, face)
        heroes = []
        for piece in block.of:
            hero, picture_findings = piece_values(order, piece, composed)
            heroes += [hero] if hero else []
            findings += picture_findings
        if len(heroes) < len(block.of):
            return 0.0, (), findings
        facts["heroes"] = heroes
    items, picture_findings = render_face(order, face, facts, face.name, block.where, grown=k)
    return face.size[1] * k, (Place(Group(items), scale(k)),), [*findings, *picture_findings]
