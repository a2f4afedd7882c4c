"""A round area and a look come in; a gauge with a strip as long as its radius goes out, in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from printgen.base.geometry import Box, translate
from printgen.drawing.model import Group, Item, Outline, Path, Place, Segment
from printgen.drawing.outlines import circle, polygon
from printgen.drawing.words import BODY, BOLD, CENTER, RIGHT, STENCIL, middled, run
from printgen.faces.blocks.style import Style
from printgen.kinds.area_template.gauge import TOP, WIDE, Gauge, Page, Panel
from printgen.kinds.area_template.looks import MM_PER_IN
from printgen.kinds.area_template.model import Subject
from printgen.kinds.area_template.outline import arc, bow

_HALF = 10.0
_PITCH = 25.0
_GLUE, _HUB = 12.0, 11.0
_MOST_PARTS = 4
_BAND = 12.0


class StripGauge(Gauge):
    """The strip on the left; a piece of the edge, the steps, and what to roll on the right."""

    @property
    def radius(self) -> float:
        """How long the strip is."""
        return self.area.radius * MM_PER_IN

    def page(self, foot: float, alike: Sequence[Subject], style: Style) -> Page:
        """The strip in upright parts side by side. ValueError when it has too many, or is shorter than broad."""
        high = foot - TOP - 1
        count = math.ceil((self.radius + 2) / (high - max(_HUB, _GLUE) - 2))
        if not (count <= _MOST_PARTS and self.radius >= _HALF):
            raise ValueError(f"no strip on one page has a radius of {self.area.radius:g} in")
        parts = [Group(tuple(self._part(number, count))) for number in range(count)]
        feet = [TOP + high - (_GLUE if number else _HUB) for number in range(count)]
        drawn = [Place(part, translate(n * _PITCH + _HALF + 1, feet[n])) for n, part in enumerate(parts)]
        x = count * _PITCH + 7
        wide = WIDE - x
        panels = [*self.steps(), *self.misses(wide), *self.does(wide, style), self._edge(wide), *self.others(alike)]
        return drawn, panels, Box(x, TOP, wide, foot - TOP), 1

    def _part(self, number: int, count: int) -> Iterator[Item]:
        """One part with its lower end, or the middle of the hole, at (0, 0)."""
        first, last, length = number == 0, number == count - 1, self.radius / count
        outline = self._outline(length, first, last)
        yield Path(outline, self.white)
        if last:
            yield Place(Group(tuple(self._stripes(length)), outline))
        yield from self._scale(length * number, length, last)
        if first:
            yield from self._hub()
        else:
            yield from self._joint(0.0, number)
            yield middled(0, _GLUE * 0.66, self.word("glue"), BODY, self.size(8), self.ink)
        if last:
            size = self.fitted(self.word("rim"), BOLD, 9, 2 * _HALF - 2) or self.size(0)
            yield from self.plate(self.word("rim"), BOLD, size, 0, 11.5 - length, 0.3, "red")
        else:
            yield from self._joint(-length, number + 1)
        room, middle = length - (34 if first else 14) - (16 if last else 10), -length / 2 - (8 if first else 0)
        yield from self.fitting(-_HALF / 2.2, middle, self.heading(self.title), STENCIL, 13, room, turn=-90)
        yield Path(outline, None, self.line(0.35))

    def _outline(self, length: float, first: bool, last: bool) -> Outline:
        """The line to cut a part along: round at the hole, as the circle's edge at the rim, square at joints."""
        out = list(arc(0.0, 0.0, _HALF, 0.0, 180.0)) if first else [("M", _HALF, _GLUE), ("L", -_HALF, _GLUE)]
        if last:
            lean = math.degrees(math.asin(_HALF / self.radius))
            (_, x, y), *curves = arc(0.0, self.radius - length, self.radius, 270 - lean, 2 * lean)
            return (*out, ("L", x, y), *curves, ("Z",))
        return (*out, ("L", -_HALF, -length), ("L", _HALF, -length), ("Z",))

    def _stripes(self, length: float) -> Iterator[Item]:
        """Warning stripes at the rim."""
        centre, inner, low, high = self.radius - length, self.radius - 6, 10 - length, -2 - length
        band = bow(0.0, centre, self.radius, inner, 240, 60)
        stripes: list[Segment] = []
        for x in range(-24, 25, 6):
            stripes += polygon(((x - 4, low), (x - 1, low), (x + 5, high), (x + 2, high)))
        yield Path(band, self.color("hazard"))
        yield Place(Group((Path(tuple(stripes), self.ink),), band))
        yield Path(tuple(arc(0.0, centre, inner, 240, 60)), None, self.line(0.5))

    def _scale(self, start: float, length: float, last: bool) -> Iterator[Item]:
        """Quarter inches along the right edge, with the numbers of whole ones, counted from the hole."""
        first, end = math.ceil(start / MM_PER_IN * 4 + 0.01), start + length
        quarters = [(n, n / 4 * MM_PER_IN) for n in range(first, int(end / MM_PER_IN * 4) + 1)]
        shown = [(n, far, start - far) for n, far in quarters if far >= 6 and not (last and far > end - 7)]
        ticks = ((y, 5.0 if n % 4 == 0 else 3.2 if n % 2 == 0 else 2.0) for n, _, y in shown)
        yield from self.strokes((((_HALF, y), (_HALF - long, y)) for y, long in ticks), 0.3)
        for n, far, y in shown:
            if n % 4 == 0 and not (last and far > end - 16) and 4 - length < y < -5:
                told = self.measure.told(n // 4, True)
                yield middled(_HALF - 5.6, y, told, BOLD, self.size(9), self.ink, RIGHT)

    def _hub(self) -> Iterator[Item]:
        """The hole for the pin."""
        yield Path(circle(0, 0, 4.4), None, self.line(0.3))
        yield Path(circle(0, 0, 1.5), self.red, self.line(0.3))
        yield from self.strokes((((-6.0, 0.0), (6.0, 0.0)), ((0.0, -6.0), (0.0, 6.0))), 0.3)
        yield run(0, 9, self.word("hub"), BOLD, self.size(9), self.red, CENTER)

    def _joint(self, y: float, number: int) -> Iterator[Item]:
        """Where two parts meet."""
        text, at = self.word("join", letter=chr(ord("A") + number - 1)), y + (5.5 if y < 0 else -5.5)
        yield from self.strokes([((-_HALF, y), (_HALF, y))], 0.4, (2.0, 1.2), "red")
        yield middled(-1.5, at, text, BOLD, self.size(9), self.red)

    def _edge(self, wide: float) -> Panel:
        """A quarter of the circle where the column is wide enough for it, else a piece of its true edge."""
        radius, y = self.radius, self.radius + 1
        if radius + 8 <= wide and radius < 110:
            return Panel(self.word("quarter"), height=y + 3, items=tuple(self._quarter(4.0, y)))
        half, low = math.degrees(math.asin(min(1.0, (wide / 2 - 1) / radius))), radius - _BAND
        band = bow(wide / 2, y, radius, low, 270 - half, 2 * half)
        text = f"{self.title}  ·  R {self.measure.full(self.area.radius)}"
        told = self.fitting(wide / 2, y - radius + _BAND / 2, text, BOLD, 10, 0.5 * wide)
        items: tuple[Item, ...] = (Path(band, self.color("core"), self.line(0.35)), *told)
        return Panel(self.word("arc"), self.word("arc-note"), y - low * math.cos(math.radians(half)) + 1, items)

    def _quarter(self, x: float, y: float) -> Iterator[Item]:
        """A quarter of the circle around (x, y), with an arc at every inch."""
        outline = (*arc(x, y, self.radius, 270, 90), ("L", x, y), ("Z",))
        yield Path(outline, self.color("core"), self.line(0.35))
        for number in range(1, math.ceil(self.area.radius)):
            far, told = number * MM_PER_IN, self.measure.told(number, True)
            yield Path(tuple(arc(x, y, far, 270, 90)), None, self.line(0.2, (2.0, 1.4)))
            yield run(x + far - 1, y - 1.2, told, BOLD, self.size(8), self.ink, RIGHT)
        yield Path(circle(x, y, 1.5), self.red, self.line(0.3))
