"""Print lists: rows of targets, cards and copies are printed so; the manifest and --changed agree with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kitchen import Kitchen, Run, manifest

import printgen
from printgen.build.targets import write_list


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
    for more in ((kitchen.folder,), ("--only", "Ada"), ("--copies", "2")):
        assert run("build", "--list", file, *more, "--out", out).code == 2
    file.write_text("# nothing\n", encoding="utf-8")
    assert "nothing on the list" in run("build", "--list", file, "--out", out).err
    file.write_text("a: b\n", encoding="utf-8")
    assert run("build", "--list", file, "--out", out).code == 3


def test_a_list_that_is_written_reads_back_from_its_folder(
    kitchen: Kitchen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(kitchen.folder.parent)
    folder = tmp_path / "lists"
    folder.mkdir()
    heroes = f"{kitchen.folder.name}/heroes"
    rows = [printgen.PrintTarget(heroes, ("Pea Soup", "a: b"), 2, 0), printgen.PrintTarget("go-joe")]
    text = write_list(rows, folder, "# Tonight.\n")
    assert text.startswith("# Tonight.\n- target: ../") and text.endswith("- target: go-joe\n")
    file = folder / "tonight.yaml"
    file.write_text(text, encoding="utf-8")
    first, second = printgen.print_list(file)
    assert (Path(first.target).resolve(), second) == (kitchen.folder / "heroes", rows[1])
    assert (first.cards, first.copies, first.seed) == (rows[0].cards, 2, 0)


def test_what_was_printed_of_a_list_is_told_with_it(kitchen: Kitchen, run: Run, out: Path) -> None:
    (first, _), *others = cards(kitchen)
    file = listed(kitchen, f"{{target: {kitchen.folder.name}/heroes, cards: [{first}]}}")
    run("build", "--list", file, "--out", out)
    done = run("printed", "--list", file, "--out", out, "--json")
    assert [row["names"] for row in done.json["printed"]] == [[first]], done.err
    changed = run("build", kitchen.folder / "heroes", "--changed", "--out", out, "--json").json["changes"]["changed"]
    assert [one["names"] for one in changed] == [[name for name, _ in others]]
