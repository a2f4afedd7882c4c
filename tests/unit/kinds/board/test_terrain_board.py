"""Board products: the poster, the tiles and the map sheets hold the board of their seed at true size."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from printgen.base.errors import Finding
from printgen.base.units import mm, to_mm
from printgen.build.jobs import library_for
from printgen.drawing.extent import box_of, transform_box, walk_kind, words_of
from printgen.drawing.model import Drawing, Place, Rect
from printgen.drawing.pieces import Piece
from printgen.faces.render import Renderer
from printgen.game.records import Game
from printgen.kinds import load
from printgen.kinds.board.square_pieces import compose_terrain_board
from printgen.kinds.composition import Composition, Order

HEAD = """\
title: Ridge War
version: "1"
products:
  board:
    kind: terrain-board
    title: The board
    options:
"""
OPTIONS = """\
      rows: 4
      columns: 5
      bases: {joe-base: top-left, cobra-base: bottom-right}
      terrains: [jungle, sea, urban]
      victory: urban
"""
SCORE = """\
      notes: ["Win: take the enemy base, or hold every {goal} space."]
      score:
        goal:
          even: "{goal} spaces lie equally far from both bases"
          one: "{goal} spaces lie 1 step nearer to the {base}"
          more: "{goal} spaces lie {lead} steps nearer to the {base}"
"""
BOARDS = """\
- name: Ford
  cells:
    - joe-base jungle sea urban jungle
    - sea sea sea urban urban
    - jungle jungle jungle urban sea
    - urban urban sea jungle cobra-base
"""


def loaded(folder: Path, options: str) -> tuple[Game, tuple[Finding, ...]]:
    (folder / "game.yaml").write_text(HEAD + options, encoding="utf-8")
    (folder / "boards.yaml").write_text(BOARDS, encoding="utf-8")
    game, findings = load(folder)
    assert game is not None
    return game, findings


def composed(folder: Path, options: str, seed: int = 7) -> Composition:
    game, findings = loaded(folder, options)
    assert not findings
    library, product = library_for(game), game.products["board"]
    return compose_terrain_board(Order(game, product, product.records, library, Renderer(library), seed=seed))


def pieces(folder: Path, options: str, seed: int = 7) -> tuple[Piece, ...]:
    composition = composed(folder, options, seed)
    assert composition.findings == ()
    return composition.pieces


def told(folder: Path, options: str) -> list[str]:
    findings = loaded(folder, options)[1]
    if not findings:
        composition = composed(folder, options)
        assert composition.pieces == ()
        findings = composition.findings
    return [f"{f.where.line}:{f.where.column} {f.message} {f.hint}".strip() for f in findings]


@pytest.mark.slow
def test_a_poster_is_one_piece_with_every_space_at_its_place(tmp_path: Path) -> None:
    (poster,) = pieces(tmp_path, "      form: poster\n" + OPTIONS)
    assert (to_mm(poster.front.width), to_mm(poster.front.height)) == pytest.approx((5 * 74, 4 * 98), abs=0.01)
    assert poster.bleed == 0 and poster.back is None and poster.cut is None
    spots = [(to_mm(item.matrix[4]), to_mm(item.matrix[5])) for item in poster.front.items if isinstance(item, Place)]
    wanted = [(74 * column, 98 * row) for row in range(4) for column in range(5)]
    assert [v for spot in spots for v in spot] == pytest.approx([v for spot in wanted for v in spot], abs=0.01)
    written = words_of(poster.front)
    assert {f"{column}{row}" for column in "ABCDE" for row in range(1, 5)} <= set(written)
    assert written.count("JOE BASE") == written.count("COBRA BASE") == 1
    assert [written.count(name) for name in ("JUNGLE", "SEA", "URBAN")] == [6, 6, 6]


def test_tiles_are_a_piece_a_space_with_one_back_for_all(tmp_path: Path) -> None:
    tiles = pieces(tmp_path, "      form: tiles\n      backs: true\n" + OPTIONS)
    assert len(tiles) == 20 and len({tile.name for tile in tiles}) == 20
    assert tiles[0].name == "A1 Joe base" and tiles[-1].name == "E4 Cobra base"
    assert Counter(tile.name.split(" ", 1)[1] for tile in tiles)["Jungle"] == 6
    for tile in tiles:
        assert (to_mm(tile.front.width), to_mm(tile.front.height)) == pytest.approx((74, 98), abs=0.01)
        assert tile.name.split()[0] in words_of(tile.front)
        assert tile.back is tiles[0].back and tile.back is not None
    assert all(tile.back is None for tile in pieces(tmp_path, "      form: tiles\n" + OPTIONS))


def test_maps_fit_letter_and_a4_and_are_led_by_small_pictures(tmp_path: Path) -> None:
    sheets = pieces(tmp_path, "      form: maps\n      count: 3\n" + OPTIONS + SCORE)
    assert [sheet.name for sheet in sheets] == [
        "The board: all boards", "Board 1 (seed 7)", "Board 2 (seed 8)", "Board 3 (seed 9)",
    ]  # fmt: skip
    for sheet in sheets:
        assert to_mm(sheet.front.width) <= 210 - 2 * 6.35 and to_mm(sheet.front.height) <= 279.4 - 2 * 6.35
    index = words_of(sheets[0].front)
    assert {"BOARD 1", "BOARD 2", "BOARD 3", "seed 7", "seed 8", "seed 9"} <= set(index)
    written = words_of(sheets[2].front)
    assert {"BOARD 2", "8", "RIDGE WAR", "× 6", "A1", "E4", "JOE BASE"} <= set(written)
    assert "Win: take the enemy base, or hold every Urban space." in written
    assert any("Urban spaces lie" in text for text in written)


def test_small_pictures_of_maps_fill_the_page_and_bars_are_as_wide_as_they_are(tmp_path: Path) -> None:
    first = pieces(tmp_path, "      form: maps\n      count: 6\n" + OPTIONS + SCORE)[0].front
    boxes = [(item, transform_box(box_of(item), matrix)) for item, matrix in walk_kind(first, Rect)]
    ticks = [box for item, box in boxes if item.stroke and mm(1.5) < box.h < mm(3.5) and box.y > mm(30)]
    frames = [box for _, box in boxes if mm(40) < box.w < mm(100) and box.h > mm(40)]
    assert len(ticks) == 60
    for frame in frames:
        bar = [box for box in ticks if frame.x - 3 < box.x < frame.right and 0 < box.y - frame.bottom < mm(12)]
        assert len(bar) == 10
        assert min(box.x for box in bar) == pytest.approx(frame.x, abs=mm(0.6))
        assert max(box.right for box in bar) == pytest.approx(frame.right, abs=mm(0.6))
    # What the score comes from stands below each, and the lowest is not far from the foot.
    assert len([line for line in words_of(first) if line.startswith("Urban spaces")]) == len(frames) == 6
    assert max(box.bottom for box in ticks) > 0.75 * first.height


def test_a_single_map_needs_no_small_pictures(tmp_path: Path) -> None:
    assert len(pieces(tmp_path, "      form: maps\n      count: 1\n" + OPTIONS)) == 1


def test_notes_replace_the_line_at_the_foot(tmp_path: Path) -> None:
    (sheet,) = pieces(tmp_path, '      form: maps\n      count: 1\n      notes: ["Hold the ford."]\n' + OPTIONS)
    assert "Hold the ford." in words_of(sheet.front)


@pytest.mark.slow
def test_a_map_is_the_poster_of_its_seed(tmp_path: Path) -> None:
    def grid(drawing: Drawing) -> list[str]:
        names = {"JUNGLE", "SEA", "URBAN"}
        found = words_of(drawing)
        return [one for one, after in pairwise(found) if one in names and after[:1] in "ABCDE"][:18]

    (poster,) = pieces(tmp_path, "      form: poster\n" + OPTIONS, 9)
    sheet = pieces(tmp_path, "      form: maps\n      count: 3\n" + OPTIONS)[3]
    assert grid(poster.front) == grid(sheet.front)


def test_a_board_written_by_hand_is_printed(tmp_path: Path) -> None:
    options = f"      boards: boards.yaml\n      by-hand: Ford\n{OPTIONS}"
    tiles = pieces(tmp_path, f"      form: tiles\n{options}")
    assert [tile.name for tile in tiles[:5]] == ["A1 Joe base", "B1 Jungle", "C1 Sea", "D1 Urban", "E1 Jungle"]
    (sheet,) = pieces(tmp_path, f"      form: maps\n{options}")
    assert sheet.name == "Board 1"


def test_spaces_and_cards_of_another_size(tmp_path: Path) -> None:
    tiles = pieces(
        tmp_path, f"      form: tiles\n      backs: true\n      space: 60x80mm\n      card: mini-us\n{OPTIONS}"
    )
    for drawing in (tiles[3].front, tiles[3].back):
        assert drawing is not None
        assert (drawing.width, drawing.height) == pytest.approx((mm(60), mm(80)))


@pytest.mark.parametrize(
    ("options", "finding"),
    [
        ("      form: postre\n", "8:13 form has the unknown value \"postre\" Did you mean 'poster'?"),
        ("      space: 74mm\n", "8:14 space: '74mm' is not a size Write it like 63x88mm."),
        ("      space: 7x30mm\n", "8:14 space: a space needs 8 x 8 mm or more Write it like 30x30mm."),
        (
            "      space: 30x30mm\n      band: large\n",
            "9:13 a space with a large band needs 40 x 50 mm or more Write a smaller band, or none.",
        ),
        ("      card: pocker\n", "8:13 card: there is no card size 'pocker' Did you mean 'poker'?"),
        ("      count: 0\n", "8:14 count is 0; it must be from 1 to 200"),
        ("      cuont: 4\n", "8:7 unknown key \"cuont\" Did you mean 'count'?"),
        ("      nots: [a]\n", "8:7 unknown key \"nots\" Did you mean 'notes'?"),
        ("      backs: 3\n", "8:14 backs should be true or false, not the number 3"),
        ("      notes: 3\n", "8:14 notes should be a list, not the number 3"),
        ("      notes: [a, b, c, d]\n", "8:14 notes is 4 items long; the limit is 3"),
        ("      boards: boards.yaml\n      by-hand: Fort\n", "9:16 by-hand is 'Fort' Did you mean 'Ford'?"),
        ("      by-hand: Ford\n", "8:16 by-hand is 'Ford' Add boards: and the file that holds it."),
        ("      fair: 3\n", "8:13 fair keeps the board with the best score, but the recipe has no score"),
    ],
)
def test_a_wrong_option_is_told_at_its_line(tmp_path: Path, options: str, finding: str) -> None:
    assert told(tmp_path, options + OPTIONS)[0].startswith(finding)


def test_terrain_without_a_look_is_told_at_its_word(tmp_path: Path) -> None:
    found = told(tmp_path, OPTIONS.replace("sea", "see").replace("cobra-base", "cobra-bose"))
    assert found == [
        "11:26 there is no terrain 'see' in the templates Did you mean 'sea'?",
        "10:35 there is no terrain 'cobra-bose' in the templates Did you mean 'cobra-base'?",
    ]


def test_a_recipe_with_mistakes_gives_its_findings_only(tmp_path: Path) -> None:
    assert any("victory" in line for line in told(tmp_path, OPTIONS.replace("victory: urban", "victory: moon")))


def test_a_text_that_does_not_fit_is_an_error(tmp_path: Path) -> None:
    long = "Hold " + "every ford and every bridge and " * 12 + "win."
    found = told(tmp_path, f'      form: maps\n      count: 1\n      notes: ["{long}"]\n{OPTIONS}')
    assert len(found) == 1 and "does not fit" in found[0]
