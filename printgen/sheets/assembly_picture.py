"""A tiled piece and a box come in; the piece in small with its pages, seams and sizes drawn on it goes out."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from printgen.base.geometry import Box, compose, scale, translate
from printgen.base.units import PT_PER_IN, mm, to_mm
from printgen.drawing.model import Group, Item, Path, Place, Rect, Segment, Stroke
from printgen.drawing.outlines import rectangle
from printgen.drawing.words import BOLD, RIGHT, SEMI, STENCIL, cap, largest, middled, run, turned, width_of
from printgen.sheets.marks import INK
from printgen.sheets.tile_marks import PAPER, RED, WHITE
from printgen.sheets.tile_plan import Plan
from printgen.sheets.tile_words import TileWords

HATCH = "#3F5A6B"
_MOST_PARTS = 4
_GAP = mm(7)
_DIMENSION = mm(9)
_LEAST = 6.0
_PLATE, _SMALL_PLATE, _FEW = (mm(16), mm(10.5)), (mm(10.5), mm(6.5)), 12


@dataclass(frozen=True, slots=True)
class SmallPicture:
    """A piece in small: how large it is drawn, and the parts of it that are shown one below the other."""

    plan: Plan
    words: TileWords
    share: float
    parts: tuple[Box, ...]

    @classmethod
    def fitted(cls, plan: Plan, words: TileWords, width: float, height: float) -> SmallPicture:
        """The number of parts that shows a piece largest in a room; one part unless more gain a good deal."""
        box = plan.box
        best: tuple[Box, ...] = (box,)
        share = min((width - _DIMENSION) / box.w, (height - _DIMENSION) / box.h)
        for count in range(2, _MOST_PARTS + 1):
            parts = _slices(plan, count)
            larger = min(width / parts[0].w, (height - (count - 1) * _GAP) / sum(part.h for part in parts))
            if larger > 1.3 * share:
                share, best = larger, parts
        return cls(plan, words, share, best)

    @property
    def _beside(self) -> float:
        """The room for the sizes of a piece, which are told where it is shown whole."""
        return _DIMENSION if len(self.parts) == 1 else 0.0

    @property
    def height(self) -> float:
        """How much of the page's height it takes, in points."""
        return sum(part.h for part in self.parts) * self.share + (len(self.parts) - 1) * _GAP + self._beside

    @property
    def width(self) -> float:
        """How much of the page's width it takes, in points."""
        return self.parts[0].w * self.share + self._beside

    def items(self, picture: Group, x: float, y: float) -> list[Item]:
        """The piece, from the top left corner (x, y) on."""
        tiles, share, top = self.plan.tiles, self.share, y
        items: list[Item] = []
        windows = tuple(step for tile in tiles for step in rectangle(tile.window))
        pages = Place(Group((Rect(*self.plan.box, PAPER), Place(picture)), windows))
        for number, part in enumerate(self.parts, 1):
            here = Box(x, top, part.w * share, part.h * share)
            matrix = compose(translate(x, top), compose(scale(share), translate(-part.x, -part.y)))
            items.append(Place(Group((pages,), rectangle(part.grown(0.6 / share))), matrix))
            small = partial(_small, part, share, here)
            frames = Path(tuple(s for tile in tiles for s in rectangle(small(tile.window))), None, Stroke(INK, 0.9))
            items.append(Place(Group((frames, *_seams(self.plan, small)), rectangle(here.grown(0.6)))))
            for tile in tiles:
                window = small(tile.window)
                if here.x <= window.x + window.w / 2 < here.right:
                    items += _plate(tile.label, window, self.plan.overlap * share, len(tiles) <= _FEW, here)
            if number < len(self.parts):
                below = self.words.say("below")
                items.append(run(here.right, here.bottom + mm(3.4), below, SEMI, 8.5, HATCH, RIGHT))
            top = here.bottom + _GAP
        return items + _dimensions(self.plan.box, share, x, y) if len(self.parts) == 1 else items


def _slices(plan: Plan, count: int) -> tuple[Box, ...]:
    """Upright slices of a piece, equally wide and as high as the pages in them."""
    out, step = [], plan.box.w / count
    for i in range(count):
        x = plan.box.x + i * step
        pages = [t.window for t in plan.tiles if t.window.x < x + step and t.window.right > x]
        top = min(page.y for page in pages)
        out.append(Box(x, top, step, max(page.bottom for page in pages) - top))
    return tuple(out)


def _small(shown: Box, share: float, here: Box, box: Box) -> Box:
    """A box on the piece where it is shown in small."""
    return Box(here.x + (box.x - shown.x) * share, here.y + (box.y - shown.y) * share, box.w * share, box.h * share)


def _seams(plan: Plan, small: Callable[[Box], Box]) -> list[Item]:
    """Hatched flaps and the red lines where the pages that lie on them are cut."""
    clip: list[Segment] = []
    red: list[Segment] = []
    for seam in plan.seams:
        shown = seam._replace(box=small(seam.box))
        clip += rectangle(shown.box)
        if seam.length > 2 * plan.overlap:
            red += [("M", *shown.at(0)), ("L", *shown.at(shown.length))]
    whole, step = small(plan.box), mm(1.3)
    hatch: list[Segment] = []
    for i in range(int((whole.w + whole.h) / step) + 1):
        hatch += [("M", whole.x + i * step, whole.y), ("L", whole.x + i * step - whole.h, whole.bottom)]
    strokes = tuple(Path(tuple(hatch), None, s) for s in (Stroke(WHITE, 1.3), Stroke(HATCH, 0.6)))
    return [
        Place(Group(strokes, tuple(clip))),
        Path(tuple(red), None, Stroke(WHITE, 1.5)),
        Path(tuple(red), None, Stroke(RED, 1.0, (3.0, 1.5))),
    ]


def _plate(label: str, window: Box, flap: float, few: bool, whole: Box) -> list[Item]:
    """A page's name in the corner of it that is farthest from the middle of the piece; `few` pages have larger ones."""
    inset = min(mm(2.5), 0.05 * min(window.w, window.h)) + flap
    most = _PLATE if few else _SMALL_PLATE
    width, height = min(most[0], 0.42 * window.w), min(most[1], 0.34 * window.h)
    size, font = largest(label, STENCIL, width * 0.78, height / cap(STENCIL, 1) * 0.62, _LEAST), STENCIL
    if size is None:
        size, font = _LEAST, BOLD
    width = max(width, width_of(label, font, size) + mm(1))
    height = max(height, cap(font, size) + mm(1))
    x = _corner(window.x, window.w, width, inset, whole.x + whole.w / 2)
    y = _corner(window.y, window.h, height, inset, whole.y + whole.h / 2)
    x = min(max(x, whole.x - mm(1)), whole.right - width + mm(1))
    return [
        Path(rectangle(Box(x, y, width, height)), WHITE, Stroke(INK, 0.9 if size > 9 else 0.5)),
        middled(x + width / 2, y + height / 2, label, font, size, INK),
    ]


def _corner(start: float, room: float, length: float, inset: float, middle: float) -> float:
    """Where a length starts in a room: away from a middle, or in the room's own where it would not fit beside it."""
    if length + 2 * inset > room:
        return start + (room - length) / 2
    return start + inset if start + room / 2 <= middle + 1 else start + room - inset - length


def inches(points: float) -> str:
    """A length in inches to a tenth."""
    return f"{round(points / PT_PER_IN, 1):g} in"


def _dimensions(box: Box, share: float, x: float, y: float) -> list[Item]:
    """A line below the picture and one at its right with the true sizes of the joined piece."""
    wide, high, away, tick = box.w * share, box.h * share, mm(5), mm(1.5)
    out: list[Item] = []
    for length, true, turn, at in (
        (wide, box.w, 0.0, (x + wide / 2, y + high + away)),
        (high, box.h, 270.0, (x + wide + away, y + high / 2)),
    ):
        text = f"{round(to_mm(true), 1):g} mm · {inches(true)}"
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
        out.append(turned(drawn, *at, turn))
    return out
