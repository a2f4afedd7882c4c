"""A square board of another game: terrains, bases, symbols and words of its own, and no line of Python."""

import json
import shutil
from pathlib import Path

import pytest
from places import SAMPLES

import printgen
from printgen import cli
from printgen.base.units import mm, to_mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.printed import Pieces
from printgen.build.settings import Settings
from printgen.drawing.extent import words_of

SEAS = SAMPLES / "pirate-seas"


@pytest.fixture(scope="module")
def printed() -> dict[str, Pieces]:
    (job,) = load([str(SEAS)])
    composed, found = build.compose(job, Settings())
    assert [*job.findings, *found] == [] and job.check() == []
    return {item.product.name: item for item in composed}


@pytest.mark.slow
def test_poster_tiles_and_charts_are_one_sea(printed: dict[str, Pieces]) -> None:
    (poster,) = printed["sea-poster"].pieces
    tiles = printed["sea-tiles"].pieces
    assert (to_mm(poster.front.width), to_mm(poster.front.height)) == pytest.approx((7 * 60, 8 * 60))
    assert len(tiles) == 56 and all(tile.back is not None for tile in tiles)
    names = [tile.name.split(" ", 1)[1] for tile in tiles]
    assert {name: names.count(name) for name in names} == {
        "Pirate cove": 1, "Crown port": 1, "Open sea": 9, "Shoals": 9, "Reef": 9, "Island": 9, "Fog bank": 9,
        "Treasure isle": 9,
    }  # fmt: skip
    on_poster = list(words_of(poster.front))
    assert [on_poster.count(name.upper()) for name in ("Fog bank", "Pirate cove")] == [9, 1]


@pytest.mark.slow
def test_charts_speak_the_words_of_the_game(printed: dict[str, Pieces]) -> None:
    index, first, *others = printed["charts"].pieces
    assert len(others) == 3 and "4 BOARDS · SEEDS 1 TO 4" in words_of(index.front)
    words = set(words_of(first.front))
    assert {"Win: bring a chest home, or hold every Treasure isle.", "A ship that leaves the fog moves twice."} <= words
    assert any(line.startswith("Treasure isle squares lie") for line in words)
    assert any(line.startswith("Waters within 2 squares") for line in words)


def test_the_board_command_makes_its_seas(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["board", str(SEAS), "--seed", "5", "--json"])
    board = json.loads(capsys.readouterr().out)
    assert (board["rows"], board["columns"], board["seed"]) == (8, 7, 5)
    assert (board["cells"][7][0], board["cells"][0][6]) == ("pirate-cove", "crown-port")
    assert board["counts"]["treasure-isle"] == 9
    assert [sentence.split()[0] for sentence, _ in board["score"]["parts"]] == ["Treasure", "Waters"]


def test_the_board_command_takes_the_words_of_its_kind(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["board", str(SEAS), "--arrangement", "clumpd"])
    assert ended.value.code == 2
    assert "arrangement has the unknown value \"clumpd\"\n    Did you mean 'clumped'?" in capsys.readouterr().err


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


@pytest.mark.slow
def test_maps_go_on_a_paper_of_the_games_own(seas: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    cli.main(["board", str(seas), "--seed", "3", "--fair", "1", "--paper", "chart", "--out", out])
    said = capsys.readouterr().out
    assert said.startswith("board 3: score ") and said.rstrip().endswith("boards-seed-3.pdf: 1 page")


def test_so_do_pieces_and_their_cards_have_a_size_of_its_own(seas: Path) -> None:
    tiles = printgen.load(seas)["sea-tiles"].compose(options={"fair": 1})
    sheet, *_ = tiles.impose("Chart").sheets
    assert sorted((sheet.drawing.width, sheet.drawing.height)) == pytest.approx([mm(300), mm(400)])
