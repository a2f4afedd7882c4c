"""Boards of squares that say nothing of any one game: weights, marks or none, spaces of any size, bands or none."""

import json
from collections import Counter
from pathlib import Path

import pytest

import printgen
from printgen import cli
from printgen.base.units import mm
from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.drawing.extent import words_of
from printgen.drawing.pieces import Piece

GARDEN = """\
title: Garden
version: "1"
boards:
  main:
    rows: 9
    columns: 5
    space: 30x30mm
    terrains:
      lawn: {weight: 6, color: "#8FBF6B"}
      pond: {weight: 1, color: "#8FBFD8", icon: waves}
      beds: {weight: 2, color: "#C98F6B", pattern: {d: "M-.6,.6 L0,-.8 L.6,.6 Z"}}
products:
  poster: {kind: terrain-board, title: Garden, options: {board: main}}
  maps: {kind: terrain-board, title: Maps, options: {board: main, form: maps, count: 2, notes: [Most flowers win.]}}
"""


def garden(folder: Path, *changes: tuple[str, str]) -> Path:
    text = GARDEN
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


def pieces(folder: Path, product: str) -> tuple[Piece, ...]:
    return tuple(printgen.load(folder)[product].compose())


def board(folder: Path, *arguments: str, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    cli.main(["board", str(folder), "--json", *arguments])
    made: dict[str, object] = json.loads(capsys.readouterr().out)
    return made


@pytest.mark.parametrize("arrangement", ["plain", "clumped", "symmetric"])
def test_weights_give_each_terrain_its_share(
    tmp_path: Path, arrangement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    made = board(garden(tmp_path / "g"), "--arrangement", arrangement, capsys=capsys)
    counts = made["counts"]
    assert isinstance(counts, dict) and list(counts) == ["lawn", "pond", "beds"] and sum(counts.values()) == 45
    # A symmetric board comes in pairs, and has a space in the middle.
    assert arrangement == "symmetric" or counts == {"lawn": 30, "pond": 5, "beds": 10}
    assert counts["lawn"] > counts["beds"] > counts["pond"] > 0


def test_a_board_has_no_bases_or_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not build.check([str(garden(tmp_path / "g"))], Settings())
    shed = (
        "    terrains:",
        '    bases: {shed: {at: C3, color: "#997755", title: SHED}, gate: A1, bench: E9}\n    terrains:',
    )
    folder = garden(tmp_path / "h", shed)
    (folder / "templates/terrain").mkdir(parents=True)
    for name in ("gate", "bench"):
        (folder / f"templates/terrain/{name}.yaml").write_text('color: "#445566"\n')
    cells = board(folder, capsys=capsys)["cells"]
    assert isinstance(cells, list)
    assert (cells[2][2], cells[0][0], cells[8][4]) == ("shed", "gate", "bench")
    assert Counter(name for row in cells for name in row)["shed"] == 1
    sheet = pieces(folder, "maps")[1]
    assert {"SHED", "GATE", "BENCH", "C3", "A1", "E9"} <= set(words_of(sheet.front.items))


def test_spaces_have_their_size_and_no_band_where_a_game_wants_none(tmp_path: Path) -> None:
    (poster,) = pieces(garden(tmp_path / "g"), "poster")
    assert (poster.front.width, poster.front.height) == pytest.approx((mm(150), mm(270)))
    assert "LAWN" in words_of(poster.front.items)
    (bare,) = pieces(garden(tmp_path / "h", ("space: 30x30mm", "space: 30x30mm\n    band: none")), "poster")
    assert not list(words_of(bare.front.items))
    named = ("space: 30x30mm", "space: 30x30mm\n    band: none\n    coordinates: '0101'")
    (numbered,) = pieces(garden(tmp_path / "i", named), "poster")
    assert {"0101", "0509"} <= set(words_of(numbered.front.items))


def test_map_sheets_say_only_what_the_game_says(tmp_path: Path) -> None:
    index, sheet, _ = pieces(garden(tmp_path / "g"), "maps")
    said = " ".join([*words_of(index.front.items), *words_of(sheet.front.items)]).lower()
    assert "most flowers win." in said and "× 30" in said
    assert not any(word in said for word in ("balance", "even", "base", "counters", "enemy", "deck"))
    own = (
        "kind: terrain-board, title: Maps,",
        "kind: terrain-board, title: Maps, with: {subtitle: For two, legend: PLANTS},",
    )
    _, sheet, _ = pieces(garden(tmp_path / "h", own), "maps")
    assert {"For two", "PLANTS"} <= set(words_of(sheet.front.items))


def test_a_board_by_hand_may_have_any_mix(tmp_path: Path) -> None:
    rows = "".join("    - lawn lawn lawn lawn beds\n" for _ in range(9))
    by_hand = ("options: {board: main}}", "options: {board: main, boards: own.yaml, by-hand: Mine}}")
    folder = garden(tmp_path / "g", by_hand)
    (folder / "own.yaml").write_text(f"- name: Mine\n  cells:\n{rows}")
    assert not build.check([str(folder)], Settings())


def test_terrains_of_a_mapping_need_no_look(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    looks = GARDEN[GARDEN.index("    terrains:") : GARDEN.index("products:")]
    folder = garden(tmp_path / "g", (looks, "    terrains: {lawn: 6, pond: 1, beds: 2}\n"))
    assert not build.check([str(folder)], Settings())
    assert board(folder, capsys=capsys)["counts"] == {"lawn": 30, "pond": 5, "beds": 10}
    # What is nearly the name of a terrain file is a slip.
    slip = garden(tmp_path / "h", (looks, "    terrains: {jungel: 6, pond: 1}\n"))
    assert "Did you mean 'jungle'?" in {finding.hint for finding in build.check([str(slip)], Settings())}


def test_the_legend_of_a_map_may_say_alone_what_there_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.yaml").write_text(
        """title: Stars
version: "1"
products:
  squares: {kind: terrain-board, title: S, map: ["..n..", ".nn.k"], legend: {".": space, n: nebula, k: star}}
  hexes: {kind: hex-board, title: H, top: pointy, map: ["..n..", ".nn.k"], legend: {".": space, n: nebula, k: star}}
"""
    )
    assert not build.check([str(tmp_path)], Settings())
    assert board(tmp_path / "squares", capsys=capsys)["counts"] == {"space": 6, "nebula": 3, "star": 1}
    cells = board(tmp_path / "hexes", capsys=capsys)["cells"]
    assert isinstance(cells, list)
    assert Counter(cell["ground"] for cell in cells) == {"space": 6, "nebula": 3, "star": 1}


def test_map_sheets_speak_the_language_of_the_game(tmp_path: Path) -> None:
    folder = garden(tmp_path / "g", ('version: "1"', 'version: "1"\nlanguage: de'))
    index, sheet, _ = pieces(folder, "maps")
    said = " ".join([*words_of(index.front.items), *words_of(sheet.front.items)])
    assert "PLAN 1" in said and "LEGENDE" in said and "2 PLÄNE" in said
    assert not any(word in said.split() for word in ("BOARD", "BOARDS", "SEED", "seed", "LEGEND", "MAP"))
