"""Gauges: an area and a look come in; pages of tools that lay the area out go out."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from printgen.base.names import in_print
from printgen.base.units import PT_PER_MM, Box, scale, to_mm, translate
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Segment
from printgen.drawing.outlines import circle, polygon, round_rect
from printgen.drawing.words import BODY, BOLD, CENTER, LEFT, RIGHT, STENCIL, center_run, run, width_of
from printgen.faces.blocks.fitting import chunks_with_title, columns_of, fit_most
from printgen.faces.blocks.typeset import Style, Typesetter, load_style
from printgen.game.documents import Block, Listing, TableBlock
from printgen.kinds.area_template.looks import MM_PER_IN, TURNS, Point, Sketch
from printgen.kinds.area_template.model import FULL, Spoke, Subject, arc, bow, inches
from printgen.kinds.area_template.wedge import Wedge
from printgen.kinds.composition import Order
from printgen.kinds.facing import drawn_face
from printgen.layout.columns import Band, Chunk
from printgen.reading.part import NOWHERE

_STYLE = "area-gauge"
WIDE = 195.9
TOP = 21.0
_BETWEEN = 8.0
_HIGH = 262.0
_KNOTS = 6
_SLIM = 17.0
# On either side of a wedge stand its ticks, their numbers and the words along its edges.
_BESIDE = 15.0


class Panel(NamedTuple):
    """What stands in a column under a title: a drawing with its height, in millimetres, and blocks of words."""

    title: str
    note: str = ""
    height: float = 0.0
    items: tuple[Item, ...] = ()
    blocks: tuple[Block, ...] = ()

    def chunks(self, width: float, setter: Typesetter) -> list[Chunk]:
        """The panel as it is set in a column of a width, in points."""
        title, *words = chunks_with_title(self.title, self.note, self.blocks, width, setter)
        drawn = (Place(Group(self.items), scale(PT_PER_MM)),)
        picture = Chunk(self.height * PT_PER_MM, lambda tall: drawn, NOWHERE, 2 * setter.unit)
        chunks = [title, *([picture] if self.items else []), *words]
        # A panel is one thing to use, and stays in one column.
        return [*(chunk._replace(keep=True) for chunk in chunks[:-1]), chunks[-1]]


Page = tuple[Iterable[Item], Sequence[Panel], Box, int]
"""A gauge with panels beside it: in which box, and in how many columns; in millimetres."""


class Gauge(Sketch, ABC):
    """A page of tools for an area."""

    @abstractmethod
    def page(self, foot: float, alike: Sequence[Subject], style: Style) -> Page:
        """What is on the page from `TOP` to a foot; `alike` are other areas of the sort, `style` says its colours."""

    def compose(self, order: Order, alike: Sequence[Subject]) -> Drawing:
        """The page, in a style of documents. ValueError where it has no room for what must be on it."""
        setter = Typesetter(load_style(order.face(_STYLE), order.library), order.library)
        shape = {"circle": "round", "half-circle": "half"}.get(self.area.shape, "wedge")
        told = {
            "title": self.word("title"),
            "kicker": self.word(f"{shape}-kicker"),
            "line": self.told_scale or self.word("round-line" if self.area.round else "wedge-line"),
            "height": _HIGH,
            "game": {"title": order.game.title, "version": order.game.version},
        }
        drawn, panels, box, columns = self.page(_HIGH - to_mm(setter.style.room[3]), alike, setter.style)
        upon = Place(Group(tuple(drawn)), scale(PT_PER_MM))
        items = (*drawn_face(order, _STYLE, told).items, upon, *_set(panels, box, columns, setter))
        return Drawing(WIDE * PT_PER_MM, _HIGH * PT_PER_MM, items)

    def table(self, key: str, rows: Sequence[Sequence[str]], note: str = "") -> Panel:
        """A table whose first and last column stand out."""
        head = self.lines(f"{key}-head")
        styles = ("strong", *["body"] * (len(head) - 2), "strong")
        table = TableBlock.model_validate({"head": head, "rows": rows, "styles": styles})
        return Panel(self.word(key), note, blocks=(table,))

    def others(self, alike: Sequence[Subject]) -> Iterator[Panel]:
        """A table of the other areas: their names and two sizes, and of triangles the angle."""
        rows = []
        for name, area in ((subject.name, subject.printed) for subject in alike):
            sizes = (area.diameter, area.radius) if area.round else (area.length, area.width)
            angle = () if area.round else (in_print(f"{2 * area.half_angle:.2f}°"),)
            rows.append((name, *map(self.measure.full, sizes), *angle))
        if rows:
            yield self.table("rounds" if self.area.round else "others", rows)

    def steps(self, string: str = "") -> Iterator[Panel]:
        """How the gauge is used, step by step, with bold words between stars; `string` is how long one is."""
        if items := [self.filled(text, string=string) for text in self.kind.use]:
            yield Panel(self.word("use"), blocks=(Listing.model_validate({"mark": "number", "items": items}),))

    def does(self, wide: float, style: Style) -> Iterator[Panel]:
        """A bar from 1 to 100 for each line of what a roll does, and the notes."""
        labels = enumerate(self.subject.effects)
        items = [item for n, label in labels for item in self._bar(label, 16.6 * n, wide, style)]
        notes = (Listing.model_validate(self.notes),) if self.notes else ()
        if items or notes:
            title, high = self.word("does" if items else "note"), 16.6 * len(self.subject.effects) - 3
            yield Panel(title, "", high, tuple(items), notes)

    def _bar(self, label: str, y: float, wide: float, style: Style) -> Iterator[Item]:
        """The bar of one line, with what its colours mean below."""
        size, x = self.size(8.5), 0.0
        yield run(0, y + 2.6, label, BOLD, self.size(9.5), self.red)
        for i, (outcome, dice, low, high) in enumerate(self.subject.effects[label]):
            box = Box((low - 1) * wide / 100, y + 4.2, (high - low + 1) * wide / 100, 4.4)
            fill, text = style.harm(max(1, 4 - i)), f"{dice} {self.outcome(outcome)}"
            yield Path(round_rect(box, 0.01), fill, self.line(0.3))
            yield Path(round_rect(Box(x, y + 10.4, 2.6, 2.6), 0.4), fill, self.line(0.25))
            yield center_run(x + 3.8, y + 11.7, text, BOLD, size, self.ink, LEFT)
            x += max(wide / 4, width_of(text, BOLD, size) + 6)

    def misses(self, wide: float) -> Iterator[Panel]:
        """The die for a miss: every roll with its word, two in a row."""
        rose = self.subject.rose
        places = [(wide / 2 * (i % 2), 9.2 * (i // 2) + 3.7) for i in range(len(rose))]
        items = tuple(item for spoke, (x, y) in zip(rose, places, strict=True) for item in self._spoke(spoke, x, y))
        if items:
            yield Panel(self.word("misses"), "", 9.2 * math.ceil(len(rose) / 2) - 1.8, items)

    def _spoke(self, spoke: Spoke, x: float, y: float) -> Iterator[Item]:
        """A roll on a die, the way it sends the charge, and its word."""
        yield from self.die(spoke.roll, x + 3.7, y, 7.4, 1.4, 0.4, self.size(14))
        yield center_run(x + 17, y, spoke.word, BOLD, self.size(10.5), self.ink, LEFT)
        x += 12.2
        if spoke.way in TURNS:
            yield self.arrow(x, y, 7, TURNS[spoke.way])
        elif spoke.way == "middle":
            yield Path(circle(x, y, 2.4), None, self.line(0.6))
            yield Path(circle(x, y, 0.8), self.red)
        else:
            cross = ((x - 2, y - 2), (x + 2, y + 2)), ((x - 2, y + 2), (x + 2, y - 2))
            yield from self.strokes(cross, 1.2)


class StringGauge(Gauge):
    """A slim wedge at the left of its panels, or a broad one above them."""

    def page(self, foot: float, alike: Sequence[Subject], style: Style) -> Page:
        """The wedge as large as the page allows. ValueError for a rectangle."""
        area = self.area
        if area.shape == "rectangle":
            raise ValueError(f"{self.subject.name} is a rectangle, which has no gauge")
        slim = area.half_angle <= _SLIM
        tall, broad = (foot - TOP - 14, 78.0) if slim else (108.0, WIDE - 2 * _BESIDE)
        share = min(1.0, tall / (area.length * MM_PER_IN), broad / (area.width * MM_PER_IN))
        wedge = Wedge(replace(self.subject, area=area.scaled(share), scale=FULL), self.library, self.look)
        if slim:
            apex, left, x, y, columns = foot - 8, _BESIDE, wedge.width + 2 * _BESIDE + 3, TOP, 1
        else:
            apex, left, x, columns = TOP + 5 + wedge.length, (WIDE - wedge.width) / 2, 0.0, 2
            y = apex + 8
        column = (WIDE - x - _BETWEEN * (columns - 1)) / columns
        string = inches(area.along_edge(area.length))
        panels = [self._whole(column, share), self._knots(), *self.steps(string), *self.does(column, style)]
        drawn = Place(Group(tuple(self._cut_out(wedge))), translate(left, apex - wedge.length))
        return [drawn], [*panels, *self.others(alike)], Box(x, y, WIDE - x, foot - y), columns

    def _knots(self) -> Panel:
        """Where to tie knots into the two strings, and how far apart they then are."""
        rows, area, measure = [], self.area, self.measure
        for number in range(1, _KNOTS + 1):
            at = area.length * number / _KNOTS
            edge, gap = area.along_edge(at), area.width_at(at) * measure.inch
            far = (in_print(f"{edge:.2f}") + " in", f"{25.4 * edge:.0f} mm", f"{in_print(f'{gap:.2f}')} {measure.unit}")
            rows.append((f"{number}", measure.full(at), *far))
        return self.table("knots", rows, self.word("knots-note"))

    def _whole(self, wide: float, share: float) -> Panel:
        """The whole triangle, lying, with its knots; the share that the wedge shows is dark."""
        area, measure, ink = self.area, self.measure, self.ink
        k = min((wide - 22) / area.length, 46 / area.width)
        long, half = area.length * k, area.width * k / 2
        y = half + 2

        def ends(part: float) -> tuple[Point, Point]:
            return (long * part, y - half * part), (long * part, y + half * part)

        items: list[Item] = [
            Path(polygon(((0, y), *ends(1))), self.color("ray"), self.line(0.5)),
            Path(polygon(((0, y), *ends(share))), ink),
        ]
        parts = [number / _KNOTS for number in range(1, _KNOTS)]
        for part in parts:
            text, (x, low) = measure.told(area.length * part, True), ends(part)[1]
            if width_of(text, BOLD, self.size(7.5)) < long / _KNOTS - 1:
                items.append(run(x, low + 3.4, text, BOLD, self.size(7.5), ink, CENTER))
        items += self.strokes(map(ends, parts), 0.3)
        items.append(center_run(long + 2, y, measure.full(area.width), BOLD, self.size(9), ink, LEFT))
        return Panel(self.word("whole"), "", y + half + 2.5, tuple(items))

    def _cut_out(self, wedge: Wedge) -> Iterator[Item]:
        """The wedge, with inches along the middle, the strings, the angle and the name of the apex around it."""
        ground = Path(wedge.outline, wedge.color("core"))
        yield Place(Group((ground, *wedge.filling(12.0, wedge.length + 60.0), *wedge.edges()), wedge.outline))
        marks = [number * MM_PER_IN for number in range(1, math.floor((wedge.length - 1) / MM_PER_IN) + 1)]
        for number, at in enumerate(marks, 1):
            told = self.measure.told(number, True)
            yield center_run(*wedge.at(wedge.half(at) + 3, at), told, BOLD, self.size(8), self.ink, LEFT)
        ends = [(at, side * wedge.half(at), side * (wedge.half(at) + 2)) for at in marks for side in (-1, 1)]
        yield from self.strokes(((wedge.at(near, at), wedge.at(far, at)) for at, near, far in ends), 0.35)
        lean, half, at = wedge.area.half_angle, wedge.width / 2, 0.66 * wedge.length
        beyond, text = min(1.035, 1 + 5 / wedge.length), self.word("edge")
        for side in (-1, 1):
            string = wedge.at(side * half, wedge.length), wedge.at(side * half * beyond, wedge.length * beyond)
            yield from self.strokes([string], 0.5, (2.4, 1.4), "red")
            x = side * (wedge.half(at) + (5.0 if side < 0 else 10.5) / math.cos(math.radians(lean)))
            yield from self.fitting(*wedge.at(x, at), text, BOLD, 9, 0.55 * wedge.length, "red", -side * (90 - lean))
        yield from self._angle(wedge)
        yield Path(circle(*wedge.at(0, 0), 1.0), self.red, self.line(0.3))
        yield center_run(*wedge.at(4, -1.5), self.filled(self.kind.apex_note), BOLD, self.size(9), self.red, LEFT)
        yield Path(wedge.outline, None, self.line(0.35, color="red"))

    def _angle(self, wedge: Wedge) -> Iterator[Item]:
        """The whole angle at the apex, with an arc from edge to edge."""
        lean, radius = wedge.area.half_angle, min(58.0, 0.36 * wedge.length)
        bow = tuple(arc(*wedge.at(0, 0), radius, 270 - lean, 2 * lean))
        yield Path(bow, None, self.line(1.4, color="white"))
        yield Path(bow, None, self.line(0.5))
        x, align = (0.0, CENTER) if wedge.half(radius) > 14 else (-wedge.half(radius) - 4, RIGHT)
        yield from self.plate(
            in_print(f"{2 * lean:.2f}°"), BOLD, self.size(11), *wedge.at(x, radius), 0.35, align=align
        )


def _set(panels: Sequence[Panel], box: Box, columns: int, setter: Typesetter) -> tuple[Item, ...]:
    """The panels in their box, the first ones where there is no room for all; ValueError when there is for none."""
    across = columns_of((1.0,) * columns, box.w * PT_PER_MM, _BETWEEN * PT_PER_MM)

    def bands(count: int, at: Typesetter) -> list[Band]:
        chunks = (chunk for panel in panels[:count] for chunk in panel.chunks(across[0].width, at))
        return [Band(across, (tuple(chunks),))]

    fitted = fit_most(range(len(panels), 0, -1), bands, box.h * PT_PER_MM, setter)
    if fitted.findings:
        raise ValueError(fitted.findings[0].message)
    return fitted.page(0, box.x * PT_PER_MM, box.y * PT_PER_MM)


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
            yield center_run(0, _GLUE * 0.66, self.word("glue"), BODY, self.size(8), self.ink)
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
                yield center_run(_HALF - 5.6, y, told, BOLD, self.size(9), self.ink, RIGHT)

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
        yield center_run(-1.5, at, text, BOLD, self.size(9), self.red)

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
