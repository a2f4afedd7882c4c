"""Boards of squares written by hand, as rows of words or as a map, and their mistakes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from printgen.base.errors import Finding, rule_violation
from printgen.base.limits import consume
from printgen.base.units import count_noun
from printgen.kinds.board.grid import Space
from printgen.kinds.board.plan import unknown
from printgen.kinds.board.squares import SquareBoard, SquareOptions
from printgen.reading.files import Files
from printgen.reading.maps import MapRow, PlacedValue, resolve_map, row_of
from printgen.reading.part import Many, Part
from printgen.reading.positions import LocatedList
from printgen.reading.validation import describe

_WORD = re.compile(r"[^\s,]+")


class SquareEntry(Part):
    """A board written by hand."""

    name: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="what the board is called")
    cells: Many[Any] = Field(
        description="its rows from the top, each a list of terrains and bases, or a text with blanks between them"
    )


def squares_of_map(files: Files, options: SquareOptions, letters: Sequence[MapRow]) -> SquareBoard | None:
    rows = resolve_map(files, options.source_map, letters, (*options.terrains, *options.bases))
    if rows is None:
        return None
    return _checked_board(
        files, options, PlacedValue([PlacedValue(row, row[0].where) for row in rows], options.where_of("map"))
    )


def parse_entry(files: Files, entry: SquareEntry, options: SquareOptions) -> SquareBoard | None:
    """The board of an entry; None, with all findings, when it breaks its recipe."""
    rows: LocatedList = entry.source_map["cells"]
    board = PlacedValue([PlacedValue(list(_words(rows, n)), rows.where(n)) for n in range(len(rows))], rows.start)
    return _checked_board(files, options, board)


def _checked_board(files: Files, options: SquareOptions, board: PlacedValue) -> SquareBoard | None:
    """The board of rows of words, where None is a gap; None, with all findings, when it breaks its recipe."""
    findings = board_faults(options, board)
    files.add(findings)
    cells = {space: word for space, (word, _) in _cells(options, board).items() if word}
    return None if findings else SquareBoard(options, cells)


def _words(rows: LocatedList, n: int) -> Iterator[PlacedValue]:
    """The words of a row; a row that is neither a list nor a text is one wrong word."""
    row = rows[n]
    if isinstance(row, LocatedList):
        yield from (PlacedValue(word, row.where(column)) for column, word in enumerate(row))
    elif isinstance(row, str):
        place, words = row_of(rows, n), list(_WORD.finditer(row))
        consume("values", len(words), rows.where(n))
        yield from (PlacedValue(word[0], place.where(word.start())) for word in words)
    else:
        yield PlacedValue(row, rows.where(n))


def _cells(options: SquareOptions, board: PlacedValue) -> dict[Space, PlacedValue]:
    """The contents of the spaces of a board, as far as its rows go."""
    rows = enumerate(board.value[: options.rows])
    return {(n, column): word for n, row in rows for column, word in enumerate(row.value[: options.columns])}


def board_faults(options: SquareOptions, board: PlacedValue) -> list[Finding]:
    """All faults of a board, however ragged: a wrong shape or word is bad input, all else breaks a rule."""
    cells, name = _cells(options, board), options.grid.name
    findings = list(_wrong_length(board, options.rows, "the board", "row"))
    for n, row in enumerate(board.value[: options.rows], 1):
        findings += _wrong_length(row, options.columns, f"row {n}", "space")
    findings += _check_places(options, cells)
    if not findings:
        findings += _asymmetries(options, cells) if options.symmetric else ()
        for space, word in options.locks.items():
            if cells[space].value != word:
                message = f"{name(space)} holds {cells[space].value}, but is locked to {word}"
                hint = f"Write {word} in {name(space)}."
                findings.append(rule_violation(cells[space].where, "not-locked", message, hint))
    return findings


def _wrong_length(value: PlacedValue, wanted: int, what: str, noun: str) -> Iterator[Finding]:
    """A finding for more or fewer rows, or spaces of a row, than the recipe asks for."""
    missing = wanted - len(value.value)
    if missing:
        where = value.where if missing > 0 else value.value[wanted].where
        message = f"{what} has {count_noun(len(value.value), noun)}; the recipe asks for {wanted}"
        hint = f"{'Add' if missing > 0 else 'Remove'} {count_noun(abs(missing), noun)}."
        yield Finding("error", where, message, hint, "row-count" if noun == "row" else "row-length")


def _check_places(options: SquareOptions, cells: Mapping[Space, PlacedValue]) -> Iterator[Finding]:
    """Words that the recipe lacks, and bases and terrains in each other's places."""
    corners = {name: home for home, name in options.homes.items()}
    known = (*options.terrains, *options.bases)
    for space, (word, where) in cells.items():
        here, home = options.grid.name(space), options.homes.get(space)
        if word is None and options.map is not None:
            continue
        if not isinstance(word, str):
            message = f"a space should be text, not {describe(word)}"
            yield Finding("error", where, message, "Write a terrain here.", "wrong-type")
        elif word not in known:
            yield unknown(where, f"{here} holds the unknown terrain", word, known, "unknown-terrain")
        elif home and word != home:
            message = f"{here} holds {word}; the {home} belongs there"
            yield rule_violation(where, "missing-base", message, f"Write {home} in {here}.")
        # Where a row is too short to reach the corner, that says it all.
        elif not home and corners.get(word) in cells:
            message = f"{here} holds the {word}, which belongs in {options.grid.name(corners[word])}"
            yield rule_violation(where, "misplaced-base", message, "Write a terrain here.")


def _asymmetries(options: SquareOptions, cells: Mapping[Space, PlacedValue]) -> Iterator[Finding]:
    """Spaces whose terrain differs from that of the opposite space, on a symmetric board."""
    for space in options.terrain_spaces:
        opposite = options.grid.opposite(space)
        (word, where), there = cells[space], cells[opposite].value
        if opposite < space and there != word:
            here, across = options.grid.name(space), options.grid.name(opposite)
            message = f"{here} holds {word}, but opposite it, {across} holds {there}; the board is symmetric"
            yield rule_violation(where, "asymmetric", message, f"Write {there} in {here}.")
