"""Contact sheets for the eye: pieces come in; one Drawing with their fronts (and backs) side by side goes out."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.base.geometry import Box, translate
from printgen.base.units import mm
from printgen.drawing.model import Drawing, Group, Item, Place, Rect
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Piece

_GAP = mm(3)


def contact_sheet(pieces: Sequence[Piece], columns: int, backs: bool) -> Drawing:
    """Fronts in rows of `columns`, trimmed, each followed by its back where `backs`; on white."""
    pictures = [d for piece in pieces for d in ((piece.front, piece.back) if backs else (piece.front,)) if d]
    columns = min(columns, len(pictures))
    wide, tall = max(d.width for d in pictures), max(d.height for d in pictures)
    rows = -(-len(pictures) // columns)
    width, height = _GAP + columns * (wide + _GAP), _GAP + rows * (tall + _GAP)
    items: list[Item] = [Rect(0, 0, width, height, "#FFFFFF")]
    for i, picture in enumerate(pictures):
        clip = rectangle(Box(0, 0, picture.width, picture.height))
        place = translate(_GAP + (i % columns) * (wide + _GAP), _GAP + (i // columns) * (tall + _GAP))
        items.append(Place(Group((Place(Group(picture.items)),), clip), place))
    return Drawing(width, height, tuple(items))
