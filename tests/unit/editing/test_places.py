"""Where records and boards stand: the first of a list, a file in a folder of the game, entries without a name."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import SAMPLES

from printgen.base.errors import PrintgenError
from printgen.build.jobs import load
from printgen.editing.boards import names_in, product_lines
from printgen.editing.csv_patching import CsvPatcher
from printgen.editing.list_files import lists_of, record_at
from printgen.game.shapes import SheetShape, Spec
from printgen.reading.positions import empty_map


def test_a_record_is_found_by_its_place_and_only_there(tmp_path: Path) -> None:
    game = shutil.copytree(SAMPLES / "kitchen-heroes", tmp_path / "kitchen")
    (job,) = load([str(game)])
    (heroes,) = job.game.products.values()
    (listing,) = lists_of(job, heroes, None)
    places = [record_at(heroes, listing, number) for number in range(-1, len(heroes.records) + 1)]
    assert places == [None, *heroes.records, None]


def test_a_product_prints_a_board_of_a_file_that_is_named_from_its_game(tmp_path: Path) -> None:
    game = Path(shutil.copytree(SAMPLES / "garden", tmp_path / "garden"))
    (job,) = load([str(game)])
    board = job.game.products["board"]
    lines = product_lines(job.game, board, game / "boards" / "mine.yaml", "Two ponds")
    assert "boards: boards/mine.yaml" in lines and "by-hand: Two ponds" in lines
    assert "boards: mine.yaml" in product_lines(job.game, board, tmp_path / "mine.yaml", "Two ponds")
    file = game / "mine.yaml"
    file.write_text("- name: One\n- cells: []\n- name: Two\n", encoding="utf-8")
    assert names_in(job.game, file) == ["One", "Two"] and names_in(job.game, game / "none.yaml") == []


def test_a_list_with_columns_that_cannot_be_is_told() -> None:
    patcher = CsvPatcher(SheetShape({"name": Spec("text")}, ("name",), "records"), empty_map(), "cards.csv")
    with pytest.raises(PrintgenError) as caught:
        patcher.records(b"colour\nred\n")
    assert all(finding.severity == "error" for finding in caught.value.findings)
