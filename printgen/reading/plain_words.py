"""What goes wrong inside of expressions: exceptions of Python come in; sentences for people go out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_NOUNS = {
    "str": "a text", "int": "a number", "float": "a number", "bool": "true or false", "NoneType": "an empty value",
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
