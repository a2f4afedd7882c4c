"""Grids of cells of one size on a page, in one block or in two, and the places of fronts and backs in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from printgen.base.units import Box, Matrix, compose, rotate, translate
from printgen.drawing.extent import around
from printgen.sheets.sheet import Paper

SLACK = 0.001
"""Sizes that come from decimal inches and millimetres must not miss a fit by the last bit of a float."""


class CellSides(NamedTuple):
    """One value for each side of a cell."""

    left: float
    top: float
    right: float
    bottom: float

    def rotate(self) -> CellSides:
        """The sides of a cell on the page, by the names of a front that lies a quarter turn clockwise in it."""
        return CellSides(self.top, self.right, self.bottom, self.left)


class CellGrid(NamedTuple):
    """Cells of one size in the middle of a page, or moved from it to the right and down; all lengths in points.

    With `rotated` the pieces lie a quarter turn clockwise in their cells; `fold` is the width of the strip between
    fronts and backs, 0 when the page is not folded. `more` are the columns and rows of the second block, which lies
    beside the first, or `under` it.
    """

    page_width: float
    page_height: float
    cell_width: float
    cell_height: float
    columns: int
    rows: int
    gutter: float = 0.0
    rotated: bool = False
    fold: float = 0.0
    right: float = 0.0
    down: float = 0.0
    more: tuple[int, int] = (0, 0)
    under: bool = False

    @property
    def capacity(self) -> int:
        """The number of pieces on a page."""
        return self.columns * self.rows + self.more[0] * self.more[1]

    @property
    def block(self) -> Box:
        """The box around all cells, on a fold-over page including the backs."""
        width, height = self._size(self.columns, self.rows)
        if self.fold:
            width = 2 * width + self.fold
        elif self.under:
            height += self.gutter + self._second._size(*self.more)[1]
        elif self.more[0]:
            width += self.gutter + self._second._size(*self.more)[0]
        middle = Box((self.page_width - width) / 2, (self.page_height - height) / 2, width, height)
        return middle.moved(self.right, self.down)

    def _size(self, columns: int, rows: int) -> tuple[float, float]:
        return (
            columns * (self.cell_width + self.gutter) - self.gutter,
            rows * (self.cell_height + self.gutter) - self.gutter,
        )

    @property
    def _second(self) -> CellGrid:
        columns, rows = self.more
        return self._replace(
            cell_width=self.cell_height, cell_height=self.cell_width, columns=columns, rows=rows,
            rotated=not self.rotated, more=(0, 0),
        )  # fmt: skip

    @property
    def _first(self) -> int:
        return self.columns * self.rows

    def is_rotated(self, index: int) -> bool:
        """Whether a piece lies a quarter turn clockwise in a cell."""
        return self.rotated != (index >= self._first)

    def cell(self, index: int) -> Box:
        wide, high, columns = self.cell_width, self.cell_height, self.columns
        x, y, *_ = self.block
        if index >= self._first:
            across, down = self._size(columns, self.rows)
            x, y = (x, y + down + self.gutter) if self.under else (x + across + self.gutter, y)
            wide, high, columns, index = high, wide, self.more[0], index - self._first
        row, column = divmod(index, columns)
        return Box(x + column * (wide + self.gutter), y + row * (high + self.gutter), wide, high)

    def extent_of(self, count: int) -> tuple[int, int]:
        """The number of columns and rows of the first `count` cells."""
        return min(count, self.columns), -(-count // self.columns)

    def used(self, count: int) -> Box:
        """The box around the first `count` cells, on a fold-over page with their backs."""
        x, y, *_ = self.block
        if count > self._first:
            return around(map(self.cell, range(count)))
        width, height = self._size(*self.extent_of(count))
        return Box(x, y, self.page_width - 2 * x if self.fold else width, height)

    def neighbours(self, index: int, count: int) -> tuple[bool, bool, bool, bool]:
        """Whether the cells left of, above, right of and below a cell are among the first `count`.

        Cells of the second block lie at those of the first and over their bleed, which all show there: not all have a
        cell of the second beside them.
        """
        if index >= self._first:
            left, above, right, below = self._second.neighbours(index - self._first, count - self._first)
            return left or not self.under, above or self.under, right, below
        count = min(count, self._first)
        column = index % self.columns
        return (
            column > 0,
            index >= self.columns,
            column + 1 < self.columns and index + 1 < count,
            index + self.columns < count,
        )

    def front(self, index: int) -> Matrix:
        """The matrix of the front of a piece."""
        cell = self.cell(index)
        if self.is_rotated(index):
            return compose(translate(cell.right, cell.y), rotate(90))
        return translate(cell.x, cell.y)

    def back(self, index: int, sideways: bool) -> Matrix:
        """The matrix of the back on the other page (or beyond the fold) exactly behind its front.

        The paper turns over its upright axis when `sideways`, else over its level axis. Either way the top of the back
        is behind the top of the front, as on a card that is turned like the page of a book.
        """
        cell = self.cell(index)
        piece_width = cell.h if self.is_rotated(index) else cell.w
        return back_position(self.front(index), piece_width, (self.page_width, self.page_height), sideways)


def back_position(front: Matrix, piece_width: float, page: tuple[float, float], sideways: bool) -> Matrix:
    """The matrix of the back of a piece of a width whose front a matrix places; as in `CellGrid.back`."""
    turned = back_matrix(page, sideways)
    mirrored: Matrix = (-1, 0, 0, 1, piece_width, 0)
    return compose(turned, compose(front, mirrored))


def back_matrix(page: tuple[float, float], sideways: bool) -> Matrix:
    """The matrix from one side of a paper of a size to the other side, seen from there; as in `CellGrid.back`."""
    return (-1, 0, 0, 1, page[0], 0) if sideways else (1, 0, 0, -1, 0, page[1])


def fit_count(room: float, length: float, step: float) -> int:
    """How many cells of a length fit a room when each begins a step after the last."""
    return max(0, int((room - length + step + SLACK) // step))


def best_grid(
    paper: Paper, width: float, height: float, margin: float, gutter: float = 0.0, fold: float = 0.0
) -> CellGrid | None:
    """The grid that holds the most pieces of a size, or None when not even one fits inside the margin.

    The paper may be turned, and so may the pieces. Among equals the pieces stay upright if they can, then the
    paper stays as it is.
    """
    best: CellGrid | None = None
    for rotated in (False, True):
        cell_width, cell_height = (height, width) if rotated else (width, height)
        for page_width, page_height in ((paper.width, paper.height), (paper.height, paper.width)):
            room = page_width - 2 * margin
            columns = fit_count((room - fold) / 2 if fold else room, cell_width, cell_width + gutter)
            rows = fit_count(page_height - 2 * margin, cell_height, cell_height + gutter)
            if columns * rows > (best.capacity if best else 0):
                best = CellGrid(page_width, page_height, cell_width, cell_height, columns, rows, gutter, rotated, fold)
    return best


def two_block_grid(grid: CellGrid, margin: float) -> CellGrid:
    """The grid of two blocks that holds the most pieces on the paper of a grid; that grid if none holds more."""
    width, height, cell_width, cell_height = grid[:4]
    pages = ((width, height), (height, width))
    cells = ((cell_width, cell_height, grid.rotated), (cell_height, cell_width, not grid.rotated))
    first_blocks = (
        grid._replace(page_width=w, page_height=h, cell_width=x, cell_height=y, rotated=rotated)
        for (w, h), (x, y, rotated) in product(pages, cells)
    )
    return max((grid, *(two for first in first_blocks for two in _blocks(first, margin))), key=lambda two: two.capacity)


def _blocks(grid: CellGrid, margin: float) -> Iterator[CellGrid]:
    """All grids of two blocks on the page of a grid that include its cells."""
    wide, high, gap = grid.page_width - 2 * margin, grid.page_height - 2 * margin, grid.gutter
    w, h = grid.cell_width + gap, grid.cell_height + gap
    columns, rows = fit_count(wide, w - gap, w), fit_count(high, h - gap, h)
    for count in range(1, columns):
        more = fit_count(wide - count * w, h - gap, h), fit_count(rows * h - gap, w - gap, w)
        yield grid._replace(columns=count, rows=rows, more=more)
    for count in range(1, rows):
        more = fit_count(columns * w - gap, h - gap, h), fit_count(high - count * h, w - gap, w)
        yield grid._replace(columns=columns, rows=count, more=more, under=True)
