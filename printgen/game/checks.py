"""Compile the rules that a game states itself, the list `checks` of game.yaml.

A check is about each record, each row of a table, or a deck as a whole. Its expressions see what faces see: `card`,
the record; `deck`, all records of its list; `tables`; of a table's row `row` and `code`; and with `each`, one `item`
of a field and the `value` that a mapping has for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, StringConstraints, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from printgen.base.errors import ValueProblem, split_advice
from printgen.reading.expressions import parse_condition, parse_value
from printgen.reading.files import Files
from printgen.reading.part import Many, Part, adapter, problem
from printgen.reading.positions import LocatedMap
from printgen.reading.texts import Value

Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Code = Annotated[str, StringConstraints(pattern="^[a-z][a-z0-9-]{0,39}$")]


def _compile_with(compile_value: Callable[[str], Value]) -> Any:
    def compiled(value: Any) -> Value:
        if not isinstance(value, str) or not value.strip():
            raise PydanticCustomError("string_type", "should be text")
        try:
            return compile_value(value)
        except ValueProblem as error:
            raise problem("bad-expression", *split_advice(str(error), "Mend the expression.")) from error

    return PlainValidator(compiled)


Condition = Annotated[Value, _compile_with(parse_condition), WithJsonSchema({"type": "string"})]
"""An expression that is true or false."""

Template = Annotated[Value, _compile_with(parse_value), WithJsonSchema({"type": "string"})]
"""A text that may hold {{ expressions }}."""


class Check(Part):
    """A rule of a game's own."""

    records: Name | None = Field(None, description="the shape, or the product, whose records it is about")
    table: Name | None = Field(None, description="the table whose rows it is about")
    deck: Name | None = Field(None, description="the product whose records it is about, all of them at once")
    each: Name | None = Field(
        None, description="a field with a list or a mapping, of which each item is judged by itself"
    )
    when: Condition | None = Field(None, description="where the rule applies; everywhere when it is left out")
    must: Condition = Field(description="what must be true")
    message: Template = Field(description="what is wrong when it is not; it may hold {{ expressions }}")
    hint: Template | None = Field(None, description="how to mend it, a sentence that starts with a verb")
    at: Name | None = Field(None, description="the field that is to blame; the record when it is left out")
    severity: Literal["error", "warning"] = Field("error", description="how grave it is")
    code: Code = Field("broken-check", description="a word for scripts to know it by, such as missing-level")

    @model_validator(mode="after")
    def _about_one_thing(self) -> Check:
        if sum(name is not None for name in (self.records, self.table, self.deck)) != 1:
            message = "a check is about records, a table or a deck"
            raise problem("bad-value", message, "Add records:, table: or deck: and a name, and only one of them.")
        if self.deck is not None and (self.each or self.at):
            raise problem("bad-value", "a deck as a whole has no field", "Remove each: and at:.")
        return self

    @property
    def names(self) -> frozenset[str]:
        """What its expressions may speak of."""
        subject = {"row", "code"} if self.table else {"deck"} if self.deck else {"card", "deck"}
        return frozenset({*subject, "tables", "values", *(("item", "value") if self.each else ())})

    def expressions(self) -> Iterator[tuple[str, Value]]:
        """Its expressions by their keys."""
        for key in ("when", "must", "message", "hint"):
            value = getattr(self, key)
            if value is not None:
                yield key, value


Fields = Mapping[str, Collection[str]]


def load_checks(
    files: Files, top: LocatedMap, shapes: Fields, tables: Fields, products: Mapping[str, str]
) -> tuple[Check, ...]:
    """The checks of game.yaml, which speak of fields of shapes, tables and products; mistakes go to `files`."""
    checks: tuple[Check, ...] | None = files.check(adapter(Many[Check]), top["checks"], top.where("checks"), "checks")
    lists = {name: shapes.get(shape, ()) for name, shape in products.items()}
    known = {"records": {**lists, **shapes}, "table": tables, "deck": lists}
    return tuple(check for check in checks or () if _sound(files, check, known))


def _sound(files: Files, check: Check, known: Mapping[str, Fields]) -> bool:
    """Whether a check speaks only of what there is; what it should not speak of is reported."""
    before = len(files.findings)

    def report(key: str, word: str, words: Collection[str], message: str, code: str = "bad-expression") -> None:
        files.unknown(check.where_of(key), code, message, word, words)

    (about,) = (key for key in known if getattr(check, key) is not None)
    name = getattr(check, about)
    fields = known[about].get(name, ())
    named = {about: known[about], "each": fields, "at": fields} if name in known[about] else {about: known[about]}
    for key, words in named.items():
        word = getattr(check, key)
        if word is not None and word not in words:
            report(key, word, words, f'{key} has the unknown value "{word}"', "unknown-value")
    for key, value in check.expressions() if "at" in named else ():
        for word in sorted(value.names - check.names):
            report(key, word, check.names, f'there is no "{word}" in {key}')
        if value.field not in (None, *fields):
            report(key, str(value.field), fields, f'{name} has no field "{value.field}"')
    return len(files.findings) == before
