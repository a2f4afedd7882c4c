"""A product comes in; the same goes out with what falls apart once it is cut as pieces of their own, each laid level.

A ruler is printed along the diagonal of its page, beside another: on a screen both lie level, and apart.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count, pairwise
from math import atan2, degrees, hypot

from printgen.base.geometry import chain, rotate, translate
from printgen.drawing.flattening import flattened
from printgen.drawing.model import Drawing, Group, Outline, Place
from printgen.drawing.outlines import bounds, transformed
from printgen.exports.parcel import Lot, Thing
from printgen.exports.tts_shapes import Part, parts

_LESS = 0.7
"""What takes less of its room than this once it is level is laid so."""


def apart(lot: Lot) -> Lot:
    """The product with its things in pieces, counted anew where there are more of them."""
    cut = [(thing, parts(thing) if thing.piece.cut else []) for thing in lot.things]
    if not any(_askew(part.outline) or len(pieces) > 1 for _, pieces in cut for part in pieces):
        return lot
    numbers, things = count(1), list[Thing]()
    for thing, pieces in cut:
        if not pieces:
            things.append(replace(thing, number=next(numbers)))
        for at, part in enumerate(pieces, 1):
            end = str(at) if at > 1 else ""
            key, name = "-".join(filter(None, (thing.key, end))), " ".join(filter(None, (thing.name, end)))
            level = _level(part)
            piece = replace(thing.piece, name=name, front=level.front, back=level.back, cut=level.outline)
            things.append(replace(thing, number=next(numbers), key=key, piece=piece))
    return replace(lot, things=tuple(things))


def _askew(outline: Outline) -> float:
    """By how many degrees it is turned from where its longest edge is level; 0 where that saves little room."""
    line = flattened(outline)[0]
    (ax, ay), (bx, by) = max(
        pairwise((*line, line[0])), key=lambda ends: hypot(*(b - a for a, b in zip(*ends, strict=True)))
    )
    angle = degrees(atan2(by - ay, bx - ax))
    before, after = bounds(outline), bounds(transformed(outline, rotate(-angle)))
    return angle if after.w * after.h < _LESS * before.w * before.h else 0.0


def _level(part: Part) -> Part:
    angle = _askew(part.outline)
    if not angle:
        return part
    # Seen from behind, it is turned the other way.
    outline, front = _turned(part.outline, part.front, -angle)
    if part.back is None:
        return Part(outline, front, None)
    mirrored = transformed(part.outline, (-1.0, 0.0, 0.0, 1.0, part.back.width, 0.0))
    return Part(outline, front, _turned(mirrored, part.back, angle)[1])


def _turned(outline: Outline, drawing: Drawing, angle: float) -> tuple[Outline, Drawing]:
    box = bounds(transformed(outline, rotate(angle)))
    move = chain(translate(-box.x, -box.y), rotate(angle))
    return transformed(outline, move), Drawing(box.w, box.h, (Place(Group(drawing.items), move),))
