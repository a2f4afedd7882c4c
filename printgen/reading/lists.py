"""The name of a list comes in: YAML, or a sheet of another format; its entries go out as the YAML reader gives them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import PlainValidator, ValidationInfo
from pydantic_core import PydanticCustomError

from printgen.base.gate import Refused, shown_name
from printgen.errors import Finding, Where
from printgen.reading.fields import told
from printgen.reading.files import Files
from printgen.reading.marked import Map, Seq
from printgen.reading.shapes import RecordShape
from printgen.reading.sheets import Read, Sheet

SHEETS = (".csv", ".tsv", ".tab")
"""The endings of files that hold one sheet of text."""
_ENDING = re.compile(r"(.+\.(\w+))#(.+)", re.DOTALL)


class ListFile(NamedTuple):
    """The file that holds a list, and the sheet of it that does; "" for the only one."""

    path: Path
    sheet: str = ""

    @property
    def ending(self) -> str:
        """The ending of the file, in small letters."""
        return self.path.suffix.lower()


def _list_file(value: Any, info: ValidationInfo) -> ListFile:
    if not isinstance(value, str):
        raise PydanticCustomError("string_type", "a path is text")
    find: Callable[[str], Path] = info.context  # type: ignore[assignment]
    return ListFile(find(value))


File = Annotated[
    ListFile, PlainValidator(_list_file), told("string", "a file of YAML, CSV or TSV in the game's folder")
]
"""The file of a list, which exists."""


def read_list(files: Files, listed: ListFile, columns: Map, shape: RecordShape) -> Seq | None:
    """The entries of a list, not yet checked; None, with findings, when it holds none.

    `columns` are the fields that its columns are for, as game.yaml writes them.
    """
    if listed.ending not in SHEETS:
        return files.sequence(listed.path)
    from printgen.reading.columns import Columns
    from printgen.reading.rows import Rows

    sheet = files.once(listed.path, _text_sheet)
    root = Columns(sheet, shape, columns, files.report).plan() if sheet else None
    return Rows(sheet, root, files.report).records() if sheet and root else None


def _text_sheet(files: Files, path: Path) -> Sheet | None:
    """The sheet of a file of text."""
    from printgen.reading.csv_files import read_csv

    return _held(files, path, lambda data, shown: read_csv(data, shown, tabs=path.suffix.lower() != ".csv"))


def _held(files: Files, path: Path, read: Callable[[bytes, str], Read]) -> Sheet | None:
    shown = shown_name(path)
    try:
        sheet, findings = read(files.read(path, "list"), shown)
    except Refused as refused:
        sheet, findings = None, [Finding("error", Where(shown), refused.message, refused.hint, refused.code)]
    files.findings += findings
    return sheet
