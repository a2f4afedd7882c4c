"""Colours come in; how people see them whose eyes tell fewer apart, how grey they print, and how much ink they take.

Colour-blind eyes are those of the model of Machado, Oliveira and Fernandes (2009), without red or green; how far
colours are apart is measured in CIE Lab. The ink of a colour is that of a common press profile (SWOP), near enough to
warn by.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations

from printgen.drawing.tints import rgb

Lab = tuple[float, float, float]

_EYES = {
    "red-blind": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "green-blind": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
# Eyes without blue are rare: they are drawn for, and not warned of.
_DRAWN = {
    **_EYES,
    "blue-blind": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
EYES = tuple(_DRAWN)
"""The names of the eyes that tell fewer colours apart."""

_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)
# Colours so far apart are meant to be told apart; those so near to each other are not, in colours and in greys.
_MEANT, _NEAR, _NEAR_GREY = 20.0, 12.0, 6.0
# Full black and no other ink, and what is neutral takes less of the three colours.
_GREY_SHARE, _BLACK = 0.26, 1.17


def _times(matrix: tuple[Lab, ...], color: Lab) -> Lab:
    return tuple(sum(a * b for a, b in zip(row, color, strict=True)) for row in matrix)  # type: ignore[return-value]


def _light(color: str) -> Lab:
    """How much light of red, green and blue a colour is."""
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb(color))  # type: ignore[return-value]


@lru_cache(maxsize=1024)
def _lab(color: str, eyes: str = "") -> Lab:
    light = _light(color)
    if eyes:
        light = tuple(min(1.0, max(0.0, v)) for v in _times(_EYES[eyes], light))  # type: ignore[assignment]
    parts = [v / w for v, w in zip(_times(_XYZ, light), _WHITE, strict=True)]
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def as_seen(color: str, eyes: str) -> str:
    """A colour as some of the EYES see it, as one that the eyes of most people see, such as "#6D5B00"."""
    light = (min(1.0, max(0.0, part)) for part in _times(_DRAWN[eyes], _light(color)))
    parts = (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in light)
    return "#" + "".join(f"{round(255 * part):02X}" for part in parts)


def merging(one: str, other: str) -> str:
    """Where two colours that are meant to be told apart look alike, in words; "" where they do not."""
    if math.dist(_lab(one), _lab(other)) < _MEANT:
        return ""
    blind = any(math.dist(_lab(one, eyes), _lab(other, eyes)) < _NEAR for eyes in _EYES)
    grey = abs(_lab(one)[0] - _lab(other)[0]) < _NEAR_GREY
    if blind and grey:
        return "in grey and to colour-blind eyes"
    return "in grey" if grey else "to colour-blind eyes" if blind else ""


def merged(colors: list[str]) -> list[tuple[str, str, str]]:
    """Each pair of colours that look alike somewhere, and where; at most of the first few dozen."""
    pairs = combinations(colors[:40], 2)
    return [(one, other, where) for one, other in pairs if (where := merging(one, other))]


def apart(one: str, other: str) -> bool:
    """Whether two colours are told apart wherever they are printed, and by whomever."""
    return math.dist(_lab(one), _lab(other)) >= _MEANT and not merging(one, other)


def ink_of(color: str) -> float:
    """How much ink a colour takes in print, in hundredths of a full layer: up to 300 or so for dark ones."""
    inks = [1 - part for part in rgb(color)]
    least = min(inks)
    return 100 * (sum(inks) * (1 - _GREY_SHARE * least) + least**3 * _BLACK)
