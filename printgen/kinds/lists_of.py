"""Lists that options hold in line, or that stand in a file of their own: a value comes in; its entries go out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import Discriminator, Field, Tag

from printgen.base.units import parse_size
from printgen.game.lists import File, ListFile, read_list
from printgen.game.records import Loading
from printgen.game.shapes import SheetShape, Spec
from printgen.reading.fields import Many
from printgen.reading.files import Files
from printgen.reading.marked import Seq, empty_map
from printgen.reading.part import Part, adapter

E = TypeVar("E", bound=Part)


Listed = Annotated[
    Annotated[File, Tag("file")] | Annotated[Annotated[Many[Any], Field(max_length=100_000)], Tag("entries")],
    Discriminator(lambda value: "file" if isinstance(value, str) else "entries"),
]
"""A list of mappings, or the file that holds one."""


def entries_of(
    files: Files, options: Part, key: str, shape: type[E], columns: Mapping[str, str], most: int
) -> tuple[E, ...] | None:
    """The entries of a list that options hold under a key, in a shape; None, with findings, where any has a mistake.

    `columns` are the keys that a sheet may have columns for, each with its kind.
    """
    value, seq = getattr(options, key), options.written.get(key)
    if isinstance(value, ListFile):
        fields = {name: Spec(kind) for name, kind in columns.items()}
        sheet = SheetShape(fields, (), "records")
        seq = read_list(files, value, options.where_of(key), empty_map(options.written), sheet)
    if not isinstance(seq, Seq):
        return None if isinstance(value, ListFile) else ()
    if len(seq) > most:
        message = f"{key} has {len(seq):,} entries; the limit is {most:,}"
        files.report(seq.start, "bad-length", message, "Shorten it.")
        return None
    read = [files.check(adapter(shape), given, seq.where(n), f"item {n + 1} of {key}") for n, given in enumerate(seq)]
    found = [entry for entry in read if entry is not None]
    return tuple(found) if len(found) == len(read) else None


def board_size(loading: Loading) -> tuple[float, float] | None:
    """The width and height of a board in points, as its product says; None, with a finding, where it does not."""
    product, files = loading.product, loading.files
    if not product.size:
        hint = "Add size: such as 280x200mm."
        files.report(product.where, "missing-key", "the board has no size", hint)
        return None
    try:
        return parse_size(product.size)
    except ValueError as error:
        files.report(product.where_of("size"), "bad-size", str(error).partition(";")[0], "Write it like 280x200mm.")
        return None
