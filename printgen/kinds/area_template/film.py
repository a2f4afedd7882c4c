"""A disc or a wedge comes in; its picture for clear film goes out: thin lines and no fills."""

from __future__ import annotations

import math
from collections.abc import Iterator

from printgen.drawing.model import Group, Item, Path, Place, Segment, Stroke
from printgen.drawing.outlines import polyline
from printgen.drawing.words import BODY, BOLD, LEFT, middled, turned
from printgen.kinds.area_template.beam import Wedge
from printgen.kinds.area_template.disc import LADDER, ROSE, Disc, R
from printgen.kinds.area_template.outline import clock, ring
from printgen.kinds.area_template.sketch import TURNS, Words, stroked

_EDGE, _LINE = 0.3, 0.15
_DASH = (2.6, 1.8)
_ARROW = polyline(((0, 16), (0, -16), (-6, -8), (0, -16), (6, -8)))


def film(made: Disc | Wedge) -> Iterator[Item]:
    """The picture of an area, in its own units."""
    return _disc_film(made) if isinstance(made, Disc) else _wedge_film(made)


def _disc_film(disc: Disc) -> Iterator[Item]:
    k = 1 / disc.k
    thin, dashed = disc.line(_LINE * k), disc.line(_LINE * k, tuple(k * v for v in _DASH))
    count = math.ceil(R / disc.step - 1e-9)
    inside = [Path(ring(n * disc.step), None, dashed if n % 5 else thin) for n in range(1, count)]
    cross = (*polyline(((0.0, -R), (0.0, R))), *polyline(((-R, 0.0), (R, 0.0))))
    yield Place(Group((*inside, Path(cross, None, thin)), disc.outline))
    yield Path(disc.outline, None, disc.line(_EDGE * k))
    yield from _disc_words(disc, count)
    if not disc.half and disc.size(22) <= 0.2 * R:
        yield from _rose(disc)


def _disc_words(disc: Disc, count: int) -> Iterator[Item]:
    """The title and the scale, the weapons, and the distances of rings that people can measure with."""
    title = " · ".join(filter(None, (disc.title, disc.told_scale)))
    arms = " · ".join(disc.subject.users).upper()
    # Words stand between the edge and the last ring, so that no line runs through them.
    gap = max(R - (count - 1) * disc.step, 9.0)
    for text, font, points, middle in ((title, BOLD, 26, 315.0), (arms, BODY, 18, 45.0 if disc.half else 225.0)):
        line = [Words(text, font, points, disc.ink)]
        yield from disc.stacked(line, R - gap, R - 1, middle, 40, True)[0]
    size = disc.size(10)
    for number, told in disc.distances(count) if size < disc.step else ():
        if size < number * disc.step < R - 26:
            yield middled(*clock(number * disc.step - 0.6 * size, LADDER), told, BODY, size, disc.ink)
    if disc.half and (fit := disc.fitted(disc.word("safe"), BODY, 15, 0.6 * R)):
        yield middled(R / 2, -0.9 * fit, disc.word("safe"), BODY, fit, disc.ink)


def _rose(disc: Disc) -> Iterator[Item]:
    """What the die says, beside arrows."""
    size, small = disc.size(22), disc.size(11)
    for spoke in disc.subject.rose:
        x, y = (0.0, 0.0) if spoke.way == "middle" else clock(ROSE, TURNS.get(spoke.way, 45))
        if spoke.way in TURNS:
            yield turned((Path(_ARROW, None, disc.line(0.5)),), x, y, TURNS[spoke.way])
        yield middled(x + 0.6 * size, y - 0.6 * size, spoke.roll, BOLD, size, disc.ink)
        yield middled(x + 0.35 * size, y + 0.7 * size, spoke.word, BODY, small, disc.ink, LEFT)


def _wedge_film(wedge: Wedge) -> Iterator[Item]:
    words, foot = _end_words(wedge)
    x = wedge.width / 2
    yield Path(polyline(((x, wedge.length), (x, foot))), None, wedge.line(_LINE, _DASH))
    across: list[Segment] = []
    told: list[Item] = []
    for at, far in wedge.marks():
        half, y = wedge.half(at), wedge.y(at)
        across += polyline(((x - half, y), (x + half, y)))
        for text, side in ((wedge.measure.told(far, True), -1), (wedge.word("width", at=wedge.wide(far)), 1)):
            if size := wedge.fitted(text, BODY, min(14.0, 0.8 * half), 0.7 * half):
                told.append(middled(x + side * half / 2, y - 0.8 * size, text, BODY, size, wedge.ink))
    yield from stroked(across, wedge.line(_LINE))
    yield Path(wedge.outline, None, Stroke(wedge.ink, _EDGE, (), "butt", "round"))
    yield from (*told, *words)


def _end_words(wedge: Wedge) -> tuple[list[Item], float]:
    """What it is, and what its base is for; and where below the base these words end."""
    title = wedge.heading(wedge.title, wedge.told_size)
    items: list[Item] = []
    y, points = 4.0, 20 * wedge.share
    for text in (wedge.filled(wedge.kind.end), title, wedge.filled(wedge.kind.rule)):
        room = 1.7 * wedge.half(wedge.length - y - wedge.size(points))
        size = wedge.fitted(text, BODY, points, room)
        if size and y + size < 0.3 * wedge.length:
            items.append(middled(wedge.width / 2, y + size / 2, text, BODY, size, wedge.ink))
            y += 1.4 * size
    return items, y if items else 0.0
