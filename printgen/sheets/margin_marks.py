"""The ruler, the label and the notes in the margins of sheets, placed beside the marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Literal, NamedTuple

from printgen.base.units import Box, Matrix, chain, mm, scale, translate
from printgen.drawing.extent import transform_box
from printgen.drawing.model import Group, Path, Place, Rect, Segment
from printgen.drawing.words import LEFT, RIGHT, cap, center_run, largest, run
from printgen.sheets.grid import CellGrid
from printgen.sheets.marks import CLEAR, FAR, FONT, INK, LEAST_BLEED, MARK, SHORTEST, cuts_between, mark_span

Reach = tuple[float, float]
"""From where to where something goes, in points."""

# Sizes of letters in points: of the label and of notes, the largest first; beside the ruler; and on it.
_LABEL_SIZES = (7.0, 6.5, 6.0)
_NOTE_SIZE, _UNIT_SIZE = 6.5, 6.0
_USUAL = mm(6.35)  # items lie so far from the edge of the paper where there is room
_INSET = mm(1.5)  # so far from the corners of the block, where its outermost marks stand
_APART = mm(4)  # between two items in one margin
_RULER = mm(101.6)  # the ruler is four inches long
# The scale of millimetres lies so far above the axis of the ruler, that of inches so far below it.
_SCALE_GAP = mm(0.25)
_TICK_LONG, _TICK_SLIM, _TICK_SHORT = mm(1.3), mm(1.2), mm(0.8)
# Between a scale and the words above or below it, and between such words and the last tick.
_TEXT_GAP, _UNIT_GAP = mm(0.4), mm(0.8)
_STEP = mm(1)  # items are tried at places so far apart


class _MarginItem(NamedTuple):
    """A ruler or a line of text: the boxes of its ink, from 0 on about its axis, its length and half its depth."""

    boxes: tuple[Box, ...]
    length: float
    half: float


class _Spot(NamedTuple):
    """The place of an item on the page, the boxes that it fills there, and its axis's distance from the paper edge."""

    matrix: Matrix
    boxes: tuple[Box, ...]
    axis: float


class _Strip(NamedTuple):
    """One margin of a page, from the block of cells at y = 0 outward to the edge of the paper at `depth`, in points.

    `block` is the interval of the cells along it, `crossings` are the places of crop marks, and `marks` is the interval
    of their lengths. Nothing lies on the `bleed`, or nearer to the paper's edge than `edge`. `spare` crop marks may be
    covered entirely. `matrix` leads onto the page; in a `mirrored` margin items are not mirrored.
    """

    length: float
    depth: float
    block: Reach
    crossings: tuple[float, ...]
    marks: Reach
    bleed: float
    edge: float
    spare: bool
    matrix: Matrix
    mirrored: bool = False

    def find(
        self, item: _MarginItem, crossing: bool, last: bool = False, axis: float | None = None,
        occupied: Iterable[Box] = (),
    ) -> _Spot | None:  # fmt: skip
        """The first or the `last` place for an item, beside the cells if it can; over crop marks where `crossing`."""
        axis = self._axis(item.half, axis)
        if axis is None:
            return None
        y, step = self.depth - axis, -_STEP if last else _STEP
        for low, high in ((self.block[0] + _INSET, self.block[1] - _INSET), (self.edge, self.length - self.edge)):
            high -= item.length
            x = high if last else low
            while low <= x <= high:
                local = [box.moved(x, y) for box in item.boxes]
                if self._clear(local, crossing):
                    boxes = tuple(transform_box(box, self.matrix) for box in local)
                    if not any(box.grown(_APART).overlaps(other) for box, other in product(boxes, occupied)):
                        upright = scale(1, -1 if self.mirrored else 1)
                        return _Spot(chain(self.matrix, translate(x, y), upright), boxes, axis)
                x += step
        return None

    def _axis(self, half: float, wanted: float | None) -> float | None:
        """The distance of an item's middle from the edge of the paper; the item reaches `half` to each side."""
        low, high = self.edge + half, self.depth - self.bleed - CLEAR - half
        if high < low:
            return None
        if wanted is not None:
            return min(max(low, wanted), high)
        free = self.depth - max(self.marks[1], self.bleed) - CLEAR - half
        return max(low, min(_USUAL + half, free))

    def _clear(self, boxes: Iterable[Box], crossing: bool) -> bool:
        """Whether boxes in the strip touch no crop marks, or leave enough of the crossed ones."""
        start, end = self.marks
        if crossing and self.spare:
            return True
        minimum = min(end, start + SHORTEST) if crossing else end
        low = (box for box in boxes if box.y - CLEAR < minimum)
        return not any(box.x - CLEAR < x < box.right + CLEAR for box, x in product(low, self.crossings))


class LineRoom(NamedTuple):
    """The place of a line of text: its matrix, the fitting wording and its size, and the ground under it."""

    matrix: Matrix
    form: int
    size: float
    plate: tuple[Rect, ...]

    def write(self, forms: Sequence[str]) -> Place:
        """The line; `forms` are its wordings, longest first."""
        words = center_run(0, 0, forms[self.form], FONT, self.size, INK, LEFT)
        return Place(Group((*self.plate, words)), self.matrix)


class MarginMarks(NamedTuple):
    """The marks in the margins of every front: the ruler, places for the label and the notes, and their boxes."""

    ruler: Place | None = None
    label: LineRoom | None = None
    notes: tuple[LineRoom | None, ...] = ()
    keep_out: tuple[Box, ...] = ()
    note_texts: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether the label and every note fit."""
        return self.label is not None and None not in self.notes


def place_margin_marks(
    grid: CellGrid, count: int, bleed: float, margin: float, marks: Literal["", "needed", "spare"], ruler: str,
    widths: Sequence[float], notes: Sequence[float] = (),
) -> MarginMarks:  # fmt: skip
    """Find room for the ruler first, then for the label and then for notes, around the first `count` cells.

    Nothing comes nearer to the edge of the paper than `margin`. `marks` says whether there are crop marks, and whether
    they are spare, so that items may cover them. `ruler` is the text beside the ruler, "" for no ruler. `widths` are
    those of the widest labels at size 1, one for each wording, the longest wording first; `notes` are those of notes.
    Without room beside the bleed, items lie over its outer part, on white.
    """
    placed = MarginMarks()
    axes: dict[Matrix, float] = {}
    rulers = _rulers(ruler) if ruler else ()
    strips = [_strips(grid, count, kept, margin, marks) for kept in dict.fromkeys((bleed, min(bleed, LEAST_BLEED)))]
    for near, (group, item) in product(strips, rulers):
        tries = ((strip, strip.find(item, over, last=True)) for strip, over in product(near[:-1], (False, True)))
        strip, spot = next((pair for pair in tries if pair[1]), (near[0], None))
        if spot:
            items = (*_plate(item, near is not strips[0]), *group.items)
            placed = MarginMarks(Place(Group(items), spot.matrix), keep_out=spot.boxes)
            # A label in the same margin shares its axis.
            axes = {strip.matrix: spot.axis}
            break
    label, filled = _room([near[:-1] for near in strips], widths, axes, placed.keep_out)
    rooms = []
    for width in notes:
        room, filled = _room(strips, [width], axes, filled)
        rooms.append(room)
    return placed._replace(label=label, notes=tuple(rooms), keep_out=filled)


def _room(
    strips: Sequence[Sequence[_Strip]], widths: Sequence[float], axes: dict[Matrix, float], occupied: tuple[Box, ...]
) -> tuple[LineRoom | None, tuple[Box, ...]]:
    """The room for a line of text, and all occupied boxes after it; `axes` get the axis of the line's margin."""
    for near, (form, width), size, over in product(strips, enumerate(widths), _LABEL_SIZES, (False, True)):
        half = 0.55 * size
        item = _MarginItem((Box(0, -half, width * size, 2 * half),), width * size, half)
        for strip in near:
            if spot := strip.find(item, over, axis=axes.get(strip.matrix), occupied=occupied):
                axes.setdefault(strip.matrix, spot.axis)
                plate = _plate(item, near is not strips[0])
                return LineRoom(spot.matrix, form, size, plate), (*occupied, *spot.boxes)
    return None, occupied


def _plate(item: _MarginItem, over: bool) -> tuple[Rect, ...]:
    """The white ground of an item that lies `over` bleed."""
    return tuple(Rect(*box.grown(CLEAR / 2), "#FFFFFF") for box in item.boxes) if over else ()


def _strips(grid: CellGrid, count: int, bleed: float, margin: float, marks: str) -> list[_Strip]:
    """The bottom, right and left margins, the deepest first, and then the top one, which is for notes alone."""
    used, page_width, page_height = grid.used(count), grid.page_width, grid.page_height
    (_, across, *_), (_, down, *_) = cuts_between(grid, count)
    if grid.fold:
        across += (page_width / 2,)

    def strip(
        length: float, depth: float, low: float, high: float, crossings: Iterable[float], matrix: Matrix
    ) -> _Strip:
        span = mark_span(depth - margin, bleed) if marks else None
        ends = (span[0], FAR) if span else (bleed, bleed)
        return _Strip(length, depth, (low, high), tuple(crossings), ends, bleed, margin, marks == "spare", matrix)

    upward: Matrix = (0, -1, 1, 0, used.right, page_height)
    downward: Matrix = (0, 1, -1, 0, used.x, 0)
    low, high, mirrored = page_height - used.bottom, page_height - used.y, (page_height - y for y in down)
    strips = (
        strip(page_width, low, used.x, used.right, across, translate(0, used.bottom)),
        strip(page_height, page_width - used.right, low, high, mirrored, upward),
        strip(page_height, used.x, used.y, used.bottom, down, downward),
    )
    top = strip(page_width, used.y, used.x, used.right, across, (1, 0, 0, -1, 0, used.y))
    return [*sorted(strips, key=lambda strip: -strip.depth), top._replace(mirrored=True)]


def _rulers(beside: str) -> tuple[tuple[Group, _MarginItem], ...]:
    """Rulers of millimetres and inches about their axes, from 0 on: a wide one, and one as deep as a line of text."""
    note = center_run(0, 0, beside, FONT, _NOTE_SIZE, INK, LEFT)
    words, start = Box(0, -0.55 * _NOTE_SIZE, note.width, 1.1 * _NOTE_SIZE), note.width + mm(2)
    # It stands between the last two marks of the ruler, however wide letters are.
    unit = largest("100 mm", FONT, mm(10) - 2 * _UNIT_GAP, _UNIT_SIZE) or _UNIT_SIZE
    tall, away = cap(FONT, unit), _SCALE_GAP + _TEXT_GAP
    units = [
        run(start + end - _UNIT_GAP, baseline, text, FONT, unit, INK, RIGHT)
        for text, end, baseline in (("100 mm", mm(100), -away), ("4 in", _RULER, away + tall))
    ]
    scales = (
        _scale(start, mm(10), 10, 5, -_SCALE_GAP, (0, -_TICK_SHORT), (0, -_TICK_LONG)),
        _scale(start, mm(25.4), 4, 1, _SCALE_GAP, (0, _TICK_SHORT), (0, _TICK_LONG)),
    )
    lines = Box(start - 0.2, -_SCALE_GAP - _TICK_LONG, _RULER + 0.4, 2 * (_SCALE_GAP + _TICK_LONG))
    boxes = (words, lines, *(Box(unit.x, unit.y - tall, unit.width, tall) for unit in units))
    whole = Group((note, *scales, *units)), _MarginItem(boxes, lines.right, away + tall)
    both = center_run(start + _RULER + _UNIT_GAP, 0, "100 mm  \u00b7  4 in", FONT, _UNIT_SIZE, INK, LEFT)
    slim = (
        _scale(start, mm(10), 10, 5, 0.0, (0, -_TICK_SHORT), (0, -_TICK_SLIM)),
        _scale(start, mm(25.4), 4, 1, 0.0, (0, _TICK_SHORT), (0, _TICK_SLIM)),
    )
    end = both.x + both.width
    return whole, (Group((note, *slim, both)), _MarginItem((words._replace(w=end),), end, words.h / 2))


def _scale(start: float, step: float, count: int, long_every: int, y: float, short: Reach, long: Reach) -> Path:
    """A line of `count` steps with a tick at each; ticks reach from and to so far below it, some of them are long."""
    lines: list[Segment] = [("M", start, y), ("L", start + count * step, y)]
    for i in range(count + 1):
        top, bottom = short if i % long_every else long
        lines += [("M", start + i * step, y + top), ("L", start + i * step, y + bottom)]
    return Path(tuple(lines), None, MARK)
