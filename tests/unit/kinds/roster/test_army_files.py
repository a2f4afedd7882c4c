"""Files of armies: what can be read, and every mistake at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen import kinds
from printgen.base.errors import Finding
from printgen.kinds.roster import ArmyList

TABLE = "g: {name: Green, needs: 6}\ne: {name: Elite, needs: 4}\n"
GOOD = """\
prices:
  Green: {5: 5, 10: 10}
  Elite: {5: 25}
armies:
  - name: First
    budget: 30
    squads:
      - {quality: Green, soldiers: 5, leader: flag}
      - {quality: Elite, soldiers: 5}
"""
GAME = """\
title: Test
version: "1"
tables:
  qualities: {file: qualities.yaml, fields: {name: text, needs: integer}}
products:
  rosters:
    kind: roster
    title: Rosters
    options: {file: armies.yaml, qualities: qualities}
"""


def read(folder: Path, *changes: tuple[str, str]) -> tuple[ArmyList | None, list[Finding]]:
    text = GOOD
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return of_game(folder, armies=text)


def of_game(
    folder: Path, game: str = GAME, table: str = TABLE, armies: str = GOOD
) -> tuple[ArmyList | None, list[Finding]]:
    for name, text in (("game", game), ("qualities", table), ("armies", armies)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    loaded, findings = kinds.load(folder)
    assert loaded is not None
    return loaded.products["rosters"].loaded, list(findings)


def test_prices_and_armies_are_read_with_their_places(tmp_path: Path) -> None:
    listed, findings = read(tmp_path)
    assert listed is not None and findings == []
    assert [(q.name, q.needs, dict(q.points)) for q in listed.qualities.values()] == [
        ("Green", 6, {5: 5, 10: 10}),
        ("Elite", 4, {5: 25}),
    ]
    (army,) = listed.armies
    assert (army.name.text, army.budget, army.where.line, army.where_of("budget").line) == ("First", 30, 5, 6)
    assert [(s.quality.text, s.soldiers, s.leader.text, s.where.line) for s in army.squads] == [
        ("Green", 5, "flag", 8),
        ("Elite", 5, "", 9),
    ]


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ("  Elite: {5: 25}", "  Elit: {5: 25}", "3:3", "Did you mean 'Elite'?"),
        ("{5: 25}", "{x: 25}", "3:14", "no number of soldiers"),
        ("{5: 25}", "{21: 25}", "3:15", "from 1 to 20"),
        ("{5: 25}", "{5: many}", "3:14", "should be a whole number"),
        ("{5: 25}", "{5: 0}", "3:14", "it must be from 1"),
        ("{5: 25}", "[5]", "3:10", "a mapping of keys and values"),
        ("budget: 30", "budget: lots", "6:13", "a whole number"),
        ("budget: 30", "budget: 0", "6:13", "it must be from 1"),
        ("    budget: 30\n", "", "5:5", 'the key "budget" is missing'),
        ("  - name: First\n    budget", "  - budget", "5:5", 'the key "name" is missing'),
        ("leader: flag", "leeder: flag", "8:39", "Did you mean 'leader'?"),
        ("quality: Elite, soldiers: 5", "quality: Elite", "9:9", 'the key "soldiers" is missing'),
        ("quality: Elite", "quality: Elit", "9:19", "Did you mean 'Elite'?"),
        ("Green, soldiers: 5", "Green, soldiers: 7", "8:36", "5 or 10 soldiers, not 7"),
    ],
)
def test_mistakes_are_reported_at_their_places(tmp_path: Path, old: str, new: str, place: str, words: str) -> None:
    listed, findings = read(tmp_path, (old, new))
    assert listed is None
    (finding,) = findings
    assert f"{finding.where.line}:{finding.where.column}" == place
    assert words in f"{finding.message} {finding.hint}"


def test_two_armies_of_one_name_are_reported(tmp_path: Path) -> None:
    again = "  - {name: First, budget: 5, squads: [{quality: Green, soldiers: 5}]}\n"
    listed, findings = read(tmp_path, ("soldiers: 5}\n", "soldiers: 5}\n" + again))
    assert listed is None
    assert [(f.code, f.where.line) for f in findings] == [("duplicate-name", 10)]


def test_a_file_that_is_no_mapping_is_reported(tmp_path: Path) -> None:
    listed, findings = of_game(tmp_path, armies="- one\n")
    assert listed is None and findings[0].code == "wrong-type"


def test_the_qualities_of_a_game_are_those_of_its_table(tmp_path: Path) -> None:
    listed, findings = of_game(tmp_path)
    assert (
        listed is not None
        and findings == []
        and [(q.name, q.needs) for q in listed.qualities.values()] == [("Green", 6), ("Elite", 4)]
    )


def test_a_game_without_a_table_of_qualities_is_reported(tmp_path: Path) -> None:
    start, end = GAME.index("tables:"), GAME.index("products:")
    listed, findings = of_game(tmp_path, GAME[:start] + GAME[end:])
    assert listed is None and [f.code for f in findings] == ["missing-table"]


def test_a_game_calls_its_table_and_fields_as_it_likes(tmp_path: Path) -> None:
    fields = "{host: text, aim: integer}"
    game = GAME.replace("qualities: {file", "hosts: {file").replace("{name: text, needs: integer}", fields)
    game = game.replace("qualities: qualities", "qualities: {table: hosts, name: host, needs: aim}")
    listed, findings = of_game(tmp_path, game, TABLE.replace("name:", "host:").replace("needs:", "aim:"))
    assert listed is not None and findings == [] and list(listed.qualities) == ["Green", "Elite"]


def test_a_quality_that_needs_no_roll_of_a_die_is_reported(tmp_path: Path) -> None:
    listed, findings = of_game(tmp_path, table="g: {name: Green, needs: 7}\n")
    assert listed is None and findings[0].where.line == 1 and "from 1 to 6" in findings[0].message


@pytest.mark.parametrize(("file", "code"), [("", "missing-key"), ("file: army.yaml, ", "missing-file")])
def test_a_product_that_names_no_file_is_reported(tmp_path: Path, file: str, code: str) -> None:
    listed, findings = of_game(tmp_path, GAME.replace("file: armies.yaml, ", file))
    assert listed is None and [f.code for f in findings] == [code] and findings[0].where.line == 9
