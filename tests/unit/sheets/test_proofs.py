"""What tells of cuts beside the sheets themselves: proofs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from kitchen import Kitchen, Run

import printgen
from printgen.base.units import Box, mm
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.model import Drawing, Item, Rect, Text
from printgen.drawing.model import Path as Shape
from printgen.drawing.outlines import bounds
from printgen.drawing.pieces import Piece
from printgen.faces.library import default_library
from printgen.sheets.proof import proof_of_pieces, proof_of_sheet
from printgen.sheets.sheet import sheet_words


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


WORDS = sheet_words(default_library()).margins


def legend_of(items: Sequence[Item]) -> tuple[Box, int]:
    """The box of a legend, and how many rows it has."""
    (ground,) = [item for item, _ in walk_kind(items, Rect) if item.fill == "#FFFFFF"]
    tops = {round(item.y) for item, _ in walk_kind(items, Text) if item.text != "PROOF"}
    return Box(ground.x, ground.y, ground.w, ground.h), len(tops)


@pytest.mark.parametrize(("room", "rows"), [(200, 1), (55, 1), (40, 2)])
def test_the_legend_of_a_proof_stays_on_its_sheet(room: float, rows: int, kitchen: Kitchen) -> None:
    sheet = printgen.load(kitchen.folder)["heroes"].compose().impose().sheets[0]
    left = sheet.drawing.width - mm(room)
    bare = replace(sheet, drawing=sheet.drawing._replace(items=()), cells=(Box(left, 50, mm(20), mm(30)),))
    box, found = legend_of(proof_of_sheet(bare, 0.0, WORDS).drawing.items)
    assert (box.x, box.y, found) == (pytest.approx(left + mm(1)), pytest.approx(50 + mm(1)), rows)
    assert box.right < sheet.drawing.width - mm(5)
    assert proof_of_sheet(replace(bare, cells=()), 0.0, WORDS).drawing.items == ()


@pytest.mark.parametrize(("width", "rows"), [(25, 2), (30, 2), (45, 1), (60, 1)])
def test_the_legend_of_a_proof_stays_on_its_first_piece(width: float, rows: int) -> None:
    drawing = Drawing(mm(width), mm(88), ())
    first, second = proof_of_pieces([Piece("One", drawing, drawing, bleed=mm(3))] * 2, WORDS)
    box, found = legend_of(first.front.items)
    assert found == rows and box.w < mm(width)
    assert first.front.width == pytest.approx(mm(width + 10)) and first.bleed == 0
    for other in (first.back, second.front, second.back):
        assert other and [item.text for item, _ in walk_kind(other.items, Text)] == ["PROOF"]
