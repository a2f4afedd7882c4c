"""A deck comes in; how much each of its cards changes a random team's chance to win goes out.

Teams of one unit less than usual are drawn, with foes and a terrain; then every card of the deck joins each of them in
turn, attacks and defends. What it is worth is how much better the team does with it than with the others on average.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.base.seeds import rng_for
from printgen.lab.contest import Pool
from printgen.lab.draws import BILLION, hand, share_of
from printgen.lab.fight import chances
from printgen.lab.model import Field, Rules, Team, Unit
from printgen.lab.sums import Known, known, measured
from printgen.lab.work import Tally


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
