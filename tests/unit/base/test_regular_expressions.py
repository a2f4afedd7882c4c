"""No pattern goes back over its text again and again: each is tried on 100,000 of the letters that it knows."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import signal
from collections.abc import Iterator, Sequence
from fnmatch import translate
from itertools import product
from pathlib import Path
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as reading  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import printgen

LENGTH = 100_000
SECONDS = 1.0
"""Of computing. Who goes through a text once takes milliseconds, and who goes back over it again and again minutes."""
METHODS = {"match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"}


class TooLong(Exception):
    """A pattern has gone back over its text again and again."""


UNKNOWN = "\x01"
"""A letter that hardly any pattern knows."""

MADE: dict[str, dict[str, Any]] = {
    "printgen.art.casting": {"translate": translate, "word": "*a*b*[c-d]?"},
    "printgen.build.list_source": {"pattern": "x", "signs": "[*+]"},
    "printgen.exports.field_text": {"code": "A-1"},
    "printgen.editing.helping": {"wanted": "card"},
    "printgen.editing.upgrading": {"words": "red", "mark": "[red]", "name": "red"},
    "printgen.game.house_style": {"longest_first": ["!!", "!"]},
    "printgen.kinds.cards": {"terms": ["aim", "aim high", "run"]},
    "printgen.reading.csv_files": {"end": ","},
    "printgen.reading.scalars": {"text": "é", "pattern": "x"},
    "printgen.reading.expressions": {"pattern": "x"},
    "printgen.rules.checks": {"code": "A-1"},
    "printgen.rules.vocabulary": {
        "words": r"|\b(?:and|or)",
        "self": type("Words", (), {"notes": ("with", "in"), "joins": ()}),
    },
    "printgen.studio.running": {"known": {"--seed": "[0-9]{1,20}"}, "flag": "--seed"},
}
"""What patterns are made of that a function makes, by its module."""


class Pattern(NamedTuple):
    """A pattern of the package: where it is from, and the methods by which it is used."""

    place: str
    compiled: re.Pattern[Any]
    methods: set[str]


def patterns() -> list[Pattern]:
    """All patterns of the package: those that modules and classes hold, and those that are made where they are used."""
    found: dict[tuple[Any, int], Pattern] = {}
    for module, tree in _modules():
        methods = _methods(tree)
        held = [(name, one) for name, value in _values(module) for one in _within(value)]
        for name, compiled in (*held, *_calls(module, tree)):
            place = f"{module.__name__}.{name}"
            pattern = found.setdefault((compiled.pattern, compiled.flags), Pattern(place, compiled, set()))
            pattern.methods.update({name} & METHODS or methods.get(name) or methods[""] or {"match", "fullmatch"})
    return list(found.values())


def _modules() -> Iterator[tuple[ModuleType, ast.Module]]:
    for found in pkgutil.walk_packages(printgen.__path__, "printgen."):
        if not found.name.endswith("__main__"):
            module = importlib.import_module(found.name)
            assert module.__file__
            yield module, ast.parse(Path(module.__file__).read_text())


def _methods(tree: ast.Module) -> dict[str, set[str]]:
    """The methods that are used of each name in a module, and of anything else under ""."""
    used: dict[str, set[str]] = {"": set()}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in METHODS:
            name = getattr(node.value, "id", "")
            used.setdefault(name if name.isupper() or name == "re" else "", set()).add(node.attr)
    used[""] -= {"split"}  # Texts have that one, too.
    return used


def _values(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a module and its classes hold, but for what comes from other libraries."""
    for name, value in [*vars(module).items()]:
        yield name, value
        if isinstance(value, type) and value.__module__ == module.__name__:
            own = {base: vars(base) for base in value.__mro__[1:] if not base.__module__.startswith("printgen.")}
            yield from (
                (key, held) for key, held in vars(value).items() if not any(key in base for base in own.values())
            )


def _within(value: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from _within([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _within(one)


def _calls(module: ModuleType, tree: ast.Module) -> Iterator[tuple[str, re.Pattern[Any]]]:
    """The patterns of the calls of `re` in functions, each with the method that is called."""
    known = {**vars(module), **MADE.get(module.__name__, {})}
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)):
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "re":
                method, place = call.func.attr, f"{module.__name__}: {ast.unparse(call)}"
                flags = [*call.args[1:2]] if method == "compile" else []
                flags += [one.value for one in call.keywords if one.arg == "flags"]
                if method in METHODS | {"compile"}:
                    try:
                        yield method, re.compile(*(eval(ast.unparse(one), {**known}) for one in (call.args[0], *flags)))
                    except NameError as error:
                        raise AssertionError(f"{place} is made of what MADE does not tell: {error}") from error


# ---- what patterns are tried on


def _letters(node: Any) -> Iterator[str]:
    """Letters of each sort that a parsed pattern knows."""
    for what, value in node:
        if what is sre.LITERAL:
            yield chr(value)
        elif what is sre.NOT_LITERAL:
            yield "x" if value != ord("x") else "y"
        elif what is sre.ANY:
            yield "x"
        elif what is sre.IN:
            yield from _in_class(value)
        elif isinstance(value, tuple | list):
            for part in value:
                if isinstance(part, reading.SubPattern):
                    yield from _letters(part)
                elif isinstance(part, list):
                    for branch in part:
                        yield from _letters(branch)
        elif isinstance(value, reading.SubPattern):
            yield from _letters(value)


def _in_class(value: Any) -> Iterator[str]:
    pattern = {sre.CATEGORY_DIGIT: "7", sre.CATEGORY_SPACE: " ", sre.CATEGORY_WORD: "a"}
    if value[0][0] is sre.NEGATE:
        yield from "x "
    for what, held in value:
        if what is sre.LITERAL:
            yield chr(held)
        elif what is sre.RANGE:
            yield chr(held[0])
        elif what is sre.CATEGORY:
            yield pattern.get(held, "-")


def _shortest(node: Any) -> str:
    """About the shortest text that a parsed pattern finds."""
    out = ""
    for what, value in node:
        if what in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            out += next(_letters([(what, value)]))
        elif what is sre.BRANCH:
            out += _shortest(value[1][0])
        elif what in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            out += _shortest(value[2]) * value[0]
        elif what is sre.SUBPATTERN:
            out += _shortest(value[3])
        elif what is sre.ATOMIC_GROUP:
            out += _shortest(value)
    return out


def _heads(node: Any) -> Iterator[str]:
    """What may stand before each place of a parsed pattern, its branches and groups included."""
    for end, (what, value) in enumerate(node):
        head = _shortest(list(node)[:end])
        yield head
        inner: Sequence[Any] = ()
        if what is sre.BRANCH:
            inner = value[1]
        elif what is sre.SUBPATTERN:
            inner = [value[3]]
        elif what is sre.ATOMIC_GROUP:
            inner = [value]
        elif what in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            inner = [value[2]]
        for one in inner:
            yield from (head + more for more in _heads(one))
    yield _shortest(node)


def texts(compiled: re.Pattern[Any], more: bool) -> Iterator[Any]:
    """Long texts of each letter that a pattern knows, behind what it may begin with; with `more` of its words, too."""
    raw = isinstance(compiled.pattern, bytes)
    node = reading.parse(compiled.pattern, compiled.flags & ~re.UNICODE if raw else compiled.flags)
    letters = [*dict.fromkeys(letter for letter in _letters(node) if not raw or letter.isascii())][:12]
    heads = [*dict.fromkeys(_heads(node))][: 16 if more else 6]
    pairs = map("".join, product(letters, repeat=2))
    units = [*dict.fromkeys([*letters, *filter(None, heads), *pairs, "\n"])]
    for head, unit, tail in product(heads, units if more else letters, (UNKNOWN, "") if more else (UNKNOWN,)):
        text = head + unit * (LENGTH // len(unit)) + tail
        yield text.encode("latin-1", "replace") if raw else text


def _try(pattern: Pattern, method: str, text: Any) -> None:
    """Use a pattern on a text. TooLong when that takes more than SECONDS of computing."""
    how = getattr(pattern.compiled, method)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    found = how(text[:0], text) if method in ("sub", "subn") else how(text)
    if method == "finditer":
        for _ in found:
            pass
    signal.setitimer(signal.ITIMER_PROF, 0)


def _stop(*_: object) -> None:
    raise TooLong


@pytest.fixture
def timed() -> Iterator[None]:
    """Has signals end what takes too long."""
    before = signal.signal(signal.SIGPROF, _stop)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


@pytest.mark.slow
@pytest.mark.parametrize("more", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_patterns_go_through_a_text_once(timed: None, more: bool) -> None:
    slow = []
    for pattern in patterns():
        for method in sorted(pattern.methods):
            try:
                for text in texts(pattern.compiled, more):
                    _try(pattern, method, text)
            except TooLong:
                slow.append(f"{pattern.place}: {method}: {pattern.compiled.pattern!r}: {text[:20]!r} ... {text[-3:]!r}")
    assert not slow, "\n".join(slow)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", [r"\d+\.?\d*x", r"/\*.*?\*/"])
def test_a_pattern_that_goes_back_is_found(timed: None, pattern: str) -> None:
    found = Pattern("here", re.compile(pattern, re.DOTALL), {"search"})
    with pytest.raises(TooLong):
        for text in texts(found.compiled, True):
            _try(found, "search", text)
