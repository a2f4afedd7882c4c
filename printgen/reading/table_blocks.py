"""A product's files of tables and a document's blocks come in; blocks that hold the tables they name go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from printgen.errors import Finding, Where, did_you_mean
from printgen.reading.dice_tables import DiceTable, read_dice_tables
from printgen.reading.entries import Entry, Findings, Phrase, Spot, spots
from printgen.reading.fields import FileField, Surroundings
from printgen.reading.files import shown_name
from printgen.reading.located import validate
from printgen.reading.marked import Map, Seq
from printgen.reading.records import Product
from printgen.reading.scalars import shortened

OPTION = "tables"
"""The option of a product that names its file of tables, or a list of such files."""


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table of the game in a document, by its name.

    `titled` sets the table's title over it, `bars` draws under each row how its results share the die. `table` is
    None until `with_tables` has found it.
    """

    name: Phrase
    titled: bool
    bars: bool
    where: Where
    table: DiceTable | None = None


def read_table_block(spot: Spot, findings: Findings) -> TableBlock:
    """A table's name, or a mapping with `name`, `titled` and `bars`."""
    if not isinstance(spot.value, Map):
        return TableBlock(findings.phrase(spot), False, False, spot.where)
    entry = Entry(spot, ("name", "titled", "bars"), findings)
    return TableBlock(entry.phrase("name", needed=True), entry.flag("titled"), entry.flag("bars"), spot.where)


def tables_of(product: Product, folder: Path) -> tuple[dict[str, DiceTable], list[Finding]]:
    """The tables that a product's options name, by their names, from files in `folder`, the game's; none without any.

    Tables with mistakes are left out and reported, and so is a name that two of the files have.
    """
    tables: dict[str, DiceTable] = {}
    findings = Findings()
    file_type: TypeAdapter[Path] = TypeAdapter(FileField.model_construct().type(Surroundings(folder, {})))
    for spot in _files(product.options):
        path, found = validate(file_type, spot.value, spot.where, spot.name)
        findings.found += found
        if path is None:
            continue
        read, found = read_dice_tables(path, shown_name(path))
        findings.found += found
        for name, table in read.items():
            if name in tables:
                message = f'the table "{shortened(name)}" stands in {tables[name].where.file} and again here'
                findings.add(table.where, "duplicate-name", message, "Give it another name.")
            else:
                tables[name] = table
    return tables, sorted(dict.fromkeys(findings.found), key=lambda finding: finding.where)


def _files(options: Map) -> Sequence[Spot]:
    if OPTION not in options:
        return ()
    value = options[OPTION]
    if isinstance(value, Seq):
        return tuple(spots(value, OPTION))
    return (Spot(value, value.start if isinstance(value, Map) else options.where(OPTION), OPTION),)


def with_tables(blocks: Sequence[Any], tables: Mapping[str, DiceTable], findings: Findings) -> tuple[Any, ...]:
    """Blocks, boxes and all, with every table block given its table; a name without a table is reported."""
    out: list[Any] = []
    for block in blocks:
        if isinstance(block, TableBlock):
            if block.name.text not in tables and block.name:
                message = f'there is no table "{shortened(block.name.text)}"'
                hint = did_you_mean(block.name.text, tables) or "Name its file under tables: in the product's options."
                findings.add(block.name.where, "unknown-table", message, hint)
            block = replace(block, table=tables.get(block.name.text))
        elif hasattr(block, "blocks"):
            block = replace(block, blocks=with_tables(block.blocks, tables, findings))
        out.append(block)
    return tuple(out)
