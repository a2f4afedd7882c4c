"""Faces on a board and pictures of other products' pieces: what a face is told, and the face drawn at a spot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from printgen.base.errors import Finding, ValueProblem, Where, split_advice, unknown_word
from printgen.base.units import chain, compose, inverse, rotate, scale, to_mm, translate
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.pieces import Piece, TemplateProblem
from printgen.drawing.tints import Tints
from printgen.drawing.windows import Reducer
from printgen.faces.face import Face
from printgen.faces.preflight import short_grounds
from printgen.game.records import Product, Record, by_name
from printgen.kinds.composition import Order
from printgen.kinds.face_rendering import face_of, render_face, shared_context, stretch_to, wrong_shapes
from printgen.kinds.laying import Spot
from printgen.kinds.record_faces import look_of, seed_of
from printgen.reading.expressions import parse_value
from printgen.reading.part import Phrase
from printgen.reading.texts import Value, text_of


def piece_values(order: Order, name: Phrase, composed: bool) -> tuple[Mapping[str, Any] | None, Sequence[Finding]]:
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
            return None, [unknown_word(name.where, "unknown-piece", f"{title} has no piece '{wanted}'", wanted, known)]
        card, findings = card_of(order, product, record, composed)
        return {**card, "picture": partial(_later, order, title, record.name, name)}, findings
    piece, findings = _find_piece(order, title, wanted, name)
    return (None if piece is None else {"name": piece.name, "picture": partial(picture_of, piece)}), findings


def card_of(
    order: Order, product: Product, record: Record, composed: bool
) -> tuple[Mapping[str, Any], Sequence[Finding]]:  # fmt: skip
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


def _later(order: Order, product: str, wanted: str, name: Phrase, width: float, height: float) -> Iterator[Item]:
    piece, findings = _find_piece(order, product, wanted, name)
    if piece is None or findings:
        raise TemplateProblem(findings)  # What draws the face tells it.
    yield from picture_of(piece, width, height)


def _find_piece(order: Order, product: str, wanted: str, name: Phrase) -> tuple[Piece | None, Sequence[Finding]]:
    pieces, findings = order.show(product, wanted)
    piece = next((piece for piece in pieces if not wanted or piece.answers(wanted)), None)
    if piece is not None:
        return piece, findings
    if wanted and pieces:
        known = [piece.name for piece in pieces]
        message = f"{product} has no piece '{wanted}'"
        return None, (*findings, unknown_word(name.where, "unknown-piece", message, wanted, known))
    hint = "Name a product of another kind, such as cards, counters or a board."
    found = Finding("error", name.where, f"{product} has no piece to show", hint, "unknown-piece")
    return None, (*findings, found)


def wrong_colors(tints: Tints, given: Iterable[tuple[str, Where]]) -> Iterator[Finding]:
    """Findings for colours that there are not, each at its place."""
    for color, where in given:
        try:
            tints.resolve(color)
        except ValueError as error:
            yield Finding("error", where, str(error), code="unknown-color")


class FaceChoice:
    """The face of each space: a name, or an expression that makes one of what the space is told."""

    def __init__(self, order: Order, key: str, name: str, where: Where) -> None:
        self._order, self._key, self._where = order, key, where
        self.findings: tuple[Finding, ...] = ()
        """What is wrong with what chooses them."""
        self._known: dict[str, Face | None] = {}
        self._shared = shared_context(order)
        self._value: Value | None = None
        try:
            self._value = parse_value(name)
        except ValueProblem as error:
            self.findings = (Finding("error", where, *split_advice(str(error)), "template"),)

    def of(self, told: Mapping[str, Any]) -> tuple[Face | None, Sequence[Finding]]:
        """The face of a space that is told something; None where there is none, with what is wrong the first time."""
        if self._value is None:
            return None, ()
        try:
            name = text_of(self._value.get({**self._shared, **told}))
        except ValueProblem as error:
            message, hint = split_advice(str(error))
            self._value = None
            return None, [Finding("error", self._where, f"{self._key}: {message}", hint, "template")]
        findings: Sequence[Finding] = ()
        if name not in self._known:
            self._known[name], findings = face_of(self._order, self._key, name, self._where)
        return self._known[name], findings


def face_at(
    order: Order, face: Face, size: tuple[float, float], spot: Spot, told: Mapping[str, Any], name: str, where: Where,
    under: Sequence[Item] = (),
) -> tuple[Place, Sequence[Finding]]:  # fmt: skip
    """A face in a size with its middle at a spot, turned as the way goes there; it is told its `w` and `h`.

    What is `under` it may be seen through it.
    """
    own = face.size or size
    moves = [translate(spot.x, spot.y)]
    if spot.turn:
        moves.append(rotate(spot.turn))
    moves.append(translate(-size[0] / 2, -size[1] / 2))
    if own != size:
        moves.append(scale(size[0] / own[0], size[1] / own[1]))
    place, grown = chain(*moves), min(size[0] / own[0], size[1] / own[1])
    below = [(under, inverse(place))] if under else []
    told = {**told, "w": to_mm(own[0]), "h": to_mm(own[1])}
    items, findings = render_face(order, face, told, name, where, own, grown, below)
    return Place(Group(items), place), findings


def record_of(record: Record | None) -> Mapping[str, Any]:
    """What a face sees of a record as its `card`."""
    return by_name(record.values, record.source) if record is not None else {}


def ground_of(order: Order, size: tuple[float, float]) -> tuple[tuple[Item, ...], float, list[Finding]]:
    """The items of the face that is the ground of a board, its front, how far it bleeds, and what is wrong with it."""
    name = order.product.front
    face, findings = face_of(order, "front", name) if name else (None, [])
    if face is None:
        return (), 0.0, findings
    findings += wrong_shapes([face], size, order.product.where_of("front"))
    told = {"w": to_mm(size[0]), "h": to_mm(size[1])}
    where, own = order.product.where_of("front"), face.size or size
    findings += short_grounds(replace(face, size=own), face.bleed, order.library.face)
    items, wrong = render_face(order, face, told, order.product.title, where, own, size[0] / own[0])
    return stretch_to(size)(face, items).items, face.bleed, [*findings, *wrong]
