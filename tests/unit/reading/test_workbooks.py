"""Lists in workbooks: what the cells of XLSX become, and where each of them stands."""

from __future__ import annotations

import io
import os
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from bookmaking import SHEET, packed, parts, respun, small, xlsx
from test_lists import load

from printgen.base.errors import CellWhere, Finding
from printgen.base.file_access import AccessError, FileAccess
from printgen.game.load import load_game
from printgen.game.records import Record
from printgen.reading.number_formats import format_moment, format_number
from printgen.reading.workbooks import Workbook


def read(folder: Path, name: str, data: bytes, more: str = "") -> tuple[tuple[Record, ...], tuple[Finding, ...]]:
    product, findings = load(folder, name, data, more)
    return product.records, findings


ROWS: list[list[object]] = [
    ["Card name", "Qty", "power", "rules", "tags", "stats.fp", "hero", "weight", None, "Notes"],
    ["Löwe", 2, 7.0, 7, "a|b", 1, True, 2.5, None, "hm"],
    [None] * 10,
    ["Bär", None, "3", "two\nlines", None, 2, False, None, None, None],
    ["Later", 0, "lots", None, None, None, None, None, None, None],
]
COLUMNS = ", columns: {Card name: name, Qty: copies, Notes: none}"


@pytest.mark.parametrize("name", ["a.xlsx", "a.xlsm", "A.XLSX#Cards", "a.xlsx#cards"])
def test_a_workbook_is_a_list(tmp_path: Path, name: str) -> None:
    sheets = {"Cards": ROWS, "Other": [["nothing"]]} if "#" not in name else {"Other": [["nothing"]], "Cards": ROWS}
    (lion, bear), findings = read(tmp_path, name, xlsx(sheets), COLUMNS)
    assert not findings and (lion.name, lion.copies, bear.name, bear.copies) == ("Löwe", 2, "Bär", 1)
    values = lion.values
    assert (values["power"], values["rules"], values["tags"]) == (7, "7", ("a", "b"))
    assert (values["stats"]["fp"], values["hero"], values["weight"]) == (1, True, 2.5)
    assert (bear.values["power"], bear.values["rules"], bear.values["hero"]) == (3, "two\nlines", False)
    places = [lion.where, lion.where_of("power"), bear.source["stats"].where("fp"), bear.where_of("tags")]
    assert all(isinstance(place, CellWhere) for place in places)
    assert [str(place).rpartition(":")[2] for place in places] == ["Cards!A2", "Cards!C2", "Cards!F4", "Cards!A4"]
    assert [(place.line, place.column) for place in places] == [(2, 1), (2, 3), (4, 6), (4, 1)]


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (7, "General", "7"),
        (0.1 + 0.2, "General", "0.3"),
        (7, "000", "007"),
        (3.5, "0.00", "3.50"),
        (2.5, "0", "3"),
        (1234567.891, "#,##0.0", "1,234,567.9"),
        (0.5, "0%", "50%"),
        (-3, "0;(0)", "(3)"),
        (-3, "0", "-3"),
        (3, '0" HP"', "3 HP"),
        (12, '"€"#,##0', "€12"),
        (12.5, "[$€-407] 0.00", "€ 12.50"),
        (0.75, "#.##", ".75"),
        (1e21, "General", "1e+21"),
        (5, '"none"', "none"),
        (5, 'General" pts"', "5 pts"),
        (-3, '"€"0.00', "-€3.00"),
        (-0.001, "0.00", "0.00"),
        (0, '0;-0;"none"', "none"),
        (12, "[Red]0_)", "12"),
        (2.5, "0.##", "2.5"),
        (-3, "0;;", ""),
        (1234.5, '_-* #,##0.00\\ "€"_-', "1,234.50 €"),
    ],
)
def test_text_takes_numbers_as_they_are_shown(value: float, code: str, text: str) -> None:
    assert format_number(value, code) == text


def test_dates_are_text_as_they_are_shown(tmp_path: Path) -> None:
    moment = datetime(2024, 7, 3, 14, 5, 9)
    shown = [
        format_moment(moment, code) for code in ("yyyy-mm-dd", "d.m.yy", "dd. mmmm yyyy", "ddd h:mm AM/PM", "hh:mm:ss")
    ]
    assert shown == ["2024-07-03", "3.7.24", "03. July 2024", "Wed 2:05 PM", "14:05:09"]

    def dated(book: Any, sheet: Any) -> None:
        sheet["B2"].number_format = "d mmm yyyy"
        sheet["C2"].number_format = "0.0%"

    (one,), findings = read(
        tmp_path, "a.xlsx", xlsx({"S": [["name", "rules", "tags"], ["One", date(2024, 7, 3), 0.25]]}, dated)
    )
    assert not findings and (one.values["rules"], one.values["tags"]) == ("3 Jul 2024", ("25.0%",))
    _, (wrong,) = read(tmp_path, "a.xlsx", xlsx({"S": [["name", "power"], ["One", date(2024, 7, 3)]]}))
    assert str(wrong).startswith(f"{tmp_path}/a.xlsx:S!B2: error: power should be a whole number, not the text")


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (0.375, "# ?/8", "0.375"),
        (5551234, "000-0000", "5551234"),
        (1500, "0.00E+00", "1500"),
        (1500, '0.0,"k"', "1500"),
        (5, "[>3]0;00", "5"),
        (45000.5, "mm:ss.0", "2023-03-15 12:00:00"),
        (45000, "[$-407]d. mmmm yyyy", "2023-03-15"),
        (45000, "mm-dd-yy", "2023-03-15"),
        (12, '"$"#,##0_);\\("$"#,##0\\)', "$12"),
        (1.5, "[h]:mm", "1 day, 12:00:00"),
        (0.5, "0%", "50%"),
        (7, "0000", "0007"),
        ("abc", '0;0;0;@" VP"', "abc VP"),
        ("abc", '"no. "@', "no. abc"),
        ("abc", ";;;", "abc"),
    ],
)
def test_text_is_what_the_cell_shows_or_the_cell_is_told(tmp_path: Path, value: object, code: str, text: str) -> None:
    def formatted(book: Any, sheet: Any) -> None:
        sheet["B2"].number_format = code

    (one,), findings = read(tmp_path, "a.xlsx", xlsx({"S": [["name", "rules"], ["One", value]]}, formatted))
    assert one.values["rules"] == text
    shown = text not in (str(value), "2023-03-15 12:00:00", "2023-03-15", "1 day, 12:00:00")
    assert [(one.severity, one.code, str(one.where)[-4:]) for one in findings] == (
        [] if shown else [("warning", "bad-cell", "S!B2")]
    )


@pytest.mark.parametrize(
    ("value", "code", "told"),
    [
        (0.5, "0%", True), (1500, '0.0,"k"', True), (12, '"€"0', True), (7, "0000", True), (0.5, "# ?/?", True),
        (1 / 3, "0.00", True), (1500, "0.00E+00", True), (1234.5, "#,##0.00", False), (1 / 3, "General", False),
        (12.5, "0.00", False), (5, '[>3]"many";"few"', True), (0.25, "# ?/8", True), (5551234, "000-0000", True),
        (5, ";;;", True),
    ],
)  # fmt: skip
def test_a_number_that_is_shown_otherwise_is_told(tmp_path: Path, value: float, code: str, told: bool) -> None:
    def formatted(book: Any, sheet: Any) -> None:
        sheet["B2"].number_format = code

    (one,), findings = read(tmp_path, "a.xlsx", xlsx({"S": [["name", "weight"], ["One", value]]}, formatted))
    assert one.values["weight"] == pytest.approx(value)
    assert [(one.severity, str(one.where)[-4:]) for one in findings] == ([("warning", "S!B2")] if told else [])


@pytest.mark.parametrize(("language", "told"), [("de", True), ("en", False), ("de-CH", False)])
def test_a_sign_of_another_language_is_told_in_text(tmp_path: Path, language: str, told: bool) -> None:
    data = xlsx({"S": [["name", "rules", "weight"], ["One", 2.5, 2.5]]})
    read(tmp_path, "a.xlsx", data)
    (tmp_path / "game.yaml").write_text(f"language: {language}\n" + (tmp_path / "game.yaml").read_text())
    _, findings = load_game(tmp_path)
    assert [(one.severity, str(one.where)[-4:]) for one in findings] == ([("warning", "S!B2")] if told else [])


def test_days_of_old_macs_count_from_1904(tmp_path: Path) -> None:
    def of_macs(book: Any, sheet: Any) -> None:
        book.epoch = datetime(1904, 1, 1)
        sheet["B2"] = 100.0
        sheet["B2"].number_format = "yyyy-mm-dd"

    def beyond(book: Any, sheet: Any) -> None:
        sheet["B2"] = 9e9
        sheet["B2"].number_format = "yyyy-mm-dd"

    (one,), findings = read(tmp_path, "a.xlsx", xlsx({"S": [["name", "rules"], ["One", 0]]}, of_macs))
    assert not findings and one.values["rules"] == "1904-04-10"
    _, (wrong,) = read(tmp_path, "a.xlsx", xlsx({"S": [["name", "rules"], ["One", 0]]}, beyond))
    assert wrong.message == "the cell shows #VALUE!" and str(wrong.where).endswith("S!B2")


def test_dates_of_east_asia_and_workbooks_without_styles_are_read(tmp_path: Path) -> None:
    def dated(_: Any, sheet: Any) -> None:
        sheet["B2"].number_format = "yyyy/mm/dd"

    data = xlsx({"S": [["name", "rules"], ["One", date(2024, 7, 3)]]}, dated)
    local = respun(data, "xl/styles.xml", b'<xf numFmtId="165"', b'<xf numFmtId="31"')
    (one,), (warning,) = read(tmp_path, "a.xlsx", local)
    assert one.values["rules"] == "2024-07-03" and "depends on the computer" in warning.message
    files = {name: part for name, part in parts(data).items() if name != "xl/styles.xml"}
    (one,), findings = read(tmp_path, "a.xlsx", packed(files))
    assert not findings and one.values["rules"] == "45476"


def test_what_xlsxwriter_writes_is_read_with_the_results_of_its_formulas(tmp_path: Path) -> None:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet("Spells & more")
    sheet.write_row(0, 0, ["name", "power", "rules", "weight", "hero"])
    sheet.write_rich_string(1, 0, "Fire", book.add_format({"bold": True}), "ball")
    sheet.write_formula(1, 1, "=1+2", None, 3)
    sheet.write_formula(1, 2, '="a"&"b"', None, "ab")
    sheet.write_number(1, 3, 0.1 + 0.2, book.add_format({"num_format": "0.00"}))
    sheet.write_boolean(1, 4, True)
    book.close()
    (one,), findings = read(tmp_path, "a.xlsx", out.getvalue())
    (bold,) = findings
    assert (bold.severity, bold.message) == ("warning", "letters of the cell are bold, and are printed plain")
    assert str(bold.where).endswith("Spells & more!A2")
    assert (one.name, one.values["power"], one.values["rules"], one.values["weight"], one.values["hero"]) == (
        "Fireball", 3, "ab", 0.3, True
    )  # fmt: skip
    assert str(one.where_of("power")).endswith("a.xlsx:Spells & more!B2")


def test_a_cell_over_several_rows_counts_for_each_of_them(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["name", "rules"],
        ["One", "all"],
        ["Two", None],
        [None, None],
        ["Three", None],
        ["Four"],
    ]
    (*three, last), findings = read(tmp_path, "a.xlsx", xlsx({"S": rows}, lambda _, sheet: sheet.merge_cells("B2:B5")))
    assert not findings and [one.values["rules"] for one in three] == ["all"] * 3 and last.values["rules"] == ""


def test_hidden_rows_are_read_with_a_warning_and_hidden_sheets_when_they_are_named(tmp_path: Path) -> None:
    def hide(book: Any, sheet: Any) -> None:
        sheet.row_dimensions[3].hidden = True
        sheet.sheet_state = "hidden"

    sheets = {"Hidden": [["name"], ["One"], ["Two"]], "Shown": [["name"], ["Three"]]}
    records, findings = read(tmp_path, "a.xlsx", xlsx(sheets, hide))
    assert not findings and [record.name for record in records] == ["Three"]
    records, (warning,) = read(tmp_path, "a.xlsx#Hidden", xlsx(sheets, hide))
    assert [record.name for record in records] == ["One", "Two"]
    assert warning.severity == "warning" and str(warning.where).endswith("Hidden!A3")


def test_a_list_does_not_begin_at_the_first_cell(tmp_path: Path) -> None:
    rows: list[list[object]] = [[], [None, "name", None, "power"], [None, "One", None, 3]]
    (one,), findings = read(tmp_path, "a.xlsx", xlsx({"S": rows}))
    assert not findings and (one.name, one.values["power"]) == ("One", 3)
    assert str(one.where_of("power")).endswith("S!D3")


def test_cells_without_references_and_texts_with_escapes_are_read(tmp_path: Path) -> None:
    data = respun(small(), SHEET, b' r="A2"', b"", b' r="B2"', b"", b'<row r="2"', b"<row")
    (one, _), findings = read(tmp_path, "a.xlsx", data)
    assert not findings and (one.name, one.values["power"]) == ("One", 3)
    (one, _), findings = read(tmp_path, "a.xlsx", respun(small(), SHEET, b"One", b"O_x006E_e"))
    assert not findings and one.name == "One"


def test_two_sheets_of_a_workbook_are_two_lists_and_the_file_is_opened_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheets = {"Spells": [["name"], ["Fire"]], "Heroes": [["name"], ["Ada"]]}
    load(tmp_path, "a.xlsx", xlsx(sheets))
    more = "".join(
        f"  {name}: {{kind: cards, title: T, list: 'a.xlsx#{name}', record: thing, front: f}}\n" for name in sheets
    )
    text = (tmp_path / "game.yaml").read_text()
    (tmp_path / "game.yaml").write_text(text + more)
    opened: list[str] = []
    real = os.open
    monkeypatch.setattr(os, "open", lambda path, *more: opened.append(str(path)) or real(path, *more))
    game, findings = load_game(tmp_path)
    assert game and not findings and sum(path.endswith("a.xlsx") for path in opened) == 1
    assert [[r.name for r in game.products[name].records] for name in ("Spells", "Heroes")] == [["Fire"], ["Ada"]]


@pytest.mark.parametrize("ending", ["csv", "xlsx", "json"])
def test_cards_of_ones_own_may_stand_in_a_sheet(tmp_path: Path, ending: str) -> None:
    load(tmp_path / "game", "a.yaml", "- {name: One}\n")
    own = tmp_path / "mine" / "game"
    own.mkdir(parents=True)
    written = {"csv": b"name,power\nMine,3\n", "json": b'[{"name": "Mine", "power": 3}]'}
    data = written.get(ending) or xlsx({"Own": [["name", "power"], ["Mine", 3]]})
    (own / f"deck.{ending}").write_bytes(data)
    game, findings = load_game(tmp_path / "game", FileAccess(own, own))
    assert game and not findings
    assert [(r.name, r.values["power"]) for r in game.products["deck"].records] == [("One", None), ("Mine", 3)]


def test_a_workbook_of_another_format_among_ones_own_cards_is_told(tmp_path: Path) -> None:
    load(tmp_path / "game", "a.yaml", "- {name: One}\n")
    own = tmp_path / "mine" / "game"
    own.mkdir(parents=True)
    (own / "deck.ods").write_bytes(b"PK")
    _, (error,) = load_game(tmp_path / "game", FileAccess(own, own))
    assert str(error.where).endswith("deck.ods") and error.hint == "Save it as XLSX or CSV."


def test_a_workbook_of_too_many_files_is_not_opened() -> None:
    for files, message in ((20_000, "the workbook is spoiled"), (20_001, "the workbook holds over 20,000 files")):
        with pytest.raises(AccessError, match=message):
            Workbook(b"PK" + files * b"PK\x01\x02")


@pytest.mark.parametrize("size, message", [(400, "a part of it is missing"), (1200, "once it is unpacked")])
def test_a_small_workbook_that_unpacks_to_a_large_one_is_refused(
    monkeypatch: pytest.MonkeyPatch, size: int, message: str
) -> None:
    monkeypatch.setattr("printgen.reading.workbooks.MOST_UNPACKED", 1000)
    data = packed({"[Content_Types].xml": b"<Types/>", "xl/empty.xml": bytes(size)})
    with pytest.raises(AccessError, match=message):
        Workbook(data)
