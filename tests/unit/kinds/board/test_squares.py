"""Random square boards: they keep their recipe, never change, and favour no terrain anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from typing import get_args

import pytest
from go_joe import DECKS, RECIPE, TERRAINS, proof, varied
from places import ROOT, SUPPORT

from printgen.base.units import coordinate
from printgen.kinds.board.plan import Arrangement
from printgen.kinds.board.square_plan import Strengths, make_board
from printgen.kinds.board.squares import SquareBoard, SquareOptions, Weighted

SEEDS = range(1, 501)
SYMMETRIC = varied(RECIPE, arrangement="symmetric")
CLUMPED = varied(RECIPE, arrangement="clumped")


def made(recipe: SquareOptions, seed: int) -> SquareBoard:
    return make_board(recipe, seed, DECKS)


def like_neighbours(board: SquareBoard) -> int:
    lines = [*board.rows, *zip(*board.rows, strict=True)]
    return sum(one == other for line in lines for one, other in pairwise(line))


@pytest.mark.slow
def test_boards_of_500_seeds_keep_the_rule() -> None:
    seen = set()
    for seed in SEEDS:
        board = made(RECIPE, seed)
        assert board.seed == seed and board.recipe is RECIPE
        assert [len(row) for row in board.rows] == [8] * 8
        assert board.cells[0, 0] == "joe-base" and board.cells[7, 7] == "cobra-base"
        words = Counter(board.cells.values())
        assert words.pop("joe-base") == words.pop("cobra-base") == 1
        assert sorted(words.values()) == [7, 7, 8, 8, 8, 8, 8, 8]
        assert set(words) == set(TERRAINS)
        assert board.counts == words and tuple(board.counts) == TERRAINS
        assert not proof(board)
        seen.add(tuple(board.cells.values()))
    assert len(seen) == len(SEEDS)


GOLDEN = """\
jo se de mo se sw ur se
de ar fo se mo mo mo ar
ur ur fo ju ju sw ur ju
de sw ju mo ar ar se ar
sw sw de mo ju de ar se
se ar de ur de mo fo ur
sw sw ju fo fo sw mo ur
ju fo ju ar se fo fo co

jo se de mo se sw ur se
de ar fo se mo mo mo ar
ur ur fo ju ju sw ur ju
de sw ju mo ar ar se ar
sw sw de mo ju de ar se
se ar de ur de mo fo ur
sw sw ju fo fo sw mo ur
ju fo ju ar se fo fo co

jo ju sw ju fo de mo ju
ur mo ar ur ur ju ur sw
fo se sw de mo se se de
se ar fo sw mo fo ar ar
ar ar fo mo sw fo ar se
de se se mo de sw se fo
sw ur ju ur ur ar mo ur
ju mo de fo ju sw ju co

jo sw ur ur ur sw sw se
se sw ar de se fo ju fo
mo ur fo de ar ar ju ju
mo se ju ar mo fo de de
de de fo mo ar ju se mo
ju ju ar ar de fo ur mo
fo ju fo se de ar sw se
se sw sw ur ur ur sw co

jo sw mo de de de sw sw
ur ur mo se de de sw sw
ur ur ju ju ju ju ju de
sw sw ju ju fo fo ju de
se ar ar fo fo fo fo ur
se se mo mo ar ar fo fo
se se mo mo ar ar ur ur
se se mo mo ar ar sw co

jo sw mo de de de sw sw
ur ur mo se de de sw sw
ur ur ju ju ju ju ju de
sw sw ju ju fo fo ju de
se ar ar fo fo fo fo ur
se se mo mo ar ar fo fo
se se mo mo ar ar ur ur
se se mo mo ar ar sw co

"""
PRINT = """\
from printgen.kinds.board.square_plan import make_board
from go_joe import DECKS, RECIPE, varied
for arrangement in ("plain", "symmetric", "clumped"):
    for fair in (1, 5):
        board = make_board(varied(RECIPE, arrangement=arrangement, fair=fair), 6, DECKS)
        print(*(" ".join(word[:2] for word in row) for row in board.rows), sep="\\n", end="\\n\\n")
"""


@pytest.mark.parametrize("hash_seed", ["0", "12345"])
def test_a_seed_gives_the_same_board_for_ever(hash_seed: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", PRINT],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{ROOT}{os.pathsep}{SUPPORT}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == GOLDEN


@pytest.mark.slow
def test_no_terrain_is_favoured_in_any_space_nor_beside_any_other() -> None:
    boards = [make_board(RECIPE, seed, Strengths()) for seed in range(2000)]
    expected = 2000 / 8
    for row, column in RECIPE.terrain_spaces:
        seen = Counter(board.cells[row, column] for board in boards)
        # Seven degrees of freedom: the sum would pass 35 on one space in a hundred thousand.
        assert sum((seen[terrain] - expected) ** 2 / expected for terrain in TERRAINS) < 35, coordinate(row, column)
    short = Counter(terrain for board in boards for terrain in TERRAINS if board.counts[terrain] == 7)
    assert sum((short[terrain] - 500) ** 2 / 500 for terrain in TERRAINS) < 35
    # 108 pairs of neighbours are terrain; 420 of the 3782 ordered pairs of spaces hold the same.
    mean = sum(map(like_neighbours, boards)) / 2000
    assert abs(mean - 108 * 420 / 3782) < 0.3


@pytest.mark.slow
def test_every_arrangement_is_possible() -> None:
    tiny = SquareOptions(
        rows=2, columns=3, bases={"a": "top-left", "b": "bottom-right"}, terrains=("x", "y", "z"), victory="x"
    )
    seen = Counter(tuple(make_board(tiny, seed, Strengths()).cells.values()) for seed in range(3600))
    # One of three terrains stands twice, the others once: 3 * 4! / 2! boards, each 100 times.
    assert len(seen) == 36
    assert all(60 < count < 140 for count in seen.values())


@pytest.mark.slow
def test_symmetric_boards_turn_onto_themselves() -> None:
    counts = Counter()
    for seed in SEEDS:
        board = made(SYMMETRIC, seed)
        words = list(board.cells.values())
        for one, other in zip(words, reversed(words), strict=True):
            assert one == other or {one, other} == {"joe-base", "cobra-base"}
        # 31 pairs for 8 terrains: seven terrains have 4 pairs, and one has 3.
        assert sorted(board.counts.values()) == [6] + [8] * 7
        assert not proof(board)
        counts.update(terrain for terrain, count in board.counts.items() if count == 6)
    assert set(counts) == set(TERRAINS)


def test_any_terrain_may_lie_in_the_middle_of_a_symmetric_board() -> None:
    boards = [made(varied(SYMMETRIC, rows=5, columns=9), seed) for seed in range(200)]
    # 21 pairs for 8 terrains: five have three of them and three have two, of which one gets the middle, too.
    assert all(not proof(board) and sorted(board.counts.values()) == [4, 4, 5, 6, 6, 6, 6, 6] for board in boards)
    assert {board.cells[2, 4] for board in boards} == set(TERRAINS)


@pytest.mark.parametrize(
    ("terrains", "board"),
    [
        (("sea", "wood", "hill"), "sswhw shhwh swwws hwhhs whwss"),
        (
            {"sea": Weighted(weight=3), "wood": Weighted(weight=1), "hill": Weighted(weight=2)},
            "ssssh shswh hwswh hwshs hssss",
        ),
    ],
)
def test_seeds_keep_their_symmetric_boards_with_a_middle(
    terrains: tuple[str, ...] | dict[str, Weighted], board: str
) -> None:
    options = SquareOptions(rows=5, columns=5, terrains=terrains, arrangement="symmetric")
    rows = make_board(options, 7, Strengths()).rows
    assert " ".join("".join(str(word)[0] for word in row) for row in rows) == board


@pytest.mark.slow
def test_clumped_boards_gather_terrain_and_count_as_plain_ones_do() -> None:
    plain = [like_neighbours(made(RECIPE, seed)) for seed in range(1, 101)]
    boards = [made(CLUMPED, seed) for seed in range(1, 101)]
    clumped = [like_neighbours(board) for board in boards]
    assert not any(proof(board) for board in boards)
    assert min(clumped) > max(plain)
    assert sum(clumped) > 4 * sum(plain)


@pytest.mark.some(5)
@pytest.mark.parametrize("arrangement", get_args(Arrangement))
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (5, 9), (9, 5), (2, 2), (1, 12), (12, 11)])
def test_other_sizes(arrangement: str, rows: int, columns: int) -> None:
    recipe = varied(RECIPE, rows=rows, columns=columns, arrangement=arrangement, fair=3)
    for seed in range(20):
        board = made(recipe, seed)
        assert not proof(board)
        assert max(board.counts.values()) - min(board.counts.values()) <= (2 if arrangement == "symmetric" else 1)
        assert sum(board.counts.values()) == rows * columns - 2


def test_coordinates() -> None:
    assert [coordinate(0, 0), coordinate(7, 7), coordinate(2, 25), coordinate(0, 26), coordinate(9, 701)] == [
        "A1", "H8", "Z3", "AA1", "ZZ10"
    ]  # fmt: skip
    assert coordinate(0, 702) == "AAA1"


def test_the_proof_finds_a_change_of_any_space() -> None:
    for recipe in (RECIPE, SYMMETRIC):
        board = made(recipe, 7)
        for row in range(8):
            for column in range(8):
                for word in ("joe-base", "dessert", *(["jungle"] if recipe is SYMMETRIC else [])):
                    if board.cells[row, column] != word:
                        rows = board.rows
                        rows[row][column] = word
                        assert proof(board, rows), (coordinate(row, column), word)
