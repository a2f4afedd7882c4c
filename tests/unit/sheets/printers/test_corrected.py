"""Sheets for a printer that is known: they undo what it does, side by side, and say whom they are for."""

import json
import re
from pathlib import Path

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from kitchen import Run
from press import Fault, corners, corners_game, furthest, size_of

import printgen
from printgen.base.units import to_mm
from printgen.sheets import printers as known
from printgen.sheets.printers import PageShift, PrinterProfile, ScaleFactors, SideProfile, WhiteMargin

FRONT = Fault(1.004, 0.997, 1.5, -2.0, 0.4)
BACK = Fault(0.999, 1.003, -1.0, 1.25, -0.3)


def side_of(fault: Fault, white: float = 4.2) -> SideProfile:
    return SideProfile(
        scale=ScaleFactors(across=fault.across, down=fault.down), shift=PageShift(right=fault.right, down=fault.below),
        skew=fault.turn, margin=WhiteMargin(left=white, top=white, right=white, bottom=white),
    )  # fmt: skip


def kept(name: str = "office", paper: str = "letter", duplex: str = "long", white: float = 4.2) -> None:
    known.save(name, PrinterProfile(paper=paper, duplex=duplex, front=side_of(FRONT, white), back=side_of(BACK, white)))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return corners_game(tmp_path / "corners")


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_cards_come_out_true_on_both_sides(duplex: str, paper: str, game: Path, tmp_path: Path) -> None:
    kept(paper=paper, duplex=duplex)
    cards = printgen.load(game)["deck"].compose()
    cards.impose(paper, duplex=duplex).write(tmp_path / "true.pdf")
    cards.impose(paper, duplex=duplex, printer="office").write(tmp_path / "office.pdf")
    with pdfplumber.open(tmp_path / "office.pdf") as pdf:
        size = size_of(pdf.pages[0])
    for side, fault in (("front", FRONT), ("back", BACK)):
        true, written = corners(tmp_path / "true.pdf", side), corners(tmp_path / "office.pdf", side)
        assert len(true) == len(written) == 2
        assert furthest(written, true) > 1  # Else nothing was undone.
        printed = [[fault.printed(point, size) for point in page] for page in written]
        assert furthest(printed, true) < 0.005


def test_a_back_over_the_other_edge_lies_the_other_way_up(game: Path, tmp_path: Path) -> None:
    kept(duplex="long")
    cards = printgen.load(game)["deck"].compose()
    cards.impose("letter", duplex="short").write(tmp_path / "true.pdf")
    cards.impose("letter", duplex="short", printer="office").write(tmp_path / "office.pdf")
    # The sheet goes the same way; what the page calls its head is at the foot of the sheet.
    turned = Fault(BACK.across, BACK.down, -BACK.right, -BACK.below, BACK.turn)
    written = corners(tmp_path / "office.pdf", "back")
    printed = [[turned.printed(point, (215.9, 279.4)) for point in page] for page in written]
    assert furthest(printed, corners(tmp_path / "true.pdf", "back")) < 0.005


def test_what_lies_is_written_upright_as_a_printer_pulls_it(game: Path, tmp_path: Path) -> None:
    kept()
    mat = printgen.load(game)["mat"].compose()
    mat.impose("letter").write(tmp_path / "true.pdf")
    mat.impose("letter", printer="office").write(tmp_path / "office.pdf")
    with pdfplumber.open(tmp_path / "true.pdf") as true, pdfplumber.open(tmp_path / "office.pdf") as office:
        assert (true.pages[0].width, true.pages[0].height) == (office.pages[0].height, office.pages[0].width)
    # The head is at the left edge: what was at the right of it is on top.
    turned = [[(y, 279.4 - x) for x, y in page] for page in corners(tmp_path / "true.pdf", "front")]
    written = corners(tmp_path / "office.pdf", "front")
    printed = [[FRONT.printed(point, (215.9, 279.4)) for point in page] for page in written]
    assert furthest(printed, turned) < 0.005


def test_the_page_keeps_its_size_and_its_boxes_follow(game: Path, tmp_path: Path) -> None:
    kept()
    cards = printgen.load(game)["deck"].compose()
    for name, printer in (("true", ""), ("office", "office")):
        cards.impose("letter", printer=printer).write(tmp_path / f"{name}.pdf")
    with pikepdf.open(tmp_path / "true.pdf") as true, pikepdf.open(tmp_path / "office.pdf") as office:
        for one, other in zip(true.pages, office.pages, strict=True):
            assert [*one.MediaBox] == [*other.MediaBox]
            trim, moved = ([float(side) for side in page.TrimBox] for page in (one, other))
            apart = [abs(a - b) for a, b in zip(trim, moved, strict=True)]
            assert 0.5 < max(apart) < 12


def test_the_manifest_and_every_label_name_the_printer(game: Path, run: Run, tmp_path: Path) -> None:
    kept("attic laser")
    built = run("build", game, "--printer", "Attic Laser", "--out", tmp_path / "out", "--json")
    assert built.code == 0
    assert {entry["printer"] for entry in built.json["products"]} == {"attic laser"}
    listed = json.loads((tmp_path / "out" / "corners" / "manifest.json").read_text())
    assert listed["products"] == built.json["products"]
    pdf = pypdfium2.PdfDocument(tmp_path / "out" / "corners" / "deck.pdf")
    assert "for attic laser" in pdf[0].get_textpage().get_text_range()
    pdf.close()
    again = run("build", game, "--out", tmp_path / "out", "--json")
    assert all("printer" not in entry for entry in again.json["products"])


def test_another_paper_is_told_and_printed(game: Path, run: Run, tmp_path: Path) -> None:
    kept()
    built = run("build", game, "--printer", "office", "--paper", "A4", "--out", tmp_path / "out")
    assert built.code == 0
    assert "warning: the printer office was measured on letter, and this is A4" in built.err


@pytest.mark.slow
def test_two_printers_are_two(game: Path, tmp_path: Path) -> None:
    kept("office")
    known.save("attic", PrinterProfile(paper="letter", front=side_of(Fault(right=3.0))))
    cards = printgen.load(game)["deck"].compose()
    found = {}
    for name in ("office", "attic"):
        cards.impose("letter", printer=name).write(tmp_path / f"{name}.pdf")
        found[name] = corners(tmp_path / f"{name}.pdf", "front")
    cards.impose("letter").write(tmp_path / "true.pdf")
    moved = [[(x + 3, y) for x, y in page] for page in found["attic"]]
    assert furthest(moved, corners(tmp_path / "true.pdf", "front")) < 0.005
    assert furthest(found["office"], found["attic"]) > 1


def drawn(svg: Path) -> str:
    """What an SVG draws, without its title."""
    return re.sub(r"<title>.*?</title>|<metadata>.*?</metadata>", "", svg.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_a_preview_of_a_sheet_shows_it_as_it_is_written(game: Path, run: Run, tmp_path: Path) -> None:
    kept()
    moved, written = tmp_path / "moved.svg", tmp_path / "written.svg"
    assert run("preview", f"{game}/deck", "--sheet", 1, "--printer", "office", "-o", moved).code == 0
    printgen.load(game)["deck"].compose().impose(printer="office").write(written)
    (first, *_) = sorted(tmp_path.glob("written*.svg"))
    assert drawn(moved) == drawn(first)
    cards = run("preview", f"{game}/deck", "--printer", "office", "-o", moved)
    assert cards.code == 2 and "--printer is for whole sheets" in cards.err


def test_a_name_that_the_font_lacks_letters_of_is_told_as_the_printers(game: Path, run: Run, tmp_path: Path) -> None:
    kept("\u6771\u4eac")
    built = run("build", game, "--printer", "\u6771\u4eac", "--out", tmp_path / "out")
    assert built.code != 0 and "names the printer" in built.err and "Measure it under a name" in built.err


def test_a_printer_that_leaves_much_white_is_given_nothing_there(game: Path, tmp_path: Path) -> None:
    cards = printgen.load(game)["deck"].compose()
    for white, first in ((4.2, 9), (6.35, 9), (9.0, 8)):
        kept(white=white)
        made = cards.impose("letter", printer="office")
        assert len(made.sheets[0].names) == first
        inner = min(
            min(s.trim.x, s.trim.y, s.drawing.width - s.trim.right, s.drawing.height - s.trim.bottom)
            for s in made
            if s.side == "front"
        )
        assert to_mm(inner) >= white - 0.01
