"""A flame, a beam or a strip and a look come in; its picture in points at true size goes out, whole or in outline."""

from __future__ import annotations

import math
from typing import NamedTuple

from printgen.base.geometry import Box, scale
from printgen.base.seeds import rng_for
from printgen.base.units import PT_PER_MM
from printgen.drawing.model import Group, Item, Outline, Path, Place, Segment
from printgen.drawing.outlines import polygon, polyline, rectangle, rounded
from printgen.drawing.words import BODY, BOLD, STENCIL, cap, middled, turned, width_of
from printgen.kinds.area_template.letters import fitted, fitting, stroked
from printgen.kinds.area_template.looks import AreaLook
from printgen.kinds.area_template.model import Subject
from printgen.kinds.area_template.wedge import MM_PER_IN, Wedge, cross_marks, edges, middle_line

_LARGEST_FLAME = 62.0
_SMALLEST_FLAME = 5.0
_TIP, _BAR = 7.0, 6.0
# The words at the base take this much of the length at most.
_WORDS = 0.34


class _Line(NamedTuple):
    """One line at the base: its text, font, size in points beside the full-size flame, colour, and rolls beside it."""

    text: str
    font: str
    points: float
    color: str
    ways: tuple[str, ...] = ()


def beam(subject: Subject, look: AreaLook, outline: bool = False) -> tuple[Item, ...]:
    """The picture of a triangle with its box at (0, 0), in points.

    `outline` draws what `beam_hole` leaves: the edges, with distances and gaps along them.
    """
    wedge = Wedge(subject, look)
    tip = _tip_length(wedge)
    items: list[Item] = [Path(wedge.outline, wedge.white)]
    if outline:
        start = wedge.length - wedge.inset(wedge.band)[2][1]
        items += [*edges(wedge), *_apex(wedge, tip, True), *_legs(wedge, start), *_base(wedge)]
    else:
        board, words = _words(wedge)
        clear = board.bottom if board else wedge.edge
        items += flames(wedge, tip, clear) if wedge.kind.art == "flames" else rays(wedge)
        items += [*edges(wedge), *middle_line(wedge, tip, wedge.length - clear), *cross_marks(wedge, tip, board)]
        items += [*_apex(wedge, tip), *words]
    return (Place(Group(tuple(items), wedge.outline), scale(PT_PER_MM)),)


def beam_hole(subject: Subject, look: AreaLook) -> Outline:
    """What the outline form leaves out of a triangle, in points, against the clock; nothing of a small one."""
    wedge = Wedge(subject, look)
    hole = wedge.inset(wedge.band)
    return polygon((x * PT_PER_MM, y * PT_PER_MM) for x, y in reversed(hole)) if hole else ()


def _tip_length(wedge: Wedge) -> float:
    """How far the solid tip at the apex reaches: until it is broad enough for a word; a bar is just high enough."""
    return min(_TIP * wedge.length / wedge.width if wedge.pointed else _BAR, 0.12 * wedge.length)


def rays(wedge: Wedge) -> list[Item]:
    """Light from the lamp: rays with gaps as broad as they are; those of a rectangle run side by side."""
    count = 2 * max(2, round(wedge.area.half_angle / 4)) + 1
    rays: list[Segment] = []
    for i in range(0, count, 2):
        left, right = wedge.width * i / count, wedge.width * (i + 1) / count
        foot = wedge.corners[2:] if wedge.pointed else ((right, wedge.length), (left, wedge.length))
        rays += polygon(((left, 0.0), (right, 0.0), *foot))
    return [Path(tuple(rays), wedge.look.color("ray"))]


def flames(wedge: Wedge, tip: float, clear: float) -> list[Item]:
    """Tongues of flame in rows that grow with the width, up to `clear` below the base."""
    look, stream = wedge.look, rng_for(15, "area", "flames")
    items: list[Item] = []
    at = tip + 2.0
    row = 0
    while True:
        size = min(_LARGEST_FLAME * max(wedge.share, 0.4), 0.85 * wedge.inner_half(at))
        if size < _SMALLEST_FLAME:
            at += 2.0
        else:
            if wedge.y(at) - 1.6 * size < clear:
                return items
            half = wedge.inner_half(at)
            count = max(1, int((half - 0.1 * size) / (0.8 * size)))
            for side in (-1, 1):
                for i in range(count):
                    x = half * (i + 0.56) / count + stream.between(-0.08, 0.08) * size
                    lift = (0.45 * size if (i + (side > 0)) % 2 else 0.0) + stream.between(-0.08, 0.08) * size
                    tint = "hot" if (row + i + (side > 0)) % 2 else "flame"
                    middle = (wedge.width / 2 + side * x, wedge.y(at) - size / 2 - lift)
                    items.append(look.part("area-flame", *middle, size * 0.88, main=tint))
            at += 1.25 * size
            row += 1
        if at >= wedge.length:
            return items


def _apex(wedge: Wedge, tip: float, plain: bool = False) -> list[Item]:
    """The nozzle or the lamp: a solid tip with its name where the tip is long, else (unless `plain`) its picture.

    A rectangle has a solid bar along its foot.
    """
    look = wedge.look
    text = wedge.told(wedge.kind.apex)
    if not wedge.pointed:
        bar = Box(0, wedge.length - tip, wedge.width, tip)
        points, room = 0.55 * tip * PT_PER_MM, 0.8 * wedge.width
        named = fitting(wedge.width / 2, bar.y + tip / 2, text, BOLD, points, room, wedge.lens, wedge.white)
        return [Path(rectangle(bar), wedge.ink), *named]
    x, y = wedge.corners[2]
    half = wedge.half(tip)
    items: list[Item] = [Path(polygon(((x, y), (x - half, y - tip), (x + half, y - tip))), wedge.ink)]
    size = fitted(text, BOLD, 10, 0.5 * tip, wedge.lens)
    if size is not None and cap(BOLD, size) < 0.62 * half * 2 * 0.6:
        return [*items, turned((middled(0, 0, text, BOLD, size, wedge.white),), x, y - 0.72 * tip, -90)]
    picture = next((p for p in range(26, 8, -1) if wedge.inner_half(1.25 * p) >= 0.36 * p), 0)
    if picture and wedge.kind.picture and not plain:
        items.append(look.part(wedge.kind.picture, x, y - 1.25 * picture - tip * 0.3, picture, main="hazard"))
    return items


def _lines(wedge: Wedge) -> list[_Line]:
    subject, look, kind, ink = wedge.subject, wedge.look, wedge.kind, wedge.ink
    red = look.color("red")
    lines = [
        _Line(wedge.told(kind.end), BOLD, 25, red),
        _Line(look.title(subject), STENCIL, 62, ink),
        _Line(look.heading(subject, look.size(subject)), BOLD, 30, ink),
    ]
    lines += (_Line(f"{label}  {text}", BOLD, 30, red) for label, text in look.effects(subject))
    lines.append(_Line(wedge.told(kind.rule), BODY, 25, ink, kind.ways or ()))
    lines += (_Line(subject.note(note), BODY, 22, ink) for note in subject.notes)
    return lines


def _words(wedge: Wedge) -> tuple[Box | None, list[Item]]:
    """The lines at the base on a white board, as many as fit; and the board."""
    placed: list[tuple[_Line, float, float]] = []
    y, widest = wedge.edge + 4 * wedge.share + 1, 0.0
    for line in _lines(wedge):
        tall = cap(line.font, wedge.lens.size(line.points * wedge.share))
        room = 2 * wedge.inner_half(wedge.length - (y + tall) - tall) - 4
        size = fitted(line.text, line.font, line.points * wedge.share, 0.9 * room, wedge.lens) if room > 0 else None
        if size is None:
            continue
        tall = cap(line.font, size)
        if y + tall > _WORDS * wedge.length:
            break
        placed.append((line, y + tall / 2, size))
        widest = max(widest, width_of(line.text, line.font, size))
        y += 1.75 * tall
    if not placed:
        return None, []
    pad = 3.5 * wedge.share + 1
    last, at, size = placed[-1]
    bottom = at + cap(last.font, size) / 2 + pad
    wide = min(widest + 2 * pad, 2 * wedge.inner_half(wedge.length - bottom) - 1)
    board = Box(wedge.width / 2 - wide / 2, wedge.edge, wide, bottom - wedge.edge)
    items: list[Item] = [Path(rounded(board, 2.2 * wedge.share), wedge.white, wedge.line(0.5))]
    for line, at, size in placed:
        items.append(middled(wedge.width / 2, at, line.text, line.font, size, line.color))
        items += _ways(wedge, line.ways, at, size, board)
    return board, items


def _ways(wedge: Wedge, ways: tuple[str, ...], y: float, size: float, board: Box) -> list[Item]:
    """Which way the end goes for which rolls, as arrows beside the rule, where there is room."""
    tall = 3.2 * cap(BODY, size)
    items: list[Item] = []
    for side, rolls in zip((-1, 1), ways, strict=False):
        start = board.right if side > 0 else board.x
        wide = width_of(rolls, STENCIL, size)
        far = start + side * (1.6 * tall + wide + 6)
        if abs(far - wedge.width / 2) > wedge.inner_half(wedge.length - y - tall):
            return []
        items.append(wedge.look.arrow(start + side * (tall * 0.75 + 2), y, tall * 1.3, 90.0 * side))
        x = start + side * (1.6 * tall + 2)
        items.append(middled(x, y, rolls, STENCIL, size, wedge.ink, 0.0 if side > 0 else 1.0))
    return items


def _legs(wedge: Wedge, start: float) -> list[Item]:
    """Along both edges, where they have parted: how far from the apex and how far apart they are."""
    items: list[Item] = []
    lean = wedge.area.half_angle
    step = wedge.subject.scale.factor * MM_PER_IN
    inside = (wedge.edge + wedge.band) / 2 / math.cos(math.radians(lean))
    ticks: list[Segment] = []
    for at, far in wedge.marks():
        y, half = wedge.y(at), wedge.half(at)
        text = wedge.word("gap", far=wedge.subject.measure.told(far), at=wedge.wide(far))
        size = fitted(text, BOLD, 1.35 * (wedge.band - wedge.edge), 0.8 * wedge.step * step, wedge.lens)
        for side in (-1, 1):
            edge = wedge.width / 2 + side * half
            ticks += polyline(((edge, y), (edge - side * wedge.edge * 1.5, y)))
            if size and at > start and y > wedge.band + width_of(text, BOLD, size) / 2:
                told = (middled(0, 0, text, BOLD, size, wedge.ink),)
                items.append(turned(told, edge - side * inside, y, -side * (90 - lean)))
    return [*stroked(ticks, wedge.line(0.6)), *items]


def _base(wedge: Wedge) -> list[Item]:
    """The title and what the base is for, along the base."""
    look, subject = wedge.look, wedge.subject
    y, room = (wedge.edge + wedge.band) / 2, 0.85 * (wedge.width / 2 - 2 * wedge.band)
    items: list[Item] = []
    title = f"{look.title(subject)}  {look.heading(subject, look.size(subject))}"
    points = 1.6 * (wedge.band - wedge.edge)
    for text, part in ((wedge.told(wedge.kind.end), 0.74), (title, 0.26)):
        items += fitting(wedge.width * part, y, text, BOLD, points, room, wedge.lens, wedge.ink)
    middle = wedge.width / 2
    tick = polygon(((middle, 1.5), (middle - 5, wedge.band - 2), (middle + 5, wedge.band - 2)))
    return [*items, Path(tick, look.color("red"), wedge.line(0.4))]
