"""Gauges: pages of tools with which an area is laid out, a strip for round ones and a wedge with strings for others."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from printgen.base.errors import Finding
from printgen.base.names import in_print
from printgen.base.units import Box, Matrix, mm, to_mm, translate
from printgen.drawing.model import Drawing, Group, Item, Place
from printgen.faces.blocks.fitting import chunks_with_title, columns_of, fit_most
from printgen.faces.blocks.typeset import Typesetter, load_style
from printgen.faces.face import Face
from printgen.game.documents import Block, Listing, TableBlock
from printgen.game.records import Record
from printgen.kinds.area_template.model import FULL, MM_PER_IN, Area, Subject, facts_of
from printgen.kinds.composition import Order
from printgen.kinds.face_rendering import render_face
from printgen.layout.columns import Band, Chunk
from printgen.reading.part import NOWHERE

# The page, the lower edge of its header, and what lies between columns, in millimetres.
_WIDE, _HIGH, _TOP, _BETWEEN = 195.9, 262.0, 21.0, 8.0
# The parts of a strip: how broad one is, how far apart they lie, and what lies below the middle of the hole, or below
# a joint. A strip has four parts at most.
_STRIP, _PITCH, _HUB, _GLUE, _MOST_PARTS = 20.0, 25.0, 11.0, 12.0, 4
# A wedge with at most this half angle is slim, and has its panels beside it; so much stands on either side of it.
_SLIM, _BESIDE = 17.0, 15.0
_BROAD, _LOW = 78.0, 108.0
_KNOTS = 6
# How high the pictures of panels are: a line of what rolls do, two of where a miss lands, a quarter of a circle at
# most, and the whole of an area.
_BAR, _MISS, _QUARTER, _WHOLE = 16.6, 9.2, 110.0, 46.0


class Panel(NamedTuple):
    """The contents of a column under a title: a face, its height in millimetres, and blocks of words."""

    title: str
    note: str = ""
    face: str = ""
    height: float = 0.0
    blocks: tuple[Block, ...] = ()


class _Gauge:
    """The page of one area: the facts for its faces, and their findings."""

    def __init__(self, order: Order, record: Record, subject: Subject, face: Face) -> None:
        self.order, self.record, self.subject = order, record, subject
        self.area, self.measure = subject.on_paper, subject.measure
        self.facts, self.page = facts_of(subject, face), order.face("area-gauge")
        self.words: Mapping[str, Any] = self.page.params["words"]
        self.findings: list[Finding] = []

    def draw(self, name: str | Face, /, **more: Any) -> tuple[Item, ...]:
        """A face with the facts of the area and `more`."""
        face = self.order.face(name) if isinstance(name, str) else name
        facts = {**self.facts, **more}
        items, findings = render_face(self.order, face, facts, self.subject.name, self.record.where, record=self.record)
        self.findings += findings
        return items

    def panels(self) -> Iterator[Panel]:
        """The panels of every area: how to use it, where a miss lands, and its effects."""
        if steps := str(self.facts["use"]).splitlines():
            yield Panel(self.words["use"], blocks=(Listing.model_validate({"mark": "number", "items": steps}),))
        if rose := self.facts["rose"]:
            yield Panel(self.words["misses"], "", "area-misses", _MISS * math.ceil(len(rose) / 2) - 1.8)
        rolls, notes = self.facts["rolls"], self.facts["notes"]
        if rolls or notes:
            blocks = (Listing.model_validate({"items": notes}),) if notes else ()
            face = "area-rolls" if rolls else ""
            yield Panel(self.words["does" if rolls else "note"], "", face, _BAR * len(rolls) - 3, blocks)

    def table(self, key: str, rows: Sequence[Sequence[str]], note: str = "") -> Panel:
        """A table whose first and last column stand out."""
        head = self.words[f"{key}-head"]
        styles = ("strong", *["body"] * (len(head) - 2), "strong")
        table = TableBlock.model_validate({"head": head, "rows": rows, "styles": styles})
        return Panel(self.words[key], note, blocks=(table,))

    def others(self, alike: Iterable[Subject]) -> Iterator[Panel]:
        """A table of the other areas: their names and two sizes, and of triangles the angle."""
        rows = []
        for name, area in ((subject.name, subject.on_paper) for subject in alike):
            sizes = (area.diameter, area.radius) if area.round else (area.length, area.width)
            rows.append((name, *map(self.measure.length, sizes), *(() if area.round else (_angle(area),))))
        if rows:
            yield self.table("rounds" if self.area.round else "others", rows)

    def typeset(self, panels: Sequence[Panel], box: Box, columns: int, setter: Typesetter) -> tuple[Item, ...]:
        """The panels in their box, in mm, as many as fit from the first on; ValueError when none fits."""
        across = columns_of((1.0,) * columns, mm(box.w), mm(_BETWEEN))

        def bands(count: int, at: Typesetter) -> list[Band]:
            chunks = (chunk for panel in panels[:count] for chunk in self.chunks(panel, across[0].width, at))
            return [Band(across, (tuple(chunks),))]

        fitted = fit_most(range(len(panels), 0, -1), bands, mm(box.h), setter)
        if fitted.findings:
            raise ValueError(fitted.findings[0].message)
        return fitted.page(0, mm(box.x), mm(box.y))

    def chunks(self, panel: Panel, width: float, setter: Typesetter) -> list[Chunk]:
        """A panel set in a column of a width, in points, as one chunk that stays in one column."""
        title, *words = chunks_with_title(panel.title, panel.note, panel.blocks, width, setter)
        chunks = [title, *words]
        if panel.face:
            items = self.draw(panel.face, w=to_mm(width), h=panel.height)
            chunks.insert(1, Chunk(mm(panel.height), lambda tall: items, NOWHERE, 2 * setter.unit))
        return [*(chunk._replace(keep=True) for chunk in chunks[:-1]), chunks[-1]]


def gauge_page(
    order: Order, record: Record, subject: Subject, face: Face, others: Sequence[Subject]
) -> tuple[Drawing, Sequence[Finding]]:
    """The page of a gauge, and the findings of its faces. ValueError when its necessary parts do not fit."""
    gauge = _Gauge(order, record, subject, face)
    setter = Typesetter(load_style(gauge.page, order.library), order.library)
    foot = _HIGH - to_mm(setter.style.room[3])
    tools, panels, box, columns = (_strip if subject.area.round else _wedge)(gauge, face, foot)
    alike = [other for other in others
             if other.area.round == subject.area.round and other.area.shape != "rectangle"]  # fmt: skip
    every = [*panels, *gauge.others(alike)]
    size = {"w": _WIDE, "h": _HIGH, "width": _WIDE, "height": _HIGH}
    header = gauge.draw(gauge.page, **size, breadth=gauge.facts["width"])
    items = (*header, *tools, *gauge.typeset(every, box, columns, setter))
    return Drawing(mm(_WIDE), mm(_HIGH), items), tuple(dict.fromkeys(gauge.findings))


_Tools = tuple[list[Place], list[Panel], Box, int]
"""The tools of a gauge, the panels beside them, their box in millimetres and in how many columns they stand."""


def _strip(gauge: _Gauge, face: Face, foot: float) -> _Tools:
    """The strip in upright parts side by side. ValueError when it has too many, or is shorter than broad."""
    radius, high = gauge.area.radius * MM_PER_IN, foot - _TOP - 1
    count = math.ceil((radius + 2) / (high - _GLUE - 2))
    if not (count <= _MOST_PARTS and radius >= _STRIP / 2):
        raise ValueError(f"no strip on one page has a radius of {gauge.area.radius:g} in")
    inches = [{"at": n * MM_PER_IN, "text": gauge.measure.number(n) + gauge.measure.mark}
              for n in range(1, math.ceil(gauge.area.radius))]  # fmt: skip
    gauge.facts |= {"reach": radius, "inches": inches}
    part = {"count": count, "long": radius / count, "lean": math.degrees(math.asin(_STRIP / 2 / radius)),
            "side": radius - math.sqrt(radius**2 - (_STRIP / 2) ** 2)}  # fmt: skip
    tools = []
    for number in range(count):
        place = _at(number * _PITCH + _STRIP / 2 + 1, _TOP + high - (_GLUE if number else _HUB))
        tools.append(Place(Group(gauge.draw("area-strip", number=number, **part)), place))
    x = count * _PITCH + 7
    wide = _WIDE - x
    quarter = radius + 8 <= wide and radius < _QUARTER
    low = radius - 12
    half = math.asin(min(1.0, (wide / 2 - 1) / radius))
    height = radius + 4 if quarter else radius + 2 - low * math.cos(half)
    gauge.facts["lean"] = math.degrees(half)
    edge = Panel(gauge.words["quarter" if quarter else "arc"], "" if quarter else gauge.words["arc-note"],
                 "area-quarter" if quarter else "area-edge", height)  # fmt: skip
    return tools, [*gauge.panels(), edge], Box(x, _TOP, wide, foot - _TOP), 1


def _wedge(gauge: _Gauge, face: Face, foot: float) -> _Tools:
    """The wedge as large as possible, slim beside its panels or broad above them. ValueError for a rectangle."""
    area = gauge.area
    if area.shape == "rectangle":
        raise ValueError(f"{gauge.subject.name} is a rectangle, which has no gauge")
    slim = area.half_angle <= _SLIM
    tall, broad = (foot - _TOP - 14, _BROAD) if slim else (_LOW, _WIDE - 2 * _BESIDE)
    share = min(1.0, tall / (area.length * MM_PER_IN), broad / (area.width * MM_PER_IN))
    tool = facts_of(replace(gauge.subject, area=area.at_scale(share), scale=FULL), face)
    wide, long = tool["w"], tool["h"]
    if slim:
        apex, left, x, y, columns = foot - 8, _BESIDE, wide + 2 * _BESIDE + 3, _TOP, 1
    else:
        apex, left, x, columns = _TOP + 5 + long, (_WIDE - wide) / 2, 0.0, 2
        y = apex + 8
    column = (_WIDE - x - _BETWEEN * (columns - 1)) / columns
    drawn = Place(Group(gauge.draw(face, **tool, angle=_angle(area))), _at(left, apex - long))
    k = min((column - 22) / area.length, _WHOLE / area.width)
    knots = [{"at": n / _KNOTS, "far": gauge.measure.number(area.length * n / _KNOTS) + gauge.measure.mark}
             for n in range(1, _KNOTS)]  # fmt: skip
    gauge.facts |= {"long": area.length * k, "deep": area.width * k, "share": share, "knots": knots}
    whole = Panel(gauge.words["whole"], "", "area-whole", area.width * k + 4.5)
    return [drawn], [whole, _knot_table(gauge), *gauge.panels()], Box(x, y, _WIDE - x, foot - y), columns


def _knot_table(gauge: _Gauge) -> Panel:
    """The places of knots in the two strings, and the distances between them."""
    rows, area, measure = [], gauge.area, gauge.measure
    for number in range(1, _KNOTS + 1):
        at = area.length * number / _KNOTS
        edge, gap = area.along_edge(at), area.width_at(at) * measure.inch
        rows.append((f"{number}", measure.length(at), in_print(f"{edge:.2f}") + " in", f"{MM_PER_IN * edge:.0f} mm",
                     f"{in_print(f'{gap:.2f}')} {measure.unit}"))  # fmt: skip
    return gauge.table("knots", rows, gauge.words["knots-note"])


def _angle(area: Area) -> str:
    """The whole angle of a triangle at its apex."""
    return in_print(f"{2 * area.half_angle:.2f}°")


def _at(x: float, y: float) -> Matrix:
    """The matrix that moves a tool to its place on the page, in millimetres."""
    return translate(mm(x), mm(y))
