"""An area and a look come in; a page of tools that lay the area out with pins and strings goes out, in points.

Triangles get a wedge with their exact angle and a table of knots, round areas a strip as long as their radius. The
page is drawn in millimetres and fits on letter and on A4.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from printgen.base.geometry import Box, scale, translate
from printgen.base.units import PT_PER_MM, to_mm
from printgen.drawing.columns import Band
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Segment, Stroke
from printgen.drawing.outlines import circle, polygon, polyline
from printgen.drawing.words import BOLD, CENTER, LEFT, RIGHT, middled, run, width_of
from printgen.flow.fitting import columns_of, fit
from printgen.flow.style import read_style
from printgen.flow.typeset import Typesetter
from printgen.kinds.area_template.beam import Wedge
from printgen.kinds.area_template.model import FULL, Area, Subject, inches
from printgen.kinds.area_template.outline import arc
from printgen.kinds.area_template.panels import KNOTS, Panel, effects, knots, misses, others, steps
from printgen.kinds.area_template.sketch import MM_PER_IN, Sketch, stroked
from printgen.kinds.area_template.strip import arc_panel, strip
from printgen.kinds.composition import Order
from printgen.kinds.facing import drawn_face

_WIDE, _HIGH = 195.9, 262.0
_TOP = 21.0
_SLIM = 17.0
_BETWEEN = 8.0
# On either side of a wedge stand its ticks, their numbers and the words along its edges.
_BESIDE = 15.0

_Page = tuple[Iterable[Item], Iterable[Panel], Box, int]
"""A gauge with what stands beside it: in which box, and in how many columns; in millimetres."""


def gauge(order: Order, subject: Subject, alike: Sequence[Subject]) -> Drawing:
    """The page of one area; `alike` are others of the same sort. ValueError when there can be none."""
    if subject.area.shape == "rectangle":
        raise ValueError(f"{subject.name} is a rectangle, which has no gauge")
    sketch, style = Sketch(subject, order.library, order.look), order.styled("sheet-dossier")
    setter = Typesetter(read_style(order.library.face(style), order.library), order.library)
    shape = {"circle": "round", "half-circle": "half"}.get(subject.area.shape, "wedge")
    told = {
        "title": sketch.word("title"),
        "kicker": sketch.word(f"{shape}-kicker"),
        "line": sketch.told_scale or sketch.word("round-line" if subject.area.round else "wedge-line"),
        "height": _HIGH,
        "game": {"title": order.game.title, "version": order.game.version},
    }
    foot = _HIGH - to_mm(setter.style.room[3])
    drawn, panels, box, columns = (_strip_page if subject.area.round else _wedge_page)(sketch, alike, foot)
    frame, placed = drawn_face(order, style, told).items, Place(Group(tuple(drawn)), scale(PT_PER_MM))
    items = (*frame, placed, *_set(list(panels), box, columns, setter))
    return Drawing(_WIDE * PT_PER_MM, _HIGH * PT_PER_MM, items)


def _set(panels: Sequence[Panel], box: Box, columns: int, setter: Typesetter) -> tuple[Item, ...]:
    """Panels in a box, the first ones where there is no room for all; ValueError when there is room for none."""
    across = columns_of((1.0,) * columns, box.w * PT_PER_MM, _BETWEEN * PT_PER_MM)

    def bands(at: Typesetter) -> list[Band]:
        return [Band(across, (tuple(chunk for panel in shown for chunk in panel.chunks(across[0].width, at)),))]

    for count in range(len(panels), 0, -1):
        shown = panels[:count]
        fitted = fit(bands, box.h * PT_PER_MM, setter, 1)
        if not fitted.findings:
            return fitted.page(0, box.x * PT_PER_MM, box.y * PT_PER_MM)
    raise ValueError(fitted.findings[0].message)


def _strip_page(sketch: Sketch, alike: Sequence[Subject], foot: float) -> _Page:
    """The strip on the left; a piece of the edge, the steps, and what to roll on the right."""
    drawn, taken = strip(sketch, foot - _TOP - 1)
    x = taken + 7
    wide = _WIDE - x
    panels = [*steps(sketch), *misses(sketch, wide), *effects(sketch, wide), arc_panel(sketch, wide)]
    strips = Place(Group(tuple(drawn)), translate(0, _TOP))
    return [strips], [*panels, *others(sketch, alike)], Box(x, _TOP, wide, foot - _TOP), 1


def _wedge_page(sketch: Sketch, alike: Sequence[Subject], foot: float) -> _Page:
    """A slim wedge stands at the left of its panels, a broad one above them."""
    area = sketch.area
    slim = area.half_angle <= _SLIM
    tall, broad = (foot - _TOP - 14, 78.0) if slim else (108.0, _WIDE - 2 * _BESIDE)
    cut = area.scaled(min(1.0, tall / (area.length * MM_PER_IN), broad / (area.width * MM_PER_IN)))
    wide, apex = cut.width * MM_PER_IN, foot - 8 if slim else _TOP + 5 + cut.length * MM_PER_IN
    if slim:
        x, y, left, columns = wide + 2 * _BESIDE + 3, _TOP, _BESIDE, 1
    else:
        x, y, left, columns = 0.0, apex + 8, (_WIDE - wide) / 2, 2
    column = (_WIDE - x - _BETWEEN * (columns - 1)) / columns
    string = inches(area.along_edge(area.length))
    panels = [_whole(sketch, column, cut), knots(sketch), *steps(sketch, string), *effects(sketch, column)]
    wedge = Wedge(replace(sketch.subject, area=cut, scale=FULL), sketch.library, sketch.look)
    drawn = Place(Group(tuple(_cut_wedge(sketch, wedge))), translate(left, apex - wedge.length))
    return [drawn], [*panels, *others(sketch, alike)], Box(x, y, _WIDE - x, foot - y), columns


def _whole(sketch: Sketch, wide: float, cut: Area) -> Panel:
    """The whole triangle, lying, with its knots; the part that the wedge shows is dark."""
    area, measure, ink = sketch.area, sketch.measure, sketch.ink
    k = min((wide - 22) / area.length, 46 / area.width)
    long, half, part = area.length * k, area.width * k / 2, cut.length / area.length
    y = half + 2

    def lying(share: float) -> tuple[tuple[float, float], ...]:
        return (0, y), (long * share, y - half * share), (long * share, y + half * share)

    items: list[Item] = [
        Path(polygon(lying(1)), sketch.color("ray"), sketch.line(0.5)),
        Path(polygon(lying(part)), ink),
    ]
    lines: list[Segment] = []
    for number in range(1, KNOTS):
        _, *across = lying(number / KNOTS)
        lines += polyline(across)
        text, (x, low) = measure.told(area.length * number / KNOTS, True), across[1]
        if width_of(text, BOLD, sketch.size(7.5)) < long / KNOTS - 1:
            items.append(run(x, low + 3.4, text, BOLD, sketch.size(7.5), ink, CENTER))
    items.append(Path(tuple(lines), None, sketch.line(0.3)))
    items.append(middled(long + 2, y, measure.full(area.width), BOLD, sketch.size(9), ink, LEFT))
    return Panel(sketch.word("whole"), "", y + half + 2.5, tuple(items))


def _cut_wedge(sketch: Sketch, wedge: Wedge) -> Iterator[Item]:
    """The wedge to cut out, with inches along the middle, the strings, the angle and the name of the apex around it."""
    ground = Path(wedge.outline, wedge.color("core"))
    yield Place(Group((ground, *wedge.filling(12.0, -60.0), *wedge.edges()), wedge.outline))
    ink, red, middle, lean = sketch.ink, sketch.red, wedge.width / 2, wedge.area.half_angle
    ticks: list[Segment] = []
    for number in range(1, math.floor((wedge.length - 1) / MM_PER_IN) + 1):
        y, half = wedge.y(number * MM_PER_IN), wedge.half(number * MM_PER_IN)
        for side in (-1, 1):
            ticks += polyline(((middle + side * half, y), (middle + side * (half + 2), y)))
        told = sketch.measure.told(number, True)
        yield middled(middle + half + 3, y, told, BOLD, sketch.size(8), ink, LEFT)
    yield from stroked(ticks, sketch.line(0.35))
    beyond, text, at = min(1.035, 1 + 5 / wedge.length), sketch.word("edge"), 0.66 * wedge.length
    for side in (-1, 1):
        end = (middle + side * middle * beyond, wedge.y(wedge.length * beyond))
        yield Path(polyline(((middle + side * middle, 0.0), end)), None, Stroke(red, 0.5, (2.4, 1.4)))
        x = middle + side * (wedge.half(at) + (5.0 if side < 0 else 10.5) / math.cos(math.radians(lean)))
        yield from sketch.fitting(x, wedge.y(at), text, BOLD, 9, 0.55 * wedge.length, red, -side * (90 - lean))
    yield from _angle(sketch, wedge)
    yield Path(circle(middle, wedge.length, 1.0), red, sketch.line(0.3))
    yield middled(middle + 4, wedge.length + 1.5, sketch.filled(wedge.kind.apex_note), BOLD, sketch.size(9), red, LEFT)
    yield Path(wedge.outline, None, Stroke(red, 0.35))


def _angle(sketch: Sketch, wedge: Wedge) -> Iterator[Item]:
    """The whole angle at the apex, with an arc from edge to edge."""
    lean, ax, ay = wedge.area.half_angle, wedge.width / 2, wedge.length
    radius = min(58.0, 0.36 * wedge.length)
    bow = tuple(arc(ax, ay, radius, 270 - lean, 2 * lean))
    yield Path(bow, None, Stroke(sketch.white, 1.4))
    yield Path(bow, None, sketch.line(0.5))
    x, align = (ax, CENTER) if wedge.half(radius) > 14 else (ax - wedge.half(radius) - 4, RIGHT)
    yield from sketch.plate(f"{2 * lean:.2f}°", BOLD, sketch.size(11), x, ay - radius, 0.35, align=align)
