"""What a format of exports is: its options, its checks, what it makes, and about how long that takes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from printgen.base.errors import Finding, UsageError, did_you_mean
from printgen.base.names import UNSEEN
from printgen.base.units import PT_PER_IN
from printgen.build.stages import Progress
from printgen.exports.parcel import Lot, Parcel, Thing
from printgen.exports.pixels import MOST_PROCESSES, PIXELS_WORTH


class Option(NamedTuple):
    """An option of a format, `--NAME`: what it means and its usual value, of whose type all values are.

    A text may have `choices`, of which one must be chosen where the usual value is ""; a number has a `least` and a
    `most`.
    """

    name: str
    help: str
    default: str | int | float | bool = ""
    choices: tuple[str, ...] = ()
    least: float = 0
    most: float = 1_000_000
    metavar: str = ""

    @property
    def key(self) -> str:
        """Its name as one of Python."""
        return self.name.replace("-", "_")


@dataclass(frozen=True, slots=True)
class Made:
    """What a format makes: files by their paths below its folder (with "/", at most one folder deep), findings, and
    lines that tell people what to do with them.

    `pieces` counts what it sends, copies included, and `pictures` those of files and archives, thumbnails aside.
    """

    files: Sequence[tuple[str, bytes]]
    findings: Sequence[Finding] = ()
    told: tuple[str, ...] = ()
    pieces: int = 0
    pictures: int = 0

    def with_counts(self, pieces: int) -> Made:
        """The same, with so many pieces and the pictures that are among its files."""
        return replace(self, pieces=pieces, pictures=pictures_among(file for file, _ in self.files))


def pictures_among(paths: Iterable[str]) -> int:
    """How many files are pictures, by how their names end."""
    return sum(path.endswith((".png", ".jpg", ".svg")) for path in paths)


Asked = Mapping[str, Any]
"""A value for every option of a format, by its name."""


class Exporter(Protocol):
    """What a module of a format offers."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...  # noqa: N802

    def check(self, parcel: Parcel, asked: Asked) -> Iterable[Finding]: ...

    def make(self, parcel: Parcel, asked: Asked, progress: Progress) -> Made: ...


class Format(NamedTuple):
    """A format by its name and one line of help; the module or folder of its name does it, imported when it is used."""

    name: str
    line: str

    @property
    def module(self) -> Exporter:
        """What does it."""
        module: Exporter = import_module(f"printgen.exports.{self.name.replace('-', '_')}")
        return module

    def options(self) -> tuple[Option, ...]:
        """Its options, in the order in which they are told."""
        return self.module.OPTIONS

    def check(self, parcel: Parcel, asked: Asked) -> Iterable[Finding]:
        """What does not fit; an error among that ends the export. Nothing is drawn."""
        return self.module.check(parcel, asked)

    def make(self, parcel: Parcel, asked: Asked, progress: Progress) -> Made:
        """Draw all that fits."""
        return self.module.make(parcel, asked, progress)


def asked_of(form: Format, given: Mapping[str, Any]) -> Asked:
    """A value for every option of a format. UsageError for options that it has not, and for values that cannot be."""
    known = {option.name: option for option in form.options()}
    for name in given:
        if name not in known:
            hint = did_you_mean(name, known) if known else "It takes none."
            raise UsageError(f"export {form.name} has no option '{name}'", hint)
    return {name: _value(option, given.get(name)) for name, option in known.items()}


def _value(option: Option, given: Any) -> Any:
    if given is None:
        return option.default
    usual = option.default
    if isinstance(usual, float) and type(given) is int:
        given = float(given)
    if type(given) is not type(usual):
        raise UsageError(f"{option.name}: {given!r} cannot be", f"Give a value such as {usual!r}.")
    if isinstance(given, str) and option.metavar != "FILE" and (hidden := re.search(UNSEEN, given)):
        message = f"{option.name}: it holds the character U+{ord(hidden[0]):04X}, which nobody sees"
        raise UsageError(message, "Write it without that character.")
    if isinstance(given, str) and option.choices and given not in (usual, *option.choices):
        raise UsageError(f"{option.name}: there is no '{given}'", did_you_mean(given, option.choices))
    if isinstance(given, int | float) and not option.least <= given <= option.most:
        bounds = f"from {option.least:.15g} to {option.most:.15g}"
        raise UsageError(f"{option.name}: {given} is not {bounds}", f"Give a number {bounds}.")
    return given


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
            return Picturing(200, 2000)
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
