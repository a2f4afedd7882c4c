"""Scores: 0 is even, a sentence says who gains what, and fair boards are fairer than plain ones."""

from __future__ import annotations

from typing import get_args

import pytest
from go_joe import CORNERS, DECKS, RECIPE, SCORING, board_of, varied

from printgen.kinds.board.plan import Arrangement, Score
from printgen.kinds.board.square_plan import (
    Strengths,
    make_board,
    mean_steps_to_victory,
    score_squares,
    share_of_suited_cards,
)
from printgen.kinds.board.squares import SquareBoard, SquareOptions

SMALL = SquareOptions(rows=3, columns=4, bases=CORNERS, terrains=("urban", "sea"), victory="urban", score=SCORING)
EQUAL = Strengths({"joe-base": {"sea": 3, "urban": 1}, "cobra-base": {"sea": 3, "urban": 1}},
                  {"joe-base": 7, "cobra-base": 7})  # fmt: skip


def board(*rows: str, recipe: SquareOptions = SMALL) -> SquareBoard:
    return board_of(recipe, [row.split() for row in rows])


def test_a_symmetric_board_with_equal_decks_is_perfectly_even() -> None:
    even = board("joe-base sea urban urban", "sea urban urban sea", "urban urban sea cobra-base")
    assert score_squares(even, EQUAL) == Score(
        0.0,
        (
            ("Urban spaces lie equally far from both bases", 0.0),
            ("Terrain within 3 steps of each base suits both decks equally well", 0.0),
        ),
    )


def test_the_parts_say_who_gains_what() -> None:
    # Urban lies 1, 1 and 2 steps from the Joe base, whose 5 steps to the other base make 4, 4 and 3.
    uneven = board("joe-base urban sea sea", "urban urban sea sea", "sea sea sea cobra-base")
    assert mean_steps_to_victory(uneven) == {"joe-base": 4 / 3, "cobra-base": 11 / 3}
    decks = Strengths({"joe-base": {"urban": 2}, "cobra-base": {"sea": 3}}, {"joe-base": 10, "cobra-base": 100})
    # Eight spaces lie within 3 steps of each base: 3 urban ones near the one, 7 of sea near the other.
    assert share_of_suited_cards(uneven, decks, 3) == {"joe-base": 7.5, "cobra-base": 2.625}
    assert score_squares(uneven, decks) == Score(
        7.21,
        (
            ("Urban spaces lie 2.3 steps nearer to the Joe base", 2.33),
            ("Terrain within 3 steps of the Joe base suits 4.9 more cards in 100 of its own deck", 4.88),
        ),
    )


def test_turning_the_board_swaps_who_gains() -> None:
    decks = Strengths({"joe-base": {"sea": 1}, "cobra-base": {"sea": 1}}, {"joe-base": 50, "cobra-base": 50})
    for seed in range(30):
        one = make_board(RECIPE, seed, decks)
        words = {"joe-base": "cobra-base", "cobra-base": "joe-base"}
        turned = [[words.get(word, word) for word in row[::-1]] for row in one.rows[::-1]]
        before, after = score_squares(one, decks), score_squares(board_of(RECIPE, turned), decks)
        assert after.total == before.total
        assert [value for _, value in after.parts] == [-value for _, value in before.parts]


def test_a_step_or_a_card_is_not_steps_or_cards() -> None:
    recipe = varied(SMALL, rows=1, columns=6, bases={"joe-base": "top-left", "cobra-base": "top-right"})
    (nearer, value), _ = score_squares(board("joe-base sea urban sea sea cobra-base", recipe=recipe), Strengths()).parts
    assert (nearer, value) == ("Urban spaces lie 1 step nearer to the Joe base", 1.0)
    decks = Strengths({"cobra-base": {"sea": 1}}, {"cobra-base": 100})
    _, part = score_squares(board("joe-base urban sea sea sea cobra-base", recipe=recipe), decks).parts
    assert part == ("Terrain within 3 steps of the Cobra base suits 1 more card in 100 of its own deck", -1.0)


@pytest.mark.some(3)
@pytest.mark.parametrize("arrangement", get_args(Arrangement))
def test_fair_boards_score_better_than_plain_ones(arrangement: str) -> None:
    recipe = varied(RECIPE, arrangement=arrangement)
    fair = varied(recipe, fair=10)
    plain = [score_squares(make_board(recipe, seed, DECKS), DECKS).total for seed in range(1, 41)]
    best = [score_squares(make_board(fair, seed, DECKS), DECKS).total for seed in range(1, 41)]
    assert all(after <= before for before, after in zip(plain, best, strict=True))
    assert sum(best) < sum(plain) / 2
