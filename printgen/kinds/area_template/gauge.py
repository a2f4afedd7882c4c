"""An area and a look come in; a page of tools that lay the area out with pins and strings goes out, in points.

Triangles get a wedge with their exact angle and a table of knots, round areas a strip as long as their radius. The
page is drawn in millimetres and fits on letter and on A4.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from printgen.base.geometry import Box, scale, translate
from printgen.base.units import PT_PER_MM, to_mm
from printgen.drawing.columns import Band, Column
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Segment, Stroke
from printgen.drawing.outlines import circle, polygon, polyline
from printgen.drawing.words import BOLD, CENTER, LEFT, RIGHT, middled, run, width_of
from printgen.flow.fitting import columns_of, fit
from printgen.flow.typeset import Typesetter
from printgen.kinds.area_template.beam import flames, rays
from printgen.kinds.area_template.letters import fitting, plate, stroked
from printgen.kinds.area_template.looks import AreaLook, filled
from printgen.kinds.area_template.model import FULL, Area, Subject, inches
from printgen.kinds.area_template.outline import arc
from printgen.kinds.area_template.panels import LENS, Panel, effects, knot_table, misses, steps, table
from printgen.kinds.area_template.strip import arc_panel, strip
from printgen.kinds.area_template.wedge import MM_PER_IN, Wedge, edges

PAGE = (195.9, 262.0)
"""Width and height of a gauge page in millimetres."""

KNOTS = 6
_TOP = 21.0
_SLIM = 17.0
_BETWEEN = 8.0
# On either side of a wedge stand its ticks, their numbers and the words along its edges.
_BESIDE = 15.0


class Sheet(NamedTuple):
    """What a gauge page is set with: the typesetter of its style, and what draws its frame with a title and lines."""

    setter: Typesetter
    frame: Callable[[Mapping[str, object]], tuple[Item, ...]]

    @property
    def foot(self) -> float:
        """Down to where the page may be filled, in millimetres."""
        return PAGE[1] - to_mm(self.setter.style.room[3])


def gauge(subject: Subject, look: AreaLook, others: Sequence[Area], sheet: Sheet) -> Drawing:
    """The page of one area; `others` are areas of the same sort, at the scale. ValueError when there can be none."""
    if subject.area.shape == "rectangle":
        raise ValueError(f"{subject.area.name} is a rectangle, which has no gauge")
    shape = {"circle": "round", "half-circle": "half"}.get(subject.area.shape, "wedge")
    told = {
        "title": look.word("gauge", "title", subject),
        "kicker": look.word("gauge", f"{shape}-kicker", subject),
        "line": look.scale_note(subject)
        or look.word("gauge", "wedge-line" if shape == "wedge" else "round-line", subject),
        "height": PAGE[1],
    }
    drawn, panels, box, columns = (_wedge_page if shape == "wedge" else _strip_page)(subject, look, others, sheet.foot)
    width, height = (v * PT_PER_MM for v in PAGE)
    placed = Place(Group(tuple(drawn)), scale(PT_PER_MM))
    return Drawing(width, height, (*sheet.frame(told), placed, *_set(panels, box, columns, sheet.setter)))


Page = tuple[list[Item], list[Panel], Box, int]
"""A gauge with what stands beside it: in which box, and in how many columns; in millimetres."""


def _set(panels: Sequence[Panel], box: Box, columns: int, setter: Typesetter) -> tuple[Item, ...]:
    """Panels in a box, the first ones where there is no room for all; ValueError when there is room for none."""
    across = columns_of((1.0,) * columns, box.w * PT_PER_MM, _BETWEEN * PT_PER_MM)
    for count in range(len(panels), 0, -1):
        shown = panels[:count]
        fitted = fit(partial(_bands, shown, across), box.h * PT_PER_MM, setter, 1)
        if not fitted.findings:
            return fitted.page(0, box.x * PT_PER_MM, box.y * PT_PER_MM)
    raise ValueError(fitted.findings[0].message)


def _bands(panels: Sequence[Panel], across: tuple[Column, ...], setter: Typesetter) -> list[Band]:
    return [Band(across, (tuple(chunk for panel in panels for chunk in panel.chunks(across[0].width, setter)),))]


def _strip_page(subject: Subject, look: AreaLook, others: Sequence[Area], foot: float) -> Page:
    """The strip on the left; a piece of the edge, the steps, and what to roll on the right."""
    tall = foot - _TOP - 1
    drawn, taken = strip(subject, look, tall)
    x = taken + 7
    wide = PAGE[0] - x
    panels = [
        steps(look.word("gauge", "use", subject), _use(subject, look)),
        misses(subject, wide, look),
        effects(subject, wide, look),
        arc_panel(subject, look, wide),
        _others("rounds", [(a.name, a.diameter, a.radius) for a in others], subject, look),
    ]
    strips: list[Item] = [Place(Group(drawn), translate(0, _TOP))]
    return strips, [panel for panel in panels if panel], Box(x, _TOP, wide, foot - _TOP), 1


def _others(key: str, areas: Sequence[tuple[str, float, float]], subject: Subject, look: AreaLook) -> Panel | None:
    """A table of the other areas: their names and two sizes, and of triangles the angle."""
    if not areas:
        return None
    measure = subject.measure
    rows = [[name, *(f"{measure.told(size)} {measure.unit}" for size in sizes)] for name, *sizes in areas]
    if key == "others":
        for row, (_, length, width) in zip(rows, areas, strict=True):
            row.append(f"{2 * math.degrees(math.atan2(width / 2, length)):.2f}°")
    return table(look.word("gauge", key, subject), "", look.lines("gauge", f"{key}-head", subject), rows)


def _use(subject: Subject, look: AreaLook) -> list[str]:
    """How the gauge is used, step by step."""
    string = inches(subject.printed.along_edge(subject.printed.length)) if subject.area.shape == "triangle" else ""
    return [filled(text, subject, string=string) for text in look.kind(subject).use]


def _wedge_page(subject: Subject, look: AreaLook, others: Sequence[Area], foot: float) -> Page:
    """A slim wedge stands at the left of its panels, a broad one above them."""
    area = subject.printed
    slim = area.half_angle <= _SLIM
    tall, broad = (foot - _TOP - 14, 78.0) if slim else (108.0, PAGE[0] - 2 * _BESIDE)
    size = min(1.0, tall / (area.length * MM_PER_IN), broad / (area.width * MM_PER_IN))
    cut = Area(area.name, "triangle", length=area.length * size, width=area.width * size)
    wide, apex = cut.width * MM_PER_IN, foot - 8 if slim else _TOP + 5 + cut.length * MM_PER_IN
    if slim:
        x, y, left, columns = wide + 2 * _BESIDE + 3, _TOP, _BESIDE, 1
    else:
        x, y, left, columns = 0.0, apex + 8, (PAGE[0] - wide) / 2, 2
    column = (PAGE[0] - x - _BETWEEN * (columns - 1)) / columns
    panels = [
        _whole(subject, look, column, cut),
        knot_table(area, KNOTS, look, subject),
        steps(look.word("gauge", "use", subject), _use(subject, look)),
        effects(subject, column, look),
        _others("others", [(a.name, a.length, a.width) for a in others], subject, look),
    ]
    drawn = _cut_wedge(subject, look, cut, left, apex)
    return drawn, [panel for panel in panels if panel], Box(x, y, PAGE[0] - x, foot - y), columns


def _whole(subject: Subject, look: AreaLook, wide: float, cut: Area) -> Panel:
    """The whole triangle, lying, with its knots; the part that the wedge shows is dark."""
    area = subject.printed
    k = min((wide - 22) / area.length, 46 / area.width)
    long, half = area.length * k, area.width * k / 2
    ink = look.color("ink")
    y = half + 2
    part = cut.length / area.length
    items: list[Item] = [
        Path(polygon(((0, y), (long, y - half), (long, y + half))), look.color("ray"), Stroke(ink, 0.5)),
        Path(polygon(((0, y), (long * part, y - half * part), (long * part, y + half * part))), ink),
    ]
    lines: list[Segment] = []
    for number in range(1, KNOTS):
        x, reach = long * number / KNOTS, half * number / KNOTS
        lines += polyline(((x, y - reach), (x, y + reach)))
        text = subject.measure.told(area.length * number / KNOTS, True)
        if width_of(text, BOLD, LENS.size(7.5)) < long / KNOTS - 1:
            items.append(run(x, y + reach + 3.4, text, BOLD, LENS.size(7.5), ink, CENTER))
    items.append(Path(tuple(lines), None, Stroke(ink, 0.3)))
    told = f"{subject.measure.told(area.width)} {subject.measure.unit}"
    items.append(middled(long + 2, y, told, BOLD, LENS.size(9), ink, LEFT))
    return Panel(look.word("gauge", "whole", subject), "", y + half + 2.5, tuple(items))


def _cut_wedge(subject: Subject, look: AreaLook, cut: Area, x: float, foot: float) -> list[Item]:
    """The wedge to cut out, its left end at `x` and its apex at the height `foot`."""
    wedge = Wedge(replace(subject, area=cut, scale=FULL), look)
    inner = flames(wedge, 12.0, -60.0) if wedge.kind.art == "flames" else rays(wedge)
    picture = Group((Path(wedge.outline, look.color("core")), *inner, *edges(wedge)), wedge.outline)
    items: list[Item] = [Place(picture), *_beside(subject, look, wedge)]
    items.append(Path(wedge.outline, None, Stroke(look.color("red"), 0.35)))
    return [Place(Group(tuple(items)), translate(x, foot - wedge.length))]


def _beside(subject: Subject, look: AreaLook, wedge: Wedge) -> list[Item]:
    """Inches along the middle, the strings, the angle and the name of the apex, around a wedge."""
    ink, red = look.color("ink"), look.color("red")
    middle, (ax, ay) = wedge.width / 2, wedge.corners[2]
    lean = wedge.area.half_angle
    ticks: list[Segment] = []
    items: list[Item] = []
    for number in range(1, math.floor((wedge.length - 1) / MM_PER_IN) + 1):
        at = number * MM_PER_IN
        y, half = wedge.y(at), wedge.half(at)
        for side in (-1, 1):
            ticks += polyline(((middle + side * half, y), (middle + side * (half + 2), y)))
        items.append(middled(middle + half + 3, y, subject.measure.told(number, True), BOLD, LENS.size(8), ink, LEFT))
    items += stroked(ticks, Stroke(ink, 0.35))
    beyond = min(1.035, 1 + 5 / wedge.length)
    for side in (-1, 1):
        end = (middle + side * wedge.width / 2 * beyond, wedge.y(wedge.length * beyond))
        items.append(Path(polyline(((middle + side * wedge.width / 2, 0.0), end)), None, Stroke(red, 0.5, (2.4, 1.4))))
        at, text = 0.66 * wedge.length, look.word("gauge", "edge", subject)
        x = middle + side * (wedge.half(at) + (5.0 if side < 0 else 10.5) / math.cos(math.radians(lean)))
        items += fitting(x, wedge.y(at), text, BOLD, 9, 0.55 * wedge.length, LENS, red, -side * (90 - lean))
    items += _angle(look, wedge)
    apex = filled(wedge.kind.apex_note, subject)
    items.append(Path(circle(ax, ay, 1.0), red, Stroke(ink, 0.3)))
    return [*items, middled(ax + 4, ay + 1.5, apex, BOLD, LENS.size(9), red, LEFT)]


def _angle(look: AreaLook, wedge: Wedge) -> list[Item]:
    """The whole angle at the apex, with an arc from edge to edge."""
    lean = wedge.area.half_angle
    ax, ay = wedge.corners[2]
    ink, white = look.color("ink"), look.color("white")
    radius = min(58.0, 0.36 * wedge.length)
    bow = tuple(arc(ax, ay, radius, 270 - lean, 2 * lean))
    items: list[Item] = [Path(bow, None, Stroke(white, 1.4)), Path(bow, None, Stroke(ink, 0.5))]
    text, size = f"{2 * lean:.2f}°", LENS.size(11)
    x, align = (ax, CENTER) if wedge.half(radius) > 14 else (ax - wedge.half(radius) - 4, RIGHT)
    return [*items, *plate(text, BOLD, size, x, ay - radius, white, ink, Stroke(ink, 0.35), align)]
