"""A piece's shape and a paper come in; the plan with the fewest pages that cover the shape goes out.

Pages lie in bands: rows with one row below the other, or columns side by side. Each band is measured on its own,
so it starts where the shape starts in it and has only as many pages as the shape is wide there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby
from typing import Literal, NamedTuple

from printgen.base.geometry import Box, Matrix, translate
from printgen.base.letters import letters
from printgen.base.units import mm
from printgen.drawing.outlines import rectangle
from printgen.sheets.papers import Paper
from printgen.sheets.tile_shape import Point, Shape

_SLACK = 0.001
_HALVINGS = 40
# A target this far from an end of its seam at least, and a second one when the seam is long enough for both.
_SHORT_SEAM, _LONG_SEAM = mm(12), mm(45)


class Tile(NamedTuple):
    """One page: its name such as B3, its place in the grid, and the part of the piece that it shows, in points."""

    label: str
    row: int
    column: int
    window: Box
    page_width: float
    page_height: float

    @property
    def matrix(self) -> Matrix:
        """From the piece to the page: the window lies in the middle of the page."""
        box = self.window
        return translate((self.page_width - box.w) / 2 - box.x, (self.page_height - box.h) / 2 - box.y)


class Seam(NamedTuple):
    """Where one page lies on another: which lies under, which over, and what both show.

    The page that lies over begins, and is cut, at the left edge of the box when the seam is `upright`, else at its top.
    """

    under: Tile
    over: Tile
    box: Box
    upright: bool

    @property
    def length(self) -> float:
        """How long the seam is, in points."""
        return self.box.h if self.upright else self.box.w

    @property
    def depth(self) -> float:
        """How far the pages overlap, in points."""
        return self.box.w if self.upright else self.box.h

    def at(self, along: float, across: float = 0.0) -> Point:
        """The point so far along the cut edge, and so far from it onto the page that lies over."""
        x, y = self.box.x, self.box.y
        return (x + across, y + along) if self.upright else (x + along, y + across)

    @property
    def targets(self) -> tuple[Point, ...]:
        """Where the match marks lie: on the cut edge."""
        shares = () if self.length < _SHORT_SEAM else (0.2, 0.8) if self.length >= _LONG_SEAM else (0.5,)
        return tuple(self.at(share * self.length) for share in shares)


@dataclass(frozen=True)
class Plan:
    """All pages of a piece in the order in which they are joined; lengths in points.

    `bands` says whether pages form rows or columns; `overlap` is how much neighbours share.
    """

    shape: Shape
    bands: Literal["rows", "columns"]
    tiles: tuple[Tile, ...]
    overlap: float

    @property
    def box(self) -> Box:
        """The box around the shape."""
        return self.shape.box

    @cached_property
    def seams(self) -> tuple[Seam, ...]:
        """Every pair of pages of which one lies on the other."""
        out: list[Seam] = []
        for one, two in combinations(self.tiles, 2):
            a, b = one.window, two.window
            x, y = max(a.x, b.x), max(a.y, b.y)
            shared = Box(x, y, min(a.right, b.right) - x, min(a.bottom, b.bottom) - y)
            if min(shared.w, shared.h) > _SLACK:
                upright = one.row == two.row if self.bands == "rows" else one.column != two.column
                out.append(Seam(one, two, shared, upright))
        return tuple(out)

    @cached_property
    def groups(self) -> tuple[tuple[Tile, ...], ...]:
        """The pages band by band."""
        by_band = groupby(self.tiles, lambda tile: tile.row if self.bands == "rows" else tile.column)
        return tuple(tuple(band) for _, band in by_band)


def plan_tiles(shape: Shape, paper: Paper, margin: float, overlap: float) -> Plan | None:
    """The plan with the fewest pages; None when the paper has no room for a page and its overlaps.

    `margin` is what stays white on each side of a page, `overlap` what neighbours share, both in points. Among
    equals a plain grid goes before bands that start each at a place of their own, pages that all lie the same way
    before mixed ones, rows before columns and upright pages before sideways ones.
    """
    if min(paper.width, paper.height) - 2 * margin <= 2 * overlap:
        return None
    upright, sideways = _Leaf(paper.width, paper.height, margin), _Leaf(paper.height, paper.width, margin)
    boxed = Shape.of(rectangle(shape.box))
    best: Plan | None = None
    for leaves in ((upright,), (sideways,), (upright, sideways)):
        ways: tuple[Literal["rows", "columns"], ...] = ("rows", "columns")
        for bands in ways:
            for outline in (boxed, shape):
                # A sheet saved is worth a mixed plan, and nothing else is.
                tiles = tuple(_tiles(outline, shape, bands == "columns", leaves, overlap))
                if best is None or len(tiles) < len(best.tiles):
                    best = Plan(shape, bands, tiles, overlap)
    return best


class _Leaf(NamedTuple):
    """A way to lay the paper: the size of the page as it is seen, and what stays white on each side of it."""

    width: float
    height: float
    margin: float

    @property
    def turned(self) -> _Leaf:
        """The same with across and along exchanged."""
        return _Leaf(self.height, self.width, self.margin)

    @property
    def across(self) -> float:
        """What a page prints across a band."""
        return self.width - 2 * self.margin

    @property
    def along(self) -> float:
        """What a page prints along a band."""
        return self.height - 2 * self.margin


class _Band(NamedTuple):
    """One row: from where to where it reaches down the piece, how its pages lie, and how many at most."""

    start: float
    end: float
    leaf: _Leaf
    pages: int


def _tiles(measured: Shape, shape: Shape, turned: bool, leaves: Sequence[_Leaf], overlap: float) -> Iterator[Tile]:
    """The pages of the bands, each band divided evenly; pages that would show nothing of the shape are left out.

    Columns are the rows of the shape that is `turned`.
    """
    rows = (
        _Rows(measured.transposed, [leaf.turned for leaf in leaves], overlap)
        if turned
        else _Rows(measured, leaves, overlap)
    )
    for number, band in enumerate(rows.fewest()):
        for i, box in enumerate(rows.windows(band)):
            row, column, leaf = number, i, band.leaf
            if turned:
                row, column, leaf, box = i, number, leaf.turned, Box(box.y, box.x, box.h, box.w)
            if shape.meets(box.grown(-_SLACK)):
                yield Tile(f"{letters(row)}{column + 1}", row, column, box, leaf.width, leaf.height)


class _Rows:
    """Rows down a shape; lengths in points."""

    def __init__(self, shape: Shape, leaves: Sequence[_Leaf], overlap: float) -> None:
        self.shape, self.leaves, self.overlap = shape, leaves, overlap
        self.top, self.bottom = shape.box.y, shape.box.bottom

    def windows(self, band: _Band) -> Iterator[Box]:
        """What each page of a row shows."""
        left, right = self.shape.extent(band.start, band.end) or (0.0, 0.0)
        count = self._pages(band.start, band.end, band.leaf)
        width = (right - left + (count - 1) * self.overlap) / max(1, count)
        for i in range(count):
            yield Box(left + i * (width - self.overlap), band.start, width, band.end - band.start)

    def fewest(self) -> list[_Band]:
        """Rows with the fewest pages: the farthest that 1, 2, 3 ... pages can reach, each on the last.

        Reaching farther with as many pages is never worse, so the farthest reach of each number of pages is all
        that has to be kept, and the result has the fewest pages possible.
        """
        box = self.shape.box
        most = [self._count(box.x, box.right, leaf) for leaf in self.leaves]
        reached: list[_Band] = []
        while not reached or reached[-1].end < self.bottom - _SLACK:
            total = len(reached) + 1
            best = reached[-1] if reached else None
            for leaf, limit in zip(self.leaves, most, strict=True):
                for pages in range(1, min(total, limit) + 1):
                    start = reached[total - pages - 1].end - self.overlap if total > pages else self.top
                    end = self._farthest(start, leaf, pages)
                    if best is None or end > best.end + _SLACK:
                        best = _Band(start, end, leaf, pages)
            assert best is not None
            reached.append(best)
        bands: list[_Band] = []
        at = len(reached)
        while at:
            bands.insert(0, reached[at - 1])
            at -= bands[0].pages
        return self._evened(bands)

    def _count(self, left: float, right: float, leaf: _Leaf) -> int:
        return max(1, math.ceil((right - left - self.overlap - _SLACK) / (leaf.across - self.overlap)))

    def _pages(self, start: float, end: float, leaf: _Leaf) -> int:
        """How many pages a row takes."""
        extent = self.shape.extent(start, end)
        return self._count(*extent, leaf) if extent else 0

    def _farthest(self, start: float, leaf: _Leaf, pages: int) -> float:
        """How far a row from `start` can reach with so many pages."""
        high = min(start + leaf.along, self.bottom)
        if self._pages(start, high, leaf) <= pages:
            return high
        low = start + self.overlap
        if self._pages(start, low, leaf) > pages:
            return start
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if self._pages(start, middle, leaf) <= pages else (low, middle)
        return low

    def _evened(self, bands: list[_Band]) -> list[_Band]:
        """The rows made equally shorter, so that the last one is no sliver, where that takes no more pages."""
        # The last row took what was left for it; how long it might be is what its share goes by.
        net = [band.end - band.start - self.overlap for band in bands[:-1]] + [bands[-1].leaf.along - self.overlap]
        share = min(1.0, (self.bottom - self.top - self.overlap) / sum(net))
        out: list[_Band] = []
        for band, length in zip(bands, net, strict=True):
            start = out[-1].end - self.overlap if out else self.top
            out.append(band._replace(start=start, end=min(start + length * share + self.overlap, self.bottom)))
        return out if all(self._pages(b.start, b.end, b.leaf) <= b.pages for b in out) else bands
