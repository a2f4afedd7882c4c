"""An area and a look come in; its picture for clear film goes out, in points at true size: thin lines and no fills."""

from __future__ import annotations

import math

from printgen.base.geometry import scale
from printgen.base.units import PT_PER_MM
from printgen.drawing.model import Group, Item, Path, Place, Segment, Stroke
from printgen.drawing.outlines import polyline
from printgen.drawing.words import BODY, BOLD, LEFT, middled, turned
from printgen.kinds.area_template.disc import LADDER, Disc, R, told_rings
from printgen.kinds.area_template.letters import TURNS, Words, clock, fitted, stacked, stroked
from printgen.kinds.area_template.looks import AreaLook
from printgen.kinds.area_template.model import Subject
from printgen.kinds.area_template.outline import ring
from printgen.kinds.area_template.wedge import Wedge

_EDGE, _LINE = 0.3, 0.15
_DASH = (2.6, 1.8)
_ARROW = polyline(((0, 16), (0, -16), (-6, -8), (0, -16), (6, -8)))


def film(subject: Subject, look: AreaLook) -> tuple[Item, ...]:
    """The picture of an area with its box at (0, 0)."""
    return _disc_film(Disc(subject, look)) if subject.area.round else _wedge_film(Wedge(subject, look))


def _disc_film(made: Disc) -> tuple[Item, ...]:
    thin, k = made.line(_LINE / made.lens.k), 1 / made.lens.k
    dashed = thin._replace(dash=tuple(k * v for v in _DASH))
    count = math.ceil(R / made.step - 1e-9)
    inside = [Path(ring(0, 0, n * made.step), None, dashed if n % 5 else thin) for n in range(1, count)]
    cross = [*polyline(((0.0, -R), (0.0, R))), *polyline(((-R, 0.0), (R, 0.0)))]
    inside.append(Path(tuple(cross), None, thin))
    items: list[Item] = [Place(Group(tuple(inside), made.outline)), Path(made.outline, None, made.line(_EDGE * k))]
    return made.placed([*items, *_disc_words(made, count), *_film_rose(made)])


def _disc_words(made: Disc, count: int) -> list[Item]:
    """The title and the scale, the weapons, and the distances of rings that people can measure with."""
    subject, look, ink = made.subject, made.look, made.ink
    title = " · ".join(filter(None, (look.title(subject), look.scale_note(subject))))
    arms = " · ".join(subject.users).upper()
    items: list[Item] = []
    # Words stand between the edge and the last ring, so that no line runs through them.
    gap = max(R - (count - 1) * made.step, 9.0)
    for text, font, points, middle in ((title, BOLD, 26, 315.0), (arms, BODY, 18, 45.0 if made.half else 225.0)):
        line = [Words((text,), font, points, ink)]
        items += stacked(line, (0.0, 0.0), R - gap, R - 1, middle, 40, made.lens, True)[0]
    size = made.lens.size(10)
    if size < made.step:
        for number in told_rings(count, subject.scale.factor):
            x, y = clock(0, 0, number * made.step - 0.6 * size, LADDER)
            if size < number * made.step < R - 26:
                items.append(middled(x, y, subject.measure.told(number * subject.scale.factor, True), BODY, size, ink))
    if made.half:
        text = made.word("safe")
        fit = fitted(text, BODY, 15, 0.6 * R, made.lens)
        items += (middled(R / 2, -0.9 * fit, text, BODY, fit, ink),) if fit else ()
    return items


def _film_rose(made: Disc) -> list[Item]:
    """What the die says, beside arrows."""
    items: list[Item] = []
    size = made.lens.size(22)
    if made.half or size > 0.2 * R:
        return items
    small = made.lens.size(11)
    for spoke in made.subject.rose:
        turn = TURNS.get(spoke.way)
        if turn is not None:
            x, y = clock(0, 0, 0.66 * R, turn)
            items.append(turned((Path(_ARROW, None, made.line(0.5)),), x, y, turn))
        else:
            x, y = (0.0, 0.0) if spoke.way == "middle" else clock(0, 0, 0.66 * R, 45)
        ink = made.ink
        items.append(middled(x + 0.6 * size, y - 0.6 * size, spoke.roll, BOLD, size, ink))
        items.append(middled(x + 0.35 * size, y + 0.7 * size, spoke.word, BODY, small, ink, LEFT))
    return items


def _wedge_film(wedge: Wedge) -> tuple[Item, ...]:
    ink, subject = wedge.ink, wedge.subject
    thin = Stroke(ink, _LINE)
    dashed = thin._replace(dash=_DASH)
    x = wedge.width / 2
    across: list[Segment] = []
    items: list[Item] = []
    for at, far in wedge.marks():
        half, y = wedge.half(at), wedge.y(at)
        across += polyline(((x - half, y), (x + half, y)))
        for text, side in ((subject.measure.told(far, True), -1), (wedge.word("width", at=wedge.wide(far)), 1)):
            size = fitted(text, BODY, min(14.0, 0.8 * half), 0.7 * half, wedge.lens)
            if size:
                items.append(middled(x + side * half / 2, y - 0.8 * size, text, BODY, size, ink))
    words, foot = _end_words(wedge)
    middle = Path(polyline(((x, wedge.length), (x, foot))), None, dashed)
    edge = Path(wedge.outline, None, Stroke(ink, _EDGE, (), "butt", "round"))
    return (Place(Group((middle, *stroked(across, thin), edge, *items, *words)), scale(PT_PER_MM)),)


def _end_words(wedge: Wedge) -> tuple[list[Item], float]:
    """What it is, and what its base is for; and where below the base these words end."""
    look, subject = wedge.look, wedge.subject
    texts = (
        wedge.told(wedge.kind.end),
        look.heading(subject, look.title(subject), look.size(subject)),
        wedge.told(wedge.kind.rule),
    )
    items: list[Item] = []
    y = 4.0
    for text in texts:
        points = 20 * wedge.share
        room = 1.7 * wedge.half(wedge.length - y - wedge.lens.size(points))
        size = fitted(text, BODY, points, room, wedge.lens)
        if size and y + size < 0.3 * wedge.length:
            items.append(middled(wedge.width / 2, y + size / 2, text, BODY, size, wedge.ink))
            y += 1.4 * size
    return items, y if items else 0.0
