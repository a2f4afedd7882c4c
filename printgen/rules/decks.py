"""Decks: every number on a card follows from what it carries, or its deviation is recorded; a Game comes in.

A product takes part when its options name a file of `guidelines`. A card takes part when it has `weapons`, `traits` or
`deviations`, be they empty; with `dossiers: required` among the options, every card must.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from printgen.errors import Exit, Finding, Severity, Where, did_you_mean
from printgen.reading.guideline_files import guidelines_of
from printgen.reading.guidelines import Guidelines
from printgen.reading.marked import Seq
from printgen.reading.records import Game, Product, Record
from printgen.rules.explain import Explained, Explanation, explain

DOSSIERS = "dossiers"
_DOSSIERS = ("optional", "required")


@dataclass(frozen=True, slots=True)
class Deck:
    """A product with the guidelines for its cards; `required` is whether each of them needs a dossier."""

    product: Product
    guidelines: Guidelines
    required: bool

    @property
    def records(self) -> tuple[Record, ...]:
        return self.product.records


def decks_of(game: Game) -> tuple[list[Deck], list[Finding]]:
    """The products of a game that have guidelines, each list of cards once, and what is wrong with the guidelines."""
    decks: dict[Any, Deck] = {}
    findings: list[Finding] = []
    for product in game.products.values():
        guidelines, found = guidelines_of(product, game.folder)
        findings += found
        dossiers = product.options.get(DOSSIERS, _DOSSIERS[0])
        if dossiers not in _DOSSIERS:
            message = f"{DOSSIERS} should be {' or '.join(_DOSSIERS)}"
            where = product.options.where(DOSSIERS)
            findings.append(Finding("error", where, message, did_you_mean(str(dossiers), _DOSSIERS), "unknown-value"))
        if guidelines is not None:
            findings += _missing_fields(product, guidelines)
            decks.setdefault((product.list_file, guidelines.where), Deck(product, guidelines, dossiers == _DOSSIERS[1]))
    return list(decks.values()), list(dict.fromkeys(findings))


def check_decks(game: Game) -> Iterator[Finding]:
    """Findings for guidelines that cannot be read, and for cards that do not agree with them."""
    decks, findings = decks_of(game)
    yield from findings
    for deck in decks:
        for record in deck.records:
            yield from _check(explain(deck.guidelines, record), deck)


def _missing_fields(product: Product, guidelines: Guidelines) -> Iterator[Finding]:
    """Findings for stats and conditions of the guidelines that no record of the product has as a field."""
    if not product.records:
        return
    values = product.records[0].values
    named = [stat.key for stat in guidelines.stats] + [expectation.field for expectation in guidelines.expected]
    for name in dict.fromkeys(named):
        if name not in values:
            message = f"the guidelines speak of {name}, which the records of {product.name} do not have"
            where = product.options.where("guidelines")
            yield Finding("error", where, message, did_you_mean(name, values), "unknown-field")


def _check(card: Explanation, deck: Deck) -> Iterator[Finding]:
    record = card.record
    if not card.entered:
        if deck.required:
            message = f"{record.name} has neither weapons nor traits"
            hint = "Add weapons: and traits: with what the figure carries; [] where it is nothing."
            yield _finding("error", record.where, "missing-dossier", message, hint)
        return
    for problem in card.derived.problems:
        yield problem.at(_place(record, problem.carried, problem.index))
    yield from _deviations(card)
    # A sum that lacks a word would only be reported twice.
    for one in card.stats if not card.derived.problems else ():
        yield from _stat(card, one)
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


def _stat(card: Explanation, one: Explained) -> Iterator[Finding]:
    """The finding for a stat that is neither derived nor recorded as deviating."""
    if one.printed is None or one.agrees:
        return
    record, key, short, value = card.record, one.stat.key, one.stat.short, one.derived.value
    difference = one.printed - value
    entries = list(record.values.get("deviations") or ())
    recorded = [index for index, entry in enumerate(entries) if entry["stat"] == key]
    if recorded:
        where = _place(record, "deviations", recorded[0])
        message = f"{record.name} has {short} {one.printed}; weapons and traits give {value}"
        message += f" and the recorded deviation {one.deviation:+}"
        hint = f"Correct the amount to {difference:+}." if difference else "Delete the deviation."
        yield _finding("error", where, "wrong-deviation", message, hint)
        return
    because = ", ".join(f"{line} {amount}" for line, amount in one.derived.because)
    message = f"{record.name} has {short} {one.printed}; its weapons and traits give {value} ({because})"
    hint = f"Correct the card, or record the deviation: {{stat: {key}, amount: {difference:+}, reason: ...}}."
    yield _finding("error", record.where_of(key), "not-derived", message, hint)


def _contradictions(card: Explanation, guidelines: Guidelines) -> Iterator[Finding]:
    """Warnings for words of a card, such as its skills, that lead one to expect a trait that it does not have."""
    values = card.record.values
    for expected in guidelines.expected:
        value = values.get(expected.field)
        words = value if isinstance(value, tuple) else (value,)
        if expected.value not in words or set(expected.traits) & set(card.derived.traits):
            continue
        message = f"{card.record.name} has {expected.value} among its {expected.field}"
        message += f", and not the trait {_either(expected.traits)}: {expected.reason}"
        where = _place(card.record, expected.field, words.index(expected.value))
        hint = f"Add the trait, or remove {expected.value}."
        yield _finding("warning", where, "contradiction", message, hint)


def _either(words: Sequence[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]


def _finding(severity: Severity, where: Where, code: str, message: str, hint: str) -> Finding:
    return Finding(severity, where, message, hint, code, Exit.RULES_BROKEN)
