"""Texts with {{ expressions }} come in; values that are worked out for each card go out."""

from __future__ import annotations

import re
from typing import Any

from printgen.base.errors import ValueProblem
from printgen.reading.texts import meant, text_of, within
from printgen.reading.values import Context, Source, Value, constant, joined_sources

_DOTTED = r"[A-Za-z][A-Za-z0-9_]*+(?:\.[A-Za-z][A-Za-z0-9_]*+)*+"
_PATH = re.compile(rf"\s*+({_DOTTED})(?:\[({_DOTTED})\])?(?:\.({_DOTTED}))?\s*+")
_WORDS = frozenset({"true", "false", "none", "True", "False", "None", "not"})
_TAKEN = _WORDS | {"and", "or", "in", "is", "if", "else"}


def problem_of_word(name: str) -> str:
    """Why no expression could read a name; "" where one can."""
    if name in _TAKEN:
        return f"'{name}' means something else in expressions"
    return "" if re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name) else f"'{name}' cannot stand in an expression"


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


def parse_condition(source: str) -> Value:
    """Compile a condition, which is an expression without braces around it."""
    # A plain dotted path is looked up directly; only a real expression brings in the expression engine.
    plain = _PATH.fullmatch(source)
    if plain and source.strip() not in _WORDS:
        return _looked_up(*(tuple(path.split(".")) if path else () for path in plain.groups()))
    from printgen.reading.expressions import compile_expression

    return compile_expression(source)


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
