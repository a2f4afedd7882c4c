"""Plans of boards of squares: reads their options, makes a board for a seed, and words its score."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import gt, lt
from typing import Any, NamedTuple

from printgen.base.errors import Exit, Finding, Where, did_you_mean, unknown_word
from printgen.base.seeds import Stream, rng_for
from printgen.base.units import count_noun, mm
from printgen.game.records import Game, Loading, Record
from printgen.kinds.board.grid import Space
from printgen.kinds.board.plan import (
    RandomPlan,
    Score,
    check_locks,
    lead_between,
    options_with_recipe,
    total_of,
    unknown,
    with_weights,
    written_boards,
)
from printgen.kinds.board.random_board import deal_equally, fairest_with_locks, lock_ground, mix_weighted, random_ground
from printgen.kinds.board.square_files import SquareEntry, parse_entry, squares_of_map
from printgen.kinds.board.squares import ANYWHERE, LEAST, Lookup, SquareBoard, SquareOptions, Weighted, sentence_name
from printgen.reading.maps import with_legend_names
from printgen.reading.part import adapter
from printgen.reading.positions import LocatedMap
from printgen.reading.scalars import shorten


def make_board(options: SquareOptions, seed: int, strengths: Strengths) -> SquareBoard:
    """The board of a seed, the same on every machine; the fairest, as `fairest_with_locks` says.

    Every board that a plain or a symmetric recipe allows can occur, all equally likely.
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
    """Findings for parts of a score and of notes that the board lacks."""
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
    """Findings for names of terrains and bases that are unknown, repeated or not one word."""
    names = options.words()
    all_names = [name for name, _ in names]
    for name in (name for name in options.does if name not in all_names):
        yield _unknown_terrain("does", name, all_names, options.key_where_of("does", name))
    for n, (name, where) in enumerate(names):
        if name in all_names[:n]:
            message, hint = f'"{shorten(name)}" is the name of another terrain', "Give it another name, or remove it."
            yield Finding("error", where, message, hint, "duplicate-terrain")
        elif not re.fullmatch(r"[^\s,]+", name):
            hint = "Write it without spaces and commas, such as north-gate."
            yield Finding("error", where, f'"{shorten(name)}" is not one word', hint, "bad-name")


def _check_places(options: SquareOptions) -> Iterator[Finding]:
    """Findings for bases in the same place, or off the board, and boards without a space for terrain."""
    bases_by_place: dict[Space, str] = {}
    size, grid = f"a board of {options.rows} x {options.columns}", options.grid
    for name, base in options.bases.items():
        where, space = base.where_of("at"), options.place_of(base)
        if space is not None and space not in grid:
            message = f"{base.at} lies off {size}"
            yield Finding("error", where, message, "Write a space of the board.", "off-board")
        elif space is not None and space in bases_by_place:
            message = f"the {name} lies {base.at}, where the {bases_by_place[space]} lies"
            yield Finding("error", where, message, "Give it another space.", "same-corner")
        elif space is not None:
            bases_by_place[space] = name
    if options.symmetric and {grid.opposite(space) for space in bases_by_place} != bases_by_place.keys():
        message = "on a symmetric board bases lie opposite each other, in pairs or in the middle"
        yield Finding("error", options.where_of("bases"), message, "Move one of them.", "not-opposite")
    if len(bases_by_place) >= len(grid.cells):
        message = f"{size} has no space besides its bases"
        yield Finding("error", options.where_of("rows"), message, "Add rows or columns.", "too-few-spaces")


def _check_looks(options: SquareOptions) -> Iterator[Finding]:
    """Findings for bands too large for their spaces, and terrains without any colour."""
    size, least, band = options.space, options.least, options.style[0]
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
    """Findings for locks to unknown terrains, and locks of spaces with a base."""
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


class Strengths(NamedTuple):
    """The terrain that suits the deck of each side; a side has the name of its base.

    `suited` gives for each base and terrain how many units of the side's deck have a skill for it, and `units` how many
    units the deck has. Missing sides and terrains have none.
    """

    suited: Mapping[str, Mapping[str, int]] = {}
    units: Mapping[str, int] = {}


def score_squares(board: SquareBoard, strengths: Strengths) -> Score:
    """Compare the board's offers to its two bases, by the counts of the recipe: positive favours the first."""
    recipe, scoring = board.recipe, board.recipe.score
    steps = {base: -mean for base, mean in mean_steps_to_victory(board).items()} if scoring.goal else {}
    within = scoring.terrain.steps if scoring.terrain else 0
    cards = share_of_suited_cards(board, strengths, within) if scoring.terrain else {}
    parts = []
    for words, gains in ((scoring.goal, steps), (scoring.terrain, cards)):
        if words is not None:
            first, second = recipe.bases
            lead = lead_between(gains[first], gains[second])
            base = sentence_name(first if lead > 0 else second)
            parts.append((words.sentence(lead, goal=recipe.goal, base=base, steps=str(within)), lead))
    return total_of(parts)


def _steps(start: Space, other: Space) -> int:
    """The number of orthogonal steps (up, down, left, right) between two spaces, as teams move."""
    return abs(start[0] - other[0]) + abs(start[1] - other[1])


@lru_cache(maxsize=64)
def _near(spaces: tuple[Space, ...], home: Space, within: int) -> tuple[Space, ...]:
    """The spaces within so many steps of one; the same on all boards of a recipe."""
    return tuple(space for space in spaces if _steps(home, space) <= within)


def mean_steps_to_victory(board: SquareBoard) -> dict[str, float]:
    """The mean steps from each base to the victory spaces; 0 without such a space."""
    recipe = board.recipe
    goals = [space for space in recipe.terrain_spaces if board.cells[space] == recipe.victory]
    return {name: sum(_steps(home, goal) for goal in goals) / max(1, len(goals)) for home, name in recipe.homes.items()}


def share_of_suited_cards(board: SquareBoard, strengths: Strengths, within: int) -> dict[str, float]:
    """The mean percentage of a side's deck that the terrain within so many steps suits."""
    shares: dict[str, float] = {}
    recipe = board.recipe
    for home, name in recipe.homes.items():
        near = _near(recipe.terrain_spaces, home, within)
        cards = sum(strengths.suited.get(name, {}).get(board.cells[space], 0) for space in near)
        # Whole numbers until the one division: equal boards and decks come to exactly equal shares.
        shares[name] = 100 * cards / (max(1, len(near)) * max(1, strengths.units.get(name, 0)))
    return shares


def strengths_of(game: Game, recipe: SquareOptions) -> Strengths:
    """The suitability of terrain for the decks of a game, for a recipe without `score_mistakes`.

    Copies count, a list printed by two products counts once, and two skills for one terrain suit it once. The user's
    own cards do not count: a board of a seed is the same for everybody.
    """
    if not (suited := recipe.score.terrain):
        return Strengths()
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    units: Counter[str] = Counter()
    products = game.products.values()
    lists = {product.records_in: product.records[: len(product.records) - product.own_count] for product in products}
    for record in (record for records in lists.values() for record in records):
        for side in _values(game, record, suited.side) if suited.terrain.field in record.values else ():
            base = suited.bases.get(side, side)
            units[base] += record.copies
            for terrain in dict.fromkeys(_values(game, record, suited.terrain)):
                counts[base][terrain] += record.copies
    return Strengths({base: dict(count) for base, count in counts.items()}, dict(units))


def _values(game: Game, record: Record, lookup: Lookup) -> Iterator[str]:
    """The values of a record: in its field, or in the rows that the field names."""
    value: Any = record.values.get(lookup.field, ())
    table = game.tables.get(lookup.table)
    for word in value if isinstance(value, tuple) else (value,):
        # A field whose own kind has a mistake, which is reported where it stands, may hold anything.
        if not isinstance(word, list | dict):
            entry = table.rows.get(word, {}).get(lookup.column) if table else "" if lookup.table else word
            if entry:
                yield str(entry)


def score_mistakes(game: Game, recipe: SquareOptions) -> Iterator[Finding]:
    """Findings for cards, tables and bases that a score needs and the game lacks."""
    if not (suited := recipe.score.terrain):
        return
    fields = {name for product in game.products.values() for record in product.records for name in record.values}
    # A table that is written and not there could not be read, which has been reported.
    tables = game.source.get("tables")
    names = tables if isinstance(tables, LocatedMap) else ()
    for lookup in (suited.side, suited.terrain):
        field, name, column = lookup.field, lookup.table, lookup.column
        if fields and field not in fields:
            message = f"no card of the game has the field '{field}'"
            yield unknown_word(lookup.where_of("field"), "unknown-field", message, field, fields)
        if name and name not in names:
            message = f"the game has no table '{name}'"
            yield unknown_word(lookup.where_of("table"), "unknown-table", message, name, names)
        if name in game.tables:
            columns = {column for row in game.tables[name].rows.values() for column in row}
            if column not in columns:
                message = f"the table {name} has no column '{column}'"
                yield unknown_word(lookup.where_of("column"), "unknown-column", message, column, columns)
    for side, base in suited.bases.items():
        if base not in recipe.bases:
            where, message = suited.where_of("bases", side), f"the board has no base '{base}'"
            yield unknown_word(where, "unknown-base", message, base, recipe.bases)
