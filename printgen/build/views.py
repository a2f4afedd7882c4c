"""A target comes in; a picture of its pieces side by side, or of one page of its sheets, goes into a file."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from printgen.base.budget import metered
from printgen.base.doing import doing
from printgen.base.errors import UsageError, stop_on_errors
from printgen.base.units import to_mm
from printgen.build.jobs import load, stop_on_strangers
from printgen.build.printed import format_of
from printgen.build.settings import Settings
from printgen.build.stages import compose
from printgen.sheets.contact import contact_sheet
from printgen.sheets.sheet_words import sheet_words
from printgen.writers import WRITERS
from printgen.writers.output import write_files
from printgen.writers.page import Info, Page


@dataclass(frozen=True, slots=True)
class View:
    """How to preview: dots per inch, a page of the imposed PDF (from 1) or None for cards, columns, grey, backs.

    `backs` shows each card's back beside it; None does so where single cards were asked for.
    """

    dpi: int = 300
    sheet: int | None = None
    columns: int = 6
    grey: bool = False
    backs: bool | None = None

    def __post_init__(self) -> None:
        for key, least, most in (("dpi", 20, 1200), ("columns", 1, 20), ("sheet", 1, sys.maxsize)):
            value = getattr(self, key)
            if value is not None and not least <= value <= most:
                raise UsageError(f"{key}: {value} is not from {least} to {most}", "Choose another number.")


@metered()
def preview(target: str, settings: Settings, view: View, file: Path) -> tuple[float, float]:
    """Draw cards or a sheet into a PNG, SVG, PDF or text file, as its name ends.

    Returns its width and height, in pixels for a PNG and in millimetres for the others. UsageError for another ending.
    """
    form = format_of(file)
    if settings.printer and view.sheet is None:
        raise UsageError("--printer is for whole sheets", "Give --sheet 1, too, or leave out --printer.")
    if view.grey and form == "text":
        raise UsageError("--grey goes with pictures only", "End the file's name in .png, or leave --grey out.")
    page = _shown(target, settings, view)
    with doing(f"writing {file.name}"):
        (data,) = WRITERS[form]([page], Info(title=target), view.dpi, view.grey or settings.grey)
    write_files([(file, data)])
    if form != "png":
        return to_mm(page.drawing.width), to_mm(page.drawing.height)
    from printgen.writers.png import size_of

    return size_of(data)


def _shown(target: str, settings: Settings, view: View) -> Page:
    """The page that a preview shows."""
    (job,) = load([target], settings.cards, variant=settings.variant)
    composed = compose(job, settings)
    stop_on_errors(job.findings)
    stop_on_strangers([job], settings.only)
    pieces = [piece for item in composed for piece in item]
    if not pieces:
        raise UsageError(f"there is nothing to show in {target}")
    if view.sheet is None:
        backs = bool(settings.only) if view.backs is None else view.backs
        if settings.proof:
            from printgen.sheets.proof import proof_of_pieces

            pieces = proof_of_pieces(pieces, sheet_words(job.library).margins)
        return Page(contact_sheet(pieces, view.columns, backs))
    imposed = [item.sheets() for item in composed]
    sides = [(sheets, sheet) for sheets in imposed for sheet in sheets]
    if view.sheet > len(sides):
        raise UsageError(f"there is no page {view.sheet}; {target} has {len(sides)}")
    sheets, sheet = sides[view.sheet - 1]
    return sheets.written(Page(sheet.drawing), sheet.side)
