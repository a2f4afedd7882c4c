"""A board and the strengths of the decks come in; a score that a player understands goes out: 0 is perfectly even."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from printgen.base.score import Score
from printgen.kinds.terrain_board.recipe import Board, Lead, Space


@dataclass(frozen=True, slots=True)
class Strengths:
    """What terrain suits the deck of each side; a side has the name of its base.

    `suited` gives for each base and terrain how many units of the side's deck have a skill for it, and `units`
    how many units the deck has. A side or a terrain that is not named has none.
    """

    suited: Mapping[str, Mapping[str, int]]
    units: Mapping[str, int]


NO_STRENGTHS = Strengths({}, {})
"""For a game without decks, or without skills for terrain."""


def score(board: Board, strengths: Strengths) -> Score:
    """Compare what a board offers to its first two bases, by what the recipe counts: above 0 the first one gains.

    A board with fewer than two bases has no parts and scores 0. Distances are counted in orthogonal steps (up, down,
    left, right), as teams move to adjacent spaces.
    """
    recipe = board.recipe
    if len(recipe.bases) < 2:
        return Score(0.0, ())
    first, second = (name for name, _, _ in recipe.bases[:2])
    parts: list[tuple[str, float]] = []

    def compare(part: Lead, one: float, other: float, **blanks: str) -> None:
        # To the two places that the sentences show; adding zero makes -0.0 a plain 0.
        lead = round(one - other, 2) + 0.0
        base = spoken(first if lead > 0 else second)
        parts.append((part.told(lead, goal=recipe.goal, base=base, **blanks), lead))

    if (goal := recipe.scoring.goal) is not None:
        distance = mean_steps_to_victory(board)
        compare(goal, distance[second], distance[first], steps="")
    if (suited := recipe.scoring.terrain) is not None:
        cards = suited_cards_in_100(board, strengths, suited.steps)
        compare(suited, cards[first], cards[second], steps=str(suited.steps))
    return Score(round(sum(abs(value) for _, value in parts), 2), tuple(parts))


def steps(one: Space, other: Space) -> int:
    """How many orthogonal steps lie between two spaces."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def mean_steps_to_victory(board: Board) -> dict[str, float]:
    """How far the victory spaces lie from each base, in mean steps; 0 when the board has no such space."""
    cells = board.cells
    goals = [space for space in board.recipe.terrain_spaces if cells[space[0]][space[1]] == board.recipe.victory]
    return {
        name: sum(steps((row, column), goal) for goal in goals) / max(1, len(goals))
        for name, row, column in board.recipe.bases
    }


def suited_cards_in_100(board: Board, strengths: Strengths, within: int) -> dict[str, float]:
    """How many in 100 cards of its deck a side finds suited by a terrain space within so many steps, on average."""
    found: dict[str, float] = {}
    for name, row, column in board.recipe.bases:
        near = [space for space in board.recipe.terrain_spaces if steps((row, column), space) <= within]
        suited = strengths.suited.get(name, {})
        cards = sum(suited.get(board.cells[space[0]][space[1]], 0) for space in near)
        # Whole numbers until the one division: equal boards and decks come to exactly equal shares.
        found[name] = 100 * cards / (max(1, len(near)) * max(1, strengths.units.get(name, 0)))
    return found


def spoken(base: str) -> str:
    """A base as a sentence names it: joe-base is the "Joe base"."""
    return base.replace("-", " ")[:1].upper() + base.replace("-", " ")[1:]
