"""An area and a look come in; what all its pictures are made of goes out: colours, words, lines and legible letters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printgen.art.parts import paint
from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.units import PT_PER_MM
from printgen.drawing.model import Group, Item, Path, Place, Segment, Stroke, Text
from printgen.drawing.outlines import rounded
from printgen.drawing.tints import Tints
from printgen.drawing.words import STENCIL, cap, largest, middled, turned, width_of
from printgen.errors import ValueProblem, did_you_mean
from printgen.faces.library import Library
from printgen.kinds.area_template.looks import MORE, NAMES, AreaKind, read_areas
from printgen.kinds.area_template.model import Subject
from printgen.kinds.area_template.outline import clock

MM_PER_IN = 25.4
TURNS = {"up": 0.0, "right": 90.0, "down": 180.0, "left": 270.0}
"""How far an arrow that points up is turned, by the way it is to point."""

LEAST = 6.0
"""No text is smaller than this on paper, in points."""

_FINEST = 0.1
_DIAGONAL = 2.6


class Words(NamedTuple):
    """A line of a curved board: its font, its largest size in points, its colour."""

    text: str
    font: str
    points: float
    color: str


class Sketch:
    """An area to draw, bound to its look, in units that measure `k` millimetres on paper.

    `words` is the part of areas.yaml from which its words are. ValueProblem when there is no such kind of its shape,
    TemplateProblem for files with mistakes.
    """

    words: str = "gauge"

    def __init__(self, subject: Subject, library: Library, look: str = "", k: float = 1.0) -> None:
        self.subject, self.library, self.look, self.k = subject, library, look, k
        self.file = library.once(read_areas)
        self.kind, self.area, self.measure = self._kind(), subject.printed, subject.measure
        self.saving = look == "saver"
        own = self.file.saver if self.saving else {}
        self.tints = Tints({**self.file.colors, **self.kind.colors, **own})
        self.color = self.tints.resolve
        self.ink, self.white, self.red = map(self.color, ("ink", "white", "red"))
        sizes = (self.area.diameter, self.area.radius, self.area.length, self.area.width)
        known = (subject.name, *map(self.measure.told, sizes), subject.scale.name, self.measure.unit, self.measure.name)
        self._known = dict.fromkeys(MORE, "") | dict(zip(NAMES, known, strict=True))
        self.title = self.filled(self.kind.title).upper()
        self.told_size = self.filled(self.file.sizes["round" if self.area.round else "triangle"][0])
        self.told_scale = self.filled(self.file.scale) if subject.scale.name else ""
        self._painted: dict[tuple[str, ...], Group] = {}

    def _kind(self) -> AreaKind:
        """The kind of the area: the one it names, else the first of its shape."""
        shape, name = self.subject.area.shape, self.subject.kind
        known = {key: kind for key, kind in self.file.kinds.items() if kind.shape == shape}
        if not known or name not in ("", *known):
            raise ValueProblem(f"there is no kind of {shape} '{name}'. {did_you_mean(name, known)}", "kind")
        return known[name or next(iter(known))]

    def filled(self, text: str, **more: str) -> str:
        """A text with the area's numbers filled in; names that only other texts are filled with stay empty."""
        return text.format(**self._known | more)

    def lines(self, key: str, **more: str) -> tuple[str, ...]:
        """A text of several lines with the area's numbers filled in."""
        return tuple(self.filled(text, **more) for text in getattr(self.file, self.words)[key])

    def word(self, key: str, **more: str) -> str:
        """The text of one line."""
        return self.lines(key, **more)[0]

    def heading(self, *more: str) -> str:
        """What stands in one line at the edge of a template: the words given, and the scale where it is not full."""
        return "  ·  ".join(filter(None, (*more, self.told_scale)))

    def effects(self) -> list[str]:
        """Each line of what a roll does: its label, and its ranges with their short words."""
        return [
            f"{label}  {'  '.join(f'{effect.dice} {self.outcome(effect.outcome)}' for effect in effects)}"
            for label, effects in self.subject.effects.items()
        ]

    def outcome(self, name: str) -> str:
        """The short word for an outcome."""
        return self.file.outcomes.get(name, name)

    def line(self, width: float, dash: tuple[float, ...] = ()) -> Stroke:
        """A dark line, never too thin to see."""
        return Stroke(self.ink, max(width, _FINEST / self.k), dash)

    def size(self, points: float) -> float:
        """A size of text in units: `points` where a unit is a millimetre, so more or less elsewhere."""
        return max(points / PT_PER_MM, LEAST / PT_PER_MM / self.k)

    def fitted(self, text: str, font: str, points: float, room: float) -> float | None:
        """The size in units at which a line fits the room, at most `points`; None when that is too small to read."""
        return largest(text, font, room, self.size(points), self.size(0)) if text else None

    def fitting(
        self, x: float, y: float, text: str, font: str, points: float, room: float, color: str, turn: float = 0.0
    ) -> Iterator[Item]:
        """A line with its middle at (x, y), as large as fits the room; nothing when that is too small to read."""
        size = self.fitted(text, font, points, room)
        if size is not None:
            yield turned((middled(0, 0, text, font, size, color),), x, y, turn)

    def plate(
        self, text: str, font: str, size: float, x: float, y: float, line: float, color: str = "ink", align: float = 0.5
    ) -> Iterator[Item]:
        """A word on a small white board around (x, y), with a line around it."""
        box = plate_box(text, font, size, x, y, align)
        yield Path(rounded(box, min(box.h * 0.16, box.w / 2)), self.white, self.line(line))
        yield middled(box.x + box.w / 2, y, text, font, size, self.color(color))

    def die(
        self, x: float, y: float, side: float, corner: float, line: float, roll: str, size: float
    ) -> Iterator[Item]:
        """A roll on a red die, which is white where ink is to be saved."""
        fill, color = (self.white, self.red) if self.saving else (self.red, self.white)
        yield Path(rounded(Box(x - side / 2, y - side / 2, side, side), corner), fill, self.line(line))
        yield middled(x, y, roll, STENCIL, size, color)

    def stacked(
        self, lines: Sequence[Words], inner: float, outer: float, middle: float, half: float, mirrored: bool = False
    ) -> tuple[list[Item], float]:
        """Curved lines on top of each other in a part of a ring; lines for which there is no room are left out.

        Also tells how many degrees the longest of them reaches to each side. Lines stay inside the band with air on
        every side. In the upper half of the clock letters face outward.
        """
        pad = 0.11 * (outer - inner)
        room = math.radians(2 * half) * (inner + pad) - 2 * pad
        sized = [(line, size) for line in lines if (size := self.fitted(line.text, line.font, line.points, room))]
        while sized and sum(cap(w.font, s) for w, s in sized) + pad * (len(sized) + 1) > outer - inner:
            sized.pop()
        gap = (outer - inner - sum(cap(w.font, s) for w, s in sized)) / (len(sized) + 1)
        top = math.cos(math.radians(middle)) >= 0
        out: list[Item] = []
        reach, at = 0.0, outer if top else inner
        for line, size in sized:
            tall = cap(line.font, size)
            at += -(gap + tall) if top else gap + tall
            reach = max(reach, math.degrees(width_of(line.text, line.font, size) / 2 / at))
            out += _curved(line, size, at, middle, top, mirrored)
        return out, reach

    def part(self, name: str, x: float, y: float, size: float, **roles: str) -> Place:
        """An art part of 100 x 100 units with its middle at (x, y), so large; `roles` are colours it names."""
        key = (name, *roles, *roles.values())
        if key not in self._painted:
            parts = self.library.studio.parts
            tints = self.tints.with_names({role: self.color(words) for role, words in roles.items()})
            self._painted[key] = Group(paint(parts.get(name).layers, tints, parts))
        return Place(self._painted[key], chain(translate(x - size / 2, y - size / 2), scale(size / 100)))

    def arrow(self, x: float, y: float, size: float, turn: float, main: str = "hazard") -> Place:
        """An arrow with its middle at (x, y), turned clockwise from pointing up."""
        return turned((self.part("area-arrow", 0, 0, size, main=main),), x, y, turn)


def plate_box(text: str, font: str, size: float, x: float, y: float, align: float = 0.5) -> Box:
    """The board of `Sketch.plate`."""
    tall = cap(font, size)
    wide = width_of(text, font, size) + 1.3 * tall
    return Box(x - align * wide, y - tall * 0.95, wide, tall * 1.9)


def stroked(segments: Sequence[Segment], line: Stroke) -> Iterator[Item]:
    """All segments as one path; nothing when there are none."""
    if segments:
        yield Path(tuple(segments), None, line)


def _curved(line: Words, size: float, radius: float, middle: float, outward: bool, mirrored: bool) -> Iterator[Item]:
    """A line on a circle of `radius`, centred at the angle `middle` of the clock.

    `outward` letters have their heads away from the centre and run clockwise, the others run against the clock.
    Where all is `mirrored`, letters that stand within a few degrees of a diagonal are turned a little: a common PDF
    viewer draws a mirrored letter at just about 45 degrees upright and far too large.
    """
    at = -width_of(line.text, line.font, size) / 2
    for letter in line.text:
        wide = width_of(letter, line.font, size)
        if not letter.isspace():
            degrees = middle + (1 if outward else -1) * math.degrees((at + wide / 2) / radius)
            turn = degrees if outward else degrees + 180
            off = (turn % 90) - 45
            if mirrored and abs(off) < _DIAGONAL:
                turn += math.copysign(_DIAGONAL, off) - off
            glyph = Text(-wide / 2, 0.0, letter, line.font, size, line.color, 0.0, wide)
            yield turned((glyph,), *clock(radius, degrees), turn)
        at += wide
