"""A parcel and a format come in; about how long drawing it takes goes out, where people would wait.

Seconds are those of one process of a machine of 2026 that has nothing else to do. How busy the machine is shows in how
long the same process waited while it composed the pieces.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from printgen.base.units import PT_PER_IN
from printgen.exports.format import Asked
from printgen.exports.parcel import Lot, Parcel, Thing
from printgen.exports.pixels import MOST_PROCESSES, PIXELS_WORTH

LONG = 10.0
"""Who waits for more seconds than these is told so beforehand."""
# Measured on the kits Micro Forces and GO JOE, drawn by one process: `export images` at 50 and at 300 dots per inch.
_PER_SIDE = 0.012
"""Seconds for a side of a piece, however small its picture is."""
_PER_PDF_SIDE = 0.004
"""The same where the side goes into a PDF or SVG: `cut --machine silhouette` and `shop --profile press`."""
_PER_MEGAPIXEL = 0.022
"""Seconds for a million pixels, drawn and squeezed."""
_PLACES = ("card", "tile", "token", "board")


class Picturing(NamedTuple):
    """How a format draws: dots per inch, the most pixels of a side, and how much more it does with each pixel."""

    dpi: float
    most: int = 4096
    times: float = 1.0


class Estimate(str):
    """Says how long an export takes; `seconds` is that as a number."""

    seconds: float

    @classmethod
    def of(cls, what: str, seconds: float) -> Estimate:
        """The words for something that takes so long."""
        made = cls(f"{what} takes about {seconds:.0f} s")
        made.seconds = round(seconds, 1)
        return made


def seconds_of(name: str, parcel: Parcel, asked: Asked, busy: float = 1.0) -> float:
    """About how many seconds a format takes for a parcel; `busy` is how many times as long as an idle machine."""
    if name == "text":
        return 0.0
    how, count, pixels = _picturing(name, asked), 0, 0.0
    for lot, thing in _sent(name, parcel):
        sides = 1 + _own_back(lot, thing)
        across = [side / PT_PER_IN for side in (thing.box.w, thing.box.h)]
        dpi = min(how.dpi, how.most / max(across))
        count += sides
        pixels += sides * across[0] * across[1] * dpi * dpi
    several = max(1, min(os.cpu_count() or 1, MOST_PROCESSES, int(pixels // PIXELS_WORTH)))
    each = _PER_SIDE if how.dpi else _PER_PDF_SIDE
    return busy * (count * each + pixels / 1e6 * _PER_MEGAPIXEL * how.times) / several


def _picturing(name: str, asked: Asked) -> Picturing:
    """How a format draws as it is asked to; at no dots per inch where it writes no pictures of dots."""
    match name:
        case "images":
            return Picturing(0 if asked["type"] == "svg" else asked["dpi"], 20_000)
        case "tts":
            return Picturing(asked["dpi"], asked["pixels"], _SHEETS)
        case "cgs" | "tabletop-club":
            return Picturing(asked["dpi"])
        case "vassal":
            return Picturing(asked["scale"] or 100)
        case "pcio" | "virtualtabletop":
            return Picturing(120, 2000)
        case "cut":
            return Picturing(300 if asked["machine"] == "cricut" else 0)
    return Picturing(300 if asked.get("profile") in ("the-game-crafter", "makeplayingcards") else 0)


_SHEETS = 1.2
"""Pictures of Tabletop Simulator are put together on sheets, and written as JPEG."""


def _sent(name: str, parcel: Parcel) -> Iterator[tuple[Lot, Thing]]:
    some = name in ("cgs", "tabletop-club", "pcio", "virtualtabletop")
    return ((lot, thing) for lot, thing in parcel.things if not some or thing.role in _PLACES)


def _own_back(lot: Lot, thing: Thing) -> bool:
    """Whether a thing has a back that is drawn for it."""
    return any(things[0] is thing for things in lot.backs.values())
