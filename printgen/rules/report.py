"""Decks with guidelines come in; what compares them goes out as plain numbers: spreads, shares, teams, ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from printgen.reading.records import Game, Record
from printgen.rules.decks import Deck
from printgen.rules.guidelines import CardField, Stat

SHOWN = 10
"""How many of the strongest and of the weakest cards are listed."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How a stat is spread over a deck: `counts` are cards by value, from 0 to the highest.

    `team` is the mean of what the stats of a team sum up to.
    """

    title: str
    counts: tuple[int, ...]
    mean: float
    low: int
    high: int
    team: float


@dataclass(frozen=True, slots=True)
class Share:
    """How many cards of a deck have a code; `cover` is where it helps, or ""."""

    code: str
    name: str
    cards: int
    cover: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card with its stats in the guidelines' order; `total` is their sum, which says how strong it is.

    `group` is the one that it is counted with, `about` all that says what it is, by field.
    """

    name: str
    group: str
    about: Mapping[str, str]
    stats: tuple[int, ...]
    total: int
    copies: int

    def as_data(self) -> dict[str, Any]:
        return {"name": self.name, **self.about, "stats": list(self.stats), "total": self.total}


@dataclass(frozen=True, slots=True)
class DeckReport:
    """What there is to say of one deck; every copy of a card counts. `spreads` are by stat, `cards` how many there are.

    Groups without a card are left out.
    """

    name: str
    title: str
    cards: int
    spreads: Mapping[str, Spread]
    groups: tuple[Share, ...]
    abilities: tuple[Share, ...]
    without: int
    strongest: tuple[Card, ...]
    weakest: tuple[Card, ...]

    @property
    def cover(self) -> tuple[Share, ...]:
        """The abilities that help somewhere: how the deck covers the board."""
        return tuple(share for share in self.abilities if share.cover)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value ranks: 1 is the best, and equal values share their rank."""

    value: int
    rank: int
    of: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a card ranks in its deck, and among the cards of all decks, by each stat and by "total"."""

    card: Card
    deck: str
    in_deck: Mapping[str, Place]
    in_all: Mapping[str, Place]


@dataclass(frozen=True, slots=True)
class Report:
    """The decks of a game, and the standings of the cards that were asked for; `team` is how many cards make a team.

    `group`, `groups`, `abilities`, `ability` and `cover` are what the game calls these; "" for what it has not.
    """

    game: str
    decks: tuple[DeckReport, ...]
    standings: tuple[Standing, ...]
    team: int
    group: str
    groups: str
    abilities: str
    ability: str
    cover: str

    def as_data(self) -> dict[str, Any]:
        """All of it as plain data, in the game's own words."""
        note = f"A team is {self.team} cards drawn at random: its mean strength is {self.team} x the mean of the stat."
        return {
            "kit": self.game,
            "team": {"units": self.team, "note": note},
            "decks": [self._deck_data(deck) for deck in self.decks],
            "cards": [asdict(standing) | {"card": standing.card.as_data()} for standing in self.standings],
        }

    def _deck_data(self, deck: DeckReport) -> dict[str, Any]:
        data: dict[str, Any] = {"name": deck.name, "title": deck.title, "cards": deck.cards}
        data["spreads"] = {key: asdict(spread) for key, spread in deck.spreads.items()}
        if self.groups:
            data[self.groups] = self._shares_data(deck.groups)
        if self.abilities:
            data[self.abilities] = self._shares_data(deck.abilities)
            data[f"without_{self.ability}"] = deck.without
        data["strongest"] = [card.as_data() for card in deck.strongest]
        data["weakest"] = [card.as_data() for card in deck.weakest]
        return data | ({self.cover: self._shares_data(deck.cover)} if self.cover else {})

    def _shares_data(self, shares: Iterable[Share]) -> list[dict[str, Any]]:
        told = [{"code": share.code, "name": share.name, "cards": share.cards} for share in shares]
        return (
            [row | {self.cover: share.cover} for row, share in zip(told, shares, strict=True)] if self.cover else told
        )


def report_on(game: Game, decks: Sequence[Deck], wanted: Iterable[Record] = ()) -> Report:
    """Compare decks of a game; `wanted` are cards of theirs whose ranks are asked for."""
    cards = [_cards(deck, deck.product.records) for deck in decks]
    everybody = [card for some in cards for card in some]
    ids = {id(record) for record in wanted}
    told = decks[0].guidelines
    group, abilities = (told.fields.get(name) for name in (told.report.group, told.report.abilities))
    keys = (*told.stats, "total")
    standings = [
        Standing(card, deck.product.title, _places(keys, card, own), _places(keys, card, everybody))
        for deck, own in zip(decks, cards, strict=True)
        for card in _cards(deck, [record for record in deck.product.records if id(record) in ids])
    ]
    return Report(
        game=game.name,
        decks=tuple(_deck(game, deck, own) for deck, own in zip(decks, cards, strict=True)),
        standings=tuple(standings),
        team=told.report.team,
        group=group.question if group else "",
        groups=_table_name(game, decks[0], group),
        abilities=_table_name(game, decks[0], abilities),
        ability=abilities.word if abilities else "",
        cover=told.report.cover,
    )


def _deck(game: Game, deck: Deck, cards: Sequence[Card]) -> DeckReport:
    told, records = deck.guidelines, deck.product.records
    # Of equal totals the one with the better stat, as they come, is stronger; names settle the rest.
    ranked = sorted(cards, key=lambda card: (-card.total, tuple(-value for value in card.stats), card.name))
    abilities = told.fields.get(told.report.abilities)
    groups = _shares(game, deck, told.fields.get(told.report.group))
    return DeckReport(
        name=deck.product.name,
        title=deck.product.title,
        cards=sum(card.copies for card in cards),
        spreads={key: _spread(deck, stat, i, cards) for i, (key, stat) in enumerate(told.stats.items())},
        groups=tuple(share for share in groups if share.cards),
        abilities=_shares(game, deck, abilities),
        without=sum(r.copies for r in records if abilities and not abilities.words_in(r.values)),
        strongest=tuple(ranked[:SHOWN]),
        weakest=tuple(reversed(ranked[-SHOWN:])),
    )


def _cards(deck: Deck, records: Iterable[Record]) -> list[Card]:
    """The cards that have every stat."""
    told, out = deck.guidelines, []
    group = told.fields.get(told.report.group)
    for record in records:
        stats = told.stats_in(record.values)
        if stats is not None:
            about = {name: str(record.values.get(name, "")) for name in told.about}
            named = "/".join(group.words_in(record.values)) if group else ""
            out.append(Card(record.name, named, about, stats, sum(stats), record.copies))
    return out


def _spread(deck: Deck, stat: Stat, place: int, cards: Sequence[Card]) -> Spread:
    count = Counter(card.stats[place] for card in cards for _ in range(card.copies))
    mean = sum(value * cards for value, cards in count.items()) / (count.total() or 1)
    high = max(count, default=-1)
    counts = tuple(count[value] for value in range(high + 1))
    low, team = min(count, default=0), deck.guidelines.report.team
    return Spread(stat.title, counts, round(mean, 3), low, max(high, 0), round(team * mean, 2))


def _shares(game: Game, deck: Deck, field: CardField | None) -> tuple[Share, ...]:
    """A share for every row of the table that a field's words come from, in its order; without one, for every word."""
    if field is None:
        return ()
    count = Counter(word for r in deck.product.records for word in field.words_in(r.values) for _ in range(r.copies))
    table = game.table_of(deck.product, field.name)
    rows: Mapping[str, Mapping[str, Any]] = table.rows if table else {word: {} for word in count}
    cover = deck.guidelines.report.cover if field.name == deck.guidelines.report.abilities else ""
    return tuple(
        Share(code, str(row.get("name") or code), count[code], str(row.get(cover) or "")) for code, row in rows.items()
    )


def _table_name(game: Game, deck: Deck, field: CardField | None) -> str:
    """What a game calls the words of a field: the name of their table, or of the field."""
    table = game.table_of(deck.product, field.name) if field else None
    return table.name if table else field.name if field else ""


def _places(keys: Sequence[str], card: Card, others: Sequence[Card]) -> dict[str, Place]:
    rows = [((*other.stats, other.total), other.copies) for other in others]
    everybody = sum(copies for _, copies in rows)
    return {
        key: Place(value, 1 + sum(copies for values, copies in rows if values[i] > value), everybody)
        for i, (key, value) in enumerate(zip(keys, (*card.stats, card.total), strict=True))
    }
