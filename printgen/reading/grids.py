"""The cells of a workbook's sheet come in, wherever they stand; a `Sheet` of headers and rows goes out."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from printgen.base.budget import OverLimit, spend
from printgen.base.errors import CellWhere, Finding, Severity, Where
from printgen.base.letters import column_of, letters
from printgen.reading.scalars import controls, shortened
from printgen.reading.sheets import MOST_COLUMNS, Held, Read, Sheet, Wrong, text_in

MOST_ROWS = 250_000
_MOST_TOLD = 20


@dataclass
class Grid:
    """What a sheet of a workbook holds: its rows that hold anything, by their numbers from 1, cells by columns from 0.

    `spans` are cells that reach over several rows of one column: the column, the first row and the last. `hidden` are
    rows that nobody sees.
    """

    name: str
    rows: dict[int, dict[int, Held]] = field(default_factory=dict)
    spans: list[tuple[int, int, int]] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)


def sheet_of(grid: Grid, shown: str) -> Read:
    """The sheet that a grid holds; `shown` is the file's name in findings."""
    return _Reading(grid, shown).sheet()


class _Reading:
    """Finds headers and records in a grid, and gathers what there is to say of it."""

    def __init__(self, grid: Grid, shown: str) -> None:
        self.grid, self.file = grid, shown
        self.findings: list[Finding] = []
        self.numbers = sorted(grid.rows)

    def place(self, row: int, column: int) -> CellWhere:
        """As `Sheet.place`."""
        return self.at(self.numbers[row], max(column, 0))

    def at(self, number: int, column: int) -> CellWhere:
        """The place of a cell by the number of its row."""
        name = f"{letters(column)}{number}"
        return CellWhere(self.file, number, column + 1, f"{shortened(self.grid.name)}!{name}")

    def report(self, where: Where, code: str, message: str, hint: str, severity: Severity = "error") -> None:
        self.findings.append(Finding(severity, where, message, hint, code, cause=code))

    def sheet(self) -> Read:
        grid = self.grid
        if not self.numbers:
            message = f'the sheet "{shortened(grid.name)}" is empty'
            self.report(Where(self.file), "empty-list", message, "Write a row of headers.")
            return None, self.findings
        try:
            spend("values", 2 * sum(map(len, grid.rows.values())), Where(self.file))
            self.fill()
        except OverLimit as error:
            return None, [*self.findings, *error.findings]
        head = grid.rows[self.numbers[0]]
        width = max(head) + 1
        if width > MOST_COLUMNS:
            message = f"the list has {width:,} columns; the limit is {MOST_COLUMNS:,}"
            self.report(self.at(self.numbers[0], width - 1), "too-many-columns", message, "Remove those on the right.")
            return None, self.findings
        headers = tuple(self.header(head.get(column, "")) for column in range(width))
        self.aside(width)
        self.unseen()
        rows = [[self.clean(row.get(column, "")) for column in range(width)] for row in self.below()]
        if any(finding.severity == "error" for finding in self.findings):
            return None, self.findings
        return Sheet(self.file, headers, rows, self.place), self.findings

    def below(self) -> Iterator[dict[int, Held]]:
        """The rows under the headers."""
        return (self.grid.rows[number] for number in self.numbers[1:])

    def header(self, held: Held) -> str:
        return "?" if isinstance(held, Wrong) else " ".join(text_in(held).split())

    def clean(self, held: Held) -> Held:
        """What a cell holds, where it has no control characters."""
        text = text_in(held)
        if text.isprintable() or not (found := controls(text).search(text)):
            return held
        return Wrong(f"the cell holds the control character U+{ord(found[0]):04X}", "Remove it.")

    def fill(self) -> None:
        """Give what stands in a cell over several rows to each of those that hold anything."""
        for column, first, last in self.grid.spans:
            held = self.grid.rows.get(first, {}).get(column, "")
            several = self.numbers[bisect_left(self.numbers, first) : bisect_right(self.numbers, last)]
            spend("values", 2 * len(several), Where(self.file))
            for number in several if held != "" else ():
                self.grid.rows[number].setdefault(column, held)

    def aside(self, width: int) -> None:
        """Tell of cells that stand beside the columns."""
        told = 0
        for number in self.numbers[1:]:
            beside = [column for column in self.grid.rows[number] if column >= width]
            if beside and told < _MOST_TOLD:
                told += 1
                message, hint = "a cell beside the columns", "Write a header over it, or empty it."
                self.report(self.at(number, min(beside)), "no-header", message, hint)

    def unseen(self) -> None:
        """Tell of hidden rows."""
        for number in sorted(self.grid.hidden.intersection(self.numbers))[: 10 * _MOST_TOLD]:
            hint = "Show the row, or write 0 copies into it to leave it out."
            self.report(self.at(number, 0), "hidden-row", "the row is hidden, and read all the same", hint, "warning")


_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")


def column_and_row(reference: str) -> tuple[int, int] | None:
    """The column from 0 and the row from 1 of a cell such as "C7"; None for what is no cell."""
    found = _REFERENCE.fullmatch(reference)
    if found is None:
        return None
    return column_of(found[1]), int(found[2])
