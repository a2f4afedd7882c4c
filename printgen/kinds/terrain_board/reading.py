"""A file of boards written by hand and their recipe come in; boards, or mistakes at their words, go out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from printgen.errors import Exit, Finding, Where
from printgen.kinds.terrain_board.proof import Fault, faults
from printgen.kinds.terrain_board.recipe import Board, Recipe, Space
from printgen.reading.boards import boards_by_hand
from printgen.reading.fields import Many
from printgen.reading.files import Files
from printgen.reading.located import described
from printgen.reading.marked import Seq
from printgen.reading.part import Part

_WORD = re.compile(r"[^\s,]+")


class BoardEntry(Part):
    """A board written by hand."""

    name: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="what the board is called")
    cells: Many[Any] = Field(
        description="its rows from the top, each a list of terrains and bases, or a text with blanks between them"
    )


def read_boards(files: Files, path: Path, recipe: Recipe) -> dict[str, Board]:
    """The boards of a file by name, without those that have mistakes, which are reported to `files`."""
    return boards_by_hand(files, path, BoardEntry, lambda entry: read_board(files, entry, recipe))


def read_board(files: Files, entry: BoardEntry, recipe: Recipe) -> Board | None:
    """The board that an entry writes out; None, with every finding, when it breaks its recipe."""
    rows: Seq = entry.written["cells"]
    cells: list[list[str]] = []
    places: list[list[Where]] = []
    refused: set[Space] = set()
    findings: list[Finding] = []
    for n in range(len(rows)):
        words: list[str] = []
        places.append([])
        for word, where in _row(rows, n):
            if not isinstance(word, str):
                message = f"a space should be text, not {described(word)}"
                findings.append(Finding("error", where, message, "Write a terrain here.", "wrong-type"))
                refused.add((n, len(words)))
            words.append(word if isinstance(word, str) else "")
            places[-1].append(where)
        cells.append(words)
    for fault in faults(recipe, cells):
        # A space that is no text at all has been reported.
        if fault.row is None or fault.column is None or (fault.row, fault.column) not in refused:
            findings.append(_finding(fault, rows, places))
    files.add(findings)
    return None if findings else Board(recipe, tuple(tuple(row) for row in cells))


def _row(rows: Seq, n: int) -> Iterator[tuple[Any, Where]]:
    """The words of a row, each with its place; a row that is neither a list nor a text is one wrong word."""
    row = rows[n]
    if isinstance(row, Seq):
        yield from ((word, row.where(column)) for column, word in enumerate(row))
    elif isinstance(row, str):
        source = rows.source
        at = source.offsets[rows.first + n]
        for word in _WORD.findall(row):
            # Quotes and block signs may stand before a word. One with an escape in it does not stand in the text
            # as it reads: the row has to do for its place, and for those of the words behind it.
            found = re.compile(rf"\W*?{re.escape(word)}").match(source.text, at)
            yield word, source.where(found.end() - len(word)) if found else rows.where(n)
            at = found.end() if found else at
    else:
        yield row, rows.where(n)


def _finding(fault: Fault, rows: Seq, places: list[list[Where]]) -> Finding:
    where = rows.start
    if fault.row is not None:
        where = rows.where(fault.row) if fault.column is None else places[fault.row][fault.column]
    end = Exit.RULES_BROKEN if fault.readable else Exit.BAD_INPUT
    return Finding("error", where, fault.message, fault.hint, fault.code, end)
