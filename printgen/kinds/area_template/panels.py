"""What a gauge page tells comes in: steps, tables, ranges; panels for the columns beside the gauge go out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from printgen.base.geometry import Box, scale
from printgen.base.units import PT_PER_MM
from printgen.drawing.columns import Chunk
from printgen.drawing.model import Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import circle, polyline, rounded
from printgen.drawing.words import BOLD, LEFT, STENCIL, middled, run, width_of
from printgen.flow.blocks import titled_chunks
from printgen.flow.typeset import Typesetter
from printgen.kinds.area_template.letters import TURNS, Lens
from printgen.kinds.area_template.looks import AreaLook
from printgen.kinds.area_template.model import Area, Subject
from printgen.reading.blocks import Block, CellStyle, Listing, Row, Table
from printgen.reading.blocks import Item as Step
from printgen.reading.part import NOWHERE, Phrase

LENS = Lens()


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


def table(title: str, note: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Panel:
    """A table whose first and last column stand out."""
    cells = tuple(Row(cells=tuple(map(Phrase, row))) for row in rows)
    middle: list[CellStyle] = ["body"] * (len(head) - 2)
    return Panel(
        title, note, blocks=(Table(head=tuple(map(Phrase, head)), rows=cells, styles=("strong", *middle, "strong")),)
    )


def knot_table(area: Area, count: int, look: AreaLook, subject: Subject) -> Panel:
    """Where to tie knots into the two strings of a triangle, and how far apart they then are."""
    rows, measure = [], subject.measure
    for number in range(1, count + 1):
        at = area.length * number / count
        edge = area.along_edge(at)
        far, gap = f"{measure.told(at)} {measure.unit}", f"{area.width_at(at) * measure.inch:.2f} {measure.unit}"
        rows.append((f"{number}", far, f"{edge:.2f} in", f"{25.4 * edge:.0f} mm", gap))
    head = look.lines("gauge", "knots-head", subject)
    return table(look.word("gauge", "knots", subject), look.word("gauge", "knots-note", subject), head, rows)


def steps(title: str, lines: Sequence[str]) -> Panel | None:
    """Numbered steps, with bold words between stars."""
    if not lines:
        return None
    return Panel(title, blocks=(Listing(mark="number", items=tuple(Step(text=Phrase(line)) for line in lines)),))


def effects(subject: Subject, wide: float, look: AreaLook) -> Panel | None:
    """A bar from 1 to 100 for each line of what a roll does, and the subject's notes."""
    if not subject.effects and not subject.notes:
        return None
    items: list[Item] = []
    y, ink = 0.0, look.color("ink")
    for label, ranges in subject.effects.items():
        items.append(run(0, y + 2.6, label, BOLD, LENS.size(9.5), look.color("red")))
        x = 0.0
        for i, (outcome, dice, low, high) in enumerate(ranges):
            box = Box((low - 1) * wide / 100, y + 4.2, (high - low + 1) * wide / 100, 4.4)
            fill = look.color(f"grade-{min(i, 3) + 1}")
            text = f"{dice} {look.outcome(outcome)}"
            items += (
                Path(rounded(box, 0.01), fill, Stroke(ink, 0.3)),
                Path(rounded(Box(x, y + 10.4, 2.6, 2.6), 0.4), fill, Stroke(ink, 0.25)),
                middled(x + 3.8, y + 11.7, text, BOLD, LENS.size(8.5), ink, LEFT),
            )
            x += max(wide / 4, width_of(text, BOLD, LENS.size(8.5)) + 6)
        y += 16.6
    told = tuple(Step(text=Phrase(subject.note(note))) for note in subject.notes)
    notes = (Listing(items=told),) if told else ()
    return Panel(look.word("gauge", "does" if subject.effects else "note", subject), "", y - 3, tuple(items), notes)


def misses(subject: Subject, wide: float, look: AreaLook) -> Panel | None:
    """The die for a miss: every roll with its word, two in a row."""
    if not subject.rose:
        return None
    ink = look.color("ink")
    fill, color = ("white", "red") if look.saving else ("red", "white")
    items: list[Item] = []
    for i, spoke in enumerate(subject.rose):
        x, y = wide / 2 * (i % 2), 9.2 * (i // 2) + 3.7
        items += (
            Path(rounded(Box(x, y - 3.7, 7.4, 7.4), 1.4), look.color(fill), Stroke(ink, 0.4)),
            middled(x + 3.7, y, spoke.roll, STENCIL, LENS.size(14), look.color(color)),
            middled(x + 17, y, spoke.word, BOLD, LENS.size(10.5), ink, LEFT),
        )
        x += 12.2
        if spoke.way in TURNS:
            items.append(look.arrow(x, y, 7, TURNS[spoke.way]))
        elif spoke.way == "middle":
            items.append(Path(circle(x, y, 2.4), None, Stroke(ink, 0.6)))
            items.append(Path(circle(x, y, 0.8), look.color("red")))
        else:
            cross = (*polyline(((x - 2, y - 2), (x + 2, y + 2))), *polyline(((x - 2, y + 2), (x + 2, y - 2))))
            items.append(Path(cross, None, Stroke(ink, 1.2)))
    rows = math.ceil(len(subject.rose) / 2)
    return Panel(look.word("gauge", "misses", subject), "", 9.2 * rows - 1.8, tuple(items))
