"""The columns of a product's records, as a page lists them: their headings, kinds and values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from printgen.base.units import to_mm
from printgen.game.records import Game, Product, Record, Table
from printgen.game.shapes import Spec

_NEVER_COLUMNS = ("name", "art", "look", "errata", "deviations")
"""What every record has and nobody sorts by."""
_NUMBERS = ("integer", "number", "length")
"""The kinds of fields that are sorted as numbers."""
_TITLES = ("name", "title", "long")
"""The columns of tables that tell people what a code stands for, the best one first."""
_MAPPING_KIND = "keyed"
"""The kind of a column that holds mappings."""
_ABBREVIATION_LENGTH = 3
"""The most letters of a key that is an abbreviation, such as MV."""


class RecordColumn(NamedTuple):
    """A column: the keys that lead to its value, its kind, and the table whose codes it holds.

    `options` are the words that may be chosen where no table has them. `through` is (table, column) where the value is
    looked up by this column's code. `fields` are those of a mapping, or of each mapping of a list.
    """

    path: tuple[str, ...]
    kind: str
    table: Table | None = None
    options: tuple[str, ...] = ()
    through: tuple[Table, str] | None = None
    fields: Mapping[str, Spec | None] | None = None

    @property
    def name(self) -> str:
        """The key in the page's JSON."""
        return ".".join((*self.path, *((self.through[1],) if self.through else ())))

    @property
    def title(self) -> str:
        """The heading: the last key, in capitals where it is so short that it is an abbreviation."""
        last = self.through[1] if self.through else self.path[-1]
        words = last.replace("-", " ").replace("_", " ")
        return words.upper() if len(words) <= _ABBREVIATION_LENGTH else words[:1].upper() + words[1:]

    def value(self, record: Record) -> Any:
        """What a record has there, plain; None for nothing."""
        value: Any = record.values
        for key in self.path:
            value = value.get(key) if isinstance(value, Mapping) else None
        if self.through:
            value = self.through[0].rows.get(value, {}).get(self.through[1])
        return _plain(value, self.kind, self.fields or {})

    def as_data(self) -> dict[str, Any]:
        """The column as the page takes it, with what its codes stand for."""
        rows = self.table.rows.items() if self.table else ()
        words = {code: str(next((row[key] for key in _TITLES if row.get(key)), code)) for code, row in rows}
        colors = {code: row["color"] for code, row in rows if str(row.get("color", "")).startswith("#")}
        data = {"name": self.name, "title": self.title, "kind": self.kind, "number": self.kind in _NUMBERS}
        return {**data, "words": words, "colors": colors, "options": self.options}


def columns_of(game: Game, product: Product) -> tuple[RecordColumn, ...]:
    """The columns of a product's records, the copies last; none for a product without records."""
    shape = game.shapes.get(product.record)
    specs = shape.fields if shape else {}
    names = [name for name in specs if name not in (*_NEVER_COLUMNS, "copies")]
    fields = [(name, spec) for name in (*names, "copies") if (spec := specs.get(name))]
    return tuple(column for name, spec in fields for column in _field_columns(game, product, name, spec))


def _field_columns(game: Game, product: Product, name: str, spec: Spec) -> Iterator[RecordColumn]:
    """The columns of a field: one for each declared key of a map, else its own and what its table looks up."""
    if spec.kind == "map" and spec.fields:
        for key, inner in spec.fields.items():
            if inner:
                yield RecordColumn((name, key), _MAPPING_KIND if inner.branches else inner.kind, fields=inner.fields)
    elif spec.branches:
        yield RecordColumn((name,), _MAPPING_KIND, fields=spec.fields)
    else:
        table, declaration = game.table_of(product, name), game.declaration(product, name)
        options = tuple(map(str, (declaration and declaration.get("options")) or ()))
        yield RecordColumn((name,), spec.kind, table, options)
        if table and spec.kind == "choice":
            yield from _looked_up_columns(game, name, table)


def _looked_up_columns(game: Game, name: str, table: Table) -> Iterator[RecordColumn]:
    """The columns of what a table's rows choose from other tables, such as the side of a service."""
    for key, declaration in game.source["tables"][table.name]["fields"].items():
        if not isinstance(declaration, Mapping) or declaration.get("kind") != "choice":
            continue
        if other := game.tables.get(str(declaration.get("from", ""))):
            yield RecordColumn((name,), "choice", other, (), (table, key))


def rows_of(columns: Sequence[RecordColumn], record: Record) -> dict[str, Any]:
    """What a record has in columns, by their names; nothing for what is empty."""
    values = {column.name: column.value(record) for column in columns}
    return {name: value for name, value in values.items() if value not in (None, "", [])}


def _plain(value: Any, kind: str, fields: Mapping[str, Spec | None]) -> Any:
    """A value as a page takes it: lengths in millimetres, and a mapping, or each one of a list, as a text."""
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
    """A mapping in words, such as "x: 3, hidden: yes", without what is left out or false."""
    pairs = ((key, value) for key, value in entry.items() if value is not None and value is not False)
    return ", ".join(f"{key}: {_value_text(value, fields.get(key))}" for key, value in pairs)


def _value_text(value: Any, spec: Spec | None) -> str:
    plain = _plain(value, spec.kind if spec else "", (spec.fields if spec else None) or {})
    if isinstance(plain, list):
        return "; ".join(plain)
    if plain is True:
        return "yes"
    return f"{plain:g}" if isinstance(plain, float) else str(plain)
