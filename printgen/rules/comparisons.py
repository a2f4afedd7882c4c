"""Decks with guidelines come in; what is worth knowing about their cards goes out as information, never as a fault.

Twins are cards of a deck with equal stats and abilities. A card is dominated when another card of its deck is at least
as good in every stat, has all its abilities, and is better in something. Copies do not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from printgen.errors import Exit, Finding, Where
from printgen.reading.records import Game, Record
from printgen.rules.decks import Deck, decks_of
from printgen.rules.explain import explain
from printgen.rules.guidelines import Guidelines


@dataclass(frozen=True, slots=True)
class Totals:
    """How well guidelines explain cards: how many there are, how many have a dossier, and how many of these are exact.

    `exact` counts, for each stat, the cards whose printed number is the derived one as it is; `entirely` those for
    which that is so in every stat.
    """

    cards: int
    entered: int
    exact: Mapping[str, int]
    entirely: int


@dataclass(frozen=True, slots=True)
class _Worth:
    """What a card counts for: its stats in the guidelines' order, and its abilities."""

    stats: tuple[int, ...]
    abilities: frozenset[str]

    def covers(self, other: _Worth) -> bool:
        """Whether the other one is never better."""
        if not self.abilities >= other.abilities:
            return False
        return all(mine >= theirs for mine, theirs in zip(self.stats, other.stats, strict=True))


def totals(guidelines: Guidelines, records: Sequence[Record]) -> Totals:
    """How many of the records' numbers are explained by what they carry."""
    cards = [card for record in records if (card := explain(guidelines, record)).entered]
    exact = Counter(one.stat.key for card in cards for one in card.stats if one.exact)
    entirely = sum(all(one.exact for one in card.stats) for card in cards)
    return Totals(len(records), len(cards), {stat.key: exact[stat.key] for stat in guidelines.stats}, entirely)


def compare_decks(game: Game) -> Iterator[Finding]:
    """Information about the decks of a game: totals of each, its twins and its dominated cards."""
    for deck in decks_of(game):
        yield from compare_deck(deck)


def compare_deck(deck: Deck) -> Iterator[Finding]:
    """Information about one deck, in the order of its cards."""
    yield _summary(deck)
    alike: dict[_Worth, list[Record]] = {}
    for record in deck.records:
        worth = _worth(deck.guidelines, record)
        if worth is not None:
            alike.setdefault(worth, []).append(record)
    labels = _labels(deck.records)
    for worth, records in alike.items():
        if len(records) > 1:
            names = ", ".join(labels[id(record)] for record in records)
            yield _info(records[0].where, "twins", f"{names}: all have {_told(worth, deck.guidelines)}")
    for worth, records in alike.items():
        better = next((others for other, others in alike.items() if other is not worth and other.covers(worth)), [])
        for record in records if better else ():
            yield _info(record.where, "dominated", f"{labels[id(record)]} is never better than {labels[id(better[0])]}")


def _worth(guidelines: Guidelines, record: Record) -> _Worth | None:
    stats = guidelines.stats_in(record.values)
    abilities = guidelines.abilities.words_in(record.values) if guidelines.abilities else ()
    return _Worth(stats, frozenset(abilities)) if stats is not None else None


def _labels(records: Sequence[Record]) -> dict[int, str]:
    """A name for every record; those that share theirs have their line with it."""
    count = Counter(record.name for record in records)
    return {
        id(record): record.name if count[record.name] == 1 else f"{record.name} (line {record.where.line})"
        for record in records
    }


def _told(worth: _Worth, guidelines: Guidelines) -> str:
    stats = ", ".join(f"{stat.short} {value}" for stat, value in zip(guidelines.stats, worth.stats, strict=True))
    if guidelines.abilities is None:
        return stats
    return f"{stats} and {', '.join(sorted(worth.abilities)) or f'no {guidelines.abilities.word}'}"


def _summary(deck: Deck) -> Finding:
    count = totals(deck.guidelines, deck.records)
    exact = ", ".join(f"{stat.short} {count.exact[stat.key]}" for stat in deck.guidelines.stats)
    message = f"{deck.product.title}: {count.entered} of {count.cards} cards say what they carry"
    message += f"; explained exactly: {exact}, all of them {count.entirely}"
    return _info(deck.product.source.start, "explained", message)


def _info(where: Where, code: str, message: str) -> Finding:
    return Finding("info", where, message, "", code, Exit.OK)
