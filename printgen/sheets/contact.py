"""Contact sheets for the eye: pieces come in; one Drawing with their fronts (and backs) side by side goes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.base.geometry import translate
from printgen.base.units import mm
from printgen.drawing.model import Drawing, Group, Item, Outline, Place, Rect
from printgen.drawing.outlines import bounds, mapped
from printgen.drawing.pieces import Piece

_GAP = mm(3)


def contact_sheet(pieces: Sequence[Piece], columns: int, backs: bool) -> Drawing:
    """Fronts in rows of `columns`, as they are once they are cut, each followed by its back where `backs`; on white."""
    pictures = [side for piece in pieces for side in _sides(piece, backs)]
    columns = min(columns, len(pictures))
    boxes = [bounds(outline) for _, outline in pictures]
    wide, tall = max(box.w for box in boxes), max(box.h for box in boxes)
    rows = -(-len(pictures) // columns)
    width, height = _GAP + columns * (wide + _GAP), _GAP + rows * (tall + _GAP)
    items: list[Item] = [Rect(0, 0, width, height, "#FFFFFF")]
    for i, ((picture, outline), box) in enumerate(zip(pictures, boxes, strict=True)):
        x, y = _GAP + (i % columns) * (wide + _GAP), _GAP + (i // columns) * (tall + _GAP)
        items.append(Place(Group((Place(Group(picture.items)),), outline), translate(x - box.x, y - box.y)))
    return Drawing(width, height, tuple(items))


def _sides(piece: Piece, backs: bool) -> Iterator[tuple[Drawing, Outline]]:
    """The front, and the back if it has one and it is wanted, each with the outline that is left of it."""
    outline, width = piece.edge, piece.front.width
    yield piece.front, outline
    if backs and piece.back is not None:
        yield piece.back, mapped(outline, lambda x, y: (width - x, y)) if piece.cut else outline
