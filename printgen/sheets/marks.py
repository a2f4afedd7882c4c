"""Crop marks, crosses and fold lines; a ruler, a label and a note in the waste margins."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from typing import Literal, NamedTuple

from printgen.base.units import Box, Matrix, apply, chain, mm, scale, translate
from printgen.drawing.model import Group, Item, Outline, Path, Place, Rect, Segment, Stroke
from printgen.drawing.outlines import rectangle, round_rect
from printgen.drawing.words import LEFT, RIGHT, cap, center_run, largest, run
from printgen.sheets.grid import CellGrid

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


def mark_span(room: float, bleed: float) -> tuple[float, float] | None:
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


def crop_marks(grid: CellGrid, count: int, bleed: float, margin: float, keep_out: Sequence[Box]) -> Outline:
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
    return mark_span(cuts.low - margin, bleed), mark_span(cuts.page - cuts.high - margin, bleed)


def rule_lines(outline: Outline, stroke: Stroke, page: tuple[float, float], margin: float) -> tuple[Item, ...]:
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


def has_crosses(grid: CellGrid, count: int, bleed: float, margin: float, corner: float) -> bool:
    """Whether there are crosses on the corners of cells.

    They are where a punch takes them away with round corners; on others, where margins have no room for marks.
    """
    if grid.more[0] or punch_reach(corner) >= _SHORTEST_ARM:
        return True
    return any(None in _reaches(cuts, bleed, margin) for cuts in cuts_between(grid, count))


def punch_reach(corner: float) -> float:
    """How far from a corner a cross goes along a cut, and still is wholly punched away with it.

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
        out: list[Segment] = []
        for spot in corners:
            for upright, at, along, long in ((True, *spot, page[1]), (False, *spot[::-1], page[0])):
                low, high = (min(max(along + way * arm, margin), long - margin) for way in (-1, 1))
                for end in (low, high):
                    x, y = (at, end) if upright else (end, at)
                    if not any(box.x < x < box.right and box.y < y < box.bottom for box in inner):
                        out += _line(at, along, end, upright, keep_out)
        paths += rule_lines(tuple(out), stroke, page, margin)
    return Place(Group(tuple(paths))) if paths else None


def corner_arcs(width: float, height: float, radius: float) -> Outline:
    """The arcs along which the corners of a rectangle are rounded."""
    # Of a rounded rectangle, what is straight is cut anyway.
    out: list[Segment] = []
    for before, segment in pairwise(round_rect(Box(0, 0, width, height), radius)):
        if segment[0] == "C":
            out += [("M", *before[-2:]), segment]
    return tuple(out)


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


FONT = "body semibold"
_LABEL_SIZES = (7.0, 6.5, 6.0)
_NOTE_SIZE, _UNIT_SIZE = 6.5, 6.0
_LINE = Stroke(INK, 0.35)
_USUAL = mm(6.35)  # how far from the edge of the paper things lie when there is room
LEAST_BLEED = mm(1.5)
"""This much of the bleed stays beside what is cut, whatever lies over it, in points."""
_INSET = mm(1.5)  # from the corners of the block, where its outermost marks stand
_APART = mm(4)
_RULER = mm(101.6)
_SCALE_GAP = mm(0.25)
_TICK_LONG, _TICK_SLIM, _TICK_SHORT = mm(1.3), mm(1.2), mm(0.8)
_TEXT_GAP, _UNIT_GAP = mm(0.4), mm(0.8)
_STEP = mm(1)


class _Thing(NamedTuple):
    """What slides along a strip: the boxes of its ink, from 0 on about its axis, its length and half its depth."""

    boxes: tuple[Box, ...]
    length: float
    half: float


class _Found(NamedTuple):
    """Where a thing goes on the page, the boxes that it fills there, and how far its axis is from the paper's edge."""

    matrix: Matrix
    boxes: tuple[Box, ...]
    axis: float


class _Strip(NamedTuple):
    """One margin: its length and depth, the way onto the page, and where crop marks cross it.

    What lies nearer to the edge than `edge` is left white. `spare` marks may be covered wholly. What lies in a
    `mirrored` one is not mirrored itself.
    """

    length: float
    depth: float
    block: tuple[float, float]
    crossings: tuple[float, ...]
    marks: tuple[float, float]
    bleed: float
    edge: float
    spare: bool
    matrix: Matrix
    mirrored: bool = False

    def find(
        self, thing: _Thing, crossing: bool, last: bool = False, axis: float | None = None, taken: Iterable[Box] = ()
    ) -> _Found | None:
        """The first place for a thing, or the `last`: beside the cells if possible, else anywhere on the paper.

        It may lie over crop marks where `crossing`, and keeps away from what is `taken`.
        """
        axis = self._axis(thing.half, axis)
        if axis is None:
            return None
        y, step = self.depth - axis, -_STEP if last else _STEP
        for low, high in ((self.block[0] + _INSET, self.block[1] - _INSET), (self.edge, self.length - self.edge)):
            high -= thing.length
            x = high if last else low
            while low <= x <= high:
                local = [box.moved(x, y) for box in thing.boxes]
                if self._clear(local, crossing):
                    boxes = tuple(map(self._on_page, local))
                    if not any(box.grown(_APART).overlaps(other) for box, other in product(boxes, taken)):
                        upright = scale(1, -1 if self.mirrored else 1)
                        return _Found(chain(self.matrix, translate(x, y), upright), boxes, axis)
                x += step
        return None

    def _axis(self, half: float, wanted: float | None) -> float | None:
        """How far from the edge of the paper the middle of a thing lies that reaches `half` both ways."""
        low, high = self.edge + half, self.depth - self.bleed - CLEAR - half
        if high < low:
            return None
        if wanted is not None:
            return min(max(low, wanted), high)
        free = self.depth - max(self.marks[1], self.bleed) - CLEAR - half
        return max(low, min(_USUAL + half, free))

    def _clear(self, boxes: Iterable[Box], crossing: bool) -> bool:
        """Whether boxes in the strip touch no crop mark, or leave enough of those that they cross."""
        start, end = self.marks
        if crossing and self.spare:
            return True
        least = min(end, start + SHORTEST) if crossing else end
        low = (box for box in boxes if box.y - CLEAR < least)
        return not any(box.x - CLEAR < x < box.right + CLEAR for box, x in product(low, self.crossings))

    def _on_page(self, box: Box) -> Box:
        one, two = apply(self.matrix, box.x, box.y), apply(self.matrix, box.right, box.bottom)
        return Box(min(one[0], two[0]), min(one[1], two[1]), abs(one[0] - two[0]), abs(one[1] - two[1]))


class LineRoom(NamedTuple):
    """Where a line of text goes: its matrix, which of its wordings has room and how large, and what lies under it."""

    matrix: Matrix
    form: int
    size: float
    plate: tuple[Rect, ...]

    def write(self, forms: Sequence[str]) -> Place:
        """The line; `forms` are its wordings, longest first."""
        words = center_run(0, 0, forms[self.form], FONT, self.size, INK, LEFT)
        return Place(Group((*self.plate, words)), self.matrix)


class MarginMarks(NamedTuple):
    """What stands in the margins of every front: the ruler, where label and notes go, and the boxes they fill.

    `told` are the notes themselves.
    """

    ruler: Place | None = None
    label: LineRoom | None = None
    notes: tuple[LineRoom | None, ...] = ()
    keep_out: tuple[Box, ...] = ()
    told: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether there is room for the label and for every note."""
        return self.label is not None and None not in self.notes


def place_margin_marks(
    grid: CellGrid, count: int, bleed: float, margin: float, marks: Literal["", "needed", "spare"], ruler: str,
    widths: Sequence[float], notes: Sequence[float] = (),
) -> MarginMarks:  # fmt: skip
    """Find room for the ruler first, then for the label and then for notes, around the first `count` cells.

    Nothing comes nearer to the edge of the paper than `margin`. `marks` says whether there are crop marks, and whether
    they are spare, so that things may cover them. `ruler` is what stands beside the ruler, "" for no ruler. `widths`
    are those of the widest labels at size 1, one for each wording, the longest wording first; `notes` are
    those of notes. Where there is no room beside the bleed, things lie over the outer part of it, on white.
    """
    found = MarginMarks()
    axes: dict[Matrix, float] = {}
    rulers = _rulers(ruler) if ruler else ()
    strips = [_strips(grid, count, kept, margin, marks) for kept in dict.fromkeys((bleed, min(bleed, LEAST_BLEED)))]
    for near, (group, thing) in product(strips, rulers):
        ways = ((strip, strip.find(thing, over, last=True)) for strip, over in product(near[:-1], (False, True)))
        strip, place = next((way for way in ways if way[1]), (near[0], None))
        if place:
            items = (*_plate(thing, near is not strips[0]), *group.items)
            found = MarginMarks(Place(Group(items), place.matrix), keep_out=place.boxes)
            # A label in the same margin shares its axis.
            axes = {strip.matrix: place.axis}
            break
    label, filled = _room([near[:-1] for near in strips], widths, axes, found.keep_out)
    found = found._replace(label=label, keep_out=filled)
    rooms = []
    for width in notes:
        room, filled = _room(strips, [width], axes, filled)
        rooms.append(room)
    return found._replace(notes=tuple(rooms), keep_out=filled)


def _room(
    strips: Sequence[Sequence[_Strip]], widths: Sequence[float], axes: dict[Matrix, float], taken: tuple[Box, ...]
) -> tuple[LineRoom | None, tuple[Box, ...]]:
    """Where there is room for a line of text beside what is taken, and all that is taken then.

    `axes` are those of the margins in which something lies already.
    """
    for near, (form, width), size, over in product(strips, enumerate(widths), _LABEL_SIZES, (False, True)):
        half = 0.55 * size
        thing = _Thing((Box(0, -half, width * size, 2 * half),), width * size, half)
        for strip in near:
            if place := strip.find(thing, over, axis=axes.get(strip.matrix), taken=taken):
                axes.setdefault(strip.matrix, place.axis)
                plate = _plate(thing, near is not strips[0])
                return LineRoom(place.matrix, form, size, plate), (*taken, *place.boxes)
    return None, taken


def _plate(thing: _Thing, over: bool) -> tuple[Rect, ...]:
    """The white ground of something that lies `over` bleed."""
    return tuple(Rect(*box.grown(CLEAR / 2), "#FFFFFF") for box in thing.boxes) if over else ()


def _strips(grid: CellGrid, count: int, bleed: float, margin: float, marks: str) -> list[_Strip]:
    """The bottom, right and left margins, the deepest first, and then that at the top, which is for notes alone."""
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


def _rulers(beside: str) -> tuple[tuple[Group, _Thing], ...]:
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
    whole = Group((note, *scales, *units)), _Thing(boxes, lines.right, away + tall)
    both = center_run(start + _RULER + _UNIT_GAP, 0, "100 mm  \u00b7  4 in", FONT, _UNIT_SIZE, INK, LEFT)
    slim = (
        _scale(start, mm(10), 10, 5, 0.0, (0, -_TICK_SHORT), (0, -_TICK_SLIM)),
        _scale(start, mm(25.4), 4, 1, 0.0, (0, _TICK_SHORT), (0, _TICK_SLIM)),
    )
    end = both.x + both.width
    return whole, (Group((note, *slim, both)), _Thing((words._replace(w=end),), end, words.h / 2))


def _scale(
    start: float,
    step: float,
    count: int,
    long_every: int,
    y: float,
    short: tuple[float, float],
    long: tuple[float, float],
) -> Path:
    """A line of `count` steps with a tick at each, which reach from and to so far below it."""
    out: list[Segment] = [("M", start, y), ("L", start + count * step, y)]
    for i in range(count + 1):
        top, bottom = short if i % long_every else long
        out += [("M", start + i * step, y + top), ("L", start + i * step, y + bottom)]
    return Path(tuple(out), None, _LINE)
