"""A paper and the size of a piece come in; the grid of cells that holds the most pieces goes out.

Cells count from the top left, row by row. On a fold-over page the cells are those of the fronts, and their
mirror images beyond the fold hold the backs.
"""

from __future__ import annotations

from typing import NamedTuple

from printgen.base.geometry import Box, Matrix, compose, rotate, translate
from printgen.sheets.papers import Paper

SLACK = 0.001
"""Sizes that come from decimal inches and millimetres must not miss a fit by the last bit of a float."""


class Sides(NamedTuple):
    """One value for each side of a cell."""

    left: float
    top: float
    right: float
    bottom: float


class Grid(NamedTuple):
    """Cells of one size in the middle of a page, or off it by so much to the right and down; all lengths in points.

    `rotated` says that the pieces lie a quarter turn clockwise in their cells; `fold` is the width of the
    strip between fronts and backs, 0 when the page is not folded.
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

    @property
    def capacity(self) -> int:
        """How many pieces a page holds."""
        return self.columns * self.rows

    @property
    def block(self) -> Box:
        """The box around all cells, on a fold-over page those of the backs too."""
        width, height = self._size(self.columns, self.rows)
        if self.fold:
            width = 2 * width + self.fold
        middle = Box((self.page_width - width) / 2, (self.page_height - height) / 2, width, height)
        return middle.moved(self.right, self.down)

    def _size(self, columns: int, rows: int) -> tuple[float, float]:
        """How large so many cells are with the gutters between them."""
        return (
            columns * (self.cell_width + self.gutter) - self.gutter,
            rows * (self.cell_height + self.gutter) - self.gutter,
        )

    def cell(self, index: int) -> Box:
        """The box of a cell."""
        row, column = divmod(index, self.columns)
        first = Box(*self.block[:2], self.cell_width, self.cell_height)
        return first.moved(column * (self.cell_width + self.gutter), row * (self.cell_height + self.gutter))

    def filled(self, count: int) -> tuple[int, int]:
        """In how many columns and rows the first `count` cells lie."""
        return min(count, self.columns), -(-count // self.columns)

    def used(self, count: int) -> Box:
        """The box around the first `count` cells, on a fold-over page with their backs."""
        x, y, *_ = self.block
        width, height = self._size(*self.filled(count))
        return Box(x, y, self.page_width - 2 * x if self.fold else width, height)

    def neighbours(self, index: int, count: int) -> tuple[bool, bool, bool, bool]:
        """Whether the cells left of, above, right of and below a cell are among the first `count`."""
        column = index % self.columns
        return (
            column > 0,
            index >= self.columns,
            column + 1 < self.columns and index + 1 < count,
            index + self.columns < count,
        )

    def front(self, index: int) -> Matrix:
        """Where the front of a piece goes."""
        cell = self.cell(index)
        if self.rotated:
            return compose(translate(cell.right, cell.y), rotate(90))
        return translate(cell.x, cell.y)

    def back(self, index: int, sideways: bool) -> Matrix:
        """Where the back goes on the other page (or beyond the fold) to lie exactly behind its front.

        The paper turns over its upright axis when `sideways`, else over its level axis. Either way the top of
        the back ends up behind the top of the front, as on a card that is turned like the page of a book.
        """
        piece_width = self.cell_height if self.rotated else self.cell_width
        return behind(self.front(index), piece_width, (self.page_width, self.page_height), sideways)

    def as_piece(self, left: float, top: float, right: float, bottom: float) -> Sides:
        """The sides of a cell on the page, named as the sides of the front that lies in it."""
        return Sides(top, right, bottom, left) if self.rotated else Sides(left, top, right, bottom)


def behind(front: Matrix, piece_width: float, page: tuple[float, float], sideways: bool) -> Matrix:
    """Where the back of a piece of a width goes whose front a matrix puts on a page; as in `Grid.back`."""
    turned = turned_over(page, sideways)
    mirrored: Matrix = (-1, 0, 0, 1, piece_width, 0)
    return compose(turned, compose(front, mirrored))


def turned_over(page: tuple[float, float], sideways: bool) -> Matrix:
    """Where what lies on one side of a paper of a size is seen from the other side; as in `Grid.back`."""
    return (-1, 0, 0, 1, page[0], 0) if sideways else (1, 0, 0, -1, 0, page[1])


def many(room: float, length: float, step: float) -> int:
    """How many cells of a length have room that begin a step after each other."""
    return max(0, int((room - length + step + SLACK) // step))


def best_grid(
    paper: Paper, width: float, height: float, margin: float, gutter: float = 0.0, fold: float = 0.0
) -> Grid | None:
    """The grid that holds the most pieces of a size, or None when not even one fits inside the margin.

    The paper may be turned, and so may the pieces. Among equals the pieces stay upright if they can, then the
    paper stays as it is.
    """
    best: Grid | None = None
    for rotated in (False, True):
        cell_width, cell_height = (height, width) if rotated else (width, height)
        for page_width, page_height in ((paper.width, paper.height), (paper.height, paper.width)):
            room = page_width - 2 * margin
            columns = many((room - fold) / 2 if fold else room, cell_width, cell_width + gutter)
            rows = many(page_height - 2 * margin, cell_height, cell_height + gutter)
            if columns * rows > (best.capacity if best else 0):
                best = Grid(page_width, page_height, cell_width, cell_height, columns, rows, gutter, rotated, fold)
    return best
