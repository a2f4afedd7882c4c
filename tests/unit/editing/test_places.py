"""Where records and boards stand: the first of a list, a file in a folder of the game, entries without a name."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import SAMPLES

from printgen.base.errors import PrintgenError, UsageError
from printgen.build.jobs import load
from printgen.editing.boards import (
    BoardWish,
    apply_wish,
    entry_of,
    file_for,
    file_with,
    names_in,
    parse_locks,
    product_lines,
    with_entry,
)
from printgen.editing.csv_patching import CsvPatcher
from printgen.editing.list_files import lists_of, record_at
from printgen.game.records import Product
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


PATCH = b"- name: One\n  cells: [[lawn]]\n"


def test_a_board_is_added_to_a_file_that_takes_it(tmp_path: Path) -> None:
    path = tmp_path / "boards.yaml"
    entry = entry_of("Two: ponds", ("  cells: [[pond]]",))
    assert entry == "- name: 'Two: ponds'\n  cells: [[pond]]\n"
    assert with_entry(path, "Two: ponds", entry) == (entry.encode(), None)
    for before in (PATCH, PATCH.rstrip(), PATCH.replace(b"\n", b"\r\n")):
        path.write_bytes(before)
        end = b"\r\n" if b"\r\n" in before else b"\n"
        expected = before.rstrip() + end + entry.encode().replace(b"\n", end)
        assert with_entry(path, "Two: ponds", entry) == (expected, before)
    with pytest.raises(UsageError, match="there is a board named 'ONE'"):
        with_entry(path, "ONE", entry_of("ONE", ()))
    for other in (b"{a: 1}\n", b"- [One\n"):
        path.write_bytes(other)
        with pytest.raises(UsageError, match="no board can be added"):
            with_entry(path, "Two", entry)


def test_where_boards_are_saved_and_found(tmp_path: Path) -> None:
    game, cards = Path(shutil.copytree(SAMPLES / "garden", tmp_path / "garden")), tmp_path / "mine"
    (job,) = load([str(game)], cards=cards)
    board = job.game.products["board"]
    own = cards / "garden" / "boards" / "garden.yaml"
    own.parent.mkdir(parents=True)
    own.write_bytes(PATCH)
    assert file_for(job.game, board, cards) == game / "board-boards.yaml"
    assert file_with(job.game, board, "One", cards) == own
    (game / "board-boards.yaml").write_bytes(PATCH + b"- name: Two\n")
    assert (
        file_with(job.game, board, "One", cards)
        == file_with(job.game, board, "Two", None)
        == game / "board-boards.yaml"
    )
    with pytest.raises(UsageError, match="there is no board named 'Twa'") as caught:
        file_with(job.game, board, "Twa", cards)
    assert caught.value.findings[0].hint == "Did you mean 'Two'?"
    (game / "other.yaml").write_bytes(b"a: 1\n")
    with pytest.raises(PrintgenError, match="a list of boards"):
        names_in(job.game, game / "other.yaml")


def contents_of(board: Product) -> dict[str, str]:
    return dict(board.loaded.contents(board.loaded.of_seed(3)))


def test_what_is_asked_of_a_board(tmp_path: Path) -> None:
    game = Path(shutil.copytree(SAMPLES / "garden", tmp_path / "garden"))
    text = (game / "game.yaml").read_text(encoding="utf-8")
    locked = "{board: garden, rows: 7, columns: 5, titled: false, locked: {A1: lawn, B2: lawn}}"
    (game / "game.yaml").write_text(text.replace("{board: garden, rows: 7, columns: 5, titled: false}", locked))
    (job,) = load([str(game)])
    board = job.game.products["board"]
    wish = BoardWish(unlocked=("A1",), locks={"C3": "lawn"}, rows=6, form="maps", count=2)
    made = apply_wish(job.game, board, wish)
    assert made.options["locked"] == {"B2": "lawn", "C3": "lawn"} and made.options["rows"] == 6
    assert (made.options["form"], made.options["count"], "titled" in made.options) == ("maps", 2, False)
    assert apply_wish(job.game, board, BoardWish()).options == board.options
    other = next(name for name in contents_of(board).values() if name != "lawn")
    assert apply_wish(job.game, board, BoardWish(locks={"B2": other})).options["locked"]["B2"] == other
    with pytest.raises(UsageError, match="the recipe does not lock 'A2'") as caught:
        apply_wish(job.game, board, BoardWish(unlocked=("A2",)))
    assert caught.value.findings[0].hint == "Use one of: A1, B2."
    contents = contents_of(board)
    assert parse_locks(["C4", "D4=wood"], board, 3) == {"C4": contents["C4"], "D4": "wood"}
    with pytest.raises(UsageError, match="Leave out --lock"):
        apply_wish(job.game, job.game.products["walled-garden"], BoardWish(locks={"A1": "lawn"}))
