"""The bytes of an XLSX workbook come in; the cells of its sheets go out, with the values that it was saved with.

Formulas are not worked out: what they gave when the workbook was saved stands in it. Macros, links to other workbooks,
pictures, charts and comments are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, time, timedelta
from posixpath import join, normpath

from printgen.base.gate import Refused
from printgen.base.names import decimal_sign
from printgen.reading.number_formats import (
    BUILT_IN,
    BY_COMPUTER,
    UnknownFormatError,
    is_moment,
    moment_of,
    plain,
    shown_moment,
    shown_number,
    shown_text,
)
from printgen.reading.ods_files import Ignored, Package
from printgen.reading.scalars import shortened
from printgen.reading.sheets import (
    MOST_ROWS,
    Grid,
    Held,
    Shown,
    Wrong,
    column_and_row,
    date_of,
    failed,
    lost_looks,
    number_of,
    text_in,
    whole_of,
)

_SIGN = re.compile(r"[0-9][.,][0-9]")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_SAVE = "Save it anew as XLSX, or as CSV."
_MOST_SPANS = 20_000
_TRUE = ("1", "true")


class Xlsx:
    """A workbook: the names of its sheets in their order, those first that are not hidden; and each as a grid."""

    def __init__(self, data: bytes) -> None:
        self._package = package = Package(data)
        main = self._main()
        book = _Book()
        package.read(main, book)
        self._parts = _related(package, main)
        self._book = book
        self.names = tuple(sorted(book.sheets, key=lambda name: name in book.hidden))
        self._texts: list[Held] | None = None
        self._formats: list[str] | None = None

    def _main(self) -> str:
        package = self._package
        if package.has("workbook.bin"):
            raise Refused("wrong-format", "the file is a workbook of the format XLSB", "Save it as XLSX.")
        main = next((target for _, kind, target in _relations(package, "") if kind == "officeDocument"), "")
        if main not in package and not package.has("xl/workbook.xml"):
            raise Refused("wrong-format", "the file is no workbook of the format XLSX", _SAVE)
        return main if main in package else "xl/workbook.xml"

    def grid(self, name: str) -> Grid:
        """A sheet by its name. Refused when it cannot be read."""
        part = self._parts.get(self._book.sheets[name])
        if part is None:
            raise Refused("broken-workbook", f'the workbook lacks its sheet "{shortened(name)}"', _SAVE)
        if self._texts is None or self._formats is None:
            texts, styles = _Texts(), _Styles()
            for kind, reader in (("sharedStrings", texts), ("styles", styles)):
                target = self._parts.get(f"/{kind}")
                if target is not None and target in self._package:
                    self._package.read(target, reader)
            self._texts, self._formats = texts.texts, styles.codes()
        cells = _Cells(Grid(name), self._texts, self._formats, self._book.from_1904)
        self._package.read(part, cells)
        return cells.grid


def _relations(package: Package, part: str) -> list[tuple[str, str, str]]:
    """What a part names: a name, what it is, and where it lies in the workbook; nothing that lies elsewhere."""
    folder, _, name = part.rpartition("/")
    file = f"{folder}/_rels/{name}.rels".lstrip("/")
    found = _Relations()
    if file in package:
        package.read(file, found)
    return [(one, kind, normpath(join("/", folder, target)).lstrip("/")) for one, kind, target in found.found]


def _related(package: Package, main: str) -> dict[str, str]:
    """The parts that the workbook names: by their names, and by "/" and what they are."""
    relations = _relations(package, main)
    return {name: target for name, _, target in relations} | {f"/{kind}": target for _, kind, target in relations}


class _Relations(Ignored):
    def __init__(self) -> None:
        self.found: list[tuple[str, str, str]] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "Relationship" and attributes.get("TargetMode") != "External":
            kind = attributes.get("Type", "").rpartition("/")[2]
            self.found.append((attributes.get("Id", ""), kind, attributes.get("Target", "")))


class _Book(Ignored):
    """The sheets by name, each with the name of its part."""

    def __init__(self) -> None:
        self.sheets: dict[str, str] = {}
        self.hidden: set[str] = set()
        self.from_1904 = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "sheet":
            part = next((said for key, said in attributes.items() if key.endswith(":id")), "")
            self.sheets.setdefault(attributes.get("name", ""), part)
            if attributes.get("state", "visible") != "visible":
                self.hidden.add(attributes.get("name", ""))
        elif name == "workbookPr":
            self.from_1904 = attributes.get("date1904") in _TRUE


_MARKED = {"b": "bold", "i": "italic", "u": "underlined", "strike": "struck out", "vertAlign": "raised or lowered"}


_BLACK = ({"theme": "1"}, {"auto": "1"}, {"indexed": "8"}, {"rgb": "FF000000"})
# Fonts that show a sign for each letter.
_SYMBOLS = ("Wingdings", "Webdings", "Symbol", "Zapf Dingbats")


class _Looks:
    """The looks of the parts of one text, which no text of a record has."""

    def __init__(self) -> None:
        self.found: dict[str, None] = {}

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take what an element in a part of the text says of its look."""
        if name in _MARKED and attributes.get("val") not in ("0", "false", "none", "baseline"):
            self.found[_MARKED[name]] = None
        elif name == "color" and attributes not in _BLACK:
            self.found["coloured"] = None
        elif name in ("rFont", "name") and attributes.get("val", "").startswith(_SYMBOLS):
            self.found[f"in {shortened(attributes['val'])}"] = None

    def held(self, text: str) -> Held:
        """The text, with what is lost of it."""
        return Shown(None, text, lost_looks(self.found)) if self.found and text else text


class _Texts(Ignored):
    """The texts that cells share, by their numbers."""

    def __init__(self) -> None:
        self.texts: list[Held] = []
        self._parts: list[str] = []
        self._looks = _Looks()
        self._in, self._read = False, False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._looks.start(name, attributes)
        if name == "si":
            self._parts, self._looks = [], _Looks()
        elif name == "rPh":
            self._read = True  # How the text is read aloud is no part of it.
        self._in = name == "t" and not self._read

    def end(self, name: str) -> None:
        self._in = False
        if name == "si":
            self.texts.append(self._looks.held(_plain("".join(self._parts))))
        elif name == "rPh":
            self._read = False

    def text(self, text: str) -> None:
        if self._in:
            self._parts.append(text)


def _plain(text: str) -> str:
    """A text of a cell, without escapes and blanks around it."""
    if "_x" in text:
        text = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


class _Styles(Ignored):
    """The formats of numbers."""

    def __init__(self) -> None:
        self._written: dict[int, str] = dict(BUILT_IN)
        self._used: list[int] = []
        self._in = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "numFmt":
            self._written[whole_of(attributes.get("numFmtId"), 0)] = attributes.get("formatCode", "")[:255]
        elif name == "cellXfs":
            self._in = True
        elif name == "xf" and self._in:
            self._used.append(whole_of(attributes.get("numFmtId"), 0))

    def end(self, name: str) -> None:
        self._in = self._in and name != "cellXfs"

    def codes(self) -> list[str]:
        """The format of each style."""
        return [self._written.get(number, BY_COMPUTER) for number in self._used]


class _Cells(Ignored):
    """The cells of a sheet."""

    def __init__(self, grid: Grid, texts: list[Held], formats: list[str], from_1904: bool) -> None:
        self.grid, self._texts, self._formats, self._from_1904 = grid, texts, formats, from_1904
        self._row: dict[int, Held] = {}
        self._number = self._column = 0
        self._kind = self._style = ""
        self._formula = self._read = False
        self._parts: list[str] = []
        self._looks = _Looks()
        self._into: list[str] | None = None

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "c":
            found = column_and_row(attributes.get("r", ""))
            self._column = found[0] if found else self._column + 1
            self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "")
            self._formula, self._parts, self._looks = False, [], _Looks()
        elif name == "v" or (name == "t" and not self._read):
            self._into = self._parts
        elif name == "f":
            self._formula = True
        elif name == "rPh":
            self._read = True
        elif name == "row":
            self._number, self._column = whole_of(attributes.get("r"), self._number + 1), -1
            self._row = self.grid.rows.get(self._number, {})
            if attributes.get("hidden") in _TRUE:
                self.grid.hidden.add(self._number)
        elif name == "mergeCell":
            self._span(attributes.get("ref", ""))
        else:
            self._looks.start(name, attributes)

    def end(self, name: str) -> None:
        self._into = None
        if name == "c":
            held = self._held("".join(self._parts))
            if held != "":
                self._row[self._column] = held
        elif name == "rPh":
            self._read = False
        elif name == "row" and self._row:
            self.grid.rows[self._number] = self._row
            if len(self.grid.rows) > MOST_ROWS:
                raise Refused("too-big-inside", f"the sheet has over {MOST_ROWS:,} rows", "Split it into several.")

    def text(self, text: str) -> None:
        if self._into is not None:
            self._into.append(text)

    def _span(self, reference: str) -> None:
        first, _, last = reference.partition(":")
        start, end = column_and_row(first), column_and_row(last)
        if start and end and start[0] == end[0] and start[1] < end[1] and len(self.grid.spans) < _MOST_SPANS:
            self.grid.spans.append((start[0], start[1], end[1]))

    def _held(self, text: str) -> Held:
        """What the cell holds whose element has ended."""
        kind = self._kind
        if kind == "e":
            return failed(text.strip())
        if not text:
            if self._formula and kind not in ("str", "inlineStr"):
                hint = "Open the workbook in its program, and save it once."
                return Wrong("the formula has no result in the file", hint)
            return ""
        if kind == "s":
            number = whole_of(text.strip(), -1)
            known = 0 <= number < len(self._texts)
            missing = Wrong("the cell names a text that is not there", _SAVE)
            return self._formatted(self._texts[number]) if known else missing
        if kind in ("str", "inlineStr"):
            return self._formatted(self._looks.held(_plain(text)))
        if kind == "b":
            value = text.strip() in _TRUE
            return Shown(value, str(value).upper())
        if kind == "d":
            return self._dated(text.strip())
        return self._numbered(text)

    def _formatted(self, held: Held) -> Held:
        """A text as the format of its cell shows it."""
        code = self._code()
        if code == "@" or ("@" not in code and ";" not in code):
            return held
        text = text_in(held)
        try:
            shown = shown_text(text, code)
        except UnknownFormatError:
            return held
        if not shown and text:
            return Shown(None, text, f"the format {shortened(code)} hides texts, and this one is printed", unknown=True)
        return held._replace(text=shown) if isinstance(held, Shown) else shown

    def _dated(self, text: str) -> Held:
        value, code = date_of(text), self._code() or "yyyy-mm-dd"
        if isinstance(value, Wrong):
            return value
        try:
            return Shown(value, shown_moment(value, code))
        except UnknownFormatError:
            return _plainly(value, code)

    def _code(self) -> str:
        number = whole_of(self._style, -1)
        return self._formats[number] if 0 <= number < len(self._formats) else ""

    def _numbered(self, text: str) -> Held:
        value = number_of(text)
        if isinstance(value, Wrong):
            return value
        code = self._code()
        moment = moment_of(value, self._from_1904) if code and is_moment(code) else None
        try:
            if moment is not None:
                return Shown(moment, shown_moment(moment, code, value))
            shown = shown_number(value, code)
        except UnknownFormatError:
            return _plainly(value if moment is None else moment, code)
        # A workbook keeps no signs: it shows those of the computer on which somebody looks at it.
        foreign = decimal_sign() == "," and _SIGN.search(shown)
        return Shown(
            value, shown, f"{shown} is printed, and the game's language has a decimal comma" if foreign else ""
        )


def _plainly(value: float | date | time | timedelta, code: str) -> Shown:
    """A value as it is shown without its format, which is not understood."""
    text = plain(value) if isinstance(value, int | float) else str(value).removesuffix(" 00:00:00")
    if code.startswith(BY_COMPUTER):
        return Shown(value, text, f"how the cell is shown depends on the computer, and {text} is printed")
    return Shown(value, text, f"the format {shortened(code)} is not understood, and {text} is printed", unknown=True)
