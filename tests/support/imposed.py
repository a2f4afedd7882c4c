"""Reads imposed sheets back: where pictures lie, what shows of them, which lines and texts surround them."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.base.units import Box, Matrix, apply, parse_size
from printgen.drawing.extent import walk
from printgen.drawing.fonts import face
from printgen.drawing.model import Drawing, Group, Place, Rect, Text
from printgen.drawing.outlines import bounds
from printgen.drawing.pieces import Piece
from printgen.sheets.sheet import Sheet

BLEED = 9.0


@dataclass(frozen=True)
class Seen:
    """A picture on a page: its name, its trim, what shows of it, its matrix and the group that holds it."""

    name: str
    trim: Box
    shown: Box
    matrix: Matrix
    group: Group


def drawing(name: str, size: str) -> Drawing:
    """A picture whose first item spells its size and whose second one its name."""
    width, height = parse_size(size)
    ground = Rect(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED, "#4B5B22")
    return Drawing(width, height, (ground, Text(2, 10, name, "stencil", 8, "#FFFFFF")))


def deck(count: int, size: str = "63.5x88.9mm", back: str | None = "back", bleed: float = BLEED) -> list[Piece]:
    """Pieces p0, p1 ... that share one back."""
    shared = drawing(back, size) if back else None
    return [Piece(f"p{i}", drawing(f"p{i}", size), shared, 1, bleed) for i in range(count)]


def _box(matrix: Matrix, box: Box) -> Box:
    one, two = apply(matrix, box.x, box.y), apply(matrix, box.right, box.bottom)
    return Box(min(one[0], two[0]), min(one[1], two[1]), abs(one[0] - two[0]), abs(one[1] - two[1]))


def pictures(sheet: Sheet) -> list[Seen]:
    """All pictures on a page, in the order in which they were put down."""
    found = []
    for item in sheet.drawing.items:
        if isinstance(item, Place) and item.group.clip is not None:
            (inner,) = item.group.items
            assert isinstance(inner, Place)
            ground, text = inner.group.items[:2]
            assert isinstance(ground, Rect) and isinstance(text, Text)
            size = Box(0, 0, ground.w - 2 * BLEED, ground.h - 2 * BLEED)
            shown = _box(item.matrix, bounds(item.group.clip))
            found.append(Seen(text.text, _box(item.matrix, size), shown, item.matrix, inner.group))
    return found


def texts(sheet: Sheet) -> dict[str, Box]:
    """Every text outside the pictures with the box of its letters, on the page."""
    found = {}
    for item, matrix in walk(sheet.drawing.items, clipped=False):
        if isinstance(item, Text):
            cap = face(item.font).cap_height * item.size
            width = face(item.font).width(item.text) * item.size
            found[item.text] = _box(matrix, Box(item.x, item.y - cap, width, cap))
    return found


def overlap(one: Box, two: Box, slack: float = 0.01) -> bool:
    """Whether two boxes share more than an edge."""
    return (
        one.x < two.right - slack
        and two.x < one.right - slack
        and one.y < two.bottom - slack
        and two.y < one.bottom - slack
    )
