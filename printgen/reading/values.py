"""Values with expressions: strings with {{ ... }} come in, checked once; plain Python values come out per card."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from printgen.errors import ValueProblem, did_you_mean

Context = Mapping[str, Any]
_BRACES = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_DOTTED = r"[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)*"
_PATH = re.compile(rf"\s*({_DOTTED})(?:\[({_DOTTED})\])?(?:\.({_DOTTED}))?\s*")
_WORDS = frozenset({"true", "false", "none", "True", "False", "None", "not"})
_LONGEST = 10_000


class Value:
    """One template value: `get(context)` evaluates it.

    `names` are the top-level names it reads, `constant` tells that it reads none, and `field` is the record's
    field that it shows, where that is plain.
    """

    __slots__ = ("_get", "constant", "field", "names")

    def __init__(
        self, get: Callable[[Context], Any], names: frozenset[str], constant: bool, field: str | None = None
    ) -> None:
        self._get, self.names, self.constant, self.field = get, names, constant, field

    def get(self, context: Context) -> Any:
        """The value for one card. Raises ValueProblem that says what is wrong."""
        try:
            return self._get(context)
        except ValueProblem:
            raise
        except (TypeError, ValueError, LookupError, ArithmeticError) as error:
            raise ValueProblem(str(error)) from error


def constant(value: Any) -> Value:
    """A value that is the same for every card."""
    return Value(lambda _: value, frozenset(), True)


def parse_value(raw: Any) -> Value:
    """Compile a raw YAML value. A string that is one whole {{ expression }} keeps the expression's type."""
    if not isinstance(raw, str) or ("{{" not in raw and "{%" not in raw and "{#" not in raw):
        return constant(raw)
    pieces = _BRACES.split(raw)
    texts, sources = pieces[::2], pieces[1::2]
    if any(mark in text for text in texts for mark in ("{{", "}}", "{%", "{#")):
        raise ValueProblem(f"cannot read '{raw}': a value holds texts and {{{{ expressions }}}} only")
    compiled = [_compiled(source) for source in sources]
    names = frozenset().union(*(c[1] for c in compiled))
    field = next((c[2] for c in compiled if c[2]), None)
    if len(compiled) == 1 and texts == ["", ""]:
        return Value(compiled[0][0], names, False, field)
    getters = [c[0] for c in compiled]
    return Value(lambda context: _joined(texts, getters, context), names, False, field)


def parse_condition(source: str) -> Value:
    """Compile a condition, which is an expression without braces around it."""
    get, names, field = _compiled(source)
    return Value(get, names, False, field)


def _joined(texts: list[str], getters: list[Callable[[Context], Any]], context: Context) -> str:
    out = [texts[0]]
    for text, getter in zip(texts[1:], getters, strict=True):
        value = getter(context)
        out.append("" if value is None else str(value))
        out.append(text)
    joined = "".join(out)
    if len(joined) > _LONGEST:
        raise ValueProblem(f"the text is longer than {_LONGEST} letters")
    return joined


def _compiled(source: str) -> tuple[Callable[[Context], Any], frozenset[str], str | None]:
    """A plain dotted path is looked up directly; only a real expression brings in the expression engine."""
    plain = _PATH.fullmatch(source)
    if plain and source.strip() not in _WORDS:
        return _looked_up(*plain.groups())
    from printgen.reading.expressions import compile_expression

    try:
        return compile_expression(source)
    except ValueError as error:
        raise ValueProblem(str(error)) from error


def _looked_up(
    dotted: str, subscript: str | None, rest: str | None
) -> tuple[Callable[[Context], Any], frozenset[str], str | None]:
    """`a.b`, `a.b[c.d]` or `a.b[c.d].e` without the expression engine."""
    path = tuple(dotted.split("."))
    if subscript is None:
        field = path[1] if path[0] == "card" and len(path) == 2 else None
        return (lambda context: _walk(context, path)), frozenset(path[:1]), field
    inner, after = tuple(subscript.split(".")), tuple(rest.split(".")) if rest else ()

    def look_up(context: Context) -> Any:
        return _walk(_step(_walk(context, path), _walk(context, inner)), after)

    field = inner[1] if inner[0] == "card" and len(inner) == 2 else None
    return look_up, frozenset((path[0], inner[0])), field


def _walk(value: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        value = _step(value, name)
    return value


def _step(value: Any, name: Any) -> Any:
    try:
        return value[name]
    except (KeyError, TypeError, IndexError):
        known = map(str, value) if isinstance(value, Mapping) else ()
        raise ValueProblem(f"there is no '{name}' here. {did_you_mean(str(name), known)}") from None
