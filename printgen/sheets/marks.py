"""A grid and the boxes to keep clear of come in; crop marks, crosses on corners and the fold line go out.

They lie on their cuts. None of their ink is nearer to the edge of the paper than the margin: of a line that lies on it,
the inner half shows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.model import Group, Item, Outline, Path, Place, Segment, Stroke
from printgen.drawing.outlines import rectangle, rounded
from printgen.sheets.grid import Grid

INK = "#15171A"
MARK = Stroke(INK, 0.35)
HALO = Stroke("#FFFFFF", 1.0)
"""White under a mark, which shows where the mark would not, on dark ground; 0.35 mm wide."""
_THIN, _THIN_HALO = Stroke(INK, 0.25), Stroke("#FFFFFF", 0.6)
FOLD = Stroke(INK, 0.5, (4.0, 3.0))

NEAR, FAR = mm(3.9), mm(9)
AFTER_BLEED = mm(0.5)
CLEAR = mm(0.4)
SHORTEST = mm(1)
_VISIBLE, _STUB = mm(0.4), mm(0.9)
_ARM, _THIN_ARM = mm(2), mm(1.5)
# Arms shorter than this cannot be cut along.
_SHORTEST_ARM = mm(0.8)


def reach(room: float, bleed: float) -> tuple[float, float] | None:
    """From where to where beyond the trim a mark goes, given the room up to the margin of the paper.

    None when there is no room for a mark that can be seen.
    """
    start, end = max(NEAR, bleed + AFTER_BLEED), min(FAR, room)
    if bleed + AFTER_BLEED > NEAR:
        end = min(start + FAR - NEAR, room)
    if end - start < SHORTEST:
        start = bleed + AFTER_BLEED
    return (start, end) if end - start >= _VISIBLE else None


class Cuts(NamedTuple):
    """The cuts that run one way: where they lie, and along them the ends of the cells, of the page, and the gaps.

    Those that are `upright` run down the page. Each gap between cells has its start and its length.
    """

    upright: bool
    at: tuple[float, ...]
    low: float
    high: float
    page: float
    gaps: Sequence[tuple[float, float]]


def cuts_between(grid: Grid, count: int) -> tuple[Cuts, Cuts]:
    """The upright cuts between the first `count` cells, and the level ones; of two blocks, those through both."""
    used, width, gutter = grid.used(count), grid.page_width, grid.gutter
    if grid.more[0]:
        return (
            Cuts(True, (used.x, used.right), used.y, used.bottom, grid.page_height, ()),
            Cuts(False, (used.y, used.bottom), used.x, used.right, width, ()),
        )
    columns, rows = grid.filled(count)
    across = [(cell.x, cell.right) for cell in map(grid.cell, range(columns))]
    down = [(cell.y, cell.bottom) for cell in map(grid.cell, range(0, rows * grid.columns, grid.columns))]
    beside, below = ([(end, gutter) for _, end in spans[:-1]] for spans in (across, down))
    if grid.fold:
        across += [(width - end, width - start) for start, end in across]
        beside = [(x, gutter) for start, _ in beside for x in (start, width - start - gutter)]
        beside.append(((width - grid.fold) / 2, grid.fold))
    at_x, at_y = (tuple(sorted({round(end, 4) for span in spans for end in span})) for spans in (across, down))
    return (
        Cuts(True, at_x, used.y, used.bottom, grid.page_height, below),
        Cuts(False, at_y, used.x, used.right, width, beside),
    )


def _line(x: float, near: float, far: float, upright: bool, keep_out: Sequence[Box]) -> tuple[Segment, ...]:
    """A line at `x` from `near` to `far`, which stops before the boxes; `upright` or level (then x is y).

    Nothing is left of one that cannot be seen, or of which boxes leave a stub.
    """
    whole = far
    for box in keep_out:
        low, high = (box.x, box.right) if upright else (box.y, box.bottom)
        begin, end = (box.y, box.bottom) if upright else (box.x, box.right)
        begin, end = begin - CLEAR, end + CLEAR
        if low - CLEAR < x < high + CLEAR and begin < max(near, far) and end > min(near, far):
            far = max(near, min(far, begin)) if far > near else min(near, max(far, end))
    if abs(far - near) < (_VISIBLE if far == whole else _STUB):
        return ()
    if upright:
        return (("M", x, near), ("L", x, far))
    return (("M", near, x), ("L", far, x))


def crop_marks(grid: Grid, count: int, bleed: float, margin: float, keep_out: Sequence[Box]) -> Outline:
    """Marks at every cut of the first `count` cells, outside them on all four sides and in wide gutters."""
    both, clear = cuts_between(grid, count), bleed + AFTER_BLEED
    out: list[Segment] = []
    for cuts in both:
        before, after = _reaches(cuts, bleed, margin)
        for at in cuts.at:
            if before:
                out += _line(at, cuts.low - before[0], cuts.low - before[1], cuts.upright, keep_out)
            if after:
                out += _line(at, cuts.high + after[0], cuts.high + after[1], cuts.upright, keep_out)
        for start, length in cuts.gaps:
            if length - 2 * clear >= SHORTEST:
                for at in cuts.at:
                    out += _line(at, start + clear, start + length - clear, cuts.upright, ())
    return tuple(out)


def _reaches(cuts: Cuts, bleed: float, margin: float) -> tuple[tuple[float, float] | None, tuple[float, float] | None]:
    """From where to where marks go before the cells and after them."""
    return reach(cuts.low - margin, bleed), reach(cuts.page - cuts.high - margin, bleed)


def ruled(outline: Outline, stroke: Stroke, page: tuple[float, float], margin: float) -> tuple[Item, ...]:
    """Straight lines of two ends each, of which nothing shows in the margins of a page."""
    clear, half = Box(0, 0, *page).grown(-margin), stroke.width / 2
    free, edge = list[Segment](), list[Segment]()
    for start, end in zip(outline[::2], outline[1::2], strict=True):
        across, down = (0.0, half) if start[2] == end[2] else (half, 0.0) if start[1] == end[1] else (half, half)
        xs, ys = sorted((start[1], end[1])), sorted((start[2], end[2]))
        box = Box(xs[0] - across, ys[0] - down, xs[1] - xs[0] + 2 * across, ys[1] - ys[0] + 2 * down)
        (free if clear.holds(box) else edge).extend((start, end))
    shown: list[Item] = [Path(tuple(free), None, stroke)] if free else []
    if edge:
        shown.append(Place(Group((Path(tuple(edge), None, stroke),), rectangle(clear))))
    return tuple(shown)


def crossed(grid: Grid, count: int, bleed: float, margin: float, corner: float) -> bool:
    """Whether there are crosses on the corners of cells.

    They are where a punch takes them away with round corners; on others, where margins have no room for marks.
    """
    if grid.more[0] or punched(corner) >= _SHORTEST_ARM:
        return True
    return any(None in _reaches(cuts, bleed, margin) for cuts in cuts_between(grid, count))


def punched(corner: float) -> float:
    """How far from a corner a cross goes along a cut, and still is wholly punched away with it.

    The inner end of the white under it is what comes nearest to the arc about (corner, corner).
    """
    inner = corner - HALO.width / 2
    return corner - math.sqrt(corner * corner - inner * inner) if inner > 0 else 0.0


def crosses(
    cells: Iterable[Box], page: tuple[float, float], margin: float, corner: float, keep_out: Sequence[Box],
    within: Sequence[Box] = (),
) -> Item | None:  # fmt: skip
    """Crosses on the corners of cells, black on white: thin ones where the corners stay pointed.

    No arm of them lies on the cells `within` which it would: that is where corners meet the middle of an edge.
    """
    round_ = punched(corner) >= _SHORTEST_ARM
    corners = sorted({
        (round(x, 3), round(y, 3)) for box in cells for x in (box.x, box.right) for y in (box.y, box.bottom)
    })  # fmt: skip
    paths, inner = list[Item](), [box.grown(-mm(0.1)) for box in within]
    arm = min(_ARM, punched(corner)) if round_ else _THIN_ARM
    for stroke in (HALO, MARK) if round_ else (_THIN_HALO, _THIN):
        out: list[Segment] = []
        for spot in corners:
            for upright, at, along, long in ((True, *spot, page[1]), (False, *spot[::-1], page[0])):
                low, high = (min(max(along + way * arm, margin), long - margin) for way in (-1, 1))
                for end in (low, high):
                    x, y = (at, end) if upright else (end, at)
                    if not any(box.x < x < box.right and box.y < y < box.bottom for box in inner):
                        out += _line(at, along, end, upright, keep_out)
        paths += ruled(tuple(out), stroke, page, margin)
    return Place(Group(tuple(paths))) if paths else None


def corner_arcs(width: float, height: float, radius: float) -> Outline:
    """The arcs along which the corners of a rectangle are rounded."""
    # Of a rounded rectangle, what is straight is cut anyway.
    out: list[Segment] = []
    for before, segment in pairwise(rounded(Box(0, 0, width, height), radius)):
        if segment[0] == "C":
            out += [("M", *before[-2:]), segment]
    return tuple(out)


def fold_line(grid: Grid, bleed: float, margin: float, keep_out: Sequence[Box]) -> Outline:
    """The line to fold along, down the middle of the page and a little beyond the cells."""
    block, x = grid.block, grid.page_width / 2
    end = reach(block.y - margin, bleed)
    beyond = end[1] if end else 0.0
    middle = block.y + block.h / 2
    return (
        *_line(x, middle, block.y - beyond, True, keep_out),
        *_line(x, middle, block.bottom + beyond, True, keep_out),
    )
