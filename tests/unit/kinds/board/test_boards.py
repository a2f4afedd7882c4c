"""Boards of whole games: recipes, hand-written boards and skills are checked, and decks give their strengths."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.base.errors import Exit, Finding
from printgen.build.jobs import Job
from printgen.game.records import Game
from printgen.kinds import load
from printgen.kinds.board.square_plan import SquarePlan, Strengths

GAME = """\
title: Test
version: "1"
tables:
  services: {file: services.yaml, fields: {side: {kind: choice, options: [joe, cobra]}}}
  skills: {file: skills.yaml, fields: {terrain: {kind: text, optional: true}}}
records:
  trooper: {service: {kind: choice, from: services}, skills: {kind: list, from: skills, optional: true}}
products:
  joe-deck: {kind: cards, title: Joe, list: joe.yaml, record: trooper}
  cobra-deck: {kind: cards, title: Cobra, list: cobra.yaml, record: trooper}
  joe-again: {kind: cards, title: Joe again, list: joe.yaml, record: trooper}
  board:
    kind: terrain-board
    title: Board
    options:
      rows: 3
      columns: 3
      bases: {joe-base: top-left, cobra-base: bottom-right}
      terrains: [urban, sea]
      victory: urban
      boards: boards.yaml
      score:
        terrain:
          side: {field: service, table: services, column: side}
          terrain: {field: skills, table: skills, column: terrain}
          bases: {joe: joe-base, cobra: cobra-base}
          even: Both decks are suited
          one: The {base} gains 1
          more: The {base} gains {lead} within {steps} steps
"""
FILES = {
    "game": GAME,
    "services": "GJ: {side: joe}\nNF: {side: joe}\nCB: {side: cobra}\n",
    "skills": "city: {terrain: urban}\ntown: {terrain: urban}\nwater: {terrain: sea}\nmedic: {}\n",
    "joe": "- {name: Ace, service: GJ, skills: [town, city, medic]}\n"
    "- {name: Bo, service: NF, skills: [water, city]}\n",
    "cobra": "- {name: Cal, service: CB, skills: [water], copies: 3}\n- {name: Dan, service: CB}\n",
    "boards": "- name: One\n  cells: [joe-base urban sea, sea sea urban, urban urban cobra-base]\n",
}


def loaded(folder: Path, *changes: tuple[str, str, str]) -> tuple[Game, tuple[Finding, ...]]:
    files = dict(FILES)
    for name, old, new in changes:
        assert old in files[name], old
        files[name] = files[name].replace(old, new)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text)
    game, findings = load(folder)
    assert game is not None
    return game, findings


def plan(game: Game, product: str) -> SquarePlan:
    found = game.products[product].loaded
    assert isinstance(found, SquarePlan)
    return found


def found(folder: Path, *changes: tuple[str, str, str]) -> list[tuple[str, int, int, str, Exit]]:
    game, findings = loaded(folder, *changes)
    findings = (*findings, *Job.of(game).check())
    return [(Path(f.where.file).name, f.where.line, f.where.column, f.code, f.exit) for f in findings]


def test_mistakes_of_recipes_boards_and_skills(tmp_path: Path) -> None:
    assert found(tmp_path, ("game", "rows: 3", "rows: 0")) == [("game.yaml", 16, 13, "out-of-range", Exit.BAD_INPUT)]
    assert found(tmp_path, ("boards", "sea sea urban", "sea swamp")) == [
        ("boards.yaml", 2, 31, "row-length", Exit.BAD_INPUT),
        ("boards.yaml", 2, 35, "unknown-terrain", Exit.BAD_INPUT),
    ]
    assert found(tmp_path, ("skills", "sea}", "lake}")) == [
        ("skills.yaml", 3, 18, "unknown-terrain", Exit.RULES_BROKEN)
    ]
    assert found(tmp_path, ("game", GAME[GAME.index("    options:") :], "")) == [
        ("game.yaml", 13, 5, "missing-key", Exit.BAD_INPUT)
    ]


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        (
            "field: service,",
            "field: servce,",
            "24:25 no card of the game has the field 'servce' > Did you mean 'service'?",
        ),
        ("table: skills", "table: skils", "25:43 the game has no table 'skils' > Did you mean 'skills'?"),
        ("column: side", "column: sied", "24:59 the table services has no column 'sied' > Did you mean 'side'?"),
        (
            "cobra: cobra-base",
            "cobra: cobra-bse",
            "26:41 the board has no base 'cobra-bse' > Did you mean 'cobra-base'?",
        ),
        ("gains 1", "gains {leed}", "28:16 one: nothing is filled in for {leed} > Did you mean 'lead'?"),
    ],
)
def test_a_score_that_asks_for_what_is_not_there(tmp_path: Path, old: str, new: str, finding: str) -> None:
    (told,) = loaded(tmp_path, ("game", old, new))[1]
    assert f"{told.where.line}:{told.where.column} {told.message} > {told.hint}" == finding


def test_the_strengths_of_decks(tmp_path: Path) -> None:
    # Ace suits urban twice and counts once; Cal is three cards; the Joe list that is printed twice counts once.
    game, _ = loaded(tmp_path)
    assert plan(game, "board").strengths == Strengths(
        {"joe-base": {"urban": 2, "sea": 1}, "cobra-base": {"sea": 3}}, {"joe-base": 2, "cobra-base": 4}
    )
