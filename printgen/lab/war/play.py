"""A war, boards and two policies come in; games of seeds are played, and what they tell adds up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from printgen.base.seeds import Stream, rng_for
from printgen.game.boards import BoardPlan, RandomPlan
from printgen.lab.war.arena import Arena, arena_of, layout_of
from printgen.lab.war.model import NOBODY, Policy, State, War
from printgen.lab.war.phases import draw, take_turn
from printgen.lab.war.policies import POLICIES
from printgen.lab.war.tally import count_game, count_seed, new_tally
from printgen.lab.work import Tally

GAMES_A_SEED = 2
"""Each seed is played twice, on one board with the same decks: the policies change sides, or the other side begins."""


@dataclass(frozen=True)
class Plan:
    """What is played: a war on boards, with a policy and the one that it plays against."""

    war: War
    boards: BoardPlan[Any]
    policy: str
    against: str


def play(plan: Plan, seeds: range) -> Tally:
    """The games of some seeds; what they tell adds up with those of other seeds."""
    tally = new_tally(plan.war)
    for seed in seeds:
        arena, decks, first = dealt(plan, seed)
        firsts = [
            count_game(tally, ended, n, arena)
            for n, ended in enumerate(game_of(plan, seed, n, arena, decks, first) for n in range(GAMES_A_SEED))
        ]
        count_seed(tally, firsts)
    return tally


def dealt(plan: Plan, seed: int) -> tuple[Arena, tuple[list[int], list[int]], int]:
    """What the games of a seed have in common: the board, the shuffled decks, and who rolls higher."""
    war = plan.war
    decks = list(range(len(war.decks[0]))), list(range(len(war.decks[1])))
    for side, deck in enumerate(decks):
        rng_for(seed, "lab", "deck", war.sides[side]).shuffle(deck)
    first = rng_for(seed, "lab", "first").below(2)
    layout = layout_of(_board(plan.boards, seed))
    return arena_of(layout, war.bases, war.goal, war.diagonal), decks, first


def _board(boards: BoardPlan[Any], seed: int) -> dict[str, Any]:
    """The board of a seed as data; not kept, as there may be a million of them."""
    random = isinstance(boards, RandomPlan) and not boards.fixed and boards.by_hand is None
    if isinstance(boards, RandomPlan):
        return boards.data(boards.make(seed) if random else boards.chosen(seed))
    return boards.data(boards.of_seed(seed))


def game_of(plan: Plan, seed: int, number: int, arena: Arena, decks: tuple[list[int], list[int]], first: int) -> State:
    """One game of a seed, played to its end."""
    war = plan.war
    state = set_up(war, arena, decks, rng_for(seed, "lab", "dice", str(number)))
    names = (plan.policy, plan.against) if number == 0 else (plan.against, plan.policy)
    policies = tuple(
        POLICIES[name](war, side, rng_for(seed, "lab", "policy", str(number), str(side)))
        for side, name in enumerate(names)
    )
    state.mover = first if war.first < 0 else war.first
    if war.first < 0 and plan.policy == plan.against:
        state.mover ^= number
    state.began = state.mover
    go(state, policies, rng_for(seed, "lab", "dice", str(number)))
    return state


def set_up(war: War, arena: Arena, decks: tuple[list[int], list[int]], chance: Stream) -> State:
    """A game before its first turn: one team in the base, the others next to it, and a hand of cards for each side."""
    state = State(war, arena)
    for side in (0, 1):
        state.decks[side].extend(decks[side])
        base = arena.bases[side]
        around = sorted(arena.ways.beside[base], key=arena.ways.steps[arena.bases[1 - side]].__getitem__)
        for space in [base, *around][: war.start_teams]:
            state.teams[side][space] = ()
        draw(state, side, war.hands[side], chance)
    return state


def go(
    state: State, policies: tuple[Policy, ...], chance: Stream, until: Callable[[State], bool] | None = None
) -> None:
    """Turn after turn, until somebody has won, or `until` says so."""
    while state.winner == NOBODY:
        take_turn(state, policies[state.mover], chance)
        if until is not None and until(state):
            return
