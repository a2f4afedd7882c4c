"""A game's own checks: what breaks them is found at its place, and mistakes in them at theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.base.errors import Exit, Finding
from printgen.build.jobs import Job
from printgen.kinds import load

GAME = """\
title: Fireballs
version: "1"
tables:
  schools: {file: schools.yaml, fields: {name: text, cost: integer}}
records:
  mage:
    school: {kind: choice, from: schools}
    power: {kind: integer}
    levels: {kind: map, optional: true}
    skills: {kind: list, optional: true}
    services: {kind: list, optional: true}
    effects: {kind: map, optional: true}
products:
  deck: {kind: cards, title: Deck, list: deck.yaml, record: mage}
checks:
  - CHECK
"""
DECK = """\
- {name: Ann, school: fire, power: 3, levels: {1: spark, 5: fireball}, skills: [cook, burn]}
- {name: Bob, school: ice, power: 9, services: [bar], effects: {wet: very}}
"""
SCHOOLS = "fire: {name: Fire, cost: 2}\nice: {name: Ice, cost: -1}\n"


def found(folder: Path, check: str) -> list[Finding]:
    """What a game with one check has to say, at loading and of its rules."""
    (folder / "game.yaml").write_text(GAME.replace("CHECK", check) if check else GAME.partition("checks:")[0])
    (folder / "deck.yaml").write_text(DECK)
    (folder / "schools.yaml").write_text(SCHOOLS)
    game, findings = load(folder)
    assert game is not None
    return [*findings, *Job.of(game).check()]


def told(findings: list[Finding]) -> list[str]:
    return [f"{Path(f.where.file).name}:{f.where.line}:{f.where.column} {f.code}: {f.message}" for f in findings]


def test_fields_of_any_name_are_judged_by_no_other_games_rule(tmp_path: Path) -> None:
    assert found(tmp_path, "") == []


@pytest.mark.parametrize(
    ("check", "broken"),
    [
        (
            '{records: mage, must: card.power <= 5, message: "{{ card.name }} has {{ card.power }}"}',
            ["deck.yaml:2:3 broken-check: Bob has 9"],
        ),
        (
            "{records: deck, when: card.school == 'ice', must: card.power < 5, at: power, message: too strong}",
            ["deck.yaml:2:35 broken-check: too strong"],
        ),
        (
            "{records: mage, each: levels, must: item | int < 5, code: high-level, message: '{{ item }} {{ value }}'}",
            ["deck.yaml:1:58 high-level: 5 fireball"],
        ),
        (
            "{records: mage, each: skills, must: item != 'burn', message: '{{ card.name }} may not {{ item }}'}",
            ["deck.yaml:1:87 broken-check: Ann may not burn"],
        ),
        (
            "{table: schools, must: row.cost > 0, at: cost, message: '{{ code }} costs {{ row.cost }}'}",
            ["schools.yaml:2:24 broken-check: ice costs -1"],
        ),
        (
            "{deck: deck, must: deck | pluck('power') | sum == 10, message: '{{ deck | pluck(\"power\") | sum }}'}",
            ["game.yaml:14:9 broken-check: 12"],
        ),
        (
            "{records: mage, must: \"deck | where('school', card.school) | count == 2\", message: alone}",
            ["deck.yaml:1:3 broken-check: alone", "deck.yaml:2:3 broken-check: alone"],
        ),
        ("{records: mage, must: card.school in tables.schools, message: never}", []),
        (
            "{records: mage, each: power, must: item < 9, message: 'not {{ item }}'}",
            ["deck.yaml:2:35 broken-check: not 9"],
        ),
    ],
)
def test_what_breaks_a_check_is_found_at_its_place(tmp_path: Path, check: str, broken: list[str]) -> None:
    findings = found(tmp_path, check)
    assert told(findings) == broken
    assert {finding.exit for finding in findings} <= {Exit.RULES_BROKEN}


def test_a_check_says_how_to_mend_it_and_may_only_warn(tmp_path: Path) -> None:
    (finding,) = found(
        tmp_path,
        "{records: mage, must: card.power < 5, message: m, hint: 'Take {{ card.power - 4 }} off.', severity: warning}",
    )
    assert (finding.severity, finding.hint) == ("warning", "Take 5 off.")


@pytest.mark.parametrize(
    ("check", "mistake"),
    [
        ("{records: mage, message: m}", '16:5 missing-key: the key "must" is missing'),
        ("{records: mage, must: card.power <, message: m}", "16:27 bad-expression: must: cannot read 'card.power <'"),
        ("{records: mage, must: crd.power, message: m}", '16:27 bad-expression: there is no "crd" in must'),
        ("{records: mage, must: card.pwer, message: m}", '16:27 bad-expression: mage has no field "pwer"'),
        ("{records: mage, must: card.power, message: '{{ item }}'}", '16:48 bad-expression: there is no "item"'),
        ("{records: mage, must: card.levels.x > 1, message: m}", "16:27 bad-expression: there is no 'x' here"),
        ("{records: mage, must: open('x'), message: m}", "16:27 bad-expression: must: 'open('x')' uses 'call'"),
        ("{records: mag, must: card, message: m}", '16:15 unknown-value: records has the unknown value "mag"'),
        ("{records: mage, each: level, must: item, message: m}", "16:27 unknown-value: each has the unknown value"),
        ("{table: school, must: row, message: m}", '16:13 unknown-value: table has the unknown value "school"'),
        ("{deck: deck, table: schools, must: row, message: m}", "16:5 bad-value: item 1: a check is about"),
        ("{records: mage, must: card.power < 'x', message: m}", "16:27 bad-expression: '<' cannot compare"),
        ("{must: row, message: m}", "16:5 bad-value: item 1: a check is about"),
        ("{records: mage, must: ' ', message: m}", "16:27 wrong-type: must should be text"),
        ("{records: mage, must: 3, message: m}", "16:27 wrong-type: must should be text"),
        ("{records: mage, mst: card.power, must: card.power, message: m}", '16:21 unknown-key: unknown key "mst"'),
    ],
)
def test_mistakes_in_a_check_are_found_in_it(tmp_path: Path, check: str, mistake: str) -> None:
    first, *others = told(found(tmp_path, check))
    assert first.startswith(f"game.yaml:{mistake}") and not others


@pytest.mark.parametrize("checks", ["3", "{records: mage}", "[3]"])
def test_what_is_no_list_of_checks_is_found(tmp_path: Path, checks: str) -> None:
    found(tmp_path, "")
    path = tmp_path / "game.yaml"
    path.write_text(path.read_text() + f"checks: {checks}\n")
    assert {finding.code for finding in load(tmp_path)[1]} == {"wrong-type"}


def test_a_deck_that_lacks_cards_with_mistakes_is_not_counted(tmp_path: Path) -> None:
    check = "{deck: deck, must: deck | count == 2, message: two}"
    assert found(tmp_path, check) == []
    (tmp_path / "deck.yaml").write_text(DECK.replace("power: 3", "power: three"))
    game, findings = load(tmp_path)
    assert game is not None and [f.code for f in findings] == ["wrong-type"] and Job.of(game).check() == []


def test_cards_without_mistakes_are_checked_beside_one_that_has_some(tmp_path: Path) -> None:
    found(tmp_path, "{records: mage, must: card.power < 5, message: too strong}")
    (tmp_path / "deck.yaml").write_text(DECK.replace("power: 3", "power: three"))
    game, findings = load(tmp_path)
    assert game is not None and [f.code for f in findings] == ["wrong-type"]
    assert told(Job.of(game).check()) == ["deck.yaml:2:3 broken-check: too strong"]
