"""What every writer is given: pages with what they say of themselves, and how numbers are written."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.base.geometry import Box
from printgen.drawing.model import Drawing


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its picture, where it is trimmed and bleeds to (boxes in points), and its bookmark."""

    drawing: Drawing
    trim: Box | None = None
    bleed: Box | None = None
    bookmark: str = ""


@dataclass(frozen=True, slots=True)
class Info:
    """What a file says of itself; `duplex` is "long", "short" or "" for one-sided."""

    title: str = ""
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    creator: str = ""
    licence: str = ""
    duplex: str = ""


UNTOLD = Info()
"""Of a file that says nothing of itself."""


def number(value: float) -> str:
    """A number without an exponent: seven digits place a mark on a 200 foot sheet to 0.01 points."""
    return f"{value:.7g}" if value >= 1e-4 or value <= -1e-4 else "0"


def coordinate(value: float) -> str:
    """A coordinate inside an outline, to a thousandth of its unit."""
    return f"{round(value, 3):.9g}"
