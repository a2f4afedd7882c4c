"""Cells of workbooks that may be taken for something else; those of text are cases in tests/cases/cells.case."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bookmaking import xlsx
from test_lists import FIELDS

from printgen.base.errors import Finding
from printgen.game.load import load_game


def _as_texts(_: Any, sheet: Any) -> None:
    for row in sheet.iter_rows(min_row=2):
        for cell in row:
            cell.data_type = "s"


def read(folder: Path, rows: list[list[str]], fields: str = FIELDS) -> tuple[Any, list[Finding]]:
    """The values of the first record, None where it is refused, and what is found."""
    deck = "  deck: {kind: cards, title: Deck, list: a.xlsx, record: thing, front: f}\n"
    (folder / "game.yaml").write_text(f"{fields}{deck}")
    (folder / "elements.yaml").write_text("fire: {title: Fire}\nice: {title: Ice}\n")
    (folder / "a.xlsx").write_bytes(xlsx({"S": rows}, _as_texts))
    loaded, findings = load_game(folder)
    assert loaded is not None
    records = loaded.products["deck"].records
    return records[0].values if records else None, list(findings)


@pytest.mark.parametrize(
    ("field", "text", "value", "message"),
    [
        ("weight", "1,000", None, "1,000 can be read as 1000 and as 1"),
        ("weight", "1,000,000", 1e6, ""),
        ("weight", "1.234,56", 1234.56, ""),
        ("weight", "1,00,000", None, 'weight should be a number, not the text "1,00,000"'),
        ("power", "007", 7, "the cell shows 007, and its number 7 is printed"),
        ("power", "1E+03", 1000, "1E+03 is written with a power of ten, and is printed as 1000"),
        ("rules", "007", "007", ""),
        ("rules", "#REF!", "#REF!", "the cell shows #REF!"),
        ("rules", "=SUM(A1:A3)", "=SUM(A1:A3)", "the cell holds the formula =SUM(A1:A3)"),
        ("tags", "fire, ice", ("fire, ice",), '"fire, ice" is one word of the list'),
        ("tags", "1,000 gold", ("1,000 gold",), ""),
    ],
)
def test_a_cell_of_a_workbook_is_taken_as_one_of_text(
    tmp_path: Path, field: str, text: str, value: Any, message: str
) -> None:
    values, findings = read(tmp_path, [["name", field], ["One", text]])
    assert (values[field] if values else None) == value
    assert [(str(one.where).rpartition("!")[2], one.message) for one in findings] == [("B2", message)] * bool(message)


def test_a_card_that_is_not_printed_has_no_bad_cells(tmp_path: Path) -> None:
    rows = [["name", "copies", "weight", "rules", "tags"], ["One", "0", "1,000", "#REF!", "a, b"]]
    assert read(tmp_path, rows) == (None, [])
