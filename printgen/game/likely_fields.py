"""A list comes in whose fields nobody has declared; what each of its keys or columns is most likely for goes out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from printgen.base.errors import Where
from printgen.game.cells import number_in
from printgen.game.lists import ListFile, sheet_in
from printgen.game.shapes import BUILT_IN
from printgen.reading.files import Files
from printgen.reading.marked import Map, Seq
from printgen.reading.sheets import Doubtful, Shown, Wrong

_LOOKED_AT = 200
_COLOR = re.compile(r"#[0-9A-Fa-f]{6}")
_PICTURE = re.compile(r"\S+\.(?:png|jpe?g|webp|svg)", re.IGNORECASE)


def likely_fields(files: Files, listed: ListFile, where: Where) -> str:
    """How the fields of a list may be declared, as in "{price: integer, rule: text}"; "" where it cannot be read."""
    entries = _of_tree(files, listed) if listed.is_tree else _of_sheet(files, listed, where)
    if entries is None:
        return ""
    some = list(islice(entries, _LOOKED_AT))
    names = dict.fromkeys(name for entry in some for name in entry if name.isidentifier() and name not in BUILT_IN)
    return f"{{{', '.join(f'{name}: {_declared([entry.get(name) for entry in some])}' for name in names)}}}"


def _of_tree(files: Files, listed: ListFile) -> Iterator[Mapping[str, Any]] | None:
    items = files.sequence(listed.path)
    return None if items is None else (dict(item) for item in items if isinstance(item, Map))


def _of_sheet(files: Files, listed: ListFile, where: Where) -> Iterator[Mapping[str, Any]] | None:
    """The rows of a sheet by names that its headers stand for."""
    sheet = sheet_in(files, listed, where)
    if sheet is None:
        return None
    names = [re.sub(r"\W+", "_", header.casefold()).strip("_") for header in sheet.headers]
    held = (
        [_value_of(number_in(cell)) if isinstance(cell, str | Shown) else None for cell in row] for row in sheet.rows
    )
    return ({name: None if cell == "" else cell for name, cell in zip(names, row, strict=False)} for row in held)


def _value_of(read: Any) -> Any:
    """What stands for a cell that was read as a number: the number, or one of those that it may be."""
    return 0 if isinstance(read, Wrong) else read.value if isinstance(read, Doubtful) else read


def _declared(values: list[Any]) -> str:
    """What is declared for values, None for those that are left out."""
    given = [value for value in values if value is not None]
    kinds = {_kind_of(value) for value in given}
    kind = kinds.pop() if len(kinds) == 1 else "number" if kinds == {"integer", "number"} else "text"
    return f"{{kind: {kind}, optional: true}}" if len(given) < len(values) else kind


def _kind_of(value: Any) -> str:
    for kind, of in (("flag", bool), ("integer", int), ("number", float), ("map", Map), ("list", Seq)):
        if isinstance(value, of):
            return kind
    return "color" if _COLOR.fullmatch(str(value)) else "file" if _PICTURE.fullmatch(str(value)) else "text"
