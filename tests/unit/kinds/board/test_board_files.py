"""Recipes and hand-written boards out of YAML: what is right is read, and every mistake is found at its place."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from board_entries import changed, mapping, shown
from go_joe import CORNERS, varied
from go_joe import RECIPE as GO_JOE

from printgen.base.errors import Exit, Finding, Where
from printgen.kinds import load
from printgen.kinds.board.plan import written_boards
from printgen.kinds.board.square_files import SquareEntry, parse_entry
from printgen.kinds.board.square_plan import SquarePlan
from printgen.kinds.board.squares import Scoring, SquareBoard, SquareOptions
from printgen.reading.files import Files
from printgen.reading.part import adapter

HEAD = """\
title: Test
version: "1"
products:
  board:
    kind: terrain-board
    title: Board
    options:
"""

RECIPE = """\
rows: 8
columns: 8
bases: {joe-base: top-left, cobra-base: bottom-right}
terrains: [jungle, swamp, sea, desert, mountain, forest, urban, arctic]
victory: urban
arrangement: plain
fair: 1
boards: boards.yaml
"""
BOARD = """\
name: The old road
cells:
- [joe-base, sea, sea, urban]
- urban sea urban sea
- "urban, urban, sea, cobra-base"
"""
SMALL = SquareOptions(rows=3, columns=4, bases=CORNERS, terrains=("urban", "sea"), victory="urban")


def read(folder: Path, text: str) -> tuple[SquarePlan | None, list[Finding]]:
    """What a product with these options loads; places are counted in the options."""
    (folder / "game.yaml").write_text(HEAD + textwrap.indent(text, "      "))
    if not (folder / "boards.yaml").exists():
        (folder / "boards.yaml").write_text("[]")
    game, findings = load(folder)
    assert game is not None
    return game.products["board"].loaded, [replace(f, where=placed(f.where)) for f in findings]


def placed(where: Where) -> Where:
    return Where(where.file, where.line - 7, where.column - 6) if where.file.endswith("game.yaml") else where


def board_of(text: str, recipe: SquareOptions) -> tuple[SquareBoard | None, list[Finding]]:
    """The board of an entry, and what is wrong with it."""
    files, given = Files(Path()), mapping(text)
    entry: SquareEntry | None = files.check(adapter(SquareEntry), given, given.start, "the board")
    board = parse_entry(files, entry, recipe) if entry else None
    return board, sorted(files.findings, key=lambda finding: finding.where)


def test_the_recipe_of_go_joe(tmp_path: Path) -> None:
    plan, findings = read(tmp_path, RECIPE)
    assert not findings and plan is not None
    corners = {name: base.at for name, base in plan.options.bases.items()}
    assert varied(plan.options, bases=corners) == varied(GO_JOE, score=Scoring())
    assert plan.options.homes == {(0, 0): "joe-base", (7, 7): "cobra-base"}


def test_a_recipe_leaves_out_what_is_usual(tmp_path: Path) -> None:
    text = changed(RECIPE, "arrangement: plain\nfair: 1\nboards: boards.yaml => space: 74x98mm")
    plan, findings = read(tmp_path, text)
    assert not findings and plan is not None
    assert (plan.options.arrangement, plan.options.fair) == ("plain", 1)


def test_every_corner(tmp_path: Path) -> None:
    text = changed(RECIPE, "top-left => bottom-left && bottom-right => top-right && rows: 8 => rows: 5")
    plan, _ = read(tmp_path, text)
    assert plan is not None and plan.options.homes == {(4, 0): "joe-base", (0, 7): "cobra-base"}


RECIPE_CASES = """\
arrangement: plain => arrangement: clumpd
6:14 unknown-value: arrangement has the unknown value "clumpd" > Did you mean 'clumped'?

[jungle, swamp, sea, desert, mountain, forest, urban, arctic] => [urban]
4:11 too-few-terrains: terrains names 1 terrain; a mix needs at least 2 > Add a terrain.

swamp, => swamp, jungle, dry land, joe-base, 5,
3:9 duplicate-terrain: "joe-base" is the name of another terrain > Give it another name, or remove it.
4:27 duplicate-terrain: "jungle" is the name of another terrain > Give it another name, or remove it.
4:35 bad-name: "dry land" is not one word > Write it without spaces and commas, such as north-gate.

top-left => bottom-right
3:45 same-corner: the cobra-base lies bottom-right, where the joe-base lies > Give it another space.

top-left => top-lft
3:19 unknown-value: joe-base: no base can lie 'top-lft' > Did you mean 'top-left'?

top-left => C4 && bottom-right => C4
3:35 same-corner: the cobra-base lies C4, where the joe-base lies > Give it another space.

top-left => C4 && plain => symmetric
3:8 not-opposite: on a symmetric board bases lie opposite each other, in pairs or in the middle > Move one of them.

[jungle, swamp, sea, desert, mountain, forest, urban, arctic] => {jungle: 0, urban: 0}
4:11 no-weight: all weights are 0 > Give one of them more.

cobra-base: => cobra base:
3:29 bad-name: "cobra base" is not one word > Write it without spaces and commas, such as north-gate.

rows: 8 => rows: 1 && columns: 8 => columns: 2
1:7 too-few-spaces: a board of 1 x 2 has no space besides its bases > Add rows or columns.

rows: 8 => rows: -1 && plain => random
1:7 out-of-range: rows is -1; it must be from 1 to 60 > Choose a number from 1 to 60.
6:14 unknown-value: arrangement has the unknown value "random" > Use one of: clumped, plain, symmetric.

top-left => bottom-right && urban, => city,
3:45 same-corner: the cobra-base lies bottom-right, where the joe-base lies > Give it another space.
5:10 unknown-terrain: victory has the unknown terrain "urban" > Use one of: arctic, city, desert, forest, jungle, mountain, sea, swamp.
"""  # noqa: E501


@pytest.mark.parametrize("case", RECIPE_CASES.rstrip().split("\n\n"))
def test_mistakes_in_a_recipe(tmp_path: Path, case: str) -> None:
    change, _, expected = case.partition("\n")
    plan, findings = read(tmp_path, changed(RECIPE, change))
    assert plan is None
    assert shown(findings) == expected


def test_a_recipe_of_nothing_and_one_of_the_wrong_kinds(tmp_path: Path) -> None:
    plan, findings = read(tmp_path, "form: maps\n")
    assert plan is None and [finding.code for finding in findings] == ["missing-key"] * 3
    wrong = (
        "rows: [1]\ncolumns: {}\nbases: [a, b]\nterrains: sea\nvictory: [sea]\narrangement: []\nfair: x\nboards: []\n"
    )
    plan, findings = read(tmp_path, wrong)
    assert plan is None and len(findings) == 8
    nested = changed(RECIPE, "jungle, => [jungle], && top-left => [top-left] && plain => [plain]")
    plan, findings = read(tmp_path, nested)
    assert plan is None and [finding.where.line for finding in findings] == [3, 4, 6]


def test_a_board_written_by_hand() -> None:
    board, findings = board_of(BOARD, SMALL)
    assert not findings and board is not None
    assert board.rows == [
        ["joe-base", "sea", "sea", "urban"],
        ["urban", "sea", "urban", "sea"],
        ["urban", "urban", "sea", "cobra-base"],
    ]
    assert (board.recipe, board.seed, board.counts) == (SMALL, None, {"urban": 5, "sea": 5})


BOARD_CASES = """\
[joe-base, => [urban,
3:4 missing-base: A1 holds urban; the joe-base belongs there > Write joe-base in A1.

sea, cobra-base => cobra-base, sea
5:18 misplaced-base: C3 holds the cobra-base, which belongs in D3 > Write a terrain here.
5:30 missing-base: D3 holds sea; the cobra-base belongs there > Write cobra-base in D3.

urban sea urban sea => urban cobra-base urban sea
4:9 misplaced-base: B2 holds the cobra-base, which belongs in D3 > Write a terrain here.

joe-base => urbn && cobra-base => joe-base
3:4 unknown-terrain: A1 holds the unknown terrain "urbn" > Did you mean 'urban'?
5:23 missing-base: D3 holds joe-base; the cobra-base belongs there > Write cobra-base in D3.

urban sea urban sea => urban sea urban
4:3 row-length: row 2 has 3 spaces; the recipe asks for 4 > Add 1 space.

urban sea urban sea => urban sea urban sea sea urban
4:23 row-length: row 2 has 6 spaces; the recipe asks for 4 > Remove 2 spaces.

sea, cobra-base => cobra-base
5:3 row-length: row 3 has 3 spaces; the recipe asks for 4 > Add 1 space.

, sea, cobra-base => , sea
5:3 row-length: row 3 has 3 spaces; the recipe asks for 4 > Add 1 space.

- "urban, urban, sea, cobra-base"\\n =>
3:1 row-count: the board has 2 rows; the recipe asks for 3 > Add 1 row.

cells: => cells:\\n- [joe-base, sea, sea, urban]
4:4 misplaced-base: A2 holds the joe-base, which belongs in A1 > Write a terrain here.
5:19 missing-base: D3 holds sea; the cobra-base belongs there > Write cobra-base in D3.
6:3 row-count: the board has 4 rows; the recipe asks for 3 > Remove 1 row.

[joe-base, sea, sea, => [joe-base, dessert, 7,
3:14 unknown-terrain: B1 holds the unknown terrain "dessert" > Use one of: cobra-base, joe-base, sea, urban.
3:23 wrong-type: a space should be text, not the number 7 > Write a terrain here.

urban sea urban sea => 5
4:3 row-length: row 2 has 1 space; the recipe asks for 4 > Add 3 spaces.
4:3 wrong-type: a space should be text, not the number 5 > Write a terrain here.

urban sea urban sea => "urban\\tsea \\x75rban ocean"
4:3 unknown-terrain: D2 holds the unknown terrain "ocean" > Use one of: cobra-base, joe-base, sea, urban.
"""


@pytest.mark.parametrize("case", BOARD_CASES.rstrip().split("\n\n"))
def test_mistakes_on_a_board(case: str) -> None:
    change, _, expected = case.partition("\n")
    if change.endswith("=>"):
        change += " "
    board, findings = board_of(changed(BOARD, change), SMALL)
    assert board is None
    assert shown(findings) == expected


def test_broken_rules_and_unreadable_boards_end_differently() -> None:
    _, (broken,) = board_of(changed(BOARD, "[joe-base, => [urban,"), SMALL)
    _, (bad,) = board_of(changed(BOARD, "urban sea urban sea => urban sea urban"), SMALL)
    assert (broken.exit, bad.exit) == (Exit.RULES_BROKEN, Exit.BAD_INPUT)


def test_a_row_may_be_a_text_over_several_lines() -> None:
    for sign in ("|", ">-", ""):
        text = f"name: x\ncells:\n- joe-base sea sea urban\n- {sign}\n  urban sea\n  urban dessert\n"
        text += "- urban urban sea cobra-base\n"
        _, findings = board_of(text, SMALL)
        assert [(f.code, f.message.partition(" ")[0]) for f in findings] == [("unknown-terrain", "D2")]


def test_a_symmetric_recipe_finds_what_is_not() -> None:
    recipe = varied(SMALL, arrangement="symmetric")
    text = changed(
        BOARD, "urban sea urban sea => sea urban urban sea && [joe-base, sea, sea, => [joe-base, urban, sea,"
    )
    assert shown(board_of(text, recipe)[1]) == (
        "5:11 asymmetric: B3 holds urban, but opposite it, C1 holds sea; the board is symmetric > Write sea in B3.\n"
        "5:18 asymmetric: C3 holds sea, but opposite it, B1 holds urban; the board is symmetric > Write urban in C3."
    )


def named(file: Path, name: str) -> SquareOptions:
    return SMALL.model_copy(update={"boards": file, "by_hand": name})


def reading(files: Files) -> Callable[[SquareEntry], SquareBoard | None]:
    return lambda entry: parse_entry(files, entry, SMALL)


def by_hand(files: Files, options: SquareOptions) -> SquareBoard | None:
    written = written_boards(files, options, None, lambda rows: None, SquareEntry, reading(files))
    return written[0] if written else None


def test_boards_of_a_file(tmp_path: Path) -> None:
    entries = "- name: Old\n" + textwrap.indent(BOARD.partition("\n")[2], "  ")
    file = tmp_path / "boards.yaml"
    file.write_text(entries + entries.replace("Old", "New"))
    files = Files(tmp_path)
    old, new = (by_hand(files, named(file, name)) for name in ("Old", "New"))
    assert not files.findings and old is not None and old == new
    wrong = entries.replace("- urban sea urban sea", "- urban sea urban").replace("Old", "Odd")
    file.write_text(entries + entries + wrong + "- 7\n- name: x\n  cells: none\n")
    files = Files(tmp_path)
    assert by_hand(files, named(file, "Old")) is None
    findings = sorted(files.findings, key=lambda finding: finding.where)
    assert [(f.where.line, f.where.column, f.code) for f in findings] == [
        (6, 9, "duplicate-name"), (14, 5, "row-length"), (16, 3, "wrong-type"), (18, 10, "wrong-type")
    ]  # fmt: skip
    assert findings[0].message == 'the board "Old" stands on line 1 and again here'


@pytest.mark.parametrize(
    ("name", "text", "place", "code"),
    [
        ("bord.yaml", "[]", (8, 9), "missing-file"),
        ("../boards.yaml", None, (8, 9), "outside-folder"),
        ("boards.yaml", "name: x", (1, 1), "wrong-type"),
        ("boards.yaml", "- [", (1, 4), "syntax"),
    ],
)
def test_a_file_of_boards_that_cannot_be_read(tmp_path: Path, name: str, text: str | None, place: tuple[int, int],
                                              code: str) -> None:  # fmt: skip
    (tmp_path / "boards.yaml").write_text(text or "[]")
    plan, (finding,) = read(tmp_path, changed(RECIPE, f"boards.yaml => {name}"))
    assert plan is None
    assert ((finding.where.line, finding.where.column), finding.code) == (place, code)
