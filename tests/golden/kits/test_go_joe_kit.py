"""The whole GO JOE kit out of one command: everything on the table but the dice."""

from __future__ import annotations

import json

import pdfplumber
import pytest
from pdf_pages import read_pages

from printgen import cli
from printgen.base.units import mm, to_mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import words_of

PRODUCTS = [
    "joe-deck",
    "cobra-deck",
    "board-poster",
    "board-tiles",
    "map-sheets",
    "player-mats",
    "player-aid",
    "player-aid-cards",
    "worksheet",
    "blank-cards",
    "rulebook",
    "rulebook-pages",
    "cover",
    "punchboard",
    "dividers",
    "boxes",
]
# What sheets that several products share are printed on: they say nothing of it themselves.
SHARED = {"punchboard": "label on 2 mm", "dividers": "200 g card", "boxes": "200 g card"}


@pytest.fixture(
    scope="module",
    params=[pytest.param("letter", marks=pytest.mark.slow), pytest.param("a4", marks=pytest.mark.nightly)],
)
def kit(request, tmp_path_factory):
    out = tmp_path_factory.mktemp(request.param)
    build.build(["go-joe"], Settings(paper=request.param, out=out))
    return out / "go-joe"


def entries(kit):
    return {entry["name"]: entry for entry in json.loads((kit / "manifest.json").read_text())["products"]}


def test_the_manifest_lists_every_product_with_its_file(kit):
    listed = entries(kit)
    assert list(listed) == PRODUCTS
    for entry in listed.values():
        with pdfplumber.open(kit / entry["file"]) as pdf:
            assert len(pdf.pages) == entry["pages"]


def test_the_cover_states_what_the_manifest_counts(kit):
    with pdfplumber.open(kit / "cover.pdf") as pdf:
        words = pdf.pages[1].extract_text()
    products = load(["go-joe"])[0].game.products
    for entry in entries(kit).values():
        if entry["kind"] != "cover":
            stock = products[entry["name"]].stock or SHARED[entry["name"]]
            assert f"{entry['sheets']} × {stock}" in words, entry["name"]
            assert entry["title"] in words
            assert entry["pieces"] == 1 or f"{entry['pieces']} pieces" in words
    assert "not affiliated" in words


def test_go_joe_can_be_played_tonight_on_36_sheets(kit):
    """Two decks, a table of what counts, a booklet of two sheets, one to punch, and nine of the board with its map."""
    tonight = json.loads((kit / "manifest.json").read_text())["tonight"]
    wanted = {"joe-deck": 12, "cobra-deck": 10, "player-aid": 1, "rulebook": 2, "punchboard": 1, "board-poster": 10}
    assert tonight["products"] == [*wanted]
    assert {name: entries(kit)[name]["sheets"] for name in wanted} == wanted
    assert tonight["sheets"] == sum(wanted.values()) == 36
    with pdfplumber.open(kit / "cover.pdf") as pdf:
        words = pdf.pages[1].extract_words()
    assert str(tonight["sheets"]) in [word["text"] for word in words]


def test_the_board_takes_no_more_sheets_than_a_plain_grid(kit):
    entry = entries(kit)["board-poster"]
    with pdfplumber.open(kit / "board-poster.pdf") as pdf:
        width, height = sorted((float(pdf.pages[1].width), float(pdf.pages[1].height)))
    plain = min(grid(592, 784, to_mm(width), to_mm(height)), grid(592, 784, to_mm(height), to_mm(width)))
    # One sheet more is the assembly map.
    assert entry["sheets"] - 1 <= plain


def grid(width, height, page_width, page_height):
    margin, overlap = 6.35, 6.35
    across = -(-(width - overlap) // (page_width - 2 * margin - overlap))
    down = -(-(height - overlap) // (page_height - 2 * margin - overlap))
    return across * down


@pytest.mark.slow
def test_tiles_measure_74_by_98(tmp_path):
    build.build(["go-joe/board-tiles"], Settings(out=tmp_path))
    with pdfplumber.open(tmp_path / "go-joe" / "board-tiles.pdf") as pdf:
        page = pdf.pages[0]
        x0, y0, x1, y1 = page.trimbox
    assert [to_mm(x1 - x0), to_mm(y1 - y0)] == pytest.approx([3 * 74, 2 * 98], abs=0.05)


@pytest.mark.slow
def test_a_board_that_fits_the_paper_is_one_sheet_with_its_title_and_legend(tmp_path):
    build.build(["go-joe/board-poster"], Settings(paper="24x36in", out=tmp_path))
    (page,) = read_pages(tmp_path / "go-joe" / "board-poster.pdf")
    trim, bleed, words = page.trim, page.bleed, page.text
    # The board reaches from side to side.
    assert trim[2] - trim[0] == pytest.approx(mm(592), abs=mm(0.05)) and trim[3] - trim[1] > mm(784 + 80)
    assert [abs(a - b) for a, b in zip(trim, bleed, strict=True)] == pytest.approx([mm(3.2)] * 4, abs=mm(0.05))
    assert "hold every Urban space" in words and "+1D6 in a fight for a team with Water." in words
    assert "printgen build go-joe/board-poster --seed 1 --paper 24x36in" in words


@pytest.mark.nightly
def test_the_board_command_prints_a_page_for_each_board_and_one_of_thumbnails(tmp_path, capsys):
    cli.main(["board", "go-joe", "--count", "12", "--seed", "7", "--out", str(tmp_path)])
    assert "board 18: score" in capsys.readouterr().out
    pages = read_pages(tmp_path / "go-joe" / "boards-seed-7.pdf")
    assert len(pages) == 13
    words = pages[1].text
    assert "SEED 7" in words and "LEGEND" in words


@pytest.mark.slow
@pytest.mark.parametrize("wish", [[], ["--arrangement", "symmetric"], ["--arrangement", "clumped"], ["--fair", "20"]])
def test_the_board_command_shows_boards_as_data(wish, capsys):
    cli.main(["board", "go-joe", "--seed", "7", "--json", *wish])
    board = json.loads(capsys.readouterr().out)
    assert (board["seed"], board["rows"], board["columns"]) == (7, 8, 8)
    assert (board["cells"][0][0], board["cells"][7][7]) == ("joe-base", "cobra-base")
    expected = [6, 8, 8, 8, 8, 8, 8, 8] if "symmetric" in wish else [7, 7, 8, 8, 8, 8, 8, 8]
    assert sorted(board["counts"].values()) == expected
    words = [word for row in board["cells"] for word in row]
    assert {terrain: words.count(terrain) for terrain in board["counts"]} == board["counts"]
    if "symmetric" in wish:
        assert all(a == b or a.endswith("base") for a, b in zip(words, reversed(words), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("on", ["arch-d", "24x36in", "a1"])
def test_the_board_has_its_legend_on_posters(on):
    (job,) = load(["go-joe/board-poster"])
    (item,), _ = build.compose(job, Settings(paper=on))
    words = [word for sheet in item.sheets() for word in words_of(sheet.drawing)]
    assert "TERRAIN BOARD" in words and "+1D6 in a fight for a team with Snow." in " ".join(words)
    assert words.count("ARCTIC") == 1 + 8 and item.count_sheets() == 1
