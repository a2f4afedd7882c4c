"""A value of a template, which is the same for every card or is worked out for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.base.errors import ValueProblem
from printgen.reading.alike import asked

Context = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """One template value, which `evaluate` works out; `get` says what goes wrong with that.

    `names` are the top-level names it reads, `constant` tells that it is no expression, and `field` is the record's
    field that it shows, where that is plain.
    """

    evaluate: Callable[[Context], Any]
    names: frozenset[str] = frozenset()
    field: str | None = None
    constant: bool = False

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
