"""The numbers of cuts beside their marks, and the line that tells their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from printgen.base.units import Box, mm
from printgen.drawing.extent import around
from printgen.drawing.model import Group, Item, Path, Place, Rect
from printgen.drawing.words import LEFT, cap, center_run, width_of
from printgen.sheets.cut_plan import CutLine, CutPlan, format_stop
from printgen.sheets.marks import CLEAR, FONT, INK, LEAST_BLEED, MARK
from printgen.sheets.sheet import MarginWords

_SIZE = 6.0
_BESIDE, _STEP, _FARTHEST, _TICK = mm(0.5), mm(0.4), mm(9), mm(3)
_LONGEST = 6
"""So many settings stand in a line."""
_PUNCH = mm(76)
"""The largest punches that people have, 3 inches."""


def describe_cuts(plan: CutPlan, words: MarginWords, piles: str = "") -> tuple[str, ...]:
    """The lines that tell how to cut; none where nothing is cut.

    `piles` says what is done with the piles which are left, where they are in order.
    """
    steps = [*describe_stops(plan, words), *([piles] if piles and plan.cuts else [])]
    lines = (steps[i : i + _LONGEST] for i in range(0, len(steps), _LONGEST))
    return tuple(words.cuts.format(cuts="  \u00b7  ".join(line)) for line in lines)


def describe_stops(plan: CutPlan, words: MarginWords) -> tuple[str, ...]:
    """What is done with each setting of the stop, and by hand."""
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


def draw_cut_numbers(plan: CutPlan, page: Box, margin: float, bleed: float, taken: Iterable[Box]) -> tuple[Item, ...]:
    """The numbers of cuts, each at an end of its line in a margin, where there is room beside what is `taken`.

    Where there is none beside the bleed, a number lies over the outer part of it, on white.
    """
    clear, block, filled = page.grown(-margin), around(plan.cells), list(taken)
    ticks = [tick for tick in _ticks(plan, bleed) if clear.holds(tick) and not any(map(tick.overlaps, filled))]
    lines_of_ticks = tuple(step for x, y, w, h in ticks for step in (("M", x, y), ("L", x + w, y + h)))
    items: list[Item] = [Path(lines_of_ticks, None, MARK)] if ticks else []
    filled += ticks
    for cut in plan.cuts:
        others = [line.at for one in plan.cuts if one.upright == cut.upright for line in one.lines]
        text, size = str(cut.number), (width_of(str(cut.number), FONT, _SIZE), cap(FONT, _SIZE))
        for line in _join_lines(cut.lines):
            lines = [at for at in others if abs(at - line.at) > CLEAR]
            for kept in dict.fromkeys((bleed, min(bleed, LEAST_BLEED))):
                spots = _spots(cut.upright, line, block, size, kept)
                near = [cell.grown(kept) for cell in plan.cells]
                found = next((s for s in spots if clear.holds(s) and _free(s, cut.upright, near, filled, lines)), None)
                if found:
                    if kept < bleed:
                        items.append(Rect(*found.grown(CLEAR / 2), "#FFFFFF"))
                    items.append(center_run(found.x, found.y + found.h / 2, text, FONT, _SIZE, INK, LEFT))
                    filled.append(found)
                    break
    return (Place(Group(tuple(items))),) if items else ()


def _ticks(plan: CutPlan, bleed: float) -> Iterator[Box]:
    """Marks beyond both ends of trims at which no straight edge of a piece shows where to cut."""
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
    """Lines one after the other on the same cut as one."""
    ends: dict[float, list[CutLine]] = {}
    for line in lines:
        ends.setdefault(round(line.at, 1), []).append(line)
    for alike in ends.values():
        yield CutLine(alike[0].at, min(line.low for line in alike), max(line.high for line in alike))


def _spots(upright: bool, line: CutLine, block: Box, size: tuple[float, float], kept: float) -> Iterator[Box]:
    """Where a number may stand: beyond the far end of its line or the near one, before the line or after it."""
    low, high = (block.y, block.bottom) if upright else (block.x, block.right)
    low, high = max(line.low, low), min(line.high, high)
    wide, long = size if upright else size[::-1]
    steps = [kept + CLEAR + i * _STEP for i in range(int(_FARTHEST / _STEP))]
    for far, before, away in product((True, False), (True, False), steps):
        along = high + away if far else low - away - long
        at = line.at - _BESIDE - wide if before else line.at + _BESIDE
        yield Box(at, along, wide, long) if upright else Box(along, at, long, wide)


def _free(spot: Box, upright: bool, cells: Iterable[Box], filled: Iterable[Box], lines: Iterable[float]) -> bool:
    """Whether a number there touches no picture, nothing that stands in the margins, and no mark of another cut."""
    low, high = (spot.x, spot.right) if upright else (spot.y, spot.bottom)
    near = spot.grown(CLEAR)
    return not (
        any(low - CLEAR < at < high + CLEAR for at in lines)
        or any(near.overlaps(box) for box in filled)
        or any(spot.overlaps(cell) for cell in cells)
    )
