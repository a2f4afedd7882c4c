"""Dice: an order comes in; a net for every die, painted with faces, goes out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import Any

from printgen.base.geometry import chain, rotate, translate
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Item
from printgen.game.records import Record, by_name
from printgen.kinds.composition import Composition, Order
from printgen.kinds.die.model import Side
from printgen.kinds.die.net import net_of, sides_of
from printgen.kinds.die.reading import DiePlan
from printgen.kinds.facing import told_by_color
from printgen.kinds.nets import Art, Painter, Point
from printgen.reading.part import Phrase

_FACE = "die-side"
# On a die of four sides a number stands in each corner, as far from the middle as this share of the way out, and so
# large as this share of the edge.
_OUT, _LARGE = 0.46, 0.3


def compose_dice(order: Order) -> Composition:
    """A net for every record of the order, or copies of one; none when anything is wrong with them."""
    plan, product = order.loaded(DiePlan), order.product
    painter = Painter(order, bleed=min(mm(2), 0.1 * plan.edge))
    sides = sides_of(plan.options.sides, plan.edge)
    net, pieces = net_of(sides), []
    dice: list[tuple[str, Mapping[str, Any], int]] = [
        (record.name, {"card": by_name(record.values, record.source)}, record.copies) for record in order.records
    ]
    for name, told, copies in dice or [(product.title, {}, plan.options.copies)]:
        arts = [art for side in sides for art in _arts(order, plan, side, name, told, painter)]
        pieces.append(net.piece(name, arts, bleed=painter.bleed, copies=copies))
    painter.findings.extend(told_by_color(order, order.faces.values(), partial(_names, plan.options.sides)))
    return Composition.whole(pieces, painter.findings)


def _arts(order: Order, plan: DiePlan, side: Side, name: str, told: Mapping[str, Any], painter: Painter) -> list[Art]:
    """The picture of a side; on a die of four sides, the ground of the side and a picture in each of its corners."""
    x, y = side.middle
    wide, high = _reach(side)
    room = 2 * _inner(side)
    whole = {**told, "sides": plan.options.sides, "room": to_mm(room), "corner": False}
    if plan.options.sides != 4:
        items = _painted(order, plan, side.number, (wide, high), name, whole, painter)
        return [Art(items, chain(translate(x, y), rotate(side.turn), translate(-wide / 2, -high / 2)), side.corners)]
    ground = painter.paint(
        "die-ground", order.product.where, (wide, high), {**whole, "number": 0}, f"the sides of {name}"
    )
    arts = [Art(ground, chain(translate(x, y), rotate(side.turn), translate(-wide / 2, -high / 2)), side.corners)]
    size = _LARGE * plan.edge
    for number, corner in zip(side.names, side.corners, strict=True):
        turn = math.degrees(math.atan2(corner[0] - x, y - corner[1]))
        spot = (x + _OUT * (corner[0] - x), y + _OUT * (corner[1] - y))
        there = {**whole, "room": to_mm(size), "corner": True}
        items = _painted(order, plan, number + 1, (size, size), name, there, painter)
        arts.append(Art(items, chain(translate(*spot), rotate(turn), translate(-size / 2, -size / 2)), side.corners))
    return arts


def _painted(
    order: Order, plan: DiePlan, number: int, size: tuple[float, float], name: str, told: Mapping[str, Any],
    painter: Painter,
) -> tuple[Item, ...]:  # fmt: skip
    """The face that shows a number of the die of a name."""
    product, faces = order.product, plan.options.faces
    named = faces[number - 1] if faces else Phrase(product.front or _FACE, product.where_of("front"))
    return painter.paint(named.text, named.where, size, {**told, "number": number}, f"side {number} of {name}")


def _names(sides: int, record: Record) -> list[str]:
    """What the sides of a die are called."""
    return [f"side {number} of {record.name}" for number in range(1, sides + 1)] + [f"the sides of {record.name}"]


def _reach(side: Side) -> Point:
    """The size of the picture of a side: the least about its middle that covers it, once it is upright."""
    x, y = side.middle
    c, s = math.cos(math.radians(side.turn)), math.sin(math.radians(side.turn))
    flat = [(c * (px - x) + s * (py - y), c * (py - y) - s * (px - x)) for px, py in side.corners]
    return 2 * max(abs(px) for px, _ in flat), 2 * max(abs(py) for _, py in flat)


def _inner(side: Side) -> float:
    """The distance from the middle of a side to its nearest edge."""
    x, y = side.middle
    edges = zip(side.corners, (*side.corners[1:], side.corners[0]), strict=True)
    return min(
        abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / math.dist((ax, ay), (bx, by)) for (ax, ay), (bx, by) in edges
    )
