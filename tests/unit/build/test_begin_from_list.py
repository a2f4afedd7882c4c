"""A game from a spreadsheet: workbooks, pictures beside the list, published sheets, long lists."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from kitchen import Run
from PIL import Image

import printgen
from printgen.build.list_game import NewGame, begin_from_list


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def book(rows: Sequence[Sequence[Any]], name: str = "cards.xlsx", notes: bool = False) -> str:
    """A workbook with these rows; with `notes` its first sheet is another one."""
    with xlsxwriter.Workbook(name) as workbook:
        if notes:
            workbook.add_worksheet("Notes").write("A1", "Cards are on the next sheet")
        sheet = workbook.add_worksheet("Karten")
        for n, row in enumerate(rows):
            sheet.write_row(n, 0, row)
    return name


def roles(begun: NewGame) -> dict[str, str]:
    return {guess.heading: guess.role for guess in begun.guesses}


def test_a_workbook_is_the_list_as_it_is_where_it_can_be() -> None:
    book([["Name", "Anzahl", "Stärke", "Text"], ["Ork", 3, 7, "Haut zu."], ["Elf", 2, 4, "Schießt."]])
    begun = begin_from_list("game", "cards.xlsx")
    assert (begun.records, begun.cards, begun.changes, begun.findings) == (2, 5, (), ())
    assert roles(begun) == {"Name": "name", "Anzahl": "copies", "Stärke": "stat", "Text": "rules"}
    assert Path("game/cards.xlsx").read_bytes() == Path("cards.xlsx").read_bytes()
    assert printgen.check(["game"], printgen.Settings()) == ()


def test_the_fullest_sheet_is_taken_and_what_is_above_its_headings_is_left_out() -> None:
    rows = [
        ["Mein Spiel"],
        [],
        ["Karte", "Menge", "Preis"],
        ["Ork", "3x", "1.000"],
        [],
        ["Elf", "x2", 2.5],
        ["", "", 0],
    ]
    book(rows, notes=True)
    begun = begin_from_list("game", "cards.xlsx")
    assert (begun.records, begun.cards, begun.findings) == (2, 5, ())
    assert Path("game/cards.csv").read_text() == "Karte,Menge,Preis\nOrk,3x,1.000\nElf,x2,2.5\n"
    assert begin_from_list("other", "cards.xlsx#karten").records == 2
    with pytest.raises(printgen.UsageError, match="has no sheet 'Krten'"):
        begin_from_list("third", "cards.xlsx#Krten")


def test_pictures_beside_the_list_come_with_it_and_those_that_lack_are_told() -> None:
    Path("Bilder").mkdir()
    for name in ("ork.png", "elf.png"):
        Image.new("RGB", (900, 900), "navy").save(Path("Bilder", name))
    Path("Alt/tief").mkdir(parents=True)
    Image.new("RGB", (900, 900), "red").save("Alt/tief/ork.png")
    Image.new("RGB", (900, 900), "red").save("Bilder/gnom.PNG")
    Path("Bilder/troll.png").write_bytes(b"no picture")
    rows = "Ork,ork\nElf,C:\\Art\\elf.png\nGnom,gnom\nTroll,troll.png\nZwerg,zwerg.png\nNix,\n"
    Path("cards.csv").write_text(f"Name,Bild\n{rows}")
    begun = begin_from_list("game", "cards.csv")
    assert begun.changes == ("2 pictures cannot be used: troll.png, zwerg.png",)
    assert (
        Path("game/cards.csv").read_text()
        == "Name,Bild\nOrk,Bilder/ork.png\nElf,Bilder/elf.png\nGnom,Bilder/gnom.PNG\nTroll,\nZwerg,\nNix,\n"
    )
    assert sorted(path.name for path in Path("game/Bilder").iterdir()) == ["elf.png", "gnom.PNG", "ork.png"]
    assert printgen.check(["game"], printgen.Settings()) == ()


def test_cards_are_as_large_as_their_texts_ask_for() -> None:
    Path("cards.csv").write_text("Name,Text\n" + "".join(f"Tale {n},{'So it goes. ' * 40 * n}\n" for n in (1, 3, 14)))
    begun = begin_from_list("game", "cards.csv")
    assert (begun.size, begun.changes, begun.findings) == ("a5", (), ())


def test_a_game_of_many_columns_prints_each_and_can_save_ink(run: Run) -> None:
    names = [f"Feld {n}" for n in range(30)]
    Path("cards.csv").write_text(
        "Name,"
        + ",".join(names)
        + "\n"
        + "".join(f"Karte {k}," + ",".join(map(str, range(30))) + "\n" for k in range(3))
    )
    assert run("init", "game", "--from", "cards.csv").code == 0
    face = Path("game/templates/faces/front.yaml").read_text()
    assert all(f"'{name}'" in face for name in names)
    for look in ("saver", "grey"):
        assert run("build", "game", "--look", look, "--out", look).err == ""


@pytest.mark.parametrize("text", ["Name,Text\nA,\x00\n", "Name\n" + "x" * 200_000, ",".join("x" * 1001) + "\na\n"])
def test_a_hostile_list_leaves_nothing_behind(text: str, run: Run) -> None:
    Path("cards.csv").write_text(text)
    before = sorted(Path().iterdir())
    assert run("init", "game", "--from", "cards.csv").code == 3
    assert sorted(Path().iterdir()) == before


@pytest.mark.slow
def test_two_thousand_cards_build_at_the_first_try(run: Run) -> None:
    rows: list[list[object]] = [["Title", "Qty", "Type", "Cost", "Text"]]
    rows += [[f"Card {n}", 1, "ABC"[n % 3], n % 9, "Draw a card, then discard one. " * (n % 7)] for n in range(2000)]
    book(rows)
    assert run("init", "game", "--from", "cards.xlsx").code == 0
    assert run("build", "game", "--json").json["products"][0]["pieces"] == 2000
