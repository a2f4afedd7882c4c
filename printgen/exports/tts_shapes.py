"""A thing of a parcel comes in; what it is in Tabletop Simulator goes out: what sort of object, and of which shape."""

from __future__ import annotations

from math import pi, sqrt
from typing import Literal, NamedTuple

from printgen.drawing.flattening import flattened
from printgen.drawing.model import Drawing, Outline
from printgen.drawing.outlines import bounds
from printgen.exports.parcel import Thing

Use = Literal["card", "tile", "board", "page", "figure", ""]
Shape = Literal["box", "round", "flat-hex", "pointy-hex", "odd"]

_LONGEST_CARD = 178.0
"""What is longer, in millimetres, lies on the table and is held by no hand: a mat."""
_LEAST_CARD = 50.0
"""What is round or a hex, and shorter, is no card but a token."""

_PAGE = 14.0
"""What is longer, in inches, is large."""

_NEARLY = 0.02


def use_of(thing: Thing) -> Use:
    """What a thing is there; "" for what has no place: nets that are folded, and sheets that are bound."""
    if thing.piece.figure:
        return "figure"
    if thing.piece.leaf:
        return ""
    if thing.role == "model":
        return ""
    if thing.role == "card":
        return "card" if _is_held(thing) else "tile"
    return "board" if thing.role == "board" else "page" if thing.role == "page" else "tile"


def pixels_of(inches: tuple[float, float], most: int, token: bool = False) -> int:
    """The most pixels of a side of something flat, where a large thing has `most`.

    What is no larger than a page, and tokens, whose outlines are made of their pixels, have half of that.
    """
    return most if max(inches) > _PAGE and not token else most // 2


def _is_held(thing: Thing) -> bool:
    """Whether what was made as a card is one of a deck there."""
    longest, shape = max(thing.size), shape_of(thing.outline)
    return longest <= _LONGEST_CARD and (shape == "box" or (shape in ("round", "flat-hex") and longest >= _LEAST_CARD))


def shape_of(outline: Outline) -> Shape:
    """What an outline is; rounded corners of a box that take a fiftieth of it count for nothing."""
    box, lines = bounds(outline), flattened(outline)
    if len(lines) != 1:
        return "odd"
    part = abs(_area(lines[0])) / (box.w * box.h)
    if part > 1 - _NEARLY:
        return "box"
    straight = all(step[0] != "C" for step in outline)
    if straight and abs(part - 0.75) < _NEARLY:
        across = box.w / box.h
        if abs(across - 2 / sqrt(3)) < _NEARLY:
            return "flat-hex"
        if abs(across - sqrt(3) / 2) < _NEARLY:
            return "pointy-hex"
    return "round" if not straight and abs(part - pi / 4) < _NEARLY and abs(box.w / box.h - 1) < _NEARLY else "odd"


def _area(points: tuple[tuple[float, float], ...]) -> float:
    turned = zip(points, (*points[1:], points[0]), strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in turned) / 2


class Flat(NamedTuple):
    """Something flat: its outline, and its two sides.

    They show nothing outside of an outline that no tile has; of others, what a tile that is a little off would show.
    """

    outline: Outline
    front: Drawing
    back: Drawing | None


def flat_of(thing: Thing) -> Flat:
    """A tile, a token or a mat."""
    clip = shape_of(thing.outline) == "odd"
    return Flat(thing.outline, thing.side(clip=clip), thing.side("back", clip=clip) if thing.piece.back else None)
