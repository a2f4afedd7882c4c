"""The cover sheet: what a kit's other products came to comes in; one page that lists them, with pictures, goes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from printgen.base.geometry import Box, compose, scale, translate
from printgen.base.units import mm
from printgen.drawing.model import Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import rectangle, transformed
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.reducing import Reducer
from printgen.drawing.tints import Tints
from printgen.errors import Finding, unknown
from printgen.faces.session import Session
from printgen.kinds.composition import Composition, Order
from printgen.kinds.cover.reading import CoverOptions
from printgen.kinds.facing import face_of, filling, page_size, trim_of, wrong_shapes
from printgen.reading.part import NOTHING, Phrase
from printgen.sheets.sheet_words import sheet_words

_FRAME_LINE = mm(0.4)


def compose_cover(order: Order) -> Composition:
    """One page for the kit, from the contents of the order; the product's options give stock, steps and pictures."""
    product, options = order.product, order.loaded(CoverOptions)
    findings: list[Finding] = []
    face = face_of(order, "front", product.front, findings)
    if face is None:
        return Composition((), tuple(findings))
    size = page_size(order, NOTHING, face, findings)
    try:
        windows = face.slots("picture")
    except TemplateProblem as error:
        findings += error.findings
    findings += wrong_shapes([face], size, product.where_of("size")) if size else ()
    findings += _unknown_icons(order, options)
    if findings or size is None:
        return Composition((), tuple(findings))
    ink = Session(Tints({}), product.title, product.where_of, trim=trim_of(face, face.size or size))
    pictured = _pictured(order, options.pictures)[: len(windows)]
    context = {**_context(order, options), "captions": [title for title, _ in pictured], **product.parameters}
    items = order.renderer.render(face, context, ink)
    try:
        line = Stroke(ink.tints.resolve("ink"), _FRAME_LINE)
    except ValueError:
        message = f"face '{face.name}' has pictures framed, and needs the colour 'ink'"
        found = Finding("error", face.where, message, "Add it under colors, or a palette that has it.", "template")
        return Composition((), (*ink.findings, found))
    for (_, picture), window in zip(pictured, windows, strict=False):
        items += tuple(_framed(picture, window, line, options.fit == "contain"))
    return Composition.whole([Piece(product.title, filling(size)(face, items), page=True)], ink.findings)


def _unknown_icons(order: Order, options: CoverOptions) -> Iterator[Finding]:
    library = order.library
    for fact in (fact for fact in options.facts if not library.icons.has(fact.icon)):
        message = f"there is no icon '{fact.icon}'"
        yield unknown(fact.where_of("icon"), "unknown-icon", message, fact.icon, library.icons.names)


def _pictured(order: Order, names: Iterable[Phrase]) -> list[tuple[str, Piece]]:
    """Titles and pieces of the products named, or of the first ones: "joe-deck", or one piece, "joe-deck/Ace"."""
    by_name = {content.product.name: content for content in order.contents}
    parted = [name.text.partition("/") for name in names]
    wanted = [parts for parts in parted if parts[0] in by_name]
    printed = [content.product.name for content in order.contents if content.sheets]
    out: list[tuple[str, Piece]] = []
    for product, _, piece in wanted or [(name, "", "") for name in printed]:
        content = by_name[product]
        picture = next((p for p in content.pieces if p.name == piece), content.pieces[0])
        out.append((content.product.title, picture))
    return out


def _context(order: Order, options: CoverOptions) -> dict[str, Any]:
    """What the face sees, but for the titles of the pictures."""
    game = order.game
    title, _, rest = game.title.partition(" ")
    words = sheet_words(order.library).covers
    contents = tuple(content for content in order.contents if content.sheets)
    rows = [
        {
            "title": content.product.title,
            "pieces": content.count,
            "sheets": content.sheets,
            "stock": content.product.stock or options.stock.get(content.product.name, ""),
        }
        for content in contents
    ]
    return {
        "title": title,
        "subtitle": rest,
        "words": words,
        "version": game.version,
        "notice": game.notice,
        "paper": order.paper,
        "rows": rows,
        "total_pieces": sum(content.count for content in contents),
        "total_sheets": sum(content.sheets for content in contents),
        **options.model_dump(include={"steps", "facts"}),
        "kicker": options.kicker or words.get("kicker", ""),
    }


def _framed(piece: Piece, window: Box, line: Stroke, whole: bool) -> Iterator[Item]:
    """A piece's picture, whole in the middle of its window, or filling it from the top; and its edge."""
    sample = piece.front
    grow = (min if whole else max)(window.w / sample.width, window.h / sample.height)
    aside, down = (window.w - sample.width * grow) / 2, (window.h - sample.height * grow) / 2 if whole else 0.0
    matrix = compose(translate(window.x + aside, window.y + down), scale(grow))
    edge = transformed(piece.edge, matrix) if whole else rectangle(window)
    yield Place(Group((Place(Reducer(whole=True).later(Group(sample.items), grow), matrix),), edge))
    yield Path(edge, None, line)
