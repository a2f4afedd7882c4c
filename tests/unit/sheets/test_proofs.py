"""What tells of cuts beside the sheets themselves: the picture on a cover, and proofs."""

from __future__ import annotations

from pathlib import Path

import pytest
from kitchen import Kitchen, Run

import printgen
from printgen.base.units import Box, mm
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.model import Path as Shape
from printgen.drawing.outlines import bounds
from printgen.faces.library import default_library
from printgen.sheets.cut_marks import cut_picture
from printgen.sheets.cut_plan import plan_cuts
from printgen.sheets.sheet import sheet_words


def test_a_picture_of_a_plan_names_all_cuts_and_keeps_to_its_place() -> None:
    cells = [Box(mm(20 + 65 * i), mm(15 + 90 * j), mm(65), mm(90)) for i in range(2) for j in range(2)]
    plan = plan_cuts(Box(0, 0, 612, 792), cells)
    drawn = cut_picture(plan, "Heroes", mm(3), sheet_words(default_library()).margins, mm(56), mm(33))
    told = words_of(drawn)
    assert {*map(str, range(1, 7)), "Heroes", "3\u20134 at 90 mm", "corners: 3 mm"} <= {*told}
    whole = Box(0, 0, drawn.width, drawn.height).grown(0.5)
    assert all(whole.holds(bounds(path.outline)) for path, _ in walk_kind(drawn, Shape))


@pytest.mark.slow
def test_covers_show_the_plan_of_what_has_the_most_sheets() -> None:
    cover = printgen.load("micro-forces")["cover"].compose()
    told = words_of(cover.pieces[0].back)
    assert "Level cards" in told and any(text.startswith("1\u20132 at the marks") for text in told)


def test_a_proof_marks_every_piece_and_says_so(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    heroes = printgen.load(kitchen.folder)["heroes"].compose()
    plain, proof = heroes.impose(), heroes.impose(proof=True)
    for before, after in zip(plain, proof, strict=True):
        assert after.drawing.items[: len(before.drawing.items)] == before.drawing.items
        lines = [bounds(path.outline) for path, _ in walk_kind(after.drawing.items[len(before.drawing.items) :], Shape)]
        for cell in after.cells:
            assert cell in [pytest.approx(line) for line in lines]
            assert cell.grown(-mm(3)) in [pytest.approx(line) for line in lines]
    assert words_of(proof.sheets[0].drawing).count("PROOF") == 4
    assert run("build", kitchen.folder, "--proof", "--out", tmp_path, "--json").json["products"][0]["proof"] is True
    assert "proof" not in run("build", kitchen.folder, "--out", tmp_path, "--json").json["products"][0]
    made = tmp_path / "soup.txt"
    assert run("preview", kitchen.folder / "heroes", "Pea Soup", "--proof", "-o", made).code == 0
    assert "PROOF, not for playing" in made.read_text("utf-8")
