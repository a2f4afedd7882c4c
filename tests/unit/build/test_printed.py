"""Printed means printed: cards of one's own change no others, parts have files of their own, and people say what is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kitchen import Kitchen, Run, digests, manifest, own_cards

import printgen
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import words_of

OTTER = "- {name: Otter, course: main, taste: 5, rule: Draw a card.}\n"
COUNTED = '  - text: {x: 4, y: 64, w: 40, text: "{{ auto.number }} of {{ auto.total }}", size: 6}\n'


@pytest.fixture
def numbered(kitchen: Kitchen) -> Kitchen:
    """The kitchen with what is counted on every card."""
    kitchen.edit("templates/faces/hero.yaml", "items:\n", f"items:\n{COUNTED}")
    return kitchen


def names(told: dict[str, Any]) -> list[str]:
    return [name for change in told["changes"]["changed"] for name in change["names"]]


def test_cards_of_ones_own_are_numbered_apart(numbered: Kitchen, tmp_path: Path) -> None:
    own = own_cards(tmp_path / "own", numbered.folder.name, "heroes", OTTER + OTTER.replace("Otter", "Seal"))
    before = digests(numbered.folder, None)["heroes"]
    after = digests(numbered.folder, own)["heroes"]
    assert after[: len(before)] == before and [name for name, *_ in after[len(before) :]] == ["Otter", "Seal"]
    (job,) = load([str(numbered.folder)], own)
    said = [" ".join(words_of(piece.front)) for item in build.compose(job, Settings())[0] for piece in item]
    for n, words in enumerate(said, 1):
        assert f"{n} of {len(before)}" in words


"""What tells how many cards there are, or has a table of them."""


@pytest.mark.parametrize("form", ["pdf", pytest.param("png", marks=pytest.mark.slow), "svg", "text"])
def test_a_selection_leaves_the_files_of_the_whole_alone(kitchen: Kitchen, run: Run, out: Path, form: str) -> None:
    home = out / kitchen.folder.name
    kitchen.write("../list.yaml", f"- {{target: {kitchen.folder.name}/heroes, cards: [Pea Soup]}}\n")
    run("build", kitchen.folder, "--out", out, "--format", form)
    whole = {file: file.read_bytes() for file in home.iterdir() if file.name != "manifest.json"}
    (entry,) = manifest(out)["products"]
    for words in (
        (kitchen.folder, "--only", "Pea Soup"),
        (kitchen.folder, "--copies", "2"),
        ("--list", kitchen.folder.parent / "list.yaml"),
        (kitchen.folder, "--only", "Pea Soup", "--duplex", "manual"),
    ):
        done = run("build", *words, "--out", out, "--format", form)
        assert done.code == 0 and "heroes-selection" in done.out, done.err
    assert {file: file.read_bytes() for file in whole} == whole
    first, part = manifest(out)["products"]
    assert first == entry and part["only"] == ["Pea Soup"] and part["file"].startswith("heroes-selection")


def test_a_selection_takes_the_name_of_no_product(kitchen: Kitchen, run: Run, out: Path) -> None:
    keys = "kind: cards\ntitle: More\nlist: heroes.yaml\nrecord: hero\nfront: hero"
    kitchen.add_product("heroes-selection", keys)
    run("build", kitchen.folder, "--out", out)
    run("build", kitchen.folder / "heroes", "--only", "Pea Soup", "--out", out)
    assert [entry["file"] for entry in manifest(out)["products"]] == [
        "heroes.pdf", "heroes-selection-pieces.pdf", "heroes-selection.pdf",
    ]  # fmt: skip


def test_previews_of_a_card_and_of_a_sheet_have_names_of_their_own(
    kitchen: Kitchen, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in ((), ("Crème Brûlée",), ("--sheet", "1"), ("Pea Soup", "--sheet", "2")):
        assert run("preview", kitchen.folder / "heroes", *words, "--dpi", "20").code == 0
    assert {file.stem for file in tmp_path.glob("*.png")} == {
        "heroes", "heroes-creme-brulee", "heroes-sheet-1", "heroes-pea-soup-sheet-2",
    }  # fmt: skip


def test_an_export_of_some_cards_has_a_folder_of_its_own(kitchen: Kitchen, run: Run, out: Path) -> None:
    for words in ((), ("--only", "Pea Soup")):
        assert run("export", "images", kitchen.folder / "heroes", "--out", out, *words, "--dpi", "40").code == 0
    assert {file.name for file in (out / kitchen.folder.name).iterdir()} == {"images-heroes", "images-heroes-selection"}


class Table:
    """The kitchen, where something is built, changed and printed."""

    def __init__(self, kitchen: Kitchen, run: Run, out: Path) -> None:
        self.kitchen, self.run, self.out = kitchen, run, out

    def build(self, *words: str) -> None:
        done = self.run("build", self.kitchen.folder, "--out", self.out, *words)
        assert done.code == 0, done.err

    def changed(self, *words: str) -> list[str]:
        """What a build of what is new lays out."""
        return names(self.run("build", self.kitchen.folder, "--changed", "--out", self.out, "--json", *words).json)

    def new(self) -> list[str]:
        """What is new, without a build."""
        plan = self.run("build", self.kitchen.folder, "--dry-run", "--out", self.out, "--json").json
        found: list[str] = plan["products"][0]["new"]
        return found

    def edit(self, *cards: str) -> None:
        """Change the rules of cards."""
        for name in cards:
            text = (self.kitchen.folder / "heroes.yaml").read_text(encoding="utf-8")
            head, _, rest = text.partition(f"name: {name}\n")
            before, _, after = rest.partition('rule: "')
            self.kitchen.write("heroes.yaml", f'{head}name: {name}\n{before}rule: "Now {after}')

    def printed(self, *words: object) -> dict[str, list[str]]:
        """What counts as printed that did not, by product."""
        done = self.run("printed", *(words or (self.kitchen.folder,)), "--out", self.out, "--json")
        assert done.code == 0, done.err
        return {row["product"]: row["names"] for row in done.json["printed"]}


@pytest.fixture
def table(kitchen: Kitchen, run: Run, out: Path) -> Table:
    return Table(kitchen, run, out)


def test_until_somebody_says_so_the_last_build_counts(table: Table) -> None:
    table.build()
    table.edit("Pea Soup")
    assert table.changed() == ["Pea Soup"] and table.changed() == []


def test_once_somebody_says_so_a_build_does_not_count(table: Table) -> None:
    table.build()
    assert len(table.printed()["heroes"]) == 3 and table.printed() == {"heroes": []}
    table.edit("Pea Soup", "Sunday Roast")
    table.build()
    assert table.changed() == ["Pea Soup", "Sunday Roast"] == table.changed(), "nobody has printed them"
    table.build("--only", "Pea Soup")
    assert table.printed() == {"heroes": ["Pea Soup"]}
    assert table.new() == ["Sunday Roast"] == table.changed()
    assert table.printed() == {"heroes": ["Sunday Roast"]} and table.new() == []


def test_a_proof_is_no_print(table: Table) -> None:
    table.build("--proof")
    assert len(table.changed()) == 0 and len(table.printed()["heroes"]) == 3


def test_some_of_a_build_are_printed(table: Table) -> None:
    heroes = table.kitchen.folder / "heroes"
    table.build()
    assert table.printed(heroes, "--only", "pea soup") == {"heroes": ["Pea Soup"]}, "the printer jammed then"
    assert table.changed() == ["Crème Brûlée", "Sunday Roast"]
    assert table.printed(heroes, "--only", "Sunday Roast") == {"heroes": ["Sunday Roast"]}
    assert table.new() == ["Crème Brûlée"]


def test_what_was_changed_is_printed_on_top_of_what_counted(table: Table) -> None:
    table.build()
    table.edit("Pea Soup", "Sunday Roast")
    table.changed()
    table.printed(table.kitchen.folder / "heroes", "--only", "Pea Soup")
    assert table.new() == ["Sunday Roast"]


def test_the_first_selection_that_is_marked_adds_to_what_counted(table: Table) -> None:
    table.build()
    table.edit("Pea Soup")
    table.build("--only", "Pea Soup")
    assert len(table.printed()["heroes"]) == 3 and table.new() == []


def test_more_copies_are_printed_on_top(table: Table) -> None:
    table.build()
    table.printed()
    table.build("--only", "Pea Soup", "--copies", "5")
    table.printed()
    table.kitchen.edit("heroes.yaml", "copies: 2", "copies: 6")
    (change,) = table.run("build", table.kitchen.folder, "--changed", "--out", table.out, "--json").json["changes"][
        "changed"
    ]
    assert (change["names"], change["pieces"]) == (["Pea Soup"], 1)


def test_what_cannot_be_printed_is_told(table: Table) -> None:
    folder, run, out = table.kitchen.folder, table.run, table.out
    for words, told in (
        ((), "name what you have printed"),
        ((folder, "--list", "list.yaml"), "--list and a target do not go together"),
        ((folder,), "was built into"),
    ):
        done = run("printed", *words, "--out", out)
        assert done.code == 2 and told in done.err, done.err
    table.build()
    before = (out / folder.name / "manifest.json").read_bytes()
    nobody = run("printed", folder, "--only", "Pea Soop", "--out", out)
    assert nobody.code == 2 and "Did you mean 'Pea Soup'?" in nobody.err
    assert run("printed", folder / "heros", "--out", out).code == 2
    assert (out / folder.name / "manifest.json").read_bytes() == before
    told = run("printed", folder, "--out", out).out
    assert told == f"{folder.name}/heroes: 4 pieces marked as printed: Crème Brûlée, Pea Soup, Sunday Roast\n"
    assert "was marked as printed before" in run("printed", folder, "--out", out).out


def test_two_who_say_what_is_printed_lose_nothing(table: Table) -> None:
    from threading import Thread

    table.build()
    heroes = str(table.kitchen.folder / "heroes")
    rows = [printgen.PrintTarget(heroes, (name,)) for name in ("Pea Soup", "Sunday Roast", "Crème Brûlée")]
    threads = [Thread(target=printgen.mark_printed, args=(row, table.out)) for row in rows]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert manifest(table.out)["printed"]["heroes"]["said"] and table.new() == []
    assert "last" not in manifest(table.out)["printed"]["heroes"]
