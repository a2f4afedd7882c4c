"""What goes wrong inside of expressions: exceptions of Python come in; sentences for people go out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_NOUNS = {
    "str": "a text", "int": "a number", "float": "a number", "bool": "true or false", "NoneType": "an empty value",
    "integer": "a number", "string": "a text",
    "list": "a list", "tuple": "a list", "dict": "a mapping", "mappingproxy": "a mapping", "Row": "a row of a table",
}  # fmt: skip
_KIND = r"'?(\w+)'?"
_SAID = [
    (rf"'(.+?)' not supported between instances of {_KIND} and {_KIND}", "'{}' cannot compare {} with {}"),
    (rf"unsupported operand type\(s\) for (.+?): {_KIND} and {_KIND}", "'{}' works on numbers, not on {} and {}"),
    (rf"bad operand type for (?:unary )?(.+?): {_KIND}", "'{}' works on numbers, not on {}"),
    (rf"type {_KIND} doesn't define __round__ method", "{} cannot be rounded"),
    (rf"object of type {_KIND} has no len\(\)", "{} has no length"),
    (rf"{_KIND} object is not (?:iterable|subscriptable|reversible)", "{} has no entries"),
    (rf"argument of type {_KIND} is not (?:iterable|a container or iterable)", "{} has no entries"),
    (rf"unhashable type: {_KIND}", "{} cannot be looked up"),
    (rf"can only concatenate {_KIND} \(not \"?{_KIND}\"?\) to \w+", "{} and {} cannot be added up"),
    (r"cannot convert float \w+ to integer", "a number without end is no whole number"),
    (r".* by zero|float modulo|.* negative power", "nothing can be divided by 0"),
    (r"int too large .*|math range error|.*result out of range.*|Exceeds the limit .*", "the number is too large"),
    (r"No \w+ item, sequence was empty\.", "the list is empty"),
    (r"expected token 'name', got .*|expected name or number", "a name is missing"),
    (
        r"expected token 'end of print statement', got '(integer|float|string)'",
        "{} cannot stand there; write ~ to join texts",
    ),
    (r"expected token 'end of print statement', got '(.+)'", "'{}' cannot stand there; write ~ to join texts"),
    (r"expected token '(.+)', got 'end of print statement'", "'{}' is missing at its end"),
    (r"expected token '(.+)', got '(.+)'", "'{}' is missing before '{}'"),
    (r"unexpected '.+', expected '(.+)'", "'{}' is missing"),
    (r"(?:Expected an expression, got|unexpected) '(?:end of print statement|})'", "it ends too early"),
    (r"(?:Expected an expression, got|unexpected) '(.+)'", "'{}' cannot stand there"),
    (r"unexpected char (.+) at \d+", "{} cannot stand there"),
    (r"unexpected end of template", "it ends too early"),
    (r"_?(\w+)\(\) (?:missing|takes|got) .*", "'{}' takes something else in its brackets"),
]


def kind_of(value: Any) -> str:
    """What a value is, such as `a text`."""
    return "a mapping" if isinstance(value, Mapping) else _noun(type(value).__name__)


def in_plain_words(error: Exception) -> str:
    """What an exception says, in words that whoever wrote the expression can use."""
    said = str(error)
    for pattern, sentence in _SAID:
        if found := re.fullmatch(pattern, said):
            return sentence.format(*map(_noun, found.groups()))
    return said


def _noun(name: str) -> str:
    return _NOUNS.get(name, name)
