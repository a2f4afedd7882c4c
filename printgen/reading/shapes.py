"""Fields that a game declares come in; one compiled pydantic adapter for each shape of record goes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal, NotRequired, get_args

from pydantic import (
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

from printgen.errors import did_you_mean
from printgen.reading.fields import MAX_TEXT, Color, File, Length, Many, problem
from printgen.reading.files import Files
from printgen.reading.marked import Map, empty_map
from printgen.reading.part import Part, adapter
from printgen.reading.scalars import shortened

Codes = Mapping[str, tuple[str, ...] | None]
"""The codes of a game's tables; None for a table that could not be read."""


def _kind(name: str) -> Any:
    """The key that tells one kind of field from another."""
    return Field(default=name, description="the kind of field")


class FieldKind(Part):
    """What every kind of field shares; `empty` is the value of an optional field that is left out."""

    short = "kind"
    empty: ClassVar[Any] = None
    plain: ClassVar[Any] = None

    optional: bool = Field(default=False, description="whether records may leave the field out")
    default: Any = Field(default=None, description="the value of records that leave the field out")

    def type(self, codes: Codes) -> Any:
        """The annotated type that pydantic checks a value of this field with."""
        return self.plain


class TextField(FieldKind):
    """Text of at most `max` characters."""

    empty = ""
    kind: Literal["text"] = _kind("text")
    max: int = Field(default=MAX_TEXT, ge=1, le=100_000, description="the most letters that it may have")

    def type(self, codes: Codes) -> Any:
        return Annotated[str, Field(max_length=self.max)]


class _Ranged(FieldKind):
    @field_validator("max", check_fields=False)
    @classmethod
    def _in_order(cls, value: float | None, info: ValidationInfo) -> float | None:
        low = info.data.get("min")
        if value is not None and low is not None and value < low:
            raise problem("out-of-range", f"{value} is below min, which is {low}", "Swap them, or mend one of them.")
        return value

    def type(self, codes: Codes) -> Any:
        limits: Any = self
        return Annotated[self.plain, Field(ge=limits.min, le=limits.max)]


class IntegerField(_Ranged):
    """A whole number from `min` to `max`."""

    plain = int
    kind: Literal["integer"] = _kind("integer")
    min: int | None = Field(default=None, description="the least that it may be")
    max: int | None = Field(default=None, description="the most that it may be")


class NumberField(_Ranged):
    """A number from `min` to `max`."""

    plain = float
    kind: Literal["number"] = _kind("number")
    min: float | None = Field(default=None, description="the least that it may be")
    max: float | None = Field(default=None, description="the most that it may be")


class FlagField(FieldKind):
    """true or false."""

    empty, plain = False, bool
    kind: Literal["flag"] = _kind("flag")


class ColorField(FieldKind):
    """A colour as #RRGGBB."""

    plain = Color
    kind: Literal["color"] = _kind("color")


class LengthField(FieldKind):
    """A length with its unit; the value is in points."""

    plain = Length
    kind: Literal["length"] = _kind("length")


class FileField(FieldKind):
    """A file that exists: inside the game's folder, or anywhere when the path is absolute."""

    plain = File
    kind: Literal["file"] = _kind("file")


class _Chosen(FieldKind):
    origins: ClassVar[tuple[str, ...]] = ("from_", "options")

    from_: str | None = Field(default=None, alias="from", description="the table whose codes may be chosen")
    options: Annotated[Many[str] | None, Field(min_length=1)] = Field(
        default=None, description="the words that may be chosen"
    )

    @model_validator(mode="after")
    def _one_origin(self) -> _Chosen:
        given = sum(getattr(self, origin) is not None for origin in self.origins)
        if isinstance(self, ChoiceField) and given != 1:
            message = "a choice needs either from or options"
            raise problem("bad-value", message, "Add from: and a table, or options: and a list.")
        if given > 1:
            names = ", ".join(origin.strip("_") for origin in self.origins)
            raise problem("bad-value", f"a {self.kind} takes only one of: {names}", "Keep one of them.")  # type: ignore[attr-defined]
        return self

    def type(self, codes: Codes) -> Any:
        """The type of one word: a code of the table, one of the options, or any text."""
        words = self.options if self.from_ is None else codes.get(self.from_)
        if words is None:
            return Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
        return Literal.__getitem__(words)


class ChoiceField(_Chosen):
    """One code of the table named by `from`, or one of `options`."""

    kind: Literal["choice"] = _kind("choice")


class ListField(_Chosen):
    """Any number of codes of a table, of options, or of free words, which is the default."""

    empty, origins = (), ("of", "from_", "options")
    kind: Literal["list"] = _kind("list")
    of: Literal["text"] | None = Field(default=None, description="text for free words, which is the default")

    def type(self, codes: Codes) -> Any:
        word: Any = super().type(codes)
        return Many[word]


_FREE = Annotated[InstanceOf[Map], WithJsonSchema({"type": "object"})]


def _unchanged(value: Any, check: Callable[[Any], Any]) -> Any:
    """The value as it was once it is checked: pydantic would hand out a plain dict, which knows no places."""
    check(value)
    return value


class MapField(_Chosen):
    """A mapping, which keeps the places of its values: free ones, or each a code of a table or one of `options`."""

    empty = empty_map()
    kind: Literal["map"] = _kind("map")

    def type(self, codes: Codes) -> Any:
        if self.from_ is None and self.options is None:
            return _FREE
        word: Any = super().type(codes)
        return Annotated[dict[str, word], WrapValidator(_unchanged)]


AnyField = Annotated[
    TextField
    | IntegerField
    | NumberField
    | FlagField
    | ColorField
    | LengthField
    | FileField
    | ChoiceField
    | ListField
    | MapField,
    Field(discriminator="kind"),
]
FIELD_KINDS: Mapping[str, type[FieldKind]] = {
    kind.model_fields["kind"].default: kind for kind in get_args(get_args(AnyField)[0])
}
"""The kinds of fields by the word for each."""

_CONFIG = ConfigDict(extra="forbid", strict=True)


class Erratum(TypedDict):
    """A slip in the source of a record or a row: the field, what was printed, and why the record differs."""

    __pydantic_config__ = _CONFIG  # type: ignore[misc]

    field: Annotated[str, Field(description="the field that differs")]
    printed: Annotated[str, Field(description="what the source has")]
    reason: Annotated[str, Field(description="why that is a slip")]


class Deviation(TypedDict):
    """A stat that is not what guidelines make it: by how much the printed number differs, and why."""

    __pydantic_config__ = _CONFIG  # type: ignore[misc]

    stat: Annotated[str, Field(description="the stat, a field of the record")]
    amount: Annotated[int, Field(description="how much more the printed number is than the derived one")]
    reason: Annotated[str, Field(min_length=1, description="why")]


def _left_out(kind: Any, default: Any) -> Any:
    """A column that may be left out, and then has a value."""
    # pydantic copies a default that can change, and the whole text of its file with it.
    given = Field(default_factory=lambda: default) if isinstance(default, Map) else Field(default=default)
    return NotRequired[Annotated[kind, given]]


_ERRATA = _left_out(Many[Erratum], ())
BUILT_IN: Mapping[str, Any] = {
    "name": Annotated[str, Field(min_length=1, max_length=200)],
    "copies": _left_out(Annotated[int, Field(ge=1, le=999)], 1),
    "art": _left_out(File, None),
    "look": _left_out(_FREE, MapField.empty),
    "errata": _ERRATA,
    "deviations": _left_out(Many[Deviation], ()),
}
"""The columns that every record has besides the declared ones."""
# A game may declare these anew, as the same kind, to say more about them.
_REFINABLE = {"art": "file", "look": "map"}


def row_adapter(name: str, fields: Map, files: Files) -> TypeAdapter[dict[str, Any]]:
    """The adapter of a table's rows, which have the fields that a game declares; what is wrong with those is reported.

    A field with a mistake accepts anything, so that its rows are not reported as well.
    """
    columns = {field: _column(field, fields, files) for field in fields}
    return _adapter(name, columns if "errata" in columns else {**columns, "errata": _ERRATA})


def record_adapter(name: str, fields: Map, files: Files) -> TypeAdapter[dict[str, Any]]:
    """As `row_adapter`, for records, which have the built-in fields too."""
    columns = {field: _column(field, fields, files) for field in fields if not _clashes(field, fields, files)}
    return _adapter(name, {**BUILT_IN, **columns})


def _adapter(name: str, columns: Mapping[str, Any]) -> TypeAdapter[dict[str, Any]]:
    make: Any = TypedDict
    shape = make(name, columns)
    shape.__pydantic_config__ = _CONFIG
    return TypeAdapter(shape)


def _kind_of(spec: Any) -> Any:
    return spec.get("kind") if isinstance(spec, Map) else spec


def _clashes(name: str, fields: Map, files: Files) -> bool:
    """Whether a declared field changes what a built-in one means, which is reported."""
    kind = _REFINABLE.get(name)
    if name not in BUILT_IN or (kind and kind == _kind_of(fields[name])):
        return False
    message, hint = f"{name} is built in and cannot be declared", "Remove the line."
    if kind:
        message, hint = f"{name} is built in as a {kind}", f"Declare it as a {kind}, or choose another name."
    files.report(fields.key_where(name), "built-in", message, hint)
    return True


def _column(name: str, fields: Map, files: Files) -> Any:
    spec, where = fields[name], fields.where(name)
    broken = _left_out(Any, None)
    if not name.isidentifier():
        hint = "Use letters, digits and _, such as unit_cost."
        files.report(fields.key_where(name), "bad-name", f'"{name}" cannot name a field', hint)
        return broken
    kind = _kind_of(spec)
    shape: Any = FIELD_KINDS.get(kind, AnyField) if isinstance(kind, str) else AnyField
    if shape is AnyField and isinstance(spec, str):
        message = f'{name} has the unknown kind "{shortened(spec)}"'
        files.report(where, "unknown-value", message, did_you_mean(spec, FIELD_KINDS))
        return broken
    field: FieldKind | None = files.check(adapter(shape), spec, where, name)
    if field is None:
        return broken
    table = getattr(field, "from_", None)
    if table is not None and table not in files.codes:
        hint = did_you_mean(table, files.codes) or "Add the table under tables."
        files.report(spec.where("from"), "unknown-value", f'unknown table "{shortened(table)}"', hint)
        return broken
    column = field.type(files.codes)
    if field.default is None:
        return _left_out(column, field.empty) if field.optional else column
    default = files.check(TypeAdapter(column), field.default, spec.where("default"), "default")
    return broken if default is None else _left_out(column, default)
