"""Boards on demand: printed on whatever paper the game names."""

import shutil
from pathlib import Path

import pytest

import printgen
from printgen import atlas
from printgen.base.units import mm

SEAS = Path(__file__).parent.parent / "samples" / "pirate-seas"


@pytest.fixture
def seas(tmp_path: Path) -> Path:
    """A sample with a board, a size for cards and a paper of its own."""
    folder = Path(shutil.copytree(SEAS, tmp_path / "seas"))
    (folder / "templates").mkdir(exist_ok=True)
    (folder / "templates" / "papers.yaml").write_text("Chart: 300x400mm\n", encoding="utf-8")
    (folder / "templates" / "sizes.yaml").write_text("doubloon: 41x52mm\n", encoding="utf-8")
    game = folder / "game.yaml"
    text = game.read_text(encoding="utf-8").replace("form: tiles,", "form: tiles, card: doubloon,")
    game.write_text(text, encoding="utf-8")
    return folder


def test_maps_go_on_a_paper_of_the_games_own(seas: Path, tmp_path: Path) -> None:
    wish = {"fair": 1}
    path, pages, boards = atlas.print_maps(str(seas), 1, wish, printgen.Settings("chart", seed=3, out=tmp_path / "out"))
    assert (path.name, pages, [board["seed"] for board in boards]) == ("boards-seed-3.pdf", 1, [3])
    assert boards == atlas.boards_of(str(seas), 3, 1, wish)


def test_so_do_pieces_and_their_cards_have_a_size_of_its_own(seas: Path) -> None:
    tiles = printgen.load(seas)["sea-tiles"].compose(options={"fair": 1})
    sheet, *_ = tiles.impose("Chart").sheets
    assert sorted((sheet.drawing.width, sheet.drawing.height)) == pytest.approx([mm(300), mm(400)])
