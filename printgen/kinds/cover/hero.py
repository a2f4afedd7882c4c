"""The picture that a cover is known by: its face and the pieces that it shows come in; items in their place go out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from printgen.base.errors import Finding, PrintgenError, unknown
from printgen.base.geometry import Box, compose, scale, translate
from printgen.base.units import to_mm
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.outlines import rectangle
from printgen.drawing.problems import TemplateProblem
from printgen.faces.face import Face
from printgen.kinds.composition import Order
from printgen.kinds.cover.reading import Hero
from printgen.kinds.faced import needs_look
from printgen.kinds.facing import drawn_face, face_of
from printgen.kinds.shown import card_of, picture_of
from printgen.reading.part import Phrase


def hero_items(order: Order, hero: Hero, cover: Face, findings: list[Finding]) -> tuple[Item, ...]:
    """The picture in its place on the cover; nothing, with findings, where it cannot be drawn."""
    face, room = face_of(order, "options", hero.face, findings, hero.where_of("face")), cover.slot("hero")
    if face is None:
        return ()
    composed = needs_look(order, face)
    heroes = [one for name in hero.of if (one := _hero(order, name, composed, findings)) is not None]
    own = face.size or (room.w, room.h)
    told = {"heroes": heroes, "w": to_mm(own[0]), "h": to_mm(own[1])}
    try:
        items = drawn_face(order, hero.face, told).items
    except (PrintgenError, TemplateProblem) as error:
        findings += error.findings
        return ()
    shown = rectangle(Box(0, 0, *own))
    return (Place(Group(items, shown), compose(translate(room.x, room.y), scale(room.w / own[0], room.h / own[1]))),)


def _hero(order: Order, name: Phrase, composed: bool, findings: list[Finding]) -> Mapping[str, Any] | None:
    """What the face sees of a piece: its record with its look, and its picture; None, with findings, for none."""
    product, _, wanted = name.text.partition("/")
    content = next((content for content in order.contents if content.product.name == product), None)
    if content is None:
        return None  # It has no pieces, which is told where they are made.
    piece = next((piece for piece in content.pieces if not wanted or piece.answers(wanted)), None)
    if piece is None and any(record.name == wanted for record in content.product.records):
        # A list of what to print has few of them, and the picture is of all.
        piece = next(iter(order.show(product, wanted)), None)
    if piece is None:
        known = [piece.name for piece in content.pieces]
        findings.append(unknown(name.where, "unknown-piece", f"{product} has no piece '{wanted}'", wanted, known))
        return None
    record = next((record for record in content.product.records if piece.answers(record.name)), None)
    card = card_of(order, content.product, record, composed, findings) if record else {"name": piece.name}
    return {**card, "picture": partial(picture_of, piece)}
