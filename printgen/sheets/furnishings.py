"""A grid and the words for its label come in; a ruler and a label in the waste margins go out.

Everything is laid out in strips: a strip is one margin of the page, turned so that its outer edge is at the
bottom. Across a strip things share one axis; along it they slide to the first place where they touch nothing
and where every crop mark they cross keeps enough of its length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from printgen.base.geometry import Box, Matrix, apply, compose, translate
from printgen.base.units import mm
from printgen.drawing.model import Group, Path, Place, Segment, Stroke, Text
from printgen.drawing.words import LEFT, RIGHT, cap, middled, run
from printgen.sheets.grid import Grid
from printgen.sheets.marks import CLEAR, FAR, INK, SHORTEST, cut_lines, reach

FONT = "body semibold"
_LABEL_SIZES = (7.0, 6.5, 6.0)
_NOTE, _NOTE_SIZE, _UNIT_SIZE = "print at 100 %", 6.5, 6.0
_LINE = Stroke(INK, 0.35)
_EDGE = mm(3.2)  # what the commonest printers leave white, and no text may enter
_INSET = mm(1.5)  # from the corners of the block, where its outermost marks stand
_APART = mm(4)
_RULER = mm(101.6)
_SCALE_GAP = mm(0.25)
_TICK_LONG, _TICK_SHORT = mm(1.3), mm(0.9)
_TEXT_GAP = mm(0.4)
_STEP = mm(1)


@dataclass(frozen=True, slots=True)
class _Strip:
    """One margin: its length and depth, the way onto the page, and where crop marks cross it."""

    length: float
    depth: float
    block: tuple[float, float]
    crossings: tuple[float, ...]
    mark_start: float
    mark_end: float
    bleed: float
    matrix: Matrix

    def axis(self, half: float) -> float | None:
        """How far from the edge of the paper the middle of a thing lies that reaches `half` both ways."""
        low, high = _EDGE + half, self.depth - self.bleed - CLEAR - half
        if high < low:
            return None
        free = self.depth - max(self.mark_end, self.bleed) - CLEAR - half
        return max(low, min(mm(6.35) + half, free))

    def clear(self, boxes: Sequence[Box], crossing: bool) -> bool:
        """Whether boxes in the strip touch no crop mark, or leave enough of those that they cross."""
        for box in boxes:
            shortened = box.y - CLEAR
            if shortened >= self.mark_end:
                continue
            for x in self.crossings:
                if box.x - CLEAR < x < box.right + CLEAR and not (crossing and shortened - self.mark_start >= SHORTEST):
                    return False
        return True


@dataclass(frozen=True, slots=True)
class Furnishings:
    """What stands in the margins of every front: the ruler, where the label goes, and the boxes they fill."""

    ruler: Place | None = None
    label_matrix: Matrix | None = None
    label_form: int = 0
    label_size: float = 0.0
    keep_out: tuple[Box, ...] = ()

    def label(self, forms: Sequence[str]) -> Place | None:
        """The label of one sheet; `forms` are its wordings, longest first."""
        if self.label_matrix is None:
            return None
        words = middled(0, 0, forms[self.label_form], FONT, self.label_size, INK, LEFT)
        return Place(Group((words,)), self.label_matrix)


def furnish(
    grid: Grid, count: int, bleed: float, marks: bool, ruler: bool, widths: Sequence[float], slim: bool = False
) -> Furnishings:
    """Find room for the ruler first and then for the label, around the first `count` cells.

    `widths` are those of the widest labels at size 1, one for each wording, the longest wording first. `slim`
    allows a ruler of millimetres alone where no margin is deep enough for both scales.
    """
    strips = sorted(_strips(grid, count, bleed, marks), key=lambda strip: -strip.depth)
    found = Furnishings()
    ruler_strip: tuple[_Strip, float] | None = None
    forms = (_ruler(), _slim_ruler()) if slim else (_ruler(),)
    for strip, form in ((strip, form) for form in forms for strip in strips if ruler):
        placed = _place_ruler(strip, form)
        if placed is not None:
            place, keep_out, axis = placed
            found, ruler_strip = Furnishings(place, keep_out=keep_out), (strip, axis)
            break
    for wording, width in enumerate(widths):
        for size in _LABEL_SIZES:
            for crossing in (False, True):
                for strip in strips:
                    shared = ruler_strip[1] if ruler_strip and ruler_strip[0] is strip else None
                    spot = _label_spot(strip, width * size, size, shared, found.keep_out, crossing)
                    if spot is not None:
                        matrix, box = spot
                        return replace(
                            found,
                            label_matrix=matrix,
                            label_form=wording,
                            label_size=size,
                            keep_out=(*found.keep_out, box),
                        )
    return found


def _strips(grid: Grid, count: int, bleed: float, marks: bool) -> list[_Strip]:
    """The bottom, right and left margins; the top one is never deeper than the bottom one."""
    used, page_width, page_height = grid.used(count), grid.page_width, grid.page_height
    across, down = cut_lines(grid, count)
    if grid.fold:
        across.append(page_width / 2)

    def strip(length: float, depth: float, low: float, high: float, crossings: list[float], matrix: Matrix) -> _Strip:
        span = reach(depth, bleed) if marks else None
        start, end = (span[0], FAR) if span else (bleed, bleed)
        return _Strip(length, depth, (low, high), tuple(crossings), start, end, bleed, matrix)

    below, right, left = page_height - used.bottom, page_width - used.right, used.x
    upward: Matrix = (0, -1, 1, 0, used.right, page_height)
    downward: Matrix = (0, 1, -1, 0, left, 0)
    mirrored = [page_height - y for y in down]
    return [
        strip(page_width, below, used.x, used.right, across, translate(0, used.bottom)),
        strip(page_height, right, page_height - used.bottom, page_height - used.y, mirrored, upward),
        strip(page_height, left, used.y, used.bottom, down, downward),
    ]


def _ranges(strip: _Strip) -> tuple[tuple[float, float], tuple[float, float]]:
    """Beside the cells if possible, else anywhere between the edges of the paper."""
    return (strip.block[0] + _INSET, strip.block[1] - _INSET), (mm(6.35), strip.length - mm(6.35))


def _on_page(strip: _Strip, box: Box) -> Box:
    one, two = apply(strip.matrix, box.x, box.y), apply(strip.matrix, box.right, box.bottom)
    x, y = min(one[0], two[0]), min(one[1], two[1])
    return Box(x, y, abs(one[0] - two[0]), abs(one[1] - two[1]))


def _moved(box: Box, x: float, y: float) -> Box:
    return Box(box.x + x, box.y + y, box.w, box.h)


def _overlap(one: Box, two: Box) -> bool:
    return one.x < two.right and two.x < one.right and one.y < two.bottom and two.y < one.bottom


_Ruler = tuple[Group, tuple[Box, ...], float, float]


def _ruler() -> _Ruler:
    """The ruler about its axis, from 0 on: its group, the boxes of its ink, its length and half its depth."""
    note = middled(0, 0, _NOTE, FONT, _NOTE_SIZE, INK, LEFT)
    start = note.width + mm(2)
    items: list[Path | Text] = [
        note,
        _scale(start, mm(10), 10, 5, -1),
        _scale(start, mm(25.4), 4, 1, 1),
    ]
    away = _SCALE_GAP + _TEXT_GAP
    tall = cap(FONT, _UNIT_SIZE)
    half = away + tall
    boxes = [
        Box(0, -0.55 * _NOTE_SIZE, note.width, 1.1 * _NOTE_SIZE),
        Box(start - 0.2, -_SCALE_GAP - _TICK_LONG, _RULER + 0.4, 2 * (_SCALE_GAP + _TICK_LONG)),
    ]
    for text, end, baseline in (("100 mm", mm(100), -away), ("4 in", _RULER, half)):
        unit = run(start + end - mm(0.8), baseline, text, FONT, _UNIT_SIZE, INK, RIGHT)
        items.append(unit)
        boxes.append(Box(unit.x, baseline - tall, unit.width, tall))
    return Group(tuple(items)), tuple(boxes), start + _RULER, half


def _slim_ruler() -> _Ruler:
    """A ruler of 100 mm with its words at its ends, so that it is no deeper than a line of text."""
    note = middled(0, 0, _NOTE, FONT, _NOTE_SIZE, INK, LEFT)
    start = note.width + mm(2)
    unit = middled(start + mm(101.2), 0, "100 mm", FONT, _UNIT_SIZE, INK, LEFT)
    line: list[Segment] = [("M", start, 0.0), ("L", start + mm(100), 0.0)]
    for i in range(11):
        tick = _TICK_SHORT * 0.5 if i % 5 else _TICK_LONG * 0.6
        line += [("M", start + i * mm(10), -tick), ("L", start + i * mm(10), tick)]
    half, end = 0.55 * _NOTE_SIZE, unit.x + unit.width
    return Group((note, Path(tuple(line), None, _LINE), unit)), (Box(0, -half, end, 2 * half),), end, half


def _scale(start: float, step: float, count: int, long_every: int, side: int) -> Path:
    """One scale: a line of `count` steps with a tick at each, above the axis (side -1) or below it (1)."""
    y = side * _SCALE_GAP
    out: list[Segment] = [("M", start, y), ("L", start + count * step, y)]
    for i in range(count + 1):
        tick = _TICK_SHORT if i % long_every else _TICK_LONG
        out += [("M", start + i * step, y), ("L", start + i * step, y + side * tick)]
    return Path(tuple(out), None, _LINE)


def _place_ruler(strip: _Strip, ruler: _Ruler) -> tuple[Place, tuple[Box, ...], float] | None:
    """The ruler in a strip as near to its end as can be, its boxes on the page, and its axis."""
    group, boxes, length, half = ruler
    axis = strip.axis(half)
    if axis is None:
        return None
    y = strip.depth - axis
    for crossing in (False, True):
        for low, high in _ranges(strip):
            x = high - length
            while x >= low:
                moved = [_moved(box, x, y) for box in boxes]
                if strip.clear(moved, crossing):
                    matrix = compose(strip.matrix, translate(x, y))
                    return Place(group, matrix), tuple(_on_page(strip, box) for box in moved), axis
                x -= _STEP
    return None


def _label_spot(
    strip: _Strip, width: float, size: float, axis: float | None, taken: Sequence[Box], crossing: bool
) -> tuple[Matrix, Box] | None:
    """Where a label of a width goes, as near to the start of the strip as can be, and its box on the page."""
    half = 0.55 * size
    if axis is None:
        axis = strip.axis(half)
    if axis is None:
        return None
    y = strip.depth - axis
    for low, high in _ranges(strip):
        x = low
        while x + width <= high:
            local = Box(x, y - half, width, 2 * half)
            if strip.clear([local], crossing):
                box = _on_page(strip, local)
                if not any(_overlap(box.grown(_APART), other) for other in taken):
                    return compose(strip.matrix, translate(x, y)), box
            x += _STEP
    return None
