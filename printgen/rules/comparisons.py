"""Decks with guidelines come in; what is worth knowing about their cards goes out as information, never as a fault.

Twins are cards of a deck with equal stats and abilities. A card is dominated when another card of its deck is at least
as good in every stat, has all its abilities, and is better in something. Copies do not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from printgen.base.errors import Exit, Finding, Where
from printgen.game.records import Game, Record
from printgen.rules.decks import Deck, decks_of
from printgen.rules.dossiers import Dossier
from printgen.rules.figures import notes_on_figure
from printgen.rules.guidelines import Guidelines
from printgen.rules.totals import ALL, totals_of
from printgen.rules.words import folded


class _Worth(NamedTuple):
    """What a card counts for: its stats in the guidelines' order, and its abilities."""

    stats: tuple[int, ...]
    abilities: frozenset[str]

    def covers(self, other: _Worth) -> bool:
        """Whether the other one is never better."""
        if not self.abilities >= other.abilities:
            return False
        return all(mine >= theirs for mine, theirs in zip(self.stats, other.stats, strict=True))


class Compared(NamedTuple):
    """Other cards beside one: with its stats and abilities, with its very words, never worse and never better."""

    twins: tuple[Record, ...]
    alike: tuple[Record, ...]
    better: tuple[Record, ...]
    worse: tuple[Record, ...]


def compared(guidelines: Guidelines, values: Mapping[str, Any], others: Sequence[Record]) -> Compared:
    """A card, which may be in no list yet, beside others of its deck."""
    mine = _worth(guidelines, values)
    worths = [(one, worth) for one in others if (worth := _worth(guidelines, one.values)) is not None]
    if mine is None:
        return Compared((), (), (), ())
    words = _words(guidelines, values)
    return Compared(
        tuple(one for one, worth in worths if worth == mine),
        tuple(one for one in others if any(words) and _words(guidelines, one.values) == words),
        tuple(one for one, worth in worths if worth != mine and worth.covers(mine)),
        tuple(one for one, worth in worths if worth != mine and mine.covers(worth)),
    )


def _worth(guidelines: Guidelines, values: Mapping[str, Any]) -> _Worth | None:
    """What a record counts for; None where it lacks a stat."""
    abilities = guidelines.fields.get(guidelines.report.abilities)
    stats = guidelines.stats_in(values)
    return None if stats is None else _Worth(stats, frozenset(abilities.words_in(values) if abilities else ()))


def _words(guidelines: Guidelines, values: Mapping[str, Any]) -> tuple[frozenset[str], ...]:
    """What a record carries, field by field, and what it can do."""
    named = dict.fromkeys([*(field.name for field in guidelines.carried), guidelines.report.abilities])
    fields = [guidelines.fields[name] for name in named if name in guidelines.fields]
    return tuple(frozenset(map(folded, field.words_in(values))) for field in fields)


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
        worth = _worth(deck.guidelines, record.values)
        if worth is not None:
            alike.setdefault(worth, []).append(record)
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
