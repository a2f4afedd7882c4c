"""Hex grids: neighbours share sides on paper, hexes are as wide as they should be, and opposites keep neighbours."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from printgen.kinds.board.grid import DIRECTION_NAMES, HexGrid, Top, direction_to, edge, move, steps_apart
from printgen.kinds.board.hex_features import start_zones

GRIDS = [
    HexGrid(rows, columns, top)
    for rows, columns in ((11, 14), (5, 9), (6, 5), (1, 1), (1, 4))
    for top in DIRECTION_NAMES
]
WIDTH = 32.0


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_hexes_and_edges(grid: HexGrid) -> None:
    assert len(grid.cells) == len(set(grid.cells)) == grid.rows * grid.columns
    for n, cell in enumerate(grid.cells):
        assert grid.row_and_column(cell) == divmod(n, grid.columns)
        assert grid.at(*divmod(n, grid.columns)) == cell
        assert cell in grid
    pairs = sum(map(len, grid.around.values()))
    assert pairs == 2 * len(grid.edges) == 6 * len(grid.cells) - len(grid.border(1.0))
    assert all(one < other and steps_apart(one, other) == 1 and edge(other, one) == (one, other)
               for one, other in grid.edges)  # fmt: skip
    assert (-1, 0) not in grid and "A1" not in grid


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_where_hexes_lie(grid: HexGrid) -> None:
    width, height = grid.box(WIDTH)
    points = [corner for cell in grid.cells for corner in grid.corners(cell, WIDTH)]
    assert min(x for x, _ in points) == pytest.approx(0, abs=1e-9)
    assert min(y for _, y in points) == pytest.approx(0, abs=1e-9)
    assert max(x for x, _ in points) == pytest.approx(width)
    assert max(y for _, y in points) == pytest.approx(height)
    for cell in grid.cells:
        here = grid.centre(cell, WIDTH)
        for direction in range(6):
            start, end = grid.side(cell, direction, WIDTH)
            middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            assert math.dist(middle, here) == pytest.approx(WIDTH / 2)
            assert math.dist(start, end) == pytest.approx(WIDTH / math.sqrt(3))
            other = move(cell, direction)
            if other in grid:
                there = grid.centre(other, WIDTH)
                assert math.dist(here, there) == pytest.approx(WIDTH)
                back = grid.side(other, direction + 3, WIDTH)
                assert math.dist(start, back[1]) == pytest.approx(0, abs=1e-9)
                assert math.dist(end, back[0]) == pytest.approx(0, abs=1e-9)
                assert direction_to(cell, other) == direction


def test_directions_are_where_their_names_say() -> None:
    signs = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}
    for top in DIRECTION_NAMES:
        grid = HexGrid(5, 5, top)
        here = grid.centre(grid.at(2, 2), WIDTH)
        for direction, name in enumerate(DIRECTION_NAMES[top]):
            there = grid.centre(move(grid.at(2, 2), direction), WIDTH)
            wanted = [sum(axis) for axis in zip(*(signs[word] for word in name.split("-")), strict=True)]
            offset = there[0] - here[0], there[1] - here[1]
            assert [round(math.copysign(1, value)) if abs(value) > 1e-9 else 0 for value in offset] == wanted, name


def test_every_second_line_is_shoved() -> None:
    flat, pointy = HexGrid(11, 15), HexGrid(11, 15, "pointy")
    assert [flat.name(cell) for cell in (flat.cells[0], flat.cells[-1])] == ["A1", "O11"]
    assert flat.centre(flat.at(0, 1), WIDTH)[1] - flat.centre(flat.at(0, 0), WIDTH)[1] == pytest.approx(16)
    assert pointy.centre(pointy.at(1, 0), WIDTH)[0] - pointy.centre(pointy.at(0, 0), WIDTH)[0] == pytest.approx(16)
    # Fifteen columns of 32 mm across the flats and eleven rows: 425 x 368 mm.
    assert [round(size) for size in flat.box(WIDTH)] == [425, 368]


def test_steps_are_what_a_search_counts() -> None:
    grid = HexGrid(6, 7)
    for start in grid.cells[::5]:
        steps, queue = {start: 0}, [start]
        for cell in queue:
            for near in grid.around[cell]:
                if near not in steps:
                    steps[near] = steps[cell] + 1
                    queue.append(near)
        assert all(steps_apart(start, cell) == far for cell, far in steps.items())


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_opposites(grid: HexGrid) -> None:
    turns = (grid.columns if grid.top == "flat" else grid.rows) % 2 == 0
    assert sorted(grid.opposite(cell) for cell in grid.cells) == sorted(grid.cells)
    width, height = grid.box(1.0)
    for cell in grid.cells:
        assert grid.opposite(grid.opposite(cell)) == cell
        (x, y), (across, down) = grid.centre(cell, 1.0), grid.centre(grid.opposite(cell), 1.0)
        turned = (width - x, height - y)
        mirrored = (width - x, y) if grid.top == "flat" else (x, height - y)
        assert (across, down) == pytest.approx(turned if turns else mirrored)
    assert {grid.opposite_edge(side) for side in grid.edges} == set(grid.edges)


def test_a_straight_line_keeps_its_direction() -> None:
    line = [move((0, 0), 4, n) for n in range(5)]
    assert {direction_to(*pair) for pair in pairwise(line)} == {4}
    assert line[4] == move((0, 0), 1, -4)
    with pytest.raises(ValueError):
        direction_to((0, 0), (2, 0))


@pytest.mark.parametrize(
    ("rows", "columns", "top", "figures", "first", "second"),
    [
        (3, 3, "flat", 4, "(0,0) (0,1) (0,2) (1,0)", "(1,1) (2,-1) (2,0) (2,1)"),
        (4, 2, "flat", 4, "(0,0) (0,1) (0,2) (0,3)", "(1,0) (1,1) (1,2) (1,3)"),
        (3, 5, "pointy", 3, "(-1,2) (0,0) (0,1)", "(3,2) (4,0) (4,1)"),
        (4, 5, "pointy", 3, "(-1,2) (-1,3) (0,1)", "(3,2) (4,0) (4,1)"),
        (5, 6, "pointy", 3, "(-1,2) (-1,3) (0,1)", "(4,2) (5,0) (5,1)"),
    ],
)
def test_sides_start_as_far_apart_as_can_be_and_in_the_middle(
    rows: int, columns: int, top: Top, figures: int, first: str, second: str
) -> None:
    zones = start_zones(HexGrid(rows, columns, top), figures, False)
    assert [" ".join(f"({q},{r})" for q, r in zone) for zone in zones] == [first, second]


def test_zones_of_a_symmetric_board_are_opposite() -> None:
    grid = HexGrid(5, 9, "flat")
    one, other = start_zones(grid, 3, True)
    assert sorted(map(grid.opposite, one)) == [*other]
    with pytest.raises(ValueError, match="no room for 2 start zones of 2"):
        start_zones(HexGrid(1, 3, "flat"), 2, True)
