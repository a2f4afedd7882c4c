"""Values with expressions: strings with {{ ... }} come in, checked once; plain Python values come out per card."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from printgen.base.budget import most
from printgen.base.language import printed
from printgen.errors import ValueProblem, did_you_mean

Context = Mapping[str, Any]
Source = tuple[str, ...]
"""Where a value comes from: ("card", "weapons", "name") is `card.weapons[0].name`; entries of lists and rows are left
out, as all of them have the same fields. What stands in a text between the signs of an icon or of a look has `MARK` at
its beginning."""
MARK = ":"
LARGEST = 1_000_000
"""The largest number of a picture, whether it is a length in points, an angle or a scale."""

# Below this, whole numbers are exact.
_EXACT = 1e15
_DEEPEST = 40
_DOTTED = r"[A-Za-z][A-Za-z0-9_]*+(?:\.[A-Za-z][A-Za-z0-9_]*+)*+"
_PATH = re.compile(rf"\s*+({_DOTTED})(?:\[({_DOTTED})\])?(?:\.({_DOTTED}))?\s*+")
_WORDS = frozenset({"true", "false", "none", "True", "False", "None", "not"})
_TAKEN = _WORDS | {"and", "or", "in", "is", "if", "else"}


def problem_of_word(name: str) -> str:
    """Why no expression could read a name; "" where one can."""
    if name in _TAKEN:
        return f"'{name}' means something else in expressions"
    return "" if re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name) else f"'{name}' cannot stand in an expression"


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """One template value, which `evaluate` works out; `get` says what goes wrong with that.

    `names` are the top-level names it reads, `constant` tells that it is no expression, and `field` is the record's
    field that it shows, where that is plain. `sources` are the paths of names from which its result can come.
    """

    evaluate: Callable[[Context], Any]
    names: frozenset[str] = frozenset()
    field: str | None = None
    constant: bool = False
    sources: frozenset[Source] = frozenset()

    def get(self, context: Context) -> Any:
        """The value for one card. Raises ValueProblem that says what is wrong."""
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
        """Whether the value, which is a condition, is true. ValueProblem as of `of`, and for texts such as FALSE."""
        from printgen.reading.alike import asked

        value = self.of(key, context)
        try:
            return bool(asked(value, f"card.{self.field}" if self.field and self.names == {"card"} else ""))
        except ValueProblem as problem:
            raise ValueProblem(str(problem), key, problem.word) from problem


def constant(value: Any) -> Value:
    """A value that is the same for every card."""
    return Value(lambda _: value, constant=True)


def split_expressions(text: str) -> list[str]:
    """The texts of a value, and between each two of them the source of the {{ expression }} that stands there."""
    pieces: list[str] = []
    at = 0
    while (start := text.find("{{", at)) >= 0 and (end := text.find("}}", start + 2)) >= 0:
        pieces += text[at:start], text[start + 2 : end]
        at = end + 2
    return [*pieces, text[at:]]


def parse_value(raw: Any) -> Value:
    """Compile a raw YAML value. A string that is one whole {{ expression }} keeps the expression's type."""
    if not isinstance(raw, str) or ("{{" not in raw and "{%" not in raw and "{#" not in raw):
        return constant(raw)
    pieces = split_expressions(raw)
    texts, values = pieces[::2], [parse_condition(source) for source in pieces[1::2]]
    if any(mark in text for text in texts for mark in ("{{", "}}", "{%", "{#")):
        start = raw if len(raw) <= 60 else f"{raw[:57]}..."
        raise ValueProblem(f"cannot read '{start}': a value holds texts and {{{{ expressions }}}} only")
    if len(values) == 1 and texts == ["", ""]:
        return values[0]

    def joined(context: Context) -> str:
        shown = ((value.evaluate(context), text) for value, text in zip(values, texts[1:], strict=True))
        whole = texts[0] + "".join(f"{'' if value is None else text_of(value)}{text}" for value, text in shown)
        within(len(whole))
        return whole

    names = frozenset[str]().union(*(value.names for value in values))
    parts: list[str | frozenset[Source]] = [texts[0]]
    for value, text in zip(values, texts[1:], strict=True):
        parts += (value.sources, text)
    return Value(
        joined, names, next((value.field for value in values if value.field), None), sources=joined_sources(parts)
    )


def joined_sources(parts: Sequence[str | frozenset[Source]]) -> frozenset[Source]:
    """The sources of a text from those of its parts, of which some are plain text."""
    found = set[Source]()
    for before, part, after in zip(["", *parts], parts, [*parts[1:], ""], strict=False):
        if not isinstance(part, str):
            ends = str(before)[-1:], str(after)[:1]
            marked = ends in ((":", ":"), ("[", "]")) and isinstance(before, str) and isinstance(after, str)
            found |= {(MARK, *source) for source in part} if marked else part
    return frozenset(found)


def parse_condition(source: str) -> Value:
    """Compile a condition, which is an expression without braces around it."""
    # A plain dotted path is looked up directly; only a real expression brings in the expression engine.
    plain = _PATH.fullmatch(source)
    if plain and source.strip() not in _WORDS:
        return _looked_up(*(tuple(path.split(".")) if path else () for path in plain.groups()))
    from printgen.reading.expressions import compile_expression

    return compile_expression(source)


def within(length: int) -> None:
    """ValueProblem when a text of so many letters is longer than anything that can be printed."""
    if length > most("value"):
        raise ValueProblem(f"the text is longer than {most('value'):,.0f} letters; write a shorter one")


def held_in(value: Any, kinds: tuple[type, ...] = (list, tuple)) -> list[Any]:
    """A value, and all that it holds where it is of one of these kinds, and so on.

    ValueProblem when that is more, or deeper, than anything that can be printed; of such, no more is looked at.
    """
    found: list[Any] = [value]
    level: list[Any] = [value] if isinstance(value, kinds) else []
    for _ in range(_DEEPEST):
        if not level:
            return found
        if len(found) + sum(map(len, level)) > most("value") + 1:
            raise ValueProblem(f"the value holds more than {most('value'):,.0f} entries; use shorter lists")
        inner = [one for held in level for one in (held.values() if isinstance(held, Mapping) else held)]
        found += inner
        level = [one for one in inner if isinstance(one, kinds)]
    raise ValueProblem(f"the value holds lists inside lists, more than {_DEEPEST} deep; remove some")


def text_of(value: Any) -> str:
    """A value as text. ValueProblem when that is longer than anything that can be printed."""
    if not isinstance(value, str | int | float):
        within(sum(len(one) for one in held_in(value, (list, tuple, Mapping)) if isinstance(one, str)))
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and abs(value) < _EXACT:
        # As people write it: 2 and not 2.0, 0.3 and not the 17 digits of a binary fraction.
        digits = 12 if abs(value) <= LARGEST else 15
        return printed(f"{round(value, 10):.{digits}g}") if value else "0"
    if isinstance(value, list | tuple):
        return ", ".join("" if one is None else text_of(one) for one in value)
    if isinstance(value, Mapping) and type(value).__str__ in (dict.__str__, MappingProxyType.__str__):
        such = f"; name one of its keys, such as {next(iter(value))}" if value else ""
        raise ValueProblem(f"a mapping cannot be printed as it is{such}")
    return str(value)


def number_of(value: Any, key: str, such: str = "2") -> float:
    """A value as a number that can be drawn. ValueProblem, which names the setting that it is for, when it is none.

    `such` is one that the setting may have.
    """
    if not isinstance(value, int | float):
        raise ValueProblem(f"{key} should be a number, not '{value}'; write one such as {such}", key)
    if not abs(value) <= LARGEST:
        raise ValueProblem(f"{key} is {value:g}, which cannot be drawn; write a number up to {LARGEST:,}", key)
    return float(value)


def meant(name: Any, holder: Any) -> str:
    """The key of a mapping that a number means, as 7 does the code "7" of a table; ValueProblem where there is none."""
    if type(name) in (int, float) and isinstance(holder, Mapping):
        code = str(int(name) if name == int(name) else name) if abs(name) < _EXACT else str(name)
        if code in holder:
            return code
    raise unknown(name, holder)


class Given(dict[str, Any]):
    """Names that printgen gives; `gone` are former ones, each with what to do instead."""

    def __init__(self, known: Mapping[str, Any], **gone: str) -> None:
        super().__init__(known)
        self.gone = gone


def unknown(name: Any, holder: Any) -> ValueProblem:
    """What is wrong with a name that a mapping does not have."""
    if isinstance(holder, Given) and name in holder.gone:
        return ValueProblem(f"'{name}' is no longer given; {holder.gone[name]}")
    if name is None:
        return ValueProblem("what is looked up here is empty; give it a value, or ask for it with when")
    known = map(str, holder) if isinstance(holder, Mapping) else ()
    hint = did_you_mean(str(name), known)
    return ValueProblem(f"there is no '{name}' here" + (f". {hint}" if hint else ""))


def _looked_up(path: tuple[str, ...], inner: tuple[str, ...], after: tuple[str, ...]) -> Value:
    """`a.b`, `a.b[c.d]` or `a.b[c.d].e` without the expression engine."""
    shown = inner or path
    field = shown[1] if shown[0] == "card" and len(shown) == 2 else None
    sources = frozenset({path + after})
    if not inner:
        return Value(lambda context: _walk(context, path + after), frozenset(path[:1]), field, sources=sources)

    def look_up(context: Context) -> Any:
        return _walk(_walk(_walk(context, path), (_walk(context, inner),)), after)

    return Value(look_up, frozenset((path[0], inner[0])), field, sources=sources)


def _walk(value: Any, path: tuple[Any, ...]) -> Any:
    for name in path:
        try:
            value = value[name]
        except (KeyError, TypeError, IndexError):
            value = value[meant(name, value)]
    return value
