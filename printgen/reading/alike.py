"""Two values that an expression compares come in; whether they are equal goes out, or why nobody can have meant that.

A number and a text are never equal. For most of them that is as it should be, in a column that mixes both as ranks
from 2 over 10 to A do; but 2 and '2' look the same to whoever wrote them, and the answer would be wrong in silence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printgen.base.errors import ValueProblem
from printgen.reading.scalars import shortened
from printgen.reading.texts import text_of


class Row(dict[str, Any]):
    """A row of a table in an expression: it shows its code, and is like it; a dot leads to what it says."""

    def __init__(self, code: str, row: Mapping[str, Any]) -> None:
        super().__init__(row)
        self.code = code

    def __str__(self) -> str:
        return self.code

    def __eq__(self, other: object) -> bool:
        return self.code == (other.code if isinstance(other, Row) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self.code)


_PLAIN = (str, int, float, Row)
FALSE_WORDS = frozenset(
    {"false", "no", "off", "falsch", "nein", "faux", "non", "falso", "não", "onwaar", "nee", "fałsz", "nie",
     "falskt", "falsk", "usann", "epätosi", "nepravda", "hamis", "yanlış", "ложь"}
)  # fmt: skip
"""What says in a cell that something is not so, in small letters: no, and FALSE in the languages of spreadsheets."""


def asked(value: Any, said: str = "") -> Any:
    """A value of which an expression asks whether it is true; `said` is how the expression calls it.

    ValueProblem for a text that says the contrary of what it counts as.
    """
    if isinstance(value, str) and value.strip().casefold() in FALSE_WORDS:
        told = f"{said or 'what is asked'} is the text {written(value)}, and any text counts as true"
        way = f"write {said or 'the text'} != {written(value)}, or declare the field as flag"
        raise ValueProblem(f"{told}; {way}", word=value)
    return value


def same(one: Any, other: Any, first: str = "", second: str = "", sign: str = "==") -> bool:
    """Whether two values are equal; `first` and `second` are how the expression calls them, "" what is too long.

    ValueProblem, which says what to write in place of this comparison, where one is a number and the other that number
    as a text.
    """
    if one.__class__ is not other.__class__ and _alike(one, other):
        raise _unlike(one, other, first, second, sign)
    return bool(one == other)


def held(one: Any, many: Any, first: str = "", second: str = "", sign: str = "in") -> bool:
    """Whether a value is one of many; ValueProblem as of `same`."""
    if one in many:
        return True
    # Lists may be long: only where there is something like it, each entry is looked at.
    if isinstance(one, _PLAIN) and isinstance(many, list | tuple | Mapping) and _twin(one) in many:
        other = next((each for each in many if _alike(one, each)), None)
        if other is not None:
            way = f"{written(one)} in the list"
            if first == written(one):
                way = f"{written(other)} {sign} {second or 'the list'}"
            elif first and second and text_of(one) == other:
                way = f"{first} | string {sign} {second}"
            raise ValueProblem(f"{_called(one, first)}, and the list has the {_named(other)}; write {way}")
    return False


def _twin(one: str | int | float | Row) -> str | int | float | None:
    """The number that a text is like, or the text that is like a number."""
    if not isinstance(one, str | Row):
        return text_of(one)
    try:
        return float(str(one))
    except ValueError:
        return {"true": True, "false": False}.get(str(one).casefold())


def _alike(one: Any, other: Any) -> bool:
    """Whether one is a number, or true or false, and the other a text that says the same."""
    text, value = (one, other) if isinstance(one, str | Row) else (other, one)
    text = text.code if isinstance(text, Row) else text
    if not isinstance(text, str) or not isinstance(value, int | float):
        return False
    if isinstance(value, bool):
        return text.casefold() == text_of(value)
    try:
        return float(text) == value
    except ValueError:
        return False


def _unlike(one: Any, other: Any, first: str, second: str, sign: str) -> ValueProblem:
    """What is wrong with a comparison of a number with a text that is like it."""
    way = "both as numbers, or both as texts"
    if second == written(other) and first:
        way = f"{first} {sign} {written(one)}"
    elif first == written(one) and second:
        way = f"{written(other)} {sign} {second}"
    elif first and second and text_of(one) == text_of(other):
        way = f"{first} {sign} {second} | string" if isinstance(one, str | Row) else f"{first} | string {sign} {second}"
    return ValueProblem(f"{_called(one, first)}, and {_called(other, second)}; write {way}")


def _called(value: Any, said: str) -> str:
    """What a side of a comparison is, as the expression calls it."""
    if said == written(value):
        return f"{said} is a {_kind(value)}"
    return f"{said or 'what is compared'} is the {_named(value)}"


def _named(value: Any) -> str:
    return f"{_kind(value)} {written(value)}"


def _kind(value: Any) -> str:
    return "text" if isinstance(value, str | Row) else "flag" if isinstance(value, bool) else "number"


def written(value: Any) -> str:
    """A value as an expression writes it."""
    return f"'{shortened(str(value))}'" if isinstance(value, str | Row) else text_of(value)
