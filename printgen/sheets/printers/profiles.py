"""What is known of printers, from files in the user's own folder, and how to undo what they do to a page."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from printgen.base.errors import Exit, Finding, PrintgenError, UsageError, Where, did_you_mean
from printgen.base.gate import shown_name
from printgen.base.names import problem_of_name, same_name, visible
from printgen.base.units import IDENTITY, Box, Matrix, apply, chain, compose, inverse, mm, rotate, scale, translate
from printgen.drawing.model import Drawing, Group, Place
from printgen.reading.files import Files
from printgen.reading.part import Part
from printgen.writers.output import write_files
from printgen.writers.page import Page


class Motion(NamedTuple):
    """How one side of a sheet comes out, as seen on that side: about its middle it grows, is turned, and is moved.

    `across` and `down` say how many times as large it comes out; `right` and `below` how far it is moved, in
    millimetres; `skew` how far it is turned clockwise, in degrees.
    """

    across: float = 1.0
    down: float = 1.0
    right: float = 0.0
    below: float = 0.0
    skew: float = 0.0

    def matrix(self, width: float, height: float) -> Matrix:
        """Where the printer puts the points of an upright page of a size in points."""
        x, y = width / 2, height / 2
        moved = translate(x + mm(self.right), y + mm(self.below))
        return chain(moved, rotate(self.skew), scale(self.across, self.down), translate(-x, -y))

    def turned_about(self) -> Motion:
        """The same, as seen on a sheet that lies the other way up: its foot is where its head was."""
        return self._replace(right=-self.right, below=-self.below)


def corrected(page: Page, motion: Motion) -> Page:
    """A page that comes out true where a printer does this to it; it is as large as before, and its boxes follow.

    What lies is written upright, as a printer pulls it in: its head is at the left edge.
    """
    drawing, turn = page.drawing, IDENTITY
    width, height = sorted((drawing.width, drawing.height))
    if drawing.width > drawing.height:
        turn = (0.0, -1.0, 1.0, 0.0, 0.0, drawing.width)
    matrix = compose(inverse(motion.matrix(width, height)), turn)
    whole = Box(0, 0, width, height)
    trim, bleed = (box and around(matrix, box).common(whole) for box in (page.trim, page.bleed))
    moved = Drawing(width, height, (Place(Group(drawing.items), matrix),))
    return page._replace(drawing=moved, trim=trim, bleed=bleed)


def around(matrix: Matrix, box: Box) -> Box:
    """The box around what becomes of a box."""
    xs, ys = zip(*(apply(matrix, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)), strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


SCALES = (0.95, 1.05)
"""The least and the greatest scale of a printer: what is beyond was printed to fit a page."""
SHIFT, SKEW, RIM = 15.0, 2.0, 30.0
"""The most that a printer moves a page (mm), turns it (degrees), and leaves white along an edge (mm)."""

Factor = Annotated[float, Field(ge=SCALES[0], le=SCALES[1])]
Moved = Annotated[float, Field(ge=-SHIFT, le=SHIFT)]
White = Annotated[float, Field(ge=0, le=RIM)]


class Scale(Part):
    """How many times as large as it should be a page comes out."""

    across: Factor = Field(1.0, description="from left to right")
    down: Factor = Field(1.0, description="from the head to the foot")


class Shift(Part):
    """How far the middle of a page is from where it should be, in millimetres."""

    right: Moved = Field(0.0, description="to the right; below zero it is to the left")
    down: Moved = Field(0.0, description="towards the foot; below zero it is towards the head")


class Margin(Part):
    """What stays white along each edge, in millimetres, since the printer cannot print there."""

    left: White = Field(0.0, description="along the left edge")
    top: White = Field(0.0, description="along the head")
    right: White = Field(0.0, description="along the right edge")
    bottom: White = Field(0.0, description="along the foot")

    @property
    def widest(self) -> float:
        """The widest of the four."""
        return max(self.left, self.top, self.right, self.bottom)


class Side(Part):
    """How one side of a sheet comes out, as seen on that side."""

    scale: Scale = Field(default_factory=Scale, description="how many times as large as it should be it comes out")
    shift: Shift = Field(default_factory=Shift, description="how far its middle is from where it should be")
    skew: Annotated[float, Field(ge=-SKEW, le=SKEW)] = Field(
        0.0, description="how far it is turned clockwise, in degrees"
    )
    margin: Margin = Field(default_factory=Margin, description="what stays white along its edges")

    @property
    def motion(self) -> Motion:
        """What the printer does to it."""
        return Motion(self.scale.across, self.scale.down, self.shift.right, self.shift.down, self.skew)


class Stack(Part):
    """How a stack of fronts goes back into the tray, for a printer that does not turn it by itself."""

    printed: Literal["up", "down"] = Field(description="whether the printed side faces up or down in the tray")
    head: Literal["first", "last"] = Field(description="whether the head of the page goes into the printer first")
    out: Literal["up", "down"] | None = Field(
        None, description="whether the printed side faces up or down where sheets come out of the printer"
    )


class Profile(Part):
    """What is known of a printer, from what was read on its calibration page."""

    paper: Annotated[str, Field(min_length=1, max_length=60)] = Field(description="the paper that it was measured on")
    duplex: Literal["long", "short"] = Field("long", description="the edge over which its sheets are turned")
    stack: Stack | None = Field(None, description="how the stack goes back, if the printer does not turn it by itself")
    front: Side = Field(default_factory=Side, description="how fronts come out")
    back: Side = Field(default_factory=Side, description="how backs come out")


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer by its name: what is known of it, and the file that says so."""

    name: str
    profile: Profile
    file: Path

    @property
    def margin(self) -> float:
        """The widest rim that it leaves white, in millimetres."""
        return max(self.profile.front.margin.widest, self.profile.back.margin.widest)

    def side(self, side: str, duplex: str) -> Motion:
        """What it does to a "front" or a "back"; `duplex` is how backs are printed, as in `Settings`."""
        known = self.profile
        # What is turned by hand goes in as any front does; what was measured so, with its back as it is then.
        if side == "front" or (duplex == "manual" and known.stack is None):
            return known.front.motion
        if duplex == "manual":
            return known.back.motion
        # The sheet takes the same way through the printer; over the other edge, its back lies the other way up.
        over = "short" if duplex == "short" else "long"
        return known.back.motion if over == known.duplex else known.back.motion.turned_about()

    def corrected(self, page: Page, side: str, duplex: str) -> Page:
        """A page as it must be written to come out true."""
        return corrected(page, self.side(side, duplex))

    def as_data(self) -> dict[str, Any]:
        """What is known as plain data."""
        return {"name": self.name, "file": str(self.file), **self.profile.model_dump(exclude_none=True)}


_ENV = "PRINTGEN_CONFIG"
_ENDING = ".yaml"
_MOST_LETTERS = 40


def own_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder in which printgen keeps what is the user's own: that of PRINTGEN_CONFIG, or where the system has such.

    That is ~/.config/printgen (or XDG_CONFIG_HOME), on a Mac ~/Library/Application Support/printgen, and on Windows
    that of APPDATA. UsageError where there is none.
    """
    if own := environment.get(_ENV):
        return Path(own)
    if platform == "win32":
        places = [environment.get("APPDATA", "")]
    else:
        home = Path(environment.get("HOME") or _home())
        usual = home / ("Library/Application Support" if platform == "darwin" else ".config")
        places = [environment.get("XDG_CONFIG_HOME", ""), str(usual)]
    # The standard has paths that are not absolute ignored.
    for place in filter(os.path.isabs, places):
        return Path(place, "printgen")
    raise UsageError("there is no folder of yours to keep printers in", f"Set {_ENV} to one.")


def _home() -> str:
    """The home folder as the system knows it; "" where it knows of none."""
    with suppress(RuntimeError, OSError):
        return str(Path.home())
    return ""


def _folder() -> Path:
    return own_folder() / "printers"


def printers() -> tuple[str, ...]:
    """The names of the printers that are known. PrintgenError where their folder cannot be read."""
    return tuple(sorted(_files(), key=str.casefold))


def _files() -> dict[str, Path]:
    """The files of printers by their names."""
    folder = _folder()
    try:
        found = [path.name for path in folder.iterdir()]
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        message = f"cannot read this folder: {getattr(error, 'strerror', '') or error}"
        hint = f"Mend its permissions, or set {_ENV} to another folder."
        raise PrintgenError([Finding("error", Where(shown_name(folder)), message, hint, "unreadable-file")]) from error
    stems = (name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING))
    return {stem: folder / f"{stem}{_ENDING}" for stem in stems if not problem_of_name(stem)}


def named(name: str) -> str:
    """A name that a printer may have. UsageError for any other."""
    problem = problem_of_name(name)
    if not problem and len(name) > _MOST_LETTERS:
        problem = f"it is longer than {_MOST_LETTERS} letters"
    if problem:
        raise UsageError(f"'{visible(name)[:60]}' cannot be the name of a printer: {problem}", "Give a short name.")
    return name


def _file_of(name: str) -> tuple[str, Path]:
    """The name of a printer as it was given first, and its file. UsageError where there is none."""
    files = _files()
    for known, path in files.items():
        if same_name(known) == same_name(name):
            return known, path
    hint = did_you_mean(name, files, "Print its page with printgen printers calibrate, and type what you read there.")
    raise UsageError(f"there is no printer '{visible(name)[:60]}'", hint)


def printer(name: str) -> Printer:
    """What is known of a printer. UsageError for one that nobody has measured; PrintgenError for a spoiled file."""
    known, path = _file_of(name)
    state = None
    with suppress(OSError):
        found = path.stat()
        state = found.st_mtime_ns, found.st_size, found.st_ino
    return _read(known, path, state)


@lru_cache(maxsize=16)
def _read(name: str, path: Path, state: tuple[int, int, int] | None) -> Printer:
    """A printer's file, which many products of a build ask for; `state` is that of the file."""
    # A link that the user has put there leads to a file of the user's.
    files = Files(Path(os.path.realpath(path)).parent)
    made = files.part(Path(os.path.realpath(path)), Profile, "the printer")
    # A key that is written twice is told of, and has a value all the same.
    if made is None or files.findings:
        raise PrintgenError(files.findings)
    return Printer(name, made, path)


def keep(name: str, profile: Profile) -> Printer:
    """Write what is known of a printer into its file, over what was known before.

    PrintgenError (exit code 6) where it cannot be written.
    """
    files = _files()
    name = next((known for known in files if same_name(known) == same_name(name)), named(name))
    path = _folder() / f"{name}{_ENDING}"
    head = f"# What printgen knows of the printer {name}, in millimetres and degrees, from what was read on its page.\n"
    text = head + "".join(f"{line}\n" for line in _lines(profile.model_dump(exclude_none=True)))
    try:
        write_files([(path, text.encode())])
    except PrintgenError as error:
        raise PrintgenError(map(_elsewhere, error.findings)) from error
    return Printer(name, profile, path)


def forget(name: str) -> Path:
    """Remove a printer's file, however spoiled it is; the file that is gone.

    UsageError where there is no such printer; PrintgenError (exit code 6) where the file cannot be removed.
    """
    _, path = _file_of(name)
    try:
        path.unlink()
    except OSError as error:
        message = f"cannot remove this file: {error.strerror or error}"
        finding = Finding("error", Where(str(path)), message, "", "cannot-write", Exit.CANNOT_WRITE)
        raise PrintgenError([_elsewhere(finding)]) from error
    return path


def _elsewhere(finding: Finding) -> Finding:
    return replace(finding, hint=f"Mend the permissions of the folder, or set {_ENV} to another one.")


def _lines(data: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """Plain data as lines of YAML; what holds numbers and words alone stands on one line."""
    for key, value in data.items():
        if not isinstance(value, Mapping):
            yield f"{indent}{key}: {_scalar(value)}"
        elif any(isinstance(inner, Mapping) for inner in value.values()):
            yield f"{indent}{key}:"
            yield from _lines(value, f"{indent}  ")
        else:
            yield f"{indent}{key}: {{{', '.join(f'{word}: {_scalar(inner)}' for word, inner in value.items())}}}"


def _scalar(value: object) -> str:
    """A plain value; a small number never with an exponent, which is text to some readers."""
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    return json.dumps(value, ensure_ascii=False)
