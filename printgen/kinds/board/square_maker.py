"""A recipe, a seed and the decks come in; a random square board goes out, and a score that a player understands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from printgen.base.errors import Finding
from printgen.base.limits import consume
from printgen.base.seeds import Score, Stream, rng_for
from printgen.game.records import Game, Record
from printgen.game.tables import own_records
from printgen.kinds.board.square_recipe import Board, Lead, Lookup, Recipe, Space, spoken, strange
from printgen.kinds.laying import fairest, gather, lay_locked, mixed
from printgen.reading.positions import LocatedMap

Laid = dict[Space, str]
"""What lies on spaces."""


class Strengths(NamedTuple):
    """What terrain suits the deck of each side; a side has the name of its base.

    `suited` gives for each base and terrain how many units of the side's deck have a skill for it, and `units`
    how many units the deck has. A side or a terrain that is not named has none.
    """

    suited: Mapping[str, Mapping[str, int]] = {}
    units: Mapping[str, int] = {}


def make_board(recipe: Recipe, seed: int, strengths: Strengths) -> Board:
    """The board of a seed, the same on every machine.

    Every board that a plain or a symmetric recipe allows can come up, each as likely as the others. With `fair` above
    1 that many boards are made, the first of them the one that the seed gives without, and the first with the best
    score is kept. Where that board lacks what is locked, it is laid there in that many ways, and the fairest is kept.
    """
    locks = recipe.locks
    consume("tries", recipe.rows * recipe.columns * recipe.fair * (2 if locks else 1), recipe.where_of("fair"))
    board = _fairest((_one_board(recipe, seed, attempt) for attempt in range(recipe.fair)), recipe, strengths)
    if all(board.cells[space] == word for space, word in locks.items()):
        return board
    return _fairest((_locked(board, locks, seed, way) for way in range(recipe.fair)), recipe, strengths)


def _fairest(boards: Iterable[Board], recipe: Recipe, strengths: Strengths) -> Board:
    return fairest(boards, lambda board: score(board, strengths).total if recipe.fair > 1 else 0.0)


def _one_board(recipe: Recipe, seed: int, attempt: int) -> Board:
    stream = rng_for(seed, "board", *([str(attempt)] if attempt else []))
    if recipe.arrangement == "symmetric":
        terrain = _symmetric(recipe, stream)
    else:
        terrain = dict(zip(recipe.terrain_spaces, _mix(recipe, len(recipe.terrain_spaces), stream), strict=True))
        if recipe.arrangement == "clumped":
            _gather(terrain, stream)
    everything = terrain | recipe.homes
    return Board(recipe, {space: everything[space] for space in recipe.spaces}, seed)


def _locked(board: Board, locks: Laid, seed: int, way: int) -> Board:
    """A board of a seed with what is locked laid over it, in one of many ways."""
    recipe = board.recipe
    stream = rng_for(seed, "board", "locked", str(way))
    if recipe.arrangement == "symmetric":
        terrain = _locked_pairs(recipe, dict(board.cells), locks, stream)
    else:
        terrain = {space: board.cells[space] for space in recipe.terrain_spaces}
        around = _around(terrain) if recipe.arrangement == "clumped" else None
        lay_locked(terrain, locks, recipe.weights, stream, around)
    return Board(recipe, {**board.cells, **terrain}, seed)


def _locked_pairs(recipe: Recipe, terrain: Laid, locks: Laid, stream: Stream) -> Laid:
    """Terrain with what is locked, in pairs of opposite spaces as it was before."""
    pairs = {space: terrain[space] for space in recipe.terrain_spaces if space < recipe.opposite(space)}
    lay_locked(pairs, {space: word for space, word in locks.items() if space in pairs}, recipe.weights, stream)
    for middle in (space for space in recipe.terrain_spaces if space == recipe.opposite(space)):
        wanted = locks.get(middle)
        if isinstance(recipe.terrains, dict):
            terrain[middle] = wanted or terrain[middle]
            continue
        counts = Counter(pairs.values())
        fewest = [word for word in recipe.terrains if counts[word] == min(counts[each] for each in recipe.terrains)]
        # The middle has a terrain of which there is little: a pair of what is locked there makes room.
        giving = [space for space, word in pairs.items() if word == wanted and space not in locks]
        if wanted and wanted not in fewest and giving:
            pairs[stream.pick(giving)] = stream.pick(fewest)
        terrain[middle] = wanted or (terrain[middle] if terrain[middle] in fewest else stream.pick(fewest))
    return {**terrain, **pairs, **{recipe.opposite(space): word for space, word in pairs.items()}}


def _mix(recipe: Recipe, count: int, stream: Stream) -> list[str]:
    """That many terrains in a random order, by their weights, or each as often as the others or once more."""
    if isinstance(recipe.terrains, dict):
        return mixed(recipe.weights, count, stream)
    terrains = list(recipe.terrains)
    stream.shuffle(terrains)
    mix = [terrains[n % len(terrains)] for n in range(count)]
    stream.shuffle(mix)
    return mix


def _symmetric(recipe: Recipe, stream: Stream) -> Laid:
    """Terrain for pairs of opposite spaces, and for the middle space of a board that has one."""
    firsts = [space for space in recipe.terrain_spaces if space < recipe.opposite(space)]
    mix = _mix(recipe, len(firsts), stream)
    terrain: Laid = {}
    for space, word in zip(firsts, mix, strict=True):
        terrain[space] = terrain[recipe.opposite(space)] = word
    for middle in (space for space in recipe.terrain_spaces if space == recipe.opposite(space)):
        if isinstance(recipe.terrains, dict):
            terrain[middle] = mixed(recipe.weights, 1, stream)[0]
            continue
        fewest = min(mix.count(word) for word in recipe.terrains)
        terrain[middle] = stream.pick([word for word in recipe.terrains if mix.count(word) == fewest])
    return terrain


def _gather(terrain: Laid, stream: Stream) -> None:
    """Let regions grow."""
    gather(terrain, _around(terrain), stream)


def _around(terrain: Laid) -> dict[Space, list[Space]]:
    """The spaces beside each."""
    return {
        (row, column): [
            near
            for near in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            if near in terrain
        ]
        for row, column in terrain
    }


def score(board: Board, strengths: Strengths) -> Score:
    """Compare what a board offers to its two bases, by what the recipe counts: above 0 the first one gains."""
    scoring = board.recipe.score
    if not scoring:
        return Score(0.0, ())
    first, second = board.recipe.bases
    gains: list[tuple[Lead, dict[str, float], int]] = []
    if scoring.goal:
        steps = mean_steps_to_victory(board)
        gains.append((scoring.goal, {base: -mean for base, mean in steps.items()}, 0))
    if scoring.terrain:
        within = scoring.terrain.steps
        gains.append((scoring.terrain, suited_cards_in_100(board, strengths, within), within))
    parts = []
    for part, gain, within in gains:
        # To the two places that the sentences show; adding zero makes -0.0 a plain 0.
        lead = round(gain[first] - gain[second], 2) + 0.0
        base = spoken(first if lead > 0 else second)
        parts.append((part.told(lead, goal=board.recipe.goal, base=base, steps=str(within)), lead))
    return Score(round(sum(abs(lead) for _, lead in parts), 2), tuple(parts))


def _steps(one: Space, other: Space) -> int:
    """How many orthogonal steps (up, down, left, right) lie between two spaces, as teams move."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@lru_cache(maxsize=64)
def _near(spaces: tuple[Space, ...], home: Space, within: int) -> tuple[Space, ...]:
    """The spaces within so many steps of one, which are the same on all boards of a recipe."""
    return tuple(space for space in spaces if _steps(home, space) <= within)


def mean_steps_to_victory(board: Board) -> dict[str, float]:
    """How far the victory spaces lie from each base, in mean steps; 0 when the board has no such space."""
    recipe = board.recipe
    goals = [space for space in recipe.terrain_spaces if board.cells[space] == recipe.victory]
    return {name: sum(_steps(home, goal) for goal in goals) / max(1, len(goals)) for home, name in recipe.homes.items()}


def suited_cards_in_100(board: Board, strengths: Strengths, within: int) -> dict[str, float]:
    """How many in 100 cards of its deck a side finds suited by a terrain space within so many steps, on average."""
    found: dict[str, float] = {}
    recipe = board.recipe
    for home, name in recipe.homes.items():
        near = _near(recipe.terrain_spaces, home, within)
        cards = sum(strengths.suited.get(name, {}).get(board.cells[space], 0) for space in near)
        # Whole numbers until the one division: equal boards and decks come to exactly equal shares.
        found[name] = 100 * cards / (max(1, len(near)) * max(1, strengths.units.get(name, 0)))
    return found


def strengths_of(game: Game, recipe: Recipe) -> Strengths:
    """What terrain suits the decks of a game, as the score of a recipe that `score_mistakes` approves of says it.

    Copies count, a list that two products print counts once, and two skills for one terrain suit it once. Cards of the
    user's own count for nothing: a board of a seed is the same for everybody.
    """
    if not (suited := recipe.score.terrain):
        return Strengths()
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    units: Counter[str] = Counter()
    products = game.products.values()
    lists = {one.records_in: one.records[: len(one.records) - own_records(one)] for one in products}
    for record in (record for records in lists.values() for record in records):
        for side in _said(game, record, suited.side) if suited.terrain.field in record.values else ():
            base = suited.bases.get(side, side)
            units[base] += record.copies
            for terrain in dict.fromkeys(_said(game, record, suited.terrain)):
                counts[base][terrain] += record.copies
    return Strengths({base: dict(found) for base, found in counts.items()}, dict(units))


def _said(game: Game, record: Record, lookup: Lookup) -> Iterator[str]:
    """What a record says: in its field, or in the rows that the field names."""
    value: Any = record.values.get(lookup.field, ())
    table = game.tables.get(lookup.table)
    # A field whose own kind has a mistake, which is told where it stands, may hold anything.
    for word in (
        word for word in (value if isinstance(value, tuple) else (value,)) if not isinstance(word, list | dict)
    ):
        said = table.rows.get(word, {}).get(lookup.column) if table else "" if lookup.table else word
        if said:
            yield str(said)


def score_mistakes(game: Game, recipe: Recipe) -> Iterator[Finding]:
    """What a score asks of cards, tables and bases that the game does not have."""
    if not (suited := recipe.score.terrain):
        return
    fields = {name for product in game.products.values() for record in product.records for name in record.values}
    tables = game.source.get("tables")
    for lookup in (suited.side, suited.terrain):
        name, table = lookup.table, game.tables.get(lookup.table)
        message = f"no card of the game has the field '{lookup.field}'"
        yield from strange(lookup.field, fields or {lookup.field}, lookup.where_of("field"), message, "unknown-field")
        if name:
            # A table that is written and not there could not be read, which has been reported.
            known, message = tables if isinstance(tables, LocatedMap) else (), f"the game has no table '{name}'"
            yield from strange(name, known, lookup.where_of("table"), message, "unknown-table")
        columns = {column for row in table.rows.values() for column in row} if table else {lookup.column}
        message = f"the table {name} has no column '{lookup.column}'"
        yield from strange(lookup.column, columns, lookup.where_of("column"), message, "unknown-column")
    for side, base in suited.bases.items():
        message = f"the board has no base '{base}'"
        yield from strange(base, recipe.bases, suited.where_of("bases", side), message, "unknown-base")
