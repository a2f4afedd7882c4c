"""Boards written by hand and their recipe come in; boards, or whatever breaks the recipe, each at its word, go out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from printgen.base.budget import spend
from printgen.base.errors import Exit, Finding, Where, did_you_mean
from printgen.base.letters import coordinate, many
from printgen.game.boards import boards_by_hand
from printgen.kinds.terrain_board.recipe import Board, Recipe, Space
from printgen.reading.fields import Many
from printgen.reading.files import Files
from printgen.reading.located import described
from printgen.reading.maps import Written
from printgen.reading.marked import Seq
from printgen.reading.part import Part
from printgen.reading.scalars import shortened

_WORD = re.compile(r"[^\s,]+")
_GAP = re.compile(r"\W*+")


class BoardEntry(Part):
    """A board written by hand."""

    name: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="what the board is called")
    cells: Many[Any] = Field(
        description="its rows from the top, each a list of terrains and bases, or a text with blanks between them"
    )


Grid = Mapping[Space, Written]


def read_boards(files: Files, path: Path, recipe: Recipe) -> dict[str, Board]:
    """The boards of a file by name, without those that have mistakes, which are reported to `files`."""
    return boards_by_hand(files, path, BoardEntry, lambda entry: read_board(files, entry, recipe))


def read_board(files: Files, entry: BoardEntry, recipe: Recipe) -> Board | None:
    """The board that an entry writes out; None, with every finding, when it breaks its recipe."""
    given: Seq = entry.written["cells"]
    board = Written([Written(list(_words(given, n)), given.where(n)) for n in range(len(given))], given.start)
    findings = faults(recipe, board)
    files.add(findings)
    return None if findings else Board(recipe, {space: word for space, (word, _) in _grid(recipe, board).items()})


def _words(rows: Seq, n: int) -> Iterator[Written]:
    """The words of a row; a row that is neither a list nor a text is one wrong word."""
    row = rows[n]
    if isinstance(row, Seq):
        yield from (Written(word, row.where(column)) for column, word in enumerate(row))
    elif isinstance(row, str):
        source = rows.source
        at = source.offsets[rows.first + n]
        spend("values", len(words := _WORD.findall(row)), rows.where(n))
        for word in words:
            # Quotes and block signs may stand before a word. One with an escape in it does not stand in the text
            # as it reads: the row has to do for its place, and for those of the words behind it.
            end = _GAP.match(source.text, at).end() if at >= 0 else 0  # type: ignore[union-attr]
            start = source.text.find(word, at, end + len(word)) if at >= 0 else -1
            at = start + len(word) if start >= 0 else -1
            yield Written(word, source.where(start) if start >= 0 else rows.where(n))
    else:
        yield Written(row, rows.where(n))


def _grid(recipe: Recipe, board: Written) -> Grid:
    """What lies on the spaces of a board, as far as its rows go."""
    rows = enumerate(board.value[: recipe.rows])
    return {(n, column): word for n, row in rows for column, word in enumerate(row.value[: recipe.columns])}


def faults(recipe: Recipe, board: Written) -> list[Finding]:
    """Everything that is wrong with a board, however ragged; nothing at all proves that it keeps the recipe.

    One that is no board of the recipe at all, since its shape or a word is wrong, is bad input; others break a rule.
    """
    grid = _grid(recipe, board)
    found = list(_wrong_length(board, recipe.rows, "the board", "row"))
    for n, row in enumerate(board.value[: recipe.rows], 1):
        found += _wrong_length(row, recipe.columns, f"row {n}", "space")
    found += _misplaced(recipe, grid)
    whole = not found
    if recipe.counted:
        found += _counts(recipe, grid, board.where if whole else None)
    if whole and recipe.arrangement == "symmetric":
        found += _asymmetries(recipe, grid)
    for space, wanted in recipe.locks.items() if whole else ():
        word, where = grid[space]
        if word != wanted:
            here = coordinate(*space)
            message = f"{here} holds {word}, but is locked to {wanted}"
            found.append(_broken(where, "not-locked", message, f"Write {wanted} in {here}."))
    return found


def _broken(where: Where, code: str, message: str, hint: str) -> Finding:
    return Finding("error", where, message, hint, code, Exit.RULES_BROKEN)


def _wrong_length(given: Written, wanted: int, what: str, noun: str) -> Iterator[Finding]:
    missing = wanted - len(given.value)
    if missing:
        where = given.where if missing > 0 else given.value[wanted].where
        message = f"{what} has {many(len(given.value), noun)}; the recipe asks for {wanted}"
        hint = f"{'Add' if missing > 0 else 'Remove'} {many(abs(missing), noun)}."
        yield Finding("error", where, message, hint, "row-count" if noun == "row" else "row-length")


def _misplaced(recipe: Recipe, grid: Grid) -> Iterator[Finding]:
    """Words that are none of the recipe, and bases and terrains that lie where the other should."""
    corners = {name: home for home, name in recipe.homes.items()}
    known = (*recipe.terrains, *recipe.bases)
    for space, (word, where) in grid.items():
        here, home = coordinate(*space), recipe.homes.get(space)
        if word is None and recipe.map is not None:
            continue
        if not isinstance(word, str):
            message = f"a space should be text, not {described(word)}"
            yield Finding("error", where, message, "Write a terrain here.", "wrong-type")
        elif word not in known:
            message = f'{here} holds the unknown terrain "{shortened(word)}"'
            yield Finding("error", where, message, did_you_mean(word, known), "unknown-terrain")
        elif home and word != home:
            message = f"{here} holds {word}; the {home} belongs there"
            yield _broken(where, "missing-base", message, f"Write {home} in {here}.")
        # Where a row is too short to reach the corner, that says it all.
        elif not home and corners.get(word) in grid:
            message = f"{here} holds the {word}, which belongs in {coordinate(*corners[word])}"
            yield _broken(where, "misplaced-base", message, "Write a terrain here.")


def _counts(recipe: Recipe, grid: Grid, whole: Where | None) -> Iterator[Finding]:
    """Terrains that stand too often, or too seldom on a board that is `whole` at its place.

    That no terrain leaves the range between the smallest and the largest share is proof enough: as all spaces are
    taken, and come in pairs on a symmetric board, only the even shares add up.
    """
    most, *_, least = recipe.shares
    rule = f"{many(len(recipe.terrain_spaces), 'space')} for {many(len(recipe.terrains), 'terrain')} give each "
    rule += " or ".join(str(share) for share in sorted(set(recipe.shares)))
    spaces = [word for space, word in grid.items() if space not in recipe.homes]
    places = {terrain: [where for word, where in spaces if word == terrain] for terrain in recipe.terrains}
    scarcest, commonest = (extreme(places, key=lambda terrain: len(places[terrain])) for extreme in (min, max))
    for terrain, found in places.items():
        count = len(found)
        message = f"{terrain} stands on {many(count, 'space')}; {rule}"
        if count > most:
            yield _broken(found[most], "terrain-count", message, f"Change {count - most} of them to {scarcest}.")
        # What a short row, a misspelt word or a second base takes away is no mistake of its own.
        elif count < least and whole:
            hint = f"Change {least - count} of {commonest} to {terrain}."
            yield _broken(found[-1] if found else whole, "terrain-count", message, hint)


def _asymmetries(recipe: Recipe, grid: Grid) -> Iterator[Finding]:
    for space in recipe.terrain_spaces:
        opposite = recipe.opposite(space)
        (word, where), there = grid[space], grid[opposite].value
        if opposite < space and there != word:
            here, across = coordinate(*space), coordinate(*opposite)
            message = f"{here} holds {word}, but opposite it, {across} holds {there}; the board is symmetric"
            yield _broken(where, "asymmetric", message, f"Write {there} in {here}.")
