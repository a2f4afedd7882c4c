"""A burst circle or a claymore's half circle and a look come in; its picture in points at true size goes out.

The picture is drawn in units in which every radius is the same: a disc of another size is the same disc larger or
smaller, except for its rings, its numbers, and the letters, which stay legible or are left out.
"""

from __future__ import annotations

import math

from printgen.base.geometry import Box
from printgen.base.seeds import rng_for
from printgen.base.units import PT_PER_IN
from printgen.drawing.model import Item, Outline, Path
from printgen.drawing.scattering import darts, dot_screen
from printgen.drawing.words import BODY, BOLD, STENCIL, turned
from printgen.kinds.area_template.disc import BACK, BAND, LADDER, RING, Disc, R, axes, rim, rings
from printgen.kinds.area_template.letters import Words, ring_sector, stacked
from printgen.kinds.area_template.looks import AreaLook
from printgen.kinds.area_template.model import Subject
from printgen.kinds.area_template.outline import arc
from printgen.kinds.area_template.rose import front, rose, shifts

_SCREEN = tuple(0.25 * i for i in range(1, 10))


def disc(subject: Subject, look: AreaLook, outline: bool = False) -> tuple[Item, ...]:
    """The picture of a round area with its box at (0, 0), in points."""
    made = Disc(subject, look, outline)
    items: list[Item] = [Path(made.outline, made.white)]
    for draw in (*(() if outline else (_fire, rings)), axes, rim, _bands, shifts, front if made.half else rose):
        items += draw(made)
    return made.placed(items, made.outline)


def disc_hole(subject: Subject) -> Outline:
    """What the outline form leaves out of a disc with its box at (0, 0), in points, against the clock."""
    size = subject.printed.radius * PT_PER_IN
    radius = size * (1 - RING / R)
    if subject.area.shape == "circle":
        return (*arc(size, size, radius, 180.0, -360.0), ("Z",))
    # Along the back of a half circle stays a strip for the words.
    back = math.degrees(math.asin(size * BACK / R / radius))
    return (*arc(size, size, radius, -back, -(180.0 - 2 * back)), ("Z",))


def _fire(made: Disc) -> list[Item]:
    """The dot screen, the blast and what it throws."""
    look = made.look

    def radius(x: float, y: float) -> float:
        far, angle = math.hypot(x, y) / R, math.atan2(-y, x)
        edge = 0.84 + 0.06 * math.sin(9 * angle) + 0.05 * math.sin(17 * angle - far)
        return 2.3 * max(0.0, min(1.0, (edge - far) / 0.5)) if far > 0.17 else 0.0

    box = Box(-R, -R, 2 * R, R if made.half else 2 * R)
    items: list[Item] = [*dot_screen(box, 5.0, radius, look.color("screen"), _SCREEN)]
    items.append(look.part("area-blast", 0, 0, 2 * R, ink="ink"))
    stream = rng_for(15, "area", "debris")
    for i, (x, y) in enumerate(darts(stream, box, 27, lambda x, y: _open(made, x, y))):
        size, turn = stream.between(9, 17), math.degrees(math.atan2(x, -y))
        shard = look.part("area-shard", 0, 0, size, main="ink" if i % 3 else "hot")
        items.append(turned((shard,), x, y, turn - 45))
    return items


def _open(made: Disc, x: float, y: float) -> bool:
    """Whether nothing else is printed at a place: room for debris."""
    far, angle = math.hypot(x, y), math.degrees(math.atan2(x, -y)) % 360
    if not 0.52 * R < far < 0.76 * R or (made.half and y > -20):
        return False
    if min(angle % 90, -angle % 90) < 16 or abs(angle - LADDER) < 9:
        return False
    return made.half or all(abs(angle - corner) > 13 for corner in (45, 225))


def _bands(made: Disc) -> list[Item]:
    """The four curved boards: the title, the weapons, what a hit does, and where a miss lands."""
    subject, look = made.subject, made.look
    ink, white, hazard = made.ink, made.white, look.color("hazard")
    # Ink-saving titles are dark on white, as everything is.
    ground, letters = (white, ink) if look.saving else (ink, hazard)
    title = [Words((look.title(subject),), STENCIL, 38, letters)]
    if note := look.scale_note(subject):
        title = [
            Words((look.title(subject),), STENCIL, 29, letters),
            Words((note,), BOLD, 15, white if ground == ink else ink),
        ]
    arms = [Words((" · ".join(subject.users).upper(),), BOLD, 22, ink)]
    if subject.notes:
        arms.append(Words((subject.note(subject.notes[0]),), BODY, 16, ink))
    effects = [
        Words((f"{label}  {text}",), BOLD, 21, look.color("red") if i else ink)
        for i, (label, text) in enumerate(look.effects(subject))
    ]
    if made.half:
        boards = [(312.0, 29.0, ground, title), (0.0, 15.0, white, arms), (48.0, 29.0, white, effects)]
    else:
        miss = [Words((made.word("miss"),), BOLD, 24, ink), Words((made.word("along"),), BODY, 17, ink)]
        if not subject.rose:
            # Nothing is to be rolled for a miss: there is room for more notes.
            miss = [Words((subject.note(note),), BODY, 20, ink) for note in subject.notes[1:3]]
        boards = [(315.0, 34.0, ground, title), (45.0, 34.0, white, miss)]
        boards += [(135.0, 38.0, white, effects), (225.0, 34.0, white, arms)]
    items: list[Item] = []
    for middle, half, fill, lines in boards:
        words, reach = stacked(lines, (0.0, 0.0), *BAND, middle, half, made.lens)
        if words:
            items.append(Path(ring_sector(0, 0, *BAND, middle, min(half, reach + 3)), fill, made.line(0.7)))
            items += words
    return items
