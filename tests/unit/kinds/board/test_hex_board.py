"""Hex boards on paper: the poster is true to size, sheets tell the board's rules, overlays and equipment serve it."""

import json
import math
from collections import Counter
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest
from micro_forces import RULES, RULES_FILE

from printgen.base.units import apply, mm, to_mm
from printgen.build.jobs import library_for
from printgen.cli import main
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.model import Drawing, Text
from printgen.drawing.model import Path as Shape
from printgen.drawing.outlines import bounds, circle, transform_outline
from printgen.drawing.pieces import Piece
from printgen.faces.render import Renderer
from printgen.kinds import load
from printgen.kinds.board.hex_pieces import compose_hex_board
from printgen.kinds.board.hex_plan import HexPlan
from printgen.kinds.composition import Composition, Order

HEAD = """\
title: Hill War
version: "1"
products:
  board:
    kind: hex-board
    title: The board
    options:
"""
OPTIONS = f"""\
      rules: {RULES_FILE.name}
      rows: 7
      columns: 8
      figures: 3
      features: {{buildings: 2, ponds: 2, air: 2, crevasses: 2, trenches: 2, hedges: 2}}
      power_ups:
        gun: [bullet, bullet, bullet]
        car: [combat-boot-8]
        hole: [helmet, helmet]
        tower: [exclamation-mark]
"""


def composed(folder: Path, options: str, seed: int = 7) -> Composition:
    (folder / "game.yaml").write_text(HEAD + options, encoding="utf-8")
    game, findings = load(folder)
    assert game is not None and not findings
    library, product = library_for(game), game.products["board"]
    return compose_hex_board(Order(game, product, product.records, library, Renderer(library), seed=seed))


def pieces(folder: Path, options: str, seed: int = 7) -> tuple[Piece, ...]:
    composition = composed(folder, options, seed)
    assert composition.findings == ()
    return composition.pieces


def texts(drawing: Drawing) -> Counter[str]:
    return Counter(words_of(drawing))


def lines(drawing: Drawing, color: str) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The straight strokes of a colour in points, of paths that have nothing else."""
    out = []
    for item, matrix in walk_kind(drawing, Shape):
        if item.stroke and item.stroke.color == color and not item.fill:
            for one, other in pairwise(item.outline):
                if one[0] == "M" and other[0] == "L":
                    out.append((apply(matrix, *one[1:]), apply(matrix, *other[1:])))
    return out


@pytest.mark.parametrize(("top", "width"), [("flat", 32.0), ("pointy", 32.0), ("flat", 25.0)])
def test_the_hexes_of_a_poster_are_as_wide_as_asked_for(tmp_path: Path, top: str, width: float) -> None:
    options = f"      top: {top}\n      width: {width:g}mm\n" + OPTIONS
    (poster,) = pieces(tmp_path, options)
    sides = lines(poster.front, "#15171A")
    lengths = Counter(round(to_mm(math.dist(*side)), 2) for side in sides)
    across_flats = lengths.most_common(1)[0][0] * math.sqrt(3)
    assert across_flats == pytest.approx(width, abs=0.05)


def test_the_cut_of_a_poster_is_the_outline_of_its_hexes(tmp_path: Path) -> None:
    (poster,) = pieces(tmp_path, OPTIONS)
    assert poster.cut is not None
    points = [(to_mm(segment[1]), to_mm(segment[2])) for segment in poster.cut if segment[0] != "Z"]
    assert len(set(points)) == len(points)
    assert {round(math.dist(*ends), 3) for ends in pairwise([*points, points[0]])} == {18.475}
    area = abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*points, points[0]]))) / 2
    assert area == pytest.approx(56 * 32 * 32 * math.sqrt(3) / 2, rel=1e-4)
    assert to_mm(poster.front.height) == pytest.approx(7.5 * 32)


def test_a_poster_names_every_hex_and_shows_every_power_up(tmp_path: Path) -> None:
    (poster,) = pieces(tmp_path, OPTIONS)
    names = texts(poster.front)
    assert all(names[f"{letter}{row}"] == 1 for letter in "ABCDEFGH" for row in range(1, 8))
    assert names["8"] == 2


def test_map_sheets_count_seeds_up_and_tell_edges_power_ups_and_score(tmp_path: Path) -> None:
    sheets = pieces(tmp_path, "      form: maps\n      count: 3\n" + OPTIONS)
    assert [sheet.name for sheet in sheets] == [f"Board {n} (seed {n + 6})" for n in (1, 2, 3)]
    told = texts(sheets[0].front)
    assert {"OPEN", "WALL", "WATER", "COVER", "OPEN AIR", "DOOR", "GUN", "3 bullets", "8 combat boots, once"} <= set(
        told
    )
    assert told["move"] == told["attack"] == told["shoot"] == 6
    assert any(line.startswith("Power-ups lie") for line in told)


def test_a_sheet_of_a_games_own_says_where_the_board_and_its_legend_stand(tmp_path: Path) -> None:
    faces = tmp_path / "templates" / "faces"
    faces.mkdir(parents=True)
    board = "size: [200, 150]\nunit: mm\nitems:\n  - slot: {name: board, x: 10, y: 10, w: 100, h: 100}\n"
    (faces / "hex-sheet.yaml").write_text(board, encoding="utf-8")
    (finding,) = composed(tmp_path, "      form: maps\n" + OPTIONS).findings
    assert "has no slot 'legend'" in finding.message and finding.where.file.endswith("hex-sheet.yaml")
    legend = "  - slot: {name: legend, x: 120, y: 10, w: 60, h: 130}\n"
    (faces / "hex-sheet.yaml").write_text(board + legend, encoding="utf-8")
    sheet = pieces(tmp_path, "      form: maps\n" + OPTIONS)[0].front
    places = [apply(matrix, item.x, item.y) for item, matrix in walk_kind(sheet, Text) if item.text == "A1"]
    assert [all(10 < to_mm(v) < 110 for v in place) for place in places] == [True]
    assert to_mm(sheet.width) == pytest.approx(200) and "EDGES" in texts(sheet)
    (faces / "hex-sheet.yaml").write_text((board + legend).partition("\n")[2], encoding="utf-8")
    (finding,) = composed(tmp_path, "      form: maps\n" + OPTIONS).findings
    assert finding.message == "face 'hex-sheet' has no size"


def test_an_overlay_numbers_every_hex_in_sight(tmp_path: Path) -> None:
    (sheet,) = pieces(tmp_path, "      form: overlay\n      from: D4\n" + OPTIONS)
    game, _ = load(tmp_path)
    assert game is not None
    plan = game.products["board"].loaded
    assert isinstance(plan, HexPlan)
    board = plan.board_for(7)
    places = {}
    for text, at in walk_kind(sheet.front, Text):
        x, y = apply(at, text.x + text.width / 2, text.y - 0.35 * text.size)
        places[to_mm(x), to_mm(y)] = text
    names = {text.text: place for place, text in places.items() if text.text in board.recipe.grid.by_name}
    # A name stands below the upper edge of its hex; hexes that touch are 22 mm apart.
    middles = {name: (x, y + 9) for name, (x, y) in names.items()}
    steps, ring = {"D4": 0}, ["D4"]
    for ring_number in range(1, len(names)):
        near = (name for name in middles if any(dist(middles[name], middles[one]) < 23 for one in ring))
        ring = [name for name in near if name not in steps]
        steps |= dict.fromkeys(ring, ring_number)
    shown = {}
    for place, text in places.items():
        name = min(middles, key=lambda name, place=place: dist(middles[name], place))  # type: ignore[misc]
        if text.font == "stencil" and text.text.isdigit() and dist(middles[name], place) < 6:
            shown[name] = int(text.text)
    # As many empty hexes lie in between as the shot is hard.
    assert shown == {name: steps[name] - 1 for name in shown}
    assert {board.recipe.grid.by_name[name] for name in shown} == {*board.difficulties(board.recipe.grid.by_name["D4"])}
    assert str(len(shown)) in texts(sheet.front)


@pytest.mark.slow
def test_the_discs_of_an_overlay_lie_beside_power_ups(tmp_path: Path) -> None:
    shown = 0
    for seed in range(4):
        (sheet,) = pieces(tmp_path, "      form: overlay\n" + OPTIONS, seed)
        shapes = [
            (item, bounds(transform_outline(item.outline, matrix))) for item, matrix in walk_kind(sheet.front, Shape)
        ]
        round_ = [box for item, box in shapes if item.fill and len(item.outline) == len(circle(0, 0, 1))]
        discs = [box for box in round_ if mm(3) < box.w < mm(8) and box.w == pytest.approx(box.h)]
        # A badge is a white octagon, with a line around it.
        eight = [box for item, box in shapes if item.fill == "#FFFFFF" and item.stroke and len(item.outline) == 9]
        badges = [box for box in eight if to_mm(box.right) < 200]
        assert discs and badges
        assert [1 for disc in discs for badge in badges if min(disc.common(badge)[2:]) > 0] == []
        shown += sum(box.w < 0.8 * max(disc.w for disc in discs) for box in discs)
    assert shown


def test_equipment_is_two_loose_hexes_of_each_power_up(tmp_path: Path) -> None:
    loose = pieces(tmp_path, "      form: equipment\n" + OPTIONS)
    assert [(piece.name, piece.copies) for piece in loose] == [("Gun", 2), ("Car", 2), ("Hole", 2), ("Tower", 2)]
    for piece in loose:
        assert piece.cut is not None
        ys = [segment[2] for segment in piece.cut if segment[0] != "Z"]
        assert max(ys) - min(ys) == pytest.approx(mm(32))
        # The same on the floor of buildings, for places indoors.
        assert piece.back is not None and piece.back != piece.front
        assert words_of(piece.back) == words_of(piece.front)


def test_power_ups_are_told_in_words() -> None:
    assert RULES.offer(["helmet", "helmet"]) == "2 helmets"
    assert RULES.offer(["exclamation-mark"]) == "1 exclamation mark"
    assert RULES.offer(["bullet", "combat-boot-1"]) == "1 bullet and 1 combat boot, once"


LOOKS = """\
colors: {wall: "#12"}
1:16 bad-value: wall should be a colour such as "#4B5320", "#fff", "#4B532080" (half of it shows) or tomato, not the text "#12" > Write a colour such as "#4B5320", "#fff", "#4B532080" (half of it shows) or tomato.

edges: {wall: {layers: [{d: "L0,0", strok: ink}]}}
1:29 bad-path: d: path data must start with M > Write it like M0,0 L100,0.
1:37 unknown-key: unknown key "strok" > Did you mean 'stroke'?
"""  # noqa: E501


@pytest.mark.parametrize("case", LOOKS.rstrip().split("\n\n"))
def test_mistakes_of_a_look_are_told_at_their_lines(tmp_path: Path, case: str) -> None:
    text, _, expected = case.partition("\n")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "hexes.yaml").write_text(text + "\n", encoding="utf-8")
    composition = composed(tmp_path, OPTIONS)
    assert composition.pieces == ()
    assert all(f.where.file.endswith("hexes.yaml") for f in composition.findings)
    said = [f"{f.where.line}:{f.where.column} {f.code}: {f.message} > {f.hint}" for f in composition.findings]
    assert "\n".join(said) == expected


@pytest.mark.slow
def test_boards_on_demand_are_data_or_map_sheets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.yaml").write_text(HEAD + OPTIONS, encoding="utf-8")
    said = _run(capsys, "board", str(tmp_path), "--seed", "5", "--count", "2", "--json")
    boards = json.loads(said)["boards"]
    assert [board["seed"] for board in boards] == [5, 6]
    assert len(boards[0]["cells"]) == 56 and {"a", "b", "type"} == set(boards[0]["edges"][0])
    said = _run(capsys, "board", str(tmp_path), "--count", "2", "--seed", "5", "--out", str(tmp_path / "out"))
    assert "boards-seed-5.pdf: 2 pages" in said


def _run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code: object = 0
    try:
        main(list(arguments))
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr()
    assert not code, said.err
    return said.out


def test_a_board_written_by_hand_is_printed_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "boards.yaml").write_text(
        "- name: Ford\n  hexes:\n    A2: {start: a}\n    F3: {start: b}\n    C4: {edges: water}\n", encoding="utf-8"
    )
    options = f"      rules: {RULES_FILE.name}\n      form: maps\n      rows: 5\n      columns: 6\n"
    options += "      figures: 1\n      hidden_starts: false\n"
    (sheet,) = pieces(tmp_path, options + "      boards: boards.yaml\n      by-hand: Ford\n")
    assert sheet.name == "Board 1"
    assert "POWER-UPS" not in texts(sheet.front)
