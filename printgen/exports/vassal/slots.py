"""Things come in; slots go out, from which VASSAL makes pieces: each with what the piece can do, and a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from printgen.exports.parcel import Lot, Thing
from printgen.exports.vassal.coding import named
from printgen.exports.vassal.elements import BUILD, element
from printgen.exports.vassal.shots import Picture, Shots
from printgen.exports.vassal.sorting import Deck, shown
from printgen.exports.vassal.traits import (
    DELETE,
    DISCARD,
    FLIP,
    HIDES,
    Trait,
    basic,
    definition,
    deleted,
    discarded,
    loose,
    marks,
    masked,
    reported,
    sided,
    turned,
)
from printgen.reading.marked import Map

_VIEWED = 1000
"""So many pixels a piece is long at most that is shown at full size under the mouse: more would hide the map."""
_LARGE, _LONG = 100.0, 45.0
"""What is larger lies apart from stacks and grids, and what is longer is turned to measure, in millimetres."""


class Slots:
    """Makes slots, numbered from 0."""

    def __init__(self, shots: Shots) -> None:
        self.shots = shots
        self.count = 0

    def card(self, deck: Deck, thing: Thing) -> Element:
        """A card of a deck: it is turned over for its owner alone, discarded, and removed."""
        face, back = self.shots.side(deck.lot, thing), self.shots.side(deck.lot, thing, "back")
        known = [marks(values)] if (values := dict(_values(deck.lot, thing))) else []
        can = [reported(DISCARD, DELETE, FLIP), discarded(deck.pile), deleted(), masked(back.file), *known]
        return self._slot("CardSlot", thing.name, face, can)

    def piece(self, lot: Lot, thing: Thing, quarter: bool = False, sort: str = "PieceSlot") -> Element:
        """Anything else: it is turned over if it has a back, turned round if that matters, and removed.

        One that is to lie a `quarter` of a turn round must be one that is turned.
        """
        face = self.shots.side(lot, thing)
        can, image = [reported(DELETE, FLIP), deleted()], face.file
        if max(shown(lot, thing)) > _LARGE:
            can.append(loose())
        if steps := steps_of(lot, thing):
            can.append(turned(steps, steps // 4 if quarter else 0))
        if thing.piece.back is not None:
            can.append(sided(face.file, self.shots.side(lot, thing, "back").file))
            image = ""
        values = dict(_values(lot, thing))
        if max(face.wide, face.high) > _VIEWED:
            values[HIDES] = "yes"
        if values:
            can.append(marks(values))
        return self._slot(sort, thing.name, face, can, image)

    def figure(self, name: str, face: Picture) -> Element:
        """A plain piece."""
        return self._slot("PieceSlot", name, face, [reported(DELETE), deleted()])

    def _slot(self, sort: str, name: str, face: Picture, can: list[Trait], image: str | None = None) -> Element:
        number, name = self.count, named(name)
        self.count += 1
        text = definition([*can, basic(face.file if image is None else image, name, number)])
        tag = f"{BUILD}.widget.{sort}"
        return element(tag, {"entryName": name, "gpid": number, "width": face.wide, "height": face.high}, text=text)


def steps_of(lot: Lot, thing: Thing) -> int:
    """In how many steps a thing is turned round; 0 for what is not turned."""
    if thing.role == "tile":
        return 6 if thing.piece.cut else 4
    return 24 if thing.role == "token" and max(shown(lot, thing)) > _LONG else 0


def _values(lot: Lot, thing: Thing) -> Iterator[tuple[str, str]]:
    """What a thing's record says in numbers and words of tables, by titles of its fields."""
    game, product, record = lot.pieces.game, lot.pieces.product, thing.of
    if record is None or not product.record:
        return
    fields: Any = game.source["records"][product.record]
    for name, declared in fields.items():
        if not lot.says(name):
            continue
        value, said = record.values.get(name), declared if isinstance(declared, Map) else {}
        title = str(name).replace("_", " ").capitalize()
        if type(value) is int:
            yield title, str(value)
        elif "from" in said and isinstance(value, str | tuple) and value:
            rows = game.tables[said["from"]].rows if said["from"] in game.tables else {}
            yield title, ", ".join(_named(rows, code) for code in ((value,) if isinstance(value, str) else value))


def _named(rows: Mapping[str, Mapping[str, Any]], code: Any) -> str:
    return str((rows.get(code) or {}).get("name") or code)
