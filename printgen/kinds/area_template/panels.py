"""What a gauge page tells comes in; panels for the columns beside the gauge go out, in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printgen.base.geometry import Box, scale
from printgen.base.units import PT_PER_MM
from printgen.drawing.columns import Chunk
from printgen.drawing.model import Group, Item, Path, Place
from printgen.drawing.outlines import circle, polyline, rounded
from printgen.drawing.words import BOLD, LEFT, middled, run, width_of
from printgen.flow.blocks import titled_chunks
from printgen.flow.typeset import Typesetter
from printgen.kinds.area_template.model import Spoke, Subject
from printgen.kinds.area_template.sketch import TURNS, Sketch
from printgen.reading.blocks import Block, CellStyle, Listing, Row, Table
from printgen.reading.blocks import Item as Step
from printgen.reading.part import NOWHERE, Phrase

KNOTS = 6


class Panel(NamedTuple):
    """What stands in a column under a title: a drawing with its height, in millimetres, and blocks of words."""

    title: str
    note: str = ""
    height: float = 0.0
    items: tuple[Item, ...] = ()
    blocks: tuple[Block, ...] = ()

    def chunks(self, width: float, setter: Typesetter) -> list[Chunk]:
        """The panel as it is set in a column of a width, in points."""
        title, *words = titled_chunks(self.title, self.note, self.blocks, width, setter)
        drawn = (Place(Group(self.items), scale(PT_PER_MM)),)
        picture = Chunk(self.height * PT_PER_MM, lambda tall: drawn, NOWHERE, 2 * setter.unit)
        return [title, *([picture] if self.items else []), *words]


def _table(sketch: Sketch, key: str, rows: Sequence[Sequence[str]], note: str = "") -> Panel:
    """A table whose first and last column stand out."""
    head = sketch.lines(f"{key}-head")
    middle: list[CellStyle] = ["body"] * (len(head) - 2)
    cells = tuple(Row(cells=tuple(map(Phrase, row))) for row in rows)
    table = Table(head=tuple(map(Phrase, head)), rows=cells, styles=("strong", *middle, "strong"))
    return Panel(sketch.word(key), note, blocks=(table,))


def knots(sketch: Sketch) -> Panel:
    """Where to tie knots into the two strings of a triangle, and how far apart they then are."""
    rows, area, measure = [], sketch.area, sketch.measure
    for number in range(1, KNOTS + 1):
        at = area.length * number / KNOTS
        edge, gap = area.along_edge(at), area.width_at(at) * measure.inch
        far = (f"{edge:.2f} in", f"{25.4 * edge:.0f} mm", f"{gap:.2f} {measure.unit}")
        rows.append((f"{number}", measure.full(at), *far))
    return _table(sketch, "knots", rows, sketch.word("knots-note"))


def others(sketch: Sketch, subjects: Sequence[Subject]) -> Iterator[Panel]:
    """A table of the other areas of the sort: their names and two sizes, and of triangles the angle."""
    rows = []
    for name, area in ((subject.name, subject.printed) for subject in subjects):
        sizes = (area.diameter, area.radius) if area.round else (area.length, area.width)
        angle = () if area.round else (f"{2 * area.half_angle:.2f}°",)
        rows.append((name, *map(sketch.measure.full, sizes), *angle))
    if rows:
        yield _table(sketch, "rounds" if sketch.area.round else "others", rows)


def steps(sketch: Sketch, string: str = "") -> Iterator[Panel]:
    """How the gauge is used, step by step, with bold words between stars; `string` is how long one is."""
    items = tuple(Step(text=Phrase(sketch.filled(text, string=string))) for text in sketch.kind.use)
    if items:
        yield Panel(sketch.word("use"), blocks=(Listing(mark="number", items=items),))


def effects(sketch: Sketch, wide: float) -> Iterator[Panel]:
    """A bar from 1 to 100 for each line of what a roll does, and the subject's notes."""
    subject, size = sketch.subject, sketch.size(8.5)
    items: list[Item] = []
    y = 0.0
    for label, ranges in subject.effects.items():
        items.append(run(0, y + 2.6, label, BOLD, sketch.size(9.5), sketch.red))
        x = 0.0
        for i, (outcome, dice, low, high) in enumerate(ranges):
            box = Box((low - 1) * wide / 100, y + 4.2, (high - low + 1) * wide / 100, 4.4)
            fill, text = sketch.color(f"grade-{min(i, 3) + 1}"), f"{dice} {sketch.outcome(outcome)}"
            items += (
                Path(rounded(box, 0.01), fill, sketch.line(0.3)),
                Path(rounded(Box(x, y + 10.4, 2.6, 2.6), 0.4), fill, sketch.line(0.25)),
                middled(x + 3.8, y + 11.7, text, BOLD, size, sketch.ink, LEFT),
            )
            x += max(wide / 4, width_of(text, BOLD, size) + 6)
        y += 16.6
    told = tuple(Step(text=Phrase(note)) for note in subject.told_notes)
    if items or told:
        notes = (Listing(items=told),) if told else ()
        yield Panel(sketch.word("does" if items else "note"), "", y - 3, tuple(items), notes)


def misses(sketch: Sketch, wide: float) -> Iterator[Panel]:
    """The die for a miss: every roll with its word, two in a row."""
    rose = sketch.subject.rose
    places = [(wide / 2 * (i % 2), 9.2 * (i // 2) + 3.7) for i in range(len(rose))]
    items = tuple(item for spoke, (x, y) in zip(rose, places, strict=True) for item in _spoke(sketch, spoke, x, y))
    if items:
        yield Panel(sketch.word("misses"), "", 9.2 * math.ceil(len(rose) / 2) - 1.8, items)


def _spoke(sketch: Sketch, spoke: Spoke, x: float, y: float) -> Iterator[Item]:
    """A roll on a die, the way it sends the charge, and its word."""
    yield from sketch.die(x + 3.7, y, 7.4, 1.4, 0.4, spoke.roll, sketch.size(14))
    yield middled(x + 17, y, spoke.word, BOLD, sketch.size(10.5), sketch.ink, LEFT)
    x += 12.2
    if spoke.way in TURNS:
        yield sketch.arrow(x, y, 7, TURNS[spoke.way])
    elif spoke.way == "middle":
        yield Path(circle(x, y, 2.4), None, sketch.line(0.6))
        yield Path(circle(x, y, 0.8), sketch.red)
    else:
        cross = (*polyline(((x - 2, y - 2), (x + 2, y + 2))), *polyline(((x - 2, y + 2), (x + 2, y - 2))))
        yield Path(cross, None, sketch.line(1.2))
