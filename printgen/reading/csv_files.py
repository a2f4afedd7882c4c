"""Decode text files, and parse CSV and TSV into a sheet."""

from __future__ import annotations

import codecs
import csv
import re
from array import array
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import islice

from printgen.base.errors import CellWhere, Finding, Where
from printgen.base.names import visible
from printgen.base.units import letters
from printgen.reading.positions import SourceText
from printgen.reading.scalars import CONTROL, shorten
from printgen.reading.sheets import MOST_COLUMNS, SheetResult, TableSheet

# Byte order marks; that of UTF-32-LE begins with that of UTF-16-LE, and so comes before it.
_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAVE_HINT = 'Save it as UTF-8; Excel calls that "CSV UTF-8".'
# What Polish, Slovak and Romanian letters of Windows-1250 are in Windows-1252.
_MISREAD = re.compile("[a-z][³¹¿¾º](?=[a-z])")
_MOST_CONTROLS = 20  # The most control characters of one file that are reported.


def decode(data: bytes, shown: str) -> tuple[str | None, list[Finding]]:
    """The text of a file, without its byte order mark; None when it is no text.

    UTF-8 and UTF-16 are read as such. Anything else is read as Windows-1252, or as Windows-1250 when it has letters of
    Polish, Czech and the like, with a warning that shows the result; `shown` is the file's name in findings.
    """
    encoding, data = _encoding(data)
    try:
        return _without_controls(data.decode(encoding), shown)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, "replace")
        refusal = Finding("error", end_of(before, shown), "the file is not UTF-8 text", _SAVE_HINT, "not-utf8")
        if encoding != "utf-8" or _is_mostly_utf8(data):
            return None, [refusal]
        western = data.decode("cp1252", "replace")
        # Czech ones are an ø and an ì, which no western language has both.
        code = "1250" if _MISREAD.search(western) or {"ø", "ì"} <= {*western} else "1252"
        try:
            text = data.decode(f"cp{code}")
        except UnicodeDecodeError:
            return None, [refusal]
        plain, findings = _without_controls(text, shown)
        line = data[data.rfind(b"\n", 0, error.start) + 1 :].split(b"\n", 1)[0].decode(f"cp{code}")
        message = f'the file is not UTF-8; it was read as Windows-{code}, such as "{shorten(line)}"'
        return plain, [Finding("warning", refusal.where, message, _SAVE_HINT, "not-utf8"), *findings]


def _encoding(data: bytes) -> tuple[str, bytes]:
    """The likely encoding of a file, and its bytes without a byte order mark."""
    for mark, name in _ORDER_MARKS:
        if data.startswith(mark):
            return name, data[len(mark) :]
    # Every other byte of western text in UTF-16 is zero.
    for name, start in (("utf-16-le", 1), ("utf-16-be", 0)):
        half = data[start:400:2]
        if len(data) % 2 == 0 and half and half.count(0) > len(half) * 0.6:
            return name, data
    return "utf-8", data


def _is_mostly_utf8(data: bytes) -> bool:
    """Whether most letters other than ASCII are valid UTF-8, so that only some bytes are damaged."""
    text = data.decode("utf-8", "replace")
    invalid = text.count("�")
    return sum(letter > "\x7f" for letter in text) - invalid > invalid


def _without_controls(text: str, shown: str) -> tuple[str | None, list[Finding]]:
    """The text; None, with findings, when it has control characters."""
    findings = []
    for match in islice(CONTROL.finditer(text), _MOST_CONTROLS):
        message = f"the control character U+{ord(match[0]):04X} may not stand in a file"
        where = end_of(text[: match.start()], shown)
        findings.append(Finding("error", where, message, "Remove it.", "control-character"))
    return (None if findings else text), findings


def end_of(before: str, shown: str) -> Where:
    """The place after the beginning `before` of a file."""
    before = before.replace("\r\n", "\n").replace("\r", "\n")
    return Where(shown, before.count("\n") + 1, len(before) - before.rfind("\n"))


DELIMITERS = {",": "a comma", ";": "a semicolon", "\t": "a tab"}
_SEPARATOR_LINE = re.compile(r'"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)')
_ROWS_SNIFFED = 20  # The rows at the beginning from which the delimiter is guessed.
_MOST_MISTAKES = 200  # The most mistakes of one list that are reported.
_MOST_KEPT = 500  # The most rows whose places of cells are kept.


def parse_csv(data: bytes, shown: str, tabs: bool = False) -> SheetResult:
    """The sheet in a CSV file: its first row that is not blank has the headers, blank rows are left out.

    Cells are separated by tabs for `tabs`, or as a first line `sep=;` says; otherwise the first rows decide. `shown` is
    the file's name in findings.
    """
    text, findings = _text_of_list(data, shown)
    if text is None:
        return None, findings
    delimiter, skip = delimiter_of(text, tabs)
    reader = _Reader(shown, text, delimiter, skip)
    try:
        sheet = reader.sheet()
    except csv.Error as error:
        return None, [*findings, reader.refusal(str(error))]
    return sheet, [*findings, *reader.findings]


def parse_rows(data: bytes, shown: str, tabs: bool = False) -> tuple[dict[int, list[str]], list[Finding]]:
    """The rows of a CSV file that are not blank, by their lines, and the findings; see `parse_csv`."""
    text, findings = _text_of_list(data, shown)
    reader = _Reader(shown, text or "", *delimiter_of(text or "", tabs))
    rows: dict[int, list[str]] = {}
    try:
        for row in reader.rows():
            rows[reader.begin_line] = row
    except csv.Error as error:
        findings.append(reader.refusal(str(error)))
    return rows, findings


def _text_of_list(data: bytes, shown: str) -> tuple[str | None, list[Finding]]:
    """The text of a list, as `decode` reads it; None for a workbook or a web page."""
    begin = data.removeprefix(codecs.BOM_UTF8).lstrip()[:10].lower()
    for starts, what, hint in (
        ((b"pk\x03\x04",), "a workbook", "Give it the ending .xlsx, or save it as CSV."),
        ((b"<!doctype ", b"<?xml ", b"<html>", b"<html "), "a web page", "Download the sheet as CSV."),
    ):
        if begin.startswith(starts):
            return None, [Finding("error", Where(shown), f"the file is {what}, not CSV", hint, "wrong-format")]
    return decode(data, shown)


def delimiter_of(text: str, tabs: bool = False) -> tuple[str, int]:
    """The delimiter of a text, and the number of lines before the headers that declare it."""
    if tabs:
        return "\t", 0
    separator_line = _SEPARATOR_LINE.match(text)
    return (separator_line[1], 1) if separator_line else (_sniff_delimiter(text), 0)


def _sniff_delimiter(text: str) -> str:
    """The delimiter that makes the most columns of all the first rows, or of the headers, or of most rows."""

    def columns(delimiter: str) -> tuple[int, int, int, int]:
        reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
        try:
            widths = [len(row) for row in islice(reader, _ROWS_SNIFFED) if any(map(str.strip, row))]
        except csv.Error:
            return 0, 0, 0, 0
        if not widths:
            return 0, 0, 0, 0
        usual, rows = Counter(widths).most_common(1)[0]
        return min(widths), widths[0], rows if usual > 1 else 0, usual

    return max(DELIMITERS, key=columns)


class _Reader:
    """Reads one text, and collects findings on its rows; knows where each cell begins."""

    def __init__(self, shown: str, text: str, delimiter: str, skip: int) -> None:
        self.file, self.delimiter, self.skip = shown, delimiter, skip
        self.source = SourceText(shown, text)
        self.findings: list[Finding] = []
        self.headers: tuple[str, ...] = ()
        # The line on which each row begins, the headers first.
        self.lines = array("I")
        # Where each cell begins of rows of which somebody has asked for the place of one.
        self._starts: dict[int, array[int]] = {}
        # The line on which the row begins that is being read.
        self.begin_line = 1

    def sheet(self) -> TableSheet | None:
        rows = self.rows()
        headers = next(rows, None)
        if headers is None:
            self.report(Where(self.file), "empty-list", "the file is empty", "Write a row of headers.")
            return None
        written = len(headers)
        while headers and not headers[-1]:
            headers.pop()
        if len(headers) > MOST_COLUMNS:
            message = f"the list has {len(headers):,} columns; the limit is {MOST_COLUMNS:,}"
            where, hint = Where(self.file, self.lines[0], 1), "Remove those that say nothing."
            self.report(where, "too-many-columns", message, hint)
            return None
        self.headers = tuple(headers)
        width, blank = len(headers), [""] * len(headers)
        kept_rows = []
        for row in rows:
            if len(row) < width:
                row += blank[len(row) :]
            elif len(row) > width:
                # A comma at the end may have been part of a text.
                if len(row) > written or any(row[width:]):
                    self.report_long_row(row)
                del row[width:]
            kept_rows.append(row)
        return TableSheet(self.file, self.headers, kept_rows, self.place, comma=self.delimiter == ";")

    def rows(self) -> Iterator[list[str]]:
        """The rows that are not blank, with their cells stripped; `lines` has the line where each begins."""
        stream = StringIO(self.source.text, newline="")
        for _ in range(self.skip):
            stream.readline()
        reader = csv.reader(stream, delimiter=self.delimiter, skipinitialspace=True, strict=True)
        lines, skip = self.lines, self.skip
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                lines.append(self.begin_line)
                yield cells
            self.begin_line = reader.line_num + skip + 1

    def report(self, where: Where, code: str, message: str, hint: str) -> None:
        if len(self.findings) < _MOST_MISTAKES:
            self.findings.append(Finding("error", where, message, hint, code))

    def report_long_row(self, row: list[str]) -> None:
        width = len(self.headers)
        count = max((n for n, cell in enumerate(row, 1) if cell and n > width), default=len(row))
        name = DELIMITERS.get(self.delimiter, "a bar")
        message = f"the row has {count} cells, and there {'is 1 column' if width == 1 else f'are {width} columns'}"
        hint = f"Put quotes around a text that holds {name}, or give every column a header."
        self.report(self.place(len(self.lines) - 1, width), "too-many-cells", message, hint)

    def refusal(self, reason: str) -> Finding:
        """The finding for the parser's complaint about the row that begins at `begin_line`."""
        where = Where(self.file, self.begin_line, 1)
        if "expected after" in reason:
            message = "a quoted text goes on after its closing quote"
            return Finding("error", where, message, 'Write a quote within a text twice, as in "a ""b"" c".', "syntax")
        if "limit" in reason:
            message, hint = "a cell is longer than 131,072 characters", "Shorten it, or close the quote before its end."
            return Finding("error", where, message, hint, "scalar-too-long")
        hint = "Close the quote; one within a text is written twice."
        return Finding("error", where, "a quoted text has no closing quote", hint, "syntax")

    def place(self, row: int, column: int) -> Where:
        line = self.lines[row]
        if column < 0:
            return CellWhere(self.file, line, 1, str(line))
        name = self.headers[column] if column < len(self.headers) else ""
        where = self.source.where(self._offset(line, column))
        label = visible(shorten(name)) or letters(column)
        return CellWhere(self.file, where.line, where.column, f"{where.line}:{label}")

    def _offset(self, line: int, column: int) -> int:
        """The offset of a cell in the text, by its index in the row that begins on a line."""
        if (starts := self._starts.get(line)) is None:
            if len(self._starts) >= _MOST_KEPT:
                self._starts.clear()
            starts = self._starts[line] = self._cell_starts(line)
        text, offset = self.source.text, starts[min(column, len(starts) - 1)]
        while text[offset : offset + 1] in (" ", "\t") and text[offset] != self.delimiter:
            offset += 1
        return offset

    def _cell_starts(self, line: int) -> array[int]:
        """The offsets of the cells in the row that begins on a line, up to the limit of columns."""
        end = re.escape(self.delimiter)
        cell = re.compile(rf' *+(?:"(?:[^"]|"")*+"[^{end}\r\n]*+|[^{end}\r\n]*+)')
        text, starts = self.source.text, array("I", [self.source.start_of(line)])
        while len(starts) <= MOST_COLUMNS:
            match = cell.match(text, starts[-1])
            if match is None or text[match.end() : match.end() + 1] != self.delimiter:
                break  # The row ends here.
            starts.append(match.end() + 1)
        return starts
