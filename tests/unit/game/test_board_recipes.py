"""Named recipes of boards: what a product says goes over them, and every mistake is told where it is written."""

from pathlib import Path

import pytest

from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.kinds.board.square_plan import SquarePlan

GAME = """\
title: Isles
version: "1"
boards:
  main:
    rows: 4
    columns: 5
    bases: {joe-base: top-left, cobra-base: bottom-right}
    terrains: [jungle, sea, urban]
    victory: urban
products:
  poster: {kind: terrain-board, title: Poster, options: {board: main, form: poster}}
  tiles: {kind: terrain-board, title: Tiles, options: {board: main, form: tiles}}
"""


RECIPE = GAME.partition("boards:\n")[2].partition("products:")[0]


def found(folder: Path, *changes: tuple[str, str]) -> list[str]:
    text = GAME
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    findings = build.check([str(folder)], Settings())
    return [f"{f.where.line}:{f.where.column} {f.message} > {f.hint}" for f in findings]


def test_products_of_one_recipe_have_one_board(tmp_path: Path) -> None:
    assert found(tmp_path) == []
    (job,) = load([str(tmp_path)])
    tiles = next(item for item in build.compose(job, Settings(seed=3))[0] if item.product.name == "tiles")
    assert len(tiles.pieces) == 20


def test_what_a_product_says_goes_over_the_recipe(tmp_path: Path) -> None:
    assert found(tmp_path, ("form: tiles", "form: tiles, rows: 3")) == []
    (job,) = load([str(tmp_path)])
    assert [len(item.pieces) for item in build.compose(job, Settings())[0]] == [1, 15]


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("rows: 4", "rows: 99", "5:11 rows is 99; it must be from 1 to 60 > Choose a number from 1 to 60."),
        ("victory: urban", "victory: moon", '9:14 victory has the unknown terrain "moon" > Use one of'),
        ("victory: urban", "victry: urban", '9:5 unknown key "victry" > Did you mean'),
        ("    rows: 4\n", "", '5:5 the key "rows" is missing > Add rows: and its value.'),
        ("form: tiles", "form: tiles, rows: 99", "12:88 rows is 99; it must be from 1 to 60 > "),
        ("main, form: tiles", "mian, form: tiles", "12:63 the game has no board named \"mian\" > Did you mean 'main'?"),
        (
            "boards:\n  main:",
            "records: {}\nboards:\n  two words:",
            '5:3 "two words" cannot be a name here > Use letters',
        ),
        ("  main:", "  main: 5\n  other:", "4:9 main should be a mapping, not the number 5 > Write key: value lines."),
    ],
)
def test_a_mistake_is_told_once_where_it_is_written(tmp_path: Path, old: str, new: str, finding: str) -> None:
    told = found(tmp_path, (old, new))
    assert sum(line.startswith(finding) for line in told) == 1, told


def test_a_game_without_recipes_says_where_they_go(tmp_path: Path) -> None:
    told = found(tmp_path, (GAME[GAME.index("boards:") : GAME.index("products:")], ""))
    assert told[0].startswith('4:65 the game has no board named "main" > Write boards: in game.yaml')


def test_a_recipe_keeps_its_places_under_what_lies_over_it(tmp_path: Path) -> None:
    found(tmp_path, ("form: tiles", "form: tiles, rows: 3"))
    (job,) = load([str(tmp_path)])
    laid = job.game.products["tiles"].loaded
    assert isinstance(laid, SquarePlan)
    options = laid.options
    assert (options.rows, options.where_of("rows").line, options.where_of("columns").line) == (3, 12, 6)


def test_a_recipe_that_no_product_follows_is_told(tmp_path: Path) -> None:
    spare = "products:", "  spare:\n    rwos: 4\nproducts:"
    assert found(tmp_path, spare) == [
        "10:3 no product follows the board spare, so what it says is not looked at > "
        "Write board: spare under options of a product, or remove it."
    ]
    (job,) = load([str(tmp_path)])
    assert [finding.severity for finding in job.check()] == ["warning"]
    # Options may stand in the product itself.
    loose = "title: Tiles, options: {board: main, form: tiles}", "title: Tiles, board: spare, form: tiles"
    assert found(tmp_path, ("products:", RECIPE.replace("main", "spare") + "products:"), loose) == []
