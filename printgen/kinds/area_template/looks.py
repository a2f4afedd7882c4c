"""The files areas.yaml of the templates come in; colours, kinds and words of areas go out, or their mistakes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from printgen.art.parts import paint
from printgen.base.errors import Finding, ValueProblem, did_you_mean, unknown_word
from printgen.base.names import upper
from printgen.base.units import PT_PER_MM, Box, Matrix, chain, scale, translate
from printgen.drawing.model import Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import polyline, round_rect
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.drawing.windows import Reducer
from printgen.drawing.words import CENTER, STENCIL, cap, center_run, largest, run, turn_items, width_of
from printgen.faces.library import Library
from printgen.kinds.area_template.model import Shape, Subject, clock, inches
from printgen.reading.part import Color, Many, OneOrMany, Part, fillable

MM_PER_IN = 25.4
Point = tuple[float, float]
TURNS = {"up": 0.0, "right": 90.0, "down": 180.0, "left": 270.0}
"""How far an arrow that points up is turned, by the way it is to point."""

LEAST = 6.0
"""No text is smaller than this on paper, in points."""

_FINEST = 0.1
_DIAGONAL = 2.6
_LENGTH = re.compile(r"\{(\d+(?:\.\d+)?) (\w+)\}")
_NAMES = ("name", "diameter", "radius", "length", "width", "scale", "unit", "inch")
_MORE = ("at", "far", "string", "letter")
"""What only some words are filled with."""

Told = Annotated[str, fillable(*_NAMES, *_MORE)]
Texts = dict[str, OneOrMany[Told]]


class AreaKind(Part):
    """What all areas of a kind, such as bursts or flames, have in common."""

    shape: Shape = Field(description="the shape of such areas")
    title: Told = Field(description="the headline, which is printed in capitals")
    art: Literal["rays", "flames"] = Field("rays", description="what fills a triangle")
    picture: str = Field("", description="the part of the art that is drawn where such an area begins")
    apex: Told = Field("", description="the name of a triangle's apex")
    apex_note: Told = Field("", alias="apex-note", description="what a gauge says at a triangle's apex")
    end: Told = Field("", description="what the base of a triangle is")
    rule: Told = Field("", description="what the base of a triangle is for")
    colors: dict[str, Color] = Field({}, description="the colours that such areas have otherwise")
    ways: Annotated[Many[str], Field(min_length=2, max_length=2)] | None = Field(
        None, description="the rolls that send a triangle's base to the left and to the right"
    )
    use: Many[Told] = Field((), description="how a gauge is used, step by step; **stars** are bold")


class AreaFile(Part):
    """The file areas.yaml of a folder of templates."""

    colors: dict[str, Color] = Field({}, description="colours by name")
    saver: dict[str, Color] = Field({}, description="the colours that the ink-saving look has otherwise")
    outcomes: dict[str, str] = Field({}, description="short words for what a roll does")
    kinds: dict[str, AreaKind] = Field({}, description="the kinds of areas; the first of a shape is the usual one")
    sizes: Texts = Field({}, description="how large an area is")
    scale: Told = Field("", description="what is said of the scale where it is not full")
    circle: Texts = Field({}, description="words on circles")
    half_circle: Texts = Field({}, alias="half-circle", description="words on half circles")
    triangle: Texts = Field({}, description="words on triangles")
    gauge: Texts = Field({}, description="words on one-page gauges")


def read_areas(library: Library) -> AreaFile:
    """What the library's files say of areas, a game's own over the built-in; TemplateProblem lists their mistakes."""
    whole: dict[str, Any] = {}
    for path in library.files("areas.yaml"):
        part: AreaFile = library.parse(path, AreaFile)
        if strangers := _strangers(part, whole):
            raise TemplateProblem(strangers)
        for name, given in part:
            whole[name] = {**whole.get(name, {}), **given} if isinstance(given, dict) else given or whole.get(name, "")
    return AreaFile.model_construct(**whole)


def _strangers(part: AreaFile, known: dict[str, Any]) -> list[Finding]:
    """A finding for every word that the built-in file lacks, or colour that there is none of: nothing prints it."""
    return [
        unknown_word(part.where_of(name.replace("_", "-")), "unknown-key", f"unknown words '{key}'", key, known[name])
        for name in ("sizes", "circle", "half_circle", "triangle", "gauge") if known
        for key in getattr(part, name)
        if key not in known[name]
    ] + [
        unknown_word(part.key_where_of("saver", key), "unknown-key", f"there is no colour '{key}' to save", key, colors)
        for colors in [{**known.get("colors", {}), **part.colors}]
        for key in part.saver
        if key not in colors
    ]  # fmt: skip


# What is read keeps so many millimetres from where pages are joined.
_AIR = 0.8


class Words(NamedTuple):
    """A line of a board: its font, its largest size in points, its colour, and rolls that stand on both sides of it."""

    text: str
    font: str
    points: float
    color: str = "ink"
    ways: tuple[str, ...] = ()


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
        self._known = dict.fromkeys(_MORE, "") | dict(zip(_NAMES, known, strict=True))
        self.title = upper(self.filled(self.kind.title))
        notes, factor = subject.notes, subject.scale.factor
        self.notes = [_LENGTH.sub(lambda m: f"{inches(float(m[1]) * factor)} {m[2]}", note) for note in notes]
        self.told_size = self.filled(self.file.sizes["round" if self.area.round else "triangle"][0])
        self.told_scale = self.filled(self.file.scale) if subject.scale.name else ""
        self._painted: dict[tuple[str | float, ...], Group] = {}
        # Where pages are joined.
        self.seams: tuple[Box, ...] = ()

    def join(self, seams: Iterable[Box], matrix: Matrix) -> None:
        """Keep what is read off places in points where pages are joined; `matrix` leads from the picture to points."""
        k, _, _, _, x, y = matrix
        boxes = (Box((box.x - x) / k, (box.y - y) / k, box.w / k, box.h / k) for box in seams)
        self.seams = tuple(box.grown(_AIR / self.k) for box in boxes)

    def whole(self, box: Box) -> bool:
        """Whether no pages are joined in a box."""
        return all(min(box.common(seam)[2:]) <= 0 for seam in self.seams)

    def shift(self, box: Box, ways: Iterable[Point]) -> Point:
        """The first of some ways to move a box, after not at all, with which it is whole; not at all, if none is."""
        still = (0.0, 0.0)
        moved = ((x, y) for x, y in (still, *ways) if self.whole(box._replace(x=box.x + x, y=box.y + y)))
        return next(moved, still)

    def _kind(self) -> AreaKind:
        """The kind of the area: the one it names, else the first of its shape."""
        shape, name = self.subject.area.shape, self.subject.kind
        known = {key: kind for key, kind in self.file.kinds.items() if kind.shape == shape}
        if not known or name not in ("", *known):
            message = f"there is no kind of {shape}" + (f" '{name}'" if name else "")
            hint = did_you_mean(name, known, "Add one to the kinds of templates/areas.yaml.")
            raise ValueProblem(f"{message}. {hint}", "kind")
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

    def line(self, width: float, dash: tuple[float, ...] = (), color: str = "ink") -> Stroke:
        """A line, never too thin to see."""
        return Stroke(self.color(color), max(width, _FINEST / self.k), dash)

    def strokes(
        self, lines: Iterable[Sequence[Point]], width: float, dash: tuple[float, ...] = (), color: str = "ink"
    ) -> Iterator[Path]:
        """Open lines through points, as one path; nothing when there are none."""
        steps = tuple(step for points in lines for step in polyline(points))
        if steps:
            yield Path(steps, None, self.line(width, dash, color))

    def size(self, points: float) -> float:
        """A size of text in units: `points` where a unit is a millimetre, so more or less elsewhere."""
        return max(points / PT_PER_MM, LEAST / PT_PER_MM / self.k)

    def fitted(self, text: str, font: str, points: float, room: float) -> float | None:
        """The size in units at which a line fits the room, at most `points`; None when that is too small to read."""
        return largest(text, font, room, self.size(points), self.size(0)) if text else None

    def fitting(
        self, x: float, y: float, text: str, font: str, points: float, room: float, color: str = "ink", turn: float = 0
    ) -> Iterator[Place]:
        """A line with its middle at (x, y), as large as fits the room; nothing when that is too small to read."""
        if size := self.fitted(text, font, points, room):
            yield turn_items((center_run(0, 0, text, font, size, self.color(color)),), x, y, turn)

    def plate(
        self, text: str, font: str, size: float, x: float, y: float, line: float, color: str = "ink", align: float = 0.5
    ) -> Iterator[Item]:
        """A word on a small white board around (x, y), with a line around it."""
        box = plate_box(text, font, size, x, y, align)
        yield Path(round_rect(box, min(box.h * 0.16, box.w / 2)), self.white, self.line(line))
        yield center_run(box.x + box.w / 2, y, text, font, size, self.color(color))

    def die(
        self, roll: str, x: float, y: float, side: float, corner: float, line: float, size: float
    ) -> Iterator[Item]:
        """A roll on a red die, which is white where ink is to be saved."""
        fill, color = (self.white, self.red) if self.saving else (self.red, self.white)
        yield Path(round_rect(Box(x - side / 2, y - side / 2, side, side), corner), fill, self.line(line))
        yield center_run(x, y, roll, STENCIL, size, color)

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
            out += self._curved(line, size, at, middle, top, mirrored)
        return out, reach

    def _curved(
        self, line: Words, size: float, radius: float, middle: float, outward: bool, mirrored: bool
    ) -> Iterator[Item]:
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
                glyph = run(0.0, 0.0, letter, line.font, size, self.color(line.color), CENTER)
                yield turn_items((glyph,), *clock(radius, degrees), turn)
            at += wide

    def part(self, name: str, x: float, y: float, size: float, **roles: str) -> Place:
        """An art part of 100 x 100 units with its middle at (x, y), so large; `roles` are colours it names."""
        key: tuple[str | float, ...] = (name, size, *roles, *roles.values())
        if key not in self._painted:
            parts = self.library.studio.parts
            tints = self.tints.with_names({role: self.color(words) for role, words in roles.items()})
            drawn = Group(paint(parts.get(name).layers, tints, parts))
            # So small, its lines still hold in print.
            self._painted[key] = Reducer(whole=True).reduce(drawn, size / 100 * self.k * PT_PER_MM)
        return Place(self._painted[key], chain(translate(x - size / 2, y - size / 2), scale(size / 100)))

    def arrow(self, x: float, y: float, size: float, turn: float, main: str = "hazard") -> Place:
        """An arrow with its middle at (x, y), turned clockwise from pointing up."""
        return turn_items((self.part("area-arrow", 0, 0, size, main=main),), x, y, turn)


def plate_box(text: str, font: str, size: float, x: float, y: float, align: float = 0.5) -> Box:
    """The board of `Sketch.plate`."""
    tall = cap(font, size)
    wide = width_of(text, font, size) + 1.3 * tall
    return Box(x - align * wide, y - tall * 0.95, wide, tall * 1.9)
