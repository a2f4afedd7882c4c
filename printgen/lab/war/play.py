"""A war, boards and two policies come in; games of seeds are played, and a tally of them goes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.base.errors import UsageError
from printgen.base.seeds import MOST_SEED, Stream, rng_for
from printgen.game.boards import BoardPlan, RandomPlan
from printgen.lab.war.model import DRAWN, NOBODY, Arena, Policy, State, War, arena_of, layout_of
from printgen.lab.war.phases import draw, take_turn
from printgen.lab.war.policies import POLICIES
from printgen.lab.war.reading import lines, told
from printgen.lab.work import Job, Tally, Work


def new_tally(war: War) -> Tally:
    """A tally of no games."""
    return {
        "games": 0, "seeds": 0, "wins": dict.fromkeys(war.sides, 0), "draws": 0, "first_wins": 0, "policy_wins": 0,
"policy_sides": {side: {"games": 0, "wins": 0} for side in war.sides}, "squares": {},
        "turns": {}, "fights": 0, "attacker_wins": 0, "ties": 0, "ends": {}, "boards": {},
        "cards": {side: {} for side in war.sides},
    }  # fmt: skip


def count_game(tally: Tally, state: State, number: int, arena: Arena) -> tuple[int, int, int]:
    """Add one game; 1 for each of what it is: won by the first side, by the policy in question, by who began."""
    sides, winner = state.war.sides, state.winner
    own = number % 2
    tally["games"] += 1
    if winner == DRAWN:
        tally["draws"] += 1
    else:
        tally["wins"][sides[winner]] += 1
        tally["first_wins"] += winner == state.began
        tally["policy_wins"] += winner == own
    seat = tally["policy_sides"][sides[own]]
    seat["games"] += 1
    seat["wins"] += winner == own
    tally["fights"] += state.fights
    tally["attacker_wins"] += state.attacker_wins
    tally["ties"] += state.ties
    _add(tally["turns"], str(state.turn + (winner != DRAWN)))
    _add(tally["ends"], state.how if winner == DRAWN else f"{sides[winner]} {state.how}")
    _count_board(tally, arena, winner, sides)
    _count_cards(tally, state)
    return int(winner == 0), int(winner == own), int(winner == state.began)


def count_seed(tally: Tally, games: Iterable[tuple[int, int, int]]) -> None:
    """Add what the games of one seed have in common: how often all of them end alike tells how sure a share is."""
    tally["seeds"] += 1
    for name, won in zip(("side", "policy", "first"), zip(*games, strict=True), strict=True):
        count = sum(won)
        tally["squares"][name] = tally["squares"].get(name, 0) + count * count


def _add(counts: dict[str, int], key: str, times: int = 1) -> None:
    counts[key] = counts.get(key, 0) + times


def _count_board(tally: Tally, arena: Arena, winner: int, sides: tuple[str, str]) -> None:
    for name, value in arena.traits:
        if name == "favours" and value in ("first", "second"):
            value = sides[value == "second"]
        row = (
            tally["boards"].setdefault(name, {}).setdefault(value, {"games": 0, "draws": 0, **dict.fromkeys(sides, 0)})
        )
        row["games"] += 1
        row["draws" if winner == DRAWN else sides[winner]] += 1


def _count_cards(tally: Tally, state: State) -> None:
    """For each card: games in which it was in a team, and those of them won; fights, and those won."""
    for side, name in enumerate(state.war.sides):
        cards, deck = tally["cards"][name], state.war.decks[side]
        won, fielded, at = state.winner == side, state.fielded[side], 0
        while fielded:
            if fielded & 1:
                row = cards.setdefault(deck[at].name, [0, 0, 0, 0])
                row[0] += 1
                row[1] += won
            fielded >>= 1
            at += 1
        for column, found in ((2, state.fought[side]), (3, state.won[side])):
            for card in found:
                cards[deck[card].name][column] += 1


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


GAMES = Work("games", play, told, lines, nouns="games")
"""The work of playing whole games."""

_AT_ONCE: Mapping[str, int] = {"search": 2, "greedy": 20, "turtle": 20}
_USUAL = 50
"""So many seeds are played at one go, which takes a second or less; fewer where a policy thinks long."""


def job_of(game: str, plan: Plan, seeds: range, rules: Mapping[str, str], arrangement: str) -> Job[Plan]:
    """The job of playing games; `rules` are the options that were chosen. UsageError for seeds that there are not."""
    if seeds[-1] > MOST_SEED:
        raise UsageError(f"seeds end at {MOST_SEED}", "Give a smaller --seed or fewer --games.")
    about = {
        "game": game, "policy": plan.policy, "against": plan.against, "arrangement": arrangement,
        "rules": dict(sorted(rules.items())), "sides": list(plan.war.sides),
    }  # fmt: skip
    return Job(GAMES, plan, seeds, at_once(plan), about, settles(plan), GAMES_A_SEED)


def at_once(plan: Plan) -> int:
    """So many seeds of a plan are done at one go."""
    return min(_AT_ONCE.get(name, _USUAL) for name in (plan.policy, plan.against))


def settles(plan: Plan) -> tuple[Any, ...]:
    """All that the games of seeds follow from."""
    boards = plan.boards
    laid = (boards.settles, boards.by_hand and boards.data(boards.by_hand)) if isinstance(boards, RandomPlan) else ()
    fixed = boards.data(boards.of_seed(1)) if boards.fixed else None
    return plan.war, laid, fixed, plan.policy, plan.against
