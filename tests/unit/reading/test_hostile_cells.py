"""One table of cells that may be taken for something else, held to every format of lists alike."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from bookmaking import xlsx
from test_lists import FIELDS

from printgen.base.errors import Finding
from printgen.game.load import load_game

SHEETS = ("csv", "tsv", "xlsx")
TREES = ("yaml", "json")


def in_sheet(delimiter: str) -> Callable[[list[list[str]]], bytes]:
    def written(rows: list[list[str]]) -> bytes:
        out = io.StringIO(newline="")
        csv.writer(out, delimiter=delimiter).writerows(rows)
        return out.getvalue().encode()

    return written


def in_tree(rows: list[list[str]]) -> bytes:
    """JSON, which is YAML too."""
    (_, field), *entries = rows
    return json.dumps([{"name": name, field: [text] if field == "tags" else text} for name, text in entries]).encode()


WRITERS: dict[str, tuple[str, Callable[[list[list[str]]], bytes]]] = {
    "csv": ("a.csv", in_sheet(",")),
    "semicolons": ("a.csv", in_sheet(";")),
    "tsv": ("a.tsv", in_sheet("\t")),
    "xlsx": ("a.xlsx", lambda rows: xlsx({"S": rows}, _as_texts)),
    "yaml": ("a.yaml", in_tree),
    "json": ("a.json", in_tree),
}


def crossed(texts: Sequence[Any], forms: Sequence[str]) -> list[Any]:
    """Each text in the first of the formats, and the first text in all others."""
    return [(forms[0], text) for text in texts] + [(form, texts[0]) for form in forms[1:]]


def _as_texts(_: Any, sheet: Any) -> None:
    for row in sheet.iter_rows(min_row=2):
        for cell in row:
            cell.data_type = "s"


def read(folder: Path, form: str, field: str, text: str, head: str = "") -> tuple[Any, list[Finding]]:
    """The value of a field, None where its record is refused, and what is found, as a list of a format says it."""
    name, write = WRITERS[form]
    game = f"{head}{FIELDS}  deck: {{kind: cards, title: Deck, list: {name}, record: thing, front: f}}\n"
    (folder / "game.yaml").write_text(game)
    (folder / "elements.yaml").write_text("fire: {title: Fire}\nice: {title: Ice}\n")
    (folder / name).write_bytes(write([["name", field], ["One", text]]))
    loaded, findings = load_game(folder)
    assert loaded is not None
    records = loaded.products["deck"].records
    return records[0].values[field] if records else None, list(findings)


def at_the_cell(finding: Finding, form: str) -> bool:
    place = str(finding.where)
    return place.endswith("S!B2") if form == "xlsx" else ":2:" in place if form in SHEETS else ":1:" in place


HINTS = {"1,000": "Write 1000 or 1.0", "2.125": "Write 2125 or 2.1250", "-1.500": "Write -1500 or -1.5"}
TWO_WAYS = ["1,000", "12,000", "1.000", "-1.500", "2.125", "999,999"]


@pytest.mark.parametrize(("form", "text"), crossed(TWO_WAYS, SHEETS + TREES))
def test_a_number_that_may_be_two_is_refused_at_its_cell(tmp_path: Path, form: str, text: str) -> None:
    value, (error,) = read(tmp_path, form, "weight", text)
    assert value is None and error.severity == "error" and at_the_cell(error, form)
    assert form in TREES or "can be read as" in error.message
    assert error.hint.startswith(HINTS.get(text, "Write ")) and " or " in error.hint


@pytest.mark.parametrize(
    ("name", "text"), [("a.yaml", "- {name: One, weight: %s}\n"), ("a.json", '[{"name": "One", "weight": %s}]')]
)
def test_a_number_of_yaml_that_looks_like_thousands_is_told(tmp_path: Path, name: str, text: str) -> None:
    read(tmp_path, Path(name).suffix[1:], "weight", "1")
    for number in ("1.000", "12.500"):
        (tmp_path / name).write_text(text % number)
        (warning,) = load_game(tmp_path)[1]
        assert warning.severity == "warning" and warning.message.startswith(f"{number} is the number {float(number):g}")
        assert f"{name}:1:" in str(warning.where) and warning.hint.startswith(f"Write {number.replace('.', '')} or ")
    for number in ("1.5", "2.125", "1000.000", "0.500"):
        (tmp_path / name).write_text(text % number)
        assert load_game(tmp_path)[1] == ()


ONE_WAY = [
    ("1,000,000", 1e6), ("1.000.000", 1e6), ("1 000", 1000), ("1\u202f000", 1000), ("1\u00a0000,5", 1000.5),
    ("1'000", 1000), ("1’000.5", 1000.5), ("1,234.56", 1234.56), ("1.234,56", 1234.56), ("1,5", 1.5), ("1.5", 1.5),
    ("0,125", 0.125), ("1234,567", 1234.567), ("−3", -3),
]  # fmt: skip


@pytest.mark.parametrize(("form", "written"), crossed(ONE_WAY, SHEETS))
def test_a_number_that_can_be_read_in_one_way_is_read_so(tmp_path: Path, form: str, written: tuple[str, float]) -> None:
    text, value = written
    assert read(tmp_path, form, "weight", text) == (value, [])


@pytest.mark.parametrize(
    ("form", "text"),
    crossed(["1,00,000", "1.2.3", "03/04/2025", "3-4", "1 00", "50%", "€12", "1/2", "1:30", "a"], SHEETS + TREES),
)
def test_what_is_no_number_is_refused(tmp_path: Path, form: str, text: str) -> None:
    value, (error,) = read(tmp_path, form, "weight", text)
    assert value is None and error.severity == "error" and at_the_cell(error, form)


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("en", "1,000", 1000), ("en", "2.125", 2.125), ("de", "1.000", 1000), ("de", "2,125", 2.125),
        ("es-MX", "2.125", 2.125), ("de-CH", "1,000", 1000), ("en", "1.000", None), ("de", "1,000", None),
    ],
)  # fmt: skip
def test_the_language_that_a_game_names_declares_its_signs(
    tmp_path: Path, language: str, text: str, value: float | None
) -> None:
    found, findings = read(tmp_path, "csv", "weight", text, f"language: {language}\n")
    assert found == value and bool(findings) == (value is None)


def test_languages_that_disagree_declare_nothing(tmp_path: Path) -> None:
    variants = "language: en\nvariants: {de: {language: de}}\n"
    assert read(tmp_path, "csv", "weight", "2,125", variants)[0] is None
    assert read(tmp_path, "semicolons", "weight", "2,125", "language: en\n")[0] is None
    assert read(tmp_path, "semicolons", "weight", "2,125", "language: de\n") == (2.125, [])


@pytest.mark.parametrize(("sign", "text", "value"), [(".", "1,000", 1000), (",", "1,000", 1), (",", "2.125", 2125)])
def test_a_field_declares_its_sign(
    tmp_path: Path, sign: str, text: str, value: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    declared = FIELDS.replace("weight: {kind: number,", f"weight: {{kind: number, decimal: '{sign}',")
    monkeypatch.setattr("test_hostile_cells.FIELDS", declared)
    assert read(tmp_path, "csv", "weight", text) == (value, [])
    assert read(tmp_path, "csv", "weight", f"1{',' if sign == '.' else '.'}5")[0] is None


@pytest.mark.parametrize(
    ("form", "written"), crossed([("007", 7), ("1E+03", 1000), ("1.23457E+11", 123457000000)], SHEETS)
)
def test_a_number_that_prints_otherwise_than_it_is_written_is_told(
    tmp_path: Path, form: str, written: tuple[str, int]
) -> None:
    text, value = written
    found, (warning,) = read(tmp_path, form, "power", text)
    assert found == value and warning.severity == "warning" and at_the_cell(warning, form) and text in warning.message
    assert read(tmp_path, form, "rules", text) == (text, [])


ERRORS = ["#REF!", "#N/A", "#DIV/0!", "#NAME?", "#VALUE!", "#NUM!", "#NULL!", "#BEZUG!", "#NV", "#¿NOMBRE?", "Err:502",
          "#SPILL!", "########"]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "written"),
    crossed(
        [*((text, "rules") for text in ERRORS), ("#REF!", "tags"), ("#N/A", "power"), ("#N/A", "element")],
        SHEETS + TREES,
    ),
)
def test_an_error_of_a_spreadsheet_is_told_at_its_cell(tmp_path: Path, form: str, written: tuple[str, str]) -> None:
    text, field = written
    _, (error,) = read(tmp_path, form, field, text)
    assert error.severity == "error" and error.code == "bad-cell" and at_the_cell(error, form)
    assert error.message == f"the cell shows {text}"


@pytest.mark.parametrize(
    ("form", "text"), crossed(["=SUM(A1:A3)", "=A1+2", "=-$B$7", "=WENN(A1;1;2)", "=IF(A1;1;2)"], SHEETS + TREES)
)
def test_a_formula_is_no_text(tmp_path: Path, form: str, text: str) -> None:
    _, (error,) = read(tmp_path, form, "rules", text)
    assert error.severity == "error" and at_the_cell(error, form) and error.message.endswith(f"the formula {text}")
    assert read(tmp_path, form, "rules", "= 3 cards")[1] == []


@pytest.mark.parametrize(
    ("form", "text"),
    crossed(["fire, ice", "fire; ice", "fire\nice", "fire,ice,wind", "Giant Frog, Old Toad"], SHEETS + TREES),
)
def test_words_with_commas_are_told_at_their_cell(tmp_path: Path, form: str, text: str) -> None:
    value, (warning,) = read(tmp_path, form, "tags", text)
    assert value == (text,) and (warning.severity, warning.code) == ("warning", "list-with-commas")
    assert at_the_cell(warning, form) and (
        "fire" not in text or "fire | ice" in warning.hint or "[fire, ice" in warning.hint
    )


@pytest.mark.parametrize(
    ("form", "text"),
    crossed(["fire", "1,000 gold", "Draw two cards, then discard one of them.", "Wait; then go!"], SHEETS + TREES),
)
def test_one_word_of_a_list_is_one(tmp_path: Path, form: str, text: str) -> None:
    assert read(tmp_path, form, "tags", text) == ((text,), [])


def test_a_field_may_have_words_with_commas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    declared = FIELDS.replace("tags: {kind: list,", "tags: {kind: list, commas: true,")
    monkeypatch.setattr("test_hostile_cells.FIELDS", declared)
    assert read(tmp_path, "csv", "tags", "Salem, MA") == (("Salem, MA",), [])


@pytest.mark.parametrize("form", SHEETS + TREES)
def test_a_card_that_is_not_printed_has_no_bad_cells(tmp_path: Path, form: str) -> None:
    read(tmp_path, form, "weight", "1")
    name, write = WRITERS[form]
    if form in TREES:
        data = json.dumps([{"name": "One", "rules": "#REF!", "copies": 0}]).encode()
    else:
        data = write([["name", "copies", "weight", "rules", "tags"], ["One", "0", "1,000", "#REF!", "a, b"]])
    (tmp_path / name).write_bytes(data)
    assert load_game(tmp_path)[1] == ()


@pytest.mark.parametrize("form", SHEETS)
def test_cells_of_tables_are_held_to_the_same(tmp_path: Path, form: str) -> None:
    name, write = WRITERS[form]
    (tmp_path / "game.yaml").write_text(
        f"title: T\nversion: '1'\ntables: {{goods: {{file: {name}, fields: {{worth: integer, of: text, in: list}}}}}}\n"
    )
    (tmp_path / name).write_bytes(write([["code", "worth", "of", "in"], ["a", "1,000", "#REF!", "b, c"]]))
    findings = load_game(tmp_path)[1]
    assert [(finding.severity, finding.code) for finding in findings] == [
        ("error", "bad-cell"), ("error", "bad-cell"), ("warning", "list-with-commas")
    ]  # fmt: skip
