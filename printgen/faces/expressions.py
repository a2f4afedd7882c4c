"""The sandbox for expressions in templates: the source of one {{ expression }} comes in, a function comes out.

Jinja2 with no statements, no calls, no globals, a short list of filters, and limits on what arithmetic may build,
so a template can neither reach out nor eat the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from jinja2 import StrictUndefined, TemplateSyntaxError, UndefinedError, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from printgen.errors import did_you_mean

LONGEST = 10_000
"""The most letters that a template's value may have."""
_LARGEST = 10**15

_FILTERS = (
    "upper", "lower", "capitalize", "title", "join", "length", "count", "default", "first", "last", "round",
    "abs", "int", "float", "string", "trim", "sort", "replace", "min", "max", "sum", "reverse", "list", "unique",
)  # fmt: skip
_TESTS = ("defined", "none", "odd", "even", "in", "number", "string")
_ALLOWED = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Getattr, nodes.Getitem, nodes.Const,
    nodes.CondExpr, nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.Neg, nodes.Add, nodes.Sub,
    nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Concat, nodes.Filter, nodes.List, nodes.Tuple, nodes.Test,
)  # fmt: skip


class _Environment(ImmutableSandboxedEnvironment):
    """A dot reads a mapping's key first; operators work on numbers and on short texts or lists only."""

    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%"})

    def getattr(self, obj: Any, attribute: str) -> Any:
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        # Names are looked up in mappings alone, so that no attribute or method of Python's own is in reach.
        if isinstance(obj, Mapping):
            return obj[argument] if argument in obj else self._unknown(obj, str(argument))
        if isinstance(obj, StrictUndefined):
            return obj
        return self._unknown({}, argument) if isinstance(argument, str) else super().getitem(obj, argument)

    def _unknown(self, obj: Mapping[str, Any], name: str) -> Any:
        return self.undefined(f"there is no '{name}' here. {did_you_mean(name, map(str, obj))}")

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        texts = operator == "+" and isinstance(left, str | list) and type(left) is type(right)
        if not numbers and not (texts and len(left) + len(right) <= LONGEST):
            kinds = f"{type(left).__name__} and {type(right).__name__}"
            raise SecurityError(f"'{operator}' works on numbers, not on {kinds}")
        return bounded(super().call_binop(context, operator, left, right))


def bounded(value: Any) -> Any:
    """The value, with an iterator made a list; ValueError when it is larger than anything that can be printed."""
    if isinstance(value, Iterator):
        value = list(value)
    if isinstance(value, str | list | tuple) and len(value) > LONGEST:
        raise ValueError(f"the value is longer than {LONGEST} letters or items")
    if isinstance(value, int) and abs(value) > _LARGEST:
        raise ValueError("the number is too large")
    if isinstance(value, list | tuple):
        for item in value:
            bounded(item)
    return value


def _replace(text: Any, old: Any, new: Any) -> str:
    whole, part, other = str(text), str(old), str(new)
    if len(whole) + whole.count(part) * len(other) > LONGEST:
        raise ValueError(f"the text is longer than {LONGEST} letters")
    return whole.replace(part, other)


def _joined(items: Any, gap: Any = "") -> str:
    texts = [str(item) for item in items]
    if sum(map(len, texts)) + len(texts) * len(str(gap)) > LONGEST:
        raise ValueError(f"the text is longer than {LONGEST} letters")
    return str(gap).join(texts)


def _environment() -> _Environment:
    # Without the optimizer, no constant expression is computed before the limits above can look at it.
    environment = _Environment(undefined=StrictUndefined, optimized=False, autoescape=False)
    environment.globals.clear()
    environment.filters = {name: environment.filters[name] for name in _FILTERS}
    environment.filters |= {"replace": _replace, "join": _joined}
    environment.tests = {name: environment.tests[name] for name in _TESTS}
    return environment


_ENVIRONMENT = _environment()


def compile_expression(source: str) -> tuple[Callable[[Mapping[str, Any]], Any], frozenset[str], str | None]:
    """Compile the inside of one {{ }}: how to evaluate it, the names it reads, and the record's field it shows.

    Raises ValueError, worded for the template's author, when it cannot be read or uses what templates may not.
    """
    try:
        # With spaces, a sign beside the braces is a sign and no order to trim what stands around them.
        tree = _ENVIRONMENT.parse("{{ " + source + " }}")
    except TemplateSyntaxError as error:
        raise ValueError(f"cannot read '{source.strip()}': {error.message}") from error
    _check(tree, source.strip())
    compiled = _ENVIRONMENT.compile_expression(source.strip(), undefined_to_none=False)
    names = frozenset(name.name for name in tree.find_all(nodes.Name))

    def evaluate(context: Mapping[str, Any]) -> Any:
        try:
            value = compiled(**context)
            if isinstance(value, StrictUndefined):
                value._fail_with_undefined_error()
            return bounded(value)
        except UndefinedError as error:
            raise ValueError(str(error.message)) from error
        except (SecurityError, ArithmeticError) as error:
            raise ValueError(str(error)) from error

    return evaluate, names, _field(tree)


def _check(tree: nodes.Template, source: str) -> None:
    for node in tree.find_all(nodes.Node):
        if not isinstance(node, _ALLOWED):
            raise ValueError(f"'{source}' uses '{type(node).__name__.lower()}', which templates may not")
        if isinstance(node, nodes.Filter) and node.name not in _ENVIRONMENT.filters:
            raise ValueError(f"there is no filter '{node.name}'. {did_you_mean(node.name, _ENVIRONMENT.filters)}")
        if isinstance(node, nodes.Test) and node.name not in _ENVIRONMENT.tests:
            raise ValueError(f"there is no test '{node.name}'. {did_you_mean(node.name, _ENVIRONMENT.tests)}")
        if isinstance(node, nodes.Getattr) and node.attr.startswith("_"):
            raise ValueError(f"'{source}' reads a private name")


def _field(tree: nodes.Template) -> str | None:
    """The record's field that an expression shows, when it is as plain as `card.name | upper`."""
    fields = [
        node.attr
        for node in tree.find_all(nodes.Getattr)
        if isinstance(node.node, nodes.Name) and node.node.name == "card"
    ]
    return fields[0] if fields else None
