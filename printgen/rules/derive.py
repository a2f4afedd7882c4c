"""Derive the stats of a card from the words in its fields, line by line of the guidelines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import digits
from typing import Any, NamedTuple

from printgen.base.errors import Finding, Where, rule_violation
from printgen.reading.scalars import shorten
from printgen.rules.guidelines import CardField, Guidelines, Stat
from printgen.rules.vocabulary import CountedWord, WordMeaning, fold

NOTHING = "none"
"""The line of a stat that is the best of nothing."""

BASE = "base"
"""The line of the number that modifiers are added to."""


class Sum(NamedTuple):
    """A stat's value and its parts: lines and their amounts, which add up to the value."""

    value: int
    because: tuple[tuple[str, int], ...]


Place = Callable[[CardField, int], Where]
"""Tells the place of a word from its field and its index (from 0) there."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """The stats in the guidelines' order, the counted words by field, and the problems found.

    A word with a problem is not counted, except that words which exclude each other all are.
    """

    stats: Mapping[str, Sum]
    carried: Mapping[str, tuple[str, ...]]
    problems: tuple[Finding, ...]

    @property
    def values(self) -> dict[str, int]:
        return {key: total.value for key, total in self.stats.items()}

    def as_data(self) -> dict[str, Any]:
        """Every stat as {"value": 3, "because": [["sub-machine gun", 3]]}."""
        return {key: {"value": value, "because": [*map(list, because)]} for key, (value, because) in self.stats.items()}


class _Item(NamedTuple):
    """A word that a card carries, the number after it, and its place."""

    word: CountedWord
    number: int | None
    where: Where

    @property
    def text(self) -> str:
        return self.word.name if self.number is None else f"{self.word.name} {self.number}"


_Items = Mapping[str, Sequence[_Item]]
"""What is carried, by the words, folded."""


def derive(
    guidelines: Guidelines, carried: Mapping[str, Sequence[str]], place: Place = lambda *_: Where("printgen")
) -> Derivation:
    """The stats that guidelines derive from the words in a card's fields, in any order; never fails.

    A word named twice counts once, unless the guidelines say what two of it make; so does one beside two. Fields that
    the guidelines do not count are ignored, and `none` stands for nothing.
    """
    problems: list[Finding] = []
    counted_items: list[_Item] = []
    for field in guidelines.word_fields:
        for index, text in enumerate(carried.get(field.name) or ()):
            if fold(text) == NOTHING:
                continue
            meaning = guidelines.meaning(text)
            problem = _problem(guidelines, field, text, meaning)
            if problem:
                problems.append(rule_violation(place(field, index), *problem))
            elif meaning:
                counted_items += [_Item(word, meaning.number, place(field, index)) for word in meaning.of(field.name)]
    items = _by_word(guidelines, counted_items)
    problems += _exclusions(guidelines, items)
    stats = {key: _best(stat, items) if stat.best else _total(stat, items) for key, stat in guidelines.stats.items()}
    words = {field.name: _in_order(guidelines, field.name, items) for field in guidelines.word_fields}
    return Derivation(stats, words, tuple(problems))


def _by_word(guidelines: Guidelines, counted: Sequence[_Item]) -> _Items:
    """The items by their words, folded; two or more of a word as the word that two of it make."""
    count = Counter(item.word.key for item in counted)
    items: dict[str, list[_Item]] = {}
    for item in counted:
        double = guidelines.pairs.get(item.word.key)
        # One more beside two is no less than two.
        if double and (count[item.word.key] > 1 or double.key in count):
            item = item._replace(word=double)
        items.setdefault(item.word.key, []).append(item)
    return items


def _problem(
    guidelines: Guidelines, field: CardField, text: str, meaning: WordMeaning | None
) -> tuple[str, str, str] | None:
    """The code, message and hint for a word that cannot be counted; None for one that can."""
    if meaning is None:
        message = f'the guidelines have no {field.one} "{shorten(text)}"'
        return f"unknown-{field.one}", message, _hint_nearest(guidelines, field.name, text)
    if meaning.word is None:
        stats = " nor ".join(stat.label for stat in guidelines.stats.values())
        return f"no-{field.one}", f'"{shorten(text)}" is no {field.one}', f"Leave it out: it adds to neither {stats}."
    word, number = next(iter(meaning.of(field.name)), meaning.word), meaning.number
    if word.field != field.name:
        message = f'"{shorten(text)}" is one of the {word.field}, not of the {field.name}'
        return f"unknown-{field.one}", message, f"Move it to {word.field}."
    if word.numbers is None:
        return None
    low, high = word.numbers
    if number is None:
        message = f'"{shorten(text)}" needs its number, from {low} to {high}'
        return "missing-number", message, f"Write it with the number, such as {word.name} {low}."
    if not low <= number <= high:
        message = f'"{shorten(text)}" has the number {number}; it must be from {low} to {high}'
        return "out-of-range", message, f"Choose a number from {low} to {high}."
    return None


def _hint_nearest(guidelines: Guidelines, field: str, text: str) -> str:
    """The hint that names the word that is most likely meant, with its number, or all there are."""
    nearest = guidelines.spellings.nearest(text, field)
    if nearest is None:
        names = ", ".join(word.name for word in guidelines.words_of(field))
        or_add = f", or add it to {guidelines.words_file}" if guidelines.words_in else ""
        return f"Use one of: {names}{or_add}." if names else ""
    name, word = nearest
    key = fold(text)
    number = f" {key[len(key.rstrip(digits)) :]}" if word.numbers and key[-1:].isdigit() else ""
    proper_name = f" ({word.name})" if fold(name) != word.key else ""
    return f"Did you mean '{name}{number}'{proper_name}?"


def _exclusions(guidelines: Guidelines, items: _Items) -> Iterator[Finding]:
    """Findings for words that exclude each other."""
    for keys in guidelines.excluding:
        present = [items[key][0] for key in items if key in keys]
        for item in present[1:]:
            message = f'"{present[0].text}" and "{item.text}" exclude each other'
            yield rule_violation(item.where, "exclusive", message, "Keep one of them.")


def _best(stat: Stat, items: _Items) -> Sum:
    """The best item that a line counts, the first among equals; none if all are worth less than nothing.

    GO JOE, FIREPOWER VALUE: 0 None, else the value of the ranged weapon.
    """
    candidates = [
        (item.text, line.amount if line.numbers is None or item.number is None else item.number)
        for line in stat.lines
        for key in line.keys
        for item in items.get(key, ())
    ]
    best = max([*candidates, (NOTHING, stat.start)], key=lambda entry: entry[1])
    return Sum(best[1], (best,))


def _total(stat: Stat, items: _Items) -> Sum:
    """The base and every modifier that is met, each once.

    GO JOE, CLOSE COMBAT VALUE and TACTICS VALUE: a base value of 3, modified. One line of the source is one line here,
    so that Ninja or HTH specialist +1 counts once for who is both.
    """
    because = [(BASE, stat.start)]
    for line in stat.lines:
        present = [items[key][0].word.name for key in line.keys if key in items]
        if present:
            because.append((" and ".join(present), line.amount))
    return Sum(sum(amount for _, amount in because), tuple(because))


def _in_order(guidelines: Guidelines, field: str, items: _Items) -> tuple[str, ...]:
    """The counted words of a field, in the order of the guidelines, each once."""
    same_words = (items.get(word.key, ()) for word in guidelines.words_of(field))
    ordered = (item for same in same_words for item in sorted(same, key=lambda item: item.number or 0))
    return tuple(dict.fromkeys(item.text for item in ordered))
