"""Reads the spreadsheet from which a new game begins, and tidies its table and the texts of its cells."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from printgen.base.errors import Finding, PrintgenError, UsageError, Where, did_you_mean, stop_on_errors
from printgen.base.file_access import AccessError, display_path, file_kind, load_file
from printgen.base.names import same_name, without_marks
from printgen.base.units import count_noun, letters
from printgen.build.card_game import distinct_name
from printgen.build.list_columns import heading_match
from printgen.build.pulling import fetch_sheet
from printgen.build.starting import starter_words
from printgen.drawing.fonts import face
from printgen.drawing.tints import Tints
from printgen.faces.library import default_library
from printgen.faces.markup import MarkupError, Reading, doubts_of, parse_text
from printgen.game.lists import BOOK_ENDINGS, TEXT_ENDINGS, other_format
from printgen.reading.csv_files import parse_rows
from printgen.reading.scalars import CONTROL, shorten
from printgen.reading.sheets import MOST_COLUMNS, CellContent, RawSheet, parse_sheet, text_in
from printgen.reading.texts import cell_words
from printgen.reading.workbooks import Workbook

_PRESENTATION = re.compile("[\ufe00-\ufe0f\u20e3]")
_NUMBER = re.compile(r"-?[0-9]+([.,][0-9]+)?")
_MOST_SHEETS, _HEAD_ROWS, _LONGEST_HEADING = 20, 12, 80
"""So many sheets of a workbook are looked at, and so many rows for the headings, which have so many letters at most."""


@dataclass(frozen=True, slots=True)
class ListSource:
    """A spreadsheet: the path of its file, None for a published one; its bytes, and its tidied table.

    `sheet` is the name of the workbook's sheet if it is not the first. `changes` describe the differences between table
    and file: without any, the file itself can be the list of a game.
    """

    path: Path | None
    data: bytes
    ending: str
    sheet: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    changes: tuple[str, ...]


def read_source(address: str, local: bool) -> ListSource:
    """The spreadsheet at a path or a web address; `local` allows addresses of this machine.

    UsageError for something other than a spreadsheet; PrintgenError for one that cannot be read, or has no cards.
    """
    path, wanted = None, ""
    if re.match(r"[a-z][a-z0-9+.-]+://", address, re.IGNORECASE):
        data, shown, ending = fetch_sheet(address, local), shorten(address), ".csv"
    else:
        name, _, wanted = address.rpartition("#") if re.search(r"\.xls[xm]#.", address) else (address, "", "")
        path = Path(name)
        data, shown, ending = _load(path), display_path(path), path.suffix.lower().replace(".txt", ".csv")
    try:
        grid, sheet, doubts = _grid(data, shown, ending, wanted)
    except AccessError as refused:
        raise PrintgenError([refused.finding(Where(shown))]) from refused
    headings, rows, changes = _table(grid, shown)
    return ListSource(path, data, ending, sheet, headings, rows, (*doubts, *changes))


def _load(path: Path) -> bytes:
    """The contents of a file. UsageError for a missing file, or one that is no spreadsheet."""
    endings = (*TEXT_ENDINGS, ".txt", *BOOK_ENDINGS)
    if file_kind(path) == "folder":
        raise UsageError(f"'{path}' is a folder", "Name a spreadsheet such as cards.csv or cards.xlsx.")
    if not file_kind(path):
        beside = [
            one.name for one in path.parent.glob("*") if one.suffix.lower() in endings and file_kind(one) == "file"
        ]
        hint = did_you_mean(path.name, beside[:1000], "Name a spreadsheet such as cards.csv or cards.xlsx.")
        raise UsageError(f"there is no file '{path}'", hint)
    if path.suffix.lower() not in endings:
        raise UsageError(*other_format(path.suffix.lower()))
    try:
        return load_file(path.resolve(), "list")
    except AccessError as refused:
        raise PrintgenError([refused.finding(Where(display_path(path)))]) from refused


def _grid(data: bytes, shown: str, ending: str, wanted: str) -> tuple[RawSheet, str, list[str]]:
    """The cells of a file; the name of their sheet if it is not the first; doubts about them."""
    if ending in TEXT_ENDINGS:
        rows, findings = parse_rows(data, shown, tabs=ending != ".csv")
        stop_on_errors(findings)
        grid = RawSheet("")
        grid.rows.update({line: {n: cell for n, cell in enumerate(row) if cell} for line, row in rows.items()})
        return grid, "", [finding.message for finding in findings]
    book = Workbook(data)
    names = [name for name in book.names if not wanted or same_name(name) == same_name(wanted)]
    if not names:
        raise UsageError(f"'{shown}' has no sheet '{wanted}'", did_you_mean(wanted, book.names, "Add a sheet."))
    grid = max(map(book.grid, names[:_MOST_SHEETS]), key=lambda grid: sum(map(len, grid.rows.values())))
    return grid, grid.name if grid.name != book.names[0] else "", []


def _table(grid: RawSheet, shown: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...], list[str]]:
    """The headings and the rows of a grid, tidied, and the changes made."""
    numbers = sorted(grid.rows)
    if not numbers:
        message = f'the sheet "{shorten(grid.name)}" is empty' if grid.name else "the file is empty"
        raise _empty_list(shown, message, "Write a row of headings, and a row for each card.")
    head, changes = _head_row(grid, numbers)
    below = {number: grid.rows[number] for number in numbers if number > head}
    used = {column for row in below.values() for column in row}
    headings, renamed = _headings(grid.rows.get(head, {}), used)
    first: dict[int, dict[int, CellContent]] = {head: dict(enumerate(headings))}
    sheet, findings = parse_sheet(replace(grid, rows=first | below), shown)
    stop_on_errors(findings)
    cells = [[tidy_text(text_in(cell)) for cell in row] for row in sheet.rows] if sheet else []
    rows = [tuple(text for text, _ in row) for row in cells]
    card_rows = tuple(row for row in rows if _says_something(row) and row != headings)
    if not card_rows:
        raise _empty_list(shown, "the list has headings, and no cards under them", "Fill in a row for each card.")
    notes = Counter(note for row in cells for _, changed in row for note in changed)
    notes["rows that say nothing are left out"] += len(rows) - len(card_rows)
    if len(card_rows) > 1 and _is_total(card_rows[-1]):
        card_rows = card_rows[:-1]
        changes.append("the last row, which adds up, is left out")
    notes["hidden rows are read like the others"] += len(findings)
    return headings, card_rows, [*changes, *renamed, *count_notes(notes)]


def count_notes(notes: Counter[str]) -> list[str]:
    """The changes to texts, with their numbers."""
    return [f"{what} ({count_noun(amount, 'time')})" for what, amount in notes.items() if amount]


def _empty_list(shown: str, message: str, hint: str) -> PrintgenError:
    return PrintgenError([Finding("error", Where(shown), message, hint, "empty-list")])


def _head_row(grid: RawSheet, numbers: Sequence[int]) -> tuple[int, list[str]]:
    """The row of headings, the first that is nearly the fullest, and the changes it makes; 0 for none."""
    first = numbers[:_HEAD_ROWS]
    widest = max(len(grid.rows[number]) for number in first)
    head = next(n for n in first if len(grid.rows[n]) >= 0.8 * widest or _known_headings(grid.rows[n]) > 1)
    if max(1, _known_headings(grid.rows[head])) < _known_headings(grid.rows.get(head + 1, {})):
        # Headings over groups of columns come before their own.
        head += 1
    cells = [text_in(cell) for cell in grid.rows[head].values()]
    is_word_list = widest == 1 < len(numbers) and not _known_headings(grid.rows[head], at_least=1)
    # A number over words is a heading, such as those of Word, 1, 2, 3.
    is_value = any(len(text) > _LONGEST_HEADING for text in cells) or any(
        _NUMBER.fullmatch(text_in(cell))
        and any(_NUMBER.fullmatch(text_in(grid.rows[number].get(column, ""))) for number in numbers if number > head)
        for column, cell in grid.rows[head].items()
    )
    if is_word_list or (len(cells) > 1 and is_value):
        return 0, ["the list has no headings; it got some that number the columns"]
    return head, [f"what stands above the headings in row {head} is left out"] if head != first[0] else []


def _known_headings(row: dict[int, CellContent], at_least: int = 2) -> int:
    """How many cells of a row are known headings, all of them or, with 1, a word of them."""
    texts, roles = map(text_in, row.values()), starter_words("list")["headings"]
    return sum(any(heading_match(text, role) >= at_least for role in roles) for text in texts)


def _headings(head: dict[int, CellContent], used: set[int]) -> tuple[tuple[str, ...], list[str]]:
    """The headings, and the changes made: all differ, and only columns without contents have ""."""
    headings, changes, names_in_use = list[str](), list[str](), set[str]()
    for column in range(min(max({*head, *used}) + 1, MOST_COLUMNS + 1)):
        words = " ".join(text_in(head.get(column, "")).split())
        name = words or (f"Column {letters(column)}" if column in used else "")
        numbered = distinct_name(name, names_in_use, " ") if name else ""
        if numbered != words and head:
            changes.append(f'the heading of column {letters(column)} is "{shorten(numbered)}" now')
        headings.append(numbered)
    return tuple(headings), changes


def _says_something(row: Sequence[str]) -> bool:
    """Whether a row contains more than a few zeros or FALSE, as formulas leave when they are filled down."""
    texts = [*filter(None, row)]
    return len(texts) >= len(row) / 2 or any(one != "0" and one.casefold() not in cell_words("false") for one in texts)


def _is_total(row: Sequence[str]) -> bool:
    """Whether a row adds up the others: it says so, and at most half of its cells have contents."""
    texts, totals = [*filter(None, row)], starter_words("list")["totals"].split()
    return len(texts) <= len(row) / 2 and without_marks(texts[0]).rstrip(": ") in totals


# ---- what cells hold


def tidy_text(text: str) -> tuple[str, list[str]]:
    """The text of a cell as a list can hold it, and the changes made."""
    if text in cell_words("errors") or re.fullmatch(r"Err:[0-9]{3}|#{4,}", text):
        return "", ["cells that show an error are left empty"]
    plain, notes = text, list[str]()
    for pattern, mark in starter_words("list")["marks"].items():
        plain = re.sub(pattern, mark, plain, flags=re.IGNORECASE)
    plain = CONTROL.sub("", html.unescape(plain)).strip()
    if plain != text:
        notes.append("marks of other programs are written as they are here")
    missing = face("body").missing(plain.replace("\n", " "))
    # Among letters that the fonts lack, other signs are those of their language.
    kept_categories = "LMNP" if any(unicodedata.category(sign)[0] == "L" for sign in missing) else ""
    for sign in missing:
        if unicodedata.category(sign)[0] in kept_categories and not _PRESENTATION.fullmatch(sign):
            continue
        icon = icon_for(name := unicodedata.name(sign, "").lower())
        if icon:
            notes.append("signs that no font has are icons")
        elif unicodedata.category(sign) == "So":
            notes.append(f"there is no icon for {sign} ({name}); it is left out")
        plain = plain.replace(sign, icon).strip()
    escaped = _escape_false_marks(plain)
    if escaped != plain:
        notes.append("signs that are no marks here have a backslash, or are icons")
    return escaped, notes


@cache
def icon_names() -> frozenset[str]:
    """The icons of one colour, without art pieces."""
    return frozenset(entry.name for entry in default_library().icons.entries)


def icon_for(words: str) -> str:
    """The mark of the icon that words, or the last of them, stand for, such as the name of an emoji; "" for none."""
    meanings = words.lower().replace("-", " "), words.lower().replace("-", " ").rpartition(" ")[2]
    entries = default_library().icons.entries
    names = (entry.name for meaning in meanings for entry in entries if meaning in (entry.name, *entry.words))
    return f":{name}:" if (name := next(names, "")) else ""


def _escape_false_marks(text: str) -> str:
    """The text with a backslash before false marks, or with the icon that they mean."""

    def icon(match: re.Match[str]) -> str:
        name = match[0][1:-1]
        known = f":{name}:" if name in icon_names() else icon_for(name)
        return known or (rf"\{match[0]}" if match[0].startswith(":") else match[0])

    text = re.sub(r"(?<!\\)(?::[A-Za-z][\w-]*:|\{[A-Za-z][\w-]+\}|\[[A-Za-z][\w-]+\])", icon, text)
    for signs in (r"\[", "[<&]", "[*:]"):
        if not _has_false_marks(text):
            break
        text = re.sub(rf"(?<!\\){signs}", r"\\\g<0>", text)
    return text


def _has_false_marks(text: str) -> bool:
    """Whether a text has marks without a meaning."""
    library = default_library()
    try:
        parse_text(text, Reading("body", 9, lists=True), library, Tints({}))
    except MarkupError:
        return True
    return bool(doubts_of(text, library))
