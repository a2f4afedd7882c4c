"""A second hex game, a folder of YAML: edges, grounds and power-ups of its own, proved, printed and had as data."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hex_checker import broken_promises

import printgen
from printgen.build import stages as build
from printgen.build.jobs import Job
from printgen.build.settings import Settings
from printgen.cli import main
from printgen.drawing.extent import words_of
from printgen.game.records import Game
from printgen.kinds import load
from printgen.kinds.board.hex_plan import HexPlan
from printgen.kinds.board.hex_proof import board_faults
from printgen.kinds.board.hexes import board_data

REEF = Path(printgen.__file__).parents[1] / "samples" / "reef-runners"
WAYS = {
    "move": {"clear", "kelp"},
    "shoot": {"clear", "rift"},
    "hollow": {"rift"},
    "all": {"clear", "coral", "kelp", "rift"},
}


def reef() -> Game:
    game, findings = load(REEF)
    assert game is not None and findings == ()
    return game


def pages(game: Game, product: str) -> list[set[str]]:
    """The words of every piece of a product."""
    job = Job.of(game, (game.products[product],))
    (composed,), found = build.compose(job, Settings(seed=3))
    assert [*job.findings, *found] == []
    return [set(words_of(piece.front)) for piece in composed.pieces]


@pytest.mark.slow
def test_it_is_yaml_alone_and_right() -> None:
    assert {path.suffix for path in REEF.rglob("*") if path.is_file()} == {".yaml"}
    assert not build.check([str(REEF)], Settings())


@pytest.mark.parametrize(("blank", "said"), [("{divers}", "nothing is filled in for {divers}"), ("{turn", "cannot be")])
def test_words_of_its_rules_with_a_strange_blank_are_told(tmp_path: Path, blank: str, said: str) -> None:
    folder = Path(shutil.copytree(REEF, tmp_path / "reef"))
    rules = folder / "reef-rules.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("{turn} actions", f"{blank} actions"), encoding="utf-8")
    finding, *_ = load(folder)[1]
    assert said in finding.message and finding.where.line == 30


@pytest.mark.slow
def test_a_judge_finds_every_promise_of_its_boards_kept() -> None:
    plan = reef().products["board-poster"].loaded
    assert isinstance(plan, HexPlan)
    recipe, kinds, grounds = plan.options, set(), set()
    for seed in range(1, 21):
        board = plan.board_for(seed)
        assert board_faults(board) == ()
        assert broken_promises(board_data(board), 11, 12, 4, set(recipe.power_ups), True, WAYS) == [], seed
        kinds |= set(board.edges.values())
        grounds |= set(board.grounds.values())
    assert (kinds, grounds) == (WAYS["all"], {"sand", "garden", "thicket", "deep"})


@pytest.mark.slow
def test_its_sheets_tell_its_own_rules_and_nobody_elses() -> None:
    game = reef()
    for page in pages(game, "map-sheets"):
        assert {"CLEAR", "CORAL", "KELP", "RIFT", "GAP", "move", "ram", "shoot", "coral garden", "blue cracks"} <= page
        assert {"SPARE AIR", "6 free moves, once", "2 pearls", "1 look around"} <= page
        assert {"Win: bring both treasures home.", "4 divers a side start on the chevrons."} <= page
        assert not {"WALL", "WATER", "DOOR", "attack", "building"} & page
    (overlay,) = pages(game, "sight-lines")
    assert {"FROM C5", "A rift does not.", "White discs: more dice than the 5 of a turn."} <= overlay
    (gate,) = pages(game, "the-gate")
    assert "Start zone A has 3 more covered hexes within 4 moves" in gate
    assert [piece for piece in pages(game, "equipment") if {"SPARE AIR", "6"} <= piece]


def test_its_boards_are_had_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    main(["board", str(REEF), "--seed", "7", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert list(data) == ["seed", "cells", "edges", "score"] and len(data["cells"]) == 132
    assert {edge["type"] for edge in data["edges"]} <= WAYS["all"]
    assert data["score"]["total"] == 0
