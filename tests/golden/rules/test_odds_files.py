"""A game's file of odds: tables that follow from its lists, told exactly, and what is said of mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest
from kitchen import Kitchen, Run

from printgen import kinds
from printgen.base.errors import Finding, PrintgenError
from printgen.base.folders import kits_folder
from printgen.rules.odds import check_odds, odds_of, percent

GAME = """\
title: Test
version: "1"
odds: odds.yaml
records: {die: {sides: {kind: map}}}
products:
  dice: {kind: cards, title: Dice, list: dice.yaml, record: die, front: level-front}
"""
DICE = "- {name: Bold, sides: {1: hit, 2: hit, 3: save, 4: none}}\n- {name: Meek, sides: {1: save, 2: none}}\n"
ODDS = "tables:\n  blows:\n    melee: {of: dice, faces: sides, hit: hit, saves: [save], dice: 2}\n"


def findings_of(folder: Path, odds: str) -> list[Finding]:
    for name, text in (("game", GAME), ("dice", DICE), ("odds", odds)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    game, found = kinds.load(folder)
    assert game is not None, found
    return [*check_odds(game)]


def test_odds_follow_from_the_dice_of_a_list(tmp_path: Path) -> None:
    assert findings_of(tmp_path, ODDS) == []
    game, _ = kinds.load(tmp_path)
    assert game is not None
    (table,) = odds_of(game).values()
    rows = {(row["attacker"], row["defender"]): row for row in table.as_data()["rows"]}
    # Half of Bold's dice hit, and half of Meek's cancel one; no hit is cancelled by another here.
    assert rows["Bold", "Meek"]["falls"] == [[1, 4], [7, 16]] and rows["Bold", "Meek"]["costs"] == [[0, 1], [0, 1]]
    assert table.title == "Blows"
    assert table.grid.rows[1] == ("Bold", ("Bold", "Meek", "**25** / 0", "**44** / 0"))
    assert {name for name, _ in table.grid.rows} == {"Bold"}


def test_shots_are_told_for_each_number_of_dice_that_may_be_rolled(tmp_path: Path) -> None:
    shots = "tables:\n  shots:\n    shot: {of: dice, faces: sides, hit: hit, difficulty: 2, icons: 1, dice: 3}\n"
    assert findings_of(tmp_path, shots) == []
    game, _ = kinds.load(tmp_path)
    assert game is not None
    rows = odds_of(game)["shots"].as_data()["rows"]
    # Half of Bold's dice hit; an icon is a hit, spent before the roll for a die less or added to it.
    assert [(row["difficulty"], row["icons"], row["dice"], row["hits"]) for row in rows if row["of"] == "Bold"] == [
        (1, 0, 1, [1, 2]), (1, 1, 1, [1, 1]), (2, 0, 2, [1, 4]), (2, 1, 2, [3, 4]), (2, 1, 1, [1, 2]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("dice: 2", "dice: 20", "dice is 20; it must be from 1 to 12 > Choose a number from 1 to 12."),
        ("melee:", "meele:", 'blows: there is no kind of table of odds "meele" > Did you mean'),
    ],
)
def test_nobody_has_the_tables_of_a_file_with_mistakes(tmp_path: Path, old: str, new: str, said: str) -> None:
    (finding,) = findings_of(tmp_path, ODDS.replace(old, new, 1))
    assert f"{finding.message} > {finding.hint}".startswith(said)
    game, _ = kinds.load(tmp_path)
    assert game is not None
    with pytest.raises(PrintgenError) as raised:
        odds_of(game)
    assert [*raised.value.findings] == [finding]


def test_only_what_never_happens_is_0_and_only_what_always_does_is_100() -> None:
    from fractions import Fraction

    told = [percent(Fraction(n, 1000)) for n in (0, 1, 5, 15, 994, 996, 1000)]
    assert told == ["0", "<1", "1", "2", "99", ">99", "100"]


def test_lab_odds_tells_the_tables_of_a_kit(run: Run) -> None:
    told = run("lab", "odds", "micro-forces", "--json").json["tables"]
    assert [table["name"] for table in told] == ["attacks", "shots"]
    # The example of the rules: 5 hexes, 2 icons, one of them spent before the roll.
    shot = {"of": "Standard", "difficulty": 5, "icons": 2, "dice": 4, "hits": [5, 16]}
    assert shot in told[1]["rows"]
    lines = run("lab", "odds", "army-wars", "fights").out.splitlines()
    assert lines[1].split() == ["Soldiers", "against", "3", "against", "5", "against", "7", "against", "10"]
    assert lines[3].split() == ["5", "91%", "50%", "13%", "1%"]


@pytest.mark.parametrize(
    ("words", "said"),
    [(("sixth-scale",), "sixth-scale has no file of odds"), (("micro-forces", "shot"), "Did you mean 'shots'?")],
)
def test_what_has_no_odds_is_told(words: tuple[str, ...], said: str, run: Run) -> None:
    told = run("lab", "odds", *words)
    assert told.code == 2 and said in told.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("attacks, only: Melee", "atacks, only: Melee", "there are no odds \"atacks\" > Did you mean 'attacks'?"),
        pytest.param(
            "only: Artillery", "only: Artilery", "\"Artilery\" has no odds in shots > Did you mean 'Artillery'?",
            marks=pytest.mark.nightly,
        ),
    ],
)  # fmt: skip
def test_an_aid_that_names_no_odds_is_told(run: Run, tmp_path: Path, old: str, new: str, said: str) -> None:
    kit = Kitchen.copied(tmp_path / "kit", kits_folder() / "micro-forces")
    kit.edit("aid.yaml", old, new)
    (found,) = run("check", str(kit.folder), "--json").json["findings"]
    assert (found["code"], f"{found['message']} > {found['hint']}") == ("unknown-odds", said)
    assert found["line"] == kit.line("aid.yaml", new)
