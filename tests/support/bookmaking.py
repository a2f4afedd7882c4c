"""Workbooks for tests: made by the libraries that others use, and spoiled by hand."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

Rows = Sequence[Sequence[object]]


def xlsx(sheets: Mapping[str, Rows], more: Callable[[Any, Any], None] | None = None) -> bytes:
    """A workbook as openpyxl writes it; `more` gets the workbook and its first sheet."""
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    if more:
        more(book, book.worksheets[0])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def parts(data: bytes) -> dict[str, bytes]:
    """The files in an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files: Mapping[str, bytes] | Iterable[tuple[str, bytes]], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, data in files.items() if isinstance(files, Mapping) else files:
            archive.writestr(name, data)
    return out.getvalue()


def respun(data: bytes, part: str, *pairs: bytes) -> bytes:
    """A workbook with bytes of a part replaced: old, new, ..."""
    files = parts(data)
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert old in files[part], files[part][:2000]
        files[part] = files[part].replace(old, new)
    return packed(files)


SHEET = "xl/worksheets/sheet1.xml"


@cache
def small() -> bytes:
    """A workbook of one sheet with two things."""
    return xlsx({"Things": [["name", "power"], ["One", 3], ["Two", 4]]})
