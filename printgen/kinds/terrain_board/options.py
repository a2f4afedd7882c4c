"""A board product's options and the recipe that they follow come in; what to print, boards included, goes out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from printgen.base.units import mm, parse_size
from printgen.errors import Finding, Where, did_you_mean
from printgen.kinds.terrain_board.fairness import Strengths, score
from printgen.kinds.terrain_board.maker import make_board
from printgen.kinds.terrain_board.reading import read_boards
from printgen.kinds.terrain_board.recipe import Arrangement, Board, Recipe, Scoring
from printgen.kinds.terrain_board.strengths import read_strengths
from printgen.reading.boards import BoardOptions, board_options
from printgen.reading.fields import Many, problem
from printgen.reading.files import Files
from printgen.reading.located import suggestion
from printgen.reading.part import File, Phrase, Words, adapter
from printgen.reading.records import Loading
from printgen.reading.scalars import shortened

# A larger board than a wall can hold, and more tries than improve one, are slips of the hand.
_Side = Annotated[int, Field(ge=1, le=60)]
_MOST_TRIES, _MOST_MAPS = 1000, 200
# A space below this has no room for its band and motif.
_LEAST = (mm(40), mm(50))

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
_OPPOSITE: Mapping[str, Corner] = {
    "top-left": "bottom-right",
    "top-right": "bottom-left",
    "bottom-left": "top-right",
    "bottom-right": "top-left",
}
_WORD = re.compile(r"[^\s,]+")


def _space(value: Any) -> tuple[float, float]:
    try:
        width, height = parse_size(str(value))
    except ValueError as error:
        raise problem("bad-size", str(error), "Write it like 74x98mm.") from error
    if width < _LEAST[0] or height < _LEAST[1]:
        raise problem("bad-size", "a space needs 40 x 50 mm or more", "Write it like 74x98mm.")
    return width, height


_Size = tuple[float, float]
_AS_TEXT = WithJsonSchema({"type": "string", "description": "a size such as 74x98mm"})


class TerrainOptions(BoardOptions):
    """What a product of the kind terrain-board says under `options`, and its recipe under `boards`."""

    form: Literal["poster", "tiles", "maps"] = Field(
        default="poster", description="one poster, a tile for every space, or sheets of maps"
    )
    space: Annotated[_Size, BeforeValidator(_space), _AS_TEXT] = Field(
        default=(mm(74), mm(98)), description="how large a space of the poster, or a tile, is"
    )
    card: str = Field("63.5x88.9mm", description="the size of the cards that brackets on a space make room for")
    count: int = Field(default=12, ge=1, le=_MOST_MAPS, description="how many maps, from the seed up")
    backs: bool = Field(default=False, description="whether tiles have backs")
    notes: Annotated[Many[Words], Field(max_length=3)] = Field(
        default=(), description="lines at the foot of maps, at most 3; {goal} stands for the terrain that wins"
    )
    by_hand: Words | None = Field(default=None, alias="by-hand", description="the board to print, of those by hand")
    boards: File | None = Field(default=None, description="a file of boards written by hand")
    rows: _Side = Field(description="how many rows of spaces the board has")
    columns: _Side = Field(description="how many columns of spaces the board has")
    bases: dict[str, Corner] = Field(description="the two bases by name, each with its corner")
    terrains: Annotated[Many[Words], Field(max_length=200)] = Field(
        description="the terrains, each of which comes as often as the others"
    )
    victory: Words = Field(description="the terrain whose spaces win the game")
    arrangement: Arrangement = Field(
        default="plain",
        description="how terrain lies: plain, symmetric (the same when turned by 180 degrees) or clumped in regions",
    )
    fair: int = Field(default=1, ge=1, le=_MOST_TRIES, description="how many boards to make to keep the fairest")
    score: Scoring = Field(default_factory=Scoring, description="what makes a board uneven, and the words for it")


@dataclass(frozen=True, slots=True)
class Plan:
    """What a product prints: boards that keep a recipe, or the one `by_hand` that its options name."""

    options: TerrainOptions
    recipe: Recipe
    strengths: Strengths
    notes: tuple[str, ...] = ()
    by_hand: Board | None = None
    _made: dict[int, Board] = field(default_factory=dict, repr=False, compare=False)

    def chosen(self, seed: int) -> Board:
        """The board that is written by hand, or else the one of the seed."""
        return self.by_hand or self.of_seed(seed)

    def of_seed(self, seed: int) -> Board:
        """The board of a seed, which is made once."""
        if seed not in self._made:
            self._made[seed] = make_board(self.recipe, seed, self.strengths)
        return self._made[seed]

    def told(self, seed: int) -> dict[str, Any]:
        """The board of a seed as plain data, with its score."""
        board = self.of_seed(seed)
        return {
            "seed": seed,
            "rows": self.recipe.rows,
            "columns": self.recipe.columns,
            "cells": [list(row) for row in board.cells],
            "counts": board.counts,
            "score": score(board, self.strengths).as_data(),
        }


def load_board(loading: Loading) -> Plan | None:
    """A product's plan; None, with findings, when its options, its recipe or its file of boards have mistakes."""
    product, files = loading.product, loading.files
    if "options" not in product.source:
        hint = "Add options: with board: and a name of boards, or with a recipe."
        files.report(product.source.start, "missing-key", 'the key "options" is missing', hint)
        return None
    source = board_options(loading)
    if source is None:
        return None
    options: TerrainOptions | None = files.check(adapter(TerrainOptions), source, source.start, "options")
    if options is None:
        return None
    before = len(files.findings)
    files.add(_contradictions(options))
    recipe = _recipe(options)
    files.add(_too_few_spaces(recipe, options))
    strengths = read_strengths(loading, options.score.terrain, options.bases)
    boards: dict[str, Board] = {}
    if options.boards is not None and len(files.findings) == before:
        boards = read_boards(files, options.boards, recipe)
    by_hand = _named(files, options.by_hand, boards) if options.by_hand and len(files.findings) == before else None
    notes = tuple(line.text.replace("{goal}", recipe.goal) for line in options.notes)
    return Plan(options, recipe, strengths, notes, by_hand) if len(files.findings) == before else None


def _named(files: Files, name: Phrase, boards: Mapping[str, Board]) -> Board | None:
    if name.text not in boards:
        hint = did_you_mean(name.text, boards) if boards else "Add boards: and the file that holds it."
        files.report(name.where, "unknown-board", f"by-hand is '{shortened(name.text)}'", hint)
    return boards.get(name.text)


def _recipe(options: TerrainOptions) -> Recipe:
    return Recipe(
        rows=options.rows,
        columns=options.columns,
        bases=tuple((name, *_corner(corner, options)) for name, corner in options.bases.items()),
        terrains=tuple(name.text for name in options.terrains),
        arrangement=options.arrangement,
        fair=options.fair,
        victory=options.victory.text,
        scoring=options.score,
    )


def _corner(corner: str, options: TerrainOptions) -> tuple[int, int]:
    row = 0 if corner.startswith("top") else options.rows - 1
    return row, 0 if corner.endswith("left") else options.columns - 1


def _contradictions(options: TerrainOptions) -> Iterator[Finding]:
    """What is wrong between the values of a recipe."""
    names = [name.text for name in options.terrains]
    if len(names) < 2:
        message = f"terrains names {'only one terrain' if names else 'no terrain'}; a mix needs at least 2"
        yield Finding("error", options.where_of("terrains"), message, "Add a terrain.", "too-few-terrains")
    for n, (name, where) in enumerate(options.terrains):
        if name in names[:n]:
            message = f'the terrain "{shortened(name)}" stands twice in the list'
            yield Finding("error", where, message, "Remove one of the two.", "duplicate-terrain")
        elif not _WORD.fullmatch(name):
            yield _not_one_word(name, where)
    yield from _bad_bases(options, names)
    name, where = options.victory
    if name not in names:
        message, hint = f'victory has the unknown terrain "{shortened(name)}"', suggestion(name, tuple(names))
        yield Finding("error", where, message, hint, "unknown-terrain")
    if options.fair > 1 and not options.score.parts:
        message = "fair keeps the board with the best score, but the recipe has no score"
        yield Finding("error", options.where_of("fair"), message, "Add score:, or remove fair.", "missing-score")


def _bad_bases(options: TerrainOptions, terrains: list[str]) -> Iterator[Finding]:
    bases, source = options.bases, options.written["bases"]
    if len(bases) != 2:
        message = f"bases names {len(bases)} base{'' if len(bases) == 1 else 's'}; a board has 2"
        hint = "Write two bases, each with its corner, such as joe-base: top-left."
        yield Finding("error", source.start, message, hint, "base-count")
    taken: dict[str, str] = {}
    for name, corner in bases.items():
        if name in terrains:
            message = f'the base "{shortened(name)}" has the name of a terrain'
            yield Finding("error", source.key_where(name), message, "Give it another name.", "duplicate-terrain")
        elif not _WORD.fullmatch(name):
            yield _not_one_word(name, source.key_where(name))
        if corner in taken:
            message = f"the {name} lies {corner}, where the {taken[corner]} lies"
            hint = f"Write {_OPPOSITE[corner]}, the opposite corner."
            yield Finding("error", source.where(name), message, hint, "same-corner")
        elif options.arrangement == "symmetric" and taken and _OPPOSITE[corner] not in taken:
            (first, *_) = taken
            message = f"the {name} lies {corner}; on a symmetric board it lies opposite the {taken[first]}"
            yield Finding("error", source.where(name), message, f"Write {_OPPOSITE[first]}.", "not-opposite")
        taken.setdefault(corner, name)


def _not_one_word(name: str, where: Where) -> Finding:
    message = f'"{shortened(name)}" is not one word'
    return Finding("error", where, message, "Write it without spaces and commas, such as joe-base.", "bad-name")


def _too_few_spaces(recipe: Recipe, options: TerrainOptions) -> Iterator[Finding]:
    size, where = f"a board of {recipe.rows} x {recipe.columns}", options.where_of("rows")
    if len(recipe.homes) < min(2, len(recipe.bases)) and len(set(options.bases.values())) == 2:
        message = f"{size} has no two corners for its bases"
        yield Finding("error", where, message, "Add rows or columns.", "too-few-spaces")
        return
    spaces, kinds = len(recipe.terrain_spaces), len(recipe.terrains)
    paired = recipe.arrangement == "symmetric"
    if (spaces + 1) // 2 < kinds if paired else spaces < kinds:
        message = f"{size} has {spaces} spaces besides its bases, too few for {kinds} terrains"
        message += " in pairs of opposite spaces" if paired else ""
        hint = "Add rows or columns, or remove terrains."
        yield Finding("error", where, message, hint, "too-few-spaces")
