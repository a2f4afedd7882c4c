"""Template values: strings with {{ expressions }} come in, checked once; plain Python values come out per card.

Expressions are Jinja2 in one sandbox: no statements, no calls, no globals, a short list of filters, and limits on
what arithmetic may build, so a template can neither reach out nor eat the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import StrictUndefined, TemplateSyntaxError, UndefinedError, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from printgen.errors import did_you_mean

Context = Mapping[str, Any]
_LONGEST = 10_000
_FILTERS = (
    "upper", "lower", "capitalize", "title", "join", "length", "count", "default", "first", "last", "round",
    "abs", "int", "float", "string", "trim", "sort", "replace", "min", "max", "sum", "reverse", "list", "unique",
)  # fmt: skip
_ALLOWED = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Getattr, nodes.Getitem, nodes.Const,
    nodes.CondExpr, nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.Neg, nodes.Add, nodes.Sub,
    nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Concat, nodes.Filter, nodes.List, nodes.Tuple, nodes.Test,
)  # fmt: skip
_TESTS = ("defined", "none", "odd", "even", "in", "number", "string")


class ValueProblem(ValueError):
    """An expression that cannot be read or evaluated, worded for the template's author."""


class _Environment(ImmutableSandboxedEnvironment):
    """The sandbox; a dot reads a mapping's key first, and operators work on numbers and short texts only."""

    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%"})

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, Mapping):
            return obj[attribute] if attribute in obj else self._unknown(obj, attribute)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        if isinstance(obj, Mapping) and argument not in obj:
            return self._unknown(obj, str(argument))
        return super().getitem(obj, argument)

    def _unknown(self, obj: Mapping[str, Any], name: str) -> Any:
        return self.undefined(f"there is no '{name}' here. {did_you_mean(name, map(str, obj))}")

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        texts = operator == "+" and isinstance(left, str | list) and type(left) is type(right)
        if not numbers and not (texts and len(left) + len(right) <= _LONGEST):
            raise SecurityError(
                f"'{operator}' works on numbers, not on {type(left).__name__} and {type(right).__name__}"
            )
        return super().call_binop(context, operator, left, right)


def _environment() -> _Environment:
    environment = _Environment(undefined=StrictUndefined, optimized=False, autoescape=False)
    environment.globals.clear()
    environment.filters = {name: environment.filters[name] for name in _FILTERS if name in environment.filters}
    environment.tests = {name: environment.tests[name] for name in _TESTS}
    return environment


_ENVIRONMENT = _environment()


class Value:
    """One template value: `get(context)` evaluates it; `names` are the top-level names it reads."""

    __slots__ = ("_get", "constant", "field", "names")

    def __init__(
        self, get: Callable[[Context], Any], names: frozenset[str], constant: bool, field: str | None = None
    ) -> None:
        self._get, self.names, self.constant, self.field = get, names, constant, field

    def get(self, context: Context) -> Any:
        """The value for one card. Raises ValueProblem that says what is wrong."""
        try:
            return self._get(context)
        except UndefinedError as error:
            raise ValueProblem(str(error.message)) from error
        except (SecurityError, TypeError, ZeroDivisionError, ValueError, LookupError) as error:
            raise ValueProblem(str(error)) from error


def constant(value: Any) -> Value:
    """A value that is the same for every card."""
    return Value(lambda _: value, frozenset(), True)


def parse_value(raw: Any) -> Value:
    """Compile a raw YAML value. A string that is one whole {{ expression }} keeps the expression's type."""
    if not isinstance(raw, str) or ("{{" not in raw and "{%" not in raw and "{#" not in raw):
        return constant(raw)
    try:
        tree = _ENVIRONMENT.parse(raw)
    except TemplateSyntaxError as error:
        raise ValueProblem(f"cannot read '{raw}': {error.message}") from error
    _check(tree, raw)
    pieces = [node for output in tree.body for node in output.nodes]  # type: ignore[attr-defined]
    names = frozenset(name.name for name in tree.find_all(nodes.Name))
    if len(pieces) == 1:
        return Value(_getter(pieces[0], raw), names, False, _field(pieces[0]))
    getters = [
        piece.data if isinstance(piece, nodes.TemplateData) else _getter(piece, _source(raw, i, pieces))
        for i, piece in enumerate(pieces)
    ]
    only = next((_field(p) for p in pieces if not isinstance(p, nodes.TemplateData)), None)
    return Value(lambda context: _text(getters, context), names, False, only)


def _text(getters: list[Any], context: Context) -> str:
    text = "".join(part if isinstance(part, str) else _shown(part(context)) for part in getters)
    if len(text) > _LONGEST:
        raise ValueProblem(f"the text is longer than {_LONGEST} letters")
    return text


def _shown(value: Any) -> str:
    if isinstance(value, StrictUndefined):
        value._fail_with_undefined_error()
    return "" if value is None else str(value)


def _check(tree: nodes.Template, raw: str) -> None:
    for node in tree.find_all(nodes.Node):
        if not isinstance(node, _ALLOWED):
            raise ValueProblem(f"'{raw}' uses '{type(node).__name__.lower()}', which templates may not")
        if isinstance(node, nodes.Filter) and node.name not in _ENVIRONMENT.filters:
            raise ValueProblem(f"there is no filter '{node.name}'. {did_you_mean(node.name, _ENVIRONMENT.filters)}")
        if isinstance(node, nodes.Getattr) and node.attr.startswith("_"):
            raise ValueProblem(f"'{raw}' reads a private name")


def _field(node: nodes.Node) -> str | None:
    """The record's field that an expression shows, when it is as plain as `card.name` or `card.name | upper`."""
    while isinstance(node, nodes.Filter) and isinstance(node.node, nodes.Node):
        node = node.node
    plain = isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name) and node.node.name == "card"
    return node.attr if plain and isinstance(node, nodes.Getattr) else None


def _source(raw: str, index: int, pieces: list[nodes.Node]) -> str:
    """The text of the index-th piece of a mixed string, by walking the {{ }} pairs in order."""
    which = sum(1 for piece in pieces[:index] if not isinstance(piece, nodes.TemplateData))
    start = -2
    for _ in range(which + 1):
        start = raw.index("{{", start + 2)
    return raw[start : raw.index("}}", start) + 2]


def _getter(node: nodes.Node, source: str) -> Callable[[Context], Any]:
    """How to evaluate one expression: a plain dotted path by direct look-up, anything else through Jinja."""
    path = _path(node)
    if path:
        return _walker(path)
    expression = source.strip()
    compiled = _ENVIRONMENT.compile_expression(expression[2:-2].strip("-+ \n"), undefined_to_none=False)

    def evaluate(context: Context) -> Any:
        value = compiled(**context)
        if isinstance(value, StrictUndefined):
            value._fail_with_undefined_error()
        return value

    return evaluate


def _path(node: nodes.Node) -> tuple[str, ...] | None:
    names: list[str] = []
    while isinstance(node, nodes.Getattr):
        names.append(node.attr)
        node = node.node
    return (node.name, *reversed(names)) if isinstance(node, nodes.Name) else None


def _walker(path: tuple[str, ...]) -> Callable[[Context], Any]:
    def walk(context: Context) -> Any:
        value: Any = context
        for name in path:
            try:
                value = value[name]
            except (KeyError, TypeError, IndexError):
                known = value if isinstance(value, Mapping) else ()
                raise ValueProblem(f"there is no '{name}' here. {did_you_mean(name, map(str, known))}") from None
        return value

    return walk
