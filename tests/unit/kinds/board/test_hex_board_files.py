"""Recipes and hand-written hex boards out of YAML: what is right is read, and every mistake is found at its place."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from board_entries import changed, mapping, shown
from micro_forces import RULES, RULES_FILE, altered, recipe_of

from printgen.base.errors import Exit, Finding
from printgen.base.units import mm
from printgen.kinds import load
from printgen.kinds.board.grid import HexGrid, edge
from printgen.kinds.board.hex_files import HexesEntry, parse_hex_board
from printgen.kinds.board.hex_plan import HexPlan, load_hex_plan
from printgen.kinds.board.hexes import HexBoard, HexOptions
from printgen.kinds.board.plan import written_boards
from printgen.reading.files import Files
from printgen.reading.part import adapter

RECIPE = f"""\
rows: 11
columns: 14
top: flat
arrangement: symmetric
fair: 1
figures: 5
hidden_starts: true
slack: 0
features: {{buildings: 2, ponds: 1.5, crevasses: 1, hedges: 3, trenches: 1.5, air: 1}}
power_ups:
  gun-emplacement: [bullet, bullet, bullet]
  warhog: [combat-boot-8]
  foxhole: [helmet, helmet]
  command-tower: [exclamation-mark]
rules: {RULES_FILE.name}
"""
BOARD = """\
name: The mill
hexes:
  A2: {start: a}
  A3: {start: a}
  F3: {start: b}
  F4: {start: b}
  C1: {ground: floor, edges: {south-west: wall, south: wall, south-east: open}}
  D1:
    ground: floor
    edges: {north-west: open, south: wall, south-east: wall, north-east: open}
  C4: {edges: water}
  E4: {edges: {all: cover, south: open}, power_ups: [foxhole]}
  B4: {power_ups: [foxhole]}
"""
POWER_UPS = {"foxhole": ("helmet",), "warhog": ("combat-boot-8",)}
SMALL = recipe_of(HexGrid(5, 6), power_ups=POWER_UPS, figures=2, hidden_starts=False, slack=3)


def plan(text: str, folder: Path = RULES_FILE.parent) -> tuple[HexPlan | None, list[Finding]]:
    files = Files(folder)
    return load_hex_plan(files, mapping(text)), files.findings


def read(text: str, recipe: HexOptions = SMALL) -> tuple[HexBoard | None, list[Finding]]:
    files, value = Files(RULES_FILE.parent), mapping(text)
    entry = files.check(adapter(HexesEntry), value, value.start, "the board")
    return parse_hex_board(files, entry, recipe, RULES) if entry else None, files.findings


def test_the_recipe_of_micro_forces() -> None:
    found, findings = plan(RECIPE)
    assert not findings and found is not None
    recipe = found.options
    assert recipe.grid == HexGrid(11, 14, "flat")
    assert recipe.features == {
        "buildings": 2, "ponds": 1.5, "crevasses": 1, "hedges": 3, "trenches": 1.5, "air": 1
    }  # fmt: skip
    assert recipe.power_ups["gun-emplacement"] == ("bullet", "bullet", "bullet")
    assert list(recipe.power_ups) == ["gun-emplacement", "warhog", "foxhole", "command-tower"]
    assert (recipe.arrangement, recipe.fair, recipe.figures, recipe.hidden_starts) == ("symmetric", 1, 5, True)


def test_options_leave_out_what_is_usual() -> None:
    found, findings = plan(f"rows: 9\ncolumns: 12\nform: maps\nrules: {RULES_FILE.name}\n")
    assert not findings and found is not None
    options = found.options
    assert (options.grid, options.fair, options.figures, options.slack) == (HexGrid(9, 12), 1, 5, 0)
    assert (options.arrangement, options.hidden_starts, options.features, options.power_ups) == ("plain", True, {}, {})
    assert (options.form, options.count, options.width) == ("maps", 6, mm(32))
    assert (found.by_hand, found.overlooked) == (None, None)


def test_options_of_nothing_and_of_the_wrong_kinds() -> None:
    found, findings = plan("{}")
    assert found is None and [finding.code for finding in findings] == ["missing-key"] * 2
    wrong = (
        "rows: x\ncolumns: []\ntop: 1\nfeatures: [a]\npower_ups: {a: 1, b: [1]}\nfigures: {}\nboards: []\nrules: 3\n"
    )
    found, findings = plan(wrong)
    assert found is None and [finding.where.line for finding in findings] == [1, 2, 3, 4, 5, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("form: postcard", "form has the unknown value"),
        ("width: 9mm", "a hex is 15 to 120 mm wide across its flats"),
        ("width: broad", "broad"),
        ("count: 0", "count is 0; it must be from 1 to 200"),
        ("from: Z9", 'from has the unknown value "Z9"'),
        ("by-hand: Ford", "by-hand is 'Ford'"),
    ],
)
def test_wrong_options_of_the_print_are_told_at_their_line(line: str, message: str) -> None:
    found, (finding,) = plan(f"{line}\nrows: 9\ncolumns: 12\nrules: {RULES_FILE.name}\n")
    assert found is None and message in finding.message and finding.hint
    assert (finding.where.line, finding.where.column) == (1, len(line.partition(" ")[0]) + 2)


def test_a_board_written_by_hand() -> None:
    board, findings = read(BOARD)
    assert not findings and board is not None
    grid = SMALL.grid
    assert {side: [grid.name(cell) for cell in zone] for side, zone in board.starts.items()} == {
        "a": ["A2", "A3"], "b": ["F3", "F4"]
    }  # fmt: skip
    assert {grid.name(cell): ground for cell, ground in board.grounds.items() if ground != "open"} == {
        "C1": "floor", "D1": "floor", "C4": "water"
    }  # fmt: skip
    assert {grid.name(cell): names for cell, names in board.power_ups.items()} == {
        "B4": ("foxhole",), "E4": ("foxhole",)
    }  # fmt: skip

    def kind(one: str, other: str) -> str | None:
        return board.edges[edge(grid.by_name[one], grid.by_name[other])]

    assert (kind("C1", "C2"), kind("C2", "C1"), kind("C1", "D1"), kind("C1", "B1")) == ("wall", "wall", "open", "wall")
    assert (kind("C4", "C5"), kind("C3", "C4"), kind("E4", "E5"), kind("E4", "E3")) == (
        "water", "water", "open", "cover"
    )  # fmt: skip
    assert board.is_door(edge(grid.by_name["D1"], grid.by_name["E1"]))
    assert board.seed is None and board.recipe is SMALL


BOARD_CASES = """\
north-west: open, south: wall => north-west: wall, south: wall
10:25 edge-mismatch: the edge from D1 north-west to C1 is wall here, but open for C1 on line 7 > Write open here, or type the edge from one side only.

{edges: water} => {edges: air}\\n  C5: {edges: {all: cover, north: air}}\\n  D3: {edges: {south: water, south-west: water}}
13:42 edge-mismatch: the edge from D3 south-west to C4 is water here, but air for C4 on line 11 > Write air here, or type the edge from one side only.

B4: {power_ups: [foxhole]} => B4: {power_ups: [foxhole]}\\n  E1: {edges: wall}
14:15 edge-mismatch: the edge from E1 south-west to D1 is wall here, but open for D1 on line 10 > Write open here, or type the edge from one side only.

C4: {edges: water} => C4: {edges: wall}
11:3 cut-off: C4 cannot be reached: no open or cover edge leads there > Make an edge of C4 open or cover, or all of them water or air.

C4: {edges: water} => A4: {edges: {south: wall}}\\n  B4: {edges: {south-west: wall}}\\n  B5: {edges: {north-west: wall}} && B4: {power_ups: [foxhole]} => B3: {power_ups: [foxhole]}
11:23 cut-off: A5 cannot be reached: no open or cover edge leads there > Make an edge of A5 open or cover, or all of them water or air.

F3: {start: b}\\n  F4: {start: b} => F4: {}
3:3 missing-start: start zone b is missing; each side needs 2 hexes to start from > Give 2 hexes start: b.

F3: {start: b}\\n  F4: => F4:
5:15 start-size: start zone b has 1 hex; 2 figures start there > Give 1 hex more start: b.

B4: {power_ups: [foxhole]} => A4: {power_ups: [warhog]} && open}, power_ups: [foxhole] => open}
13:19 uneven-power-ups: warhog lies 1 move from start zone a, but 5 moves from start zone b > Move it, so that the moves are at most 3 apart.

C4: {edges: water} => C4: {edges: water, start: a}
11:29 start-size: start zone a has 3 hexes; 2 figures start there > Take it from 1 hex.
11:29 no-ground: start zone a lies on C4, which has only water and air around it: nobody can stand there > Move it to another hex, or give this one an open edge.

C4: {edges: water} => C4: {edges: water, ground: floor}
11:3 wrong-ground: the ground of C4 is floor, but its edges tell of water > Change the ground or the edges.
"""  # noqa: E501


@pytest.mark.parametrize("case", BOARD_CASES.rstrip().split("\n\n"))
def test_mistakes_on_a_board(case: str) -> None:
    change, _, expected = case.partition("\n")
    board, findings = read(changed(BOARD, change))
    assert board is None
    assert shown(findings) == expected


def test_starts_that_see_each_other_and_boards_that_are_not_symmetric() -> None:
    rows = recipe_of(HexGrid(6, 8, "pointy"), figures=1, arrangement="symmetric")
    text = "name: x\nhexes:\n  A3: {start: a}\n  H4: {start: b}\n  C3: {edges: {east: wall}}\n"
    assert shown(read(text, rows)[1]) == (
        "3:15 start-in-sight: A3 of start zone a sees H4 of start zone b through A4, B4, C4, D4, E4, F4, G4 > "
        "Put a wall or a cover edge in between.\n"
        "5:22 asymmetric: the edge from E4 to F4 is open, but opposite it, from C3 to D3, is wall; "
        "the board is symmetric > Write wall."
    )
    board, findings = read(text + "  F4: {edges: {west: wall}}\n", rows)
    assert board is not None and not findings
    _, (finding,) = read(text, altered(rows, arrangement="plain"))
    assert finding.code == "start-in-sight"


def test_broken_rules_and_unreadable_boards_end_differently() -> None:
    _, (cut_off,) = read(changed(BOARD, "C4: {edges: water} => C4: {edges: wall}"))
    _, (mismatch,) = read(changed(BOARD, "north-west: open, south: => north-west: cover, south:"))
    _, (unknown,) = read(changed(BOARD, "C4: {edges: water} => C4: {edges: watr}"))
    assert (cut_off.exit, mismatch.exit, unknown.exit) == (Exit.RULES_BROKEN, Exit.RULES_BROKEN, Exit.BAD_INPUT)


def file_of_boards(folder: Path, text: str) -> list[Finding]:
    (folder / "boards.yaml").write_text(text)
    files = Files(folder)
    options = SMALL.model_copy(update={"boards": folder / "boards.yaml", "by_hand": "Old"})
    written_boards(
        files, options, None, lambda rows: None, HexesEntry, lambda e: parse_hex_board(files, e, SMALL, RULES)
    )
    return files.findings


def test_boards_of_a_file(tmp_path: Path) -> None:
    entries = "- name: Old\n" + textwrap.indent(BOARD.partition("\n")[2], "  ")
    assert file_of_boards(tmp_path, entries + entries.replace("Old", "New")) == []
    wrong = entries.replace("edges: water", "edges: wall").replace("Old", "Odd")
    findings = file_of_boards(tmp_path, entries + entries + wrong + "- 7\n- name: x\n  hexes: none\n")
    assert [(f.where.line, f.where.column, f.code) for f in findings] == [
        (14, 9, "duplicate-name"), (37, 5, "cut-off"), (40, 3, "wrong-type"), (42, 10, "wrong-type")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "place", "code"),
    [
        ("bord.yaml", "[]", (16, 9), "missing-file"),
        ("../boards.yaml", None, (16, 9), "outside-folder"),
        ("boards.yaml", "name: x", (1, 1), "wrong-type"),
        ("boards.yaml", "- [", (1, 4), "syntax"),
    ],
)
def test_a_file_of_boards_that_cannot_be_read(
    tmp_path: Path, name: str, text: str | None, place: tuple[int, int], code: str
) -> None:
    (tmp_path / "boards.yaml").write_text(text or "[]")
    found, (finding,) = plan(RECIPE + f"boards: {name}\n", tmp_path)
    assert found is None
    assert ((finding.where.line, finding.where.column), finding.code) == (place, code)


RECIPES = f"""\
title: Test
version: "1"
boards:
  main:
    rules: {RULES_FILE.name}
    rows: 7
    columns: 9
    power_ups: {{foxhole: [helmet, helmet], warhog: [combat-boot-8]}}
products:
  board:
    kind: hex-board
    title: Board
    options: {{board: main, power_ups: {{NAME: [helmet]}}}}
"""


@pytest.mark.parametrize(("name", "said"), [("foxhole", []), ("tower", []), ("fox-hole", ["Did you mean 'foxhole'?"])])
def test_a_power_up_that_is_nearly_one_of_the_recipe_is_a_slip(tmp_path: Path, name: str, said: list[str]) -> None:
    (tmp_path / "game.yaml").write_text(RECIPES.replace("NAME", name))
    findings = load(tmp_path)[1]
    assert [finding.hint for finding in findings] == said
    assert all((f.where.line, f.where.column, f.code) == (13, 40, "unknown-power-up") for f in findings)
