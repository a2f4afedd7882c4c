"""What each card of a deck changes in a random team's chance to win: tried, summed and ranked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.base.errors import UsageError
from printgen.base.seeds import rng_for
from printgen.designer.report import Valued
from printgen.lab.contest import BILLION, Pool, hand, share_of
from printgen.lab.decks import interval
from printgen.lab.fight import chances
from printgen.lab.sums import Field, Known, Rules, Team, Unit, known, measured, table
from printgen.lab.work import Job, Tally, Work, added
from printgen.lab.workbench import Bench, Card, bench_for, pools_of


@dataclass(frozen=True)
class Trial:
    """What is looked at: the cards of a deck, each with its copies, in teams of `size`, against teams of other decks.

    `others` are changed cards that take the place of the card at `at`. Samples take the `terrains`, None for none, and
    the decks of `foes` in turn. `seed` is for all that is drawn.
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


def look(trial: Trial, seeds: range) -> Tally:
    """What samples give: of each card, and of each changed one, how often it joined, its worth and the square of it."""
    tally: Tally = {
        "cards": [[0, 0, 0] for _ in trial.cards],
        "others": [[0, 0, 0] for _ in trial.others],
        "wins": [0, 0],
    }
    places = [n for n, copies in enumerate(trial.copies) for _ in range(copies)]
    probe = _Probe(trial.rules)
    for sample in seeds:
        stream = rng_for(trial.seed, "trial", str(sample))
        rounds, at = divmod(sample, len(trial.terrains))
        _, deck = trial.foes[rounds % len(trial.foes)]
        foes = hand(stream, deck, trial.size)
        taken = hand(stream, places, trial.size - 1)
        left = [copies - taken.count(n) for n, copies in enumerate(trial.copies)]
        team = tuple(trial.cards[n] for n in taken)
        probe.begin(team, foes, trial.terrains[at])
        worth = [probe.share(card) if copies else 0 for card, copies in zip(trial.cards, left, strict=True)]
        total, count = sum(a * b for a, b in zip(worth, left, strict=True)), sum(left)
        for n, copies in enumerate(left):
            if copies:
                _add(tally["cards"][n], worth[n] - (total - worth[n]) // max(1, count - 1))
        if left[trial.at]:
            rest = (total - worth[trial.at]) // max(1, count - 1)
            for n, card in enumerate(trial.others):
                _add(tally["others"][n], probe.share(card) - rest)
            tally["wins"] = [tally["wins"][0] + 1, tally["wins"][1] + worth[trial.at]]
    return tally


def _add(numbers: list[int], worth: int) -> None:
    numbers[0] += 1
    numbers[1] += worth
    numbers[2] += worth * worth // BILLION


class _Probe:
    """Says how a team does with one unit more. What the unit's numbers add is added without a reckoning of its own."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.plain = rules.floor is None
        self.named = {skill for one in rules.modifiers for skill in (one.skill, one.against) if skill}
        self.grouped = any(one.word == "alike" for one in rules.modifiers)
        self.shares: dict[tuple[int, int], int] = {}

    def begin(self, team: Team, foes: Team, terrain: str | None) -> None:
        """From here on units join this team, against these foes."""
        self.team, self.foes, self.field = team, foes, Field(terrain)
        suits = self.rules.terrains.get(terrain, frozenset()) if terrain else frozenset()
        self.counting = frozenset(self.named | suits)
        self.found: dict[tuple[str, frozenset[str]] | Unit, list[tuple[int, int, int, int]]] = {}

    def share(self, unit: Unit) -> int:
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
        own, foes = known(rules, (*self.team, unit)), known(rules, self.foes)
        for at in range(len(rules.types)):
            yield *self._lead(own, foes, at), *self._lead(foes, own, at)

    def _lead(self, attackers: Known, defenders: Known, at: int) -> tuple[int, int]:
        """By how much the attackers lead, and all dice, as if all of them were theirs."""
        rules = self.rules
        flat_a, dice_a = measured(rules, attackers, defenders, at, True, self.field)
        flat_d, dice_d = measured(rules, defenders, attackers, at, False, self.field)
        return flat_a - flat_d - (rules.faces + 1) * dice_d, dice_a + dice_d

    def _won(self, lead: int, dice: int) -> int:
        found = self.shares.get((lead, dice))
        if found is None:
            found = self.shares[lead, dice] = share_of(self.rules, chances(lead, dice, 0, 0, self.rules.faces))
        return found


SHOWN = 5
"""So many of the best and of the worst cards are shown."""

Data = dict[str, Any]

_OTHERS = (("lower", False), ("higher", True))
"""Nobody prints a number below 0."""


def _told(about: Mapping[str, Any], tally: Tally, done: int) -> Data:
    cards = [
        {**card, **_worth(numbers)} for card, numbers in zip(about["cards"], tally["cards"], strict=True) if numbers[0]
    ]
    asked = about["cards"][about["card"]]["name"]
    cards.sort(key=lambda card: (-card["worth"], card["name"]))
    changed = iter(tally["others"])
    now = about["cards"][about["card"]]["scores"]
    stats = {
        stat: {word: _worth(next(changed))["worth"] if always or now[stat] else None for word, always in _OTHERS}
        for stat in about["types"]
    }
    card = next((one for one in cards if one["name"] == asked), None)
    joined, wins = tally["wins"]
    found = None if card is None else {
        **card,
        "rank": 1 + sum(one["worth"] > card["worth"] for one in cards),
        "rank_by_sum": 1 + sum(one["sum"] > card["sum"] for one in cards),
        "of": len(cards),
        "wins": round(wins / BILLION / max(1, joined), 6),
        "stats": stats,
    }  # fmt: skip
    rest = {key: value for key, value in about.items() if key not in ("card", "cards", "terrains")}
    return {**rest, "samples": done, "card": found, "cards": cards}


def _worth(numbers: list[int]) -> Data:
    count, total, squares = numbers
    sure = interval(total, squares, count) if count else 1.0
    return {"worth": round(total / BILLION / max(1, count), 6), "interval": round(sure, 6)}


def _lines(told: Data) -> Iterator[str]:
    card, size = told["card"], told["units"]
    if card is None:
        yield "the card has joined no team yet: draw more --samples"
        return
    where = f"on {told['terrain']}" if told["terrain"] else "on all terrains alike" if told["open"] else "in the open"
    yield f"{card['name']} ({told['deck']['title']}): {_points(card['worth'])} ± {100 * card['interval']:.1f}"
    yield f"so much more a team of {size} wins with it, in % of fights, than with a random card in its place,"
    yield f"attacking and defending, {where}, {told['samples']:,} samples; it wins {100 * card['wins']:.1f} %"
    by_sum = f"rank {card['rank_by_sum']} by the sum of its numbers, {card['sum']}"
    yield f"rank {card['rank']} of {card['of']} in its deck; {by_sum}"
    yield ""
    rows = [
        [told["types"][stat], str(card["scores"][stat]), *(_points(one[word]) for word in ("lower", "higher"))]
        for stat, one in card["stats"].items()
    ]
    yield from table(["worth it would be with", "now", "one lower", "one higher"], rows)
    yield ""
    yield from _ranking(told)


def _ranking(told: Data) -> Iterator[str]:
    """The best and the worst cards of the deck, and the one that is asked for."""
    cards, asked = told["cards"], told["card"]
    ranks = {one["name"]: n for n, one in enumerate(cards, 1)}
    around = range(ranks[asked["name"]] - 2, ranks[asked["name"]] + 1)
    shown = sorted({*range(SHOWN), *around, *range(len(cards) - SHOWN, len(cards))} & {*range(len(cards))})
    rows: list[list[str]] = []
    for before, n in zip((-1, *shown), shown, strict=False):
        if n > before + 1:
            rows.append(["...", "", "", ""])
        one = cards[n]
        name = f"> {one['name']}" if one["name"] == asked["name"] else one["name"]
        rows.append([f"{n + 1:>3} {name}", _points(one["worth"]), f"± {100 * one['interval']:.1f}", str(one["sum"])])
    yield from table([told["deck"]["title"], "worth", "", "sum"], rows)


def _points(worth: float | None) -> str:
    return "-" if worth is None else f"{100 * worth:+.1f}"


CARD = Work("card", look, _told, _lines, added, nouns="samples")
"""The work of having every card of a deck join random teams."""


_CHUNK = 200


def worth_of(asked: Valued) -> Mapping[str, Any] | None:
    """What some teams say of the worth of a record; None where its deck does not fight, or has too few cards."""
    if asked.game.fight is None:
        return None
    bench = bench_for(asked.game, {})
    card = next((one for one in bench.cards if one.record is asked.record and one.deck == asked.deck), None)
    if card is None:
        return None
    try:
        job = trial_job(bench, card, bench.rules.most, "", asked.samples, asked.seed)
    except UsageError:
        return None
    with bench.reckoning("the worth of a card"):
        return CARD.told(job.about, look(job.settings, job.seeds), len(job.seeds))


def trial_job(bench: Bench, card: Card, size: int, terrain: str, samples: int, seed: int) -> Job[Trial]:
    """The job of having all cards of a card's deck join teams of a size."""
    foes = pools_of(bench, size)
    terrains = bench.terrains(terrain)
    deck = [one for one in bench.cards if one.deck == card.deck]
    trial = Trial(
        bench.rules, tuple(one.unit for one in deck), tuple(one.record.copies for one in deck), deck.index(card),
        tuple(_changed(card.unit)), tuple(pool for pool in foes if pool[0] != card.deck) or foes, size, terrains, seed,
    )  # fmt: skip
    about = {
        **bench.about(), "units": size, "terrain": bench.terrain(terrain), "open": bool(bench.rules.terrains),
        "terrains": list(terrains), "seed": seed, "types": {one.name: one.title for one in bench.rules.types},
        "deck": {"name": card.deck, "title": bench.game.products[card.deck].title}, "card": deck.index(card),
        "cards": [_about(bench, one) for one in deck],
    }  # fmt: skip
    return Job(CARD, trial, range(samples), _CHUNK, about)


def _changed(unit: Unit) -> list[Unit]:
    """The unit with each of its numbers one lower, then one higher."""
    scores = unit.scores
    return [
        unit._replace(scores=(*scores[:at], scores[at] + by, *scores[at + 1 :]))
        for at in range(len(scores))
        for by in (-1, 1)
    ]


def _about(bench: Bench, card: Card) -> dict[str, Any]:
    scores = dict(zip((one.name for one in bench.rules.types), card.unit.scores, strict=True))
    return {"name": card.label, "scores": scores, "sum": sum(card.unit.scores)}
