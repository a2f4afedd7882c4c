"""Objects of Tabletop Simulator as JSON: cards, tiles, boards, figures and bags, and the file with all of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

from printgen.drawing.pieces import Spaces
from printgen.exports.pixels import SheetGrid

Object = dict[str, Any]

# Lengths of the program are in its units, which are inches.
_CARD, _TILE, _TOKEN = 3.04, 2.0, 3.7
"""The longer side of a card, the shorter side of a tile, and the longer side of a token, at scale 1."""
THICKNESS = 0.1
"""Of tiles and tokens."""
_FALL_HEIGHT, _TABLE_HEIGHT = 2.0, 1.05
"""Objects fall from here; locked ones are on the table from the beginning."""
_CARD_GREY = 0.713235259
"""The tint of cards as the program itself saves them."""
_SNAP_HEIGHT = 0.1

# Keys of a saved file, and switches of an object, as the program writes them by default.
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
    """The name, description and tags of an object by its own key. Tagged bags and decks would reject pieces."""

    key: str
    name: str
    description: str = ""
    tags: tuple[str, ...] = ()

    def copy(self, number: int) -> ObjectText:
        """The text of a copy, counted from 1."""
        return self._replace(key=f"{self.key}/{number}")


class TableObject(NamedTuple):
    """An object, and its width and depth on the table in inches."""

    object: Object
    wide: float
    deep: float


def table_object(kind: str, text: ObjectText, scale: float, high: float = 1.0, **more: Any) -> Object:
    """An object of a kind. Its GUID is its key until `save_file` knows all objects of the file."""
    place = {"posX": 0.0, "posY": _FALL_HEIGHT, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    size = {"scaleX": round(scale, 4), "scaleY": round(high, 4), "scaleZ": round(scale, 4)}
    return {
        "GUID": text.key, "Name": kind, "Transform": {**place, **size}, "Nickname": text.name,
        "Description": text.description, "GMNotes": "", "Tags": [*text.tags],
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0}, **_SWITCHES, **more, "LuaScript": "", "LuaScriptState": "",
        "XmlUI": "",
    }  # fmt: skip


class DeckCard(NamedTuple):
    """A card of a deck: its sheet's number and description (see `card_sheet`), its cell there, and its copies."""

    text: ObjectText
    number: int
    sheet: Object
    cell: int
    copies: int


def card_sheet(number: int, face: str, back: str, grid: SheetGrid, own_backs: bool, shape: int) -> Object:
    """A sheet of cards by its number: the addresses of its pictures, and its grid.

    With `own_backs` the back is a sheet, too. `shape` is 0 for rounded cards, 1 for cards with corners, 3 for hexes
    with a flat top, 4 for round ones. Hidden faces show the back, so that no cell is needed for them.
    """
    return {str(number): {"FaceURL": face, "BackURL": back, "NumWidth": grid.columns, "NumHeight": grid.rows,
                          "BackIsHidden": True, "UniqueBack": own_backs, "Type": shape}}  # fmt: skip


def deck(text: ObjectText, cards: Sequence[DeckCard], size: tuple[float, float]) -> TableObject:
    """A deck, face down, its first card at the top; a card in place of a deck of one, which the program would lose."""
    wide, high = size
    scale, sideways = max(size) / _CARD, wide > high
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
    """A card face down for hands; its name is visible only with its face."""
    place, grey = {**card["Transform"], "rotZ": 180.0}, dict.fromkeys("rgb", _CARD_GREY)
    return {**card, "Transform": place, "ColorDiffuse": grey, "Hands": True, "HideWhenFaceDown": True}


def tile(
    text: ObjectText, front: str, back: str, size: tuple[float, float], shape: int = 0, stack: bool = False,
    turn: float = 0.0,
) -> TableObject:  # fmt: skip
    """A tile, its front on both sides without a back: `shape` 0 is a box, 1 a hex, 2 a circle; `turn` is clockwise."""
    look = {"Type": shape, "Thickness": THICKNESS, "Stackable": stack, "Stretch": True}
    image = {**_image(front, back), "CustomTile": look}
    tile_object = table_object("Custom_Tile", text, min(size) / _TILE, CustomImage=image)
    tile_object["Transform"]["rotY"] += turn
    return TableObject(tile_object, *(size if not turn else size[::-1]))


def token(text: ObjectText, front: str, size: tuple[float, float], stack: bool = False) -> TableObject:
    """A token, which the program cuts out along the picture's transparent ground."""
    look = {"Thickness": THICKNESS, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": stack}
    image = {**_image(front, ""), "CustomToken": look}
    return TableObject(table_object("Custom_Token", text, max(size) / _TOKEN, CustomImage=image), *size)


def board(
    text: ObjectText, front: str, size: tuple[float, float], spaces: Spaces | None, points: tuple[float, float]
) -> TableObject:
    """A locked tile with a snap point in the middle of each space; `points` is its size in points, as of spaces."""
    placed, scale = tile(text, front, "", size), min(size) / _TILE
    placed.object["Locked"] = True
    placed.object["Transform"]["posY"] = _TABLE_HEIGHT
    if spaces:
        (wide, high), (across, down) = points, size
        middles = (((0.5 - cell.x / wide) * across, (cell.y / high - 0.5) * down) for cell in spaces.cells)
        placed.object["AttachedSnapPoints"] = [
            {"Position": {"x": round(x / scale, 5), "y": _SNAP_HEIGHT, "z": round(z / scale, 5)}} for x, z in middles
        ]
    return placed


def pages(pages: Sequence[TableObject]) -> TableObject:
    """Pages as states of the first, between which the number keys switch."""
    first = pages[0]
    if len(pages) > 1:
        first.object["States"] = {str(n): page.object for n, page in enumerate(pages[1:], 2)}
    return first._replace(wide=max(page.wide for page in pages), deep=max(page.deep for page in pages))


def figure(text: ObjectText, front: str, back: str, size: tuple[float, float]) -> TableObject:
    """A figure of cardboard on a foot."""
    scale, image = size[0] / _TILE, _image(front, back)
    return TableObject(table_object("Figurine_Custom", text, scale, scale, CustomImage=image), size[0], size[0])


def bag(text: ObjectText, pieces: Iterable[TableObject]) -> TableObject:
    """A bag, from which the first piece comes out last."""
    bag_object = table_object("Bag", text, 1.0, Bag={"Order": 0}, ContainedObjects=[piece.object for piece in pieces])
    return TableObject({**bag_object, "ColorDiffuse": dict.fromkeys("rgb", _CARD_GREY)}, 2.0, 2.0)


def _image(front: str, back: str) -> Object:
    return {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}


_ACROSS, _GAP = 40.0, 0.5
"""The width of rows of objects, and the gap between objects."""


def arrange_rows(objects: Sequence[TableObject]) -> None:
    """Place objects in rows from the left, no wider than `_ACROSS` unless one object is."""
    rows: list[list[TableObject]] = [[]]
    for placed in objects:
        if rows[-1] and sum(other.wide + _GAP for other in rows[-1]) + placed.wide > _ACROSS:
            rows.append([])
        rows[-1].append(placed)
    top = 0.0
    for row in rows:
        left, deep = 0.0, max((placed.deep for placed in row), default=0.0)
        for placed in row:
            placed.object["Transform"] |= {"posX": round(left + placed.wide / 2, 4), "posZ": round(top - deep / 2, 4)}
            left += placed.wide + _GAP
        top -= deep + _GAP


def save_file(title: str, objects: Iterable[Object]) -> Object:
    """A file of objects. A GUID is the first six digits of a hash of the key; of another hash where that is taken."""
    top_objects, guids = [*objects], set[str]()
    for table_object in _with_inner(top_objects):
        digests = (hashlib.sha256(f"{table_object['GUID']}{n or ''}".encode()).hexdigest()[:6] for n in count())
        table_object["GUID"] = next(digest for digest in digests if digest not in guids)
        guids.add(table_object["GUID"])
    return {**_SAVE, "SaveName": title, "ObjectStates": top_objects}


def _with_inner(objects: Iterable[Object]) -> Iterator[Object]:
    """Objects, each followed by those in it and by its other states."""
    for table_object in objects:
        yield table_object
        yield from _with_inner(table_object.get("ContainedObjects", ()))
        yield from _with_inner(table_object.get("States", {}).values())
