"""Colours: "#RRGGBB" in and out; mixing, luminance and contrast by the WCAG 2 formulas."""

from __future__ import annotations

import re
from functools import lru_cache

_HEX = re.compile(r"#([0-9A-Fa-f]{6})$")
NEAR_BLACK = "#0B0C0E"
CREAM = "#FBF4DF"


def parse_color(text: str) -> str:
    """Check a "#RRGGBB" and return it in upper case; ValueError otherwise."""
    if not _HEX.match(text):
        raise ValueError(f"'{text}' is not a colour; write it like #4B5B22")
    return text.upper()


@lru_cache(maxsize=4096)
def rgb(color: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1."""
    return tuple(int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]


def from_rgb(red: float, green: float, blue: float) -> str:
    """A colour from parts of 0 to 1, clamped."""
    return "#" + "".join(f"{max(0, min(255, round(v * 255))):02X}" for v in (red, green, blue))


@lru_cache(maxsize=4096)
def mix(a: str, b: str, share: float) -> str:
    """The colour that lies `share` (0 to 1) of the way from a to b."""
    return from_rgb(*(x + (y - x) * share for x, y in zip(rgb(a), rgb(b), strict=True)))


def darker(color: str, share: float = 0.42) -> str:
    """The shaded side of a colour."""
    return mix(color, NEAR_BLACK, share)


@lru_cache(maxsize=4096)
def luminance(color: str) -> float:
    """Relative luminance from 0 (black) to 1 (white)."""
    linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb(color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    """The contrast ratio, from 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
