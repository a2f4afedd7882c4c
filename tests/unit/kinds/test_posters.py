"""Boards on a sheet that holds them whole: a title, a legend of what is on them, bleed, and how to make them again."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

import pdfplumber
import pytest
import reportlab
from edges import strays
from pdf_pages import read_pages

from printgen import cli
from printgen.base.errors import Finding
from printgen.base.units import Box, mm, to_mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.printed import Pieces
from printgen.build.settings import Settings
from printgen.drawing.extent import transform_box, walk_kind, words_of
from printgen.drawing.fonts import on_shelf
from printgen.drawing.model import Item, Place, Text
from printgen.drawing.outlines import bounds
from printgen.drawing.words import cap
from printgen.kinds.poster import way_off
from printgen.sheets.sheet import paper

SQUARES = """\
title: Ridge War
version: "1.2"
products:
  board:
    kind: terrain-board
    title: The ridge
    options:
      space: 60x60mm
      rows: 3
      columns: 4
      bases: {joe-base: A1}
      terrains: {jungle: 1, sea: 1, urban: 0, arctic: 0}
      does: {jungle: Hides who stands in it., joe-base: Its owner starts here.}
      notes: [Hold the gate for three turns.]
"""
HEXES = """\
title: Ridge War
version: "1.2"
products:
  board:
    kind: hex-board
    title: The ridge
    options:
      width: 25mm
      top: pointy
      map: |
        . . w .
        . w . .
        . . . .
      legend: {".": open, w: woods, h: hills}
      grounds:
        open: {color: "#E3E6B8", name: Open ground}
        woods: {color: "#B9D29A", name: "Woods: 2 moves"}
        hills: {color: "#E0C690", name: "Hills: 3 moves"}
      edges:
        river: {name: River, along: [A1 east], layers: [{d: "M0,0 L100,0", stroke: "#2F6F9F", width: 3}]}
        ford: {name: Ford, layers: [{d: "M0,0 L100,0", stroke: "#7DB8DE", width: 3}]}
"""


def composed(folder: Path, text: str, on: str, **settings: object) -> Pieces:
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    (job,) = load([str(folder)])
    made, found = build.compose(job, Settings(paper=on, **settings))  # type: ignore[arg-type]
    assert not [str(one) for one in [*job.findings, *found] if one.severity == "error"]
    return made[0]


def shown(item: Pieces) -> list[str]:
    (piece,) = item.pieces
    return words_of(piece.front)


def told(item: Pieces) -> list[Finding]:
    return [*item.findings, *item.sheets().findings]


@pytest.mark.slow
@pytest.mark.parametrize(
    "on", ["a3", "24x36in", *(pytest.param(on, marks=pytest.mark.nightly) for on in ("tabloid", "300x450mm", "a2"))]
)
def test_it_lies_on_one_page_at_its_true_size_with_bleed_all_around(tmp_path: Path, on: str) -> None:
    build.build([str(_game(tmp_path, SQUARES))], Settings(paper=on, out=tmp_path / "out"))
    with pdfplumber.open(tmp_path / "out" / tmp_path.name / "board.pdf") as pdf:
        (page,) = pdf.pages
        trim, bleed, media = page.trimbox, page.bleedbox, page.mediabox
        places = {word["text"]: (word["x0"] + word["x1"], word["top"]) for word in page.extract_words()}
    assert [to_mm(abs(a - b)) for a, b in zip(trim, bleed, strict=True)] == pytest.approx([3.2] * 4, abs=0.05)
    assert trim[0] >= mm(6.35) - 0.05 and trim[1] >= mm(6.35) - 0.05
    assert sorted(media[2:]) == pytest.approx(sorted(paper(on)[1:]), abs=0.05)
    # Names of spaces stand at the same place of each.
    (left, top), (right, _), (_, bottom) = places["A2"], places["D2"], places["A3"]
    assert [to_mm(right - left) / 2, to_mm(bottom - top)] == pytest.approx([3 * 60, 60], abs=0.2)


def _game(folder: Path, text: str) -> Path:
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


def test_the_legend_of_squares_names_what_is_on_the_board_and_what_it_does(tmp_path: Path) -> None:
    words = shown(composed(tmp_path, SQUARES, "a3"))
    # Once on the band of each space, and once in the legend.
    sums = {name: words.count(name) for name in ("JUNGLE", "SEA", "URBAN", "ARCTIC", "JOE BASE")}
    counts = {name: n - 1 for name, n in sums.items() if n}
    assert counts.keys() == {"JUNGLE", "SEA", "JOE BASE"} and sum(counts.values()) == 12
    assert [word for word in words if word[:1] == "×"] == [f"× {counts['JUNGLE']}", f"× {counts['SEA']}"]
    assert {"Hides who stands in it.", "Its owner starts here.", "Hold the gate for three turns."} <= {*words}


def test_the_legend_of_hexes_names_what_is_on_the_board(tmp_path: Path) -> None:
    words = shown(composed(tmp_path, HEXES, "a3"))
    assert {"Open ground", "Woods", "2 moves", "River"} <= {*words}
    assert not {"Hills", "3 moves", "Ford"} & {*words}


@pytest.mark.slow
def test_it_says_what_it_is_and_how_it_is_made_again(tmp_path: Path) -> None:
    words = shown(composed(tmp_path, SQUARES, "a3", seed=7, look="saver"))
    assert {"RIDGE WAR", "THE RIDGE", "100 mm", "4 in"} <= {*words} or {"50 mm", "2 in"} <= {*words}
    name = tmp_path.name
    assert f"printgen build {name}/board --seed 7 --paper a3 --look saver · v1.2" in " ".join(" ".join(words).split())
    assert "a space 60 × 60 mm, the board 240 × 180 mm" in " ".join(words)
    # The same board on every paper.
    assert shown(composed(tmp_path, SQUARES, "a2", seed=7)).count("SEA") == words.count("SEA")


def test_a_board_of_other_options_says_the_command_that_makes_it(tmp_path: Path) -> None:
    options = {"terrains": {"jungle": {"weight": 2}, "sea": 1}, "locked": {"B2": "sea"}, "rows": 4}
    words = shown(composed(tmp_path, SQUARES, "a2", overrides={"terrain-board": options}))
    command = "--poster --seed 1 --rows 4 --amount jungle=2 --amount sea=1 --lock B2=sea --paper a2"
    assert f"printgen board {tmp_path.name}/board {command}" in " ".join(" ".join(words).split())


def test_a_board_is_drawn_whole_for_a_paper_that_is_too_small_for_its_pages(tmp_path: Path) -> None:
    (piece,) = composed(tmp_path, SQUARES, "30x30mm").pieces
    assert to_mm(piece.front.width) == pytest.approx(240)


@pytest.mark.parametrize(
    ("joints", "moves"),
    [
        ([Box(4, 0, 0, 20)], (4, 0)), ([Box(7, 0, 0, 20)], (-3, 0)), ([Box(0, 4, 20, 0)], (0, 4)),
        ([Box(10, 0, 0, 20), Box(0, 0, 0, 20), Box(0, 10, 20, 0)], (0, 0)),
        ([Box(4, 0, 0, 20), Box(0, 9, 20, 0)], (4, 9)),
    ],
)  # fmt: skip
def test_what_joints_cross_moves_the_shorter_way(joints: list[Box], moves: tuple[float, float]) -> None:
    assert way_off(Box(0, 0, 10, 10), joints) == moves


@pytest.mark.parametrize("text", [SQUARES, HEXES], ids=["squares", "hexes"])
@pytest.mark.parametrize("look", ["color", "saver", "grey"])
def test_nothing_but_its_bleed_lies_in_the_margins(tmp_path: Path, text: str, look: str) -> None:
    for on in ("a3", "tabloid"):
        item = composed(tmp_path, text, on, look=look)
        with on_shelf(item.library.fonts.shelf):
            (sheet,) = item.sheets()
            assert [*strays(sheet, mm(6.35), False)] == []
            assert sheet.bleed == pytest.approx(sheet.trim.grown(mm(3.2)))
            assert all(abs(sum(ends) - side) < 0.1 for ends, side in (
                ((sheet.trim.x, sheet.trim.right), sheet.drawing.width),
                ((sheet.trim.y, sheet.trim.bottom), sheet.drawing.height),
            ))  # fmt: skip
            if look == "saver":
                assert item.sheets().measure_ink().area < 0.15


def test_a_paper_without_room_for_a_title_says_which_has_it(tmp_path: Path) -> None:
    item = composed(tmp_path, SQUARES, "260x194mm")
    assert "RIDGE WAR" not in shown(item) and item.pieces[0].bleed == 0
    (found,) = told(item)
    assert (found.severity, found.code) == ("info", "no-legend")
    larger = found.hint.split()[3].rstrip(",")
    assert "RIDGE WAR" in shown(composed(tmp_path, SQUARES, larger)) and "titled: false" in found.hint


def test_a_paper_that_is_a_little_too_small_says_which_holds_it(tmp_path: Path) -> None:
    item = composed(tmp_path, SQUARES, "a4", margin="0mm")
    assert not [found for found in told(item) if found.code == "too-narrow"]  # 240 x 180 mm fits A4 without margins.
    item = composed(tmp_path, SQUARES, "230x190mm")
    assert item.count_sheets() > 1
    (found,) = told(item)
    assert (found.severity, found.code) == ("warning", "too-narrow")
    assert composed(tmp_path, SQUARES, found.hint.split("--paper ")[1].rstrip(".")).count_sheets() == 1
    # What takes many pages is meant to.
    assert told(composed(tmp_path, SQUARES, "a5")) == []


@pytest.mark.parametrize("options", [
    "{rows: 2, columns: 2, width: 20mm}", "{rows: 16, columns: 2, width: 20mm}", "{rows: 2, columns: 18, width: 20mm}",
])  # fmt: skip
def test_a_board_of_any_shape_has_a_title_though_it_has_nothing_to_explain(tmp_path: Path, options: str) -> None:
    text = HEXES.partition("    options:")[0].replace("The ridge", "A ridge with a name that goes on and on and on")
    item = composed(tmp_path, f"{text}    options: {options}\n", "a2")
    assert "RIDGE WAR" in shown(item) and item.count_sheets() == 1 and told(item) == []


def test_the_board_command_makes_posters_that_say_how(tmp_path: Path) -> None:
    terrains = "{jungle: {color: '#A9CF86'}, sea: {color: '#A9D3E8'}}"
    options = f"{{space: 20x20mm, rows: 3, columns: 4, terrains: {terrains}}}"
    game = f"{SQUARES.partition('    options:')[0]}    options: {options}\n"
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    wish = ["--poster", "--paper", "a4", "--seed", "7", "--count", "2", "--arrangement", "clumped"]
    cli.main(["board", str(tmp_path), *wish, "--out", str(tmp_path / "out")])
    (page,) = read_pages(tmp_path / "out" / tmp_path.name / "boards-seed-7.pdf")
    words = " ".join(page.text.split())
    for seed in (7, 8):
        assert f"printgen board {tmp_path.name}/board --poster --seed {seed} --arrangement clumped --paper" in words


def test_a_board_may_do_without(tmp_path: Path) -> None:
    for text in (SQUARES, HEXES):
        item = composed(tmp_path, f"{text}      titled: false\n", "a2")
        assert "RIDGE WAR" not in shown(item)
        assert not {"no-legend", "too-narrow"} & {found.code for found in told(item)}


def test_a_product_says_its_own_paper_and_a_command_another(tmp_path: Path) -> None:
    text = SQUARES.replace("    title: The ridge", "    title: The ridge\n    paper: arch-c")
    item = composed(tmp_path, text, "")
    assert item.paper.name == "arch-c" and "RIDGE WAR" in shown(item)
    assert composed(tmp_path, text, "a3").paper.name == "a3"
    assert composed(tmp_path, SQUARES, "").paper.name == "letter"


def test_words_of_a_wide_font_lie_apart_in_the_foot_and_on_the_ruler(tmp_path: Path) -> None:
    fonts = Path(reportlab.__file__).parent / "fonts"
    for name in ("Vera.ttf", "VeraBd.ttf"):
        shutil.copy(fonts / name, tmp_path / name)
    wide = "fonts:\n  body: {regular: Vera.ttf, bold: VeraBd.ttf}\nproducts:"
    narrow = HEXES.replace("products:", wide).replace("width: 25mm", "width: 24.56mm")
    item = composed(tmp_path, narrow, "letter")
    with on_shelf(item.library.fonts.shelf):
        (sheet,) = item.sheets()
        texts = [*walk_kind(sheet.drawing, Text)]
        tall = {text: cap(text.font, text.size) for text, _ in texts}
    # From the capitals down to what hangs below the line.
    boxes = [
        transform_box(Box(one.x, one.y - tall[one], one.width, tall[one] + 0.2 * one.size), at) for one, at in texts
    ]
    assert any(one.text.startswith("Made again") for one, _ in texts)
    assert not [one for one, other in combinations(boxes, 2) if one.overlaps(other)]
    (unit,) = (box for box, (text, _) in zip(boxes, texts, strict=True) if text.text == "100 mm")
    assert max(unit.w, unit.h) <= mm(8.4) + 0.01


def widths_of_spaces(items: Iterable[Item]) -> Iterator[float]:
    """How wide in millimetres each clip is, about that of a space or a little more, outermost first."""
    for item in items:
        if isinstance(item, Place):
            if item.group.clip and 59 < to_mm(bounds(item.group.clip).w) < 66:
                yield to_mm(bounds(item.group.clip).w)
            else:
                yield from widths_of_spaces(item.group.items)


@pytest.mark.parametrize(("on", "bleeding"), [("255x250mm", 6), ("420x230mm", 3)], ids=["below", "beside"])
def test_a_board_bleeds_where_its_edge_is_the_posters(tmp_path: Path, on: str, bleeding: int) -> None:
    (piece,) = composed(tmp_path, SQUARES, on).pieces
    assert [round(wide, 1) for wide in widths_of_spaces(piece.front.items)].count(63.2) == bleeding
