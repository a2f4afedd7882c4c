"""Lists that are no YAML: what their cells become, and where each of them stands."""

from __future__ import annotations

import os
from pathlib import Path

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
