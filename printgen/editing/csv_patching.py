"""The bytes of a CSV or TSV list and changes of its records come in; the bytes go out with only these cells changed.

As with `patching`, what comes out is read back, and holds exactly what was wanted; else nothing comes out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.editing.patching import Change, Drop, Insert, Move, Put, applied, plain, same
from printgen.game.columns import Branch, Columns, Leaf, Rows
from printgen.game.shapes import SheetShape
from printgen.reading.csv_files import delimiter_of, read_csv
from printgen.reading.json_files import decimal
from printgen.reading.marked import Map, Source
from printgen.reading.sheets import Sheet

_BOM = "\ufeff"
_TURNED: Mapping[str, str] = {
    one: other
    for pair in ("yes no", "y n", "on off", "true false", "1 0", "ja nein", "wahr falsch", "oui non", "vrai faux")
    for one, other in (pair.split(), reversed(pair.split()))
}


class CsvPatcher:
    """Changes cells and rows of one list.

    `columns` are the fields that its columns are for, as game.yaml has them; `shown` is its name in findings, and
    `language` the sign that parts decimals in the game's language.
    """

    def __init__(self, shape: SheetShape, columns: Map, shown: str, tabs: bool = False, language: str = "") -> None:
        self.shape, self.columns, self.shown, self.tabs, self.language = shape, columns, shown, tabs, language

    def patched(self, data: bytes, changes: Iterable[Change]) -> bytes:
        """The list with changes. PrintgenError when it has mistakes, or when a change cannot be written into it."""
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise self.refused(
                "the file is not UTF-8 text", 'Save it as UTF-8; Excel calls that "CSV UTF-8".'
            ) from error
        start = _BOM if text.startswith(_BOM) else ""
        text = text.removeprefix(_BOM)
        held = self.read(text)[2]
        for change in changes:
            try:
                wanted = applied(held, change)
                if not same(held, wanted):
                    text = self.changed(text, change, held, wanted)
            except (LookupError, TypeError, AttributeError) as error:
                raise self.refused("there is no column for this") from error
            if not same(self.read(text)[2], wanted):
                raise self.refused("this value cannot be written into a cell")
            held = wanted
        return (start + text).encode()

    def records(self, data: bytes) -> list[Any]:
        """The records of the list, as plain data. PrintgenError with what is wrong with them."""
        return self.read(data.decode("utf-8").removeprefix(_BOM))[2]

    def read(self, text: str) -> tuple[Sheet, Branch, list[Any]]:
        """The sheet of a text, the fields of its columns, and its records as plain data."""
        sheet, findings = read_csv(text.encode(), self.shown, self.tabs)

        def report(where: Where, code: str, message: str, hint: str) -> None:
            findings.append(Finding("error", where, message, hint, code))

        root = Columns(sheet, self.shape, self.columns, report, self.language).plan() if sheet else None
        if sheet is None or root is None:
            raise PrintgenError(findings)
        records = Rows(sheet, root, report, lambda *_: None).records()
        if findings:
            raise PrintgenError(findings)
        return sheet, root, [plain(record) for record in records]

    def changed(self, text: str, change: Change, held: list[Any], wanted: list[Any]) -> str:
        """The text with one change."""
        sheet, root, _ = self.read(text)
        table = _Table(text, sheet, self.tabs)
        row = int(change.way[0])
        if len(change.way) > 1:
            for column, cell in self.cells(root, held[row], wanted[row], sheet, table, row):
                table = _Table(table.with_cell(row, column, cell), sheet, self.tabs)
            return table.text
        if isinstance(change, Insert):
            cells = dict(self.cells(root, {}, change.value, sheet, table, None))
            return table.with_row(row, [cells.get(n, "") for n in range(len(sheet.headers))])
        if isinstance(change, Put):
            for column, cell in self.cells(root, held[row], change.value, sheet, table, row):
                table = _Table(table.with_cell(row, column, cell), sheet, self.tabs)
            return table.text
        if isinstance(change, Drop):
            return table.without_row(row)
        if isinstance(change, Move):
            return table.moved(row, change.to)
        raise LookupError(change)

    def cells(
        self, root: Branch, old: Any, new: Any, sheet: Sheet, table: _Table, row: int | None
    ) -> Iterable[tuple[int, str]]:
        """The columns in which two records differ, each with the text that its cell is to have."""
        if new.keys() - root.parts.keys() - {key for key in new if same(new[key], old.get(key))}:
            raise LookupError("there is no such column")
        for key, part in root.parts.items():
            if same(old.get(key), new.get(key)):
                continue
            if isinstance(part, Leaf):
                before = table.cell(row, part.column) if row is not None else ""
                yield part.column, self.cell(new.get(key), before, part)
            elif part.several:
                maps = new.get(key) or []
                for name, leaf in part.parts.items():
                    assert isinstance(leaf, Leaf)
                    yield leaf.column, " | ".join(self.cell(one.get(name), "", leaf) for one in maps)
            else:
                yield from self.cells(part, old.get(key) or {}, new.get(key) or {}, sheet, table, row)

    def cell(self, value: Any, before: str, leaf: Leaf) -> str:
        """What a cell says for a value; `before` is what it said."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return _TURNED.get(before.casefold(), str(value).lower())
        if isinstance(value, float):
            text = decimal(value)
            # Three digits behind the sign could be taken for thousands.
            return (f"{text}0" if len(text.partition(".")[2]) == 3 else text).replace(".", leaf.decimal)
        if isinstance(value, list):
            bar = "|" if "|" in before and " | " not in before else " | "
            return bar.join(str(one).replace("|", "\\|") for one in value)
        return str(value)

    def refused(self, message: str, hint: str = "") -> PrintgenError:
        hint = hint or "Change it in the file itself, in a spreadsheet or an editor."
        return PrintgenError([Finding("error", Where(self.shown), message, hint, "cannot-patch")])


class _Table:
    """The text of a sheet and where its rows and cells are."""

    def __init__(self, text: str, sheet: Sheet, tabs: bool) -> None:
        self.text, self.sheet = text, sheet
        self.delimiter, _ = delimiter_of(text, tabs)
        self.source = Source("", text)
        apart = re.escape(self.delimiter)
        self._cell = re.compile(rf'[ ]*("(?:[^"]|"")*"[^{apart}\r\n]*|[^{apart}\r\n]*)')
        self.end = "\r\n" if "\r\n" in text else "\n"

    def spans(self, row: int) -> list[tuple[int, int]]:
        """Where the cells of a row are, by its number from 0; the headers are row -1."""
        at, found = self.start(row), list[tuple[int, int]]()
        while True:
            cell = self._cell.match(self.text, at)
            assert cell is not None
            found.append((cell.start(1), cell.end()))
            if self.text[cell.end() : cell.end() + 1] != self.delimiter:
                return found
            at = cell.end() + 1

    def start(self, row: int) -> int:
        return self.source.start_of(self.sheet.place(row + 1, -1).line)

    def stop(self, row: int) -> int:
        """Where the line after a row begins."""
        at = self.spans(row)[-1][1]
        return at + (2 if self.text[at : at + 2] == "\r\n" else 1 if at < len(self.text) else 0)

    def cell(self, row: int, column: int) -> str:
        """What a cell says."""
        held = self.sheet.rows[row][column]
        return held if isinstance(held, str) else ""

    def quoted(self, words: str, quotes: bool) -> str:
        special = any(letter in words for letter in (self.delimiter, '"', "\n", "\r")) or words != words.strip()
        return '"' + words.replace('"', '""') + '"' if quotes or special else words

    def with_cell(self, row: int, column: int, words: str) -> str:
        spans = self.spans(row)
        if column >= len(spans):
            end = spans[-1][1]
            return (
                self.text[:end]
                + self.delimiter * (column - len(spans) + 1)
                + self.quoted(words, False)
                + self.text[end:]
            )
        start, end = spans[column]
        was = self.text[start:end]
        kept = was[len(was.rstrip()) :]
        return self.text[:start] + self.quoted(words, was.startswith('"')) + kept + self.text[end:]

    def with_row(self, row: int, cells: list[str]) -> str:
        quotes = []
        if self.sheet.rows:
            like = self.spans(min(row, len(self.sheet.rows) - 1))
            quotes = [self.text[start : start + 1] == '"' for start, _ in like]
        quotes += [False] * (len(cells) - len(quotes))
        line = self.delimiter.join(map(self.quoted, cells, quotes))
        if row < len(self.sheet.rows):
            at = self.start(row)
            return self.text[:at] + line + self.end + self.text[at:]
        at = self.stop(len(self.sheet.rows) - 1)
        whole = self.text[:at].endswith(("\n", "\r"))
        return self.text[:at] + ("" if whole else self.end) + line + (self.end if whole else "") + self.text[at:]

    def without_row(self, row: int) -> str:
        return self.text[: self.start(row)] + self.text[self.stop(row) :]

    def moved(self, row: int, to: int) -> str:
        places = [(self.start(n), self.stop(n)) for n in range(len(self.sheet.rows))]
        parts = [self.text[start:end] for start, end in places]
        whole = parts[-1].endswith(("\n", "\r"))
        parts[-1] += "" if whole else self.end
        parts.insert(to, parts.pop(row))
        made, at = list[str](), 0
        for (start, end), words in zip(places, parts, strict=True):
            made += (self.text[at:start], words)
            at = end
        text = "".join((*made, self.text[at:]))
        return text if whole else text.removesuffix(self.end)
