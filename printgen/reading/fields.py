"""What values of files may be, besides pydantic's own types: lists, lengths, sizes, colours, and files that exist."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from string import Formatter
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    StringConstraints,
    ValidationInfo,
    WithJsonSchema,
)
from pydantic_core import CoreSchema, PydanticCustomError

from printgen.base.colors import canonical
from printgen.base.errors import did_you_mean
from printgen.base.units import parse_length, parse_size, to_mm
from printgen.reading.located import described
from printgen.reading.scalars import shortened

T = TypeVar("T")

MAX_TEXT = 2000
"""The most letters of a text that says nothing else."""

Many = Annotated[tuple[T, ...], BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value)]
"""A list, which becomes a tuple; strict pydantic alone would refuse it."""


class OrOne:
    """Tells the JSON Schema of a list that its only item may stand alone."""

    @staticmethod
    def __get_pydantic_json_schema__(core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        several = handler(core)
        return {"anyOf": [several["items"], several]}


OneOrMany = Annotated[
    tuple[T, ...],
    BeforeValidator(lambda value: tuple(value) if isinstance(value, list | tuple) else (value,)),
    OrOne,
]
"""A list, or the only item of one."""


def problem(code: str, message: str, hint: str) -> PydanticCustomError:
    """What a validator raises, so that its finding has this code (kebab-case), message and hint."""
    return PydanticCustomError(code, "{problem}", {"problem": message, "hint": hint})


def fillable(*names: str) -> AfterValidator:
    """Refuses words with braces for anything but one of these names, plainly, so that `format` does what it says."""

    def filled(words: T) -> T:
        try:
            blanks = list(Formatter().parse(str(getattr(words, "text", words))))
        except ValueError as error:
            raise problem("bad-value", f"the words cannot be filled in: {error}", "Close every brace.") from error
        for _, name, form, turned in blanks:
            if name is not None and name not in names:
                message = f"nothing is filled in for {{{shortened(name)}}}"
                raise problem("unknown-value", message, did_you_mean(name, names))
            if form or turned:
                hint = f"Write {{{name}}}, and nothing more between the braces."
                raise problem("bad-value", f"{{{name}}} is filled in as it is", hint)
        return words

    return AfterValidator(filled)


def parsed(parse: Callable[[Any], Any], hint: str, code: str = "bad-value") -> PlainValidator:
    """Reads a value with a function whose ValueError says what is wrong with it."""

    def read(value: Any) -> Any:
        try:
            return parse(value)
        except ValueError as error:
            # What follows a semicolon says how to write it, as the hint does.
            raise problem(code, str(error).partition(";")[0], hint) from error

    return PlainValidator(read)


def told(kind: str | list[str], description: str) -> WithJsonSchema:
    """The JSON Schema of a value that is written as text of a certain form."""
    return WithJsonSchema({"type": kind, "description": description})


def _length(value: Any) -> float:
    if not isinstance(value, str | int | float):
        raise ValueError(f"{described(value)} is not a length")
    return parse_length(value)


Length = Annotated[
    float, parsed(_length, "Write it like 63mm, 0.25in or 9pt."), told("string", "a length such as 63mm, 0.25in or 9pt")
]
"""A length with its unit, such as 63mm; the value is in points."""


def length_within(least: float, most: float) -> AfterValidator:
    """Holds a length to a range, in millimetres, or both sides of a size; it annotates a `Length` or a `Size`."""

    def held(points: T) -> T:
        several: tuple[Any, ...] = points if isinstance(points, tuple) else (points,)
        sides = [to_mm(side) for side in several]
        # What was written in inches must not miss a limit by the last bit of a float.
        if not least - 1e-6 <= min(sides) <= max(sides) <= most + 1e-6:
            limits, written = f"from {least:g} to {most:g} mm", " x ".join(f"{round(side, 4):g}" for side in sides)
            raise problem("out-of-range", f"{written} mm is not {limits}", f"Choose one {limits}.")
        return points

    return AfterValidator(held)


Size = Annotated[
    tuple[float, float],
    parsed(lambda value: parse_size(str(value)), "Write it like 63x88mm."),
    told("string", "a size such as 63x88mm"),
]
"""A width and a height with their unit, such as 63x88mm; in points."""


def _color(value: Any) -> Any:
    """A colour in the one form that is drawn; anything else as it is."""
    return (canonical(value) or value) if isinstance(value, str) else value


Color = Annotated[
    str,
    BeforeValidator(_color),
    StringConstraints(pattern="^#[0-9A-F]{6}([0-9A-F]{2})?$"),
    Field(description='a colour such as "#4B5320"'),
    told("string", 'a colour such as "#4B5320", "#fff", "#4B532080" (half of it shows) or tomato'),
]
"""A colour as "#RRGGBB", or "#RRGGBBAA" where it shows through; upper case."""


def _file(value: Any, info: ValidationInfo) -> Path:
    if isinstance(value, Path):
        return value  # No file says a path: it was found already.
    if not isinstance(value, str):
        raise PydanticCustomError("string_type", "a path is text")
    path: Path = info.context(value)  # type: ignore[misc]
    return path


File = Annotated[Path, PlainValidator(_file), told("string", "a file in the game's folder")]
"""A file that exists; `Files.check` finds it."""


def _mapping(value: Any) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    raise PydanticCustomError("dict_type", "should be a mapping")


Values = Annotated[Mapping[str, Any], PlainValidator(_mapping), WithJsonSchema({"type": "object"})]
"""Free values by name, as they are written."""
