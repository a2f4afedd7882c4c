"""A game and its objects for Tabletop Simulator come in; they go out side by side, and what begins on the board there.

That is what a module of VASSAL has there, too: of each product that says `begins`, so many pieces of each side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from printgen.exports.parcel import Lot, Parcel, Thing
from printgen.exports.tts_objects import THICK, Object, Placed, laid_out, pieces_told
from printgen.exports.vassal.sides import sides_of
from printgen.exports.vassal.sorting import maps, sort
from printgen.exports.vassal.starting import starts_of


class _Spot(NamedTuple):
    """The space of a board by its place among all of them, and how many pieces lie below there."""

    space: int
    below: int


def key_of(label: str, lot: Lot, thing: Thing) -> str:
    """What tells the object of a thing from all others of its game, whose folder has the name `label`."""
    return f"{label}/{lot.name}/{thing.key}"


def laid_to_begin(parcel: Parcel, objects: Sequence[Placed]) -> list[Object]:
    """The objects, which are changed: all in rows, and over their spaces what begins on the board, out of its bags."""
    board, spots = _spots(parcel)
    rows, lying = list[Placed](), list[Object]()
    for one in objects:
        made = one.object
        held = made["ContainedObjects"] if made["Name"] == "Bag" else ()
        if made["GUID"] in spots:
            lying.append(made)
            continue
        if left := [piece for piece in held if piece["GUID"] not in spots]:
            made |= {"ContainedObjects": left, "Description": pieces_told(len(left))}
        lying += (piece for piece in held if piece["GUID"] in spots)
        if left or not held:
            rows.append(one)
    laid_out(rows)
    if lying:
        (ground,) = (one.object for one in rows if one.object["GUID"] == board)
        for made in lying:
            _lay(made, ground, spots[made["GUID"]])
    return [*(one.object for one in rows), *lying]


def _spots(parcel: Parcel) -> tuple[str, Mapping[str, _Spot]]:
    """The key of the board that is played on, and the spots on it of what begins there, by their keys."""
    sides = sides_of(parcel, "")
    held = sort(parcel, sides)
    lot, _ = maps(held.boards)
    spaces = lot.things[0].piece.spaces if lot else None
    if lot is None or spaces is None:
        return "", {}
    numbers = {cell.name: number for number, cell in enumerate(spaces.cells)}
    spots = {}
    for start in starts_of(held, sides, spaces):
        space = numbers[spaces.starts[start.side][start.place]]
        for below in range(start.thing.copies):
            spots[f"{key_of(parcel.label, start.lot, start.thing)}/{below + 1}"] = _Spot(space, below)
    return key_of(parcel.label, lot, lot.things[0]), spots


def _lay(made: Object, board: Object, spot: _Spot) -> None:
    """Let a piece fall onto its space, where it would snap."""
    place, point = board["Transform"], board["AttachedSnapPoints"][spot.space]["Position"]
    # A board is turned by half a turn, and its points with it.
    across, away = (round(place[f"pos{axis}"] - point[axis.lower()] * place[f"scale{axis}"], 4) for axis in "XZ")
    made["Transform"] |= {"posX": across, "posY": made["Transform"]["posY"] + 2 * THICK * spot.below, "posZ": away}
