"""A round area and a look come in; a strip as long as its radius and a piece of its edge go out, in millimetres."""

from __future__ import annotations

import math

from printgen.base.geometry import translate
from printgen.drawing.model import Group, Item, Outline, Path, Place, Segment, Stroke
from printgen.drawing.outlines import circle, polygon, polyline
from printgen.drawing.words import BODY, BOLD, CENTER, RIGHT, STENCIL, middled, run
from printgen.kinds.area_template.letters import fitted, fitting, plate, stroked
from printgen.kinds.area_template.looks import AreaLook
from printgen.kinds.area_template.model import Measure, Subject
from printgen.kinds.area_template.outline import arc, bow
from printgen.kinds.area_template.panels import LENS, Panel
from printgen.kinds.area_template.wedge import MM_PER_IN

_HALF = 10.0
_PITCH = 25.0
_GLUE = 12.0
_HUB = 11.0
_MOST_PARTS = 4
_BAND = 12.0


def strip(subject: Subject, look: AreaLook, height: float) -> tuple[tuple[Item, ...], float]:
    """The strip in upright parts side by side, within so much height from (0, 0) down; and how much width it takes.

    ValueError when it has too many parts for a page.
    """
    radius = subject.printed.radius * MM_PER_IN
    count = math.ceil((radius + 2) / (height - max(_HUB, _GLUE) - 2))
    if count > _MOST_PARTS:
        raise ValueError(f"a radius of {radius / MM_PER_IN:g} in is too long for a strip on one page")
    items: list[Item] = []
    for number in range(count):
        start, end = radius * number / count, radius * (number + 1) / count
        foot = height - (_GLUE if number else _HUB)
        part = _part(subject, look, (start, end), (number, count))
        items.append(Place(Group(part), translate(number * _PITCH + _HALF + 1, foot)))
    return tuple(items), count * _PITCH


def _part(subject: Subject, look: AreaLook, reach: tuple[float, float], place: tuple[int, int]) -> tuple[Item, ...]:
    """One part with its lower end, or the middle of the hole, at (0, 0)."""
    (start, end), (number, count) = reach, place
    ink, first, last = look.color("ink"), number == 0, number == count - 1
    radius = subject.printed.radius * MM_PER_IN
    outline = _part_outline(radius, end - start, first, last)
    items: list[Item] = [Path(outline, look.color("white"))]
    if last:
        items.append(Place(Group(_stripes(look, end - start, radius), outline)))
    items += _scale(look, subject.measure, start, end, last)
    if first:
        items += _hub(subject, look)
    else:
        items += _joint(subject, look, 0.0, number)
        words = look.word("gauge", "glue", subject)
        items.append(middled(0, _GLUE * 0.66, words, BODY, LENS.size(8), ink))
    if not last:
        items += _joint(subject, look, -(end - start), number + 1)
    else:
        text, white, red = look.word("gauge", "rim", subject), look.color("white"), look.color("red")
        size = fitted(text, BOLD, 9, 2 * _HALF - 2, LENS) or LENS.least
        items += plate(text, BOLD, size, 0, -(end - start) + 11.5, white, red, Stroke(ink, 0.3))
    title = look.heading(subject, look.title(subject))
    room = end - start - (34 if first else 14) - (16 if last else 10)
    middle = -(end - start) / 2 - (8 if first else 0)
    items += fitting(-_HALF / 2.2, middle, title, STENCIL, 13, room, LENS, ink, -90)
    items.append(Path(outline, None, Stroke(ink, 0.35)))
    return tuple(items)


def _part_outline(radius: float, length: float, first: bool, last: bool) -> Outline:
    """The line to cut a part along: round at the hole, as the circle's edge at the rim, square at joints."""
    out: list[Segment] = []
    if first:
        out += arc(0.0, 0.0, _HALF, 0.0, 180.0)
    else:
        out += (("M", _HALF, _GLUE), ("L", -_HALF, _GLUE))
    if last:
        centre = radius - length
        lean = math.degrees(math.asin(_HALF / radius))
        (_, x, y), *curves = arc(0.0, centre, radius, 270 - lean, 2 * lean)
        out += (("L", x, y), *curves)
    else:
        out += (("L", -_HALF, -length), ("L", _HALF, -length))
    return (*out, ("Z",))


def _stripes(look: AreaLook, length: float, radius: float) -> tuple[Item, ...]:
    """Warning stripes at the rim."""
    centre = radius - length
    band = bow(0.0, centre, radius, radius - 6, 240, 60)
    stripes: list[Segment] = []
    for i in range(-4, 5):
        x = i * 6.0
        stripes += polygon(((x - 4, -length + 10), (x - 1, -length + 10), (x + 5, -length - 2), (x + 2, -length - 2)))
    return (
        Path(band, look.color("hazard"), None),
        Place(Group((Path(tuple(stripes), look.color("ink")),), band)),
        Path((*arc(0.0, centre, radius - 6, 240, 60),), None, Stroke(look.color("ink"), 0.5)),
    )


def _scale(look: AreaLook, measure: Measure, start: float, end: float, last: bool) -> list[Item]:
    """Quarter inches along the right edge, with the numbers of whole ones, counted from the hole."""
    ticks: list[Segment] = []
    items: list[Item] = []
    ink = look.color("ink")
    for quarter in range(math.ceil(start / MM_PER_IN * 4 + 0.01), int(end / MM_PER_IN * 4) + 1):
        far = quarter / 4 * MM_PER_IN
        y = -(far - start)
        if far < 6 or (last and far > end - 7):
            continue
        long = 5.0 if quarter % 4 == 0 else 3.2 if quarter % 2 == 0 else 2.0
        ticks += polyline(((_HALF, y), (_HALF - long, y)))
        if quarter % 4 == 0 and not (last and far > end - 16) and y < -5 and y > start - end + 4:
            items.append(middled(_HALF - 5.6, y, measure.told(quarter // 4, True), BOLD, LENS.size(9), ink, RIGHT))
    return [*stroked(ticks, Stroke(ink, 0.3)), *items]


def _hub(subject: Subject, look: AreaLook) -> list[Item]:
    """The hole for the pin."""
    ink = look.color("ink")
    cross = (*polyline(((-6.0, 0.0), (6.0, 0.0))), *polyline(((0.0, -6.0), (0.0, 6.0))))
    return [
        Path(circle(0, 0, 4.4), None, Stroke(ink, 0.3)),
        Path(circle(0, 0, 1.5), look.color("red"), Stroke(ink, 0.3)),
        Path(cross, None, Stroke(ink, 0.3)),
        run(0, 9, look.word("gauge", "hub", subject), BOLD, LENS.size(9), look.color("red"), CENTER),
    ]


def _joint(subject: Subject, look: AreaLook, y: float, number: int) -> list[Item]:
    """Where two parts meet."""
    text = look.word("gauge", "join", subject, letter=chr(ord("A") + number - 1))
    at = y + (5.5 if y < 0 else -5.5)
    line = polyline(((-_HALF, y), (_HALF, y)))
    return [
        Path(line, None, Stroke(look.color("red"), 0.4, (2.0, 1.2))),
        middled(-1.5, at, text, BOLD, LENS.size(9), look.color("red")),
    ]


def arc_panel(subject: Subject, look: AreaLook, wide: float) -> Panel:
    """A quarter of the circle where the column is wide enough for it, else a piece of its true edge."""
    radius = subject.printed.radius * MM_PER_IN
    ink = look.color("ink")
    if radius + 8 <= wide and radius < 110:
        items: list[Item] = []
        x, y = 4.0, radius + 1
        outline: Outline = (*arc(x, y, radius, 270, 90), ("L", x, y), ("Z",))
        items.append(Path(outline, look.color("core"), Stroke(ink, 0.35)))
        for number in range(1, math.ceil(subject.printed.radius)):
            circle_ = tuple(arc(x, y, number * MM_PER_IN, 270, 90))
            items.append(Path(circle_, None, Stroke(ink, 0.2, (2.0, 1.4))))
            told, right = subject.measure.told(number, True), x + number * MM_PER_IN - 1
            items.append(run(right, y - 1.2, told, BOLD, LENS.size(8), ink, RIGHT))
        items.append(Path(circle(x, y, 1.5), look.color("red"), Stroke(ink, 0.3)))
        return Panel(look.word("gauge", "quarter", subject), "", y + 3, tuple(items))
    half = math.degrees(math.asin(min(1.0, (wide / 2 - 1) / radius)))
    y = radius + 1
    low = radius - _BAND
    band = bow(wide / 2, y, radius, low, 270 - half, 2 * half)
    items = [Path(band, look.color("core"), Stroke(ink, 0.35))]
    text = f"{look.title(subject)}  ·  R {subject.measure.told(subject.printed.radius)} {subject.measure.unit}"
    lowest = y - low * math.cos(math.radians(half))
    items += fitting(wide / 2, y - radius + _BAND / 2, text, BOLD, 10, 0.5 * wide, LENS, ink)
    note = look.word("gauge", "arc-note", subject)
    return Panel(look.word("gauge", "arc", subject), note, lowest + 1, tuple(items))
