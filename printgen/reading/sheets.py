"""A sheet as its file holds it: rows of cells under their headers, each with the place that people call it by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from printgen.base.errors import Finding, Where
from printgen.base.names import composed
from printgen.reading.marked import Source
from printgen.reading.scalars import shortened

MOST_COLUMNS = 1000
"""No list of records needs more columns; nobody writes so many fields."""

LEFT_OUT = "none"
"""What `columns` says of a column that holds nothing for the game."""


class Shown(NamedTuple):
    """A cell of a workbook that holds more than plain text: its value, None for text, and the text that it shows.

    `lost` says what of the cell that text leaves out or shows otherwise, as a message; "" where it is the same. It
    counts for the number, too, where the format is `unknown`.
    """

    value: bool | float | date | time | timedelta | None
    text: str
    lost: str = ""
    unknown: bool = False


class Wrong(NamedTuple):
    """A cell of which nothing can be taken: what is wrong with it, and how to mend it."""

    message: str
    hint: str


def failed(text: str) -> Wrong:
    """What is wrong with a cell that shows an error in place of a value."""
    return Wrong(f"the cell shows {shortened(text) or 'an error'}", "Mend its formula, and save the list anew.")


def lost_looks(looks: Iterable[str]) -> str:
    """What is lost of a cell of which parts have looks of their own, such as bold."""
    return f"letters of the cell are {' and '.join(looks)}, and are printed plain"


class Doubtful(NamedTuple):
    """A value that was taken of a cell, though it is not all that the cell shows: what differs, and how to mend it."""

    value: Any
    message: str
    hint: str


def number_of(text: str) -> float | Wrong:
    """The number that a cell's file gives for it."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e300:
        return Wrong(f"{shortened(text.strip()) or 'the cell'} is no number", "Write the number anew.")
    return value


def date_of(text: str) -> datetime | Wrong:
    """The date that a cell's file gives for it, as ISO has it."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return Wrong(f"{shortened(text) or 'the cell'} is no date", "Write the date anew.")


Held = str | Shown | Wrong
"""What a cell holds; "" for nothing."""


def text_in(held: Held) -> str:
    """What a cell shows, composed (NFC)."""
    return composed(held if isinstance(held, str) else held.text if isinstance(held, Shown) else "")


def whole_of(text: str | None, otherwise: int) -> int:
    """The number that a file gives for a count or an index."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else otherwise


Read = tuple["Sheet | None", list[Finding]]
"""A sheet, or None when it cannot be read; and what there is to say of it."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """The headers of a sheet, and its rows that hold anything, each as long as the headers.

    `place` tells where a cell stands, by its row (0 for the headers, 1 for the first row) and its column from 0; the
    row itself has the column -1. `comma` says that the file parts its cells as programs do that write decimal commas.
    """

    file: str
    headers: tuple[str, ...]
    rows: Sequence[Sequence[Held]]
    place: Callable[[int, int], Where]
    comma: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "headers", tuple(map(composed, self.headers)))


class Cells(Source):
    """The places of what was made of a sheet's cells: an offset counts them row by row, the row itself first.

    `columns` are the columns by the last word of the field that they hold.
    """

    __slots__ = ("columns", "sheet", "width")

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.file)
        self.sheet, self.width = sheet, len(sheet.headers) + 1
        self.columns: dict[str, int] = {}

    def where(self, offset: int) -> Where:
        row, slot = divmod(offset, self.width)
        return self.sheet.place(row, slot - 1)

    def lacking(self, offset: int, key: str) -> tuple[Where, str, str]:
        row = offset // self.width
        column = self.columns.get(key)
        if column is None:
            return self.where(offset), f"there is no column for {key}", "Add a column with that header."
        hint = "Fill in the cell."
        if key not in ("name", "code"):
            hint = "Fill in the cell, or give the field optional: true in game.yaml."
        return self.sheet.place(row, column), f"{shortened(self.sheet.headers[column])} is empty", hint
