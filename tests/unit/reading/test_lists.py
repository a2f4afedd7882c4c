"""Lists that are no YAML: what their cells become, and where each of them stands."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from printgen.base.errors import CellWhere, Finding, Where, merge_findings
from printgen.cli.messages import as_data
from printgen.game.load import load_game
from printgen.game.records import Product

FIELDS = """\
title: Lists
version: "1"
tables: {elements: {file: elements.yaml, fields: {title: text}}}
records:
  thing:
    power: {kind: integer, optional: true}
    weight: {kind: number, optional: true}
    rules: {kind: text, optional: true}
    element: {kind: choice, from: elements, optional: true}
    tags: {kind: list, optional: true}
    hero: {kind: flag, optional: true}
    tint: {kind: color, optional: true}
    reach: {kind: length, optional: true}
    extra: {kind: map, optional: true}
    stats: {kind: map, optional: true, of: {fp: integer, note: {kind: text, default: none}}}
    stops: {kind: list, optional: true, of: {name: text, at: number, open: {kind: flag, optional: true}}}
products:
"""


def load(folder: Path, name: str, content: str | bytes, more: str = "") -> tuple[Product, tuple[Finding, ...]]:
    """The deck of a game whose list is this file."""
    folder.mkdir(exist_ok=True)
    deck = f"  deck: {{kind: cards, title: Deck, list: '{name}', record: thing, front: f{more}}}\n"
    (folder / "game.yaml").write_text(FIELDS + deck)
    (folder / "elements.yaml").write_text("fire: {title: Fire}\nice: {title: Ice}\n")
    data = content.encode() if isinstance(content, str) else content
    (folder / name.partition("#")[0]).write_bytes(data)
    game, findings = load_game(folder)
    assert game is not None
    return game.products["deck"], findings


def one(folder: Path, headers: str, row: str, more: str = "") -> Mapping[str, Any]:
    """The values of the only record of a CSV file."""
    product, findings = load(folder, "a.csv", f"name,{headers}\nOne,{row}\n", more)
    assert not findings, findings
    return product.records[0].values


@pytest.mark.parametrize(
    ("field", "written", "value"),
    [
        ("power", "7", 7),
        ("power", "7.0", 7),
        ("power", "−3", -3),
        ("weight", '"1,50"', 1.5),
        ("weight", ".5", 0.5),
        ("rules", "007", "007"),
        ("rules", "7.0", "7.0"),
        ("rules", " yes ", "yes"),
        ("rules", '"a, ""b""\nc"', 'a, "b"\nc'),
        ("rules", "", ""),
        ("element", "ice", "ice"),
        ("tags", "a | b|c", ("a", "b", "c")),
        ("tags", r"a\|b|c", ("a|b", "c")),
        ("tags", "a", ("a",)),
        ("hero", "TRUE", True),
        ("hero", "x", True),
        ("hero", "no", False),
        ("hero", "", False),
        ("tint", "#aabbcc", "#AABBCC"),
        ("reach", "1in", 72.0),
    ],
)
def test_a_cell_becomes_what_its_field_is(tmp_path: Path, field: str, written: str, value: object) -> None:
    assert one(tmp_path, field, written)[field] == value


def test_dots_lead_into_maps_and_bars_make_lists_of_them(tmp_path: Path) -> None:
    headers = "extra.a,extra.b,extra.c.d,stats.fp,stops.name,stops.at,stops.open"
    values = one(tmp_path, headers, "7,007,true,3,Ada|Bob,1|2.5,|x")
    assert values["extra"] == {"a": 7, "b": "007", "c": {"d": True}}
    assert values["stats"] == {"fp": 3, "note": "none"}
    assert values["stops"] == (
        {"name": "Ada", "at": 1.0, "open": False}, {"name": "Bob", "at": 2.5, "open": True}
    )  # fmt: skip


def test_columns_are_renamed_and_left_out_and_headers_may_be_written_freely(tmp_path: Path) -> None:
    content = "Card name,Qty,POWER,Notes,FP\nAce,3,2,hm,4\n"
    more = ", columns: {Card name: name, Qty: copies, Notes: none, FP: stats.fp}"
    product, findings = load(tmp_path, "a.csv", content, more)
    (record,) = product.records
    assert not findings and (record.name, record.copies) == ("Ace", 3)
    assert (record.values["power"], record.values["stats"]["fp"]) == (2, 4)


@pytest.mark.parametrize("name", ["a.csv", "a.yaml"])
def test_no_copies_leave_a_record_out_whatever_else_it_says(tmp_path: Path, name: str) -> None:
    csv = "name,power,copies\nOne,3,2\nLater,lots,0\nTwo,1,\n"
    yaml = "- {name: One, power: 3, copies: 2}\n- {name: Later, power: lots, copies: 0}\n- {name: Two, power: 1}\n"
    product, findings = load(tmp_path, name, csv if name == "a.csv" else yaml)
    assert not findings and product.complete
    assert [(record.name, record.copies) for record in product.records] == [("One", 2), ("Two", 1)]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "name,rules\nLöwe,\"a, b; c\"\n"),
        ("a.csv", "\ufeffname;rules\r\nLöwe;a, b; c\r\n".replace("a, b; c", '"a, b; c"')),
        ("a.csv", "sep=;\nname;rules\nLöwe;\"a, b; c\"\n"),
        ("a.csv", "sep=|\nname|rules\nLöwe|a, b; c\n"),
        ("a.csv", "\n;\n  \nname;rules;;\n;;;\nLöwe;\"a, b; c\"\n\n"),
        ("a.csv", "name\trules\rLöwe\ta, b; c\r"),
        ("a.tsv", "name\trules\nLöwe\ta, b; c\n"),
        ("A.CSV", "name,rules\nLöwe,\"a, b; c\"\n"),
        ("a.csv", "\ufeffname,rules\nLöwe,\"a, b; c\"\n".encode("utf-16-le")),
        ("a.csv", "name;rules\nLöwe;\"a, b; c\"\n".encode("utf-16-be")),
    ],
)  # fmt: skip
def test_whatever_a_spreadsheet_writes_is_read(tmp_path: Path, name: str, content: str | bytes) -> None:
    product, findings = load(tmp_path, name, content)
    assert not findings
    assert [(record.name, record.values["rules"]) for record in product.records] == [("Löwe", "a, b; c")]


def test_an_old_encoding_is_read_with_a_warning_that_shows_it(tmp_path: Path) -> None:
    product, (warning,) = load(tmp_path, "a.csv", "name,rules\nLöwe,€\n".encode("cp1252"))
    assert (product.records[0].name, product.records[0].values["rules"]) == ("Löwe", "€")
    assert (warning.severity, warning.where[1:]) == ("warning", (2, 2)) and '"Löwe,€"' in warning.message


def test_every_cell_knows_its_place_in_the_text(tmp_path: Path) -> None:
    text = 'name, power,rules,stats.fp\nOne,1,"two\nlines, ""x""", 7\n\nTwo,2,,8\n'
    product, findings = load(tmp_path, "a.csv", text)
    assert not findings
    first, second = product.records
    places = [
        first.where,
        first.where_of("power"),
        first.where_of("rules"),
        first.where_of("tags"),
        first.source["stats"].where("fp"),
        second.where_of("stats"),
        second.source.key_where("power"),
    ]
    shown = [(str(place).rpartition("a.csv:")[2], place.line, place.column) for place in places]
    assert shown == [
        ("2", 2, 1), ("2:power", 2, 5), ("2:rules", 2, 7), ("2", 2, 1), ("3:stats.fp", 3, 16), ("5:stats.fp", 5, 8),
        ("1:power", 1, 7),
    ]  # fmt: skip


def test_cells_of_two_sheets_are_two_places_and_sort_with_all_others() -> None:
    one, other = CellWhere("a.xlsx", 7, 3, "Spells!C7"), CellWhere("a.xlsx", 7, 3, "Heroes!C7")
    plain = Where("a.xlsx", 7, 3)
    assert one != other and one != plain and plain != one and one == CellWhere("a.xlsx", 7, 3, "Spells!C7")
    assert len({one, other, plain}) == 3 and sorted([Where("b", 1), one, plain])[-1].file == "b"
    alike = [Finding("error", CellWhere("a.csv", n, 2, f"{n}:power"), "bad", "Mend it.") for n in range(2, 8)]
    (told,) = merge_findings(alike)
    assert told.lines()[-1] == "    and 5 more like this, at 3:power, 4:power, 5:power, ..."


def test_a_list_that_two_products_print_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load(tmp_path, "a.csv", "name,power\nOne,x\n")
    more = "  more: {kind: cards, title: More, list: a.csv, record: thing, front: f}\n"
    (tmp_path / "game.yaml").write_text((tmp_path / "game.yaml").read_text() + more)
    opened: list[str] = []
    real = os.open
    monkeypatch.setattr(os, "open", lambda path, *more: opened.append(str(path)) or real(path, *more))
    _, findings = load_game(tmp_path)
    assert len(findings) == 1 and sum(path.endswith("a.csv") for path in opened) == 1


def test_scripts_are_told_numbers_and_the_cell(tmp_path: Path) -> None:
    _, findings = load(tmp_path, "a.csv", 'name,rules,power\n"Two\nlines",x,1\nOne,a,x\n')
    data = as_data(findings)["findings"]
    assert [(row["line"], row["column"], row["cell"]) for row in data] == [(2, 1, "2:name"), (4, 7, "4:power")]
    _, (finding,) = load(tmp_path, "a.yaml", "- {name: One, power: x}\n")
    assert "cell" not in as_data([finding])["findings"][0]
