"""Standees: a list of records and the faces of their product come in; a net for each goes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from printgen.base.doing import doing
from printgen.base.geometry import Box, Matrix
from printgen.base.units import mm, to_mm
from printgen.drawing.ink_saving import silhouette
from printgen.drawing.model import Drawing, Group, Item, Place
from printgen.drawing.pieces import Folded, Piece
from printgen.drawing.tints import Tints
from printgen.errors import Finding, worded
from printgen.faces.session import Session
from printgen.kinds.chosen import Choice, choices, unused_faces
from printgen.kinds.composition import Composition, Order
from printgen.kinds.faced import needs_look, numbers_of, told_of
from printgen.kinds.facing import face_of, own_size, told_by_color
from printgen.kinds.nets import Art, Painter, box_corners, colors_of, upright
from printgen.kinds.standee.model import Standee
from printgen.kinds.standee.reading import StandeeOptions
from printgen.reading.part import Phrase
from printgen.reading.records import Record

_GROUND = "standee-ground"
_SHADOW = "#3B4248"
_HINT = 'Write it like size: 30x50mm, or size: "{{ card.size }}" for a field of the records.'
_SMALLEST, _LARGEST = mm(8), mm(300)


def compose_standees(order: Order) -> Composition:
    """A net for every record of the order, in its order; those of several sizes are packed on shared sheets."""
    painter, pieces = Painter(order), list[Piece]()
    numbers = numbers_of(order.product)
    for record, choice in zip(order.records, choices(order, painter.findings), strict=True):
        with doing(f"drawing {record.name}", record.where):
            sides = _sides(order, choice, record, painter.findings) if choice else None
            told = _told(order, choice, record, numbers[id(record)], painter) if choice and sides else None
            if choice and sides and told:
                pieces.append(_standee(order, record, choice, sides, told, painter))
    painter.findings.extend((*unused_faces(order), *told_by_color(order, order.faces.values())))
    if len({(piece.front.width, piece.front.height) for piece in pieces}) > 1:
        pieces = [replace(piece, layout="packed") for piece in pieces]
    return Composition.whole(pieces, painter.findings)


def _sides(order: Order, choice: Choice, record: Record, findings: list[Finding]) -> tuple[float, float] | None:
    """The size of a record's figure: what the product says for it, or that of its front."""
    where = choice.places[2]
    try:
        sides = order.library.size(choice.size) if choice.size else own_size(order.face(choice.front))
    except ValueError as error:
        message, hint = worded(str(error), _HINT)
        findings.append(Finding("error", where, f"{message} (for {record.name})", hint, "bad-size", cause=where))
        return None
    if not _SMALLEST - 1e-6 <= min(sides) <= max(sides) <= _LARGEST + 1e-6:
        told = " x ".join(f"{to_mm(side):.4g}" for side in sides)
        limits = f"from {to_mm(_SMALLEST):g} to {to_mm(_LARGEST):g} mm"
        message = f"the figure of {record.name} is {told} mm; its sides may be {limits}"
        findings.append(Finding("error", where, message, f"Choose sides {limits}.", "bad-size"))
        return None
    return sides


def _told(
    order: Order, choice: Choice, record: Record, numbers: Mapping[str, int], painter: Painter
) -> dict[str, Any] | None:
    """What the faces of a figure are told; None, with findings, where it says what cannot be drawn."""
    # What is wrong with a face is told where it is drawn.
    faces = [face_of(order, "", name, []) for name in (choice.front, choice.back) if name]
    ink = Session(Tints({}), record.name, record.where_of)
    told = told_of(order, record, numbers, any(face and needs_look(order, face) for face in faces), ink)
    painter.findings.extend(ink.findings)
    return told and {**colors_of(order, [choice.front]), **told}


def _standee(
    order: Order, record: Record, choice: Choice, sides: tuple[float, float], told: Mapping[str, Any], painter: Painter
) -> Piece:
    """The net of one figure."""
    options, product = order.loaded(StandeeOptions), order.product
    # Two layers of paper lie in a slot that is cut through two.
    shape = Standee(*sides, options.foot, options.form, 2 * options.thickness + mm(0.2))
    front, back = Phrase(choice.front, choice.places[0]), Phrase(choice.back, choice.places[1])
    seen = _painted(front, shape.front, {**told, "side": "front"}, record, painter, "front")
    arts = [Art(seen, upright(shape.front), box_corners(shape.front))]
    faces = {"front": Drawing(*sides, seen)}
    if back:
        turned = _painted(back, shape.back, {**told, "side": "back"}, record, painter, "back")
        arts.append(Art(turned, upright(shape.back, turned=True), box_corners(shape.back)))
        faces["back"] = Drawing(*sides, turned)
    elif options.behind != "blank":
        mirrored = _painted(front, shape.front, {**told, "side": "back"}, record, painter, "front")
        if options.behind == "shadow":
            mirrored = silhouette(Group(mirrored), _SHADOW).items
        arts.append(Art(mirrored, _over_the_fold(shape.front), box_corners(shape.back)))
        faces["back"] = Drawing(*sides, (Place(Group(mirrored), (-1.0, 0.0, 0.0, 1.0, sides[0], 0.0)),))
    for side, box in shape.grounds.items():
        name = options.ground or Phrase(_GROUND, product.where)
        ground = _painted(name, box, {**told, "side": side}, record, painter, "")
        arts.append(Art(ground, upright(box, side == "back"), box_corners(box)))
    net = shape.net()
    left, top = (-side for side in net.box()[:2])
    figure = shape.front.moved(left, top), shape.back.moved(left, top)
    folded = Folded(lambda *_: (faces, ()))
    return replace(net.piece(record.name, arts, copies=record.copies), figure=figure, folded=folded)


def _painted(
    name: Phrase, box: Box, told: Mapping[str, Any], record: Record, painter: Painter, key: str
) -> tuple[Item, ...]:
    return painter.paint(name.text, name.where, (box.w, box.h), told, record.name, key, record)


def _over_the_fold(front: Box) -> Matrix:
    """Mirrored at the upper edge of the front, so that both sides have one outline once it is folded."""
    return (1.0, 0.0, 0.0, -1.0, front.x, front.y)
