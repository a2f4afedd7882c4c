"""Named recipes of boards: what a product says goes over them, and every mistake is told where it is written."""

from pathlib import Path

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


def test_a_recipe_keeps_its_places_under_what_lies_over_it(tmp_path: Path) -> None:
    found(tmp_path, ("form: tiles", "form: tiles, rows: 3"))
    (job,) = load([str(tmp_path)])
    laid = job.game.products["tiles"].loaded
    assert isinstance(laid, SquarePlan)
    options = laid.options
    assert (options.rows, options.where_of("rows").line, options.where_of("columns").line) == (3, 12, 6)
