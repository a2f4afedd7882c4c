"""Decks: every number on a card follows from what it carries, or its deviation is recorded; a Game comes in.

A card takes part when it has one of the fields that the guidelines of its deck count, or `deviations`, be they empty;
where dossiers are required, every card must.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from printgen.errors import Exit, Finding, Where, broken, did_you_mean, unknown
from printgen.reading.marked import Seq
from printgen.reading.records import Game, Product, Record
from printgen.rules.derive import Derived, Sum, derive
from printgen.rules.guidelines import Guidelines, Stat, folded

DEVIATIONS = "deviations"
"""The field of a record that notes which stats differ from what it carries, and why."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A stat of a card: the number printed (None where the record has none), the derived sum, and the difference.

    `deviation` is the recorded difference, 0 where none is recorded; `reason` is why, or "".
    """

    stat: Stat
    printed: int | None
    derived: Sum
    deviation: int
    reason: str

    @property
    def exact(self) -> bool:
        """Whether what is carried gives the printed number as it is."""
        return self.printed == self.derived.value

    @property
    def agrees(self) -> bool:
        """Whether it does together with the recorded deviation."""
        return self.printed == self.derived.value + self.deviation

    def as_data(self) -> dict[str, Any]:
        """What is printed, and the deviation or None."""
        recorded = {"amount": self.deviation, "reason": self.reason} if self.deviation else None
        return {"printed": self.printed, "exact": self.exact, "deviation": recorded}


@dataclass(frozen=True)
class Dossier:
    """A card with the sums behind all its stats; a word that the guidelines lack is not counted.

    `about` and `carried` are the fields that say what it is and what it carries, as they are written.
    """

    guidelines: Guidelines
    record: Record

    @property
    def about(self) -> Mapping[str, Any]:
        return {name: self.record.values[name] for name in self.guidelines.about if name in self.record.values}

    @cached_property
    def carried(self) -> Mapping[str, tuple[str, ...]]:
        return {field.name: field.words_in(self.record.values) for field in self.guidelines.carried}

    @property
    def entered(self) -> bool:
        """Whether somebody has noted what it carries."""
        return any(key in self.record.source for key in (*self.carried, DEVIATIONS))

    @property
    def deviations(self) -> Sequence[Mapping[str, Any]]:
        """The deviations that the record notes."""
        return self.record.values.get(DEVIATIONS) or ()

    @cached_property
    def derived(self) -> Derived:
        """What the guidelines make of it."""
        return derive(self.guidelines, self.carried, lambda field, index: self.place(field.name, index))

    @cached_property
    def stats(self) -> tuple[Explained, ...]:
        """Its stats, in the guidelines' order."""
        return tuple(map(self._explained, self.guidelines.stats.values()))

    def _explained(self, stat: Stat) -> Explained:
        printed = self.record.values.get(stat.name)
        noted = [entry for entry in self.deviations if entry["stat"] == stat.name]
        apart, why = sum(entry["amount"] for entry in noted), " ".join(entry["reason"] for entry in noted)
        return Explained(stat, printed if isinstance(printed, int) else None, self.derived.stats[stat.name], apart, why)

    def as_data(self) -> dict[str, Any]:
        """The card as plain data: per stat its sum as `derive` gives it, what is printed, and the deviation or None."""
        sums = self.derived.as_data()
        stats = {one.stat.name: {**sums[one.stat.name], **one.as_data()} for one in self.stats}
        carried = {key: list(words) for key, words in self.carried.items()}
        return {"name": self.record.name, **self.about, **carried, "entered": self.entered, "stats": stats}

    def place(self, field: str, index: int) -> Where:
        """The place of an item of a field, or of the record where it has none in its file."""
        items = self.record.source.get(field)
        return items.where(index) if isinstance(items, Seq) and index < len(items) else self.record.where_of(field)


@dataclass(frozen=True)
class Deck:
    """What a product of cards has loaded that names guidelines; `options` are all that it says there."""

    product: Product
    guidelines: Guidelines
    options: Any

    @property
    def required(self) -> bool:
        """Whether each card needs a dossier."""
        return bool(self.options.dossiers == "required")

    @cached_property
    def dossiers(self) -> tuple[Dossier, ...]:
        """The cards with their sums."""
        return tuple(Dossier(self.guidelines, record) for record in self.product.records)


def decks_of(game: Game) -> list[Deck]:
    """The products of a game that have guidelines, each list of cards once."""
    decks: dict[object, Deck] = {}
    for product in game.products.values():
        if isinstance(product.loaded, Deck):
            decks.setdefault((product.records_in, id(product.loaded.guidelines)), product.loaded)
    return list(decks.values())


def check_decks(game: Game) -> Iterator[Finding]:
    """Findings for cards that do not agree with their guidelines, and for guidelines that speak of other cards."""
    for deck in decks_of(game):
        yield from missing_fields(deck)
        for card in deck.dossiers:
            yield from _check(card) if card.entered else _no_dossier(card) if deck.required else ()


def missing_fields(deck: Deck) -> Iterator[Finding]:
    """Findings for fields that the guidelines speak of and no record of the product has."""
    values = deck.product.records[0].values if deck.product.records else {}
    for name in deck.guidelines.named if values else ():
        if name not in values:
            message = f"the guidelines speak of {name}, which the records of {deck.product.name} do not have"
            where = deck.product.options.where("guidelines")
            yield unknown(where, "unknown-field", message, name, values)


def _no_dossier(card: Dossier) -> Iterator[Finding]:
    message = f"{card.record.name} has neither {' nor '.join(card.carried)}"
    hint = f"Add {' and '.join(f'{name}:' for name in card.carried)} with what it carries; [] where it is nothing."
    yield broken(card.record.where, "missing-dossier", message, hint)


def _check(card: Dossier) -> Iterator[Finding]:
    yield from card.derived.problems
    yield from _deviations(card)
    # A sum that lacks a word would only be reported twice.
    for one in card.stats if not card.derived.problems else ():
        if one.printed is not None and not one.agrees:
            yield _wrong(card, one, one.printed)
    yield from _contradictions(card)


def _deviations(card: Dossier) -> Iterator[Finding]:
    """Findings for records of deviations that say nothing, or say it of no stat."""
    known, name = card.guidelines.stats, card.record.name
    stats = [entry["stat"] for entry in card.deviations]
    for index, (entry, stat) in enumerate(zip(card.deviations, stats, strict=True)):
        where = card.place(DEVIATIONS, index)
        if stat not in known:
            message = f'{name} deviates in "{stat}", which is no stat'
            yield broken(where, "unknown-stat", message, did_you_mean(stat, known))
        elif stat in stats[:index]:
            message = f"{name} deviates twice in {stat.upper()}"
            yield broken(where, "duplicate-deviation", message, "Make one entry of the two.")
        elif not entry["amount"]:
            message = f"{name} deviates by nothing in {stat.upper()}"
            yield broken(where, "needless-deviation", message, "Delete the deviation.")


def _wrong(card: Dossier, one: Explained, printed: int) -> Finding:
    """The finding for a stat that is neither derived nor recorded as deviating."""
    name, key, value = card.record.name, one.stat.name, one.derived.value
    difference, carried = printed - value, " and ".join(card.carried)
    told = f"{name} has {one.stat.label} {printed};"
    for index, entry in enumerate(card.deviations):
        if entry["stat"] == key:
            message = f"{told} {carried} give {value} and the recorded deviation {one.deviation:+}"
            hint = f"Correct the amount to {difference:+}." if difference else "Delete the deviation."
            return broken(card.place(DEVIATIONS, index), "wrong-deviation", message, hint)
    because = ", ".join(f"{line} {amount}" for line, amount in one.derived.because)
    hint = f"Correct the card, or record the deviation: {{stat: {key}, amount: {difference:+}, reason: ...}}."
    message = f"{told} its {carried} give {value} ({because})"
    return broken(card.record.where_of(key), "not-derived", message, hint)


def _contradictions(card: Dossier) -> Iterator[Finding]:
    """Warnings for words of a card, such as its skills, that lead one to expect a trait that it does not have."""
    for expected in card.guidelines.expected:
        ((field, value),) = expected.when.items()
        held = card.record.values.get(field)
        words = held if isinstance(held, tuple) else (held,)
        if value in words and not set(expected.keys) & set(map(folded, card.derived.carried[expected.field])):
            one = card.guidelines.fields[expected.field].one
            message = f"{card.record.name} has {value} among its {field}"
            message += f", and not the {one} {either(expected.words)}: {expected.reason}"
            where, hint = card.place(field, words.index(value)), f"Add the {one}, or remove {value}."
            yield Finding("warning", where, message, hint, "contradiction", Exit.RULES_BROKEN)


def either(words: Sequence[str]) -> str:
    """The words as a choice, such as: a, b or c."""
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]
