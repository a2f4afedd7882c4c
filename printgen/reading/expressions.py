"""The sandbox for expressions: the source of one {{ expression }} comes in, a `Value` comes out.

Templates and a game's checks are written in it: Jinja2 with no statements, no calls, no globals, a short list of
filters, and limits on what arithmetic may build, so that neither can reach out or eat the machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, wraps
from itertools import accumulate
from typing import Any

from jinja2 import StrictUndefined, TemplateRuntimeError, TemplateSyntaxError, nodes
from jinja2.environment import TemplateExpression
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS as _ENGINE
from jinja2.sandbox import ImmutableSandboxedEnvironment

from printgen.base.budget import spend
from printgen.errors import ValueProblem, did_you_mean
from printgen.reading.plain_words import in_plain_words, kind_of
from printgen.reading.scalars import controls, shortened
from printgen.reading.values import Context, Value, held_in, meant, text_of, unknown, within

_LARGEST = 10**15
_MOST_PICKS = 100
_MOST_PLACES = 15
_OF_TEXTS = frozenset({"upper", "lower", "capitalize", "title", "trim", "int", "float"})
_NO_TEXT = (list, tuple, Mapping, float, type(None))
_DEEPEST = 40
"""How many brackets, signs and operators may stand inside each other; the engine itself would fall over hundreds."""


def _replace(text: Any, old: Any, new: Any) -> str:
    """The text with one piece replaced by another: replace('-', ' ')."""
    whole, part, other = text_of(text), text_of(old), text_of(new)
    within(len(whole) + whole.count(part) * len(other))
    return whole.replace(part, other)


def _join(items: Any, gap: Any = "") -> str:
    """The entries of a list as one text, with what stands in the brackets between them."""
    texts, between = list(map(_shown, items)), text_of(gap)
    within(sum(map(len, texts)) + len(texts) * len(between))
    return between.join(texts)


def _shown(value: Any) -> str:
    """A value as it is printed: nothing where it is empty."""
    return "" if value is None else text_of(value)


def _values(held: Any) -> list[Any]:
    return list(held.values() if isinstance(held, Mapping) else held)


def _shares(values: Any) -> list[dict[str, Any]]:
    """The different values of a list or mapping, the most frequent first: value, count, of, share and start."""
    every = _values(values)
    counts = Counter(every).most_common()
    # The sum of the shares before it is where a value starts on a strip of width 1.
    before = [0, *accumulate(count for _, count in counts)]
    return [
        {"value": value, "count": n, "of": len(every), "share": n / len(every), "start": start / len(every)}
        for (value, n), start in zip(counts, before, strict=False)
    ]


def _chance(values: Any, wanted: Any, times: Any = 1) -> float:
    """How likely it is, from 0 to 1, that so many picks are all the wanted value: chance('hit', 2)."""
    every = _values(values)
    if not every or not isinstance(times, int) or not 0 <= times <= _MOST_PICKS:
        raise ValueError(f"a chance needs a list that is not empty, and a number of picks from 0 to {_MOST_PICKS}")
    return float(Fraction(every.count(wanted), len(every)) ** times)


def _percent(share: Any) -> str:
    """A share from 0 to 1 in whole per cent."""
    # A half is rounded up, where nine decimals put right what a binary fraction just missed.
    whole = int(round(share * 100, 9) + 0.5)
    # What is possible is never shown as 0.
    return f"{whole}%" if whole or not share else "<1%"


def _pluck(items: Any, name: Any) -> list[Any]:
    """The value that every entry has in a field: deck | pluck('fp')."""
    found = []
    for item in items:
        if not isinstance(item, Mapping) or name not in item:
            raise unknown(name, item)
        found.append(item[name])
    return found


def _where(items: Any, name: Any, wanted: Any) -> list[Any]:
    """The entries that have a value in a field, or among the words of it: deck | where('role', 'medic')."""
    every = list(items)
    found = zip(every, _pluck(every, name), strict=True)
    return [item for item, value in found if value == wanted or (isinstance(value, list | tuple) and wanted in value)]


def _without(items: Any, others: Any) -> list[Any]:
    """The entries, or the keys of a mapping, that are not in another list."""
    spend("steps", len(items) * len(others))
    return [item for item in items if item not in others]


def _round(number: Any, places: Any = 0, method: Any = "common") -> Any:
    if not isinstance(places, int) or abs(places) > _MOST_PLACES:
        raise ValueError(f"a number has {_MOST_PLACES} places at most")
    return _ENGINE["round"](number, places, method)


_OWN: Mapping[str, Callable[..., Any]] = {
    "replace": _replace, "join": _join, "shares": _shares, "chance": _chance, "percent": _percent, "pluck": _pluck,
    "where": _where, "without": _without,
}  # fmt: skip

FILTERS: Mapping[str, str] = {
    "upper": "the text in capitals",
    "lower": "the text in small letters",
    "capitalize": "the text with its first letter as a capital, the others small",
    "title": "the text with a capital at each word",
    "length": "how many letters or entries there are",
    "count": "the same as length",
    "default": "what stands in the brackets, where there is no such value",
    "first": "the first entry",
    "last": "the last entry",
    "round": "the number without decimals, or with as many as stand in the brackets",
    "abs": "the number without its sign",
    "int": "a whole number",
    "float": "a number with decimals",
    "string": "the value as text",
    "trim": "the text without blanks at its ends",
    "sort": "the entries in order",
    "min": "the smallest entry",
    "max": "the largest entry",
    "sum": "the entries added up",
    "reverse": "the entries or letters from the last to the first",
    "list": "the value as a list",
    "unique": "the entries without repetitions",
    **{name: str(function.__doc__) for name, function in _OWN.items()},
}
"""The filters of expressions, which stand behind a bar: {{ card.name | upper }}; each with what it gives."""
TESTS: Mapping[str, str] = {
    "defined": "there is such a value",
    "none": "the value is empty",
    "odd": "the number is odd",
    "even": "the number is even",
    "in": "the value is one of a list",
    "number": "the value is a number",
    "string": "the value is a text",
}
"""The tests of expressions, which stand after `is`: card.fp is odd; each with what it asks."""
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
        if isinstance(obj, Mapping) and argument in obj:
            return obj[argument]
        if isinstance(obj, StrictUndefined):
            return obj
        if isinstance(obj, Mapping) or isinstance(argument, str):
            try:
                return obj[meant(argument, obj)]
            except ValueProblem as problem:
                return self.undefined(str(problem))
        if isinstance(argument, int):
            if not isinstance(obj, str | list | tuple):
                return self.undefined(f"{kind_of(obj)} has no entries")
            if not -len(obj) <= argument < len(obj):
                return self.undefined(f"there is no entry {argument}; the first of {len(obj)} is 0")
        return super().getitem(obj, argument)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        texts = operator == "+" and isinstance(left, str | list | tuple) and type(left) is type(right)
        if not numbers and not texts:
            for side in (left, right):
                if isinstance(side, StrictUndefined):
                    side._fail_with_undefined_error()
            joined = operator == "+" and (isinstance(left, str) or isinstance(right, str))
            kinds = f"{kind_of(left)} and {kind_of(right)}" + ("; write ~ to join texts" if joined else "")
            raise SecurityError(f"'{operator}' works on numbers, not on {kinds}")
        if texts:
            within(len(left) + len(right))
        return _bounded(super().call_binop(context, operator, left, right))


def _bounded(value: Any) -> Any:
    """The value, with an iterator made a list; ValueError when it is larger than anything that can be printed."""
    if isinstance(value, Iterator):
        value = list(value)
    everything = held_in(value)
    spend("steps", len(everything))
    for one in everything:
        # Neither what is not a number nor what is without end is at most the largest.
        if isinstance(one, int | float) and not abs(one) <= _LARGEST:
            raise ValueError("the number is too large")
        if isinstance(one, str):
            within(len(one))
        elif isinstance(one, StrictUndefined):
            one._fail_with_undefined_error()
    return value


def _counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter whose steps are counted, and which makes no endless text of what is none."""

    @wraps(function)
    def filtered(*given: Any) -> Any:
        spend("steps", sum(len(one) for one in given if isinstance(one, list | tuple | Mapping)))
        if name in _OF_TEXTS:
            given = tuple(_shown(one) if isinstance(one, _NO_TEXT) else one for one in given)
        return function(*given)

    return filtered


def _environment() -> _Environment:
    # Without the optimizer, no constant expression is computed before the limits above can look at it.
    environment = _Environment(undefined=StrictUndefined, optimized=False, autoescape=False)
    environment.globals.clear()
    own: dict[str, Callable[..., Any]] = {**_OWN, "round": _round, "string": _shown}
    environment.filters = {name: _counted(name, own.get(name) or environment.filters[name]) for name in FILTERS}
    environment.tests = {name: environment.tests[name] for name in TESTS}
    return environment


_ENVIRONMENT = _environment()


# Faces repeat their expressions.
@lru_cache(maxsize=4096)
def compile_expression(source: str) -> Value:
    """Compile the inside of one {{ }}.

    Raises ValueProblem, worded for the template's author, when it cannot be read or uses what templates may not.
    """
    shown = shortened(source.strip())
    try:
        # With spaces, a sign beside the braces is a sign and no order to trim what stands around them.
        tree = _ENVIRONMENT.parse("{{ " + source + " }}")
        _check(tree, shown)
        compiled = _compiled(tree)
    except TemplateSyntaxError as error:
        raise ValueProblem(f"cannot read '{shown}': {error.message}") from error
    except ValueProblem:
        raise
    except ValueError as error:
        raise ValueProblem(f"'{shown}' has a number that is too large") from error
    except RecursionError as error:
        raise ValueProblem(f"'{shown}' is nested too deep") from error

    names = frozenset(name.name for name in tree.find_all(nodes.Name))

    def evaluate(context: Context) -> Any:
        try:
            # Not by keywords, which a name such as `self` would break.
            return _bounded(compiled(context))
        except TemplateRuntimeError as error:
            name = next((name for name in names if error.message == f"'{name}' is undefined"), None)
            raise unknown(name, context) if name else ValueProblem(str(error.message)) from error
        except TypeError as error:
            raise ValueProblem(in_plain_words(error)) from error
        except (AttributeError, RecursionError) as error:
            # So the engine's filters fail over what they were never made for.
            raise ValueProblem(f"'{shown}' cannot be worked out: {error}") from error

    # The record's field that it shows, when it is as plain as `card.name | upper`.
    of_card = (n for n in tree.find_all(nodes.Getattr) if isinstance(n.node, nodes.Name) and n.node.name == "card")
    field = next((node.attr for node in of_card), None)
    return Value(evaluate, names, field)


def _compiled(tree: nodes.Template) -> TemplateExpression:
    """What works out the only expression of a tree. TemplateSyntaxError where it is not the only one."""
    shown = [one for output in tree.body if isinstance(output, nodes.Output) for one in output.nodes]
    if len(shown) != 1:
        raise TemplateSyntaxError("it is no single expression", 1)
    # What a ~ joins becomes text by the filter that sees to its length.
    for both in list(tree.find_all(nodes.Concat)):
        both.nodes = [nodes.Filter(one, "string", [], [], None, None, environment=_ENVIRONMENT) for one in both.nodes]
    result = nodes.Assign(nodes.Name("result", "store"), shown[0], lineno=1)
    return TemplateExpression(_ENVIRONMENT.from_string(nodes.Template([result], lineno=1)), undefined_to_none=False)


def _check(tree: nodes.Template, source: str) -> None:
    known = {nodes.Filter: ("filter", _ENVIRONMENT.filters), nodes.Test: ("test", _ENVIRONMENT.tests)}
    for node in tree.find_all(nodes.Node):
        if not isinstance(node, _ALLOWED):
            raise ValueProblem(f"'{source}' uses '{type(node).__name__.lower()}', which templates may not")
        if isinstance(node, nodes.Filter | nodes.Test) and node.name not in known[type(node)][1]:
            noun, names = known[type(node)]
            raise ValueProblem(f"there is no {noun} '{node.name}'. {did_you_mean(node.name, names)}")
        if isinstance(node, nodes.Name) and node.name == "self":
            raise ValueProblem("'self' is no name for a value")
        if isinstance(node, nodes.Getattr) and node.attr.startswith("_"):
            raise ValueProblem(f"'{source}' reads a private name")
        if isinstance(node, nodes.Const):
            _check_constant(node.value, source)
    if _depth(tree) > _DEEPEST:
        raise ValueProblem(f"'{source}' is nested deeper than {_DEEPEST} levels")


def _depth(tree: nodes.Node) -> int:
    """How many things stand inside each other, counted without going into them."""
    level, depth = [tree], 0
    while level:
        level, depth = [inner for node in level for inner in node.iter_child_nodes()], depth + 1
    return depth


def _check_constant(value: Any, source: str) -> None:
    """ValueProblem for what no file may hold either: control characters, and numbers without end."""
    if isinstance(value, str) and controls(value).search(value):
        raise ValueProblem(f"'{source}' has a control character in a text")
    if isinstance(value, int | float) and not abs(value) <= _LARGEST:
        raise ValueProblem(f"'{source}' has a number that is too large")
