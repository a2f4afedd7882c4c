"""The page of scales: what stands on both sides, on which papers, in which colours; and what cannot be made."""

from pathlib import Path

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from goldens import GOLDEN, differences
from kitchen import Run
from outlined import outline_text
from person import printed
from press import TRUE, mm

import printgen
from printgen.base.seeds import templates_folder
from printgen.base.units import to_mm
from printgen.drawing.extent import walk
from printgen.drawing.model import Path as Shape
from printgen.drawing.model import Rect
from printgen.drawing.outlines import bounds
from printgen.faces.library import Library
from printgen.sheets.printers.page import Asked, scale_pages
from printgen.sheets.sheet import paper


def texts(file: Path) -> list[str]:
    pdf = pypdfium2.PdfDocument(file)
    found = [pdf[n].get_textpage().get_text_range() for n in range(len(pdf))]
    pdf.close()
    return found


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("paper", ["letter", "a4", "legal", "tabloid", "a3", "arch-b", "200x260mm", "260x200mm"])
def test_it_fits_every_paper_that_it_is_made_for(paper: str, tmp_path: Path) -> None:
    known = {"arch-b": "305x457mm"}
    file = printgen.calibrate("office", tmp_path, paper=known.get(paper, paper))
    with pdfplumber.open(file) as pdf:
        assert len(pdf.pages) == 2
        for page in pdf.pages:
            assert page.width < page.height
            words = page.chars
            # Text keeps clear of where printers do not print, and is large enough to be read.
            edge = min(
                min(mm(c["x0"]), mm(c["top"]), mm(page.width - c["x1"]), mm(page.height - c["bottom"])) for c in words
            )
            assert edge > 8 and min(c["size"] for c in words if c["upright"]) >= 5.9
    sheet = printed(file, "long", TRUE, TRUE)
    assert set(sheet.letters) == set("ABCD")
    assert sheet.rungs["front"]["left"] == pytest.approx(list(range(1, 11)), abs=0.01)
    assert sheet.rungs["back"]["bottom"] == pytest.approx(list(range(1, 11)), abs=0.01)
    # A ruler of 30 cm reaches everywhere.
    assert max(max(at) for at in sheet.letters.values()) < 295


@pytest.mark.parametrize("paper", ["a5", "100x150mm"])
def test_a_paper_that_is_too_small_is_told(paper: str, run: Run, tmp_path: Path) -> None:
    made = run("printers", "calibrate", "office", "--paper", paper, "--out", tmp_path)
    assert made.code == 5 and "too small for the page of scales" in made.err and "Choose letter or a4" in made.err


def test_it_says_what_to_type(run: Run, tmp_path: Path) -> None:
    made = run("printers", "calibrate", "my laser", "--paper", "a4", "--duplex", "short", "--out", tmp_path)
    assert "printgen printers read 'my laser' --paper a4 --duplex short" in made.out
    front, back = texts(tmp_path / "printers" / "my laser.pdf")
    assert "printgen printers read 'my laser' --paper a4 --duplex short" in front
    assert "printgen build GAME --printer 'my laser'" in back
    with pikepdf.open(tmp_path / "printers" / "my laser.pdf") as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"


def test_its_cross_is_100_mm_and_4_inches_long(tmp_path: Path) -> None:
    with pdfplumber.open(printgen.calibrate("office", tmp_path)) as pdf:
        for page in pdf.pages:
            lines = [
                item["pts"]
                for item in (*page.lines, *page.curves)
                if item["stroke"] and abs(item["linewidth"] - 0.3) < 0.01
            ]
            long = {round(max(mm(abs(a[0] - b[0])), mm(abs(a[1] - b[1]))), 2) for a, b in (pts[:2] for pts in lines)}
            assert {100.0, 101.6} <= long


@pytest.mark.slow
def test_it_shows_the_colours_of_a_game_or_of_the_house(tmp_path: Path, run: Run) -> None:
    def fills(file: Path) -> set[tuple[float, ...]]:
        with pdfplumber.open(file) as pdf:
            colors = [rect["non_stroking_color"] for rect in pdf.pages[0].rects]
            return {tuple(round(v, 2) for v in color) for color in colors if isinstance(color, tuple)}

    assert run("printers", "calibrate", "joe", "--kit", "go-joe", "--out", tmp_path).code == 0
    house = fills(printgen.calibrate("house", tmp_path))
    game = fills(tmp_path / "printers" / "joe.pdf")
    night_force = tuple(round(int(part, 16) / 255, 2) for part in ("1F", "2F", "5C"))
    assert night_force in game - house
    assert "NF" in texts(tmp_path / "printers" / "joe.pdf")[0]
    assert "GO JOE" in texts(tmp_path / "printers" / "joe.pdf")[0]
    unknown = run("printers", "calibrate", "joe", "--kit", "go-jo", "--out", tmp_path)
    assert unknown.code == 2 and "go-joe" in unknown.err


@pytest.mark.slow
@pytest.mark.parametrize("kit", ["army-wars", "micro-forces", "sixth-scale"])
def test_colours_with_long_names_are_shown_as_far_as_there_is_room(tmp_path: Path, run: Run, kit: str) -> None:
    assert run("printers", "calibrate", "mine", "--kit", kit, "--out", tmp_path).code == 0
    said = texts(tmp_path / "printers" / "mine.pdf")[0]
    assert ("exclamat" in said) == (kit == "micro-forces") and "exclamation-mark" not in said


def test_a_game_of_another_language_speaks_it(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "game.yaml").write_text(
        "title: Spiel\nversion: '1'\nlanguage: de\nproducts: {}\n", encoding="utf-8"
    )
    front, back = texts(printgen.calibrate("Büro", tmp_path, kit=tmp_path / "game"))
    assert "Am Lineal ablesen".upper() in front and "Dann genau drucken".upper() in back


def test_names_are_shown_or_refused(run: Run, tmp_path: Path) -> None:
    long = "Laser Of The Third Floor Beside The Stair"[:40]
    assert long in texts(printgen.calibrate(long, tmp_path))[0]
    for name in ("../up", "", "a\nb", "x" * 41):
        assert run("printers", "calibrate", name, "--out", tmp_path / "no").code == 2
    unprinted = run("printers", "calibrate", "\u6771\u4eac", "--out", tmp_path / "no")
    assert unprinted.code != 0 and "Traceback" not in unprinted.err
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_the_upper_example_stands_at_a_ruler_and_the_lower_one_against_the_light(duplex: str) -> None:
    """The scale behind the paper is grey, and no ruler; the back has neither."""
    front, back = (
        page.drawing for page in scale_pages(Asked("office", paper("a4"), duplex, Library((templates_folder(),))))
    )
    found = [item for item, _ in walk(front.items) if isinstance(item, Rect | Shape)]
    (ruler,) = (item for item in found if item.fill == "#D9DDDE")
    greys = [item for item in found if isinstance(item, Shape) and item.stroke and item.stroke.color == "#7C868B"]
    (scale_behind,) = (item for item in greys if to_mm(bounds(item.outline).w) > 60)
    assert isinstance(ruler, Rect) and ruler.x > front.width / 2 > bounds(scale_behind.outline).right
    assert ruler.y < front.height / 2 < bounds(scale_behind.outline).y
    assert not any(isinstance(item, Rect) and item.fill == "#D9DDDE" for item, _ in walk(back.items))


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_the_page_of_scales_is_drawn_as_it_was(duplex: str, update_golden: bool) -> None:
    pages = scale_pages(Asked("office", paper("letter"), duplex, Library((templates_folder(),))))
    text = outline_text((page.bookmark, page.drawing) for page in pages)
    assert differences({GOLDEN / "scales" / f"{duplex}.txt": text}, update_golden) == []
