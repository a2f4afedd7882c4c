"""The kinds of fields that a game can declare come in; the types that pydantic checks values with go out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from os.path import normpath
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    InstanceOf,
    PlainValidator,
    StringConstraints,
    ValidationInfo,
    WithJsonSchema,
    WrapValidator,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from printgen.base.units import parse_length
from printgen.errors import closest
from printgen.reading.located import described
from printgen.reading.marked import Map, Source
from printgen.reading.scalars import shortened

T = TypeVar("T")
MAX_TEXT = 2000


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


# A YAML list that becomes a tuple; strict pydantic alone would refuse it.
Many = Annotated[tuple[T, ...], BeforeValidator(_as_tuple)]


@dataclass(frozen=True)
class Surroundings:
    """What the values of a game may refer to: its folder, and the codes of its tables.

    The codes are None for a table that could not be read, so that one mistake is not reported twice. With
    `inside`, a relative path may not lead out of the folder. `found` are the files that were asked for so far.
    """

    folder: Path
    codes: Mapping[str, tuple[str, ...] | None]
    inside: bool = True
    found: dict[str, Path] = field(default_factory=dict, repr=False, compare=False)


def problem(code: str, message: str, hint: str) -> PydanticCustomError:
    """What a validator raises, so that its finding has this code (kebab-case), message and hint."""
    return PydanticCustomError(code, "{problem}", {"problem": message, "hint": hint})


def _kind(name: str) -> Any:
    """The key that tells one kind of field from another."""
    return Field(default=name, description="the kind of field")


class FieldKind(BaseModel):
    """What every kind of field shares; `empty` is the value of an optional field that is left out."""

    # Built when first used: a game declares few of the kinds, and start-up is most of a small deck's time.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)
    empty: ClassVar[Any] = None

    optional: bool = Field(default=False, description="whether records may leave the field out")
    default: Any = Field(default=None, description="the value of records that leave the field out")

    @property
    def required(self) -> bool:
        """Whether every record must give the field: it is not optional and has no default."""
        return not self.optional and self.default is None

    def type(self, around: Surroundings) -> Any:
        """The annotated type that pydantic checks a value of this field with."""
        raise NotImplementedError


class _Ranged(FieldKind):
    @field_validator("max", check_fields=False)
    @classmethod
    def _in_order(cls, value: float | None, info: ValidationInfo) -> float | None:
        low = info.data.get("min")
        if value is not None and low is not None and value < low:
            raise problem("out-of-range", f"{value} is below min, which is {low}", "Swap them, or mend one of them.")
        return value


class TextField(FieldKind):
    """Text of at most `max` characters."""

    empty = ""
    kind: Literal["text"] = _kind("text")
    max: int = Field(default=MAX_TEXT, ge=1, le=100_000, description="the most letters that it may have")

    def type(self, around: Surroundings) -> Any:
        return Annotated[str, Field(max_length=self.max)]


class IntegerField(_Ranged):
    """A whole number from `min` to `max`."""

    kind: Literal["integer"] = _kind("integer")
    min: int | None = Field(default=None, description="the least that it may be")
    max: int | None = Field(default=None, description="the most that it may be")

    def type(self, around: Surroundings) -> Any:
        return Annotated[int, Field(ge=self.min, le=self.max)]


class NumberField(_Ranged):
    """A number from `min` to `max`."""

    kind: Literal["number"] = _kind("number")
    min: float | None = Field(default=None, description="the least that it may be")
    max: float | None = Field(default=None, description="the most that it may be")

    def type(self, around: Surroundings) -> Any:
        return Annotated[float, Field(ge=self.min, le=self.max)]


class FlagField(FieldKind):
    """true or false."""

    empty = False
    kind: Literal["flag"] = _kind("flag")

    def type(self, around: Surroundings) -> Any:
        return bool


class ColorField(FieldKind):
    """A colour as #RRGGBB."""

    kind: Literal["color"] = _kind("color")

    def type(self, around: Surroundings) -> Any:
        shape = StringConstraints(pattern="^#[0-9a-fA-F]{6}$", to_upper=True)
        return Annotated[str, shape, Field(description='a colour such as "#4B5320"')]


class LengthField(FieldKind):
    """A length with its unit; the value is in points."""

    kind: Literal["length"] = _kind("length")

    def type(self, around: Surroundings) -> Any:
        schema = {"type": "string", "description": "a length such as 63mm, 0.25in or 9pt"}
        return Annotated[float, PlainValidator(_length), WithJsonSchema(schema)]


class FileField(FieldKind):
    """A file that exists: inside the game's folder, or anywhere when the path is absolute."""

    kind: Literal["file"] = _kind("file")

    def type(self, around: Surroundings) -> Any:
        schema = {"type": "string", "description": "a file in the game's folder, or an absolute path"}
        return Annotated[Path, PlainValidator(partial(file_in, around)), WithJsonSchema(schema)]


class _Chosen(FieldKind):
    from_: str | None = Field(default=None, alias="from", description="the table whose codes may be chosen")
    options: Annotated[Many[str] | None, Field(min_length=1)] = Field(
        default=None, description="the words that may be chosen"
    )

    def word(self, around: Surroundings) -> Any:
        """The type of one word: a code of the table, one of the options, or any text."""
        words = self.options if self.from_ is None else around.codes.get(self.from_)
        if words is None:
            return Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
        return Literal.__getitem__(words)


class ChoiceField(_Chosen):
    """One code of the table named by `from`, or one of `options`."""

    kind: Literal["choice"] = _kind("choice")

    @model_validator(mode="after")
    def _one_origin(self) -> "ChoiceField":
        if (self.from_ is None) == (self.options is None):
            message = "a choice needs either from or options"
            raise problem("bad-value", message, "Add from: and a table, or options: and a list.")
        return self

    def type(self, around: Surroundings) -> Any:
        return self.word(around)


class ListField(_Chosen):
    """Any number of codes of a table, of options, or of free words, which is the default."""

    empty = ()
    kind: Literal["list"] = _kind("list")
    of: Literal["text"] | None = Field(default=None, description="text for free words, which is the default")

    @model_validator(mode="after")
    def _one_origin(self) -> "ListField":
        if sum(origin is not None for origin in (self.of, self.from_, self.options)) > 1:
            raise problem("bad-value", "a list takes only one of: of, from, options", "Keep one of them.")
        return self

    def type(self, around: Surroundings) -> Any:
        word: Any = self.word(around)
        return Many[word]


class MapField(_Chosen):
    """A mapping, which keeps the places of its values: free ones, or each a code of a table or one of `options`."""

    kind: Literal["map"] = _kind("map")

    @model_validator(mode="after")
    def _one_origin(self) -> "MapField":
        if self.from_ is not None and self.options is not None:
            raise problem("bad-value", "a map takes only one of: from, options", "Keep one of them.")
        return self

    def type(self, around: Surroundings) -> Any:
        if self.from_ is None and self.options is None:
            return Annotated[InstanceOf[Map], WithJsonSchema({"type": "object"})]
        word: Any = self.word(around)
        return Annotated[dict[str, word], WrapValidator(_unchanged)]


def _unchanged(value: Any, check: Callable[[Any], Any]) -> Any:
    """The value as it was once it is checked: pydantic would hand out a plain dict, which knows no places."""
    check(value)
    return value


def empty_map(holder: Map | None = None) -> Map:
    """A mapping with nothing in it, for a map that a file leaves out; it has the place of its holder."""
    result = Map()
    result.source, result.offset, result.first = (holder.source, holder.offset, 0) if holder else (Source(""), 0, 0)
    return result


MapField.empty = empty_map()

FIELD_KINDS: Mapping[str, type[FieldKind]] = {
    "text": TextField,
    "integer": IntegerField,
    "number": NumberField,
    "flag": FlagField,
    "color": ColorField,
    "length": LengthField,
    "file": FileField,
    "choice": ChoiceField,
    "list": ListField,
    "map": MapField,
}

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


def _length(value: Any) -> float:
    try:
        if isinstance(value, str | int | float):
            return parse_length(value)
        reason = f"{described(value)} is not a length"
    except ValueError as error:
        reason = str(error)
    raise problem("bad-value", reason.partition(";")[0], "Write it like 63mm, 0.25in or 9pt.")


def file_in(around: Surroundings, value: Any) -> Path:
    """The file of this name in a game's surroundings; a validator's problem where there is none."""
    if not isinstance(value, str):
        raise PydanticCustomError("string_type", "a path is text")
    # A deck names the same picture on many cards: the disk is asked once for each.
    if value not in around.found:
        around.found[value] = _found(around, value)
    return around.found[value]


def _found(around: Surroundings, text: str) -> Path:
    root = around.folder.resolve()
    # A folder of one's own may have to be made yet: then no way leads through it and out again.
    path = around.folder / text if around.inside else Path(normpath(root / text))
    if around.inside and not Path(text).is_absolute() and not path.resolve().is_relative_to(root):
        hint = "Move the file into the folder, or write its absolute path."
        raise problem("outside-folder", f'the file "{shortened(text)}" is outside the game\'s folder', hint)
    try:
        there = path.is_file()
    except OSError:
        there = False
    if not there:
        raise problem("missing-file", f'there is no file "{text}"', _file_hint(path))
    return path


def _file_hint(path: Path) -> str:
    try:
        near = closest(path.name, (entry.name for entry in path.parent.iterdir()))
    except OSError:
        near = None
    return f"Did you mean '{near}'?" if near else "Create the file, or mend its name."
