"""What bursts, flames and beams cover: sizes written in inches come in; outlines, axes, widths and angles go out.

Everything is in inches. A circle and a half circle have their centre where the charge lies; the half circle's straight
edge is its back. A triangle points down: its apex is at the nozzle or the lamp, its base on top; a rectangle begins at
its foot.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from printgen.base.units import PT_PER_IN, parse_length

Shape = Literal["circle", "half-circle", "triangle", "rectangle"]
SHAPES: tuple[Shape, ...] = ("circle", "half-circle", "triangle", "rectangle")
ROUND: tuple[Shape, ...] = SHAPES[:2]

LARGEST = 1200.0
"""No side of an area is longer than this, in whatever it is written: a hundred feet is a whole garden."""

SIZES = ("diameter", "length", "width")
_SIDES: dict[str, tuple[str, ...]] = {shape: SIZES[:1] if shape in ROUND else SIZES[1:] for shape in SHAPES}
_WRITTEN_FIGURE = 12.0
_RATIO = re.compile(r"1\s*:\s*(\d+(?:\.\d+)?)$")
# From a life-size world down to figures a fifth of an inch high.
_LARGEST_FACTOR, _SMALLEST_FACTOR = 6.0, 1 / 60


class Fault(NamedTuple):
    """What is wrong with the size of an area: the field to blame ("" for the whole), the matter and how to mend it."""

    field: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Area:
    """An area: round by its `diameter`, else by its `length` and the `width` of its far end, in inches.

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
        if not self.round:
            return self.width, self.length
        return self.diameter, self.diameter if self.shape == "circle" else self.radius

    @property
    def round(self) -> bool:
        """Whether it has a diameter."""
        return self.shape in ROUND

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
        if value is not None and key not in needed:
            hint = f"Give {' and '.join(called[other] for other in needed)} instead."
            faults.append(Fault(key, f"a {shape} has no {called[key]}", hint))
        elif value is not None and not 0 < value <= LARGEST:
            wrong = f"no area is larger than {LARGEST:g}" if value > 0 else "a size is above zero"
            faults.append(Fault(key, f"{called[key]} is {value:g}; {wrong}", "Mend the size."))
    lacking = [called[key] for key in needed if sizes.get(key) is None]
    return faults + [Fault("", f"a {shape} needs {name}", f"Add {name}: and its size.") for name in lacking]


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
    try:
        factor = 6 / float(ratio[1]) if ratio else parse_length(words) / PT_PER_IN / _WRITTEN_FIGURE
    except (ValueError, ZeroDivisionError):
        factor = 0.0
    if not _SMALLEST_FACTOR - 1e-9 <= factor <= _LARGEST_FACTOR + 1e-9:
        raise ValueError(f"'{text}' is not a scale")
    if math.isclose(factor, 1.0):
        return FULL
    return Scale(factor, f"1:{float(ratio[1]):g}" if ratio else f"{words.replace(' ', '')} figures")


_LENGTH = re.compile(r"\{(\d+(?:\.\d+)?) (\w+)\}")
_FRACTIONS = {0.25: "¼", 0.5: "½", 0.75: "¾"}


def inches(value: float) -> str:
    """A number of inches as people write it: 7½, 0.67, 15; exact to a hundredth."""
    rounded = round(value, 2)
    whole = math.floor(rounded)
    part = _FRACTIONS.get(round(rounded - whole, 2))
    if part and math.isclose(value, rounded, abs_tol=1e-9):
        return f"{whole or ''}{part}"
    return f"{rounded:g}"


class Measure(NamedTuple):
    """What lengths are told in: the unit, its name and its mark, and how many of it are an inch of a template."""

    unit: str = "in"
    name: str = "inch"
    mark: str = "″"
    inch: float = 1.0

    def told(self, value: float, mark: bool = False) -> str:
        """A length in inches, as people write it in the unit."""
        return f"{inches(value * self.inch)}{self.mark if mark else ''}"


INCHES = Measure()


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

    def note(self, text: str) -> str:
        """A note with its lengths, such as {15 in}, at the scale."""
        return _LENGTH.sub(lambda m: f"{inches(float(m[1]) * self.scale.factor)} {m[2]}", text)

    def spoke(self, way: str) -> Spoke | None:
        """The roll that points a way."""
        return next((spoke for spoke in self.rose if spoke.way == way), None)
