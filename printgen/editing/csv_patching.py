"""Change records of a CSV or TSV list: their rows are written anew, and all others stay as they are.

As in `patching`, the result is read back, and a change is refused where it does not hold exactly what was wanted.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.editing.patching import Change, Drop, Insert, apply_change, plain, same
from printgen.game.columns import Branch, Columns, Leaf, Rows
from printgen.game.shapes import SheetShape
from printgen.reading.csv_files import delimiter_of, parse_csv
from printgen.reading.positions import LocatedMap, SourceText
from printgen.reading.scalars import decimal
from printgen.reading.sheets import TableSheet, text_in

_BOM = "\ufeff"
_OPPOSITES: Mapping[str, str] = {
    word: opposite
    for pair in ("yes no", "y n", "on off", "true false", "1 0", "ja nein", "wahr falsch", "oui non", "vrai faux")
    for word, opposite in (pair.split(), reversed(pair.split()))
}
"""The other word of each pair, for a cell that is switched: it keeps the author's language."""


class CsvPatcher:
    """Changes one list; `columns` are its fields as in game.yaml, `shown` its name, `language` its decimal sign."""

    def __init__(
        self, shape: SheetShape, columns: LocatedMap, shown: str, tabs: bool = False, language: str = ""
    ) -> None:
        self.shape, self.columns, self.shown, self.tabs, self.language = shape, columns, shown, tabs, language

    def patch(self, data: bytes, changes: Iterable[Change]) -> bytes:
        """The list with changes. PrintgenError when it has mistakes, or when a change cannot be written into it."""
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            hint = 'Save it as UTF-8; Excel calls that "CSV UTF-8".'
            raise self._refusal("the file is not UTF-8 text", hint) from error
        start = _BOM if text.startswith(_BOM) else ""
        text = text.removeprefix(_BOM)
        records = self._parse(text)[2]
        for change in changes:
            try:
                wanted = apply_change(records, change)
                if not same(records, wanted):
                    text = self._with_change(text, change, records, wanted)
            except (LookupError, TypeError, AttributeError) as error:
                raise self._refusal("there is no column for this") from error
            if not same(self._parse(text)[2], wanted):
                raise self._refusal("this value cannot be written into a cell")
            records = wanted
        return (start + text).encode()

    def records(self, data: bytes) -> list[Any]:
        """The records of the list, as plain data. PrintgenError with what is wrong with them."""
        return self._parse(data.decode("utf-8").removeprefix(_BOM))[2]

    def _parse(self, text: str) -> tuple[TableSheet, Branch, list[Any]]:
        """The sheet of a text, the fields of its columns, and its records as plain data."""
        sheet, findings = parse_csv(text.encode(), self.shown, self.tabs)

        def report(where: Where, code: str, message: str, hint: str) -> None:
            findings.append(Finding("error", where, message, hint, code))

        root = Columns(sheet, self.shape, self.columns, report, self.language).plan() if sheet else None
        if sheet is None or root is None:
            raise PrintgenError(findings)
        records = Rows(sheet, root, report, lambda *_: None).records()
        if findings:
            raise PrintgenError(findings)
        return sheet, root, [plain(record) for record in records]

    def _with_change(self, text: str, change: Change, records: list[Any], wanted: list[Any]) -> str:
        """The text with one change."""
        sheet, root, _ = self._parse(text)
        head, rows = self._split_rows(text, sheet)
        end = "\r\n" if "\r\n" in text else "\n"
        ends_with_newline = text.endswith(("\n", "\r"))
        if rows and not ends_with_newline:
            rows[-1] += end
        row = int(change.way[0])
        if isinstance(change, Drop) and len(change.way) == 1:
            del rows[row]
        elif isinstance(change, Insert) and len(change.way) == 1:
            cells = self._new_cells(root, {}, change.value, [""] * len(sheet.headers))
            rows.insert(row, self._row_text(text, cells) + end)
        else:
            cells = self._new_cells(root, records[row], wanted[row], [text_in(cell) for cell in sheet.rows[row]])
            record_text = io.StringIO(rows[row], newline="")
            next(csv.reader(record_text, delimiter=delimiter_of(text, self.tabs)[0]))
            rows[row] = self._row_text(text, cells) + end + rows[row][record_text.tell() :]
        new_text = "".join((head, *rows))
        return new_text if ends_with_newline else new_text.removesuffix(end)

    def _split_rows(self, text: str, sheet: TableSheet) -> tuple[str, list[str]]:
        """The text before the first record, and that of each record with its line end and the blank lines after it."""
        source = SourceText("", text)
        starts = [source.start_of(sheet.place(n + 1, -1).line) for n in range(len(sheet.rows))]
        if not starts:
            return (text if text.endswith(("\n", "\r")) else text + "\n"), []
        parts = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
        return text[: starts[0]], parts

    def _row_text(self, text: str, cells: list[str]) -> str:
        """A row of cells, without its line end."""
        out = io.StringIO(newline="")
        csv.writer(out, delimiter=delimiter_of(text, self.tabs)[0], lineterminator="\r\n").writerow(cells)
        return out.getvalue().removesuffix("\r\n")

    def _new_cells(self, root: Branch, old: Any, new: Any, before: list[str]) -> list[str]:
        """The cells of a row, `before` of the record `old`, for the record `new`. LookupError for a missing column."""
        cells = list(before)
        changed_keys = {key for key in new if not same(new[key], old.get(key))}
        if changed_keys - root.parts.keys():
            raise LookupError("there is no such column")
        for key, part in root.parts.items():
            if same(old.get(key), new.get(key)):
                continue
            if isinstance(part, Leaf):
                cells[part.column] = self._cell_text(new.get(key), before[part.column], part)
            elif part.several:
                mappings = new.get(key) or []
                for name, leaf in part.parts.items():
                    assert isinstance(leaf, Leaf)
                    cells[leaf.column] = " | ".join(self._cell_text(entry.get(name), "", leaf) for entry in mappings)
            else:
                cells = self._new_cells(part, old.get(key) or {}, new.get(key) or {}, cells)
        return cells

    def _cell_text(self, value: Any, before: str, leaf: Leaf) -> str:
        """The text of a cell for a value; `before` is the text that it has."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return _OPPOSITES.get(before.casefold(), str(value).lower())
        if isinstance(value, float):
            text = decimal(value)
            # Three digits behind the sign could be taken for thousands.
            return (f"{text}0" if len(text.partition(".")[2]) == 3 else text).replace(".", leaf.decimal)
        if isinstance(value, list):
            bar = "|" if "|" in before and " | " not in before else " | "
            return bar.join(str(entry).replace("|", "\\|") for entry in value)
        return str(value)

    def _refusal(self, message: str, hint: str = "") -> PrintgenError:
        """The error of a change that cannot be written; without a `hint`, to change it by hand."""
        hint = hint or "Change it in the file itself, in a spreadsheet or an editor."
        return PrintgenError([Finding("error", Where(self.shown), message, hint, "cannot-patch")])
