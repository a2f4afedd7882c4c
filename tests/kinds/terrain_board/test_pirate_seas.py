"""A square board of another game: terrains, bases, symbols and words of its own, and no line of Python."""

import json
from pathlib import Path

import pytest

from printgen import build, cli
from printgen.base.units import to_mm
from printgen.drawing.walk import words_of

SEAS = Path(__file__).parents[3] / "samples" / "pirate-seas"


@pytest.fixture(scope="module")
def printed() -> dict[str, build.Composed]:
    (job,) = build.load([str(SEAS)])
    composed = build.compose(job, build.Settings())
    assert job.findings == [] and build.checked(job.game) == []
    return {item.product.name: item for item in composed}


def test_poster_tiles_and_charts_are_one_sea(printed: dict[str, build.Composed]) -> None:
    (poster,) = printed["sea-poster"].pieces
    tiles = printed["sea-tiles"].pieces
    assert (to_mm(poster.front.width), to_mm(poster.front.height)) == pytest.approx((7 * 60, 8 * 60))
    assert len(tiles) == 56 and all(tile.back is not None for tile in tiles)
    names = [tile.name.split(" ", 1)[1] for tile in tiles]
    assert {name: names.count(name) for name in names} == {
        "Pirate cove": 1, "Crown port": 1, "Open sea": 9, "Shallows": 9, "Reef": 9, "Island": 9, "Fog bank": 9,
        "Treasure isle": 9,
    }  # fmt: skip
    on_poster = list(words_of(poster.front))
    assert [on_poster.count(name.upper()) for name in ("Fog bank", "Pirate cove")] == [9, 1]


def test_charts_speak_the_words_of_the_game(printed: dict[str, build.Composed]) -> None:
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
