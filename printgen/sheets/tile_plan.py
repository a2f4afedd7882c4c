"""Plan the fewest pages that cover the shape of a piece larger than the paper."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, groupby, product
from typing import Literal, NamedTuple

from printgen.base.units import Box, Matrix, letters, mm, translate
from printgen.drawing.model import Outline
from printgen.drawing.outlines import Point, edges_of, flatten, rectangle
from printgen.sheets.sheet import Paper

Edge = tuple[float, float, float, float]


@dataclass(frozen=True)
class EdgeShape:
    """Closed polygons as edges, each running down the page, the highest first; lengths in points."""

    edges: tuple[Edge, ...]

    @classmethod
    def of(cls, outline: Outline) -> EdgeShape:
        """The shape that an outline encloses; overlapping parts follow the even-odd rule."""
        return cls._sort((*a, *b) for points in flatten(outline) for a, b in edges_of(points))

    @classmethod
    def _sort(cls, edges: Iterator[Edge]) -> EdgeShape:
        down = (edge if edge[1] <= edge[3] else (*edge[2:], *edge[:2]) for edge in edges)
        return cls(tuple(sorted(down, key=lambda edge: edge[1])))

    @cached_property
    def box(self) -> Box:
        xs = [x for edge in self.edges for x in edge[::2]]
        ys = [y for edge in self.edges for y in edge[1::2]]
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @cached_property
    def transpose(self) -> EdgeShape:
        """The shape with x and y exchanged."""
        return self._sort((y0, x0, y1, x1) for x0, y0, x1, y1 in self.edges)

    def extent(self, low: float, high: float) -> tuple[float, float] | None:
        """The extent in x of the part of the shape with y from `low` to `high`; None if there is none."""
        left, right = math.inf, -math.inf
        for edge in self.edges:
            x0, y0, x1, y1 = edge
            if y0 > high:
                break
            if y1 < low:
                continue
            if y0 < low or y1 > high:
                x0, x1 = _within(edge, low, high)
            if x0 > x1:
                x0, x1 = x1, x0
            if x0 < left:
                left = x0
            if x1 > right:
                right = x1
        return (left, right) if left <= right else None

    def meets(self, box: Box) -> bool:
        """Whether any part of the shape lies in the box."""
        return any(_enters(edge, box) for edge in self.edges) or self.holds(box.x + box.w / 2, box.y + box.h / 2)

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies inside the shape."""
        inside = False
        for x0, y0, x1, y1 in self.edges:
            if y0 <= y < y1 and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
                inside = not inside
        return inside


def _within(edge: Edge, low: float, high: float) -> tuple[float, float]:
    """The x at both ends of the part of an edge with y from `low` to `high`."""
    x0, y0, x1, y1 = edge
    slope = (x1 - x0) / (y1 - y0) if y1 > y0 else 0.0
    return x0 + slope * (low - y0) if y0 < low else x0, x0 + slope * (high - y0) if y1 > high else x1


def _enters(edge: Edge, box: Box) -> bool:
    """Whether an edge crosses the inside of a box."""
    if edge[3] <= box.y or edge[1] >= box.bottom:
        return False
    a, b = _within(edge, box.y, box.bottom)
    return max(a, b) > box.x and min(a, b) < box.right


LEAST = mm(3.2)
"""Words in a margin take this much at least, in points."""
_SLACK = 0.001  # lengths that differ by less are the same, in points
_HALVINGS = 40  # so many halvings find the farthest end of a row by bisection
# A target this far from an end of its seam at least, and a second one when the seam is long enough for both.
_SHORT_SEAM, _LONG_SEAM = mm(12), mm(45)


Bands = Literal["rows", "columns"]


class PlanTile(NamedTuple):
    """A page: its place in the grid, its part of the piece, its size, and where on it that part lies, in points."""

    row: int
    column: int
    window: Box
    page_width: float
    page_height: float
    left: float
    top: float

    @property
    def label(self) -> str:
        """Its name, such as B3."""
        return f"{letters(self.row)}{self.column + 1}"

    @property
    def matrix(self) -> Matrix:
        """From the piece to the page."""
        return translate(self.left - self.window.x, self.top - self.window.y)


class Seam(NamedTuple):
    """The overlap of two pages: the page under, the page over, and the box that both show.

    The page over begins, and is cut, at the left edge of the box when the seam is `upright`, else at its top.
    """

    under: PlanTile
    over: PlanTile
    box: Box
    upright: bool

    @property
    def length(self) -> float:
        """The length of the seam, in points."""
        return self.box.h if self.upright else self.box.w

    @property
    def depth(self) -> float:
        """The width of the overlap, in points."""
        return self.box.w if self.upright else self.box.h

    def at(self, along: float, across: float = 0.0) -> Point:
        """The point at a distance along the cut edge, and at a distance from it onto the page over."""
        x, y = self.box.x, self.box.y
        return (x + across, y + along) if self.upright else (x + along, y + across)

    @property
    def targets(self) -> tuple[Point, ...]:
        """The places of the match marks, on the cut edge."""
        shares = () if self.length < _SHORT_SEAM else (0.2, 0.8) if self.length >= _LONG_SEAM else (0.5,)
        return tuple(self.at(share * self.length) for share in shares)


@dataclass(frozen=True)
class TilePlan:
    """A piece's pages in the order in which they are joined, as `bands`: rows or columns. Lengths are in points."""

    shape: EdgeShape
    bands: Bands
    tiles: tuple[PlanTile, ...]
    overlap: float

    @property
    def box(self) -> Box:
        return self.shape.box

    @cached_property
    def seams(self) -> tuple[Seam, ...]:
        """Every pair of overlapping pages."""
        seams: list[Seam] = []
        for under, over in combinations(self.tiles, 2):
            shared = under.window.common(over.window)
            if min(shared.w, shared.h) > _SLACK:
                upright = under.row == over.row if self.bands == "rows" else under.column != over.column
                seams.append(Seam(under, over, shared, upright))
        return tuple(seams)

    @property
    def plain(self) -> bool:
        """Whether its pages lie in rows and columns, so that no joint ends at another page."""
        columns, rows = ({round(tile.window[axis], 3) for tile in self.tiles} for axis in (0, 1))
        return len(columns) * len(rows) == len(self.tiles)

    @cached_property
    def groups(self) -> tuple[tuple[PlanTile, ...], ...]:
        """The pages band by band."""
        by_band = groupby(self.tiles, lambda tile: tile.row if self.bands == "rows" else tile.column)
        return tuple(tuple(band) for _, band in by_band)


# A piece is planned when its sheets are counted, checked and made, and each of its copies like the others.
@lru_cache(maxsize=64)
def plan_tiles(shape: EdgeShape, paper: Paper, margin: float, overlap: float) -> TilePlan | None:
    """The plan with the fewest pages; None when the paper has no room for a page and its overlaps.

    `margin` is what stays white on each side of a page, `overlap` what neighbours share, both in points. Among
    equals a plain grid goes before bands that start each at a place of their own, pages that all lie the same way
    before mixed ones, rows before columns and upright pages before sideways ones.
    """
    upright, sideways = (paper.width, paper.height), (paper.height, paper.width)
    if min(upright) - 2 * margin <= 2 * overlap:
        return None
    boxed = EdgeShape.of(rectangle(shape.box))
    measures = (boxed,) if shape.edges == boxed.edges else (boxed, shape)
    directions: tuple[Bands, ...] = ("rows", "columns")
    best: TilePlan | None = None
    for pages, bands, measured in product(((upright,), (sideways,), (upright, sideways)), directions, measures):
        # Columns are the rows of the piece with x and y exchanged.
        if bands == "rows":
            candidates = _Rows(measured, pages, margin, overlap).tiles()
        else:
            turned = _Rows(measured.transpose, [page[::-1] for page in pages], margin, overlap)
            candidates = map(_transpose, turned.tiles())
        tiles = tuple(tile for tile in candidates if shape.meets(tile.window.grown(-_SLACK)))
        # A sheet saved is worth a mixed plan, and nothing else is.
        if best is None or len(tiles) < len(best.tiles):
            best = TilePlan(shape, bands, tiles, overlap)
    return best


def _transpose(tile: PlanTile) -> PlanTile:
    """A page of the piece with x and y exchanged, as it is on the piece itself."""
    box = tile.window
    window = Box(box.y, box.x, box.h, box.w)
    return PlanTile(tile.column, tile.row, window, tile.page_height, tile.page_width, tile.top, tile.left)


class _Band(NamedTuple):
    """One row: its upper and lower end on the piece, the orientation of its pages, and their greatest number."""

    start: float
    end: float
    page: tuple[float, float]
    pages: int


class _Rows:
    """Rows of pages of some sizes down a shape; lengths in points."""

    def __init__(self, shape: EdgeShape, sizes: Sequence[tuple[float, float]], margin: float, overlap: float) -> None:
        self.shape, self.sizes, self.overlap = shape, sizes, overlap
        self.lost = 2 * margin
        self.top, self.bottom = shape.box.y, shape.box.bottom

    def tiles(self) -> Iterator[PlanTile]:
        """The pages of the rows with the fewest, each row divided evenly."""
        for row, band in enumerate(self._fewest()):
            left, right = self.shape.extent(band.start, band.end) or (0.0, 0.0)
            count = self._pages_needed(band.start, band.end, band.page)
            width = (right - left + (count - 1) * self.overlap) / max(1, count)
            if self._scant(band.page[0], width, count):
                width = band.page[0] - self.lost
            for column in range(count):
                x = left + column * (width - self.overlap)
                window = Box(x, band.start, min(width, right - x), band.end - band.start)
                at = (self._start(page, length) for page, length in zip(band.page, window[2:], strict=True))
                yield PlanTile(row, column, window, *band.page, *at)

    def _scant(self, page: float, length: float, count: int) -> bool:
        """Whether windows of a length leave too little room for words, though one of them could have enough."""
        spare = page - self.lost - length
        return spare < LEAST <= count * spare

    def _start(self, page: float, length: float) -> float:
        """The start of a window of a length on a page: centred, or so that there is room for words before it."""
        spare = page - self.lost - length
        return self.lost / 2 + (spare if LEAST <= spare < 2 * LEAST else spare / 2)

    def _fewest(self) -> list[_Band]:
        """Rows with the fewest pages by dynamic programming: the farthest that 1, 2, 3 ... pages can reach.

        Reaching farther with as many pages is never worse, so the farthest reach of each number of pages is all
        that has to be kept, and the result has the fewest pages possible.
        """
        box = self.shape.box
        most_pages = [self._count(box.x, box.right, page) for page in self.sizes]
        reached: list[_Band] = []
        while not reached or reached[-1].end < self.bottom - _SLACK:
            total = len(reached) + 1
            best = reached[-1] if reached else _Band(self.top, self.top, self.sizes[0], 0)
            for page, limit in zip(self.sizes, most_pages, strict=True):
                for count in range(1, min(total, limit) + 1):
                    start = reached[total - count - 1].end - self.overlap if total > count else self.top
                    end = self._farthest(start, page, count)
                    if end > best.end + _SLACK:
                        best = _Band(start, end, page, count)
            reached.append(best)
        bands: list[_Band] = []
        at = len(reached)
        while at:
            bands.insert(0, reached[at - 1])
            at -= bands[0].pages
        return self._even_out(bands)

    def _count(self, left: float, right: float, page: tuple[float, float]) -> int:
        """How many pages of a size cover a row from `left` to `right`."""
        net = page[0] - self.lost - self.overlap
        return max(1, math.ceil((right - left - self.overlap - _SLACK) / net))

    def _pages_needed(self, start: float, end: float, page: tuple[float, float]) -> int:
        """The number of pages of a size for the part of the shape in a row; 0 when it is empty."""
        extent = self.shape.extent(start, end)
        return self._count(*extent, page) if extent else 0

    def _farthest(self, start: float, page: tuple[float, float], count: int) -> float:
        """The farthest end of a row from `start` with `count` pages, by bisection."""
        high = min(start + page[1] - self.lost, self.bottom)
        if self._pages_needed(start, high, page) <= count:
            return high
        low = start + self.overlap
        if self._pages_needed(start, low, page) > count:
            return start
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if self._pages_needed(start, middle, page) <= count else (low, middle)
        return low

    def _even_out(self, bands: list[_Band]) -> list[_Band]:
        """The rows shortened equally, so that the last one is no sliver, if that takes no more pages."""
        # The last row took what was left for it; how long it might be is what its share goes by.
        net = [band.end - band.start - self.overlap for band in bands[:-1]]
        net.append(bands[-1].page[1] - self.lost - self.overlap)
        share = min(1.0, (self.bottom - self.top - self.overlap) / sum(net))
        evened: list[_Band] = []
        for band, length in zip(bands, net, strict=True):
            start = evened[-1].end - self.overlap if evened else self.top
            evened.append(band._replace(start=start, end=min(start + length * share + self.overlap, self.bottom)))
        if all(self._scant(band.page[1], band.end - band.start, len(evened)) for band in evened):
            return bands
        return evened if all(self._pages_needed(b.start, b.end, b.page) <= b.pages for b in evened) else bands
