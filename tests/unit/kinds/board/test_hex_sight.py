"""Lines of sight: the source's own examples, what stops a shot, and what a figure in the way does."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hex_checker import sees
from micro_forces import RECIPE, RULES, made, open_board

from printgen.kinds.board.grid import Hex, HexGrid, edge, move, steps_apart, trails

GRID = HexGrid(13, 13)
HERE = GRID.at(6, 6)
OPEN = open_board(GRID)


def along(*directions: int) -> Hex:
    """The hex at the end of steps in these directions."""
    cell = HERE
    for direction in directions:
        cell = move(cell, direction)
    return cell


def difficulty(target: Hex) -> int | None:
    return OPEN.difficulties(HERE).get(target)


def test_the_examples_of_the_source() -> None:
    board = open_board(HexGrid(12, 4))
    column = [board.recipe.grid.at(row, 1) for row in range(12)]
    # Example 1: eight hexagons away, two moves closer leave 5 empty hexagons.
    viper, barbeque = column[0], column[8]
    assert steps_apart(viper, barbeque) == 8
    assert board.line_of_sight(column[2], barbeque) == tuple(column[2:9])
    assert board.difficulties(column[2])[barbeque] == 5
    # Example 2: 8 empty hexagons.
    assert board.difficulties(column[0])[column[9]] == 8


def test_a_neighbour_is_no_target() -> None:
    assert [difficulty(move(HERE, direction)) for direction in range(6)] == [None] * 6
    assert difficulty(HERE) is None
    assert all(OPEN.line_of_sight(HERE, move(HERE, direction)) is None for direction in range(6))
    assert OPEN.line_of_sight(HERE, HERE) is None


@pytest.mark.parametrize("ahead", range(6))
@pytest.mark.parametrize("aside", [1, 5])
def test_one_shift_to_a_side_and_no_more(ahead: int, aside: int) -> None:
    side = ahead + aside
    assert difficulty(along(ahead, ahead)) == 1
    assert difficulty(along(ahead, side)) == 1
    assert difficulty(along(ahead, ahead, ahead, side)) == 3
    assert difficulty(along(side, ahead, ahead, ahead)) == 3
    assert difficulty(along(ahead, ahead, side, side)) is None
    assert difficulty(along(ahead, side, ahead, side)) is None
    # Back to the first line it would be a second shift.
    assert len(trails(HERE, along(ahead, ahead, ahead))) == 1
    assert len(trails(HERE, along(ahead, ahead, ahead, side))) == 4
    assert len(trails(HERE, along(ahead, side))) == 2
    assert trails(HERE, along(ahead, ahead, side, side)) == ()


def test_trails_are_steps_from_neighbour_to_neighbour() -> None:
    for target in GRID.cells:
        for trail in trails(HERE, target):
            assert trail[0] == HERE and trail[-1] == target and len(trail) == steps_apart(HERE, target) + 1
            assert all(steps_apart(*pair) == 1 for pair in pairwise(trail))


@pytest.mark.parametrize("kind", tuple(RULES.edges))
def test_only_open_water_and_air_edges_pass_a_shot(kind: str) -> None:
    passes = kind in ("open", "water", "air")
    for n in range(3):
        line = [along(*[2] * step) for step in range(4)]
        board = open_board(GRID, {edge(line[n], line[n + 1]): kind})
        assert (board.line_of_sight(HERE, line[3]) is not None) == passes
        assert (line[3] in board.difficulties(HERE)) == passes
    # With a shift there are other ways: all of them have to be barred.
    target = along(2, 2, 1)
    first = {edge(HERE, move(HERE, 2)): kind}
    assert open_board(GRID, first).line_of_sight(HERE, target) is not None
    both = first | {edge(HERE, move(HERE, 1)): kind}
    assert (open_board(GRID, both).line_of_sight(HERE, target) is not None) == passes


def test_no_line_of_sight_leaves_the_board() -> None:
    corner = GRID.at(0, 0)
    assert OPEN.line_of_sight(corner, (0, -2)) is None
    assert all(cell in GRID for cell in OPEN.difficulties(corner))


@pytest.mark.slow
def test_an_overlay_shows_what_single_lines_of_sight_say() -> None:
    for seed in range(3):
        board = made(RECIPE, seed)
        edges = {frozenset(side): kind for side, kind in board.edges.items()}
        for one in (cell for cell in board.recipe.grid.cells[::9] if cell in board.footing):
            overlay = board.difficulties(one)
            for other in board.footing:
                trail, back = board.line_of_sight(one, other), board.line_of_sight(other, one)
                assert (trail and len(trail) - 2) == (back and len(back) - 2) == overlay.get(other)
                assert (trail is not None) == sees(edges, one, other)
