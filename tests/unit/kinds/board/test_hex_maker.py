"""Random hex boards: a judge without the maker's code finds every promise kept, and a seed never changes its board."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest
from hex_checker import broken_promises
from micro_forces import POWER_UPS, RECIPE, RULES, SIZES, SYMMETRIC, altered, made, open_board, recipe_of
from places import ROOT, SUPPORT

from printgen.kinds.board.grid import Hex, HexGrid, steps_apart, steps_from
from printgen.kinds.board.hex_features import start_zones
from printgen.kinds.board.hex_proof import board_faults, score_hexes
from printgen.kinds.board.hexes import HexBoard, board_data


def complaints(board: HexBoard) -> list[str]:
    recipe = board.recipe
    grid = recipe.grid
    shape = grid.rows, grid.columns, recipe.figures
    return broken_promises(board_data(board), *shape, set(recipe.power_ups), recipe.hidden_starts)


@pytest.mark.slow
@pytest.mark.parametrize("grid", SIZES, ids=str)
@pytest.mark.parametrize(
    ("arrangement", "seeds"),
    [
        ("plain", range(1, 21)),
        ("symmetric", range(1, 11)),
        pytest.param("plain", range(21, 61), marks=pytest.mark.slow),
        pytest.param("symmetric", range(11, 31), marks=pytest.mark.slow),
        pytest.param("plain", range(61, 201), marks=pytest.mark.nightly),
        pytest.param("symmetric", range(31, 101), marks=pytest.mark.nightly),
    ],
)
def test_boards_of_many_seeds_keep_every_promise(grid: HexGrid, arrangement: str, seeds: range) -> None:
    recipe = altered(RECIPE, grid=grid, arrangement=arrangement)
    seen = set()
    for seed in seeds:
        board = made(recipe, seed)
        assert complaints(board) == [], seed
        assert board_faults(board) == ()
        assert Counter(name for names in board.power_ups.values() for name in names) == dict.fromkeys(POWER_UPS, 2)
        seen.add(json.dumps(board_data(board)))
    assert len(seen) == len(seeds)


def test_boards_as_plain_data() -> None:
    data = board_data(made(RECIPE, 7))
    assert list(data) == ["seed", "cells", "edges"] and data["seed"] == 7
    assert data["cells"][0] == {"q": 0, "r": 0, "power_ups": [], "start": None}
    assert all(list(cell) == ["q", "r", "power_ups", "start"] for cell in data["cells"])
    assert {cell["start"] for cell in data["cells"]} == {None, "a", "b"}
    assert data["edges"][0] == {"a": [0, 0], "b": [0, 1], "type": "open"}
    assert json.loads(json.dumps(data)) == data


PRINT = """\
import hashlib, json
from micro_forces import RECIPE, SIZES, altered, made
from printgen.kinds.board.hexes import board_data
for arrangement in ("plain", "symmetric"):
    for fair in (1, 4):
        for grid in SIZES:
            board = made(altered(RECIPE, grid=grid, arrangement=arrangement, fair=fair), 6)
            print(hashlib.sha256(json.dumps(board_data(board)).encode()).hexdigest()[:12])
"""
GOLDEN = """\
18d20f4b117d 1272786ea104 88bf640e511d
b3304c42b0a5 d7d5a6a6f92e eac05eec5e2e
57a385125bd5 0b433bd6d60e 6354144ff514
57a385125bd5 0b433bd6d60e 6354144ff514
"""


@pytest.mark.some(2)
@pytest.mark.parametrize("hash_seed", ["0", "12345"])
def test_a_seed_gives_the_same_board_for_ever(hash_seed: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", PRINT],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{ROOT}{os.pathsep}{SUPPORT}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.split() == GOLDEN.split()


@pytest.mark.slow
def test_features_come_as_often_as_asked_and_look_like_themselves() -> None:
    lacking = Counter()
    for seed in range(1, 61):
        board = made(RECIPE, seed)
        grounds = Counter(board.grounds.values())
        lacking.update(ground for ground in ("open", "floor", "cover", "water", "air") if not grounds[ground])
        for cell, ground in board.grounds.items():
            kinds = Counter(board.kinds_around(cell))
            if ground in ("water", "air"):
                assert set(kinds) == {ground} and cell not in board.footing
            elif ground == "floor":
                assert set(kinds) <= {"open", "wall"}
            elif ground == "cover":
                assert kinds["cover"] >= 1 and set(kinds) <= {"open", "cover"}
            assert (cell in board.footing) == (ground not in ("water", "air"))
        for side, kind in board.edges.items():
            floors = [board.grounds[cell] == "floor" for cell in side]
            assert kind != "wall" or any(floors)
            assert floors[0] == floors[1] or kind == "wall" or board.is_door(side)
            assert board.is_door(side) == (kind == "open" and floors[0] != floors[1])
            if "water" not in {board.grounds[cell] for cell in side} and kind == "water":
                # A crevasse lies between hexes of open ground.
                assert {board.grounds[cell] for cell in side} == {"open"}
        for building in regions(board, "floor"):
            doors = [side for side in board.edges if board.is_door(side) and building & set(side)]
            assert 3 <= len(building) <= 5 and 2 <= len(doors) <= 3
        for trench in regions(board, "cover"):
            assert len(trench) <= 3
    assert not lacking


def regions(board: HexBoard, ground: str) -> list[set[Hex]]:
    """The hexes of one kind of ground, neighbours together."""
    left = {cell for cell, kind in board.grounds.items() if kind == ground}
    found = []
    while left:
        region, queue = set(), [left.pop()]
        for cell in queue:
            region.add(cell)
            near = {other for other in board.recipe.grid.around[cell] if other in left}
            left -= near
            queue += sorted(near)
        found.append(region)
    return found


def test_a_recipe_decides_what_a_board_has() -> None:
    bare = altered(RECIPE, features={}, power_ups={})
    board = made(bare, 1)
    assert set(board.edges.values()) <= {"open", "cover"} and board.power_ups == {}
    kinds = {"buildings": "floor", "ponds": "water", "air": "air", "trenches": "cover", "hedges": "cover"}
    for name in RULES.features:
        board = made(altered(RECIPE, features={name: 2}, hidden_starts=False), 1)
        grounds = set(board.grounds.values())
        assert grounds == {"open", kinds.get(name, "open")}
        if name == "crevasses":
            assert Counter(board.edges.values())["water"] >= 12
        else:
            assert len(regions(board, kinds[name])) == RECIPE.amount("buildings") == 3
    assert RECIPE.amount("moats") == 0
    assert [altered(RECIPE, features={"ponds": share}).amount("ponds") for share in (0, 0.1, 1, 2.1)] == [0, 1, 2, 3]


@pytest.mark.slow
def test_symmetric_boards_lie_on_themselves() -> None:
    for grid in (*SIZES, HexGrid(9, 12, "pointy")):
        for seed in range(1, 41):
            board = made(altered(SYMMETRIC, grid=grid), seed)
            for cell in grid.cells:
                other = grid.opposite(cell)
                assert board.power_ups.get(cell) == board.power_ups.get(other)
                assert board.grounds[cell] == board.grounds[other]
                assert {board.start_of.get(cell), board.start_of.get(other)} in ({None}, {"a", "b"})
            assert all(board.edges[grid.opposite_edge(side)] == kind for side, kind in board.edges.items())
            assert score_hexes(board).total == 0


@pytest.mark.slow
def test_power_ups_lie_where_they_serve() -> None:
    for seed in range(1, 61):
        board = made(SYMMETRIC, seed)
        for cell in board.power_ups:
            assert cell not in board.start_of
            assert "open" in board.kinds_around(cell)
    boards = [made(SYMMETRIC, seed) for seed in range(1, 61)]
    where = Counter(
        (name, board.grounds[cell]) for board in boards for cell, names in board.power_ups.items() for name in names
    )
    assert where["command-tower", "floor"] > 100 and where["foxhole", "cover"] > 100
    assert where["gun-emplacement", "open"] > 100 and where["warhog", "open"] > 100


def test_starts_are_hidden_only_where_that_is_asked_for() -> None:
    # Rows as straight lines of hexes: here both sides start where they would see each other.
    recipe = altered(RECIPE, grid=HexGrid(5, 9, "pointy"), features={})
    hidden, seen = made(recipe, 4), made(altered(recipe, hidden_starts=False), 4)
    assert "cover" in hidden.edges.values() and complaints(hidden) == []
    assert set(seen.edges.values()) == {"open"}
    assert any(seen.line_of_sight(one, other) for one in seen.starts["a"] for other in seen.starts["b"])


def pieces(grid: HexGrid, size: int) -> set[frozenset[Hex]]:
    """Every group of hexes in one piece."""
    found = {frozenset([cell]) for cell in grid.cells}
    for _ in range(size - 1):
        found = {piece | {near} for piece in found for cell in piece for near in grid.around[cell] if near not in piece}
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(5, 6), (6, 5), (7, 7), (5, 9), (8, 6)])
@pytest.mark.parametrize("top", ["flat", "pointy"])
def test_no_two_zones_lie_farther_apart(rows: int, columns: int, top: str) -> None:
    grid = HexGrid(rows, columns, top)
    size = 4
    everywhere = pieces(grid, size)

    def apart(one: frozenset[Hex], other: frozenset[Hex]) -> int:
        return min(steps_apart(a, b) for a in one for b in other)

    turned = {piece: frozenset(grid.opposite(cell) for cell in piece) for piece in everywhere}
    assert apart(*map(frozenset, start_zones(grid, size, True))) == max(apart(*pair) for pair in turned.items())
    best = apart(*map(frozenset, start_zones(grid, size, False)))
    for piece in everywhere:
        farther = {cell for cell in grid.cells if all(steps_apart(cell, own) > best for own in piece)}
        board = open_board(grid, {side: "wall" for side in grid.edges if len(farther & set(side)) < 2})
        assert all(len(steps_from([cell], board.links)) < size for cell in farther)


def test_zones_are_in_one_piece_and_none_on_a_board_that_is_too_small() -> None:
    for grid in (HexGrid(5, 6), HexGrid(11, 14), HexGrid(12, 9, "pointy")):
        for mirrored in (True, False):
            for zone in start_zones(grid, 5, mirrored):
                inner = {side for side in grid.edges if set(side) <= set(zone)}
                board = open_board(grid, {side: "wall" for side in grid.edges if side not in inner})
                assert len(steps_from(zone[:1], board.links)) == len(zone) == 5
    with pytest.raises(ValueError, match="2 start zones of 5"):
        start_zones(HexGrid(3, 3), 5, False)
    with pytest.raises(ValueError, match="no room"):
        made(recipe_of(HexGrid(4, 4), power_ups=POWER_UPS), 1)


@pytest.mark.some(2)
@pytest.mark.parametrize("arrangement", ["plain", "symmetric"])
@pytest.mark.parametrize("top", [pytest.param("flat", marks=pytest.mark.slow), "pointy"])
def test_all_sizes_and_numbers_of_figures(top: str, arrangement: str) -> None:
    for rows in range(5, 12):
        for columns in range(5, 12):
            recipe = altered(RECIPE, grid=HexGrid(rows, columns, top), arrangement=arrangement)
            assert complaints(made(recipe, rows * columns)) == []
    for figures in (1, 3, 8):
        recipe = altered(RECIPE, grid=HexGrid(9, 10, top), arrangement=arrangement, figures=figures)
        assert complaints(made(recipe, figures)) == []


@pytest.mark.slow
def test_the_judge_and_the_proof_agree_about_any_change() -> None:
    grid = HexGrid(7, 9)
    board = made(altered(RECIPE, grid=grid), 5)
    verdicts = Counter()
    for side in list(grid.edges)[::2]:
        for kind in RULES.edges:
            changed = replace(board, edges={**board.edges, side: kind})
            # What the ground looks like is no part of the plain data, and follows the edges here.
            verdict = [fault for fault in board_faults(changed) if fault.code != "wrong-ground"]
            assert bool(verdict) == bool(complaints(changed)), (side, kind, verdict)
            verdicts[bool(verdict)] += 1
    assert min(verdicts.values()) > 40
