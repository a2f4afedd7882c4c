"""A board product's options and the recipe that they follow come in; what to print, boards included, goes out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import ge, gt, lt
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from printgen.base.errors import Exit, Finding, did_you_mean
from printgen.base.seeds import Score
from printgen.base.units import count_noun, mm
from printgen.game.boards import Coordinates, RandomPlan, board_options, check_locks, with_weights
from printgen.game.records import Game, Loading
from printgen.kinds.board.square_maker import Strengths, make_board, score, score_mistakes, strengths_of
from printgen.kinds.board.square_recipe import (
    ANYWHERE,
    MOST,
    OPPOSITE,
    Board,
    Recipe,
    Space,
    Text,
    Weighted,
    read_boards,
    strange,
)
from printgen.kinds.board.square_recipe import faults as faults_of
from printgen.kinds.board.terrain import Band, SpaceStyle
from printgen.reading.files import Files
from printgen.reading.maps import MapRow, PlacedValue, map_rows, resolve_map, with_legend_names, with_map_size
from printgen.reading.part import Many, Size, adapter, problem
from printgen.reading.scalars import shorten

_WORD = re.compile(r"[^\s,]+")


_LEAST: dict[Band, tuple[float, float]] = {"large": (40, 50), "small": (18, 18), "none": (8, 8)}


def _roomy(size: tuple[float, float]) -> tuple[float, float]:
    if min(size) < mm(8):
        raise problem("bad-size", "a space needs 8 x 8 mm or more", "Write it like 30x30mm.")
    return size


class TerrainOptions(Recipe):
    """What a product of the kind terrain-board says under `options`, and its recipe under `boards`."""

    forms: ClassVar = {
        "card": ("poster", "tiles"), "least": ("poster",), "backs": ("tiles",), "count": ("maps",),
        "notes": ("poster", "maps"), "titled": ("poster",),
    }  # fmt: skip
    form: Literal["poster", "tiles", "maps"] = Field(
        "poster", description="one poster, a tile for every space, or sheets of maps"
    )
    space: Annotated[Size, AfterValidator(_roomy)] = Field(
        (mm(74), mm(98)), description="how large a space of the poster, or a tile, is; maps show it smaller"
    )
    least: Annotated[Size, AfterValidator(_roomy)] | None = Field(
        None,
        description="how small a space of the poster may be where that saves pages, or joints that do not meet in rows "
        "and columns",
    )
    titled: bool = Field(
        True, description="whether a poster that one sheet has room for gets a title, a legend and bleed"
    )
    band: Band | None = Field(
        None, description="the band with the name of a space: large, small, or none; as large as fits when left out"
    )
    coordinates: Coordinates | None = Field(
        None, description="the names of spaces, such as A1 or 0101, or none; those of bands when left out"
    )
    card: str = Field("", max_length=40, description="the size of the cards whose place on a space is marked with dots")
    count: int = Field(12, ge=1, le=200, description="how many maps, from the seed up")
    backs: bool = Field(False, description="whether tiles have backs")
    notes: Annotated[Many[Text], Field(max_length=3)] = Field(
        (),
        description="lines at the foot of maps, and at the head of posters, at most 3; {goal} is the terrain that wins",
    )

    @property
    def style(self) -> SpaceStyle:
        """How spaces are drawn."""
        fits: Iterator[Band] = (name for name, least in _LEAST.items() if all(map(ge, self.space, map(mm, least))))
        band: Band = self.band if self.band is not None else next(fits)
        return SpaceStyle(band, self.coordinates or ("none" if band == "none" else "A1"))


@dataclass(frozen=True)
class Plan(RandomPlan[Board]):
    """What a product prints: boards that keep the recipe in its options."""

    options: TerrainOptions
    strengths: Strengths

    def make(self, seed: int) -> Board:
        return make_board(self.options, seed, self.strengths)

    def score(self, board: Board) -> Score:
        return score(board, self.strengths)

    @property
    def spaces(self) -> int:
        return len(self.options.spaces)

    def data(self, board: Board) -> dict[str, Any]:
        size = {"rows": board.recipe.rows, "columns": board.recipe.columns}
        result = self.score(board).as_data()
        told = {"locked": self.locked} if self.locked else {}
        return {"seed": board.seed, **size, **told, "cells": board.rows, "counts": board.counts, "score": result}

    @property
    def locked(self) -> dict[str, str]:
        return dict(self.options.locked)

    @property
    def amounts(self) -> dict[str, float]:
        return self.options.weights if isinstance(self.options.terrains, dict) else {}

    def with_amounts(self, amounts: Mapping[str, float]) -> dict[str, Any]:
        return {"terrains": with_weights(self.options.source_map["terrains"], amounts, Weighted.short)}

    def held(self, board: Board) -> dict[str, str]:
        homes = self.options.homes
        return {name: board.cells[at] for name, at in self.options.names.items() if at not in homes}


def load_board(loading: Loading) -> Plan | None:
    """A product's plan; None, with findings, when its options, its recipe or its file of boards have mistakes."""
    product, files = loading.product, loading.files
    if not product.gives("options"):
        hint = "Add options: with board: and a name of boards, or with a recipe."
        files.report(product.where, "missing-key", 'the key "options" is missing', hint)
        return None
    source = board_options(loading)
    letters = map_rows(files, source) if source is not None else None
    if source is not None:
        source = with_legend_names(with_map_size(files, source, letters, MOST), "terrains", ("bases",))
    options: TerrainOptions | None = None
    if source is not None:
        options = files.check(adapter(TerrainOptions), source, source.start, "options")
    if options is None:
        return None
    faults = [*_contradictions(options), *score_mistakes(loading.game, options)]
    files.add(faults)
    mapped = _mapped(files, options, letters) if letters is not None and not faults else None
    if faults or (letters is not None and mapped is None):
        return None
    before = len(files.findings)
    boards = read_boards(files, options.boards, options) if options.boards else {}
    by_hand = boards.get(options.by_hand or "")
    if options.by_hand and by_hand is None and len(files.findings) == before:
        hint = did_you_mean(options.by_hand, boards) or "Add boards: and the file that holds it."
        message = f"by-hand is '{shorten(options.by_hand)}'"
        files.report(options.where_of("by-hand"), "unknown-board", message, hint)
    if len(files.findings) > before:
        return None
    return Plan(options, strengths_of(loading.game, options), by_hand=by_hand or mapped, mapped=mapped)


def _mapped(files: Files, options: TerrainOptions, letters: Sequence[MapRow]) -> Board | None:
    """The board of a map; None, with findings, where anything is wrong with it."""
    spaces = resolve_map(files, options.source_map, letters, (*options.terrains, *options.bases))
    if spaces is None:
        return None
    rows = [PlacedValue(row, row[0].where) for row in spaces]
    findings = faults_of(options, PlacedValue(rows, options.where_of("map")))
    files.add(findings)
    cells = {(n, m): word.value for n, row in enumerate(spaces) for m, word in enumerate(row) if word.value}
    return None if findings else Board(options, cells)


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
    alone = isinstance(recipe.terrains, dict) or recipe.map is not None
    if len(recipe.terrains) < (1 if alone else 2):
        message = f"terrains names {count_noun(len(recipe.terrains), 'terrain')}; a mix needs at least 2"
        yield Finding("error", recipe.where_of("terrains"), message, "Add a terrain.", "too-few-terrains")
    if recipe.terrains and not any(recipe.weights.values()):
        yield Finding("error", recipe.where_of("terrains"), "all weights are 0", "Give one of them more.", "no-weight")
    if recipe.victory is not None and recipe.terrains:
        message = f'victory has the unknown terrain "{shorten(recipe.victory)}"'
        yield from strange(recipe.victory, recipe.terrains, recipe.where_of("victory"), message, "unknown-terrain")
    if recipe.fair > 1 and not recipe.score:
        message = "fair keeps the board with the best score, but the recipe has no score"
        yield Finding("error", recipe.where_of("fair"), message, "Add score:, or remove fair.", "missing-score")
    yield from _bad_names(recipe)
    yield from _unscored(recipe)
    corners = [base.at in OPPOSITE for base in recipe.bases.values()]
    if corners == [True, True]:
        yield from _bad_corners(recipe)
    else:
        yield from _bad_places(recipe)
    yield from _bad_look(recipe)
    yield from _bad_locks(recipe)


def _unscored(recipe: Recipe) -> Iterator[Finding]:
    """What a score and notes speak of that the board has not."""
    if recipe.score and (len(recipe.bases) != 2 or any(base.at == ANYWHERE for base in recipe.bases.values())):
        message = (
            f"a score compares two bases in their places; the board has {count_noun(len(recipe.homes), 'such base')}"
        )
        hint = "Write two bases, each with its corner, such as north-base: top-left, or remove score."
        yield Finding("error", recipe.where_of("score"), message, hint, "base-count")
    if recipe.score.goal and recipe.victory is None:
        message = "the score counts steps to the spaces that win, but the board has no victory"
        yield Finding("error", recipe.score.where_of("goal"), message, "Add victory:, or remove goal.", "missing-key")
    for n, note in enumerate(recipe.notes if isinstance(recipe, TerrainOptions) and recipe.victory is None else ()):
        if "{goal}" in note:
            message = "{goal} stands for the terrain that wins, but the board has no victory"
            yield Finding("error", recipe.where_of("notes", n), message, "Add victory:, or name it.", "missing-key")


def _bad_locks(recipe: Recipe) -> Iterator[Finding]:
    """Locks of spaces that there are not or that hold a base, to terrains that there are not, or against each other."""
    names = recipe.names if recipe.locked else {}
    yield from check_locks(recipe, names, "space", f"{recipe.rows} x {recipe.columns}")
    called = {space: name for name, space in names.items()}
    for name, word in recipe.locked.items():
        space, where = names.get(name), recipe.where_of("locked", name)
        message = f'locked has the unknown terrain "{shorten(word)}"'
        yield from strange(word, recipe.terrains, where, message, "unknown-terrain")
        if space in recipe.homes:
            message = f"{name} is locked, but the {recipe.homes[space]} lies there whatever the seed"
            yield Finding("error", recipe.key_where_of("locked", name), message, "Remove it.", "locked-base")
        across = called.get(recipe.opposite(space)) if space else None
        other = recipe.locked.get(across or "", word)
        if recipe.arrangement == "symmetric" and across and other != word and across < name:
            message = f"{name} is locked to {shorten(word)}, but {across} opposite it to {shorten(other)}"
            yield Finding("error", where, f"{message}; the board is symmetric", f"Write {other}.", "asymmetric")


def _bad_look(recipe: Recipe) -> Iterator[Finding]:
    """Bands that are too large for their spaces, and looks of terrains that nothing says the colour of."""
    if isinstance(recipe, TerrainOptions) and recipe.band:
        wide, high = _LEAST[recipe.band]
        if recipe.space[0] < mm(wide) or recipe.space[1] < mm(high):
            message = f"a space with a {recipe.band} band needs {wide} x {high} mm or more"
            yield Finding("error", recipe.where_of("band"), message, "Write a smaller band, or none.", "bad-size")
    if isinstance(recipe, TerrainOptions) and recipe.least:
        if any(map(gt, recipe.least, recipe.space)):
            message, hint = "least is larger than the space", "Write a size that is smaller, or remove the line."
            yield Finding("error", recipe.where_of("least"), message, hint, "bad-size")
        elif any(map(lt, recipe.least, map(mm, _LEAST[recipe.style.band]))):
            message = "a space with a {} band needs {} x {} mm or more".format(
                recipe.style.band, *_LEAST[recipe.style.band]
            )
            yield Finding("error", recipe.where_of("least"), message, "Write a larger one.", "bad-size")
    for name, look in recipe.looks.items():
        if look and not look.color and not look.colors:
            message, hint = f"{shorten(name)} has a look without a color", 'Add color: such as "#7DB46C".'
            yield Finding("error", look.where, message, hint, "missing-key")


def _bad_places(recipe: Recipe) -> Iterator[Finding]:
    """Bases in the same place, or off the board, and boards without a space for terrain."""
    taken: dict[Space, str] = {}
    for name, base in recipe.bases.items():
        where, space = base.where_of("at"), recipe.place_of(base)
        if space is not None and space not in recipe.spaces:
            message = f"{base.at} lies off a board of {recipe.rows} x {recipe.columns}"
            yield Finding("error", where, message, "Write a space of the board.", "off-board")
        elif space is not None and space in taken:
            message = f"the {name} lies {base.at}, where the {taken[space]} lies"
            yield Finding("error", where, message, "Give it another space.", "same-corner")
        elif space is not None:
            taken[space] = name
    pairs = {recipe.opposite(space) for space in taken}
    if recipe.arrangement == "symmetric" and pairs != taken.keys():
        message = "on a symmetric board bases lie opposite each other, in pairs or in the middle"
        yield Finding("error", recipe.where_of("bases"), message, "Move one of them.", "not-opposite")
    if len(taken) >= len(recipe.spaces):
        message = f"a board of {recipe.rows} x {recipe.columns} has no space besides its bases"
        yield Finding("error", recipe.where_of("rows"), message, "Add rows or columns.", "too-few-spaces")
    elif recipe.counted and len(recipe.terrains) > 1 and not recipe.shares[-1]:
        yield _too_few(recipe)


def _bad_names(recipe: Recipe) -> Iterator[Finding]:
    seen: set[str] = set()
    known = [name for name, _ in recipe.named()]
    for name in (name for name in recipe.does if name not in known):
        message = f'does has the unknown terrain "{shorten(name)}"'
        yield from strange(name, known, recipe.key_where_of("does", name), message, "unknown-terrain")
    for name, where in recipe.named():
        said = f'"{shorten(name)}"'
        if name in seen:
            message, hint = f"{said} is the name of another terrain", "Give it another name, or remove it."
            yield Finding("error", where, message, hint, "duplicate-terrain")
        elif not _WORD.fullmatch(name):
            hint = "Write it without spaces and commas, such as north-gate."
            yield Finding("error", where, f"{said} is not one word", hint, "bad-name")
        seen.add(name)


def _too_few(recipe: Recipe) -> Finding:
    """What is said of a board with fewer spaces than terrains."""
    message = f"a board of {recipe.rows} x {recipe.columns} has {count_noun(len(recipe.terrain_spaces), 'space')} "
    message += f"besides its bases, too few for {count_noun(len(recipe.terrains), 'terrain')}"
    message += " in pairs of opposite spaces" if recipe.arrangement == "symmetric" else ""
    hint = "Add rows or columns, or remove terrains."
    return Finding("error", recipe.where_of("rows"), message, hint, "too-few-spaces")


def _bad_corners(recipe: Recipe) -> Iterator[Finding]:
    """What is wrong with where the two bases lie, and with the room that they leave."""
    (first, taken), (second, corner) = ((name, base.at) for name, base in recipe.bases.items())
    where, hint = recipe.where_of("bases", second), f"Write {OPPOSITE[taken]}, the opposite corner."
    if corner == taken:
        message = f"the {second} lies {corner}, where the {first} lies"
        yield Finding("error", where, message, hint, "same-corner")
    elif recipe.arrangement == "symmetric" and corner != OPPOSITE[taken]:
        message = f"the {second} lies {corner}; on a symmetric board it lies opposite the {first}"
        yield Finding("error", where, message, hint, "not-opposite")
    where, size = recipe.where_of("rows"), f"a board of {recipe.rows} x {recipe.columns}"
    if len(recipe.homes) == 2 and recipe.counted and recipe.terrains and not recipe.shares[-1]:
        yield _too_few(recipe)
    elif corner != taken and len(recipe.homes) < 2:
        message = f"{size} has no two corners for its bases"
        yield Finding("error", where, message, "Add rows or columns.", "too-few-spaces")
