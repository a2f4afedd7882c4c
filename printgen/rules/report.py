"""Decks with guidelines come in; what compares them goes out as plain numbers: spreads, shares, teams, ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from printgen.reading.records import Game, Record
from printgen.rules.decks import Deck

MEMBERS = 5
"""The units of a whole team; the rules allow no more."""

SHOWN = 10
"""How many of the strongest and of the weakest cards are listed."""

TEAM_NOTE = (
    f"A team is {MEMBERS} units drawn at random: its mean strength in a fight is {MEMBERS} x the mean of the stat."
)


@dataclass(frozen=True, slots=True)
class Spread:
    """How a stat is spread over a deck: `counts` are cards by value, from 0 to the highest; `team` as in TEAM_NOTE."""

    stat: str
    title: str
    counts: tuple[int, ...]
    mean: float
    low: int
    high: int
    team: float


@dataclass(frozen=True, slots=True)
class Share:
    """How many cards of a deck have a code; `terrain` is the terrain that it helps in, or ""."""

    code: str
    name: str
    cards: int
    terrain: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card with its stats in the guidelines' order; `total` is their sum, which says how strong it is."""

    name: str
    service: str
    role: str
    stats: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class DeckReport:
    """What there is to say of one deck; every copy of a card counts."""

    name: str
    title: str
    cards: int
    spreads: tuple[Spread, ...]
    services: tuple[Share, ...]
    skills: tuple[Share, ...]
    without_skill: int
    strongest: tuple[Card, ...]
    weakest: tuple[Card, ...]

    @property
    def terrain(self) -> tuple[Share, ...]:
        """The skills that help in a terrain: the deck's cover of the board."""
        return tuple(share for share in self.skills if share.terrain)


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
    """The decks of a game, and the standings of the cards that were asked for."""

    game: str
    decks: tuple[DeckReport, ...]
    standings: tuple[Standing, ...]

    def as_data(self) -> dict[str, Any]:
        """All of it as plain data."""
        decks = []
        for deck in self.decks:
            data = asdict(deck)
            data["spreads"] = {row.pop("stat"): row for row in data["spreads"]}
            decks.append({**data, "terrain": [asdict(share) for share in deck.terrain]})
        standings = [asdict(standing) for standing in self.standings]
        return {"kit": self.game, "team": {"units": MEMBERS, "note": TEAM_NOTE}, "decks": decks, "cards": standings}


def report_on(game: Game, decks: Sequence[Deck], wanted: Iterable[Record] = ()) -> Report:
    """Compare decks of a game; `wanted` are cards of theirs whose ranks are asked for."""
    everybody = [card for deck in decks for card in _cards(deck, deck.records)]
    ids = {id(record) for record in wanted}
    standings = [
        Standing(
            card, deck.product.title, _places(deck, card, _cards(deck, deck.records)), _places(deck, card, everybody)
        )
        for deck in decks
        for card in _cards(deck, [record for record in deck.records if id(record) in ids], once=True)
    ]
    return Report(game.name, tuple(_deck(game, deck) for deck in decks), tuple(standings))


def _deck(game: Game, deck: Deck) -> DeckReport:
    cards = _cards(deck, deck.records)
    once = _cards(deck, deck.records, once=True)
    skills = Counter(skill for r in deck.records for skill in r.values.get("skills") or () for _ in range(r.copies))
    services = Counter(card.service for card in cards)
    # Of equal totals the one with the better stat, as they come, is stronger; names settle the rest.
    ranked = sorted(once, key=lambda card: (-card.total, tuple(-value for value in card.stats), card.name))
    columns = list(zip(*(card.stats for card in cards), strict=True)) or [() for _ in deck.guidelines.stats]
    return DeckReport(
        name=deck.product.name,
        title=deck.product.title,
        cards=len(cards),
        spreads=tuple(
            _spread(stat.key, stat.title, column) for stat, column in zip(deck.guidelines.stats, columns, strict=True)
        ),
        services=tuple(share for share in _shares(game, "services", services) if share.cards),
        skills=_shares(game, "skills", skills),
        without_skill=sum(record.copies for record in deck.records if not record.values.get("skills")),
        strongest=tuple(ranked[:SHOWN]),
        weakest=tuple(reversed(ranked[-SHOWN:])),
    )


def _cards(deck: Deck, records: Sequence[Record], once: bool = False) -> list[Card]:
    """The cards that have every stat, each as often as it has copies, or once."""
    out: list[Card] = []
    for record in records:
        values = record.values
        stats = tuple(value for s in deck.guidelines.stats if isinstance(value := values.get(s.key), int))
        if len(stats) == len(deck.guidelines.stats):
            about = str(values.get("service", "")), str(values.get("role", ""))
            out += [Card(record.name, *about, stats, sum(stats))] * (1 if once else record.copies)
    return out


def _spread(stat: str, title: str, values: Sequence[int]) -> Spread:
    if not values:
        return Spread(stat, title, (), 0.0, 0, 0, 0.0)
    count = Counter(values)
    counts = tuple(count[value] for value in range(max(values) + 1))
    mean = fmean(values)
    return Spread(stat, title, counts, round(mean, 3), min(values), max(values), round(MEMBERS * mean, 2))


def _shares(game: Game, table: str, count: Counter[str]) -> tuple[Share, ...]:
    """A share for every row of a table, in its order; of the codes that were met when there is no such table."""
    rows: Mapping[str, Mapping[str, Any]] = game.tables[table].rows if table in game.tables else {c: {} for c in count}
    return tuple(
        Share(code, str(row.get("name") or code), count[code], str(row.get("terrain") or ""))
        for code, row in rows.items()
    )


def _places(deck: Deck, card: Card, others: Sequence[Card]) -> dict[str, Place]:
    keys = [*(stat.key for stat in deck.guidelines.stats), "total"]
    mine = (*card.stats, card.total)
    return {
        key: Place(value, 1 + sum((*other.stats, other.total)[i] > value for other in others), len(others))
        for i, (key, value) in enumerate(zip(keys, mine, strict=True))
    }
