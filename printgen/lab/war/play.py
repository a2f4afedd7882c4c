"""Whole games on seeded boards between two policies, and the tally of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.base.errors import UsageError
from printgen.base.seeds import MOST_SEED, Stream, rng_for
from printgen.kinds.board.plan import RandomPlan
from printgen.lab.war.model import DRAWN, NOBODY, Arena, State, War, arena_of, board_cells
from printgen.lab.war.phases import draw, take_turn
from printgen.lab.war.policies import POLICIES
from printgen.lab.war.reading import describe_games, game_lines
from printgen.lab.work import LongJob, Tally


def new_tally(war: War) -> Tally:
    """A tally of no games."""
    return {
        "games": 0, "seeds": 0, "wins": dict.fromkeys(war.sides, 0), "draws": 0, "first_wins": 0, "policy_wins": 0,
        "policy_sides": {side: {"games": 0, "wins": 0} for side in war.sides}, "squares": {},
        "turns": {}, "fights": 0, "attacker_wins": 0, "ties": 0, "ends": {},
        "cards": {side: {} for side in war.sides},
    }  # fmt: skip


def count_game(tally: Tally, state: State, number: int) -> tuple[int, int, int]:
    """Add one game; the result is 1 or 0 for a win of the first side, of the policy in question, of who began."""
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
    _count_up(tally["turns"], str(state.turn + (winner != DRAWN)))
    _count_up(tally["ends"], state.how if winner == DRAWN else f"{sides[winner]} {state.how}")
    _count_cards(tally, state)
    return int(winner == 0), int(winner == own), int(winner == state.began)


def count_seed(tally: Tally, games: Iterable[tuple[int, int, int]]) -> None:
    """Add the games of one seed: the more often they end alike, the less a share is known."""
    tally["seeds"] += 1
    for name, won in zip(("side", "policy", "first"), zip(*games, strict=True), strict=True):
        count = sum(won)
        tally["squares"][name] = tally["squares"].get(name, 0) + count * count


def _count_up(counts: dict[str, int], key: str, times: int = 1) -> None:
    counts[key] = counts.get(key, 0) + times


def _count_cards(tally: Tally, state: State) -> None:
    """For each card, the games in which it was in a team and those of them that were won, and the same of fights."""
    for side, name in enumerate(state.war.sides):
        cards = tally["cards"][name]
        for card, unit in enumerate(state.war.decks[side]):
            if state.fielded[side] >> card & 1:
                row = cards.setdefault(unit.name, dict.fromkeys(("games", "games_won", "fights", "fights_won"), 0))
                row["games"] += 1
                row["games_won"] += state.winner == side
                row["fights"] += state.fought[side].count(card)
                row["fights_won"] += state.won[side].count(card)


GAMES_A_SEED = 2
"""Each seed is played twice, on one board with the same decks: the policies change sides, or the other side begins."""


@dataclass(frozen=True)
class GamePlan:
    """A war on boards, with a policy and the one that it plays against."""

    war: War
    boards: RandomPlan[Any]
    policy: str
    against: str


def play_games(plan: GamePlan, seeds: range) -> Tally:
    """The tally of the games of some seeds."""
    tally = new_tally(plan.war)
    for seed in seeds:
        arena, decks, first = deal(plan, seed)
        firsts = [
            count_game(tally, ended, n)
            for n, ended in enumerate(play_game(plan, seed, n, arena, decks, first) for n in range(GAMES_A_SEED))
        ]
        count_seed(tally, firsts)
    return tally


def deal(plan: GamePlan, seed: int) -> tuple[Arena, tuple[list[int], list[int]], int]:
    """What the games of a seed have in common: the board, the shuffled decks, and who begins."""
    war = plan.war
    decks = list(range(len(war.decks[0]))), list(range(len(war.decks[1])))
    for side, deck in enumerate(decks):
        rng_for(seed, "lab", "deck", war.sides[side]).shuffle(deck)
    first = rng_for(seed, "lab", "first").below(2)
    board = _board(plan.boards, seed)
    arena = arena_of(board["columns"], board_cells(board), war.bases, war.file.goal, war.file.diagonal)
    return arena, decks, first


def _board(boards: RandomPlan[Any], seed: int) -> dict[str, Any]:
    """The board of a seed as data; not kept, as there may be a million of them."""
    is_random = not boards.is_fixed and boards.by_hand is None
    return boards.data(boards.make(seed) if is_random else boards.board_for(seed))


def play_game(
    plan: GamePlan, seed: int, number: int, arena: Arena, decks: tuple[list[int], list[int]], first: int
) -> State:
    """One game of a seed, played to its end."""
    war = plan.war
    state = start_state(war, arena, decks, rng_for(seed, "lab", "dice", str(number)))
    names = (plan.policy, plan.against) if number == 0 else (plan.against, plan.policy)
    policies = tuple(
        POLICIES[name](war, side, rng_for(seed, "lab", "policy", str(number), str(side)))
        for side, name in enumerate(names)
    )
    state.mover = first if war.first < 0 else war.first
    if war.first < 0 and plan.policy == plan.against:
        state.mover ^= number
    state.began = state.mover
    chance = rng_for(seed, "lab", "dice", str(number))
    while state.winner == NOBODY:
        take_turn(state, policies[state.mover], chance)
    return state


def start_state(war: War, arena: Arena, decks: tuple[list[int], list[int]], chance: Stream) -> State:
    """A game before its first turn: one team in the base, the others next to it, and a hand of cards for each side."""
    state = State(war, arena)
    for side in (0, 1):
        state.decks[side].extend(decks[side])
        base = arena.bases[side]
        around = sorted(arena.ways.beside[base], key=arena.ways.steps[arena.bases[1 - side]].__getitem__)
        for space in [base, *around][: war.file.start_teams]:
            state.teams[side][space] = ()
        draw(state, side, war.hands[side], chance)
    return state


_AT_ONCE: Mapping[str, int] = {"search": 2, "greedy": 20}
_USUAL = 50
"""So many seeds are a chunk, which takes a second or less; fewer where a policy thinks long."""


def games_job(game: str, plan: GamePlan, seeds: range, rules: Mapping[str, str], arrangement: str) -> LongJob[GamePlan]:
    """The job of playing games; `rules` are the options that were chosen. UsageError for seeds above the highest."""
    if seeds[-1] > MOST_SEED:
        raise UsageError(f"seeds end at {MOST_SEED}", "Give a smaller --seed or fewer --games.")
    about = {
        "game": game, "policy": plan.policy, "against": plan.against, "arrangement": arrangement,
        "rules": dict(sorted(rules.items())), "sides": list(plan.war.sides),
    }  # fmt: skip
    return LongJob(
        play_games,
        plan,
        seeds,
        min(_AT_ONCE.get(name, _USUAL) for name in (plan.policy, plan.against)),
        about,
        describe_games,
        game_lines,
        nouns="games",
        each=GAMES_A_SEED,
    )
