"""Teams as a player knows them come in; the exact chances of a fight, averaged over what is unknown, go out."""

from __future__ import annotations

from printgen.base.seeds import rng_for
from printgen.kinds.lab.fight import odds
from printgen.kinds.lab.model import Field
from printgen.kinds.lab.sums import Known, known
from printgen.kinds.lab.war.model import Cards, War

_SAMPLES = 10
"""So many teams stand for one that is unknown."""
_KEPT = 50_000

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


_kept: list[Odds] = []


def odds_of(war: War) -> Odds:
    """The chances of a war, those of the last few wars kept."""
    for kept in _kept:
        if kept.war is war:
            return kept
    found = Odds(war)
    _kept[:] = [found, *_kept[:3]]
    return found
