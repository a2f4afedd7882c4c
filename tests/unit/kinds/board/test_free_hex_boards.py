"""Hex boards that say nothing of any one game: grounds, edges and words of its own, maps as text, random or blank."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import printgen
from printgen import cli
from printgen.base.units import mm
from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.drawing.extent import words_of
from printgen.drawing.pieces import Piece

STARS = """\
title: Stars
version: "1"
boards:
  main:
    top: pointy
    coordinates: "0101"
    map: |
      . . n . . #
       . n n . k .
      . . n . . .
    legend: {".": space, n: nebula, k: star, "#": none}
    grounds:
      space: "#DDE4F0"
      nebula: {color: "#C9A7E0", name: Purple mist, pattern: dots}
      star: {color: "#F2D27A", icon: star}
      comet: "#FFFFFF"
    edges:
      rift: {color: "#A02040", along: [0201 east south-east, "0203 east"]}
      wall: {color: "#000000", line: double}
    labels: {"0502": Vega}
products:
  poster: {kind: hex-board, title: Poster, options: {board: main, width: 30mm}}
  maps: {kind: hex-board, title: Maps, options: {board: main, form: maps, notes: [Most stars win.]}}
"""


def game(folder: Path, text: str = STARS, *changes: tuple[str, str]) -> Path:
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


def pieces(folder: Path, product: str) -> tuple[Piece, ...]:
    return tuple(printgen.load(folder)[product].compose())


def data(folder: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    cli.main(["board", str(folder), "--json", *arguments])
    return json.loads(capsys.readouterr().out)


def test_a_map_as_text_is_the_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = game(tmp_path / "g")
    assert not build.check([str(folder)], Settings())
    made = data(folder, capsys)
    assert Counter(cell["ground"] for cell in made["cells"]) == {"space": 12, "nebula": 4, "star": 1}
    assert [cell["name"] for cell in made["cells"] if cell["ground"] == "star"] == ["0502"]
    assert Counter(edge["type"] for edge in made["edges"]) == {"rift": 3, "side": len(made["edges"]) - 3}
    # A second and a third seed change nothing.
    assert data(folder, capsys, "--seed", "9") == made


@pytest.mark.parametrize("top", ["flat", "pointy"])
def test_a_map_in_a_file_and_as_a_list_is_the_same(
    tmp_path: Path, top: str, capsys: pytest.CaptureFixture[str]
) -> None:
    start = STARS.index("    map: |")
    block = STARS[start : STARS.index("    legend:")]
    turned = (("top: pointy", f"top: {top}"), ('along: [0201 east south-east, "0203 east"]', "along: []"))
    one = game(tmp_path / "a", STARS, *turned)
    two = game(tmp_path / "b", STARS, *turned, (block, '    map: ["..n..#", ".nn.k.", "..n..."]\n'))
    three = game(tmp_path / "c", STARS, *turned, (block, "    map: stars.txt\n"))
    (three / "stars.txt").write_text("..n..#\r\n .nn.k.\r\n..n...\r\n")
    made = [data(folder, capsys) for folder in (one, two, three)]
    assert made[0] == made[1] == made[2]


def test_sheets_print_only_what_the_game_says_and_the_board_has(tmp_path: Path) -> None:
    folder = game(tmp_path / "g")
    (sheet,) = pieces(folder, "maps")
    said = set(words_of(sheet.front))
    assert {"Purple mist", "star", "rift", "Vega", "0502", "Most stars win."} <= said
    assert not {"comet", "wall", "POWER-UPS", "SEED", "OUT OF BALANCE", "start zone A", "0601"} & said
    assert not any(word in " ".join(said).lower() for word in ("figure", "chevron", "enemy", "0 is even"))
    (poster,) = pieces(folder, "poster")
    # A head may stand above the board, with room at its sides.
    assert mm(6.5 * 30) - 0.1 < poster.front.width < mm(6.5 * 30 + 10)


def test_words_of_legends_are_the_games(tmp_path: Path) -> None:
    words = ("    labels:", "    words: {ground: SKIES, edges: RIFTS}\n    labels:")
    (sheet,) = pieces(game(tmp_path / "g", STARS, words), "maps")
    assert {"SKIES", "RIFTS"} <= set(words_of(sheet.front)) and "GROUND" not in words_of(sheet.front)


def test_random_boards_have_grounds_by_weight(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """\
title: Sea
version: "1"
products:
  sea:
    kind: hex-board
    title: Sea
    options:
      rows: 8
      columns: 9
      arrangement: clumped
      coordinates: none
      grounds: {sea: {color: "#9CC8E0", weight: 3}, land: "#C9DE9A"}
"""
    folder = game(tmp_path / "g", text)
    for seed in ("1", "2"):
        made = data(folder, capsys, "--seed", seed)
        assert Counter(cell["ground"] for cell in made["cells"]) == {"sea": 54, "land": 18}
    (poster,) = pieces(folder, "sea")
    assert not list(words_of(poster.front))
    bare = text[: text.index("      arrangement")]
    (blank,) = pieces(game(tmp_path / "h", bare), "sea")
    assert {"A1", "I8"} <= set(words_of(blank.front))


def test_a_board_with_rules_may_have_no_starts_and_no_power_ups(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rules.yaml").write_text(
        "edges: {open: {name: open}, water: {name: water}}\n"
        "grounds: {open: {name: open}, water: {name: lake, edge: water, stand: false}}\n"
        "features: {lakes: {shape: patch, ground: water, sizes: [3]}}\n"
    )
    text = """\
title: Lakes
version: "1"
products:
  maps: {kind: hex-board, title: Lakes, options: {form: maps, count: 1, rows: 9, columns: 9, rules: rules.yaml,
         figures: 0, features: {lakes: 3}}}
"""
    folder = game(tmp_path, text)
    assert not build.check([str(folder)], Settings())
    made = data(folder, capsys)
    assert all(cell["start"] is None for cell in made["cells"])
    assert any(edge["type"] == "water" for edge in made["edges"])
    (sheet,) = pieces(folder, "maps")
    assert "lake" in words_of(sheet.front) and "start zone A" not in words_of(sheet.front)


def test_sheets_and_legends_speak_the_language_of_the_game(tmp_path: Path) -> None:
    (sheet,) = pieces(game(tmp_path / "g", STARS, ('version: "1"', 'version: "1"\nlanguage: de')), "maps")
    said = set(words_of(sheet.front))
    assert {"GELÄNDE", "KANTEN", "PLAN 1", "FELDERPLAN 6 × 3"} <= said
    assert not {"GROUND", "EDGES", "BOARD 1"} & said


def test_part_of_what_hexes_yaml_says_leaves_the_rest(tmp_path: Path) -> None:
    folder = game(tmp_path / "g")
    (folder / "templates").mkdir()
    (folder / "templates/hexes.yaml").write_text('words: {edges: RIFTS}\ncolors: {ink: "#102040"}\n')
    assert not build.check([str(folder)], Settings())
    (sheet,) = pieces(folder, "maps")
    assert {"RIFTS", "GROUND"} <= set(words_of(sheet.front))
