"""Several products on the same sheets: packed together, counted once, their backs behind their fronts."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from shaped import Shaped, boxes, cut_lines, opened
from test_layouts import middles, names_on

import printgen
from printgen.base.units import to_mm

PRODUCTS = """\
  tokens: {kind: counters, title: Tokens, list: tokens.yaml, record: tile, front: token, back: token, size: 20mm}
  tiles: {kind: pieces, title: Tiles, list: tiles.yaml, record: tile, front: tile, back: tile, shape: hexagon-flat,
    size: 40mm, layout: honeycomb}
  signs: {kind: cards, title: Signs, list: signs.yaml, record: tile, front: sign, back: sign, size: 30x20mm}
  cover: {kind: cover, title: Cover, front: kit-cover, options: {pictures: [tiles, signs/T30]}}
sheets:
  punchboard: [tokens, tiles, signs]
"""


@pytest.fixture
def board(shaped: Shaped) -> Shaped:
    shaped.product("kind: cards\nfront: tile", {"tile": (40, 40), "token": (20, 20), "sign": (30, 20)})
    shaped.edit("templates/faces/tile.yaml", "bleed: 3", "bleed: 6")
    shaped.edit("game.yaml", shaped.read("game.yaml").partition("products:\n")[2], PRODUCTS)
    shaped.write("tokens.yaml", "- {name: T10, copies: 9}\n- {name: T11, copies: 2}\n")
    shaped.write("tiles.yaml", "".join(f"- {{name: T2{i}}}\n" for i in range(7)))
    shaped.write("signs.yaml", "- {name: T30, copies: 5}\n")
    return shaped


def entries(file: Path) -> dict[str, dict[str, object]]:
    return {entry["name"]: entry for entry in json.loads((file.parent / "manifest.json").read_text())["products"]}


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_pieces_of_several_products_lie_on_one_sheet_at_their_true_sizes(board: Shaped, paper: str) -> None:
    file = board.printed("punchboard", paper=paper)
    told = entries(file)
    assert list(told) == ["cover", "punchboard"]
    assert sorted(path.name for path in file.parent.iterdir()) == ["cover.pdf", "manifest.json", "punchboard.pdf"]
    assert (told["punchboard"]["pieces"], told["punchboard"]["sheets"], told["punchboard"]["pages"]) == (23, 1, 2)
    with opened(file) as pdf:
        page = pdf.pages[0]
        assert len(names_on(page)) == 23
        circles = [box for box in boxes(cut_lines(page)) if box[2] == pytest.approx(box[3], abs=0.01) and box[2] > 10]
        straight = [line for line in cut_lines(page) if len(line) == 2]
    assert [box[2] for box in circles] == pytest.approx([20] * 11, abs=0.01)
    lengths = [math.dist(*line) for line in straight]
    assert sum(abs(length - 40 / math.sqrt(3)) < 0.01 for length in lengths) >= 25
    assert sum(abs(length - 30) < 0.01 for length in lengths) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["long", "short", "fold"])
def test_backs_of_several_products_lie_behind_their_fronts(board: Shaped, duplex: str) -> None:
    board.edit("game.yaml", "[tokens, tiles, signs]", f"{{of: [tokens, tiles, signs], duplex: {duplex}}}")
    with opened(board.printed("punchboard")) as pdf:
        page = pdf.pages[0]
        width, height = to_mm(page.width), to_mm(page.height)
        fronts = names_on(page) if duplex != "fold" else [one for one in names_on(page) if one[1][0] < width / 2]
        backs = names_on(pdf.pages[1]) if duplex != "fold" else [one for one in names_on(page) if one[1][0] > width / 2]
    assert len(fronts) == len(backs) == (23 if duplex != "fold" else len(fronts)) and len(fronts) > 12
    sideways = duplex == "fold" or (duplex == "long") == (height >= width)
    for name, (x, y) in backs:
        turned = (width - x, y) if sideways else (x, height - y)
        assert min(math.dist(turned, at) for known, at in fronts if known == name) < 1.0


def test_a_product_of_shared_sheets_is_printed_alone_when_it_is_named(board: Shaped, tmp_path: Path) -> None:
    built = printgen.write([f"{board.folder}/tokens"], printgen.Settings(out=tmp_path / "one"))
    assert [entry.name for entry in built.manifests[0].products] == ["tokens"]
    built = printgen.write([f"{board.folder}/punchboard"], printgen.Settings(out=tmp_path / "two", only=("T30",)))
    assert [(entry.name, entry.pieces) for entry in built.manifests[0].products] == [("punchboard", 5)]


@pytest.mark.slow
def test_lists_and_covers_know_shared_sheets(board: Shaped) -> None:
    names = [record.name for record in printgen.load(board.folder)["punchboard"].records]
    assert names == ["T10", "T11", *(f"T2{i}" for i in range(7)), "T30"]
    assert [product.name for product in printgen.load(board.folder)][-1] == "punchboard"
    file = board.printed("punchboard")
    with opened(file.with_name("cover.pdf")) as pdf:
        words = pdf.pages[0].extract_text()
    assert "Punchboard 23 1" in words and "Tokens 11" not in words


@pytest.mark.slow
def test_shared_sheets_take_what_all_of_their_products_say(board: Shaped) -> None:
    for name in ("Tokens", "Tiles", "Signs"):
        board.edit("game.yaml", f"title: {name},", f"title: {name}, stock: 2 mm board, duplex: fold,")
    file = board.printed("punchboard")
    assert entries(file)["punchboard"]["duplex"] == "fold"
    with opened(file) as pdf:
        assert set(middles(pdf.pages[0])) <= {"T10", "T11", "T30", *(f"T2{i}" for i in range(7))}
    with opened(file.with_name("cover.pdf")) as pdf:
        assert "2 mm board" in pdf.pages[0].extract_text()
