"""Reads the spreadsheet that a new game begins from, tidies its table, and guesses what its columns are for."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from printgen.base.errors import Finding, PrintgenError, UsageError, Where, did_you_mean, stop_on_errors
from printgen.base.file_access import AccessError, display_path, file_kind, load_file
from printgen.base.folders import starters_folder
from printgen.base.names import same_name, slug, without_marks
from printgen.base.units import count_noun, letters
from printgen.build.card_game import distinct_name
from printgen.build.pulling import fetch_sheet
from printgen.drawing.fonts import face
from printgen.drawing.tints import Tints
from printgen.faces.library import default_library
from printgen.faces.markup import MarkupError, Reading, doubts_of, parse_text
from printgen.game.cells import copies_in, flag_in
from printgen.game.lists import BOOK_ENDINGS, TEXT_ENDINGS, other_format
from printgen.game.records import MOST_COPIES
from printgen.game.shapes import BUILT_IN
from printgen.reading.csv_files import parse_rows
from printgen.reading.scalars import CONTROL, shorten
from printgen.reading.sheets import MOST_COLUMNS, CellContent, RawSheet, parse_sheet, text_in
from printgen.reading.texts import cell_words
from printgen.reading.workbooks import Workbook
from printgen.reading.yaml_events import load_yaml_file

LIST_FOLDER = starters_folder() / "list"
"""What games begin from that begin from a list."""
_MOST_SHEETS, _HEAD_ROWS, _LONGEST_HEADING = 20, 12, 80
"""So many sheets of a workbook are looked at, and so many rows for the headings, which have so many letters at most."""


@cache
def list_words() -> dict[str, Any]:
    """What is known of spreadsheets: words of headings, marks of other programs, colours."""
    words = load_yaml_file(LIST_FOLDER / "words.yaml", "words.yaml")
    return words if isinstance(words, dict) else {}


@dataclass(frozen=True, slots=True)
class ListSource:
    """A spreadsheet: the path of its file, None for a published one; the file as it is, and its table, tidied.

    `sheet` is the name of that of a workbook where it is not the first. `changes` say what of the table differs from
    the file: where nothing does, the file itself can be the list of a game.
    """

    path: Path | None
    data: bytes
    ending: str
    sheet: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    changes: tuple[str, ...]


def read_source(address: str, local: bool) -> ListSource:
    """The spreadsheet at a path, or at an address of the web; `local` allows addresses of this very machine.

    UsageError for what is no spreadsheet; PrintgenError for one that cannot be read, or holds no cards.
    """
    path, wanted = None, ""
    if re.match(r"[a-z][a-z0-9+.-]+://", address, re.IGNORECASE):
        data, shown, ending = fetch_sheet(address, local), shorten(address), ".csv"
    else:
        name, _, wanted = address.rpartition("#") if re.search(r"\.xls[xm]#.", address) else (address, "", "")
        path = Path(name)
        data, shown, ending = _load(path), display_path(path), path.suffix.lower()
    try:
        grid, sheet, doubts = _grid(data, shown, ending, wanted)
    except AccessError as refused:
        raise PrintgenError([refused.finding(Where(shown))]) from refused
    headings, rows, changes = _table(grid, shown)
    return ListSource(path, data, ending, sheet, headings, rows, (*doubts, *changes))


def _load(path: Path) -> bytes:
    """What a file holds. UsageError where there is none, or it is none of a spreadsheet."""
    known = (*TEXT_ENDINGS, *BOOK_ENDINGS)
    if file_kind(path) == "folder":
        raise UsageError(f"'{path}' is a folder", "Name a spreadsheet such as cards.csv or cards.xlsx.")
    if not file_kind(path):
        beside = [one.name for one in path.parent.glob("*") if one.suffix.lower() in known and file_kind(one) == "file"]
        hint = did_you_mean(path.name, beside[:1000], "Name a spreadsheet such as cards.csv or cards.xlsx.")
        raise UsageError(f"there is no file '{path}'", hint)
    if path.suffix.lower() not in known:
        raise UsageError(*other_format(path.suffix.lower()))
    try:
        return load_file(path.resolve(), "list")
    except AccessError as refused:
        raise PrintgenError([refused.finding(Where(display_path(path)))]) from refused


def _grid(data: bytes, shown: str, ending: str, wanted: str) -> tuple[RawSheet, str, list[str]]:
    """The cells of a file; the name of their sheet where a workbook has another before it; what is doubtful of them."""
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
    """The headings and the rows of a grid, tidied, and what was changed."""
    numbers = sorted(grid.rows)
    if not numbers:
        message = f'the sheet "{shorten(grid.name)}" is empty' if grid.name else "the file is empty"
        raise _empty(shown, message, "Write a row of headings, and a row for each card.")
    head, changes = _head_row(grid, numbers)
    below = {number: grid.rows[number] for number in numbers if number > head}
    used = {column for row in below.values() for column in row}
    headings, renamed = _headings(grid.rows.get(head, {}), used)
    first: dict[int, dict[int, CellContent]] = {head: dict(enumerate(headings))}
    sheet, findings = parse_sheet(replace(grid, rows=first | below), shown)
    stop_on_errors(findings)
    notes = Counter[str]()
    rows = [tuple(tidied(text_in(cell), notes) for cell in row) for row in sheet.rows] if sheet else []
    kept = tuple(row for row in rows if _says_something(row) and row != headings)
    if not kept:
        raise _empty(shown, "the list has headings, and no cards under them", "Fill in a row for each card.")
    notes["rows that say nothing are left out"] += len(rows) - len(kept)
    if len(kept) > 1 and _is_total(kept[-1]):
        kept = kept[:-1]
        changes.append("the last row, which adds up, is left out")
    notes["hidden rows are read like the others"] += len(findings)
    told = [f"{what} ({count_noun(amount, 'time')})" for what, amount in notes.items() if amount]
    return headings, kept, [*changes, *renamed, *told]


def _empty(shown: str, message: str, hint: str) -> PrintgenError:
    return PrintgenError([Finding("error", Where(shown), message, hint, "empty-list")])


def _head_row(grid: RawSheet, numbers: Sequence[int]) -> tuple[int, list[str]]:
    """The row that has the headings, the first that is about as full as any, and what that changes; 0 for none."""
    first = numbers[:_HEAD_ROWS]
    most = max(len(grid.rows[number]) for number in first)
    head = next(n for n in first if len(grid.rows[n]) >= 0.8 * most or _known_headings(grid.rows[n]) > 1)
    cells = [text_in(cell) for cell in grid.rows[head].values()]
    is_word_list = most == 1 < len(numbers) and not _known_headings(grid.rows[head], at_least=1)
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
    """How many cells of a row are headings that are known, all of them or, with 1, a word of them."""
    texts, roles = map(text_in, row.values()), list_words()["headings"]
    return sum(any(_Column(text, [text]).hint(role) >= at_least for role in roles) for text in texts)


def _headings(head: dict[int, CellContent], used: set[int]) -> tuple[tuple[str, ...], list[str]]:
    """The headings, and what was changed: each is another, and "" only for columns that hold nothing."""
    headings, changes, taken = list[str](), list[str](), set[str]()
    for column in range(min(max({*head, *used}) + 1, MOST_COLUMNS + 1)):
        words = " ".join(text_in(head.get(column, "")).split())
        name = words or (f"Column {letters(column)}" if column in used else "")
        numbered = distinct_name(name, taken, " ") if name else ""
        if numbered != words and head:
            changes.append(f'the heading of column {letters(column)} is "{shorten(numbered)}" now')
        headings.append(numbered)
    return tuple(headings), changes


def _says_something(row: Sequence[str]) -> bool:
    """Whether a row is more than a few zeros or FALSE, as formulas leave them that are filled down."""
    texts = [*filter(None, row)]
    return len(texts) >= len(row) / 2 or any(one != "0" and one.casefold() not in cell_words("false") for one in texts)


def _is_total(row: Sequence[str]) -> bool:
    """Whether a row adds up the others: it says so, and at most half of its cells hold anything."""
    texts = [*filter(None, row)]
    return len(texts) <= len(row) / 2 and without_marks(texts[0]).rstrip(": ") in list_words()["totals"].split()


# ---- what cells hold


def tidied(text: str, notes: Counter[str]) -> str:
    """The text of a cell as a list can have it; what was changed in it is counted."""
    if text in cell_words("errors") or re.fullmatch(r"Err:[0-9]{3}|#{4,}", text):
        notes["cells that show an error are left empty"] += 1
        return ""
    plain = text
    for pattern, mark in list_words()["marks"].items():
        plain = re.sub(pattern, mark, plain, flags=re.IGNORECASE)
    plain = CONTROL.sub("", html.unescape(plain)).strip()
    notes["marks of other programs are written as they are here"] += plain != text
    missing = face("body").missing(plain.replace("\n", " "))
    # Among letters that the fonts lack, other signs are those of their language.
    kept = "LMNP" if any(unicodedata.category(sign)[0] == "L" for sign in missing) else ""
    for sign in missing:
        if unicodedata.category(sign)[0] in kept and not _PRESENTATION.fullmatch(sign):
            continue
        icon = icon_for(name := unicodedata.name(sign, "").lower())
        if icon:
            notes["signs that no font has are icons"] += 1
        elif unicodedata.category(sign) == "So":
            notes[f"there is no icon for {sign} ({name}); it is left out"] += 1
        plain = plain.replace(sign, icon).strip()
    escaped = _without_false_marks(plain)
    notes["signs that are no marks here have a backslash, or are icons"] += escaped != plain
    return escaped


@cache
def icon_names() -> frozenset[str]:
    """The icons of one colour, pieces of art aside."""
    return frozenset(entry.name for entry in default_library().icons.entries)


def icon_for(words: str) -> str:
    """The icon that words or their last one stand for, such as the name of an emoji, as texts have it; "" for none."""
    meanings = words.lower().replace("-", " "), words.lower().replace("-", " ").rpartition(" ")[2]
    entries = default_library().icons.entries
    found = (entry.name for meaning in meanings for entry in entries if meaning in (entry.name, *entry.words))
    return f":{name}:" if (name := next(found, "")) else ""


def _without_false_marks(text: str) -> str:
    """The text, in which what would be taken for marks and means none is an icon of its meaning, or is escaped."""

    def icon(match: re.Match[str]) -> str:
        return match[0] if match[1] in icon_names() else icon_for(match[1]) or f"\\{match[0]}"

    steps = (
        (r"(?<!\\):([A-Za-z][\w-]*):", icon),
        (r"(?<!\\)\[", r"\\["),
        (r"(?<!\\)[<&]", r"\\\g<0>"),
        (r"(?<!\\)[*:]", r"\\\g<0>"),
    )
    for pattern, mark in steps:
        if not _is_troubled(text):
            break
        text = re.sub(pattern, mark, text)
    return text


def _is_troubled(text: str) -> bool:
    """Whether a text has marks that mean nothing."""
    library = default_library()
    try:
        parse_text(text, Reading("body", 9, lists=True), library, Tints({}))
    except MarkupError:
        return True
    return bool(doubts_of(text, library))


# ---- what columns are for


_PRESENTATION = re.compile("[\ufe00-\ufe0f\u20e3]")
_NUMBER = re.compile(r"-?[0-9]+([.,][0-9]+)?")
_COLOR = re.compile(r"#[0-9A-Fa-f]{6}")
_PICTURE = re.compile(r"(?!https?:).*[^\s/\\]\.(?:png|jpe?g|webp|svg)", re.IGNORECASE)
_LINK = re.compile(r"https?://\S+")
_TIMES = re.compile(r"[0-9]{1,3} ?[x×]|[x×] ?[0-9]{1,3}", re.IGNORECASE)
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,8}")
# What stands for a number on a card: 3, +2, 1.5, 2/4, 50%, $20, 3 €, 1d6, X.
_STAT = re.compile(
    r"[-+−±]?[$€£¥]?[0-9]{1,6}(?:[.,/:–-][0-9]{1,4})?(?:[%+*″\"]| ?[$€£¥])?"
    r"|[0-9]{0,2}[dDwW][0-9]{1,3}(?:[-+][0-9]{1,2})?|[-–—*?xX∞]"
)
_SHORT, _LONG = 28, 45
"""Texts of up to so many letters are words; a column with longer ones than the second has rules."""
_MOST_COST = 5
"""The most letters of a number that stands in the circle at the top."""
_MOST_SIGNS = 3
"""The most letters of what is printed as large as a number, such as A, K or XL."""
_MOST_NAME = 40
"""The most letters of what is taken for a name where no heading says so."""
_MOST_LINK = 60
"""The most letters of an address that is printed."""
_MOST_TYPES = 12
"""The most words of a column whose words give cards their colours."""
_MOST_PRINTED = 10_000
"""The most cards that a column of copies may ask for."""
_TAKEN = frozenset([*BUILT_IN, "for", "none", "true", "false", "and", "or", "not", "in", "is", "if", "else"])
"""Names that a field cannot have, or that mean something else in expressions."""
_KINDS = {"flag": "flag", "list": "list", "color": "color", "type": "choice", "picture": "file"}
"""The kinds of fields by role; all others are text, or numbers."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What a column is for: its heading, the field that it becomes, the kind of that, and its role on the card.

    `why` says how that was found out. `words` are those of a column of types, in their order; `longest` is how many
    letters its texts have at most.
    """

    heading: str
    field: str
    kind: str
    role: str
    why: str
    words: tuple[str, ...] = ()
    longest: int = 0

    @property
    def label(self) -> str:
        """The heading as the face prints it, which means nothing in expressions."""
        words = re.sub(r"[{}%#\\_]+", " ", self.heading).translate({ord("'"): "’", ord('"'): "”"})
        return " ".join(words.split()) or self.field

    def __str__(self) -> str:
        return f'"{self.heading}": {list_words()["roles"][self.role]}, {self.why}'


class _Column:
    """A column: its heading, its cells, and the texts of those that are not empty."""

    def __init__(self, heading: str, cells: Sequence[str]) -> None:
        self.heading, self.cells = heading, cells
        self.texts = [*filter(None, cells)]
        self.distinct = list(dict.fromkeys(self.texts))
        self.longest = max(map(len, self.texts))
        self.is_line = not any("\n" in text for text in self.distinct)
        self.is_numeric = self.all_match(_STAT) and any(re.search("[0-9]", text) for text in self.distinct)

    def all_match(self, pattern: re.Pattern[str]) -> bool:
        """Whether each text is of a pattern."""
        return all(map(pattern.fullmatch, self.distinct))

    def hint(self, role: str) -> int:
        """How much the heading speaks of a role: 2 all of it, 1 a word of it, 0 not at all."""
        words, known = (
            re.findall(r"[^\W_]+", without_marks(self.heading.replace("#", "nr"))),
            list_words()["headings"][role].split(),
        )
        common = list_words()["common"].split()
        return 2 if "".join(words) in known else int(any(word in known and word not in common for word in words))

    def may_count(self) -> bool:
        numbers = [copies_in(text) for text in self.texts]
        whole = all(isinstance(number, int) and 0 <= number <= MOST_COPIES for number in numbers)
        return whole and sum(numbers) <= _MOST_PRINTED and not self.counts_rows()

    def counts_rows(self) -> bool:
        """Whether it numbers the rows: 1, 2, 3."""
        first = int(self.texts[0]) if self.texts[0].isdecimal() else None
        return (
            first is not None and len(self.texts) > 4 and self.texts == [str(first + n) for n in range(len(self.texts))]
        )

    def may_name(self) -> bool:
        named = len(self.texts) >= len(self.cells) / 2 and self.longest <= 200
        return named and self.is_line and (not self.is_numeric or self.hint("name") == 2)

    def is_name(self) -> bool:
        apart = len(self.distinct) >= 0.6 * len(self.texts) and self.longest <= _MOST_NAME
        return apart and self.may_name() and not self.is_numeric and not self.all_match(_LINK)

    def may_be_type(self) -> bool:
        short = self.longest <= _SHORT and self.is_line and not self.is_numeric and not self.all_match(_COLOR)
        return short and 1 < len(self.distinct) <= _MOST_TYPES and len(self.distinct) < len(self.texts)

    def is_type(self) -> bool:
        again = len(self.texts) >= 0.8 * len(self.cells) >= 2 * len(self.distinct)
        return again and self.may_be_type() and not self.is_flag()

    def is_flag(self) -> bool:
        return all(isinstance(flag_in(text), bool) for text in self.distinct)

    def other_role(self, icons: frozenset[str]) -> tuple[str, str]:
        """A role of which a card may have several, and why."""
        texts, words = not self.is_numeric, not self.is_numeric and self.longest <= _LONG and self.is_line
        each_another = self.is_numeric and len(self.distinct) == len(self.texts)
        tests: tuple[tuple[str, Callable[[], object], str], ...] = (
            ("color", lambda: self.all_match(_COLOR), "colours"),
            ("icon", lambda: icons.issuperset(self.distinct), "names of icons"),
            ("footer", self.counts_rows, "it numbers the rows"),
            ("footer", lambda: self.all_match(_LINK) and self.longest <= _MOST_LINK, "addresses"),
            ("unprinted", lambda: self.all_match(_LINK), "long addresses"),
            ("flavor", lambda: texts and self.hint("flavor"), ""),
            ("rules", lambda: texts and self.hint("rules"), ""),
            ("footer", lambda: (words or each_another) and self.hint("footer"), ""),
            ("subtitle", lambda: words and self.hint("name"), ""),
            ("stat", lambda: self.is_numeric, "numbers"),
            ("flag", self.is_flag, "yes and no"),
            ("stat", lambda: self.longest <= _MOST_SIGNS, "a few signs"),
            ("list", lambda: self.longest <= 200 and any("|" in text for text in self.distinct), "words between bars"),
            ("rules", lambda: self.longest > _LONG or not self.is_line, "long texts"),
            ("fact", lambda: True, "short texts"),
        )
        role, _, why = next(row for row in tests if row[1]())
        return role, f"by what is in it: {why}" if why else "by its heading"


def guess_columns(
    headings: Sequence[str], rows: Sequence[Sequence[str]], icons: frozenset[str], pictures: frozenset[str]
) -> list[Guess]:
    """What each column is for that holds anything.

    `icons` are the names of icons; `pictures` are the texts of cells for which there is a file.
    """
    cells = {n: [row[n] for row in rows] for n in range(len(headings))}
    free = {n: _Column(headings[n], column) for n, column in cells.items() if any(column)}
    roles: dict[int, tuple[str, str]] = {}

    def shows(column: _Column) -> bool:
        return is_of_files(column) or not pictures.isdisjoint(column.distinct)

    def is_of_files(column: _Column) -> bool:
        return sum(map(bool, map(_PICTURE.fullmatch, column.distinct))) > len(column.distinct) / 2

    for role, fits, likely, why in (
        ("copies", _Column.may_count, lambda column: column.all_match(_TIMES), "numbers such as 3x"),
        ("picture", shows, is_of_files, "names of pictures"),
        ("name", _Column.may_name, _Column.is_name, "short texts, each another"),
        ("cost", lambda column: column.is_numeric and column.longest <= _MOST_COST, lambda column: False, ""),
        ("type", _Column.may_be_type, _Column.is_type, "a few words that come again and again"),
    ):
        left = {n: column for n, column in free.items() if n not in roles}
        hinted = [(column.hint(role), -n) for n, column in left.items() if column.hint(role) and fits(column)]
        by_contents = [n for n, column in left.items() if likely(column)]
        if role == "name":
            # Behind a long text is no name: a question comes before its answers.
            by_contents = [n for n in by_contents if all(free[m].longest <= _LONG for m in free if m < n)]
        if hinted and not (role == "cost" and len(hinted) > 1):
            roles[-max(hinted)[1]] = role, "by its heading"
        elif by_contents:
            roles[by_contents[0]] = role, f"by what is in it: {why}"
    fields: set[str] = set()
    return [_guess(column, *(roles.get(n) or column.other_role(icons)), fields) for n, column in free.items()]


def _guess(column: _Column, role: str, why: str, fields: set[str]) -> Guess:
    """The guess for a column, whose field has a name that no other has."""
    kind = "integer" if role in ("stat", "cost") and column.all_match(_INTEGER) else _KINDS.get(role, "text")
    plain = slug(column.heading).replace("-", "_")
    field = plain if plain.isidentifier() and len(plain) <= 40 else "column"
    names = (field, *(f"{field}_{n}" for n in range(2, len(fields) + 3)))
    field = role if role in ("name", "copies") else next(name for name in names if name not in fields | _TAKEN)
    fields.add(field)
    words = tuple(column.distinct) if role == "type" else ()
    return Guess(column.heading, field, kind, role, why, words, column.longest)
