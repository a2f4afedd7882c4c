"""What expressions hold, as text and as numbers, and how much of it can be printed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from printgen.base.budget import most
from printgen.base.errors import ValueProblem, did_you_mean
from printgen.base.language import printed

LARGEST = 1_000_000
"""The largest number of a picture, whether it is a length in points, an angle or a scale."""

# Below this, whole numbers are exact.
_EXACT = 1e15
_DEEPEST = 40


def within(length: int) -> None:
    """ValueProblem when a text of so many letters is longer than anything that can be printed."""
    if length > most("value"):
        raise ValueProblem(f"the text is longer than {most('value'):,.0f} letters; write a shorter one")


def held_in(value: Any, kinds: tuple[type, ...] = (list, tuple)) -> list[Any]:
    """A value, and all that it holds where it is of one of these kinds, and so on.

    ValueProblem when that is more, or deeper, than anything that can be printed; of such, no more is looked at.
    """
    found: list[Any] = [value]
    level: list[Any] = [value] if isinstance(value, kinds) else []
    for _ in range(_DEEPEST):
        if not level:
            return found
        if len(found) + sum(map(len, level)) > most("value") + 1:
            raise ValueProblem(f"the value holds more than {most('value'):,.0f} entries; use shorter lists")
        inner = [one for held in level for one in (held.values() if isinstance(held, Mapping) else held)]
        found += inner
        level = [one for one in inner if isinstance(one, kinds)]
    raise ValueProblem(f"the value holds lists inside lists, more than {_DEEPEST} deep; remove some")


def text_of(value: Any) -> str:
    """A value as text. ValueProblem when that is longer than anything that can be printed."""
    if not isinstance(value, str | int | float):
        within(sum(len(one) for one in held_in(value, (list, tuple, Mapping)) if isinstance(one, str)))
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and abs(value) < _EXACT:
        # As people write it: 2 and not 2.0, 0.3 and not the 17 digits of a binary fraction.
        digits = 12 if abs(value) <= LARGEST else 15
        return printed(f"{round(value, 10):.{digits}g}") if value else "0"
    if isinstance(value, list | tuple):
        return ", ".join("" if one is None else text_of(one) for one in value)
    if isinstance(value, Mapping) and type(value).__str__ in (dict.__str__, MappingProxyType.__str__):
        such = f"; name one of its keys, such as {next(iter(value))}" if value else ""
        raise ValueProblem(f"a mapping cannot be printed as it is{such}")
    return str(value)


def number_of(value: Any, key: str, such: str = "2") -> float:
    """A value as a number that can be drawn. ValueProblem, which names the setting that it is for, when it is none.

    `such` is one that the setting may have.
    """
    if not isinstance(value, int | float):
        raise ValueProblem(f"{key} should be a number, not '{value}'; write one such as {such}", key)
    if not abs(value) <= LARGEST:
        raise ValueProblem(f"{key} is {value:g}, which cannot be drawn; write a number up to {LARGEST:,}", key)
    return float(value)


def meant(name: Any, holder: Any) -> str:
    """The key of a mapping that a number means, as 7 does the code "7" of a table; ValueProblem where there is none."""
    if type(name) in (int, float) and isinstance(holder, Mapping):
        code = str(int(name) if name == int(name) else name) if abs(name) < _EXACT else str(name)
        if code in holder:
            return code
    raise unknown(name, holder)


class Given(dict[str, Any]):
    """Names that printgen gives; `gone` are former ones, each with what to do instead."""

    def __init__(self, known: Mapping[str, Any], **gone: str) -> None:
        super().__init__(known)
        self.gone = gone


def unknown(name: Any, holder: Any) -> ValueProblem:
    """What is wrong with a name that a mapping does not have."""
    if isinstance(holder, Given) and name in holder.gone:
        return ValueProblem(f"'{name}' is no longer given; {holder.gone[name]}")
    if name is None:
        return ValueProblem("what is looked up here is empty; give it a value, or ask for it with when")
    known = map(str, holder) if isinstance(holder, Mapping) else ()
    hint = did_you_mean(str(name), known)
    return ValueProblem(f"there is no '{name}' here" + (f". {hint}" if hint else ""))
