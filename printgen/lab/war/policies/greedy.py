"""Takes the best moves of the turn: each fight by its exact odds, known enemies as they are, others as average ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from printgen.base.seeds import Stream
from printgen.lab.war.combat import lent_by
from printgen.lab.war.model import Cards, Look, Move, View, War
from printgen.lab.war.policies.odds import Guess, Odds, odds_of
from printgen.lab.war.policies.plain import Plain, enough, fill

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
