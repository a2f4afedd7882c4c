"""A burst circle or a claymore's half circle and a look come in; its picture in points at true size goes out.

The picture is drawn in units in which every radius is the same: a disc of another size is the same disc larger or
smaller, except for its rings, its numbers, and the letters, which stay legible or are left out.
"""

from __future__ import annotations

import math

from printgen.base.geometry import Box, rotate
from printgen.base.seeds import rng_for
from printgen.base.units import PT_PER_IN
from printgen.drawing.model import Group, Item, Outline, Path, Place, Stroke
from printgen.drawing.outlines import circle, polygon, polyline, rounded
from printgen.drawing.scattering import darts, dot_screen
from printgen.drawing.words import BODY, BOLD, CENTER, LEFT, STENCIL, cap, middled, run, turned, width_of
from printgen.kinds.area_template.disc import BACK, BAND, CENTRE, LADDER, RIM, RING, Disc, R, axes, rim, rings
from printgen.kinds.area_template.letters import TURNS, Words, clock, fitted, plate, plate_box, ring_sector, stacked
from printgen.kinds.area_template.looks import AreaLook
from printgen.kinds.area_template.model import Spoke, Subject
from printgen.kinds.area_template.outline import arc

_ROSE = 0.66 * R
_SCREEN = tuple(0.25 * i for i in range(1, 10))


def disc(subject: Subject, look: AreaLook, outline: bool = False) -> tuple[Item, ...]:
    """The picture of a round area with its box at (0, 0), in points."""
    made = Disc(subject, look, outline)
    items: list[Item] = [Path(made.outline, made.white)]
    for draw in (*(() if outline else (_fire, rings)), axes, rim, _bands, _shifts, _front if made.half else _rose):
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


def _shifts(made: Disc) -> list[Item]:
    """Where the middle of the disc moves to after a miss: half a diameter off, which is on the rim."""
    if made.half or not made.subject.rose:
        return []
    look = made.look
    mark = Group(
        (
            Path(polygon(((-6.5, -R + RIM + 2.5), (6.5, -R + RIM + 2.5), (0.0, -R))), made.white, made.line(0.7)),
            Path(circle(0.0, -R + 7.2, 1.3), look.color("red")),
        )
    )
    items: list[Item] = [Place(mark, rotate(turn)) for turn in TURNS.values()]
    text = made.word("shift")
    size = fitted(text, BOLD, 10.5, 28, made.lens)
    if size is not None and not made.ring:
        for turn in TURNS.values():
            items += plate(text, BOLD, size, *clock(0, 0, R - 19.5, turn), made.white, made.ink, made.line(0.3))
    return items


def _rose(made: Disc) -> list[Item]:
    """What the die says: the hit in the middle, four ways to miss, and no blast at all."""
    subject = made.subject
    arms = [spoke for spoke in subject.rose if spoke.way in TURNS]
    if made.ring:
        # The roll alone on the ring.
        return [i for arm in arms for i in _die(made, arm.roll, *clock(0, 0, R - 24.0, TURNS[arm.way]), 14)]
    items = [item for arm in arms for item in _arm(made, arm)]
    hit, dud = subject.spoke("middle"), subject.spoke("none")
    items += _target(made, hit.roll if hit else "")
    if dud:
        items += _board(made, 45.0, dud.roll, (dud.word, made.word("dud")))
    if subject.spoke("down"):
        # Which side of the disc lies toward whoever threw or fired.
        items += _board(made, 225.0, "", made.look.lines("circle", "facing", subject))
    return items


def _target(made: Disc, roll: str) -> list[Item]:
    look = made.look
    items: list[Item] = [
        Path(circle(0, 0, CENTRE), made.white, made.line(0.9)),
        Path(circle(0, 0, CENTRE - 2.4), None, made.line(0.3)),
    ]
    text = made.word("target")
    size = fitted(text, BOLD, 10, 1.55 * (CENTRE - 2.4), made.lens)
    number = made.lens.size(44 if size else 48)
    if not roll or cap(STENCIL, number) > 1.6 * CENTRE:
        return [*items, Path(circle(0, 0, 1.2), look.color("red"))]
    items.append(middled(0, -2.6 if size else 0, roll, STENCIL, number, look.color("red")))
    if size:
        items.append(run(0, 8.6 + 0.2 * cap(BOLD, size), text, BOLD, size, made.ink, CENTER))
    return items


def _arm(made: Disc, spoke: Spoke) -> list[Item]:
    """An arrow with its roll on a red die and its word beside; nothing where the roll could not be read."""
    look, turn = made.look, TURNS[spoke.way]
    x, y = clock(0, 0, _ROSE, turn)
    die = _die(made, spoke.roll, x, y, 17)
    if not die:
        return []
    arrow = look.part("area-arrow", 0, -_ROSE - 4, 50, main="white")
    items: list[Item] = [Place(Group((arrow,)), rotate(turn)), *die]
    size = made.lens.size(13)
    if plate_box(spoke.word, STENCIL, size, 0, 0).w < 0.36 * R:
        upright = spoke.way in ("up", "down")
        a, b, align = (x + 11, y, LEFT) if upright else (x, y - 8.5 - 2.2 * cap(STENCIL, size), CENTER)
        items += plate(spoke.word, STENCIL, size, a, b, made.white, made.ink, made.line(0.4), align)
    return items


def _die(made: Disc, roll: str, x: float, y: float, side: float) -> list[Item]:
    look = made.look
    size = made.lens.size(33 * side / 17)
    if cap(STENCIL, size) > 0.86 * side:
        return []
    box = Box(x - side / 2, y - side / 2, side, side)
    fill, color = ("white", "red") if look.saving else ("red", "white")
    items: list[Item] = [Path(rounded(box, side * 0.18), look.color(fill), made.line(0.7))]
    return [*items, middled(x, y, roll, STENCIL, size, look.color(color))]


def _board(made: Disc, turn: float, roll: str, lines: tuple[str, ...]) -> list[Item]:
    """A board with a dark end (the roll, or an arrow straight down) and one or two lines."""
    look, lens = made.look, made.lens
    big, small = lens.size(11), lens.size(10)
    sizes = [(line, BOLD if i == 0 else BODY, big if i == 0 else small) for i, line in enumerate(lines[:2])]
    wide = max(width_of(text, font, size) for text, font, size in sizes) + 0.8 * big
    tall = max(16.0, 2.9 * (cap(BOLD, big) + cap(BODY, small)) / 2 + 2)
    if wide + 15 > 0.42 * R or tall > 0.2 * R:
        return []
    x, y = clock(0, 0, _ROSE, turn)
    left = x - (wide + 15) / 2
    box, end = Box(left, y - tall / 2, wide + 15, tall), Box(left, y - tall / 2, 15, tall)
    items: list[Item] = [Path(rounded(box, 2), made.white, made.line(0.7)), Path(rounded(end, 2), made.ink)]
    if roll:
        number = min(lens.size(30), 13 / max(width_of(roll, STENCIL, 1.0), 0.5))
        items.append(middled(left + 7.5, y, roll, STENCIL, number, made.white))
    else:
        items.append(look.arrow(left + 7.5, y, 12, 180))
    for i, (text, font, size) in enumerate(sizes):
        at = y + (i - (len(sizes) - 1) / 2) * tall * 0.42
        items.append(middled(left + 15 + 0.4 * big, at, text, font, size, made.ink, LEFT))
    return items


def _front(made: Disc) -> list[Item]:
    """The claymore in the middle of its back, which way it faces, and the safe side behind the straight edge."""
    look = made.look
    items: list[Item] = []
    if not made.ring:
        items.append(look.part("area-arrow", 0, -0.62 * R, 34, main="white"))
        size = fitted(made.word("front"), STENCIL, 15, 40, made.lens)
        if size:
            items += plate(made.word("front"), STENCIL, size, 0, -0.62 * R + 25, made.white, made.ink, made.line(0.4))
    deep = max(6.5, 1.6 * cap(STENCIL, made.lens.least))
    edge = polyline(((-R, -0.9), (R, -0.9)))
    items.append(Path(edge, None, Stroke(look.color("safe"), 1.8)))
    text = made.word("safe")
    size = fitted(text, STENCIL, 13, 0.5 * R, made.lens)
    wide = width_of(text, STENCIL, size) if size else 0.0
    for side in (-1, 1):
        middle = side * R / 2
        if size:
            items += plate(text, STENCIL, size, middle, -deep * 0.75, made.white, look.color("safe"), made.line(0.4))
        for away in (-wide / 2 - deep, wide / 2 + deep):
            items.append(look.arrow(middle + away, -deep / 2, deep, 180, "safe"))
    picture = look.kind(made.subject).picture
    if picture and not made.ring:
        items.append(look.part(picture, 0, -15.5, 32, main="mine"))
    return items
