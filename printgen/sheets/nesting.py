"""Pieces of several sizes, or in honeycombs, nested on as few pages as are found."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from printgen.base.units import SMALLEST, Box, Matrix, compose, rotate, translate
from printgen.drawing.pieces import Piece
from printgen.sheets.grid import SLACK, fit_count

# So many combinations of turned and upright lots are tried before more pages are taken than their area needs.
_TRIES = 48
# Of more lots, so few of all combinations say nothing about the best, and each takes long.
_FEW = 12

_TURNS: tuple[tuple[bool, ...], ...] = ((False, True), (True,), (False,))
"""Whether the pieces of a lot may be turned: as holds the most, all of them, or none."""


class CellLot(NamedTuple):
    """Pieces of one size, copies counted out, that lie in rows, or in a `comb`.

    `pad` is what they keep from others; lengths are in points. Hexagons of a comb are `pointy`, or have a flat top.
    """

    pieces: tuple[Piece, ...]
    width: float
    height: float
    pad: float
    comb: bool
    pointy: bool


class CellSpot(NamedTuple):
    """A piece with its cell on the page, in points; it may lie a quarter turn clockwise in it."""

    piece: Piece
    cell: Box
    turned: bool

    @property
    def matrix(self) -> Matrix:
        """Where the front of the piece goes."""
        if self.turned:
            return compose(translate(self.cell.right, self.cell.y), rotate(90))
        return translate(self.cell.x, self.cell.y)

    def shift(self, x: float, y: float) -> CellSpot:
        """The same piece elsewhere."""
        return self._replace(cell=self.cell.moved(x, y))


class _Rows(NamedTuple):
    """Where the corners of cells of a size lie in a block, row by row."""

    corners: tuple[tuple[float, float], ...]
    width: float
    height: float
    turned: bool

    def boxes(self, x: float, y: float) -> list[Box]:
        return [Box(x + a, y + b, self.width, self.height) for a, b in self.corners]


def nest(
    lots: Sequence[CellLot], page: tuple[float, float], margin: float, gutter: float, fold: float
) -> list[list[CellSpot]]:
    """The pages of a size that all pieces take, each with its spots; none where a piece does not fit on any.

    With a `fold`, a strip of that width down the middle of the page, pieces keep to its left.
    """
    width, height = page
    usable = Box(margin, margin, (width - fold) / 2 - margin if fold else width - 2 * margin, height - 2 * margin)
    if any(_fitting(lot, usable.w, usable.h, gutter, 1) is None for lot in lots):
        return []
    # Hexagons of a honeycomb take three quarters of their boxes.
    need = sum(lot.width * lot.height * len(lot.pieces) * (0.75 if lot.comb else 1) for lot in lots)
    fewest = math.ceil(need / (usable.w * usable.h) - SLACK)
    best: list[list[CellSpot]] = []
    several = len({(lot.width, lot.height) for lot in lots}) > 1
    turns = product(*(_TURNS if abs(lot.width - lot.height) > SLACK else _TURNS[:1] for lot in lots))
    for combination in islice(turns, _TRIES if several and len(lots) <= _FEW else 1):
        pages = _lay_out(lots, combination, usable, margin, gutter)
        if pages and (not best or len(pages) < len(best)):
            best = pages
        if len(best) <= fewest:
            break
    return best


def _lay_out(
    lots: Sequence[CellLot], turns: Sequence[tuple[bool, ...]], usable: Box, margin: float, gutter: float
) -> list[list[CellSpot]]:
    """The pages that pieces take, each lot in its `turns`, the largest first; none where some piece fits nowhere."""
    edge = min(margin, max(lot.pad for lot in lots))
    waiting = {n: lot.pieces for n, lot in enumerate(lots)}
    order = sorted(waiting, key=lambda n: -max(lots[n].width, lots[n].height))
    pages: list[list[CellSpot]] = []
    while any(waiting.values()):
        free, spots = [usable.grown(edge)], list[CellSpot]()
        for n in order:
            waiting[n] = _fill_page(lots[n], waiting[n], turns[n], free, usable, gutter, spots)
        if not spots:
            return []
        pages.append(spots)
    return pages


def _fill_page(
    lot: CellLot, pieces: tuple[Piece, ...], turns: tuple[bool, ...], free: list[Box], usable: Box, gutter: float,
    spots: list[CellSpot],
) -> tuple[Piece, ...]:  # fmt: skip
    """Add to `spots` as many pieces of a lot as go into what is `free` of a page, which shrinks; those left over."""
    while pieces:
        # What holds the most of them; of several rectangles the smallest.
        best: tuple[int, float, int, _Rows, Box] | None = None
        for i, room in enumerate(free):
            inner = room.grown(-lot.pad).common(usable)
            rows = _fitting(lot, inner.w, inner.h, gutter, len(pieces), turns)
            if rows and (best is None or (len(rows.corners), -room.w * room.h) > best[:2]):
                best = (len(rows.corners), -room.w * room.h, i, rows, inner)
        if best is None:
            return pieces
        count, _, i, rows, inner = best
        boxes = rows.boxes(inner.x, inner.y)
        spots += (CellSpot(piece, box, rows.turned) for piece, box in zip(pieces, boxes, strict=False))
        free[i : i + 1] = [part for part in _split(free[i], boxes, lot.pad) if min(part.w, part.h) > SMALLEST]
        pieces = pieces[count:]
    return pieces


def _split(room: Box, boxes: Sequence[Box], pad: float) -> Iterator[Box]:
    """What is free of a room once boxes, row by row, and their pad lie at its top left: a guillotine split.

    Beside a last row that is short, at the right of all, and below: of the two cuts that part those, the one is taken
    that leaves the larger rectangle.
    """
    right, bottom = max(box.right for box in boxes) + pad, max(box.bottom for box in boxes) + pad
    last = [box for box in boxes if box.y > boxes[-1].y - SLACK]
    above = [box for box in boxes if box.y < boxes[-1].y - SLACK]
    if above:
        start, top = max(box.right for box in last) + pad, max(box.bottom for box in above) + pad
        yield Box(start, top, right - start, bottom - top)
    beside, below = room.right - right, room.bottom - bottom
    if beside * room.h > below * room.w:
        yield Box(right, room.y, beside, room.h)
        yield Box(room.x, bottom, right - room.x, below)
    else:
        yield Box(right, room.y, beside, bottom - room.y)
        yield Box(room.x, bottom, room.w, below)


def _fitting(
    lot: CellLot, width: float, height: float, gutter: float, count: int, turns: tuple[bool, ...] = _TURNS[0]
) -> _Rows | None:
    """The rows that hold the most of so many pieces in a room, upright where that is as good; None where none fits."""
    best = None
    for turned in turns:
        w, h = (lot.height, lot.width) if turned else (lot.width, lot.height)
        if w <= width + SLACK and h <= height + SLACK:
            if lot.comb:
                corners = _comb(w, h, width, height, gutter, lot.pointy != turned, count)
            else:
                corners = _straight(w, h, width, height, gutter, count)
            if best is None or len(corners) > len(best.corners):
                best = _Rows(corners, w, h, turned)
    return best


def _straight(
    w: float, h: float, width: float, height: float, gutter: float, count: int
) -> tuple[tuple[float, float], ...]:
    """Corners of so many cells of a size in a room, row by row."""
    columns, rows = fit_count(width, w, w + gutter), fit_count(height, h, h + gutter)
    spots = (divmod(i, columns) for i in range(min(count, columns * rows)))
    return tuple((column * (w + gutter), row * (h + gutter)) for row, column in spots)


def _comb(
    w: float, h: float, width: float, height: float, gutter: float, pointy: bool, count: int
) -> tuple[tuple[float, float], ...]:
    """Corners of the cells of hexagons that share their edges, or keep a gutter from each other, row by row."""
    corners: list[tuple[float, float]] = []
    lean = gutter * math.sqrt(3) / 2
    across, down = (w + gutter, h * 0.75 + lean) if pointy else (w * 0.75 + lean, h + gutter)
    # Every other row starts half a hexagon further right, or every other column half a one further down.
    for row in range(fit_count(height, h, down)):
        start = across / 2 if pointy and row % 2 else 0.0
        for column in range(fit_count(width - start, w, across)):
            y = row * down + (down / 2 if not pointy and column % 2 else 0.0)
            if y + h <= height + SLACK:
                corners.append((start + column * across, y))
        if len(corners) >= count:
            break
    return tuple(corners[:count])
