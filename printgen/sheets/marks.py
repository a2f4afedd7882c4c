"""A grid and the boxes to keep clear of come in; the outlines of crop marks and of the fold line go out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.model import Outline, Segment, Stroke
from printgen.drawing.outlines import rounded
from printgen.sheets.grid import Grid

INK = "#15171A"
MARK = Stroke(INK, 0.35)
FOLD = Stroke(INK, 0.5, (4.0, 3.0))

NEAR, FAR = mm(3.9), mm(9)
AFTER_BLEED = mm(0.5)
CLEAR = mm(0.4)
SHORTEST = mm(1)
_PAPER_EDGE = mm(1)
_VISIBLE = mm(0.4)


def reach(room: float, bleed: float) -> tuple[float, float] | None:
    """From where to where beyond the trim a mark goes, given the room up to the edge of the paper.

    None when the paper has no room for a mark that can be seen.
    """
    start, end = max(NEAR, bleed + AFTER_BLEED), min(FAR, room - _PAPER_EDGE)
    if bleed + AFTER_BLEED > NEAR:
        end = min(start + FAR - NEAR, room - _PAPER_EDGE)
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
    """The upright cuts between the first `count` cells, and the level ones."""
    used, width, gutter = grid.used(count), grid.page_width, grid.gutter
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
    """A line at `x` from `near` to `far`, which stops before the boxes; `upright` or level (then x is y)."""
    for box in keep_out:
        low, high = (box.x, box.right) if upright else (box.y, box.bottom)
        begin, end = (box.y, box.bottom) if upright else (box.x, box.right)
        begin, end = begin - CLEAR, end + CLEAR
        if low - CLEAR < x < high + CLEAR and begin < max(near, far) and end > min(near, far):
            far = max(near, min(far, begin)) if far > near else min(near, max(far, end))
    if abs(far - near) < _VISIBLE:
        return ()
    if upright:
        return (("M", x, near), ("L", x, far))
    return (("M", near, x), ("L", far, x))


def crop_marks(grid: Grid, count: int, bleed: float, keep_out: Sequence[Box]) -> Outline:
    """Marks at every cut of the first `count` cells, outside them on all four sides and in wide gutters."""
    both, clear = cuts_between(grid, count), bleed + AFTER_BLEED
    out: list[Segment] = []
    for cuts in both:
        before, after = reach(cuts.low, bleed), reach(cuts.page - cuts.high, bleed)
        for at in cuts.at:
            if before:
                out += _line(at, cuts.low - before[0], cuts.low - before[1], cuts.upright, keep_out)
            if after:
                out += _line(at, cuts.high + after[0], cuts.high + after[1], cuts.upright, keep_out)
    for cuts in both:
        for start, length in cuts.gaps:
            if length - 2 * clear >= SHORTEST:
                for at in cuts.at:
                    out += _line(at, start + clear, start + length - clear, cuts.upright, ())
    return tuple(out)


def corner_arcs(width: float, height: float, radius: float) -> Outline:
    """The arcs along which the corners of a rectangle are rounded."""
    # Of a rounded rectangle, what is straight is cut anyway.
    out: list[Segment] = []
    for before, segment in pairwise(rounded(Box(0, 0, width, height), radius)):
        if segment[0] == "C":
            out += [("M", *before[-2:]), segment]
    return tuple(out)


def fold_line(grid: Grid, bleed: float, keep_out: Sequence[Box]) -> Outline:
    """The line to fold along, down the middle of the page and a little beyond the cells."""
    block, x = grid.block, grid.page_width / 2
    end = reach(block.y, bleed)
    beyond = end[1] if end else 0.0
    middle = block.y + block.h / 2
    return (
        *_line(x, middle, block.y - beyond, True, keep_out),
        *_line(x, middle, block.bottom + beyond, True, keep_out),
    )
