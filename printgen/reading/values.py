"""A value of a template, which is the same for every card or is worked out for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from printgen.base.errors import ValueProblem
from printgen.reading.alike import asked

Context = Mapping[str, Any]
Source = tuple[str, ...]
"""Where a value comes from: ("card", "weapons", "name") is `card.weapons[0].name`; entries of lists and rows are left
out, as all of them have the same fields. What stands in a text between the signs of an icon or of a look has `MARK` at
its beginning."""
MARK = ":"


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
        value = self.of(key, context)
        try:
            return bool(asked(value, f"card.{self.field}" if self.field and self.names == {"card"} else ""))
        except ValueProblem as problem:
            raise ValueProblem(str(problem), key, problem.word) from problem


def constant(value: Any) -> Value:
    """A value that is the same for every card."""
    return Value(lambda _: value, constant=True)


def joined_sources(parts: Sequence[str | frozenset[Source]]) -> frozenset[Source]:
    """The sources of a text from those of its parts, of which some are plain text."""
    found = set[Source]()
    for before, part, after in zip(["", *parts], parts, [*parts[1:], ""], strict=False):
        if not isinstance(part, str):
            ends = str(before)[-1:], str(after)[:1]
            marked = ends in ((":", ":"), ("[", "]")) and isinstance(before, str) and isinstance(after, str)
            found |= {(MARK, *source) for source in part} if marked else part
    return frozenset(found)
