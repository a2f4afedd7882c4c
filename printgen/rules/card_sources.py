"""A card's dossier: its sums beside the printed stats, their evidence, and the words that its figure shows."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any, NamedTuple

from printgen.base.errors import Exit, Finding, Where, rule_violation
from printgen.game.records import Record
from printgen.reading.positions import LocatedList
from printgen.reading.scalars import shorten
from printgen.rules.derive import Derivation, Sum, derive
from printgen.rules.guidelines import Guidelines, Saying, Stat
from printgen.rules.provenance import INFERRED, LeftOut, Provenance, list_inferred, on_record, trace
from printgen.rules.vocabulary import CountedWord, fold


def check_figure(card: Dossier) -> Iterator[Finding]:
    """Warnings for words that nothing shows, and for accessories that would change a number and are left out."""
    yield from _check_inferred(card)
    for saying in card.guidelines.says:
        if saying.only:
            yield from _check_said(card, saying)
    if not on_record(card.record):
        return
    for origin in card.origins.words:
        if not origin.mark:
            is_single = card.guidelines.fields[origin.word.field].one
            message = (
                f'{card.record.name} has the {is_single} "{origin.text}", which neither its figure nor its role shows'
            )
            hint = f"Add what came with the figure to its accessories, or write {INFERRED}: [{origin.word.name}]."
            yield _warning(_place(card, origin.word), "unfounded-word", message, hint)
    for left in card.origins.left_out:
        if left.changes:
            yield _left_out_finding(card, left, "warning")


def notes_on_figure(card: Dossier) -> Iterator[Finding]:
    """Information on accessories of a figure on record that change no number, or that are not understood."""
    if not on_record(card.record):
        return
    for left in card.origins.left_out:
        if not left.changes:
            yield _left_out_finding(card, left, "info")
    for accessory in card.origins.accessories:
        if accessory.words is None:
            message = f'{card.record.name} came with "{shorten(accessory.name)}", which is not understood'
            yield Finding("info", accessory.where, message, "", "not-understood", Exit.OK)
        elif accessory.beside:
            message = f'{card.record.name} came with "{shorten(accessory.name)}"'
            message += f'; "{shorten(accessory.beside)}" is not counted by itself'
            yield Finding("info", accessory.where, message, "", "in-a-note", Exit.OK)


def _left_out_finding(card: Dossier, left: LeftOut, severity: str) -> Finding:
    card_name, word = card.record.name, left.word
    names = " and ".join(f'"{shorten(name)}"' for name in left.names)
    message = f"{card_name} came with {names}: {word.name}, which its {word.field} leave out"
    if severity == "info":
        return Finding("info", left.accessory.where, message, "", "left-out", Exit.OK)
    changed = " and ".join(card.guidelines.stats[key].label for key in left.changes)
    hint = (
        f"Add {word.name} to its {word.field}; {changed} {'changes' if len(left.changes) == 1 else 'change'} with it."
    )
    return _warning(left.accessory.where, "left-out", message, hint)


def _check_inferred(card: Dossier) -> Iterator[Finding]:
    """Findings for inferred words that are shown already, or that the card lacks."""
    texts, name = list_inferred(card.record), card.record.name
    origins = {origin.word.key: origin for origin in card.origins.words} if texts else {}
    for index, text in enumerate(texts):
        counted = card.guidelines.word(text)
        origin = origins.get(counted[0].key) if counted else None
        where = card.place(INFERRED, index)
        if origin is None:
            message = f'{name} infers "{shorten(text)}", which is none of its {" and ".join(card.words)}'
            yield rule_violation(where, "unknown-inferred", message, f"Remove it from {INFERRED}, or add it there.")
        elif origin.is_shown:
            sources = ", ".join(map(shorten, origin.sources))
            shows = "came with its figure" if origin.mark == "seen" else "its role says"
            message = f'{name} infers "{origin.text}", which {shows}: {sources}'
            yield _warning(where, "needless-inferred", message, f"Remove it from {INFERRED}.")


def _check_said(card: Dossier, saying: Saying) -> Iterator[Finding]:
    """Findings for words that a card has only because of its role but that come otherwise, or are missing."""
    name, (field,) = card.record.name, saying.when
    term = saying.match(card.record.values)
    present = [key for text in card.derivation.carried[saying.field] if (key := fold(text)) in saying.keys]
    if present and not term:
        word = card.guidelines.word_index[present[0]]
        message = f'{name} has "{word.name}", and its {field} does not say so'
        hint = f"Remove it: cards have it just where their {field} says {' or '.join(saying.when[field])}."
        yield _warning(_place(card, word), "not-said", message, hint)
    elif term and not present:
        message = f"the {field} of {name} says {term}, and its {saying.field} lack {saying.words[0]}"
        yield _warning(card.record.where_of(field), "said", message, f"Add {saying.words[0]} to its {saying.field}.")


def _place(card: Dossier, word: CountedWord) -> Where:
    """The place of a word on a card; of its field if the word stands for two of another."""
    for index, text in enumerate(card.words[word.field]):
        counted = card.guidelines.word(text)
        if counted and word in (counted[0], card.guidelines.pairs.get(counted[0].key)):
            return card.place(word.field, index)
    return card.record.where_of(word.field)


def _warning(where: Where, code: str, message: str, hint: str) -> Finding:
    return Finding("warning", where, message, hint, code, Exit.RULES_BROKEN)


class ImpliedWord(NamedTuple):
    """A word implied for a card: the first of the equivalent words in `choice`; its source, and the reason in words."""

    word: CountedWord
    choice: tuple[CountedWord, ...]
    source: str
    reason: str


def imply_words(
    guidelines: Guidelines,
    values: Mapping[str, Any],
    present: Set[str],
    barred: Set[str] = frozenset(),
    empty: Container[str] = (),
    vehicle: bool = False,
) -> tuple[ImpliedWord, ...]:
    """The implied words of a card, without those that it has (`present`, folded) and those that are `barred`.

    `values` are its fields as in records; `empty` fields get no words. A role's `free` set applies only to a figure
    that came with a vehicle. Words with a number are left out, since no saying gives the number.
    """
    keys, implied = set(present), []
    for choice, source, reason in _suggest_words(guidelines, values, vehicle):
        if keys & {word.key for word in choice} or barred & {word.key for word in choice} or choice[0].field in empty:
            continue
        implied.append(ImpliedWord(choice[0], choice, source, reason))
        keys.add(choice[0].key)
    return tuple(implied)


def _suggest_words(
    guidelines: Guidelines, values: Mapping[str, Any], vehicle: bool
) -> Iterator[tuple[tuple[CountedWord, ...], str, str]]:
    """The words said and then expected of a card: alternatives, source, and reason."""
    expectations = [
        expectation for expectation in guidelines.expected if _expects(guidelines, expectation.when, values)
    ]
    reasons = {key: expectation.reason for expectation in reversed(expectations) for key in expectation.keys}
    for saying in guidelines.says:
        if term := saying.match(values):
            ((name, _),) = saying.when.items()
            field, several = guidelines.fields[name].word, isinstance(values[name], tuple)
            source = f"{field} {term if several else values[name]}"
            for choice in _choices(guidelines, saying.keys):
                if len(choice) > 1 and not vehicle:
                    continue
                says = f"its {field} {'is' if several else 'says'} {term}"
                yield choice, source, reasons.get(choice[0].key, says)
    for expectation in expectations:
        yield tuple(guidelines.word_index[key] for key in expectation.keys), expectation.reason, expectation.reason


def _expects(guidelines: Guidelines, when: Mapping[str, str], values: Mapping[str, Any]) -> bool:
    ((name, value),) = when.items()
    field = guidelines.fields.get(name)
    return field is not None and value in field.words_in(values)


def _choices(guidelines: Guidelines, saying_keys: tuple[str, ...]) -> Iterator[tuple[CountedWord, ...]]:
    """The words of a saying: each by itself, but those of a `free` set as a choice; none with a number."""
    words = [word for key in saying_keys if not (word := guidelines.word_index[key]).numbers]
    sets = [{*map(fold, texts)} for texts in guidelines.free]
    done: set[str] = set()
    for word in words:
        rivals = next((keys for keys in sets if word.key in keys), {word.key})
        if word.key not in done:
            done |= rivals
            yield tuple(other for other in words if other.key in rivals)


DEVIATIONS = "deviations"
"""The field of a record that notes which stats differ from what it carries, and why."""


@dataclass(frozen=True, slots=True)
class StatComparison:
    """A stat as printed, its derived sum, the difference, and the recorded deviation with its reason."""

    stat: Stat
    printed: int | None
    derived: Sum
    deviation: int
    reason: str

    @property
    def exact(self) -> bool:
        """Whether the words on the card give the printed number without a deviation."""
        return self.printed == self.derived.value

    @property
    def agrees(self) -> bool:
        """Whether they give it with the recorded deviation."""
        return self.printed == self.derived.value + self.deviation

    def as_data(self) -> dict[str, Any]:
        """What is printed, and the deviation or None."""
        recorded = {"amount": self.deviation, "reason": self.reason} if self.deviation else None
        return {"printed": self.printed, "exact": self.exact, "deviation": recorded}


class Evidence(NamedTuple):
    """The evidence for a stat's sum: whether it is proven, whether its number was copied, and other possible values.

    A sum is proven if it is exact, the figure or the role shows every word that it counts, and no other accessory would
    change it. Copied sums, and sums that fit other numbers as well, prove nothing; `fits` lists these numbers, empty
    when there is no choice.
    """

    proven: bool
    copied: bool
    fits: tuple[int, ...]

    def as_data(self) -> dict[str, Any]:
        return {"proven": self.proven, "copied": self.copied, "fits": [*self.fits]}


@dataclass(frozen=True)
class Dossier:
    """A card with the sums of all its stats; `about` and `words` are as written."""

    guidelines: Guidelines
    record: Record

    @property
    def about(self) -> Mapping[str, Any]:
        return {name: self.record.values[name] for name in self.guidelines.about if name in self.record.values}

    @cached_property
    def words(self) -> Mapping[str, tuple[str, ...]]:
        return {field.name: field.words_in(self.record.values) for field in self.guidelines.word_fields}

    @property
    def has_words(self) -> bool:
        """Whether its words are recorded."""
        return any(key in self.record.source for key in (*self.words, DEVIATIONS))

    @property
    def deviations(self) -> Sequence[Mapping[str, Any]]:
        """The deviations that the record notes."""
        return self.record.values.get(DEVIATIONS) or ()

    @cached_property
    def derivation(self) -> Derivation:
        return derive(self.guidelines, self.words, lambda field, index: self.place(field.name, index))

    @cached_property
    def origins(self) -> Provenance:
        return trace(self.guidelines, self.record, self.derivation.carried)

    @cached_property
    def stats(self) -> tuple[StatComparison, ...]:
        """Its stats, in the guidelines' order."""
        return tuple(map(self._compare_stat, self.guidelines.stats.values()))

    def _compare_stat(self, stat: Stat) -> StatComparison:
        """A stat as it is printed beside its sum, with the deviations that the record notes for it."""
        printed = self.record.values.get(stat.name)
        noted = [entry for entry in self.deviations if entry["stat"] == stat.name]
        deviation, reason = sum(entry["amount"] for entry in noted), " ".join(entry["reason"] for entry in noted)
        printed = printed if isinstance(printed, int) else None
        return StatComparison(stat, printed, self.derivation.stats[stat.name], deviation, reason)

    def evidence(self, comparison: StatComparison) -> Evidence:
        """What the sum of one of its stats is worth."""
        keys, best = {key for line in comparison.stat.lines for key in line.keys}, comparison.derived.because[0][0]
        words = [origin for origin in self.origins.words if origin.word.key in keys]
        if comparison.stat.best:
            words = [origin for origin in words if origin.text == best]
        copied = any(origin.number is not None and origin.number == comparison.printed for origin in words)
        fits = self._fits(comparison.stat.name, {origin.word.key for origin in words})
        whole = self.origins.on_record and not any(
            comparison.stat.name in left.changes for left in self.origins.left_out
        )
        shown = whole and all(origin.is_shown for origin in words)
        return Evidence(comparison.exact and shown and not copied and not fits, copied, fits)

    def _fits(self, stat: str, keys: set[str]) -> tuple[int, ...]:
        """The values of a stat with other words from the free sets that its sum uses."""
        free = [texts for texts in self.guidelines.free if keys & set(map(fold, texts))]
        barred = {fold(text) for texts in free for text in texts}
        fixed = [origin for origin in self.origins.words if origin.word.key not in barred]
        values = set()
        for chosen in product(*map(_subsets, free)) if free else ():
            words = [self.guidelines.word_index[fold(text)] for texts in chosen for text in texts]
            carried = {
                field: [
                    *(origin.text for origin in fixed if origin.word.field == field),
                    *(word.name for word in words if word.field == field),
                ]
                for field in self.words
            }
            derived = derive(self.guidelines, carried)
            if not derived.problems:
                values.add(derived.values[stat])
        return tuple(sorted(values))

    def as_data(self) -> dict[str, Any]:
        """The card as plain data: where its words come from, and per stat its sum, what is printed, how they agree."""
        sums = self.derivation.as_data()
        stats = {
            stat.stat.name: {**sums[stat.stat.name], **stat.as_data(), **self.evidence(stat).as_data()}
            for stat in self.stats
        }
        carried = {key: list(words) for key, words in self.words.items()}
        about = {"name": self.record.name, **self.about, **carried}
        return {**about, **self.origins.as_data(), "entered": self.has_words, "stats": stats}

    def place(self, field: str, index: int) -> Where:
        """The place of an item of a field, or of the record where it has none in its file."""
        items = self.record.source.get(field)
        return (
            items.where(index) if isinstance(items, LocatedList) and index < len(items) else self.record.where_of(field)
        )


def _subsets(texts: Sequence[str]) -> list[tuple[str, ...]]:
    """All subsets but the empty one, the smallest first."""
    return [subset for size in range(1, len(texts) + 1) for subset in combinations(texts, size)]
