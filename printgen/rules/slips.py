"""Slips of the hand: two words, folded, come in; how far they lie apart goes out, or the nearest of many."""

from __future__ import annotations

from collections.abc import Iterable

_SHORT, _LONG = 4, 8
"""Words of fewer letters are no slips of each other; those of so many may have two slips, others one."""
_CLEAR = 6
"""In words of fewer letters another letter makes another word: a pump is no puma."""


def likely(key: str, names: Iterable[str]) -> str | None:
    """The folded name that another is a slip of: a letter too many, too few, wrong, or two swapped; None for none.

    Digits are never slips, and neither is the first letter.
    """
    most = 0 if len(key) < _SHORT else 1 if len(key) < _LONG else 2
    digits = digits_of(key)
    near: tuple[int, str] | None = None
    for name in names:
        if abs(len(name) - len(key)) > most or name[:1] != key[:1] or digits_of(name) != digits:
            continue
        if len(key) < _CLEAR and len(name) == len(key) and sorted(name) != sorted(key):
            continue
        if (apart := _apart(key, name)) <= most and (near is None or apart < near[0]):
            near = apart, name
    return near[1] if near else None


def digits_of(key: str) -> str:
    """The digits of a word."""
    return "".join(filter(str.isdigit, key))


def one_apart(one: str, two: str) -> bool:
    """Whether one slip lies between two words, or none, as `_apart` counts; quicker."""
    at = 0
    while at < min(len(one), len(two)) and one[at] == two[at]:
        at += 1
    one, two = one[at:], two[at:]
    return one[1:] == two[1:] or one[1:] == two or one == two[1:] or (one[1::-1] + one[2:] == two and len(one) > 1)


def _apart(one: str, two: str) -> int:
    """How many slips lie between two words."""
    before: list[int] = []
    row: list[int] = [*range(len(two) + 1)]
    for i, a in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(two, 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == two[j - 2] and one[i - 2] == b:
                least = min(least, older[j - 2] + 1)
            row.append(least)
    return row[-1]
