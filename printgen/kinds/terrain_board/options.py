"""A board product's options and the recipe that they follow come in; what to print, boards included, goes out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from printgen.base.letters import many
from printgen.base.units import mm
from printgen.errors import Exit, Finding, did_you_mean
from printgen.kinds.terrain_board.maker import Strengths, make_board, score, score_mistakes, strengths_of
from printgen.kinds.terrain_board.proof import read_boards
from printgen.kinds.terrain_board.recipe import OPPOSITE, Board, Recipe, Text, strange
from printgen.reading.boards import BoardPlan, board_options
from printgen.reading.fields import Many, problem
from printgen.reading.part import Size, adapter
from printgen.reading.records import Game, Loading
from printgen.reading.scalars import shortened

_WORD = re.compile(r"[^\s,]+")


def _roomy(size: tuple[float, float]) -> tuple[float, float]:
    # A space below this has no room for its band and motif.
    if size[0] < mm(40) or size[1] < mm(50):
        raise problem("bad-size", "a space needs 40 x 50 mm or more", "Write it like 74x98mm.")
    return size


class TerrainOptions(Recipe):
    """What a product of the kind terrain-board says under `options`, and its recipe under `boards`."""

    forms: ClassVar = {
        "space": ("poster", "tiles"), "card": ("poster", "tiles"), "backs": ("tiles",), "count": ("maps",),
        "notes": ("maps",),
    }  # fmt: skip
    form: Literal["poster", "tiles", "maps"] = Field(
        "poster", description="one poster, a tile for every space, or sheets of maps"
    )
    space: Annotated[Size, AfterValidator(_roomy)] = Field(
        (mm(74), mm(98)), description="how large a space of the poster, or a tile, is"
    )
    card: str = Field("63.5x88.9mm", description="the size of the cards that brackets on a space make room for")
    count: int = Field(12, ge=1, le=200, description="how many maps, from the seed up")
    backs: bool = Field(False, description="whether tiles have backs")
    notes: Annotated[Many[Text], Field(max_length=3)] = Field(
        (), description="lines at the foot of maps, at most 3; {goal} stands for the terrain that wins"
    )


@dataclass(frozen=True)
class Plan(BoardPlan[Board]):
    """What a product prints: boards that keep the recipe in its options."""

    options: TerrainOptions
    strengths: Strengths

    def make(self, seed: int) -> Board:
        return make_board(self.options, seed, self.strengths)

    def data(self, board: Board) -> dict[str, Any]:
        size = {"rows": board.recipe.rows, "columns": board.recipe.columns}
        result = score(board, self.strengths).as_data()
        return {"seed": board.seed, **size, "cells": board.rows, "counts": board.counts, "score": result}


def load_board(loading: Loading) -> Plan | None:
    """A product's plan; None, with findings, when its options, its recipe or its file of boards have mistakes."""
    product, files = loading.product, loading.files
    if not product.gives("options"):
        hint = "Add options: with board: and a name of boards, or with a recipe."
        files.report(product.where, "missing-key", 'the key "options" is missing', hint)
        return None
    source = board_options(loading)
    options: TerrainOptions | None = None
    if source is not None:
        options = files.check(adapter(TerrainOptions), source, source.start, "options")
    if options is None:
        return None
    faults = [*_contradictions(options), *score_mistakes(loading.game, options)]
    files.add(faults)
    before = len(files.findings)
    by_hand: Board | None = None
    if not faults:
        boards = read_boards(files, options.boards, options) if options.boards else {}
        by_hand = boards.get(options.by_hand or "")
        if options.by_hand and by_hand is None and len(files.findings) == before:
            hint = did_you_mean(options.by_hand, boards) or "Add boards: and the file that holds it."
            message = f"by-hand is '{shortened(options.by_hand)}'"
            files.report(options.where_of("by-hand"), "unknown-board", message, hint)
    if faults or len(files.findings) > before:
        return None
    return Plan(options, strengths_of(loading.game, options), by_hand=by_hand)


def check_boards(game: Game) -> Iterator[Finding]:
    """Findings for tables that suit cards to a terrain of no board; none while a board has mistakes of its own."""
    plans = [product.loaded for product in game.products.values() if product.kind == "terrain-board"]
    if not all(isinstance(plan, Plan) for plan in plans):
        return
    terrains = {terrain for plan in plans for terrain in plan.options.terrains}
    scored = [plan.options.score.terrain for plan in plans if plan.options.score.terrain]
    for table, column in dict.fromkeys((suited.terrain.table, suited.terrain.column) for suited in scored):
        for code, row in game.tables[table].rows.items() if table in game.tables else ():
            terrain = row.get(column)
            if terrain and terrain not in terrains:
                message = f'"{code}" of {table} suits the terrain "{terrain}", which is on no board of the game'
                hint, where = did_you_mean(str(terrain), terrains), game.tables[table].where_of(code, column)
                yield Finding("error", where, message, hint, "unknown-terrain", Exit.RULES_BROKEN)


def _contradictions(recipe: Recipe) -> Iterator[Finding]:
    """What is wrong between the values of a recipe."""
    if len(recipe.terrains) < 2:
        message = f"terrains names {many(len(recipe.terrains), 'terrain')}; a mix needs at least 2"
        yield Finding("error", recipe.where_of("terrains"), message, "Add a terrain.", "too-few-terrains")
    message = f'victory has the unknown terrain "{shortened(recipe.victory)}"'
    if recipe.terrains:
        yield from strange(recipe.victory, recipe.terrains, recipe.where_of("victory"), message, "unknown-terrain")
    if recipe.fair > 1 and not recipe.score:
        message = "fair keeps the board with the best score, but the recipe has no score"
        yield Finding("error", recipe.where_of("fair"), message, "Add score:, or remove fair.", "missing-score")
    yield from _bad_names(recipe)
    if len(recipe.bases) == 2:
        yield from _bad_corners(recipe)
    else:
        message = f"bases names {many(len(recipe.bases), 'base')}; a board has 2"
        hint = "Write two bases, each with its corner, such as joe-base: top-left."
        yield Finding("error", recipe.where_of("bases"), message, hint, "base-count")


def _bad_names(recipe: Recipe) -> Iterator[Finding]:
    seen: set[str] = set()
    for name, where in recipe.named():
        said = f'"{shortened(name)}"'
        if name in seen:
            message, hint = f"{said} is the name of another terrain", "Give it another name, or remove it."
            yield Finding("error", where, message, hint, "duplicate-terrain")
        elif not _WORD.fullmatch(name):
            hint = "Write it without spaces and commas, such as joe-base."
            yield Finding("error", where, f"{said} is not one word", hint, "bad-name")
        seen.add(name)


def _bad_corners(recipe: Recipe) -> Iterator[Finding]:
    """What is wrong with where the two bases lie, and with the room that they leave."""
    (first, taken), (second, corner) = recipe.bases.items()
    where, hint = recipe.where_of("bases", second), f"Write {OPPOSITE[taken]}, the opposite corner."
    if corner == taken:
        message = f"the {second} lies {corner}, where the {first} lies"
        yield Finding("error", where, message, hint, "same-corner")
    elif recipe.arrangement == "symmetric" and corner != OPPOSITE[taken]:
        message = f"the {second} lies {corner}; on a symmetric board it lies opposite the {first}"
        yield Finding("error", where, message, hint, "not-opposite")
    where, size = recipe.where_of("rows"), f"a board of {recipe.rows} x {recipe.columns}"
    if len(recipe.homes) == 2 and recipe.terrains and not recipe.shares[-1]:
        message = f"{size} has {many(len(recipe.terrain_spaces), 'space')} besides its bases, too few for "
        message += many(len(recipe.terrains), "terrain")
        message += " in pairs of opposite spaces" if recipe.arrangement == "symmetric" else ""
        yield Finding("error", where, message, "Add rows or columns, or remove terrains.", "too-few-spaces")
    elif corner != taken and len(recipe.homes) < 2:
        message = f"{size} has no two corners for its bases"
        yield Finding("error", where, message, "Add rows or columns.", "too-few-spaces")
