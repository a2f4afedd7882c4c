"""Hex boards of whole games: recipes and hand-written boards are checked wherever they stand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from micro_forces import RULES_FILE, made, recipe_of

from printgen.base.errors import Exit
from printgen.kinds import load
from printgen.kinds.board.grid import HexGrid
from printgen.kinds.board.hex_proof import board_faults

GAME = f"""\
title: Test
version: "1"
products:
  board:
    kind: hex-board
    title: Board
    options:
      rows: 5
      columns: 6
      figures: 1
      hidden_starts: false
      features: {{ponds: 1}}
      power_ups: {{foxhole: [helmet, helmet]}}
      boards: boards.yaml
      rules: {RULES_FILE.name}
"""
BOARDS = """\
- name: One
  hexes:
    A2: {start: a}
    F3: {start: b}
    C2: {edges: water}
"""


def found(folder: Path, game: str = GAME, boards: str = BOARDS) -> list[tuple[str, int, int, str, Exit]]:
    (folder / "game.yaml").write_text(game)
    (folder / "boards.yaml").write_text(boards)
    findings = load(folder)[1]
    return [(Path(f.where.file).name, f.where.line, f.where.column, f.code, f.exit) for f in findings]


def test_a_game_whose_boards_are_right_or_that_has_none(tmp_path: Path) -> None:
    assert found(tmp_path) == []
    assert found(tmp_path, GAME[: GAME.index("products:")]) == []


def test_mistakes_of_recipes_and_boards(tmp_path: Path) -> None:
    assert found(tmp_path, GAME.replace("ponds", "pnds").replace("helmet]", "helm]")) == [
        ("game.yaml", 12, 18, "unknown-feature", Exit.BAD_INPUT),
        ("game.yaml", 13, 37, "unknown-icon", Exit.BAD_INPUT),
    ]
    assert (
        found(tmp_path, GAME[: GAME.index("    options:")]) == [("game.yaml", 5, 5, "missing-key", Exit.BAD_INPUT)] * 2
    )
    mistakes = BOARDS.replace("water", "wall") + "    C3: {edges: {north: open}}\n    B1: {power_ups: [fox]}\n"
    assert found(tmp_path, boards=mistakes) == [
        ("boards.yaml", 6, 25, "edge-mismatch", Exit.RULES_BROKEN),
        ("boards.yaml", 7, 22, "unknown-power-up", Exit.BAD_INPUT),
    ]
    assert found(tmp_path, boards=BOARDS.replace("water", "wall")) == [
        ("boards.yaml", 5, 5, "cut-off", Exit.RULES_BROKEN)
    ]


def test_a_random_board_is_proved() -> None:
    board = made(recipe_of(HexGrid(7, 9), features={"buildings": 2}, power_ups={"foxhole": ("helmet",)}), 1)
    assert board_faults(board) == ()
    assert board_faults(replace(board, edges=dict.fromkeys(board.edges, "wall")))


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
