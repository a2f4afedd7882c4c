"""A round area and a look come in; what every disc shares goes out: its units, rings, crosshair and striped rim."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printgen.base.geometry import chain, rotate, scale, translate
from printgen.base.units import PT_PER_IN
from printgen.drawing.model import Group, Item, Outline, Path, Place, Segment, Stroke
from printgen.drawing.outlines import polygon, polyline
from printgen.drawing.words import BOLD
from printgen.kinds.area_template.letters import Lens, clock, plate, plate_box, stroked
from printgen.kinds.area_template.looks import AreaLook
from printgen.kinds.area_template.model import Subject
from printgen.kinds.area_template.outline import half_disc
from printgen.kinds.area_template.outline import ring as circled

R = 190.5
"""The radius of every disc in units: those of the fifteen inch disc are millimetres."""

RIM = 10.0
BAND = (R - 32.0, R - 15.0)
"""Where curved boards stand."""

RING = 34.0
"""How broad the ring is that the outline form leaves of a disc."""

BACK = 14.0
"""How broad the strip along a half circle's back is that the outline form leaves."""

CENTRE = 16.0
LADDER = 339.0
"""Along which hour of the clock, in degrees, the distances of the rings stand."""

_FINEST = 0.1


class Disc:
    """One disc to draw, around (0, 0) in units; `ring` leaves only what the outline form keeps."""

    def __init__(self, subject: Subject, look: AreaLook, ring: bool = False) -> None:
        self.subject, self.look, self.ring = subject, look, ring
        self.ink, self.white = look.color("ink"), look.color("white")
        self.lens = Lens(subject.printed.radius * 25.4 / R)
        # Whether only the upper half is there.
        self.half = subject.area.shape == "half-circle"
        self.outline = half_disc(R) if self.half else circled(0, 0, R)
        # From ring to ring: a written inch.
        self.step = R / subject.area.radius

    def line(self, width: float, dash: tuple[float, ...] = ()) -> Stroke:
        return Stroke(self.ink, max(width, _FINEST / self.lens.k), dash)

    def placed(self, items: Sequence[Item], clip: Outline | None = None) -> tuple[Item, ...]:
        """Items as large as they are printed, with the disc's box at (0, 0), in points."""
        size = self.subject.printed.radius * PT_PER_IN
        return (Place(Group(tuple(items), clip), chain(translate(size, size), scale(size / R))),)

    def word(self, key: str) -> str:
        return self.look.word(self.subject.area.shape, key, self.subject)


def rings(made: Disc) -> list[Item]:
    """A ring at every written inch, every fifth of them solid, and their distances from the middle."""
    items: list[Item] = []
    count = math.ceil((R - RIM) / made.step)
    for number in range(1, count):
        radius = number * made.step
        if radius < CENTRE + 1:
            continue
        line = made.line(0.35, (2.6, 1.8)) if number % 5 else made.line(0.8)
        items.append(Path(circled(0, 0, radius), None, line))
    size = made.lens.size(10)
    for number in told_rings(count, made.subject.scale.factor):
        text = made.subject.measure.told(number * made.subject.scale.factor, True)
        x, y = clock(0, 0, number * made.step, LADDER)
        box = plate_box(text, BOLD, size, x, y)
        every = max(1, math.ceil(1.25 * box.h / made.step))
        clear = CENTRE + box.h * 0.6 < number * made.step < BAND[0] - box.h * 0.7
        if number % every == 0 and clear and box.w < 0.14 * R:
            items += plate(text, BOLD, size, x, y, made.white, made.ink, made.line(0.25))
    return items


def told_rings(count: int, factor: float) -> list[int]:
    """Which rings tell their distance: those at whole quarters of an inch, or all when there are few such."""
    quarters = [n for n in range(1, count) if abs(round(4 * n * factor) - 4 * n * factor) < 1e-6]
    return quarters if len(quarters) > 1 else list(range(1, count))


def axes(made: Disc) -> list[Item]:
    """The crosshair with a tick at every half written inch."""
    turns = (0.0, 90.0, 270.0) if made.half else (0.0, 90.0, 180.0, 270.0)
    start = R - RING if made.ring else CENTRE
    ticks: list[Segment] = []
    for number in range(1, math.ceil((R - RIM - 1) / made.step * 2)):
        at, tick = number * made.step / 2, 1.4 if number % 2 else 2.6
        if at > start + 1:
            ticks += polyline(((-tick, -at), (tick, -at)))
    line = polyline(((0.0, -start), (0.0, -R)))
    drawn = Path(line, None, Stroke(made.white, 1.8)), Path(line, None, made.line(0.7))
    arm = Group((*drawn, *stroked(ticks, made.line(0.5))))
    return [Place(arm, rotate(turn)) for turn in turns]


def rim(made: Disc) -> list[Item]:
    """Warning stripes along the edge, and along the inside of the ring of the outline form a plain line."""
    inner = R - RIM
    stripes: list[Segment] = []
    count = 60
    for i in range(count):
        start, half, skew = 360 * i / count, 180 / count, math.degrees(0.045)
        low = [clock(0, 0, inner - 0.3, start + half * t / 4) for t in range(5)]
        high = [clock(0, 0, R, start + skew + half * t / 4) for t in range(5)]
        stripes += polygon([*low, *reversed(high)])
    band = (*circled(0, 0, R), *circled(0, 0, inner))
    return [
        Path(band, made.look.color("hazard"), None, True),
        Path(tuple(stripes), made.ink),
        Path(circled(0, 0, inner), None, made.line(0.9)),
        Path(circled(0, 0, R - 0.45), None, made.line(0.9)),
    ]
