"""Games that have ended come in one by one; a tally of whole numbers, which adds up with others, goes out."""

from __future__ import annotations

from collections.abc import Iterable

from printgen.lab.war.arena import Arena
from printgen.lab.war.model import DRAWN, State, War
from printgen.lab.work import Tally


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
