"""Guidelines and the words of a card come in; every stat with the sum behind it, line by line, goes out.

The two ways of a stat are those of GO JOE's notes: Firepower is the value of what a figure carries (FIREPOWER VALUE,
from 0 None to 7+ Vehicle mounted weapon systems; of several the best counts, which is our reading), Close Combat
and Tactics are a base value of 3 with modifiers (CLOSE COMBAT VALUE, TACTICS VALUE).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import digits
from typing import Any, NamedTuple

from printgen.base.errors import Finding, Where, broken
from printgen.reading.scalars import shortened
from printgen.rules.guidelines import CardField, Guidelines
from printgen.rules.names import Meaning
from printgen.rules.stats import Stat
from printgen.rules.words import Word, folded

NOTHING = "none"
"""The line of a stat that is the best of nothing."""

BASE = "base"
"""The line of the number that modifiers are added to."""


class Sum(NamedTuple):
    """A stat's value and what it comes from: lines and their amounts, which add up to the value."""

    value: int
    because: tuple[tuple[str, int], ...]


Place = Callable[[CardField, int], Where]
"""Tells the place of a word from its field and its index (from 0) there."""


@dataclass(frozen=True, slots=True)
class Derived:
    """The stats in the guidelines' order, what is carried by its field in their words, and the problems met.

    A word with a problem is not counted, except that words which exclude each other all are.
    """

    stats: Mapping[str, Sum]
    carried: Mapping[str, tuple[str, ...]]
    problems: tuple[Finding, ...]

    @property
    def values(self) -> dict[str, int]:
        """The value of every stat."""
        return {key: total.value for key, total in self.stats.items()}

    def as_data(self) -> dict[str, Any]:
        """Every stat as {"value": 3, "because": [["sub-machine gun", 3]]}."""
        return {key: {"value": value, "because": [*map(list, because)]} for key, (value, because) in self.stats.items()}


class _Item(NamedTuple):
    word: Word
    number: int | None
    where: Where

    @property
    def text(self) -> str:
        return self.word.name if self.number is None else f"{self.word.name} {self.number}"


_Items = Mapping[str, Sequence[_Item]]
"""What is carried, by the words, folded."""


def derive(
    guidelines: Guidelines, carried: Mapping[str, Sequence[str]], place: Place = lambda *_: Where("printgen")
) -> Derived:
    """What the guidelines make of the words in a card's fields, in any order; total, whatever the words are.

    A word named twice counts once, unless the guidelines say what two of it make; so does one beside two. Fields that
    the guidelines do not count are not looked at, and none stands for nothing.
    """
    problems: list[Finding] = []
    found: list[_Item] = []
    for field in guidelines.carried:
        for index, text in enumerate(carried.get(field.name) or ()):
            if folded(text) == NOTHING:
                continue
            meant = guidelines.meaning(text)
            problem = _problem(guidelines, field, text, meant)
            if problem:
                problems.append(broken(place(field, index), *problem))
            elif meant:
                found += [_Item(word, meant.number, place(field, index)) for word in meant.of(field.name)]
    count = Counter(item.word.key for item in found)
    items: dict[str, list[_Item]] = {}
    for item in found:
        two = guidelines.doubled.get(item.word.key)
        # One more beside two is no less than two.
        many = two and (count[item.word.key] > 1 or two.key in count)
        counted = item._replace(word=two) if two and many else item
        items.setdefault(counted.word.key, []).append(counted)
    problems += _exclusions(guidelines, items)
    stats = {key: _best(stat, items) if stat.best else _total(stat, items) for key, stat in guidelines.stats.items()}
    words = {field.name: _in_order(guidelines, field.name, items) for field in guidelines.carried}
    return Derived(stats, words, tuple(problems))


def _problem(guidelines: Guidelines, field: CardField, text: str, meant: Meaning | None) -> tuple[str, str, str] | None:
    """The code, message and hint for a word that cannot be counted; None for one that can."""
    if meant is None:
        message = f'the guidelines have no {field.one} "{shortened(text)}"'
        return f"unknown-{field.one}", message, _nearest(guidelines, field.name, text)
    if meant.word is None:
        stats = " nor ".join(stat.label for stat in guidelines.stats.values())
        return f"no-{field.one}", f'"{shortened(text)}" is no {field.one}', f"Leave it out: it adds to neither {stats}."
    word, number = next(iter(meant.of(field.name)), meant.word), meant.number
    if word.field != field.name:
        message = f'"{shortened(text)}" is one of the {word.field}, not of the {field.name}'
        return f"unknown-{field.one}", message, f"Move it to {word.field}."
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


def _nearest(guidelines: Guidelines, field: str, text: str) -> str:
    """The hint that names the word that is most likely meant, with its number, or all there are."""
    found = guidelines.spellings.nearest(text, field)
    if found is None:
        names = ", ".join(word.name for word in guidelines.words_of(field))
        more = f", or add it to {guidelines.words_file}" if guidelines.words_in else ""
        return f"Use one of: {names}{more}." if names else ""
    name, word = found
    key = folded(text)
    number = f" {key[len(key.rstrip(digits)) :]}" if word.numbers and key[-1:].isdigit() else ""
    told = f" ({word.name})" if folded(name) != word.key else ""
    return f"Did you mean '{name}{number}'{told}?"


def _exclusions(guidelines: Guidelines, items: _Items) -> Iterator[Finding]:
    for keys in guidelines.excluding:
        met = [items[key][0] for key in items if key in keys]
        for item in met[1:]:
            message = f'"{met[0].text}" and "{item.text}" exclude each other'
            yield broken(item.where, "exclusive", message, "Keep one of them.")


def _best(stat: Stat, items: _Items) -> Sum:
    """The best item that a line counts, the first of equal ones; nothing at all where all are worth less than that.

    GO JOE, FIREPOWER VALUE: 0 None, else the value of the ranged weapon.
    """
    found = [
        (item.text, line.amount if line.numbers is None or item.number is None else item.number)
        for line in stat.lines
        for key in line.keys
        for item in items.get(key, ())
    ]
    best = max([*found, (NOTHING, stat.start)], key=lambda one: one[1])
    return Sum(best[1], (best,))


def _total(stat: Stat, items: _Items) -> Sum:
    """The base and every modifier that is met, each once.

    GO JOE, CLOSE COMBAT VALUE and TACTICS VALUE: a base value of 3, modified. One line of the source is one line here,
    so that Ninja or HTH specialist +1 counts once for who is both.
    """
    because = [(BASE, stat.start)]
    for line in stat.lines:
        met = [items[key][0].word.name for key in line.keys if key in items]
        if met:
            because.append((" and ".join(met), line.amount))
    return Sum(sum(amount for _, amount in because), tuple(because))


def _in_order(guidelines: Guidelines, field: str, items: _Items) -> tuple[str, ...]:
    """The texts of what is carried in a field, each once, in the order of the guidelines."""
    met = [sorted(items.get(word.key, ()), key=lambda item: item.number or 0) for word in guidelines.words_of(field)]
    return tuple(dict.fromkeys(item.text for same in met for item in same))
