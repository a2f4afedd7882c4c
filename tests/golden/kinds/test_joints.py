"""Boards of several pages: no joint of pages runs through a name, whatever the paper and however pages are joined."""

from __future__ import annotations

import pytest

from printgen.base.units import Box, mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import walk_kind
from printgen.drawing.fonts import face
from printgen.drawing.model import Text
from printgen.faces.library import default_library
from printgen.sheets.sheet import SheetOptions, paper
from printgen.sheets.tile import plan_tiling

KITS = ("go-joe", "micro-forces")
OTHERS = [(on, join) for on in ("letter", "a4", "tabloid", "a3") for join in ("tape", "glue")]


@pytest.mark.slow
@pytest.mark.parametrize("kit", KITS)
@pytest.mark.parametrize(
    ("on", "join"), [("letter", "tape"), *(pytest.param(*way, marks=pytest.mark.slow) for way in OTHERS[1:])]
)
def test_no_joint_of_a_poster_runs_through_a_name(kit: str, on: str, join: str) -> None:
    (job,) = load([f"{kit}/board-poster"])
    (made,), _ = build.compose(job, Settings(paper=on, join=join))
    (piece,) = made.pieces
    library = default_library()
    plan = plan_tiling(piece, paper(on, library), SheetOptions(join=join, library=library)).plan
    crossed, seen = [], 0
    for item, (a, _, _, _, x, y) in walk_kind(piece.front, Text):
        high = face(item.font).cap_height * item.size * a
        box = Box(x + item.x * a, y + item.y * a - high, item.width * a, high).grown(mm(0.3))
        seen += 1
        for seam in plan.seams:
            upright = seam.upright and box.x < seam.box.x < box.right and seam.box.y < box.bottom < seam.box.bottom
            level = not seam.upright and box.y < seam.box.y < box.bottom and seam.box.x < box.x < seam.box.right
            # The numbers on power-ups of hexes stay where they are.
            if (upright or level) and not item.text.isdigit():
                crossed.append(item.text)
    assert plan.seams and seen > 60 and crossed == []
