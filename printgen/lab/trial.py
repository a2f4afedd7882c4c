"""The worth of a card: how much more a random team wins with it than with another card of its deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.base.seeds import rng_for
from printgen.lab.decks import hand, place_text
from printgen.lab.fight import BILLION, chances, share_of
from printgen.lab.sums import FightPlace, Rules, Team, TeamFacts, Unit, facts_of, strength_of, table
from printgen.lab.work import Average, LongJob, Tally
from printgen.lab.workbench import FightCard, LabGame, Pool, pools_of


@dataclass(frozen=True)
class CardTrial:
    """The cards of a deck, each with its copies, in teams of `size` against teams of other decks.

    `others` are changed cards in place of the card at `at`. Samples take the `terrains`, None for none, and the decks
    of `foes` in turn. `seed` is for all that is drawn.
    """

    rules: Rules
    cards: tuple[Unit, ...]
    copies: tuple[int, ...]
    at: int
    others: tuple[Unit, ...]
    foes: tuple[Pool, ...]
    size: int
    terrains: tuple[str | None, ...]
    seed: int


def try_cards(trial: CardTrial, seeds: range) -> Tally:
    """The worth of each card and of each changed one over random teams, and how often the card at `at` wins."""
    cards, others = ([Average(BILLION) for _ in units] for units in (trial.cards, trial.others))
    wins = Average(BILLION)
    places = [n for n, copies in enumerate(trial.copies) for _ in range(copies)]
    team = _OpenTeam(trial.rules)
    for sample in seeds:
        stream = rng_for(trial.seed, "trial", str(sample))
        rounds, at = divmod(sample, len(trial.terrains))
        _, deck = trial.foes[rounds % len(trial.foes)]
        foes = hand(stream, deck, trial.size)
        members = hand(stream, places, trial.size - 1)
        copies_left = [copies - members.count(n) for n, copies in enumerate(trial.copies)]
        team.prepare(tuple(trial.cards[n] for n in members), foes, trial.terrains[at])
        shares = [team.share_with(card) if copies else 0 for card, copies in zip(trial.cards, copies_left, strict=True)]
        total, count = sum(a * b for a, b in zip(shares, copies_left, strict=True)), sum(copies_left)
        others_mean = [(total - share) // max(1, count - 1) for share in shares]
        for n, copies in enumerate(copies_left):
            if copies:
                cards[n].add(shares[n] - others_mean[n])
        if copies_left[trial.at]:
            for n, card in enumerate(trial.others):
                others[n].add(team.share_with(card) - others_mean[trial.at])
            wins.add(shares[trial.at])
    return {"cards": cards, "others": others, "wins": wins}


class _OpenTeam:
    """A team that lacks one unit, with its foes.

    Where the rules have no floor, the scores of a unit are simply added: units of one group that have the same skills,
    as far as these matter, are reckoned together.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.plain = rules.floor is None
        self.named = {skill for one in rules.modifiers for skill in (one.skill, one.against) if skill}
        self.grouped = any(one.word == "alike" for one in rules.modifiers)
        self.shares: dict[tuple[int, int], int] = {}

    def prepare(self, team: Team, foes: Team, terrain: str | None) -> None:
        """Take another team and other foes."""
        self.team, self.foes, self.field = team, foes, FightPlace(terrain)
        suits = self.rules.terrains.get(terrain, frozenset()) if terrain else frozenset()
        self.counting = frozenset(self.named | suits)
        self.found: dict[tuple[str, frozenset[str]] | Unit, list[tuple[int, int, int, int]]] = {}

    def share_with(self, unit: Unit) -> int:
        """The share of fights that the team wins with a unit, attacking and defending equally often, in billionths."""
        skills = unit.skills & self.counting
        group = unit.group if self.grouped else ""
        key = (group, skills) if self.plain else unit
        leads = self.found.get(key)
        if leads is None:
            joined = Unit("", (0,) * len(unit.scores), group, skills) if self.plain else unit
            leads = self.found[key] = [*self._leads(joined)]
        total = 0
        for (attack, attack_dice, defend, defend_dice), score, one in zip(
            leads, unit.scores if self.plain else (0,) * len(unit.scores), self.rules.types, strict=True
        ):
            won = self._won(attack + score, attack_dice) + BILLION - self._won(defend - score, defend_dice)
            total += one.share * won
        return total // (2 * self.rules.shares)

    def _leads(self, unit: Unit) -> Iterator[tuple[int, int, int, int]]:
        """For each type the lead and all dice where the team attacks, and where its foes do."""
        rules = self.rules
        own, foes = facts_of(rules, (*self.team, unit)), facts_of(rules, self.foes)
        for at in range(len(rules.types)):
            yield *self._lead(own, foes, at), *self._lead(foes, own, at)

    def _lead(self, attackers: TeamFacts, defenders: TeamFacts, at: int) -> tuple[int, int]:
        """The lead of the attackers, and the dice of both sides, as if the attackers rolled all of them."""
        rules = self.rules
        flat_a, dice_a = strength_of(rules, attackers, defenders, at, True, self.field)
        flat_d, dice_d = strength_of(rules, defenders, attackers, at, False, self.field)
        return flat_a - flat_d - (rules.faces + 1) * dice_d, dice_a + dice_d

    def _won(self, lead: int, dice: int) -> int:
        share = self.shares.get((lead, dice))
        if share is None:
            share = self.shares[lead, dice] = share_of(self.rules, chances(lead, dice, 0, 0, self.rules.faces))
        return share


_LISTED = 5
"""So many of the best and of the worst cards are listed."""

Data = dict[str, Any]

_CHANGES = (("lower", False), ("higher", True))
"""The two changes of a number, and whether it may be 0 before."""


def _describe(about: Mapping[str, Any], tally: Tally, done: int) -> Data:
    cards = [
        {**card, **_worth_data(average)} for card, average in zip(about["cards"], tally["cards"], strict=True)
        if average.count
    ]  # fmt: skip
    cards.sort(key=lambda card: (-card["worth"], card["name"]))
    card_asked = about["cards"][about["card"]]
    changed = iter(tally["others"])
    stats = {
        stat: {
            word: _worth_data(next(changed))["worth"] if at_zero or card_asked["scores"][stat] else None
            for word, at_zero in _CHANGES
        }
        for stat in about["types"]
    }
    card = next((other for other in cards if other["name"] == card_asked["name"]), None)
    if card is not None:
        ranks = {
            "rank": 1 + sum(other["worth"] > card["worth"] for other in cards),
            "rank_by_sum": 1 + sum(other["sum"] > card["sum"] for other in cards), "of": len(cards),
        }  # fmt: skip
        card = {**card, **ranks, "wins": round(float(tally["wins"].mean), 6), "stats": stats}
    kept = {key: value for key, value in about.items() if key not in ("card", "cards", "terrains")}
    return {**kept, "samples": done, "card": card, "cards": cards}


def _worth_data(average: Average) -> Data:
    if not average.count:
        return {"worth": 0.0, "interval": 1.0}
    return {"worth": round(float(average.mean), 6), "interval": round(average.margin(), 6)}


def _lines(document: Data) -> Iterator[str]:
    card, size = document["card"], document["units"]
    if card is None:
        yield "the card has joined no team yet: draw more --samples"
        return
    yield f"{card['name']} ({document['deck']['title']}): {_points(card['worth'])} ± {100 * card['interval']:.1f}"
    yield f"so much more a team of {size} wins with it, in % of fights, than with a random card in its place,"
    how = f"{place_text(document)}, {document['samples']:,} samples"
    yield f"attacking and defending, {how}; it wins {100 * card['wins']:.1f} %"
    by_sum = f"rank {card['rank_by_sum']} by the sum of its numbers, {card['sum']}"
    yield f"rank {card['rank']} of {card['of']} in its deck; {by_sum}"
    yield ""
    rows = [
        [document["types"][stat], str(card["scores"][stat]), *(_points(worths[word]) for word in ("lower", "higher"))]
        for stat, worths in card["stats"].items()
    ]
    yield from table(["worth it would be with", "now", "one lower", "one higher"], rows)
    yield ""
    yield from _ranking(document)


def _ranking(document: Data) -> Iterator[str]:
    """The best and the worst cards of the deck, and the one that is asked for."""
    cards, card_asked = document["cards"], document["card"]
    ranks = {card["name"]: n for n, card in enumerate(cards, 1)}
    around = range(ranks[card_asked["name"]] - 2, ranks[card_asked["name"]] + 1)
    shown = sorted({*range(_LISTED), *around, *range(len(cards) - _LISTED, len(cards))} & {*range(len(cards))})
    rows: list[list[str]] = []
    for before, n in zip((-1, *shown), shown, strict=False):
        if n > before + 1:
            rows.append(["...", "", "", ""])
        card = cards[n]
        name = f"> {card['name']}" if card["name"] == card_asked["name"] else card["name"]
        rows.append([f"{n + 1:>3} {name}", _points(card["worth"]), f"± {100 * card['interval']:.1f}", str(card["sum"])])
    yield from table([document["deck"]["title"], "worth", "", "sum"], rows)


def _points(worth: float | None) -> str:
    return "-" if worth is None else f"{100 * worth:+.1f}"


_CHUNK = 200


def trial_job(bench: LabGame, card: FightCard, size: int, terrain: str, samples: int, seed: int) -> LongJob[CardTrial]:
    """The job of having all cards of a card's deck join teams of a size."""
    foes = pools_of(bench, size)
    terrains = bench.terrains(terrain)
    deck = [each for each in bench.cards if each.deck == card.deck]
    trial = CardTrial(
        bench.rules, tuple(each.unit for each in deck), tuple(each.record.copies for each in deck), deck.index(card),
        tuple(_variants(card.unit)), tuple(pool for pool in foes if pool[0] != card.deck) or foes, size, terrains, seed,
    )  # fmt: skip
    about = {
        **bench.about(), "units": size, "terrain": bench.terrain(terrain), "open": bool(bench.rules.terrains),
        "terrains": list(terrains), "seed": seed, "types": {kind.name: kind.title for kind in bench.rules.types},
        "deck": {"name": card.deck, "title": bench.game.products[card.deck].title}, "card": deck.index(card),
        "cards": [_card_data(bench, each) for each in deck],
    }  # fmt: skip
    return LongJob(try_cards, trial, range(samples), _CHUNK, about, _describe, _lines, nouns="samples")


def _variants(unit: Unit) -> list[Unit]:
    """The unit with each of its numbers one lower, then one higher."""
    scores = unit.scores
    return [
        unit._replace(scores=(*scores[:at], scores[at] + by, *scores[at + 1 :]))
        for at in range(len(scores))
        for by in (-1, 1)
    ]


def _card_data(bench: LabGame, card: FightCard) -> dict[str, Any]:
    scores = dict(zip((fight_type.name for fight_type in bench.rules.types), card.unit.scores, strict=True))
    return {"name": card.label, "scores": scores, "sum": sum(card.unit.scores)}
