"""Compile texts with {{ expressions }} and evaluate them in a sandbox: no statements, calls or attributes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, wraps
from typing import Any

from jinja2 import StrictUndefined, TemplateRuntimeError, TemplateSyntaxError, nodes
from jinja2.environment import TemplateExpression
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer

from printgen.base.errors import ValueProblem, did_you_mean
from printgen.base.limits import consume
from printgen.reading.filters import FILTERS, MADE, TESTS, make_map, power, take_slice
from printgen.reading.scalars import CONTROL, shorten, wordings
from printgen.reading.texts import (
    EXACT,
    Context,
    Source,
    Value,
    check_length,
    check_truth,
    constant,
    contains_value,
    describe_kind,
    display_text,
    equal_values,
    find_key,
    flatten_value,
    join_sources,
    missing_name,
    noun_of,
    quote_value,
    value_at,
)


def explain_error(error: Exception) -> str:
    """An exception in words for the author of the expression."""
    message = str(error)
    for pattern, sentence in wordings("complaints.yaml"):
        if match := re.fullmatch(pattern, message):
            return sentence.format(*map(noun_of, match.groups()))
    return message


_TEXT_FILTERS = frozenset({"upper", "lower", "capitalize", "title", "trim", "int", "float"})
"""Filters that work on a text, and make one of any other value."""
_NO_TEXT = (list, tuple, Mapping, float, type(None))
"""The types whose values become text as they are printed before these filters see them."""
_DEEPEST = 40
"""How deep brackets, signs and operators may be inside each other; the engine itself fails at some hundreds."""
_SHORT = 8  # Lists with fewer entries are shown in messages as they are written.
_EQUALS, _CONTAINS, _IS_TRUE, _SLICE, _MAP = "==", "<in>", "<true>", "<slice>", "<map>"
"""Filters that compare values, ask whether one is true, take slices and make maps; no expression can write them."""
_ELSEWHERE = {
    "len": "{} | length", "str": "{} | string", "strip": "{} | trim", "floor": "{} // 1", "join": "{} | join(', ')",
    "range": "1..6 as the in of an each",
}  # fmt: skip
"""What to write for functions and methods of other languages."""
_CHECKED = {"eq": (_EQUALS, "=="), "ne": (_EQUALS, "!="), "in": (_CONTAINS, "in"), "notin": (_CONTAINS, "not in")}
"""The comparisons that such a filter makes, each with its sign, by their names in Jinja."""

# Nodes of Jinja's syntax trees that an expression may have.
_ALLOWED = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Getattr, nodes.Getitem, nodes.Const,
    nodes.CondExpr, nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.Neg, nodes.Add, nodes.Sub,
    nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Concat, nodes.Filter, nodes.List, nodes.Tuple, nodes.Test,
    nodes.Pow, nodes.Pos, nodes.Dict, nodes.Pair, nodes.Slice,
)  # fmt: skip


class _Environment(ImmutableSandboxedEnvironment):
    """Looks a dot up as a key of a mapping; operators work only on numbers and on short texts or lists."""

    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%", "**"})

    def getattr(self, obj: Any, attribute: str) -> Any:
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        # Names are looked up in mappings alone, so that no attribute or method of Python's own is in reach.
        if isinstance(obj, Mapping) and argument in obj:
            return obj[argument]
        if isinstance(obj, StrictUndefined) or isinstance(argument, StrictUndefined):
            return obj if isinstance(obj, StrictUndefined) else argument
        if isinstance(obj, Mapping) or isinstance(argument, str):
            try:
                return obj[find_key(argument, obj)]
            except ValueProblem as problem:
                return self.undefined(str(problem))
        if isinstance(argument, int):
            if not isinstance(obj, str | list | tuple):
                return self.undefined(f"{describe_kind(obj)} has no entries")
            if not -len(obj) <= argument < len(obj):
                return self.undefined(f"there is no entry {argument}; the first of {len(obj)} is 0")
        return super().getitem(obj, argument)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        are_numbers = isinstance(left, int | float) and isinstance(right, int | float)
        if isinstance(left, list | tuple) and isinstance(right, list | tuple):
            left, right = list(left), list(right)  # Lists of records are tuples, and those of files know their places.
        are_joined = operator == "+" and isinstance(left, str | list) and type(left) is type(right)
        if not are_numbers and not are_joined:
            for side in (left, right):
                if isinstance(side, StrictUndefined):
                    side._fail_with_undefined_error()
            has_text = operator in "+%" and (isinstance(left, str) or isinstance(right, str))
            advice = "; write ~ to join texts" if has_text else ""
            kinds = f"{describe_kind(left)} and {describe_kind(right)}"
            raise SecurityError(f"'{operator}' works on numbers, not on {kinds}{advice}")
        if are_joined:
            check_length(len(left) + len(right))
        result = power(left, right) if operator == "**" else super().call_binop(context, operator, left, right)
        return _check_bounds(result)


def _check_bounds(value: Any) -> Any:
    """The value, with an iterator made a list; ValueError when it is larger than anything printable."""
    if isinstance(value, Iterator):
        value = list(value)
    all_values = flatten_value(value)
    consume("steps", len(all_values))
    for inner in all_values:
        # For nan and inf, `<=` is false, too.
        if isinstance(inner, int | float) and not abs(inner) <= EXACT:
            raise ValueError("the number is too large; use smaller ones")
        if isinstance(inner, str):
            check_length(len(inner))
        elif isinstance(inner, StrictUndefined):
            inner._fail_with_undefined_error()
    return value


def _count_steps(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The filter with its steps counted, and with values that would become endless texts refused."""

    @wraps(function)
    def apply(*arguments: Any) -> Any:
        consume("steps", sum(len(value) for value in arguments if isinstance(value, list | tuple | Mapping)))
        if name in _TEXT_FILTERS:
            arguments = tuple(display_text(value) if isinstance(value, _NO_TEXT) else value for value in arguments)
        result = function(*arguments)
        return list(result) if isinstance(result, Iterator) else result

    return apply


def _environment() -> _Environment:
    # Without the optimizer, no constant expression is computed before the limits above can look at it.
    environment = _Environment(undefined=StrictUndefined, optimized=False, autoescape=False)
    environment.globals.clear()
    environment.filters = {name: _count_steps(name, MADE.get(name) or environment.filters[name]) for name in FILTERS}
    environment.filters |= {_EQUALS: equal_values, _CONTAINS: contains_value, _IS_TRUE: check_truth}
    environment.filters |= {_SLICE: take_slice, _MAP: make_map}
    environment.tests = {name: environment.tests[name] for name in TESTS}
    return environment


_ENVIRONMENT = _environment()


# Faces repeat their expressions.
@lru_cache(maxsize=4096)
def compile_expression(source: str) -> Value:
    """Compile the inside of one {{ }}. ValueProblem, in words for its author, for forbidden parts."""
    label = shorten(source.strip())
    try:
        # With spaces, a sign beside the braces is an operator and does not trim the text around.
        tree = _Calls().visit(_ENVIRONMENT.parse("{{ " + source + " }}"))
        _check_nodes(tree, label)
        sources = _sources(tree)
        compiled = _compile(tree)
    except TemplateSyntaxError as error:
        raise ValueProblem(f"cannot read '{label}': {explain_error(error)}") from error
    except ValueProblem:
        raise
    except ValueError as error:
        raise ValueProblem(f"'{label}' has a number that is too large") from error
    except RecursionError as error:
        raise ValueProblem(f"'{label}' is nested too deep") from error

    names = frozenset(name.name for name in tree.find_all(nodes.Name))

    def evaluate(context: Context) -> Any:
        try:
            # Not by keywords, which a name such as `self` would break.
            return _check_bounds(compiled(context))
        except TemplateRuntimeError as error:
            name = next((name for name in names if error.message == f"'{name}' is undefined"), None)
            raise missing_name(name, context) if name else ValueProblem(explain_error(error)) from error
        except ValueProblem:
            raise
        except (TypeError, ValueError, ArithmeticError) as error:
            raise ValueProblem(explain_error(error)) from error
        except (AttributeError, RecursionError) as error:
            # The engine's filters raise these for values of other types.
            raise ValueProblem(f"'{label}' cannot be worked out: {error}") from error

    # The record's field that it shows, for simple expressions such as `card.name | upper`.
    of_card = (n for n in tree.find_all(nodes.Getattr) if isinstance(n.node, nodes.Name) and n.node.name == "card")
    field = next((node.attr for node in of_card), None)
    return Value(evaluate, names, field, sources=sources)


def _sources(node: nodes.Node) -> frozenset[Source]:
    """The paths of names whose values can be in the result, without compared or looked-up ones; see `Value.sources`."""
    match node:
        case nodes.Name():
            return frozenset({(node.name,)})
        case nodes.Getattr(node=nodes.Dict()) | nodes.Getitem(node=nodes.Dict()):
            return _sources(node.node)
        case nodes.Getattr():
            return frozenset((*source, node.attr) for source in _sources(node.node))
        case nodes.Getitem():
            named = isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str)
            step = (node.arg.value,) if named and isinstance(node.arg, nodes.Const) else ()
            return frozenset((*source, *step) for source in _sources(node.node))
        case nodes.Filter(name="pluck", args=[nodes.Const(value=str(key))]):
            return frozenset((*source, key) for source in (_sources(node.node) if node.node else ()))
        case nodes.CondExpr():
            return _sources(node.expr1) | (_sources(node.expr2) if node.expr2 else frozenset())
        case nodes.Concat():
            parts = (part.value if isinstance(part, nodes.Const) else _sources(part) for part in node.nodes)
            return join_sources([part if isinstance(part, frozenset) else str(part) for part in parts])
        case nodes.Compare() | nodes.Test() | nodes.Not() | nodes.Filter(name="count" | "length"):
            return frozenset()
    return frozenset[Source]().union(*map(_sources, node.iter_child_nodes()))


def _compile(tree: nodes.Template) -> TemplateExpression:
    """The only expression of a tree, compiled. TemplateSyntaxError when there are others."""
    parts = [part for output in tree.body if isinstance(output, nodes.Output) for part in output.nodes]
    if len(parts) != 1:
        raise TemplateSyntaxError("it is no single expression", 1)
    result = nodes.Assign(nodes.Name("result", "store"), _Guarded().visit(parts[0]), lineno=1)
    return TemplateExpression(_ENVIRONMENT.from_string(nodes.Template([result], lineno=1)), undefined_to_none=False)


class _Calls(NodeTransformer):
    """Replaces calls by the filters that they name: round(x, 1) and x.round(1) are x | round(1)."""

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        is_method = isinstance(node.node, nodes.Getattr)
        name = str(getattr(node.node, "name", getattr(node.node, "attr", "this")))
        values = [node.node.node, *node.args] if isinstance(node.node, nodes.Getattr) else node.args
        # Languages do not agree whether join is one of the list or of what stands between its entries.
        if name not in FILTERS or (is_method and name == "join"):
            advice, first = _ELSEWHERE.get(name), _source_text(values[-1]) if values else ""
            hint = f"; write {advice.format(first or '...')}" if advice else f". {did_you_mean(name, FILTERS)}"
            raise ValueProblem(f"there is no {name}() in expressions{hint}")
        if name in ("min", "max") and len(values) > 1:
            values = [nodes.List(values)]
        if not values:
            raise ValueProblem(f"{name} needs a value; write one in its brackets")
        return nodes.Filter(values[0], name, values[1:], node.kwargs, node.dyn_args, node.dyn_kwargs)


class _Guarded(NodeTransformer):
    """Replaces operators by filters that check their values; expressions cannot name these filters."""

    def visit_Dict(self, node: nodes.Dict) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _filter_node(nodes.List([nodes.List([pair.key, pair.value]) for pair in node.items]), _MAP)

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        if not isinstance(node.arg, nodes.Slice):
            return node
        ends = (node.arg.start, node.arg.stop, node.arg.step)
        return _filter_node(node.node, _SLICE, *(end or nodes.Const(None) for end in ends))

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        # The filter for ~ makes texts of its parts and limits their length.
        node.nodes = [_filter_node(part, "string") for part in node.nodes]
        return node

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802
        sides = [node.expr, *(operand.expr for operand in node.ops)]
        signs = [operand.op for operand in node.ops]
        # The middle of a chain is computed twice; a long one stays as it is, without a check of types.
        if not _CHECKED.keys() & set(signs) or any(side.find(nodes.Compare) for side in sides[1:-1]):
            return self.generic_visit(node)
        words = [_source_text(side) for side in sides]
        sides = [self.visit(side) for side in sides]
        pairs = zip(signs, sides, sides[1:], words, words[1:], strict=False)
        chain, *others = [_comparison(*pair) for pair in pairs]
        for other in others:
            chain = nodes.And(chain, other)
        return chain

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.Node:  # noqa: N802
        return self._with_checked(node, "test")

    def visit_Not(self, node: nodes.Not) -> nodes.Node:  # noqa: N802
        return self._with_checked(node, "node")

    def visit_And(self, node: nodes.And) -> nodes.Node:  # noqa: N802
        return self._with_checked(node, "left")

    def _with_checked(self, node: nodes.Node, key: str) -> nodes.Node:
        """A node whose part under a key is checked as a condition."""
        words = _source_text(getattr(node, key))
        self.generic_visit(node)
        setattr(node, key, _condition(getattr(node, key), words))
        return node

    def visit_Test(self, node: nodes.Test) -> nodes.Node:  # noqa: N802
        if node.name == "in" and len(node.args) == 1:
            return self.visit_Compare(nodes.Compare(node.node, [nodes.Operand("in", node.args[0])]))
        return self.generic_visit(node)


def _comparison(operator: str, left: nodes.Expr, right: nodes.Expr, left_text: str, right_text: str) -> nodes.Expr:
    """A comparison through a filter that checks its sides, if there is one; the texts are the sides as written."""
    if operator not in _CHECKED:
        return nodes.Compare(left, [nodes.Operand(operator, right)])
    name, sign = _CHECKED[operator]
    result = _filter_node(left, name, right, *map(nodes.Const, (left_text, right_text, sign)))
    return nodes.Not(result) if operator.startswith("n") else result


def _condition(node: nodes.Expr, text: str) -> nodes.Expr:
    """An expression used as a condition, through a filter that checks it; `text` is the source."""
    if isinstance(node, nodes.Not | nodes.Compare | nodes.Test) or getattr(node, "name", "") == _IS_TRUE:
        return node
    if isinstance(node, nodes.And | nodes.Or):
        node.left, node.right = (_condition(side, _source_text(side)) for side in (node.left, node.right))
        return node
    return _filter_node(node, _IS_TRUE, nodes.Const(text))


def _filter_node(value: nodes.Expr, name: str, *arguments: nodes.Expr) -> nodes.Filter:
    return nodes.Filter(value, name, list(arguments), [], None, None, environment=_ENVIRONMENT)


def _source_text(node: nodes.Node) -> str:
    """The source of a part of an expression; "" for a long one."""
    if isinstance(node, nodes.Const):
        return quote_value(node.value)
    if isinstance(node, nodes.Name):
        return node.name
    if isinstance(node, nodes.List | nodes.Tuple):
        inner = [_source_text(item) for item in node.items]
        return f"[{', '.join(inner)}]" if all(inner) and len(inner) < _SHORT else ""
    holder = _source_text(node.node) if isinstance(node, nodes.Getattr | nodes.Getitem) else ""
    if isinstance(node, nodes.Getattr) and holder:
        return f"{holder}.{node.attr}"
    inside = _source_text(node.arg) if isinstance(node, nodes.Getitem) else ""
    return f"{holder}[{inside}]" if holder and inside else ""


def _check_nodes(tree: nodes.Template, source: str) -> None:
    """ValueProblem for forbidden parts: other nodes, filters and tests, private names, odd constants."""
    allowed: dict[type, tuple[str, tuple[str, ...]]] = {nodes.Filter: ("filter", FILTERS), nodes.Test: ("test", TESTS)}
    for node in tree.find_all(nodes.Node):
        if not isinstance(node, _ALLOWED):
            raise ValueProblem(f"'{source}' uses '{type(node).__name__.lower()}'; write values alone in its brackets")
        if isinstance(node, nodes.Filter | nodes.Test) and node.name not in allowed[type(node)][1]:
            noun, names = allowed[type(node)]
            raise ValueProblem(f"there is no {noun} '{node.name}'. {did_you_mean(node.name, names)}")
        if isinstance(node, nodes.Name) and node.name == "self":
            raise ValueProblem("'self' is no name for a value")
        if isinstance(node, nodes.Getattr) and node.attr.startswith("_"):
            raise ValueProblem(f"'{source}' reads a private name; choose one that begins with a letter")
        if isinstance(node, nodes.Tuple) and any(isinstance(item, nodes.Slice) for item in node.items):
            raise ValueProblem(f"'{source}' takes several slices at once; write one behind the other")
        if isinstance(node, nodes.Const):
            _check_constant(node.value, source)
    if _depth(tree) > _DEEPEST:
        raise ValueProblem(f"'{source}' is nested deeper than {_DEEPEST} levels")


def _depth(tree: nodes.Node) -> int:
    level, depth = [tree], 0
    while level:
        level, depth = [inner for node in level for inner in node.iter_child_nodes()], depth + 1
    return depth


def _check_constant(value: Any, source: str) -> None:
    """ValueProblem for values that files may not hold either: control characters and infinite numbers."""
    if isinstance(value, str) and CONTROL.search(value):
        raise ValueProblem(f"'{source}' has a control character in a text")
    if isinstance(value, int | float) and not abs(value) <= EXACT:
        raise ValueProblem(f"'{source}' has a number that is too large")


_DOTTED = r"[A-Za-z][A-Za-z0-9_]*+(?:\.[A-Za-z][A-Za-z0-9_]*+)*+"
_PATH = re.compile(rf"\s*+({_DOTTED})(?:\[({_DOTTED})\])?(?:\.({_DOTTED}))?\s*+")
_WORDS = frozenset({"true", "false", "none", "True", "False", "None", "not"})
_RESERVED = _WORDS | {"and", "or", "in", "is", "if", "else"}


def problem_of_word(name: str) -> str:
    """The reason why expressions cannot read a name; "" if they can."""
    if name in _RESERVED:
        return f"'{name}' means something else in expressions"
    return "" if re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name) else f"'{name}' cannot stand in an expression"


_BRACES_AND_TEXTS = re.compile(r"""'(?:\\.|(?!\}\})[^'\\])*+'|"(?:\\.|(?!\}\})[^"\\])*+"|[{}]""")


def _end_of_expression(text: str, start: int) -> int:
    """The end of the expression that starts there, past the braces of maps; -1 if it never ends."""
    depth = 0
    for match in _BRACES_AND_TEXTS.finditer(text, start):
        if match[0] == "}" and not depth and text.startswith("}}", match.start()):
            return match.start()
        depth = max(0, depth + {"{": 1, "}": -1}.get(match[0], 0))
    return text.find("}}", start)


def partition_expressions(text: str) -> list[str]:
    """The texts of a value, with the source of an {{ expression }} between each two of them."""
    pieces: list[str] = []
    at = 0
    while (start := text.find("{{", at)) >= 0 and (end := _end_of_expression(text, start + 2)) >= 0:
        pieces += text[at:start], text[start + 2 : end]
        at = end + 2
    return [*pieces, text[at:]]


def parse_value(raw: Any) -> Value:
    """Compile a raw YAML value. A string that is one whole {{ expression }} keeps the expression's type."""
    if not isinstance(raw, str) or ("{{" not in raw and "{%" not in raw and "{#" not in raw):
        return constant(raw)
    pieces = partition_expressions(raw)
    texts, values = pieces[::2], [parse_condition(source) for source in pieces[1::2]]
    if any(mark in text for text in texts for mark in ("{{", "}}", "{%", "{#")):
        start = raw if len(raw) <= 60 else f"{raw[:57]}..."
        raise ValueProblem(f"cannot read '{start}': a value holds texts and {{{{ expressions }}}} only")
    if len(values) == 1 and texts == ["", ""]:
        return values[0]

    def join(context: Context) -> str:
        pairs = ((value.evaluate(context), text) for value, text in zip(values, texts[1:], strict=True))
        whole = texts[0] + "".join(f"{display_text(value)}{text}" for value, text in pairs)
        check_length(len(whole))
        return whole

    names = frozenset[str]().union(*(value.names for value in values))
    parts: list[str | frozenset[Source]] = [texts[0]]
    for value, text in zip(values, texts[1:], strict=True):
        parts += (value.sources, text)
    return Value(join, names, next((value.field for value in values if value.field), None), sources=join_sources(parts))


def parse_condition(source: str) -> Value:
    """Compile a condition, which is an expression without braces around it."""
    # A plain dotted path is looked up directly; only a real expression brings in the expression engine.
    plain = _PATH.fullmatch(source)
    if plain and source.strip() not in _WORDS:
        return _look_up(*(tuple(path.split(".")) if path else () for path in plain.groups()))
    return compile_expression(source)


def _look_up(path: tuple[str, ...], inner: tuple[str, ...], after: tuple[str, ...]) -> Value:
    """`a.b`, `a.b[c.d]` or `a.b[c.d].e` without the expression engine."""
    decisive = inner or path
    field = decisive[1] if decisive[0] == "card" and len(decisive) == 2 else None
    sources = frozenset({path + after})
    if not inner:
        return Value(lambda context: value_at(context, path + after), frozenset(path[:1]), field, sources=sources)

    def look_up(context: Context) -> Any:
        return value_at(value_at(value_at(context, path), (value_at(context, inner),)), after)

    return Value(look_up, frozenset((path[0], inner[0])), field, sources=sources)
