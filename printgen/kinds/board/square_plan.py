"""Plans of boards of squares: their options are read, and a seed makes a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from printgen.base.errors import Exit, Finding, did_you_mean
from printgen.base.seeds import Stream, rng_for
from printgen.game.records import Game, Loading
from printgen.kinds.board.ground import deal_equally, fairest, lay_ground, lay_locked, mix_weighted, spend_tries
from printgen.kinds.board.plan import RandomPlan, Score, board_by_hand, options_with_recipe, with_weights
from printgen.kinds.board.square_faults import SquareEntry, board_faults, option_faults, parse_entry
from printgen.kinds.board.square_score import Strengths, score_mistakes, score_squares, strengths_of
from printgen.kinds.board.squares import SquareBoard, SquareOptions, Weighted
from printgen.reading.files import Files
from printgen.reading.maps import MapRow, PlacedValue, resolve_map, with_legend_names
from printgen.reading.part import adapter


def make_board(options: SquareOptions, seed: int, strengths: Strengths) -> SquareBoard:
    """The board of a seed, the same on every machine.

    Every board that a plain or a symmetric recipe allows can come up, each as likely as the others. With `fair` above
    1 that many boards are made, the first of them the one that the seed gives without, and the first with the best
    score is kept. Where that board lacks what is locked, it is laid there in that many ways, and the fairest is kept.
    """
    spend_tries(options)

    def total(board: SquareBoard) -> float:
        return score_squares(board, strengths).total if options.fair > 1 else 0.0

    board = fairest((_one_board(options, seed, attempt) for attempt in range(options.fair)), total)
    locks = options.locks
    if all(board.cells[space] == word for space, word in locks.items()):
        return board
    terrain = {space: board.cells[space] for space in options.terrain_spaces}
    streams = (rng_for(seed, "board", "locked", str(way)) for way in range(options.fair))
    ways = (lay_locked(options, terrain, locks, stream) for stream in streams)
    return fairest((SquareBoard(options, {**board.cells, **way}, seed) for way in ways), total)


def _one_board(options: SquareOptions, seed: int, attempt: int) -> SquareBoard:
    stream = rng_for(seed, "board", *([str(attempt)] if attempt else []))
    ground = lay_ground(options, options.terrain_spaces, partial(_deal, options), stream) | options.homes
    return SquareBoard(options, {space: ground[space] for space in options.grid.cells}, seed)


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
        locked = {"locked": dict(self.lock_words)} if self.lock_words else {}
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
    faults = [*option_faults(options), *score_mistakes(game, options)]
    files.add(faults)
    mapped = _load_map(files, options, letters) if letters is not None and not faults else None
    if faults or (letters is not None and mapped is None):
        return None
    by_hand, right = board_by_hand(files, options, SquareEntry, lambda entry: parse_entry(files, entry, options))
    return SquarePlan(options, strengths_of(game, options), by_hand=by_hand or mapped, mapped=mapped) if right else None


def _load_map(files: Files, options: SquareOptions, letters: Sequence[MapRow]) -> SquareBoard | None:
    """The board of a map; None, with findings, where anything is wrong with it."""
    spaces = resolve_map(files, options.source_map, letters, (*options.terrains, *options.bases))
    if spaces is None:
        return None
    findings = board_faults(
        options, PlacedValue([PlacedValue(row, row[0].where) for row in spaces], options.where_of("map"))
    )
    files.add(findings)
    cells = {(n, m): word.value for n, row in enumerate(spaces) for m, word in enumerate(row) if word.value}
    return None if findings else SquareBoard(options, cells)


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
