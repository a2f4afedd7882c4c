"""Ranges of a table cover its die exactly once: what is missing, shared or beyond it is found at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen import kinds
from printgen.base.errors import Exit
from printgen.game.dice_tables import DiceTable, check_table, load_dice_tables
from printgen.kinds.documents import check_tables
from printgen.reading.files import Files

GAME = """\
title: Test
version: "1"
products:
  aid:
    kind: reference-sheet
    title: Aid
    options: {file: aid.yaml, tables: %s}
"""


def read(path: Path) -> DiceTable:
    files = Files(path.parent)
    tables = load_dice_tables(files, path)
    assert tables and tables["t"] and not files.findings
    return tables["t"]


def table(tmp_path: Path, die: str, *rolls: str) -> DiceTable:
    rows = "".join(f"    - {{roll: {roll}, r: x}}\n" for roll in rolls)
    path = tmp_path / "t.yaml"
    path.write_text(f"t:\n  title: T\n  die: {die}\n  columns: {{r: R}}\n  rows:\n{rows}", encoding="utf-8")
    return read(path)


def matrix(tmp_path: Path, row: str) -> DiceTable:
    path = tmp_path / "t.yaml"
    text = "t:\n  title: T\n  die: d100\n  columns: {w: W}\n  results: {a: A, b: B, c: C}\n  rows:\n    - {w: x, %s}\n"
    path.write_text(text % row, encoding="utf-8")
    return read(path)


def shown(of: DiceTable) -> list[str]:
    findings = check_table(of)
    assert all(f.severity == "error" and f.hint and f.exit is Exit.RULES_BROKEN for f in findings)
    return [f"{f.where.line}:{f.where.column} {f.code}: {f.message}" for f in findings]


@pytest.mark.parametrize(
    ("die", "rolls"),
    [
        ("d6", ("1", "2", "3", "4", "5", "6")),
        ("d6", ("1-3", "4-6")),
        ("d10", ("1", "2-5", "6-9", "0")),
        ("d10", ("1", "2-8", "9-0")),
        ("d100", ("01-50", "51-00")),
        ("d100", ("51-00", "01-50")),
        ("d100", ("25%", "26-00")),
        ("d20", ("1-20",)),
    ],
)
def test_a_die_that_is_covered(tmp_path: Path, die: str, rolls: tuple[str, ...]) -> None:
    assert shown(table(tmp_path, die, *rolls)) == []


@pytest.mark.parametrize(
    ("die", "rolls", "findings"),
    [
        ("d6", ("1-2", "4-6"), ["6:14 dice-gap: no range covers 3, beside 1-2"]),
        ("d6", ("2-6",), ["6:14 dice-gap: no range covers 1, beside 2-6"]),
        ("d10", ("1-5", "6-9"), ["7:14 dice-gap: no range covers 0, beside 6-9"]),
        ("d100", ("01-50", "52-00"), ["6:14 dice-gap: no range covers 51, beside 01-50"]),
        ("d100", ("01-50", "50-00"), ["7:14 dice-overlap: 01-50 and 50-00 both cover 50"]),
        ("d100", ("40-00", "01-50"), ["7:14 dice-overlap: 01-50 and 40-00 both cover 40-50"]),
        ("d100", ("01-00", "20-30"), ["7:14 dice-overlap: 01-00 and 20-30 both cover 20-30"]),
        ("d100", ("1-101",), ["6:14 beyond-die: the range 1-101 has 101; a d100 runs from 1 to 100, written 00"]),
        ("d6", ("0", "1-6"), ["6:14 beyond-die: the range 0 has 0; a d6 runs from 1 to 6"]),
        ("d6", ("1-3", "4-7"), ["7:14 beyond-die: the range 4-7 has 7; a d6 runs from 1 to 6"]),
        ("d100", ("50-1", "51-00"), ["6:14 reversed-range: the range 50-01 runs backwards"]),
        (
            "d6",
            ("1-2", "2-3", "6-5"),
            [
                "7:14 dice-gap: no range covers 4, beside 2-3",
                "7:14 dice-overlap: 1-2 and 2-3 both cover 2",
                "8:14 reversed-range: the range 6-5 runs backwards",
            ],
        ),
    ],
)
def test_what_is_wrong_with_rolls(tmp_path: Path, die: str, rolls: tuple[str, ...], findings: list[str]) -> None:
    assert sorted(shown(table(tmp_path, die, *rolls))) == findings


@pytest.mark.parametrize(
    ("row", "findings"),
    [
        ("a: 1-10, b: 11-00", []),
        ("a: 1-10, b: 11-50, c: 51-00", []),
        ("a: 5, b: 6-50, c: 51-00", ["7:17 dice-gap: no range covers 01-04, beside a 05"]),
        ("a: 1-5, b: 6-75, c: 96-00", ["7:25 dice-gap: no range covers 76-95, beside b 06-75"]),
        ("a: 1-5, b: 6-95, c: 95-00", ["7:34 dice-overlap: b 06-95 and c 95-00 both cover 95"]),
        ("a: 1-5, b: 6-95", ["7:25 dice-gap: no range covers 96-00, beside b 06-95"]),
        (
            "a: 20%, b: 50%, c: 51-00",
            ["7:25 dice-overlap: a 01-20 and b 01-50 both cover 01-20"],
        ),
    ],
)
def test_each_row_of_results_covers_the_die(tmp_path: Path, row: str, findings: list[str]) -> None:
    assert shown(matrix(tmp_path, row)) == findings


def test_a_row_without_ranges(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    text = "t:\n  title: T\n  die: d100\n  columns: {w: W}\n  results: {a: A}\n  rows:\n    - {w: x}\n"
    path.write_text(text, encoding="utf-8")
    found = shown(read(path))
    assert found == ["7:7 dice-gap: no number of the d100 leads to anything"]


def test_errata_must_correct_something(tmp_path: Path) -> None:
    same = matrix(tmp_path, "a: 1-10, b: 11-00, errata: [{field: b, printed: 11-100, reason: why}]")
    assert shown(same) == ["7:42 erratum-same: the erratum says that b was printed 11-00, as it is now"]
    other = matrix(tmp_path, "a: 1-10, b: 11-00, errata: [{field: c, printed: 11-90, reason: why}]")
    assert shown(other) == ["7:42 erratum-field: the erratum corrects c, which the row does not have"]


def test_the_first_row_needs_a_roll(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    rows = "    - {r: x}\n    - {roll: 1-6, r: w}\n    - {r: z}\n"
    path.write_text(f"t:\n  title: T\n  die: d6\n  columns: {{r: R}}\n  rows:\n{rows}", encoding="utf-8")
    assert shown(read(path)) == ["6:7 missing-roll: the first row has no roll, and no row above it to share one with"]


def folder(tmp_path: Path, tables: str, **files: str) -> list[str]:
    (tmp_path / "game.yaml").write_text(GAME % tables, encoding="utf-8")
    for name, text in files.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "aid.yaml").write_text("title: A\nsections: [{title: B, blocks: [{text: c}]}]\n", encoding="utf-8")
    game, findings = kinds.load(tmp_path)
    assert game is not None
    return [f"{Path(f.where.file).name}:{f.where.line} {f.code}" for f in (*findings, *check_tables(game))]


ONE = "one:\n  title: T\n  die: d6\n  columns: {r: R}\n  rows:\n    - {roll: 1-5, r: x}\n"


def test_the_tables_of_a_game(tmp_path: Path) -> None:
    assert folder(tmp_path, "a.yaml", a=ONE) == ["a.yaml:6 dice-gap"]
    assert folder(tmp_path, "[a.yaml]", a=ONE.replace("1-5", "1-6")) == []
    assert folder(tmp_path, "[a.yaml, b.yaml]", a=ONE, b=ONE) == ["b.yaml:2 duplicate-name"]
    assert folder(tmp_path, "[c.yaml]") == ["game.yaml:7 missing-file"]
    assert folder(tmp_path, "[[a.yaml]]") == ["game.yaml:7 wrong-type"]
    assert folder(tmp_path, "../a.yaml") == ["game.yaml:7 outside-folder"]


def test_a_table_of_two_products_is_reported_once(tmp_path: Path) -> None:
    twice = GAME.partition("  aid:")[2]
    (tmp_path / "game.yaml").write_text((GAME + "  other:" + twice) % ("a.yaml", "a.yaml"), encoding="utf-8")
    (tmp_path / "a.yaml").write_text(ONE, encoding="utf-8")
    (tmp_path / "aid.yaml").write_text("title: A\nsections: [{title: B, blocks: [{text: c}]}]\n", encoding="utf-8")
    game, findings = kinds.load(tmp_path)
    assert game is not None and findings == ()
    assert [f.code for f in check_tables(game)] == ["dice-gap"]


def test_widths_are_those_of_as_many_columns(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME % "a.yaml", encoding="utf-8")
    (tmp_path / "a.yaml").write_text(ONE.replace("1-5", "1-6"), encoding="utf-8")
    blocks = "[\n{dice-table: {name: one, widths: [0, 1]}},\n{dice-table: {name: one, widths: [1]}}]"
    (tmp_path / "aid.yaml").write_text(f"title: A\nsections: [{{title: B, blocks: {blocks}}}]\n", encoding="utf-8")
    (found,) = kinds.load(tmp_path)[1]
    assert (found.where.line, found.code, found.message) == (4, "wrong-columns", "1 width; the table has 2 columns")
