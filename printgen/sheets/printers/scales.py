"""Where scales lie comes in; what is drawn of them goes out: verniers, scales of millimetres, ladders, a cross."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.base.geometry import Box, compose, rotate, translate
from printgen.base.units import mm
from printgen.drawing.model import Group, Item, Path, Place, Rect, Segment, Stroke
from printgen.drawing.outlines import ellipse
from printgen.drawing.words import CENTER, cap, run
from printgen.sheets.marks import INK
from printgen.sheets.printers.places import EDGES, HOME, LINES, PITCH, RUNGS, SPAN, STAIR, STEP, Plan, Vernier

FINE = Stroke(INK, 0.3)
"""The lines that are read: a tenth of a millimetre."""
_BASE_LINE = Stroke(INK, 0.3)
_RUNG = Stroke(INK, 0.5)
_LEADER = Stroke(INK, 0.25)
FONT = "body semibold"
_SIZE = 6.5
_LONG, _SHORT = 5.0, 3.4
_GAP = 0.8
_RULER, _BEHIND, _HIT = "#D9DDDE", "#7C868B", "#B3301A"


def vernier(way: Vernier) -> Place:
    """A vernier on the front: lines 0 to 9 for tenths of a millimetre."""
    marks = [line * PITCH for line in range(LINES + 1)]
    heights = [_SHORT if line % 2 else _LONG for line in range(LINES + 1)]
    labels = [(marks[line], str(line)) for line in range(0, LINES + 1, 2)]
    return _standing(way, marks, heights, labels, behind=False)


def behind(way: Vernier) -> Place:
    """The scale of millimetres behind a vernier, as it is seen through the sheet from the front."""
    heights = [_SHORT if m % 5 else _LONG for m in range(SPAN + LINES + 1)]
    labels = [(float(m - HOME), str(m)) for m in range(0, SPAN + 1, 5)]
    return _standing(way, [float(m - HOME) for m in range(len(heights))], heights, labels, behind=True)


def _standing(
    way: Vernier, marks: list[float], heights: list[float], labels: list[tuple[float, str]], behind: bool
) -> Place:
    """Marks on the base line of a vernier, and their numbers; what is behind stands on the other side of that line."""
    # It is drawn across, and turned to the right where it goes down: there what stood up points to the right.
    stands = (way.up == (way.way == "across")) != behind
    sign = -1.0 if stands else 1.0
    lines: list[Segment] = []
    for x, height in zip(marks, heights, strict=True):
        lines += [("M", mm(x), 0.0), ("L", mm(x), sign * mm(height))]
    base: tuple[Segment, ...] = (("M", mm(marks[0]), 0.0), ("L", mm(marks[-1]), 0.0))
    tall = cap(FONT, _SIZE)
    text_y = sign * mm(_LONG + _GAP) + (0.0 if stands else tall)
    items: list[Item] = [Path(tuple(lines), None, FINE), Path(base, None, _BASE_LINE)]
    items += (run(mm(x), text_y, word, FONT, _SIZE, INK, CENTER) for x, word in labels)
    x, y = (mm(value) for value in way.point(way.zero))
    turn = compose(translate(x, y), rotate(0 if way.way == "across" else 90))
    return Place(Group(tuple(items)), turn)


def ladders(plan: Plan) -> Iterator[Item]:
    """The ladders at the four edges: rungs from 1 mm on, each a step aside of the one before, and their numbers."""
    rungs: list[Segment] = []
    leaders: list[Segment] = []
    for edge in EDGES:
        for number in range(1, RUNGS + 1):
            x, y = (mm(value) for value in plan.rung(edge, number))
            # The ways inward and along the edge; half the line lies inward of its outer side.
            inward = {"left": (1, 0), "top": (0, 1), "right": (-1, 0), "bottom": (0, -1)}[edge]
            along = mm(STAIR / 2) * abs(inward[1]), mm(STAIR / 2) * abs(inward[0])
            x, y = x + inward[0] * _RUNG.width / 2, y + inward[1] * _RUNG.width / 2
            rungs += [("M", x - along[0], y - along[1]), ("L", x + along[0], y + along[1])]
            end, word = (mm(RUNGS + far - number) for far in (1.2, 2.6))
            leaders += [("M", x, y), ("L", x + inward[0] * end, y + inward[1] * end)]
            at = x + inward[0] * word, y + inward[1] * word + cap(FONT, _SIZE) / 2
            yield run(*at, str(number), FONT, _SIZE, INK, CENTER)
    yield Path(tuple(rungs), None, _RUNG)
    yield Path(tuple(leaders), None, _LEADER)


def cross(x: float, y: float) -> Iterator[Item]:
    """A cross about a point (mm): its arms are 100 mm long on one side of their lines, and 4 inches on the other."""
    arms: list[Item] = []
    for sign, step, count, long_every in ((-1.0, 10.0, 10, 5), (1.0, 25.4, 4, 1)):
        half = step * count / 2
        lines: list[Segment] = [("M", mm(-half), 0.0), ("L", mm(half), 0.0)]
        for i in range(count + 1):
            end = 2.6 if i in (0, count) else 1.8 if i % long_every == 0 else 1.2
            lines += [("M", mm(i * step - half), 0.0), ("L", mm(i * step - half), sign * mm(end))]
        arms.append(Path(tuple(lines), None, FINE))
    tall = cap(FONT, _SIZE)
    arms.append(run(mm(49), -mm(1.9), "100 mm", FONT, _SIZE, INK, 1.0))
    arms.append(run(mm(49), mm(1.9) + tall, "4 in", FONT, _SIZE, INK, 1.0))
    group = Group(tuple(arms))
    yield Place(group, translate(mm(x), mm(y)))
    yield Place(group, compose(translate(mm(x), mm(y)), rotate(90)))


def disc(letter: str, x: float, y: float) -> Place:
    """The letter of a place about a point (mm)."""
    size = 9.0
    ring = Path(ellipse(0, 0, mm(2.6), mm(2.6)), INK)
    word = run(0, cap("stencil", size) / 2, letter, "stencil", size, "#FFFFFF", CENTER)
    return Place(Group((ring, word)), translate(mm(x), mm(y)))


def example(room: Box, reading: float, light: bool) -> Iterator[Item]:
    """How a vernier is read, drawn large in a room: one that stands at a reading of a ruler, or of a scale behind."""
    whole = int(reading)
    k, u, line = room.w / (LINES + 7), room.h / 14, room.y + 0.6 * room.h
    ink, first, last = _BEHIND if light else INK, whole - 4, whole + LINES + 3

    def at(value: float) -> float:
        return room.x + (value - first) * k

    if not light:
        yield Rect(room.x, line, room.w, 5.2 * u, _RULER, Stroke(INK, 0.5))
    below: list[Segment] = []
    for m in range(first, last + 1):
        below += [("M", at(m), line), ("L", at(m), line + u * (3.2 if m % 5 == 0 else 2.2))]
    yield Path(tuple(below), None, Stroke(ink, 0.7))
    shown = range(0, SPAN + 1, 5) if light else range(first - first % 10 + 10, last, 10)
    for m in shown:
        yield run(at(m), line + 4.6 * u, str(m if light else m // 10), "body bold", 8.5, ink, CENTER)
    above: list[Segment] = []
    for j in range(LINES + 1):
        x = at(reading + j * PITCH)
        above += [("M", x, line), ("L", x, line - u * (_SHORT if j % 2 else _LONG))]
        yield run(x, line - 5.5 * u, str(j), "body semibold", 9, INK, CENTER)
    yield Path(tuple(above), None, Stroke(INK, 0.7))
    met = at(whole + round((reading - whole) / STEP))
    yield Path((("M", met, line - u * _LONG), ("L", met, line + u * 3.2)), None, Stroke(_HIT, 1.5))
    yield from (_arrow(x, line - 7.2 * u, color) for x, color in ((at(reading), INK), (met, _HIT)))


def _arrow(x: float, y: float, color: str) -> Path:
    """An arrow that points down to (x, y)."""
    return Path((("M", x, y + 3), ("L", x - 3, y - 4), ("L", x + 3, y - 4), ("Z",)), color)
