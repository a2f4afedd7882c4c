"""The policy `search`: it plays its possible moves out, with hidden cards dealt at random.

This is flat Monte-Carlo search over determinized worlds; both sides continue greedily for a few turns.
"""

from __future__ import annotations

from copy import deepcopy
from math import sqrt, tanh

from printgen.base.seeds import Stream, rng_for
from printgen.lab.war.model import DRAWN, NOBODY, Cards, PlayerView, Policy, State, TeamMove, War, mirror
from printgen.lab.war.phases import combat, end_turn, mission, take_turn
from printgen.lab.war.policies.greedy import GreedyPolicy
from printgen.lab.war.policies.plain import MarchPolicy

_ROUNDS = ((10, 20), (20, 5))
"""So many worlds are dealt in each round, for so many of the plans that did best so far."""
_AHEAD = 4
"""So many turns of both sides are played out."""
_DOUBT = 0.8
"""By how many standard errors a plan must do better than the greedy one."""
_UNITS = 12.0
"""A lead of so many units is nearly as good as a game that is won: 0.88 of it."""


class FixedMoves(Policy):
    """Makes moves chosen before."""

    name = "fixed"
    moves: tuple[TeamMove, ...] = ()

    def move(self, view: PlayerView) -> tuple[TeamMove, ...]:
        return self.moves


class SearchPolicy(GreedyPolicy):
    """Chooses among the plans of other policies by their simulated outcomes."""

    name = "search"

    def __init__(self, war: War, me: int, chance: Stream) -> None:
        super().__init__(war, me, chance)
        self.fixed = FixedMoves(war, me, chance)
        self.march = MarchPolicy(war, me, chance)
        self.players = GreedyPolicy(war, 0, chance), GreedyPolicy(war, 1, chance)

    def move(self, view: PlayerView) -> tuple[TeamMove, ...]:
        plans = self.plans(view)
        usual = plans[0]  # The greedy one, which is left for what does better without a doubt.
        outcomes: dict[tuple[TeamMove, ...], list[float]] = {plan: [] for plan in plans}
        for worlds, most in _ROUNDS:
            plans = sorted(plans, key=lambda plan: sum(outcomes[plan]), reverse=True)[:most]
            if usual not in plans:
                plans.append(usual)
            if len(plans) > 1:
                self.try_plans(view, {plan: outcomes[plan] for plan in plans}, worlds)
        return max(plans, key=lambda plan: gain_over(outcomes[plan], outcomes[usual]))

    def plans(self, view: PlayerView) -> list[tuple[TeamMove, ...]]:
        """The plans to choose among, each once."""
        ground = self.ground(view)
        scored_plans = [self.plan(view, ground, teams, spaces) for teams, spaces in self.war.moves]
        best = max(scored_plans, key=lambda plan: plan[0])[1]
        plans = [best, *(moves for _, moves in scored_plans), self.march.move(view), ()]
        # Parts of the best plan: what moves may be better off where it is.
        plans += [without_conflicts(view, tuple(move for move in best if move is not skipped)) for skipped in best]
        return list(dict.fromkeys(plans))

    def try_plans(self, view: PlayerView, plans: dict[tuple[TeamMove, ...], list[float]], worlds: int) -> None:
        """Add the outcomes of each plan in so many worlds, the same for all."""
        for _ in range(worlds):
            world, dice = sample_world(view, self.chance), self.chance.below(1 << 30)
            for moves, outcomes in plans.items():
                outcomes.append(self.outcome(deepcopy(world), moves, rng_for(dice, "lab", "search")))

    def outcome(self, state: State, moves: tuple[TeamMove, ...], dice: Stream) -> float:
        """The outcome of a game after moves: 1 where it is won, 0 where it is lost."""
        self.fixed.moves = moves
        for phase in (mission, combat):
            if state.winner == NOBODY:
                phase(state, self.fixed, dice)
        if state.winner == NOBODY:
            end_turn(state)
        for _ in range(_AHEAD):
            if state.winner != NOBODY:
                break
            take_turn(state, self.players[state.mover], dice)
        if state.winner == NOBODY:
            return 0.5 + 0.5 * tanh(lead_of(state, self.me) / _UNITS)
        return 0.5 if state.winner == DRAWN else float(state.winner == self.me)


def gain_over(outcomes: list[float], usual: list[float]) -> float:
    """The advantage of a plan over the usual one, minus its uncertainty; both had the same worlds."""
    if outcomes is usual or not outcomes:
        return 0.0
    gains = [outcome - usual_outcome for outcome, usual_outcome in zip(outcomes, usual, strict=True)]
    count = len(gains)
    mean = sum(gains) / count
    spread = sum((gain - mean) ** 2 for gain in gains) / count
    return mean - _DOUBT * sqrt(spread / count)


def without_conflicts(view: PlayerView, moves: tuple[TeamMove, ...]) -> tuple[TeamMove, ...]:
    """The moves without those that block each other."""
    mine, compatible = set(view.mine), []
    for move in moves:
        if mine.isdisjoint(move.path):
            compatible.append(move)
            mine.remove(move.start)
            mine.add(move.path[-1])
    return tuple(compatible)


def lead_of(state: State, me: int) -> float:
    """The lead of a side in an unfinished game, in units."""
    return sum(_strength(state, side) * (1 if side == me else -1) for side in (0, 1))


def _strength(state: State, side: int) -> float:
    units = sum(map(len, state.teams[side].values())) + 0.5 * len(state.hands[side])
    return units + 1.5 * bin(state.flags[side] & state.arena.goal_bits).count("1")


def sample_world(view: PlayerView, chance: Stream) -> State:
    """A game that agrees with a view; everything hidden is dealt at random."""
    war, me = view.war, view.me
    foe = 1 - me
    state = State(war, mirror(view.arena) if me else view.arena)
    state.turn, state.mover = view.turn, me
    state.teams[me].update(view.mine)
    state.hands[me].extend(view.hand)
    for side in (0, 1):
        state.discards[side].extend(view.discards[side])
        state.alone[side], state.flags[side] = view.alone[side], view.flags[side]
    state.shown[me], state.looked[me] = view.shown, view.looked
    own = {*view.hand, *view.discards[me], *(card for cards in view.mine.values() for card in cards)}
    state.decks[me].extend(card for card in range(len(war.decks[me])) if card not in own)
    seen = {*view.discards[foe], *(card for _, cards in view.foes.values() for card in cards)}
    pool = [card for card in range(len(war.decks[foe])) if card not in seen]
    chance.shuffle(state.decks[me])
    chance.shuffle(pool)
    for space, (count, cards) in view.foes.items():
        for card in cards:
            state.shown[foe] |= 1 << card
        state.teams[foe][space] = (*cards, *_deal(pool, count - len(cards)))
    state.hands[foe].extend(_deal(pool, view.foe_hand))
    state.decks[foe].extend(pool)
    return state


def _deal(pool: list[int], count: int) -> Cards:
    return tuple(pool.pop() for _ in range(count))
