"""A sheet of a list: headers and rows of cells, their places, and numbers as cells write them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from typing import Any, NamedTuple

from printgen.base.errors import CellWhere, Finding, Severity, Where, has_errors
from printgen.base.limits import OverLimit, consume
from printgen.base.names import nfc
from printgen.base.units import letters
from printgen.reading.positions import SourceText
from printgen.reading.scalars import CONTROL, shorten

# Blanks that part thousands, such as the narrow one of French.
_GAPS = " \u00a0\u2009\u202f"
_GROUPED = re.compile(
    rf"[-+]?[1-9][0-9]{{0,2}}([{_GAPS}.,'’])[0-9]{{3}}(?:\1[0-9]{{3}}){{0,4}}(?:([.,])[0-9]{{1,20}})?"
)
_UNGROUPED = re.compile(r"[-+]?(?:[0-9]{1,15}(?:([.,])[0-9]{0,20})?|([.,])[0-9]{1,20})")
_EXPONENT = re.compile(r"[-+]?(?:[0-9]{1,15}(?:[.,][0-9]{0,20})?|[.,][0-9]{1,20})[eE][-+]?[0-9]{1,2}")


class Signs(NamedTuple):
    """The decimal sign that a field declares, and that of the game's language; "" where there is none."""

    declared: str = ""
    language: str = ""


UNKNOWN = Signs()


def parse_number(text: str, signs: Signs = UNKNOWN) -> float | CellError | None:
    """The number in a text; None if it has none. A CellError names two possible numbers, or the expected sign."""
    text = text.replace("−", "-")
    if _EXPONENT.fullmatch(text):
        return float(text.replace(",", "."))
    by_sign = {sign: number for sign in ".," if (number := _parse(text, sign)) is not None}
    numbers = set(by_sign.values())
    if not numbers:
        return None
    if signs.declared and signs.declared not in by_sign:
        (number,) = by_sign.values()
        message = f'{text} has no decimal "{signs.declared}", which the field declares'
        spelling = _number_text(number).replace(".", signs.declared)
        return CellError(message, f"Write {spelling}, or mend decimal in game.yaml.")
    if signs.declared or len(numbers) == 1:
        return by_sign[signs.declared] if signs.declared else numbers.pop()
    # Three zeros behind a decimal sign are seldom meant as such, whatever the language.
    if signs.language and not (signs.language in text and by_sign[signs.language].is_integer()):
        return by_sign[signs.language]
    return CellError(
        f"{text} can be read as {' and as '.join(_number_text(value) for value in by_sign.values())}",
        f'{number_hint(text)[:-1]}, or give the field decimal: "." or decimal: "," in game.yaml.',
    )


def number_hint(text: str) -> str:
    """A hint for writing the number of a text, or its possible numbers, the largest first; "" for none."""
    text = text.replace("−", "-")
    values = sorted({value for sign in ".," if (value := _parse(text, sign)) is not None}, key=abs, reverse=True)
    spellings = [_unambiguous(value) if n else _number_text(value) for n, value in enumerate(values)]
    return f"Write {' or '.join(spellings)}." if spellings else ""


def lost_of(text: str, value: float) -> str:
    """The part of a text that is lost when its number is printed, as a message; "" for none."""
    text = text.replace("−", "-")
    if _EXPONENT.fullmatch(text):
        return f"{text} is written with a power of ten, and is printed as {_number_text(value)}"
    has_leading_zero = re.match(r"[-+]*0\d", text) is not None
    if has_leading_zero or value not in (_parse(text, "."), _parse(text, ",")):
        return f"the cell shows {shorten(text) or 'nothing'}, and its number {_number_text(value)} is printed"
    return ""


def _parse(text: str, decimal: str) -> float | None:
    """The number of a text with this decimal sign; None where it cannot be one."""
    ungrouped, grouped = _UNGROUPED.fullmatch(text), _GROUPED.fullmatch(text)
    if ungrouped and (ungrouped[1] or ungrouped[2] or decimal) == decimal:
        return float(text.replace(decimal, "."))
    if grouped and grouped[1] != decimal and (grouped[2] or decimal) == decimal:
        whole, _, rest = text.partition(decimal)
        return float("".join(re.findall("[-+0-9]", whole)) + "." + rest)
    return None


def _number_text(value: float) -> str:
    return f"{value:.15g}"


def _unambiguous(value: float) -> str:
    """A number with a decimal point, and not with three digits behind it, which could be thousands."""
    text = _number_text(value) if value % 1 else f"{value:.1f}"
    return f"{text}0" if len(text.partition(".")[2]) == 3 else text


MOST_COLUMNS = 1000
"""The most columns of a list; no record needs as many fields."""

LEFT_OUT = "none"
"""What `columns` says of a column that holds nothing for the game."""


class CellValue(NamedTuple):
    """A cell of a workbook with more than plain text: its value, None for text, and the displayed text.

    `lost` describes what the text leaves out or shows otherwise, as a message; "" for no difference. It concerns the
    number, too, if the format is `unknown`.
    """

    value: bool | float | date | time | timedelta | None
    text: str
    lost: str = ""
    unknown: bool = False


class CellError(NamedTuple):
    """A cell without a usable value: the mistake, and its remedy."""

    message: str
    hint: str


def formula_error(text: str) -> CellError:
    """The finding for a cell with an error in place of a value."""
    return CellError(f"the cell shows {shorten(text) or 'an error'}", "Mend its formula, and save the list anew.")


class DoubtfulValue(NamedTuple):
    """The value of a cell whose text shows more: the difference, and the remedy."""

    value: Any
    message: str
    hint: str


CellContent = str | CellValue | CellError
"""What a cell holds; "" for nothing."""


def text_in(cell: CellContent) -> str:
    """The displayed text of a cell, composed (NFC); "" for an error."""
    if isinstance(cell, CellValue):
        return nfc(cell.text)
    return nfc(cell) if isinstance(cell, str) else ""


SheetResult = tuple["TableSheet | None", list[Finding]]
"""A sheet, or None when it cannot be read; and its findings."""


@dataclass(frozen=True, eq=False)
class TableSheet:
    """The headers of a sheet, and its rows that hold anything, each as long as the headers.

    `place` gives the place of a cell by its row (0 for the headers, 1 for the first row) and its column from 0; the
    row itself has the column -1. `comma` says that semicolons part the cells, as where decimals have a comma.
    """

    file: str
    headers: tuple[str, ...]
    rows: Sequence[Sequence[CellContent]]
    place: Callable[[int, int], Where]
    comma: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "headers", tuple(map(nfc, self.headers)))


class Cells(SourceText):
    """The places of values made from a sheet's cells: an offset counts them row by row, the row itself first.

    `columns` are the columns by the last word of their field.
    """

    __slots__ = ("columns", "sheet", "width")

    def __init__(self, sheet: TableSheet) -> None:
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
        return self.sheet.place(row, column), f"{shorten(self.sheet.headers[column])} is empty", hint


MOST_ROWS = 250_000
"""The most rows of a sheet."""
_MOST_REPORTED = 20  # The most cells beside the columns that are reported; of hidden rows ten times as many.


@dataclass
class RawSheet:
    """A sheet of a workbook: its rows that hold anything, by their numbers from 1, with their cells by columns from 0.

    `spans` are merged cells over several rows of one column: the column, the first row and the last. `hidden` are the
    numbers of hidden rows.
    """

    name: str
    rows: dict[int, dict[int, CellContent]] = field(default_factory=dict)
    spans: list[tuple[int, int, int]] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)


def parse_sheet(grid: RawSheet, shown: str) -> SheetResult:
    """The sheet that a grid holds; `shown` is the file's name in findings."""
    return _SheetReader(grid, shown).sheet()


class _SheetReader:
    """Finds headers and records in a grid, and collects findings."""

    def __init__(self, grid: RawSheet, shown: str) -> None:
        self.grid, self.file = grid, shown
        self.findings: list[Finding] = []
        self.numbers = sorted(grid.rows)

    def place(self, row: int, column: int) -> CellWhere:
        return self.at(self.numbers[row], max(column, 0))

    def at(self, number: int, column: int) -> CellWhere:
        name = f"{letters(column)}{number}"
        return CellWhere(self.file, number, column + 1, f"{shorten(self.grid.name)}!{name}")

    def report(self, where: Where, code: str, message: str, hint: str, severity: Severity = "error") -> None:
        self.findings.append(Finding(severity, where, message, hint, code, cause=code))

    def sheet(self) -> SheetResult:
        grid = self.grid
        if not self.numbers:
            message = f'the sheet "{shorten(grid.name)}" is empty'
            self.report(Where(self.file), "empty-list", message, "Write a row of headers.")
            return None, self.findings
        try:
            consume("values", 2 * sum(map(len, grid.rows.values())), Where(self.file))
            self.fill_spans()
        except OverLimit as error:
            return None, [*self.findings, *error.findings]
        head = grid.rows[self.numbers[0]]
        width = max(head) + 1
        if width > MOST_COLUMNS:
            message = f"the list has {width:,} columns; the limit is {MOST_COLUMNS:,}"
            self.report(self.at(self.numbers[0], width - 1), "too-many-columns", message, "Remove those on the right.")
            return None, self.findings
        headers = tuple(self.header(head.get(column, "")) for column in range(width))
        self.report_cells_beside(width)
        self.report_hidden_rows()
        below = [grid.rows[number] for number in self.numbers[1:]]
        rows = [[self.clean(row.get(column, "")) for column in range(width)] for row in below]
        if has_errors(self.findings):
            return None, self.findings
        return TableSheet(self.file, headers, rows, self.place), self.findings

    def header(self, cell: CellContent) -> str:
        return "?" if isinstance(cell, CellError) else " ".join(text_in(cell).split())

    def clean(self, cell: CellContent) -> CellContent:
        """The cell; an error if it has a control character."""
        text = text_in(cell)
        if text.isprintable() or not (match := CONTROL.search(text)):
            return cell
        return CellError(f"the cell holds the control character U+{ord(match[0]):04X}", "Remove it.")

    def fill_spans(self) -> None:
        """Copy a merged cell into each of its rows that has contents."""
        for column, first, last in self.grid.spans:
            cell = self.grid.rows.get(first, {}).get(column, "")
            numbers = self.numbers[bisect_left(self.numbers, first) : bisect_right(self.numbers, last)]
            consume("values", 2 * len(numbers), Where(self.file))
            for number in numbers if cell != "" else ():
                self.grid.rows[number].setdefault(column, cell)

    def report_cells_beside(self, width: int) -> None:
        wide_rows = [number for number in self.numbers[1:] if max(self.grid.rows[number]) >= width]
        for number in wide_rows[:_MOST_REPORTED]:
            column = min(column for column in self.grid.rows[number] if column >= width)
            hint = "Write a header over it, or empty it."
            self.report(self.at(number, column), "no-header", "a cell beside the columns", hint)

    def report_hidden_rows(self) -> None:
        """Warn of hidden rows, which are read like the others."""
        for number in sorted(self.grid.hidden.intersection(self.numbers))[: 10 * _MOST_REPORTED]:
            hint = "Show the row, or write 0 copies into it to leave it out."
            self.report(self.at(number, 0), "hidden-row", "the row is hidden, and read all the same", hint, "warning")
