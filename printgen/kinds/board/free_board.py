"""Boards with spaces at any place, such as tracks and networks: their ground, and a face at each place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from printgen.base.errors import Finding, ValueProblem, Where, has_errors, split_advice
from printgen.base.units import chain, inverse, rotate, scale, to_mm, translate
from printgen.drawing.model import Drawing, Group, Item, Place
from printgen.drawing.outlines import Point
from printgen.drawing.pieces import Cell, Piece, Spaces
from printgen.drawing.tints import Tints
from printgen.faces.face import Face
from printgen.faces.trim import check_bleed
from printgen.game.records import Record, by_name
from printgen.kinds.board.curves import CurvePoint
from printgen.kinds.composition import Composition, Order
from printgen.kinds.face_rendering import common_context, face_of, render_face, stretch_to, wrong_shapes
from printgen.reading.expressions import parse_value
from printgen.reading.texts import Value, text_of


def unknown_colors(tints: Tints, colors: Iterable[tuple[str, Where]]) -> Iterator[Finding]:
    """Findings for unknown colours, each at its place."""
    for color, where in colors:
        try:
            tints.resolve(color)
        except ValueError as error:
            yield Finding("error", where, str(error), code="unknown-color")


def free_board(
    order: Order, drawing: Drawing, bleed: float, space: tuple[float, float], places: Mapping[str, Point],
    findings: Sequence[Finding],
) -> Composition:  # fmt: skip
    """A board as one piece; `space` is the size of a space, and `places` are the middles of spaces by their names."""
    cells = tuple(Cell(name, 0, n, x, y) for n, (name, (x, y)) in enumerate(places.items()))
    piece = Piece(order.product.title, drawing, bleed=bleed, role="board", spaces=Spaces("free", *space, cells))
    return Composition.whole([piece], findings)


class PlacedFaces:
    """Faces at places of a board, by a fixed name or by an expression over the values of a place.

    `items` are drawn so far, and `findings` are their mistakes. A `share` of their size is printed.
    """

    def __init__(self, order: Order, key: str, name: str, where: Where, share: float = 1.0) -> None:
        self._order, self._key, self._where, self._share = order, key, where, share
        self.items: list[Item] = []
        self.findings: list[Finding] = []
        self._faces: dict[str, Face | None] = {}
        self._shared = common_context(order)
        self._value: Value | None = None
        try:
            self._value = parse_value(name)
        except ValueProblem as error:
            self._report(str(error))

    def _report(self, message: str) -> None:
        """Report a wrong expression for the name of a face, once: then nothing more is drawn."""
        self._value = None
        self.findings.append(Finding("error", self._where, *split_advice(message), "template"))

    def _name(self, values: Mapping[str, Any]) -> str | None:
        """The name of the face for a place with these values; None, with a finding, for a wrong expression."""
        if self._value is None:
            return None
        try:
            return text_of(self._value.get({**self._shared, **values}))
        except ValueProblem as error:
            self._report(f"{self._key}: {error}")
            return None

    def _face(self, name: str) -> Face | None:
        """The face of a name; None when there is none, with a finding the first time."""
        if name not in self._faces:
            self._faces[name], findings = face_of(self._order, self._key, name, self._where)
            self.findings += findings
        return self._faces[name]

    def draw(
        self, point: CurvePoint, size: tuple[float, float], values: Mapping[str, Any], name: str, where: Where,
        under: Sequence[Item],
    ) -> bool:  # fmt: skip
        """Draw a face of a size in points with its middle at a point, turned along the curve.

        It sees the values and its own `w` and `h`; items `under` it may show through. An expression without a result
        draws nothing. Returns False when nothing more can be drawn, since the face is missing or faulty.
        """
        chosen = self._name(values)
        if not chosen:
            return chosen == ""
        face = self._face(chosen)
        if face is None:
            return False
        drawn_size = face.size or size
        moves = [translate(point.x, point.y)]
        if point.turn:
            moves.append(rotate(point.turn))
        moves.append(translate(-size[0] / 2, -size[1] / 2))
        if drawn_size != size:
            moves.append(scale(size[0] / drawn_size[0], size[1] / drawn_size[1]))
        place, grown = chain(*moves), self._share * min(size[0] / drawn_size[0], size[1] / drawn_size[1])
        below = [(under, inverse(place))] if under else []
        values = {**values, "w": to_mm(drawn_size[0]), "h": to_mm(drawn_size[1])}
        items, findings = render_face(self._order, face, values, name, where, drawn_size, grown, below)
        self.items.append(Place(Group(items), place))
        self.findings += findings
        return not has_errors(findings)


def card_values(record: Record | None) -> Mapping[str, Any]:
    """The values of a record as its face sees them in `card`."""
    return by_name(record.values, record.source) if record is not None else {}


def draw_ground(order: Order, size: tuple[float, float]) -> tuple[tuple[Item, ...], float, list[Finding]]:
    """The items of the board's ground, its front face, its bleed, and its findings."""
    name = order.product.front
    face, findings = face_of(order, "front", name) if name else (None, [])
    if face is None:
        return (), 0.0, findings
    findings += wrong_shapes([face], size, order.product.where_of("front"))
    values = {"w": to_mm(size[0]), "h": to_mm(size[1])}
    where, drawn_size = order.product.where_of("front"), face.size or size
    findings += check_bleed(replace(face, size=drawn_size), face.bleed, order.library.face)
    items, ground_findings = render_face(
        order, face, values, order.product.title, where, drawn_size, size[0] / drawn_size[0]
    )
    return stretch_to(size)(face, items).items, face.bleed, [*findings, *ground_findings]
