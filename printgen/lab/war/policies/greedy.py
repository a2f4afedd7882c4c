"""Policies that take the best moves of a turn by the exact odds of fights, and one that keeps a team at home."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import NamedTuple

from printgen.base.seeds import Stream, rng_for
from printgen.lab.fight import odds
from printgen.lab.sums import Field, Known, known, measured
from printgen.lab.war.model import Cards, Look, Move, View, War
from printgen.lab.war.phases import lent_by
from printgen.lab.war.policies.plain import Plain, enough, fill

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


_GAME = 40.0
"""What winning the game is worth, in units."""
_FLAG, _STEP, _GUARD = 1.5, 0.3, 4.0
"""What a space that wins is worth, a step towards one, and a team in a base that the enemy can reach."""
_LOST = 0.17
"""How much of its units a winner loses, about."""


class Choice(NamedTuple):
    """A team goes along a path, for a gain."""

    gain: float
    start: int
    path: tuple[int, ...]


class Ground(NamedTuple):
    """What each space is worth to a team of some units, and to a smaller one."""

    strong: list[float]
    small: list[float]


class Greedy(Plain):
    """What it gains counts in units: enemies beaten less own ones lost, each by the chance of the fight."""

    name = "greedy"
    looks = True

    def __init__(self, war: War, me: int, chance: Stream) -> None:
        super().__init__(war, me, chance)
        self.least = enough(war, 4)
        exact = odds_of(war)
        self.odds: Odds | Guess = exact
        self.value = exact.worth(me)

    def recruit(self, view: View) -> bool:
        return len(view.hand) >= self.war.team or (bool(view.hand) and self.threatened(view))

    def threatened(self, view: View) -> bool:
        """Whether an enemy team can reach the own base in a turn."""
        steps = view.arena.ways.steps[view.arena.bases[view.me]]
        reach = max(spaces for _, spaces in self.war.moves)
        return any(steps[space] <= reach for space in view.foes)

    def discard(self, view: View, count: int) -> Cards:
        return tuple(sorted(view.hand, key=self.value.__getitem__)[:count])

    def supply(self, view: View) -> tuple[bool, tuple[tuple[int, int], ...]]:
        return False, fill(view, sorted(view.hand, key=self.value.__getitem__, reverse=True))

    def look(self, view: View) -> tuple[Look, ...]:
        """At each enemy team with unknown cards that one of its units may look at, once."""
        eyes, near, found, used = self.war.eyes[view.me], view.arena.ways.near, list[Look](), set[int]()
        for start, cards in view.mine.items():
            spies = [card for card in cards if card in eyes and not view.looked >> card & 1]
            for at in near[start] if spies else ():
                if at in view.foes and at not in used and len(view.foes[at][1]) < view.foes[at][0] and spies:
                    used.add(at)
                    found.append(Look(start, spies.pop(), at))
        return tuple(found)

    def order(self, view: View, spaces: tuple[int, ...]) -> tuple[int, ...]:
        base = view.arena.bases[1 - view.me]
        return tuple(sorted(spaces, key=lambda space: space != base))

    def move(self, view: View) -> tuple[Move, ...]:
        return self.best(view)[1]

    def best(self, view: View) -> tuple[float, tuple[Move, ...]]:
        """The moves of most gain over all ways to spend them."""
        ground = self.ground(view)
        found = [self.planned(view, ground, teams, spaces) for teams, spaces in self.war.moves]
        return max(found, key=lambda plan: plan[0]) if found else (0.0, ())

    def planned(self, view: View, ground: Ground, teams: int, spaces: int) -> tuple[float, tuple[Move, ...]]:
        """The best moves of so many teams so far, the best first; each takes those before it into account."""
        mine, alone, stays = dict(view.mine), view.alone[view.me], self.fixed(view)
        free = [start for start in mine if not alone >> start & 1 and start not in stays]
        left = [self.choice(view, ground, mine, start, spaces) for start in free]
        total, moves = 0.0, list[Move]()
        while left and len(moves) < teams:
            chosen = max(left, key=lambda one: one.gain)
            if chosen.gain <= 0:
                break
            left.remove(chosen)
            if not mine.keys().isdisjoint(chosen.path):
                left.append(self.choice(view, ground, mine, chosen.start, spaces))
                continue
            total += chosen.gain
            moves.append(Move(chosen.start, chosen.path))
            mine[chosen.path[-1]] = mine.pop(chosen.start)
        return total, tuple(moves)

    def fixed(self, view: View) -> frozenset[int]:
        """Teams that stay where they are."""
        return frozenset()

    def ground(self, view: View) -> Ground:
        """What every space is worth to a strong team, and to a small one, that stands there."""
        me, arena = view.me, view.arena
        steps, base, enemy_base = arena.ways.steps, arena.bases[me], arena.bases[1 - me]
        wanted = arena.goal_bits & ~view.flags[me]
        goals = [goal for goal in arena.goals if wanted >> goal & 1]
        rows = [steps[goal] for goal in (enemy_base, *goals) if goal not in view.mine] or [steps[enemy_base]]
        strong = [-_STEP * far for far in (map(min, *rows) if len(rows) > 1 else rows[0])]
        small = [-_STEP * far for far in steps[base]]
        for space in arena.rooms[me]:
            small[space] = 0.0
        for goal in goals:
            strong[goal] = _FLAG if len(goals) > 1 else _GAME
        strong[enemy_base] = small[enemy_base] = _GAME
        if self.threatened(view):
            strong[base] = small[base] = _GUARD
        return Ground(strong, small)

    def choice(self, view: View, ground: Ground, mine: Mapping[int, Cards], start: int, spaces: int) -> Choice:
        """The best that one team can do with so many spaces; no two teams stop on one space, or go through one."""
        cards, foes, near = mine[start], view.foes, view.arena.ways.near
        worth = ground.strong if len(cards) >= self.least else ground.small
        stay = most = worth[start]
        came, found, edge = {start: start}, start, [start]
        for _ in range(spaces):
            following = []
            for here in edge:
                for there in near[here]:
                    if there in came or there in mine:
                        continue
                    came[there] = here
                    if there in foes:
                        gain = self.attack(view, mine, start, there, stay)
                    else:
                        gain = worth[there]
                        following.append(there)
                    if gain > most:
                        most, found = gain, there
            edge = following
        path = []
        while found != start:
            path.append(found)
            found = came[found]
        return Choice(most - stay, start, tuple(path[::-1]))

    def attack(self, view: View, mine: Mapping[int, Cards], start: int, there: int, stay: float) -> float:
        """What a team has of a fight, by the chance to win it."""
        arena, own = view.arena, len(mine[start])
        chance = self.fight(view, mine, start, mine[start], there)
        prize = view.foes[there][0] + 1.0
        if there == arena.bases[1 - view.me]:
            prize += _GAME
        elif arena.goal_bits >> there & 1:
            prize += _FLAG
        return stay + chance * (prize - _LOST * own) - (1 - chance) * (own + 1)

    def fight(self, view: View, mine: Mapping[int, Cards], start: int, cards: Cards, there: int) -> float:
        """The chance to win a fight there; what artillery may lend counts as far as it is known."""
        me, arena = view.me, view.arena
        count, seen = view.foes[there]
        base = there == arena.bases[1 - me]
        own = lent = 0
        if self.war.guns[me]:
            teams = {space: held for space, held in mine.items() if space != start} | {there: cards}
            own = lent_by(self.war, teams, me, there, arena.ways.steps[there])
        if self.war.guns[1 - me]:
            known = {space: held for space, (_, held) in view.foes.items()}
            lent = lent_by(self.war, known, 1 - me, there, arena.ways.steps[there])
        return self.odds.attack(me, cards, seen, count, arena.terrain[there], base, own, lent)


class Turtle(Greedy):
    """The team in the base never leaves it; a new one comes there whenever it is empty."""

    name = "turtle"

    def recruit(self, view: View) -> bool:
        return True

    def fixed(self, view: View) -> frozenset[int]:
        return frozenset((view.arena.bases[view.me],))
