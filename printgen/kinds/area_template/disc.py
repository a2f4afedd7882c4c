"""A burst circle or a claymore's half circle and a look come in; its picture goes out, whole or as a ring.

The picture is drawn in units in which every radius is the same: a disc of another size is the same disc larger or
smaller, except for its rings, its numbers, and the letters, which stay legible or are left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from printgen.base.names import upper
from printgen.base.seeds import rng_for
from printgen.base.units import PT_PER_IN, Box, chain, rotate, scale, translate
from printgen.drawing.model import Group, Item, Outline, Path, Place, Segment
from printgen.drawing.outlines import bounds, circle, polygon, round_rect, transform_outline
from printgen.drawing.patterns import darts, dot_screen
from printgen.drawing.words import BODY, BOLD, CENTER, LEFT, RIGHT, STENCIL, cap, center_run, run, turn_items, width_of
from printgen.faces.library import Library
from printgen.kinds.area_template.looks import MM_PER_IN, TURNS, Sketch, Words, plate_box
from printgen.kinds.area_template.model import Spoke, Subject, arc, clock, ring, ring_sector

R = 190.5
"""The radius of every disc in units: those of the fifteen inch disc are millimetres."""

LADDER = 339.0
"""Along which hour of the clock, in degrees, the distances of the rings stand."""

BAND = (R - 32.0, R - 15.0)
"""Where curved boards stand."""

ROSE = 0.66 * R
"""How far out the ways stand that a miss may go."""

_RIM, _CENTRE = 10.0, 16.0
# How wide and high the picture behind which a half circle is safe is.
_PICTURE = 32.0
# A curved board of a circle stays inside its quarter, in degrees to each side.
_QUARTER = 44.0
# How broad the ring is that the outline form leaves of a disc, and the strip along a half circle's back.
_RING, _BACK = 34.0, 14.0
_SCREEN = tuple(0.25 * i for i in range(1, 10))


class Disc(Sketch):
    """A round area around (0, 0); the outline form leaves only a ring of it."""

    def __init__(self, subject: Subject, library: Library, look: str = "") -> None:
        radius = subject.printed.radius
        super().__init__(subject, library, look, radius * MM_PER_IN / R)
        # Whether only the upper half is there.
        self.half = subject.area.shape == "half-circle"
        self.words = "half_circle" if self.half else "circle"
        self.bare = subject.form == "outline"
        size, sweep = radius * PT_PER_IN, 180.0 if self.half else 360.0
        self.outline: Outline = (*arc(0, 0, R, 180.0, sweep), ("Z",))
        self.matrix = chain(translate(size, size), scale(size / R))
        # What is cut has the straight back as a side of its own.
        back = (("L", -size, 0.0),) if self.half else ()
        self.cut = transform_outline((*arc(0, 0, size, 180.0, sweep), *back, ("Z",)), translate(size, size))
        # From ring to ring: a written inch.
        self.step = R / subject.area.radius

    def hole(self) -> Outline:
        """What the outline form leaves out, against the clock."""
        inner = R - _RING
        # Along the back of a half circle stays a strip for the words.
        back = math.degrees(math.asin(_BACK / inner))
        start, sweep = (-back, 2 * back - 180.0) if self.half else (180.0, -360.0)
        return (*arc(0.0, 0.0, inner, start, sweep), ("Z",))

    def draw(self) -> Iterator[Item]:
        """The whole picture, to be clipped to the outline."""
        yield Path(self.outline, self.white)
        if not self.bare:
            yield from self._fire()
            yield from self._rings()
        yield from self._axes()
        yield from self._rim()
        yield from self._boards()
        if self.half:
            yield from self._front()
        else:
            yield from self._shifts()
            yield from self._rose()

    def _fire(self) -> Iterator[Item]:
        """The dot screen, the blast and what it throws."""

        def radius(x: float, y: float) -> float:
            far, angle = math.hypot(x, y) / R, math.atan2(-y, x)
            edge = 0.84 + 0.06 * math.sin(9 * angle) + 0.05 * math.sin(17 * angle - far)
            return 2.3 * max(0.0, min(1.0, (edge - far) / 0.5)) if far > 0.17 else 0.0

        box = Box(-R, -R, 2 * R, R if self.half else 2 * R)
        yield from dot_screen(box, 5.0, radius, self.color("screen"), _SCREEN)
        yield self.part("area-blast", 0, 0, 2 * R, ink="ink")
        stream = rng_for(15, "area", "debris")
        for i, (x, y) in enumerate(darts(stream, box, 27, self._open)):
            size, turn = stream.between(9, 17), math.degrees(math.atan2(x, -y))
            shard = self.part("area-shard", 0, 0, size, main="ink" if i % 3 else "hot")
            yield turn_items((shard,), x, y, turn - 45)

    def _open(self, x: float, y: float) -> bool:
        """Whether nothing else is printed at a place: room for debris."""
        far, angle = math.hypot(x, y), math.degrees(math.atan2(x, -y)) % 360
        if not 0.52 * R < far < 0.76 * R or (self.half and y > -20):
            return False
        if min(angle % 90, -angle % 90) < 16 or abs(angle - LADDER) < 9:
            return False
        return self.half or all(abs(angle - corner) > 13 for corner in (45, 225))

    def _rings(self) -> Iterator[Item]:
        """A ring at every written inch, every fifth of them solid, and their distances from the middle."""
        count = math.ceil((R - _RIM) / self.step)
        for number in range(1, count):
            if number * self.step >= _CENTRE + 1:
                line = self.line(0.35, (2.6, 1.8)) if number % 5 else self.line(0.8)
                yield Path(ring(number * self.step), None, line)
        size, middle = self.size(10), _PICTURE if self.half and self.kind.picture else _CENTRE
        for number, told in self.distances(count):
            far = number * self.step
            box = plate_box(told, BOLD, size, 0, 0)
            every = max(1, math.ceil(1.25 * box.h / self.step))
            clear = middle + box.h * 0.6 < far < BAND[0] - box.h * 0.7
            if number % every == 0 and clear and box.w < 0.14 * R:
                yield from self._plate(told, BOLD, size, far, LADDER, 0.25, range(3, 25, 3))

    def _plate(
        self, text: str, font: str, size: float, far: float, turn: float, line: float, turns: Iterable[float]
    ) -> Iterator[Item]:
        """A plate at an hour of the clock, or as little to one side as keeps it off where pages are joined."""
        x, y = clock(far, turn)
        places = (clock(far, turn + side * by) for by in turns for side in (-1, 1))
        dx, dy = self.shift(plate_box(text, font, size, x, y), ((a - x, b - y) for a, b in places))
        yield from self.plate(text, font, size, x + dx, y + dy, line)

    def distances(self, count: int) -> list[tuple[int, str]]:
        """Which rings tell their distance: those at whole quarters of an inch, or all when there are few such."""
        far = {number: number * self.subject.scale.factor for number in range(1, count)}
        quarters = [number for number in far if abs(round(4 * far[number]) - 4 * far[number]) < 1e-6]
        return [(n, self.measure.told(far[n], True)) for n in (quarters if len(quarters) > 1 else far)]

    def _axes(self) -> Iterator[Item]:
        """The crosshair with a tick at every half written inch."""
        start = R - _RING if self.bare else _CENTRE
        line = ((0.0, -start), (0.0, -R))
        halves = range(1, math.ceil((R - _RIM - 1) / self.step * 2))
        ticks = [(number * self.step / 2, 1.4 if number % 2 else 2.6) for number in halves]
        across = [((-tick, -at), (tick, -at)) for at, tick in ticks if at > start + 1]
        middle = (*self.strokes([line], 1.8, color="white"), *self.strokes([line], 0.7))
        arm = Group((*middle, *self.strokes(across, 0.5)))
        for turn in (0.0, 90.0, 270.0) if self.half else (0.0, 90.0, 180.0, 270.0):
            yield Place(arm, rotate(turn))

    def _rim(self) -> Iterator[Item]:
        """Warning stripes along the edge, and along the inside of the ring of the outline form a plain line."""
        inner, count = R - _RIM, 60
        stripes: list[Segment] = []
        for i in range(count):
            start, half, skew = 360 * i / count, 180 / count, math.degrees(0.045)
            low = [clock(inner - 0.3, start + half * t / 4) for t in range(5)]
            high = [clock(R, start + skew + half * t / 4) for t in range(5)]
            stripes += polygon([*low, *reversed(high)])
        yield Path((*ring(R), *ring(inner)), self.color("hazard"), None, True)
        yield Path(tuple(stripes), self.ink)
        yield Path(ring(inner), None, self.line(0.9))
        yield Path(ring(R - 0.45), None, self.line(0.9))

    def _boards(self) -> Iterator[Item]:
        """The curved boards: the title, the weapons, what a hit does, and where a miss lands."""
        # Ink-saving titles are dark on white, as everything is.
        dark, letters, small = ("white", "ink", "ink") if self.saving else ("ink", "hazard", "white")
        title = [Words(self.title, STENCIL, 29 if self.told_scale else 38, letters)]
        title += [Words(self.told_scale, BOLD, 15, small)] if self.told_scale else []
        arms = [Words(upper(" · ".join(self.subject.users)), BOLD, 22)]
        arms += [Words(note, BODY, 16) for note in self.notes[:1]]
        effects = [Words(line, BOLD, 21, "red" if i else "ink") for i, line in enumerate(self.effects())]
        if self.half:
            boards = [(312.0, 29.0, dark, title), (0.0, 15.0, "white", arms), (48.0, 29.0, "white", effects)]
        else:
            # Where nothing is to be rolled for a miss there is room for more notes.
            miss = [Words(note, BODY, 20) for note in self.notes[1:3]]
            if self.subject.rose:
                miss = [Words(self.word("miss"), BOLD, 24), Words(self.word("along"), BODY, 17)]
            boards = [(315.0, 34.0, dark, title), (45.0, 34.0, "white", miss)]
            boards += [(135.0, 38.0, "white", effects), (225.0, 34.0, "white", arms)]
        for middle, half, ground, lines in boards:
            at, words, reach = self._curved_board(middle, half, lines)
            if words:
                yield Path(ring_sector(*BAND, at, reach), self.color(ground), self.line(0.7))
                yield from words

    def _curved_board(self, middle: float, half: float, lines: Sequence[Words]) -> tuple[float, list[Item], float]:
        """The words of a curved board, its middle and how many degrees it reaches to each side.

        Where pages are joined in it, it lies a little to one side, or is smaller, if it then holds as much.
        """
        limit, best = half + 2 if self.half else _QUARTER, (middle, *self._stack(middle, half, lines))
        if not best[1] or self._is_whole(best[0], best[2]):
            return best
        for share in (1.0, 0.85, 0.7, 0.55):
            for by in range(0, 30, 2):
                for at in (middle - by, middle + by):
                    room = min(share * half, limit - by)
                    words, reach = self._stack(at, room, lines) if room > 0 else ([], 0.0)
                    if len(words) == len(best[1]) and self._is_whole(at, reach):
                        return at, words, reach
        return best

    def _stack(self, middle: float, half: float, lines: Sequence[Words]) -> tuple[list[Item], float]:
        words, reach = self.stacked(lines, *BAND, middle, half)
        return words, min(half, reach + 3)

    def _is_whole(self, middle: float, half: float) -> bool:
        """Whether no pages are joined in a curved board."""
        count = max(1, math.ceil(half))
        parts = (middle - half + half * (2 * n + 1) / count for n in range(count))
        return all(self.whole(bounds(ring_sector(*BAND, part, half / count))) for part in parts)

    def _shifts(self) -> Iterator[Item]:
        """Where the middle of the disc moves to after a miss: half a diameter off, which is on the rim."""
        if not self.subject.rose:
            return
        tip = polygon(((-6.5, -R + _RIM + 2.5), (6.5, -R + _RIM + 2.5), (0.0, -R)))
        mark = Group((Path(tip, self.white, self.line(0.7)), Path(circle(0.0, -R + 7.2, 1.3), self.red)))
        yield from (Place(mark, rotate(turn)) for turn in TURNS.values())
        size = self.fitted(self.word("shift"), BOLD, 10.5, 28)
        if size is not None and not self.bare:
            for turn in TURNS.values():
                yield from self._plate(self.word("shift"), BOLD, size, R - 19.5, turn, 0.3, (5, 5.5, 6, 6.5, 7, 8))

    def _rose(self) -> Iterator[Item]:
        """What the die says: the hit in the middle, four ways to miss, and no blast; on a ring the rolls alone."""
        ways = {spoke.way: spoke for spoke in reversed(self.subject.rose)}
        for spoke in self.subject.rose:
            if spoke.way in TURNS and self.bare:
                yield from self._die(spoke.roll, *clock(R - 24.0, TURNS[spoke.way]), 14)
            elif spoke.way in TURNS:
                yield from self._arm(spoke)
        if self.bare:
            return
        yield from self._target(ways.get("middle"))
        if "none" in ways:
            yield from self._board(45.0, ways["none"].roll, (ways["none"].word, self.word("dud")))
        if "down" in ways:
            # Which side of the disc lies toward whoever threw or fired.
            yield from self._board(225.0, "", self.lines("facing"))

    def _target(self, spoke: Spoke | None) -> Iterator[Item]:
        """The middle of the disc, with the roll that stands for it and its word if both have room."""
        yield Path(circle(0, 0, _CENTRE), self.white, self.line(0.9))
        yield Path(circle(0, 0, _CENTRE - 2.4), None, self.line(0.3))
        size = self.fitted(spoke.word, BOLD, 10, 1.55 * (_CENTRE - 2.4)) if spoke else None
        number = self.size(44)
        joined = not self.whole(Box(-_CENTRE, -_CENTRE, 2 * _CENTRE, 2 * _CENTRE))
        if spoke is None or joined or not size or cap(STENCIL, number) > 1.6 * _CENTRE:
            yield Path(circle(0, 0, 1.2), self.red)
            if spoke and joined:
                yield from self._beside(spoke)
            return
        yield center_run(0, -2.6, spoke.roll, STENCIL, number, self.red)
        yield run(0, 8.6 + 0.2 * cap(BOLD, size), spoke.word, BOLD, size, self.ink, CENTER)

    def _beside(self, spoke: Spoke) -> Iterator[Item]:
        """A roll with its word on a board beside the middle, in which pages are joined."""
        small = self.size(10)
        wide = max(22.0, width_of(spoke.word, BOLD, small) + 5)
        box = Box(-wide / 2, -12.5, wide, 25 + 1.5 * cap(BOLD, small))
        ways = (clock(far, turn) for far in range(34, 64, 3) for turn in (45, 315, 135, 225, 30, 60, 300, 330))
        x, y = self.shift(box, ways)
        board = box._replace(x=box.x + x, y=box.y + y)
        yield Path(round_rect(board, 2), self.white, self.line(0.7))
        yield from self._die(spoke.roll, x, y - 1, 17)
        yield center_run(x, board.bottom - 1.2 * cap(BOLD, small), spoke.word, BOLD, small, self.ink)

    def _arm(self, spoke: Spoke) -> Iterator[Item]:
        """An arrow with its roll on a red die and its word beside; nothing where the roll could not be read."""
        turn = TURNS[spoke.way]
        x, y = clock(ROSE, turn)
        # Where pages are joined along its arrow, all of the arm lies beside that.
        ways = (clock(side * far, turn + 90) for far in range(2, 60, 2) for side in (1, -1))
        dx, dy = self.shift(Box(x - 8.5, y - 8.5, 17, 17), ways)
        x, y = x + dx, y + dy
        die = tuple(self._die(spoke.roll, x, y, 17))
        if not die:
            return
        arrow = Group((self.part("area-arrow", 0, -ROSE - 4, 50, main="white"),))
        yield Place(arrow, chain(translate(dx, dy), rotate(turn)))
        yield from die
        size = self.size(13)
        if plate_box(spoke.word, STENCIL, size, 0, 0).w < 0.36 * R:
            off = 8.5 + 2.2 * cap(STENCIL, size)
            spots = [(x + 11, y, LEFT), (x - 11, y, RIGHT), (x, y - off, CENTER), (x, y + off, CENTER)]
            spots = spots if spoke.way in ("up", "down") else [*spots[2:], *spots[:2]]
            whole = (spot for spot in spots if self.whole(plate_box(spoke.word, STENCIL, size, *spot)))
            a, b, align = next(whole, spots[0])
            yield from self.plate(spoke.word, STENCIL, size, a, b, 0.4, align=align)

    def _die(self, roll: str, x: float, y: float, side: float) -> Iterator[Item]:
        size = self.size(33 * side / 17)
        if cap(STENCIL, size) <= 0.86 * side:
            yield from self.die(roll, x, y, side, side * 0.18, 0.7, size)

    def _board(self, turn: float, roll: str, lines: Sequence[str]) -> Iterator[Item]:
        """A board with a dark end (the roll, or an arrow straight down) and one or two lines."""
        big, small = self.size(11), self.size(10)
        sized = list(zip(lines, (BOLD, BODY), (big, small), strict=False))
        wide = max(width_of(text, font, size) for text, font, size in sized) + 0.8 * big
        tall = max(16.0, 2.9 * (cap(BOLD, big) + cap(BODY, small)) / 2 + 2)
        if wide + 15 > 0.42 * R or tall > 0.2 * R:
            return
        x, y = clock(ROSE, turn)
        places = (
            clock(far * ROSE, turn + side * by) for far in (1, 0.85) for by in range(0, 24, 3) for side in (-1, 1)
        )
        box = Box(x - (wide + 15) / 2, y - tall / 2, wide + 15, tall)
        dx, dy = self.shift(box, ((a - x, b - y) for a, b in places))
        x, y = x + dx, y + dy
        left = x - (wide + 15) / 2
        yield Path(round_rect(Box(left, y - tall / 2, wide + 15, tall), 2), self.white, self.line(0.7))
        yield Path(round_rect(Box(left, y - tall / 2, 15, tall), 2), self.ink)
        if roll:
            number = min(self.size(30), 13 / max(width_of(roll, STENCIL, 1.0), 0.5))
            yield center_run(left + 7.5, y, roll, STENCIL, number, self.white)
        else:
            yield self.arrow(left + 7.5, y, 12, 180)
        for i, (text, font, size) in enumerate(sized):
            at = y + (i - (len(sized) - 1) / 2) * tall * 0.42
            yield center_run(left + 15 + 0.4 * big, at, text, font, size, self.ink, LEFT)

    def _front(self) -> Iterator[Item]:
        """The claymore in the middle of its back, which way it faces, and the safe side behind the straight edge."""
        if not self.bare:
            yield self.part("area-arrow", 0, -0.62 * R, 34, main="white")
            if size := self.fitted(self.word("front"), STENCIL, 15, 40):
                box = plate_box(self.word("front"), STENCIL, size, 0, -0.62 * R + 25)
                below, aside = ((0.0, by) for by in range(2, 40, 2)), ((by, 0.0) for by in range(4, 120, 4))
                x, y = self.shift(box, (*below, *aside))
                yield from self.plate(self.word("front"), STENCIL, size, x, -0.62 * R + 25 + y, 0.4)
        deep = max(6.5, 1.6 * cap(STENCIL, self.size(0)))
        yield from self.strokes([((-R, -0.9), (R, -0.9))], 1.8, color="safe")
        text = self.word("safe")
        size = self.fitted(text, STENCIL, 13, 0.5 * R)
        wide = width_of(text, STENCIL, size) if size else 0.0
        for side in (-1, 1):
            middle = side * R / 2
            box = plate_box(text, STENCIL, size or 1.0, middle, -deep * 0.75)
            middle += self.shift(
                box, ((side * by, 0.0) for by in (4 * n * way for n in range(1, 16) for way in (1, -1)))
            )[0]
            if size:
                yield from self.plate(text, STENCIL, size, middle, -deep * 0.75, 0.4, "safe")
            for away in (-wide / 2 - deep, wide / 2 + deep):
                yield self.arrow(middle + away, -deep / 2, deep, 180, "safe")
        if self.kind.picture and not self.bare:
            yield self.part(self.kind.picture, 0, 0.5 - _PICTURE / 2, _PICTURE, main="mine")
