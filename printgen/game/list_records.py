"""The entries of a list, as they are written, come in; its good records go out, each held to the list's shape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from printgen.game.combinations import Rows, entries
from printgen.game.records import Record
from printgen.game.shapes import RecordShape
from printgen.reading.files import Files, FindFile
from printgen.reading.marked import Map, Seq

Listed = tuple[tuple[Record, ...], bool]
"""The good records of a list, and whether all of them are good."""


def records_of(
    files: Files, items: Seq, shape: RecordShape, tables: Mapping[str, Rows], find: FindFile | None = None
) -> Listed:
    """The good records of entries, and whether all of them are good; mistakes are reported to the files.

    `tables` are the rows of the game's tables, and `find` finds the files that records name.
    """
    every, good = entries(files, items, shape, tables)
    records, findings = [], files.findings
    for n, (item, where, combined) in enumerate(every):
        if isinstance(item, Map) and type(item.get("copies")) is int and item["copies"] == 0:
            continue  # Not now, says whoever wrote it.
        before = len(findings)
        values = files.check(shape.adapter, item, where, f"item {n + 1}", find)
        if values is None:
            good = False
            if combined:  # What is wrong with an entry is wrong with each of its combinations.
                findings[before:] = [replace(finding, cause=finding.where) for finding in findings[before:]]
        else:
            records.append(Record(values["name"], values, item))
    return tuple(records), good
