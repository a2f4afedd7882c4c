"""A workbook's bytes come in: a ZIP archive of XML files. Their elements go out, one after the other.

Nothing of it is trusted. No more is unpacked than MOST_UNPACKED, no more elements are looked at than MOST_ELEMENTS, and
what would make texts of nothing (entities) or lead out of the file is refused. Macros, pictures and links are never
looked at.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from typing import Protocol
from xml.parsers import expat

from printgen.base.gate import MEGABYTE, Refused
from printgen.reading.grids import Grid

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
