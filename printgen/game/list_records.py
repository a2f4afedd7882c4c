"""The good records of a list, held to its shape; and cards of the user's own beside a game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.base.file_access import FileAccess
from printgen.game.combinations import Rows, expand_entries
from printgen.game.records import Record
from printgen.game.shapes import RecordShape
from printgen.reading.files import Files, FindFile
from printgen.reading.positions import LocatedList, LocatedMap
from printgen.reading.scalars import block_lines
from printgen.reading.yaml_events import examine_yaml

Listed = tuple[tuple[Record, ...], bool]
"""The good records of a list, and whether all of them are good."""


def check_records(
    files: Files, items: LocatedList, shape: RecordShape, tables: Mapping[str, Rows], find: FindFile | None = None
) -> Listed:
    """The good records of entries, and whether all of them are good; mistakes are reported to the files.

    `tables` are the rows of the game's tables, and `find` finds the files that records name.
    """
    every, good = expand_entries(files, items, shape, tables)
    records = []
    for n, (item, where, combined) in enumerate(every):
        if isinstance(item, LocatedMap) and type(item.get("copies")) is int and item["copies"] == 0:
            continue  # Not now, says whoever wrote it.
        # What is wrong with an entry is wrong with each of its combinations.
        values = files.check(shape.adapter, item, where, f"item {n + 1}", find, alike=combined)
        if values is None:
            good = False
        else:
            records.append(Record(values["name"], values, item))
    return tuple(records), good


FIRST_LINE = "# Cards of my own: they are printed with the game's, after them. Comments and order stay as they are.\n"
"""What a new list of cards begins with."""

_ITEM = re.compile(r"^( *)-(?= |\r?$)", re.MULTILINE)


def own_card_access(folder: Path, game: str, drafts: Mapping[Path, bytes] | None = None) -> FileAccess:
    """The way to the cards that a folder of the user's adds to the game of this name: FOLDER/GAME/PRODUCT.yaml.

    Its lists may name pictures anywhere in the folder. `drafts` are contents that stand for files of these paths.
    """
    return FileAccess(folder / game, folder, drafts, "the folder of your own cards")


def append_record(before: str, values: Mapping[str, Any], shown: str) -> str:
    """The text of a list with one record more at its end; everything that stands there stays as it is.

    `shown` is the list's name in findings. Raises PrintgenError when the text is no list that can be added to.
    """
    known, findings = examine_yaml(before, shown)
    if findings:
        raise PrintgenError(findings)
    if not before.strip():
        before = FIRST_LINE
    end = "\r\n" if "\r\n" in before else "\n"
    first = _ITEM.search(before)
    text = "".join(f"{first[1] if first else ''}{line}{end}" for line in block_lines([dict(values)]))
    after = _with_end(before, end) + ("" if known is None else end) + text
    both, findings = examine_yaml(after, shown)
    if findings or not isinstance(both, LocatedList) or both[:-1] != (known or []):
        message = "a card cannot be added to what this file holds"
        hint = "Write the list as records that begin with a dash at the start of a line, or move the file away."
        raise PrintgenError([Finding("error", Where(shown), message, hint, "cannot-add")])
    return after


def _with_end(text: str, end: str) -> str:
    return text if text.endswith("\n") else text + end
