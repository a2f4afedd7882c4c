"""Figures for a game that is played with toys on a table: plain discs with a number, in the colour of each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from printgen.base.units import mm
from printgen.drawing.model import Drawing, Path, Stroke
from printgen.drawing.outlines import circle
from printgen.drawing.words import middled
from printgen.exports.parcel import Parcel
from printgen.exports.vassal.sides import Sides

COUNT = 8
"""So many figures a side has."""
_WIDE = mm(50)
_RIM = Stroke("#FFFFFF", mm(1.5))
_COLORS = ("#4B5B22", "#A3121B", "#1B4F8F", "#B8860B", "#5F6A74", "#6A3D8A", "#1F7A72", "#7A4A21")


class Figure(NamedTuple):
    """A figure of a side, counted from 0: its name, and what it looks like from above."""

    side: int
    number: int
    name: str
    drawing: Drawing


def figures(parcel: Parcel, sides: Sides) -> Iterator[Figure]:
    """The figures of all sides."""
    game = parcel.lots[0].pieces.game
    rows: Any = game.tables[sides.table].rows if sides.table else {}
    for side, (name, code) in enumerate(zip(sides.names, sides.codes, strict=True)):
        color = (rows.get(code) or {}).get("color")
        for number in range(1, COUNT + 1):
            shown = _disc(str(color or _COLORS[side % len(_COLORS)]), str(number))
            yield Figure(side, number, f"{name} {number}", shown)


def _disc(color: str, text: str) -> Drawing:
    half = _WIDE / 2
    ground, rim = Path(circle(half, half, half), color), Path(circle(half, half, 0.88 * half), None, _RIM)
    return Drawing(_WIDE, _WIDE, (ground, rim, middled(half, half, text, "stencil", 1.1 * half, "#FFFFFF")))
