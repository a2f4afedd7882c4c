"""What game.yaml may say, and the frozen values that loading makes of it: a Game with tables, products and records."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import is_
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, Field, InstanceOf, WithJsonSchema

from printgen.base.errors import Where
from printgen.base.file_access import display_path
from printgen.game import lists
from printgen.game.house_style import PLAIN, HouseStyle, KeywordsShape, SignsShape
from printgen.reading.files import Files
from printgen.reading.part import MAX_TEXT, NOTHING, File, Many, OneOrMany, Part, Words, adapter, problem
from printgen.reading.positions import LocatedList, LocatedMap, empty_map

if TYPE_CHECKING:
    from printgen.game.checks import Check
    from printgen.game.shapes import RecordShape
    from printgen.reading.texts import Value

Opt = TypeVar("Opt")
_MOST_PLACES = 20
"""How many places of a word in a table are kept."""

NAME = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}"
"""The pattern of names: those of products become names of files, on every system."""

LANGUAGE = "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
"""The pattern of codes of languages."""

Line = Annotated[str, Field(max_length=200)]
Lines = Annotated[str, Field(max_length=MAX_TEXT)]
WebAddress = Annotated[str, Field(max_length=200, pattern=r"^(https?://\S+)?$")]
Columns = dict[str, Line]
Section = Annotated[InstanceOf[LocatedMap], WithJsonSchema({"type": "object"})]
"""A mapping whose entries are read one by one, so that a mistake in one hides no other."""


def section(description: str, key: str | None = None) -> Any:
    """A field for a part of game.yaml that may be left out; `key` is how it is written, where that is no name here."""
    return Field(default_factory=empty_map, alias=key, description=description)


FORMAT = 1
"""The format of games that this printgen reads."""


def _check_format(number: int) -> int:
    if number > FORMAT:
        raise problem("later-format", f"{number} is made for a later printgen", "Update printgen.")
    if number < FORMAT:
        raise problem("bad-value", f"{number} is no format", f"Write {FORMAT}, or leave the line out.")
    return number


class Head(Part):
    """A game: what it says of itself, the tables and shapes of its lists, and what is printed."""

    format: Annotated[int, AfterValidator(_check_format)] = Field(
        FORMAT, description="the format of the game's files; 1 is the only one there is, and need not be said"
    )
    title: Line = Field(description="the game's name, as people read it")
    version: Annotated[str, Field(max_length=40)] = Field(
        description='the edition, such as "1.0"; sheets are marked with it'
    )
    author: Line = Field("", description="who made the game; PDFs name them")
    licence: Lines = Field("", description="how the game may be used; PDFs say so")
    notice: Lines = Field("", description="a line that PDFs and the manifest carry, such as a disclaimer")
    description: Lines = Field("", description="what the game is, in a few sentences; game shelves show it")
    players: Words = Field(NOTHING, description='how many play, such as "2-4"; game shelves show it')
    time: Words = Field(NOTHING, description='how many minutes a game takes, such as "30-45"')
    rules: WebAddress = Field("", description="the address of its rules on the web, where they are there")
    language: Annotated[str, Field(pattern=LANGUAGE)] = Field(
        "en",
        description="the language of the game's words, a code such as en, de or pt-BR, "
        "for capitals, sorting and numbers",
    )
    keywords: KeywordsShape = Field(
        default_factory=dict,
        description="whole words, or /patterns/ wherever they are, that look the same in all texts, with their looks",
    )
    signs: SignsShape = Field(
        default_factory=dict,
        description='signs, such as an emoji, that are drawn as icons in all texts, such as {"🔥": fire}',
    )
    icons: OneOrMany[Line] = Field(
        (),
        description="folders of drawings (SVG) in the game's folder that are icons by the names of their files, "
        "such as an unpacked set of icons",
    )
    fonts: Section = section(
        "fonts of the game's own by name, each a file or files by style; fallback lists those for lacking letters"
    )
    theme: Annotated[str, Field(pattern=f"^({NAME})?$")] = Field(
        "", description="the theme of its covers, rules and sheets, such as plain"
    )
    variants: Section = section("languages or editions of the game by name, and what each has otherwise")
    values: Section = section(
        "values of the whole game by name, which faces and checks see as values.NAME: texts, numbers, lists and maps"
    )
    tables: Section = section("tables by name: rows that records and faces look up by a code")
    records: Section = section("shapes of records by name: the fields of each entry of a list")
    checks: Any = Field(None, description="rules of the game's own: what must hold for records, tables and decks")
    boards: Section = section("recipes of boards by name, which products follow with the option board")
    fight: File | None = Field(
        None, description="the file that says how two teams of its cards fight, for `printgen lab`"
    )
    odds: File | None = Field(
        None, description="the file that says what there are odds of, for `printgen lab odds`, pages and cards"
    )
    products: Section = section("what is printed, by name; each becomes one PDF")
    sheets: Section = section(
        "sheets that several products share, by name: a list of products, or what one of the kind shared-sheet says; "
        "each becomes one PDF in place of theirs"
    )


class TableEntry(Part):
    """A table: a file with rows by code, and the fields of each row."""

    file: lists.File = Field(description="the file with its rows by code; a sheet has a column code for that")
    fields: Section = Field(description="the fields of a row by name")
    columns: Columns = Field(
        default_factory=dict, description="the fields that columns of the file are for, as those of a product"
    )


class ProductEntry(Part):
    """A product: one printable thing of a game."""

    kind: Line = Field(description="the kind of printable")
    title: Line = Field(
        "", description="the product's name, as people read it; without one, the words of its name in this file"
    )
    records_in: lists.File | None = Field(None, alias="list", description="the file with its records")
    columns: Columns = Field(
        default_factory=dict,
        description="the fields that columns of the list are for, where those have other names; none leaves one out",
    )
    pull: Line = Field(
        "", description="the https address of a sheet published as CSV, which `printgen pull` saves as the list"
    )
    record: Line = Field(
        "",
        description="the shape of its records; where it is left out, the one named like the product, or the only one",
    )
    front: Line = Field("", description="the face on the front of its pieces")
    back: Line = Field("", description="the face on the back")
    size: Line = Field("", description="the size of a piece: a name such as poker, or one such as 50x50mm")
    fill: Annotated[Many[Words], Field(max_length=100)] = Field(
        (),
        description="what fills places that its last sheet leaves free: products with pieces of its size, or records "
        "of them, such as blanks/Blank Joe",
    )
    stock: Line = Field("", description="what to print it on, such as 200 gsm card, as the cover tells")
    paper: Line = Field(
        "", description="the paper it is printed on where the command names none, such as arch-d or 24x36in"
    )
    need: Literal["", "required", "choice", "extra"] = Field(
        "", description="whether a game needs it: required, one of a choice, or extra, as the cover tells"
    )
    each: Line = Field(
        "",
        description="a table: there is such a product for each row that the user adds to it, called CODE-deck where "
        "this one is side-deck; in its title and parameters {name} stands for the row's value in the column name",
    )
    group: Line = Field(
        "", description="what a choice is of, such as board: of its products one is enough, the first at best"
    )
    over_cut: Literal["error", "warn"] = Field(
        "error",
        alias="over-cut",
        description="what text that reaches over the cut of its pieces is: an error, or warn for a warning where that "
        "is meant",
    )
    edge: Literal["", "extend", "mirror", "none"] = Field(
        "",
        description="what the edges of its faces become in the bleed, in place of what they say: extend lets them go "
        "on, mirror turns them over, none lets them end at the cut",
    )
    begins: int = Field(
        0, ge=0, le=100,
        description="so many of its pieces lie where their side starts, for each side, as a game begins on a virtual "
        "table",
    )  # fmt: skip
    parameters: Section = section("parameters for the faces by name: single values or lists", "with")
    options: Section = section(
        "what products of its kind may say besides; each may stand without options:, too, unless products have such a "
        "key themselves, as the stock of a cover"
    )

    @property
    def lenient(self) -> bool:
        """Whether text over the cut of its pieces is a warning only."""
        return self.over_cut == "warn"

    @property
    def list_file(self) -> Path | None:
        """The file with its records."""
        return self.records_in.path if self.records_in else None


class FileName(str):
    """A file as faces know it: its name as the list writes it, wherever the game lies; `path` is where it is."""

    path: Path


def by_name(values: Mapping[str, Any], source: Any) -> Mapping[str, Any]:
    """Values with their files as `FileName`, in maps and lists of maps, too; `source` is where they are written."""
    names: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, Path):
            names[key] = FileName(source[key] if isinstance(source, LocatedMap) and key in source else value.name)
            names[key].path = value
        elif type(value) is dict or (type(value) is tuple and value and type(value[0]) is dict):
            written = source.get(key) if isinstance(source, LocatedMap) else None
            inner: Any = _each_by_name(value, written) if isinstance(value, tuple) else by_name(value, written)
            if inner is not value:
                names[key] = inner
    return {**values, **names} if names else values


def _each_by_name(maps: tuple[Mapping[str, Any], ...], written: Any) -> tuple[Mapping[str, Any], ...]:
    sources = written if isinstance(written, LocatedList) and len(written) == len(maps) else (None,) * len(maps)
    named = tuple(map(by_name, maps, sources))
    return maps if all(map(is_, maps, named)) else named


@dataclass(frozen=True, slots=True)
class Record:
    """One entry of a list: all its fields by name, the built-in ones and the defaults included.

    Lists are tuples, colours are #RRGGBB in upper case, lengths are points, files are Paths, maps are `LocatedMap`.
    An optional field that is left out is "" for text, () for a list, False for a flag, an empty `LocatedMap` for a
    map, and otherwise None, unless the game gives it a default.
    """

    name: str
    values: Mapping[str, Any]
    source: LocatedMap = field(repr=False, compare=False)

    @property
    def where(self) -> Where:
        """The place of the record."""
        return self.source.start

    @property
    def key(self) -> tuple[Where, str]:
        """What tells it from the others of its list: entries that stand for several have these at one place."""
        return self.where, self.name

    @property
    def copies(self) -> int:
        """How many of it are printed, from 1 to 999."""
        copies: int = self.values["copies"]
        return copies

    def where_of(self, name: str) -> Where:
        """The place of a field's value, or of the record when it does not name the field."""
        return self.source.where(name) if name in self.source else self.source.start

    def places_of_lines(self, name: str, lines: Sequence[str]) -> list[Where]:
        """The places of the lines of a field's text; that of the field for those that are written in another way."""
        if name not in self.source:
            return [self.source.start] * len(lines)
        source, start = self.source.spot(name)
        # Every line may be indented, and its quotes and signs be written twice.
        at, end, places = start, start + 4 * sum(map(len, lines)) + 40, list[Where]()
        for line in lines:
            found = source.text.find(line.strip(), at, end)
            places.append(source.where(max(found, start)))
            at = max(at, found + len(line.strip()))
        return places


@dataclass(frozen=True)
class Table:
    """A lookup table: rows by code, in the order of the file; values as in a `Record`."""

    name: str
    rows: Mapping[str, Mapping[str, Any]]
    source: LocatedMap = field(repr=False, compare=False)

    def where_of(self, code: str, name: str = "") -> Where:
        """The place of a row's code, or of one of its values; of the table when it has no such row."""
        if code not in self.source:
            return self.source.start
        row = self.source[code]
        return row.where(name) if isinstance(row, LocatedMap) and name in row else self.source.key_where(code)

    def places_of(self, word: str) -> tuple[Where, ...]:
        """The first places at which rows have a word, alone or in a list."""
        return tuple(self.where_of(code, name) for code, name in self._words.get(word, ()))

    @cached_property
    def _words(self) -> Mapping[str, list[tuple[str, str]]]:
        """The first values of rows by the words in them; somebody may ask for every card."""
        places: dict[str, list[tuple[str, str]]] = {}
        for code, row in self.rows.items():
            for name, value in row.items():
                for word in _as_tuple(value):
                    if isinstance(word, str) and len(spots := places.setdefault(word, [])) < _MOST_PLACES:
                        spots.append((code, name))
        return places


class Product(ProductEntry):
    """A product that is loaded: what its file says, the records of its list, and what its kind has made of the options.

    `complete` is False when records with mistakes were left out, so that nobody counts the rest. `own` are the lists of
    the user's own that add to them. `loaded` is None where the options, or the files that they name, have mistakes.
    """

    name: str
    records: tuple[Record, ...]
    complete: bool
    own: tuple[Path, ...] = ()
    loaded: Any = None

    @property
    def own_lists(self) -> frozenset[str]:
        """The lists of the user's own that add to its records, as places of records name them."""
        return frozenset(map(display_path, self.own))

    @property
    def own_count(self) -> int:
        """How many of its records are the user's own."""
        lists = self.own_lists
        return sum(record.where.file in lists for record in self.records) if lists else 0

    @cached_property
    def cards(self) -> tuple[Mapping[str, Any], ...]:
        """What a face knows of all of its records, in their order: of each the fields, its number, and the total."""
        total = len(self.records) - self.own_count
        return tuple(
            {"number": number, "total": total, **by_name(record.values, record.source)}
            for number, record in enumerate(self.records, 1)
        )

    @property
    def size_where(self) -> Where:
        """The place of its size, which may stand in the options."""
        return self.options.where("size") if "size" in self.options else self.where_of("size")

    @classmethod
    def of(cls, entry: ProductEntry, name: str, records: tuple[Record, ...], complete: bool) -> Product:
        """What an entry says, with its records, which nothing checks again."""
        values = {**dict(entry), "options": entry.options or empty_map(entry.source_map)}
        values["title"] = entry.title or name[:1].upper() + name[1:].replace("-", " ").replace("_", " ")
        product = cls.model_construct(**values, name=name, records=records, complete=complete)
        product._source, product._at = entry.source_map, entry.where
        return product


@dataclass(frozen=True, slots=True)
class Game:
    """A game folder: what it says of itself, its tables and its products, both by name in file order; its own checks.

    `variant` is the one that it is of, or "". `style` is what all its faces and documents share. `boards` are the named
    recipes of boards, as they are written: the kinds that make boards read them with the options of their products.
    `name` is the folder's name; `source` is all that game.yaml holds. `files` are those that were read, for options
    that are laid over a product's own later. `fight` and `odds` are its files of fights and of odds, None where it
    names none. `values` are those of the whole game, by name.
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
    boards: Mapping[str, LocatedMap]
    checks: tuple[Check, ...]
    files: Files = field(repr=False, compare=False)
    source: LocatedMap = field(repr=False, compare=False)
    style: HouseStyle = PLAIN
    variant: str = ""
    fight: Path | None = None
    odds: Path | None = None
    shapes: Mapping[str, RecordShape] = field(default_factory=dict, repr=False, compare=False)
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """What tells it from other games and its other variants, such as spell-deck-de: its folder of the output."""
        return f"{self.name}-{self.variant}" if self.variant else self.name

    @property
    def common(self) -> frozenset[str]:
        """The parameters that the variant gives to all products, whether a face of theirs reads them or not."""
        return frozenset(self.source["variants"][self.variant].get("with", ())) if self.variant else frozenset()

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of its variants."""
        variants = self.source.get("variants")
        return tuple(variants) if isinstance(variants, LocatedMap) else ()

    @property
    def where(self) -> Where:
        """The start of game.yaml."""
        return self.source.start

    def declaration(self, product: Product, name: str) -> LocatedMap | None:
        """How the shape of a product's records declares a field, where it says more than the kind."""
        field: Any = self.source
        for key in ("records", product.record, name):
            field = field.get(key) if isinstance(field, LocatedMap) else None
        return field if isinstance(field, LocatedMap) else None

    def places_of(self, product: Product, record: Record | None, word: str, value: Value) -> tuple[Where, ...]:
        """The places where a record, or else a table, has the word that a face shows; none for chosen words."""
        if any(word in table.rows for table in self.tables.values()):
            return ()
        if record is not None and "tables" not in value.names:
            unchosen = ((key, text) for key, text in record.values.items() if not self._is_chosen(product, key))
            if key := next((key for key, text in unchosen if word in _as_tuple(text)), None):
                return (record.where_of(key),)
        return next(filter(None, (table.places_of(word) for table in self.tables.values())), ())

    def _is_chosen(self, product: Product, name: str) -> bool:
        spec = self.declaration(product, name)
        return spec is not None and not spec.keys().isdisjoint(("from", "options"))

    def table_of(self, product: Product, name: str) -> Table | None:
        """The table from which the records of a product choose the words of a field."""
        spec = self.declaration(product, name)
        return self.tables.get(spec.get("from", "")) if spec else None


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


@dataclass(frozen=True, slots=True)
class Loading:
    """What a kind reads its options from: a product, its game, whole but for such options, and files for findings."""

    game: Game
    product: Product
    files: Files

    def options_of(self, shape: Callable[..., Opt]) -> Opt | None:
        """The product's options in a shape; None, with findings, when they are wrong."""
        product, files = self.product, self.files
        where = product.options.start if product.options else product.where_of("options")
        options: Opt | None = files.check(adapter(shape), product.options, where, "options")
        return options


Load = Callable[[Loading], Any]
"""Reads a product's options and the files that they name; None, with findings in `files`, when they have mistakes."""

FindLoad = Callable[[str], Load | None]
"""Finds what loads the products of a kind; None for a kind that is not known."""

FindOptions = Callable[[str], Collection[str] | None]
"""Finds the names of the options that products of a kind take; None for a kind that is not known."""


MOST_COPIES = 999
"""So often a card is printed at most."""
