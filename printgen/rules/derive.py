"""Guidelines and the words of a card come in; every stat with the sum behind it, line by line, goes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import digits
from typing import Any

from printgen.errors import Exit, Finding, Where, closest
from printgen.reading.scalars import shortened
from printgen.rules.guidelines import CardField, Guidelines, Stat, Word, folded

NOTHING = "none"
"""The line of a stat that is the best of nothing."""

BASE = "base"
"""The line of the number that modifiers are added to."""


@dataclass(frozen=True, slots=True)
class Sum:
    """A stat's value and what it comes from: lines and their amounts, which add up to the value."""

    value: int
    because: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a word: the field and the index (from 0) where it stands, and how to mend it."""

    carried: str
    index: int
    code: str
    message: str
    hint: str

    def at(self, where: Where) -> Finding:
        """The finding for the problem at the place of its word."""
        return Finding("error", where, self.message, self.hint, self.code, Exit.RULES_BROKEN)


@dataclass(frozen=True, slots=True)
class Derived:
    """The stats in the guidelines' order, what is carried by its field in their words, and the problems met.

    A word with a problem is not counted, except that words which exclude each other all are.
    """

    stats: tuple[tuple[str, Sum], ...]
    carried: Mapping[str, tuple[str, ...]]
    problems: tuple[Problem, ...]

    def __getitem__(self, key: str) -> Sum:
        return dict(self.stats)[key]

    @property
    def values(self) -> dict[str, int]:
        """The value of every stat."""
        return {key: total.value for key, total in self.stats}

    def as_data(self) -> dict[str, Any]:
        """Every stat as {"value": 3, "because": [["sub-machine gun", 3]]}."""
        return {
            key: {"value": total.value, "because": [list(line) for line in total.because]} for key, total in self.stats
        }


@dataclass(frozen=True, slots=True)
class _Item:
    word: Word
    number: int | None
    index: int

    @property
    def text(self) -> str:
        return self.word.name if self.number is None else f"{self.word.name} {self.number}"


def derive(guidelines: Guidelines, carried: Mapping[str, Sequence[str]]) -> Derived:
    """What the guidelines make of the words in a card's fields, in any order; total, whatever the words are.

    A word named twice counts once, unless the guidelines say what two of it make. Fields that the guidelines do not
    count are not looked at.
    """
    problems: list[Problem] = []
    items = [
        item
        for field in guidelines.carried
        for item in _understood(guidelines, field, carried.get(field.name) or (), problems)
    ]
    items = _doubled(guidelines, items)
    problems += _exclusions(guidelines, items)
    by_name: dict[str, list[_Item]] = {}
    for item in items:
        by_name.setdefault(item.word.name, []).append(item)
    stats = tuple((stat.key, _best(stat, by_name) if stat.best else _total(stat, by_name)) for stat in guidelines.stats)
    words = {field.name: _in_order(guidelines, field.name, by_name) for field in guidelines.carried}
    return Derived(stats, words, tuple(problems))


def _understood(
    guidelines: Guidelines, field: CardField, words: Sequence[str], problems: list[Problem]
) -> Iterator[_Item]:
    for index, text in enumerate(words):
        found = guidelines.word(text)
        problem = _problem(guidelines, field, text)
        if problem:
            problems.append(Problem(field.name, index, *problem))
        elif found:
            yield _Item(*found, index)


# Decks repeat their words, and their slips, from card to card.
@lru_cache(maxsize=1024)
def _problem(guidelines: Guidelines, field: CardField, text: str) -> tuple[str, str, str] | None:
    """The code, message and hint for a word that cannot be counted; None for one that can."""
    found = guidelines.word(text)
    if found is None:
        message = f'the guidelines have no {field.one} "{shortened(text)}"'
        return f"unknown-{field.one}", message, _nearest(guidelines, field.name, folded(text))
    word, number = found
    if word.carried != field.name:
        message = f'"{shortened(text)}" is one of the {word.carried}, not of the {field.name}'
        return f"unknown-{field.one}", message, f"Move it to {word.carried}."
    if word.numbers is None:
        return None
    low, high = word.numbers
    if number is None:
        message = f'"{shortened(text)}" needs its number, from {low} to {high}'
        return "missing-number", message, f"Write it with the number, such as {word.name} {low}."
    if not low <= number <= high:
        message = f'"{shortened(text)}" has the number {number}; it must be from {low} to {high}'
        return "out-of-range", message, f"Choose a number from {low} to {high}."
    return None


def _nearest(guidelines: Guidelines, carried: str, key: str) -> str:
    """The hint that names the word that is most likely meant, with its number, or all there are."""
    known = {spelling: word for spelling, word in guidelines.spellings.items() if word.carried == carried}
    stem = key.rstrip(digits)
    near = closest(stem or key, known)
    if near is None:
        names = guidelines.names(carried)
        return f"Use one of: {', '.join(names)}." if names else ""
    number = f" {key[len(stem) :]}" if known[near].numbers and stem != key else ""
    return f"Did you mean '{known[near].name}{number}'?"


def _doubled(guidelines: Guidelines, items: list[_Item]) -> list[_Item]:
    """The items with two of a kind made one of what the guidelines say they are."""
    count = Counter(item.word.name for item in items)
    words = {word.name: word for word in guidelines.words}
    for one, two in guidelines.twice:
        if count[one] > 1:
            items = [_Item(words[two], None, item.index) if item.word.name == one else item for item in items]
    return items


def _exclusions(guidelines: Guidelines, items: Sequence[_Item]) -> Iterator[Problem]:
    for names in guidelines.exclusive:
        first: dict[str, _Item] = {}
        for item in items:
            if item.word.name in names:
                first.setdefault(item.word.name, item)
        others = list(first.values())
        for item in others[1:]:
            message = f'"{others[0].text}" and "{item.text}" exclude each other'
            yield Problem(item.word.carried, item.index, "exclusive", message, "Keep one of them.")


def _best(stat: Stat, items: Mapping[str, Sequence[_Item]]) -> Sum:
    """The best item that a line counts, the first of equal ones; nothing at all where all are worth less than that."""
    found = [
        (item.text, line.amount if line.top is None or item.number is None else item.number)
        for line in stat.lines
        for word in line.words
        for item in items.get(word, ())
    ]
    best = max([*found, (NOTHING, stat.start)], key=lambda one: one[1])
    return Sum(best[1], (best,))


def _total(stat: Stat, items: Mapping[str, Sequence[_Item]]) -> Sum:
    because = [(BASE, stat.start)]
    for line in stat.lines:
        carried = [word for word in line.words if word in items]
        if carried:
            because.append((" and ".join(carried), line.amount))
    return Sum(sum(amount for _, amount in because), tuple(because))


def _in_order(guidelines: Guidelines, carried: str, items: Mapping[str, Sequence[_Item]]) -> tuple[str, ...]:
    texts: dict[str, None] = {}
    for name in guidelines.names(carried):
        numbered = sorted(items.get(name, ()), key=lambda item: item.number or 0)
        texts |= dict.fromkeys(item.text for item in numbered)
    return tuple(texts)
