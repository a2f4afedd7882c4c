"""Lengths and colours as people write them, names of rows and counts; affine matrices and boxes. Points, y down."""

from __future__ import annotations

import json
import math
import re
from functools import cache
from typing import NamedTuple

from printgen.base.folders import templates_folder

PT_PER_IN = 72.0
PT_PER_MM = 72.0 / 25.4
_UNITS = {"mm": PT_PER_MM, "cm": 10 * PT_PER_MM, "in": PT_PER_IN, "pt": 1.0}
_LENGTH = re.compile(r"\s*+([+-]?(?:\d++\.?\d*+|\.\d++))\s*+([a-z]++)\s*+$")
_SIZES = re.compile(r"\s*+(\d++(?:\.\d++)?)\s*+([a-z]*+)\s*+\.\.\s*+(\d++(?:\.\d++)?)\s*+([a-z]*+)\s*+")
_SIDES = {
    count: re.compile(r"\s*+" + r"\s*+[x×]\s*+".join([r"(\d++\.?\d*+)"] * count) + r"\s*+([a-z]++)\s*+$")
    for count in (2, 3)
}
_MAX_PT = 200 * 12 * PT_PER_IN
SMALLEST, LARGEST = PT_PER_MM, 200 * PT_PER_IN
"""The least and the greatest side of anything that is printed, from a millimetre to what a page of a PDF can have."""


def mm(value: float) -> float:
    """Millimetres to points."""
    return value * PT_PER_MM


def to_mm(points: float) -> float:
    """Points to millimetres."""
    return points / PT_PER_MM


def _shortened(text: object) -> str:
    return str(text) if len(str(text)) <= 40 else f"{str(text)[:37]}..."


def parse_length(text: str | float | int, unit: str | None = None) -> float:
    """Read a length and return points.

    `text` is a number with a unit (mm, cm, in, pt), or a bare number where `unit` names its unit. Raises
    ValueError, worded for the reader of a file, for anything else and for lengths beyond 200 feet.
    """
    if isinstance(text, int | float) and not isinstance(text, bool):
        if unit is None:
            raise ValueError(f"{text} has no unit; write it like 63mm, 0.25in or 9pt")
        number = float(text) if abs(text) <= _MAX_PT else math.inf
    else:
        match = _LENGTH.match(str(text))
        if not match:
            raise ValueError(f"'{_shortened(text)}' is not a length; write it like 63mm, 0.25in or 9pt")
        number, unit = float(match[1]), match[2]
    if unit not in _UNITS:
        raise ValueError(f"'{_shortened(unit)}' is not a unit of length; use mm, cm, in or pt")
    points = number * _UNITS[unit]
    if not abs(points) <= _MAX_PT:
        raise ValueError(f"{_shortened(text)} is longer than 200 feet")
    return points


def parse_sizes(text: str) -> tuple[float, float]:
    """Sizes of letters such as "10..6.5": the larger and the smaller one, in points. ValueError for anything else."""
    ends = _SIZES.fullmatch(text)
    if ends is None:
        raise ValueError(f"'{_shortened(text)}' is not a range of sizes; write it like 10..6.5")
    first, second = (parse_length(f"{ends[i]}{ends[i + 1] or 'pt'}") for i in (1, 3))
    return max(first, second), min(first, second)


def parse_size(text: str) -> tuple[float, float]:
    """Read "63.5x88.9mm" or "24x36in" and return (width, height) in points, each as `printable` has them."""
    width, height = _parse_sides(text, 2, "63.5x88.9mm or 24x36in")
    return width, height


def parse_room(text: str) -> tuple[float, float, float]:
    """As `parse_size`, for a width, a height and a depth: "65x90x30mm"."""
    width, height, depth = _parse_sides(text, 3, "65x90x30mm")
    return width, height, depth


def _parse_sides(text: str, count: int, example: str) -> list[float]:
    match = _SIDES[count].match(text)
    if not match:
        raise ValueError(f"'{_shortened(text)}' is not a size; write it like {example}")
    *numbers, unit = match.groups()
    sides = [parse_length(f"{number}{unit}") for number in numbers]
    if min(sides) <= 0:
        raise ValueError(f"'{_shortened(text)}' has no {'area' if count == 2 else 'room'}")
    return [printable(side) for side in sides]


def printable(side: float) -> float:
    """A side of something that is printed, in points. ValueError when it is too small or too large for that."""
    if not SMALLEST - 1e-9 <= side <= LARGEST + 1e-9:
        limits = f"from {to_mm(SMALLEST):g} to {to_mm(LARGEST):g} mm"
        raise ValueError(f"a side of {round(to_mm(side), 4):g} mm cannot be printed; choose one {limits}")
    return side


Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Box(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def grown(self, by: float) -> Box:
        """The box with every side moved outward by `by` (inward when negative)."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def moved(self, x: float, y: float) -> Box:
        """The box moved by (x, y)."""
        return Box(self.x + x, self.y + y, self.w, self.h)

    def common(self, other: Box) -> Box:
        """What both boxes cover; its width or height is below zero where they are apart."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Box(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)

    def overlaps(self, other: Box) -> bool:
        """Whether the boxes share more than an edge."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def holds(self, other: Box) -> bool:
        """Whether the other box lies wholly in this one."""
        return self.x <= other.x and self.y <= other.y and self.right >= other.right and self.bottom >= other.bottom


def translate(x: float, y: float) -> Matrix:
    """Move by (x, y)."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def scale(sx: float, sy: float | None = None) -> Matrix:
    """Scale about the origin; one number scales both ways."""
    return (sx, 0.0, 0.0, sx if sy is None else sy, 0.0, 0.0)


def rotate(degrees: float) -> Matrix:
    """Turn about the origin, clockwise as seen on paper (y points down)."""
    # Quarter turns are exact, so that an imposed page has no 6e-17 in it.
    turns: dict[float, tuple[float, float]] = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    c, s = turns.get(degrees % 360, (math.cos(math.radians(degrees)), math.sin(math.radians(degrees))))
    return (c, s, -s, c, 0.0, 0.0)


def compose(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies `inner` first and then `outer`."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def chain(*matrices: Matrix) -> Matrix:
    """Compose many: the last one applies first."""
    result = IDENTITY
    for matrix in matrices:
        result = compose(result, matrix)
    return result


def inverse(m: Matrix) -> Matrix:
    """The matrix that undoes another, which must keep areas from vanishing."""
    a, b, c, d, e, f = m
    k = a * d - b * c
    return (d / k, -b / k, -c / k, a / k, (c * f - d * e) / k, (b * e - a * f) / k)


def apply(m: Matrix, x: float, y: float) -> tuple[float, float]:
    """The point (x, y) moved by the matrix."""
    return (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5])


_HEX = re.compile(r"#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")


@cache
def css_colors() -> dict[str, str]:
    """The colour names of CSS, in small letters, each with its "#RRGGBB"."""
    names: dict[str, str] = json.loads((templates_folder() / "css-colors.json").read_text("utf-8"))
    return names


@cache
def canonical_color(text: str) -> str | None:
    """A colour as "#RRGGBB", or "#RRGGBBAA" where it shows through, in upper case; None for what is no colour."""
    if not _HEX.fullmatch(text):
        return css_colors().get(text.lower())
    digits = text[1:] if len(text) > 5 else "".join(digit * 2 for digit in text[1:])
    return f"#{digits.upper().removesuffix('FF') if len(digits) == 8 else digits.upper()}"


def letters(index: int) -> str:
    """A, B ... Z, AA, AB ... for rows or columns from 0."""
    text = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def coordinate(row: int, column: int) -> str:
    """The name of a space on a printed board: A1 at the top left, the column's letters first; AA follows Z."""
    return f"{letters(column)}{row + 1}"


def column_of(name: str) -> int:
    """The column, counted from 0, that has these letters."""
    column = 0
    for letter in name:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1


def with_article(noun: str) -> str:
    """A thing in words: "a space", "an ellipse", "an x"; several have no article."""
    if noun.endswith("cks"):
        return noun
    # A letter is said by its name.
    vowels = "aefhilmnorsx" if len(noun) == 1 else "aeio"
    return f"{'an' if noun[:1].lower() in tuple(vowels) else 'a'} {noun}"


def count_noun(count: int, noun: str) -> str:
    """A number of things in words: "1 space", "2 spaces"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
