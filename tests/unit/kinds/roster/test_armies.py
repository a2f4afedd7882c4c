"""Armies: their points, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

from printgen import kinds
from printgen.base.errors import Exit, Finding
from printgen.kinds.roster import Quality, army_lists, check_armies

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
