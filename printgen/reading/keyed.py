"""Shapes by a word come in; the type of a mapping of one key, which is such a word over its shape, goes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationError
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, core_schema

from printgen.errors import did_you_mean
from printgen.reading.fields import problem
from printgen.reading.marked import Map
from printgen.reading.part import Part
from printgen.reading.scalars import shortened


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
            message = f"a {self.noun} is one kind with its value, such as {self.such_as}"
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
