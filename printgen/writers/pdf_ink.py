"""A plain colour comes in; the operators that choose it go out: greys as grey, and black with black ink alone.

A colour that is nearly black would be printed with all four inks, which soak paper, blur small letters and show
coloured rims where a sheet is off. So text and lines in it are written as full black, and what is filled with it as the
grey that it is lighter than ink: tones of a picture stay apart. What is any colour stays that colour.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from printgen.drawing.tints import DARK, nearly_black, rgb

Use = Literal["rg", "RG", "text"]
"""What a colour is for: fills, lines or letters."""

# How light ink is.
_INK = 0.1
_GREY = {"rg": "g", "RG": "G", "text": "g"}


@cache
def ink(color: str, use: Use, alone: bool) -> str:
    """The operator that chooses a colour; black is printed `alone`, or a picture to look at keeps it as it is."""
    parts = rgb(color)
    if alone and nearly_black(color):
        grey = 0.0 if use != "rg" else max(0.0, sum(parts) / 3 - _INK) * DARK / (DARK - _INK)
        return f"{_short(grey)} {_GREY[use]}"
    if parts[0] == parts[1] == parts[2]:
        return f"{_short(parts[0])} {_GREY[use]}"
    return f"{' '.join(map(_short, parts))} {'RG' if use == 'RG' else 'rg'}"


def _short(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
