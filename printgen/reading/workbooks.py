"""Sheets of XLSX workbooks, read by openpyxl with the values saved in the workbook.

Formulas are not computed: their results are in the file. Macros, pictures, charts, comments and links to other
workbooks are never opened.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, time, timedelta
from typing import Any

from defusedxml.ElementTree import iterparse
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.utils import range_boundaries
from openpyxl.utils.escape import unescape
from openpyxl.worksheet._reader import FORMULA_TAG, MERGE_TAG, ROW_TAG, WorkSheetParser

from printgen.base.file_access import MEGABYTE, AccessError
from printgen.base.names import decimal_sign
from printgen.reading.number_formats import (
    BY_COMPUTER,
    UnknownFormatError,
    follows_computer,
    format_moment,
    format_number,
    format_text,
    plain_number,
)
from printgen.reading.scalars import shorten
from printgen.reading.sheets import MOST_ROWS, CellContent, CellError, CellValue, RawSheet, formula_error

MOST_UNPACKED = 64 * MEGABYTE
"""The most bytes of a workbook once it is unpacked."""
_MOST_MEMBERS = 20_000  # The most files in its archive.
_PIECE = MEGABYTE  # The bytes of a part that are parsed at a time.
_MOST_ROW_NUMBER = 1_048_576  # The last row that Excel has.
_MOST_SPANS = 20_000  # The most merged cells of one element that are looked at.
_MOST_TAGS, _MOST_TAGS_OF_TEXTS, _MOST_TAGS_OF_CELLS = 400_000, 1_200_000, 2_400_000
"""The most tags of any part, of the shared texts and of a sheet: each makes an object, however small it is packed."""
_OLD_FORMAT = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # The first bytes of XLS, and of workbooks with a password.
_SAVE_HINT = "Save it as XLSX or CSV."
_SPLIT_HINT = "Split it into several files, or save the sheet as CSV."
# Dates of East Asia, which openpyxl does not list.
_LOCAL_DATES = frozenset((*range(27, 37), *range(50, 59)))
_STYLES = "xl/styles.xml"
_DECIMAL_POINT = re.compile(r"[0-9][.,][0-9]")


class _Part(io.BytesIO):
    """A part that is read in large pieces: an expat before 2.6 parses a long tag or comment again with every piece."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(size if size is None or size < 0 else max(size, _PIECE))


class _Archive(zipfile.ZipFile):
    """The parts of a workbook, unpacked within a limit for their tags."""

    most_tags = _MOST_TAGS

    def open(self, name: Any, mode: Any = "r", pwd: Any = None, **more: Any) -> Any:
        """The bytes of a part. AccessError when it is locked, or exceeds the limit."""
        info = self.getinfo(name) if isinstance(name, str) else name
        if info.flag_bits & 1:
            raise AccessError("locked", "the workbook is locked with a password", "Save it without one.")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise AccessError("broken-workbook", "the workbook is packed in a strange way", _SAVE_HINT)
        with super().open(info, mode) as stream:
            data = stream.read()
        if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
            raise AccessError("broken-workbook", "the workbook declares entities of its own", _SAVE_HINT)
        if data.count(b"<") > self.most_tags or data.count(b"=") > 2 * self.most_tags:
            raise AccessError("too-big-inside", f"the workbook has a part of over {self.most_tags:,} tags", _SPLIT_HINT)
        return _Part(data)


class Workbook:
    """A workbook: the names of its sheets in their order, those first that are not hidden; and each as a grid."""

    def __init__(self, data: bytes) -> None:
        _check_start(data)
        with _refuse_spoiled():
            self._archive = _Archive(io.BytesIO(data))
            _check_members(self._archive)
            self._reader = reader = ExcelReader(io.BytesIO(data), read_only=True, keep_links=False, rich_text=True)
            reader.archive = self._archive
            reader.read_manifest()
            self._archive.most_tags = _MOST_TAGS_OF_TEXTS
            reader.read_strings()
            self._archive.most_tags = _MOST_TAGS
            reader.read_workbook()
            sheets = [(sheet, part) for sheet, part in reader.parser.find_sheets() if "chartsheet" not in part.Type]
            self._parts = {sheet.name: part.target for sheet, part in sheets}
            self._formats = _formats_in(self._archive)
        hidden = {sheet.name for sheet, _ in sheets if sheet.state != "visible"}
        self.names = tuple(sorted(self._parts, key=lambda name: name in hidden))

    def grid(self, name: str) -> RawSheet:
        """A sheet by its name. AccessError when it cannot be read."""
        with _refuse_spoiled():
            if self._parts[name] not in self._archive.namelist():
                raise AccessError("broken-workbook", f'the workbook lacks its sheet "{shorten(name)}"', _SAVE_HINT)
            return self._load(RawSheet(name), self._parts[name])

    def _load(self, grid: RawSheet, part: str) -> RawSheet:
        self._archive.most_tags = _MOST_TAGS_OF_CELLS
        dates = {n for n, code in enumerate(self._formats) if is_date_format(code)}
        durations = {n for n, code in enumerate(self._formats) if is_timedelta_format(code)}
        book, texts = self._reader.wb, self._reader.shared_strings
        cells = _CellReader(self._archive.open(part), texts, True, book.epoch, dates, durations, rich_text=True)
        for _, element in iterparse(cells.source):
            if element.tag == ROW_TAG:
                self._add_row(grid, *cells.parse_row(element))
                if element.get("hidden") in ("1", "true"):
                    grid.hidden.add(cells.row_counter)
            elif element.tag == MERGE_TAG:
                for merged in list(element)[:_MOST_SPANS]:
                    first, top, last, bottom = range_boundaries(merged.get("ref"))
                    if first == last and top < bottom:
                        grid.spans.append((first - 1, top, bottom))
            else:
                continue
            element.clear()
        return grid

    def _add_row(self, grid: RawSheet, number: int, cells: list[dict[str, Any]]) -> None:
        row = {cell["column"] - 1: content for cell in cells if (content := self._cell_of(cell)) != ""}
        if not row:
            return
        grid.rows.setdefault(number, {}).update(row)
        if len(grid.rows) > MOST_ROWS or number > _MOST_ROW_NUMBER:
            raise AccessError("too-big-inside", f"the sheet has over {MOST_ROWS:,} rows", "Split it into several.")

    def _cell_of(self, cell: dict[str, Any]) -> CellContent:
        """The content of a cell, in its format."""
        value, kind = cell["value"], cell["data_type"]
        if kind == "e":
            return formula_error(str(value))
        if value is None:
            if not cell["formula"] or kind == "s":
                return ""
            hint = "Open the workbook in its program, and save it once."
            return CellError("the formula has no result in the file", hint)
        if isinstance(value, bool):
            return CellValue(value, str(value).upper())
        style = cell["style_id"]
        code = self._formats[style] if style < len(self._formats) else "General"
        return _text_cell(value, code) if isinstance(value, str | CellRichText) else _number_cell(value, code)


class _CellReader(WorkSheetParser):  # type: ignore[misc]
    """Marks each cell that has a formula."""

    def parse_cell(self, element: Any) -> dict[str, Any]:
        cell: dict[str, Any] = super().parse_cell(element)
        cell["formula"] = element.find(FORMULA_TAG) is not None
        if cell["formula"] and cell["data_type"] == "str":
            cell["data_type"] = "s"  # A formula may give an empty text.
        return cell


@contextmanager
def _refuse_spoiled() -> Iterator[None]:
    """Turns all exceptions of openpyxl for a damaged file into AccessError."""
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    except AccessError:
        raise
    except Exception as error:
        has_reason = isinstance(error, (SyntaxError, zipfile.BadZipFile, zlib.error)) and str(error)
        reason = " ".join(str(error).split())[:80] if has_reason else "a part of it is missing or not as it should be"
        raise AccessError("broken-workbook", f"the workbook is spoiled: {reason}", _SAVE_HINT) from error


def _check_start(data: bytes) -> None:
    """AccessError for a file in another format, by its first bytes."""
    if data.startswith(_OLD_FORMAT):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise AccessError("locked", "the workbook is locked with a password", "Save it without one.")
        raise AccessError("wrong-format", "the file is a workbook of the old format XLS", "Save it as XLSX.")
    if not data.startswith(b"PK"):
        raise AccessError("wrong-format", "the file is no workbook", _SAVE_HINT)
    if data.count(b"PK\x01\x02") > _MOST_MEMBERS:
        raise AccessError("broken-workbook", f"the workbook holds over {_MOST_MEMBERS:,} files", _SAVE_HINT)


def _check_members(archive: zipfile.ZipFile) -> None:
    """AccessError for an archive in another format, or one that would be too large when unpacked."""
    names = archive.namelist()
    if any(name.endswith("workbook.bin") for name in names):
        raise AccessError("wrong-format", "the file is a workbook of the format XLSB", "Save it as XLSX.")
    if "mimetype" in names and "content.xml" in names:
        raise AccessError("wrong-format", "the file is a workbook of the format ODS", _SAVE_HINT)
    if "[Content_Types].xml" not in names:
        raise AccessError("wrong-format", "the file is no workbook of the format XLSX", _SAVE_HINT)
    if sum(info.file_size for info in archive.infolist()) > MOST_UNPACKED:
        message = f"the workbook holds more than {MOST_UNPACKED // MEGABYTE} MB once it is unpacked"
        raise AccessError("too-big-inside", message, _SPLIT_HINT)
    if "xl/workbook.xml" in names and b"purl.oclc.org/ooxml" in archive.read("xl/workbook.xml")[:4096]:
        hint = "Save it as an ordinary XLSX, which programs call Excel Workbook, or as CSV."
        raise AccessError("wrong-format", "the file is a workbook of the format Strict Open XML", hint)


def _formats_in(archive: zipfile.ZipFile) -> list[str]:
    """The format of each style. openpyxl would also read fonts, fills and borders, and fail at any odd one."""
    codes = dict.fromkeys(_LOCAL_DATES, f"{BY_COMPUTER}yyyy-mm-dd") | BUILTIN_FORMATS
    if _STYLES not in archive.namelist():
        return []
    for _, element in iterparse(archive.open(_STYLES)):
        name = element.tag.rpartition("}")[2]
        if name == "numFmt":
            codes[int(element.get("numFmtId"))] = element.get("formatCode", "")[:255]
        elif name == "cellXfs":
            return [codes.get(int(style.get("numFmtId", 0)), "General") for style in element]
    return []


# Fonts that show a sign for each letter.
_SYMBOLS = ("Wingdings", "Webdings", "Symbol", "Zapf Dingbats")
_LOOKS = {"b": "bold", "i": "italic", "u": "underlined", "strike": "struck out", "vertAlign": "raised or lowered"}


def _text_cell(value: str | CellRichText, code: str) -> CellContent:
    """A text in the format of its cell, with the lost looks of its letters."""
    text = unescape(str(value)).replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text:
        return ""
    lost = _lost_looks(value) if isinstance(value, CellRichText) else ""
    try:
        shown = format_text(text, code)
    except UnknownFormatError:
        return _plain_cell(None, text, code)
    if not shown:
        return CellValue(None, text, f"the format {shorten(code)} hides texts, and this one is printed", unknown=True)
    return CellValue(None, shown, lost) if lost else shown


def _lost_looks(value: CellRichText) -> str:
    """The looks of a text's parts that texts of records cannot have, as a message; "" for none."""
    fonts = [part.font for part in value if isinstance(part, TextBlock)]
    unset = (None, False, "none", "baseline")
    looks = [look for key, look in _LOOKS.items() if any(getattr(font, key) not in unset for font in fonts)]
    if any(font.color and font.color.type == "rgb" and font.color.rgb != "FF000000" for font in fonts):
        looks.append("coloured")
    looks += [f"in {shorten(font.rFont)}" for font in fonts if font.rFont and font.rFont.startswith(_SYMBOLS)][:1]
    return f"letters of the cell are {' and '.join(looks)}, and are printed plain" if looks else ""


def _plain_cell(value: Any, text: str, code: str) -> CellValue:
    """A cell whose format is not understood."""
    return CellValue(value, text, f"the format {shorten(code)} is not understood, and {text} is printed", unknown=True)


def _number_cell(value: float | date | time | timedelta, code: str) -> CellContent:
    """A number, or a date, as the format of its cell shows it."""
    is_number = isinstance(value, int | float)
    if isinstance(value, int | float) and not abs(value) < 1e300:
        return CellError(f"{shorten(str(value))} is no number", "Write the number anew.")
    text = plain_number(value) if isinstance(value, int | float) else str(value).removesuffix(" 00:00:00")
    try:
        shown = format_number(value, code) if isinstance(value, int | float) else format_moment(value, code)
    except UnknownFormatError:
        if not is_number and follows_computer(code):
            return CellValue(value, text, f"how the cell is shown depends on the computer, and {text} is printed")
        return _plain_cell(value, text, code)
    # A workbook keeps no decimal sign: programs show that of the computer on which somebody looks at it.
    if is_number and decimal_sign() == "," and _DECIMAL_POINT.search(shown):
        return CellValue(value, shown, f"{shown} is printed, and the game's language has a decimal comma")
    return CellValue(value, shown)
