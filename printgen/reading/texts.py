"""Values of templates and expressions: as texts and numbers, looked up, and compared."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from printgen.base.errors import ValueProblem, did_you_mean
from printgen.base.folders import templates_folder
from printgen.base.limits import limit_of
from printgen.base.names import print_number
from printgen.reading.scalars import shorten

LARGEST = 1_000_000
"""The largest number of a picture, whether it is a length in points, an angle or a scale."""

EXACT = 10**15
"""Up to this, whole numbers are exact; no number of an expression is larger."""
_DEEPEST = 40  # How deep lists may be inside each other.


_NOUNS = {
    "str": "a text", "int": "a number", "float": "a number", "bool": "true or false", "NoneType": "an empty value",
    "integer": "a number", "string": "a text",
    "list": "a list", "tuple": "a list", "dict": "a mapping", "mappingproxy": "a mapping", "Row": "a row of a table",
    "StrictUndefined": "nothing",
}  # fmt: skip


def describe_kind(value: Any) -> str:
    """The kind of a value, such as `a text`."""
    return "a mapping" if isinstance(value, Mapping) else noun_of(type(value).__name__)


def noun_of(name: str) -> str:
    """The noun for a Python type or a token of an expression, such as `a text`."""
    return _NOUNS.get(name, name)


def check_length(length: int) -> None:
    """ValueProblem when a text of so many letters is longer than anything printable."""
    if length > limit_of("value"):
        raise ValueProblem(f"the text is longer than {limit_of('value'):,.0f} letters; write a shorter one")


class MadeMap(dict[str, Any]):
    """A map made by an expression: its contents have the limits of lists."""


class MapEntry(tuple[Any, ...]):
    """A key of a map and its value, which are known by these names, too."""

    names = ("key", "value")


def flatten_value(value: Any, kinds: tuple[type, ...] = (list, tuple, MadeMap)) -> list[Any]:
    """A value and all values of these kinds in it, at any depth. ValueProblem for more than can be printed."""
    values, level = list[Any]([value]), list[Any]([value] if isinstance(value, kinds) else ())
    for _ in range(_DEEPEST):
        if not level:
            return values
        if len(values) + sum(map(len, level)) > limit_of("value") + 1:
            raise ValueProblem(f"the value holds more than {limit_of('value'):,.0f} entries; use shorter lists")
        below = [inner for value in level for inner in (value.values() if isinstance(value, Mapping) else value)]
        values += below
        level = [inner for inner in below if isinstance(inner, kinds)]
    raise ValueProblem(f"the value holds lists inside lists, more than {_DEEPEST} deep; remove some")


def text_of(value: Any) -> str:
    """A value as text. ValueProblem when that is longer than anything printable."""
    if type(value) is str:
        return value
    if not isinstance(value, str | int | float):
        check_length(sum(len(text) for text in flatten_value(value, (list, tuple, Mapping)) if isinstance(text, str)))
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and abs(value) < EXACT:
        # As people write it: 2 and not 2.0, 0.3 and not the 17 digits of a binary fraction.
        digits = 12 if abs(value) <= LARGEST else 15
        return print_number(f"{round(value, 10):.{digits}g}") if value else "0"
    if isinstance(value, list | tuple):
        return ", ".join(map(display_text, value))
    if isinstance(value, Mapping) and type(value).__str__ in (dict.__str__, MappingProxyType.__str__):
        advice = f"; name one of its keys, such as {next(iter(value))}" if value else ""
        raise ValueProblem(f"a mapping cannot be printed as it is{advice}")
    return str(value)


def display_text(value: Any) -> str:
    """A value as printed; "" for an empty one."""
    return "" if value is None else text_of(value)


def number_of(value: Any, key: str, example: str = "2") -> float:
    """A value as a number that can be drawn. ValueProblem names the setting, and gives the `example`, for any other."""
    if not isinstance(value, int | float):
        raise ValueProblem(f"{key} should be a number, not '{value}'; write one such as {example}", key)
    if not abs(value) <= LARGEST:
        raise ValueProblem(f"{key} is {value:g}, which cannot be drawn; write a number up to {LARGEST:,}", key)
    return float(value)


def find_key(name: Any, holder: Any) -> str | int:
    """The key for a name: for 7 in a table the code "7", for a map's entry an index. ValueProblem without one."""
    if isinstance(holder, MapEntry) and name in MapEntry.names:
        return MapEntry.names.index(name)
    if type(name) in (int, float) and isinstance(holder, Mapping):
        code = str(int(name) if name == int(name) else name) if abs(name) < EXACT else str(name)
        if code in holder:
            return code
    raise missing_name(name, holder)


def value_at(value: Any, path: tuple[Any, ...]) -> Any:
    """The value at a path of names. ValueProblem for the first unknown one."""
    for name in path:
        try:
            value = value[name]
        except (KeyError, TypeError, IndexError):
            value = value[find_key(name, value)]
    return value


class Given(dict[str, Any]):
    """Names that printgen gives; `gone` are former ones, each with what to do instead."""

    def __init__(self, names: Mapping[str, Any], **gone: str) -> None:
        super().__init__(names)
        self.gone = gone


def missing_name(name: Any, holder: Any) -> ValueProblem:
    """The problem of a name that a mapping lacks."""
    if isinstance(holder, Given) and name in holder.gone:
        return ValueProblem(f"'{name}' is no longer given; {holder.gone[name]}")
    if name is None:
        return ValueProblem("what is looked up here is empty; give it a value, or ask for it with when")
    known = holder if isinstance(holder, Mapping) else MapEntry.names if isinstance(holder, MapEntry) else ()
    hint = did_you_mean(str(name), map(str, known))
    return ValueProblem(f"there is no '{name}' here" + (f". {hint}" if hint else ""))


class TableRow(dict[str, Any]):
    """A row of a table in an expression: it prints and compares as its code; a dot reads its cells."""

    def __init__(self, code: str, row: Mapping[str, Any]) -> None:
        super().__init__(row)
        self.code = code

    def __str__(self) -> str:
        return self.code

    def __eq__(self, other: object) -> bool:
        return self.code == (other.code if isinstance(other, TableRow) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self.code)


_SINGLE_VALUES = (str, int, float, TableRow)


@cache
def cell_words(key: str) -> frozenset[str]:
    """Words in cells of spreadsheets in many languages: for "true" and "false", in lower case, and "errors"."""
    words: dict[str, list[str]] = json.loads((templates_folder() / "cells.json").read_text("utf-8"))
    return frozenset(word for text in words[key] for word in text.split())


def check_truth(value: Any, expression: str = "") -> Any:
    """A value used as a condition in an `expression`. ValueProblem for a text that means the opposite of its truth."""
    if isinstance(value, str) and value.strip().casefold() in cell_words("false"):
        fact = f"{expression or 'what is asked'} is the text {quote_value(value)}, and any text counts as true"
        advice = f"write {expression or 'the text'} != {quote_value(value)}, or declare the field as flag"
        raise ValueProblem(f"{fact}; {advice}", word=value)
    return value


def equal_values(left: Any, right: Any, left_text: str = "", right_text: str = "", sign: str = "==") -> bool:
    """Whether two values are equal; the texts are their sources in the expression, "" for long ones.

    ValueProblem, with advice, when one is a number and the other the same number as a text.
    """
    if left.__class__ is not right.__class__ and _is_same_as_text(left, right):
        raise _mixed_comparison(left, right, left_text, right_text, sign)
    return bool(left == right)


def contains_value(value: Any, many: Any, value_text: str = "", many_text: str = "", sign: str = "in") -> bool:
    """Whether a value is one of many; ValueProblem as of `equal_values`."""
    if value in many:
        return True
    # Lists may be long: each entry is looked at only where one is like the value.
    if isinstance(value, _SINGLE_VALUES) and isinstance(many, list | tuple | Mapping) and _counterpart(value) in many:
        entry = next((entry for entry in many if _is_same_as_text(value, entry)), None)
        if entry is not None:
            advice = f"{quote_value(value)} in the list"
            if value_text == quote_value(value):
                advice = f"{quote_value(entry)} {sign} {many_text or 'the list'}"
            elif value_text and many_text and text_of(value) == entry:
                advice = f"{value_text} | string {sign} {many_text}"
            fact = f"{_describe_side(value, value_text)}, and the list has the {_describe_value(entry)}"
            raise ValueProblem(f"{fact}; write {advice}")
    return False


def _counterpart(value: str | int | float | TableRow) -> str | int | float | None:
    """The number in a text, or the text for a number."""
    if not isinstance(value, str | TableRow):
        return text_of(value)
    try:
        return float(str(value))
    except ValueError:
        return {"true": True, "false": False}.get(str(value).casefold())


def _is_same_as_text(left: Any, right: Any) -> bool:
    """Whether one is a number or a truth value, and the other the same as a text."""
    text, value = (left, right) if isinstance(left, str | TableRow) else (right, left)
    text = text.code if isinstance(text, TableRow) else text
    if not isinstance(text, str) or not isinstance(value, int | float):
        return False
    if isinstance(value, bool):
        return text.casefold() == text_of(value)
    try:
        return float(text) == value
    except ValueError:
        return False


def _mixed_comparison(left: Any, right: Any, left_text: str, right_text: str, sign: str) -> ValueProblem:
    """The problem of a comparison of a number with a text that says the same."""
    advice = "both as numbers, or both as texts"
    if right_text == quote_value(right) and left_text:
        advice = f"{left_text} {sign} {quote_value(left)}"
    elif left_text == quote_value(left) and right_text:
        advice = f"{quote_value(right)} {sign} {right_text}"
    elif left_text and right_text and text_of(left) == text_of(right):
        is_text = isinstance(left, str | TableRow)
        advice = f"{left_text} {sign} {right_text} | string" if is_text else f"{left_text} | string {sign} {right_text}"
    return ValueProblem(f"{_describe_side(left, left_text)}, and {_describe_side(right, right_text)}; write {advice}")


def _describe_side(value: Any, expression: str) -> str:
    if expression == quote_value(value):
        return f"{expression} is a {_kind(value)}"
    return f"{expression or 'what is compared'} is the {_describe_value(value)}"


def _describe_value(value: Any) -> str:
    return f"{_kind(value)} {quote_value(value)}"


def _kind(value: Any) -> str:
    return "text" if isinstance(value, str | TableRow) else "flag" if isinstance(value, bool) else "number"


def quote_value(value: Any) -> str:
    """A value as an expression writes it."""
    return f"'{shorten(str(value))}'" if isinstance(value, str | TableRow) else text_of(value)


Context = Mapping[str, Any]
Source = tuple[str, ...]
"""Where a value comes from: ("card", "weapons", "name") is `card.weapons[0].name`; entries of lists and rows are left
out, as all of them have the same fields. What stands in a text between the signs of an icon or of a look has `MARK` at
its beginning."""
MARK = ":"


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """One value of a template, computed by `evaluate`; `get` words its errors.

    `names` are the top-level names it reads, `constant` marks a value without an expression, and `field` is the
    record's field that it shows, if it shows a single one. `sources` are the paths of names from which its result can
    come.
    """

    evaluate: Callable[[Context], Any]
    names: frozenset[str] = frozenset()
    field: str | None = None
    constant: bool = False
    sources: frozenset[Source] = frozenset()

    def get(self, context: Context) -> Any:
        """The value for one card. ValueProblem explains a mistake."""
        try:
            return self.evaluate(context)
        except ValueProblem:
            raise
        except (TypeError, ValueError, LookupError, ArithmeticError) as error:
            raise ValueProblem(str(error)) from error

    def of(self, key: str, context: Context) -> Any:
        """As `get`; the ValueProblem names the setting whose value it is."""
        try:
            return self.get(context)
        except ValueProblem as problem:
            raise ValueProblem(str(problem), key, problem.word) from problem

    def holds(self, key: str, context: Context) -> bool:
        """Whether the value, which is a condition, is true. ValueProblem as in `of`, and for texts such as FALSE."""
        value = self.of(key, context)
        try:
            return bool(check_truth(value, f"card.{self.field}" if self.field and self.names == {"card"} else ""))
        except ValueProblem as problem:
            raise ValueProblem(str(problem), key, problem.word) from problem


def constant(value: Any) -> Value:
    """A value that is the same for every card."""
    return Value(lambda _: value, constant=True)


def join_sources(parts: Sequence[str | frozenset[Source]]) -> frozenset[Source]:
    """The sources of a text, joined from its parts, some of which are plain text."""
    sources = set[Source]()
    for before, part, after in zip(["", *parts], parts, [*parts[1:], ""], strict=False):
        if not isinstance(part, str):
            ends = str(before)[-1:], str(after)[:1]
            marked = ends in ((":", ":"), ("[", "]")) and isinstance(before, str) and isinstance(after, str)
            sources |= {(MARK, *source) for source in part} if marked else part
    return frozenset(sources)
