"""Boards written by hand and their recipe come in; boards, or whatever breaks the recipe, each at its word, go out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from printgen.base.letters import coordinate
from printgen.errors import Exit, Finding, Where
from printgen.kinds.terrain_board.recipe import Board, Recipe, Space, many
from printgen.reading.boards import boards_by_hand
from printgen.reading.fields import Many
from printgen.reading.files import Files
from printgen.reading.located import described, suggestion
from printgen.reading.marked import Seq
from printgen.reading.part import Part
from printgen.reading.scalars import shortened

_WORD = re.compile(r"[^\s,]+")


class BoardEntry(Part):
    """A board written by hand."""

    name: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="what the board is called")
    cells: Many[Any] = Field(
        description="its rows from the top, each a list of terrains and bases, or a text with blanks between them"
    )


class Word(NamedTuple):
    """What is written for a space, which should be a text, and its place."""

    text: Any
    where: Where


class Row(NamedTuple):
    """The words of a row, and its place."""

    words: Sequence[Word]
    where: Where


Grid = Mapping[Space, Word]


def read_boards(files: Files, path: Path, recipe: Recipe) -> dict[str, Board]:
    """The boards of a file by name, without those that have mistakes, which are reported to `files`."""
    return boards_by_hand(files, path, BoardEntry, lambda entry: read_board(files, entry, recipe))


def read_board(files: Files, entry: BoardEntry, recipe: Recipe) -> Board | None:
    """The board that an entry writes out; None, with every finding, when it breaks its recipe."""
    given: Seq = entry.written["cells"]
    rows = [Row(tuple(_words(given, n)), given.where(n)) for n in range(len(given))]
    findings = faults(recipe, rows, given.start)
    files.add(findings)
    return None if findings else Board(recipe, {space: word.text for space, word in _grid(recipe, rows).items()})


def _words(rows: Seq, n: int) -> Iterator[Word]:
    """The words of a row, each with its place; a row that is neither a list nor a text is one wrong word."""
    row = rows[n]
    if isinstance(row, Seq):
        yield from (Word(word, row.where(column)) for column, word in enumerate(row))
    elif isinstance(row, str):
        source = rows.source
        at = source.offsets[rows.first + n]
        for word in _WORD.findall(row):
            # Quotes and block signs may stand before a word. One with an escape in it does not stand in the text
            # as it reads: the row has to do for its place, and for those of the words behind it.
            found = re.compile(rf"\W*?{re.escape(word)}").match(source.text, at)
            yield Word(word, source.where(found.end() - len(word)) if found else rows.where(n))
            at = found.end() if found else at
    else:
        yield Word(row, rows.where(n))


def _grid(recipe: Recipe, rows: Sequence[Row]) -> Grid:
    """What lies on the spaces of a board, as far as rows go."""
    return {
        (row, column): word
        for row, (words, _) in enumerate(rows[: recipe.rows])
        for column, word in enumerate(words[: recipe.columns])
    }


def faults(recipe: Recipe, rows: Sequence[Row], where: Where) -> list[Finding]:
    """Everything that is wrong with rows, however ragged; nothing at all proves that they keep the recipe.

    Rows that are no board of the recipe at all, since their shape or a word is wrong, are bad input; others break a
    rule. `where` is the place of the board.
    """
    grid = _grid(recipe, rows)
    found = [*_shape(recipe, rows, where), *_misplaced(recipe, grid)]
    whole = not found
    found += _counts(recipe, grid, whole, where)
    if whole and recipe.arrangement == "symmetric":
        found += _asymmetries(recipe, grid)
    return found


def _broken(where: Where, code: str, message: str, hint: str) -> Finding:
    return Finding("error", where, message, hint, code, Exit.RULES_BROKEN)


def _shape(recipe: Recipe, rows: Sequence[Row], where: Where) -> Iterator[Finding]:
    def short(held: Sequence[Row] | Sequence[Word], wanted: int, of: Where, noun: str, what: str) -> Iterator[Finding]:
        missing = wanted - len(held)
        if missing:
            message = f"{what} has {many(len(held), noun)}; the recipe asks for {wanted}"
            hint = f"{'Add' if missing > 0 else 'Remove'} {many(abs(missing), noun)}."
            code = "row-count" if noun == "row" else "row-length"
            yield Finding("error", of if missing > 0 else held[wanted].where, message, hint, code)

    for n, row in enumerate(rows[: recipe.rows], 1):
        yield from short(row.words, recipe.columns, row.where, "space", f"row {n}")
    yield from short(rows, recipe.rows, where, "row", "the board")


def _misplaced(recipe: Recipe, grid: Grid) -> Iterator[Finding]:
    """Words that are none of the recipe, and bases and terrains that lie where the other should."""
    corners = {name: home for home, name in recipe.homes.items()}
    known = (*recipe.terrains, *corners)
    for space, (word, where) in grid.items():
        here, home = coordinate(*space), recipe.homes.get(space)
        if not isinstance(word, str):
            message = f"a space should be text, not {described(word)}"
            yield Finding("error", where, message, "Write a terrain here.", "wrong-type")
        elif word not in known:
            message = f'{here} holds the unknown terrain "{shortened(word)}"'
            yield Finding("error", where, message, suggestion(word, known), "unknown-terrain")
        elif home and word != home:
            message = f"{here} holds {word}; the {home} belongs there"
            yield _broken(where, "missing-base", message, f"Write {home} in {here}.")
        # Where a row is too short to reach the corner, that says it all.
        elif not home and corners.get(word) in grid:
            message = f"{here} holds the {word}, which belongs in {coordinate(*corners[word])}"
            yield _broken(where, "misplaced-base", message, "Write a terrain here.")


def _counts(recipe: Recipe, grid: Grid, whole: bool, where: Where) -> Iterator[Finding]:
    """Terrains that stand too often or too seldom.

    That no terrain leaves the range between the smallest and the largest share is proof enough: as all spaces are
    taken, and come in pairs on a symmetric board, only the even shares add up.
    """
    shares = recipe.shares
    rule = f"{many(len(recipe.terrain_spaces), 'space')} for {many(len(recipe.terrains), 'terrain')} give each "
    rule += " or ".join(str(share) for share in sorted(set(shares)))
    places = {
        terrain: [word.where for space, word in grid.items() if word.text == terrain and space not in recipe.homes]
        for terrain in recipe.terrains
    }
    scarcest, commonest = (rarity(places, key=lambda terrain: len(places[terrain])) for rarity in (min, max))
    for terrain, found in places.items():
        count = len(found)
        message = f"{terrain} stands on {many(count, 'space')}; {rule}"
        if count > shares[0]:
            yield _broken(
                found[shares[0]], "terrain-count", message, f"Change {count - shares[0]} of them to {scarcest}."
            )
        # What a short row, a misspelt word or a second base takes away is no mistake of its own.
        elif count < shares[-1] and whole:
            hint = f"Change {shares[-1] - count} of {commonest} to {terrain}."
            yield _broken(found[-1] if found else where, "terrain-count", message, hint)


def _asymmetries(recipe: Recipe, grid: Grid) -> Iterator[Finding]:
    for space in recipe.terrain_spaces:
        opposite = recipe.opposite(space)
        here, there = grid[space], grid[opposite].text
        if opposite < space and there != here.text:
            message = (
                f"{coordinate(*space)} holds {here.text}, but opposite it, {coordinate(*opposite)} holds {there}; "
            )
            message += "the board is symmetric"
            yield _broken(here.where, "asymmetric", message, f"Write {there} in {coordinate(*space)}.")
