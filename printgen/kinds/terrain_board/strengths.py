"""The cards of a game and the fields that say what they suit come in; the strengths of each side go out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from typing import Any

from printgen.errors import Exit, Finding, did_you_mean
from printgen.kinds.terrain_board.fairness import NO_STRENGTHS, Strengths
from printgen.kinds.terrain_board.recipe import Lookup, Suited
from printgen.reading.marked import Map
from printgen.reading.records import Game, Loading, Record


def read_strengths(loading: Loading, suited: Suited | None, bases: Collection[str]) -> Strengths:
    """What terrain suits the deck of each base, as the recipe's score says; mistakes in that are reported.

    Copies count, a list that two products print counts once, and two skills for one terrain suit it once.
    """
    if suited is None:
        return NO_STRENGTHS
    game = loading.game
    wrong = [*_mistakes(game, suited.side), *_mistakes(game, suited.terrain), *_strange_bases(suited, bases)]
    if wrong:
        loading.files.add(wrong)
        return NO_STRENGTHS
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    units: Counter[str] = Counter()
    for record in _units(game, suited):
        for side in _said(game, record, suited.side):
            base = suited.bases.get(side, side)
            units[base] += record.copies
            for terrain in dict.fromkeys(_said(game, record, suited.terrain)):
                counts[base][terrain] += record.copies
    return Strengths({base: dict(found) for base, found in counts.items()}, dict(units))


def strange_terrains(game: Game, lookup: Lookup, terrains: Collection[str]) -> Iterator[Finding]:
    """Findings for terrains that the rows of a table name and that are on no board of the game."""
    table = game.tables.get(lookup.table)
    if table is None:
        return
    for code, row in table.rows.items():
        terrain = row.get(lookup.column)
        if terrain and terrain not in terrains:
            message = f'"{code}" of {lookup.table} suits the terrain "{terrain}", which is on no board of the game'
            hint, where = did_you_mean(str(terrain), terrains), table.where_of(code, lookup.column)
            yield Finding("error", where, message, hint, "unknown-terrain", Exit.RULES_BROKEN)


def _units(game: Game, suited: Suited) -> Iterator[Record]:
    lists = {product.list_file: product.records for product in game.products.values()}
    for records in lists.values():
        yield from (r for r in records if suited.side.field in r.values and suited.terrain.field in r.values)


def _said(game: Game, record: Record, lookup: Lookup) -> Iterator[str]:
    """What a record says: in its field, or in the rows that the field names."""
    value: Any = record.values[lookup.field]
    table = game.tables.get(lookup.table)
    for word in value if isinstance(value, tuple) else (value,):
        row = table.rows.get(word, {}) if table else {}
        said = row.get(lookup.column) if lookup.table else word
        if said:
            yield str(said)


def _mistakes(game: Game, lookup: Lookup) -> Iterator[Finding]:
    fields = {name for product in game.products.values() for record in product.records for name in record.values}
    if fields and lookup.field not in fields:
        message, hint = f"no card of the game has the field '{lookup.field}'", did_you_mean(lookup.field, fields)
        yield Finding("error", lookup.where_of("field"), message, hint, "unknown-field")
    if not lookup.table:
        return
    tables = game.source.get("tables")
    if not isinstance(tables, Map) or lookup.table not in tables:
        message = f"the game has no table '{lookup.table}'"
        hint = did_you_mean(lookup.table, game.tables)
        yield Finding("error", lookup.where_of("table"), message, hint, "unknown-table")
    elif lookup.table in game.tables:
        columns = {name for row in game.tables[lookup.table].rows.values() for name in row}
        if lookup.column not in columns:
            message = f"the table {lookup.table} has no column '{lookup.column}'"
            hint = did_you_mean(lookup.column, columns)
            yield Finding("error", lookup.where_of("column"), message, hint, "unknown-column")


def _strange_bases(suited: Suited, bases: Collection[str]) -> Iterator[Finding]:
    for side, base in suited.bases.items():
        if base not in bases:
            where = suited.written["bases"].where(side)
            yield Finding("error", where, f"the board has no base '{base}'", did_you_mean(base, bases), "unknown-base")
