"""The marks for cutting and folding sheets: crop marks, crosses, fold lines, and the numbers of the cuts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from printgen.base import group_pairs
from printgen.base.units import Box, mm
from printgen.drawing.extent import around
from printgen.drawing.model import Group, Item, Outline, Path, Place, Rect, Segment, Stroke
from printgen.drawing.outlines import rectangle, round_rect
from printgen.drawing.words import LEFT, cap, center_run, width_of
from printgen.sheets.cut_plan import CutLine, CutPlan, format_stop
from printgen.sheets.grid import CellGrid
from printgen.sheets.sheet import MarginWords

INK = "#15171A"
"""The colour of marks and of words in margins."""
FONT = "body semibold"
"""The font of words in margins."""
MARK = Stroke(INK, 0.35)
HALO = Stroke("#FFFFFF", 1.0)
"""White under a mark, which shows where the mark would not, on dark ground; 0.35 mm wide."""
_THIN, _THIN_HALO = Stroke(INK, 0.25), Stroke("#FFFFFF", 0.6)
FOLD = Stroke(INK, 0.5, (4.0, 3.0))

NEAR, FAR = mm(3.9), mm(9)
"""How far from the trim crop marks begin and end where nothing else says so, in points."""
AFTER_BLEED = mm(0.5)
"""Marks begin at least so far beyond the bleed, in points."""
CLEAR = mm(0.4)
"""What lies in margins keeps this distance from marks, in points."""
SHORTEST = mm(1)
"""Marks are at least so long where there is room, in points."""
LEAST_BLEED = mm(1.5)
"""This much of the bleed stays beside what is cut, whatever lies over it, in points."""
# Shorter lines cannot be seen; what a box leaves of a line is no mark where it is shorter than a stub.
_VISIBLE, _STUB = mm(0.4), mm(0.9)
_ARM, _THIN_ARM = mm(2), mm(1.5)  # the arms of crosses
_SHORTEST_ARM = mm(0.8)  # arms shorter than this cannot be cut along


def mark_span(room: float, bleed: float) -> tuple[float, float] | None:
    """The start and end of a mark beyond the trim, up to the margin; None when it would be too short to see."""
    start, end = max(NEAR, bleed + AFTER_BLEED), min(FAR, room)
    if bleed + AFTER_BLEED > NEAR:
        end = min(start + FAR - NEAR, room)
    if end - start < SHORTEST:
        start = bleed + AFTER_BLEED
    return (start, end) if end - start >= _VISIBLE else None


class Cuts(NamedTuple):
    """The cuts in one direction: their places, and along them the ends of the cells, of the page, and the gaps.

    The `upright` cuts run down the page. Each gap between cells has its start and its length.
    """

    upright: bool
    at: tuple[float, ...]
    low: float
    high: float
    page: float
    gaps: Sequence[tuple[float, float]]


def cuts_between(grid: CellGrid, count: int) -> tuple[Cuts, Cuts]:
    """The upright cuts between the first `count` cells, and the level ones; of two blocks, those through both."""
    used, width, gutter = grid.used(count), grid.page_width, grid.gutter
    if grid.more[0]:
        return (
            Cuts(True, (used.x, used.right), used.y, used.bottom, grid.page_height, ()),
            Cuts(False, (used.y, used.bottom), used.x, used.right, width, ()),
        )
    columns, rows = grid.extent_of(count)
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
    """A line at `x` (level: at y) from `near` to `far` that stops before the boxes; none if only a stub is left."""
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


def crop_marks(grid: CellGrid, count: int, bleed: float, margin: float, keep_out: Sequence[Box]) -> Outline:
    """Marks at every cut of the first `count` cells, outside them on all four sides and in wide gutters."""
    both, clear = cuts_between(grid, count), bleed + AFTER_BLEED
    marks: list[Segment] = []
    for cuts in both:
        before, after = _reaches(cuts, bleed, margin)
        for at in cuts.at:
            if before:
                marks += _line(at, cuts.low - before[0], cuts.low - before[1], cuts.upright, keep_out)
            if after:
                marks += _line(at, cuts.high + after[0], cuts.high + after[1], cuts.upright, keep_out)
        for start, length in cuts.gaps:
            if length - 2 * clear >= SHORTEST:
                for at in cuts.at:
                    marks += _line(at, start + clear, start + length - clear, cuts.upright, ())
    return tuple(marks)


def _reaches(cuts: Cuts, bleed: float, margin: float) -> tuple[tuple[float, float] | None, tuple[float, float] | None]:
    """The span of marks before the cells, and that of marks after them; None without room."""
    return mark_span(cuts.low - margin, bleed), mark_span(cuts.page - cuts.high - margin, bleed)


def rule_lines(outline: Outline, stroke: Stroke, page: tuple[float, float], margin: float) -> tuple[Item, ...]:
    """Straight lines of two ends each, clipped to the inside of a page's margins."""
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


def has_crosses(grid: CellGrid, count: int, bleed: float, margin: float, corner: float) -> bool:
    """Whether corners of cells have crosses: when a punch removes them, or margins have no room for other marks."""
    if grid.more[0] or punch_reach(corner) >= _SHORTEST_ARM:
        return True
    return any(None in _reaches(cuts, bleed, margin) for cuts in cuts_between(grid, count))


def punch_reach(corner: float) -> float:
    """The greatest length of a cross along a cut that a corner punch still removes entirely.

    The inner end of the white under it is what comes nearest to the arc about (corner, corner).
    """
    inner = corner - HALO.width / 2
    return corner - math.sqrt(corner * corner - inner * inner) if inner > 0 else 0.0


def draw_crosses(
    cells: Iterable[Box], page: tuple[float, float], margin: float, corner: float, keep_out: Sequence[Box],
    within: Sequence[Box] = (),
) -> Item | None:  # fmt: skip
    """Crosses on the corners of cells, black on white: thin ones where the corners stay pointed.

    No arm of them lies on the cells `within` which it would: that is where corners meet the middle of an edge.
    """
    round_ = punch_reach(corner) >= _SHORTEST_ARM
    corners = sorted({
        (round(x, 3), round(y, 3)) for box in cells for x in (box.x, box.right) for y in (box.y, box.bottom)
    })  # fmt: skip
    paths, inner = list[Item](), [box.grown(-mm(0.1)) for box in within]
    arm = min(_ARM, punch_reach(corner)) if round_ else _THIN_ARM
    for stroke in (HALO, MARK) if round_ else (_THIN_HALO, _THIN):
        lines: list[Segment] = []
        for spot in corners:
            for upright, at, along, long in ((True, *spot, page[1]), (False, *spot[::-1], page[0])):
                low, high = (min(max(along + sign * arm, margin), long - margin) for sign in (-1, 1))
                for end in (low, high):
                    x, y = (at, end) if upright else (end, at)
                    if not any(box.x < x < box.right and box.y < y < box.bottom for box in inner):
                        lines += _line(at, along, end, upright, keep_out)
        paths += rule_lines(tuple(lines), stroke, page, margin)
    return Place(Group(tuple(paths))) if paths else None


def corner_arcs(width: float, height: float, radius: float) -> Outline:
    """The arcs that round the corners of a rectangle."""
    # Of a rounded rectangle, what is straight is cut anyway.
    arcs: list[Segment] = []
    for before, segment in pairwise(round_rect(Box(0, 0, width, height), radius)):
        if segment[0] == "C":
            arcs += [("M", *before[-2:]), segment]
    return tuple(arcs)


def fold_line(grid: CellGrid, bleed: float, margin: float, keep_out: Sequence[Box]) -> Outline:
    """The line to fold along, down the middle of the page and a little beyond the cells."""
    block, x = grid.block, grid.page_width / 2
    end = mark_span(block.y - margin, bleed)
    beyond = end[1] if end else 0.0
    middle = block.y + block.h / 2
    return (
        *_line(x, middle, block.y - beyond, True, keep_out),
        *_line(x, middle, block.bottom + beyond, True, keep_out),
    )


_SIZE = 6.0  # the size of the numbers of cuts, in points
# A number stands so far beside its line, and is tried at steps up to the farthest distance from the cells.
_BESIDE, _STEP, _FARTHEST = mm(0.5), mm(0.4), mm(9)
_TICK = mm(3)  # how long the marks are that only a numbered trim has
_LONGEST = 6  # so many settings of the stop stand in one line of text
_PUNCH = mm(76)  # the largest punches that people have, 3 inches


def describe_cuts(plan: CutPlan, words: MarginWords, piles: str = "") -> tuple[str, ...]:
    """The instructions for cutting; none when nothing is cut. `piles` tells what to do with the piles afterwards."""
    steps = [*describe_stops(plan, words), *([piles] if piles and plan.cuts else [])]
    lines = (steps[i : i + _LONGEST] for i in range(0, len(steps), _LONGEST))
    return tuple(words.cuts.format(cuts="  \u00b7  ".join(line)) for line in lines)


def describe_stops(plan: CutPlan, words: MarginWords) -> tuple[str, ...]:
    """Sentences on the cuts with each setting of the stop, and on the cuts by hand."""
    steps = [
        (words.at_stop if setting.stop else words.at_marks).format(
            cuts=f"{setting.first}\u2013{setting.last}" if setting.last > setting.first else setting.first,
            stop=format_stop(setting.stop),
        )
        for setting in plan.settings
    ]
    if plan.by_hand:
        how = words.by_punch if all(max(box.w, box.h) <= _PUNCH for box in plan.by_hand) else words.by_hand
        steps.append(words.others.format(how=how) if steps else how)
    return tuple(steps)


def draw_cut_numbers(
    plan: CutPlan, page: Box, margin: float, bleed: float, occupied: Iterable[Box]
) -> tuple[Item, ...]:
    """The numbers of cuts, each at an end of its line in a margin, if there is room beside `occupied` boxes.

    Without room beside the bleed, a number lies over its outer part, on white. The ends of trims that no edge of a
    piece shows have marks.
    """
    clear, block, filled = page.grown(-margin), around(plan.cells), list(occupied)
    ticks = [tick for tick in _ticks(plan, bleed) if clear.holds(tick) and not any(map(tick.overlaps, filled))]
    lines_of_ticks = tuple(step for x, y, w, h in ticks for step in (("M", x, y), ("L", x + w, y + h)))
    items: list[Item] = [Path(lines_of_ticks, None, MARK)] if ticks else []
    filled += ticks
    for cut in plan.cuts:
        others = [line.at for other in plan.cuts if other.upright == cut.upright for line in other.lines]
        text, size = str(cut.number), (width_of(str(cut.number), FONT, _SIZE), cap(FONT, _SIZE))
        for line in _join_lines(cut.lines):
            lines = [at for at in others if abs(at - line.at) > CLEAR]
            for kept in dict.fromkeys((bleed, min(bleed, LEAST_BLEED))):
                spots = _spots(cut.upright, line, block, size, kept)
                near = [cell.grown(kept) for cell in plan.cells]
                free = (s for s in spots if clear.holds(s) and _is_free(s, cut.upright, near, filled, lines))
                if spot := next(free, None):
                    if kept < bleed:
                        items.append(Rect(*spot.grown(CLEAR / 2), "#FFFFFF"))
                    items.append(center_run(spot.x, spot.y + spot.h / 2, text, FONT, _SIZE, INK, LEFT))
                    filled.append(spot)
                    break
    return (Place(Group(tuple(items))),) if items else ()


def _ticks(plan: CutPlan, bleed: float) -> Iterator[Box]:
    """Marks beyond both ends of trims at which no straight edge of a piece shows the cut."""
    straight, block = [cell for cell in plan.cells if cell not in plan.by_hand], around(plan.cells)
    for cut in (cut for cut in plan.cuts if cut.stop is None):
        for line in cut.lines:
            edges = (
                edge for cell in straight for edge in ((cell.x, cell.right) if cut.upright else (cell.y, cell.bottom))
            )
            if not any(abs(edge - line.at) < CLEAR for edge in edges):
                low, high = (block.y, block.bottom) if cut.upright else (block.x, block.right)
                for at in (low - bleed - CLEAR - _TICK, high + bleed + CLEAR):
                    yield Box(line.at, at, 0, _TICK) if cut.upright else Box(at, line.at, _TICK, 0)


def _join_lines(lines: Sequence[CutLine]) -> Iterator[CutLine]:
    """Consecutive lines on the same cut, joined to one."""
    for alike in group_pairs((round(line.at, 1), line) for line in lines).values():
        yield CutLine(alike[0].at, min(line.low for line in alike), max(line.high for line in alike))


def _spots(upright: bool, line: CutLine, block: Box, size: tuple[float, float], kept: float) -> Iterator[Box]:
    """The possible places of a number: beyond the far or near end of its line, before or after the line."""
    low, high = (block.y, block.bottom) if upright else (block.x, block.right)
    low, high = max(line.low, low), min(line.high, high)
    wide, long = size if upright else size[::-1]
    steps = [kept + CLEAR + i * _STEP for i in range(int(_FARTHEST / _STEP))]
    for far, before, away in product((True, False), (True, False), steps):
        along = high + away if far else low - away - long
        at = line.at - _BESIDE - wide if before else line.at + _BESIDE
        yield Box(at, along, wide, long) if upright else Box(along, at, long, wide)


def _is_free(spot: Box, upright: bool, cells: Iterable[Box], filled: Iterable[Box], lines: Iterable[float]) -> bool:
    """Whether a number there touches no picture, no item in the margins, and no mark of another cut."""
    low, high = (spot.x, spot.right) if upright else (spot.y, spot.bottom)
    near = spot.grown(CLEAR)
    return not (
        any(low - CLEAR < at < high + CLEAR for at in lines)
        or any(near.overlaps(box) for box in filled)
        or any(spot.overlaps(cell) for cell in cells)
    )
