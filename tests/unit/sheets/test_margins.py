"""How near to the edge of the paper things lie: as the printer allows, and what cannot keep clear is told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from imposed import deck, pictures
from kitchen import Kitchen, Run

import printgen
from printgen.base.errors import PrintgenError, UsageError, Where
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Drawing
from printgen.drawing.pieces import Piece
from printgen.sheets.impose import check_margins, impose
from printgen.sheets.sheet import MARGIN, SheetOptions, paper

LETTER = paper("letter")
HERE = Where("game.yaml", 3, 5)


def page(width: float, height: float) -> Piece:
    return Piece("Aid", Drawing(mm(width), mm(height)), page=True)


def test_a_page_to_read_is_not_cut() -> None:
    (sheet,) = impose([page(195.9, 265)], LETTER, SheetOptions(kit="Kit", product="Aid"))
    assert sheet.trim == sheet.bleed == (0, 0, *LETTER[1:])
    # Beside its picture stand a ruler and a label.
    assert len(sheet.drawing.items) == 3 and sheet.ruler and sheet.label


def test_two_pages_on_a_sheet_are_cut_apart() -> None:
    first, second = impose([page(190, 120)] * 3, LETTER, SheetOptions())
    assert len(first.cells) == 2 and len(first.drawing.items) > 3
    assert second.trim != (0, 0, *LETTER[1:])


@pytest.mark.parametrize(("margin", "many"), [(MARGIN, 9), (mm(12), 8), (mm(3), 9), (0.0, 9)])
def test_a_grid_follows_the_margin(margin: float, many: int) -> None:
    (front, *_) = impose(deck(9), LETTER, SheetOptions(margin=margin, duplex="none"))
    assert len(pictures(front)) == many


def test_a_smaller_margin_makes_room() -> None:
    for size, many in (("50x50mm", [20, 20]), ("51.5x51.5mm", [15, 20])):
        pages = [impose(deck(40, size), LETTER, SheetOptions(margin=mm(m), duplex="none"))[0] for m in (6.35, 4)]
        assert [len(page.cells) for page in pages] == many


def test_a_page_that_fits_the_paper_alone_is_printed_and_told() -> None:
    sheets = impose([page(210, 270)], LETTER, SheetOptions())
    assert len(sheets) == 1
    (finding,) = check_margins(sheets, MARGIN, HERE)
    assert (finding.severity, finding.where, finding.code) == ("warning", HERE, "near-edge")
    assert finding.message.startswith("'Aid' comes to 3 mm from the edge of the paper")
    assert "6.35 mm" in finding.message and "--margin" in finding.hint
    assert [*check_margins(impose([page(210, 270)], LETTER, SheetOptions(margin=mm(2.9))), mm(2.9), HERE)] == []


def test_other_pieces_that_do_not_keep_clear_do_not_fit() -> None:
    with pytest.raises(PrintgenError, match="does not fit"):
        impose([replace(page(210, 270), page=False, whole=True)], LETTER, SheetOptions())


def test_a_build_tells_of_pages_near_the_edge(kitchen: Kitchen, run: Run) -> None:
    kitchen.add_product("menu", "kind: reference-sheet\ntitle: Menu\noptions: {file: menu.yaml, size: 205x270mm}")
    kitchen.write("menu.yaml", "title: Menu\nsections:\n  - title: Soups\n    blocks:\n      - text: Hot.\n")
    told = run("build", f"{kitchen.folder}/menu", "--out", kitchen.folder.parent / "out")
    assert "comes to 4.7 mm from the edge of the paper" in told.err and told.code == 0
    quiet = run(
        "build", f"{kitchen.folder}/menu", "--margin", "4.5mm", "--out", kitchen.folder.parent / "out", "--json"
    )
    assert "comes to" not in quiet.err
    assert [one["margin"] for one in quiet.json["products"]] == [4.5]


@pytest.mark.parametrize(("margin", "problem"), [
    ("26mm", "margin: 26mm is not from 0 to 25 mm"), ("-1mm", "margin: -1mm is not from 0 to 25 mm"),
    ("3", "margin: '3' is not a length"),
])  # fmt: skip
def test_margins_that_cannot_be(margin: str, problem: str) -> None:
    with pytest.raises(UsageError) as caught:
        printgen.Settings(margin=margin)
    assert str(caught.value).startswith(problem) or problem in str(caught.value)


def test_a_program_says_the_margin() -> None:
    heroes = printgen.load("samples/kitchen-heroes")["heroes"].compose()
    wide = heroes.impose("letter", margin="15mm")
    assert all(to_mm(min(cell.x, cell.y)) >= 14.99 for sheet in wide for cell in sheet.cells)
    assert wide.entry([("heroes.pdf", b"")]).margin == 15
