"""Lists of records in files of any format; what fields are likely that nobody has declared."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pydantic import PlainValidator, ValidationInfo
from pydantic_core import PydanticCustomError

from printgen.base.errors import Finding, Where
from printgen.base.file_access import AccessError, FileAccess, display_path
from printgen.base.limits import OverLimit
from printgen.base.names import same_name
from printgen.game.cells import check_cells, number_in
from printgen.game.shapes import BUILT_IN, CODE, SheetShape
from printgen.reading.files import Files
from printgen.reading.part import problem, schema_text
from printgen.reading.positions import LocatedList, LocatedMap, with_positions
from printgen.reading.scalars import shorten
from printgen.reading.sheets import LEFT_OUT, CellError, CellValue, DoubtfulValue, SheetResult, TableSheet

if TYPE_CHECKING:
    from printgen.reading.workbooks import Workbook


TEXT_ENDINGS = (".csv", ".tsv", ".tab")
BOOK_ENDINGS = (".xlsx", ".xlsm")
_TREES = (".yaml", ".yml", ".json", "")
_OTHER_BOOKS = {
    **dict.fromkeys((".xls", ".xlsb", ".xlt", ".xltx", ".numbers", ".wk1", ".wks", ".sxc"), "Save it as XLSX."),
    **dict.fromkeys((".ods", ".fods", ".ots", ".uos"), "Save it as XLSX or CSV."),
}
_OLD = {
    **_OTHER_BOOKS,
    ".gsheet": "Publish the sheet as CSV, and write its address under pull; or download it as XLSX.",
    **dict.fromkeys(
        (".txt", ".doc", ".docx", ".odt", ".pdf", ".html", ".htm", ".xml"), "Save the list as CSV or XLSX."
    ),
}
ENDINGS = (*TEXT_ENDINGS, *BOOK_ENDINGS, *_TREES[:-1])
"""The endings of files that may hold a list."""


def find_unreadable_lists(added: FileAccess) -> list[Finding]:
    """What is wrong with workbooks of other formats among cards of one's own, which are not read."""
    return [
        Finding("error", Where(display_path(path)), *other_format(ending), "wrong-format")
        for ending in _OTHER_BOOKS
        for path in added.list(f"*{ending}")
    ]


def other_format(ending: str) -> tuple[str, str]:
    """What is wrong with a file of this ending as a list: a message and a hint."""
    hint = _OLD.get(ending, "Save the list as CSV or XLSX.")
    return f"a list cannot be a file of the kind {ending[1:].upper()}", hint


_WITH_SHEET = re.compile(r"(.+\.([A-Za-z]+))#(.+)", re.DOTALL)


class ListFile(NamedTuple):
    """The file that holds a list, and the sheet of it that does; "" for the first one."""

    path: Path
    sheet: str = ""

    @property
    def ending(self) -> str:
        """The ending of the file, in small letters."""
        return self.path.suffix.lower()

    @property
    def is_tree(self) -> bool:
        """Whether it is YAML or JSON, and no sheet."""
        return self.ending not in (*TEXT_ENDINGS, *BOOK_ENDINGS)


def _list_file(value: Any, info: ValidationInfo) -> ListFile:
    if not isinstance(value, str):
        raise PydanticCustomError("string_type", "a path is text")
    find: Callable[[str], Path] = info.context  # type: ignore[assignment]
    match = _WITH_SHEET.fullmatch(value)
    name, sheet = (match[1], match[3].strip()) if match else (value, "")
    ending = PurePath(name).suffix.lower()
    if ending in _OLD:
        raise problem("wrong-format", *other_format(ending))
    if sheet and ending not in BOOK_ENDINGS:
        raise problem("wrong-format", "only a workbook (XLSX) has sheets", f'Write "{name}" alone.')
    return ListFile(find(name), sheet)


_SAID = "a file of YAML, CSV, TSV, XLSX or JSON in the game's folder; a sheet after a #, such as cards.xlsx#Spells"
File = Annotated[ListFile, PlainValidator(_list_file), schema_text("string", _SAID)]
"""The file of a list, which exists."""


def load_list(
    files: Files, listed: ListFile, where: Where, columns: LocatedMap, shape: SheetShape
) -> LocatedList | None:
    """The entries of a list that `where` names, not yet checked, with its `columns`; None, with findings, for none."""
    if listed.is_tree:
        entries = files.sequence(listed.path)
        if entries is not None and columns:
            _check_columns(files, entries, columns, shape)
            entries = with_positions(entries, LocatedList(_with_keys(entry, columns) for entry in entries))
    else:
        sheet = load_sheet(files, listed, where)
        if sheet and not sheet.rows:
            message, hint = "the list has headers, and no records under them", "Fill in a row."
            files.warn(sheet.place(0, -1), "empty-list", message, hint)
        entries = _entries(files, sheet, columns, shape)
    check_cells(files, entries or (), shape.fields)
    return entries


def load_table(
    files: Files, listed: ListFile, where: Where, columns: LocatedMap, shape: SheetShape
) -> LocatedMap | None:
    """The rows of a table by their codes, as `load_list` the entries of a list; in a sheet each has a column for it."""
    if listed.is_tree:
        rows = files.mapping(listed.path)
        if rows is not None and columns:
            _check_columns(files, rows.values(), columns, shape)
            named = ((code, _with_keys(row, columns)) for code, row in rows.items())
            rows = with_positions(rows, LocatedMap(named))
    else:
        entries = _entries(files, load_sheet(files, listed, where), columns, shape)
        rows = None if entries is None else _by_code(files, entries)
    check_cells(files, rows.values() if rows else (), shape.fields)
    return rows


def _by_code(files: Files, items: LocatedList) -> LocatedMap | None:
    """The rows of a sheet by what stands in the column of their codes; None, with findings, where none has any."""
    rows, offsets = LocatedMap(), list[int]()
    for item in items:
        code = item.get(CODE)
        if code is None:
            place, message, hint = item.source.lacking(item.offset, CODE)
            files.report(place, "missing-key", message, hint)
        elif code in rows:
            message = f'the code "{shorten(code)}" stands twice'
            files.report(item.where(CODE), "duplicate-key", message, "Keep one of the two.")
        else:
            rows[code] = _with_keys(item, {CODE: LEFT_OUT})
            offsets += [item.spot(CODE)[1]] * 2
    rows.source, rows.offset, rows.first = items.source, items.offset, len(items.source.offsets)
    items.source.offsets.extend(offsets)
    return rows if rows or not items else None


def load_sheet(files: Files, listed: ListFile, where: Where) -> TableSheet | None:
    """The sheet that a file holds; None, with findings, for none."""
    if listed.ending in TEXT_ENDINGS:
        text: TableSheet | None = files.once(listed.path, _text_sheet)
        return text
    book: _Book | None = files.once(listed.path, _book)
    return book.sheet(files, listed.sheet, where) if book else None


def _entries(files: Files, sheet: TableSheet | None, columns: LocatedMap, shape: SheetShape) -> LocatedList | None:
    """The rows of a sheet as entries; None, with findings, where its columns have mistakes."""
    from printgen.game.columns import Columns, Rows

    root = Columns(sheet, shape, columns, files.report, files.decimal).plan() if sheet else None
    try:
        return Rows(sheet, root, files.refuse, files.warn).records() if sheet and root else None
    except OverLimit as error:
        files.add(error.findings)
        return None


def _text_sheet(files: Files, path: Path) -> TableSheet | None:
    """The sheet of a file of text."""
    from printgen.reading.csv_files import parse_csv

    shown = display_path(path)
    try:
        sheet, findings = parse_csv(files.load(path, "list"), shown, tabs=path.suffix.lower() != ".csv")
    except AccessError as refused:
        sheet, findings = None, [refused.finding(Where(shown))]
    files.add(findings)
    return sheet


def _book(files: Files, path: Path) -> _Book | None:
    """The workbook in a file, of which each sheet is read once."""
    from printgen.reading.workbooks import Workbook

    shown = display_path(path)
    try:
        return _Book(Workbook(files.load(path, "list")), shown)
    except AccessError as refused:
        files.add([refused.finding(Where(shown))])
        return None


class _Book:
    """A workbook and its sheets, as far as they were asked for."""

    def __init__(self, book: Workbook, shown: str) -> None:
        self._book, self._shown = book, shown
        self._sheets: dict[str, TableSheet | None] = {}

    def sheet(self, files: Files, wanted: str, where: Where) -> TableSheet | None:
        """The sheet of a name, or the first one for ""; None, with findings, when it holds no list."""
        names = self._book.names
        name = next((name for name in names if not wanted or same_name(name) == same_name(wanted)), None)
        if name is None:
            message = f'the workbook has no sheet "{shorten(wanted)}"' if wanted else "the workbook has no sheet"
            files.unknown(where, "unknown-sheet", message, wanted, names, "Add a sheet.")
            return None
        if name not in self._sheets:
            self._sheets[name], findings = self._load(name)
            files.add(findings)
        return self._sheets[name]

    def _load(self, name: str) -> SheetResult:
        from printgen.reading.sheets import parse_sheet

        try:
            return parse_sheet(self._book.grid(name), self._shown)
        except AccessError as refused:
            return None, [refused.finding(Where(self._shown))]


def _check_columns(files: Files, items: Collection[Any], columns: LocatedMap, shape: SheetShape) -> None:
    """Report what `columns` says of keys that no entry has, or of fields that there are not."""
    for key, target in columns.items():
        if target != LEFT_OUT and target not in shape.fields:
            message = f'the {shape.noun} have no field "{shorten(target)}"'
            files.unknown(columns.where(key), "unknown-column", message, target, (*shape.fields, LEFT_OUT))
        if not any(isinstance(item, LocatedMap) and key in item for item in items):
            known = {name for item in items if isinstance(item, LocatedMap) for name in item}
            message = f'no {shape.noun.removesuffix("s")} has the key "{shorten(key)}"'
            files.unknown(columns.key_where(key), "unknown-column", message, key, known, "Remove it.")


def _with_keys(item: Any, columns: Mapping[str, str]) -> Any:
    """An entry with some of its keys renamed or left out; what is no mapping stays."""
    if not isinstance(item, LocatedMap):
        return item
    renamed, offsets = LocatedMap(), item.source.offsets
    renamed.source, renamed.offset, renamed.first = item.source, item.offset, len(offsets)
    for n, (key, value) in enumerate(item.items()):
        name = columns.get(key, key)
        if name not in renamed and (name != LEFT_OUT or key not in columns):
            renamed[name] = value
            offsets.extend(offsets[item.first + 2 * n : item.first + 2 * n + 2])
    return renamed


_LOOKED_AT = 200
"""How many entries tell what their fields are likely to be."""
_COLOR = re.compile(r"#[0-9A-Fa-f]{6}")
_PICTURE = re.compile(r"\S+\.(?:png|jpe?g|webp|svg)", re.IGNORECASE)


def likely_fields(files: Files, listed: ListFile, where: Where) -> str:
    """How the fields of a list may be declared, as in "{price: integer, rule: text}"; "" where it cannot be read."""
    entries = _tree_entries(files, listed) if listed.is_tree else _sheet_entries(files, listed, where)
    if entries is None:
        return ""
    first_entries = list(islice(entries, _LOOKED_AT))
    names = dict.fromkeys(name for entry in first_entries for name in entry)
    fields = (name for name in names if name.isidentifier() and name not in BUILT_IN)
    return f"{{{', '.join(f'{name}: {_declare([entry.get(name) for entry in first_entries])}' for name in fields)}}}"


def _tree_entries(files: Files, listed: ListFile) -> Iterator[Mapping[str, Any]] | None:
    items = files.sequence(listed.path)
    return None if items is None else (dict(item) for item in items if isinstance(item, LocatedMap))


def _sheet_entries(files: Files, listed: ListFile, where: Where) -> Iterator[Mapping[str, Any]] | None:
    """The rows of a sheet by names that its headers stand for."""
    sheet = load_sheet(files, listed, where)
    if sheet is None:
        return None
    names = [re.sub(r"\W+", "_", header.casefold()).strip("_") for header in sheet.headers]
    rows = (
        [_value_of(number_in(cell)) if isinstance(cell, str | CellValue) else None for cell in row]
        for row in sheet.rows
    )
    return ({name: None if cell == "" else cell for name, cell in zip(names, row, strict=False)} for row in rows)


def _value_of(number: Any) -> Any:
    """What stands for a cell that was read as a number: the number, or one of those that it may be."""
    return 0 if isinstance(number, CellError) else number.value if isinstance(number, DoubtfulValue) else number


def _declare(values: list[Any]) -> str:
    present = [value for value in values if value is not None]
    kinds = {_kind_of(value) for value in present}
    kind = kinds.pop() if len(kinds) == 1 else "number" if kinds == {"integer", "number"} else "text"
    return f"{{kind: {kind}, optional: true}}" if len(present) < len(values) else kind


def _kind_of(value: Any) -> str:
    for kind, of in (("flag", bool), ("integer", int), ("number", float), ("map", LocatedMap), ("list", LocatedList)):
        if isinstance(value, of):
            return kind
    return "color" if _COLOR.fullmatch(str(value)) else "file" if _PICTURE.fullmatch(str(value)) else "text"
