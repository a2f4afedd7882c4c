"""Scores of hex boards: 0 is even, a sentence says who gains what, and fair boards are fairer than plain ones."""

from __future__ import annotations

from dataclasses import replace

from micro_forces import RECIPE, made, open_board

from printgen.kinds.board.grid import HexGrid, edge
from printgen.kinds.board.hex_proof import count_covered, lines_of_fire, score_hexes, steps_to_power_ups
from printgen.kinds.board.hexes import HexBoard
from printgen.kinds.board.plan import Score

# Two rows of flat tops: steps from one end are steps of columns.
STRIP = HexGrid(2, 9)
ENDS = ((STRIP.at(0, 0),), (STRIP.at(0, 8),))


def test_an_open_board_is_even() -> None:
    board = open_board(STRIP, starts=ENDS, power_ups={STRIP.at(0, 4): "foxhole"})
    assert steps_to_power_ups(board, "a") == steps_to_power_ups(board, "b") == {"foxhole": (4,)}
    assert score_hexes(board) == Score(
        0.0,
        (
            ("Power-ups lie equally far from both start zones", 0.0),
            ("Both start zones have equally many covered hexes within 5 moves", 0.0),
            ("Both start zones can be shot at from equally many hexes", 0.0),
        ),
    )


def test_the_parts_say_who_gains_what() -> None:
    places = {STRIP.at(0, 3): "foxhole", STRIP.at(1, 1): "warhog", STRIP.at(0, 1): "foxhole"}
    hedge = {edge(STRIP.at(0, 8), STRIP.at(0, 7)): "cover"}
    board = open_board(STRIP, hedge, ENDS, places)
    assert steps_to_power_ups(board, "a") == {"foxhole": (1, 3), "warhog": (2,)}
    assert steps_to_power_ups(board, "b") == {"foxhole": (5, 7), "warhog": (7,)}
    assert (count_covered(board, "a"), count_covered(board, "b")) == (0, 2)
    shots = lines_of_fire(board, "a"), lines_of_fire(board, "b")
    assert shots[0] > shots[1]
    more = shots[0] - shots[1]
    assert score_hexes(board).parts == (
        ("Power-ups lie 4.3 moves nearer to start zone A", 4.33),
        ("Start zone B has 2 more covered hexes within 5 moves", -2.0),
        (f"Start zone A can be shot at from {more} more hex{'es' if more > 1 else ''}", -float(more)),
    )
    assert score_hexes(board).total == round(4.33 + 2 + more, 2)


def test_lines_of_fire_reach_as_far_as_six_dice() -> None:
    # A column of single hexes is one straight line: from the end of it, six empty hexes are the limit.
    column = HexGrid(12, 1)
    starts = ((column.at(0, 0),), (column.at(11, 0),))
    assert lines_of_fire(open_board(column, starts=starts), "a") == 6
    wall = {(column.at(4, 0), column.at(5, 0)): "wall"}
    walled = open_board(column, wall, starts)
    assert (lines_of_fire(walled, "a"), lines_of_fire(walled, "b")) == (3, 5)


def swapped(board: HexBoard) -> HexBoard:
    return replace(board, starts={"a": board.starts["b"], "b": board.starts["a"]})


def test_swapping_sides_swaps_who_gains() -> None:
    for seed in range(20):
        board = made(RECIPE, seed)
        before, after = score_hexes(board), score_hexes(swapped(board))
        assert after.total == before.total
        assert [value for _, value in after.parts] == [-value for _, value in before.parts]
