"""Plays out what its moves may lead to: hidden cards are dealt at random, and both sides go on greedily."""

from __future__ import annotations

from math import sqrt, tanh

from printgen.base.seeds import Stream, rng_for
from printgen.lab.war.model import DRAWN, NOBODY, Cards, Move, State, View, War, turned
from printgen.lab.war.phases import combat, end_turn, mission, take_turn
from printgen.lab.war.policies.greedy import Greedy, odds_of
from printgen.lab.war.policies.plain import March, Plain

_ROUNDS = ((10, 20), (20, 5))
"""So many worlds are dealt in each round, for so many of the plans that did best so far."""
_AHEAD = 4
"""So many turns of both sides are played out."""
_DOUBT = 0.8
"""By how many standard errors a plan must do better than the greedy one."""
_UNITS = 12.0
"""A lead of so many units is nearly as good as a game that is won: 0.88 of it."""


class Ahead(Greedy):
    """Who goes on with a game that is played out: greedily, with fights reckoned at a glance."""

    name = "ahead"
    looks = False

    def __init__(self, war: War, me: int, chance: Stream) -> None:
        super().__init__(war, me, chance)
        self.odds = odds_of(war).guess


class Given(Plain):
    """Makes moves that were chosen before."""

    name = "given"
    moves: tuple[Move, ...] = ()

    def move(self, view: View) -> tuple[Move, ...]:
        return self.moves


class Search(Greedy):
    """Chooses among the plans of other policies by what comes of them."""

    name = "search"

    def __init__(self, war: War, me: int, chance: Stream) -> None:
        super().__init__(war, me, chance)
        self.given = Given(war, me, chance)
        self.march = March(war, me, chance)
        self.players = Ahead(war, 0, chance), Ahead(war, 1, chance)

    def move(self, view: View) -> tuple[Move, ...]:
        plans = self.plans(view)
        usual = plans[0]  # The greedy one, which is left for what does better without a doubt.
        found: dict[tuple[Move, ...], list[float]] = {plan: [] for plan in plans}
        for worlds, most in _ROUNDS:
            plans = sorted(plans, key=lambda plan: sum(found[plan]), reverse=True)[:most]
            if usual not in plans:
                plans.append(usual)
            if len(plans) > 1:
                self.tried(view, {plan: found[plan] for plan in plans}, worlds)
        return max(plans, key=lambda plan: better(found[plan], found[usual]))

    def plans(self, view: View) -> list[tuple[Move, ...]]:
        """The plans to choose among, each once."""
        ground = self.ground(view)
        planned = [self.planned(view, ground, teams, spaces) for teams, spaces in self.war.moves]
        best = max(planned, key=lambda plan: plan[0])[1]
        found = [best, *(moves for _, moves in planned), self.march.move(view), ()]
        # Parts of the best plan: what moves may be better off where it is.
        found += [possible(view, tuple(move for move in best if move is not left)) for left in best]
        return list(dict.fromkeys(found))

    def tried(self, view: View, plans: dict[tuple[Move, ...], list[float]], worlds: int) -> None:
        """What comes of each plan in so many worlds, the same for all: 1 for each that is won."""
        for _ in range(worlds):
            world, dice = imagined(view, self.chance), self.chance.below(1 << 30)
            for moves, outcomes in plans.items():
                outcomes.append(self.outcome(copied(world), moves, rng_for(dice, "lab", "search")))

    def outcome(self, state: State, moves: tuple[Move, ...], dice: Stream) -> float:
        """How a game goes on after moves: 1 where it is won, 0 where it is lost."""
        self.given.moves = moves
        for phase in (mission, combat):
            if state.winner == NOBODY:
                phase(state, self.given, dice)
        if state.winner == NOBODY:
            end_turn(state)
        for _ in range(_AHEAD):
            if state.winner != NOBODY:
                break
            take_turn(state, self.players[state.mover], dice)
        if state.winner == NOBODY:
            return 0.5 + 0.5 * tanh(ahead(state, self.me) / _UNITS)
        return 0.5 if state.winner == DRAWN else float(state.winner == self.me)


def better(outcomes: list[float], usual: list[float]) -> float:
    """By how much a plan does better than the usual one, for all that chance leaves sure; both had the same worlds."""
    if outcomes is usual or not outcomes:
        return 0.0
    gains = [one - other for one, other in zip(outcomes, usual, strict=True)]
    count = len(gains)
    mean = sum(gains) / count
    spread = sum((gain - mean) ** 2 for gain in gains) / count
    return mean - _DOUBT * sqrt(spread / count)


def possible(view: View, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves without those that are in each other's way."""
    mine, found = set(view.mine), []
    for move in moves:
        if mine.isdisjoint(move.path):
            found.append(move)
            mine.remove(move.start)
            mine.add(move.path[-1])
    return tuple(found)


def ahead(state: State, me: int) -> float:
    """By how much a side is ahead in a game that has not ended, in units."""
    return sum(_standing(state, side) * (1 if side == me else -1) for side in (0, 1))


def _standing(state: State, side: int) -> float:
    units = sum(map(len, state.teams[side].values())) + 0.5 * len(state.hands[side])
    return units + 1.5 * bin(state.flags[side] & state.arena.goal_bits).count("1")


def imagined(view: View, chance: Stream) -> State:
    """A game as it may be, for all that a view tells: what is hidden is dealt at random."""
    war, me = view.war, view.me
    foe = 1 - me
    state = State(war, turned(view.arena) if me else view.arena)
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
        state.teams[foe][space] = (*cards, *_dealt(pool, count - len(cards)))
    state.hands[foe].extend(_dealt(pool, view.foe_hand))
    state.decks[foe].extend(pool)
    return state


def _dealt(pool: list[int], count: int) -> Cards:
    return tuple(pool.pop() for _ in range(count))


def copied(state: State) -> State:
    """The same game once more."""
    copy = State.__new__(State)
    copy.war, copy.arena, copy.arenas = state.war, state.arena, state.arenas
    copy.turn, copy.mover, copy.began = state.turn, state.mover, state.began
    copy.winner, copy.how = state.winner, state.how
    copy.decks = state.decks[0][:], state.decks[1][:]
    copy.hands = state.hands[0][:], state.hands[1][:]
    copy.discards = state.discards[0][:], state.discards[1][:]
    copy.teams = state.teams[0].copy(), state.teams[1].copy()
    copy.shown, copy.alone, copy.flags = state.shown[:], state.alone[:], state.flags[:]
    copy.fielded, copy.looked = state.fielded[:], state.looked[:]
    copy.fights, copy.attacker_wins, copy.ties = state.fights, state.attacker_wins, state.ties
    copy.fought, copy.won = ([], []), ([], [])
    return copy
