"""Sheets for checking by eye: contact sheets, and proofs with cuts and safe zones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printgen.base.units import Box, chain, mm, rotate, translate
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Rect, Stroke
from printgen.drawing.outlines import bounds, map_points, rectangle
from printgen.drawing.pieces import Piece
from printgen.drawing.words import BOLD, LEFT, center_run, width_of
from printgen.sheets.sheet import MarginWords, Sheet

_BETWEEN = mm(3)


def contact_sheet(pieces: Sequence[Piece], columns: int, backs: bool) -> Drawing:
    """Fronts in rows of `columns`, as cut, each followed by its back if `backs`; on white."""
    pictures = [side for piece in pieces for side in _sides(piece, backs)]
    columns = min(columns, len(pictures))
    boxes = [bounds(outline) for _, outline in pictures]
    wide, tall = max(box.w for box in boxes), max(box.h for box in boxes)
    rows = -(-len(pictures) // columns)
    width, height = _BETWEEN + columns * (wide + _BETWEEN), _BETWEEN + rows * (tall + _BETWEEN)
    items: list[Item] = [Rect(0, 0, width, height, "#FFFFFF")]
    for i, ((picture, outline), box) in enumerate(zip(pictures, boxes, strict=True)):
        x, y = _BETWEEN + (i % columns) * (wide + _BETWEEN), _BETWEEN + (i // columns) * (tall + _BETWEEN)
        items.append(Place(Group((Place(Group(picture.items)),), outline), translate(x - box.x, y - box.y)))
    return Drawing(width, height, tuple(items))


def _sides(piece: Piece, backs: bool) -> Iterator[tuple[Drawing, Outline]]:
    """The front, and the back if it exists and is wanted, each with its outline after cutting."""
    outline, width = piece.edge, piece.front.width
    yield piece.front, outline
    if backs and piece.back is not None:
        yield piece.back, map_points(outline, lambda x, y: (width - x, y)) if piece.cut else outline


# Colours of the lines of a proof and of the word across it; widths in points.
_TRIM, _BLEED, _SAFE, _WORD = "#E5007D", "#0090D0", "#1E9E3A", "#E5007D"
_LINE_WIDTH, _WORD_OPACITY = 0.5, 0.3
_SAFE_ZONE = mm(3)
"""How far inside the cut all that matters stays: blades, paper and printers drift by less."""
# The letters of the legend, what lies around them, and what between two entries.
_LEGEND_SIZE, _LEGEND_PAD, _LEGEND_GAP = 6.5, mm(0.9), mm(2.4)


def proof_of_sheet(sheet: Sheet, bleed: float, words: MarginWords) -> Sheet:
    """A sheet with the cut, the bleed and the safe zone of each piece drawn over it, and a legend on the first."""
    page = sheet.drawing
    if not sheet.cells:
        return sheet
    lines = [item for cell in sheet.cells for item in _lines(cell, bleed)]
    first = sheet.cells[0]
    legend = _legend(first.x + mm(1), first.y + mm(1), words, page.width - first.x - mm(8))
    return replace(sheet, drawing=Drawing(page.width, page.height, (*page.items, *lines, *legend)))


def proof_of_pieces(pieces: Sequence[Piece], words: MarginWords) -> list[Piece]:
    """Pieces as large as their bleed, with the same lines; the first one has the legend."""
    return [
        replace(
            piece, bleed=0.0, cut=None, corner=0.0,
            front=_draw_proof(piece.front, piece, words if n == 0 else None),
            back=_draw_proof(piece.back, piece, None) if piece.back else None,
        )
        for n, piece in enumerate(pieces)
    ]  # fmt: skip


def _draw_proof(drawing: Drawing, piece: Piece, words: MarginWords | None) -> Drawing:
    """A side of a piece with its lines, on a ground that is larger than its bleed; with a legend where `words`."""
    border, bleed = mm(2) + piece.bleed, piece.bleed
    whole = Box(0, 0, drawing.width, drawing.height)
    cell = bounds(piece.cut) if piece.cut else whole
    shown = Place(Group((Place(Group(drawing.items)),), rectangle(whole.grown(bleed))))
    legend = _legend(cell.x + mm(1), cell.y + mm(1), words, cell.w - mm(2)) if words else ()
    items = (shown, *_lines(cell, bleed), *legend)
    size = (drawing.width + 2 * border, drawing.height + 2 * border)
    return Drawing(*size, (Place(Group(items), translate(border, border)),))


def _lines(cell: Box, bleed: float) -> list[Item]:
    """The lines of one piece, and a word across it that discourages play."""
    word, wide = "PROOF", width_of("PROOF", BOLD)
    size = min(cell.w, cell.h) * 0.8 / wide
    faint = Group((center_run(0, 0, word, BOLD, size, _WORD),), opacity=_WORD_OPACITY)
    items: list[Item] = [
        Place(faint, chain(translate(cell.x + cell.w / 2, cell.y + cell.h / 2), rotate(-30))),
        Path(rectangle(cell), None, Stroke(_TRIM, _LINE_WIDTH)),
    ]
    if bleed:
        items.append(Path(rectangle(cell.grown(bleed)), None, Stroke(_BLEED, _LINE_WIDTH)))
    if min(cell.w, cell.h) > 3 * _SAFE_ZONE:
        items.append(Path(rectangle(cell.grown(-_SAFE_ZONE)), None, Stroke(_SAFE, _LINE_WIDTH)))
    return items


def _legend(x: float, y: float, words: MarginWords, room: float) -> tuple[Item, ...]:
    """The meaning of the lines, each in its colour, on white; in as many rows as fit."""
    entries = [(words.proof, _WORD), (words.trim, _TRIM), (words.bleed, _BLEED), (f"{words.safe}: 3 mm", _SAFE)]
    items: list[Item] = []
    left, top, high, right = x, y, _LEGEND_SIZE + 2 * _LEGEND_PAD, x
    for text, color in entries:
        wide = width_of(text, BOLD, _LEGEND_SIZE)
        if left > x and left + wide > x + room:
            left, top = x, top + high
        items.append(center_run(left + _LEGEND_PAD, top + high / 2, text, BOLD, _LEGEND_SIZE, color, LEFT))
        left += wide + _LEGEND_GAP
        right = max(right, left - _LEGEND_GAP + 2 * _LEGEND_PAD)
    return (Rect(x, y, right - x, top + high - y, "#FFFFFF", Stroke(_WORD, 0.5)), *items)
