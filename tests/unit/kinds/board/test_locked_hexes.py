"""Locked hexes: a judge without the maker's code finds them locked, and every promise of the rules kept besides."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hex_checker import broken_promises
from kitchen import Run
from micro_forces import RECIPE, SIZES, SYMMETRIC, altered, made

from printgen.base.errors import PrintgenError
from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.kinds.board.grid import HexGrid
from printgen.kinds.board.hex_proof import board_faults, contents_of
from printgen.kinds.board.hexes import HexBoard, HexOptions, board_data

HOLLOW = ("water", "air")
# The hexes around G6.
RING = [RECIPE.grid.name(near) for near in RECIPE.grid.around[RECIPE.grid.by_name["G6"]]]


def judged(board: HexBoard, locks: dict[str, str]) -> list[str]:
    """What is wrong with a board that has locks on grounds and power-ups, found in its plain data."""
    recipe = board.recipe
    grid, data = recipe.grid, board_data(board)
    wrong = broken_promises(data, grid.rows, grid.columns, recipe.figures, set(recipe.power_ups), recipe.hidden_starts)
    kinds: dict[tuple[int, int], set[str]] = {}
    for side in data["edges"]:
        for q, r in (side["a"], side["b"]):
            kinds.setdefault((q, r), set()).add(side["type"])
    lying = {(cell["q"], cell["r"]): cell["power_ups"] for cell in data["cells"]}
    for name, words in locks.items():
        column, row = "ABCDEFGHIJKLMNOP".index(name[0]), int(name[1:]) - 1
        at = (column, row - column // 2) if grid.top == "flat" else (column - row // 2, row)
        for word in words.split("+"):
            if word in HOLLOW and kinds[at] != {word}:
                wrong.append(f"{name} is not all {word}")
            elif word in ("open", "floor", "cover") and board.grounds[at] != word:
                wrong.append(f"{name} is {board.grounds[at]}")
            elif word in recipe.power_ups and word not in lying[at]:
                wrong.append(f"{word} is not on {name}")
    return wrong


def some_locks(recipe: HexOptions, chance: random.Random, count: int) -> dict[str, str]:
    """Locks of hexes that lie apart from each other and from start zones, so that there is a board with them."""
    board, found = made(recipe, 1), {}
    grid = recipe.grid
    away = {near for cell in board.start_of for one in grid.around[cell] for near in (cell, one, *grid.around[one])}
    names = [name for name, cell in grid.by_name.items() if cell not in away and len(grid.around[cell]) == 6]
    while names and len(found) < count:
        name = chance.choice(names)
        found[name] = chance.choice(["open", "floor", "cover", "water", "air", "floor", "cover"])
        cell = grid.by_name[name]
        near = {one for each in (cell, grid.opposite(cell)) for one in (each, *grid.around[each])}
        near |= {two for one in near for two in grid.around.get(one, ())}
        near |= {two for one in near for two in grid.around.get(one, ())}
        names = [other for other in names if grid.by_name[other] not in near]
    return found


@pytest.mark.parametrize("grid", SIZES, ids=str)
@pytest.mark.parametrize("arrangement", ["plain", "symmetric"])
@pytest.mark.parametrize(
    "seeds", [range(1, 9), pytest.param(range(9, 80), marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_locked_hexes_are_so_and_every_promise_is_kept(grid: HexGrid, arrangement: str, seeds: range) -> None:
    recipe = altered(RECIPE, grid=grid, arrangement=arrangement)
    for seed in seeds:
        locks = some_locks(recipe, random.Random(seed), 1 + seed % 4)
        board = made(altered(recipe, locked=locks), seed)
        assert judged(board, locks) == [] and board_faults(board) == (), (seed, locks)


@pytest.mark.parametrize("recipe", [RECIPE, altered(SYMMETRIC, fair=3)], ids=["plain", "symmetric"])
def test_to_lock_what_lies_there_changes_nothing(recipe: HexOptions) -> None:
    for seed in range(1, 6):
        board = made(recipe, seed)
        chance = random.Random(seed)
        names = chance.sample(sorted(recipe.grid.by_name), 8)
        locks = {name: board.grounds[recipe.grid.by_name[name]] for name in names}
        assert board_data(made(altered(recipe, locked=locks), seed)) == board_data(board)


@pytest.mark.slow
def test_what_another_seed_has_can_be_locked() -> None:
    """Re-rolling: what one board shows is locked, whatever it is, and other seeds have it."""
    for seed in range(1, 13):
        board = made(RECIPE, seed)
        chance = random.Random(seed)
        words = {name: board.grounds[cell] for name, cell in RECIPE.grid.by_name.items() if cell not in board.start_of}
        features = [name for name, ground in words.items() if ground != "open"]
        locks = {name: words[name] for name in (*chance.sample(features, 3), *chance.sample(sorted(words), 3))}
        power_up = chance.choice(sorted(board.power_ups))
        locks[RECIPE.grid.name(power_up)] = board.power_ups[power_up][0]
        again = made(altered(RECIPE, locked=locks), seed + 100)
        assert judged(again, locks) == [], (seed, locks)
        assert board_data(again)["edges"] != board_data(board)["edges"]


@pytest.mark.slow
def test_a_lock_leaves_what_lies_far_from_it() -> None:
    kept = total = 0
    for seed in range(1, 13):
        board = made(RECIPE, seed)
        name = next(name for name in ("H6", "G5", "I7", "F6") if board.grounds[RECIPE.grid.by_name[name]] == "open")
        locked = made(altered(RECIPE, locked={name: "water"}), seed)
        total += len(board.grounds)
        kept += sum(locked.grounds[cell] == ground for cell, ground in board.grounds.items())
    assert kept > 0.85 * total


def test_features_lie_beside_much_ground_that_is_locked_to_be_plain() -> None:
    for seed in range(1, 6):
        starts = made(RECIPE, seed).start_of
        names = [name for name, cell in RECIPE.grid.by_name.items() if "E" <= name[0] <= "I" and cell not in starts]
        board = made(altered(RECIPE, locked=dict.fromkeys(names, "open")), seed)
        assert {"water", "floor"} & {*board.grounds.values()}


def test_a_pond_grows_over_the_hexes_that_are_painted() -> None:
    bare = altered(RECIPE, features={"ponds": 1}, hidden_starts=False)
    locks = dict.fromkeys(["F5", "G5", "H5", "I5", "H6", "F6", "G7"], "water")
    board = made(altered(bare, locked=locks), 3)
    assert judged(board, locks) == []
    assert Counter(board.grounds.values())["water"] >= 7
    # What lies within a ring of water is water, since nobody can stand there.
    assert made(altered(bare, locked=dict.fromkeys(RING, "water")), 3).grounds[RECIPE.grid.by_name["G6"]] == "water"


@pytest.mark.slow
def test_power_ups_are_locked_with_the_ground_under_them() -> None:
    for seed in range(1, 9):
        locks = {"F6": "floor+command-tower", "I4": "warhog"}
        board = made(altered(RECIPE, locked=locks), seed)
        assert judged(board, locks) == [] and board_faults(board) == ()
        assert Counter(name for names in board.power_ups.values() for name in names)["warhog"] == 2


def test_locks_that_no_board_can_keep_say_why() -> None:
    with pytest.raises(PrintgenError, match=r"no board of seed 4 has all that is locked: .*cannot be reached"):
        pocket = [RECIPE.grid.by_name[name] for name in ("G6", "G7")]
        moat = {RECIPE.grid.name(near) for cell in pocket for near in RECIPE.grid.around[cell] if near not in pocket}
        made(altered(RECIPE, locked=dict.fromkeys(sorted(moat), "water")), 4)
    with pytest.raises(PrintgenError, match="F5 holds water, but is locked to air"):
        made(altered(RECIPE, locked={**dict.fromkeys(RING, "air"), "G6": "water"}), 4)
    with pytest.raises(PrintgenError, match="its start zones and power-ups have no room"):
        made(altered(RECIPE, locked={"F5": "water+warhog"}), 4)
    with pytest.raises(PrintgenError, match="no board of seed 4 has all that is locked"):
        made(altered(RECIPE, locked=dict.fromkeys(("C3", "D4", "E5"), "foxhole")), 4)


@pytest.mark.slow
def test_boards_of_grounds_alone_keep_locks_and_weights(tmp_path: Path, run: Run) -> None:
    game = """\
title: Stars
version: "1"
products:
  stars:
    kind: hex-board
    title: Stars
    options:
      rows: 6
      columns: 8
      arrangement: ARRANGEMENT
      grounds: {space: {weight: 3, color: "#DDE4F0"}, star: {color: "#F2D27A", icon: star}}
      locked: {C3: star, D4: star, A1: space}
"""
    for arrangement in ("plain", "clumped", "symmetric"):
        (tmp_path / "game.yaml").write_text(game.replace("ARRANGEMENT", arrangement))
        assert not build.check([str(tmp_path)], Settings())
        for seed in range(1, 6):
            made = run("board", str(tmp_path), "--json", "--seed", str(seed)).json
            grounds = {cell["name"]: cell["ground"] for cell in made["cells"]}
            assert (grounds["C3"], grounds["D4"], grounds["A1"]) == ("star", "star", "space")
            assert Counter(grounds.values()) == {"space": 36, "star": 12}


def test_where_none_is_locked_no_power_up_comes_to_lie() -> None:
    first = made(RECIPE, 7)
    taken = [RECIPE.grid.name(cell) for cell in first.power_ups]
    assert len(taken) >= 4
    locks = {name: f"{first.grounds[RECIPE.grid.by_name[name]]}+none" for name in taken[:4]}
    for seed in (7, 8, 9):
        board = made(altered(RECIPE, locked=locks), seed)
        assert not {*board.power_ups} & {RECIPE.grid.by_name[name] for name in locks}
        assert {contents_of(board, RECIPE.grid.by_name[name]) for name in locks} == {*locks.values()}
        assert judged(board, {name: words.partition("+")[0] for name, words in locks.items()}) == []


def test_what_a_hex_holds_says_that_nothing_lies_there() -> None:
    board = made(RECIPE, 7)
    said = {cell: contents_of(board, cell) for cell in RECIPE.grid.cells}
    assert all(
        words.endswith(f"+{board.power_ups[cell][0]}") for cell, words in said.items() if cell in board.power_ups
    )
    starts = [words for cell, words in said.items() if cell in board.start_of]
    assert starts and not any("+" in words for words in starts)
    assert "floor+none" in said.values()
