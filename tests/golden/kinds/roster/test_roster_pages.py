"""What stands on the pages of Army Wars' rosters lies apart and fills the room it has."""

from __future__ import annotations

import pytest

from printgen.base.units import to_mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import walk_kind
from printgen.drawing.model import Text
from printgen.drawing.pieces import Piece


@pytest.fixture(scope="module")
def pages() -> tuple[Piece, ...]:
    (job,) = load(["army-wars/rosters"])
    (made,), found = build.compose(job, Settings())
    assert [*job.findings, *found] == []
    return made.pieces


def placed(page: Piece) -> dict[str, tuple[float, float, float]]:
    """Of each text on a page its left end, its right end and its baseline, in millimetres."""
    found = {}
    for item, matrix in walk_kind(page.front, Text):
        x, y = matrix[4] + matrix[0] * item.x, matrix[5] + matrix[3] * item.y
        found[item.text] = to_mm(x), to_mm(x + matrix[0] * item.width), to_mm(y)
    return found


@pytest.mark.slow
def test_the_names_of_sides_end_well_before_the_next_box(pages: tuple[Piece, ...]) -> None:
    for page in pages:
        words = placed(page)
        for name, following in (("RED", "BLUE"), ("BLUE", "YELLOW"), ("YELLOW", "STEEL")):
            # A box of 4.4 mm and an emblem stand before each name.
            assert words[following][0] - 8.6 - words[name][1] > 2, (page.name, name)


@pytest.mark.slow
def test_what_to_remember_fills_its_box(pages: tuple[Piece, ...]) -> None:
    for page in (page for page in pages if "REMEMBER" in placed(page)):
        words = placed(page)
        head, last = words["REMEMBER"][2], words["Walk, then shoot. Run: no shooting."][2]
        left = to_mm(page.front.height) - 6 - last
        # Under the last line lie the soldiers, where there is room for them, or little.
        soldiers = 42 if to_mm(page.front.height) - 6 - head > 88 else 0
        assert left - soldiers < 0.3 * (last - head) + 8, page.name
