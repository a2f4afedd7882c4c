"""The values and pictures of pieces of other products, for faces that show them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from printgen.base.errors import Finding, unknown_word
from printgen.base.units import compose, scale, translate
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.pieces import Piece, TemplateProblem
from printgen.drawing.windows import Reducer
from printgen.game.records import Product, Record, by_name
from printgen.kinds.composition import Order
from printgen.kinds.record_faces import look_of, seed_of
from printgen.reading.part import Phrase


def piece_values(order: Order, name: Phrase, composed: bool) -> tuple[Mapping[str, Any] | None, Sequence[Finding]]:
    """The values of a piece of a product, PRODUCT/PIECE, or of its first one; None, with a finding, for none.

    That is its record, with its look where `composed` pictures are drawn of it, and its picture. The picture of a
    record is made when a face draws it.
    """
    title, _, wanted = name.text.partition("/")
    product = order.game.products[title]
    if product.records:
        record = next((record for record in product.records if record.name == wanted or not wanted), None)
        if record is None:
            known = [record.name for record in product.records]
            return None, [unknown_word(name.where, "unknown-piece", f"{title} has no piece '{wanted}'", wanted, known)]
        card, findings = card_of(order, product, record, composed)
        return {**card, "picture": partial(_picture_of_record, order, title, record.name, name)}, findings
    piece, findings = _find_piece(order, title, wanted, name)
    return (None if piece is None else {"name": piece.name, "picture": partial(picture_of, piece)}), findings


def card_of(
    order: Order, product: Product, record: Record, composed: bool
) -> tuple[Mapping[str, Any], Sequence[Finding]]:
    """A record of a product as faces see it, with its look and seed where composed pictures are drawn of it."""
    card = by_name(record.values, record.source)
    if not composed:
        return card, ()
    seed = seed_of(order, product, record)
    look, findings = look_of(order, record, card, seed)
    return {**card, "look": look or {}, "seed": seed}, findings


def picture_of(piece: Piece, width: float, height: float) -> Iterator[Item]:
    """The front of a piece as it is cut, as large as a box has room for, in its middle."""
    front = piece.front
    grow = min(width / front.width, height / front.height)
    corner = translate((width - front.width * grow) / 2, (height - front.height * grow) / 2)
    # So small, lines of it still hold in print.
    shown = Reducer(whole=True).reduce(Group(front.items), grow)
    yield Place(Group((Place(shown),), piece.edge), compose(corner, scale(grow)))


def _picture_of_record(
    order: Order, product: str, wanted: str, name: Phrase, width: float, height: float
) -> Iterator[Item]:
    """As `picture_of`, of the piece of a record. TemplateProblem where there is none."""
    piece, findings = _find_piece(order, product, wanted, name)
    if piece is None or findings:
        raise TemplateProblem(findings)  # Whoever draws the face reports it.
    yield from picture_of(piece, width, height)


def _find_piece(order: Order, product: str, wanted: str, name: Phrase) -> tuple[Piece | None, Sequence[Finding]]:
    """The piece of a name, or the first one; None, with findings at `name`, for none."""
    pieces, findings = order.show(product, wanted)
    piece = next((piece for piece in pieces if not wanted or piece.answers(wanted)), None)
    if piece is not None:
        return piece, findings
    if wanted and pieces:
        known = [piece.name for piece in pieces]
        message = f"{product} has no piece '{wanted}'"
        return None, (*findings, unknown_word(name.where, "unknown-piece", message, wanted, known))
    hint = "Name a product of another kind, such as cards, counters or a board."
    nothing = Finding("error", name.where, f"{product} has no piece to show", hint, "unknown-piece")
    return None, (*findings, nothing)
