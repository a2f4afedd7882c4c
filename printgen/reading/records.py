"""The frozen values that the load stage hands on: a Game with its tables, products and records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from printgen.errors import Where
from printgen.reading.files import Files
from printgen.reading.marked import Map

if TYPE_CHECKING:
    from printgen.reading.checks import Check

Opt = TypeVar("Opt")


@dataclass(frozen=True, slots=True)
class Record:
    """One entry of a list: all its fields by name, the built-in ones and the defaults included.

    Lists are tuples, colours are #RRGGBB in upper case, lengths are points, files are Paths, maps are `Map`.
    An optional field that is left out is "" for text, () for a list, False for a flag, an empty `Map` for a
    map, and otherwise None, unless the game gives it a default.
    """

    name: str
    values: Mapping[str, Any]
    source: Map = field(repr=False, compare=False)

    @property
    def where(self) -> Where:
        """The place of the record."""
        return self.source.start

    @property
    def copies(self) -> int:
        """How many of it are printed, from 1 to 999."""
        copies: int = self.values["copies"]
        return copies

    def where_of(self, name: str) -> Where:
        """The place of a field's value, or of the record when it does not name the field."""
        return self.source.where(name) if name in self.source else self.source.start


@dataclass(frozen=True, slots=True)
class Table:
    """A lookup table: rows by code, in the order of the file; values as in a `Record`."""

    name: str
    rows: Mapping[str, Mapping[str, Any]]
    source: Map = field(repr=False, compare=False)

    def where_of(self, code: str, name: str = "") -> Where:
        """The place of a row's code, or of one of its values; of the table when it has no such row."""
        if code not in self.source:
            return self.source.start
        row = self.source[code]
        return row.where(name) if isinstance(row, Map) and name in row else self.source.key_where(code)


@dataclass(frozen=True, slots=True)
class Product:
    """One printable thing: its kind, the records of its list, and how the faces show them.

    `stock` names what it is printed on; `parameters` is what the file gives under `with`. Texts that the file leaves
    out are "". `complete` is False when records with mistakes were left out, so that nobody counts the rest. `options`
    is the mapping as it is written; `loaded` is what the product's kind made of it and of the files that it names,
    None where it has mistakes.
    """

    name: str
    kind: str
    title: str
    records: tuple[Record, ...]
    record: str
    front: str
    back: str
    size: str
    stock: str
    parameters: Map
    options: Map
    list_file: Path | None
    complete: bool
    source: Map = field(repr=False, compare=False)
    loaded: Any = field(default=None, repr=False, compare=False)

    def where_of(self, key: str) -> Where:
        """The place of a key's value in game.yaml, or of the product when it does not name the key."""
        return self.source.where(key) if key in self.source else self.source.start


@dataclass(frozen=True, slots=True)
class Game:
    """A game folder: what it says of itself, its tables and its products, both by name in file order; its own checks.

    `boards` are the named recipes of boards, as they are written: the kinds that make boards read them with the options
    of their products. `name` is the folder's name; `source` is all that game.yaml holds. `files` are those that were
    read, for options that are laid over a product's own later.
    """

    name: str
    folder: Path
    title: str
    version: str
    author: str
    licence: str
    notice: str
    tables: Mapping[str, Table]
    products: Mapping[str, Product]
    boards: Mapping[str, Map]
    checks: tuple[Check, ...]
    files: Files = field(repr=False, compare=False)
    source: Map = field(repr=False, compare=False)

    @property
    def where(self) -> Where:
        """The start of game.yaml."""
        return self.source.start

    def declared(self, product: Product, name: str) -> Map | None:
        """How the shape of a product's records declares a field, where it says more than the kind."""
        field: Any = self.source
        for key in ("records", product.record, name):
            field = field.get(key) if isinstance(field, Map) else None
        return field if isinstance(field, Map) else None

    def table_of(self, product: Product, name: str) -> Table | None:
        """The table from which the records of a product choose the words of a field."""
        spec = self.declared(product, name)
        return self.tables.get(spec.get("from", "")) if spec else None


@dataclass(frozen=True, slots=True)
class Loading:
    """What a kind of product reads its options from: the product, the game around it, and the game's files.

    Mistakes are reported to `files`. The game is whole but for what its products have loaded.
    """

    game: Game
    product: Product
    files: Files

    def options_of(self, shape: Callable[..., Opt], noun: str, *refused: str) -> Opt | None:
        """The product's options in a shape; None, with findings, when they are wrong. Keys that are `refused` are told.

        `noun` is what the findings call the product.
        """
        from printgen.reading.part import adapter

        product, files = self.product, self.files
        for key in refused:
            if key in product.source:
                message = f'a {noun} takes no "{key}"'
                files.report(product.source.key_where(key), "unknown-key", message, "Remove the line; see options.")
        where = product.options.start if product.options else product.where_of("options")
        options: Opt | None = files.check(adapter(shape), product.options, where, "options")
        return options


Load = Callable[[Loading], Any]
"""Reads a product's options and the files that they name; None, with findings in `files`, when they have mistakes."""

FindLoad = Callable[[str], Load | None]
"""Finds what loads the products of a kind; None for a kind that is not known."""
