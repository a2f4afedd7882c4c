"""Load a game's folder into a Game of validated records, with every finding of all its files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import TypeAdapter

from printgen.base.errors import Finding, PrintgenError, UsageError, Where, closest, did_you_mean
from printgen.base.file_access import MISSING, FileAccess, display_path
from printgen.base.limits import activity, check_limit
from printgen.base.names import decimal_sign, problem_of_name, same_name, stem_of, use_language, visible
from printgen.game import house_style
from printgen.game.list_records import FOR, Listed, check_records, combination_schema
from printgen.game.lists import ENDINGS, ListFile, find_unreadable_lists, load_list
from printgen.game.records import NAME, FindLoad, FindOptions, Game, Head, Load, Loading, Product, ProductEntry
from printgen.game.shapes import BUILT_IN, RecordShape, record_shape
from printgen.game.tables import Tables, has_all_rows
from printgen.game.variants import shared_sheet_entry, with_loose_options
from printgen.reading.expressions import problem_of_word
from printgen.reading.files import Files, FindFile, finder_for, omitted_files
from printgen.reading.part import adapter
from printgen.reading.positions import LocatedMap, OverlayMap, empty_map
from printgen.reading.scalars import shorten
from printgen.reading.validation import describe, json_schema_of

if TYPE_CHECKING:
    from printgen.game.checks import Check

Adapter = TypeAdapter[dict[str, Any]]
BUILT_IN_NAMES = ("auto", "card", "tables", "game", "product", "w", "h")
"""The names that every face has, which no parameter may take."""


def load_game(
    folder: Path,
    added: FileAccess | None = None,
    loads: FindLoad | None = None,
    options: FindOptions = lambda kind: (),
    variant: str = "",
    drafts: Mapping[Path, bytes] | None = None,
) -> tuple[Game | None, tuple[Finding, ...]]:
    """Read game.yaml and every file that it names; never raises for what the files hold.

    `added` leads to cards of the user's own, a list PRODUCT.yaml for each product that they join: their records follow
    those of the game in the products' lists, and are held to the same fields. `loads` finds for a kind of product what
    reads its options and the files that they name, and `options` how those are called. `variant` names the variant that
    is read; UsageError where there is no such. `drafts` are contents to read in place of files of the folder.

    Whatever has a mistake is left out of the Game and reported; the Game is None when game.yaml itself cannot
    be read. Findings are in the order of files, lines and columns, which show as paths relative to the
    current directory where possible.
    """
    own = FileAccess(folder, folder, drafts)
    files = Files(own, added) if added else Files(own)
    top = files.mapping(folder / "game.yaml")
    if top is not None:
        files.decimal = _decimal_sign(top)
        top = _as_variant(files, top, variant)
    game = _Loader(files, top, folder, options, added).game(added) if top is not None else None
    if game is not None and loads is not None:
        products = {name: _load_product(game, product, loads(product.kind)) for name, product in game.products.items()}
        game = replace(game, products=products)
    if game is not None:
        game = replace(game, variant=variant)
    # A recipe, or a file, that several products follow is judged under the options of each.
    return game, tuple(sorted(dict.fromkeys(files.findings), key=lambda finding: finding.where))


def _decimal_sign(top: LocatedMap) -> str:
    """The sign that parts decimals in the language that game.yaml names; "" where variants have another one."""
    variants = top.get("variants")
    entries = [top, *(variants.values() if isinstance(variants, LocatedMap) else ())]
    named = [entry.get("language") for entry in entries if isinstance(entry, LocatedMap) and "language" in entry]
    signs = {decimal_sign(str(language)) for language in named}
    return signs.pop() if len(signs) == 1 else ""


def _as_variant(files: Files, top: LocatedMap, variant: str) -> LocatedMap:
    """game.yaml as a variant has it, or as it is; what is wrong with its variants is reported."""
    written: Any = top.get("variants")
    names = tuple(written) if isinstance(written, LocatedMap) else ()
    if variant and variant not in names:
        hint = did_you_mean(variant, names, "Leave --variant out: it has none.")
        raise UsageError(f"{Path(realpath(top.start.file)).parent.name} has no variant '{variant}'", hint)
    if not names:
        return top
    check_limit("variants", len(names), top.key_where("variants"))
    from printgen.game.variants import apply_variant, check_variant

    for name in names:
        if problem := problem_of_name(name):
            message = f'"{name}" cannot name a variant: {problem}'
            files.report(written.key_where(name), "bad-name", message, "Rename it.")
    good = [name for name in names if check_variant(files, top, name)]
    return apply_variant(top, variant) if variant in good else top


def _load_product(game: Game, product: Product, load: Load | None) -> Product:
    """The product with what its kind makes of its options and of the files that they name."""
    if load is None:
        return product
    with activity(f"reading what {product.name} says", product.where):
        return product.model_copy(update={"loaded": load(Loading(game, product, game.files))})


def with_options(
    game: Game, product: Product, values: Mapping[str, Any], load: Load | None
) -> tuple[Product, list[Finding]]:
    """The product with options laid over those of its file, read anew by its kind; and what is wrong with them."""
    other = product.model_copy(update={"options": OverlayMap(product.options, values)})
    return game.files.apart(lambda: _load_product(game, other, load))


def json_schema(folder: Path, name: str, of: Literal["records", "tables"] = "records") -> dict[str, Any]:
    """The JSON Schema of a file that the folder's game.yaml shapes: a list of records, or a table, of this name.

    Raises PrintgenError when game.yaml or its tables have mistakes, or when there is no such shape.
    """
    files = Files(folder)
    top = files.mapping(folder / "game.yaml")
    shapes: dict[str, Adapter] = {}
    if top is not None:
        loader = _Loader(files, top, folder)
        loader.tables.load(loader.section("tables"))
        records = {key: shape.adapter for key, shape in loader.shapes().items()}
        shapes = records if of == "records" else loader.tables.adapters()
        if name not in shapes:
            message = f'there is no shape of {of.removesuffix("s")} named "{name}"'
            files.unknown(top.start, "unknown-value", message, name, shapes)
    if files.findings:
        raise PrintgenError(files.findings)
    items = dict(json_schema_of(shapes[name]))
    title = f"Rows of {name}" if of == "tables" else f"A list of {name}"
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    head |= {"$defs": items.pop("$defs")} if "$defs" in items else {}
    if of == "tables":
        return {**head, "type": "object", "additionalProperties": items}
    either = {"if": {"required": [FOR]}, "then": combination_schema(items), "else": items}
    return {**head, "type": "array", "items": either}


def fill_columns(text: Any, row: Mapping[str, Any]) -> Any:
    """A text of a product with what a row has in place of the columns in braces."""
    return re.sub(r"{(\w+)}", lambda match: str(row.get(match[1], match[0])), text) if isinstance(text, str) else text


class _Loader:
    """Reads one game part by part; its `files` gather the findings of all of them."""

    def __init__(
        self,
        files: Files,
        top: LocatedMap,
        folder: Path,
        options: FindOptions = lambda kind: (),
        added: FileAccess | None = None,
    ) -> None:
        self.files, self.top, self.folder, self.options = files, top, folder, options
        self.report = files.report
        self.declared: dict[str, LocatedMap] = {}
        self.tables = Tables(files, added)
        self._lists: dict[object, Listed | None] = {}

    def game(self, added: FileAccess | None) -> Game:
        top = self.top
        head: Head | None = self.files.check(adapter(Head), top, top.start, "the game")
        with use_language(head.language if head else house_style.PLAIN.language):
            return self.load_parts(head, added)

    def load_parts(self, head: Head | None, added: FileAccess | None) -> Game:
        files, top = self.files, self.top
        # A mistake elsewhere in the head must not hide the texts that are right.
        texts = {key: value for key, value in top.items() if isinstance(value, str)}
        folder_name = Path(realpath(self.folder)).name
        name = visible(folder_name)
        if problem := problem_of_name(folder_name):
            message = f'the folder "{name[:60]}" cannot have the name of a game: {problem}'
            files.report(Where(top.start.file), "bad-name", message, "Rename the folder.")
        fonts = house_style.load_fonts(files, self.section("fonts"))
        self.tables.load(self.section("tables"))
        shapes = self.shapes()
        products = self.products(shapes)
        if added is not None:
            paths = sorted(path for ending in ENDINGS for path in added.list(f"*{ending}"))
            for path in (path for path in paths if stem_of(path) in products or stem_of(path) not in self.files.codes):
                self.join_own_list(stem_of(path), path, products, shapes, finder_for(added))
            files.add([*omitted_files(added), *find_unreadable_lists(added)])
        return Game(
            name=name,
            folder=self.folder,
            title=texts.get("title", name),
            **{key: texts.get(key, "") for key in ("version", "author", "licence", "notice")},
            tables=self.tables.read,
            products=products,
            boards=self.maps("boards", "Write key: value lines."),
            checks=self.checks(products),
            files=files,
            source=top,
            style=self.style(head, fonts) if head else house_style.PLAIN,
            fight=head.fight if head else None,
            odds=head.odds if head else None,
            shapes=shapes,
            values=self.values(),
        )

    def style(self, head: Head, fonts: house_style.HouseFonts) -> house_style.HouseStyle:
        """The house style that game.yaml says."""
        written, keywords, signs = self.top.get("keywords"), None, None
        icons: tuple[str, ...] = ()
        if head.keywords and isinstance(written, LocatedMap):
            keywords, findings = house_style.load_keywords(head.keywords, written)
            self.files.add(findings)
        if head.signs:
            signs, findings = house_style.load_signs(head.signs, self.top["signs"])
            self.files.add(findings)
        if head.icons:
            icons, findings = house_style.load_icon_folders(FileAccess(self.folder, self.folder), self.top)
            self.files.add(findings)
        return house_style.HouseStyle(head.language, fonts, head.theme, keywords, signs, icons)

    def section(self, key: str) -> Iterator[tuple[str, Any, Where]]:
        """The named entries of a part of game.yaml, each with its place; bad names are reported."""
        part = self.top.get(key)
        part = part if isinstance(part, LocatedMap) else empty_map()
        for name, entry in part.items():
            if re.fullmatch(NAME, name):
                yield name, entry, part.where(name)
            else:
                hint = "Use letters, digits, - and _, at most 64 of them."
                self.report(part.key_where(name), "bad-name", f'"{name}" cannot be a name here', hint)

    def maps(self, key: str, hint: str) -> dict[str, LocatedMap]:
        """The entries of a part of game.yaml that are mappings; the others are reported with a hint."""
        entries = list(self.section(key))
        for name, entry, where in entries:
            if not isinstance(entry, LocatedMap):
                self.report(where, "wrong-type", f"{name} should be a mapping, not {describe(entry)}", hint)
        return {name: entry for name, entry, _ in entries if isinstance(entry, LocatedMap)}

    def values(self) -> dict[str, Any]:
        """The values of the whole game by name; those that nothing could read, or that say nothing, are reported."""
        entries = list(self.section("values"))
        for name, value, where in entries:
            if problem := problem_of_word(name):
                hint = "Choose a name of letters, digits and _."
                self.report(self.top["values"].key_where(name), "bad-name", problem, hint)
            if value is None:
                self.report(where, "wrong-type", f"{name} is empty", "Write a value, or remove the line.")
            elif "{{" in str(value):  # No list or map looks so, but the texts in them may.
                message = f"{name} has braces, and values are not worked out"
                self.report(where, "bad-value", message, "Write a plain value, or move it to lets: of a face.")
        return {name: value for name, value, _ in entries}

    def shapes(self) -> dict[str, RecordShape]:
        """The shapes of records by name."""
        self.declared = self.maps("records", "Write field: kind lines.")
        return {name: record_shape(name, fields, self.files) for name, fields in self.declared.items()}

    def product_entries(self) -> Iterator[tuple[str, Any, Where]]:
        """The entries of the products; names that cannot be those of files of their own are reported."""
        known: dict[str, str] = {"manifest": "the list of all files"}
        parts = [(key, *entry) for key in ("products", "sheets") for entry in self.section(key)]
        for part, name, entry, where in parts:
            problem = problem_of_name(name)
            own = f'"{name}"' if part == "products" else f'the sheets "{name}"'
            if (other := known.setdefault(same_name(name), own)) != own:
                problem = f"where upper and lower case count as one, its file would be that of {other}"
            if problem:
                message = f'"{name}" cannot be the name of a file: {problem}'
                self.report(self.top[part].key_where(name), "bad-name", message, "Rename it.")
            else:
                yield name, shared_sheet_entry(name, entry) if part == "sheets" else entry, where

    def products(self, shapes: Mapping[str, RecordShape]) -> dict[str, Product]:
        """The products that are right, with their records."""
        products: dict[str, Product] = {}
        for name, entry, where in self.product_entries():
            entry = with_loose_options(entry, self.options, self.report) if isinstance(entry, LocatedMap) else entry
            spec = self.entry(name, entry, where)
            spec = self.with_shape(name, spec, shapes) if spec else None
            listed = self.product_records(spec, shapes) if spec else None
            if spec and spec.each:
                own = self.row_products(name, spec)
                products |= {key: product for key, product in own if key not in self.top["products"]}
            elif spec and listed:
                products[name] = Product.of(spec, name, *listed)
        return products

    def row_products(self, name: str, spec: ProductEntry) -> Iterator[tuple[str, Product]]:
        """A product for each row that the user has added to the table that an entry names, with no records so far."""
        if spec.each not in self.files.codes:
            message = f'each has the unknown value "{shorten(spec.each)}"'
            self.files.unknown(spec.where_of("each"), "unknown-value", message, spec.each, self.files.codes)
        for code in self.tables.own.get(spec.each, ()):
            row = self.tables.read[spec.each].rows.get(code) if spec.each in self.tables.read else None
            if row is None:
                continue  # What is wrong with the row is reported already.
            parameters = {key: fill_columns(value, row) for key, value in spec.parameters.items()}
            changes = {"title": fill_columns(spec.title, row), "parameters": OverlayMap(spec.parameters, parameters)}
            product_name = f"{code}-{name.partition('-')[2] or name}"
            yield product_name, Product.of(spec.model_copy(update=changes), product_name, (), True)

    def lost_row_table(self, name: str, known: Iterable[str]) -> str:
        """The table of whose row a list of cards was, if its name is no slip of a product; "" where there is none."""
        for key, entry in self.top["products"].items():
            kind = f"-{key.partition('-')[2] or key}"
            if isinstance(entry, LocatedMap) and entry.get("each") and name.endswith(kind):
                nearest = closest(name.removesuffix(kind), [other.removesuffix(kind) for other in known])
                return "" if nearest else str(entry["each"])
        return ""

    def with_shape(self, name: str, spec: ProductEntry, shapes: Mapping[str, RecordShape]) -> ProductEntry | None:
        """A product with the shape of its records: one of its own name, or the only one, need not be said."""
        if spec.records_in is None or spec.record:
            return spec
        if shape_name := name if name in shapes else next(iter(shapes)) if len(shapes) == 1 else "":
            return spec.model_copy(update={"record": shape_name})
        hint = f"Add record: and one of {', '.join(shapes)}."
        if not shapes:
            # Nobody prints such a game, and the others need not wait for what helps it.
            from printgen.game.lists import likely_fields

            fields = likely_fields(self.files, spec.records_in, spec.where_of("list")) or "{}"
            hint = f"Write them under records, such as records: {{{name}: {fields}}}."
        message = "a product with a list needs the shape of its records"
        self.report(spec.key_where_of("list"), "missing-key", message, hint)
        return None

    def entry(self, name: str, entry: Any, where: Where) -> ProductEntry | None:
        """What is said of a product; None, with findings, which tell how to come by a list that is to be pulled."""
        read = partial(self.files.check, adapter(ProductEntry), entry, where, name)
        if not isinstance(entry, LocatedMap) or "pull" not in entry:
            return read()

        def with_pull_hint(finding: Finding) -> Finding:
            if finding.code != MISSING or finding.where != entry.where("list"):
                return finding
            return replace(finding, hint=f"Fetch it with printgen pull {self.folder.name}/{name}.")

        return self.files.changing(read, with_pull_hint)

    def product_records(self, spec: ProductEntry, shapes: Mapping[str, RecordShape]) -> Listed | None:
        """The records of a product, none for one without a list; None, with findings, for one that cannot be."""
        for key, value in spec.parameters.items():
            if key in BUILT_IN_NAMES:
                message = f"{key} is built in and cannot be a parameter"
                self.report(spec.parameters.key_where(key), "built-in", message, "Choose another name for it.")
            if isinstance(value, LocatedMap):
                message = f"{key} should be a single value or a list, not a mapping"
                self.report(spec.parameters.where(key), "wrong-type", message, "Move the mapping to options.")
        shape = spec.record
        if shape and shapes and shape not in shapes:
            message = f'record has the unknown value "{shorten(shape)}"'
            self.files.unknown(spec.where_of("record"), "unknown-value", message, shape, shapes)
            return None
        if spec.records_in is None:
            for key in filter(spec.gives, ("columns", "pull")):
                message = f'"{key}" speaks of a list, and this product has none'
                self.report(spec.key_where_of(key), "unused-key", message, "Add list: and a file, or remove the line.")
            return (), True
        if shape not in shapes:
            message = f'there are no records, and so no "{shorten(shape)}"'
            self.report(spec.where_of("record"), "unknown-value", message, f"Add records: {{{shape}: {{}}}}.")
            return None
        columns = spec.source_map.get("columns") or empty_map()
        return self.records(spec.records_in, spec.where_of("list"), shape, shapes[shape], columns)

    def records(
        self,
        listed: ListFile,
        where: Where,
        name: str,
        shape: RecordShape,
        columns: LocatedMap,
        find: FindFile | None = None,
    ) -> Listed | None:
        """The good records of a list that `where` names, in the shape `name`, and whether all are; None for none."""
        key = listed, name, tuple(columns.items())
        if key not in self._lists:
            items = load_list(self.files, listed, where, columns, shape)
            rows = {name: table.rows for name, table in self.tables.read.items()}
            self._lists[key] = None if items is None else check_records(self.files, items, shape, rows, find)
            if self.tables.incomplete and (records := self._lists[key]):
                fields, tables = self.declared[name], self.tables
                every, complete = records
                good = tuple(one for one in every if has_all_rows(fields, one.values, tables.read, tables.incomplete))
                # What is wrong with the rows is reported already; a face would stumble over these records.
                self._lists[key] = good, complete and len(good) == len(every)
        return self._lists[key]

    def join_own_list(
        self, name: str, path: Path, products: dict[str, Product], shapes: Mapping[str, RecordShape], find: FindFile
    ) -> None:
        """Put the records of a list of the user's own, whose files `find` finds, behind those of its product."""
        product = products.get(name)
        if product is None or not (product.list_file or product.each):
            # A product that has a mistake of its own is no reason to complain of its cards.
            if product is not None or not self.files.findings:
                message = f"there is no list of records called {name} that these cards could join"
                known = [*(key for key, other in products.items() if other.list_file or other.each), *self.files.codes]
                if table := self.lost_row_table(name, known):
                    hint = f"Put back its row in {table}.yaml, or move it away."
                    self.files.refuse(Where(display_path(path)), "unknown-product", message, hint)
                    return
                self.files.unknown(Where(display_path(path)), "unknown-product", message, name, known)
            return
        before = len(self.files.findings)
        own = ListFile(path)
        if own.is_tree and self.files.value(path) is None and len(self.files.findings) == before:
            return  # Nothing but comments, so far.
        shape = shapes[product.record]
        own_records = self.records(own, Where(display_path(path)), product.record, shape, empty_map(), find)
        records, is_complete = own_records or ((), False)
        changes = {"records": (*product.records, *records), "complete": product.complete and is_complete}
        changes["own"] = (*product.own, path)
        products[name] = product.model_copy(update=changes)

    def checks(self, products: Mapping[str, Product]) -> tuple[Check, ...]:
        """The game's own rules."""
        if "checks" not in self.top:
            return ()
        from printgen.game.checks import load_checks

        shapes = {name: (*BUILT_IN, *fields) for name, fields in self.declared.items()}
        # A table whose file has mistakes is no reason to complain of checks that speak of its fields.
        entries: Mapping[str, Any] = self.top["tables"] if self.files.codes else {}
        fields = {name: entry.get("fields") for name, entry in entries.items() if isinstance(entry, LocatedMap)}
        tables = {name: (*known, "errata") for name, known in fields.items() if isinstance(known, LocatedMap)}
        decks = {name: product.record for name, product in products.items() if product.list_file is not None}
        return load_checks(self.files, self.top, shapes, tables, decks)
