"""A flame, a beam or a strip and a look come in; its picture goes out, whole or in outline.

It is drawn in millimetres with its apex, or its foot, below and its base on top. Distances are counted from below.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from printgen.base.seeds import rng_for
from printgen.base.units import PT_PER_IN, PT_PER_MM, Box, scale
from printgen.drawing.model import Item, Outline, Path, Segment
from printgen.drawing.outlines import polygon, rectangle, round_rect
from printgen.drawing.words import BODY, BOLD, STENCIL, cap, center_run, turn_items, width_of
from printgen.faces.library import Library
from printgen.kinds.area_template.looks import MM_PER_IN, Point, Sketch, Words, plate_box
from printgen.kinds.area_template.model import Subject

# Areas shorter than that, in inches as written, have a mark at every inch.
_STEP, _SHORT = 6, 12
# Ticks nearer to each other than this could not be told apart.
_FINEST_TICK = 1.2
_WIDEST = 508.0
_LARGEST_FLAME, _SMALLEST_FLAME = 62.0, 5.0
_TIP, _BAR = 7.0, 6.0
# So many millimetres at least, on paper and on both sides, words at the tip keep from the cut.
_CLEAR = 2.1
# Beside the words at the base arrows with rolls take so much, beside the size of their letters.
_ARROWS = 5.4
# The words at the base take this much of the length at most.
_WORDS = 0.34


class Wedge(Sketch):
    """A triangle or a rectangle; the outline form leaves its edges, unless it is small."""

    words = "triangle"

    def __init__(self, subject: Subject, library: Library, look: str = "") -> None:
        super().__init__(subject, library, look)
        wide, long = self.width, self.length = self.area.width * MM_PER_IN, self.area.length * MM_PER_IN
        # Whether it begins at an apex.
        self.pointed = self.area.shape == "triangle"
        # How far apart its marks are along the middle, in inches as written, and a written inch in millimetres.
        self.step = _STEP if subject.area.length >= _SHORT else 1
        self.inch = subject.scale.factor * MM_PER_IN
        # How large letters and lines are, beside those of the full-size flame.
        self.share = max(0.3, min(1.2, wide / _WIDEST))
        # How broad the coloured edge is, and the band that the outline form leaves.
        self.edge, self.band = max(2.5, min(8.0, 0.016 * wide)), max(11.0, min(24.0, 0.047 * wide))
        self.corners = self._corners(wide, long)
        self.outline, self.matrix = polygon(self.corners), scale(PT_PER_MM)
        # In full, with a last side that is a step of its own.
        start, *cut = self._corners(*(side * PT_PER_IN for side in self.area.box))
        self.cut = polygon((start, *cut, start))
        # How far the solid tip at the apex reaches: until it is broad enough for a word; a bar is just high enough.
        self.tip = min(_TIP * long / wide if self.pointed else _BAR, 0.12 * long)

    def _corners(self, wide: float, long: float) -> tuple[Point, ...]:
        """Left end of the base, right end of the base, then the apex or both ends of the foot."""
        return (0.0, 0.0), (wide, 0.0), *(((wide / 2, long),) if self.pointed else ((wide, long), (0.0, long)))

    def half(self, distance: float) -> float:
        """Half the width at a distance."""
        return self.width / 2 * (distance / self.length if self.pointed else 1.0)

    def inner_half(self, distance: float) -> float:
        """Half the width between the coloured edges at a distance; below zero near the apex."""
        return self.half(distance) - self.edge / math.cos(math.radians(self.area.half_angle))

    def at(self, aside: float, distance: float) -> Point:
        """The point so far on the right of the middle line, at a distance."""
        return self.width / 2 + aside, self.length - distance

    def across(self, distance: float, half: float) -> tuple[Point, Point]:
        """The ends of a line across at a distance, so far from the middle on both sides."""
        return self.at(-half, distance), self.at(half, distance)

    def inset(self, by: float) -> tuple[Point, ...]:
        """The corners of the area whose sides lie inside these by so much; none when nothing is left."""
        if not self.pointed:
            right, low = self.width - by, self.length - by
            left = min((right - by) / self.width, (low - by) / self.length)
            return ((by, by), (right, by), (right, low), (by, low)) if left > 0.1 else ()
        # The middle of the inscribed circle stays where it is.
        middle = self.width / 2
        radius = middle * self.length / (middle + math.hypot(middle, self.length))
        kept = 1 - by / radius
        if kept < 0.1:
            return ()
        return tuple((middle + kept * (x - middle), radius + kept * (y - radius)) for x, y in self.corners)

    def hole(self) -> Outline:
        """What the outline form leaves out, against the clock; nothing of a small area."""
        hole = self.inset(self.band)
        return polygon(reversed(hole)) if hole else ()

    def marks(self) -> list[tuple[float, float, str]]:
        """The marks along the middle: each distance in millimetres, in inches, and how wide it is there, as told."""
        count = math.ceil(self.subject.area.length / self.step - 1e-9)
        far = [number * self.step * self.subject.scale.factor for number in range(1, count)]
        return [(inches * MM_PER_IN, inches, self.measure.told(self.area.width_at(inches))) for inches in far]

    def draw(self) -> Iterator[Item]:
        """The whole picture, to be clipped to the outline."""
        yield Path(self.outline, self.white)
        if self.subject.form == "outline" and (inner := self.inset(self.band)):
            yield from self.edges()
            yield from self._apex(plain=True)
            yield from self._legs(self.length - inner[2][1])
            yield from self._base()
            return
        board, words = self._words()
        end = self.length - (board.bottom if board else self.edge)
        yield from self.filling(self.tip, end, board)
        yield from self.edges()
        yield from self._middle_line(self.tip, end)
        yield from self._cross_marks(board)
        yield from self._apex()
        yield from words

    def edges(self) -> Iterator[Item]:
        """The coloured edge: stripes around a flame, a plain band around light; the caller clips it to the outline."""
        yield Path(self.outline, None, self.line(2 * self.edge, color="hazard"))
        if self.kind.art == "flames":
            yield Path(self.outline, None, self.line(2 * self.edge, (self.edge * 1.25, self.edge * 1.25)))
        if inner := self.inset(self.edge):
            yield Path(polygon(inner), None, self.line(0.45))
        yield Path(self.outline, None, self.line(1.2))

    def filling(self, start: float, end: float, board: Box | None = None) -> Iterator[Item]:
        """What fills it: flames from `start` to `end`, or on beside a board on one page; or light all the way.

        Rays have gaps as broad as they are; those of a rectangle run side by side.
        """
        if self.kind.art == "flames":
            yield from self._flames(start, end, board)
            return
        count = 2 * max(2, round(self.area.half_angle / 4)) + 1
        rays: list[Segment] = []
        for i in range(0, count, 2):
            left, right = self.width * i / count, self.width * (i + 1) / count
            foot = self.corners[2:] if self.pointed else ((right, self.length), (left, self.length))
            rays += polygon(((left, 0.0), (right, 0.0), *foot))
        yield Path(tuple(rays), self.color("ray"))

    def _flames(self, start: float, end: float, board: Box | None) -> Iterator[Item]:
        """Tongues of flame in rows that grow with the width."""
        stream, at, row = rng_for(15, "area", "flames"), start + 2.0, 0
        while at < self.length:
            size = min(_LARGEST_FLAME * max(self.share, 0.4), 0.85 * self.inner_half(at))
            if size < _SMALLEST_FLAME:
                at += 2.0
                continue
            if at + 1.6 * size > (self.length - self.edge if self.seams else end):
                return
            half = self.inner_half(at)
            count = max(1, int((half - 0.1 * size) / (0.8 * size)))
            for side in (-1, 1):
                for i in range(count):
                    x = half * (i + 0.56) / count + stream.between(-0.08, 0.08) * size
                    lift = (0.45 * size if (i + (side > 0)) % 2 else 0.0) + stream.between(-0.08, 0.08) * size
                    tint = "hot" if (row + i + (side > 0)) % 2 else "flame"
                    a, b = self.at(side * x, at + size / 2 + lift)
                    # Arrows with rolls may stand beside the board.
                    if not (
                        board and b - size / 2 < board.bottom and abs(a - board.x - board.w / 2) < board.w + size / 2
                    ):
                        yield self.part("area-flame", a, b, size * 0.88, main=tint)
            at += 1.25 * size
            row += 1

    def _middle_line(self, start: float, end: float) -> Iterator[Item]:
        """The line to aim along from `start` to `end`, with a tick at every written inch."""
        line = (self.at(0, start), self.at(0, end))
        yield from self.strokes([line], 1.6, (), "white")
        yield from self.strokes([line], 0.5, (4.0, 2.0))
        numbers = range(1, math.ceil(end / self.inch)) if self.inch >= _FINEST_TICK else ()
        far = [number * self.inch for number in numbers if number % self.step and number * self.inch > start]
        ticks = [(at, min(2.2, 0.6 * self.inner_half(at))) for at in far]
        yield from self.strokes((self.across(at, reach) for at, reach in ticks if reach > 0.5), 0.4)

    def _cross_marks(self, taken: Box | None) -> Iterator[Item]:
        """A line across at every sixth written inch with its distance and the width there, as far as they fit.

        Marks on the tip, and those that would enter the box `taken`, are left out.
        """
        lines: list[tuple[Point, Point]] = []
        labels: list[Item] = []
        for at, far, wide in self.marks():
            told, half = self.measure.told(far, True), self.inner_half(at)
            size = self.size(max(6.0, min(30 * self.share, 1.1 * half)))
            board = plate_box(told, BOLD, size, *self.at(0, at))
            hidden = taken is not None and board.y < taken.bottom + 1 and board.bottom > taken.y - 1
            if at <= self.tip + board.h / 2 or hidden or half <= 0:
                continue
            lines.append(self.across(at, half))
            if board.w > 1.5 * half:
                continue
            dx, dy = self._beside(board, half)
            x, y = self.at(0, at)
            labels += self.plate(told, BOLD, size, x + dx, y + dy, 0.3)
            # How wide the area is there, on the right.
            text, room = self.word("width", at=wide), half - dx - board.w / 2
            small = self.fitted(text, BODY, 24 * self.share, 0.68 * room)
            if small is not None and plate_box(text, BODY, small, 0, 0).w <= 0.94 * room:
                x += dx + (board.w + room) / 2
                box = plate_box(text, BODY, small, x, y + dy)
                # It has the room beside the distance to move in.
                spare = (0.94 * room - box.w) / 2
                right, _ = self.shift(box, ((side * by * spare / 8, 0.0) for by in range(1, 9) for side in (1, -1)))
                if self.whole(box._replace(x=box.x + right)):
                    labels += self.plate(text, BODY, small, x + right, y + dy, 0.25)
        yield from self.strokes(lines, 0.35, (2.6, 1.8))
        yield from labels

    def _beside(self, board: Box, half: float) -> Point:
        """How far a mark's board moves off where pages are joined: aside, or where they are along it, up or down."""
        aside = [(side * by * half / 24, 0.0) for by in range(1, 18) for side in (-1, 1)]
        both = [(x, down) for down in (-board.h, board.h) for x in (0.0, *(x for x, _ in aside))]
        return self.shift(board, [*aside, *both])

    def _apex(self, plain: bool = False) -> Iterator[Item]:
        """The nozzle or lamp: a solid tip with its name where the tip is long, else (unless `plain`) its picture.

        A rectangle has a solid bar along its foot.
        """
        text, tip = self.filled(self.kind.apex), self.tip
        if not self.pointed:
            yield Path(rectangle(Box(0, self.length - tip, self.width, tip)), self.ink)
            points, room = 0.55 * tip * PT_PER_MM, 0.8 * self.width
            yield from self.fitting(*self.at(0, tip / 2), text, BOLD, points, room, "white")
            return
        yield Path(polygon((self.at(0, 0), *self.across(tip, self.half(tip)))), self.ink)
        size = self.fitted(text, BOLD, 10, 0.5 * tip)
        if size is not None and self.half(tip) * 0.94 < cap(BOLD, size) + _CLEAR / self.k:
            # Its far end, where the tip is narrowest, keeps clear of the cut.
            size *= max(0.0, (self.half(tip) * 0.94 - _CLEAR / self.k) / cap(BOLD, size))
            size = size if size >= self.size(0) else None
        picture = next((p for p in range(26, 8, -1) if self.inner_half(1.25 * p) >= 0.36 * p), 0)
        if size is not None and cap(BOLD, size) < 0.744 * self.half(tip):
            yield turn_items((center_run(0, 0, text, BOLD, size, self.white),), *self.at(0, 0.72 * tip), -90)
        elif picture and self.kind.picture and not plain:
            yield self.part(self.kind.picture, *self.at(0, 1.25 * picture + tip * 0.3), picture, main="hazard")

    def _lines(self) -> list[Words]:
        """What is told at the base, from the top, as large as beside the full-size flame."""
        kind = self.kind
        return [
            Words(self.filled(kind.end), BOLD, 25, "red"),
            Words(self.title, STENCIL, 62),
            Words(self.heading(self.told_size), BOLD, 30),
            *(Words(line, BOLD, 30, "red") for line in self.effects()),
            Words(self.filled(kind.rule), BODY, 25, "ink", kind.ways or ()),
            *(Words(note, BODY, 22) for note in self.notes),
        ]

    def _words(self) -> tuple[Box | None, list[Item]]:
        """The lines at the base on a white board, as many as fit; and the board."""
        placed: list[tuple[Words, float, float]] = []
        at = self.length - (self.edge + 4 * self.share + 1)
        middle, left, right, lowest = self._page()
        rolls = [_ARROWS * self.size(25 * self.share) if line.ways else 0.0 for line in self._lines()]
        beside = max(rolls) if self.seams else 0.0
        for line in self._lines():
            points = line.points * self.share
            half = self.inner_half(at - 2 * cap(line.font, self.size(points)))
            room = 2 * min(middle - max(left, -half), min(right, half) - middle) - 4 - 2 * beside
            size = self.fitted(line.text, line.font, points, 0.9 * room) if room > 0 else None
            if size is None:
                continue
            tall = cap(line.font, size)
            if at - tall < max((1 - _WORDS) * self.length, lowest + 3.5 * self.share + 1):
                break
            placed.append((line, at - tall / 2, size))
            at -= 1.75 * tall
        if not placed:
            return None, []
        pad = 3.5 * self.share + 1
        last, at, size = placed[-1]
        bottom, top = at - cap(last.font, size) / 2 - pad, self.length - self.edge
        widest = max(width_of(line.text, line.font, size) for line, _, size in placed)
        half = self.inner_half(bottom)
        wide = min(widest + 2 * pad, 2 * min(middle - max(left, -half), min(right, half) - middle) - 1)
        board = Box(self.width / 2 + middle - wide / 2, self.edge, wide, top - bottom)
        items: list[Item] = [Path(round_rect(board, 2.2 * self.share), self.white, self.line(0.5))]
        for line, at, size in placed:
            items.append(center_run(*self.at(middle, at), line.text, line.font, size, self.color(line.color)))
            items += self._ways(line.ways, at, size, wide / 2, middle)
        return board, items

    def _page(self) -> tuple[float, float, float, float]:
        """Where at the base words stand on one page: the middle, the left and the right, from the middle line.

        And how far up its page ends. Without joints all of the area is one page.
        """
        half = self.inner_half(self.length)
        upright = [seam for seam in self.seams if seam.y < 1 and seam.w < seam.h]
        lowest = max((self.length - seam.y for seam in self.seams if seam not in upright), default=0.0)
        ends = [-half, *(side - self.width / 2 for seam in upright for side in (seam.x, seam.right)), half]
        pages = list(zip(ends[::2], ends[1::2], strict=True))
        # The widest, and of such the one that is nearest to the middle.
        left, right = max(pages, key=lambda page: (round(page[1] - page[0], -1), -abs(page[0] + page[1])))
        return (left + right) / 2, left, right, lowest

    def _ways(self, ways: tuple[str, ...], at: float, size: float, beside: float, middle: float) -> list[Item]:
        """Which way the end goes for which rolls, as arrows so far beside the middle, where there is room."""
        tall = 3.2 * cap(BODY, size)
        items: list[Item] = []
        for side, rolls in zip((-1, 1), ways, strict=False):
            x = beside + 1.6 * tall + 2
            if abs(middle + side * (x + width_of(rolls, STENCIL, size) + 4)) > self.inner_half(at - tall):
                return []
            items.append(self.arrow(*self.at(middle + side * (beside + tall * 0.75 + 2), at), tall * 1.3, 90.0 * side))
            items.append(
                center_run(*self.at(middle + side * x, at), rolls, STENCIL, size, self.ink, 0.0 if side > 0 else 1.0)
            )
        return items

    def _legs(self, start: float) -> Iterator[Item]:
        """Along both edges, where they have parted: how far from the apex and how far apart they are."""
        lean = self.area.half_angle
        inside = (self.edge + self.band) / 2 / math.cos(math.radians(lean))
        edges = [(at, far, wide, side, side * self.half(at)) for at, far, wide in self.marks() for side in (-1, 1)]
        ticks = ((at, x, x - side * self.edge * 1.5) for at, _, _, side, x in edges)
        yield from self.strokes(((self.at(x, at), self.at(inner, at)) for at, x, inner in ticks), 0.6)
        for at, far, wide, side, x in edges:
            text = self.word("gap", far=self.measure.told(far), at=wide)
            size = self.fitted(text, BOLD, 1.35 * (self.band - self.edge), 0.8 * self.step * self.inch)
            if size and start < at < self.length - self.band - width_of(text, BOLD, size) / 2:
                told = (center_run(0, 0, text, BOLD, size, self.ink),)
                yield turn_items(told, *self.at(x - side * inside, at), -side * (90 - lean))

    def _base(self) -> Iterator[Item]:
        """The title and what the base is for, along the base."""
        points, room = 1.6 * (self.band - self.edge), 0.85 * (self.width / 2 - 2 * self.band)
        far = self.length - (self.edge + self.band) / 2
        title = f"{self.title}  {self.heading(self.told_size)}"
        for text, part in ((self.filled(self.kind.end), 0.24), (title, -0.24)):
            yield from self.fitting(*self.at(self.width * part, far), text, BOLD, points, room)
        tick = polygon((self.at(0, self.length - 1.5), *self.across(self.length - self.band + 2, 5)))
        yield Path(tick, self.red, self.line(0.4))
