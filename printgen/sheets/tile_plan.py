"""A piece's shape and a paper come in; the plan with the fewest pages that cover the shape goes out.

Pages lie in bands: rows with one row below the other, or columns side by side. Each band is measured on its own,
so it starts where the shape starts in it and has only as many pages as the shape is wide there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

from printgen.base.geometry import Box, Matrix, translate
from printgen.base.letters import letters
from printgen.base.units import mm
from printgen.sheets.papers import Paper
from printgen.sheets.tile_shape import Shape

_SLACK = 0.001
_HALVINGS = 40
# A target this far from an end of its seam at least, and a second one when the seam is long enough for both.
_SHORT_SEAM, _LONG_SEAM = mm(12), mm(45)


class Leaf(NamedTuple):
    """A way to lay the paper: what it prints across and along a band, and the size of the page as it is seen."""

    across: float
    along: float
    page_width: float
    page_height: float


class Band(NamedTuple):
    """One row or column: from where to where it reaches along the piece, how its pages lie, and how many."""

    start: float
    end: float
    leaf: Leaf
    pages: int


@dataclass(frozen=True, slots=True)
class Tile:
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
    """Where one page lies on another: which lies under, which over (places in the plan's list), what both show."""

    under: int
    over: int
    box: Box
    side: Literal["right", "below"]

    @property
    def length(self) -> float:
        """How long the seam is, in points."""
        return self.box.h if self.side == "right" else self.box.w

    @property
    def targets(self) -> tuple[tuple[float, float], ...]:
        """Where the match marks lie on the piece: on the edge of the page that lies over."""
        if self.length < _SHORT_SEAM:
            return ()
        shares = (0.2, 0.8) if self.length >= _LONG_SEAM else (0.5,)
        if self.side == "right":
            return tuple((self.box.x, self.box.y + share * self.box.h) for share in shares)
        return tuple((self.box.x + share * self.box.w, self.box.y) for share in shares)


@dataclass(frozen=True, slots=True)
class Plan:
    """All pages of a piece in the order in which they are joined; lengths in points.

    `bands` says whether pages form rows or columns; `box` is what they cover together, `overlap` how much
    neighbours share.
    """

    shape: Shape
    bands: Literal["rows", "columns"]
    tiles: tuple[Tile, ...]
    overlap: float

    @property
    def box(self) -> Box:
        """The box around the shape."""
        return self.shape.box

    @property
    def seams(self) -> tuple[Seam, ...]:
        """Every pair of pages of which one lies on the other."""
        out: list[Seam] = []
        for (i, one), (j, two) in combinations(enumerate(self.tiles), 2):
            a, b = one.window, two.window
            x, y = max(a.x, b.x), max(a.y, b.y)
            right, bottom = min(a.right, b.right), min(a.bottom, b.bottom)
            if right - x > _SLACK and bottom - y > _SLACK:
                same = one.row == two.row if self.bands == "rows" else one.column == two.column
                side: Literal["right", "below"] = "right" if same == (self.bands == "rows") else "below"
                out.append(Seam(i, j, Box(x, y, right - x, bottom - y), side))
        return tuple(out)

    @property
    def groups(self) -> tuple[tuple[Tile, ...], ...]:
        """The pages band by band."""
        found: dict[int, list[Tile]] = {}
        for tile in self.tiles:
            found.setdefault(tile.row if self.bands == "rows" else tile.column, []).append(tile)
        return tuple(map(tuple, found.values()))


def plan_tiles(shape: Shape, paper: Paper, margin: float, overlap: float) -> Plan | None:
    """The plan with the fewest pages; None when the paper has no room for a page and its overlaps.

    `margin` is what stays white on each side of a page, `overlap` what neighbours share, both in points. Among
    equals a plain grid goes before bands that start each at a place of their own, pages that all lie the same way
    before mixed ones, rows before columns and upright pages before sideways ones.
    """
    wide, tall = paper.width - 2 * margin, paper.height - 2 * margin
    if min(wide, tall) <= 2 * overlap:
        return None
    pages = ((wide, tall, paper.width, paper.height), (tall, wide, paper.height, paper.width))
    boxed = Shape.of_box(shape.box)
    best: Plan | None = None
    for chosen in ((0,), (1,), (0, 1)):
        for bands in ("rows", "columns"):
            turned = bands == "columns"
            leaves = [Leaf(*((p[1], p[0]) if turned else p[:2]), p[2], p[3]) for p in (pages[i] for i in chosen)]
            for outline in (boxed, shape):
                found = _bands(outline.transposed if turned else outline, leaves, overlap)
                # A sheet saved is worth a mixed plan, and nothing else is.
                tiles = _tiles(found, outline, shape, turned, overlap)
                if best is None or len(tiles) < len(best.tiles):
                    best = Plan(shape, "columns" if turned else "rows", tiles, overlap)
    return best


def _pages(extent: tuple[float, float] | None, across: float, overlap: float) -> int:
    """How many pages it takes to reach from one end of an extent to the other."""
    if extent is None:
        return 0
    return max(1, math.ceil((extent[1] - extent[0] - overlap - _SLACK) / (across - overlap)))


def _bands(shape: Shape, leaves: Sequence[Leaf], overlap: float) -> list[Band]:
    """Bands down the shape with the fewest pages: the farthest that 1, 2, 3 ... pages can reach, each on the last.

    Reaching farther with as many pages is never worse, so the farthest reach of each number of pages is all
    that has to be kept, and the result has the fewest pages possible.
    """
    top, bottom = shape.box.y, shape.box.bottom
    most = [_pages((shape.box.x, shape.box.right), leaf.across, overlap) for leaf in leaves]
    reached: list[float] = [top]
    steps: list[tuple[Band, int]] = []
    while reached[-1] < bottom - _SLACK:
        total = len(reached)
        far, step = reached[-1], steps[-1] if steps else None
        for leaf, limit in zip(leaves, most, strict=True):
            for pages in range(1, min(total, limit) + 1):
                before = total - pages
                start = reached[before] - (overlap if before else 0.0)
                end = _farthest(shape, start, leaf, pages, overlap)
                if step is None or end > far + _SLACK:
                    far, step = end, (Band(start, end, leaf, pages), before)
        if step is None:
            break
        reached.append(far)
        steps.append(step)
    bands: list[Band] = []
    at = len(steps)
    while at:
        band, at = steps[at - 1]
        bands.append(band)
    return _evened(shape, bands[::-1], overlap)


def _farthest(shape: Shape, start: float, leaf: Leaf, pages: int, overlap: float) -> float:
    """How far a band from `start` can reach with so many pages."""
    high = min(start + leaf.along, shape.box.bottom)
    if _pages(shape.extent(start, high), leaf.across, overlap) <= pages:
        return high
    low = start + overlap
    if _pages(shape.extent(start, low), leaf.across, overlap) > pages:
        return start
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _pages(shape.extent(start, middle), leaf.across, overlap) <= pages:
            low = middle
        else:
            high = middle
    return low


def _evened(shape: Shape, bands: list[Band], overlap: float) -> list[Band]:
    """The bands made equally shorter, so that the last one is no sliver, where that takes no more pages."""
    top, bottom = shape.box.y, shape.box.bottom
    # The last band took what was left for it; how long it might be is what its share goes by.
    net = [band.end - band.start - overlap for band in bands[:-1]] + [bands[-1].leaf.along - overlap]
    share = min(1.0, (bottom - top - overlap) / sum(net))
    out: list[Band] = []
    at = top
    for band, length in zip(bands, net, strict=True):
        end = min(at + length * share + overlap, bottom)
        out.append(band._replace(start=at, end=end))
        at = end - overlap
    fits = all(_pages(shape.extent(b.start, b.end), b.leaf.across, overlap) <= b.pages for b in out)
    return out if fits else bands


def _tiles(bands: Sequence[Band], measured: Shape, shape: Shape, turned: bool, overlap: float) -> tuple[Tile, ...]:
    """The pages of the bands, each band divided evenly; pages that would show nothing of the shape are left out."""
    flat = measured.transposed if turned else measured
    out: list[Tile] = []
    for number, band in enumerate(bands):
        extent = flat.extent(band.start, band.end)
        if extent is None:
            continue
        count = _pages(extent, band.leaf.across, overlap)
        width = (extent[1] - extent[0] + (count - 1) * overlap) / count
        for i in range(count):
            at = extent[0] + i * (width - overlap)
            box = Box(at, band.start, width, band.end - band.start)
            if turned:
                box = Box(box.y, box.x, box.h, box.w)
            if not shape.meets(box.grown(-_SLACK)):
                continue
            row, column = (i, number) if turned else (number, i)
            label = f"{letters(row)}{column + 1}"
            out.append(Tile(label, row, column, box, band.leaf.page_width, band.leaf.page_height))
    return tuple(out)
