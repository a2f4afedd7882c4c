"""Plans of boards of squares: their options are read, and a seed makes a board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from operator import gt, lt
from typing import Any

from printgen.base.errors import Exit, Finding, Where, did_you_mean
from printgen.base.seeds import Stream, rng_for
from printgen.base.units import count_noun, mm
from printgen.game.records import Game, Loading
from printgen.kinds.board.grid import Space
from printgen.kinds.board.plan import (
    RandomPlan,
    Score,
    check_locks,
    options_with_recipe,
    unknown,
    with_weights,
    written_boards,
)
from printgen.kinds.board.random_board import deal_equally, fairest_with_locks, lock_ground, mix_weighted, random_ground
from printgen.kinds.board.square_files import SquareEntry, parse_entry, squares_of_map
from printgen.kinds.board.square_score import Strengths, score_mistakes, score_squares, strengths_of
from printgen.kinds.board.squares import ANYWHERE, LEAST, SquareBoard, SquareOptions, Weighted
from printgen.reading.maps import with_legend_names
from printgen.reading.part import adapter
from printgen.reading.scalars import shorten


def make_board(options: SquareOptions, seed: int, strengths: Strengths) -> SquareBoard:
    """The board of a seed, the same on every machine.

    Every board that a plain or a symmetric recipe allows can come up, each as likely as the others. With `fair` above
    1 that many boards are made, the first of them the one that the seed gives without, and the first with the best
    score is kept. Where that board lacks what is locked, it is laid there in that many ways, and the fairest is kept.
    """
    locks = options.locks

    def make(attempt: int) -> SquareBoard:
        stream = rng_for(seed, "board", *([str(attempt)] if attempt else []))
        ground = random_ground(options, options.terrain_spaces, partial(_deal, options), stream) | options.homes
        return SquareBoard(options, {space: ground[space] for space in options.grid.cells}, seed)

    def keeps_locks(board: SquareBoard) -> bool:
        return all(board.cells[space] == word for space, word in locks.items())

    def lock(board: SquareBoard, number: int) -> SquareBoard:
        terrain = {space: board.cells[space] for space in options.terrain_spaces}
        ground = lock_ground(options, terrain, locks, rng_for(seed, "board", "locked", str(number)))
        return SquareBoard(options, {**board.cells, **ground}, seed)

    return fairest_with_locks(options, make, lambda board: score_squares(board, strengths), keeps_locks, lock)


def _deal(options: SquareOptions, count: int, stream: Stream) -> list[str]:
    """So many terrains in a random order; the last is for the middle of a symmetric board that has one.

    The middle is one space and each of the others two, so it is dealt by itself: of a list it gets one of the terrains
    that have the fewest pairs.
    """
    middle = count - len(options.terrain_spaces) // 2 if options.symmetric else 0
    if isinstance(options.terrains, dict):
        mix = mix_weighted(options.weights, count - middle, stream)
        return mix + mix_weighted(options.weights, middle, stream)
    mix = deal_equally(options.terrains, count - middle, stream)
    if middle:
        counts = [mix.count(terrain) for terrain in options.terrains]
        scarce = [terrain for terrain, n in zip(options.terrains, counts, strict=True) if n == min(counts)]
        mix.append(stream.pick(scarce))
    return mix


@dataclass(frozen=True)
class SquarePlan(RandomPlan[SquareBoard]):
    """What a product prints: boards that keep the recipe in its options."""

    options: SquareOptions
    strengths: Strengths

    def make(self, seed: int) -> SquareBoard:
        return make_board(self.options, seed, self.strengths)

    def score(self, board: SquareBoard) -> Score:
        return score_squares(board, self.strengths)

    def data(self, board: SquareBoard) -> dict[str, Any]:
        size = {"rows": board.recipe.rows, "columns": board.recipe.columns}
        locked = {"locked": dict(self.options.locked)} if self.options.locked else {}
        score = self.score(board).as_data()
        return {"seed": board.seed, **size, **locked, "cells": board.rows, "counts": board.counts, "score": score}

    @property
    def amounts(self) -> dict[str, float]:
        return self.options.weights if isinstance(self.options.terrains, dict) else {}

    def with_amounts(self, amounts: Mapping[str, float]) -> dict[str, Any]:
        return {"terrains": with_weights(self.options.source_map["terrains"], amounts, Weighted.short)}

    def contents(self, board: SquareBoard) -> dict[str, str]:
        homes = self.options.homes
        return {name: board.cells[at] for name, at in self.options.grid.by_name.items() if at not in homes}


def load_squares(loading: Loading) -> SquarePlan | None:
    """A product's plan; None, with findings, when its options, its recipe or its file of boards have mistakes."""
    product, files, game = loading.product, loading.files, loading.game
    if not product.gives("options"):
        hint = "Add options: with board: and a name of boards, or with a recipe."
        files.report(product.where, "missing-key", 'the key "options" is missing', hint)
        return None
    source, letters = options_with_recipe(loading)
    source = with_legend_names(source, "terrains", ("bases",))
    options: SquareOptions | None = None
    if source is not None:
        options = files.check(adapter(SquareOptions), source, source.start, "options")
    if options is None:
        return None
    faults = [*_option_faults(options), *score_mistakes(game, options)]
    files.add(faults)
    if faults:
        return None
    written = written_boards(
        files, options, letters,
        of_map=lambda rows: squares_of_map(files, options, rows),
        entry=SquareEntry, of_entry=lambda entry: parse_entry(files, entry, options),
    )  # fmt: skip
    if written is None:
        return None
    return SquarePlan(options, strengths_of(game, options), by_hand=written[0], mapped=written[1])


def _option_faults(options: SquareOptions) -> Iterator[Finding]:
    """What is wrong between the values of options."""
    alone = isinstance(options.terrains, dict) or options.map is not None
    if len(options.terrains) < (1 if alone else 2):
        message = f"terrains names {count_noun(len(options.terrains), 'terrain')}; a mix needs at least 2"
        yield Finding("error", options.where_of("terrains"), message, "Add a terrain.", "too-few-terrains")
    if options.terrains and not any(options.weights.values()):
        yield Finding("error", options.where_of("terrains"), "all weights are 0", "Give one of them more.", "no-weight")
    if options.victory is not None and options.terrains and options.victory not in options.terrains:
        yield _unknown_terrain("victory", options.victory, options.terrains, options.where_of("victory"))
    yield from _check_score(options)
    yield from _check_names(options)
    yield from _check_places(options)
    yield from _check_looks(options)
    yield from check_locks(options, "space")
    yield from _check_terrain_locks(options)


def _unknown_terrain(key: str, word: str, known: Iterable[str], where: Where) -> Finding:
    return unknown(where, f"{key} has the unknown terrain", word, known, "unknown-terrain")


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


def _check_names(options: SquareOptions) -> Iterator[Finding]:
    """Names of terrains and bases that are unknown, occur twice or are not one word."""
    names = options.words()
    known = [name for name, _ in names]
    for name in (name for name in options.does if name not in known):
        yield _unknown_terrain("does", name, known, options.key_where_of("does", name))
    for n, (name, where) in enumerate(names):
        if name in known[:n]:
            message, hint = f'"{shorten(name)}" is the name of another terrain', "Give it another name, or remove it."
            yield Finding("error", where, message, hint, "duplicate-terrain")
        elif not re.fullmatch(r"[^\s,]+", name):
            hint = "Write it without spaces and commas, such as north-gate."
            yield Finding("error", where, f'"{shorten(name)}" is not one word', hint, "bad-name")


def _check_places(options: SquareOptions) -> Iterator[Finding]:
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


def _check_looks(options: SquareOptions) -> Iterator[Finding]:
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


def _check_terrain_locks(options: SquareOptions) -> Iterator[Finding]:
    """Locks to terrains that there are not, and of spaces that hold a base."""
    for name, word in options.locked.items():
        if word not in options.terrains:
            yield _unknown_terrain("locked", word, options.terrains, options.where_of("locked", name))
        if home := options.homes.get(options.grid.by_name.get(name, (-1, -1))):
            message = f"{name} is locked, but the {home} lies there whatever the seed"
            yield Finding("error", options.key_where_of("locked", name), message, "Remove it.", "locked-base")


def check_squares(game: Game) -> Iterator[Finding]:
    """Findings for tables that suit cards to a terrain of no board; none while a board has mistakes of its own."""
    plans = [product.loaded for product in game.products.values() if product.kind == "terrain-board"]
    if not all(isinstance(plan, SquarePlan) for plan in plans):
        return
    terrains = {terrain for plan in plans for terrain in plan.options.terrains}
    lookups = [plan.options.score.terrain.terrain for plan in plans if plan.options.score.terrain]
    for table, column in dict.fromkeys((lookup.table, lookup.column) for lookup in lookups):
        for code, row in game.tables[table].rows.items() if table in game.tables else ():
            terrain = row.get(column)
            if terrain and terrain not in terrains:
                message = f'"{code}" of {table} suits the terrain "{terrain}", which is on no board of the game'
                hint, where = did_you_mean(str(terrain), terrains), game.tables[table].where_of(code, column)
                yield Finding("error", where, message, hint, "unknown-terrain", Exit.RULES_BROKEN)
