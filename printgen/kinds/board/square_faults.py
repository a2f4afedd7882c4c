"""What is wrong with the options of boards of squares, and with boards that are written by hand."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from operator import gt, lt
from typing import Annotated, Any

from pydantic import Field

from printgen.base.errors import Exit, Finding, Where, did_you_mean, unknown_word
from printgen.base.limits import consume
from printgen.base.units import coordinate, count_noun, mm
from printgen.kinds.board.grid import Space
from printgen.kinds.board.plan import check_locks
from printgen.kinds.board.squares import ANYWHERE, LEAST, SquareBoard, SquareOptions
from printgen.reading.files import Files
from printgen.reading.maps import PlacedValue, row_of
from printgen.reading.part import Many, Part
from printgen.reading.positions import LocatedList
from printgen.reading.scalars import shorten
from printgen.reading.validation import describe

_WORD = re.compile(r"[^\s,]+")


def option_faults(options: SquareOptions) -> Iterator[Finding]:
    """What is wrong between the values of options."""
    alone = isinstance(options.terrains, dict) or options.map is not None
    if len(options.terrains) < (1 if alone else 2):
        message = f"terrains names {count_noun(len(options.terrains), 'terrain')}; a mix needs at least 2"
        yield Finding("error", options.where_of("terrains"), message, "Add a terrain.", "too-few-terrains")
    if options.terrains and not any(options.weights.values()):
        yield Finding("error", options.where_of("terrains"), "all weights are 0", "Give one of them more.", "no-weight")
    if options.victory is not None and options.terrains:
        message = f'victory has the unknown terrain "{shorten(options.victory)}"'
        yield from _unknown_terrain(options.victory, options.terrains, options.where_of("victory"), message)
    yield from _check_score(options)
    yield from _bad_names(options)
    yield from _bad_places(options)
    yield from _bad_look(options)
    yield from check_locks(options, "space")
    yield from _bad_locks(options)


def _unknown_terrain(word: str, known: Collection[str], where: Where, message: str) -> Iterator[Finding]:
    if word not in known:
        yield unknown_word(where, "unknown-terrain", message, word, known)


def _check_score(options: SquareOptions) -> Iterator[Finding]:
    """What a score and notes speak of that the board has not."""
    if options.fair > 1 and not options.score:
        message = "fair keeps the board with the best score, but the recipe has no score"
        yield Finding("error", options.where_of("fair"), message, "Add score:, or remove fair.", "missing-score")
    if options.score and (len(options.bases) != 2 or any(base.at == ANYWHERE for base in options.bases.values())):
        message = (
            f"a score compares two bases in their places; the board has {count_noun(len(options.homes), 'such base')}"
        )
        hint = "Write two bases, each with its corner, such as north-base: top-left, or remove score."
        yield Finding("error", options.where_of("score"), message, hint, "base-count")
    if options.victory is not None:
        return
    if options.score.goal:
        message = "the score counts steps to the spaces that win, but the board has no victory"
        yield Finding("error", options.score.where_of("goal"), message, "Add victory:, or remove goal.", "missing-key")
    for n, note in enumerate(options.notes):
        if "{goal}" in note:
            message = "{goal} stands for the terrain that wins, but the board has no victory"
            yield Finding("error", options.where_of("notes", n), message, "Add victory:, or name it.", "missing-key")


def _bad_names(options: SquareOptions) -> Iterator[Finding]:
    names = options.words()
    known = [name for name, _ in names]
    for name in options.does:
        message = f'does has the unknown terrain "{shorten(name)}"'
        yield from _unknown_terrain(name, known, options.key_where_of("does", name), message)
    for n, (name, where) in enumerate(names):
        if name in known[:n]:
            message, hint = f'"{shorten(name)}" is the name of another terrain', "Give it another name, or remove it."
            yield Finding("error", where, message, hint, "duplicate-terrain")
        elif not _WORD.fullmatch(name):
            hint = "Write it without spaces and commas, such as north-gate."
            yield Finding("error", where, f'"{shorten(name)}" is not one word', hint, "bad-name")


def _bad_places(options: SquareOptions) -> Iterator[Finding]:
    """Bases in the same place, or off the board, and boards without a space for terrain."""
    taken: dict[Space, str] = {}
    size, grid = f"a board of {options.rows} x {options.columns}", options.grid
    for name, base in options.bases.items():
        where, space = base.where_of("at"), options.place_of(base)
        if space is not None and space not in grid:
            message = f"{base.at} lies off {size}"
            yield Finding("error", where, message, "Write a space of the board.", "off-board")
        elif space is not None and space in taken:
            message = f"the {name} lies {base.at}, where the {taken[space]} lies"
            yield Finding("error", where, message, "Give it another space.", "same-corner")
        elif space is not None:
            taken[space] = name
    if options.symmetric and {grid.opposite(space) for space in taken} != taken.keys():
        message = "on a symmetric board bases lie opposite each other, in pairs or in the middle"
        yield Finding("error", options.where_of("bases"), message, "Move one of them.", "not-opposite")
    if len(taken) >= len(grid.cells):
        message = f"{size} has no space besides its bases"
        yield Finding("error", options.where_of("rows"), message, "Add rows or columns.", "too-few-spaces")


def _bad_look(options: SquareOptions) -> Iterator[Finding]:
    """Bands that are too large for their spaces, and looks of terrains that nothing says the colour of."""
    size, least, band = options.space, options.least, options.style.band
    message = "a space with a {} band needs {} x {} mm or more".format(band, *LEAST[band])
    if options.band and any(map(lt, size, map(mm, LEAST[band]))):
        yield Finding("error", options.where_of("band"), message, "Write a smaller band, or none.", "bad-size")
    if least and any(map(gt, least, size)):
        message, hint = "least is larger than the space", "Write a size that is smaller, or remove the line."
        yield Finding("error", options.where_of("least"), message, hint, "bad-size")
    elif least and any(map(lt, least, map(mm, LEAST[band]))):
        yield Finding("error", options.where_of("least"), message, "Write a larger one.", "bad-size")
    for name, look in options.looks.items():
        if look and not look.color and not look.colors:
            message, hint = f"{shorten(name)} has a look without a color", 'Add color: such as "#7DB46C".'
            yield Finding("error", look.where, message, hint, "missing-key")


def _bad_locks(options: SquareOptions) -> Iterator[Finding]:
    """Locks to terrains that there are not, and of spaces that hold a base."""
    for name, word in options.locked.items():
        message = f'locked has the unknown terrain "{shorten(word)}"'
        yield from _unknown_terrain(word, options.terrains, options.where_of("locked", name), message)
        if home := options.homes.get(options.grid.by_name.get(name, (-1, -1))):
            message = f"{name} is locked, but the {home} lies there whatever the seed"
            yield Finding("error", options.key_where_of("locked", name), message, "Remove it.", "locked-base")


class SquareEntry(Part):
    """A board written by hand."""

    name: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="what the board is called")
    cells: Many[Any] = Field(
        description="its rows from the top, each a list of terrains and bases, or a text with blanks between them"
    )


Grid = Mapping[Space, PlacedValue]


def parse_entry(files: Files, entry: SquareEntry, options: SquareOptions) -> SquareBoard | None:
    """The board that an entry writes out; None, with every finding, when it breaks its recipe."""
    rows: LocatedList = entry.source_map["cells"]
    board = PlacedValue([PlacedValue(list(_words(rows, n)), rows.where(n)) for n in range(len(rows))], rows.start)
    findings = board_faults(options, board)
    files.add(findings)
    return None if findings else SquareBoard(options, {at: word for at, (word, _) in _cells(options, board).items()})


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
    """What lies on the spaces of a board, as far as its rows go."""
    rows = enumerate(board.value[: options.rows])
    return {(n, column): word for n, row in rows for column, word in enumerate(row.value[: options.columns])}


def board_faults(options: SquareOptions, board: PlacedValue) -> list[Finding]:
    """Everything that is wrong with a board, however ragged; nothing at all proves that it keeps its recipe.

    One that is no board of the recipe at all, since its shape or a word is wrong, is bad input; others break a rule.
    """
    cells = _cells(options, board)
    findings = list(_wrong_length(board, options.rows, "the board", "row"))
    for n, row in enumerate(board.value[: options.rows], 1):
        findings += _wrong_length(row, options.columns, f"row {n}", "space")
    findings += _check_places(options, cells)
    if not findings:
        findings += _asymmetries(options, cells) if options.symmetric else ()
        for space, word in options.locks.items():
            if cells[space].value != word:
                here = coordinate(*space)
                message = f"{here} holds {cells[space].value}, but is locked to {word}"
                findings.append(_broken(cells[space].where, "not-locked", message, f"Write {word} in {here}."))
    return findings


def _broken(where: Where, code: str, message: str, hint: str) -> Finding:
    return Finding("error", where, message, hint, code, Exit.RULES_BROKEN)


def _wrong_length(given: PlacedValue, wanted: int, what: str, noun: str) -> Iterator[Finding]:
    missing = wanted - len(given.value)
    if missing:
        where = given.where if missing > 0 else given.value[wanted].where
        message = f"{what} has {count_noun(len(given.value), noun)}; the recipe asks for {wanted}"
        hint = f"{'Add' if missing > 0 else 'Remove'} {count_noun(abs(missing), noun)}."
        yield Finding("error", where, message, hint, "row-count" if noun == "row" else "row-length")


def _check_places(options: SquareOptions, cells: Grid) -> Iterator[Finding]:
    """Words that are none of the recipe, and bases and terrains that lie where the other should."""
    corners = {name: home for home, name in options.homes.items()}
    known = (*options.terrains, *options.bases)
    for space, (word, where) in cells.items():
        here, home = coordinate(*space), options.homes.get(space)
        if word is None and options.map is not None:
            continue
        if not isinstance(word, str):
            message = f"a space should be text, not {describe(word)}"
            yield Finding("error", where, message, "Write a terrain here.", "wrong-type")
        elif word not in known:
            message = f'{here} holds the unknown terrain "{shorten(word)}"'
            yield Finding("error", where, message, did_you_mean(word, known), "unknown-terrain")
        elif home and word != home:
            message = f"{here} holds {word}; the {home} belongs there"
            yield _broken(where, "missing-base", message, f"Write {home} in {here}.")
        # Where a row is too short to reach the corner, that says it all.
        elif not home and corners.get(word) in cells:
            message = f"{here} holds the {word}, which belongs in {coordinate(*corners[word])}"
            yield _broken(where, "misplaced-base", message, "Write a terrain here.")


def _asymmetries(options: SquareOptions, cells: Grid) -> Iterator[Finding]:
    for space in options.terrain_spaces:
        opposite = options.grid.opposite(space)
        (word, where), there = cells[space], cells[opposite].value
        if opposite < space and there != word:
            here, across = coordinate(*space), coordinate(*opposite)
            message = f"{here} holds {word}, but opposite it, {across} holds {there}; the board is symmetric"
            yield _broken(where, "asymmetric", message, f"Write {there} in {here}.")
