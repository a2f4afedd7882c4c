"""Guidelines whose every word is known, and the sums behind each stat of a card, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import digits
from typing import Any, NamedTuple

from printgen.base.errors import Finding, Where, rule_violation, unknown_word
from printgen.reading.files import Files
from printgen.reading.scalars import check_known, shorten
from printgen.rules.guidelines import MOST, BestLine, CardField, Counting, Guidelines, ModifierLine, Stat
from printgen.rules.vocabulary import CountedWord, Vocabulary, WordMeaning, fold


def load_guidelines(files: Files, path: Path) -> Guidelines | None:
    """The guidelines in a file, with the words that they name; None, with findings, when they have mistakes."""
    guidelines = files.changing(lambda: files.part(path, Guidelines), _hint_at_words_file)
    vocabulary = files.part(guidelines.words_in, Vocabulary) if guidelines and guidelines.words_in else Vocabulary()
    if guidelines is None or vocabulary is None:
        return None
    mistakes = [*_guideline_findings(guidelines)]
    # The words are checked only against guidelines without mistakes, else one slip makes two findings.
    mistakes = mistakes or [*_vocabulary_findings(guidelines, vocabulary)]
    files.add(mistakes)
    return None if mistakes else guidelines.speaking(vocabulary)


def _hint_at_words_file(finding: Finding) -> Finding:
    """A finding with where a key has gone to that guidelines had before there were files of words."""
    if finding.code != "unknown-key" or finding.message != 'unknown key "also"':
        return finding
    message = "other names of words stand in a file of words, and not in the guidelines any more"
    hint = "Move also: with all below it to a file such as words.yaml, and write words: words.yaml here."
    return replace(finding, message=message, hint=hint)


def _guideline_findings(guidelines: Guidelines) -> Iterator[Finding]:
    """Findings for guidelines alone, without the words that they name."""
    for key, stat in guidelines.stats.items():
        yield from _stat_findings(guidelines, key, stat)
    for key, groups in (("exclusive", guidelines.exclusive), ("free", guidelines.free)):
        for n, texts in enumerate(groups):
            for i, text in enumerate(texts):
                yield from _unknown_word_findings(guidelines, text, guidelines.where_of(key, n, i))
    for word, double in guidelines.twice.items():
        yield from _double_findings(guidelines, word, double)
    for line in (*guidelines.expected, *guidelines.says):
        yield from _field_findings(guidelines, line)
        for n, text in enumerate(line.words):
            yield from _unknown_word_findings(guidelines, text, line.where_of(line.field, n))
    for key, name in (("group", guidelines.report.group), ("abilities", guidelines.report.abilities)):
        if name:
            message = f'{key} has the unknown value "{{}}"'
            yield from check_known(
                guidelines.where_of("report", key), name, guidelines.fields, message, "unknown-value"
            )


def _stat_findings(guidelines: Guidelines, key: str, stat: Stat) -> Iterator[Finding]:
    """Findings for the lines of a stat, and for words that two of them count."""
    for line in stat.lines:
        yield from _field_findings(guidelines, line)
        yield from _line_findings(guidelines, line)
    for word, count in Counter(word for line in stat.lines for word in line.keys).items():
        if count > 1:
            message = f'{key} counts "{shorten(guidelines.word_index[word].name)}" on two lines'
            yield Finding("error", stat.where, message, "Remove it from one of them.", "duplicate-name")


def _field_findings(guidelines: Guidelines, line: Counting) -> Iterator[Finding]:
    """Findings for a line that names no field whose words can be counted, or several."""
    known = [name for name, field in guidelines.fields.items() if field.one]
    for name in line.words_by_field:
        yield from check_known(line.key_where_of(name), name, known, 'unknown key "{}"', "unknown-key")
    if len(line.words_by_field) != 1:
        message = f"this counts the words of one field: {' or '.join(known)}"
        yield Finding("error", line.where, message, "Write the field and a list of words.", "bad-value")


def _line_findings(guidelines: Guidelines, line: BestLine | ModifierLine) -> Iterator[Finding]:
    """Findings for the numbers of a line, and for words that another line counts in another way."""
    if line.numbers and line.numbers[0] >= line.numbers[1]:
        low, top = line.numbers
        message = f"to is {top}; it must be from {low + 1} to {MOST}"
        yield Finding("error", line.where_of("to"), message, f"Choose a number above {low}.", "out-of-range")
    for n, (text, key) in enumerate(zip(line.words, line.keys, strict=True)):
        word = guidelines.word_index[key]
        if word.field != line.field:
            message = f'"{shorten(text)}" is one of the {word.field} above, and one of the {line.field} here'
            where = line.where_of(line.field, n)
            yield Finding("error", where, message, "Give one of them another name.", "duplicate-name")
        elif line.numbers and word.numbers != line.numbers:
            message = f'"{shorten(text)}" carries other numbers on another line'
            where = line.where_of(line.field, n)
            yield Finding("error", where, message, "Write the same numbers on both lines.", "bad-value")


def _unknown_word_findings(guidelines: Guidelines, text: str, where: Where) -> Iterator[Finding]:
    """A finding for a word that no stat counts."""
    if fold(text) not in guidelines.word_index:
        known = (word.name for word in guidelines.word_index.values())
        yield unknown_word(where, "unknown-word", f'no stat counts "{shorten(text)}"', text, known)


def _double_findings(guidelines: Guidelines, text: str, other: str) -> Iterator[Finding]:
    """Findings for what two of a word make: both must be counted, in one field and without numbers."""
    where = guidelines.where_of("twice", text)
    yield from _unknown_word_findings(guidelines, text, guidelines.key_where_of("twice", text))
    yield from _unknown_word_findings(guidelines, other, where)
    word, double = guidelines.word_index.get(fold(text)), guidelines.word_index.get(fold(other))
    if word and double and (word == double or word.field != double.field or word.numbers or double.numbers):
        message = f'two of "{word.name}" cannot be "{double.name}"'
        yield Finding("error", where, message, f"Name another one of the {word.field}.", "bad-value")


def _vocabulary_findings(guidelines: Guidelines, vocabulary: Vocabulary) -> Iterator[Finding]:
    """Findings for what is called by names that no stat counts, and for names that mean something already."""
    taken = {key: word.name for key, word in guidelines.word_index.items()}
    for section, entries in (
        ("also", vocabulary.also),
        ("ends", vocabulary.ends),
        ("anywhere", vocabulary.anywhere),
        ("models", vocabulary.models),
    ):
        for name, texts in entries.items():
            yield from _unknown_word_findings(guidelines, name, vocabulary.key_where_of(section, name))
            for n, text in enumerate(texts):
                key = fold(text)
                # A word of the guidelines may say that it ends longer names, too.
                if key in taken and (section == "also" or key != fold(name)):
                    yield _name_clash(vocabulary.where_of(section, name, n), text, taken[key])
                taken[key] = name
    for n, text in enumerate(vocabulary.nothing):
        if fold(text) in taken:
            yield _name_clash(vocabulary.where_of("nothing", n), text, taken[fold(text)])
        taken[fold(text)] = "nothing"
    for name in vocabulary.carriers:
        yield from _unknown_word_findings(guidelines, name, vocabulary.key_where_of("carriers", name))
    for pair in vocabulary.pairs:
        if pair.word is not None:
            yield from _unknown_word_findings(guidelines, pair.word, pair.where_of("word"))
        for text in pair.names:
            if (other := taken.setdefault(fold(text), pair.word or "nothing")) != (pair.word or "nothing"):
                yield _name_clash(pair.where, text, other)


def _name_clash(where: Where, text: str, name: str) -> Finding:
    message = f'"{shorten(text)}" is already "{name}"'
    return Finding("error", where, message, "Remove one of the two.", "duplicate-name")


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
class Derivation:
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
    """What the guidelines make of the words in a card's fields, in any order; total, whatever the words are.

    A word named twice counts once, unless the guidelines say what two of it make; so does one beside two. Fields that
    the guidelines do not count are not looked at, and none stands for nothing.
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
    count = Counter(item.word.key for item in counted_items)
    items: dict[str, list[_Item]] = {}
    for item in counted_items:
        double = guidelines.pairs.get(item.word.key)
        # One more beside two is no less than two.
        is_doubled = double and (count[item.word.key] > 1 or double.key in count)
        counted = item._replace(word=double) if double and is_doubled else item
        items.setdefault(counted.word.key, []).append(counted)
    problems += _exclusions(guidelines, items)
    stats = {key: _best(stat, items) if stat.best else _total(stat, items) for key, stat in guidelines.stats.items()}
    words = {field.name: _in_order(guidelines, field.name, items) for field in guidelines.word_fields}
    return Derivation(stats, words, tuple(problems))


def _problem(
    guidelines: Guidelines, field: CardField, text: str, meaning: WordMeaning | None
) -> tuple[str, str, str] | None:
    """The code, message and hint for a word that cannot be counted; None for one that can."""
    if meaning is None:
        message = f'the guidelines have no {field.one} "{shorten(text)}"'
        return f"unknown-{field.one}", message, _nearest(guidelines, field.name, text)
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


def _nearest(guidelines: Guidelines, field: str, text: str) -> str:
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
    """The best item that a line counts, the first of equal ones; nothing at all where all are worth less than that.

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
    """What is carried of a field, in the order of the guidelines, each once."""
    present = [
        sorted(items.get(word.key, ()), key=lambda item: item.number or 0) for word in guidelines.words_of(field)
    ]
    return tuple(dict.fromkeys(item.text for same in present for item in same))
