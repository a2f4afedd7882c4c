"""A game's folder comes in; a Game of validated records, and every finding of all its files, go out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from printgen.errors import Finding, PrintgenError, Where
from printgen.reading.added_cards import AddedCards
from printgen.reading.fields import Surroundings, empty_map
from printgen.reading.files import Files, shown_name
from printgen.reading.head import NAME, Head, ProductEntry, TableEntry
from printgen.reading.located import described, json_schema_of, suggestion
from printgen.reading.marked import Map, Overlaid
from printgen.reading.part import adapter
from printgen.reading.records import FindLoad, Game, Load, Loading, Product, Record, Table
from printgen.reading.scalars import shortened
from printgen.reading.shapes import ERRATA, Column, built_in, read_columns, record_adapter

if TYPE_CHECKING:
    from printgen.reading.checks import Check

Adapter = TypeAdapter[dict[str, Any]]


def load_game(
    folder: Path, added: AddedCards | None = None, loads: FindLoad | None = None
) -> tuple[Game | None, tuple[Finding, ...]]:
    """Read game.yaml and every file that it names; never raises for what the files hold.

    `added` are cards of the user's own: their records follow those of the game in the products' lists, and are held to
    the same fields. `loads` finds for a kind of product what reads its options and the files that they name.

    Whatever has a mistake is left out of the Game and reported; the Game is None when game.yaml itself cannot
    be read. Findings are in the order of files, lines and columns, which show as paths relative to the
    current directory where possible.
    """
    loader = _Loader(folder, added, loads)
    game = loader.game()
    return game, tuple(sorted(dict.fromkeys(loader.files.findings), key=lambda finding: finding.where))


def with_options(
    game: Game, product: Product, values: Mapping[str, Any], load: Load | None
) -> tuple[Product, list[Finding]]:
    """The product with options laid over those of its file, read anew by its kind; and what is wrong with them."""
    laid = replace(product, options=Overlaid(product.options, values))
    if load is None:
        return laid, []
    before = len(game.files.findings)
    laid = replace(laid, loaded=load(Loading(game, laid, game.files)))
    found = game.files.findings[before:]
    del game.files.findings[before:]
    return laid, found


def json_schema(folder: Path, record: str) -> dict[str, Any]:
    """The JSON Schema of a list file whose records have the shape named `record` in the folder's game.yaml.

    Raises PrintgenError when game.yaml or its tables have mistakes, or when there is no such shape.
    """
    loader = _Loader(folder)
    top = loader.top()
    adapters: dict[str, Adapter] = {}
    if top is not None:
        loader.tables(top)
        adapters = loader.shapes(top, loader.around)
        if record not in adapters:
            message = f'there is no shape of record named "{record}"'
            loader.report(top.start, "unknown-value", message, suggestion(record, tuple(adapters)))
    if loader.files.findings:
        raise PrintgenError(loader.files.findings)
    items = dict(json_schema_of(adapters[record]))
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A list of {record}",
    }
    if "$defs" in items:
        schema["$defs"] = items.pop("$defs")
    return schema | {"type": "array", "items": items}


class _Loader:
    """Reads one game part by part; its `files` gather the findings of all of them."""

    def __init__(self, folder: Path, added: AddedCards | None = None, loads: FindLoad | None = None) -> None:
        self.folder = folder
        self.added = added or AddedCards()
        self.loads = loads
        self.codes: dict[str, tuple[str, ...] | None] = {}
        self.around = Surroundings(folder, self.codes)
        self.files = Files(self.around, self.added.drafts)
        self._lists: dict[tuple[Path, str], tuple[tuple[Record, ...], bool]] = {}

    def report(self, where: Where, code: str, message: str, hint: str) -> None:
        self.files.report(where, code, message, hint)

    def check(self, adapter: Adapter, value: Any, where: Where, name: str) -> dict[str, Any] | None:
        return self.files.check(adapter, value, where, name)

    def top(self) -> Map | None:
        return self.files.mapping(self.folder / "game.yaml")

    def game(self) -> Game | None:
        top = self.top()
        if top is None:
            return None
        self.files.check(adapter(Head), top, top.start, "the game")

        def text(key: str, otherwise: str = "") -> str:
            # A mistake elsewhere in the head must not hide the texts that are right.
            value = top.get(key)
            return value if isinstance(value, str) else otherwise

        name = self.folder.resolve().name
        tables = self.tables(top)
        products = self.products(top, self.shapes(top, self.around))
        game = Game(
            name=name,
            folder=self.folder,
            title=text("title", name),
            version=text("version"),
            author=text("author"),
            licence=text("licence"),
            notice=text("notice"),
            tables=tables,
            products=products,
            checks=self.checks(top, products),
            boards=self.boards(top),
            where=top.start,
            files=self.files,
            source=top,
        )
        return replace(game, products={name: self.loaded(game, product) for name, product in game.products.items()})

    def checks(self, top: Map, products: Mapping[str, Product]) -> tuple[Check, ...]:
        """The game's own rules."""
        if "checks" not in top:
            return ()
        from printgen.reading.checks import read_checks

        always = tuple(built_in(self.around))
        shapes = {name: (*always, *part) for name, part, _ in self.section(top, "records") if isinstance(part, Map)}
        tables = {
            name: (*part["fields"], "errata")
            for name, part, _ in self.section(top, "tables")
            if isinstance(part, Map) and isinstance(part.get("fields"), Map)
        }
        decks = {name: product.record for name, product in products.items() if product.list_file is not None}
        return read_checks(self.files, top, shapes, tables, decks)

    def loaded(self, game: Game, product: Product) -> Product:
        """The product with what its kind makes of its options and of the files that they name."""
        load = self.loads(product.kind) if self.loads else None
        return replace(product, loaded=load(Loading(game, product, self.files))) if load else product

    def section(self, top: Map, key: str) -> Iterator[tuple[str, Any, Where]]:
        """The named entries of a part of game.yaml, each with its place; bad names are reported."""
        part = top.get(key)
        if not isinstance(part, Map):
            return
        for name, entry in part.items():
            if re.fullmatch(NAME, name):
                yield name, entry, part.where(name)
            else:
                hint = "Use letters, digits, - and _, at most 64 of them."
                self.report(part.key_where(name), "bad-name", f'"{name}" cannot be a name here', hint)

    def boards(self, top: Map) -> dict[str, Map]:
        """The named recipes of boards; their keys are for the kinds of board to read."""
        boards: dict[str, Map] = {}
        for name, entry, where in self.section(top, "boards"):
            if isinstance(entry, Map):
                boards[name] = entry
            else:
                self.report(
                    where,
                    "wrong-type",
                    f"{name} should be a mapping, not {described(entry)}",
                    "Write key: value lines.",
                )
        return boards

    def tables(self, top: Map) -> dict[str, Table]:
        read: dict[str, tuple[Map, Map]] = {}
        for name, entry, where in self.section(top, "tables"):
            spec: TableEntry | None = self.files.check(adapter(TableEntry), entry, where, name)
            source = self.files.mapping(spec.file) if spec else None
            if source is not None and not source:
                self.report(source.start, "empty-table", f'the table "{name}" has no rows', "Add a row.")
            self.codes[name] = tuple(source) if source else None
            if spec and source:
                read[name] = (spec.fields, source)
        # Rows may choose from any table, so all codes are known before the first row is checked.
        return {name: self.table(name, fields, source) for name, (fields, source) in read.items()}

    def table(self, name: str, fields: Map, source: Map) -> Table:
        columns, findings = read_columns(fields, self.around, in_record=False)
        columns.setdefault("errata", ERRATA)
        self.files.findings += findings
        rows_adapter = record_adapter(name, columns)
        rows: dict[str, dict[str, Any]] = {}
        for code, entry in source.items():
            row = self.check(rows_adapter, entry, source.start if isinstance(entry, Map) else source.where(code), code)
            if row is not None:
                rows[code] = row
        return Table(name, rows, source)

    def shapes(self, top: Map, around: Surroundings) -> dict[str, Adapter]:
        adapters: dict[str, Adapter] = {}
        for name, entry, where in self.section(top, "records"):
            columns: dict[str, Column] = built_in(around)
            if isinstance(entry, Map):
                declared, findings = read_columns(entry, around, in_record=True)
                self.files.findings += findings
                columns |= declared
            else:
                self.report(where, "wrong-type", f"{name} should be a mapping of fields", "Write field: kind lines.")
            adapters[name] = record_adapter(name, columns)
        return adapters

    def products(self, top: Map, adapters: dict[str, Adapter]) -> dict[str, Product]:
        products: dict[str, Product] = {}
        for name, entry, where in self.section(top, "products"):
            spec: ProductEntry | None = self.files.check(adapter(ProductEntry), entry, where, name)
            product = self.product(name, spec, entry, adapters) if spec else None
            if product is not None:
                products[name] = product
        files = self.added.files()
        if files:
            # Files that an added card names lie beside its list, not beside the game's.
            beside = self.shapes(top, Surroundings(self.added.home, self.codes, inside=False))
            for name, path in files.items():
                self.append(name, path, products, beside)
        return products

    def append(self, name: str, path: Path, products: dict[str, Product], adapters: Mapping[str, Adapter]) -> None:
        """Put the records of a list of the user's own behind those of the product that it is named after."""
        product = products.get(name)
        if product is None or product.list_file is None:
            # A product that has a mistake of its own is no reason to complain of its cards.
            if product is not None or not self.files.findings:
                message = f"there is no list of records called {name} that these cards could join"
                known = [key for key, other in products.items() if other.list_file is not None]
                self.report(Where(shown_name(path)), "unknown-product", message, suggestion(name, tuple(known)))
            return
        before = len(self.files.findings)
        if self.files.value(path) is None and len(self.files.findings) == before:
            return  # Nothing but comments, so far.
        found = self.records(path, product.record, adapters[product.record])
        if found is None:
            products[name] = replace(product, complete=False)
        else:
            records, complete = (*product.records, *found[0]), product.complete and found[1]
            products[name] = replace(product, records=records, complete=complete)

    def product(self, name: str, spec: ProductEntry, source: Map, adapters: dict[str, Adapter]) -> Product | None:
        given = spec.with_
        for key, value in given.items():
            if isinstance(value, Map):
                message = f"{key} should be a single value or a list, not a mapping"
                self.report(given.where(key), "wrong-type", message, "Move the mapping to options.")
        shape, path = spec.record, spec.list_
        if shape and adapters and shape not in adapters:
            message = f'record has the unknown value "{shortened(shape)}"'
            self.report(source.where("record"), "unknown-value", message, suggestion(shape, tuple(adapters)))
            return None
        records: tuple[Record, ...] = ()
        complete = True
        if path is not None:
            if shape not in adapters:
                message = "a product with a list needs the shape of its records"
                self.report(source.key_where("list"), "missing-key", message, "Add record: and a name from records.")
                return None
            found = self.records(path, shape, adapters[shape])
            if found is None:
                return None
            records, complete = found
        return Product(
            name=name,
            kind=spec.kind,
            title=spec.title,
            front=spec.front,
            back=spec.back,
            size=spec.size,
            stock=spec.stock,
            records=records,
            record=shape,
            parameters=given,
            options=spec.options or empty_map(source),
            list_file=path,
            complete=complete,
            source=source,
        )

    def records(self, path: Path, shape: str, adapter: Adapter) -> tuple[tuple[Record, ...], bool] | None:
        """The good records of a list, and whether all of them are good; None when there is no list."""
        if (path, shape) not in self._lists:
            items = self.files.sequence(path)
            if items is None:
                return None
            records = []
            start = items.start
            for n, item in enumerate(items):
                where = start if isinstance(item, Map) else items.where(n)
                values = self.check(adapter, item, where, f"item {n + 1}")
                if values is not None:
                    records.append(Record(values["name"], values, item))
            self._lists[path, shape] = tuple(records), len(records) == len(items)
        return self._lists[path, shape]
