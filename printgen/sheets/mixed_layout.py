"""Pieces of several sizes, or in honeycombs: nested on few pages, and the sheets with them.

If two pieces share an edge, its cut line is drawn once, and neither shows its bleed there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import groupby, islice, product
from typing import NamedTuple

from printgen.base import group_pairs
from printgen.base.errors import PrintgenError
from printgen.base.limits import check_limit
from printgen.base.units import SMALLEST, Box, Matrix, apply, compose, rotate, translate
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place
from printgen.drawing.outlines import Point, edges_of, polygon, rectangle
from printgen.drawing.pieces import Piece
from printgen.sheets.cut_plan import CutPlan, plan_sheet_cuts
from printgen.sheets.gang import check_skip, fold_between, pile_order, skipped_places, too_large
from printgen.sheets.grid import SLACK, CellGrid, back_matrix, back_position, best_grid, fit_count
from printgen.sheets.margin_marks import MarginMarks
from printgen.sheets.marks import FOLD, HALO, MARK, fold_line, rule_lines
from printgen.sheets.pages import Leaf, SheetMaker
from printgen.sheets.sheet import Paper, Sheet, SheetOptions, Stack

# So many combinations of turned and upright lots are tried before more pages are taken than their area needs.
_TRIES = 48
_FEW = 12  # of more lots, so few of all combinations say nothing about the best, and each takes long

_TURNS: tuple[tuple[bool, ...], ...] = ((False, True), (True,), (False,))
"""Whether the pieces of a lot may be turned: as holds the most, all of them, or none."""


class CellLot(NamedTuple):
    """Pieces of one size, copies counted out, that lie in rows, in blocks as `Piece.block` says, or in a `comb`.

    `pad` is their distance from other lots; lengths are in points. Hexagons of a comb are `pointy`, or have a flat top.
    """

    pieces: tuple[Piece, ...]
    width: float
    height: float
    pad: float
    comb: bool
    pointy: bool
    block: tuple[int, int, float] | None = None

    def block_size(self, gutter: float) -> tuple[float, float]:
        """The width and height of a block, or of a piece without one."""
        columns, rows = self.block[:2] if self.block else (1, 1)
        return columns * (self.width + gutter) - gutter, rows * (self.height + gutter) - gutter


class CellSpot(NamedTuple):
    """A piece with its cell on the page, in points; it may lie a quarter turn clockwise in it."""

    piece: Piece
    cell: Box
    turned: bool

    @property
    def matrix(self) -> Matrix:
        """The matrix of the front of the piece."""
        if self.turned:
            return compose(translate(self.cell.right, self.cell.y), rotate(90))
        return translate(self.cell.x, self.cell.y)

    def shift(self, x: float, y: float) -> CellSpot:
        """The same piece moved by (x, y)."""
        return self._replace(cell=self.cell.moved(x, y))


class _Rows(NamedTuple):
    """The corners of cells of a size in a block, row by row."""

    corners: tuple[Point, ...]
    width: float
    height: float
    turned: bool

    def boxes(self, x: float, y: float) -> list[Box]:
        return [Box(x + a, y + b, self.width, self.height) for a, b in self.corners]


def nest(
    lots: Sequence[CellLot], page: tuple[float, float], margin: float, gutter: float, fold: float
) -> list[list[CellSpot]]:
    """The pages of all pieces, each with its spots, left of a `fold` if any; none when a piece fits no page."""
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
    """The pages for pieces, each lot in its `turns`, the largest first; none when a piece does not fit."""
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
    """Add as many pieces of a lot to `spots` as fit the `free` boxes of a page, which shrink; returns the rest."""
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
    """The free boxes of a room after boxes, row by row, and their pad at its top left: a guillotine split.

    They lie beside a short last row, at the right of all, and below: of the two possible cuts, the one is taken that
    leaves the larger rectangle.
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
    """The rows that hold the most of `count` pieces in a room, upright if that is as good; None if none fits."""
    best = None
    for turned in turns:
        w, h = (lot.height, lot.width) if turned else (lot.width, lot.height)
        if w <= width + SLACK and h <= height + SLACK:
            if lot.comb:
                corners = _comb(w, h, width, height, gutter, lot.pointy != turned, count)
            elif lot.block:
                columns, rows, gap = lot.block
                block = rows if turned else columns, columns if turned else rows
                corners = _in_blocks(w, h, width, height, gutter, count, block, max(gap, gutter))
                if not corners:
                    continue
            else:
                corners = _straight(w, h, width, height, gutter, count)
            if best is None or len(corners) > len(best.corners):
                best = _Rows(corners, w, h, turned)
    return best


def _straight(w: float, h: float, width: float, height: float, gutter: float, count: int) -> tuple[Point, ...]:
    """Corners of so many cells of a size in a room, row by row."""
    columns, rows = fit_count(width, w, w + gutter), fit_count(height, h, h + gutter)
    spots = (divmod(i, columns) for i in range(min(count, columns * rows)))
    return tuple((column * (w + gutter), row * (h + gutter)) for row, column in spots)


def _in_blocks(
    w: float, h: float, width: float, height: float, gutter: float, count: int, block: tuple[int, int], gap: float
) -> tuple[Point, ...]:  # fmt: skip
    """Corners of so many cells of a size in a room, block by block; none where no block has room."""
    across, down = (n * (side + gutter) - gutter for n, side in zip(block, (w, h), strict=True))
    blocks = _straight(across, down, width, height, gap, -(-count // (block[0] * block[1])))
    cells = _straight(w, h, across, down, gutter, block[0] * block[1])
    return tuple((x + a, y + b) for x, y in blocks for a, b in cells)[:count]


def _comb(
    w: float, h: float, width: float, height: float, gutter: float, pointy: bool, count: int
) -> tuple[Point, ...]:
    """Corners of the cells of hexagons that share their edges, or keep a gutter from each other, row by row."""
    corners: list[Point] = []
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


_FILL_STEPS = 20  # how far down a page is filled is measured in so many steps of its height


class MixedLayout(NamedTuple):
    """Pages with the spots of their pieces; `grid` is the box around those of all pages, in the middle of the page."""

    pages: tuple[tuple[CellSpot, ...], ...]
    grid: CellGrid
    bleed: float
    gutter: float

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces, copies counted out."""
        return tuple(spot.piece for page in self.pages for spot in page)

    def plan_of_page(self, spots: Iterable[CellSpot]) -> CutPlan:
        """The cuts of a page with pieces at spots."""
        return plan_sheet_cuts(((spot.piece, spot.matrix) for spot in spots), self.grid[:2], self.grid.fold)

    @property
    def sheets(self) -> int:
        """The number of sheets."""
        return len(self.pages)

    def leaves(self, sheet_maker: SheetMaker, backs: bool, first: int) -> Iterator[Leaf]:
        """The sheets, numbered from `first`, each with its back page if `backs`."""
        maker = _PageMaker(self, sheet_maker)
        for number, spots in enumerate(self.pages, first):
            yield maker.front(spots, number), maker.back(spots, number) if backs else None


def lay_mixed(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> MixedLayout:
    """The fewest sheets for pieces; PrintgenError names those that are too large for the paper."""
    lots = lots_of([*skipped_places(pieces, options.skip), *pieces], options.gutter)
    check_limit("sizes", len(lots), options.where)
    bleed = max(piece.bleed for piece in pieces)
    fold = fold_between(pieces, bleed, options)
    best: tuple[list[list[CellSpot]], tuple[float, float]] | None = None
    for page in dict.fromkeys(((paper.width, paper.height), (paper.height, paper.width))):
        pages = nest(lots, page, options.margin, options.gutter, fold)
        if pages and (best is None or len(pages) < len(best[0])):
            best = pages, page
    if best is None:
        small = partial(best_grid, paper, margin=options.margin, fold=fold)
        sizes = [(lot.pieces[0], lot.block_size(options.gutter)) for lot in lots]
        large = [
            replace(piece, name=f"a block of {piece.name}" if piece.block else piece.name, front=Drawing(*size))
            for piece, size in sizes
            if small(*size) is None
        ]
        raise PrintgenError(too_large(piece, paper, fold, options) for piece in large)
    pages, page = best
    pages = [*_in_order(pages, options.stack)]
    if options.skip:
        check_skip(options.skip, len(pages[0]), pieces[0])
    cells = [spot.cell for spots in pages for spot in spots]
    left, top = min(cell.x for cell in cells), min(cell.y for cell in cells)
    width, height = max(cell.right for cell in cells) - left, max(cell.bottom for cell in cells) - top
    grid = CellGrid(*page, width, height, 1, 1, 0.0, False, fold)
    x, y = grid.block.x - left, grid.block.y - top
    placed = tuple(tuple(spot.shift(x, y) for spot in spots if spot.piece.name) for spots in pages)
    return MixedLayout(placed, grid, bleed, options.gutter)


def _in_order(pages: Iterable[list[CellSpot]], stack: Stack) -> Iterator[list[CellSpot]]:
    """The pages with their pieces in reading order; for piles, equal pages of a single lot in pile order."""
    for _, group in groupby(pages, lambda spots: [tuple(round(n, 1) for n in spot.cell) for spot in spots]):
        alike = list(group)
        if len({_lot_key(spot.piece) for spot in alike[0]}) > 1:
            yield from alike
            continue
        pieces = [spot.piece for spots in alike for spot in spots]
        ordered = iter(pile_order(pieces, len(alike[0])) if stack == "piles" else pieces)
        for spots in alike:
            # What is cut by blocks is in order in each of them.
            in_blocks = spots[0].piece.block is not None
            places = spots if in_blocks else sorted(spots, key=lambda spot: (round(spot.cell.y, 1), spot.cell.x))
            yield [spot._replace(piece=next(ordered)) for spot in places]


def _lot_key(piece: Piece) -> tuple[object, ...]:
    """The key of pieces that may swap places."""
    return round(piece.front.width, 3), round(piece.front.height, 3), round(piece.bleed, 3), piece.layout, piece.block


def lots_of(pieces: Sequence[Piece], gutter: float) -> list[CellLot]:
    """The pieces by size and arrangement, copies counted out."""
    lots = []
    for group in group_pairs((_lot_key(piece), piece) for piece in pieces).values():
        first = group[0]
        pad = max(gutter / 2, first.bleed)
        counted = tuple(piece for piece in group for _ in range(piece.copies))
        comb = first.layout == "honeycomb"
        lots.append(
            CellLot(counted, first.front.width, first.front.height, pad, comb, comb and _is_pointy(first), first.block)
        )
    return lots


def _is_pointy(piece: Piece) -> bool:
    """Whether the outline of a hexagon begins in the middle of its top, at a corner."""
    (x, _), *_ = _corners(piece.cut, piece.front.width, piece.front.height)
    return abs(x - piece.front.width / 2) < 1


@lru_cache(maxsize=1024)
def _corners(cut: Outline | None, width: float, height: float) -> tuple[Point, ...]:
    """The corners of a piece, in order; none for one with curves."""
    outline = cut or rectangle(Box(0, 0, width, height))
    straight = all(step[0] in "MLZ" for step in outline)
    return tuple((step[1], step[2]) for step in outline if step[0] != "Z") if straight else ()


def _edges(spot: CellSpot) -> Iterator[tuple[Point, Point]]:
    """The edges of a piece on its page, in order; none for one with curves."""
    front, matrix = spot.piece.front, spot.matrix
    corners = [apply(matrix, x, y) for x, y in _corners(spot.piece.cut, front.width, front.height)]
    return edges_of(corners)


def _edge_key(edge: tuple[Point, Point], outward: float = 0.0) -> tuple[int, int]:
    """The middle of an edge, moved outward, to a tenth of a point: the same for two pieces that share the edge."""
    (x0, y0), (x1, y1) = edge
    length = math.dist(*edge) or 1.0
    x, y = (x0 + x1) / 2 + (y1 - y0) / length * outward, (y0 + y1) / 2 - (x1 - x0) / length * outward
    return round(x * 10), round(y * 10)


class _PageMaker:
    """Makes the pages of a layout; shared parts are computed once."""

    def __init__(self, layout: MixedLayout, sheet_maker: SheetMaker) -> None:
        self.layout, self.sheet_maker, self.grid = layout, sheet_maker, layout.grid
        grid = layout.grid
        upright_page = grid.page_height >= grid.page_width
        self._sideways = bool(grid.fold) or (sheet_maker.options.duplex != "short") == upright_page
        lines = grid._replace(cell_height=grid.cell_height / _FILL_STEPS, rows=_FILL_STEPS)
        self._place_marks = cache(
            lambda filled, notes: sheet_maker.place_marks(lines, filled, layout.bleed, notes=notes)
        )
        self._window = cache(_window)

    def _margin_marks(self, spots: Sequence[CellSpot], plan: CutPlan | None) -> MarginMarks:
        """The ruler and lines of text at their usual places, or else below what lies on this page."""
        # Pieces of several sizes stay in reading order.
        alike = len({_lot_key(spot.piece) for spot in spots}) == 1
        notes = self.sheet_maker.notes(plan, self.sheet_maker.words.piles if alike else "")
        usual, block = self._place_marks(_FILL_STEPS, notes), self.grid.block
        if usual.whole and (usual.ruler or not self.sheet_maker.options.ruler):
            return usual
        filled = max(spot.cell.bottom for spot in spots) - block.y
        return self._place_marks(min(_FILL_STEPS, math.ceil(filled / block.h * _FILL_STEPS)), notes)

    def front(self, spots: Sequence[CellSpot], number: int) -> Sheet:
        """The front of a sheet, on a fold-over sheet with the backs beside."""
        plan = self.layout.plan_of_page(spots) if self.sheet_maker.options.marks else None
        margin_marks = self._margin_marks(spots, plan)
        items: list[Item] = list(self._pictures(spots, True))
        if self.grid.fold:
            items += self._pictures(spots, False)
        if plan:
            items += self._cuts(spots)
            items += self.sheet_maker.numbers(plan, self.grid, self.layout.bleed, margin_marks.keep_out)
        if self.grid.fold:
            margin = self.sheet_maker.options.margin
            fold = fold_line(self.grid, self.layout.bleed, margin, margin_marks.keep_out)
            items.append(Path(fold, None, FOLD))
        placed = [(spot.piece, spot.matrix) for spot in spots]
        if self.grid.fold:
            placed += self._back_places(spots)
        names = [spot.piece.name for spot in spots]
        return self.sheet_maker.side(items, self.grid, margin_marks, number, names, placed, "front", plan=plan)

    def back(self, spots: Sequence[CellSpot], number: int) -> Sheet:
        """The back of a sheet, as it is seen once the sheet is turned over."""
        names = [spot.piece.name for spot in spots if spot.piece.back is not None]
        items: list[Item] = list(self._pictures(spots, False))
        if self.sheet_maker.options.marks and self.sheet_maker.options.back_marks:
            items.append(Place(Group(tuple(self._cuts(spots))), back_matrix(self.grid[:2], self._sideways)))
        return self.sheet_maker.side(items, self.grid, MarginMarks(), number, names, self._back_places(spots), "back")

    def _back_places(self, spots: Sequence[CellSpot]) -> list[tuple[Piece, Matrix]]:
        """The pieces with a back, each with its place on the back page."""
        turned = back_matrix(self.grid[:2], self._sideways)
        return [(spot.piece, compose(turned, spot.matrix)) for spot in spots if spot.piece.back is not None]

    def _pictures(self, spots: Sequence[CellSpot], front: bool) -> Iterator[Place]:
        """The pictures of one side in their windows: at an edge that pieces share, bleed ends halfway in the gutter."""
        half_gap, page = self.layout.gutter / 2, (self.grid.page_width, self.grid.page_height)
        shared = Counter(_edge_key(edge, half_gap) for spot in spots for edge in _edges(spot))
        for spot in spots:
            piece = spot.piece
            drawing = piece.front if front else piece.back
            if drawing is None:
                continue
            reach = tuple(
                min(piece.bleed, half_gap) if shared[_edge_key(edge, half_gap)] > 1 else piece.bleed
                for edge in _edges(spot)
            )
            window = self._window(piece.cut, drawing.width, drawing.height, reach if piece.bleed else (), front)
            matrix = spot.matrix if front else back_position(spot.matrix, drawing.width, page, self._sideways)
            yield Place(self.sheet_maker.window_picture(drawing, window), matrix)

    def _cuts(self, spots: Sequence[CellSpot]) -> Iterator[Item]:
        """The cut lines: straight ones together, each once, and every outline with curves."""
        lines: dict[tuple[int, int], tuple[Point, Point]] = {}
        for spot in spots:
            edges = list(_edges(spot))
            lines.update({_edge_key(edge): edge for edge in edges})
            yield from self.sheet_maker.lines([(spot.piece, spot.matrix)], self.grid[:2], cut=not edges)
        if lines:
            steps: Outline = tuple(step for start, end in lines.values() for step in (("M", *start), ("L", *end)))
            page, margin = self.grid[:2], self.sheet_maker.options.margin
            yield Place(
                Group(tuple(item for stroke in (HALO, MARK) for item in rule_lines(steps, stroke, page, margin)))
            )


def _window(cut: Outline | None, width: float, height: float, reach: tuple[float, ...], front: bool) -> Outline:
    """The visible area of a piece: its box, or its corners with every edge moved outward by its `reach`, in points."""
    corners = _corners(cut, width, height)
    if not corners or not reach:
        return rectangle(Box(0, 0, width, height))
    moved = [_meeting(corners, reach, i) for i in range(len(corners))]
    return polygon(moved if front else [(width - x, y) for x, y in moved])


def _meeting(corners: Sequence[Point], reach: Sequence[float], i: int) -> Point:
    """The intersection of the edges before and after a corner, each moved by its `reach`."""
    (x0, y0), (x1, y1), (x2, y2) = corners[i - 1], corners[i], corners[(i + 1) % len(corners)]
    a, b = math.dist((x0, y0), (x1, y1)), math.dist((x1, y1), (x2, y2))
    ux, uy, vx, vy = (x1 - x0) / a, (y1 - y0) / a, (x2 - x1) / b, (y2 - y1) / b
    turn = ux * vy - uy * vx
    # Along each edge one goes as far as the other one is moved.
    along, back = reach[i] / turn, reach[i - 1] / turn
    return x1 + ux * along - vx * back, y1 + uy * along - vy * back
