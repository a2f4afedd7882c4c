"""Declared shapes of what people write: a class for each mapping, with places kept; `Files.check` reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from string import Formatter
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    PlainValidator,
    PrivateAttr,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, core_schema

from printgen.base.errors import Where, did_you_mean
from printgen.base.units import canonical_color, parse_length, parse_size, to_mm, with_article
from printgen.reading.positions import LocatedList, LocatedMap, empty_map
from printgen.reading.scalars import shorten
from printgen.reading.validation import describe

T = TypeVar("T")

MAX_TEXT = 2000
"""The most letters of a text that says nothing else."""

Many = Annotated[tuple[T, ...], BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value)]
"""A list, which becomes a tuple; strict pydantic alone would refuse it."""


class OrOne:
    """Marks a list in the JSON Schema whose only item may stand alone."""

    @staticmethod
    def __get_pydantic_json_schema__(core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        several = handler(core)
        return {"anyOf": [several["items"], several]}


OneOrMany = Annotated[
    tuple[T, ...], BeforeValidator(lambda value: tuple(value) if isinstance(value, list | tuple) else (value,)), OrOne
]
"""A list, or the only item of one."""


def problem(code: str, message: str, hint: str) -> PydanticCustomError:
    """The exception for a validator whose finding has this code (kebab-case), message and hint."""
    return PydanticCustomError(code, "{problem}", {"problem": message, "hint": hint})


def fillable(*names: str) -> AfterValidator:
    """Refuses words with braces for anything but a single one of these names, so that `format` can fill them in."""

    def check_blanks(words: T) -> T:
        try:
            blanks = list(Formatter().parse(str(getattr(words, "text", words))))
        except ValueError as error:
            raise problem("bad-value", f"the words cannot be filled in: {error}", "Close every brace.") from error
        for _, name, spec, conversion in blanks:
            if name is not None and name not in names:
                message = f"nothing is filled in for {{{shorten(name)}}}"
                raise problem("unknown-value", message, did_you_mean(name, names))
            if spec or conversion:
                hint = f"Write {{{name}}}, and nothing more between the braces."
                raise problem("bad-value", f"{{{name}}} is filled in as it is", hint)
        return words

    return AfterValidator(check_blanks)


def parse_with(parse: Callable[[Any], Any], hint: str, code: str = "bad-value") -> PlainValidator:
    """Reads a value with a function whose ValueError explains a mistake."""

    def read(value: Any) -> Any:
        try:
            return parse(value)
        except ValueError as error:
            # Text after a semicolon is advice, and becomes the hint.
            raise problem(code, str(error).partition(";")[0], hint) from error

    return PlainValidator(read)


def schema_text(kind: str | list[str], description: str) -> WithJsonSchema:
    """The JSON Schema of a value that is written as text of a certain form."""
    return WithJsonSchema({"type": kind, "description": description})


def _length(value: Any) -> float:
    if not isinstance(value, str | int | float):
        raise ValueError(f"{describe(value)} is not a length")
    return parse_length(value)


Length = Annotated[
    float,
    parse_with(_length, "Write it like 63mm, 0.25in or 9pt."),
    schema_text("string", "a length such as 63mm, 0.25in or 9pt"),
]
"""A length with its unit, such as 63mm; the value is in points."""


def length_within(least: float, most: float) -> AfterValidator:
    """Limits a length to a range, in millimetres, or both sides of a size; it annotates a `Length` or a `Size`."""

    def check_range(points: T) -> T:
        several: tuple[Any, ...] = points if isinstance(points, tuple) else (points,)
        sides = [to_mm(side) for side in several]
        # A length in inches must not miss a limit by a rounding error.
        if not least - 1e-6 <= min(sides) <= max(sides) <= most + 1e-6:
            limits, written = f"from {least:g} to {most:g} mm", " x ".join(f"{round(side, 4):g}" for side in sides)
            raise problem("out-of-range", f"{written} mm is not {limits}", f"Choose one {limits}.")
        return points

    return AfterValidator(check_range)


Size = Annotated[
    tuple[float, float],
    parse_with(lambda value: parse_size(str(value)), "Write it like 63x88mm."),
    schema_text("string", "a size such as 63x88mm"),
]
"""A width and a height with their unit, such as 63x88mm; in points."""


def _color(value: Any) -> Any:
    return (canonical_color(value) or value) if isinstance(value, str) else value


Color = Annotated[
    str,
    BeforeValidator(_color),
    StringConstraints(pattern="^#[0-9A-F]{6}([0-9A-F]{2})?$"),
    Field(description='a colour such as "#4B5320"'),
    schema_text("string", 'a colour such as "#4B5320", "#fff", "#4B532080" (half of it shows) or tomato'),
]
"""A colour as "#RRGGBB", or "#RRGGBBAA" where it shows through; upper case."""


def _file(value: Any, info: ValidationInfo) -> Path:
    if isinstance(value, Path):
        return value  # No file says a path: it was found already.
    if not isinstance(value, str):
        raise PydanticCustomError("string_type", "a path is text")
    path: Path = info.context(value)  # type: ignore[misc]
    return path


File = Annotated[Path, PlainValidator(_file), schema_text("string", "a file in the game's folder")]
"""A file that exists; `Files.check` finds it."""


def _mapping(value: Any) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    raise PydanticCustomError("dict_type", "should be a mapping")


Values = Annotated[Mapping[str, Any], PlainValidator(_mapping), WithJsonSchema({"type": "object"})]
"""Free values by name, as they are written."""

NOWHERE = Where("")
"""The place of what stands in no file."""


class Phrase(NamedTuple):
    """A text and its place in the file; "" for a missing text."""

    text: str
    where: Where = NOWHERE

    def __bool__(self) -> bool:
        return bool(self.text)


def _phrase(value: Any) -> Phrase:
    if isinstance(value, Phrase):
        return value
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise PydanticCustomError("string_type", "should be text")
    if not str(value).strip():
        raise problem("missing-text", "has no text", "Write something, or remove the line.")
    return Phrase(str(value))


NOTHING = Phrase("")
"""The words of a key that is left out."""
_NOTHING = ["", list(NOWHERE)]  # As pydantic writes it into a schema.
_WRITTEN = ["string", "number"]

Words = Annotated[Phrase, PlainValidator(_phrase), schema_text(_WRITTEN, "text to print")]
"""Text to print, not empty, which remembers its place; a number is a text too. Code may give a plain string."""

Cell = Annotated[
    Phrase, PlainValidator(lambda value: NOTHING if value == "" else _phrase(value)), schema_text(_WRITTEN, "a cell")
]
"""As `Words`, but a file may say "" for nothing."""


class _Null:
    """Stands for a null in a file, since None is the value of a missing key."""

    def __str__(self) -> str:
        return "nothing"


_NULL = _Null()


class Part(BaseModel):
    """A mapping of a file, which knows its own place and that of every key.

    `short` names the key whose value may be written in place of the whole mapping. Code makes parts with plain values,
    which have no places.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, arbitrary_types_allowed=True, defer_build=True)
    short: ClassVar[str] = ""
    _source: LocatedMap = PrivateAttr(default_factory=empty_map)
    _at: Where = PrivateAttr(default_factory=lambda: NOWHERE)

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, raw: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if isinstance(raw, LocatedMap):
            part = handler({key: _NULL if value is None else value for key, value in raw.items()})
            part._source, part._at = raw, raw.start
            for name, field in cls.model_fields.items():
                if (key := field.alias or name) in raw:
                    part.__dict__[name] = _with_place(part.__dict__[name], raw, key)
        elif isinstance(raw, dict | Part) or not cls.short:
            part = handler(raw)
        else:
            part = handler({cls.short: raw})
            if isinstance(raw, LocatedList):
                part._at = raw.start
                part.__dict__[cls.short] = _with_item_places(part.__dict__[cls.short], raw)
        return part

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema = handler(core_schema)
        whole = handler.resolve_ref_schema(schema)
        for field in whole["properties"].values():
            if field.get("default") == _NOTHING:
                del field["default"]
        if not cls.short:
            return schema
        described = {"description": whole["description"]} if "description" in whole else {}
        return {"anyOf": [schema, whole["properties"][cls.short]], **described}

    @property
    def where(self) -> Where:
        """The place of the mapping, or of its short value; nowhere for a part made by code."""
        return self._at

    @property
    def source_map(self) -> LocatedMap:
        """The mapping as written in the file, for places inside its values."""
        return self._source

    def at_place(self, where: Where) -> Self:
        """The same part with a place, for parts that code makes from something in a file."""
        copy = self.model_copy()
        copy._at = where
        return copy

    def gives(self, key: str) -> bool:
        """Whether the file writes the key itself."""
        return key in self._source

    def where_of(self, *path: str | int) -> Where:
        """The place of the value at a path of keys and indexes, or of its nearest parent in the file."""
        return self._place(path, "where")

    def key_where_of(self, *path: str | int) -> Where:
        """As `where_of`, but the place of the last key itself."""
        return self._place(path, "key_where")

    def _place(self, path: tuple[str | int, ...], of: str) -> Where:
        holder: Any = self._source
        where = self._at
        for step in path:
            try:
                where, holder = getattr(holder, of, holder.where)(step), holder[step]
            except (LookupError, AttributeError):
                break
        return where


def _with_place(value: Any, holder: LocatedMap | LocatedList, key: Any) -> Any:
    """A value made from a holder's, with places for its words, which pydantic does not pass on."""
    raw: Any = holder[key]
    if isinstance(value, Phrase):
        return Phrase(value.text, holder.where(key))
    if isinstance(value, Part):
        if value.short and not value.where.file:
            # A plain value stands for it; in a mapping of one word, that of the word.
            where = raw.where(next(iter(raw))) if isinstance(raw, LocatedMap) else holder.where(key)
            value._at = where
            if isinstance(words := value.__dict__[value.short], Phrase):
                value.__dict__[value.short] = Phrase(words.text, where)
    elif type(value) is tuple and isinstance(raw, LocatedList):
        return _with_item_places(value, raw)
    elif type(value) is tuple:
        return tuple(_with_place(inner, holder, key) for inner in value)
    elif type(value) is dict and isinstance(raw, LocatedMap):
        return {name: _with_place(inner, raw, name) for name, inner in value.items()}
    return value


def _with_item_places(values: tuple[Any, ...], holder: LocatedList) -> tuple[Any, ...]:
    return tuple(_with_place(value, holder, n) for n, value in enumerate(values))


@cache
def adapter(part: Any) -> TypeAdapter[Any]:
    """The adapter of a shape, made when first needed."""
    return TypeAdapter(part)


def problem_at(error: PydanticCustomError, *keys: str | int) -> ValidationError:
    """The error of a validator for a problem within its value, at this path of keys and indices."""
    return ValidationError.from_exception_data("", [InitErrorDetails(type=error, loc=keys, input=None)])


@dataclass(frozen=True, eq=False)
class Keyed:
    """Annotates a union of parts: a file writes each as a mapping whose only key, its word, says which one it is.

    `noun` and `such_as` are words for the findings of anything else. Code gives the parts themselves.
    """

    shapes: Mapping[str, type[Part]]
    noun: str
    such_as: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        choices: dict[Any, CoreSchema] = {
            word: core_schema.no_info_before_validator_function(partial(_unwrap, word), handler.generate_schema(shape))
            for word, shape in self.shapes.items()
        }
        return core_schema.no_info_before_validator_function(
            self._check,
            core_schema.tagged_union_schema(choices, self._word),
            metadata={"pydantic_js_functions": [partial(_one_of_schema, choices)]},
        )

    def _word(self, value: Any) -> str | None:
        if isinstance(value, Part):
            return next((word for word, shape in self.shapes.items() if isinstance(value, shape)), None)
        return str(next(iter(value)))

    def _check(self, value: Any) -> Any:
        """The value, which must be a mapping with one known word."""
        if isinstance(value, Part):
            return value
        if not isinstance(value, LocatedMap) or len(value) != 1:
            message = f"{with_article(self.noun)} is one kind with its value, such as {self.such_as}"
            raise problem("bad-block", message, f"Start every {self.noun} with a dash of its own.")
        (word,) = value
        if word not in self.shapes:
            message = f'there is no kind of {self.noun} "{shorten(word)}"'
            raise problem("unknown-key", message, did_you_mean(word, self.shapes))
        return value


def _unwrap(word: str, value: Any) -> Any:
    return value if isinstance(value, Part) else value[word]


def _one_of_schema(
    choices: Mapping[str, CoreSchema], schema: CoreSchema, handler: GetJsonSchemaHandler
) -> dict[str, Any]:
    def only(word: str, shape: Any) -> dict[str, Any]:
        return {"type": "object", "properties": {word: shape}, "required": [word], "additionalProperties": False}

    return {"oneOf": [only(word, handler(choice)) for word, choice in choices.items()]}


Duplex = Literal["long", "short", "none", "split", "fold", "manual"]
"""How backs may be printed: the first is the usual way."""


class Options(Part):
    """The shared `options` of all kinds of product; `forms` are keys that only some forms read, with these forms."""

    forms: ClassVar[Mapping[str, Sequence[str]]] = {}

    duplex: Duplex | None = Field(
        default=None, description="how backs are printed: on the long or short edge, split, folded over, or none"
    )
    back_look: str | None = Field(
        default=None,
        alias="back-look",
        description="the look of backs: color, light (else those that are the same for all are light) or saver",
    )
