"""Objects of Tabletop Simulator: cards, tiles, boards, figures and bags, and the file that holds them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

from printgen.drawing.pieces import Spaces
from printgen.exports.pixels import SheetGrid

Object = dict[str, Any]

CARD, TILE, TOKEN = 3.04, 2.0, 3.7
THICK = 0.1
_HEIGHT = 2.0
_LYING = 1.05
"""What is locked lies on the table from the beginning; all else falls on it."""
_GREY = 0.713235259
_SNAP_HEIGHT = 0.1

_SAVE = {
    "SaveName": "", "Date": "", "VersionNumber": "", "GameMode": "", "GameType": "", "GameComplexity": "", "Tags": [],
    "Gravity": 0.5, "PlayArea": 0.5, "Table": "", "Sky": "", "Note": "", "TabStates": {}, "LuaScript": "",
    "LuaScriptState": "", "XmlUI": "", "ObjectStates": [],
}  # fmt: skip
_SWITCHES = {
    "Locked": False, "Grid": True, "Snap": True, "IgnoreFoW": False, "MeasureMovement": False, "DragSelectable": True,
    "Autoraise": True, "Sticky": True, "Tooltip": True, "GridProjection": False, "HideWhenFaceDown": False,
    "Hands": False,
}  # fmt: skip


class ObjectText(NamedTuple):
    """What people read of an object and find it by; `key` tells it from all others of its game.

    What holds others has no tags: with some, it takes nothing in that has none of them.
    """

    key: str
    name: str
    description: str = ""
    tags: tuple[str, ...] = ()

    def copy(self, number: int) -> ObjectText:
        """The same for a copy, counted from 1."""
        return self._replace(key=f"{self.key}/{number}")


class TableObject(NamedTuple):
    """An object, and how wide and deep it lies on the table, in inches."""

    object: Object
    wide: float
    deep: float


def table_object(kind: str, text: ObjectText, scale: float, high: float = 1.0, **more: Any) -> Object:
    """An object of a kind. Its GUID is its key until the whole file is known; see `save_file`."""
    place = {"posX": 0.0, "posY": _HEIGHT, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    size = {"scaleX": round(scale, 4), "scaleY": round(high, 4), "scaleZ": round(scale, 4)}
    return {
        "GUID": text.key, "Name": kind, "Transform": {**place, **size}, "Nickname": text.name,
        "Description": text.description, "GMNotes": "", "Tags": [*text.tags],
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0}, **_SWITCHES, **more, "LuaScript": "", "LuaScriptState": "",
        "XmlUI": "",
    }  # fmt: skip


class DeckCard(NamedTuple):
    """A card of a deck: the number of its sheet, that sheet as objects name it, its cell there, and how many there are
    of it."""

    text: ObjectText
    number: int
    sheet: Object
    cell: int
    copies: int


def card_sheet(number: int, face: str, back: str, grid: SheetGrid, own: bool, shape: int) -> Object:
    """A sheet of cards: the addresses of its pictures, and its grid. `own` says that its back is a sheet, too; `shape`
    is that of its cards (0 rounded, 1 with corners, 3 a hex with a flat top, 4 round).

    The back is shown where a face is hidden, so that no cell is needed for that.
    """
    return {str(number): {"FaceURL": face, "BackURL": back, "NumWidth": grid.columns, "NumHeight": grid.rows,
                          "BackIsHidden": True, "UniqueBack": own, "Type": shape}}  # fmt: skip


def deck(text: ObjectText, cards: Sequence[DeckCard], size: tuple[float, float]) -> TableObject:
    """A deck, face down, its first card at the top; a lone card where there is but one, since a deck of one is lost."""
    wide, high = size
    scale, sideways = max(size) / CARD, wide > high
    single = sum(card.copies for card in cards) == 1
    objects = [
        _face_down(table_object(
            "CardCustom" if single else "Card", card.text.copy(copy), scale, SidewaysCard=sideways,
            CardID=100 * card.number + card.cell, CustomDeck=card.sheet,
        )) for card in cards for copy in range(1, card.copies + 1)
    ]  # fmt: skip
    if single:
        return TableObject(objects[0], wide, high)
    sheets = {number: sheet for card in cards for number, sheet in card.sheet.items()}
    whole = _face_down(table_object(
        "DeckCustom", text, scale, SidewaysCard=sideways, DeckIDs=[card["CardID"] for card in objects],
        CustomDeck=sheets, ContainedObjects=objects,
    ))  # fmt: skip
    return TableObject({**whole, "Hands": False}, wide, high)


def _face_down(card: Object) -> Object:
    """Face down, for a hand, and shown to nobody who sees its back alone."""
    place, grey = {**card["Transform"], "rotZ": 180.0}, dict.fromkeys("rgb", _GREY)
    return {**card, "Transform": place, "ColorDiffuse": grey, "Hands": True, "HideWhenFaceDown": True}


def tile(
    text: ObjectText, front: str, back: str, size: tuple[float, float], shape: int = 0, stack: bool = False,
    turn: float = 0.0,
) -> TableObject:  # fmt: skip
    """A tile with two sides: `shape` is 0 for a box, 1 for a hex, 2 for a round one. Of no back the front is there.

    `turn` turns it clockwise where its picture is turned the other way.
    """
    look = {"Type": shape, "Thickness": THICK, "Stackable": stack, "Stretch": True}
    whole = table_object("Custom_Tile", text, min(size) / TILE, CustomImage={**_image(front, back), "CustomTile": look})
    whole["Transform"]["rotY"] += turn
    return TableObject(whole, *(size if not turn else size[::-1]))


def token(text: ObjectText, front: str, size: tuple[float, float], stack: bool = False) -> TableObject:
    """A token cut out along what its picture shows."""
    look = {"Thickness": THICK, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": stack}
    image = {**_image(front, ""), "CustomToken": look}
    return TableObject(table_object("Custom_Token", text, max(size) / TOKEN, CustomImage=image), *size)


def board(
    text: ObjectText, front: str, size: tuple[float, float], spaces: Spaces | None, points: tuple[float, float]
) -> TableObject:
    """A locked tile on which things snap to the middle of each space.

    The spaces lie on a board of so many `points`; their places here are those on the tile before it is scaled.
    """
    whole, scale = tile(text, front, "", size), min(size) / TILE
    whole.object["Locked"] = True
    whole.object["Transform"]["posY"] = _LYING
    if spaces:
        (wide, high), (across, down) = points, size
        middles = (((0.5 - cell.x / wide) * across, (cell.y / high - 0.5) * down) for cell in spaces.cells)
        whole.object["AttachedSnapPoints"] = [
            {"Position": {"x": round(x / scale, 5), "y": _SNAP_HEIGHT, "z": round(z / scale, 5)}} for x, z in middles
        ]
    return whole


def pages(pages: Sequence[TableObject]) -> TableObject:
    """Tiles as states of the first, which people turn by keys with numbers."""
    first = pages[0]
    if len(pages) > 1:
        first.object["States"] = {str(n): page.object for n, page in enumerate(pages[1:], 2)}
    return first._replace(wide=max(page.wide for page in pages), deep=max(page.deep for page in pages))


def figure(text: ObjectText, front: str, back: str, size: tuple[float, float]) -> TableObject:
    """A figure of cardboard on a foot."""
    scale, image = size[0] / TILE, _image(front, back)
    return TableObject(table_object("Figurine_Custom", text, scale, scale, CustomImage=image), size[0], size[0])


def bag(text: ObjectText, pieces: Iterable[TableObject]) -> TableObject:
    """A bag, from which the first comes out last."""
    whole = table_object("Bag", text, 1.0, Bag={"Order": 0}, ContainedObjects=[piece.object for piece in pieces])
    return TableObject({**whole, "ColorDiffuse": dict.fromkeys("rgb", _GREY)}, 2.0, 2.0)


def _image(front: str, back: str) -> Object:
    return {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}


def arrange_rows(objects: Sequence[TableObject], across: float = 40.0, gap: float = 0.5) -> None:
    """Place objects beside each other from the left, in rows that are at most so wide unless one alone is wider."""
    rows: list[list[TableObject]] = [[]]
    for one in objects:
        if rows[-1] and sum(other.wide + gap for other in rows[-1]) + one.wide > across:
            rows.append([])
        rows[-1].append(one)
    top = 0.0
    for row in rows:
        left, deep = 0.0, max((one.deep for one in row), default=0.0)
        for one in row:
            one.object["Transform"] |= {"posX": round(left + one.wide / 2, 4), "posZ": round(top - deep / 2, 4)}
            left += one.wide + gap
        top -= deep + gap


def save_file(title: str, objects: Iterable[Object]) -> Object:
    """A file of objects. A GUID is the first six digits of a hash of the key; of another hash where that is taken."""
    states, taken = [*objects], set[str]()
    for one in _all(states):
        digests = (hashlib.sha256(f"{one['GUID']}{n or ''}".encode()).hexdigest()[:6] for n in count())
        one["GUID"] = next(digest for digest in digests if digest not in taken)
        taken.add(one["GUID"])
    return {**_SAVE, "SaveName": title, "ObjectStates": states}


def _all(objects: Iterable[Object]) -> Iterator[Object]:
    for one in objects:
        yield one
        yield from _all(one.get("ContainedObjects", ()))
        yield from _all(one.get("States", {}).values())
