"""Reads the spreadsheet that a new game begins from: a file, or a sheet that is published on the web."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from printgen.base.errors import Finding, PrintgenError, UsageError, Where, did_you_mean, stop_on_errors
from printgen.base.file_access import AccessError, display_path, load_file
from printgen.base.names import same_name
from printgen.base.units import count_noun, letters
from printgen.build.pulling import fetch_sheet
from printgen.drawing.fonts import face
from printgen.faces.library import default_library
from printgen.game.lists import BOOK_ENDINGS, TEXT_ENDINGS, other_format
from printgen.reading.csv_files import parse_rows
from printgen.reading.scalars import CONTROL, shorten
from printgen.reading.sheets import MOST_COLUMNS, CellContent, CellError, CellValue, RawSheet, parse_sheet, text_in
from printgen.reading.texts import cell_words
from printgen.reading.workbooks import Workbook

_MOST_SHEETS = 20
"""Of more sheets than these the first ones are looked at."""
_HEAD_ROWS = 12
"""The headings are in one of so many first rows."""


@dataclass(frozen=True, slots=True)
class ListSource:
    """A spreadsheet: where it is from, the file as it is, and its headings and rows as the list of a game has them.

    `path` is None for a published sheet. `sheet` is the name of that of a workbook where it is not the first.
    `changes` say what differs from the file: where nothing does, the file itself can be the list.
    """

    address: str
    path: Path | None
    data: bytes
    ending: str
    sheet: str
    headings: tuple[str, ...]
    rows: tuple[tuple[CellContent, ...], ...]
    changes: tuple[str, ...]


def read_source(address: str, local: bool) -> ListSource:
    """The spreadsheet at a path, or at an address of the web; `local` allows addresses of this very machine.

    UsageError for what is no spreadsheet; PrintgenError for one that cannot be read, or holds no cards.
    """
    path, sheet = None, ""
    if re.match(r"[a-z][a-z0-9+.-]+://", address, re.IGNORECASE):
        data, shown, ending = fetch_sheet(address, local), shorten(address), ".csv"
    else:
        name, _, sheet = address.rpartition("#") if re.search(r"\.xls[xm]#.", address) else (address, "", "")
        path = Path(name)
        shown, ending, data = display_path(path), path.suffix.lower(), _load(path)
    changes: list[str] = []
    grid, named = _grid(data, shown, ending, sheet, changes)
    headings, rows = _table(grid, shown, changes)
    return ListSource(address, path, data, ending, named, headings, rows, tuple(changes))


def _load(path: Path) -> bytes:
    """What a file holds. UsageError where there is none, or it is none of a spreadsheet."""
    ending = path.suffix.lower()
    if not path.is_file():
        beside = [one.name for one in path.parent.glob("*") if one.suffix.lower() in (*TEXT_ENDINGS, *BOOK_ENDINGS)]
        hint = did_you_mean(path.name, beside[:1000], "Name a spreadsheet such as cards.csv or cards.xlsx.")
        raise UsageError(f"there is no file '{path}'", hint)
    if ending not in (*TEXT_ENDINGS, *BOOK_ENDINGS):
        raise UsageError(*other_format(ending or " without an ending"))
    try:
        return load_file(path.resolve(), "list")
    except AccessError as refused:
        raise PrintgenError([refused.finding(Where(display_path(path)))]) from refused


def _grid(data: bytes, shown: str, ending: str, sheet: str, changes: list[str]) -> tuple[RawSheet, str]:
    """The cells of a file by row and column; and the name of their sheet, where a workbook has another before it."""
    if ending in TEXT_ENDINGS:
        rows, findings = parse_rows(data, shown, tabs=ending != ".csv")
        stop_on_errors(findings)
        changes += (finding.message for finding in findings)
        grid = RawSheet("")
        grid.rows.update({line: {n: cell for n, cell in enumerate(row) if cell} for line, row in rows.items()})
        return grid, ""
    try:
        book = Workbook(data)
        names = [name for name in book.names if not sheet or same_name(name) == same_name(sheet)]
        if not names:
            raise UsageError(f"'{shown}' has no sheet '{sheet}'", did_you_mean(sheet, book.names, "Add a sheet."))
        grids = [book.grid(name) for name in names[:_MOST_SHEETS]]
    except AccessError as refused:
        raise PrintgenError([refused.finding(Where(shown))]) from refused
    best = max(grids, key=lambda grid: sum(map(len, grid.rows.values())))
    return best, best.name if best.name != book.names[0] else ""


def _table(
    grid: RawSheet, shown: str, changes: list[str]
) -> tuple[tuple[str, ...], tuple[tuple[CellContent, ...], ...]]:
    """The headings and the rows of a grid, tidied; what was changed is added to the changes."""
    numbers = sorted(grid.rows)
    if not numbers:
        message = f'the sheet "{shorten(grid.name)}" is empty' if grid.name else "the file is empty"
        _refuse(shown, "empty-list", message, "Write a row of headings, and a row for each card.")
    width = max(max(row) for row in grid.rows.values()) + 1
    if width > MOST_COLUMNS:
        message = f"the list has {width:,} columns; the limit is {MOST_COLUMNS:,}"
        _refuse(shown, "too-many-columns", message, "Remove those on the right.")
    head = _head_row(grid, numbers, changes)
    used = {column for number in numbers if number > head for column in grid.rows[number]}
    headings = _headings(grid.rows.get(head, {}), used, width, changes)
    below: dict[int, dict[int, CellContent]] = {head: dict(enumerate(headings))}
    below |= {number: grid.rows[number] for number in numbers if number > head}
    sheet, findings = parse_sheet(replace(grid, rows=below), shown)
    stop_on_errors(findings)
    changes += ["hidden rows are read like the others"] if findings else []
    notes = Counter[str]()
    rows = [tuple(_tidy_cell(cell, notes) for cell in row) for row in sheet.rows] if sheet else []
    kept = [row for row in rows if any(map(_says_something, row)) and tuple(map(text_in, row)) != headings]
    notes["rows that say nothing are left out"] += len(rows) - len(kept)
    changes += (f"{what} ({count_noun(amount, 'time')})" for what, amount in notes.items() if amount)
    if not kept:
        _refuse(shown, "empty-list", "the list has headings, and no cards under them", "Fill in a row for each card.")
    return headings, tuple(kept)


def _refuse(shown: str, code: str, message: str, hint: str) -> None:
    raise PrintgenError([Finding("error", Where(shown), message, hint, code)])


def _head_row(grid: RawSheet, numbers: Sequence[int], changes: list[str]) -> int:
    """The row that has the headings: the first that is about as full as any; 0 where none has any."""
    first = numbers[:_HEAD_ROWS]
    most = max(len(grid.rows[number]) for number in first)
    head = next(number for number in first if len(grid.rows[number]) >= 0.8 * most)
    cells = [text_in(cell) for cell in grid.rows[head].values()]
    if len(cells) > 1 and any(re.fullmatch(r"-?[0-9]+([.,][0-9]+)?", text) for text in cells):
        changes.append("the list has no headings; it got some that number the columns")
        return 0
    if head != first[0]:
        changes.append(f"what stands above the headings in row {head} is left out")
    return head


def _headings(head: dict[int, CellContent], used: set[int], width: int, changes: list[str]) -> tuple[str, ...]:
    """The headings: each another, and "" for columns without one that hold nothing."""
    headings: list[str] = []
    for column in range(width):
        words = " ".join(text_in(head.get(column, "")).split())
        name = words or (f"Column {letters(column)}" if column in used else "")
        numbered, n = name, 1
        while numbered and numbered.casefold() in map(str.casefold, headings):
            n += 1
            numbered = f"{name} {n}"
        if numbered != words and head:
            changes.append(f'column {letters(column)} is called "{shorten(numbered)}"')
        headings.append(numbered)
    return tuple(headings)


def _says_something(cell: CellContent) -> bool:
    """Whether a cell is more than the zero or FALSE of a formula that is filled down."""
    text = text_in(cell)
    return text not in ("", "0") and text.casefold() not in cell_words("false")


# ---- what cells hold


_TAGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), mark)
    for pattern, mark in (
        (r"[ \t]*(?:<(?:br|hr)\s*/?>|</(?:p|div|li)>|\\n)[ \t]*", "\n"),
        (r"<li[^<>]*>", "- "),
        (r"</?(?:b|strong)>", "**"),
        (r"</?(?:i|em)>", "*"),
        (r"</?(?:p|div|ul|ol|u|s|span|font|mark|color|size|big|small|sup|sub)\b[^<>]*>", ""),
        (r"\\t|\t", " "),
        (r"__(?=\S)([^_\n]+)(?<=\S)__", r"**\1**"),
    )
)
"""What other programs take for marks, and what does the same here."""


def _tidy_cell(cell: CellContent, notes: Counter[str]) -> CellContent:
    """A cell as a list can have it; what was changed in it is counted in the notes."""
    text = text_in(cell)
    if isinstance(cell, CellError) or text in cell_words("errors") or re.fullmatch(r"Err:[0-9]{3}|#{4,}", text):
        notes["cells that show an error are left empty"] += 1
        return ""
    tidied = text
    for pattern, mark in _TAGS:
        tidied = pattern.sub(mark, tidied)
    tidied = CONTROL.sub("", html.unescape(tidied) if "&" in tidied else tidied).strip()
    if tidied != text:
        notes["marks of other programs are written as they are here"] += 1
    if missing := face("body").missing(tidied.replace("\n", " ")):
        notes["signs that no font has are icons now, or left out"] += 1
        for sign in missing:
            tidied = tidied.replace(sign, _icon_for(sign))
        tidied = tidied.strip()
    if isinstance(cell, CellValue) and cell.lost:
        notes["cells are printed without some of their looks"] += 1
        return tidied
    return cell if tidied == text else tidied


def _icon_for(sign: str) -> str:
    """The icon that a sign such as an emoji stands for, as texts have it; "" for none. Letters stay."""
    if unicodedata.category(sign)[0] == "L":
        return sign
    names = default_library().icons.names
    words = unicodedata.name(sign, "").lower().split()
    return next((f":{word}:" for word in ("-".join(words), *words) if word in names), "")
