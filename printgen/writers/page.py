"""The input of every writer: pages, metadata, and the text of numbers and outlines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import isfinite
from typing import NamedTuple

from printgen.base.units import Box
from printgen.drawing.model import Drawing, Outline


class Page(NamedTuple):
    """One page: its picture, trim and bleed boxes in points, bookmark, label, and the bookmark's chapter."""

    drawing: Drawing
    trim: Box | None = None
    bleed: Box | None = None
    bookmark: str = ""
    label: str = ""
    chapter: str = ""

    @property
    def boxes(self) -> dict[str, list[float]]:
        """The boxes of a page of a PDF, with y up. An uncut page is trimmed to the whole page."""
        wide, high = self.drawing.width, self.drawing.height
        trim = self.trim or Box(0, 0, wide, high)
        named = {"TrimBox": trim, "BleedBox": self.bleed or trim}
        boxes = {name: [box.x, high - box.bottom, box.right, high - box.y] for name, box in named.items()}
        return {"MediaBox": [0, 0, wide, high], **boxes}


class Info(NamedTuple):
    """The metadata of a file; `language` is a code such as "en".

    `duplex` is "long" or "short", "manual" if the printer must turn nothing, or "" for one-sided.
    """

    title: str = ""
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    creator: str = ""
    licence: str = ""
    duplex: str = ""
    language: str = ""


NO_INFO = Info()
"""The info of a file without any."""


def write_number(value: float) -> str:
    """A number without an exponent: seven digits place a mark on a 200 foot sheet to 0.01 points."""
    if 1e-4 <= value < 1e7 or -1e7 < value <= -1e-4:
        return f"{value:.7g}"
    if not isfinite(value):
        raise OverflowError(f"{value} cannot be written")
    return f"{value:.0f}" if abs(value) >= 1 else "0"


number_text = lru_cache(maxsize=65536)(write_number)
"""The same, remembered for numbers that come again."""


def numbers_text(values: Iterable[float]) -> str:
    """Numbers with a space between."""
    return " ".join(map(number_text, values))


def path_text(outline: Outline, steps: Mapping[str, str]) -> str:
    """An outline as text; `steps` has the format of each kind of step, with "%.3f " for each number."""
    text = "".join([steps[step[0]] for step in outline]) % tuple([part for step in outline for part in step[1:]])
    # No step is written with an n, as "inf" and "nan" are.
    if "n" in text:
        raise OverflowError("an outline without end cannot be written")
    # All numbers are written in one go, since there are millions of them; "~" stands in for .000
    # while trailing zeros are removed.
    text = text.replace(".000 ", "~").replace("00 ", " ").replace("0 ", " ").replace("~", " ")
    return text.replace("-0 ", "0 ").rstrip()
