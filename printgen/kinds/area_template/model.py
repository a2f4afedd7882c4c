"""What bursts, flames and beams cover: sizes written in inches come in; outlines, axes, widths and angles go out.

Everything is in inches with y down. A circle and a half circle have their centre where the charge lies; the half
circle's straight edge is its back. A triangle points down: its apex is at the nozzle or the lamp, its base on top.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from printgen.base.units import PT_PER_IN, parse_length

Shape = Literal["circle", "half-circle", "triangle"]
SHAPES: tuple[Shape, ...] = ("circle", "half-circle", "triangle")

LARGEST = 1200.0
"""No side of an area is longer than this, in inches: a hundred feet is a whole garden."""

SIZES = ("diameter", "length", "width")
_SIDES: dict[str, tuple[str, ...]] = {
    "circle": SIZES[:1],
    "half-circle": SIZES[:1],
    "triangle": SIZES[1:],
}
_WRITTEN_FIGURE = 12.0
_RATIO = re.compile(r"1\s*:\s*(\d+(?:\.\d+)?)$")
# From a life-size world down to figures a fifth of an inch high.
_LARGEST_FACTOR, _SMALLEST_FACTOR = 6.0, 1 / 60


class Point(NamedTuple):
    """A point in inches from the top left of an area's box."""

    x: float
    y: float


class Line(NamedTuple):
    """A straight side."""

    start: Point
    end: Point


class Arc(NamedTuple):
    """A round side: `start` and `sweep` are degrees, from the right and clockwise as seen on paper."""

    centre: Point
    radius: float
    start: float
    sweep: float


Side = Line | Arc


class Fault(NamedTuple):
    """What is wrong with the size of an area: the field to blame ("" for the whole), the matter and how to mend it."""

    field: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Area:
    """An area: round by its `diameter`, or a triangle by its `length` and the `width` of its base, in inches.

    Raises ValueError for sizes that make no area; `faults_of` says which.
    """

    name: str
    shape: Shape
    diameter: float = 0.0
    length: float = 0.0
    width: float = 0.0

    def __post_init__(self) -> None:
        faults = faults_of(self.shape, {name: getattr(self, name) or None for name in SIZES})
        if faults:
            raise ValueError(faults[0].message)

    @property
    def radius(self) -> float:
        """Half the diameter of a round area."""
        return self.diameter / 2

    @property
    def box(self) -> tuple[float, float]:
        """Width and height of the area."""
        if self.shape == "triangle":
            return self.width, self.length
        return self.diameter, self.diameter if self.shape == "circle" else self.radius

    @property
    def origin(self) -> Point:
        """The centre of a round area, the apex of a triangle."""
        if self.shape == "triangle":
            return Point(self.width / 2, self.length)
        return Point(self.radius, self.radius)

    @property
    def axes(self) -> tuple[Line, ...]:
        """The lines that aim the area: both middles of a circle, else the line from the origin straight ahead."""
        x, y = self.origin
        ahead = Line(Point(x, y), Point(x, 0.0))
        if self.shape == "circle":
            return Line(Point(x, self.diameter), Point(x, 0.0)), Line(Point(0.0, y), Point(self.diameter, y))
        return (ahead,)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The outline as sides that join end to end, clockwise and closed."""
        if self.shape == "circle":
            return (Arc(self.origin, self.radius, 180.0, 360.0),)
        if self.shape == "half-circle":
            end, start = Point(self.diameter, self.radius), Point(0.0, self.radius)
            return Arc(self.origin, self.radius, 180.0, 180.0), Line(end, start)
        apex, left, right = self.origin, Point(0.0, 0.0), Point(self.width, 0.0)
        return Line(left, right), Line(right, apex), Line(apex, left)

    @property
    def half_angle(self) -> float:
        """The angle in degrees between a triangle's middle line and either of its edges."""
        self._must_be("triangle")
        return math.degrees(math.atan2(self.width / 2, self.length))

    def width_at(self, distance: float) -> float:
        """How wide the area is at a distance from its origin straight ahead; ValueError for one that lies outside."""
        reach = self.length if self.shape == "triangle" else self.radius
        if not 0 <= distance <= reach:
            raise ValueError(f"{self.name} reaches from 0 to {reach:g} in, not to {distance:g}")
        if self.shape == "triangle":
            return self.width * distance / self.length
        return 2 * math.sqrt(max(0.0, self.radius**2 - distance**2))

    def along_edge(self, distance: float) -> float:
        """How far along its edge a triangle is at a distance along its middle line."""
        self._must_be("triangle")
        return math.hypot(distance, self.width_at(distance) / 2)

    def scaled(self, factor: float) -> Area:
        """The same area for figures of another size."""
        return replace(self, diameter=self.diameter * factor, length=self.length * factor, width=self.width * factor)

    def _must_be(self, shape: Shape) -> None:
        if self.shape != shape:
            raise ValueError(f"{self.name} is a {self.shape}, not a {shape}")


def faults_of(shape: str, sizes: Mapping[str, float | None], names: Mapping[str, str] | None = None) -> list[Fault]:
    """What is wrong with an area's sizes (diameter, length, width; None where none is given).

    `names` is what its file calls them.
    """
    if shape not in _SIDES:
        return [Fault("shape", f'"{shape}" is not a shape of areas', f"Use {', '.join(SHAPES[:-1])} or {SHAPES[-1]}.")]
    needed = _SIDES[shape]
    called = {key: (names or {}).get(key, key) for key in SIZES}
    faults: list[Fault] = []
    for key, value in sizes.items():
        name = called[key]
        if value is None:
            continue
        if key not in needed:
            hint = f"Give {' and '.join(called[other] for other in needed)} instead."
            faults.append(Fault(key, f"a {shape} has no {name}", hint))
        elif not value > 0:
            faults.append(Fault(key, f"{name} is {value:g}; a size is above zero", "Write it in inches."))
        elif value > LARGEST:
            message = f"{name} is {value:g}; no area is larger than {LARGEST:g} in"
            faults.append(Fault(key, message, "Write it in inches."))
    for key in needed:
        if sizes.get(key) is None:
            name = called[key]
            faults.append(Fault("", f"a {shape} needs {name}", f"Add {name}: and its size in inches."))
    return faults


class Scale(NamedTuple):
    """How much smaller than written (1 for figures twelve inches high), and what people call that scale."""

    factor: float = 1.0
    name: str = ""

    @property
    def full(self) -> bool:
        """Whether everything is as written."""
        return math.isclose(self.factor, 1.0)


FULL = Scale()
"""As written, for figures twelve inches high."""

SCALES = "Use full, a ratio such as 1:18 or 1:12, or the height of the figures such as 3.75in."
"""How to write a scale."""


def parse_scale(text: str) -> Scale:
    """Read "full", a ratio such as "1:18" (1:6 is as written), or the height of the figures, such as "3.75in".

    ValueError for anything else and for scales beyond 1:1 and 1:360.
    """
    words = str(text).strip()
    if words in ("", "full"):
        return FULL
    ratio = _RATIO.match(words)
    factor = 0.0
    if ratio:
        factor = 6 / float(ratio[1]) if float(ratio[1]) > 0 else 0.0
    elif ":" not in words:
        try:
            factor = parse_length(words) / PT_PER_IN / _WRITTEN_FIGURE
        except ValueError:
            factor = 0.0
    if not _SMALLEST_FACTOR - 1e-9 <= factor <= _LARGEST_FACTOR + 1e-9:
        raise ValueError(f"'{text}' is not a scale")
    if math.isclose(factor, 1.0):
        return FULL
    return Scale(factor, f"1:{float(ratio[1]):g}" if ratio else f"{words.replace(' ', '')} figures")


_LENGTH = re.compile(r"\{(\d+(?:\.\d+)?) in\}")
_FRACTIONS = {0.25: "¼", 0.5: "½", 0.75: "¾"}


def inches(value: float) -> str:
    """A number of inches as people write it: 7½, 0.67, 15; exact to a hundredth."""
    rounded = round(value, 2)
    whole = math.floor(rounded)
    part = _FRACTIONS.get(round(rounded - whole, 2))
    if part and math.isclose(value, rounded, abs_tol=1e-9):
        return f"{whole or ''}{part}"
    return f"{rounded:g}"


class Spoke(NamedTuple):
    """What a roll of the die for a miss says: its word, and the way it points (left, right, up, down, middle, none)."""

    roll: str
    word: str
    way: str


class Effect(NamedTuple):
    """What some rolls of a hundred-sided die lead to: the outcome, the range as written, and its numbers."""

    outcome: str
    dice: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Subject:
    """An area to draw, as written, with the scale to print it at and what is told of it.

    `kind` is "" for the usual kind of its shape, `form` is full, outline or gauge.
    """

    area: Area
    scale: Scale = FULL
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

    def note(self, text: str) -> str:
        """A note with its lengths, such as {15 in}, at the scale."""
        return _LENGTH.sub(lambda m: f"{inches(float(m[1]) * self.scale.factor)} in", text)

    def spoke(self, way: str) -> Spoke | None:
        """The roll that points a way."""
        return next((spoke for spoke in self.rose if spoke.way == way), None)
