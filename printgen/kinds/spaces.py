"""Faces on a board: a face, what it is told, and a spot come in; the face drawn there goes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from printgen.base.errors import Finding, ValueProblem, Where, worded
from printgen.base.geometry import chain, inverse, rotate, scale, translate
from printgen.base.units import to_mm
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.tints import Tints
from printgen.faces.face import Face
from printgen.faces.trim import short_grounds
from printgen.game.records import Record, by_name
from printgen.kinds.composition import Order
from printgen.kinds.courses import Spot
from printgen.kinds.facing import face_of, filling, rendered, shared_context, wrong_shapes
from printgen.reading.interpolation import parse_value
from printgen.reading.texts import text_of
from printgen.reading.values import Value


def wrong_colors(tints: Tints, given: Iterable[tuple[str, Where]]) -> Iterator[Finding]:
    """Findings for colours that there are not, each at its place."""
    for color, where in given:
        try:
            tints.resolve(color)
        except ValueError as error:
            yield Finding("error", where, str(error), code="unknown-color")


class FaceChoice:
    """The face of each space: a name, or an expression that makes one of what the space is told."""

    def __init__(self, order: Order, key: str, name: str, where: Where, findings: list[Finding]) -> None:
        self._order, self._key, self._where, self._findings = order, key, where, findings
        self._known: dict[str, Face | None] = {}
        self._shared = shared_context(order)
        self._value: Value | None = None
        try:
            self._value = parse_value(name)
        except ValueProblem as error:
            findings.append(Finding("error", where, *worded(str(error)), "template"))

    def of(self, told: Mapping[str, Any]) -> Face | None:
        """The face of a space that is told something; None, with a finding, where there is none."""
        if self._value is None:
            return None
        try:
            name = text_of(self._value.get({**self._shared, **told}))
        except ValueProblem as error:
            message, hint = worded(str(error))
            self._findings.append(Finding("error", self._where, f"{self._key}: {message}", hint, "template"))
            self._value = None
            return None
        if name not in self._known:
            self._known[name] = face_of(self._order, self._key, name, self._findings, self._where)
        return self._known[name]


def face_at(
    order: Order, face: Face, size: tuple[float, float], spot: Spot, told: Mapping[str, Any], name: str, where: Where,
    findings: list[Finding], under: Sequence[Item] = (),
) -> Place:  # fmt: skip
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
    return Place(Group(rendered(order, face, told, name, where, findings, own, grown, below)), place)


def record_of(record: Record | None) -> Mapping[str, Any]:
    """What a face sees of a record as its `card`."""
    return by_name(record.values, record.source) if record is not None else {}


def ground_of(order: Order, size: tuple[float, float], findings: list[Finding]) -> tuple[tuple[Item, ...], float]:
    """The items of the face that is the ground of a board, its front, and how far it bleeds; nothing without one."""
    name = order.product.front
    if not name:
        return (), 0.0
    face = face_of(order, "front", name, findings)
    if face is None:
        return (), 0.0
    findings += wrong_shapes([face], size, order.product.where_of("front"))
    told = {"w": to_mm(size[0]), "h": to_mm(size[1])}
    where, own = order.product.where_of("front"), face.size or size
    findings += short_grounds(replace(face, size=own), face.bleed, order.library.face)
    items = rendered(order, face, told, order.product.title, where, findings, own, size[0] / own[0])
    return filling(size)(face, items).items, face.bleed
