"""Words and where they stand come in; straight and curved runs of text go out, never below the smallest legible size.

Pictures of areas are drawn in units of their own: a `Lens` knows how many millimetres one unit measures on paper.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from printgen.base.geometry import Box, chain, rotate, translate
from printgen.base.units import PT_PER_MM
from printgen.drawing.model import Group, Item, Outline, Path, Place, Segment, Stroke, Text
from printgen.drawing.outlines import polygon, rounded
from printgen.drawing.words import cap, largest, middled, turned, width_of

_DIAGONAL = 2.6

TURNS = {"up": 0.0, "right": 90.0, "down": 180.0, "left": 270.0}
"""How far an arrow that points up is turned, by the way it is to point."""

LEAST = 6.0
"""No text is smaller than this on paper, in points."""


class Lens(NamedTuple):
    """How large one unit of a picture is on paper, in millimetres."""

    k: float = 1.0

    @property
    def least(self) -> float:
        """The smallest size of text, in units."""
        return LEAST / PT_PER_MM / self.k

    def size(self, points: float) -> float:
        """A size of text in units: `points` where a unit is a millimetre, so more or less elsewhere."""
        return max(points / PT_PER_MM, self.least)


def fitted(text: str, font: str, points: float, room: float, lens: Lens) -> float | None:
    """The size in units at which a line fits the room, at most `points`; None when that is too small to read."""
    if not text:
        return None
    return largest(text, font, room, lens.size(points), lens.least)


def fitting(
    x: float, y: float, text: str, font: str, points: float, room: float, lens: Lens, color: str, turn: float = 0.0
) -> tuple[Item, ...]:
    """A line with its middle at (x, y), as large as fits the room; nothing when that is too small to read."""
    size = fitted(text, font, points, room, lens)
    if size is None:
        return ()
    return (
        (turned((middled(0, 0, text, font, size, color),), x, y, turn),)
        if turn
        else (middled(x, y, text, font, size, color),)
    )


def stroked(segments: Sequence[Segment], line: Stroke) -> tuple[Item, ...]:
    """All segments as one path; nothing when there are none."""
    return (Path(tuple(segments), None, line),) if segments else ()


def clock(cx: float, cy: float, radius: float, degrees: float) -> tuple[float, float]:
    """The point of a circle at an angle counted clockwise from the top."""
    angle = math.radians(degrees)
    return cx + radius * math.sin(angle), cy - radius * math.cos(angle)


def curved(
    text: str,
    font: str,
    size: float,
    centre: tuple[float, float],
    radius: float,
    middle: float,
    color: str,
    outward: bool = True,
    off_diagonal: bool = False,
) -> tuple[Item, ...]:
    """A line on a circle of `radius`, centred at the angle `middle` of the clock.

    `outward` letters have their heads away from the centre and run clockwise, the others run against the clock.
    `off_diagonal` turns letters that stand at nearly 45 degrees a little, as they must be where all is mirrored.
    """
    sign = 1 if outward else -1
    at = -width_of(text, font, size) / 2
    out: list[Item] = []
    for letter in text:
        wide = width_of(letter, font, size)
        if not letter.isspace():
            degrees = middle + sign * math.degrees((at + wide / 2) / radius)
            glyph = Text(-wide / 2, 0.0, letter, font, size, color, 0.0, wide)
            turn = degrees if outward else degrees + 180
            if off_diagonal:
                turn = _beside_diagonal(turn)
            out.append(Place(Group((glyph,)), chain(translate(*clock(*centre, radius, degrees)), rotate(turn))))
        at += wide
    return tuple(out)


def _beside_diagonal(turn: float) -> float:
    """The angle, or one a little off where it is within a few degrees of a diagonal.

    A common PDF viewer draws a mirrored letter at just about 45 degrees upright and far too large.
    """
    off = (turn % 90) - 45
    return turn + math.copysign(_DIAGONAL, off) - off if abs(off) < _DIAGONAL else turn


def ring_sector(cx: float, cy: float, inner: float, outer: float, middle: float, half: float) -> Outline:
    """The part of a ring from `middle` - `half` to `middle` + `half` degrees of the clock."""
    steps = max(8, math.ceil(half))
    angles = [middle - half + 2 * half * i / steps for i in range(steps + 1)]
    return polygon([clock(cx, cy, outer, a) for a in angles] + [clock(cx, cy, inner, a) for a in reversed(angles)])


class Words(NamedTuple):
    """A line of a curved band: wordings from long to short, its font, its largest size in points, its colour."""

    wordings: tuple[str, ...]
    font: str
    points: float
    color: str


def stacked(
    lines: Sequence[Words],
    centre: tuple[float, float],
    inner: float,
    outer: float,
    middle: float,
    half: float,
    lens: Lens,
    off_diagonal: bool = False,
) -> tuple[tuple[Item, ...], float]:
    """Curved lines on top of each other in the part of a ring; lines for which there is no room are left out.

    Also tells how many degrees the longest of them reaches to each side.
    Lines stay inside the band with air on every side. In the upper half of the clock letters face outward.
    """
    pad = 0.11 * (outer - inner)
    room = math.radians(2 * half) * (inner + pad) - 2 * pad
    sized: list[tuple[str, Words, float]] = []
    for line in lines:
        fits = ((text, fitted(text, line.font, line.points, room, lens)) for text in line.wordings)
        found = next(((text, size) for text, size in fits if size is not None), None)
        if found is not None:
            sized.append((found[0], line, found[1]))
    while sized and sum(cap(w.font, s) for _, w, s in sized) + pad * (len(sized) + 1) > outer - inner:
        sized.pop()
    if not sized:
        return (), 0.0
    gap = (outer - inner - sum(cap(w.font, s) for _, w, s in sized)) / (len(sized) + 1)
    top = math.cos(math.radians(middle)) >= 0
    out: list[Item] = []
    reach = 0.0
    at = outer if top else inner
    for text, line, size in sized:
        tall = cap(line.font, size)
        at += -(gap + tall) if top else gap + tall
        reach = max(reach, math.degrees(width_of(text, line.font, size) / 2 / at))
        out += curved(text, line.font, size, centre, at, middle, line.color, top, off_diagonal)
    return tuple(out), reach


def plate(
    text: str,
    font: str,
    size: float,
    x: float,
    y: float,
    fill: str,
    color: str,
    line: Stroke | None,
    align: float = 0.5,
) -> tuple[Item, ...]:
    """A word on a small board around (x, y)."""
    box = plate_box(text, font, size, x, y, align)
    return (
        Path(rounded(box, min(box.h * 0.16, box.w / 2)), fill, line),
        middled(box.x + box.w / 2, y, text, font, size, color),
    )


def plate_box(text: str, font: str, size: float, x: float, y: float, align: float = 0.5) -> Box:
    """The board of `plate`."""
    tall = cap(font, size)
    wide = width_of(text, font, size) + 1.3 * tall
    return Box(x - align * wide, y - tall * 0.95, wide, tall * 1.9)
