"""Pieces of the game's other products come in by name; what a face is told of them goes out: records and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from printgen.base.errors import Finding, unknown
from printgen.base.geometry import compose, scale, translate
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.pieces import Piece
from printgen.drawing.reducing import Reducer
from printgen.drawing.tints import Tints
from printgen.faces.session import Session
from printgen.game.records import Product, Record, by_name
from printgen.kinds.composition import Order
from printgen.kinds.faced import look_of, seed_of
from printgen.reading.part import Phrase


def told_of(order: Order, name: Phrase, composed: bool, findings: list[Finding]) -> Mapping[str, Any] | None:
    """What a face is told of a piece of a product, PRODUCT/PIECE, or of the first one; None, with a finding, for none.

    That is its record, with its look where composed pictures are drawn of it, and its picture. The picture of a record
    is made when somebody looks at it.
    """
    title, _, wanted = name.text.partition("/")
    product = order.game.products[title]
    if product.records:
        record = next((one for one in product.records if one.name == wanted or not wanted), None)
        if record is None:
            known = [one.name for one in product.records]
            findings.append(unknown(name.where, "unknown-piece", f"{title} has no piece '{wanted}'", wanted, known))
            return None
        picture = partial(_later, order, title, record.name, name, findings)
        return {**card_of(order, product, record, composed, findings), "picture": picture}
    piece = _found(order, title, wanted, name, findings)
    return None if piece is None else {"name": piece.name, "picture": partial(picture_of, piece)}


def card_of(
    order: Order, product: Product, record: Record, composed: bool, findings: list[Finding]
) -> Mapping[str, Any]:  # fmt: skip
    """A record of a product as faces see it, with its look and seed where composed pictures are drawn of it."""
    card = by_name(record.values, record.source)
    if not composed:
        return card
    seed = seed_of(order, product, record)
    ink = Session(Tints({}), record.name, record.where_of)
    look = look_of(order, record, card, seed, ink)
    findings += ink.findings
    return {**card, "look": look or {}, "seed": seed}


def picture_of(piece: Piece, width: float, height: float) -> Iterator[Item]:
    """The front of a piece as it is cut, as large as a box has room for, in its middle."""
    front = piece.front
    grow = min(width / front.width, height / front.height)
    corner = translate((width - front.width * grow) / 2, (height - front.height * grow) / 2)
    # So small, lines of it still hold in print.
    shown = Reducer(whole=True).reduced(Group(front.items), grow)
    yield Place(Group((Place(shown),), piece.edge), compose(corner, scale(grow)))


def _later(
    order: Order, product: str, wanted: str, name: Phrase, findings: list[Finding], width: float, height: float
) -> Iterator[Item]:
    if piece := _found(order, product, wanted, name, findings):
        yield from picture_of(piece, width, height)


def _found(order: Order, product: str, wanted: str, name: Phrase, findings: list[Finding]) -> Piece | None:
    pieces = order.show(product, wanted)
    piece = next((piece for piece in pieces if not wanted or piece.answers(wanted)), None)
    if piece is None:
        if wanted and pieces:
            known = [piece.name for piece in pieces]
            findings.append(unknown(name.where, "unknown-piece", f"{product} has no piece '{wanted}'", wanted, known))
        else:
            message, hint = (
                f"{product} has no piece to show",
                "Name a product of another kind, such as cards, counters or a board.",
            )
            findings.append(Finding("error", name.where, message, hint, "unknown-piece"))
    return piece
