"""A round area and a look come in; what every disc shares goes out: its units, rings, crosshair and striped rim."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from printgen.base.geometry import rotate
from printgen.drawing.model import Group, Item, Path, Place, Segment, Stroke
from printgen.drawing.outlines import polygon, polyline
from printgen.drawing.words import BOLD
from printgen.kinds.area_template.letters import Lens, clock, plate, plate_box
from printgen.kinds.area_template.looks import AreaLook
from printgen.kinds.area_template.model import Subject
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


@dataclass(frozen=True)
class Disc:
    """One disc to draw, around (0, 0) in units; `ring` leaves only what the outline form keeps."""

    subject: Subject
    look: AreaLook
    ring: bool = False

    @cached_property
    def lens(self) -> Lens:
        return Lens(self.subject.printed.radius * 25.4 / R)

    @property
    def half(self) -> bool:
        """Whether only the upper half is there."""
        return self.subject.area.shape == "half-circle"

    @property
    def step(self) -> float:
        """From ring to ring: a written inch."""
        return R / self.subject.area.radius

    def ink(self, width: float, dash: tuple[float, ...] = ()) -> Stroke:
        return Stroke(self.look.color("ink"), max(width, _FINEST / self.lens.k), dash)

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
        fifth = number % 5 == 0
        outline = circled(0, 0, radius)
        items.append(Path(outline, None, made.ink(0.8) if fifth else made.ink(0.35, (2.6, 1.8))))
    size = made.lens.size(10)
    for number in told_rings(count, made.subject.scale.factor):
        text = made.subject.measure.told(number * made.subject.scale.factor, True)
        x, y = clock(0, 0, number * made.step, LADDER)
        box = plate_box(text, BOLD, size, x, y)
        every = max(1, math.ceil(1.25 * box.h / made.step))
        clear = CENTRE + box.h * 0.6 < number * made.step < BAND[0] - box.h * 0.7
        if number % every == 0 and clear and box.w < 0.14 * R:
            items += plate(text, BOLD, size, x, y, made.look.color("white"), made.look.color("ink"), made.ink(0.25))
    return items


def told_rings(count: int, factor: float) -> list[int]:
    """Which rings tell their distance: those at whole quarters of an inch, or all when there are few such."""
    quarters = [n for n in range(1, count) if abs(round(4 * n * factor) - 4 * n * factor) < 1e-6]
    return quarters if len(quarters) > 1 else list(range(1, count))


def axes(made: Disc) -> list[Item]:
    """The crosshair with a tick at every half written inch."""
    turns = (0.0, 90.0, 270.0) if made.half else (0.0, 90.0, 180.0, 270.0)
    items: list[Item] = []
    start = R - RING if made.ring else CENTRE
    ticks: list[Segment] = []
    number = 1
    while (at := number * made.step / 2) < R - RIM - 1:
        if at > start + 1:
            tick = 2.6 if number % 2 == 0 else 1.4
            ticks += polyline(((-tick, -at), (tick, -at)))
        number += 1
    line = polyline(((0.0, -start), (0.0, -R)))
    arm = Group(
        (
            Path(line, None, Stroke(made.look.color("white"), 1.8)),
            Path(line, None, made.ink(0.7)),
            *((Path(tuple(ticks), None, made.ink(0.5)),) if ticks else ()),
        )
    )
    for turn in turns:
        items.append(Place(arm, rotate(turn)))
    return items


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
    items: list[Item] = [
        Path(band, made.look.color("hazard"), None, True),
        Path(tuple(stripes), made.look.color("ink")),
        Path(circled(0, 0, inner), None, made.ink(0.9)),
        Path(circled(0, 0, R - 0.45), None, made.ink(0.9)),
    ]
    return items
