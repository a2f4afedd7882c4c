"""Boards of spots, such as tracks and networks: their ground, and a face at each spot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from printgen.base.errors import Finding, ValueProblem, Where, has_errors, split_advice
from printgen.base.units import chain, inverse, rotate, scale, to_mm, translate
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.tints import Tints
from printgen.faces.face import Face
from printgen.faces.trim import check_bleed
from printgen.game.records import Record, by_name
from printgen.kinds.board.ways import Spot
from printgen.kinds.composition import Order
from printgen.kinds.face_rendering import common_context, face_of, render_face, stretch_to, wrong_shapes
from printgen.reading.expressions import parse_value
from printgen.reading.texts import Value, text_of


def wrong_colors(tints: Tints, given: Iterable[tuple[str, Where]]) -> Iterator[Finding]:
    """Findings for colours that there are not, each at its place."""
    for color, where in given:
        try:
            tints.resolve(color)
        except ValueError as error:
            yield Finding("error", where, str(error), code="unknown-color")


class SpotFaces:
    """Faces at the spots of a board, of a name or of an expression that makes one of the values of a spot.

    `items` are what is drawn so far, and `findings` what is wrong with it.
    """

    def __init__(self, order: Order, key: str, name: str, where: Where) -> None:
        self._order, self._key, self._where = order, key, where
        self.items: list[Item] = []
        self.findings: list[Finding] = []
        self._faces: dict[str, Face | None] = {}
        self._shared = common_context(order)
        self._value: Value | None = None
        try:
            self._value = parse_value(name)
        except ValueProblem as error:
            self.findings.append(Finding("error", where, *split_advice(str(error)), "template"))

    def _face(self, values: Mapping[str, Any]) -> Face | None:
        """The face of a spot with these values; None where there is none, with a finding the first time."""
        if self._value is None:
            return None
        try:
            name = text_of(self._value.get({**self._shared, **values}))
        except ValueProblem as error:
            message, hint = split_advice(str(error))
            self._value = None
            self.findings.append(Finding("error", self._where, f"{self._key}: {message}", hint, "template"))
            return None
        if name not in self._faces:
            self._faces[name], findings = face_of(self._order, self._key, name, self._where)
            self.findings += findings
        return self._faces[name]

    def draw(
        self, spot: Spot, size: tuple[float, float], values: Mapping[str, Any], name: str, where: Where,
        under: Sequence[Item],
    ) -> bool:  # fmt: skip
        """Draw the face of a size in points with its middle at a spot, turned as the way goes there.

        It takes the values and its own `w` and `h`, and what is `under` it may be seen through it. False where nothing
        more can be drawn, since there is no such face or it is wrong.
        """
        face = self._face(values)
        if face is None:
            return False
        own = face.size or size
        moves = [translate(spot.x, spot.y)]
        if spot.turn:
            moves.append(rotate(spot.turn))
        moves.append(translate(-size[0] / 2, -size[1] / 2))
        if own != size:
            moves.append(scale(size[0] / own[0], size[1] / own[1]))
        place, grown = chain(*moves), min(size[0] / own[0], size[1] / own[1])
        below = [(under, inverse(place))] if under else []
        values = {**values, "w": to_mm(own[0]), "h": to_mm(own[1])}
        items, findings = render_face(self._order, face, values, name, where, own, grown, below)
        self.items.append(Place(Group(items), place))
        self.findings += findings
        return not has_errors(findings)


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
    values = {"w": to_mm(size[0]), "h": to_mm(size[1])}
    where, own = order.product.where_of("front"), face.size or size
    findings += check_bleed(replace(face, size=own), face.bleed, order.library.face)
    items, wrong = render_face(order, face, values, order.product.title, where, own, size[0] / own[0])
    return stretch_to(size)(face, items).items, face.bleed, [*findings, *wrong]
