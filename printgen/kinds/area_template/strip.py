"""A round area and a look come in; a strip as long as its radius and a piece of its edge go out, in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator

from printgen.base.geometry import translate
from printgen.drawing.model import Group, Item, Outline, Path, Place, Segment, Stroke
from printgen.drawing.outlines import circle, polygon, polyline
from printgen.drawing.words import BODY, BOLD, CENTER, RIGHT, STENCIL, middled, run
from printgen.kinds.area_template.outline import arc, bow
from printgen.kinds.area_template.panels import Panel
from printgen.kinds.area_template.sketch import MM_PER_IN, Sketch, stroked

_HALF = 10.0
_PITCH = 25.0
_GLUE, _HUB = 12.0, 11.0
_MOST_PARTS = 4
_BAND = 12.0


def strip(sketch: Sketch, height: float) -> tuple[list[Item], float]:
    """The strip in upright parts side by side, within so much height from (0, 0) down; and how much width it takes.

    ValueError when it has too many parts for a page, or is shorter than broad.
    """
    radius = sketch.area.radius * MM_PER_IN
    count = math.ceil((radius + 2) / (height - max(_HUB, _GLUE) - 2))
    if not (count <= _MOST_PARTS and radius >= _HALF):
        raise ValueError(f"no strip on one page has a radius of {sketch.area.radius:g} in")
    feet = [height - (_GLUE if number else _HUB) for number in range(count)]
    parts = [Group(tuple(_part(sketch, radius, number, count))) for number in range(count)]
    places = [translate(number * _PITCH + _HALF + 1, foot) for number, foot in enumerate(feet)]
    return list(map(Place, parts, places)), count * _PITCH


def _part(sketch: Sketch, radius: float, number: int, count: int) -> Iterator[Item]:
    """One part with its lower end, or the middle of the hole, at (0, 0)."""
    first, last, length = number == 0, number == count - 1, radius / count
    outline = _part_outline(radius, length, first, last)
    yield Path(outline, sketch.white)
    if last:
        yield Place(Group(tuple(_stripes(sketch, length, radius)), outline))
    yield from _scale(sketch, length * number, length, last)
    if first:
        yield from _hub(sketch)
    else:
        yield from _joint(sketch, 0.0, number)
        yield middled(0, _GLUE * 0.66, sketch.word("glue"), BODY, sketch.size(8), sketch.ink)
    if last:
        size = sketch.fitted(sketch.word("rim"), BOLD, 9, 2 * _HALF - 2) or sketch.size(0)
        yield from sketch.plate(sketch.word("rim"), BOLD, size, 0, 11.5 - length, 0.3, "red")
    else:
        yield from _joint(sketch, -length, number + 1)
    room = length - (34 if first else 14) - (16 if last else 10)
    middle = -length / 2 - (8 if first else 0)
    yield from sketch.fitting(-_HALF / 2.2, middle, sketch.heading(sketch.title), STENCIL, 13, room, sketch.ink, -90)
    yield Path(outline, None, sketch.line(0.35))


def _part_outline(radius: float, length: float, first: bool, last: bool) -> Outline:
    """The line to cut a part along: round at the hole, as the circle's edge at the rim, square at joints."""
    out: list[Segment] = [*arc(0.0, 0.0, _HALF, 0.0, 180.0)] if first else [("M", _HALF, _GLUE), ("L", -_HALF, _GLUE)]
    if last:
        lean = math.degrees(math.asin(_HALF / radius))
        (_, x, y), *curves = arc(0.0, radius - length, radius, 270 - lean, 2 * lean)
        out += (("L", x, y), *curves)
    else:
        out += (("L", -_HALF, -length), ("L", _HALF, -length))
    return (*out, ("Z",))


def _stripes(sketch: Sketch, length: float, radius: float) -> Iterator[Item]:
    """Warning stripes at the rim."""
    centre = radius - length
    band = bow(0.0, centre, radius, radius - 6, 240, 60)
    stripes: list[Segment] = []
    for x in range(-24, 25, 6):
        stripes += polygon(((x - 4, 10 - length), (x - 1, 10 - length), (x + 5, -2 - length), (x + 2, -2 - length)))
    yield Path(band, sketch.color("hazard"))
    yield Place(Group((Path(tuple(stripes), sketch.ink),), band))
    yield Path((*arc(0.0, centre, radius - 6, 240, 60),), None, sketch.line(0.5))


def _scale(sketch: Sketch, start: float, length: float, last: bool) -> Iterator[Item]:
    """Quarter inches along the right edge, with the numbers of whole ones, counted from the hole."""
    ticks: list[Segment] = []
    numbers: list[Item] = []
    end = start + length
    for quarter in range(math.ceil(start / MM_PER_IN * 4 + 0.01), int(end / MM_PER_IN * 4) + 1):
        far = quarter / 4 * MM_PER_IN
        y = start - far
        if far < 6 or (last and far > end - 7):
            continue
        long = 5.0 if quarter % 4 == 0 else 3.2 if quarter % 2 == 0 else 2.0
        ticks += polyline(((_HALF, y), (_HALF - long, y)))
        if quarter % 4 == 0 and not (last and far > end - 16) and 4 - length < y < -5:
            told = sketch.measure.told(quarter // 4, True)
            numbers.append(middled(_HALF - 5.6, y, told, BOLD, sketch.size(9), sketch.ink, RIGHT))
    yield from stroked(ticks, sketch.line(0.3))
    yield from numbers


def _hub(sketch: Sketch) -> Iterator[Item]:
    """The hole for the pin."""
    line = sketch.line(0.3)
    yield Path(circle(0, 0, 4.4), None, line)
    yield Path(circle(0, 0, 1.5), sketch.red, line)
    yield Path((*polyline(((-6.0, 0.0), (6.0, 0.0))), *polyline(((0.0, -6.0), (0.0, 6.0)))), None, line)
    yield run(0, 9, sketch.word("hub"), BOLD, sketch.size(9), sketch.red, CENTER)


def _joint(sketch: Sketch, y: float, number: int) -> Iterator[Item]:
    """Where two parts meet."""
    text = sketch.word("join", letter=chr(ord("A") + number - 1))
    yield Path(polyline(((-_HALF, y), (_HALF, y))), None, Stroke(sketch.red, 0.4, (2.0, 1.2)))
    yield middled(-1.5, y + (5.5 if y < 0 else -5.5), text, BOLD, sketch.size(9), sketch.red)


def arc_panel(sketch: Sketch, wide: float) -> Panel:
    """A quarter of the circle where the column is wide enough for it, else a piece of its true edge."""
    radius, measure = sketch.area.radius * MM_PER_IN, sketch.measure
    y = radius + 1
    if radius + 8 <= wide and radius < 110:
        return Panel(sketch.word("quarter"), height=y + 3, items=tuple(_quarter(sketch, radius, 4.0, y)))
    half, low = math.degrees(math.asin(min(1.0, (wide / 2 - 1) / radius))), radius - _BAND
    band = bow(wide / 2, y, radius, low, 270 - half, 2 * half)
    text = f"{sketch.title}  ·  R {measure.full(sketch.area.radius)}"
    told = sketch.fitting(wide / 2, y - radius + _BAND / 2, text, BOLD, 10, 0.5 * wide, sketch.ink)
    lowest = y - low * math.cos(math.radians(half))
    items = (Path(band, sketch.color("core"), sketch.line(0.35)), *told)
    return Panel(sketch.word("arc"), sketch.word("arc-note"), lowest + 1, items)


def _quarter(sketch: Sketch, radius: float, x: float, y: float) -> Iterator[Item]:
    """A quarter of the circle around (x, y), with an arc at every inch."""
    outline = (*arc(x, y, radius, 270, 90), ("L", x, y), ("Z",))
    yield Path(outline, sketch.color("core"), sketch.line(0.35))
    for number in range(1, math.ceil(sketch.area.radius)):
        far = number * MM_PER_IN
        yield Path(tuple(arc(x, y, far, 270, 90)), None, sketch.line(0.2, (2.0, 1.4)))
        told = sketch.measure.told(number, True)
        yield run(x + far - 1, y - 1.2, told, BOLD, sketch.size(8), sketch.ink, RIGHT)
    yield Path(circle(x, y, 1.5), sketch.red, sketch.line(0.3))
