"""The filters and tests of expressions, by name, each with what it gives or asks.

A filter stands behind a bar, {{ card.name | upper }}, and a test after `is`. What is not told here, the engine does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import accumulate, chain
from typing import Any

from jinja2.filters import FILTERS as _ENGINE

from printgen.base.budget import spend
from printgen.base.language import capitalized, lower, percentage, sort_key, titled, upper
from printgen.reading.alike import held, same, written
from printgen.reading.texts import text_of, unknown, within

# Names between colons, and looks between brackets where [/] closes one.
_ICONS = re.compile(r"(?<!\w):[\w-]{1,64}+:(?!\w)")
_LOOKS = re.compile(rf"{_ICONS.pattern}|\[[^\[\]\n]{{1,60}}+\]")
_MOST_PICKS = 100
_MOST_PLACES = 15


def _replace(text: Any, old: Any, new: Any) -> str:
    """The text with one piece replaced by another: replace('-', ' ')."""
    whole, part, other = text_of(text), text_of(old), text_of(new)
    within(len(whole) + whole.count(part) * len(other))
    return whole.replace(part, other)


def _join(items: Any, gap: Any = "") -> str:
    """The entries of a list as one text, with what stands in the brackets between them."""
    texts, between = list(map(shown, items)), text_of(gap)
    within(sum(map(len, texts)) + len(texts) * len(between))
    return between.join(texts)


def _split(text: Any, at: Any) -> list[str]:
    """The parts of a text before, between and after a piece of it: split(' (')."""
    whole, piece = text_of(text), text_of(at)
    if not piece:
        raise ValueError("split needs a text to split at, such as split(', ')")
    return whole.split(piece)


def shown(value: Any) -> str:
    """A value as it is printed: nothing where it is empty."""
    return "" if value is None else text_of(value)


def _values(every: Any) -> list[Any]:
    return list(every.values() if isinstance(every, Mapping) else every)


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
    matches = sum(same(one, wanted, "", written(wanted)) for one in every)
    return float(Fraction(matches, len(every)) ** times)


def _sum(every: Any, name: Any = None, start: Any = 0) -> Any:
    """The entries added up, or the values that they have in a field; lists are joined."""
    values = _values(every) if name is None else _pluck(every, name)
    if not isinstance(start, list | tuple):
        return sum(values, start)
    for other in (value for value in values if not isinstance(value, list | tuple)):
        return start + other  # A TypeError that says what does not add up.
    # Added one by one, each list would be copied again and again.
    within(len(start) + sum(map(len, values)))
    return [*start, *chain.from_iterable(values)]


def _percent(share: Any) -> str:
    """A share from 0 to 1 in whole per cent."""
    # A half is rounded up, where nine decimals put right what a binary fraction just missed.
    whole = int(round(share * 100, 9) + 0.5)
    # What is possible is never shown as 0.
    return percentage(str(whole)) if whole or not share else f"<{percentage('1')}"


def _pluck(items: Any, name: Any) -> list[Any]:
    """The value that every entry has in a field: deck | pluck('fp')."""
    found = []
    for item in items:
        if not isinstance(item, Mapping) or name not in item:
            raise unknown(name, item)
        found.append(item[name])
    return found


def _where(items: Any, name: Any, wanted: Any) -> list[Any]:
    """The entries, or the rows of a table, that have a value in a field, or among its words: where('role', 'medic')."""
    every = _values(items)
    found = zip(every, _pluck(every, name), strict=True)
    call = written(wanted)

    def taken(value: Any) -> bool:
        return held(wanted, value, call) if isinstance(value, list | tuple) else same(value, wanted, "", call)

    return [item for item, value in found if taken(value)]


def _without(items: Any, others: Any) -> list[Any]:
    """The entries, or the keys of a mapping, that are not in another list."""
    spend("steps", len(items) * len(others))
    return [item for item in items if not held(item, others)]


def _sort(items: Any, reverse: Any = False, by_case: Any = False, field: Any = None) -> list[Any]:
    """The entries in order: texts as a dictionary of the game's language has them, unless `by_case`."""

    def key(item: Any) -> Any:
        for name in str(field).split(".") if field is not None else ():
            if not isinstance(item, Mapping) or name not in item:
                raise unknown(name, item)
            item = item[name]
        return sort_key(item) if isinstance(item, str) and not by_case else item

    return sorted(items, key=key, reverse=bool(reverse))


def _round(number: Any, places: Any = 0, method: Any = "common") -> Any:
    if not isinstance(places, int) or abs(places) > _MOST_PLACES:
        raise ValueError(f"a number has {_MOST_PLACES} places at most")
    return _ENGINE["round"](number, places, method)


def _cased(change: Callable[[str], str]) -> Callable[[Any], str]:
    """What changes the capitals of a text, but not those of the names in its marks."""

    def changed(text: Any) -> str:
        whole = shown(text)
        marks = _LOOKS if "[/]" in whole else _ICONS
        if ":" not in whole and marks is _ICONS:
            return change(whole)
        names = iter(marks.findall(whole))
        parts = change(marks.sub("\x00", whole.replace("\x00", ""))).split("\x00")
        return parts[0] + "".join(next(names) + part for part in parts[1:])

    return changed


_OWN: Mapping[str, Callable[..., Any]] = {
    "replace": _replace, "join": _join, "split": _split, "shares": _shares, "chance": _chance, "percent": _percent,
    "pluck": _pluck, "where": _where, "without": _without,
}  # fmt: skip
MADE: Mapping[str, Callable[..., Any]] = {
    **_OWN, "round": _round, "string": shown, "sort": _sort, "sum": _sum,
    "upper": _cased(upper), "lower": _cased(lower), "title": _cased(titled),
    "capitalize": _cased(lambda text: capitalized(lower(text))),
}  # fmt: skip
"""What does the work of filters that are no more than the engine's own."""

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
    "sort": "the entries in order; texts as in a dictionary of the game's language",
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
