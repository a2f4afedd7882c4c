"""Files of armies as values: their places, the names of a game's own table, and one list for each file."""

from __future__ import annotations

from pathlib import Path

from printgen import kinds
from printgen.base.errors import Finding
from printgen.game.records import Game
from printgen.kinds.roster import army_lists, check_armies

GAME = """\
title: Test
version: "1"
tables:
  hosts: {file: hosts.yaml, fields: {host: text, aim: integer}}
products:
  rosters: {kind: roster, title: Rosters, file: armies.yaml, qualities: QUALITIES}
  again: {kind: roster, title: Again, file: armies.yaml, qualities: QUALITIES}
""".replace("QUALITIES", "{table: hosts, name: host, needs: aim}")
TABLE = "g: {host: Green, aim: 6}\ne: {host: Elite, aim: 4}\n"
ARMIES = """\
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


def loaded(folder: Path, game: str = GAME) -> tuple[Game, list[Finding]]:
    """The game, and what its files and its armies get wrong."""
    for name, text in (("game", game), ("hosts", TABLE), ("armies", ARMIES)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    read, findings = kinds.load(folder)
    assert read is not None
    return read, [*findings, *check_armies(read)]


def test_prices_and_armies_are_read_with_their_places_once_for_each_file(tmp_path: Path) -> None:
    game, findings = loaded(tmp_path)
    (listed,) = army_lists(game)
    assert findings == []
    assert [(quality.name, quality.needs, dict(quality.points)) for quality in listed.qualities.values()] == [
        ("Green", 6, {5: 5, 10: 10}),
        ("Elite", 4, {5: 25}),
    ]
    (army,) = listed.armies
    assert (army.name.text, army.budget, army.where.line, army.where_of("budget").line) == ("First", 30, 5, 6)
    assert [(squad.quality.text, squad.soldiers, squad.leader.text, squad.where.line) for squad in army.squads] == [
        ("Green", 5, "flag", 8),
        ("Elite", 5, "", 9),
    ]


def test_a_game_that_marks_leaders_misses_one(tmp_path: Path) -> None:
    _, findings = loaded(tmp_path, GAME.replace("file: armies.yaml", "file: armies.yaml, leaders: a flag"))
    assert [(finding.where.line, finding.code) for finding in findings] == [(9, "no-leaders")]
