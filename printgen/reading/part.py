"""Declared shapes of what people write: a class comes in for each mapping, with places kept; `Files.check` reads them.

A `Part` is a pydantic model of a mapping: unknown keys, wrong types, missing keys and values out of range are findings
at their line. Every key needs a `Field(description=...)`, from which the reference pages and the JSON Schema are made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    PlainValidator,
    PrivateAttr,
    TypeAdapter,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from printgen.errors import Where
from printgen.reading.entries import Phrase
from printgen.reading.fields import ColorField, FileField, LengthField, Surroundings, empty_map, problem
from printgen.reading.marked import Map, Seq


@dataclass(frozen=True, slots=True)
class Placed:
    """A text of a file on its way into a `Phrase`, with its place; no tuple, which would pass for a list."""

    value: Any
    where: Where


def _phrase(value: Any) -> Phrase:
    text, where = (value.value, value.where) if isinstance(value, Placed) else (value, Where(""))
    if isinstance(text, Phrase):
        return text
    if isinstance(text, bool) or not isinstance(text, str | int | float):
        raise PydanticCustomError("string_type", "should be text")
    if not str(text).strip():
        raise problem("missing-text", "has no text", "Write something, or remove the line.")
    return Phrase(str(text), where)


NOTHING = Phrase("", Where(""))
"""The words of a key that is left out."""

Words = Annotated[
    Phrase, PlainValidator(_phrase), WithJsonSchema({"type": ["string", "number"], "description": "text to print"})
]
"""Text to print, not empty, which remembers its place; a number is a text too."""


def _file(value: Any, info: ValidationInfo) -> Path:
    around = info.context if isinstance(info.context, Surroundings) else Surroundings(Path(), {})
    found: Path = _finder(around.folder, around.inside)(value)
    return found


@cache
def _finder(folder: Path, inside: bool) -> Any:
    return TypeAdapter(FileField.model_construct().type(Surroundings(folder, {}, inside))).validator.validate_python


File = Annotated[Path, PlainValidator(_file), WithJsonSchema({"type": "string", "description": "a file of the game"})]
"""A file that exists: inside the game's folder, or anywhere when the path is absolute."""

_AROUND = Surroundings(Path(), {})
Length = LengthField.model_construct().type(_AROUND)
"""A length with its unit, such as 63mm; the value is in points."""

Color = ColorField.model_construct().type(_AROUND)
"""A colour as "#RRGGBB"; upper case."""


class Part(BaseModel):
    """A mapping of a file, which knows its own place and that of every key."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, arbitrary_types_allowed=True, defer_build=True, populate_by_name=False
    )
    _source: Map = PrivateAttr(default_factory=empty_map)
    _phrased: ClassVar[frozenset[str] | None] = None

    @model_validator(mode="wrap")
    @classmethod
    def _placed(cls, raw: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        if not isinstance(raw, Map):
            return handler(raw)
        words = cls._words()
        part = handler({key: _with_places(raw, key, value) if key in words else value for key, value in raw.items()})
        part._source = raw
        return part

    @classmethod
    def _words(cls) -> frozenset[str]:
        """The keys whose values are, or hold, words with places."""
        if "_phrased" not in cls.__dict__ or cls._phrased is None:
            found = {field.alias or name for name, field in cls.model_fields.items() if _holds_words(field)}
            cls._phrased = frozenset(found)
        return cls._phrased

    @property
    def where(self) -> Where:
        """The place of the mapping."""
        return self._source.start

    def where_of(self, *path: str | int) -> Where:
        """The place of the value that keys and indexes lead to, or as far on the way there as the file goes."""
        return self._place(path, lambda holder, step: holder.where(step))

    def key_where_of(self, *path: str | int) -> Where:
        """As `where_of`, but the place of the last key itself."""
        return self._place(path, lambda holder, step: getattr(holder, "key_where", holder.where)(step))

    def _place(self, path: Sequence[str | int], place: Callable[[Any, str | int], Where]) -> Where:
        holder: Any = self._source
        where = self._source.start
        for step in path:
            known = step in holder if isinstance(holder, Map) else isinstance(holder, Seq) and int(step) < len(holder)
            if not known:
                break
            where, holder = place(holder, step), holder[step]
        return where

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
        return False  # It places its own words.
    return any(_mentions(inner) for inner in get_args(annotation))


def _with_places(holder: Map | Seq, key: Any, value: Any) -> Any:
    if isinstance(value, Map):
        return value
    if isinstance(value, Seq):
        return [_with_places(value, n, item) for n, item in enumerate(value)]
    return Placed(value, holder.where(key))


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
