"""An area and a look come in; a page of tools that lay the area out with pins and strings goes out, in points.

Triangles get a wedge with their exact angle and a table of knots, round areas a strip as long as their radius. The
page is drawn in millimetres and fits on letter and on A4.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from printgen.base.geometry import Box, scale, translate
from printgen.base.units import PT_PER_MM
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Segment, Stroke
from printgen.drawing.outlines import circle, polygon, polyline, rectangle
from printgen.drawing.patterns import hazard
from printgen.drawing.words import BODY, BOLD, CENTER, LEFT, STENCIL, middled, run, turned, width_of
from printgen.kinds.area_template.beam import flames, rays
from printgen.kinds.area_template.letters import fitted, plate
from printgen.kinds.area_template.looks import AreaLook, filled
from printgen.kinds.area_template.model import FULL, Area, Subject, inches
from printgen.kinds.area_template.outline import arc
from printgen.kinds.area_template.panels import (
    LENS,
    Panel,
    effects,
    heading,
    knot_table,
    misses,
    stacked_panels,
    steps,
    table,
)
from printgen.kinds.area_template.strip import arc_panel, strip, strip_width
from printgen.kinds.area_template.wedge import MM_PER_IN, Wedge, edges

PAGE = (195.9, 262.0)
"""Width and height of a gauge page in millimetres."""

KNOTS = 6
_BAR, _TOP = 15.0, 23.0
_SLIM = 17.0
# On either side of a wedge stand its ticks, their numbers and the words along its edges.
_BESIDE = 15.0


def gauge(subject: Subject, look: AreaLook, others: Sequence[Area] = ()) -> Drawing:
    """The page of one area; `others` are areas of the same sort, at the scale. ValueError when there can be none."""
    if subject.area.shape == "rectangle":
        raise ValueError(f"{subject.area.name} is a rectangle, which has no gauge")
    items = _header(subject, look)
    if subject.area.shape == "triangle":
        items += _wedge_page(subject, look, others)
    else:
        items += _strip_page(subject, look, others)
    width, height = (v * PT_PER_MM for v in PAGE)
    return Drawing(width, height, (Place(Group(tuple(items)), scale(PT_PER_MM)),))


def _header(subject: Subject, look: AreaLook) -> list[Item]:
    ground = "white" if look.saving else "ink"
    bar, stripes = Box(0, 0, PAGE[0], _BAR), Box(PAGE[0] - 22, 0, 22, _BAR)
    ink, letters = look.color("ink"), look.color("ink" if look.saving else "white")
    striped = Group(hazard(stripes, look.color("hazard"), ink, 4.0), rectangle(stripes))
    items: list[Item] = [Path(rectangle(bar), look.color(ground), Stroke(ink, 0.4)), Place(striped)]
    title = look.word("gauge", "title", subject).upper()
    size = fitted(title, STENCIL, 24, 100, LENS) or LENS.least
    items.append(middled(4, _BAR / 2, title, STENCIL, size, letters, LEFT))
    x = 4 + width_of(title, STENCIL, size) + 6
    shape = {"circle": "round", "half-circle": "half"}.get(subject.area.shape, "wedge")
    kicker = look.heading(subject, look.word("gauge", f"{shape}-kicker", subject))
    line = look.word("gauge", "wedge-line" if shape == "wedge" else "round-line", subject)
    room = PAGE[0] - 26 - x
    for text, font, points, y, color in (
        (kicker, BOLD, 11, 5.2, look.color("ink" if look.saving else "hazard")),
        (line, BODY, 9, 10.4, letters),
    ):
        small = fitted(text, font, points, room, LENS)
        if small:
            items.append(middled(x, y, text, font, small, color, LEFT))
    return items


def _strip_page(subject: Subject, look: AreaLook, others: Sequence[Area]) -> list[Item]:
    """The strip on the left; a piece of the edge, the steps, and what to roll on the right."""
    tall = PAGE[1] - _TOP - 1
    taken = strip_width(subject.printed.radius * MM_PER_IN, tall)
    x = taken + 7
    wide = PAGE[0] - x
    use = steps(look.word("gauge", "use", subject), _use(subject, look), wide, look)
    panels = [use, misses(subject, wide, look), effects(subject, wide, look), arc_panel(subject, look, wide)]
    if others:
        rows = [(a.name, *(_told(subject, size) for size in (a.diameter, a.radius))) for a in others]
        head, title = look.lines("gauge", "rounds-head", subject), look.word("gauge", "rounds", subject)
        panels.append(table(title, "", head, rows, (40, 30, 30), wide, look))
    placed, _ = stacked_panels(_there(panels), x, _TOP + 1, PAGE[1])
    return [Place(Group(strip(subject, look, tall)), translate(0, _TOP)), *placed]


def _use(subject: Subject, look: AreaLook) -> list[str]:
    """How the gauge is used, step by step."""
    triangle = subject.area.shape == "triangle"
    string = inches(subject.printed.along_edge(subject.printed.length)) if triangle else ""
    return [filled(text, subject, string=string) for text in look.kind(subject).use]


def _told(subject: Subject, value: float) -> str:
    return f"{subject.measure.told(value)} {subject.measure.unit}"


def _there(panels: Sequence[Panel | None]) -> list[Panel]:
    return [panel for panel in panels if panel is not None]


def _wedge_page(subject: Subject, look: AreaLook, others: Sequence[Area]) -> list[Item]:
    """A slim wedge stands at the left of its panels, a broad one above them."""
    area = subject.printed
    slim = area.half_angle <= _SLIM
    tall, broad = (PAGE[1] - _TOP - 14, 78.0) if slim else (108.0, PAGE[0] - 2 * _BESIDE)
    size = min(1.0, tall / (area.length * MM_PER_IN), broad / (area.width * MM_PER_IN))
    cut = Area(area.name, "triangle", length=area.length * size, width=area.width * size)
    wide = cut.width * MM_PER_IN
    if slim:
        x = wide + 2 * _BESIDE + 3
        foot = PAGE[1] - 8
        column = PAGE[0] - x
        panels = _panels(subject, look, others, column, cut)
        placed, _ = stacked_panels(panels, x, _TOP + 1, PAGE[1])
        return [*_cut_wedge(subject, look, cut, _BESIDE, foot), *placed]
    foot = _TOP + 5 + cut.length * MM_PER_IN
    column = (PAGE[0] - 8) / 2
    panels = _panels(subject, look, others, column, cut)
    start = foot + 10
    left, rest = stacked_panels(panels, 0, start, PAGE[1])
    right, _ = stacked_panels(rest, column + 8, start, PAGE[1])
    return [*_cut_wedge(subject, look, cut, (PAGE[0] - wide) / 2, foot), *left, *right]


def _panels(subject: Subject, look: AreaLook, others: Sequence[Area], wide: float, cut: Area) -> list[Panel]:
    """What stands beside a wedge, the most needed first."""
    panels: list[Panel | None] = [
        _whole(subject, look, wide, cut),
        knot_table(subject.printed, KNOTS, wide, look, subject),
        steps(look.word("gauge", "use", subject), _use(subject, look), wide, look),
        effects(subject, wide, look),
    ]
    if others:
        rows = [(a.name, _told(subject, a.length), _told(subject, a.width), f"{2 * a.half_angle:.2f}°") for a in others]
        head = look.lines("gauge", "others-head", subject)
        panels.append(table(look.word("gauge", "others", subject), "", head, rows, (40, 20, 20, 20), wide, look))
    return _there(panels)


def _whole(subject: Subject, look: AreaLook, wide: float, cut: Area) -> Panel:
    """The whole triangle, lying, with its knots; the part that the wedge shows is dark."""
    area = subject.printed
    items, top = heading(look.word("gauge", "whole", subject), look)
    k = min((wide - 22) / area.length, 46 / area.width)
    long, half = area.length * k, area.width * k / 2
    ink = look.color("ink")
    y = top + half + 2
    part = cut.length / area.length
    items.append(Path(polygon(((0, y), (long, y - half), (long, y + half))), look.color("ray"), Stroke(ink, 0.5)))
    items.append(Path(polygon(((0, y), (long * part, y - half * part), (long * part, y + half * part))), ink))
    lines: list[Segment] = []
    for number in range(1, KNOTS):
        x, reach = long * number / KNOTS, half * number / KNOTS
        lines += polyline(((x, y - reach), (x, y + reach)))
        text = subject.measure.told(area.length * number / KNOTS, True)
        if width_of(text, BOLD, LENS.size(7.5)) < long / KNOTS - 1:
            items.append(run(x, y + reach + 3.4, text, BOLD, LENS.size(7.5), ink, CENTER))
    items.append(Path(tuple(lines), None, Stroke(ink, 0.3)))
    items.append(middled(long + 2, y, _told(subject, area.width), BOLD, LENS.size(9), ink, LEFT))
    return Panel(y + half + 2.5, tuple(items))


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
    number = 1
    while number * MM_PER_IN <= wedge.length - 1:
        at = number * MM_PER_IN
        y, half = wedge.y(at), wedge.half(at)
        for side in (-1, 1):
            ticks += polyline(((middle + side * half, y), (middle + side * (half + 2), y)))
        items.append(middled(middle + half + 3, y, subject.measure.told(number, True), BOLD, LENS.size(8), ink, LEFT))
        number += 1
    if ticks:
        items.append(Path(tuple(ticks), None, Stroke(ink, 0.35)))
    beyond = min(1.035, 1 + 5 / wedge.length)
    for side in (-1, 1):
        end = (middle + side * wedge.width / 2 * beyond, wedge.y(wedge.length * beyond))
        items.append(Path(polyline(((middle + side * wedge.width / 2, 0.0), end)), None, Stroke(red, 0.5, (2.4, 1.4))))
        text = look.word("gauge", "edge", subject)
        size = fitted(text, BOLD, 9, 0.55 * wedge.length, LENS)
        if size:
            at = 0.66 * wedge.length
            away = 5.0 if side < 0 else 10.5
            away /= math.cos(math.radians(lean))
            x = middle + side * (wedge.half(at) + away)
            items.append(turned((middled(0, 0, text, BOLD, size, red),), x, wedge.y(at), -side * (90 - lean)))
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
    if wedge.half(radius) > 14:
        return [*items, *plate(text, BOLD, size, ax, ay - radius, white, ink, Stroke(ink, 0.35))]
    return [
        *items,
        *plate(text, BOLD, size, ax - wedge.half(radius) - 4, ay - radius, white, ink, Stroke(ink, 0.35), 1.0),
    ]
