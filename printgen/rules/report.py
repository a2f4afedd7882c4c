"""Compare decks as plain data: spreads, shares, teams and ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from printgen.base.errors import Where
from printgen.game.records import Game, Record
from printgen.rules.decks import Deck, totals_of
from printgen.rules.guidelines import CardField

SHOWN = 10
"""How many of the strongest and of the weakest cards are listed."""

Data = dict[str, Any]
Worth = Mapping[tuple[Where, str], tuple[float, float]]
"""What cards are worth, by the keys of their records: the change of the chance to win a fight, and how far it is off.
"""


class ReportWords(NamedTuple):
    """What a game calls what its decks are compared by; "" for what it has not.

    `group` is the question for the field `group_field`; `groups` and `abilities` name tables, `ability` is one of them.
    """

    group: str
    group_field: str
    groups: str
    abilities: str
    ability: str
    cover: str


def report_words(game: Game, deck: Deck) -> ReportWords:
    """The words for a deck; a table's name, or a field's that chooses from none."""
    told = deck.guidelines

    def named(field: CardField | None) -> str:
        table = game.table_of(deck.product, field.name) if field else None
        return table.name if table else field.name if field else ""

    group, ability = told.fields.get(told.report.group), told.fields.get(told.report.abilities)
    asked, field = (group.question, group.name) if group else ("", "")
    return ReportWords(asked, field, named(group), named(ability), ability.word if ability else "", told.report.cover)


class _Card(NamedTuple):
    """A card that has every stat: its numbers with their sum at the end, which says how strong it is."""

    row: Data
    numbers: tuple[int, ...]
    record: Record


def report_on(game: Game, decks: Sequence[Deck], wanted: Iterable[Record] = (), worth: Worth | None = None) -> Data:
    """Compare decks of a game, in its own words; every copy of a card counts.

    `wanted` are cards of theirs whose ranks are asked for, by each stat and by "total": 1 is the best, and equal values
    share their rank. Where it is known what cards are `worth`, that is told, too.
    """
    cards = [_cards(deck) for deck in decks]
    known = worth or {}
    everybody = [card for own in cards for card in own]
    asked = {record.key for record in wanted}
    keys = (*decks[0].guidelines.stats, "total")
    team = decks[0].guidelines.report.team
    note = f"A team is {team} cards drawn at random: its mean strength is {team} x the mean of the stat."
    return {
        "kit": game.name,
        "team": {"units": team, "note": note},
        "decks": [{**_deck(game, deck, own), **_worth(own, known)} for deck, own in zip(decks, cards, strict=True)],
        "cards": [
            {
                "card": card.row,
                "deck": deck.product.title,
                "in_deck": _places(keys, card.numbers, own),
                "in_all": _places(keys, card.numbers, everybody),
                **_worth_of(card, own, known),
            }
            for deck, own in zip(decks, cards, strict=True)
            for card in own
            if card.record.key in asked
        ],
    }


def _cards(deck: Deck) -> list[_Card]:
    out = []
    for record in deck.product.records:
        stats = deck.guidelines.stats_in(record.values)
        if stats is not None:
            about = {name: str(record.values.get(name, "")) for name in deck.guidelines.about}
            row = {"name": record.name, **about, "stats": list(stats), "total": sum(stats)}
            out.append(_Card(row, (*stats, sum(stats)), record))
    return out


def _deck(game: Game, deck: Deck, cards: Sequence[_Card]) -> Data:
    told, words = deck.guidelines, report_words(game, deck)
    counted = [card for card in cards for _ in range(card.record.copies)]
    data: Data = {"name": deck.product.name, "title": deck.product.title, "cards": len(counted)}
    data["spreads"] = {
        key: _stat_spread(stat.title, [card.numbers[i] for card in counted], told.report.team)
        for i, (key, stat) in enumerate(told.stats.items())
    }
    if words.groups:
        shares = _shares(game, deck, told.fields[told.report.group], words.cover)
        data[words.groups] = [share for share in shares if share["cards"]]
    if words.abilities:
        field = told.fields[told.report.abilities]
        data[words.abilities] = _shares(game, deck, field, words.cover)
        lacking = (record.copies for record in deck.product.records if not field.words_in(record.values))
        data[f"without_{words.ability}"] = sum(lacking)
    data["own"] = sum(card.record.copies for card in deck.own)
    data["totals"] = totals_of(told, deck.game_cards).as_data()
    # Of equal totals the one with the better stat, as they come, is stronger; names settle the rest.
    ranked = sorted(cards, key=lambda card: ([-card.numbers[-1], *(-n for n in card.numbers)], card.record.name))
    data["strongest"] = [card.row for card in ranked[:SHOWN]]
    data["weakest"] = [card.row for card in reversed(ranked[-SHOWN:])]
    if words.cover:
        data[words.cover] = [share for share in data.get(words.abilities, ()) if share[words.cover]]
    return data


def _worth(cards: Sequence[_Card], worth: Worth) -> Data:
    """The cards of a deck that are worth most and least, with their ranks by their sums; none if nothing is known."""
    known = [card for card in cards if card.record.key in worth]
    if not known:
        return {}
    ranked = sorted(known, key=lambda card: (-worth[card.record.key][0], card.record.name))
    rows = [
        {**card.row, **_worth_of(card, cards, worth), "by_sum": _rank(card.numbers[-1], cards, -1)} for card in ranked
    ]
    return {"worth_most": rows[:SHOWN], "worth_least": rows[-SHOWN:][::-1]}


def _worth_of(card: _Card, others: Sequence[_Card], worth: Worth) -> Data:
    """What a card is worth, how far off that is, and its rank by it among others."""
    found = worth.get(card.record.key)
    if found is None:
        return {}
    better = sum(other.record.copies for other in others if worth.get(other.record.key, (-9.0, 0.0))[0] > found[0])
    return {"worth": {"value": round(found[0], 4), "off": round(found[1], 4), "rank": 1 + better}}


def _stat_spread(title: str, values: Sequence[int], team: int) -> Data:
    """How a stat is spread: `counts` are cards by value, from 0 on; `team` is the mean of a team's sum."""
    count, mean = Counter(values), sum(values) / (len(values) or 1)
    low, high = min(values, default=0), max(values, default=0)
    counts = [count[value] for value in range(high + 1)] if values else []
    told = {"title": title, "counts": counts, "mean": round(mean, 3)}
    return {**told, "low": low, "high": high, "team": round(team * mean, 2)}


def _shares(game: Game, deck: Deck, field: CardField, cover: str) -> list[Data]:
    """How many cards have each row of the table that a field's words come from; without one, each word."""
    count = Counter(word for r in deck.product.records for word in field.words_in(r.values) for _ in range(r.copies))
    table = game.table_of(deck.product, field.name)
    rows: Mapping[str, Mapping[str, Any]] = table.rows if table else {word: {} for word in count}
    helps = cover if field.name == deck.guidelines.report.abilities else ""
    told = [{"code": code, "name": str(row.get("name") or code), "cards": count[code]} for code, row in rows.items()]
    covers = [{cover: str(row.get(helps) or "")} if cover else {} for row in rows.values()]
    return [{**share, **covered} for share, covered in zip(told, covers, strict=True)]


def _places(keys: Sequence[str], numbers: Sequence[int], others: Sequence[_Card]) -> dict[str, Data]:
    among = sum(other.record.copies for other in others)
    return {
        key: {
            "value": value,
            "rank": _rank(value, others, i),
            "of": among,
        }
        for i, (key, value) in enumerate(zip(keys, numbers, strict=True))
    }


def _rank(number: int, others: Sequence[_Card], at: int) -> int:
    return 1 + sum(other.record.copies for other in others if other.numbers[at] > number)
