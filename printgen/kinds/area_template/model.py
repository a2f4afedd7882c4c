"""The shapes of bursts, flames and beams: options, sizes and scales, outlines, and facts for faces."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import BeforeValidator, Field

from printgen.base.names import in_print
from printgen.base.units import PT_PER_IN, parse_length
from printgen.drawing.model import Outline
from printgen.drawing.outlines import Point, circle_part, polygon
from printgen.faces.face import Face
from printgen.reading.part import Options, Part, parse_with, schema_text

Form = Literal["full", "outline", "gauge"]
Shape = Literal["circle", "half-circle", "triangle", "rectangle"]
SHAPES: tuple[Shape, ...] = get_args(Shape)

MM_PER_IN = 25.4
LARGEST = 1200.0
"""No side of an area is longer than this, in whatever it is written, nor on paper: a hundred feet is a whole garden."""
SMALLEST = 0.1
"""No area is shorter than this on paper, in inches: nobody could cut it out."""

_WRITTEN_FIGURE = 12.0
_RATIO = re.compile(r"1\s*:\s*(\d+(?:\.\d+)?)$")
# From a life-size world down to figures a fifth of an inch high.
_LARGEST_FACTOR, _SMALLEST_FACTOR = 6.0, 1 / 60
_SCALES = "Use full, a ratio such as 1:18 or 1:12, or the height of the figures such as 3.75in."
_FRACTIONS = {0.25: "¼", 0.5: "½", 0.75: "¾"}
# What the outline form leaves: of a circle a ring, as a share of the radius, and a strip along a half circle's back;
# of others a band along the edges, as a share of the width but within limits in millimetres.
_RING, _BACK = 34 / 190.5, 14 / 190.5
_BAND, _NARROWEST, _BROADEST = 0.047, 11.0, 24.0
# The middle is left out only where so much of it is left beside the band.
_HOLE = 0.1


@dataclass(frozen=True, slots=True)
class Area:
    """An area: round by its `diameter`, else by its `length` and the `width` of its far end, in inches."""

    shape: Shape
    diameter: float = 0.0
    length: float = 0.0
    width: float = 0.0

    @property
    def radius(self) -> float:
        return self.diameter / 2

    @property
    def box(self) -> tuple[float, float]:
        if not self.round:
            return self.width, self.length
        return self.diameter, self.diameter if self.shape == "circle" else self.radius

    @property
    def round(self) -> bool:
        return self.shape in ("circle", "half-circle")

    @property
    def half_angle(self) -> float:
        """The angle in degrees between the middle line and either edge; 0 of a rectangle."""
        return math.degrees(math.atan2(self.width / 2, self.length)) if self.shape == "triangle" else 0.0

    def width_at(self, distance: float) -> float:
        """The width of a triangle or a rectangle at a distance from its start."""
        return self.width * distance / self.length if self.shape == "triangle" else self.width

    def along_edge(self, distance: float) -> float:
        """The length along the edge of a triangle up to a distance along its middle line."""
        return math.hypot(distance, self.width_at(distance) / 2)

    def at_scale(self, factor: float) -> Area:
        return replace(self, diameter=self.diameter * factor, length=self.length * factor, width=self.width * factor)

    def outline(self) -> Outline:
        """The line to cut along, in points from its top left corner, with true arcs."""
        wide, high = (side * PT_PER_IN for side in self.box)
        if self.shape == "circle":
            return (*circle_part(wide / 2, high / 2, wide / 2, -90, 270), ("Z",))
        if self.shape == "half-circle":
            return (*circle_part(high, high, high, -90, 90), ("L", 0.0, high), ("Z",))
        foot = ((wide / 2, high),) if self.shape == "triangle" else ((wide, high), (0.0, high))
        return polygon(((0.0, 0.0), (wide, 0.0), *foot, (0.0, 0.0)))

    def hole(self) -> Outline:
        """The hole of the outline form, in points, anticlockwise; none for a small triangle or rectangle."""
        if self.round:
            radius = self.radius * PT_PER_IN
            inner = radius * (1 - _RING)
            # Along the back of a half circle a strip stays for words.
            back = math.degrees(math.asin(radius * _BACK / inner))
            start, end = (270, -90) if self.shape == "circle" else (90 - back, back - 90)
            return (*circle_part(radius, radius, inner, start, end), ("Z",))
        return polygon(reversed(self._inset(self.band / MM_PER_IN * PT_PER_IN)))

    @property
    def band(self) -> float:
        """The width of the band that the outline form keeps of a triangle or a rectangle, in millimetres."""
        return max(_NARROWEST, min(_BROADEST, _BAND * self.width * MM_PER_IN))

    @property
    def hollow(self) -> bool:
        """Whether the outline form has a hole."""
        return self.round or bool(self._inset(self.band / MM_PER_IN * PT_PER_IN))

    def _inset(self, by: float) -> tuple[Point, ...]:
        """The corners of the shape `by` points inside all edges; none when too little is left."""
        wide, high = (side * PT_PER_IN for side in self.box)
        if self.shape == "rectangle":
            if by >= 0.45 * min(wide, high):
                return ()
            return (by, by), (wide - by, by), (wide - by, high - by), (by, high - by)
        # A triangle shrinks toward the middle of its inscribed circle.
        middle = wide / 2
        radius = middle * high / (middle + math.hypot(middle, high))
        left = 1 - by / radius
        if left < _HOLE:
            return ()
        corners = (0.0, 0.0), (wide, 0.0), (middle, high)
        return tuple((middle + left * (x - middle), radius + left * (y - radius)) for x, y in corners)


class AreaScale(NamedTuple):
    """A scale as a divisor of the written size (1 for figures twelve inches high), and its name: "" at full size."""

    factor: float = 1.0
    name: str = ""


FULL = AreaScale()
"""As written, for figures twelve inches high."""


def parse_scale(value: object) -> AreaScale:
    """Read "full", a ratio from 1:1 to 1:360 (1:6 is as written), or a height of figures; ValueError for others."""
    words = str(value).strip()
    if words in ("", "full"):
        return FULL
    ratio = _RATIO.match(words)
    try:
        factor = 6 / float(ratio[1]) if ratio else parse_length(words) / PT_PER_IN / _WRITTEN_FIGURE
    except (ValueError, ZeroDivisionError):
        factor = 0.0
    if not _SMALLEST_FACTOR - 1e-9 <= factor <= _LARGEST_FACTOR + 1e-9:
        raise ValueError(f"'{value}' is not a scale")
    if math.isclose(factor, 1.0):
        return FULL
    return AreaScale(factor, f"1:{float(ratio[1]):g}" if ratio else f"{words.replace(' ', '')} figures")


def inches(value: float) -> str:
    """A number of inches as people write it: 7½, 0.67, 15; exact to a hundredth."""
    rounded = round(value, 2)
    whole = math.floor(rounded)
    part = _FRACTIONS.get(round(rounded - whole, 2))
    if part and math.isclose(value, rounded, abs_tol=1e-9):
        return f"{whole or ''}{part}"
    return in_print(f"{rounded:g}")


class Measure(Part):
    """The unit in which lengths are written and printed."""

    unit: str = Field("in", max_length=8, description="the unit behind a number, such as ft")
    name: str = Field("inch", max_length=20, description="the name of the unit, such as foot")
    mark: str = Field("″", max_length=8, description="the mark behind a number where there is little room, such as ′")
    inch: Annotated[float, Field(gt=0, le=1000)] = Field(1, description="how many of it are an inch on paper")

    def number(self, value: float) -> str:
        """A length in inches, as people write it in the unit, without the unit."""
        return inches(value * self.inch)

    def length(self, value: float) -> str:
        """A length in inches, as people write it in the unit."""
        return f"{self.number(value)} {self.unit}"


INCHES = Measure.model_construct()


class AreaFields(Part):
    """The fields of a record that describe an area; facts without a field are not printed."""

    shape: str = Field("shape", description="circle, half-circle, triangle or rectangle")
    diameter: str = Field("diameter", description="how far across a round area is")
    length: str = Field("length", description="from the apex of a triangle to its base, or how long a rectangle is")
    width: str = Field("width", description="the width of a triangle's base, or of a rectangle")
    kind: str = Field("", description="the kind of area: fire is drawn by the face area-fire")
    users: str = Field("", description="a list of what makes such an area")
    effects: str = Field("", description="a mapping of labels, each a mapping of outcomes to ranges of a d100")
    notes: str = Field("", description="a list of sentences; lengths in them, such as {15 in}, shrink with the scale")
    form: str = Field("", description="the form in which the area is printed unless the product names one")


def _film(value: Any) -> Any:
    return ("film" if value else "no") if isinstance(value, bool) else value


class AreaOptions(Options):
    """What a product of area templates takes under `options`."""

    form: Form | None = Field(None, description="in full, in outline, or as a gauge; by default what fits each area")
    scale: Annotated[AreaScale, parse_with(parse_scale, _SCALES, "unknown-value"), schema_text("string", "a scale")] = (
        Field(FULL, description="full, a ratio such as 1:18, or the height of the figures such as 3.75in")
    )
    film: Annotated[Literal["no", "film", "mirror"], BeforeValidator(_film)] = Field(
        "no", description="true for thin outlines on clear film, mirror to print them on its back"
    )
    measure: Measure = Field(INCHES, description="what lengths are written and told in, if not inches")
    fields: AreaFields = Field(AreaFields.model_construct(), description="which field of a record says what")
    misses: str = Field("", description="the table of where a miss lands; its rows have a word and a way")


class Spoke(NamedTuple):
    """A result of the die for a miss: its word and its direction (left, right, up, down, middle, none)."""

    roll: str
    word: str
    way: str


class Effect(NamedTuple):
    """The result of some rolls of a hundred-sided die: the outcome, the range as printed, and its numbers."""

    outcome: str
    dice: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Subject:
    """An area to draw, as written, with its scale and the words for its face.

    `kind` is "" for the usual kind of its shape; lengths in `notes` are those of the scale.
    """

    name: str
    area: Area
    scale: AreaScale = FULL
    measure: Measure = INCHES
    kind: str = ""
    form: Form = "full"
    users: tuple[str, ...] = ()
    effects: Mapping[str, tuple[Effect, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    rose: tuple[Spoke, ...] = ()

    @property
    def on_paper(self) -> Area:
        return self.area.at_scale(self.scale.factor)


R = 190.5
"""The radius of every disc in the units of its face: those of the fifteen inch disc are millimetres."""

# What stands along the rim of a disc, in those units.
_RIM = 10.0
# The plate of a distance is so high in those units, with air, and its letters are at least so large at full size.
_PLATE, _LEAST = 5.9, 0.6
# Areas shorter than that, in inches as written, have a mark at every inch.
_STEP, _SHORT = 6, 12
_LARGEST_FLAME, _SMALLEST_FLAME, _WIDEST = 62.0, 5.0, 508.0


def facts_of(subject: Subject, face: Face, film: str = "no") -> dict[str, Any]:
    """The facts of an area for faces; its own face's lets give title and use. ValueProblem for a bad let."""
    area, measure = subject.on_paper, subject.measure
    filmed = film != "no" and subject.form != "gauge"
    rolls = list(_rolls(subject, face.params.get("outcomes", {})))
    facts = {
        **{name: measure.number(getattr(area, name)) for name in ("diameter", "radius", "length", "width")},
        **dict(zip(("w", "h"), (side * MM_PER_IN for side in area.box), strict=True)),
        "name": subject.name,
        "form": "film" if filmed else subject.form,
        "round": area.round,
        "shape": area.shape,
        "scale": subject.scale.name,
        "unit": measure.unit,
        "inch": measure.name,
        "users": list(subject.users),
        "notes": list(subject.notes),
        "rolls": rolls,
        "effects": ["  ".join((roll["label"], *(f"{p['dice']} {p['word']}" for p in roll["parts"]))) for roll in rolls],
        "rose": [spoke._asdict() for spoke in subject.rose],
        "ways": {spoke.way: spoke._asdict() for spoke in reversed(subject.rose)},
        **(_of_round(subject) if area.round else _of_straight(subject)),
    }
    names = {**face.params, **facts}
    for name, value in face.lets.items():
        names[name] = value.get(names)
    return {**facts, "title": names.get("title", subject.name), "use": names.get("use", "")}


def _rolls(subject: Subject, words: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The results of d100 rolls, line by line, with the short words for outcomes."""
    for label, effects in subject.effects.items():
        parts = [{**effect._asdict(), "word": words.get(effect.outcome, effect.outcome)} for effect in effects]
        yield {"label": label, "parts": parts}


def _of_round(subject: Subject) -> dict[str, Any]:
    """The scale of a disc against its face, and its rings, a written inch apart, in the face's units."""
    k, step = subject.on_paper.radius * MM_PER_IN / R, R / subject.area.radius
    count = math.ceil(R / step - 1e-9)
    far = {number: number * subject.scale.factor for number in range(1, count)}
    # At whole quarters of an inch, or at all where there are few such.
    quarters = [number for number in far if abs(round(4 * far[number]) - 4 * far[number]) < 1e-6]
    every = max(1, math.ceil(_PLATE * max(1.0, _LEAST / k) / step))
    labels = {n: subject.measure.number(far[n]) + subject.measure.mark
              for n in (quarters if len(quarters) > 1 else far) if n % every == 0}  # fmt: skip
    rings = [{"at": n * step, "fifth": n % 5 == 0, "far": labels.get(n, "")} for n in far]
    inner = [ring for n, ring in zip(far, rings, strict=True) if n * step < R - _RIM]
    return {"k": k, "step": step, "rings": rings, "inner_rings": inner}


def _of_straight(subject: Subject) -> dict[str, Any]:
    """The marks along the middle of a triangle or a rectangle, its angle, and the rows of flames in it."""
    area, measure = subject.on_paper, subject.measure
    step = _STEP if subject.area.length >= _SHORT else 1
    marks = []
    for number in range(1, math.ceil(subject.area.length / step - 1e-9)):
        distance = number * step * subject.scale.factor
        far, wide = measure.number(distance), area.width_at(distance)
        marks.append({"at": distance * MM_PER_IN, "half": wide / 2 * MM_PER_IN, "far": far, "mark": measure.mark,
                      "wide": measure.number(wide)})  # fmt: skip
    return {
        "marks": marks,
        "pointed": area.shape == "triangle",
        "hollow": area.hollow,
        "band": area.band,
        "written": subject.scale.factor * MM_PER_IN,
        "step": step,
        "lean": area.half_angle,
        # How much longer its edge is than its middle line.
        "along": area.along_edge(area.length) / area.length if area.shape == "triangle" else 1.0,
        "string": inches(area.along_edge(area.length)),
        "rows": list(_rows(area)),
    }


def _rows(area: Area) -> Iterator[dict[str, float]]:
    """Rows of flames that grow with the width, clear of the edge: their places, sizes, and numbers on each side."""
    wide, long = (side * MM_PER_IN for side in area.box)
    largest, edge = _LARGEST_FLAME * max(min(1.2, wide / _WIDEST), 0.4), max(2.5, min(8.0, 0.016 * wide))
    at = 0.12 * long if area.shape == "rectangle" else min(7 * long / wide, 0.12 * long)
    while at < long - 0.12 * wide:
        half = area.width_at(at / MM_PER_IN) * MM_PER_IN / 2 - edge / math.cos(math.radians(area.half_angle))
        size = min(largest, 0.85 * half)
        if size < _SMALLEST_FLAME:
            at += 2.0
            continue
        yield {"at": at, "half": half, "size": size, "count": max(1, int((half - 0.1 * size) / (0.8 * size)))}
        at += 1.25 * size
