"""Grids of VASSAL: each space where it is, by the name that is printed on it."""

import pytest
from vassal_reading import middle, told

from printgen.drawing.pieces import Cell, Spaces
from printgen.exports.vassal.grids import grid_of, in_pixels


def _cells(rows: int, columns: int, shape: str, name: str) -> Spaces:
    """A board of spaces of 40 points, three rows of which are missing their first space."""
    across, down = {"square": (40.0, 30.0), "flat": (40.0, 34.6), "pointy": (34.6, 40.0)}[shape]
    cells = []
    for row in range(rows):
        for column in range(columns):
            x, y = (column + 0.5) * across, (row + 0.5) * down
            if shape == "flat":
                x, y = column * 30 + 20, y + (17.3 if column % 2 else 0)
            elif shape == "pointy":
                x, y = x + (17.3 if row % 2 else 0), row * 30 + 20
            letter = chr(65 + column % 26) * (column // 26 + 1)
            said = name.format(letter=letter, row=row + 1, column=column + 1, up=rows - row, wrong=7 * row + column)
            cells.append(Cell(said, row, column, x, y))
    return Spaces(shape, across, down, tuple(cells[1:]))  # type: ignore[arg-type]


@pytest.mark.parametrize("shape", ["square", "flat", "pointy"])
@pytest.mark.parametrize("name", ["{letter}{row}", "{column:02}{row:02}", "{row}-{column}", "{row}{letter}"])
def test_grids_have_every_space_where_it_is_and_call_it_what_it_is_called(shape: str, name: str) -> None:
    spaces = in_pixels(_cells(9, 30, shape, name), -5, 3, 1.39)
    size = round(30 * spaces.across), round(9 * spaces.down)
    grid = grid_of(spaces, size)
    assert grid.tag.endswith("SquareGrid" if shape == "square" else "HexGrid")
    for cell in spaces.cells:
        at = (cell.row, cell.column) if shape == "pointy" else (cell.column, cell.row)
        assert middle(grid, *at) == pytest.approx((cell.x, cell.y), abs=2)
        assert told(grid, round(cell.x), round(cell.y), size) == cell.name


def test_a_board_of_chess_counts_from_below() -> None:
    spaces = _cells(8, 8, "square", "{letter}{up}")
    grid = grid_of(spaces, (320, 240))
    (numbers,) = grid
    assert numbers.get("vDescend") == "true"
    assert [told(grid, x, y, (320, 240)) for x, y in ((60, 15), (300, 225))] == ["B8", "H1"]


@pytest.mark.parametrize(("shape", "name"), [("flat", "{letter}{up}"), ("square", "No. {wrong}"), ("free", "{row}")])
def test_names_that_no_numbering_gives_are_points(shape: str, name: str) -> None:
    spaces = _cells(5, 5, "square" if shape == "free" else shape, name)
    spaces = spaces if shape != "free" else Spaces("free", 40, 30, spaces.cells)
    grid = grid_of(spaces, (200, 200))
    assert grid.tag.endswith("RegionGrid")
    for cell in spaces.cells:
        assert told(grid, round(cell.x), round(cell.y), (200, 200)) == cell.name
