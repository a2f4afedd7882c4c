"""Tables of dice ranges out of YAML: ranges become numbers, and every mistake is found at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen import kinds
from printgen.base.errors import Finding, Where
from printgen.game.dice_tables import DiceTable, Die, load_dice_tables, parse_die_range
from printgen.game.records import Game
from printgen.reading.files import Files

D6, D10, D100 = Die("d6", 6), Die("d10", 10), Die("d100", 100)
HERE = Where("tables.yaml", 1, 1)
TABLES = """\
hits:
  title: Hits
  aside: where and how bad
  die: d100
  columns:
    area: {title: Area, style: strong}
  results:
    killed: {title: Killed, icon: skull}
    hurt: Hurt
    unhurt: {title: Unhurt, severity: 0}
  rows:
    - {roll: 01-05, area: Head, killed: 01-10, hurt: 11-80, unhurt: 81-00}
    - area: Helmet
      hurt: 01-60
      unhurt: 61-00
      errata: [{field: hurt, printed: 60%, reason: a share means a range}]
    - {roll: 06-00, area: Body, hurt: 1, unhurt: "02-00"}
  footnotes: [Read across.]
strike:
  title: Strike
  die: d10
  columns: {result: Result}
  rows:
    - {roll: 1, result: Miss}
    - {roll: 2-9, result: Hit}
    - {roll: 0, result: Again}
lights:
  title: Lights
  columns: {light: Light, length: Reach}
  rows:
    - {light: Torch, length: 12 in}
"""


def read(tmp_path: Path, text: str) -> tuple[dict[str, DiceTable], list[Finding]]:
    path = tmp_path / "tables.yaml"
    path.write_text(text, encoding="utf-8")
    files = Files(tmp_path)
    found = load_dice_tables(files, path) or {}
    return {name: table for name, table in found.items() if table}, files.findings


@pytest.mark.parametrize(
    ("text", "die", "low", "high"),
    [
        ("1-10", D100, 1, 10),
        ("01-05", D100, 1, 5),
        ("96-00", D100, 96, 100),
        ("00", D100, 100, 100),
        ("5", D100, 5, 5),
        ("25%", D100, 1, 25),
        ("6 – 45 %", D100, 6, 45),
        ("0", D10, 10, 10),
        ("9-0", D10, 9, 10),
        ("1-3", D6, 1, 3),
        ("1-101", D100, 1, 101),
        ("40-21", D100, 40, 21),
        ("0", D6, 0, 0),
    ],
)
def test_a_range_is_numbers(text: str, die: Die, low: int, high: int) -> None:
    span = parse_die_range(text, die, HERE)
    assert (span.low, span.high) == (low, high)


@pytest.mark.parametrize(
    ("text", "die", "shown"),
    [("1-10", D100, "01-10"), ("96-100", D100, "96-00"), ("1", D100, "01"), ("9-10", D10, "9-0"), ("6", D6, "6")],
)
def test_a_range_is_shown_as_the_dice_show_it(text: str, die: Die, shown: str) -> None:
    assert parse_die_range(text, die, HERE).format(die) == shown
    assert parse_die_range(text, die, HERE).print_text(die) == shown.replace("-", "–")


def test_tables_are_read_with_their_ranges(tmp_path: Path) -> None:
    tables, findings = read(tmp_path, TABLES)
    assert not findings
    assert list(tables) == ["hits", "strike", "lights"]
    hits = tables["hits"]
    assert (hits.title.text, hits.die, hits.has_rolls) == ("Hits", D100, True)
    rolls = [row.spans.get("roll") for row in hits.rows]
    assert [(roll.low, roll.high) if roll else None for roll in rolls] == [(1, 5), None, (6, 100)]
    assert {key: (span.low, span.high) for key, span in hits.rows[0].spans.items()} == {
        "roll": (1, 5),
        "killed": (1, 10),
        "hurt": (11, 80),
        "unhurt": (81, 100),
    }
    assert [(result.icon.text, hits.severity(key)) for key, result in hits.results.items()] == [
        ("skull", 4),
        ("", 3),
        ("", 0),
    ]
    assert hits.rows[0].spans["hurt"].where[1:] == (12, 54)
    assert hits.columns["area"].style == "strong"
    assert hits.footnotes[0].text == "Read across."
    assert not tables["lights"].has_rolls
    assert tables["lights"].die is None
    assert tables["lights"].rows[0].cells["length"].text == "12 in"


GAME = """\
title: Test
version: "1"
products:
  aid: {kind: reference-sheet, title: Aid, options: {file: aid.yaml, tables: tables.yaml}}
"""


def loaded(tmp_path: Path, *blocks: str) -> tuple[Game, list[Finding]]:
    lines = "".join(f"      - {block}\n" for block in blocks)
    (tmp_path / "aid.yaml").write_text(f"title: Aid\nsections:\n  - title: One\n    blocks:\n{lines}")
    (tmp_path / "tables.yaml").write_text(TABLES, encoding="utf-8")
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    game, findings = kinds.load(tmp_path)
    assert game is not None
    return game, list(findings)


def test_a_block_names_a_table(tmp_path: Path) -> None:
    game, findings = loaded(tmp_path, "dice-table: {name: hits, bars: true}", "dice-table: strike")
    assert findings == []
    reference = game.products["aid"].loaded
    assert [(b.name.text, b.bars) for b in reference.document.every_block()] == [("hits", True), ("strike", False)]
    assert list(reference.tables) == ["hits", "strike", "lights"]


def test_a_block_that_names_no_table_is_told_wherever_it_stands(tmp_path: Path) -> None:
    game, findings = loaded(
        tmp_path, "dice-table: strike-2", "box: {blocks: [dice-table: light]}", "dice-table: {name: hits, bar: true}"
    )
    assert game.products["aid"].loaded is None and [f.code for f in findings] == ["unknown-key"]
    game, findings = loaded(tmp_path, "dice-table: strike-2", "box: {blocks: [dice-table: light]}")
    assert [(f.where.line, f.where.column, f.code, f.hint) for f in findings] == [
        (5, 21, "unknown-table", "Did you mean 'strike'?"),
        (6, 36, "unknown-table", "Did you mean 'lights'?"),
    ]
