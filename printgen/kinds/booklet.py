"""Booklets: a document on sheets to fold and staple, with its pages in printer's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from pydantic import Field

from printgen.base.errors import Exit, Finding
from printgen.base.units import Box, mm, scale, to_mm, translate
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import join_outlines, polyline, rectangle
from printgen.drawing.pieces import Piece
from printgen.faces.blocks.typeset import Typesetter
from printgen.game.dice_tables import Tables
from printgen.game.documents import Document
from printgen.kinds import Kind, documents
from printgen.kinds.composition import Composition, Order
from printgen.kinds.face_rendering import FacePage, face_of, page_size, render_face, stretch_to, wrong_shapes
from printgen.reading.part import NOTHING, Phrase, Words
from printgen.sheets.sheet import paper, sheet_words


class BookletOptions(documents.PagedDocument):
    """The `options` of a booklet; without a size its pages are half as large as the paper."""

    form: Literal["booklet", "pages"] = Field(
        "booklet", description="sheets to fold and staple, or pages to be read one after the other, large on the paper"
    )
    blank: Words = Field(NOTHING, description="the face of pages that fill the last sheet; without, lines for notes")
    marks: bool = Field(True, description="whether the fold and the places of the staples are marked")


STYLE, BLANK = "booklet-page", "booklet-blank"
MOST_PAGES = 96
"""More pages than anybody staples."""
_NEARLY = mm(2)  # a page this near to half the paper counts as half
# Marks of staples, and of the fold.
_MARK = Stroke("#6F777C", 0.4)
_FOLD = Stroke("#6F777C", 0.4, (3.0, 2.0))
_TICK, _STAPLE = mm(5), mm(12)  # how long the ends of the fold are drawn, and how wide a staple is
# What pages to be read leave free of the paper: at both sides together, and above and below together.
_ASIDE, _OVER = mm(20), mm(14.4)


def compose_booklet(order: Order) -> Composition:
    """A piece for each sheet, outermost first; none, with findings, for mistakes."""
    reference = order.value_as(documents.Reference)
    options = reference.options_as(BookletOptions)
    size, wrong_size = _size(order, options)
    setter, wrong_style = documents.typesetter(order, reference, STYLE)
    if size is None or setter is None:
        return Composition((), (*wrong_size, *wrong_style))
    pages, unfit = _pages(order, reference, options, size, setter)
    findings = [*unfit]
    if len(pages) > MOST_PAGES:
        message = f"the booklet has {len(pages)} pages; one of more than {MOST_PAGES} cannot be stapled"
        hint = "Make two of them, or allow smaller letters with pages:."
        findings.append(
            Finding("error", reference.document.title.where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT)
        )
        return Composition((), tuple(findings))
    drawn = list[tuple[Item, ...]]()
    for page in pages:
        items, page_findings = _draw_page(order, page, size)
        drawn.append(items)
        findings += page_findings
    if options.form == "pages":
        return Composition.whole(_reading_pages(order, drawn, size), findings)
    return Composition.whole(_sheets(order, drawn, size, options.marks), findings)


def _size(order: Order, options: BookletOptions) -> tuple[tuple[float, float] | None, tuple[Finding, ...]]:
    """The size of a page: half the paper, laid on its side, unless the product sets one."""
    whole = paper(order.paper, order.library)
    half = max(whole.width, whole.height) / 2, min(whole.width, whole.height)
    if not options.size and not order.product.size:
        return half, ()
    size, findings = page_size(order, options.size, "")
    is_nearly_half = size and all(abs(a - b) <= _NEARLY / 2 for a, b in zip(size, half, strict=True))
    return half if is_nearly_half else size, findings


class _BoundPage(NamedTuple):
    """A page of the booklet, its face, and the product's key that names the face."""

    face: Phrase
    key: str
    page: FacePage


def _pages(
    order: Order, reference: documents.Reference, options: BookletOptions, size: tuple[float, float], setter: Typesetter
) -> tuple[list[_BoundPage], Sequence[Finding]]:
    """All pages in reading order: cover, document, pages to fill the last sheet, back cover."""
    product = order.product
    style = Phrase(setter.style.face.name, options.where_of("style"))
    pages, findings = documents.sheet_pages(reference, setter, size)
    bound = [_BoundPage(style, "", page) for page in pages]
    empty = documents.empty_page(reference.document)
    if product.front:
        bound.insert(0, _BoundPage(Phrase(product.front, product.where_of("front")), "front", empty))
    missing = -(len(bound) + bool(product.back)) % 4 if options.form == "booklet" else 0
    bound += [_BoundPage(options.blank or Phrase(BLANK, product.where), "", empty)] * missing
    if product.back:
        bound.append(_BoundPage(Phrase(product.back, product.where_of("back")), "back", empty))
    words = sheet_words(order.library).nets
    return [_with_facts(page, number, len(bound), size, words) for number, page in enumerate(bound, 1)], findings


def _with_facts(
    bound: _BoundPage, number: int, count: int, size: tuple[float, float], words: Mapping[str, str]
) -> _BoundPage:
    """A page with its number, its size, its side in the open booklet, and the words to print there."""
    sides = {"width": to_mm(size[0]), "height": to_mm(size[1]), "w": to_mm(size[0]), "h": to_mm(size[1])}
    facts = {
        **bound.page.facts,
        **sides,
        "words": words,
        "page": number,
        "pages": count,
        "side": "right" if number % 2 else "left",
    }
    return bound._replace(page=bound.page._replace(facts=facts))


def _draw_page(
    order: Order, bound: _BoundPage, size: tuple[float, float]
) -> tuple[tuple[Item, ...], Sequence[Finding]]:
    """The items of a page of a size; none, with findings, when its face cannot be drawn."""
    page, where = bound.page, bound.face.where
    face, findings = face_of(order, bound.key, bound.face.text, where)
    if face is None:
        return (), findings
    # The face of the text fills pages of any size, which it finds among its facts.
    if page.upon:
        items, face_findings = render_face(order, face, page.facts, page.name, page.where, size)
        return (*items, *page.upon), face_findings
    hint = "Draw it in this size, or leave out its size: it is told the width and the height."
    if shape_findings := wrong_shapes([face], size, where, hint):
        return (), shape_findings
    drawn_size = face.size or size
    items, face_findings = render_face(
        order, face, page.facts, page.name, page.where, drawn_size, size[0] / drawn_size[0]
    )
    return stretch_to(size)(face, items).items, face_findings


def _reading_pages(order: Order, pages: Sequence[tuple[Item, ...]], size: tuple[float, float]) -> list[Piece]:
    """The pages one after the other, each as large as a sheet allows."""
    sheet, (width, height) = paper(order.paper, order.library), size
    short, long = sorted((sheet.width, sheet.height))
    grow = min((short - _ASIDE) / width, (long - _OVER) / height)
    name = order.product.title
    return [
        Piece(f"{name} {number}/{len(pages)}",
              Drawing(width * grow, height * grow, (Place(Group(page), scale(grow)),)), page=True, role="page")
        for number, page in enumerate(pages, 1)
    ]  # fmt: skip


def _sheets(order: Order, pages: Sequence[tuple[Item, ...]], size: tuple[float, float], marks: bool) -> list[Piece]:
    """The sheets, outermost first, with their pages side by side as they are printed."""
    width, height = size
    count = len(pages)
    # How far from the edges of the booklet the printer begins to print.
    whole = paper(order.paper, order.library)
    inner = max(0.0, order.margin - (min(whole.width, whole.height) - height) / 2)

    def side(left: int, right: int, more: tuple[Item, ...]) -> Drawing:
        halves = []
        for x, page in ((0.0, left), (width, right)):
            shown = Place(Group((Place(Group(pages[page])),), rectangle(Box(0.0, 0.0, width, height))), translate(x, 0))
            halves.append(shown)
        return Drawing(2 * width, height, (*halves, *more))

    pieces = []
    for sheet in range(count // 4):
        first = 2 * sheet
        name = f"{order.product.title}: pages {count - first}, {first + 1}, {first + 2}, {count - first - 1}"
        outside = side(count - first - 1, first, _marks(size, inner, not sheet) if marks else ())
        pieces.append(Piece(name, outside, side(first + 1, count - first - 2, ()), leaf=True, role="page"))
    return pieces


def _marks(size: tuple[float, float], inner: float, outermost: bool) -> tuple[Item, ...]:
    """The ends of the fold, `inner` points from the edges, and the places of staples on the outermost sheet."""
    x, height = size
    ends = ((inner, inner + _TICK), (height - inner - _TICK, height - inner))
    fold = join_outlines(polyline(((x, start), (x, end))) for start, end in ends)
    items: tuple[Item, ...] = (Path(fold, None, _FOLD),)
    if outermost:
        lines = []
        for y in (height / 4, 3 * height / 4):
            start, end = y - _STAPLE / 2, y + _STAPLE / 2
            lines.append(polyline(((x, start), (x, end))))
            lines += (polyline(((x - mm(1), at), (x + mm(1), at))) for at in (start, end))
        items += (Path(join_outlines(lines), None, _MARK),)
    return items


KIND = Kind(
    "booklet",
    compose_booklet,
    options=BookletOptions,
    load=lambda loading: documents.load_reference(loading, BookletOptions),
    check=documents.check_tables,
    takes=("front", "back", "size"),
    shapes={"document": Document, "tables": Tables},
)
