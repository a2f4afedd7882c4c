"""How even a board of squares is: what it offers to its two bases, in sentences that a player understands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from printgen.base.errors import Finding, unknown_word
from printgen.game.records import Game, Record
from printgen.kinds.board.grid import Space
from printgen.kinds.board.plan import Score, lead_between, total_of
from printgen.kinds.board.squares import Lookup, SquareBoard, SquareOptions, sentence_name
from printgen.reading.positions import LocatedMap


class Strengths(NamedTuple):
    """What terrain suits the deck of each side; a side has the name of its base.

    `suited` gives for each base and terrain how many units of the side's deck have a skill for it, and `units`
    how many units the deck has. A side or a terrain that is not named has none.
    """

    suited: Mapping[str, Mapping[str, int]] = {}
    units: Mapping[str, int] = {}


def score_squares(board: SquareBoard, strengths: Strengths) -> Score:
    """Compare what a board offers to its two bases, by what the recipe counts: above 0 the first one gains."""
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


def _steps(one: Space, other: Space) -> int:
    """How many orthogonal steps (up, down, left, right) lie between two spaces, as teams move."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@lru_cache(maxsize=64)
def _near(spaces: tuple[Space, ...], home: Space, within: int) -> tuple[Space, ...]:
    """The spaces within so many steps of one, which are the same on all boards of a recipe."""
    return tuple(space for space in spaces if _steps(home, space) <= within)


def mean_steps_to_victory(board: SquareBoard) -> dict[str, float]:
    """How far the victory spaces lie from each base, in mean steps; 0 when the board has no such space."""
    recipe = board.recipe
    goals = [space for space in recipe.terrain_spaces if board.cells[space] == recipe.victory]
    return {name: sum(_steps(home, goal) for goal in goals) / max(1, len(goals)) for home, name in recipe.homes.items()}


def share_of_suited_cards(board: SquareBoard, strengths: Strengths, within: int) -> dict[str, float]:
    """How many in 100 cards of its deck a side finds suited by a terrain space within so many steps, on average."""
    shares: dict[str, float] = {}
    recipe = board.recipe
    for home, name in recipe.homes.items():
        near = _near(recipe.terrain_spaces, home, within)
        cards = sum(strengths.suited.get(name, {}).get(board.cells[space], 0) for space in near)
        # Whole numbers until the one division: equal boards and decks come to exactly equal shares.
        shares[name] = 100 * cards / (max(1, len(near)) * max(1, strengths.units.get(name, 0)))
    return shares


def strengths_of(game: Game, recipe: SquareOptions) -> Strengths:
    """What terrain suits the decks of a game, as the score of a recipe that `score_mistakes` approves of says it.

    Copies count, a list that two products print counts once, and two skills for one terrain suit it once. Cards of the
    user's own count for nothing: a board of a seed is the same for everybody.
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
    """What a record says: in its field, or in the rows that the field names."""
    value: Any = record.values.get(lookup.field, ())
    table = game.tables.get(lookup.table)
    for word in value if isinstance(value, tuple) else (value,):
        # A field whose own kind has a mistake, which is reported where it stands, may hold anything.
        if not isinstance(word, list | dict):
            entry = table.rows.get(word, {}).get(lookup.column) if table else "" if lookup.table else word
            if entry:
                yield str(entry)


def score_mistakes(game: Game, recipe: SquareOptions) -> Iterator[Finding]:
    """What a score asks of cards, tables and bases that the game does not have."""
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
