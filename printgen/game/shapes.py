"""Compile the fields that a game declares into one pydantic adapter for each shape of record."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, get_args

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    InstanceOf,
    TypeAdapter,
    ValidationInfo,
    WithJsonSchema,
    WrapValidator,
    field_validator,
    model_validator,
)
from typing_extensions import TypedDict

from printgen.base.names import NAMED
from printgen.base.units import with_article
from printgen.reading.files import Files
from printgen.reading.part import MAX_TEXT, Color, File, Length, Many, Part, adapter, problem
from printgen.reading.positions import LocatedMap, empty_map
from printgen.reading.scalars import shorten

Codes = Mapping[str, tuple[str, ...] | None]
"""The codes of a game's tables; None for a table that could not be read."""

_FREE = Annotated[InstanceOf[LocatedMap], WithJsonSchema({"type": "object"})]
_PLAIN: Mapping[str, Any] = {"flag": bool, "color": Color, "length": Length, "file": File}
# What an optional field is when a record leaves it out; None for the other kinds.
_EMPTY: Mapping[str, Any] = {"text": "", "blocks": "", "flag": False, "list": (), "map": empty_map()}
_Limit = Annotated[int | float, WithJsonSchema({"type": "number"})]
_KIND: Any = Field(description="the kind of field")


class _Field(Part):
    short = "kind"

    optional: bool = Field(False, description="whether records may leave the field out")
    default: Any = Field(None, description="the value of records that leave the field out")


class TextField(_Field):
    """Text of at most `max` characters."""

    kind: Literal["text"] = _KIND
    max: int = Field(MAX_TEXT, ge=1, le=100_000, description="the most letters that it may have")

    def type(self, codes: Codes) -> Any:
        """The annotated type that pydantic checks a value of this field with."""
        return Annotated[str, Field(max_length=self.max)]


class NumberField(_Field):
    """A number from `min` to `max`; an integer is a whole one."""

    kind: Literal["integer", "number"] = _KIND
    min: _Limit | None = Field(None, description="the least that it may be")
    max: _Limit | None = Field(None, description="the most that it may be")
    decimal: Literal[".", ","] | None = Field(
        None,
        description="the sign that parts decimals in cells of its column, where 1,000 or 1.000 could be read in two "
        "ways; without it, the sign of the language that game.yaml names",
    )

    @field_validator("max")
    @classmethod
    def _in_order(cls, value: float | None, info: ValidationInfo) -> float | None:
        low = info.data.get("min")
        if value is not None and low is not None and value < low:
            raise problem("out-of-range", f"{value} is below min, which is {low}", "Swap them, or mend one of them.")
        return value

    def type(self, codes: Codes) -> Any:
        """As of a `TextField`."""
        if self.kind == "number":
            return Annotated[float, Field(ge=self.min, le=self.max)]
        # A limit of whole numbers is itself a whole one: from 0.5 means from 1.
        least = None if self.min is None else math.ceil(self.min)
        most = None if self.max is None else math.floor(self.max)
        return Annotated[int, Field(ge=least, le=most)]


class PlainField(_Field):
    """A flag, true or false; a colour as #RRGGBB; a length with its unit, in points; or a file that exists.

    A file lies inside the game's folder.
    """

    kind: Literal["flag", "color", "length", "file"] = _KIND

    def type(self, codes: Codes) -> Any:
        """As of a `TextField`."""
        return _PLAIN[self.kind]


class WordsField(_Field):
    """A choice of one word, a list of any number of words, or a map, which may have free values or words for them.

    The words are codes of the table named by `from`, or `options`. Without either, a list holds free words. With fields
    under `of`, a list holds maps of these fields, and a map is one. A list may say none where it holds nothing.
    """

    kind: Literal["choice", "list", "map"] = _KIND
    from_: str | None = Field(None, alias="from", description="the table whose codes may be chosen")
    options: Annotated[Many[str] | None, Field(min_length=1)] = Field(None, description="the words that may be chosen")
    of: Literal["text"] | _FREE | None = Field(
        None, description="text for a list of free words, the default; or the fields of a map, or of each map of a list"
    )
    max: int | None = Field(None, ge=1, le=10_000, description="the most words that a list may have")
    commas: bool = Field(
        False, description="whether the words of a list may hold commas and semicolons; else there is a warning"
    )

    @field_validator("of", mode="before")
    @classmethod
    def _fields(cls, value: Any, info: ValidationInfo) -> Any:
        if isinstance(value, str) and (kind := info.data.get("kind")) and (value != "text" or kind == "map"):
            free = "words" if kind == "list" else "values of any kind"
            hint = f"Leave of out for {free}, or write fields, as in of: {{name: text, at: number}}."
            raise problem("wrong-type", f'{with_article(kind)} has {free} or fields, not "{value}"', hint)
        return value

    @model_validator(mode="after")
    def _one_origin(self) -> WordsField:
        count = sum(origin is not None for origin in (self.of, self.from_, self.options))
        if self.kind == "choice" and (count != 1 or self.of is not None):
            message = "a choice needs either from or options"
            raise problem("bad-value", message, "Add from: and a table, or options: and a list.")
        if count > 1:
            keys = "from, options" if self.kind == "choice" else "of, from, options"
            raise problem("bad-value", f"{with_article(self.kind)} takes only one of: {keys}", "Keep one of them.")
        if self.max is not None and self.kind != "list":
            raise problem("bad-value", f"{with_article(self.kind)} takes no max", "Take max out.")
        if self.commas and self.kind != "list":
            raise problem("bad-value", f"{with_article(self.kind)} takes no commas", "Take commas out.")
        return self

    def type(self, codes: Codes) -> Any:
        """As of a `TextField`."""
        words = self.options if self.from_ is None else codes.get(self.from_)
        word: Any = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
        if words is not None:
            word = Literal.__getitem__(words)
        if self.kind == "map":
            free = self.from_ is None and self.options is None
            return _FREE if free else Annotated[dict[str, word], WrapValidator(_check_only)]
        if self.kind != "list":
            return word
        return Annotated[Many[word], Field(max_length=self.max), BeforeValidator(partial(_none, words))]


class BlocksField(_Field):
    """A text in the manner of Markdown, or a list of blocks as documents have them, for `blocks` of a face."""

    kind: Literal["blocks"] = _KIND

    def type(self, codes: Codes) -> Any:
        """As of a `TextField`."""
        # Most games have none, and do not wait for what knows of documents.
        from printgen.game.documents import Block

        return Annotated[Many[Block], WrapValidator(_check_blocks, json_schema_input_type=str | Many[Block])]


def _check_blocks(value: Any, check: Callable[[Any], Any]) -> Any:
    """A text as it is, or a list as it is once it is checked."""
    return value if isinstance(value, str) else _check_only(value, check)


def _none(words: tuple[str, ...] | None, value: Any) -> Any:
    """An empty list for what says `none`, unless that is one of its words."""
    nothing = ("none", ["none"]) if words is not None else ("none",)
    return [] if value in nothing and "none" not in (words or ()) else value


def _check_only(value: Any, check: Callable[[Any], Any]) -> Any:
    """The value as it was once it is checked: pydantic would hand out a plain dict, which knows no places."""
    check(value)
    return value


DeclaredField = TextField | NumberField | PlainField | WordsField | BlocksField
AnyField = Annotated[DeclaredField, Field(discriminator="kind")]
FIELD_SHAPES: Mapping[str, Any] = {
    kind: shape for shape in get_args(DeclaredField) for kind in get_args(shape.model_fields["kind"].annotation)
}
"""The shape of each kind of field, by the kind's name."""

_CONFIG = ConfigDict(extra="forbid", strict=True)


class Erratum(TypedDict):
    """A slip in the source of a record or a row: the field, what was printed, and why the record differs.

    The rulebook's `errata` and `printgen explain` show it.
    """

    __pydantic_config__ = _CONFIG  # type: ignore[misc]

    field: Annotated[str, Field(description="the field that differs")]
    printed: Annotated[str, Field(description="what the source has")]
    instead: NotRequired[
        Annotated[str, Field(description="what is printed in its place, where that is not the field's value")]
    ]
    reason: Annotated[str, Field(description="why that is a slip")]


class Deviation(TypedDict):
    """A stat that is not what guidelines make it: by how much the printed number differs, and why."""

    __pydantic_config__ = _CONFIG  # type: ignore[misc]

    stat: Annotated[str, Field(description="the stat, a field of the record")]
    amount: Annotated[int, Field(description="how much more the printed number is than the derived one")]
    reason: Annotated[str, Field(min_length=1, description="why")]


def _optional(kind: Any, default: Any) -> Any:
    """A column that may be left out, and then has a value."""
    # pydantic copies a default that can change, and the whole text of its file with it.
    info = Field(default_factory=lambda: default) if isinstance(default, LocatedMap) else Field(default)
    return NotRequired[Annotated[kind, info]]


def empty_values(fields: Mapping[str, Any]) -> dict[str, Any]:
    """What the declared fields are in an entry that says nothing of them, whether they may be left out or not."""
    kinds = {name: {"kind": spec} if isinstance(spec, str) else spec for name, spec in fields.items()}
    return {name: spec.get("default", _EMPTY.get(spec.get("kind", ""))) for name, spec in kinds.items()}


_ERRATA = _optional(Many[Erratum], ())
CODE = "code"
"""The column of a sheet that has the codes of a table's rows."""
BUILT_IN: Mapping[str, Any] = {
    "name": Annotated[
        str, Field(min_length=1, max_length=200, pattern=NAMED, description="a name on one line, of letters to be seen")
    ],
    "copies": _optional(Annotated[int, Field(ge=0, le=999)], 1),
    "art": _optional(File, None),
    "look": _optional(_FREE, _EMPTY["map"]),
    "errata": _ERRATA,
    "deviations": _optional(Many[Deviation], ()),
}
"""The columns that every record has besides the declared ones."""
# A game may declare these anew, as the same kind, to say more about them.
_REFINABLE = {"art": "file", "look": "map"}


@dataclass(frozen=True, slots=True)
class Spec:
    """What a reader of sheets knows of a field: its kind, and for a map or a list of maps the fields of these.

    `fields` are None where a map may hold anything, or words of a table for `words`. `decimal` is the sign that parts
    the decimals of its numbers, where that is declared. `commas` says that words of a list may hold commas, `times`
    that its numbers may be written as 3x.
    """

    kind: str
    fields: Mapping[str, Spec | None] | None = None
    words: bool = False
    decimal: str = ""
    commas: bool = False
    times: bool = False

    @property
    def branches(self) -> bool:
        """Whether its value has keys of its own."""
        return self.kind == "map" or self.fields is not None

    def inner(self) -> Mapping[str, Spec | None] | None:
        """The fields in it, none for what has no keys of its own; None where any key may stand."""
        return self.fields if self.branches else {}


class _Column(NamedTuple):
    """A field as pydantic checks it, and as sheets know it, None for a mistake. Types of one `mark` check the same."""

    type: Any
    spec: Spec | None = None
    needed: bool = False
    mark: Hashable = None


@dataclass(frozen=True, slots=True)
class _Shape:
    """The keys of a mapping with their types; two are equal that check the same."""

    name: str
    marks: tuple[tuple[str, Hashable], ...]
    types: Mapping[str, Any] = field(compare=False)


@dataclass(frozen=True)
class SheetShape:
    """What a sheet holds: all fields of an entry by name, those that no entry may leave out, and what entries are."""

    fields: Mapping[str, Spec | None]
    needed: tuple[str, ...]
    noun: str


@dataclass(frozen=True)
class RecordShape(SheetShape):
    """The shape of records; and what checks one."""

    adapter: TypeAdapter[dict[str, Any]]


_BUILT_IN_COLUMNS: Mapping[str, _Column] = {name: _Column(kind, mark="built in") for name, kind in BUILT_IN.items()}
_ERRATA_SPEC = Spec("list", {name: Spec("text") for name in ("field", "printed", "instead", "reason")})
_BUILT_IN_SPECS: Mapping[str, Spec] = {
    "name": Spec("text"),
    "copies": Spec("integer", times=True),
    "art": Spec("file"),
    "look": Spec("map"),
    "errata": _ERRATA_SPEC,
    "deviations": Spec("list", {"stat": Spec("text"), "amount": Spec("integer"), "reason": Spec("text")}),
}


def row_adapter(name: str, fields: LocatedMap, files: Files) -> TypeAdapter[dict[str, Any]]:
    """The adapter of a table's rows. Mistakes in its fields are reported, and a field with one takes anything."""
    columns = {field: _column(field, fields, files) for field in fields}
    return _adapter_of(name, columns if "errata" in columns else {**columns, "errata": _BUILT_IN_COLUMNS["errata"]})


def rows_in_sheets(fields: LocatedMap) -> SheetShape:
    """What a sheet holds of a table's rows, which have these fields, before any code of a table is known."""
    specs = {name: _spec_of(spec) for name, spec in fields.items()}
    needed = tuple(
        name
        for name, spec in fields.items()
        if not isinstance(spec, LocatedMap) or ("default" not in spec and spec.get("optional") is not True)
    )
    return SheetShape({"errata": _ERRATA_SPEC, **specs, CODE: Spec("text")}, (CODE, *needed), "rows")


def record_shape(name: str, fields: LocatedMap, files: Files) -> RecordShape:
    """As `row_adapter`, for records, which have the built-in fields too."""
    columns = {field: _column(field, fields, files) for field in fields if not _clashes(field, fields, files)}
    specs = {**_BUILT_IN_SPECS, **{field: column.spec for field, column in columns.items()}}
    needed = ("name", *(field for field, column in columns.items() if column.needed))
    return RecordShape(specs, needed, "records", _adapter_of(name, {**_BUILT_IN_COLUMNS, **columns}))


def _adapter_of(name: str, columns: Mapping[str, _Column]) -> TypeAdapter[dict[str, Any]]:
    """What checks mappings with these keys. To make one takes longer than to check a list with it."""
    types = {field: column.type for field, column in columns.items()}
    if any(column.mark is None for column in columns.values()):
        return TypeAdapter(_rows_of(name, types))
    return _cached_adapter(_Shape(name, tuple((field, column.mark) for field, column in columns.items()), types))


@lru_cache(maxsize=64)
def _cached_adapter(shape: _Shape) -> TypeAdapter[dict[str, Any]]:
    return TypeAdapter(_rows_of(shape.name, shape.types))


def _rows_of(name: str, columns: Mapping[str, Any]) -> Any:
    make: Any = TypedDict
    shape = make(name, columns)
    shape.__pydantic_config__ = _CONFIG
    return shape


def _kind_of(spec: Any) -> Any:
    return spec.get("kind") if isinstance(spec, LocatedMap) else spec


def _spec_of(spec: Any) -> Spec | None:
    """What a reader of sheets knows of a field that is declared; None where that is a mistake."""
    kind = _kind_of(spec)
    if not isinstance(kind, str) or kind not in FIELD_SHAPES:
        return None
    of = spec.get("of") if isinstance(spec, LocatedMap) else None
    inner = {name: _spec_of(inner_spec) for name, inner_spec in of.items()} if isinstance(of, LocatedMap) else None
    options = spec if isinstance(spec, LocatedMap) else {}
    decimal = options.get("decimal")
    free = kind == "list" and not (options.keys() & {"from", "options"} or options.get("commas") is True)
    return Spec(kind, inner, "from" in options, decimal if decimal in (".", ",") else "", not free)


def _clashes(name: str, fields: LocatedMap, files: Files) -> bool:
    """Whether a declared field changes what a built-in one means, which is reported."""
    kind = _REFINABLE.get(name)
    if name not in (*BUILT_IN, "for") or (kind and kind == _kind_of(fields[name])):
        return False
    message, hint = f"{name} is built in and cannot be declared", "Remove the line."
    if kind:
        article = with_article(kind)
        message, hint = f"{name} is built in as {article}", f"Declare it as {article}, or choose another name."
    files.report(fields.key_where(name), "built-in", message, hint)
    return True


def _column(name: str, fields: LocatedMap, files: Files) -> _Column:
    spec, where = fields[name], fields.where(name)
    broken = _Column(_optional(Any, None), mark="broken")
    if not name.isidentifier():
        hint = "Use letters, digits and _, such as unit_cost."
        files.report(fields.key_where(name), "bad-name", f'"{name}" cannot name a field', hint)
        return broken
    kind = _kind_of(spec)
    shape = FIELD_SHAPES.get(kind, AnyField) if isinstance(kind, str) else AnyField
    if shape is AnyField and isinstance(spec, str):
        message = f'{name} has the unknown kind "{shorten(spec)}"'
        files.unknown(where, "unknown-value", message, spec, FIELD_SHAPES)
        return broken
    field: DeclaredField | None = files.check(adapter(shape), spec, where, name)
    if field is None:
        return broken
    table = getattr(field, "from_", None)
    if table is not None and table not in files.codes:
        message, add = f'unknown table "{shorten(table)}"', "Add the table under tables."
        files.unknown(spec.where("from"), "unknown-value", message, table, files.codes, add)
        return broken
    column, known = field.type(files.codes), _spec_of(spec)
    mark: Hashable = (repr(spec), table and files.codes[table])
    if isinstance(field, WordsField) and isinstance(field.of, LocatedMap):
        column, inner = _of_fields(name, field.kind, field.of, files)
        mark = None if inner is None else (repr(spec), inner)
    if field.default is None:
        left_out = _optional(column, _EMPTY.get(field.kind)) if field.optional else column
        return _Column(left_out, known, not field.optional, mark)
    default = files.check(TypeAdapter(column), field.default, spec.where("default"), "default")
    if not isinstance(default, str | int | float):
        mark = None  # A file, or a mapping with its places, is of one game alone.
    return broken if default is None else _Column(_optional(column, default), known, mark=mark)


def _of_fields(name: str, kind: str, fields: LocatedMap, files: Files) -> tuple[Any, tuple[Hashable, ...] | None]:
    """The type of a map with declared fields, or of a list of such maps, and the marks of these fields."""
    if not fields:
        files.report(fields.start, "bad-value", f"{name} has no fields", "Write field: kind lines under of.")
    columns = {field: _column(field, fields, files) for field in fields}
    entry_type = _rows_of(name, {field: column.type for field, column in columns.items()})
    many: Any = Many
    marks = tuple(column.mark for column in columns.values())
    return many[entry_type] if kind == "list" else entry_type, None if None in marks else marks
