"""Who plays comes out of a game's tables: the sides, and which of them a thing is of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from printgen.exports.parcel import Lot, Parcel, Thing
from printgen.exports.vassal.coding import label
from printgen.game.records import Game
from printgen.reading.marked import Map

TABLES = ("sides", "players", "factions", "teams", "armies")
"""A table of one of these names tells who plays, the first that a game has with two to eight rows."""
_MOST = 8


class Sides(NamedTuple):
    """The sides by their names, and their codes in a table of the game, "" where there is none of them.

    `order` are the codes of that table as it has them.
    """

    names: tuple[str, ...]
    codes: tuple[str, ...]
    table: str = ""
    order: tuple[str, ...] = ()

    def home(self, side: int) -> int:
        """Which of the game's sides a side is, counted from 0, in whatever order they were asked for."""
        return self.order.index(self.codes[side]) if self.codes[side] in self.order else side

    def of(self, lot: Lot, thing: Thing) -> int | None:
        """The side that a thing is of, counted from 0; None for what is everybody's."""
        for code in self._codes(lot, thing):
            if code and code in self.codes:
                return self.codes.index(code)
        return None

    def _codes(self, lot: Lot, thing: Thing) -> Iterator[str]:
        """What a thing says of this table: its record, then rows that that names, then its product."""
        game, record, product = lot.pieces.game, thing.of, lot.pieces.product
        if not self.table:
            return
        fields = _declared(game.source, "records", product.record)
        held = [(table, record.values.get(name)) for name, table in fields.items()] if record else []
        for table, code in held:
            if table == self.table and isinstance(code, str):
                yield code
        for table, code in held:
            if table in game.tables and isinstance(code, str) and code in game.tables[table].rows:
                yield from _row(game, table, code, self.table)
        yield from (value for value in product.parameters.values() if isinstance(value, str))


def _row(game: Game, table: str, code: str, wanted: str) -> Iterator[str]:
    """What a row of a table says of another table."""
    row = game.tables[table].rows[code]
    for name, other in _declared(game.source, "tables", table, "fields").items():
        if other == wanted and isinstance(row.get(name), str):
            yield row[name]


def _declared(source: Map, *path: str) -> dict[str, str]:
    """Fields that take rows of tables, each with its table, as game.yaml declares them at a place."""
    held: Any = source
    for key in path:
        held = held.get(key) if isinstance(held, Map) else None
    if not isinstance(held, Map):
        return {}
    return {name: said["from"] for name, said in held.items() if isinstance(said, Map) and "from" in said}


def sides_of(parcel: Parcel, named: str) -> Sides:
    """The sides of a game: those that are named, with commas between; those of its tables; else Player 1 and 2."""
    given = tuple(dict.fromkeys(label(word) for word in named.split(",") if word.strip()))
    game = parcel.lots[0].pieces.game if parcel.lots else None
    for table in TABLES:
        rows: Mapping[str, Mapping[str, Any]] = game.tables[table].rows if game and table in game.tables else {}
        if 2 <= len(rows) <= _MOST:
            titles = {code: label(str(row.get("name") or code)) for code, row in rows.items()}
            if not given and len({*titles.values()}) == len(titles):
                return Sides(tuple(titles.values()), tuple(titles), table, tuple(titles))
            known = {word.casefold(): code for code, title in titles.items() for word in (code, title)}
            if given:
                codes = tuple(known.get(name.casefold(), "") for name in given)
                return Sides(given, codes, table, tuple(titles))
    names = given or ("Player 1", "Player 2")
    return Sides(names, ("",) * len(names))
