"""Decks: whether the words on each card explain its numbers, and how cards compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from printgen.base import group_pairs
from printgen.base.errors import Exit, Finding, Where, did_you_mean, rule_violation, unknown_word
from printgen.game.records import Game, Product
from printgen.rules.card_sources import DEVIATIONS, Dossier, StatComparison, check_figure, notes_on_figure
from printgen.rules.guidelines import Guidelines
from printgen.rules.vocabulary import fold

ALL = "all"
"""The count of cards whose stats are all as counted."""


class Totals(NamedTuple):
    """Counts of cards: with a dossier, with their figure on record; and by stat, and `ALL`, the explained ones.

    `copied` and `free` are explained numbers that were copied from the card, and that other numbers would fit as well.
    """

    cards: int
    entered: int
    on_record: int
    explained: dict[str, int]
    proven: dict[str, int]
    copied: int
    free: int


def totals_of(guidelines: Guidelines, dossiers: Iterable[Dossier]) -> Totals:
    """Count cards of one or several decks with these guidelines."""
    cards = [*dossiers]
    rows = [[(stat, card.evidence(stat)) for stat in card.stats] for card in cards if card.has_words]
    exact = [{stat.stat.name: stat.exact for stat, _ in row} for row in rows]
    proven = [{stat.stat.name: evidence.proven for stat, evidence in row} for row in rows]

    def count_true(by_card: Sequence[Mapping[str, bool]]) -> dict[str, int]:
        counts = {key: sum(flags[key] for flags in by_card) for key in guidelines.stats}
        return {**counts, ALL: sum(all(flags.values()) for flags in by_card)}

    explained = [evidence for row in rows for stat, evidence in row if stat.exact]
    return Totals(
        len(cards), len(rows), sum(card.origins.on_record for card in cards), count_true(exact), count_true(proven),
        sum(evidence.copied for evidence in explained), sum(bool(evidence.fits) for evidence in explained),
    )  # fmt: skip


class CardDossier(Dossier):
    """A card of a deck with cached findings: a new card in the deck does not cause checks of the others."""

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with it."""
        return (*_check(self),)


@dataclass(frozen=True)
class Deck:
    """The loaded value of a product of cards with guidelines; `options` are all its options."""

    product: Product
    guidelines: Guidelines
    options: Any

    @cached_property
    def dossiers(self) -> tuple[CardDossier, ...]:
        """The cards with their sums; a record that the deck had before keeps its dossier."""
        before: dict[object, CardDossier] = {
            card.record.key: card for card in self.guidelines.dossiers_by_deck.get(self.product.name, ())
        }
        pairs = ((record, before.get(record.key)) for record in self.product.records)
        dossiers = tuple(
            card if card and card.record is record else CardDossier(self.guidelines, record) for record, card in pairs
        )
        self.guidelines.dossiers_by_deck[self.product.name] = dossiers
        return dossiers

    @cached_property
    def own(self) -> tuple[Dossier, ...]:
        """The dossiers of the user's own cards, which are not in the game's list."""
        lists = self.product.own_lists
        return tuple(card for card in self.dossiers if card.record.where.file in lists)

    @cached_property
    def game_cards(self) -> tuple[Dossier, ...]:
        """Those of the game's own list."""
        lists = self.product.own_lists
        return tuple(card for card in self.dossiers if card.record.where.file not in lists)


def decks_of(game: Game) -> list[Deck]:
    """The products of a game that have guidelines, each list of cards once."""
    decks: dict[object, list[Deck]] = {}
    for product in game.products.values():
        if isinstance(deck := product.loaded, Deck):
            same = decks.setdefault(product.records_in or product.name, [])
            if not any(deck.guidelines is other.guidelines for other in same):
                same.append(deck)
    return [deck for same in decks.values() for deck in same]


def check_decks(game: Game) -> Iterator[Finding]:
    """Findings for cards that contradict their guidelines, and for guidelines about other cards."""
    for deck in decks_of(game):
        yield from missing_fields(deck)
        for card in deck.dossiers:
            if card.has_words:
                yield from card.findings
            elif deck.options.dossiers == "required":
                yield from _no_dossier(card)


def missing_fields(deck: Deck) -> Iterator[Finding]:
    """Findings for fields in the guidelines that no record of the product has."""
    values = deck.product.records[0].values if deck.product.records else {}
    for name in deck.guidelines.needed_fields if values else ():
        if name not in values:
            message = f"the guidelines speak of {name}, which the records of {deck.product.name} do not have"
            where = deck.product.options.where("guidelines")
            yield unknown_word(where, "unknown-field", message, name, values)


def _no_dossier(card: Dossier) -> Iterator[Finding]:
    """The finding for a card without any recorded words."""
    message = f"{card.record.name} has neither {' nor '.join(card.words)}"
    hint = f"Add {' and '.join(f'{name}:' for name in card.words)} with what it carries; [] where it is nothing."
    yield rule_violation(card.record.where, "missing-dossier", message, hint)


def _check(card: Dossier) -> Iterator[Finding]:
    """All findings on a card with recorded words."""
    yield from card.derivation.problems
    yield from _deviations(card)
    # A sum that lacks a word would only be reported twice.
    for comparison in card.stats if not card.derivation.problems else ():
        if comparison.printed is not None and not comparison.agrees:
            yield _wrong_stat(card, comparison, comparison.printed)
    yield from _contradictions(card)
    yield from check_figure(card)


def _deviations(card: Dossier) -> Iterator[Finding]:
    """Findings for recorded deviations without a number, or of no stat."""
    known, name = card.guidelines.stats, card.record.name
    stats = [entry["stat"] for entry in card.deviations]
    for index, (entry, stat) in enumerate(zip(card.deviations, stats, strict=True)):
        where = card.place(DEVIATIONS, index)
        if stat not in known:
            message = f'{name} deviates in "{stat}", which is no stat'
            yield rule_violation(where, "unknown-stat", message, did_you_mean(stat, known))
        elif stat in stats[:index]:
            message = f"{name} deviates twice in {stat.upper()}"
            yield rule_violation(where, "duplicate-deviation", message, "Make one entry of the two.")
        elif not entry["amount"]:
            message = f"{name} deviates by nothing in {stat.upper()}"
            yield rule_violation(where, "needless-deviation", message, "Delete the deviation.")


def _wrong_stat(card: Dossier, comparison: StatComparison, printed: int) -> Finding:
    """The finding for a stat that is neither derived nor recorded as deviating."""
    name, key, value = card.record.name, comparison.stat.name, comparison.derived.value
    difference, carried = printed - value, " and ".join(card.words)
    subject = f"{name} has {comparison.stat.label} {printed};"
    for index, entry in enumerate(card.deviations):
        if entry["stat"] == key:
            message = f"{subject} {carried} give {value} and the recorded deviation {comparison.deviation:+}"
            hint = f"Correct the amount to {difference:+}." if difference else "Delete the deviation."
            return rule_violation(card.place(DEVIATIONS, index), "wrong-deviation", message, hint)
    because = ", ".join(f"{line} {amount}" for line, amount in comparison.derived.because)
    hint = f"Correct the card, or record the deviation: {{stat: {key}, amount: {difference:+}, reason: ...}}."
    message = f"{subject} its {carried} give {value} ({because})"
    return rule_violation(card.record.where_of(key), "not-derived", message, hint)


def _contradictions(card: Dossier) -> Iterator[Finding]:
    """Warnings for words of a card, such as its skills, that imply a trait which it lacks."""
    for expected in card.guidelines.expected:
        ((field, value),) = expected.when.items()
        entry = card.record.values.get(field)
        words = entry if isinstance(entry, tuple) else (entry,)
        if value in words and not set(expected.keys) & set(map(fold, card.derivation.carried[expected.field])):
            noun = card.guidelines.fields[expected.field].one
            message = f"{card.record.name} has {value} among its {field}"
            message += f", and not the {noun} {join_or(expected.words)}: {expected.reason}"
            where, hint = card.place(field, words.index(value)), f"Add the {noun}, or remove {value}."
            yield Finding("warning", where, message, hint, "contradiction", Exit.RULES_BROKEN)


def join_or(words: Sequence[str]) -> str:
    """The words as a choice, such as: a, b or c."""
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]


class _Worth(NamedTuple):
    """The numbers that count for a card: its stats in the guidelines' order, and its abilities."""

    stats: tuple[int, ...]
    abilities: frozenset[str]

    def covers(self, other: _Worth) -> bool:
        """Whether the other card is nowhere better."""
        if not self.abilities >= other.abilities:
            return False
        return all(mine >= theirs for mine, theirs in zip(self.stats, other.stats, strict=True))


def _worth(guidelines: Guidelines, values: Mapping[str, Any]) -> _Worth | None:
    """The worth of a card; None if it lacks a stat."""
    abilities = guidelines.fields.get(guidelines.report.abilities)
    stats = guidelines.stats_in(values)
    return None if stats is None else _Worth(stats, frozenset(abilities.words_in(values) if abilities else ()))


def compare_decks(game: Game) -> Iterator[Finding]:
    """Information about the decks of a game: totals of each, its twins and its dominated cards, in their order."""
    for deck in (deck for deck in decks_of(game) if deck.product.records):
        yield from _summaries(deck)
        yield from _find_twins(deck)
        for card in deck.dossiers:
            yield from notes_on_figure(card)


def _summaries(deck: Deck) -> Iterator[Finding]:
    """How well guidelines explain the cards of a deck, the user's own apart."""
    title = deck.product.title
    if deck.game_cards:
        yield _info(deck.product.where, "explained", _summary(deck, title, deck.game_cards))
    if deck.own:
        where = Where(deck.own[0].record.where.file)
        yield _info(where, "explained", _summary(deck, f"{title}, cards of your own", deck.own))


def _summary(deck: Deck, title: str, cards: Sequence[Dossier]) -> str:
    """How well guidelines explain cards: how many have a dossier, and of these, whose printed numbers are the derived
    ones as they are, in each stat and in all of them; and how many of these the figures and their roles prove."""
    totals = totals_of(deck.guidelines, cards)

    def counts_text(counts: Mapping[str, int]) -> str:
        each = ", ".join(f"{stat.label} {counts[key]}" for key, stat in deck.guidelines.stats.items())
        return f"{each}, all of them {counts[ALL]}"

    message = f"{title}: {totals.entered} of {totals.cards} cards say what they carry"
    message += f"; explained exactly: {counts_text(totals.explained)}"
    if totals.on_record:
        message += f"; proven by figures and roles alone: {counts_text(totals.proven)}"
    return message


def _find_twins(deck: Deck) -> Iterator[Finding]:
    """Information on cards of equal worth, and on cards that another one dominates."""
    records = deck.product.records
    abilities = deck.guidelines.fields.get(deck.guidelines.report.abilities)
    worths = ((_worth(deck.guidelines, record.values), record) for record in records)
    alike = group_pairs((worth, record) for worth, record in worths if worth is not None)
    # Records that share their name have their line with it.
    count = Counter(record.name for record in records)
    labels = {r.key: r.name if count[r.name] == 1 else f"{r.name} (line {r.where.line})" for r in records}
    for worth, same in alike.items():
        if len(same) > 1:
            stats = zip(deck.guidelines.stats.values(), worth.stats, strict=True)
            shared = ", ".join(f"{stat.label} {value}" for stat, value in stats)
            if abilities:
                shared += f" and {', '.join(sorted(worth.abilities)) or f'no {abilities.word}'}"
            yield _info(same[0].where, "twins", f"{', '.join(labels[r.key] for r in same)}: all have {shared}")
    for worth, same in alike.items():
        better = next((others for other, others in alike.items() if other is not worth and other.covers(worth)), [])
        for record in same if better else ():
            yield _info(record.where, "dominated", f"{labels[record.key]} is never better than {labels[better[0].key]}")


def _info(where: Where, code: str, message: str) -> Finding:
    return Finding("info", where, message, "", code, Exit.OK)
