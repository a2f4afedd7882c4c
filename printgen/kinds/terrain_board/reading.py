"""The options of a board product and the file of its hand-written boards come in; recipes and boards go out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from printgen.errors import Exit, Finding, Where
from printgen.kinds.terrain_board.proof import Fault, faults
from printgen.kinds.terrain_board.recipe import Arrangement, Board, Recipe, Space
from printgen.reading.board_files import misspelt, read_board_file
from printgen.reading.fields import Many
from printgen.reading.located import described, suggestion, validate
from printgen.reading.marked import Map, Seq
from printgen.reading.scalars import shortened

# Larger boards than a wall can hold, and more tries than improve a board, are slips of the hand.
MAX_SIDE = 60
MAX_FAIR = 1000

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
_OPPOSITE: Mapping[str, str] = {
    "top-left": "bottom-right",
    "top-right": "bottom-left",
    "bottom-left": "top-right",
    "bottom-right": "top-left",
}
_WORD = re.compile(r"[^\s,]+")
_Name = Annotated[str, Field(min_length=1, max_length=60)]
_Side = Annotated[int, Field(ge=1, le=MAX_SIDE)]


class _Recipe(BaseModel):
    # The options of a product say more than the recipe, such as how the board is printed.
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True, defer_build=True)

    rows: _Side
    columns: _Side
    bases: dict[str, Corner]
    terrains: Annotated[Many[_Name], Field(max_length=200)]
    victory: str
    arrangement: Arrangement = "plain"
    fair: Annotated[int, Field(ge=1, le=MAX_FAIR)] = 1
    board: _Name | None = None
    boards: _Name | None = None


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    name: Annotated[str, Field(min_length=1, max_length=200)]
    cells: Many[Any]


@lru_cache(maxsize=8)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def read_recipe(options: Map) -> tuple[Recipe | None, list[Finding]]:
    """The recipe that a product's options hold; None, and every finding at its place, when they have mistakes.

    Keys that are no part of a recipe are left to others, unless they look like a misspelt one.
    """
    checked, findings = validate(_adapter(_Recipe), options, options.start, "options")
    findings = [*findings, *misspelt(options, tuple(_Recipe.model_fields)), *_contradictions(options)]
    if checked is None or findings:
        return None, sorted(dict.fromkeys(findings), key=lambda finding: finding.where)
    bases = tuple((name, *_corner(corner, checked.rows, checked.columns)) for name, corner in checked.bases.items())
    recipe = Recipe(
        rows=checked.rows,
        columns=checked.columns,
        bases=bases,
        terrains=checked.terrains,
        arrangement=checked.arrangement,
        fair=checked.fair,
        victory=checked.victory,
    )
    findings = _too_few_spaces(recipe, options)
    return (None if findings else recipe), findings


def read_board(entry: Map, recipe: Recipe) -> tuple[Board | None, list[Finding]]:
    """The board that `name` and `cells` of an entry write out; None, and every finding, when it breaks its recipe.

    A row of cells is a list of words, or one text of words with spaces or commas between them.
    """
    checked, findings = validate(_adapter(_Entry), entry, entry.start, "the board")
    rows = entry.get("cells")
    if not isinstance(rows, Seq):
        return None, findings
    cells: list[list[str]] = []
    places: list[list[Where]] = []
    refused: set[Space] = set()
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
    if checked is None or findings:
        return None, sorted(findings, key=lambda finding: finding.where)
    return Board(recipe, tuple(tuple(row) for row in cells)), []


def read_boards(options: Map, folder: Path, recipe: Recipe) -> tuple[dict[str, Board], list[Finding]]:
    """The hand-written boards by name, from the file that the options name under `boards`; none without it.

    The file lies in `folder`, the game's, and holds a list of entries as `read_board` takes them. Boards with
    mistakes are left out and reported.
    """
    return read_board_file(options, folder, lambda entry: read_board(entry, recipe))


def _corner(corner: str, rows: int, columns: int) -> Space:
    return (0 if corner.startswith("top") else rows - 1), (0 if corner.endswith("left") else columns - 1)


def _contradictions(options: Map) -> Iterator[Finding]:
    """What is wrong between values of a recipe, whatever is wrong with others of them."""
    terrains, bases = options.get("terrains"), options.get("bases")
    names = [name for name in terrains if isinstance(name, str)] if isinstance(terrains, Seq) else []
    if isinstance(terrains, Seq):
        yield from _bad_terrains(terrains)
    if isinstance(bases, Map):
        yield from _bad_bases(bases, names, options.get("arrangement") == "symmetric")
    victory = options.get("victory")
    if names and isinstance(victory, str) and victory not in names:
        message, hint = f'victory has the unknown terrain "{shortened(victory)}"', suggestion(victory, tuple(names))
        yield Finding("error", options.where("victory"), message, hint, "unknown-terrain")


def _bad_terrains(terrains: Seq) -> Iterator[Finding]:
    if len(terrains) < 2:
        message = f"terrains names {'only one terrain' if terrains else 'no terrain'}; a mix needs at least 2"
        yield Finding("error", terrains.start, message, "Add a terrain.", "too-few-terrains")
    for n, name in enumerate(terrains):
        if not isinstance(name, str):
            continue
        if name in terrains[:n]:
            message = f'the terrain "{shortened(name)}" stands twice in the list'
            yield Finding("error", terrains.where(n), message, "Remove one of the two.", "duplicate-terrain")
        elif name and not _WORD.fullmatch(name):
            yield _not_one_word(name, terrains.where(n))


def _bad_bases(bases: Map, terrains: list[str], symmetric: bool) -> Iterator[Finding]:
    if len(bases) != 2:
        message = f"bases names {len(bases)} base{'' if len(bases) == 1 else 's'}; a board has 2"
        hint = "Write two bases, each with its corner, such as joe-base: top-left."
        yield Finding("error", bases.start, message, hint, "base-count")
    taken: dict[str, str] = {}
    for name, corner in bases.items():
        if name in terrains:
            message = f'the base "{shortened(name)}" has the name of a terrain'
            yield Finding("error", bases.key_where(name), message, "Give it another name.", "duplicate-terrain")
        elif not _WORD.fullmatch(name):
            yield _not_one_word(name, bases.key_where(name))
        if not isinstance(corner, str) or corner not in _OPPOSITE:
            continue
        if corner in taken:
            message = f"the {name} lies {corner}, where the {taken[corner]} lies"
            hint = f"Write {_OPPOSITE[corner]}, the opposite corner."
            yield Finding("error", bases.where(name), message, hint, "same-corner")
        elif symmetric and taken and _OPPOSITE[corner] not in taken:
            (first, *_) = taken
            message = f"the {name} lies {corner}; on a symmetric board it lies opposite the {taken[first]}"
            yield Finding("error", bases.where(name), message, f"Write {_OPPOSITE[first]}.", "not-opposite")
        taken.setdefault(corner, name)


def _not_one_word(name: str, where: Where) -> Finding:
    message = f'"{shortened(name)}" is not one word'
    return Finding("error", where, message, "Write it without spaces and commas, such as joe-base.", "bad-name")


def _too_few_spaces(recipe: Recipe, options: Map) -> list[Finding]:
    size = f"a board of {recipe.rows} x {recipe.columns}"
    if len(recipe.homes) < len(recipe.bases):
        message = f"{size} has no two corners for its bases"
        return [Finding("error", options.where("rows"), message, "Add rows or columns.", "too-few-spaces")]
    spaces, kinds = len(recipe.terrain_spaces), len(recipe.terrains)
    paired = recipe.arrangement == "symmetric"
    if (spaces + 1) // 2 < kinds if paired else spaces < kinds:
        message = f"{size} has {spaces} spaces besides its bases, too few for {kinds} terrains"
        message += " in pairs of opposite spaces" if paired else ""
        hint = "Add rows or columns, or remove terrains."
        return [Finding("error", options.where("rows"), message, hint, "too-few-spaces")]
    return []


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
