"""What bursts, flames and beams cover: widths, angles and outlines in true arcs."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import BeforeValidator, Field

from printgen.base.names import in_print
from printgen.base.units import PT_PER_IN, parse_length
from printgen.drawing import outlines
from printgen.drawing.model import Outline
from printgen.drawing.outlines import polygon
from printgen.reading.part import Options, Part, parse_with, schema_text

Form = Literal["full", "outline", "gauge"]
Shape = Literal["circle", "half-circle", "triangle", "rectangle"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
_ROUND = SHAPES[:2]

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


@dataclass(frozen=True, slots=True)
class Area:
    """An area: round by its `diameter`, else by its `length` and the `width` of its far end, in inches."""

    shape: Shape
    diameter: float = 0.0
    length: float = 0.0
    width: float = 0.0

    @property
    def radius(self) -> float:
        """Half the diameter of a round area."""
        return self.diameter / 2

    @property
    def box(self) -> tuple[float, float]:
        """Width and height of the area."""
        if not self.round:
            return self.width, self.length
        return self.diameter, self.diameter if self.shape == "circle" else self.radius

    @property
    def round(self) -> bool:
        """Whether it has a diameter."""
        return self.shape in _ROUND

    @property
    def half_angle(self) -> float:
        """The angle in degrees between the middle line and either edge; 0 of a rectangle."""
        return math.degrees(math.atan2(self.width / 2, self.length)) if self.shape == "triangle" else 0.0

    def width_at(self, distance: float) -> float:
        """How wide a triangle or a rectangle is at a distance from where it begins."""
        return self.width * distance / self.length if self.shape == "triangle" else self.width

    def along_edge(self, distance: float) -> float:
        """How far along its edge a triangle is at a distance along its middle line."""
        return math.hypot(distance, self.width_at(distance) / 2)

    def scaled(self, factor: float) -> Area:
        """The same area for figures of another size."""
        return replace(self, diameter=self.diameter * factor, length=self.length * factor, width=self.width * factor)


class Scale(NamedTuple):
    """How much smaller than written (1 for figures twelve inches high), and what people call it: "" at full size."""

    factor: float = 1.0
    name: str = ""


FULL = Scale()
"""As written, for figures twelve inches high."""


def parse_scale(value: object) -> Scale:
    """Read "full", a ratio such as "1:18" (1:6 is as written), or the height of the figures, such as "3.75in".

    ValueError for anything else and for scales beyond 1:1 and 1:360.
    """
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
    return Scale(factor, f"1:{float(ratio[1]):g}" if ratio else f"{words.replace(' ', '')} figures")


def inches(value: float) -> str:
    """A number of inches as people write it: 7½, 0.67, 15; exact to a hundredth."""
    rounded = round(value, 2)
    whole = math.floor(rounded)
    part = _FRACTIONS.get(round(rounded - whole, 2))
    if part and math.isclose(value, rounded, abs_tol=1e-9):
        return f"{whole or ''}{part}"
    return in_print(f"{rounded:g}")


class Measure(Part):
    """What lengths are written and told in."""

    unit: str = Field("in", max_length=8, description="the unit behind a number, such as ft")
    name: str = Field("inch", max_length=20, description="the name of the unit, such as foot")
    mark: str = Field("″", max_length=8, description="the mark behind a number where there is little room, such as ′")
    inch: Annotated[float, Field(gt=0, le=1000)] = Field(1, description="how many of it are an inch on paper")

    def told(self, value: float, mark: bool = False) -> str:
        """A length in inches, as people write it in the unit."""
        return f"{inches(value * self.inch)}{self.mark if mark else ''}"

    def full(self, value: float) -> str:
        """As `told`, with the unit."""
        return f"{self.told(value)} {self.unit}"


INCHES = Measure.model_construct()


class Fields(Part):
    """Which field of a record says what of an area; what has no field is not told."""

    shape: str = Field("shape", description="circle, half-circle, triangle or rectangle")
    diameter: str = Field("diameter", description="how far across a round area is")
    length: str = Field("length", description="from the apex of a triangle to its base, or how long a rectangle is")
    width: str = Field("width", description="the width of a triangle's base, or of a rectangle")
    kind: str = Field("", description="the kind of area, one of those in areas.yaml")
    users: str = Field("", description="a list of what makes such an area")
    effects: str = Field("", description="a mapping of labels, each a mapping of outcomes to ranges of a d100")
    notes: str = Field("", description="a list of sentences; lengths in them, such as {15 in}, shrink with the scale")
    form: str = Field("", description="the form in which the area is printed unless the product names one")


def _film(value: Any) -> Any:
    return ("film" if value else "no") if isinstance(value, bool) else value


class AreaOptions(Options):
    """What a product of area templates takes under `options`."""

    form: Form | None = Field(None, description="in full, in outline, or as a gauge; by default what fits each area")
    scale: Annotated[Scale, parse_with(parse_scale, _SCALES, "unknown-value"), schema_text("string", "a scale")] = (
        Field(FULL, description="full, a ratio such as 1:18, or the height of the figures such as 3.75in")
    )
    film: Annotated[Literal["no", "film", "mirror"], BeforeValidator(_film)] = Field(
        "no", description="true for thin outlines on clear film, mirror to print them on its back"
    )
    measure: Measure = Field(INCHES, description="what lengths are written and told in, if not inches")
    fields: Fields = Field(Fields.model_construct(), description="which field of a record says what")
    misses: str = Field("", description="the table of where a miss lands; its rows have a word and a way")


class Spoke(NamedTuple):
    """What a roll of the die for a miss says: its word, and the way it points (left, right, up, down, middle, none)."""

    roll: str
    word: str
    way: str


class Effect(NamedTuple):
    """What some rolls of a hundred-sided die lead to: the outcome, the range as it is printed, and its numbers."""

    outcome: str
    dice: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Subject:
    """An area to draw, as written, with the scale to print it at and what is told of it.

    `kind` is "" for the usual kind of its shape, `form` is full, outline or gauge.
    """

    name: str
    area: Area
    scale: Scale = FULL
    measure: Measure = INCHES
    kind: str = ""
    form: str = "full"
    users: tuple[str, ...] = ()
    effects: Mapping[str, tuple[Effect, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    rose: tuple[Spoke, ...] = ()

    @property
    def printed(self) -> Area:
        """The area at the size that is printed."""
        return self.area.scaled(self.scale.factor)


# Arcs in pieces of this many degrees stray from the true circle by less than a ten-thousandth of a millimetre.
_PIECE = 22.5


def arc(cx: float, cy: float, radius: float, start: float, sweep: float) -> Outline:
    """A true arc from a move to its start on; degrees from the right, clockwise as seen on paper."""
    # An even number of pieces has a point in the middle, so that a box around all points is no larger than the arc.
    count = max(2, 2 * math.ceil(abs(sweep) / _PIECE / 2 - 1e-9))
    unit = outlines.arc(math.radians(start), math.radians(sweep), count)
    return outlines.transform_outline(unit, (radius, 0.0, 0.0, radius, cx, cy))


def bow(cx: float, cy: float, outer: float, inner: float, start: float, sweep: float) -> Outline:
    """The band between two true arcs around one point."""
    (_, x, y), *back = arc(cx, cy, inner, start + sweep, -sweep)
    return (*arc(cx, cy, outer, start, sweep), ("L", x, y), *back, ("Z",))


def ring(radius: float) -> Outline:
    """A true circle around (0, 0), however large."""
    return (*arc(0.0, 0.0, radius, 180.0, 360.0), ("Z",))


def clock(radius: float, degrees: float) -> tuple[float, float]:
    """The point of a circle around (0, 0) at an angle counted clockwise from the top."""
    angle = math.radians(degrees)
    return radius * math.sin(angle), -radius * math.cos(angle)


def ring_sector(inner: float, outer: float, middle: float, half: float) -> Outline:
    """The part of a ring around (0, 0) from `middle` - `half` to `middle` + `half` degrees of the clock."""
    steps = max(8, math.ceil(half))
    angles = [middle - half + 2 * half * i / steps for i in range(steps + 1)]
    return polygon([clock(outer, a) for a in angles] + [clock(inner, a) for a in reversed(angles)])
