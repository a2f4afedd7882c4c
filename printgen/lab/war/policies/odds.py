"""Teams as a player knows them come in; the exact chances of a fight, averaged over what is unknown, go out."""

from __future__ import annotations

from math import exp

from printgen.base.seeds import rng_for
from printgen.lab.fight import odds
from printgen.lab.model import Field
from printgen.lab.sums import Known, known, measured
from printgen.lab.war.model import Cards, War

_SAMPLES = 10
"""So many teams stand for one that is unknown."""
_KEPT = 50_000
_SLOPE = 2.5
"""How many points of a lead make a chance of 73 %."""

Key = tuple[Cards, Cards, int, str | None, bool, int, int]


class Odds:
    """The chances of fights in a war. What is unknown of an enemy team is some of its deck: each time the same few.

    All follows from the war, so that who asks, and how often, changes no game.
    """

    def __init__(self, war: War) -> None:
        self.war = war
        self._unknown: dict[tuple[int, Cards, int], tuple[Known, ...]] = {}
        self._found: dict[tuple[int, Key], float] = {}
        self._worth: dict[int, tuple[float, ...]] = {}
        self.guess = Guess(war, self)

    def attack(
        self, side: int, cards: Cards, seen: Cards, count: int, terrain: str | None, base: bool, own: int, lent: int
    ) -> float:  # fmt: skip
        """The chance that a side's attack wins on enemies of that `count` of which some are `seen`."""
        return self._chance(side, True, (cards, seen, count, terrain, base, own, lent))

    def defend(self, side: int, cards: Cards, seen: Cards, count: int, terrain: str | None, base: bool) -> float:
        """The chance that a side's team holds against such enemies."""
        return self._chance(side, False, (cards, seen, count, terrain, base, 0, 0))

    def _chance(self, side: int, attacks: bool, key: Key) -> float:
        found = self._found.get((side + 2 * attacks, key))
        if found is None:
            if len(self._found) >= _KEPT:
                self._found.clear()
            cards, seen, count, terrain, base, own, lent = key
            mine = known(self.war.rules, self.war.team_of(side, cards))
            foes = self._foes(1 - side, seen, count)
            field = Field(terrain, base, own, lent)
            chances = [self._wins(mine, foe, field) if attacks else 1 - self._wins(foe, mine, field) for foe in foes]
            found = self._found[side + 2 * attacks, key] = sum(chances) / len(chances)
        return found

    def _wins(self, attackers: Known, defenders: Known, field: Field) -> float:
        """The chance that the attacker wins, with ties decided."""
        rules = self.war.rules
        win, lose, tie = odds(rules, attackers.team, defenders.team, field)
        if rules.tie == "attacker":
            return win + tie
        return win / (win + lose) if rules.tie == "re-roll" and win + lose else win

    def _foes(self, side: int, seen: Cards, count: int) -> tuple[Known, ...]:
        """Teams that a team may be, of which some cards are seen."""
        key = side, seen, count
        found = self._unknown.get(key)
        if found is None:
            if len(self._unknown) >= _KEPT:
                self._unknown.clear()
            missing = count - len(seen)
            teams = [seen] if missing <= 0 else [self.drawn(side, seen, missing, n) for n in range(_SAMPLES)]
            found = tuple(known(self.war.rules, self.war.team_of(side, cards)) for cards in teams)
            self._unknown[key] = found
        return found

    def drawn(self, side: int, seen: Cards, missing: int, number: int) -> Cards:
        """Some cards of a deck beside those that are seen; the same for the same number."""
        stream = rng_for(number, "lab", "unknown", str(side))
        cards = list(seen)
        while len(cards) < len(seen) + missing:
            card = stream.below(len(self.war.decks[side]))
            if card not in cards:
                cards.append(card)
        return tuple(cards)

    def worth(self, side: int) -> tuple[float, ...]:
        """What each card of a deck is worth: how often a team of it and some others of its deck wins, both ways."""
        if side not in self._worth:
            self._worth[side] = tuple(self._worth_of(side, card) for card in range(len(self.war.decks[side])))
        return self._worth[side]

    def _worth_of(self, side: int, card: int) -> float:
        most = min(self.war.team, len(self.war.decks[side]))
        total = 0.0
        for number in range(_SAMPLES):
            mates = self.drawn(side, (card,), most - 1, number)
            (foe,) = self._foes(1 - side, self.drawn(1 - side, (), most, number + _SAMPLES), most)
            mine = known(self.war.rules, self.war.team_of(side, mates))
            total += self._wins(mine, foe, Field()) + 1 - self._wins(foe, mine, Field())
        return total / (2 * _SAMPLES)


class Guess:
    """Chances at a glance, for what is tried out a thousand times: from totals with average dice."""

    def __init__(self, war: War, exact: Odds) -> None:
        self.war, self.exact = war, exact
        self._totals: dict[tuple[int, bool, Cards, str | None, bool], float] = {}
        self._usual: dict[tuple[int, bool, int], float] = {}
        faces = war.rules.faces
        self._die = (faces + 1) / 2

    def attack(
        self, side: int, cards: Cards, seen: Cards, count: int, terrain: str | None, base: bool, own: int, lent: int
    ) -> float:  # fmt: skip
        """As that of `Odds`."""
        mine = self._total(side, True, cards, terrain, base)
        if len(seen) == count:
            theirs = self._total(1 - side, False, seen, terrain, base)
        else:
            theirs = self._usually(1 - side, False, count) + (self._die if base else 0.0)
        return 1 / (1 + exp((theirs + 0.67 * lent - mine - 0.67 * own) / _SLOPE))

    def _total(self, side: int, attacks: bool, cards: Cards, terrain: str | None, base: bool) -> float:
        key = side, attacks, cards, terrain, base
        found = self._totals.get(key)
        if found is None:
            if len(self._totals) >= _KEPT:
                self._totals.clear()
            rules = self.war.rules
            team, nobody, field = known(rules, self.war.team_of(side, cards)), known(rules, ()), Field(terrain, base)
            found = 0.0
            for at, one in enumerate(rules.types):
                flat, dice = measured(rules, team, nobody, at, attacks, field)
                found += one.share * (flat + self._die * dice)
            found = self._totals[key] = found / rules.shares
        return found

    def _usually(self, side: int, attacks: bool, count: int) -> float:
        """The total of so many units of a deck, on average."""
        key = side, attacks, count
        if key not in self._usual:
            teams = [self.exact.drawn(side, (), count, number) for number in range(4 * _SAMPLES)]
            self._usual[key] = sum(self._total(side, attacks, cards, None, False) for cards in teams) / len(teams)
        return self._usual[key]


_kept: list[Odds] = []


def odds_of(war: War) -> Odds:
    """The chances of a war, those of the last few wars kept."""
    for kept in _kept:
        if kept.war is war:
            return kept
    found = Odds(war)
    _kept[:] = [found, *_kept[:3]]
    return found
