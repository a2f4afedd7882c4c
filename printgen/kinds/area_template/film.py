"""An area and a look come in; its picture for clear film goes out: thin lines and no fills."""

from __future__ import annotations

import math
from collections.abc import Iterator

from printgen.base.language import upper
from printgen.drawing.model import Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import polyline
from printgen.drawing.words import BODY, BOLD, LEFT, middled, turned
from printgen.kinds.area_template.disc import LADDER, ROSE, Disc, R
from printgen.kinds.area_template.looks import TURNS, Words
from printgen.kinds.area_template.outline import clock, ring
from printgen.kinds.area_template.wedge import Wedge

_EDGE, _LINE = 0.3, 0.15
_DASH = (2.6, 1.8)
_ARROW = polyline(((0, 16), (0, -16), (-6, -8), (0, -16), (6, -8)))


class DiscFilm(Disc):
    """A round area on film."""

    def draw(self) -> Iterator[Item]:
        """Thin rings and a crosshair inside the edge, and words."""
        k = 1 / self.k
        thin, dashed = self.line(_LINE * k), self.line(_LINE * k, tuple(k * v for v in _DASH))
        count = math.ceil(R / self.step - 1e-9)
        inside = [Path(ring(n * self.step), None, dashed if n % 5 else thin) for n in range(1, count)]
        cross = self.strokes((((0.0, -R), (0.0, R)), ((-R, 0.0), (R, 0.0))), _LINE * k)
        yield Place(Group((*inside, *cross), self.outline))
        yield Path(self.outline, None, self.line(_EDGE * k))
        yield from self._told(count)
        if not self.half and self.size(22) <= 0.2 * R:
            yield from self._rose()

    def _told(self, count: int) -> Iterator[Item]:
        """The title and the scale, the weapons, and the distances of rings that people can measure with."""
        title = " · ".join(filter(None, (self.title, self.told_scale)))
        arms = upper(" · ".join(self.subject.users))
        # Words stand between the edge and the last ring, so that no line runs through them.
        gap = max(R - (count - 1) * self.step, 9.0)
        for text, font, points, middle in ((title, BOLD, 26, 315.0), (arms, BODY, 18, 45.0 if self.half else 225.0)):
            yield from self.stacked([Words(text, font, points)], R - gap, R - 1, middle, 40, True)[0]
        size = self.size(10)
        for number, told in self.distances(count) if size < self.step else ():
            if size < number * self.step < R - 26:
                yield middled(*clock(number * self.step - 0.6 * size, LADDER), told, BODY, size, self.ink)
        if self.half and (fit := self.fitted(self.word("safe"), BODY, 15, 0.6 * R)):
            yield middled(R / 2, -0.9 * fit, self.word("safe"), BODY, fit, self.ink)

    def _rose(self) -> Iterator[Item]:
        """What the die says, beside arrows."""
        size, small = self.size(22), self.size(11)
        for spoke in self.subject.rose:
            x, y = (0.0, 0.0) if spoke.way == "middle" else clock(ROSE, TURNS.get(spoke.way, 45))
            if spoke.way in TURNS:
                yield turned((Path(_ARROW, None, self.line(0.5)),), x, y, TURNS[spoke.way])
            yield middled(x + 0.6 * size, y - 0.6 * size, spoke.roll, BOLD, size, self.ink)
            yield middled(x + 0.35 * size, y + 0.7 * size, spoke.word, BODY, small, self.ink, LEFT)


class WedgeFilm(Wedge):
    """A triangle or a rectangle on film."""

    def draw(self) -> Iterator[Item]:
        """A thin line along the middle and lines across inside the edge, and words."""
        words, end = self._end_words()
        marks = [(at, self.half(at), self.measure.told(far, True), wide) for at, far, wide in self.marks()]
        yield from self.strokes([(self.at(0, 0), self.at(0, end))], _LINE, _DASH)
        yield from self.strokes((self.across(at, half) for at, half, _, _ in marks), _LINE)
        yield Path(self.outline, None, Stroke(self.ink, _EDGE, (), "butt", "round"))
        for at, half, told, wide in marks:
            for text, side in ((told, -1), (self.word("width", at=wide), 1)):
                if size := self.fitted(text, BODY, min(14.0, 0.8 * half), 0.7 * half):
                    yield middled(*self.at(side * half / 2, at + 0.8 * size), text, BODY, size, self.ink)
        yield from words

    def _end_words(self) -> tuple[list[Item], float]:
        """What it is, and what its base is for; and how far up these words end."""
        title = self.heading(self.title, self.told_size)
        items: list[Item] = []
        at, points = self.length - 4.0, 20 * self.share
        for text in (self.filled(self.kind.end), title, self.filled(self.kind.rule)):
            size = self.fitted(text, BODY, points, 1.7 * self.half(at - self.size(points)))
            if size and at - size > 0.7 * self.length:
                items.append(middled(*self.at(0, at - size / 2), text, BODY, size, self.ink))
                at -= 1.4 * size
        return items, at if items else self.length
