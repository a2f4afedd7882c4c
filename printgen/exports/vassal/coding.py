"""Words and values as VASSAL splits them again; who plays, and which side a thing is of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Any, NamedTuple
from unicodedata import category
from xml.etree.ElementTree import Element, tostring

from printgen.exports.parcel import Lot, Parcel, Thing
from printgen.game.records import Game
from printgen.reading.marked import Map


def sequence(parts: Iterable[object], letter: str) -> str:
    """Parts in one text. Truths are "true" and "false", everything else is as it is written."""
    return letter.join(_part(part, letter) for part in parts)


def _part(part: object, letter: str) -> str:
    text = str(part).lower() if isinstance(part, bool) else str(part)
    escaped = text.replace(letter, f"\\{letter}")
    quoted = text[:1] == "\\" or (text[:1] == "'" and text[-1:] == "'")
    return f"'{escaped}'" if quoted else escaped


def nested(layers: Sequence[str]) -> str:
    """Layers around each other, the outermost first: each holds all that follow."""
    text = layers[-1]
    for layer in reversed(layers[:-1]):
        text = sequence((layer, text), "\t")
    return text


_COLORS = "|!?~`"
"""A line of VASSAL's log that begins with one of these loses it and is printed in a color."""


def plain(words: str) -> str:
    """Words of people as one line that every part can hold: no controls, no backslashes, no blanks around them."""
    held = "".join(" " if category(letter) in ("Cc", "Zl", "Zp", "Cs") else letter for letter in words)
    return " ".join(held.replace("\\", "/").split())


def chat_name(words: str, other: str = "piece") -> str:
    """Words as a name that a line of the log may begin with; another word where there are none."""
    name = plain(words)
    return f'"{name}"' if name[:1] and name[0] in _COLORS else name or other


def label(words: str) -> str:
    """Words as the name of a deck, a side or a map: VASSAL would reckon with what stands in braces or dollars."""
    return chat_name("".join(" " if letter in "${}" else letter for letter in words))


def distinct(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Names of which no two are the same, and none is taken: "Joe", "Joe 2" ..."""
    used, told = {*taken}, list[str]()
    for name in names:
        fresh = next(one for one in chain([name], (f"{name} {n}" for n in count(2))) if one not in used)
        used.add(fresh)
        told.append(fresh)
    return told


BUILD = "VASSAL.build"
MODULE = f"{BUILD}.module"
MAP = f"{MODULE}.map"
BOARD = f"{MAP}.boardPicker.board"
_NONE: Mapping[str, object] = {}


def element(tag: str, said: Mapping[str, object] = _NONE, children: Iterable[Element] = (), text: str = "") -> Element:
    """An element with its attributes in their order; truths are "true" and "false"."""
    made = Element(tag)
    for name, value in said.items():
        made.set(name, str(value).lower() if isinstance(value, bool) else str(value))
    made.extend(children)
    made.text = text or None
    return made


def written(root: Element) -> bytes:
    """An element as a file. Nothing stands between elements that is not theirs: what is, belongs to a piece."""
    text: str = tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n{text}'.encode()


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
