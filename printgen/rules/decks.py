"""Decks: every number on a card follows from what it carries, or its deviation is recorded; a Game comes in.

A card takes part when it has one of the fields that the guidelines of its deck count, or `deviations`, be they empty;
where dossiers are required, every card must.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from printgen.base.errors import Exit, Finding, broken, did_you_mean, unknown
from printgen.base.gate import shown_name
from printgen.game.records import Game, Product
from printgen.rules.dossiers import DEVIATIONS, Dossier, Explained
from printgen.rules.figures import check_figure
from printgen.rules.guidelines import Guidelines
from printgen.rules.words import folded


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
        """The cards with their sums, which are not drawn up again for a record that the deck had before."""
        before = self.guidelines.drawn_up.get(self.product.name, {})
        cards = {id(record): before.get(id(record)) for record in self.product.records}
        made = {id(one): cards[id(one)] or Dossier(self.guidelines, one) for one in self.product.records}
        self.guidelines.drawn_up[self.product.name] = made
        return tuple(made[id(record)] for record in self.product.records)

    @cached_property
    def own(self) -> tuple[Dossier, ...]:
        """Those of the user's own cards, which do not stand in the game's list."""
        listed = self.product.list_file
        shown = shown_name(listed) if listed else None
        return tuple(card for card in self.dossiers if card.record.where.file != shown)

    @cached_property
    def printed(self) -> tuple[Dossier, ...]:
        """Those of the game's own list."""
        own = {id(card) for card in self.own}
        return tuple(card for card in self.dossiers if id(card) not in own)


def decks_of(game: Game) -> list[Deck]:
    """The products of a game that have guidelines, each list of cards once."""
    decks: dict[object, Deck] = {}
    for product in game.products.values():
        if isinstance(product.loaded, Deck):
            decks.setdefault((product.records_in or product.name, id(product.loaded.guidelines)), product.loaded)
    return list(decks.values())


def check_decks(game: Game) -> Iterator[Finding]:
    """Findings for cards that do not agree with their guidelines, and for guidelines that speak of other cards."""
    for deck in decks_of(game):
        yield from missing_fields(deck)
        for card in deck.dossiers:
            yield from _checked(card) if card.entered else _no_dossier(card) if deck.required else ()


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


def _checked(card: Dossier) -> tuple[Finding, ...]:
    """The findings on a card, found once while it stays as it is: of a draft one card is new, and hundreds are not."""
    kept: dict[str, tuple[Finding, ...]] = vars(card)
    if "_found" not in kept:
        kept["_found"] = (*_check(card),)
    return kept["_found"]


def _check(card: Dossier) -> Iterator[Finding]:
    yield from card.derived.problems
    yield from _deviations(card)
    # A sum that lacks a word would only be reported twice.
    for one in card.stats if not card.derived.problems else ():
        if one.printed is not None and not one.agrees:
            yield _wrong(card, one, one.printed)
    yield from _contradictions(card)
    yield from check_figure(card)


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
