"""Rows of tables in texts: what stands between their bars."""

from __future__ import annotations

import pytest

from printgen.base.errors import Where
from printgen.game.documents import _cells
from printgen.reading.part import Phrase


@pytest.mark.parametrize(("line", "cells"), [
    ("| a | b |", ["a", "b"]), ("a | b", ["a", "b"]), ("| a |", ["a"]), ("a |", ["a"]), ("|", [""]), ("| |", [""]),
    ("| a | |", ["a", ""]), ("|| b |", ["", "b"]), (r"| a \| b | c |", ["a | b", "c"]), ("| a | b", ["a", "b"]),
])  # fmt: skip
def test_bars_part_the_cells_of_a_row(line: str, cells: list[str]) -> None:
    where = Where("guide.md", 3, 1)
    assert _cells(Phrase(line, where)) == tuple(Phrase(cell, where) for cell in cells)
