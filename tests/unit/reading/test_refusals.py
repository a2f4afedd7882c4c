"""What readers of files refuse, or read otherwise than usual, each in a line or two."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest

from printgen.base import limits
from printgen.base.errors import Finding
from printgen.base.limits import Limit, metered
from printgen.reading.csv_files import decode, parse_csv
from printgen.reading.expressions import parse_value
from printgen.reading.files import Files
from printgen.reading.maps import map_rows
from printgen.reading.number_formats import UnknownFormatError, format_moment, format_text
from printgen.reading.part import File, Length, Part, Words, adapter, fillable
from printgen.reading.positions import LocatedMap
from printgen.reading.texts import TableRow
from printgen.reading.validation import json_schema_of, validate
from printgen.reading.yaml_events import examine_json, examine_json_file, load_yaml


def lines(findings: list[Finding]) -> list[str]:
    return [f"{finding.where}: {finding.message} [{finding.code}]" for finding in findings]


@pytest.mark.parametrize(
    ("data", "text", "findings"),
    [
        (b"\xef\xbb\xbfa", "a", []),
        ("ä,b".encode("utf-16"), "ä,b", []),
        ("abcd".encode("utf-16-be"), "abcd", []),
        ("ab".encode("utf-32"), "ab", []),
        (b"one\n caf\xe9,x\n", "one\n café,x\n",
         ['x:2:5: the file is not UTF-8; it was read as Windows-1252, such as "café,x" [not-utf8]']),
        (b"caf\xe9\x81", None, ["x:1:4: the file is not UTF-8 text [not-utf8]"]),
        ("äöü".encode() + b"\xff", None, ["x:1:4: the file is not UTF-8 text [not-utf8]"]),
        (b"a\r\nb\x07", None, ["x:2:2: the control character U+0007 may not stand in a file [control-character]"]),
    ],
)  # fmt: skip
def test_the_text_of_a_file(data: bytes, text: str | None, findings: list[str]) -> None:
    read, found = decode(data, "x")
    assert (read, lines(found)) == (text, findings)


@pytest.mark.parametrize(
    ("data", "findings"),
    [
        (b"PK\x03\x04", ["x: the file is a workbook, not CSV [wrong-format]"]),
        (b"", ["x: the file is empty [empty-list]"]),
        (b"\n" + b",".join(b"c%d" % n for n in range(1001)),
         ["x:2:1: the list has 1,001 columns; the limit is 1,000 [too-many-columns]"]),
        (b"a,b\n1," + b"x" * 131_073, ["x:2:1: a cell is longer than 131,072 characters [scalar-too-long]"]),
        (b'a,b\n1,"x"y\n', ["x:2:1: a quoted text goes on after its closing quote [syntax]"]),
        (b'a,b\n1,2\n3,"x\n', ["x:3:1: a quoted text has no closing quote [syntax]"]),
        (b"a;b\n1;2;3\n", ["x:2:C: the row has 3 cells, and there are 2 columns [too-many-cells]"]),
        (b"a;b\n1;2;3;;\n", ["x:2:C: the row has 3 cells, and there are 2 columns [too-many-cells]"]),
        (b"a\n1,2\n", ["x:2:B: the row has 2 cells, and there is 1 column [too-many-cells]"]),
        (b"a,,\n1,2\n", ["x:2:B: the row has 2 cells, and there is 1 column [too-many-cells]"]),
        (b"a,b,\n1,2,\n", []),
    ],
)  # fmt: skip
def test_lists_that_are_no_csv(data: bytes, findings: list[str]) -> None:
    assert lines(parse_csv(data, "x")[1]) == findings


def test_a_line_says_what_separates_the_cells() -> None:
    for text, tabs, rows in (("sep=|\na|b\n1|2\n", False, [["1", "2"]]), ("a\tb\n1,2\t3\n", True, [["1,2", "3"]])):
        sheet, _ = parse_csv(text.encode(), "x", tabs)
        assert sheet and sheet.headers == ("a", "b") and sheet.rows == rows
        line = len(text.splitlines())
        assert [str(sheet.place(1, n)) for n in (-1, 0, 1)] == [f"x:{line}", f"x:{line}:a", f"x:{line}:b"]


def test_every_cell_of_a_long_list_has_its_place() -> None:
    sheet, _ = parse_csv(b"a,b\n" + b"".join(b'"x\n%d", y\n' % n for n in range(600)), "x")
    assert sheet
    places = [sheet.place(n, 1) for n in range(1, 601)]
    assert [(place.line, place.column) for place in places] == [(2 * n + 1, len(str(n - 1)) + 4) for n in range(1, 601)]


@pytest.mark.parametrize(
    ("text", "value", "findings"),
    [
        (r'["\ud83d\ude00", 1e2, null]', ["😀", 100.0, None], []),
        ('\ufeff{"a": null, "b":\t-2.5E-1}', {"b": -0.25}, []),
        (r'["\ud83d\ude00", x]', ["😀", "x"], ["x:1:18: x stands without quotes [syntax]"]),
        ('["a\n b"]', ["a b"], ["x:1:2: a quoted text goes on over the end of its line [syntax]"]),
        ("[yes]", ["yes"], ["x:1:2: yes is a switch to some readers and text to others [loose-scalar]"]),
    ],
)
def test_json_is_read_as_yaml(text: str, value: Any, findings: list[str]) -> None:
    assert examine_json(text, "x")[0] == value
    assert lines(examine_json(text, "x")[1]) == findings


def test_a_json_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    assert lines(examine_json_file(path, "x")[1]) == ["x: there is no such file [missing-file]"]
    path.write_bytes(b'["\xc3\xa4\xc3\xb6\xff"]')
    assert examine_json_file(path, "x")[0] is None
    path.write_bytes(b'["a\x07"]')
    assert [finding.code for finding in examine_json_file(path, "x")[1]] == ["control-character"]
    monkeypatch.setitem(limits.LIMITS, "values", Limit(3, "values", "Write less."))
    with metered():
        assert examine_json("[1, 2, 3]", "x") == ([1, 2, 3], [])
        value, (finding,) = examine_json("[1]", "x")
    assert value is None and finding.message == "4 values are more than the 3 that a build may have"


def test_a_map_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    source = load_yaml("map: map.txt", "x")
    assert isinstance(source, LocatedMap)
    path.write_bytes(b"\xef\xbb\xbf. x \r\nxx\n\n\n")
    rows = map_rows(Files(tmp_path), source)
    assert rows is not None and [row.text for row in rows] == [". x", "xx"]
    assert [(where.line, where.column) for row in rows for where in row.places()] == [(1, 1), (1, 3), (2, 1), (2, 2)]
    for data, message in (
        (b"\xff", "the file is not UTF-8 text"),
        (b"x" * (2**20 + 1), "the file is larger than 1 MB"),
    ):
        path.write_bytes(data)
        files = Files(tmp_path)
        assert map_rows(files, source) is None and [finding.message for finding in files.findings] == [message]


def test_a_map_in_the_options_knows_its_letters() -> None:
    def places(text: str) -> list[tuple[int, int]]:
        source = load_yaml(text, "x")
        assert isinstance(source, LocatedMap)
        rows = map_rows(Files(Path("/nowhere")), source)
        return [(where.line, where.column) for row in rows or () for where in row.places()]

    assert places('map: [ab, "c d"]') == [(1, 7), (1, 8), (1, 12), (1, 14)]
    assert places("map: |\n  ab\n   c\n") == [(2, 3), (2, 4), (3, 4)]
    assert places('map: ["\\x41b"]') == [(1, 7), (1, 7)] and places("map: 3") == places("map: [1]") == []


def test_formats_of_texts_and_moments() -> None:
    assert [format_text("a", code) for code in ("0", '0;-0;0;"x"', '0;"<"@">"', "0;0")] == ["a", "x", "<a>", "a"]
    assert format_moment(time(14, 5), "h:mm A/P") == "2:05 P" and format_moment(time(0, 5), "hh:mm AM/PM") == "12:05 AM"
    assert format_moment(date(2024, 7, 3), "mmm d, yyyy") == "Jul 3, 2024"
    moment = datetime(2024, 7, 3, 14, 5, 9)
    codes = ("mm:ss", "m/d h:m", "h:mm m", "mmmmm yy", "mmmm yyy", "dddd", "ddd dd", "[$-0809]mmmm", "h AM/PM")
    assert [format_moment(moment, code) for code in codes] == [
        "05:09", "7/3 14:5", "14:05 7", "J 24", "July 2024", "Wednesday", "Wed 03", "July", "2 PM",
    ]  # fmt: skip
    assert [format_moment(time(hour), "h AM/PM") for hour in (0, 11, 12, 13)] == ["12 AM", "11 AM", "12 PM", "1 PM"]
    for moment, code in ((timedelta(1), "h:mm"), (date(2024, 7, 3), "[$-407]mmmm"), (date(2024, 7, 3), "0")):
        with pytest.raises(UnknownFormatError):
            format_moment(moment, code)


class Small(Part):
    """A part with a word that is filled in, a length and a file."""

    short = "title"
    title: Words | None = None
    label: Any = None
    side: Length = 0.0
    picture: File | None = None


def test_a_blank_is_filled_in_as_it_is() -> None:
    check = fillable("page").func
    assert check("page {page}") == "page {page}"  # type: ignore[call-arg]
    for words, message in (
        ("{pages}", "nothing is filled in for {pages}"), ("{page:>3}", "{page} is filled in as it is"),
        ("{page!r}", "{page} is filled in as it is"), ("{page", "the words cannot be filled in"),
    ):  # fmt: skip
        with pytest.raises(Exception, match=message.replace("{", r"\{")):
            check(words)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("side: [1]", ["x:1:7: side: a list is not a length [bad-value]"]),
        ("side: 5", ["x:1:7: side: 5 has no unit [bad-value]"]),
        ("title:", ["x:1:7: title should be text, not nothing [wrong-type]"]),
        ("title: ' '", ["x:1:8: title: has no text [missing-text]"]),
        ("picture: 3", ["x:1:10: picture should be text, not the number 3 [wrong-type]"]),
        ("sied: 5mm", ['x:1:1: unknown key "sied" [unknown-key]']),
    ],
)
def test_values_that_a_part_refuses(text: str, findings: list[str]) -> None:
    source = load_yaml(text, "x")
    assert isinstance(source, LocatedMap)
    assert lines(validate(adapter(Small), source, source.start)[1]) == findings


def test_code_makes_parts_with_paths() -> None:
    path = Path("/a/b.png")
    assert Small(picture=path).picture == path


def test_a_value_with_very_many_mistakes_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printgen.reading.validation._MOST_MISTAKES", 2)
    source = load_yaml("a: 1\nb: 2\nc: 3\n", "x")
    assert isinstance(source, LocatedMap)
    (finding,) = validate(adapter(Small), source, source.start, "the file")[1]
    assert finding.message == "the file has 3 mistakes, which are too many to list" and finding.code == "over-limit"
    assert json_schema_of(adapter(type)) == {}


def test_a_row_of_a_table_is_like_its_code() -> None:
    row = TableRow("7", {"name": "Seven"})
    assert row == "7" and row == TableRow("7", {}) and row != "8" and hash(row) == hash("7") and str(row) == "7"


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("card.tags + ['c']", ["a", "b", "c"]), ("['c'] + card.tags", ["c", "a", "b"]), ("1 < 2 == 2", True),
        ("card.deep.x if card.n in [1, 2] else 'no'", "y"), ("card['deep']['x']", "y"), ("'b' in card.tags", True),
        ("card.n is in [2]", False), ("not card.n == 2", True), ("card.tags[1]", "b"), ("'ab'[0]", "a"),
    ],
)  # fmt: skip
def test_expressions_of_lists(source: str, value: Any) -> None:
    card = {"tags": ("a", "b"), "n": 1, "deep": {"x": "y"}}
    assert parse_value(f"{{{{ {source} }}}}").get({"card": card}) == value


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("card.n + 'a'", "'+' works on numbers, not on a number and a text; write ~ to join texts"),
        ("card.n - card.tags", "'-' works on numbers, not on a number and a list"),
        ("card.tags[2]", "there is no entry 2; the first of 2 is 0"),
        ("card.n[0]", "a number has no entries"),
        ("card.m", "there is no 'm' here"),
        ("10 ** 99", "the number is too large"),
        ("9999999 * 9999999 * 9999999", "the number is too large"),
        ("card.tags | split('')", "split needs a text to split at"),
        ("card | string", "a mapping cannot be printed as it is; name one of its keys, such as tags"),
        ("1e400", "has a number that is too large"),
        ("self + 1", "'self' is no name for a value"),
        ("card._x", "reads a private name"),
        ("card.n {% x", "cannot read"),
        ("card.n | uper", "there is no filter 'uper'. Did you mean 'upper'?"),
        ("card.n is oddd", "there is no test 'oddd'. Did you mean 'odd'?"),
        ("(" * 45 + "1" + ")" * 45 + " + " + " + ".join("1" * 45), "is nested deeper than 40 levels"),
    ],
)
def test_expressions_that_are_refused(source: str, message: str) -> None:
    card = {"tags": ("a", "b"), "n": 1}
    with pytest.raises(ValueError, match=re.escape(message)):
        parse_value(f"{{{{ {source} }}}}").get({"card": card})
