"""A piece comes in; what of it is seen on a screen goes out: cut out, or with all that is printed around it."""

from __future__ import annotations

from printgen.base.geometry import Box, translate
from printgen.base.units import mm
from printgen.drawing.digests import digest_of
from printgen.drawing.model import Drawing, Group, Outline, Place
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Piece

SAFE = mm(3)
"""How far inside the cut, in points, all that matters stays."""


def cut_out(side: Drawing, piece: Piece) -> Drawing:
    """A side of a piece as it is once it is cut."""
    return Drawing(side.width, side.height, (Place(Group(side.items, piece.edge)),))


def with_bleed(side: Drawing, piece: Piece) -> Drawing:
    """A side of a piece with all that is printed around it; the piece lies as far inside as its bleed is wide."""
    room = piece.bleed
    whole = rectangle(Box(-room, -room, side.width + 2 * room, side.height + 2 * room))
    grown = Place(Group(side.items, whole), translate(room, room))
    return Drawing(side.width + 2 * room, side.height + 2 * room, (grown,))


def path_of(outline: Outline) -> str:
    """An outline as the `d` of a path of SVG, in points."""
    return " ".join(f"{step[0]}{' '.join(f'{n:.2f}' for n in step[1:])}" for step in outline)


def digest(drawing: Drawing) -> str:
    """What tells a drawing from any that looks otherwise, as 24 hexadecimal digits."""
    return digest_of(drawing)
