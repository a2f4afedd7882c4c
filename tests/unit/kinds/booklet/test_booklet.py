"""Booklets: printed, cut loose from the PDF, nested and read page by page; what does not fit is told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from kitchen import Kitchen

import printgen
from printgen.base.units import mm, to_mm
from printgen.build import jobs
from printgen.build import stages as build
from printgen.drawing.extent import words_of

LETTER, A4 = (279.4, 215.9), (297.0, 210.0)


def document(pages: int) -> str:
    """A document that takes so many pages, each with a word of its own."""
    blocks = "      - break: page\n".join(f"      - text: chapter{n}\n" for n in range(1, pages + 1))
    return f"title: Rules\nsections:\n  - title: All\n    blocks:\n{blocks}"


@pytest.fixture
def kitchen(tmp_path: Path) -> Kitchen:
    return Kitchen.copied(tmp_path / "kitchen-heroes")


def add(kitchen: Kitchen, pages: int, keys: str = "") -> None:
    kitchen.write("rules.yaml", document(pages))
    kitchen.add_product("rules", f"kind: booklet\ntitle: Rules\nfile: rules.yaml\n{keys}".rstrip("\n"))


def printed(kitchen: Kitchen, paper: str = "letter", duplex: str = "", **settings: Any) -> Any:
    out = kitchen.folder.parent / "out"
    printgen.write([f"{kitchen.folder}/rules"], printgen.Settings(out=out, paper=paper, duplex=duplex, **settings))
    return pdfplumber.open(out / kitchen.folder.name / "rules.pdf")


def sides(kitchen: Kitchen, paper: str, way: str) -> tuple[list[Any], list[Any]]:
    """The fronts and the backs of sheets, as they follow each other in the files; by hand, without the guide sheet."""
    if way != "manual":
        found = read_pages(printed(kitchen, paper, way))
        half = len(found) // 2
        return (found[:half], found[half:]) if way == "split" else (found[::2], found[1::2])
    out = kitchen.folder.parent / "out"
    printgen.write([f"{kitchen.folder}/rules"], printgen.Settings(out=out, paper=paper, duplex=way))
    files = (out / kitchen.folder.name / f"rules-{name}.pdf" for name in ("fronts", "backs"))
    fronts, backs = (read_pages(pdfplumber.open(file))[1:] for file in files)
    return fronts, backs


def read_pages(file: Any) -> list[Any]:
    """The pages of a file that is closed then, with what stands on them."""
    with file as pdf:
        assert all(page.chars is not None for page in pdf.pages)
        return [*pdf.pages]


def halves(page: Any) -> tuple[str, str]:
    """The chapters on the left and on the right of a side."""
    words = page.extract_words()
    spots = [(float(word["x0"]) > page.width / 2, word["text"]) for word in words]
    left, right = (" ".join(t for at, t in spots if at is way and t.startswith("chapter")) for way in (False, True))
    return left, right


def lying(page: Any) -> tuple[str, str, bool]:
    """The chapters on the left and on the right of a side that a reader turned to read, and whether it was upside down.

    What goes to a printer by hand is written on upright pages, the head of a side that lies at their left.
    """
    told, upright = "".join(char["text"] for char in page.chars), page.height > page.width
    ways = {char["matrix"][upright] < 0 for char in page.chars}
    found = {}
    for chapter in re.finditer(r"chapter\d", told):
        char = page.chars[chapter.start()]
        along = 1 - char["top"] / page.height if upright else char["x0"] / page.width
        found[(along > 0.5) != (True in ways)] = chapter[0]
    (over,) = ways
    return found[False], found[True], over


def read(sheets: list[tuple[tuple[str, str], tuple[str, str]]]) -> list[str]:
    """The pages of nested sheets in the order of a reader; each sheet has its front and, seen from there, its back."""
    first, last = [], []
    for (outer_left, outer_right), (inner_left, inner_right) in sheets:
        first += [outer_right, inner_left]
        last[:0] = [inner_right, outer_left]
    return first + last


@pytest.mark.some(6)
@pytest.mark.parametrize("pages", [1, 4, 5, 8, 11, 16])
def test_nested_sheets_read_from_the_first_page_to_the_last(kitchen: Kitchen, pages: int) -> None:
    add(kitchen, pages)
    with printed(kitchen) as pdf:
        sides = [halves(page) for page in pdf.pages]
    whole = -(-pages // 4) * 4
    assert len(sides) == whole // 2
    wanted = [f"chapter{n}" for n in range(1, pages + 1)] + [""] * (whole - pages)
    assert read(list(zip(sides[::2], sides[1::2], strict=True))) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("way", ["long", "short", "split", "manual"])
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_behind_each_side_lie_its_own_pages_whichever_way_the_paper_is_turned(
    kitchen: Kitchen, paper: str, way: str
) -> None:
    """What is turned over the long edge, by a printer or by hand, comes back upside down, and so it is printed."""
    add(kitchen, 8)
    fronts, backs = sides(kitchen, paper, way)
    seen = [lying(page) for page in fronts], [lying(page) for page in backs]
    assert [{over for *_, over in side} for side in seen] == [{False}, {way != "short"}]
    chapters = [[(left, right) for left, right, _ in side] for side in seen]
    assert read(list(zip(*chapters, strict=True))) == [f"chapter{n}" for n in range(1, 9)]


@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["none", "fold", "split"])
def test_no_page_is_ever_left_out(kitchen: Kitchen, duplex: str) -> None:
    add(kitchen, 8)
    with printed(kitchen, duplex=duplex) as pdf:
        words = {word["text"] for page in pdf.pages for word in page.extract_words()}
    assert all({f"chapter{n}", f"chapter{n}"[::-1]} & words for n in range(1, 9))


@pytest.mark.parametrize(("paper", "sheet"), [("letter", LETTER), ("a4", A4)])
def test_without_a_size_a_page_is_half_the_paper_to_its_edges(
    kitchen: Kitchen, paper: str, sheet: tuple[float, float]
) -> None:
    add(kitchen, 3)
    with printed(kitchen, paper) as pdf:
        page = pdf.pages[0]
        assert (to_mm(page.width), to_mm(page.height)) == pytest.approx(sheet, abs=0.05)
        middle = float(page.width) / 2
        upright = [line for line in page.lines if abs(line["x0"] - middle) < 0.05 and abs(line["x1"] - middle) < 0.05]
    # The fold at both ends of it, and two staples a quarter of the height from them.
    heights = sorted(round(to_mm((line["top"] + line["bottom"]) / 2), 1) for line in upright)
    assert heights == pytest.approx([8.85, sheet[1] / 4, 3 * sheet[1] / 4, sheet[1] - 8.85], abs=0.1)


@pytest.mark.parametrize(
    ("paper", "keys", "margin"), [("letter", "", 6.35), ("a4", "", 12.7), ("a3", "size: a5", 6.35)]
)
def test_marks_stay_where_printers_print(kitchen: Kitchen, paper: str, keys: str, margin: float) -> None:
    add(kitchen, 4, keys)
    with printed(kitchen, paper, margin=f"{margin}mm") as pdf:
        page = pdf.pages[0]
        middle = float(page.width) / 2
        marks = [line for line in page.lines if abs(line["x0"] - middle) < mm(1.1) > abs(line["x1"] - middle)]
        ends = [min(line["top"], float(page.height) - line["bottom"]) for line in marks]
        assert len(ends) == 8 and min(ends) > mm(margin) - 0.1


def test_staples_are_marked_on_the_outermost_sheet_alone_and_nothing_where_that_is_not_wanted(kitchen: Kitchen) -> None:
    add(kitchen, 8)
    with printed(kitchen) as pdf:
        marked = [sum(abs(line["x0"] - float(page.width) / 2) < 0.05 for line in page.lines) for page in pdf.pages]
    assert marked == [4, 0, 2, 0]


def test_a_named_size_takes_the_paper_that_is_twice_as_large_and_others_are_cut(kitchen: Kitchen) -> None:
    add(kitchen, 4, "size: a5")
    with printed(kitchen, "a4") as pdf:
        assert to_mm(pdf.pages[0].width) == pytest.approx(297, abs=0.05)
        assert "sheet 1 of 1" not in (pdf.pages[0].extract_text() or "")
    with printed(kitchen, "a3") as pdf:
        assert "teehs" in (pdf.pages[0].extract_text() or "")  # The label of the sheet stands upright in the margin.


def test_a_page_too_large_for_the_paper_names_a_paper(kitchen: Kitchen) -> None:
    add(kitchen, 4, "size: letter-page")
    kitchen.write("templates/sizes.yaml", 'letter-page: "215.9x279.4mm"\n')
    with pytest.raises(printgen.PrintgenError) as failed:
        printed(kitchen)
    assert failed.value.findings[0].code == "does-not-fit"


def composed(kitchen: Kitchen) -> tuple[list, list]:
    (job,) = jobs.load([f"{kitchen.folder}/rules"])
    (made,), found = build.compose(job, printgen.Settings())
    return list(made.pieces), [*job.findings, *found]


def test_covers_stand_outside_and_what_fills_the_sheet_before_the_last(kitchen: Kitchen) -> None:
    face = "unit: mm\npalettes: [dossier]\nitems: [{text: {x: 20, y: 50, w: 90, text: %s, font: body, size: 9}}]\n"
    for name in ("outside", "behind", "empty"):
        kitchen.write(f"templates/faces/{name}.yaml", face % f'"{name} {{{{ page }}}}"')
    add(kitchen, 3, "front: outside\nback: behind\nblank: empty")
    pieces, findings = composed(kitchen)
    assert not findings
    words = [words_of(side) for piece in pieces for side in (piece.front, piece.back)]
    seen = [[word for word in side if word.split()[0] in ("outside", "behind", "empty")] for side in words]
    assert seen == [["behind 8", "outside 1"], ["empty 7"], ["empty 6"], ["empty 5"]]


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_as_pages_to_read_they_follow_each_other_large_and_none_is_filled_up(kitchen: Kitchen, paper: str) -> None:
    add(kitchen, 5, "form: pages")
    with printed(kitchen, paper) as pdf:
        chapters = [w["text"] for page in pdf.pages for w in page.extract_words() if w["text"].startswith("chapter")]
        larger = {round(char["size"], 1) for page in pdf.pages for char in page.chars if char["text"] == "h"}
        assert {page.width < page.height for page in pdf.pages} == {True}
    assert chapters == [f"chapter{n}" for n in range(1, 6)]
    assert max(larger) > 1.2 * 10.6  # The size in which a booklet sets its text.


def test_a_picture_shows_cards_of_the_game_with_what_stands_on_them(kitchen: Kitchen) -> None:
    kitchen.write(
        "rules.yaml",
        "title: Rules\nsections: [{title: A, blocks: [{picture: {face: two, of: [heroes/Pea Soup, heroes]}}]}]\n",
    )
    face = "size: [90, 60]\nunit: mm\npalettes: [dossier]\nparams: {heroes: []}\nitems:\n"
    image = '{image: {w: 40, h: 56, picture: "{{ hero.picture }}"}}'
    face += f'  - each: {{in: "{{{{ heroes }}}}", as: hero, dx: 45, items: [{image}]}}\n'
    kitchen.write("templates/faces/two.yaml", face)
    kitchen.add_product("rules", "kind: booklet\ntitle: Rules\nfile: rules.yaml")
    pieces, findings = composed(kitchen)
    assert not [one for one in findings if one.severity == "error"]
    words = " ".join(words_of(pieces[0].front))
    assert words.upper().count("PEA SOUP") >= 1


def test_pages_are_numbered_at_their_outer_edges(kitchen: Kitchen) -> None:
    add(kitchen, 4)
    with printed(kitchen) as pdf:
        numbers = {w["text"]: float(w["x0"]) / float(page.width) for page in pdf.pages for w in page.extract_words()
                   if w["text"] in ("1", "2", "3", "4")}  # fmt: skip
    assert numbers["1"] > 0.9 and numbers["3"] > 0.9 and numbers["2"] < 0.1 and numbers["4"] < 0.1


@pytest.mark.parametrize(
    ("pages", "keys", "code"),
    [
        (97, "", "does-not-fit"),
        (4, "pages: 2", "does-not-fit"),
        (2, "size: a55", "unknown-size"),
        (2, "blank: nobody", "unknown-face"),
        (2, "front: hero-back", "wrong-shape"),
        (2, "shape: cards", "unknown-key"),
        (2, "list: heroes.yaml\nrecord: hero", "unused-key"),
    ],
)
def test_what_is_no_booklet_is_told(kitchen: Kitchen, pages: int, keys: str, code: str) -> None:
    add(kitchen, pages, keys)
    assert code in {one.split()[-1] for one in kitchen.findings()}


def test_tables_of_a_booklet_must_cover_their_dice(kitchen: Kitchen) -> None:
    kitchen.write("tables.yaml", "t:\n  title: T\n  die: d6\n  columns: {r: R}\n  rows:\n    - {roll: 1-5, r: x}\n")
    kitchen.write("rules.yaml", "title: R\nsections: [{title: A, blocks: [{dice-table: {name: t}}]}]\n")
    kitchen.add_product("rules", "kind: booklet\ntitle: Rules\nfile: rules.yaml\ntables: tables.yaml")
    assert any(one.endswith("dice-gap") for one in kitchen.findings())
