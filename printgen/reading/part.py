"""Declared shapes of what people write: a class comes in for each mapping, with places kept; `Files.check` reads them.

A `Part` is a pydantic model of a mapping: unknown keys, wrong types, missing keys and values out of range are findings
at their line. Every key needs a `Field(description=...)`, from which the reference pages and the JSON Schema are made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    PlainValidator,
    PrivateAttr,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, core_schema

from printgen.base.errors import Where, did_you_mean
from printgen.base.letters import an
from printgen.reading.fields import Color, File, Length, OneOrMany, OrOne, Size, Values, problem, told
from printgen.reading.marked import Map, Seq, empty_map
from printgen.reading.scalars import shortened

__all__ = ["Color", "File", "Length", "OneOrMany", "OrOne", "Size", "Values"]

NOWHERE = Where("")
"""The place of what stands in no file."""


class Phrase(NamedTuple):
    """A text and its place in the file; "" stands for one that was left out."""

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

Words = Annotated[Phrase, PlainValidator(_phrase), told(_WRITTEN, "text to print")]
"""Text to print, not empty, which remembers its place; a number is a text too. Code may give a plain string."""

Cell = Annotated[
    Phrase, PlainValidator(lambda value: NOTHING if value == "" else _phrase(value)), told(_WRITTEN, "a cell")
]
"""As `Words`, but a file may say "" for nothing."""


class _Null:
    """Stands for a null of a file: None is the value of a key that is left out, and of no other."""

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
    _source: Map = PrivateAttr(default_factory=empty_map)
    _at: Where = PrivateAttr(default_factory=lambda: NOWHERE)

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, raw: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if isinstance(raw, Map):
            part = handler({key: _NULL if held is None else held for key, held in raw.items()})
            part._source, part._at = raw, raw.start
            for name, field in cls.model_fields.items():
                if (key := field.alias or name) in raw:
                    part.__dict__[name] = _placed(part.__dict__[name], raw, key)
        elif isinstance(raw, dict | Part) or not cls.short:
            part = handler(raw)
        else:
            part = handler({cls.short: raw})
            if isinstance(raw, Seq):
                part._at = raw.start
                part.__dict__[cls.short] = _items_placed(part.__dict__[cls.short], raw)
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
        """The place of the mapping, or of the value that stands for it; nowhere for a part that code has made."""
        return self._at

    @property
    def written(self) -> Map:
        """The mapping as the file writes it, for the places of what its values hold."""
        return self._source

    def placed_at(self, where: Where) -> Self:
        """The same part with a place, for what code makes of something in a file."""
        copy = self.model_copy()
        copy._at = where
        return copy

    def gives(self, key: str) -> bool:
        """Whether the file writes the key itself."""
        return key in self._source

    def where_of(self, *path: str | int) -> Where:
        """The place of the value that keys and indexes lead to, or as far on the way there as the file goes."""
        return self._place(path, "where")

    def key_where_of(self, *path: str | int) -> Where:
        """As `where_of`, but the place of the last key itself."""
        return self._place(path, "key_where")

    def _place(self, path: tuple[str | int, ...], of: str) -> Where:
        holder: Any = self._source
        where = self._at
        for step in path:
            known = step in holder if isinstance(holder, Map) else isinstance(holder, Seq) and int(step) < len(holder)
            if not known:
                break
            where, holder = getattr(holder, of, holder.where)(step), holder[step]
        return where


def _placed(value: Any, holder: Map | Seq, key: Any) -> Any:
    """What was made of a holder's value, its words with their places: pydantic itself knows of none."""
    held: Any = holder[key]
    if isinstance(value, Phrase):
        return Phrase(value.text, holder.where(key))
    if isinstance(value, Part):
        if value.short and not value.where.file:
            # A plain value stands for it; in a mapping of one word, that of the word.
            where = held.where(next(iter(held))) if isinstance(held, Map) else holder.where(key)
            value._at = where
            if isinstance(words := value.__dict__[value.short], Phrase):
                value.__dict__[value.short] = Phrase(words.text, where)
    elif type(value) is tuple:
        return (
            _items_placed(value, held) if isinstance(held, Seq) else tuple(_placed(one, holder, key) for one in value)
        )
    elif type(value) is dict and isinstance(held, Map):
        return {name: _placed(one, held, name) for name, one in value.items()}
    return value


def _items_placed(values: tuple[Any, ...], holder: Seq) -> tuple[Any, ...]:
    return tuple(_placed(value, holder, n) for n, value in enumerate(values))


@cache
def adapter(part: Any) -> TypeAdapter[Any]:
    """The adapter of a shape, made when it is first asked for."""
    return TypeAdapter(part)


def problem_at(found: PydanticCustomError, *keys: str | int) -> ValidationError:
    """What a validator raises for a problem of something within its value, which the keys and indices lead to."""
    return ValidationError.from_exception_data("", [InitErrorDetails(type=found, loc=keys, input=None)])


@dataclass(frozen=True, eq=False)
class Keyed:
    """Annotates a union of parts: a file writes each as a mapping whose only key, its word, tells which one it is.

    `noun` and `such_as` are for what is said of anything else. Code gives the parts themselves.
    """

    shapes: Mapping[str, type[Part]]
    noun: str
    such_as: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        choices: dict[Any, CoreSchema] = {
            word: core_schema.no_info_before_validator_function(partial(_under, word), handler.generate_schema(shape))
            for word, shape in self.shapes.items()
        }
        return core_schema.no_info_before_validator_function(
            self._checked,
            core_schema.tagged_union_schema(choices, self._word),
            metadata={"pydantic_js_functions": [partial(_schema, choices)]},
        )

    def _word(self, value: Any) -> str | None:
        if isinstance(value, Part):
            return next((word for word, shape in self.shapes.items() if isinstance(value, shape)), None)
        return str(next(iter(value)))

    def _checked(self, value: Any) -> Any:
        """The value, which must be a mapping of one known word."""
        if isinstance(value, Part):
            return value
        if not isinstance(value, Map) or len(value) != 1:
            message = f"{an(self.noun)} is one kind with its value, such as {self.such_as}"
            raise problem("bad-block", message, f"Start every {self.noun} with a dash of its own.")
        (word,) = value
        if word not in self.shapes:
            message = f'there is no kind of {self.noun} "{shortened(word)}"'
            raise problem("unknown-key", message, did_you_mean(word, self.shapes))
        return value


def _under(word: str, value: Any) -> Any:
    return value if isinstance(value, Part) else value[word]


def _schema(choices: Mapping[str, CoreSchema], schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
    def only(word: str, shape: Any) -> dict[str, Any]:
        return {"type": "object", "properties": {word: shape}, "required": [word], "additionalProperties": False}

    return {"oneOf": [only(word, handler(choice)) for word, choice in choices.items()]}


Duplex = Literal["long", "short", "none", "split", "fold", "manual"]
"""How backs may be printed: the first is the usual way."""


class Options(Part):
    """What every kind of product takes under `options`.

    `forms` tells of options that not every form reads: the forms that do.
    """

    forms: ClassVar[Mapping[str, Sequence[str]]] = {}

    duplex: Duplex | None = Field(
        default=None, description="how backs are printed: on the long or short edge, split, folded over, or none"
    )
    back_look: str | None = Field(
        default=None,
        alias="back-look",
        description="the look of backs: color, light (else those that are the same for all are light) or saver",
    )
