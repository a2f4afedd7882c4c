"""The options of a product come in with its files; its document and its tables, as values, go out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from printgen.reading.blocks import NamedTable, Share
from printgen.reading.dice_tables import DiceTable, read_dice_tables
from printgen.reading.documents import Document
from printgen.reading.fields import Many, problem
from printgen.reading.files import Files
from printgen.reading.part import NOTHING, File, OneOrMany, Options, Words
from printgen.reading.records import Loading
from printgen.reading.scalars import shortened

_MOST_COLUMNS = 6
_COUNT = {"type": "integer", "minimum": 1, "maximum": _MOST_COLUMNS}
_SHARES = {"type": "array", "items": {"type": "number", "exclusiveMinimum": 0}}


def _shares(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    if not 1 <= value <= _MOST_COLUMNS:
        hint = f"Choose a number from 1 to {_MOST_COLUMNS}."
        raise problem("out-of-range", f"{value} is not from 1 to {_MOST_COLUMNS}", hint)
    return (1.0,) * value


Shares = Annotated[
    Annotated[Many[Share], Field(min_length=1, max_length=_MOST_COLUMNS)],
    BeforeValidator(_shares),
    WithJsonSchema({"anyOf": [_COUNT, _SHARES]}),
]
"""A number of columns, or the share of the width of each."""


class DocumentOptions(Options):
    """What a reference sheet takes under `options`."""

    forms: ClassVar = {"columns": ("sheet",)}
    file: File = Field(description="the document")
    form: Literal["sheet", "cards"] = Field(default="sheet", description="pages, or a card for each section")
    size: Words = Field(default=NOTHING, description="the size of a page, such as poker or 120x80mm")
    style: Words = Field(default=NOTHING, description="the face that gives letters, colours and frame")
    columns: Shares = Field(default=(1.0,), description="how many columns there are, or their shares of the width")
    pages: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        default=None, description="on how many pages or cards it must fit, in smaller letters if need be"
    )
    tables: OneOrMany[File] = Field(default=(), description="the files of the tables that the document shows")


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference sheet: its options, its document, and the tables that the document may name."""

    options: DocumentOptions
    document: Document
    tables: Mapping[str, DiceTable]


def load_document(loading: Loading) -> Reference | None:
    """What a product's options name; None, with findings, where anything has mistakes."""
    files = loading.files
    before = len(files.findings)
    options = loading.options_of(DocumentOptions)
    if options is None:
        return None
    document = files.part(options.file, Document, "the document")
    read = [files.once(path, read_dice_tables) for path in options.tables]
    tables = _together(read, files)
    if document is None or None in read:
        return None
    for block in document.every_block():
        if isinstance(block, NamedTable) and block.name.text not in tables:
            message = f'there is no table "{shortened(block.name.text)}"'
            add = "Name its file under tables: in the product's options."
            files.unknown(block.name.where, "unknown-table", message, block.name.text, tables, add)
    whole = {name: table for name, table in tables.items() if table}
    return Reference(options, document, whole) if len(files.findings) == before and len(whole) == len(tables) else None


def _together(read: list[dict[str, DiceTable | None] | None], files: Files) -> dict[str, DiceTable | None]:
    """The tables of several files, whose names must differ."""
    tables: dict[str, DiceTable | None] = {}
    for name, table in (item for found in read for item in (found or {}).items()):
        known = tables.setdefault(name, table)
        if known and table and known is not table:
            message = f'the table "{shortened(name)}" stands in {known.where.file} and again here'
            files.report(table.where, "duplicate-name", message, "Give it another name.")
    return tables
