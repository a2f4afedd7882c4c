"""Dividers: an order comes in; a piece with a tab for each record, row of a table, or value of a field goes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from printgen.base.doing import doing
from printgen.base.errors import Finding, Where
from printgen.base.geometry import IDENTITY
from printgen.base.units import to_mm
from printgen.drawing.model import Drawing
from printgen.drawing.pieces import Piece
from printgen.game.records import by_name
from printgen.kinds.composition import Composition, Order
from printgen.kinds.deck_divider.model import Divider
from printgen.kinds.deck_divider.reading import DividerOptions, words_of
from printgen.kinds.decks import card_size
from printgen.kinds.nets import Art, Net, Painter, box_corners, colors_of
from printgen.reading.part import Phrase

_FACE = "divider"


class _Entry(NamedTuple):
    """What there is a divider for: its title, its place in a file, how many there are, and what its face is told."""

    title: str
    where: Where
    copies: int
    told: Mapping[str, Any]


def compose_dividers(order: Order) -> Composition:
    """A divider for every entry, in their order; the tabs step over their places from the first one on."""
    options, painter = order.loaded(DividerOptions), Painter(order)
    size = _size(order, options, painter.findings)
    if size is None:
        return Composition((), tuple(painter.findings))
    entries, pieces = list(_entries(order, options)), []
    deck = order.game.products.get(options.for_.text)
    colors = colors_of(order, (name for name in ((deck.back, deck.front) if deck else ()) if name))
    for number, entry in enumerate(entries):
        places = options.tab.positions
        shape = Divider(*size, options.tab.height, number % places, places)
        told = {"count": 0, "row": {}, "code": "", **colors, **entry.told}
        told |= {"title": entry.title, "index": number + 1, "dividers": len(entries)}
        with doing(f"drawing {entry.title}", entry.where):
            pieces.append(_piece(order, entry, shape, told, painter))
    return Composition.whole(pieces, painter.findings)


def _size(order: Order, options: DividerOptions, findings: list[Finding]) -> tuple[float, float] | None:
    """The size of a card: as the product says, or that of its deck."""
    product, deck = order.product, order.game.products.get(options.for_.text)
    if product.size or deck is None:
        return card_size(order, product, product.where_of("size"), findings)
    return card_size(order, deck, options.where_of("for"), findings)


def _entries(order: Order, options: DividerOptions) -> Iterator[_Entry]:
    """What there are dividers for; the rows of a table in its order."""
    game = order.game
    for record in order.records:
        yield _Entry(record.name, record.where, record.copies, {"card": by_name(record.values, record.source)})
    if options.table:
        table = game.tables[options.table.text]
        for code, row in table.rows.items():
            yield _Entry(_title(row, code), table.where_of(code), 1, _row(code, row))
    if options.by:
        yield from _by_field(order, options)


def _by_field(order: Order, options: DividerOptions) -> Iterator[_Entry]:
    """An entry for each value that a field of the deck has, with how many cards have it."""
    deck, field = order.game.products[options.for_.text], options.by.text
    counts: dict[str, int] = {}
    for record in deck.records:
        for word in words_of(record, field):
            counts[word] = counts.get(word, 0) + record.copies
    table = order.game.table_of(deck, field)
    known = [code for code in table.rows if code in counts] if table else []
    for code in (*known, *(code for code in counts if code not in known)):
        row = table.rows.get(code, {}) if table else {}
        yield _Entry(_title(row, code), options.by.where, 1, {**_row(code, row), "count": counts[code]})


def _title(row: Mapping[str, Any], code: str) -> str:
    return str(row.get("name") or code)


def _row(code: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """What a face is told of a row; one with a colour has its divider in it."""
    color = str(row.get("color", ""))
    return {"code": code, "row": row, **({"ground": color} if color.startswith("#") else {})}


def _piece(order: Order, entry: _Entry, shape: Divider, told: Mapping[str, Any], painter: Painter) -> Piece:
    product = order.product
    front = Phrase(product.front or _FACE, product.where_of("front"))
    piece = Net(shape.outline(), ()).piece(entry.title, _arts(front, shape, {**told, "side": "front"}, painter))
    back: Drawing | None = None
    if product.back:
        behind = Phrase(product.back, product.where_of("back"))
        arts = _arts(behind, shape.mirrored, {**told, "side": "back"}, painter)
        back = Net(shape.mirrored.outline(), ()).pictured(arts)
    return replace(piece, back=back, copies=entry.copies)


def _arts(name: Phrase, shape: Divider, told: Mapping[str, Any], painter: Painter) -> list[Art]:
    """A face over body and tab, which is told where the tab is; nothing of it shows beside the tab."""
    tab, body = shape.tab, shape.body
    spot = {"tab_x": to_mm(tab.x), "tab_w": to_mm(tab.w), "tab_h": to_mm(tab.h)}
    size = (body.w, body.bottom)
    items = painter.paint(name.text, name.where, size, {**told, **spot}, str(told["title"]))
    return [Art(items, IDENTITY, box_corners(box)) for box in (tab, body)]
