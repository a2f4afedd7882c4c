"""Armies: points and odds against the source's numbers, and what is wrong with armies."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen import kinds
from printgen.base.errors import Exit, Finding
from printgen.base.folders import kits_folder
from printgen.game.documents import Document, Duel, VolleyBlock
from printgen.game.documents import TableBlock as WordTable
from printgen.kinds.roster import (
    ArmyList,
    Quality,
    army_lists,
    check_armies,
    check_army,
    roll_to_hit,
)

KIT = kits_folder() / "army-wars"
QUALITIES = {
    "Green": Quality("Green", 6, {5: 5, 10: 10}),
    "Veteran": Quality("Veteran", 5, {5: 15, 10: 30}),
    "Elite": Quality("Elite", 4, {5: 25, 10: 50}),
}
GAME = """\
title: Test
version: "1"
tables:
  qualities: {file: qualities.yaml, fields: {name: text, needs: integer}}
products:
  rosters: {kind: roster, title: Rosters, options: {file: armies.yaml, qualities: qualities, leaders: a flag}}
  again: {kind: roster, title: Again, options: {file: armies.yaml, qualities: qualities, leaders: a flag}}
"""
TABLE = "green: {name: Green, needs: 6}\nveteran: {name: Veteran, needs: 5}\nelite: {name: Elite, needs: 4}\n"
PRICES = "prices:\n  Green: {5: 5, 10: 10}\n  Veteran: {5: 15, 10: 30}\n  Elite: {5: 25, 10: 50}\n"
FIRST = """\
armies:
  - name: First
    budget: 50
    squads:
      - {quality: Elite, soldiers: 5, leader: pistol}
      - {quality: Veteran, soldiers: 5, leader: radio}
      - {quality: Green, soldiers: 10, leader: flag}
"""


def shipped() -> ArmyList:
    game, findings = kinds.load(KIT)
    assert game is not None and findings == ()
    read: ArmyList = game.products["rosters"].loaded
    return read


def checked(folder: Path, *changes: tuple[str, str], game: str = GAME) -> list[Finding]:
    """Findings for the first army with changes, each of a text that it has once."""
    text = PRICES + FIRST
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    for name, content in (("game", game), ("qualities", TABLE), ("armies", text)):
        (folder / f"{name}.yaml").write_text(content, encoding="utf-8")
    loaded, findings = kinds.load(folder)
    assert loaded is not None
    return [*findings, *check_armies(loaded)]


def told(findings: list[Finding]) -> list[str]:
    return [f"{f.where.line}:{f.where.column} {f.code}: {f.message} | {f.hint}" for f in findings]


def aid() -> Document:
    game, findings = kinds.load(KIT)
    assert game is not None and findings == ()
    document: Document = game.products["player-aid"].loaded.document
    return document


def test_the_prices_of_the_kit_are_those_of_the_source() -> None:
    assert dict(shipped().qualities) == QUALITIES


@pytest.mark.slow
def test_the_first_army_is_the_example_of_the_source() -> None:
    first = shipped().armies[0]
    assert [(squad.quality.text, squad.soldiers) for squad in first.squads] == [
        ("Elite", 5),
        ("Veteran", 5),
        ("Green", 10),
    ]
    assert first.budget == 50 and sum(squad.soldiers for squad in first.squads) == 20
    assert [finding for army in shipped().armies for finding in check_army(army, shipped())] == []


@pytest.mark.parametrize(("name", "near", "far"), [("Green", 6, 6), ("Veteran", 5, 6), ("Elite", 4, 5)])
def test_two_rulers_of_the_kit_are_one_harder_and_never_above_six(name: str, near: int, far: int) -> None:
    quality = QUALITIES[name]
    reach = shipped().options.reach
    assert [each.name.text for each in reach] == ["1 ruler", "2 rulers"]
    assert [roll_to_hit(quality, each.harder) for each in reach] == [near, far]


def test_the_shooting_of_the_aid_is_the_example_of_the_source() -> None:
    veterans, greens = (
        block for section in aid().sections for block in section.blocks if isinstance(block, VolleyBlock)
    )
    hits = [sum(face >= volley.needs for face in volley.dice) for volley in (veterans, greens)]
    assert (veterans.dice, greens.dice, hits) == ((5, 4, 4, 2, 1), (6, 6, 3, 3, 3, 2), [1, 2])
    assert veterans.needs == roll_to_hit(QUALITIES["Veteran"], 0) and greens.needs == roll_to_hit(QUALITIES["Green"], 0)
    # Seven soldiers less the first volley shoot back, at five soldiers.
    assert len(greens.dice) == 7 - hits[0] and len(veterans.dice) - hits[1] == 3
    assert "6 are left" in veterans.text.text and "3 are left" in greens.text.text


def test_the_fight_of_the_aid_is_the_example_of_the_source() -> None:
    (duel,) = (block for section in aid().sections for block in section.blocks if isinstance(block, Duel))
    assert [side.dice for side in duel.sides] == [(6, 4, 2), (5, 5, 3, 2, 1, 1)]
    assert duel.pairs == (1, -1, -1)
    left = [len(side.dice) - duel.pairs.count(-sign) for side, sign in zip(duel.sides, (1, -1), strict=True)]
    assert left == [1, 5]
    assert "Red has 1 soldier left, Blue has 5" in duel.text.text


def test_the_aid_tells_the_prices_of_the_kit() -> None:
    (table,) = (block for section in aid().sections for block in section.blocks if isinstance(block, WordTable))
    rows = [[cell.text for cell in row.cells] for row in table.rows]
    assert rows == [
        [quality.name, f":dice-{quality.needs}:", *map(str, quality.points.values())]
        for quality in shipped().qualities.values()
    ]


def test_rosters_of_one_file_are_one_list(tmp_path: Path) -> None:
    assert checked(tmp_path) == []
    game, _ = kinds.load(tmp_path)
    assert game is not None
    (read,) = army_lists(game)
    assert dict(read.qualities) == QUALITIES


def test_an_army_over_its_budget_is_told_how_much_that_is(tmp_path: Path) -> None:
    (finding,) = checked(tmp_path, ("budget: 50", "budget: 49"))
    assert told([finding]) == [
        "7:13 over-budget: First costs 50 points; its budget is 49"
        " | Take away squads for 1 point or more, or choose cheaper ones."
    ]
    assert finding.exit is Exit.RULES_BROKEN


def test_a_squad_of_seven_is_reported_at_its_soldiers(tmp_path: Path) -> None:
    assert told(checked(tmp_path, ("Veteran, soldiers: 5", "Veteran, soldiers: 7"))) == [
        "10:38 squad-size: a squad has 5 or 10 soldiers, not 7 | Make it 5."
    ]


def test_an_unknown_quality_is_reported_with_the_nearest(tmp_path: Path) -> None:
    assert told(checked(tmp_path, ("quality: Veteran", "quality: Veteren"))) == [
        "10:19 unknown-quality: there is no quality \"Veteren\" | Did you mean 'Veteran'?"
    ]


def test_armies_and_squads_without_leaders_are_reported(tmp_path: Path) -> None:
    (one,) = checked(tmp_path, (", leader: radio", ""))
    assert (one.where.line, one.code) == (10, "no-leaders") and "this Veteran squad of First" in one.message
    (whole,) = checked(tmp_path, (", leader: radio", ""), (", leader: pistol", ""), (", leader: flag", ""))
    assert (whole.where.line, whole.code) == (6, "no-leaders") and "First has no leaders" in whole.message
    assert whole.hint == "Add leader: and what marks him, such as a flag."


def test_a_game_without_marks_for_leaders_has_none(tmp_path: Path) -> None:
    assert checked(tmp_path, (", leader: radio", ""), game=GAME.replace(", leaders: a flag", "")) == []
