"""A grid and the boxes to keep clear of come in; the outlines of crop marks and of the fold line go out."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.model import Outline, Segment, Stroke
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


def cut_lines(grid: Grid, count: int) -> tuple[list[float], list[float]]:
    """Where the cuts between the first `count` cells run: positions across the page, positions down it."""
    columns, rows = min(count, grid.columns), -(-count // grid.columns)
    across: set[float] = set()
    for column in range(columns):
        cell = grid.cell(column)
        across |= {round(cell.x, 4), round(cell.right, 4)}
        if grid.fold:
            across |= {round(grid.page_width - cell.x, 4), round(grid.page_width - cell.right, 4)}
    down: set[float] = set()
    for row in range(rows):
        cell = grid.cell(row * grid.columns)
        down |= {round(cell.y, 4), round(cell.bottom, 4)}
    return sorted(across), sorted(down)


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
    used = grid.used(count)
    across, down = cut_lines(grid, count)
    out: list[Segment] = []
    for positions, upright, low, high, size in (
        (across, True, used.y, used.bottom, grid.page_height),
        (down, False, used.x, used.right, grid.page_width),
    ):
        before, after = reach(low, bleed), reach(size - high, bleed)
        for position in positions:
            if before:
                out.extend(_line(position, low - before[0], low - before[1], upright, keep_out))
            if after:
                out.extend(_line(position, high + after[0], high + after[1], upright, keep_out))
    return (*out, *_gap_marks(grid, count, bleed, across, down))


def _gap_marks(grid: Grid, count: int, bleed: float, across: Sequence[float], down: Sequence[float]) -> list[Segment]:
    """Small marks between the cells, where the bleed leaves room for them."""
    out: list[Segment] = []
    step = bleed + AFTER_BLEED
    columns, rows = min(count, grid.columns), -(-count // grid.columns)
    if grid.gutter - 2 * step >= SHORTEST:
        for row in range(rows - 1):
            y = grid.cell(row * grid.columns).bottom
            for x in across:
                out += [("M", x, y + step), ("L", x, y + grid.gutter - step)]
        for column in range(columns - 1):
            x = grid.cell(column).right
            for left in (x, grid.page_width - x - grid.gutter) if grid.fold else (x,):
                for y in down:
                    out += [("M", left + step, y), ("L", left + grid.gutter - step, y)]
    if grid.fold - 2 * step >= SHORTEST:
        x = (grid.page_width - grid.fold) / 2
        for y in down:
            out += [("M", x + step, y), ("L", x + grid.fold - step, y)]
    return out


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
