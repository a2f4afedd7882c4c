"""Decks: every number on a card follows from what it carries, or its deviation is recorded; a Game comes in.

A product takes part when it has loaded guidelines. A card takes part when it has one of the fields that they count, or
`deviations`, be they empty; where dossiers are required, every card must.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from printgen.errors import Exit, Finding, Severity, Where, did_you_mean
from printgen.reading.marked import Seq
from printgen.reading.records import Game, Product, Record
from printgen.rules.explain import Explained, Explanation, explain
from printgen.rules.guidelines import Guidelines


@dataclass(frozen=True, slots=True)
class Guided:
    """What a product has loaded whose records guidelines may explain; `required` is whether each must be."""

    guidelines: Guidelines | None
    required: bool


@dataclass(frozen=True, slots=True)
class Deck:
    """A product with the guidelines for its cards; `required` is whether each of them needs a dossier."""

    product: Product
    guidelines: Guidelines
    required: bool

    @property
    def records(self) -> tuple[Record, ...]:
        return self.product.records


def decks_of(game: Game) -> list[Deck]:
    """The products of a game that have guidelines, each list of cards once."""
    decks: dict[object, Deck] = {}
    for product in game.products.values():
        guided = product.loaded
        if isinstance(guided, Guided) and guided.guidelines is not None:
            key = product.list_file, guided.guidelines.where
            decks.setdefault(key, Deck(product, guided.guidelines, guided.required))
    return list(decks.values())


def check_decks(game: Game) -> Iterator[Finding]:
    """Findings for cards that do not agree with their guidelines, and for guidelines that speak of other cards."""
    for deck in decks_of(game):
        yield from _missing_fields(deck.product, deck.guidelines)
        for record in deck.records:
            yield from _check(explain(deck.guidelines, record), deck)


def _missing_fields(product: Product, guidelines: Guidelines) -> Iterator[Finding]:
    """Findings for fields that the guidelines speak of and no record of the product has."""
    if not product.records:
        return
    values = product.records[0].values
    for name in guidelines.named:
        if name not in values:
            message = f"the guidelines speak of {name}, which the records of {product.name} do not have"
            where = product.options.where("guidelines")
            yield Finding("error", where, message, did_you_mean(name, values), "unknown-field")


def _check(card: Explanation, deck: Deck) -> Iterator[Finding]:
    record = card.record
    if not card.entered:
        if deck.required:
            fields = [field.name for field in deck.guidelines.carried]
            message = f"{record.name} has neither {' nor '.join(fields)}"
            hint = f"Add {' and '.join(f'{name}:' for name in fields)} with what it carries; [] where it is nothing."
            yield _finding("error", record.where, "missing-dossier", message, hint)
        return
    for problem in card.derived.problems:
        yield problem.at(_place(record, problem.carried, problem.index))
    yield from _deviations(card)
    # A sum that lacks a word would only be reported twice.
    for one in card.stats if not card.derived.problems else ():
        yield from _stat(card, one, deck.guidelines)
    yield from _contradictions(card, deck.guidelines)


def _place(record: Record, name: str, index: int) -> Where:
    """The place of an item of a list, or of the record where its list has no file."""
    items = record.source.get(name)
    return items.where(index) if isinstance(items, Seq) and index < len(items) else record.where_of(name)


def _deviations(card: Explanation) -> Iterator[Finding]:
    """Findings for records of deviations that say nothing, or say it of no stat."""
    known = [one.stat.key for one in card.stats]
    seen: set[str] = set()
    for index, entry in enumerate(card.record.values.get("deviations") or ()):
        where, stat = _place(card.record, "deviations", index), entry["stat"]
        if stat not in known:
            message = f'{card.record.name} deviates in "{stat}", which is no stat'
            yield _finding("error", where, "unknown-stat", message, did_you_mean(stat, known))
        elif stat in seen:
            message = f"{card.record.name} deviates twice in {stat.upper()}"
            yield _finding("error", where, "duplicate-deviation", message, "Make one entry of the two.")
        elif not entry["amount"]:
            message = f"{card.record.name} deviates by nothing in {stat.upper()}"
            yield _finding("error", where, "needless-deviation", message, "Delete the deviation.")
        seen.add(stat)


def _stat(card: Explanation, one: Explained, guidelines: Guidelines) -> Iterator[Finding]:
    """The finding for a stat that is neither derived nor recorded as deviating."""
    if one.printed is None or one.agrees:
        return
    record, key, short, value = card.record, one.stat.key, one.stat.short, one.derived.value
    difference = one.printed - value
    carried = " and ".join(field.name for field in guidelines.carried)
    entries = list(record.values.get("deviations") or ())
    recorded = [index for index, entry in enumerate(entries) if entry["stat"] == key]
    if recorded:
        where = _place(record, "deviations", recorded[0])
        message = f"{record.name} has {short} {one.printed}; {carried} give {value}"
        message += f" and the recorded deviation {one.deviation:+}"
        hint = f"Correct the amount to {difference:+}." if difference else "Delete the deviation."
        yield _finding("error", where, "wrong-deviation", message, hint)
        return
    because = ", ".join(f"{line} {amount}" for line, amount in one.derived.because)
    message = f"{record.name} has {short} {one.printed}; its {carried} give {value} ({because})"
    hint = f"Correct the card, or record the deviation: {{stat: {key}, amount: {difference:+}, reason: ...}}."
    yield _finding("error", record.where_of(key), "not-derived", message, hint)


def _contradictions(card: Explanation, guidelines: Guidelines) -> Iterator[Finding]:
    """Warnings for words of a card, such as its skills, that lead one to expect a trait that it does not have."""
    values = card.record.values
    for expected in guidelines.expected:
        value = values.get(expected.field)
        words = value if isinstance(value, tuple) else (value,)
        if expected.value not in words or set(expected.words) & set(card.derived.carried[expected.carried]):
            continue
        message = f"{card.record.name} has {expected.value} among its {expected.field}"
        one = next(field.one for field in guidelines.fields if field.name == expected.carried)
        message += f", and not the {one} {either(expected.words)}: {expected.reason}"
        where = _place(card.record, expected.field, words.index(expected.value))
        hint = f"Add the {one}, or remove {expected.value}."
        yield _finding("warning", where, "contradiction", message, hint)


def either(words: Sequence[str]) -> str:
    """The words as a choice, such as: a, b or c."""
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]


def _finding(severity: Severity, where: Where, code: str, message: str, hint: str) -> Finding:
    return Finding(severity, where, message, hint, code, Exit.RULES_BROKEN)
