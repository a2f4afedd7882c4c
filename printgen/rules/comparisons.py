"""Decks with guidelines come in; what is worth knowing about their cards goes out as information, never as a fault.

Twins are cards of a deck with equal stats and abilities. A card is dominated when another card of its deck is at least
as good in every stat, has all its abilities, and is better in something. Copies do not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from printgen.errors import Exit, Finding, Where
from printgen.reading.records import Game, Record
from printgen.rules.decks import Deck, decks_of
from printgen.rules.dossiers import Dossier
from printgen.rules.figures import notes_on_figure
from printgen.rules.totals import ALL, totals_of


class _Worth(NamedTuple):
    """What a card counts for: its stats in the guidelines' order, and its abilities."""

    stats: tuple[int, ...]
    abilities: frozenset[str]

    def covers(self, other: _Worth) -> bool:
        """Whether the other one is never better."""
        if not self.abilities >= other.abilities:
            return False
        return all(mine >= theirs for mine, theirs in zip(self.stats, other.stats, strict=True))


def compare_decks(game: Game) -> Iterator[Finding]:
    """Information about the decks of a game: totals of each, its twins and its dominated cards, in their order."""
    for deck in (deck for deck in decks_of(game) if deck.product.records):
        yield from _summaries(deck)
        yield from _compared(deck)
        for card in deck.dossiers:
            yield from notes_on_figure(card)


def _summaries(deck: Deck) -> Iterator[Finding]:
    """How well guidelines explain the cards of a deck, those of the user's own apart."""
    title = deck.product.title
    if deck.printed:
        yield _info(deck.product.where, "explained", _summary(deck, title, deck.printed))
    if deck.own:
        where = Where(deck.own[0].record.where.file)
        yield _info(where, "explained", _summary(deck, f"{title}, cards of your own", deck.own))


def _summary(deck: Deck, title: str, cards: Sequence[Dossier]) -> str:
    """How well guidelines explain cards: how many have a dossier, and of these, whose printed numbers are the derived
    ones as they are, in each stat and in all of them; and how many of these the figures and their roles prove."""
    told = totals_of(deck.guidelines, cards)

    def listed(counts: Mapping[str, int]) -> str:
        each = ", ".join(f"{stat.label} {counts[key]}" for key, stat in deck.guidelines.stats.items())
        return f"{each}, all of them {counts[ALL]}"

    message = f"{title}: {told.entered} of {told.cards} cards say what they carry"
    message += f"; explained exactly: {listed(told.explained)}"
    if told.on_record:
        message += f"; proven by figures and roles alone: {listed(told.proven)}"
    return message


def _compared(deck: Deck) -> Iterator[Finding]:
    records = deck.product.records
    abilities = deck.guidelines.fields.get(deck.guidelines.report.abilities)
    alike: dict[_Worth, list[Record]] = {}
    for record in records:
        stats = deck.guidelines.stats_in(record.values)
        if stats is not None:
            can = frozenset(abilities.words_in(record.values)) if abilities else frozenset[str]()
            alike.setdefault(_Worth(stats, can), []).append(record)
    # Records that share their name have their line with it.
    count = Counter(record.name for record in records)
    labels = {id(r): r.name if count[r.name] == 1 else f"{r.name} (line {r.where.line})" for r in records}
    for worth, same in alike.items():
        if len(same) > 1:
            told = ", ".join(f"{s.label} {v}" for s, v in zip(deck.guidelines.stats.values(), worth.stats, strict=True))
            if abilities:
                told += f" and {', '.join(sorted(worth.abilities)) or f'no {abilities.word}'}"
            yield _info(same[0].where, "twins", f"{', '.join(labels[id(r)] for r in same)}: all have {told}")
    for worth, same in alike.items():
        better = next((others for other, others in alike.items() if other is not worth and other.covers(worth)), [])
        for record in same if better else ():
            yield _info(record.where, "dominated", f"{labels[id(record)]} is never better than {labels[id(better[0])]}")


def _info(where: Where, code: str, message: str) -> Finding:
    return Finding("info", where, message, "", code, Exit.OK)
