"""Locked spaces of square boards: they hold what they are locked to, and the rest keeps the rules of the recipe."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from go_joe import DECKS, RECIPE, TERRAINS, proof, varied
from kitchen import Run

import printgen
from printgen.base.units import coordinate
from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.kinds.board.square_plan import make_board, score_squares
from printgen.kinds.board.squares import SquareBoard, SquareOptions

SEEDS = range(1, 61)
Rows = list[list[str]]


def judged(board: SquareBoard, locks: Mapping[str, str], symmetric: bool = False) -> list[str]:
    """What is wrong with a board that says its locks by names, found without the maker's code."""
    rows: Rows = [[str(word) for word in row] for row in board.rows]
    wrong = []
    for name, word in locks.items():
        row, column = int(name[1:]) - 1, "ABCDEFGHIJ".index(name[0])
        if rows[row][column] != word:
            wrong.append(name)
    counts = Counter(word for row in rows for word in row if word in TERRAINS)
    if set(counts) != set(TERRAINS) or max(counts.values()) - min(counts.values()) > (2 if symmetric else 1):
        wrong.append(f"amounts {counts}")
    turned = [row[::-1] for row in rows[::-1]]
    bases = [["base" if word.endswith("-base") else word for word in row] for row in rows]
    if symmetric and bases != [["base" if word.endswith("-base") else word for word in row] for row in turned]:
        wrong.append("not symmetric")
    return wrong


def some_locks(chance: random.Random, count: int, symmetric: bool) -> dict[str, str]:
    """Locks that a board of eight terrains on 62 spaces has room for."""
    spaces = [(row, column) for row in range(8) for column in range(8) if (row, column) not in ((0, 0), (7, 7))]
    if symmetric:
        spaces = [space for space in spaces if space < (7 - space[0], 7 - space[1])]
    words = list(TERRAINS) * (2 if symmetric else 4)
    chance.shuffle(words)
    return {coordinate(*space): word for space, word in zip(chance.sample(spaces, count), words, strict=False)}


@pytest.mark.parametrize("arrangement", ["plain", "clumped", "symmetric"])
@pytest.mark.parametrize("fair", [1, 5])
def test_locked_spaces_are_so_and_the_rest_keeps_the_recipe(arrangement: str, fair: int) -> None:
    for seed in SEEDS if fair == 1 else SEEDS[:15]:
        symmetric = arrangement == "symmetric"
        locks = some_locks(random.Random(seed), 1 + seed % 12, symmetric)
        board = make_board(varied(RECIPE, arrangement=arrangement, fair=fair, locked=locks), seed, DECKS)
        assert judged(board, locks, symmetric) == [] and proof(board) == [], (seed, locks)


@pytest.mark.parametrize("arrangement", ["plain", "clumped", "symmetric"])
@pytest.mark.parametrize("fair", [1, 5])
def test_to_lock_what_lies_there_changes_nothing(arrangement: str, fair: int) -> None:
    for seed in range(1, 11):
        recipe = varied(RECIPE, arrangement=arrangement, fair=fair)
        board = make_board(recipe, seed, DECKS)
        locks = {name: board.cells[recipe.grid.by_name[name]] for name in ("C4", "F2", "B7", "H1")}
        assert make_board(varied(recipe, locked=locks), seed, DECKS).cells == board.cells


def test_a_lock_swaps_two_spaces_and_another_seed_lays_the_rest_anew() -> None:
    for seed in SEEDS:
        plain, locked = (make_board(varied(RECIPE, locked=locks), seed, DECKS) for locks in ({}, {"D4": "urban"}))
        changed = [space for space, word in plain.cells.items() if locked.cells[space] != word]
        assert len(changed) in (0, 2) and (not changed or (3, 3) in changed)
    boards = {tuple(make_board(varied(RECIPE, locked={"D4": "sea"}), seed, DECKS).cells.values()) for seed in SEEDS}
    assert len(boards) == len(SEEDS)


@pytest.mark.slow
def test_what_is_free_is_as_likely_one_as_another() -> None:
    counts: Counter[tuple[int, int]] = Counter()
    for seed in range(800):
        board = make_board(varied(RECIPE, locked={"D4": "sea", "E5": "sea", "A8": "sea"}), seed, DECKS)
        counts.update(space for space, word in board.cells.items() if word == "sea")
    free = [counts[space] for space in RECIPE.terrain_spaces if space not in ((3, 3), (4, 4), (7, 0))]
    # 4.75 seas on 59 spaces: 64 of 800, with a spread of 8.
    assert min(free) > 34 and max(free) < 98


@pytest.mark.slow
def test_the_fairest_of_many_is_fair_with_locks_too() -> None:
    locks = {"B2": "urban", "C3": "urban", "G6": "sea"}

    def mean(fair: int) -> float:
        totals = [
            score_squares(make_board(varied(RECIPE, fair=fair, locked=locks), seed, DECKS), DECKS).total
            for seed in SEEDS
        ]
        return sum(totals) / len(totals)

    assert mean(20) < mean(1) / 3


def test_more_may_be_locked_than_a_share() -> None:
    locks = {coordinate(row, column): "sea" for row in range(1, 4) for column in range(8)}
    for arrangement in ("plain", "clumped", "symmetric"):
        board = make_board(varied(RECIPE, arrangement=arrangement, locked=locks), 3, DECKS)
        assert board.counts["sea"] == (48 if arrangement == "symmetric" else 24)
        assert sum(board.counts.values()) == 62 and proof(board) == []


@pytest.mark.parametrize("seed", range(1, 11))
def test_the_middle_of_a_symmetric_board_may_be_locked(seed: int) -> None:
    recipe = SquareOptions(rows=5, columns=5, terrains=TERRAINS[:5], arrangement="symmetric", locked={"C3": "sea"})
    board = make_board(recipe, seed, DECKS)
    assert board.cells[2, 2] == "sea" and proof(board) == []


def test_what_a_recipe_locks_can_be_let_go(run: Run, tmp_path: Path) -> None:
    terrains = '{lawn: {color: "#8FBF6B"}, pond: {weight: 0, color: "#8FBFD8"}}'
    options = f"{{rows: 3, columns: 3, terrains: {terrains}, space: 30x30mm, locked: {{B2: pond, A1: pond}}}}"
    game = f'title: Isles\nversion: "1"\nproducts: {{own: {{kind: terrain-board, title: A, options: {options}}}}}\n'
    (tmp_path / "game.yaml").write_text(game)
    made = run("board", tmp_path, "--unlock", "B2", "--json").json
    assert made["locked"] == {"A1": "pond"} and made["cells"][1][1] == "lawn" and made["cells"][0][0] == "pond"
    assert run("board", tmp_path, "--lock", "B2=lawn", "--json").json["cells"][1][1] == "lawn"
    result = run("board", tmp_path, "--unlock", "B3")
    assert result.code == 2 and "the recipe does not lock 'B3'" in result.err


def test_a_recipe_locks_spaces_and_boards_by_hand_keep_them(tmp_path: Path) -> None:
    game = """\
title: Isles
version: "1"
boards:
  main: {rows: 3, columns: 3, terrains: {lawn: {weight: 2, color: "#8FBF6B"}, pond: {color: "#8FBFD8"}}}
products:
  own: {kind: terrain-board, title: A, options: {board: main, space: 30x30mm, locked: {B2: pond}}}
  mine: {kind: terrain-board, title: B, options: {board: main, space: 30x30mm, boards: b.yaml, by-hand: Mine}}
"""
    (tmp_path / "game.yaml").write_text(game)
    (tmp_path / "b.yaml").write_text("- {name: Mine, cells: [lawn lawn lawn, lawn lawn lawn, lawn pond lawn]}\n")
    assert not build.check([str(tmp_path)], Settings())
    for seed in range(5):
        names = [piece.name for piece in printgen.load(tmp_path)["own"].compose(seed=seed)]
        assert len(names) == 1
    (tmp_path / "game.yaml").write_text(game.replace("by-hand: Mine}", "by-hand: Mine, locked: {B2: pond}}"))
    (finding,) = build.check([str(tmp_path)], Settings())
    assert finding.message == "B2 holds lawn, but is locked to pond" and finding.where.line == 1
