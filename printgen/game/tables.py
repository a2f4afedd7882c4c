"""The tables of game.yaml by code, and the columns of a product's records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from printgen.base.errors import Where
from printgen.base.file_access import FileAccess, display_path
from printgen.base.units import to_mm
from printgen.game.lists import load_table
from printgen.game.records import Game, Product, Record, Table, TableEntry, by_name
from printgen.game.shapes import CODE, Spec, row_adapter, rows_in_sheets
from printgen.reading.files import Files
from printgen.reading.part import adapter
from printgen.reading.positions import LocatedMap, OverlayMap, empty_map, with_positions
from printgen.reading.scalars import shorten


class Tables:
    """Reads the tables of one game; mistakes are reported to the files.

    `added` leads to rows of the user's own, in a file TABLE.yaml for each table that they join; `own` are their codes.
    `read` are those with rows, by name. `incomplete` are the names of those that lack rows, or are not
    read at all.
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
            for code in rows or ():
                if rows and code in source:
                    message = f'the table "{name}" has a row {shorten(code)} already'
                    self.files.report(rows.key_where(code), "duplicate-key", message, "Give yours another code.")
            if rows:
                self.own[name] = tuple(code for code in rows if code not in source)
                source = OverlayMap(
                    source, with_positions(rows, LocatedMap({code: rows[code] for code in self.own[name]}))
                )
        return source

    def _table(self, name: str, fields: LocatedMap, source: LocatedMap) -> Table:
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


_NEVER_COLUMNS = ("name", "art", "look", "errata", "deviations")
"""What every record has and nobody sorts by."""
_NUMBERS = ("integer", "number", "length")
_TITLES = ("name", "title", "long")
"""The columns of tables that tell people what a code stands for, the best one first."""
_MAPPING_KIND = "keyed"
"""The kind of a column that holds mappings."""
_ABBREVIATION_LENGTH = 3
"""The most letters of a key that is an abbreviation, such as MV."""


class RecordColumn(NamedTuple):
    """A column: the keys that lead to its value, its kind, and the table whose codes it holds.

    `through` is (table, column) where the value is looked up by this column's code. `fields` are those of a mapping, or
    of each mapping of a list.
    """

    way: tuple[str, ...]
    kind: str
    table: Table | None = None
    options: tuple[str, ...] = ()
    through: tuple[Table, str] | None = None
    fields: Mapping[str, Spec | None] | None = None

    @property
    def name(self) -> str:
        """The key in the page's JSON."""
        return ".".join((*self.way, *((self.through[1],) if self.through else ())))

    @property
    def title(self) -> str:
        """The heading: the last key, in capitals where it is so short that it is an abbreviation."""
        last = self.through[1] if self.through else self.way[-1]
        words = last.replace("-", " ").replace("_", " ")
        return words.upper() if len(words) <= _ABBREVIATION_LENGTH else words[:1].upper() + words[1:]

    def value(self, record: Record) -> Any:
        """What a record has there, plain; None for nothing."""
        value: Any = record.values
        for key in self.way:
            value = value.get(key) if isinstance(value, Mapping) else None
        if self.through:
            value = self.through[0].rows.get(value, {}).get(self.through[1])
        return _plain(value, self.kind, self.fields or {})

    def as_data(self) -> dict[str, Any]:
        """The column as the page takes it, with what its codes stand for."""
        words = {code: _title_of(code, row) for code, row in self.table.rows.items()} if self.table else {}
        colors = (
            {code: color for code, row in self.table.rows.items() if (color := _color_of(row))} if self.table else {}
        )
        data = {"name": self.name, "title": self.title, "kind": self.kind, "number": self.kind in _NUMBERS}
        return {**data, "words": words, "colors": colors, "options": self.options}


def columns_of(game: Game, product: Product) -> tuple[RecordColumn, ...]:
    """The columns of a product's records: all fields that hold something plain, and what their tables say of these."""
    shape = game.shapes.get(product.record)
    return tuple(_columns(game, product, shape.fields)) if shape else ()


def _columns(game: Game, product: Product, fields: Mapping[str, Spec | None]) -> Iterator[RecordColumn]:
    apart = [name for name in fields if name not in (*_NEVER_COLUMNS, "copies")]
    for name in (*apart, "copies"):
        spec = fields.get(name)
        if spec is None:
            continue
        if spec.kind == "map" and spec.fields:
            inner = ((key, part_spec) for key, part_spec in spec.fields.items() if part_spec)
            yield from (
                RecordColumn(
                    (name, key), _MAPPING_KIND if part_spec.branches else part_spec.kind, fields=part_spec.fields
                )
                for key, part_spec in inner
            )
            continue
        if spec.branches:
            yield RecordColumn((name,), _MAPPING_KIND, fields=spec.fields)
            continue
        table, declaration = game.table_of(product, name), game.declaration(product, name)
        options = tuple(map(str, (declaration and declaration.get("options")) or ()))
        yield RecordColumn((name,), spec.kind, table, options)
        if table and spec.kind == "choice":
            yield from _looked_up_columns(game, name, table)


def _looked_up_columns(game: Game, name: str, table: Table) -> Iterator[RecordColumn]:
    """The columns of what a table's rows choose from other tables, such as the side of a service."""
    declared: Any = game.source
    for key in ("tables", table.name, "fields"):
        declared = declared.get(key) or {} if isinstance(declared, Mapping) else {}
    for key, column_spec in declared.items():
        other = game.tables.get(str(column_spec.get("from", ""))) if isinstance(column_spec, Mapping) else None
        if other and column_spec.get("kind") == "choice":
            yield RecordColumn((name,), "choice", other, (), (table, key))


def own_lists(product: Product) -> frozenset[str]:
    """The lists of the user's own that add to a product, as places of records name them."""
    return frozenset(map(display_path, product.own))


def own_records(product: Product) -> int:
    """How many records of the user's own a product has."""
    lists = own_lists(product)
    return sum(record.where.file in lists for record in product.records) if lists else 0


def rows_of(columns: Sequence[RecordColumn], record: Record) -> dict[str, Any]:
    """What a record has in columns, by their names; nothing for what is empty."""
    values = {column.name: column.value(record) for column in columns}
    return {name: value for name, value in values.items() if value not in (None, "", [])}


def _plain(value: Any, kind: str, fields: Mapping[str, Spec | None]) -> Any:
    """A value as a page takes it; a mapping, and each one of a list, is told as a text of its keys."""
    if isinstance(value, Path):
        return value.name
    if isinstance(value, tuple | list):
        return [_entry_text(entry, fields) if isinstance(entry, Mapping) else str(entry) for entry in value]
    if isinstance(value, Mapping):
        return [_entry_text({key: inner}, fields) for key, inner in value.items()]
    if kind == "length" and isinstance(value, float):
        return round(to_mm(value), 2)
    return value


def _entry_text(entry: Mapping[str, Any], fields: Mapping[str, Spec | None]) -> str:
    return ", ".join(
        f"{key}: {_value_text(value, fields.get(key))}" for key, value in entry.items() if value not in (None, False)
    )


def _value_text(value: Any, spec: Spec | None) -> str:
    plain = _plain(value, spec.kind if spec else "", (spec.fields if spec else None) or {})
    if isinstance(plain, list):
        return "; ".join(plain)
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    return f"{plain:g}" if isinstance(plain, float) else str(plain)


def _title_of(code: str, row: Mapping[str, Any]) -> str:
    return str(next((row[key] for key in _TITLES if row.get(key)), code))


def _color_of(row: Mapping[str, Any]) -> str:
    color = row.get("color")
    return color if isinstance(color, str) and color.startswith("#") else ""
