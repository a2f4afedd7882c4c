"""Read the tables of game.yaml: rows by code, with those that the user adds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter

from printgen.base.errors import Where
from printgen.base.file_access import FileAccess
from printgen.game.lists import load_table
from printgen.game.records import Table, TableEntry, by_name
from printgen.game.shapes import CODE, row_adapter, rows_in_sheets
from printgen.reading.files import Files
from printgen.reading.part import adapter
from printgen.reading.positions import LocatedMap, OverlayMap, ViewMap, empty_map
from printgen.reading.scalars import shorten


class Tables:
    """Reads the tables of one game; mistakes are reported to the files.

    `added` leads to rows of the user's own, in a file TABLE.yaml for each table that they join; `own` are their codes.
    `read` are those with rows, by name. `incomplete` are the names of those that lack rows, or are not read at all.
    """

    def __init__(self, files: Files, added: FileAccess | None = None) -> None:
        self.files, self._added = files, added
        self.read: dict[str, Table] = {}
        self.own: dict[str, tuple[str, ...]] = {}
        self.incomplete: set[str] = set()
        self._sources: dict[str, tuple[LocatedMap, LocatedMap]] = {}

    def load(self, entries: Iterable[tuple[str, Any, Where]]) -> None:
        """Read the tables of these entries, each with its name and its place."""
        for name, entry, where in entries:
            spec: TableEntry | None = self.files.check(adapter(TableEntry), entry, where, name)
            source = self._rows_of(spec) if spec else None
            source = source if source is None else self._with_own_rows(name, source)
            if source is not None and not source:
                self.files.report(source.start, "empty-table", f'the table "{name}" has no rows', "Add a row.")
            self.files.codes[name] = tuple(source) if source else None
            if spec and source:
                self._sources[name] = (spec.fields, source)
        # Rows may choose from any table, so all codes are known before the first row is checked.
        self.read = {name: self._table(name, fields, source) for name, (fields, source) in self._sources.items()}
        self.incomplete = incomplete_tables(self.files.codes, self.read)

    def _rows_of(self, entry: TableEntry) -> LocatedMap | None:
        """The rows of a table by code, not yet checked; None, with findings, when they cannot be read."""
        if CODE in entry.fields and not entry.file.is_tree:
            message = f"a sheet has the codes of a table's rows in the column {CODE}, which is no field of them"
            self.files.report(entry.fields.key_where(CODE), "built-in", message, "Choose another name for the field.")
            return None
        sheet, columns = rows_in_sheets(entry.fields), entry.source_map.get("columns") or empty_map()
        return load_table(self.files, entry.file, entry.where_of("file"), columns, sheet)

    def _with_own_rows(self, name: str, source: LocatedMap) -> LocatedMap:
        """The rows of a table, followed by the user's own; a finding for each of these whose code is taken."""
        for path in self._added.list(f"{name}.yaml") if self._added else ():
            before = len(self.files.findings)
            if self.files.value(path) is None and len(self.files.findings) == before:
                continue  # Nothing but comments, so far.
            rows = self.files.mapping(path)
            if not rows:
                continue
            for code in (code for code in rows if code in source):
                message = f'the table "{name}" has a row {shorten(code)} already'
                self.files.report(rows.key_where(code), "duplicate-key", message, "Give yours another code.")
            self.own[name] = tuple(code for code in rows if code not in source)
            source = OverlayMap(source, ViewMap(rows, {code: code for code in self.own[name]}))
        return source

    def _table(self, name: str, fields: LocatedMap, source: LocatedMap) -> Table:
        """A table with its good rows; mistakes of the others are reported."""
        shape = row_adapter(name, fields, self.files)
        rows = {code: self.files.check(shape, row, source.where(code), code) for code, row in source.items()}
        return Table(name, {code: by_name(row, source[code]) for code, row in rows.items() if row is not None}, source)

    def adapters(self) -> dict[str, TypeAdapter[dict[str, Any]]]:
        """The shapes of the rows by the names of their tables."""
        return {name: row_adapter(name, fields, self.files) for name, (fields, _) in self._sources.items()}


def incomplete_tables(codes: Mapping[str, tuple[str, ...] | None], read: Mapping[str, Table]) -> set[str]:
    """The names of tables, by all their codes, that lack rows, or are not read at all."""
    rows = {name: read[name].rows if name in read else {} for name in codes}
    return {name for name, known in codes.items() if known is None or len(rows[name]) < len(known)}


def has_all_rows(
    fields: LocatedMap, values: Mapping[str, Any], read: Mapping[str, Table], incomplete: set[str]
) -> bool:
    """Whether all rows that a record chooses are there, by the fields that are declared and their values."""
    for key, spec in fields.items() if incomplete else ():
        table = spec.get("from") if isinstance(spec, LocatedMap) else None
        if isinstance(table, str) and table in incomplete and (value := values.get(key)):
            rows = read[table].rows if table in read else {}
            if not all(word in rows for word in ((value,) if isinstance(value, str) else value)):
                return False
    return True
