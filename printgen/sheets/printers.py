"""Printers that print askew or in another size: the page that measures one, its profile, and the correction of sheets.

The page is read in four numbers a side. The creases of a sheet that is folded edge to edge run through the middle of
the paper, whatever the printer did; where they cross the slanted lines of its ladders tells the shift of either side,
ten times enlarged. A fold that is a little off moves both sides alike. The lengths of two lines tell the scale.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from printgen._version import __version__
from printgen.base.errors import Exit, Finding, PrintgenError, UsageError, Where, did_you_mean
from printgen.base.file_access import display_path
from printgen.base.folders import config_folder
from printgen.base.names import problem_of_name, same_name, visible
from printgen.base.units import IDENTITY, Box, chain, compose, inverse, mm, rotate, scale, to_mm, translate
from printgen.drawing.extent import transform_box
from printgen.drawing.fonts import on_shelf
from printgen.drawing.model import Drawing, Group, Place
from printgen.drawing.words import BOLD, STENCIL
from printgen.faces.library import Library
from printgen.faces.render import draw_face
from printgen.reading.files import Files
from printgen.reading.part import Part
from printgen.reading.scalars import block_lines
from printgen.sheets.pages import refuse_missing
from printgen.sheets.sheet import Paper, sheet_words
from printgen.writers import WRITERS
from printgen.writers.output import write_files
from printgen.writers.page import Info, Page

Factor = Annotated[float, Field(ge=0.95, le=1.05)]
Offset = Annotated[float, Field(ge=-15, le=15)]
Rim = Annotated[float, Field(ge=0, le=30)]


class ScaleFactors(Part):
    """The printed size of a page divided by its true size."""

    across: Factor = Field(1.0, description="from left to right")
    down: Factor = Field(1.0, description="from the head to the foot")


class PageShift(Part):
    """The distance of a page's middle from its true place, in millimetres."""

    right: Offset = Field(0.0, description="to the right; below zero it is to the left")
    down: Offset = Field(0.0, description="towards the foot; below zero it is towards the head")


class WhiteMargin(Part):
    """The unprintable margin along each edge, in millimetres."""

    left: Rim = Field(0.0, description="along the left edge")
    top: Rim = Field(0.0, description="along the head")
    right: Rim = Field(0.0, description="along the right edge")
    bottom: Rim = Field(0.0, description="along the foot")


class SideProfile(Part):
    """The printer's faults on one side of a sheet, as seen on that side."""

    scale: ScaleFactors = Field(default_factory=ScaleFactors, description="how large it comes out")
    shift: PageShift = Field(default_factory=PageShift, description="how far its middle is from where it should be")
    skew: Annotated[float, Field(ge=-2, le=2)] = Field(0.0, description="how far it is turned clockwise, in degrees")
    margin: WhiteMargin = Field(default_factory=WhiteMargin, description="what stays white along its edges")

    def upside_down(self) -> SideProfile:
        """The faults as seen on a sheet that lies the other way up: its foot is where its head was."""
        return self.model_copy(update={"shift": PageShift(right=-self.shift.right, down=-self.shift.down)})

    def correct(self, page: Page) -> Page:
        """A page changed so that it prints true on such a printer; same size, boxes moved along.

        A landscape page is written upright, as a printer pulls it in: its head is at the left edge.
        """
        drawing, turn = page.drawing, IDENTITY
        width, height = sorted((drawing.width, drawing.height))
        if drawing.width > drawing.height:
            turn = (0.0, -1.0, 1.0, 0.0, 0.0, drawing.width)
        middle = translate(width / 2 + mm(self.shift.right), height / 2 + mm(self.shift.down))
        grow = chain(rotate(self.skew), scale(self.scale.across, self.scale.down), translate(-width / 2, -height / 2))
        matrix = compose(inverse(compose(middle, grow)), turn)
        whole = Box(0, 0, width, height)
        trim, bleed = (box and transform_box(box, matrix).common(whole) for box in (page.trim, page.bleed))
        content = Place(Group(drawing.items), matrix)
        return page._replace(drawing=Drawing(width, height, (content,)), trim=trim, bleed=bleed)


class StackOrder(Part):
    """How to put a stack of fronts back into the tray of a printer that does not turn sheets itself."""

    printed: Literal["up", "down"] = Field(description="whether the printed side faces up or down in the tray")
    head: Literal["first", "last"] = Field(description="whether the head of the page goes into the printer first")
    out: Literal["up", "down"] | None = Field(None, description="whether it faces up or down where sheets come out")


class PrinterProfile(Part):
    """The data of a printer, from the numbers on its calibration page."""

    paper: Annotated[str, Field(min_length=1, max_length=60)] = Field(description="the paper that it was measured on")
    duplex: Literal["long", "short"] = Field("long", description="the edge over which its sheets are turned")
    stack: StackOrder | None = Field(None, description="how a stack goes back, if nothing but a hand turns it")
    front: SideProfile = Field(default_factory=SideProfile, description="how fronts come out")
    back: SideProfile = Field(default_factory=SideProfile, description="how backs come out")


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer by its name: its profile, and the file of it."""

    name: str
    profile: PrinterProfile
    file: Path

    @property
    def margin(self) -> float:
        """The widest unprintable margin, in millimetres."""
        margins = (self.profile.front.margin, self.profile.back.margin)
        return max(edge for white in margins for edge in (white.left, white.top, white.right, white.bottom))

    def side(self, side: str, duplex: str) -> SideProfile:
        """The faults of a "front" or a "back"; `duplex` is how backs are printed, as in `Settings`."""
        profile = self.profile
        # A stack that is turned by hand goes in as fronts do, unless the printer was measured that way.
        if side == "front" or (duplex == "manual" and profile.stack is None):
            return profile.front
        # The sheet takes the same way through the printer; over the other edge, its back lies the other way up.
        other = duplex != "manual" and (duplex == "short") != (profile.duplex == "short")
        return profile.back.upside_down() if other else profile.back

    def check_sides(self) -> Iterator[Finding]:
        """Warnings of numbers that look misread: no printer stretches one side of a sheet unlike the other."""
        for letter, axis in (("C", "across"), ("D", "down")):
            front, back = (getattr(side.scale, axis) for side in (self.profile.front, self.profile.back))
            if abs(front - back) > 0.004:
                message = f"fronts come out at {100 * front:.2f} % {axis}, and backs at {100 * back:.2f} %"
                hint = f"Measure {letter} again on both sides: a millimetre may be miscounted."
                yield Finding("warning", Where(display_path(self.file)), message, hint, "unlike-sides")

    def lines(self) -> list[str]:
        """The lines of YAML of its profile."""
        entries = self.profile.model_dump(exclude_none=True).items()
        return [line for key, value in entries for line in block_lines({key: value})]

    def as_data(self) -> dict[str, Any]:
        return {"name": self.name, "file": str(self.file), **self.profile.model_dump(exclude_none=True)}


_ENDING = ".yaml"
_MEND = "Mend the permissions of the folder, or set PRINTGEN_CONFIG to another one."


def _files() -> dict[str, Path]:
    """The files of printers by their names. PrintgenError where their folder cannot be read."""
    folder = config_folder() / "printers"
    try:
        names = [path.name for path in folder.iterdir()]
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        message = f"cannot read this folder: {getattr(error, 'strerror', '') or error}"
        raise PrintgenError(
            [Finding("error", Where(display_path(folder)), message, _MEND, "unreadable-file")]
        ) from error
    stems = (name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING))
    return {stem: folder / f"{stem}{_ENDING}" for stem in stems if not problem_of_name(stem)}


def printers() -> tuple[str, ...]:
    """The names of the known printers. PrintgenError when their folder cannot be read."""
    return tuple(sorted(_files(), key=str.casefold))


def check_name(name: str) -> str:
    """A valid name of a printer. UsageError for any other."""
    if problem := problem_of_name(name) or ("it is longer than 40 letters" if len(name) > 40 else ""):
        raise UsageError(f"'{visible(name)[:60]}' cannot be the name of a printer: {problem}", "Give a short name.")
    return name


def printer(name: str) -> Printer:
    """A printer by its name. UsageError for one that was never measured; PrintgenError for a damaged file."""
    files = _files()
    exact = next((own for own in files if same_name(own) == same_name(name)), "")
    if not exact:
        hint = "Print its page with printgen printers calibrate, and type what you read there."
        raise UsageError(f"there is no printer '{visible(name)[:60]}'", did_you_mean(name, files, hint))
    real = Path(os.path.realpath(files[exact]))  # A link that the user has put there leads to a file of the user's.
    reader = Files(real.parent)
    profile = reader.part(real, PrinterProfile, "the printer")
    # A key that is written twice is a finding, and has a value all the same.
    if profile is None or reader.findings:
        raise PrintgenError(reader.findings)
    return Printer(exact, profile, files[exact])


def save(name: str, profile: PrinterProfile) -> Printer:
    """Write the profile of a printer over the earlier one. PrintgenError (exit code 6) when that fails."""
    name = next((own for own in _files() if same_name(own) == same_name(name)), check_name(name))
    path = config_folder() / "printers" / f"{name}{_ENDING}"
    measured = Printer(name, profile, path)
    head = f"# What printgen knows of the printer {name}, in millimetres, from the numbers read on its page."
    try:
        write_files([(path, "\n".join((head, *measured.lines(), "")).encode())])
    except PrintgenError as error:
        raise PrintgenError([replace(finding, hint=_MEND) for finding in error.findings]) from error
    return measured


SIDES = ("front", "back")
# The least width and height of a paper for the calibration page, and the longest line on it, in millimetres.
_LEAST = (205.0, 275.0)
_RULER = 280


class CalibrationNumber(NamedTuple):
    """A number to read on each side: its letter on the page, its meaning, and the value on a true printer."""

    letter: str
    what: str
    true: float
    reach: float
    mend: str

    def parse(self, side: str, text: str) -> float:
        """The number typed for a side. UsageError, with advice, for an impossible one."""
        try:
            value = float(text.strip().removesuffix("mm").replace(",", "."))
        except ValueError as error:
            message = f"{side} {self.letter}: '{visible(text)[:40]}' is not a number"
            raise UsageError(message, f"Type one such as {self.true:g}.") from error
        if not abs(value - self.true) <= self.reach:
            lowest, highest = self.true - self.reach, self.true + self.reach
            raise UsageError(f"{side} {self.letter} is {value:g}; it must be from {lowest:g} to {highest:g}", self.mend)
        return value


def readings_on(paper: Paper) -> tuple[CalibrationNumber, ...]:
    """The numbers to read on each side of a paper's page. PrintgenError (exit code 5) where the paper is too small."""
    width, height = sorted((to_mm(paper.width), to_mm(paper.height)))
    if width < _LEAST[0] or height < _LEAST[1]:
        message = f"{paper.name} is too small for the calibration page, which takes {_LEAST[0]:g} x {_LEAST[1]:g} mm"
        hint = "Choose letter or a4; what is measured there holds for smaller papers, too."
        raise PrintgenError([Finding("error", Where("printgen"), message, hint, "does-not-fit", Exit.DOES_NOT_FIT)])
    crease = "Read it where the crease crosses the slanted line."
    line = "Print the page at 100 %, not fitted to the paper, and measure the whole line."
    long, tall = (min(_RULER, int(side - 30) // 20 * 20) for side in (width, height))
    return (
        CalibrationNumber("A", "where the upright crease crosses its slanted line", 5, 4, crease),
        CalibrationNumber("B", "where the level crease crosses its slanted line", 5, 4, crease),
        # A printer is not further out of scale; a page that was fitted to the paper is.
        CalibrationNumber("C", "the length of the level line in mm", long, long / 40, line),
        CalibrationNumber("D", "the length of the upright line in mm", tall, tall / 40, line),
    )


def parse_stack(text: str) -> StackOrder | None:
    """The order of a stack in words such as "up last down"; None for no words. UsageError for others."""
    words = text.lower().split()
    try:
        return StackOrder.model_validate(dict(zip_longest(StackOrder.model_fields, words))) if words else None
    except ValueError as error:
        hint = "Type whether the printed side is up or down, and the top goes in first or last: up last."
        raise UsageError(f"'{visible(text)[:40]}' does not say how the stack goes back", hint) from error


def measure(name: str, front: Sequence[str], back: Sequence[str], paper: Paper, duplex: str, stack: str) -> Printer:
    """Save the profile of a printer from the numbers A to D of each side, as typed.

    `stack` is for `parse_stack`. UsageError for an impossible name, number or word; PrintgenError when the paper is too
    small (exit code 5), or the file cannot be written (6).
    """
    readings, sides, order = readings_on(paper), {}, parse_stack(stack)
    for side, texts in zip(SIDES, (front, back), strict=True):
        if len(texts) != len(readings):
            raise UsageError(f"{side}: {len(texts)} numbers were given", "Give four, A to D, as they are on its page.")
        sides[side] = _fit([r.parse(side, text) for r, text in zip(readings, texts, strict=True)], readings)
    # A stack that is turned by hand is turned like the page of a book.
    edge: Literal["long", "short"] = "short" if duplex == "short" and order is None else "long"
    return save(name, PrinterProfile(paper=paper.name, duplex=edge, stack=order, **sides))


def _fit(numbers: Sequence[float], readings: Sequence[CalibrationNumber]) -> SideProfile:
    """The profile of a side from its four numbers: its lines give the scale, its creases the shift."""
    right, below, long, tall = numbers
    across, down = long / readings[2].true, tall / readings[3].true
    shift = PageShift(right=round((right - 5) * across, 4), down=round((below - 5) * down, 4))
    return SideProfile(scale=ScaleFactors(across=round(across, 6), down=round(down, 6)), shift=shift)


def write_page(name: str, out: Path, paper: Paper, duplex: str, library: Library, *, check: bool) -> Path:
    """Write the calibration page, both sides, as OUT/printers/NAME.pdf; its path. PrintgenError where that fails."""
    pages = calibration_pages(check_name(name), paper, duplex, library)
    if check:
        pages = [printer(name).side(side, duplex).correct(page) for page, side in zip(pages, SIDES, strict=True)]
    info = Info(title=f"Calibration page: {name}", creator=f"printgen {__version__}", duplex=duplex)
    (data,) = WRITERS["pdf"](pages, info, 300, False)
    path = out / "printers" / f"{name}.pdf"
    write_files([(path, data)], out)
    return path


def calibration_pages(name: str, paper: Paper, duplex: str, library: Library, kit: str = "") -> list[Page]:
    """The front and the back. PrintgenError where the paper is too small, or the name has letters that no font has."""
    _, _, long, tall = (reading.true for reading in readings_on(paper))
    for font in (STENCIL, BOLD):
        what = f"the page has the name of the printer, '{name}', on it"
        refuse_missing(name, font, Where("printgen"), what, "Give the printer a name of plain letters.")
    width, height = sorted((paper.width, paper.height))
    words, options = sheet_words(library).printers, page_options(paper.name, duplex)
    context = {
        "w": to_mm(width), "h": to_mm(height), "long": long, "tall": tall, "words": words, "name": name,
        "facts": f"{paper.name}  \u00b7  {words.get(f'{duplex}_edge', '')}  \u00b7  100 %",
        "read": shlex.join(["printgen", "printers", "read", name, *options]),
        "build": shlex.join(["printgen", "build", kit or "GAME", "--printer", name, *options]),
    }  # fmt: skip
    with on_shelf(library.fonts.shelf):
        faces = [(side, draw_face(library, f"printer-{side}", context, name, "")) for side in SIDES]
    return [Page(Drawing(width, height, items), bookmark=words.get(side, "")) for side, items in faces]


def page_options(paper: str, duplex: str) -> list[str]:
    """The options that a command needs for a page which is not of the usual paper and edge."""
    return [*(["--paper", paper] if paper != "letter" else []), *(["--duplex", duplex] if duplex != "long" else [])]
