"""A tiled piece and a box come in; the piece in small with its pages, seams and sizes drawn on it goes out."""

from __future__ import annotations

import math
from dataclasses import dataclass

from printgen.base.geometry import Box, compose, scale, translate
from printgen.base.units import PT_PER_IN, mm, to_mm
from printgen.drawing.model import Group, Item, Path, Place, Rect, Segment, Stroke
from printgen.drawing.outlines import rectangle
from printgen.drawing.words import BOLD, RIGHT, SEMI, STENCIL, cap, largest, middled, run, turned, width_of
from printgen.sheets.assembly_words import assembly_words
from printgen.sheets.tile_marks import INK, PAPER, RED, WHITE
from printgen.sheets.tile_plan import Plan, Tile

_SEAM_HATCH = "#3F5A6B"
_MOST_PARTS = 4
_GAP = mm(7)
_DIMENSION = mm(9)
_LEAST = 6.0
_PLATE, _SMALL_PLATE, _FEW = (mm(16), mm(10.5)), (mm(10.5), mm(6.5)), 12


@dataclass(frozen=True, slots=True)
class Parts:
    """How large the piece is drawn, and the parts of it that are shown one below the other."""

    share: float
    boxes: tuple[Box, ...]

    @property
    def height(self) -> float:
        """How much of the page's height they take, in points."""
        below = _DIMENSION if len(self.boxes) == 1 else 0.0
        return sum(box.h for box in self.boxes) * self.share + (len(self.boxes) - 1) * _GAP + below

    @property
    def width(self) -> float:
        """How much of the page's width they take, in points."""
        return self.boxes[0].w * self.share + (_DIMENSION if len(self.boxes) == 1 else 0.0)


def parts_for(plan: Plan, width: float, height: float) -> Parts:
    """The number of parts that shows a piece largest in a room; one part unless more gain a good deal."""
    box = plan.box
    best = Parts(min((width - _DIMENSION) / box.w, (height - _DIMENSION) / box.h), (box,))
    for count in range(2, _MOST_PARTS + 1):
        boxes = _slices(plan, count)
        room = height - (count - 1) * _GAP
        share = min(width / boxes[0].w, room / sum(slice_.h for slice_ in boxes))
        if share > 1.3 * best.share:
            best = Parts(share, boxes)
    return best


def _slices(plan: Plan, count: int) -> tuple[Box, ...]:
    """Upright slices of a piece, equally wide and as high as the pages in them."""
    box, out = plan.box, []
    step = box.w / count
    for i in range(count):
        x = box.x + i * step
        pages = [t.window for t in plan.tiles if t.window.x < x + step and t.window.right > x]
        top = min(page.y for page in pages)
        out.append(Box(x, top, step, max(page.bottom for page in pages) - top))
    return tuple(out)


def piece_picture(plan: Plan, picture: Group, parts: Parts, x: float, y: float) -> tuple[Item, ...]:
    """The piece in small, from the top left corner (x, y) on."""
    box, share = plan.box, parts.share
    items: list[Item] = []
    pages = Group((Rect(*box, PAPER), Place(picture)), tuple(s for tile in plan.tiles for s in rectangle(tile.window)))
    top = y
    for number, shown in enumerate(parts.boxes):
        here = Box(x, top, shown.w * share, shown.h * share)
        matrix = compose(translate(x, top), compose(scale(share), translate(-shown.x, -shown.y)))
        items.append(Place(Group((Place(pages),), rectangle(shown.grown(0.6 / share))), matrix))
        small = [_small(tile.window, shown, share, x, top) for tile in plan.tiles]
        lines = (*_pages(small), *_seams(plan, shown, share, x, top))
        items.append(Place(Group(lines, rectangle(here.grown(0.6)))))
        for tile, window in zip(plan.tiles, small, strict=True):
            if here.x <= window.x + window.w / 2 < here.right:
                items += _plate(tile, window, plan, here)
        if number < len(parts.boxes) - 1:
            on = assembly_words().say("below")
            items.append(run(here.right, here.bottom + mm(3.4), on, SEMI, 8.5, _SEAM_HATCH, RIGHT))
        top = here.bottom + _GAP
    if len(parts.boxes) == 1:
        items += _dimensions(box, share, x, y)
    return tuple(items)


def _small(box: Box, shown: Box, share: float, x: float, y: float) -> Box:
    return Box(x + (box.x - shown.x) * share, y + (box.y - shown.y) * share, box.w * share, box.h * share)


def _pages(windows: list[Box]) -> tuple[Item, ...]:
    outline = tuple(segment for window in windows for segment in rectangle(window))
    return (Path(outline, None, Stroke(INK, 0.9)),)


def _seams(plan: Plan, shown: Box, share: float, x: float, y: float) -> tuple[Item, ...]:
    """Hatched flaps and the red lines where the pages that lie on them are cut."""
    clip: list[Segment] = []
    red: list[Segment] = []
    for seam in plan.seams:
        box = _small(seam.box, shown, share, x, y)
        clip += rectangle(box)
        if seam.length > 2 * plan.overlap:
            end = (box.x, box.bottom) if seam.side == "right" else (box.right, box.y)
            red += [("M", box.x, box.y), ("L", *end)]
    if not clip:
        return ()
    whole = _small(plan.box, shown, share, x, y)
    step, hatch = mm(1.3), []
    for i in range(int((whole.w + whole.h) / step) + 1):
        hatch += [("M", whole.x + i * step, whole.y), ("L", whole.x + i * step - whole.h, whole.bottom)]
    strokes = tuple(Path(tuple(hatch), None, s) for s in (Stroke(WHITE, 1.3), Stroke(_SEAM_HATCH, 0.6)))
    return (
        Place(Group(strokes, tuple(clip))),
        Path(tuple(red), None, Stroke(WHITE, 1.5)),
        Path(tuple(red), None, Stroke(RED, 1.0, (3.0, 1.5))),
    )


def _plate(tile: Tile, window: Box, plan: Plan, whole: Box) -> tuple[Item, ...]:
    """The page's name in the corner of it that is farthest from the middle of the piece."""
    flap = plan.overlap * window.w / tile.window.w
    inset = min(mm(2.5), 0.05 * min(window.w, window.h)) + flap
    most = _PLATE if len(plan.tiles) <= _FEW else _SMALL_PLATE
    width, height = min(most[0], 0.42 * window.w), min(most[1], 0.34 * window.h)
    size = largest(tile.label, STENCIL, width * 0.78, height / cap(STENCIL, 1) * 0.62, _LEAST)
    font = STENCIL
    if size is None:
        size, font = _LEAST, BOLD
    width = max(width, width_of(tile.label, font, size) + mm(1))
    height = max(height, cap(font, size) + mm(1))
    left = window.x + window.w / 2 <= whole.x + whole.w / 2 + 1
    up = window.y + window.h / 2 <= whole.y + whole.h / 2 + 1
    x = window.x + inset if left else window.right - inset - width
    y = window.y + inset if up else window.bottom - inset - height
    if width + 2 * inset > window.w:
        x = window.x + (window.w - width) / 2
    if height + 2 * inset > window.h:
        y = window.y + (window.h - height) / 2
    x = min(max(x, whole.x - mm(1)), whole.right - width + mm(1))
    box = Box(x, y, width, height)
    return (
        Path(rectangle(box), WHITE, Stroke(INK, 0.9 if size > 9 else 0.5)),
        middled(x + width / 2, y + height / 2, tile.label, font, size, INK),
    )


def inches(points: float) -> str:
    """A length in inches to a tenth."""
    return f"{round(points / PT_PER_IN, 1):g} in"


def both_units(points: float) -> str:
    """A length as people measure it, in millimetres and in inches."""
    return f"{round(to_mm(points), 1):g} mm · {inches(points)}"


def _dimensions(box: Box, share: float, x: float, y: float) -> tuple[Item, ...]:
    """A line below the picture and one at its right with the true sizes of the joined piece."""
    right, bottom = x + box.w * share, y + box.h * share
    away, tick = mm(5), mm(1.5)
    out: list[Item] = []
    for length, true, turn, place in (
        (box.w * share, box.w, 0.0, (x + box.w * share / 2, bottom + away)),
        (box.h * share, box.h, 270.0, (right + away, y + box.h * share / 2)),
    ):
        text = both_units(true)
        if width_of(text, BOLD, 9) > length - mm(8):
            text = inches(true)
        gap = width_of(text, BOLD, 9) / 2 + mm(2)
        half = length / 2
        lines: list[Segment] = []
        for end in (-half, half):
            lines += [("M", end, -tick), ("L", end, tick)]
            if gap < half:
                lines += [("M", end, 0.0), ("L", math.copysign(gap, end), 0.0)]
        drawn = (Path(tuple(lines), None, Stroke(INK, 0.9)), middled(0, 0, text, BOLD, 9, INK))
        out.append(turned(drawn, *place, turn))
    return tuple(out)
