"""The filters and tests of expressions, which change and examine values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import accumulate, chain
from math import cos, radians, sin, sqrt
from typing import Any

from jinja2 import StrictUndefined
from jinja2.filters import FILTERS as _ENGINE

from printgen.base.errors import ValueProblem
from printgen.base.limits import consume
from printgen.base.names import capitalize, lower, percentage, sort_key, title_case, upper
from printgen.reading.texts import (
    EXACT,
    MadeMap,
    MapEntry,
    TableRow,
    check_length,
    contains_value,
    describe_kind,
    display_text,
    equal_values,
    missing_name,
    quote_value,
    text_of,
)

# Names between colons, and looks between brackets where [/] closes one.
_ICONS = re.compile(r"(?<!\w):[\w-]{1,64}+:(?!\w)")
_LOOKS = re.compile(rf"{_ICONS.pattern}|\[[^\[\]\n]{{1,60}}+\]")
_MOST_PICKS = 100  # The most picks of a chance.
_MOST_PLACES = 15  # The most decimals that a number is rounded to.


def _replace(text: Any, old: Any, new: Any) -> str:
    """The text with one piece replaced by another: replace('-', ' ')."""
    whole, part, other = text_of(text), text_of(old), text_of(new)
    check_length(len(whole) + whole.count(part) * len(other))
    return whole.replace(part, other)


def _join(items: Any, gap: Any = "") -> str:
    """The entries of a list as one text, with the text in the brackets between them."""
    texts, between = list(map(display_text, items)), text_of(gap)
    check_length(sum(map(len, texts)) + len(texts) * len(between))
    return between.join(texts)


def _split(text: Any, at: Any) -> list[str]:
    """The parts of a text before, between and after a piece of it: split(' (')."""
    whole, piece = text_of(text), text_of(at)
    if not piece:
        raise ValueError("split needs a text to split at, such as split(', ')")
    return whole.split(piece)


def _values(entries: Any) -> list[Any]:
    return list(entries.values() if isinstance(entries, Mapping) else entries)


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
    """The chance, from 0 to 1, that so many picks all have the wanted value: chance('hit', 2)."""
    every = _values(values)
    if not every or not isinstance(times, int) or not 0 <= times <= _MOST_PICKS:
        raise ValueError(f"a chance needs a list that is not empty, and a number of picks from 0 to {_MOST_PICKS}")
    matches = sum(equal_values(value, wanted, "", quote_value(wanted)) for value in every)
    return float(Fraction(matches, len(every)) ** times)


def _sum(every: Any, name: Any = None, start: Any = 0) -> Any:
    """The sum of the entries, or of their values in a field; lists are joined."""
    values = _values(every) if name is None else _pluck(every, name)
    if not isinstance(start, list | tuple):
        return sum(values, start)
    for other in (value for value in values if not isinstance(value, list | tuple)):
        return start + other  # A TypeError names the values that do not add up.
    # Added one by one, each list would be copied again and again.
    check_length(len(start) + sum(map(len, values)))
    return [*start, *chain.from_iterable(values)]


def _percent(share: Any) -> str:
    """A share from 0 to 1 in whole per cent."""
    # A half is rounded up, where nine decimals put right what a binary fraction just missed.
    whole = int(round(share * 100, 9) + 0.5)
    # What is possible is never shown as 0.
    return percentage(str(whole)) if whole or not share else f"<{percentage('1')}"


def _pluck(items: Any, name: Any) -> list[Any]:
    """The value that every entry has in a field: deck | pluck('fp')."""
    values = []
    for item in items:
        if not isinstance(item, Mapping) or name not in item:
            raise missing_name(name, item)
        values.append(item[name])
    return values


def _where(items: Any, name: Any, wanted: Any) -> list[Any]:
    """The entries, or the rows of a table, that have a value in a field, or among its words: where('role', 'medic')."""
    entries = _values(items)
    text = quote_value(wanted)

    def matches(value: Any) -> bool:
        if isinstance(value, list | tuple):
            return contains_value(wanted, value, text)
        return equal_values(value, wanted, "", text)

    return [entry for entry, value in zip(entries, _pluck(entries, name), strict=True) if matches(value)]


def _without(items: Any, others: Any) -> list[Any]:
    """The entries, or the keys of a mapping, that are not in another list."""
    consume("steps", len(items) * len(others))
    return [item for item in items if not contains_value(item, others)]


def _sort(items: Any, reverse: Any = False, by_case: Any = False, field: Any = None) -> list[Any]:
    """The entries in order: texts in the dictionary order of the game's language, unless `by_case`."""

    def key(item: Any) -> Any:
        for name in str(field).split(".") if field is not None else ():
            if not isinstance(item, Mapping) or name not in item:
                raise missing_name(name, item)
            item = item[name]
        return sort_key(item) if isinstance(item, str) and not by_case else item

    return sorted(items, key=key, reverse=bool(reverse))


def _round(number: Any, places: Any = 0, method: Any = "common") -> Any:
    if not isinstance(places, int) or abs(places) > _MOST_PLACES:
        raise ValueError(f"a number has {_MOST_PLACES} places at most")
    return _ENGINE["round"](number, places, method)


def _change_case(change: Callable[[str], str]) -> Callable[[Any], str]:
    """A filter that changes the capitals of a text, but not those of the names in its marks."""

    def change_text(text: Any) -> str:
        whole = display_text(text)
        marks = _LOOKS if "[/]" in whole else _ICONS
        if ":" not in whole and marks is _ICONS:
            return change(whole)
        names = iter(marks.findall(whole))
        parts = change(marks.sub("\x00", whole.replace("\x00", ""))).split("\x00")
        return parts[0] + "".join(next(names) + part for part in parts[1:])

    return change_text


def power(base: float, exponent: float) -> Any:
    """A number to the power of another; whole numbers give a whole one."""
    # A power of floats takes no time, however large it is.
    result = float(base) ** float(exponent)
    if isinstance(result, complex):
        raise ValueProblem("a number below 0 has no such power; write a whole number behind **")
    is_whole = isinstance(base, int) and isinstance(exponent, int) and exponent >= 0
    return base**exponent if is_whole and abs(result) <= EXACT else result


def take_slice(value: Any, *ends: Any) -> Any:
    """The part of a text or a list from one place, counted from 0, to before another, at steps."""
    _check_defined(value, *ends)
    if isinstance(value, Mapping):
        raise ValueProblem("a map has no parts in an order; write [1:] behind a text or a list")
    return value[slice(*ends)]


def make_map(pairs: list[list[Any]]) -> MadeMap:
    """A map of keys and values. A key that is a whole number is kept as text, as codes of tables are."""
    for key, _ in pairs:
        _check_defined(key)
        if not isinstance(key, str | TableRow) and type(key) is not int:
            raise ValueProblem(f"{describe_kind(key)} cannot be a key of a map; write a text or a whole number")
    return MadeMap({str(key): value for key, value in pairs})


def _check_defined(*values: Any) -> None:
    for value in (value for value in values if isinstance(value, StrictUndefined)):
        value._fail_with_undefined_error()


def _entries(value: Any) -> list[MapEntry]:
    """The entries of a map or a table, each with its key and its value."""
    _check_defined(value)
    if not isinstance(value, Mapping):
        message = f"only a map or a table has keys, values and items, and this is {describe_kind(value)}"
        raise ValueProblem(f"{message}; write it without them")
    return list(map(MapEntry, value.items()))


_OWN: Mapping[str, Callable[..., Any]] = {
    "replace": _replace, "join": _join, "split": _split, "shares": _shares, "chance": _chance, "percent": _percent,
    "pluck": _pluck, "where": _where, "without": _without, "items": _entries,
}  # fmt: skip
MADE: Mapping[str, Callable[..., Any]] = {
    **_OWN, "round": _round, "string": display_text, "sort": _sort, "sum": _sum,
    "upper": _change_case(upper), "lower": _change_case(lower), "title": _change_case(title_case),
    "capitalize": _change_case(lambda text: capitalize(lower(text))),
    "keys": lambda value: [key for key, _ in _entries(value)], "values": lambda value: [v for _, v in _entries(value)],
    # Fifteen places round the error in the last digit of pi to 0.
    "sin": lambda degrees: round(sin(radians(degrees)), _MOST_PLACES),
    "cos": lambda degrees: round(cos(radians(degrees)), _MOST_PLACES), "sqrt": sqrt,
}  # fmt: skip
"""Filters whose work is done here, and not by the engine's own."""

FILTERS = (
    "upper", "lower", "capitalize", "title", "length", "count", "default", "first", "last", "round", "abs", "int",
    "float", "string", "trim", "sort", "min", "max", "sum", "reverse", "list", "unique", "keys", "values", "sin", "cos",
    "sqrt", *_OWN,
)  # fmt: skip
"""The filters of expressions, which stand behind a bar: {{ card.name | upper }}."""
TESTS = ("defined", "none", "odd", "even", "in", "number", "string")
"""The tests of expressions, which stand after `is`: card.fp is odd."""
