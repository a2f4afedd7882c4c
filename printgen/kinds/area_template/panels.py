"""What a gauge page tells comes in: tables, steps, ranges; panels with their heights go out, in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from printgen.base.geometry import Box, translate
from printgen.drawing.model import Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import circle, polygon, polyline, rounded
from printgen.drawing.text import ICON, Run
from printgen.drawing.words import BODY, BOLD, LEFT, STENCIL, Paragraph, cap, middled, paragraph, run, width_of
from printgen.faces.markup import parse_markup
from printgen.kinds.area_template.letters import Lens
from printgen.kinds.area_template.looks import AreaLook
from printgen.kinds.area_template.model import Area, Subject

LENS = Lens()
GAP = 6.5
_LOOSE = 7.0
_ROW = 6.9
_HEAD = 6.4


class Panel(NamedTuple):
    """Something that stands in a column: its height and its items at (0, 0)."""

    height: float
    items: tuple[Item, ...]


def stacked_panels(panels: Iterable[Panel], x: float, y: float, bottom: float) -> tuple[list[Item], list[Panel]]:
    """Panels on top of each other as far as they go, loosened a little; also those for which there is no room."""
    fitting: list[Panel] = []
    left: list[Panel] = []
    used = y
    for panel in panels:
        if used + panel.height > bottom + 1e-6:
            left.append(panel)
            continue
        fitting.append(panel)
        used += panel.height + GAP
    items: list[Item] = []
    gap = GAP + min(_LOOSE, max(0.0, bottom - used) / max(1, len(fitting)))
    for panel in fitting:
        items.append(Place(Group(panel.items), translate(x, y)))
        y += panel.height + gap
    return items, left


def heading(text: str, look: AreaLook, note: str = "") -> tuple[list[Item], float]:
    """A headline with a note behind it, and the height down to what follows."""
    size = LENS.size(12)
    items: list[Item] = [run(0, cap(STENCIL, size), text, STENCIL, size, look.color("ink"))]
    if note:
        start = width_of(text, STENCIL, size) + 4
        items.append(run(start, cap(STENCIL, size), note, BODY, LENS.size(9), look.color("ink")))
    return items, cap(STENCIL, size) + 2.6


def table(
    title: str, note: str, head: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float], wide: float,
    look: AreaLook, dots: bool = False,
) -> Panel:  # fmt: skip
    """A table whose first column is bold and whose last is red; `dots` draws its first column as so many dots."""
    items, top = heading(title, look, note)
    ink, white = look.color("ink"), look.color("white")
    starts = [wide * sum(shares[:i]) / sum(shares) for i in range(len(shares))]
    items.append(Path(polygon(((0, top), (wide, top), (wide, top + _HEAD), (0, top + _HEAD))), ink))
    for text, x in ((text, x) for text, x in zip(head, starts, strict=True) if text):
        items.append(middled(x + 1.6, top + _HEAD / 2, text, BOLD, LENS.size(8.5), white, LEFT))
    y = top + _HEAD
    for number, row in enumerate(rows):
        if number % 2 == 0:
            ground = polygon(((0, y), (wide, y), (wide, y + _ROW), (0, y + _ROW)))
            items.append(Path(ground, look.color("paper")))
        for i, (text, x) in enumerate(zip(row, starts, strict=True)):
            if dots and i == 0:
                r = min(1.1, starts[1] / (2.7 * len(rows) + 3))
                beads = tuple(s for k in range(number + 1) for s in circle(2.6 + 2.7 * r * k, y + _ROW / 2, r))
                items.append(Path(beads, look.color("hot"), Stroke(ink, 0.25)))
                continue
            last = i == len(row) - 1
            font, color = (BOLD, look.color("red")) if last else (BOLD if i < 2 else BODY, ink)
            items.append(middled(x + 1.6, y + _ROW / 2, text, font, LENS.size(10.5), color, LEFT))
        y += _ROW
    items.append(Path(polyline(((0, y), (wide, y))), None, Stroke(ink, 0.5)))
    return Panel(y, tuple(items))


def _lines(runs: Sequence[Run], wide: float, points: float, color: str) -> Paragraph:
    """Text broken into lines from the baseline (0, 0) down; ValueError when a word is too long."""
    size = LENS.size(points)
    made = None
    if not any(piece.font == ICON for piece in runs):
        made = paragraph(0, 0, runs, wide, size, color, 1.18, 0.75 * size)
    if made is None:
        raise ValueError(f'"{"".join(piece.text for piece in runs)}" does not fit on {wide:.0f} mm')
    return made


def knot_table(area: Area, count: int, wide: float, look: AreaLook, subject: Subject) -> Panel:
    """Where to tie knots into the two strings of a triangle, and how far apart they then are."""
    rows, measure = [], subject.measure
    told, unit = measure.told, measure.unit
    for number in range(1, count + 1):
        at = area.length * number / count
        edge = area.along_edge(at)
        far, gap = f"{told(at)} {unit}", f"{area.width_at(at) * measure.inch:.2f} {unit}"
        rows.append(("", far, f"{edge:.2f} in", f"{25.4 * edge:.0f} mm", gap))
    head = look.lines("gauge", "knots-head", subject)
    title, note = look.word("gauge", "knots", subject), look.word("gauge", "knots-note", subject)
    return table(title, note, head, rows, (19, 22, 24, 20, 20), wide, look, True)


def steps(title: str, lines: Sequence[str], wide: float, look: AreaLook) -> Panel:
    """Numbered steps, with bold words between stars."""
    items, y = heading(title, look)
    ink = look.color("ink")
    y += 0.6
    for number, text in enumerate(lines, 1):
        lines_, tall = _lines(parse_markup(text, BODY), wide - 8, 10.5, ink)
        items.append(Path(circle(2.6, y + 1.4, 2.6), ink))
        items.append(
            middled(2.6, y + 1.4, str(number), BOLD, LENS.size(9), look.color("white" if look.saving else "hazard"))
        )
        items.append(Place(Group(lines_), translate(8, y + 1.4 + cap(BODY, LENS.size(10.5)) / 2)))
        y += tall + 2.4
    return Panel(y, tuple(items))


def effects(subject: Subject, wide: float, look: AreaLook) -> Panel | None:
    """A bar from 1 to 100 for each line of what a roll does, and the subject's notes."""
    if not subject.effects and not subject.notes:
        return None
    items, y = heading(look.word("gauge", "does" if subject.effects else "note", subject), look)
    ink = look.color("ink")
    for label, ranges in subject.effects.items():
        items.append(run(0, y + 2.6, label, BOLD, LENS.size(9.5), look.color("red")))
        y += 4.2
        legend: list[Item] = []
        x = 0.0
        for i, (outcome, dice, low, high) in enumerate(ranges):
            box = Box((low - 1) * wide / 100, y, (high - low + 1) * wide / 100, 4.4)
            fill = look.color(f"grade-{min(i, 3) + 1}")
            items.append(Path(rounded(box, 0.01), fill, Stroke(ink, 0.3)))
            legend.append(Path(rounded(Box(x, y + 6.2, 2.6, 2.6), 0.4), fill, Stroke(ink, 0.25)))
            text = f"{dice} {look.outcome(outcome)}"
            legend.append(middled(x + 3.8, y + 7.5, text, BOLD, LENS.size(8.5), ink, LEFT))
            x += max(wide / 4, width_of(text, BOLD, LENS.size(8.5)) + 6)
        items += legend
        y += 12.4
    for note in subject.notes:
        lines, tall = _lines((Run(subject.note(note), BODY),), wide, 9.5, ink)
        items.append(Place(Group(lines), translate(0, y + 2.6)))
        y += tall
        y += 0.8
    return Panel(y, tuple(items))


def misses(subject: Subject, wide: float, look: AreaLook) -> Panel | None:
    """The deviation die: every roll with its word, two in a row."""
    if not subject.rose:
        return None
    items, y = heading(look.word("gauge", "misses", subject), look)
    ink = look.color("ink")
    turns = {"up": 0.0, "right": 90.0, "down": 180.0, "left": 270.0}
    for i, spoke in enumerate(subject.rose):
        x, row = wide / 2 * (i % 2), y + 9.2 * (i // 2)
        fill, color = ("white", "red") if look.saving else ("red", "white")
        items.append(Path(rounded(Box(x, row, 7.4, 7.4), 1.4), look.color(fill), Stroke(ink, 0.4)))
        items.append(middled(x + 3.7, row + 3.7, spoke.roll, STENCIL, LENS.size(14), look.color(color)))
        items.append(middled(x + 17, row + 3.7, spoke.word, BOLD, LENS.size(10.5), ink, LEFT))
        if spoke.way in turns:
            arrow = look.part("area-arrow", 0, 0, 7, main="hazard")
            angle = math.radians(turns[spoke.way])
            c, s = math.cos(angle), math.sin(angle)
            items.append(Place(Group((arrow,)), (c, s, -s, c, x + 12.2, row + 3.7)))
        elif spoke.way == "middle":
            items.append(Path(circle(x + 12.2, row + 3.7, 2.4), None, Stroke(ink, 0.6)))
            items.append(Path(circle(x + 12.2, row + 3.7, 0.8), look.color("red")))
        else:
            cross = (*polyline(((x + 10.2, row + 1.7), (x + 14.2, row + 5.7))),)
            cross += (*polyline(((x + 10.2, row + 5.7), (x + 14.2, row + 1.7))),)
            items.append(Path(cross, None, Stroke(ink, 1.2)))
    return Panel(y + 9.2 * math.ceil(len(subject.rose) / 2) - 1.8, tuple(items))
