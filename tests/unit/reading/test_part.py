"""Declared shapes: every word of a file knows its place, however short or deep it is written."""

from pathlib import Path
from typing import Annotated, ClassVar

import pytest
from pydantic import Field

from printgen.reading.files import Files
from printgen.reading.part import NOTHING, NOWHERE, Cell, File, Keyed, Many, OneOrMany, Part, Phrase, Words, adapter


class Item(Part):
    short: ClassVar[str] = "text"
    text: Words = Field(description="what it says")
    icon: Words = Field(default=NOTHING, description="an icon")


class Row(Part):
    short: ClassVar[str] = "cells"
    cells: Many[Cell] = Field(description="its cells")


class Sheet(Part):
    title: Words = Field(default=NOTHING, description="the title")
    notes: OneOrMany[Words] = Field(default=(), description="notes")
    items: Many[Item] = Field(default=(), description="items")
    named: dict[str, Item] = Field(default={}, description="items by name")
    rows: Many[Row] = Field(default=(), description="rows")
    block: Annotated[Item | Row | None, Keyed({"item": Item, "row": Row}, "block", "item: x")] = Field(
        default=None, description="an item or a row"
    )
    beside: Words = Field(default=NOTHING, alias="next-to", description="what stands beside")
    size: int | None = Field(default=None, description="how large")
    picture: File | None = Field(default=None, description="a picture")


def read(folder: Path, text: str) -> tuple[Sheet | None, list[str]]:
    path = folder / "sheet.yaml"
    path.write_text(text, encoding="utf-8")
    files = Files(folder)
    top = files.mapping(path)
    assert top is not None
    sheet: Sheet | None = files.check(adapter(Sheet), top, top.start, "the sheet")
    return sheet, [f"{f.where.line}:{f.where.column} {f.message} > {f.hint}" for f in files.findings]


@pytest.mark.parametrize(
    ("text", "path", "said"),
    [
        ("title: Soup", "title", ("Soup", 1, 8)),
        ("title: 7", "title", ("7", 1, 8)),
        ("notes: hot", "notes.0", ("hot", 1, 8)),
        ("notes: [hot, cold]", "notes.1", ("cold", 1, 14)),
        ("items: [a, {text: b, icon: c}]", "items.0.text", ("a", 1, 9)),
        ("items: [a, {text: b, icon: c}]", "items.1.icon", ("c", 1, 28)),
        ("named:\n  x: a\n  y: {text: b}", "named.x.text", ("a", 2, 6)),
        ("named:\n  x: a\n  y: {text: b}", "named.y.text", ("b", 3, 13)),
        ('rows:\n  - [a, ""]\n  - {cells: [b]}', "rows.0.cells.1", ("", 2, 9)),
        ('rows:\n  - [a, ""]\n  - {cells: [b]}', "rows.1.cells.0", ("b", 3, 14)),
        ("block: {item: a}", "block.text", ("a", 1, 15)),
        ("block: {row: [a, b]}", "block.cells.1", ("b", 1, 18)),
        ("next-to: wall", "beside", ("wall", 1, 10)),
    ],
)
def test_words_know_their_places(tmp_path: Path, text: str, path: str, said: tuple[str, int, int]) -> None:
    sheet, findings = read(tmp_path, text)
    assert findings == []
    found: object = sheet
    for step in path.split("."):
        if isinstance(found, dict):
            found = found[step]
        else:
            found = found[int(step)] if isinstance(found, tuple) else getattr(found, step)
    assert isinstance(found, Phrase)
    assert (found.text, found.where.line, found.where.column) == said


def test_parts_know_their_places_and_those_of_their_keys(tmp_path: Path) -> None:
    sheet, _ = read(tmp_path, "items:\n  - a\n  - {text: b}\nnamed: {x: a}\nrows: [[a]]\nblock: {item: c}\n")
    assert sheet is not None and sheet.block is not None
    parts = [sheet, *sheet.items, sheet.named["x"], sheet.rows[0], sheet.block]
    assert [part.where[1:] for part in parts] == [(1, 1), (2, 5), (3, 5), (4, 12), (5, 8), (6, 15)]
    assert sheet.where_of("items", 1, "text")[1:] == (3, 12) and sheet.key_where_of("named", "x")[1:] == (4, 9)
    assert sheet.where_of("items", 9)[1:] == (2, 3) and sheet.where_of("title") == sheet.where
    assert sheet.gives("rows") and not sheet.gives("title")


def test_parts_that_code_makes_have_no_places() -> None:
    item = Item(text="a")  # type: ignore[arg-type]
    assert item.where == NOWHERE and item.text == Phrase("a") and not item.icon


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("size:", "1:6 size should be a whole number, not nothing > Write a value, or remove the line."),
        ("title: ''", "1:8 title: has no text > Write something, or remove the line."),
        ("title: [a]", "1:8 title should be text, not a list > Write text here."),
        ("items: [{txt: a}]", '1:9 the key "text" is missing > Add text: and its value.'),
        ("items: [{text: a, icn: b}]", "1:19 unknown key \"icn\" > Did you mean 'icon'?"),
        ("block: {itm: a}", "1:8 block: there is no kind of block \"itm\" > Did you mean 'item'?"),
        ("block: a", "1:8 block: a block is one kind with its value, such as item: x > Start every block with a dash"),
        ("picture: sheet.yml", "1:10 picture: there is no file \"sheet.yml\" > Did you mean 'sheet.yaml'?"),
        ("picture: nowhere/x.png", '1:10 picture: there is no file "nowhere/x.png" > Create the file'),
        (
            "picture: /etc/x.png",
            '1:10 picture: the file "/etc/x.png" is outside the game\'s folder > Put the file into',
        ),
    ],
)
def test_a_slip_is_told_at_its_place(tmp_path: Path, text: str, finding: str) -> None:
    sheet, findings = read(tmp_path, text)
    assert sheet is None and findings[0].startswith(finding), findings
