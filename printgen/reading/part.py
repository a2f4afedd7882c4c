"""Declared shapes of what people write: a class comes in for each mapping, with places kept; `Files.check` reads them.

A `Part` is a pydantic model of a mapping: unknown keys, wrong types, missing keys and values out of range are findings
at their line. Every key needs a `Field(description=...)`, from which the reference pages and the JSON Schema are made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple, Self, TypeVar, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    PlainValidator,
    PrivateAttr,
    TypeAdapter,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError

from printgen.base.units import parse_size
from printgen.errors import Where
from printgen.reading.fields import ColorField, LengthField, Surroundings, empty_map, file_in, problem
from printgen.reading.marked import Map, Seq

T = TypeVar("T")

NOWHERE = Where("")
"""The place of what stands in no file."""


class Phrase(NamedTuple):
    """A text and its place in the file; "" stands for one that was left out."""

    text: str
    where: Where = NOWHERE

    def __bool__(self) -> bool:
        return bool(self.text)


@dataclass(frozen=True, slots=True)
class Placed:
    """A value of a file on its way into a `Phrase`, or into a part that may be written as a value, with its place.

    It is no tuple, which would pass for a list.
    """

    value: Any
    where: Where


def _opened(value: Any) -> tuple[Any, Where]:
    return (value.value, value.where) if isinstance(value, Placed) else (value, NOWHERE)


def _phrase(value: Any) -> Phrase:
    text, where = _opened(value)
    if isinstance(text, Phrase):
        return text
    if isinstance(text, bool) or not isinstance(text, str | int | float):
        raise PydanticCustomError("string_type", "should be text")
    if not str(text).strip():
        raise problem("missing-text", "has no text", "Write something, or remove the line.")
    return Phrase(str(text), where)


def _cell(value: Any) -> Phrase:
    text, where = _opened(value)
    return Phrase("", where) if text == "" else _phrase(value)


NOTHING = Phrase("")
"""The words of a key that is left out."""
_NOTHING = ["", list(NOWHERE)]  # As pydantic writes it into a schema.

Words = Annotated[
    Phrase, PlainValidator(_phrase), WithJsonSchema({"type": ["string", "number"], "description": "text to print"})
]
"""Text to print, not empty, which remembers its place; a number is a text too. Code may give a plain string."""

Cell = Annotated[Phrase, PlainValidator(_cell), WithJsonSchema({"type": ["string", "number"], "description": "a cell"})]
"""As `Words`, but a file may say "" for nothing."""


def _several(value: Any) -> Any:
    return tuple(value) if isinstance(value, list | tuple) else (value,)


class OrOne:
    """Tells the JSON Schema of a list that its only item may stand alone."""

    @staticmethod
    def __get_pydantic_json_schema__(core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        several = handler(core)
        return {"anyOf": [several["items"], several]}


OneOrMany = Annotated[tuple[T, ...], BeforeValidator(_several), OrOne]
"""A list, or the only item of one."""


def _mapping(value: Any) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    raise PydanticCustomError("dict_type", "should be a mapping")


Values = Annotated[Mapping[str, Any], PlainValidator(_mapping), WithJsonSchema({"type": "object"})]
"""Free values by name, as they are written."""


def _by_name(value: Any) -> Any:
    return {key: _with_places(value, key, held) for key, held in value.items()} if isinstance(value, Map) else value


ByName = Annotated[dict[str, T], BeforeValidator(_by_name)]
"""Parts or words by names that the file chooses, in the order of the file."""


def _file(value: Any, info: ValidationInfo) -> Path:
    return file_in(info.context if isinstance(info.context, Surroundings) else Surroundings(Path(), {}), value)


File = Annotated[Path, PlainValidator(_file), WithJsonSchema({"type": "string", "description": "a file of the game"})]
"""A file that exists: inside the game's folder, or anywhere when the path is absolute."""

_AROUND = Surroundings(Path(), {})
Length = LengthField.model_construct().type(_AROUND)
"""A length with its unit, such as 63mm; the value is in points."""

Color = ColorField.model_construct().type(_AROUND)
"""A colour as "#RRGGBB"; upper case."""


def _size(value: Any) -> tuple[float, float]:
    try:
        return parse_size(str(value))
    except ValueError as error:
        raise problem("bad-value", str(error), "Write it like 63x88mm.") from error


Size = Annotated[
    tuple[float, float],
    PlainValidator(_size),
    WithJsonSchema({"type": "string", "description": "a size such as 63x88mm"}),
]
"""A width and a height with their unit, such as 63x88mm; in points."""


class Part(BaseModel):
    """A mapping of a file, which knows its own place and that of every key.

    `short` names the key whose value may be written in place of the whole mapping. Code makes parts with plain values,
    which have no places.
    """

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, arbitrary_types_allowed=True, defer_build=True, populate_by_name=False
    )
    short: ClassVar[str] = ""
    _source: Map = PrivateAttr(default_factory=empty_map)
    _at: Where = PrivateAttr(default=NOWHERE)
    _phrased: ClassVar[frozenset[str] | None] = None

    @model_validator(mode="wrap")
    @classmethod
    def _placed(cls, raw: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        value, where = _opened(raw)
        if isinstance(value, Map):
            words = cls._words()
            part = handler(
                {
                    k: _with_places(value, k, held) if k in words else _null(cls, k) if held is None else held
                    for k, held in value.items()
                }
            )
            part._source, part._at = value, value.start
            return part
        if isinstance(value, dict | Part) or not cls.short:
            return handler(value)
        where = value.start if isinstance(value, Seq | Items) else where
        part = handler({cls.short: _placed(value, where) if cls.short in cls._words() else value})
        part._at = where
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
        told = {"description": whole["description"]} if "description" in whole else {}
        return {"anyOf": [schema, whole["properties"][cls.short]], **told}

    @classmethod
    def _words(cls) -> frozenset[str]:
        """The keys whose values are, or hold, words with places."""
        if "_phrased" not in cls.__dict__ or cls._phrased is None:
            found = {field.alias or name for name, field in cls.model_fields.items() if _holds_words(field)}
            cls._phrased = frozenset(found)
        return cls._phrased

    @property
    def where(self) -> Where:
        """The place of the mapping, or of the value that stands for it; nowhere for a part that code has made."""
        return self._at

    def placed_at(self, where: Where) -> Self:
        """The same part with a place, for what code makes of something in a file."""
        copy = self.model_copy()
        copy._at = where
        return copy

    def where_of(self, *path: str | int) -> Where:
        """The place of the value that keys and indexes lead to, or as far on the way there as the file goes."""
        return self._place(path, lambda holder, step: holder.where(step))

    def key_where_of(self, *path: str | int) -> Where:
        """As `where_of`, but the place of the last key itself."""
        return self._place(path, lambda holder, step: getattr(holder, "key_where", holder.where)(step))

    def _place(self, path: Sequence[str | int], place: Callable[[Any, str | int], Where]) -> Where:
        holder: Any = self._source
        where = self._at
        for step in path:
            known = step in holder if isinstance(holder, Map) else isinstance(holder, Seq) and int(step) < len(holder)
            if not known:
                break
            where, holder = place(holder, step), holder[step]
        return where

    @property
    def written(self) -> Map:
        """The mapping as the file writes it, for the places of what its values hold."""
        return self._source

    def gives(self, key: str) -> bool:
        """Whether the file writes the key itself."""
        return key in self._source


def _holds_words(field: Any) -> bool:
    return any(isinstance(part, PlainValidator) and part.func is _phrase for part in field.metadata) or _mentions(
        field.annotation
    )


def _mentions(annotation: Any) -> bool:
    if annotation is Phrase:
        return True
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return bool(annotation.short)  # Else it places its own words.
    return any(_mentions(inner) for inner in get_args(annotation))


class _Null:
    """Stands for a null of a file where only a key that is left out may be None."""

    def __str__(self) -> str:
        return "nothing"


_NULL = _Null()


def _null(part: type[Part], key: str) -> Any:
    field = next((field for name, field in part.model_fields.items() if (field.alias or name) == key), None)
    return _NULL if field is not None and type(None) in get_args(field.annotation) else None


class Items(list[Any]):
    """The items of a sequence with their places, on their way into the parts and phrases that they become."""

    start: Where = NOWHERE


def _with_places(holder: Map | Seq, key: Any, value: Any) -> Any:
    # A place is worked out for words only: a mapping and a sequence know their own.
    return value if isinstance(value, Map) else _placed(value, holder.where(key))


def _placed(value: Any, where: Where) -> Any:
    if isinstance(value, Seq):
        items = Items(_with_places(value, n, item) for n, item in enumerate(value))
        items.start = value.start
        return items
    return value if isinstance(value, list | tuple | Placed) else Placed(value, where)


@cache
def adapter(part: Any) -> TypeAdapter[Any]:
    """The adapter of a shape, made when it is first asked for."""
    return TypeAdapter(part)


DUPLEX = ("long", "short", "none", "split", "fold")
"""How backs may be printed: the first is the usual way."""


class Options(Part):
    """What every kind of product takes under `options`."""

    duplex: Annotated[str | None, Field(json_schema_extra={"enum": list(DUPLEX)})] = Field(
        default=None, description="how backs are printed: on the long or short edge, split, folded over, or none"
    )
