"""Decks with guidelines come in; what compares them goes out as plain numbers: spreads, shares, teams, ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
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

    stat: str
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


@dataclass(frozen=True, slots=True)
class DeckReport:
    """What there is to say of one deck; every copy of a card counts."""

    name: str
    title: str
    cards: int
    spreads: tuple[Spread, ...]
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
        note = f"A team is {self.team} units drawn at random: its mean strength in a fight"
        note += f" is {self.team} x the mean of the stat."
        return {
            "kit": self.game,
            "team": {"units": self.team, "note": note},
            "decks": [self._deck_data(deck) for deck in self.decks],
            "cards": [asdict(standing) | {"card": _card_data(standing.card)} for standing in self.standings],
        }

    def _deck_data(self, deck: DeckReport) -> dict[str, Any]:
        data: dict[str, Any] = {"name": deck.name, "title": deck.title, "cards": deck.cards}
        spreads = [asdict(spread) for spread in deck.spreads]
        data["spreads"] = {row.pop("stat"): row for row in spreads}
        if self.groups:
            data[self.groups] = [self._share_data(share) for share in deck.groups]
        if self.abilities:
            data[self.abilities] = [self._share_data(share) for share in deck.abilities]
            data[f"without_{self.ability}"] = deck.without
        data["strongest"] = [_card_data(card) for card in deck.strongest]
        data["weakest"] = [_card_data(card) for card in deck.weakest]
        return data | ({self.cover: [self._share_data(share) for share in deck.cover]} if self.cover else {})

    def _share_data(self, share: Share) -> dict[str, Any]:
        data: dict[str, Any] = {"code": share.code, "name": share.name, "cards": share.cards}
        return data | ({self.cover: share.cover} if self.cover else {})


def _card_data(card: Card) -> dict[str, Any]:
    return {"name": card.name, **card.about, "stats": list(card.stats), "total": card.total}


def report_on(game: Game, decks: Sequence[Deck], wanted: Iterable[Record] = ()) -> Report:
    """Compare decks of a game; `wanted` are cards of theirs whose ranks are asked for."""
    everybody = [card for deck in decks for card in _cards(deck, deck.records)]
    ids = {id(record) for record in wanted}
    standings = []
    for deck in decks:
        own, mine = _cards(deck, deck.records), [record for record in deck.records if id(record) in ids]
        for card in _cards(deck, mine, once=True):
            ranks = (_places(deck, card, others) for others in (own, everybody))
            standings.append(Standing(card, deck.product.title, *ranks))
    told = decks[0].guidelines
    groups, abilities = (_table_name(game, decks[0], field) for field in (told.group, told.abilities))
    return Report(
        game=game.name,
        decks=tuple(_deck(game, deck) for deck in decks),
        standings=tuple(standings),
        team=told.team,
        group=told.group.ask if told.group else "",
        groups=groups,
        abilities=abilities,
        ability=told.abilities.word if told.abilities else "",
        cover=told.cover,
    )


def _deck(game: Game, deck: Deck) -> DeckReport:
    cards = _cards(deck, deck.records)
    once = _cards(deck, deck.records, once=True)
    told = deck.guidelines
    # Of equal totals the one with the better stat, as they come, is stronger; names settle the rest.
    ranked = sorted(once, key=lambda card: (-card.total, tuple(-value for value in card.stats), card.name))
    columns = list(zip(*(card.stats for card in cards), strict=True)) or [() for _ in told.stats]
    return DeckReport(
        name=deck.product.name,
        title=deck.product.title,
        cards=len(cards),
        spreads=tuple(_spread(stat, column, told.team) for stat, column in zip(told.stats, columns, strict=True)),
        groups=tuple(share for share in _shares(game, deck, told.group) if share.cards),
        abilities=_shares(game, deck, told.abilities),
        without=sum(r.copies for r in deck.records if told.abilities and not told.abilities.words_in(r.values)),
        strongest=tuple(ranked[:SHOWN]),
        weakest=tuple(reversed(ranked[-SHOWN:])),
    )


def _cards(deck: Deck, records: Sequence[Record], once: bool = False) -> list[Card]:
    """The cards that have every stat, each as often as it has copies, or once."""
    out: list[Card] = []
    for record in records:
        values = record.values
        stats = deck.guidelines.stats_in(values)
        if stats is not None:
            about = {name: str(values.get(name, "")) for name in deck.guidelines.about}
            group = "/".join(deck.guidelines.group.words_in(values)) if deck.guidelines.group else ""
            out += [Card(record.name, group, about, stats, sum(stats))] * (1 if once else record.copies)
    return out


def _spread(stat: Stat, values: Sequence[int], team: int) -> Spread:
    count, mean = Counter(values), fmean(values) if values else 0.0
    counts = tuple(count[value] for value in range(max(values, default=-1) + 1))
    low, high = min(values, default=0), max(values, default=0)
    return Spread(stat.key, stat.title, counts, round(mean, 3), low, high, round(team * mean, 2))


def _shares(game: Game, deck: Deck, field: CardField | None) -> tuple[Share, ...]:
    """A share for every row of the table that a field's words come from, in its order; without one, for every word."""
    if field is None:
        return ()
    count = Counter(word for r in deck.records for word in field.words_in(r.values) for _ in range(r.copies))
    table = game.table_of(deck.product, field.name)
    rows: Mapping[str, Mapping[str, Any]] = table.rows if table else {word: {} for word in count}
    cover = deck.guidelines.cover if field is deck.guidelines.abilities else ""
    return tuple(
        Share(code, str(row.get("name") or code), count[code], str(row.get(cover) or "")) for code, row in rows.items()
    )


def _table_name(game: Game, deck: Deck, field: CardField | None) -> str:
    """What a game calls the words of a field: the name of their table, or of the field."""
    table = game.table_of(deck.product, field.name) if field else None
    return table.name if table else field.name if field else ""


def _places(deck: Deck, card: Card, others: Sequence[Card]) -> dict[str, Place]:
    keys = [*(stat.key for stat in deck.guidelines.stats), "total"]
    mine = (*card.stats, card.total)
    return {
        key: Place(value, 1 + sum((*other.stats, other.total)[i] > value for other in others), len(others))
        for i, (key, value) in enumerate(zip(keys, mine, strict=True))
    }
