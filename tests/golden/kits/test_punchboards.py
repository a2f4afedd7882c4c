"""Punchboards of kits and a sample: their pieces fill the sheets, lie apart, and have their backs beyond the fold."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from places import SAMPLES

from printgen.base.units import to_mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.printed import Pieces
from printgen.build.settings import Settings
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.model import Text
from printgen.faces.library import default_library
from printgen.sheets.mixed_layout import MixedLayout, lay_mixed
from printgen.sheets.sheet import MARGIN, SheetOptions
from printgen.sheets.sheet import paper as paper_named

BOARDS = {
    "go-joe": ("punchboard",),
    "micro-forces": ("punchboard",),
    "army-wars": ("objectives-and-orders", "track-and-leaders"),
    str(SAMPLES / "rail-barons"): ("punchboard",),
}
EACH = [pytest.param(kit, name, id=f"{Path(kit).name}-{name}") for kit, names in BOARDS.items() for name in names]


@cache
def board(kit: str, name: str) -> Pieces:
    (job,) = load([f"{kit}/{name}"])
    (made,), found = build.compose(job, Settings())
    assert [*job.findings, *found] == []
    return made


def laid(kit: str, name: str, paper: str) -> MixedLayout:
    made = board(kit, name)
    return lay_mixed(made.pieces, paper_named(paper, default_library()), SheetOptions(duplex=made.duplex))


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize(("kit", "name"), EACH)
def test_less_than_a_third_of_a_punchboard_is_blank(kit: str, name: str, paper: str) -> None:
    spread = laid(kit, name, paper)
    (spots,) = spread.pages
    for one, other in combinations((spot.cell for spot in spots), 2):
        assert not one.grown(-0.01).overlaps(other), "pieces lie over each other"
    sides = [1 + bool(spot.piece.back and spread.grid.fold) for spot in spots]
    filled = sum(spot.cell.w * spot.cell.h * n for spot, n in zip(spots, sides, strict=True))
    page = spread.grid
    printable = (page.page_width - 2 * MARGIN) * (page.page_height - 2 * MARGIN)
    assert 1 - filled / printable < 0.3


@pytest.mark.parametrize(("kit", "name"), EACH)
def test_what_is_mounted_folds_over_or_has_one_side(kit: str, name: str) -> None:
    made = board(kit, name)
    assert "label" in made.product.stock
    assert made.duplex == ("fold" if any(piece.back for piece in made) else "none")


@pytest.mark.parametrize(("kit", "name"), EACH)
def test_labels_are_never_turned_over_in_a_printer(kit: str, name: str) -> None:
    made = board(kit, name)
    for asked in ("long", "short"):
        wanted = replace(made, settings=replace(made.settings, duplex=asked))
        assert {sheet.side for sheet in wanted.sheets()} == {"front"}


@pytest.mark.slow
def test_team_counters_fit_the_poster_and_the_map_sheets() -> None:
    made = board("go-joe", "punchboard")
    across = {piece.name: to_mm(piece.front.width) for piece in reversed(made.pieces)}
    assert across["Joe team 1"] == pytest.approx(25 + 2 * 0.8)
    small = [to_mm(piece.front.width) for piece in made if piece.name == "Joe team 1"]
    assert small == pytest.approx([26.6, 17.6])
    # On a map sheet the columns have letters, a space apart; the small counters lie inside one, and its head says so.
    sheet = board("go-joe", "map-sheets").pieces[1].front
    heads = [(text, at) for text, at in walk_kind(sheet, Text) if text.text in "ABCDEFGH" and text.font == "stencil"]
    middles = sorted({round(to_mm(at[0] * (text.x + text.width / 2) + at[4]), 1) for text, at in heads})
    assert len(middles) == 8
    assert {round(b - a, 1) for a, b in pairwise(middles)} == {21.0} and max(small[1:]) < 21.0
    said = " ".join(words_of(sheet))
    assert "with the 16 mm counters" in said and "8 × 8" in said
    control = next(piece for piece in made if piece.name == "Control marker")
    assert (control.copies, to_mm(control.front.width)) == (16, pytest.approx(18)) and control.back
