"""Tables that are sheets: their rows are what they are in YAML, whatever file holds them."""

from __future__ import annotations

from pathlib import Path

import pytest
from bookmaking import xlsx

from printgen.base.errors import CellWhere
from printgen.game.load import load_game
from printgen.game.record_columns import columns_of
from printgen.game.records import Game

GAME = """\
title: Tables
version: "1"
tables:
  ranks:
    file: "{file}"
    fields:
      title: text
      worth: {{kind: integer, default: 0}}
      court: {{kind: flag, optional: true}}
      beats: {{kind: list, from: ranks, optional: true}}
      at: {{kind: list, of: {{x: number, y: number}}, optional: true}}
{more}records: {{card: {{rank: {{kind: choice, from: ranks}}}}}}
products: {{deck: {{kind: cards, title: Deck, list: cards.csv, record: card, front: f}}}}
"""
HEAD = ["code", "title", "worth", "court", "beats", "at.x", "at.y"]
ROWS = [
    ["2", "Two", 2, "", "", "1|2", "3|4"],
    ["007", "Spy", "", "x", "2|K", "", ""],
    ["K", "King", 10, "x", "2", "", ""],
]
YAML = """\
"2": {title: Two, worth: 2, at: [{x: 1, y: 3}, {x: 2, y: 4}]}
"007": {title: Spy, court: true, beats: ["2", K]}
K: {title: King, worth: 10, court: true, beats: ["2"]}
"""
JSON = """{
"2": {"title": "Two", "worth": 2, "at": [{"x": 1, "y": 3}, {"x": 2, "y": 4}]},
"007": {"title": "Spy", "court": true, "beats": ["2", "K"]},
"K": {"title": "King", "worth": 10, "court": true, "beats": ["2"]}}
"""


def text(gap: str) -> bytes:
    return "".join(gap.join(map(str, row)) + "\n" for row in (HEAD, *ROWS)).encode()


def load(folder: Path, file: str, content: bytes, more: str = "") -> Game:
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME.format(file=file, more=more))
    (folder / file.partition("#")[0]).write_bytes(content)
    (folder / "cards.csv").write_text("name,rank\nOne,2\nTwo,007\nThree,K\n")
    game, findings = load_game(folder)
    assert game is not None and not findings, findings
    return game


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("ranks.csv", text(",")),
        ("ranks.csv", text(";")),
        ("ranks.tsv", text("\t")),
        ("ranks.json", JSON.encode()),
        ("ranks.xlsx", xlsx({"Ranks": [HEAD, *ROWS]})),
        ("book.xlsx#Ranks", xlsx({"Other": [["a"]], "Ranks": [HEAD, *ROWS]})),
    ],
)
def test_the_rows_of_a_table_are_the_same_in_every_format(tmp_path: Path, file: str, content: bytes) -> None:
    wanted = load(tmp_path / "yaml", "ranks.yaml", YAML.encode())
    got = load(tmp_path / "sheet", file, content)
    assert {**got.tables["ranks"].rows} == {**wanted.tables["ranks"].rows}
    assert list(got.tables["ranks"].rows) == ["2", "007", "K"]
    assert [record.values["rank"] for record in got.products["deck"].records] == ["2", "007", "K"]


def test_every_row_of_a_sheet_knows_its_place(tmp_path: Path) -> None:
    table = load(tmp_path / "g", "ranks.csv", text(",")).tables["ranks"]
    places = (
        table.where_of("007"),
        table.where_of("007", "title"),
        table.where_of("2", "at"),
        table.where_of("K", "court"),
    )
    assert all(isinstance(place, CellWhere) for place in places)
    assert [str(place).rpartition("/")[2] for place in places] == [
        "ranks.csv:3:code", "ranks.csv:3:title", "ranks.csv:2:at.x", "ranks.csv:4:court"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("ranks.csv", b"Rank,Name,Notes\nA,Ace,old\nK,King,new\n2,Two,\n007,Spy,\n"),
        ("ranks.yaml", b"A: {Name: Ace, Notes: old}\nK: {Name: King}\n'2': {Name: Two}\n'007': {Name: Spy}\n"),
    ],
)
def test_columns_of_a_table_may_have_other_names(tmp_path: Path, file: str, content: bytes) -> None:
    rank = "" if file.endswith("yaml") else "Rank: code, "
    game = load(tmp_path / "g", file, content, f"    columns: {{{rank}Name: title, Notes: none}}\n")
    assert [row["title"] for row in game.tables["ranks"].rows.values()] == ["Ace", "King", "Two", "Spy"]


@pytest.mark.parametrize(
    ("limits", "told"),
    [("min: 0.5, max: 9.9", "from 1 to 9"), ("max: 9.9", "at most 9"), ("min: -99.5", "")],
)
def test_whole_numbers_may_have_limits_that_are_not_whole(tmp_path: Path, limits: str, told: str) -> None:
    game = GAME.format(file="ranks.yaml", more="").replace(
        "{kind: integer, default: 0}", f"{{kind: integer, {limits}}}"
    )
    (tmp_path / "game.yaml").write_text(game)
    (tmp_path / "cards.csv").write_text("name,rank\nAce,A\n")
    (tmp_path / "ranks.yaml").write_text("A: {title: Ace, worth: 10}\n")
    _, findings = load_game(tmp_path)
    assert [f"worth is 10; it must be {told}"] * bool(told) == [one.message for one in findings]


def test_a_page_of_cards_has_what_their_tables_choose_and_no_lists_of_these(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        """title: T
version: "1"
tables:
  sides: {file: sides.yaml, fields: {title: text}}
  services:
    file: services.yaml
    fields: {title: text, side: {kind: choice, from: sides}, allies: {kind: list, from: sides}}
records: {trooper: {service: {kind: choice, from: services}}}
products: {deck: {kind: cards, title: T, list: deck.yaml, record: trooper, front: f}}
"""
    )
    (tmp_path / "sides.yaml").write_text("good: {title: Good}\nevil: {title: Evil}\n")
    (tmp_path / "services.yaml").write_text("army: {title: Army, side: good, allies: [good, evil]}\n")
    (tmp_path / "deck.yaml").write_text("- {name: Ace, service: army}\n")
    game, findings = load_game(tmp_path)
    assert game and not findings
    assert [column.name for column in columns_of(game, game.products["deck"])] == ["service", "service.side", "copies"]


def test_free_keys_of_a_workbook_hold_numbers_and_switches(tmp_path: Path) -> None:
    head = ["name", "rank", "look.tilt", "look.mirror", "look.scene"]
    rows = [["One", "2", 5, True, "swamp"], ["Two", "K", 1.5, False, "TRUE"]]
    folder = tmp_path / "g"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME.format(file="ranks.yaml", more="").replace("cards.csv", "cards.xlsx"))
    (folder / "ranks.yaml").write_text(YAML)
    (folder / "cards.xlsx").write_bytes(xlsx({"Cards": [head, *rows]}))
    game, findings = load_game(folder)
    assert game and not findings
    assert [record.values["look"] for record in game.products["deck"].records] == [
        {"tilt": 5, "mirror": True, "scene": "swamp"}, {"tilt": 1.5, "mirror": False, "scene": True}
    ]  # fmt: skip


def test_a_cell_has_a_limit_of_letters(tmp_path: Path) -> None:
    folder = tmp_path / "g"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME.format(file="ranks.csv", more=""))
    (folder / "cards.csv").write_text("name,rank\nOne,2\n")
    for letters in (100_000, 100_001):
        (folder / "ranks.csv").write_text(f"code,title\n2,{'x' * letters}\n")
        told = [f"{finding.where.line} {finding.message}" for finding in load_game(folder)[1]]
        assert ("2 the cell is 100,001 characters long; the limit is 100,000" in told) == (letters > 100_000)


def test_files_in_maps_and_lists_of_maps_are_named_as_they_are_written(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"a")
    (tmp_path / "game.yaml").write_text(
        """title: T
version: "1"
tables: {ranks: {file: ranks.yaml, fields: {pic: file, map: {kind: map, of: {pic: file, n: integer}},
  list: {kind: list, of: {pic: {kind: file, optional: true}}}}}}
"""
    )
    (tmp_path / "ranks.yaml").write_text(
        "K: {pic: ./a.png, map: {pic: a.png, n: 1}, list: [{pic: a.png}, {}]}\n"
        "Q: {pic: a.png, map: {pic: a.png, n: 1}, list: [{}]}\n"
    )
    game, findings = load_game(tmp_path)
    assert game and not findings
    rows = game.tables["ranks"].rows
    assert (rows["K"]["pic"], rows["K"]["map"], rows["K"]["list"]) == (
        "./a.png", {"pic": "a.png", "n": 1}, ({"pic": "a.png"}, {"pic": None})
    )  # fmt: skip
    assert rows["K"]["map"]["pic"].path == tmp_path / "a.png" == rows["K"]["list"][0]["pic"].path
    table = game.tables["ranks"]
    assert [str(table.where_of(*path)).rpartition("/")[2] for path in (("K", "map"), ("K", "no"), ("J",))] == [
        "ranks.yaml:1:24", "ranks.yaml:1:1", "ranks.yaml:1:1"
    ]  # fmt: skip
