"""Lengths and colours as people write them, names of rows and counts; affine matrices and boxes. Points, y down."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import NamedTuple

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


def _start(text: object) -> str:
    """What a message shows of a text."""
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
            raise ValueError(f"'{_start(text)}' is not a length; write it like 63mm, 0.25in or 9pt")
        number, unit = float(match[1]), match[2]
    if unit not in _UNITS:
        raise ValueError(f"'{_start(unit)}' is not a unit of length; use mm, cm, in or pt")
    points = number * _UNITS[unit]
    if not abs(points) <= _MAX_PT:
        raise ValueError(f"{_start(text)} is longer than 200 feet")
    return points


def parse_sizes(text: str) -> tuple[float, float]:
    """Read sizes of letters such as "10..6.5" and return the larger and the smaller one, in points.

    ValueError, worded for the reader of a file, for anything else.
    """
    ends = _SIZES.fullmatch(text)
    if ends is None:
        raise ValueError(f"'{_start(text)}' is not a range of sizes; write it like 10..6.5")
    one, other = (parse_length(f"{ends[i]}{ends[i + 1] or 'pt'}") for i in (1, 3))
    return max(one, other), min(one, other)


def parse_size(text: str) -> tuple[float, float]:
    """Read "63.5x88.9mm" or "24x36in" and return (width, height) in points, each as `printable` has them."""
    width, height = _parse_sides(text, 2, "63.5x88.9mm or 24x36in")
    return width, height


def parse_room(text: str) -> tuple[float, float, float]:
    """As `parse_size`, for a width, a height and a depth: "65x90x30mm"."""
    width, height, depth = _parse_sides(text, 3, "65x90x30mm")
    return width, height, depth


def _parse_sides(text: str, count: int, such_as: str) -> list[float]:
    match = _SIDES[count].match(text)
    if not match:
        raise ValueError(f"'{_start(text)}' is not a size; write it like {such_as}")
    *numbers, unit = match.groups()
    sides = [parse_length(f"{number}{unit}") for number in numbers]
    if min(sides) <= 0:
        raise ValueError(f"'{_start(text)}' has no {'area' if count == 2 else 'room'}")
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
_CSS = """
aliceblue F0F8FF, antiquewhite FAEBD7, aqua 00FFFF, aquamarine 7FFFD4, azure F0FFFF, beige F5F5DC, bisque FFE4C4,
black 000000, blanchedalmond FFEBCD, blue 0000FF, blueviolet 8A2BE2, brown A52A2A, burlywood DEB887,
cadetblue 5F9EA0, chartreuse 7FFF00, chocolate D2691E, coral FF7F50, cornflowerblue 6495ED, cornsilk FFF8DC,
crimson DC143C, cyan 00FFFF, darkblue 00008B, darkcyan 008B8B, darkgoldenrod B8860B, darkgray A9A9A9,
darkgreen 006400, darkgrey A9A9A9, darkkhaki BDB76B, darkmagenta 8B008B, darkolivegreen 556B2F,
darkorange FF8C00, darkorchid 9932CC, darkred 8B0000, darksalmon E9967A, darkseagreen 8FBC8F,
darkslateblue 483D8B, darkslategray 2F4F4F, darkslategrey 2F4F4F, darkturquoise 00CED1, darkviolet 9400D3,
deeppink FF1493, deepskyblue 00BFFF, dimgray 696969, dimgrey 696969, dodgerblue 1E90FF, firebrick B22222,
floralwhite FFFAF0, forestgreen 228B22, fuchsia FF00FF, gainsboro DCDCDC, ghostwhite F8F8FF, gold FFD700,
goldenrod DAA520, gray 808080, green 008000, greenyellow ADFF2F, grey 808080, honeydew F0FFF0, hotpink FF69B4,
indianred CD5C5C, indigo 4B0082, ivory FFFFF0, khaki F0E68C, lavender E6E6FA, lavenderblush FFF0F5,
lawngreen 7CFC00, lemonchiffon FFFACD, lightblue ADD8E6, lightcoral F08080, lightcyan E0FFFF,
lightgoldenrodyellow FAFAD2, lightgray D3D3D3, lightgreen 90EE90, lightgrey D3D3D3, lightpink FFB6C1,
lightsalmon FFA07A, lightseagreen 20B2AA, lightskyblue 87CEFA, lightslategray 778899, lightslategrey 778899,
lightsteelblue B0C4DE, lightyellow FFFFE0, lime 00FF00, limegreen 32CD32, linen FAF0E6, magenta FF00FF,
maroon 800000, mediumaquamarine 66CDAA, mediumblue 0000CD, mediumorchid BA55D3, mediumpurple 9370DB,
mediumseagreen 3CB371, mediumslateblue 7B68EE, mediumspringgreen 00FA9A, mediumturquoise 48D1CC,
mediumvioletred C71585, midnightblue 191970, mintcream F5FFFA, mistyrose FFE4E1, moccasin FFE4B5,
navajowhite FFDEAD, navy 000080, oldlace FDF5E6, olive 808000, olivedrab 6B8E23, orange FFA500, orangered FF4500,
orchid DA70D6, palegoldenrod EEE8AA, palegreen 98FB98, paleturquoise AFEEEE, palevioletred DB7093,
papayawhip FFEFD5, peachpuff FFDAB9, peru CD853F, pink FFC0CB, plum DDA0DD, powderblue B0E0E6, purple 800080,
rebeccapurple 663399, red FF0000, rosybrown BC8F8F, royalblue 4169E1, saddlebrown 8B4513, salmon FA8072,
sandybrown F4A460, seagreen 2E8B57, seashell FFF5EE, sienna A0522D, silver C0C0C0, skyblue 87CEEB,
slateblue 6A5ACD, slategray 708090, slategrey 708090, snow FFFAFA, springgreen 00FF7F, steelblue 4682B4,
tan D2B48C, teal 008080, thistle D8BFD8, tomato FF6347, turquoise 40E0D0, violet EE82EE, wheat F5DEB3,
white FFFFFF, whitesmoke F5F5F5, yellow FFFF00, yellowgreen 9ACD32
"""


@cache
def css_colors() -> dict[str, str]:
    """The colour names of CSS, in small letters, each with its "#RRGGBB"."""
    return {name: f"#{value}" for name, value in (pair.split() for pair in _CSS.split(","))}


@cache
def canonical_color(text: str) -> str | None:
    """A colour as "#RRGGBB", or "#RRGGBBAA" where it shows through, in upper case; None for what is no colour."""
    if not _HEX.fullmatch(text):
        return css_colors().get(text.lower())
    digits = text[1:] if len(text) > 5 else "".join(digit * 2 for digit in text[1:])
    return f"#{digits.upper().removesuffix('FF') if len(digits) == 8 else digits.upper()}"


def letters(index: int) -> str:
    """A, B ... Z, AA, AB ... for rows or columns from 0."""
    found = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        found = chr(ord("A") + rest) + found
    return found


def coordinate(row: int, column: int) -> str:
    """The name of a space on a printed board: A1 at the top left, the column's letters first; AA follows Z."""
    return f"{letters(column)}{row + 1}"


def column_of(found: str) -> int:
    """The column, counted from 0, that has these letters."""
    column = 0
    for letter in found:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1


def with_article(noun: str) -> str:
    """A thing in words: "a space", "an ellipse", "an x"."""
    # A letter is said by its name.
    vowels = "aefhilmnorsx" if len(noun) == 1 else "aeio"
    return f"{'an' if noun[:1].lower() in tuple(vowels) else 'a'} {noun}"


def count_noun(count: int, noun: str) -> str:
    """A number of things in words: "1 space", "2 spaces"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
