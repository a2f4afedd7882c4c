"""Workbooks as ZIP archives of XML; the cells of ODS sheets, with what they show."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from typing import Protocol
from xml.parsers import expat

from printgen.base.gate import MEGABYTE, Refused
from printgen.reading.number_formats import plain
from printgen.reading.sheets import (
    MOST_COLUMNS,
    MOST_ROWS,
    Grid,
    Held,
    Shown,
    Wrong,
    date_of,
    failed,
    lost_looks,
    number_of,
    whole_of,
)

MOST_UNPACKED = 64 * MEGABYTE
MOST_ELEMENTS = 1_200_000
_MOST_MEMBERS = 20_000
_DEEPEST = 100
_CHUNK = 65_536
_LONGEST = MEGABYTE
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SAVE = "Save it as XLSX, ODS or CSV."


class Book(Protocol):
    """A workbook: the names of its sheets, those that are not hidden first."""

    names: tuple[str, ...]

    def grid(self, name: str) -> Grid:
        """A sheet by its name. Refused when it cannot be read."""


class Elements(Protocol):
    """Takes the elements of an XML file; their names are without prefixes, those of attributes as they are written."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def text(self, text: str) -> None:
        """Text in the element that began last and has not ended."""


class Ignored:
    """Takes elements, and does nothing with them."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """As of `Elements`."""

    def end(self, name: str) -> None:
        """As of `Elements`."""

    def text(self, text: str) -> None:
        """As of `Elements`."""


class Package:
    """The files in a workbook. Refused for what is none."""

    def __init__(self, data: bytes) -> None:
        if data.startswith(_OLE):
            if "EncryptedPackage".encode("utf-16-le") in data:
                raise Refused("locked", "the workbook is locked with a password", "Save it without one.")
            raise Refused("wrong-format", "the file is a workbook of the old format XLS", "Save it as XLSX.")
        if not data.startswith(b"PK"):
            raise Refused("wrong-format", "the file is no workbook", _SAVE)
        if data.count(b"PK\x01\x02") > _MOST_MEMBERS:
            raise Refused("broken-workbook", f"the workbook holds over {_MOST_MEMBERS:,} files", _SAVE)
        self._elements = 0
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _SPOILED as error:
            raise _broken(error) from error
        self._unpacked = 0

    def __contains__(self, name: str) -> bool:
        return name in self._zip.NameToInfo

    def has(self, word: str) -> bool:
        """Whether the name of any of the files ends in a word."""
        return any(name.endswith(word) for name in self._zip.NameToInfo)

    def head(self, name: str, most: int = 65_536) -> bytes:
        """How a file begins; nothing for one that is not there."""
        if name not in self:
            return b""
        try:
            with self._opened(name) as stream:
                return stream.read(most)
        except _SPOILED as error:
            raise _broken(error) from error

    def read(self, name: str, elements: Elements) -> None:
        """Hand the elements of an XML file on. Refused when it is spoiled, too large, or makes more than it holds."""
        if name not in self:
            raise Refused("broken-workbook", f'the workbook lacks its part "{name}"', _SAVE)
        parser = self._parser(elements)
        try:
            with self._opened(name) as stream:
                fed = 0
                while chunk := stream.read(_CHUNK):
                    parser.Parse(chunk, False)
                    fed += len(chunk)
                    # An expat before 2.6 begins a tag, a comment or whatever is one thing anew with each chunk.
                    if fed - max(parser.CurrentByteIndex, 0) > _LONGEST:
                        message = f"the workbook has a tag or a comment of more than {_LONGEST // MEGABYTE} MB"
                        raise Refused("too-big-inside", message, _SAVE)
                parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise Refused("broken-workbook", f"the workbook is spoiled: {error}", _SAVE) from error
        except _SPOILED as error:
            raise _broken(error) from error

    def _opened(self, name: str) -> zipfile.ZipExtFile:
        found = self._zip.getinfo(name)
        if found.flag_bits & 1:
            raise Refused("locked", "the workbook is locked with a password", "Save it without one.")
        if found.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise Refused("broken-workbook", "the workbook is packed in a strange way", _SAVE)
        # What a file says of its size holds: no more of it is unpacked.
        self._unpacked += found.file_size
        if self._unpacked > MOST_UNPACKED:
            message = f"the workbook holds more than {MOST_UNPACKED // MEGABYTE} MB once it is unpacked"
            raise Refused("too-big-inside", message, "Split it into several files, or save the sheet as CSV.")
        opened = self._zip.open(found)
        assert isinstance(opened, zipfile.ZipExtFile)
        return opened

    def _parser(self, elements: Elements) -> expat.XMLParserType:
        parser = expat.ParserCreate()
        begin, finish, depth = elements.start, elements.end, 0

        def start(name: str, attributes: dict[str, str]) -> None:
            nonlocal depth
            depth += 1
            self._elements += 1
            if self._elements > MOST_ELEMENTS or depth > _DEEPEST:
                message = f"the workbook holds over {MOST_ELEMENTS:,} cells and other things"
                if depth > _DEEPEST:
                    message = f"the workbook has things inside each other, more than {_DEEPEST} deep"
                raise Refused("too-big-inside", message, "Split it into several files, or save the sheet as CSV.")
            begin(name.rpartition(":")[2] if ":" in name else name, attributes)

        def end(name: str) -> None:
            nonlocal depth
            depth -= 1
            finish(name.rpartition(":")[2] if ":" in name else name)

        def refuse(*_: object) -> None:
            raise Refused("broken-workbook", "the workbook declares entities of its own", _SAVE)

        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = start, end
        parser.CharacterDataHandler = elements.text
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = parser.UnparsedEntityDeclHandler = refuse
        parser.ExternalEntityRefHandler = lambda *_: 0
        return parser


# What zipfile raises for a spoiled archive. A RuntimeError is of one that is locked or, as a NotImplementedError, of a
# form that it cannot unpack: a later version, or a patch.
_SPOILED = (zipfile.BadZipFile, zlib.error, ValueError, OSError, EOFError, RuntimeError, LookupError)


def _broken(error: Exception) -> Refused:
    if isinstance(error, Refused):
        return error
    return Refused("broken-workbook", f"the workbook is spoiled: {str(error)[:80] or 'it ends too early'}", _SAVE)


_KIND = b"application/vnd.oasis.opendocument.spreadsheet"
_MOST_CELLS = 500_000
_MOST_SPANS = 20_000
_SAVE_AS_XLSX = "Save it anew as ODS, or as CSV."


_LOOKS = (
    ("fo:font-weight", "bold", "normal"), ("fo:font-style", "italic", "normal"),
    ("style:text-underline-style", "underlined", "none"), ("style:text-line-through-style", "struck out", "none"),
    ("style:text-position", "raised or lowered", "0% 100%"), ("fo:color", "coloured", "#000000"),
)  # fmt: skip
"""What a style says of letters, what that is called, and its value for plain ones."""


class Ods:
    """A workbook: the names of its sheets in their order, those first that are not hidden; and each as a grid."""

    def __init__(self, data: bytes) -> None:
        package = Package(data)
        if package.has("encrypted-package") or b"encryption-data" in package.head("META-INF/manifest.xml", 1_000_000):
            raise Refused("locked", "the workbook is locked with a password", "Save it without one.")
        kind = package.head("mimetype").strip()
        if "content.xml" not in package or (kind and not kind.startswith(_KIND)):
            raise Refused("wrong-format", "the file is no workbook of the format ODS", _SAVE_AS_XLSX)
        cells = _Cells()
        package.read("content.xml", cells)
        self._grids = cells.grids
        self.names = tuple(sorted(cells.grids, key=lambda name: name in cells.hidden))

    def grid(self, name: str) -> Grid:
        """A sheet by its name."""
        return self._grids[name]


class _Cells(Ignored):
    """The cells of all sheets; a run of equal cells or rows is written once, with how many there are."""

    def __init__(self) -> None:
        self.grids: dict[str, Grid] = {}
        self.hidden: set[str] = set()
        self._unseen: set[str] = set()
        self._style = ""
        self._grid: Grid | None = None
        self._row: dict[int, Held] = {}
        self._number = self._column = self._cells = 0
        self._rows = 1
        self._cell: Mapping[str, str] | None = None
        self._lines: list[list[str]] = []
        self._styles: dict[str, tuple[str, ...]] = {}
        self._looks: dict[str, None] = {}
        self._in = self._aside = self._tables = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if self._aside or name in ("annotation", "tracked-changes", "ruby-text", "shapes", "forms"):
            self._aside += 1
        elif name == "table":
            self._tables += 1
            if self._tables == 1:
                self._begin(attributes)
        elif self._tables > 1:
            pass  # A table in a cell.
        elif name == "table-row":
            self._row, self._column, self._rows = {}, 0, _times(attributes, "table:number-rows-repeated")
            if attributes.get("table:visibility", "visible") != "visible" and self._grid:
                self.grid_hidden(self._grid)
        elif name in ("table-cell", "covered-table-cell"):
            self._cell, self._lines, self._looks = attributes, [], {}
        elif self._cell is not None:
            self._words(name, attributes)
        elif name == "style":
            self._style = attributes.get("style:name", "")
        elif name == "text-properties":
            if found := [look for key, look, plain in _LOOKS if attributes.get(key, plain) not in (plain, "")]:
                self._styles[self._style] = tuple(found)
        elif name == "table-properties" and attributes.get("table:display") == "false":
            self._unseen.add(self._style)

    def grid_hidden(self, grid: Grid) -> None:
        """Remember that the rows that begin here are hidden."""
        first = self._number + 1
        grid.hidden.update(range(first, first + min(self._rows, MOST_ROWS)))

    def _begin(self, attributes: Mapping[str, str]) -> None:
        name = attributes.get("table:name", "")
        self._grid, self._number = Grid(name), 0
        self.grids.setdefault(name, self._grid)
        if attributes.get("table:style-name") in self._unseen:
            self.hidden.add(name)

    def _words(self, name: str, attributes: Mapping[str, str]) -> None:
        """What stands in the texts of a cell."""
        if name in ("p", "h"):
            self._in += 1
            self._lines.append([])
        elif self._in and name == "s":
            self._lines[-1].append(" " * min(_times(attributes, "text:c"), 1000))
        elif self._in and name == "span":
            self._looks |= dict.fromkeys(self._styles.get(attributes.get("text:style-name", ""), ()))
        elif self._in and name == "tab":
            self._lines[-1].append(" ")
        elif self._in and name == "line-break":
            self._lines[-1].append("\n")

    def text(self, text: str) -> None:
        if self._in and not self._aside and self._tables == 1:
            # Blanks are written as elements where there are several.
            self._lines[-1].append(text.replace("\n", " "))

    def end(self, name: str) -> None:
        if self._aside:
            self._aside -= 1
        elif name == "table":
            self._tables -= 1
        elif self._tables != 1:
            pass
        elif name in ("p", "h") and self._in:
            self._in -= 1
        elif name in ("table-cell", "covered-table-cell") and self._cell is not None:
            self._placed(self._cell)
            self._cell = None
        elif name == "table-row":
            self._laid()

    def _placed(self, cell: Mapping[str, str]) -> None:
        """Put the cell that has ended into its row, as often as it says."""
        times = _times(cell, "table:number-columns-repeated")
        held = self._held(cell)
        if held != "" and self._grid is not None:
            for column in range(self._column, min(self._column + times, max(self._column, MOST_COLUMNS) + 1)):
                self._row[column] = held
            deep = _times(cell, "table:number-rows-spanned")
            if deep > 1 and _times(cell, "table:number-columns-spanned") == 1 and len(self._grid.spans) < _MOST_SPANS:
                first = self._number + 1
                self._grid.spans.append((self._column, first, first + deep - 1))
        self._column += times

    def _laid(self) -> None:
        """Put the row that has ended into its sheet, as often as it says."""
        if self._row and self._grid is not None:
            self._cells += self._rows * len(self._row)
            if self._number + self._rows > 1_048_576 or self._rows > MOST_ROWS or self._cells > _MOST_CELLS:
                message = f"the sheet has over {_MOST_CELLS:,} cells"
                raise Refused("too-big-inside", message, "Split it into several, and empty what is not needed.")
            for number in range(self._number + 1, self._number + self._rows + 1):
                self._grid.rows[number] = dict(self._row)
        self._number += self._rows

    def _held(self, cell: Mapping[str, str]) -> Held:
        shown = "\n".join("".join(line) for line in self._lines).strip()
        kind = cell.get("office:value-type", "")
        if cell.get("calcext:value-type") == "error":
            return failed(shown)
        if not kind:
            if cell.get("table:formula") and not shown:
                hint = "Open the workbook in its program, and save it once."
                return Wrong("the formula has no result in the file", hint)
            return shown
        if kind == "string":
            text = shown or cell.get("office:string-value", "").strip()
            return Shown(None, text, lost_looks(self._looks)) if self._looks and text else text
        if kind == "boolean":
            value = cell.get("office:boolean-value") == "true"
            return Shown(value, shown or str(value).upper())
        if kind in ("date", "time"):
            return _moment(cell.get(f"office:{kind}-value", ""), shown)
        return _number(cell.get("office:value", ""), shown)


def _times(attributes: Mapping[str, str], name: str) -> int:
    """How often something stands there, at least once."""
    return max(whole_of(attributes.get(name), 1), 1)


def _number(said: str, shown: str) -> Held:
    value = number_of(said)
    return value if isinstance(value, Wrong) else Shown(value, shown or plain(value))


def _moment(said: str, shown: str) -> Held:
    value = date_of(said)
    # A time is how long it lasts, such as PT06H30M00S, and shows what people call it.
    return (shown or value) if isinstance(value, Wrong) else Shown(value, shown or said)
