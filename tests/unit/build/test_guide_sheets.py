"""--duplex manual: all fronts, then all backs in the right order, and a guide sheet that says how the stack goes back.

A printer is played: it feeds its sheets from the top of the tray, and prints as the stack lies there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Literal

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from kitchen import Kitchen, Run
from pairwise import cases

from printgen.build.guide_sheets import StackTurn
from printgen.sheets import printers as known
from printgen.sheets.printers import PageShift, PrinterProfile, SideProfile, StackOrder

UpDown = Literal["up", "down"]


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "config"
    monkeypatch.setenv("PRINTGEN_CONFIG", str(folder))
    return folder


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def texts(file: Path) -> list[str]:
    pdf = pypdfium2.PdfDocument(file)
    found = [" ".join(pdf[n].get_textpage().get_text_range().split()) for n in range(len(pdf))]
    pdf.close()
    return found


def build(run: Run, kitchen: Kitchen, out: Path, *words: str) -> dict[str, Any]:
    done = run("build", kitchen.folder, "--duplex", "manual", "--out", out, "--json", *words)
    assert done.code == 0, done.err
    entry: dict[str, Any] = done.json["products"][0]
    return entry


@dataclass
class Played:
    """A printer without duplex: which side of a sheet in its tray it prints, and how sheets come out of it."""

    prints: UpDown
    out: UpDown
    tray: list[dict[str, str]]

    def pages(self, pages: list[str]) -> list[dict[str, str]]:
        """Print pages; what comes out from the bottom of the pile to its top, with its sides as they face there."""
        pile = []
        for page in pages:
            sheet = self.tray.pop(0)
            other: UpDown = "down" if self.prints == "up" else "up"
            assert not sheet[self.prints], "two pages on one side"
            front, back = page, sheet[other]
            pile.append({self.out: front, "down" if self.out == "up" else "up": back})
        return pile


@pytest.mark.parametrize(("printed", "out"), [*product(["up", "down"], repeat=2)])
def test_every_back_comes_onto_its_front(printed: UpDown, out: UpDown) -> None:
    """The pile is laid back with the printed side as the guide says, and fed from its top."""
    turning = StackTurn.of(StackOrder(printed=printed, head="first", out=out), "long")
    assert turning is not None
    fronts = ["guide", *map(str, range(1, 6))]
    # The blank side is printed; with the printed side up that is the lower one.
    printer = Played("down" if printed == "up" else "up", out, [{"up": "", "down": ""} for _ in fronts])
    pile = printer.pages(fronts)
    if out != printed:
        pile = [{"up": sheet["down"], "down": sheet["up"]} for sheet in reversed(pile)]
    top_first = pile[::-1]
    assert (top_first[0][printed] == "guide") == (turning.guide == "top")
    assert (top_first[-1][printed] == "guide") == (turning.guide == "bottom")
    printer.tray = top_first
    backs = fronts if turning.guide == "top" else fronts[::-1]
    assert all(sheet["up"] == sheet["down"] for sheet in printer.pages(backs))


@pytest.mark.parametrize("out_", ["up", "down"])
def test_a_known_printer_gets_two_files_and_its_own_words(out_: UpDown, kitchen: Kitchen, run: Run, out: Path) -> None:
    known.save("office", PrinterProfile(paper="letter", stack=StackOrder(printed="down", head="last", out=out_)))
    entry = build(run, kitchen, out, "--printer", "office")
    backs = "heroes-backs.pdf" if out_ == "up" else "heroes-backs-reversed.pdf"
    assert entry["files"] == ["heroes-fronts.pdf", backs] and (entry["pages"], entry["sheets"]) == (4, 2)
    assert "the printed side down, the arrow of the guide sheet going in last; then print heroes-backs" in entry["turn"]
    front, sheet = texts(out / "kitchen-heroes" / "heroes-fronts.pdf")
    assert "TURN THE STACK BY HAND" in front and "Kitchen Heroes: Heroes" in front and "for office" in front.lower()
    assert "printed side down" in front and "the arrow goes in last" in front and "Pea Soup" in sheet
    assert ("It must lie on top" in front) == (out_ == "up") == ("It must lie at the bottom" not in front)
    last = texts(out / "kitchen-heroes" / backs)
    assert ["BACK OF THE GUIDE SHEET" in text for text in last] == [out_ == "up", out_ == "down"]
    with pikepdf.open(out / "kitchen-heroes" / backs) as pdf:
        # A print dialog must not turn anything by itself.
        assert pdf.Root.ViewerPreferences.Duplex == "/Simplex" and pdf.Root.ViewerPreferences.PrintScaling == "/None"


def test_without_a_profile_one_sheet_finds_it_out(kitchen: Kitchen, run: Run, out: Path) -> None:
    done = run("build", kitchen.folder, "--duplex", "manual", "--out", out)
    files = ("heroes-fronts.pdf", "heroes-backs.pdf", "heroes-backs-reversed.pdf")
    assert ", ".join(files) in done.out and "heroes: print page 1 of heroes-fronts, put it back" in done.out
    fronts, backs, turned = (texts(out / "kitchen-heroes" / file) for file in files)
    assert turned == backs[::-1] and len(fronts) == len(backs)
    for words in (
        "Test with this sheet alone",
        "What came out?",
        "printers calibrate my-printer",
        "heroes-backs-reversed",
    ):
        assert words.lower() in fronts[0].lower(), words
    for printed, head in product(("up", "down"), ("first", "last")):
        assert f"printed side {printed}" in fronts[0] and f"the arrow goes in {head}" in fronts[0]
    # The files of another build may not be called so.
    listed = json.loads((out / "kitchen-heroes" / "manifest.json").read_text(encoding="utf-8"))["products"][0]["files"]
    assert listed == list(files)


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "look"), cases(["letter", "a4", "a5", "tabloid"], ["color", "saver"], meet=1))
def test_the_guide_sheet_keeps_clear_of_the_edges(paper: str, look: str, kitchen: Kitchen, run: Run, out: Path) -> None:
    build(run, kitchen, out, "--paper", paper, "--look", look)
    for name in ("fronts", "backs"):
        with pdfplumber.open(out / "kitchen-heroes" / f"heroes-{name}.pdf") as pdf:
            page = pdf.pages[0]
            assert page.width < page.height
            sizes = [char["size"] for char in page.chars]
            assert min(sizes) > (4 if paper == "a5" else 5.9)
        pdf = pypdfium2.PdfDocument(out / "kitchen-heroes" / f"heroes-{name}.pdf")
        picture = pdf[0].render(scale=100 / 72).to_pil().convert("L")
        pdf.close()
        inner = picture.point(lambda shade: 255 * (shade < 250)).getbbox()
        assert inner and min(inner[0], inner[1], picture.width - inner[2], picture.height - inner[3]) >= 24


def test_what_was_measured_over_the_short_edge_goes_back_the_other_way_round() -> None:
    stack = StackOrder(printed="up", head="first")
    assert StackTurn.of(stack, "long") == ("up", "first", "") and StackTurn.of(stack, "short") == ("up", "last", "")
    assert StackTurn.of(None, "long") is None


def test_backs_move_as_they_do_when_a_stack_is_turned_by_hand() -> None:
    front, back = SideProfile(shift=PageShift(right=1.0)), SideProfile(shift=PageShift(right=-2.0, down=0.5))
    by_itself = known.save("one", PrinterProfile(paper="a4", front=front, back=back))
    stack = StackOrder(printed="up", head="first")
    by_hand = known.save("two", PrinterProfile(paper="a4", front=front, back=back, stack=stack, duplex="short"))
    # What takes the way of a front comes out as one, and not as on a way that turns it.
    assert by_itself.side("back", "manual") == by_itself.side("front", "manual") == front
    assert by_hand.side("back", "manual") == back and by_hand.side("front", "manual") == front


def test_what_lies_is_written_upright(kitchen: Kitchen, run: Run, out: Path) -> None:
    build(run, kitchen, out, "--paper", "127x96mm", "--margin", "2mm")
    for name in ("fronts", "backs", "backs-reversed"):
        with pdfplumber.open(out / "kitchen-heroes" / f"heroes-{name}.pdf") as pdf:
            assert all(page.width < page.height for page in pdf.pages)


def test_what_has_no_backs_is_printed_as_ever(kitchen: Kitchen, run: Run, out: Path) -> None:
    kitchen.edit("game.yaml", "    back: hero-back\n", "")
    entry = build(run, kitchen, out)
    assert "turn" not in entry and entry["file"] == "heroes.pdf" and entry["pages"] == 1


def test_pictures_have_names_that_tell_the_side(kitchen: Kitchen, run: Run, out: Path) -> None:
    entry = build(run, kitchen, out, "--format", "svg")
    assert entry["files"][:3] == ["heroes-fronts-01.svg", "heroes-fronts-02.svg", "heroes-backs-01.svg"]
