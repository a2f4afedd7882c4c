"""The policy `greedy`: the moves of most gain in a turn, by the exact odds of fights."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from printgen.base.seeds import Stream, rng_for
from printgen.lab.fight import odds
from printgen.lab.sums import FightPlace, Team
from printgen.lab.war.model import Cards, Look, PlayerView, Policy, TeamMove, War
from printgen.lab.war.phases import lent_by
from printgen.lab.war.policies.plain import attack_strength

_SAMPLES = 10
"""So many sampled teams stand for an unknown one."""
_CACHED = 50_000


class FightOdds:
    """The chances of fights in a war.

    Unknown cards of an enemy team are samples of its deck, always the same few: who asks, and how often, changes no
    game.
    """

    def __init__(self, war: War) -> None:
        self.war = war
        self.attack = lru_cache(_CACHED)(self._attack)
        self._possible_teams = lru_cache(_CACHED)(self._samples)

    def _attack(
        self, side: int, cards: Cards, seen: Cards, count: int, terrain: str | None, base: bool, own: int, lent: int
    ) -> float:  # fmt: skip
        """The chance to win an attack on `count` enemies; artillery lends the attacker `own`, the defender `lent`."""
        mine = self.war.team_of(side, cards)
        foes = self._possible_teams(1 - side, seen, count)
        return sum(self._win(mine, team, FightPlace(terrain, base, own, lent)) for team in foes) / len(foes)

    def _win(self, team: Team, foes: Team, place: FightPlace) -> float:
        """The chance that the attacker wins, with ties decided."""
        rules = self.war.rules
        win, lose, tie = odds(rules, team, foes, place)
        if rules.tie == "attacker":
            return win + tie
        return win / (win + lose) if rules.tie == "re-roll" and win + lose else win

    def _samples(self, side: int, seen: Cards, count: int) -> tuple[Team, ...]:
        """Teams that a team of `count` may be, of which some cards are seen."""
        missing = count - len(seen)
        teams = [seen] if missing <= 0 else [self.sample(side, seen, missing, n) for n in range(_SAMPLES)]
        return tuple(self.war.team_of(side, cards) for cards in teams)

    def sample(self, side: int, seen: Cards, missing: int, number: int) -> Cards:
        """Some cards of a deck beside those that are seen; the same for the same number."""
        stream = rng_for(number, "lab", "unknown", str(side))
        cards = list(seen)
        while len(cards) < len(seen) + missing:
            card = stream.below(len(self.war.decks[side]))
            if card not in cards:
                cards.append(card)
        return tuple(cards)

    @cached_property
    def worth(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """For each card of both decks, how often a team of it and others of its deck wins, attacking and defending."""
        first, second = (
            tuple(self._worth_of(side, card) for card in range(len(deck))) for side, deck in enumerate(self.war.decks)
        )
        return first, second

    def _worth_of(self, side: int, card: int) -> float:
        size = min(self.war.team, len(self.war.decks[side]))
        total = 0.0
        for number in range(_SAMPLES):
            team = self.war.team_of(side, self.sample(side, (card,), size - 1, number))
            foes = self.war.team_of(1 - side, self.sample(1 - side, (), size, number + _SAMPLES))
            total += self._win(team, foes, FightPlace()) + 1 - self._win(foes, team, FightPlace())
        return total / (2 * _SAMPLES)


_recent: list[FightOdds] = []


def odds_of(war: War) -> FightOdds:
    """The odds of a war; those of the last few wars are kept."""
    odds = next((recent for recent in _recent if recent.war is war), None)
    if odds is None:
        odds = FightOdds(war)
        _recent[:] = [odds, *_recent[:3]]
    return odds


_GAME = 40.0
"""The worth of winning the game, in units."""
_FLAG, _STEP, _GUARD = 1.5, 0.3, 4.0
"""The worth of a space that wins, of a step towards one, and of a team in a base that the enemy can reach."""
_LOST = 0.17
"""How much of its units a winner loses, about."""


class SpaceWorth(NamedTuple):
    """The worth of each space to a strong team, and to a smaller one."""

    strong: list[float]
    small: list[float]


class GreedyPolicy(Policy):
    """Gains count in units: enemies beaten less own ones lost, each by the chance of the fight."""

    name = "greedy"

    def __init__(self, war: War, me: int, chance: Stream) -> None:
        super().__init__(war, me, chance)
        self.least = attack_strength(war, 4)
        self.odds = odds_of(war)
        self.worth = self.odds.worth[me]

    def recruit(self, view: PlayerView) -> bool:
        return len(view.hand) >= self.war.team or (bool(view.hand) and self.is_threatened(view))

    def is_threatened(self, view: PlayerView) -> bool:
        """Whether an enemy team can reach the own base in a turn."""
        steps = view.arena.ways.steps[view.arena.bases[view.me]]
        reach = max(spaces for _, spaces in self.war.moves)
        return any(steps[space] <= reach for space in view.foes)

    def look(self, view: PlayerView) -> tuple[Look, ...]:
        """At each enemy team with unknown cards that one of its units may look at, once."""
        eyes, near, looks, used = self.war.eyes[view.me], view.arena.ways.near, list[Look](), set[int]()
        for start, cards in view.mine.items():
            spies = [card for card in cards if card in eyes and not view.looked >> card & 1]
            for at in near[start] if spies else ():
                if at in view.foes and at not in used and len(view.foes[at][1]) < view.foes[at][0] and spies:
                    used.add(at)
                    looks.append(Look(start, spies.pop(), at))
        return tuple(looks)

    def order(self, view: PlayerView, spaces: tuple[int, ...]) -> tuple[int, ...]:
        base = view.arena.bases[1 - view.me]
        return tuple(sorted(spaces, key=lambda space: space != base))

    def move(self, view: PlayerView) -> tuple[TeamMove, ...]:
        return self.best(view)[1]

    def best(self, view: PlayerView) -> tuple[float, tuple[TeamMove, ...]]:
        """The moves of most gain over all ways to spend them."""
        ground = self.ground(view)
        plans = [self.plan(view, ground, teams, spaces) for teams, spaces in self.war.moves]
        return max(plans, key=lambda plan: plan[0]) if plans else (0.0, ())

    def plan(self, view: PlayerView, ground: SpaceWorth, teams: int, spaces: int) -> tuple[float, tuple[TeamMove, ...]]:
        """The best moves of so many teams so far, the best first; each takes those before it into account."""
        mine, lone_spaces = dict(view.mine), view.alone[view.me]
        free = [start for start in mine if not lone_spaces >> start & 1]
        choices = [self.choice(view, ground, mine, start, spaces) for start in free]
        total, moves = 0.0, list[TeamMove]()
        while choices and len(moves) < teams:
            gain, move = chosen = max(choices, key=lambda choice: choice[0])
            if gain <= 0:
                break
            choices.remove(chosen)
            if not mine.keys().isdisjoint(move.path):
                choices.append(self.choice(view, ground, mine, move.start, spaces))
                continue
            total += gain
            moves.append(move)
            mine[move.path[-1]] = mine.pop(move.start)
        return total, tuple(moves)

    def ground(self, view: PlayerView) -> SpaceWorth:
        """The worth of every space to a strong team, and to a small one, that is there."""
        me, arena = view.me, view.arena
        steps, base, enemy_base = arena.ways.steps, arena.bases[me], arena.bases[1 - me]
        open_goals = arena.goal_bits & ~view.flags[me]
        goals = [goal for goal in arena.goals if open_goals >> goal & 1]
        rows = [steps[goal] for goal in (enemy_base, *goals) if goal not in view.mine] or [steps[enemy_base]]
        strong = [-_STEP * far for far in (map(min, *rows) if len(rows) > 1 else rows[0])]
        small = [-_STEP * far for far in steps[base]]
        for space in arena.rooms[me]:
            small[space] = 0.0
        for goal in goals:
            strong[goal] = _FLAG if len(goals) > 1 else _GAME
        strong[enemy_base] = small[enemy_base] = _GAME
        if self.is_threatened(view):
            strong[base] = small[base] = _GUARD
        return SpaceWorth(strong, small)

    def choice(
        self, view: PlayerView, ground: SpaceWorth, mine: Mapping[int, Cards], start: int, spaces: int
    ) -> tuple[float, TeamMove]:
        """The gain of a team's best path over so many spaces, and that; no two teams stop on one space, or pass one."""
        cards, foes, near = mine[start], view.foes, view.arena.ways.near
        worth = ground.strong if len(cards) >= self.least else ground.small
        stay = most = worth[start]
        came, best, edge = {start: start}, start, [start]
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
                        most, best = gain, there
            edge = following
        path = []
        while best != start:
            path.append(best)
            best = came[best]
        return most - stay, TeamMove(start, tuple(path[::-1]))

    def attack(self, view: PlayerView, mine: Mapping[int, Cards], start: int, there: int, stay: float) -> float:
        """The gain of a fight, by the chance to win it."""
        arena, own_count = view.arena, len(mine[start])
        chance = self.fight(view, mine, start, mine[start], there)
        prize = view.foes[there][0] + 1.0
        if there == arena.bases[1 - view.me]:
            prize += _GAME
        elif arena.goal_bits >> there & 1:
            prize += _FLAG
        return stay + chance * (prize - _LOST * own_count) - (1 - chance) * (own_count + 1)

    def fight(self, view: PlayerView, mine: Mapping[int, Cards], start: int, cards: Cards, there: int) -> float:
        """The chance to win a fight on a space, with artillery as far as it is known."""
        me, arena = view.me, view.arena
        count, seen = view.foes[there]
        base = there == arena.bases[1 - me]
        own_guns = lent = 0
        if self.war.guns[me]:
            teams = {space: team_cards for space, team_cards in mine.items() if space != start} | {there: cards}
            own_guns = lent_by(self.war, teams, me, there, arena.ways.steps[there])
        if self.war.guns[1 - me]:
            seen_teams = {space: team_cards for space, (_, team_cards) in view.foes.items()}
            lent = lent_by(self.war, seen_teams, 1 - me, there, arena.ways.steps[there])
        return self.odds.attack(me, cards, seen, count, arena.terrain[there], base, own_guns, lent)
