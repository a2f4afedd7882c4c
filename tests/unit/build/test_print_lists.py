"""Print lists: rows of targets, cards and copies are printed so; the manifest and --changed agree with them."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from kitchen import Kitchen, Run, manifest

import printgen
from printgen.game.print_lists import with_row, written


def printed(out: Path) -> dict[str, int]:
    return {piece["name"]: piece["copies"] for piece in manifest(out)["printed"]["heroes"]["pieces"]}


def entry(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = manifest(out)["products"][0]
    return found


def listed(kitchen: Kitchen, *rows: str) -> Path:
    """A print list beside the game's folder."""
    file = kitchen.folder.parent / "tonight.yaml"
    file.write_text("".join(f"- {row}\n" for row in rows), encoding="utf-8")
    return file


def cards(kitchen: Kitchen) -> list[tuple[str, int]]:
    return [(record.name, record.copies) for record in printgen.load(kitchen.folder)["heroes"].records]


def test_a_row_prints_some_cards_and_so_many_of_each(kitchen: Kitchen, run: Run, out: Path) -> None:
    (first, _), (second, own), *_ = cards(kitchen)
    target = f"{kitchen.folder.name}/heroes"
    rows = f"{{target: {target}, cards: [{first}], copies: 3}}", f"{{target: {target}, cards: {second}}}"
    done = run("build", "--list", listed(kitchen, *rows), "--out", out)
    assert done.code == 0, done.err
    assert printed(out) == {first: 3, second: own}
    told = entry(out)
    assert told["pieces"] == 3 + own and told["only"] == [first, second] and told["listed"] is True


def test_rows_of_one_product_add_up(kitchen: Kitchen, run: Run, out: Path) -> None:
    (first, own), *others = cards(kitchen)
    target = f"{kitchen.folder.name}/heroes"
    done = run(
        "build", "--list", listed(kitchen, target, f"{{target: {target}, cards: {first}, copies: 2}}"), "--out", out
    )
    assert done.code == 0, done.err
    assert printed(out) == {first: own + 2, **dict(others)} and entry(out)["only"] == []


def test_a_list_of_bare_targets_prints_what_the_command_line_prints(kitchen: Kitchen, run: Run, out: Path) -> None:
    run("build", kitchen.folder, "--out", out)
    run("build", "--list", listed(kitchen, kitchen.folder.name), "--out", out / "listed")
    for file in (out / "kitchen-heroes").iterdir():
        assert (out / "listed" / "kitchen-heroes" / file.name).read_bytes() == file.read_bytes(), file.name


def test_copies_on_the_command_line(kitchen: Kitchen, run: Run, out: Path) -> None:
    (first, _), *_ = cards(kitchen)
    done = run("build", kitchen.folder / "heroes", "--only", first, "--copies", "4", "--out", out)
    assert done.code == 0, done.err
    assert printed(out) == {first: 4} and entry(out)["listed"] is True


def test_what_follows_no_records_is_printed_so_often(kitchen: Kitchen, run: Run, out: Path) -> None:
    kitchen.write("rules.yaml", "title: Rules\nsections:\n  - title: First\n    blocks:\n      - text: Read this.\n")
    kitchen.add_product("rules", "kind: reference-sheet\noptions: {file: rules.yaml}")
    done = run("build", kitchen.folder / "rules", "--copies", "3", "--out", out)
    assert done.code == 0, done.err
    (told,) = manifest(out)["products"]
    assert (told["pieces"], told["sheets"]) == (3, 3)


def test_changed_counts_what_a_list_has_printed(kitchen: Kitchen, run: Run, out: Path) -> None:
    (first, own), *_ = cards(kitchen)
    heroes = kitchen.folder / "heroes"
    run("build", heroes, "--out", out)
    # Three of it: as many as are missing are printed.
    changed = run("build", heroes, "--only", first, "--copies", own + 2, "--changed", "--out", out, "--json").json
    (change,) = changed["changes"]["changed"]
    assert change["pieces"] == 2 and change["names"] == [first]
    # The game itself asks for no more than there are, and one more on its own is not the only one.
    run("build", heroes, "--only", first, "--copies", "1", "--out", out)
    assert printed(out)[first] == own + 2
    assert run("build", heroes, "--changed", "--out", out, "--json").json["changes"]["changed"] == []


@pytest.mark.slow
def test_a_cover_tells_what_the_list_prints(tmp_path: Path) -> None:
    rows = printgen.Wanted("go-joe/cover"), printgen.Wanted("go-joe/control-markers", copies=2)
    (told,) = printgen.write(rows, printgen.Settings(out=tmp_path, format="text")).manifests
    pieces = {one.name: one.pieces for one in told.products}
    plain = printgen.load("go-joe")["control-markers"].compose().count
    single = {record.name: record.copies for record in printgen.load("go-joe")["control-markers"].records}
    assert pieces["control-markers"] == (2 * len(single) if single else 2 * plain) != plain
    texts = [file.read_text(encoding="utf-8") for file in (tmp_path / "go-joe").glob("cover*")]
    assert any(f'"{pieces["control-markers"]}' in text or f" {pieces['control-markers']} " in text for text in texts)


@pytest.mark.slow
def test_the_heroes_of_a_cover_are_there_whatever_the_list_prints(tmp_path: Path) -> None:
    def groups(*rows: printgen.Wanted) -> int:
        """How many different things the cover draws."""
        printgen.write(rows, printgen.Settings(out=tmp_path, format="text"))
        (cover,) = (tmp_path / "micro-forces").glob("cover*")
        return cover.read_text(encoding="utf-8").count("\ngroup ")

    cover = printgen.Wanted("micro-forces/cover")
    assert groups(printgen.Wanted("micro-forces/character-cards", cards=("Lady Jaye",)), cover) >= groups(cover)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("nowhere/deck", "unknown-target"),
        ("{game}/heros", "unknown-product"),
        ("{{target: {game}/heroes, cards: [Nobody]}}", "unknown-record"),
        ("{{target: {game}/heroes, copies: 0}}", "out-of-range"),
        ("{{target: {game}/heroes, copies: 1000}}", "out-of-range"),
        ("{{target: {game}/heroes, often: 2}}", "unknown-key"),
        ("{{cards: [A]}}", "missing-key"),
    ],
)
def test_mistakes_are_told_at_their_line(kitchen: Kitchen, run: Run, out: Path, row: str, code: str) -> None:
    file = listed(kitchen, kitchen.folder.name, row.format(game=kitchen.folder.name))
    done = run("build", "--list", file, "--out", out, "--json")
    (found,) = done.json["findings"]
    assert (found["code"], found["line"], done.code) == (code, 2, 3), found
    assert found["file"].endswith("tonight.yaml") and found["hint"] and not out.exists()


def test_two_seeds_of_one_product_are_told(kitchen: Kitchen, run: Run, out: Path) -> None:
    rows = (f"{{target: {kitchen.folder.name}, seed: {seed}}}" for seed in (1, 2))
    (found,) = run("build", "--list", listed(kitchen, *rows), "--out", out, "--json").json["findings"]
    assert (found["code"], found["line"]) == ("other-seed", 2)


def test_what_lies_on_shared_sheets_has_their_copies(kitchen: Kitchen, run: Run, out: Path) -> None:
    kitchen.add_product("together", "kind: shared-sheet\noptions: {of: [heroes]}")
    name = kitchen.folder.name
    file = listed(kitchen, f"{{target: {name}/together, copies: 1}}", f"{{target: {name}/heroes, copies: 2}}")
    (found,) = run("build", "--list", file, "--out", out, "--json").json["findings"]
    assert (found["code"], found["line"]) == ("other-copies", 2)


def test_a_list_goes_with_no_targets(kitchen: Kitchen, run: Run, out: Path) -> None:
    file = listed(kitchen, kitchen.folder.name)
    for more in ((kitchen.folder,), ("--only", "Ada"), ("--copies", "2"), ("--later",)):
        assert run("build", "--list", file, *more, "--out", out).code == 2
    file.write_text("# nothing\n", encoding="utf-8")
    assert "nothing on the list" in run("build", "--list", file, "--out", out).err
    file.write_text("a: b\n", encoding="utf-8")
    assert run("build", "--list", file, "--out", out).code == 3


class Listed:
    """The command later, and the file that it keeps."""

    def __init__(self, run: Run, own: Path) -> None:
        self.run, self.own, self.file = run, own, own / printgen.LATER

    def __call__(self, *words: object) -> str:
        done = self.run("later", *words, "--cards", self.own)
        assert done.code == 0, done.err
        return self.file.read_text(encoding="utf-8") if self.file.exists() else ""

    def rows(self) -> list[str]:
        return [str(row) for row in printgen.later(self.file).rows]


@pytest.fixture
def later(run: Run, tmp_path: Path) -> Listed:
    (tmp_path / "own").mkdir()
    return Listed(run, tmp_path / "own")


def test_later_keeps_a_list_that_build_prints(
    later: Listed, kitchen: Kitchen, run: Run, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first, own), (second, _), *_ = cards(kitchen)
    monkeypatch.chdir(kitchen.folder.parent)
    target = f"{kitchen.folder.name}/heroes"
    assert later() == "" and "nothing is to be printed later" in run("later", "--cards", later.own).out
    text = later("add", target, first.upper())
    assert "../" in text and first in text, "the path begins at the list's folder, and the name is the record's"
    later("add", target, second, "--copies", "2")
    assert [row.partition("heroes: ")[2] for row in later.rows()] == [first, f"{second} x 2"]
    done = run("build", "--later", "--cards", later.own, "--out", out)
    assert done.code == 0, done.err
    assert printed(out) == {first: own, second: 2}


def test_what_several_add_at_once_is_all_on_the_list(later: Listed, kitchen: Kitchen) -> None:
    names, target = [name for name, _ in cards(kitchen)], str(kitchen.folder / "heroes")

    def add(name: str) -> None:
        printgen.later(later.file).change(lambda now: now.added(printgen.Wanted(target, (name,)), later.own))

    with ThreadPoolExecutor(len(names)) as pool:
        [*pool.map(add, names)]
    assert sorted(name for row in printgen.later(later.file).rows for name in row.cards) == sorted(names)


def test_what_was_added_while_the_list_was_printed_stays(later: Listed, kitchen: Kitchen) -> None:
    (first, _), (second, _), *_ = cards(kitchen)
    later("add", kitchen.folder / "heroes", first)
    printed_rows = printgen.later(later.file).rows
    later("add", kitchen.folder / "heroes", second, "--copies", "2")
    left = printgen.later(later.file).change(lambda now: now.without(printed_rows))
    assert [row.cards for row in left.rows] == [(second,)]


def test_what_is_on_the_list_gets_the_copies_that_are_said_last(later: Listed, kitchen: Kitchen) -> None:
    (first, _), (second, _), *_ = cards(kitchen)
    target = kitchen.folder / "heroes"
    for words in ((first,), (second,), (first,)):
        later("add", target, *words)
    assert len(later.rows()) == 1, "cards of one target and as many copies are one row"
    later("add", target, first, "--copies", "5")
    assert [row.partition("heroes: ")[2] for row in later.rows()] == [second, f"{first} x 5"]
    later("add", "go-joe")
    later("add", "go-joe", "--copies", "2")
    assert later.rows()[-1] == "go-joe x 2" and len(later.rows()) == 3


def test_within_a_game_the_folder_that_is_told_is_made_and_keeps_the_list(
    kitchen: Kitchen, run: Run, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(kitchen.folder)
    for words in (("later",), ("later", "add", "./heroes"), ("build", "--later", "--out", out)):
        refused = run(*words)
        told = re.search(r"such as (--cards \S+)\.$", refused.err, re.MULTILINE)
        assert refused.code == 2 and told, refused.err
    own = told[1].split()
    assert run("later", "add", "./heroes", *own).code == 0
    assert run("build", "--later", *own, "--out", out).code == 0
    assert list(out.rglob("heroes.pdf"))


def test_comments_of_the_list_are_kept(later: Listed, kitchen: Kitchen) -> None:
    (first, _), (second, _), *_ = cards(kitchen)
    target = f"../{kitchen.folder.name}/heroes"
    later.file.write_text(
        f"# For Tom.\n- target: go-joe  # all of it\n\n# Mine:\n- target: {target}\n"
        f"  cards: [{first}, {second}]\n# end\n",
        encoding="utf-8",
    )
    text = later("remove", kitchen.folder / "heroes", first)
    assert text.startswith("# For Tom.\n- target: go-joe  # all of it\n\n# Mine:\n") and text.endswith("# end\n")
    assert later.rows()[1].endswith(f"heroes: {second}")
    text = later("add", "go-joe", "--copies", "3")
    assert "# all of it" in text and later.rows()[0] == "go-joe x 3"
    assert "# For Tom.\n" in later("clear") and not later.rows()
    later("add", "go-joe/cover")
    assert later.rows() == ["go-joe/cover"]


@pytest.mark.parametrize("words", [("nowhere",), ("go-joe/joe-dek",), ("go-joe/joe-deck", "Nobody At All")])
def test_what_there_is_not_gets_on_no_list(later: Listed, run: Run, words: tuple[str, ...]) -> None:
    assert run("later", "add", *words, "--cards", later.own).code == 2
    assert run("later", "remove", *words, "--cards", later.own).code == 2
    assert not later.file.exists()


def test_a_list_that_cannot_be_changed_is_left_alone(later: Listed, run: Run) -> None:
    for text in ("[go-joe, micro-forces]\n", "rows: 3\n", "- [\n"):
        later.file.write_text(text, encoding="utf-8")
        assert run("later", "add", "go-joe/cover", "--cards", later.own).code == 3
        assert later.file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("- a\r\n- b\n", "- a\r\n- b\n- target: game/deck\n"),
        ("- a\n- b\r\n", "- a\n- b\r\n- target: game/deck\r\n"),
        ("- a", "- a\n- target: game/deck\n"),
        ("  - a\n  - b # later\n", "  - a\n  - b # later\n  - target: game/deck\n"),
        ("# mine\r\n", "# mine\r\n- target: game/deck\r\n"),
    ],
)
def test_a_row_that_is_added_is_written_like_the_last_one(text: str, after: str) -> None:
    assert with_row(text, written("game/deck"), "later.yaml") == after


def test_a_row_says_no_more_than_is_asked_for() -> None:
    assert written("game/deck", ["A"], 2, 0) == {"target": "game/deck", "cards": ["A"], "copies": 2, "seed": 0}
