"""A flame, a beam or a strip and a look come in; its picture goes out, whole or in outline.

It is drawn in millimetres with its apex, or its foot, below and its base on top. Distances are counted from below.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from printgen.base.geometry import Box, scale
from printgen.base.seeds import rng_for
from printgen.base.units import PT_PER_MM
from printgen.drawing.model import Item, Outline, Path, Segment, Stroke
from printgen.drawing.outlines import polygon, polyline, rectangle, rounded
from printgen.drawing.words import BODY, BOLD, STENCIL, cap, middled, turned, width_of
from printgen.faces.library import Library
from printgen.kinds.area_template.model import Subject
from printgen.kinds.area_template.sketch import MM_PER_IN, Sketch, plate_box, stroked

# Areas shorter than that, in inches as written, have a mark at every inch.
_STEP, _SHORT = 6, 12
# Ticks nearer to each other than this could not be told apart.
_FINEST_TICK = 1.2
_WIDEST = 508.0
_LARGEST_FLAME, _SMALLEST_FLAME = 62.0, 5.0
_TIP, _BAR = 7.0, 6.0
# The words at the base take this much of the length at most.
_WORDS = 0.34


class _Line(NamedTuple):
    """One line at the base: its text, font, size in points beside the full-size flame, colour, and rolls beside it."""

    text: str
    font: str
    points: float
    color: str
    ways: tuple[str, ...] = ()


class Wedge(Sketch):
    """A triangle or a rectangle with its box at (0, 0); the outline form leaves its edges, unless it is small."""

    words = "triangle"

    def __init__(self, subject: Subject, library: Library, look: str = "") -> None:
        super().__init__(subject, library, look)
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
        self.outline, self.matrix = polygon(self.corners), scale(PT_PER_MM)
        # How far the solid tip at the apex reaches: until it is broad enough for a word; a bar is just high enough.
        self.tip = min(_TIP * long / wide if self.pointed else _BAR, 0.12 * long)

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
        # Both legs are as long; the middle of the inscribed circle stays where it is.
        leg = math.hypot(self.width / 2, self.length)
        radius = self.width * self.length / (self.width + 2 * leg)
        kept, middle = 1 - by / radius, self.width / 2
        if kept < 0.1:
            return ()
        return tuple((middle + kept * (x - middle), radius + kept * (y - radius)) for x, y in self.corners)

    def hole(self) -> Outline:
        """What the outline form leaves out, against the clock; nothing of a small area."""
        hole = self.inset(self.band)
        return polygon(reversed(hole)) if hole else ()

    def marks(self) -> list[tuple[float, float]]:
        """The marks along the middle: each distance in millimetres, and in inches."""
        count = math.ceil(self.subject.area.length / self.step - 1e-9)
        far = [n * self.step * self.subject.scale.factor for n in range(1, count)]
        return [(inches * MM_PER_IN, inches) for inches in far]

    def wide(self, inches: float) -> str:
        """How wide the area is at a distance in inches, as it is told."""
        return self.measure.told(self.area.width_at(inches))

    def draw(self) -> Iterator[Item]:
        yield Path(self.outline, self.white)
        if self.subject.form == "outline" and self.inset(self.band):
            yield from self.edges()
            yield from self._apex(plain=True)
            yield from self._legs(self.length - self.inset(self.band)[2][1])
            yield from self._base()
            return
        board, words = self._words()
        clear = board.bottom if board else self.edge
        yield from self.filling(self.tip, clear)
        yield from self.edges()
        yield from self._middle_line(self.tip, self.length - clear)
        yield from self._cross_marks(board)
        yield from self._apex()
        yield from words

    def edges(self) -> Iterator[Item]:
        """The coloured edge: stripes around a flame, a plain band around light; the caller clips it to the outline."""
        yield Path(self.outline, None, Stroke(self.color("hazard"), 2 * self.edge))
        if self.kind.art == "flames":
            yield Path(self.outline, None, self.line(2 * self.edge, (self.edge * 1.25, self.edge * 1.25)))
        if inner := self.inset(self.edge):
            yield Path(polygon(inner), None, self.line(0.45))
        yield Path(self.outline, None, self.line(1.2))

    def filling(self, tip: float, clear: float) -> Iterator[Item]:
        """What fills it: flames from the tip up to `clear` below the base, or light from the lamp.

        Rays have gaps as broad as they are; those of a rectangle run side by side.
        """
        if self.kind.art == "flames":
            yield from self._flames(tip, clear)
            return
        count = 2 * max(2, round(self.area.half_angle / 4)) + 1
        rays: list[Segment] = []
        for i in range(0, count, 2):
            left, right = self.width * i / count, self.width * (i + 1) / count
            foot = self.corners[2:] if self.pointed else ((right, self.length), (left, self.length))
            rays += polygon(((left, 0.0), (right, 0.0), *foot))
        yield Path(tuple(rays), self.color("ray"))

    def _flames(self, tip: float, clear: float) -> Iterator[Item]:
        """Tongues of flame in rows that grow with the width."""
        stream, at, row = rng_for(15, "area", "flames"), tip + 2.0, 0
        while at < self.length:
            size = min(_LARGEST_FLAME * max(self.share, 0.4), 0.85 * self.inner_half(at))
            if size < _SMALLEST_FLAME:
                at += 2.0
                continue
            if self.y(at) - 1.6 * size < clear:
                return
            half = self.inner_half(at)
            count = max(1, int((half - 0.1 * size) / (0.8 * size)))
            for side in (-1, 1):
                for i in range(count):
                    x = half * (i + 0.56) / count + stream.between(-0.08, 0.08) * size
                    lift = (0.45 * size if (i + (side > 0)) % 2 else 0.0) + stream.between(-0.08, 0.08) * size
                    tint = "hot" if (row + i + (side > 0)) % 2 else "flame"
                    middle = (self.width / 2 + side * x, self.y(at) - size / 2 - lift)
                    yield self.part("area-flame", *middle, size * 0.88, main=tint)
            at += 1.25 * size
            row += 1

    def _middle_line(self, start: float, end: float) -> Iterator[Item]:
        """The line to aim along from `start` to `end`, with a tick at every written inch."""
        x = self.width / 2
        line = polyline(((x, self.y(start)), (x, self.y(end))))
        yield Path(line, None, Stroke(self.white, 1.6))
        yield Path(line, None, self.line(0.5, (4.0, 2.0)))
        step = self.subject.scale.factor * MM_PER_IN
        ticks: list[Segment] = []
        for number in range(1, math.ceil(end / step)) if step >= _FINEST_TICK else ():
            at = number * step
            reach = min(2.2, 0.6 * self.inner_half(at))
            if at > start and number % self.step and reach > 0.5:
                ticks += polyline(((x - reach, self.y(at)), (x + reach, self.y(at))))
        yield from stroked(ticks, self.line(0.4))

    def _cross_marks(self, taken: Box | None) -> Iterator[Item]:
        """A line across at every sixth written inch with its distance and the width there, as far as they fit.

        Marks on the tip, and those that would enter the box `taken`, are left out.
        """
        across: list[Segment] = []
        labels: list[Item] = []
        middle = self.width / 2
        for at, far in self.marks():
            told, y, half = self.measure.told(far, True), self.y(at), self.inner_half(at)
            size = self.size(max(6.0, min(30 * self.share, 1.1 * half)))
            board = plate_box(told, BOLD, size, middle, y)
            hidden = taken is not None and board.y < taken.bottom + 1 and board.bottom > taken.y - 1
            if at <= self.tip + board.h / 2 or hidden or half <= 0:
                continue
            across += polyline(((middle - half, y), (middle + half, y)))
            if board.w > 1.5 * half:
                continue
            labels += self.plate(told, BOLD, size, middle, y, 0.3)
            # How wide the area is there, on the right.
            text, room = self.word("width", at=self.wide(far)), half - board.w / 2
            small = self.fitted(text, BODY, 24 * self.share, 0.68 * room)
            if small is not None and plate_box(text, BODY, small, 0, 0).w <= 0.94 * room:
                labels += self.plate(text, BODY, small, middle + (board.w + room) / 2, y, 0.25)
        yield from stroked(across, self.line(0.35, (2.6, 1.8)))
        yield from labels

    def _apex(self, plain: bool = False) -> Iterator[Item]:
        """The nozzle or lamp: a solid tip with its name where the tip is long, else (unless `plain`) its picture.

        A rectangle has a solid bar along its foot.
        """
        text, tip, middle = self.filled(self.kind.apex), self.tip, self.width / 2
        if not self.pointed:
            yield Path(rectangle(Box(0, self.length - tip, self.width, tip)), self.ink)
            points, y = 0.55 * tip * PT_PER_MM, self.length - tip / 2
            yield from self.fitting(middle, y, text, BOLD, points, 0.8 * self.width, self.white)
            return
        half, foot = self.half(tip), self.length
        yield Path(polygon(((middle, foot), (middle - half, foot - tip), (middle + half, foot - tip))), self.ink)
        size = self.fitted(text, BOLD, 10, 0.5 * tip)
        picture = next((p for p in range(26, 8, -1) if self.inner_half(1.25 * p) >= 0.36 * p), 0)
        if size is not None and cap(BOLD, size) < 0.62 * half * 2 * 0.6:
            yield turned((middled(0, 0, text, BOLD, size, self.white),), middle, foot - 0.72 * tip, -90)
        elif picture and self.kind.picture and not plain:
            at = foot - 1.25 * picture - tip * 0.3
            yield self.part(self.kind.picture, middle, at, picture, main="hazard")

    def _lines(self) -> list[_Line]:
        """What is told at the base, from the top."""
        kind = self.kind
        return [
            _Line(self.filled(kind.end), BOLD, 25, self.red),
            _Line(self.title, STENCIL, 62, self.ink),
            _Line(self.heading(self.told_size), BOLD, 30, self.ink),
            *(_Line(line, BOLD, 30, self.red) for line in self.effects()),
            _Line(self.filled(kind.rule), BODY, 25, self.ink, kind.ways or ()),
            *(_Line(note, BODY, 22, self.ink) for note in self.subject.told_notes),
        ]

    def _words(self) -> tuple[Box | None, list[Item]]:
        """The lines at the base on a white board, as many as fit; and the board."""
        placed: list[tuple[_Line, float, float]] = []
        y, middle = self.edge + 4 * self.share + 1, self.width / 2
        for line in self._lines():
            points = line.points * self.share
            tall = cap(line.font, self.size(points))
            room = 2 * self.inner_half(self.length - (y + tall) - tall) - 4
            size = self.fitted(line.text, line.font, points, 0.9 * room) if room > 0 else None
            if size is None:
                continue
            tall = cap(line.font, size)
            if y + tall > _WORDS * self.length:
                break
            placed.append((line, y + tall / 2, size))
            y += 1.75 * tall
        if not placed:
            return None, []
        pad = 3.5 * self.share + 1
        last, at, size = placed[-1]
        bottom = at + cap(last.font, size) / 2 + pad
        widest = max(width_of(line.text, line.font, size) for line, _, size in placed)
        wide = min(widest + 2 * pad, 2 * self.inner_half(self.length - bottom) - 1)
        board = Box(middle - wide / 2, self.edge, wide, bottom - self.edge)
        items: list[Item] = [Path(rounded(board, 2.2 * self.share), self.white, self.line(0.5))]
        for line, at, size in placed:
            items.append(middled(middle, at, line.text, line.font, size, line.color))
            items += self._ways(line.ways, at, size, board)
        return board, items

    def _ways(self, ways: tuple[str, ...], y: float, size: float, board: Box) -> list[Item]:
        """Which way the end goes for which rolls, as arrows beside the rule, where there is room."""
        tall = 3.2 * cap(BODY, size)
        items: list[Item] = []
        for side, rolls in zip((-1, 1), ways, strict=False):
            start = board.right if side > 0 else board.x
            far = start + side * (1.6 * tall + width_of(rolls, STENCIL, size) + 6)
            if abs(far - self.width / 2) > self.inner_half(self.length - y - tall):
                return []
            items.append(self.arrow(start + side * (tall * 0.75 + 2), y, tall * 1.3, 90.0 * side))
            x = start + side * (1.6 * tall + 2)
            items.append(middled(x, y, rolls, STENCIL, size, self.ink, 0.0 if side > 0 else 1.0))
        return items

    def _legs(self, start: float) -> Iterator[Item]:
        """Along both edges, where they have parted: how far from the apex and how far apart they are."""
        lean = self.area.half_angle
        step = self.subject.scale.factor * MM_PER_IN
        inside = (self.edge + self.band) / 2 / math.cos(math.radians(lean))
        ticks: list[Segment] = []
        items: list[Item] = []
        for at, far in self.marks():
            text, y = self.word("gap", far=self.measure.told(far), at=self.wide(far)), self.y(at)
            size = self.fitted(text, BOLD, 1.35 * (self.band - self.edge), 0.8 * self.step * step)
            for side in (-1, 1):
                edge = self.width / 2 + side * self.half(at)
                ticks += polyline(((edge, y), (edge - side * self.edge * 1.5, y)))
                if size and at > start and y > self.band + width_of(text, BOLD, size) / 2:
                    told = (middled(0, 0, text, BOLD, size, self.ink),)
                    items.append(turned(told, edge - side * inside, y, -side * (90 - lean)))
        yield from stroked(ticks, self.line(0.6))
        yield from items

    def _base(self) -> Iterator[Item]:
        """The title and what the base is for, along the base."""
        middle, y = self.width / 2, (self.edge + self.band) / 2
        points, room = 1.6 * (self.band - self.edge), 0.85 * (middle - 2 * self.band)
        title = f"{self.title}  {self.heading(self.told_size)}"
        for text, part in ((self.filled(self.kind.end), 0.74), (title, 0.26)):
            yield from self.fitting(self.width * part, y, text, BOLD, points, room, self.ink)
        tick = polygon(((middle, 1.5), (middle - 5, self.band - 2), (middle + 5, self.band - 2)))
        yield Path(tick, self.red, self.line(0.4))
