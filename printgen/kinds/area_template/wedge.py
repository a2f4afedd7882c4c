"""A triangle or a rectangle and a look come in; what all of them share goes out: measures, outline, edges and marks.

A wedge is drawn in millimetres with its apex, or its foot, below and its base on top. Distances are counted from below.
"""

from __future__ import annotations

import math

from printgen.base.geometry import Box
from printgen.drawing.model import Item, Path, Segment, Stroke
from printgen.drawing.outlines import polygon, polyline
from printgen.drawing.words import BODY, BOLD
from printgen.kinds.area_template.letters import Lens, fitted, plate, plate_box, stroked
from printgen.kinds.area_template.looks import AreaLook, filled
from printgen.kinds.area_template.model import Subject

MM_PER_IN = 25.4
_STEP, _SHORT = 6, 12
# Areas shorter than that, in inches as written, have a mark at every inch.

# Ticks nearer to each other than this could not be told apart.
_FINEST_TICK = 1.2
_WIDEST = 508.0


class Wedge:
    """One triangle or rectangle to draw, with the box of its outline at (0, 0), in millimetres."""

    def __init__(self, subject: Subject, look: AreaLook) -> None:
        self.subject, self.look, self.lens = subject, look, Lens()
        self.kind, self.area = look.kind(subject), subject.printed
        wide, long = self.width, self.length = self.area.width * MM_PER_IN, self.area.length * MM_PER_IN
        # Whether it begins at an apex.
        self.pointed = self.area.shape == "triangle"
        # From mark to mark along the middle, in inches as written.
        self.step = _STEP if subject.area.length >= _SHORT else 1
        # How large letters and lines are, beside those of the full-size flame.
        self.share = max(0.3, min(1.2, wide / _WIDEST))
        # How broad the coloured edge is, and the band that the outline form leaves.
        self.edge, self.band = max(2.5, min(8.0, 0.016 * wide)), max(11.0, min(24.0, 0.047 * wide))
        # Left end of the base, right end of the base, then the apex or both ends of the foot.
        foot = ((wide / 2, long),) if self.pointed else ((wide, long), (0.0, long))
        self.corners: tuple[tuple[float, float], ...] = ((0.0, 0.0), (wide, 0.0), *foot)
        self.outline = polygon(self.corners)
        self.ink, self.white = look.color("ink"), look.color("white")

    def half(self, distance: float) -> float:
        """Half the width at a distance."""
        return self.width / 2 * (distance / self.length if self.pointed else 1.0)

    def inner_half(self, distance: float) -> float:
        """Half the width between the coloured edges at a distance; below zero near the apex."""
        return self.half(distance) - self.edge / math.cos(math.radians(self.area.half_angle))

    def y(self, distance: float) -> float:
        return self.length - distance

    def inset(self, by: float) -> tuple[tuple[float, float], ...]:
        """The corners of the area whose sides lie inside these by so much; none when nothing is left."""
        if not self.pointed:
            box = Box(0, 0, self.width, self.length).grown(-by)
            ends = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
            return ends if min(box.w / self.width, box.h / self.length) > 0.1 else ()
        (ax, ay), (bx, by_), (cx, cy) = self.corners
        a, b, c = math.dist((bx, by_), (cx, cy)), math.dist((ax, ay), (cx, cy)), math.dist((ax, ay), (bx, by_))
        around = a + b + c
        inradius = self.width * self.length / around
        kept = 1 - by / inradius
        if kept < 0.1:
            return ()
        mx, my = (a * ax + b * bx + c * cx) / around, (a * ay + b * by_ + c * cy) / around
        return tuple((mx + kept * (x - mx), my + kept * (y - my)) for x, y in self.corners)

    def line(self, width: float, dash: tuple[float, ...] = ()) -> Stroke:
        return Stroke(self.ink, width, dash)

    def word(self, key: str, **more: str) -> str:
        return self.look.word("triangle", key, self.subject, **more)

    def told(self, text: str) -> str:
        return filled(text, self.subject)

    def marks(self) -> list[tuple[float, float]]:
        """The marks along the middle: each distance in millimetres, and in inches."""
        count = math.ceil(self.subject.area.length / self.step - 1e-9)
        far = [n * self.step * self.subject.scale.factor for n in range(1, count)]
        return [(inches * MM_PER_IN, inches) for inches in far]

    def wide(self, inches: float) -> str:
        """How wide the area is at a distance in inches, as it is told."""
        return self.subject.measure.told(self.area.width_at(inches))


def edges(wedge: Wedge) -> list[Item]:
    """The coloured edge: stripes around a flame, a plain band around light; the caller clips it to the outline."""
    look, wide = wedge.look, 2 * wedge.edge
    items: list[Item] = [Path(wedge.outline, None, Stroke(look.color("hazard"), wide))]
    if wedge.kind.art == "flames":
        dash = (wedge.edge * 1.25, wedge.edge * 1.25)
        items.append(Path(wedge.outline, None, Stroke(look.color("ink"), wide, dash)))
    if inner := wedge.inset(wedge.edge):
        items.append(Path(polygon(inner), None, wedge.line(0.45)))
    items.append(Path(wedge.outline, None, wedge.line(1.2)))
    return items


def middle_line(wedge: Wedge, start: float, end: float) -> list[Item]:
    """The line to aim along from `start` to `end`, with a tick at every written inch."""
    x = wedge.width / 2
    line = polyline(((x, wedge.y(start)), (x, wedge.y(end))))
    items: list[Item] = [
        Path(line, None, Stroke(wedge.white, 1.6)),
        Path(line, None, wedge.line(0.5, (4.0, 2.0))),
    ]
    step = wedge.subject.scale.factor * MM_PER_IN
    ticks: list[Segment] = []
    if step >= _FINEST_TICK:
        for number in range(1, math.ceil(end / step)):
            at = number * step
            reach = min(2.2, 0.6 * wedge.inner_half(at))
            if at > start and number % wedge.step and reach > 0.5:
                ticks += polyline(((x - reach, wedge.y(at)), (x + reach, wedge.y(at))))
    return [*items, *stroked(ticks, wedge.line(0.4))]


def cross_marks(wedge: Wedge, start: float, taken: Box | None) -> list[Item]:
    """A line across at every sixth written inch with its distance and the width there, as far as they fit.

    Marks before `start`, and those that would enter the box `taken`, are left out.
    """
    across: list[Segment] = []
    labels: list[Item] = []
    for at, far in wedge.marks():
        told = wedge.subject.measure.told(far, True)
        y, half = wedge.y(at), wedge.inner_half(at)
        size = wedge.lens.size(max(6.0, min(30 * wedge.share, 1.1 * half)))
        board = plate_box(told, BOLD, size, wedge.width / 2, y)
        hidden = taken is not None and board.y < taken.bottom + 1 and board.bottom > taken.y - 1
        if at <= start + board.h / 2 or hidden or half <= 0:
            continue
        across += polyline(((wedge.width / 2 - half, y), (wedge.width / 2 + half, y)))
        if board.w > 1.5 * half:
            continue
        labels += plate(told, BOLD, size, wedge.width / 2, y, wedge.white, wedge.ink, wedge.line(0.3))
        labels += _width_mark(wedge, far, board)
    return [*stroked(across, wedge.line(0.35, (2.6, 1.8))), *labels]


def _width_mark(wedge: Wedge, far: float, board: Box) -> list[Item]:
    """How wide the area is at a mark, so many inches from the apex, on the right of it."""
    half = wedge.inner_half(far * MM_PER_IN)
    text = wedge.word("width", at=wedge.wide(far))
    room = half - board.w / 2
    size = fitted(text, BODY, 24 * wedge.share, 0.68 * room, wedge.lens)
    if size is None or plate_box(text, BODY, size, 0, 0).w > 0.94 * room:
        return []
    x = wedge.width / 2 + board.w / 2 + room / 2
    return [*plate(text, BODY, size, x, wedge.y(far * MM_PER_IN), wedge.white, wedge.ink, wedge.line(0.25))]
