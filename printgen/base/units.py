"""Lengths as people write them ("63mm", "0.25in", "9pt") in, points out; nothing else in printgen converts."""

from __future__ import annotations

import math
import re

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
