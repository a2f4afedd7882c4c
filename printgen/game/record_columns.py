"""A product's records come in; the columns of a table of them, and what each has in these, go out as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from printgen.base.gate import shown_name
from printgen.base.units import to_mm
from printgen.game.records import Game, Product, Record, Table
from printgen.game.shapes import Spec

_APART = ("name", "art", "look", "errata", "deviations")
"""What every record has and nobody sorts by."""
_NUMBERS = ("integer", "number", "length")
_TITLES = ("name", "title", "long")
"""The columns of tables that tell people what a code stands for, the best one first."""
_KEYED = "keyed"
"""The kind of a column that holds mappings."""
_SHORT = 3


class Column(NamedTuple):
    """A column: the keys that lead to its value, its kind, and the table whose codes it holds.

    Where it is a column of another table that is meant, `through` is that one and its name. `fields` are those of a
    mapping, or of each mapping of a list.
    """

    way: tuple[str, ...]
    kind: str
    table: Table | None = None
    options: tuple[str, ...] = ()
    through: tuple[Table, str] | None = None
    fields: Mapping[str, Spec | None] | None = None

    @property
    def name(self) -> str:
        """What the page calls it."""
        return ".".join((*self.way, *((self.through[1],) if self.through else ())))

    @property
    def title(self) -> str:
        """What people call it: the last key; one of three letters is an abbreviation."""
        last = self.through[1] if self.through else self.way[-1]
        words = last.replace("-", " ").replace("_", " ")
        return words.upper() if len(words) <= _SHORT else words[:1].upper() + words[1:]

    def value(self, record: Record) -> Any:
        """What a record has there, plain; None for nothing."""
        held: Any = record.values
        for key in self.way:
            held = held.get(key) if isinstance(held, Mapping) else None
        if self.through:
            held = self.through[0].rows.get(held, {}).get(self.through[1])
        return _plain(held, self.kind, self.fields or {})

    def as_data(self) -> dict[str, Any]:
        """The column as the page takes it, with what its codes stand for."""
        words = {code: _title_of(code, row) for code, row in self.table.rows.items()} if self.table else {}
        colors = (
            {code: color for code, row in self.table.rows.items() if (color := _color_of(row))} if self.table else {}
        )
        told = {"name": self.name, "title": self.title, "kind": self.kind, "number": self.kind in _NUMBERS}
        return {**told, "words": words, "colors": colors, "options": self.options}


def columns_of(game: Game, product: Product) -> tuple[Column, ...]:
    """The columns of a product's records: all fields that hold something plain, and what their tables say of these."""
    shape = game.shapes.get(product.record)
    return tuple(_columns(game, product, shape.fields)) if shape else ()


def _columns(game: Game, product: Product, fields: Mapping[str, Spec | None]) -> Iterator[Column]:
    apart = [name for name in fields if name not in (*_APART, "copies")]
    for name in (*apart, "copies"):
        spec = fields.get(name)
        if spec is None:
            continue
        if spec.kind == "map" and spec.fields:
            inner = ((key, one) for key, one in spec.fields.items() if one)
            yield from (
                Column((name, key), _KEYED if one.branches else one.kind, fields=one.fields) for key, one in inner
            )
            continue
        if spec.branches:
            yield Column((name,), _KEYED, fields=spec.fields)
            continue
        table, said = game.table_of(product, name), game.declared(product, name)
        options = tuple(map(str, (said and said.get("options")) or ()))
        yield Column((name,), spec.kind, table, options)
        if table and spec.kind == "choice":
            yield from _beyond(game, name, table)


def _beyond(game: Game, name: str, table: Table) -> Iterator[Column]:
    """What a table's rows choose from other tables, such as the side of a service."""
    declared: Any = game.source
    for key in ("tables", table.name, "fields"):
        declared = declared.get(key) or {} if isinstance(declared, Mapping) else {}
    for key, said in declared.items():
        other = game.tables.get(str(said.get("from", ""))) if isinstance(said, Mapping) else None
        if other and said.get("kind") == "choice":
            yield Column((name,), "choice", other, (), (table, key))


def own_lists(product: Product) -> frozenset[str]:
    """The lists of the user's own that add to a product, as places of records name them."""
    return frozenset(map(shown_name, product.own))


def own_records(product: Product) -> int:
    """How many records of the user's own a product has."""
    lists = own_lists(product)
    return sum(record.where.file in lists for record in product.records) if lists else 0


def rows_of(columns: Sequence[Column], record: Record) -> dict[str, Any]:
    """What a record has in columns, by their names; nothing for what is empty."""
    values = {column.name: column.value(record) for column in columns}
    return {name: value for name, value in values.items() if value not in (None, "", [])}


def _plain(value: Any, kind: str, fields: Mapping[str, Spec | None]) -> Any:
    """A value as a page takes it; a mapping, and each one of a list, is told as a text of its keys."""
    if isinstance(value, Path):
        return value.name
    if isinstance(value, tuple | list):
        return [_said(one, fields) if isinstance(one, Mapping) else str(one) for one in value]
    if isinstance(value, Mapping):
        return [_said({key: held}, fields) for key, held in value.items()]
    if kind == "length" and isinstance(value, float):
        return round(to_mm(value), 2)
    return value


def _said(entry: Mapping[str, Any], fields: Mapping[str, Spec | None]) -> str:
    return ", ".join(
        f"{key}: {_word(held, fields.get(key))}" for key, held in entry.items() if held not in (None, False)
    )


def _word(held: Any, spec: Spec | None) -> str:
    plain = _plain(held, spec.kind if spec else "", (spec.fields if spec else None) or {})
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
