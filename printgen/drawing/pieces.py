"""A printable piece: pictures at true size with the number of copies, the bleed and the line to cut along."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.drawing.model import Drawing, Outline


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing to cut out; front and back have the same size, in points.

    `bleed` is how far the pictures reach beyond their edges, in points; `cut` is the outline to cut along
    where it is not the rectangle of the piece.
    """

    name: str
    front: Drawing
    back: Drawing | None = None
    copies: int = 1
    bleed: float = 0.0
    cut: Outline | None = None
