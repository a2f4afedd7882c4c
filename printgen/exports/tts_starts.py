"""What lies on a table as objects of Tabletop Simulator, and where it lies as a game begins."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from printgen.drawing.pieces import Spaces
from printgen.exports.bundle import Bundle, Component, ProductExport
from printgen.exports.pixels import SheetGrid
from printgen.exports.vassal.grouping import maps, sides_of, sort_table, starts_of

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


class TableObject(NamedTuple):
    """An object, and how wide and deep it lies on the table."""

    object: Object
    wide: float
    deep: float


def table_object(sort_table: str, told: ObjectText, scale: float, high: float = 1.0, **more: Any) -> Object:
    """An object of a sort. Its GUID is its key until the whole file is known; see `saved`."""
    place = {"posX": 0.0, "posY": _HEIGHT, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    size = {"scaleX": round(scale, 4), "scaleY": round(high, 4), "scaleZ": round(scale, 4)}
    return {
        "GUID": told.key, "Name": sort_table, "Transform": {**place, **size}, "Nickname": told.name,
        "Description": told.description, "GMNotes": "", "Tags": [*told.tags],
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0}, **_SWITCHES, **more, "LuaScript": "", "LuaScriptState": "",
        "XmlUI": "",
    }  # fmt: skip


class CardSheet(NamedTuple):
    """A sheet of cards: its number in the file, the addresses of its pictures, and its grid.

    `own` says that its back is a sheet, too; `shape` is that of its cards (0 rounded, 1 with corners, 3 a hex with a
    flat top, 4 round).
    """

    number: int
    face: str
    back: str
    grid: SheetGrid
    own: bool
    shape: int

    @property
    def data(self) -> Object:
        """As objects name it. The back is shown where a face is hidden, so that no cell is needed for that."""
        return {str(self.number): {
            "FaceURL": self.face, "BackURL": self.back, "NumWidth": self.grid.columns, "NumHeight": self.grid.rows,
            "BackIsHidden": True, "UniqueBack": self.own, "Type": self.shape,
        }}  # fmt: skip


class DeckCard(NamedTuple):
    """A card of a deck: the sheet that it is on, its cell there, and how many of it there are."""

    told: ObjectText
    sheet: CardSheet
    cell: int
    copies: int


def deck(told: ObjectText, cards: Sequence[DeckCard], size: tuple[float, float]) -> TableObject:
    """A deck, face down, its first card at the top; a lone card where there is but one, since a deck of one is lost."""
    wide, high = size
    scale, sideways = max(size) / CARD, wide > high
    single = sum(card.copies for card in cards) == 1
    objects = []
    for card in cards:
        for copy in range(1, card.copies + 1):
            own = card.told._replace(key=f"{card.told.key}/{copy}")
            objects.append(_face_down(table_object(
                "CardCustom" if single else "Card", own, scale, SidewaysCard=sideways,
                CardID=100 * card.sheet.number + card.cell, CustomDeck=card.sheet.data,
            )))  # fmt: skip
    if single:
        return TableObject(objects[0], wide, high)
    sheets: Object = {}
    for card in cards:
        sheets |= card.sheet.data
    whole = _face_down(table_object(
        "DeckCustom", told, scale, SidewaysCard=sideways, DeckIDs=[one["CardID"] for one in objects],
        CustomDeck=sheets, ContainedObjects=objects,
    ))  # fmt: skip
    return TableObject({**whole, "Hands": False}, wide, high)


def _face_down(made: Object) -> Object:
    """Face down, for a hand, and told to nobody who sees its back alone."""
    place = {**made["Transform"], "rotZ": 180.0}
    grey = dict.fromkeys("rgb", _GREY)
    return {**made, "Transform": place, "ColorDiffuse": grey, "Hands": True, "HideWhenFaceDown": True}


def tile(
    told: ObjectText, front: str, back: str, size: tuple[float, float], shape: int = 0, stack: bool = False,
    turn: float = 0.0,
) -> TableObject:  # fmt: skip
    """A tile with two sides: `shape` is 0 for a box, 1 for a hex, 2 for a round one. Of no back the front is there.

    `turn` turns it clockwise where its picture is turned the other way.
    """
    image = {**_image(front, back), "CustomTile": {"Type": shape, "Thickness": THICK, "Stackable": stack,
                                                   "Stretch": True}}  # fmt: skip
    made = table_object("Custom_Tile", told, min(size) / TILE, CustomImage=image)
    made["Transform"]["rotY"] += turn
    return TableObject(made, *(size if not turn else size[::-1]))


def token(told: ObjectText, front: str, size: tuple[float, float], stack: bool = False) -> TableObject:
    """A token cut out along what its picture shows."""
    image = {**_image(front, ""), "CustomToken": {"Thickness": THICK, "MergeDistancePixels": 15.0, "StandUp": False,
                                                  "Stackable": stack}}  # fmt: skip
    return TableObject(table_object("Custom_Token", told, max(size) / TOKEN, CustomImage=image), *size)


def board(
    told: ObjectText, front: str, size: tuple[float, float], spaces: Spaces | None, points: tuple[float, float]
) -> TableObject:
    """A locked tile on which things snap to the middle of each space.

    The spaces lie on a board of so many `points`; their places here are those on the tile before it is scaled.
    """
    placed = tile(told, front, "", size)
    scale, made = min(size) / TILE, placed.object
    made["Locked"] = True
    made["Transform"]["posY"] = _LYING
    if spaces:
        (wide, high), (across, down) = points, size
        made["AttachedSnapPoints"] = [
            {"Position": {
                "x": round((0.5 - cell.x / wide) * across / scale, 5), "y": _SNAP_HEIGHT,
                "z": round((cell.y / high - 0.5) * down / scale, 5),
            }} for cell in spaces.cells
        ]  # fmt: skip
    return placed


def pages(pages: Sequence[TableObject]) -> TableObject:
    """Tiles as states of the first, which people turn by keys with numbers."""
    first = pages[0]
    if len(pages) > 1:
        first.object["States"] = {str(n): page.object for n, page in enumerate(pages[1:], 2)}
    return first._replace(wide=max(page.wide for page in pages), deep=max(page.deep for page in pages))


def document(told: ObjectText, address: str, size: tuple[float, float]) -> TableObject:
    """A PDF, whose pages people turn on the object itself; how large one is nobody says, and it is taken for a tile."""
    paper = {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return TableObject(table_object("Custom_PDF", told, min(size) / TILE, CustomPDF=paper), *size)


def figure(told: ObjectText, front: str, back: str, size: tuple[float, float]) -> TableObject:
    """A figure of cardboard on a foot."""
    made = table_object("Figurine_Custom", told, size[0] / TILE, size[0] / TILE, CustomImage=_image(front, back))
    return TableObject(made, size[0], size[0])


def bag(told: ObjectText, held: Iterable[TableObject]) -> TableObject:
    """A bag, from which the first comes out last."""
    made = table_object("Bag", told, 1.0, Bag={"Order": 0}, ContainedObjects=[one.object for one in held])
    return TableObject({**made, "ColorDiffuse": dict.fromkeys("rgb", _GREY)}, 2.0, 2.0)


def pieces_told(count: int) -> str:
    """What a bag of so many pieces says of itself."""
    return f"{count} pieces"


def _image(front: str, back: str) -> Object:
    return {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}


def arrange_rows(objects: Sequence[TableObject], across: float = 40.0, gap: float = 0.5) -> None:
    """Place objects beside each other from the left, in rows that are at most so wide unless one alone is wider."""
    rows: list[list[TableObject]] = [[]]
    for one in objects:
        if rows[-1] and sum(held.wide + gap for held in rows[-1]) + one.wide > across:
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
    states = [*objects]
    taken = set[str]()
    for made in _all(states):
        digests = (hashlib.sha256(f"{made['GUID']}{n or ''}".encode()).hexdigest()[:6] for n in count())
        made["GUID"] = next(digest for digest in digests if digest not in taken)
        taken.add(made["GUID"])
    return {**_SAVE, "SaveName": title, "ObjectStates": states}


def _all(objects: Iterable[Object]) -> Iterator[Object]:
    for made in objects:
        yield made
        yield from _all(made.get("ContainedObjects", ()))
        yield from _all(made.get("States", {}).values())


class _Spot(NamedTuple):
    """The space of a board by its place among all of them, and how many pieces lie below there."""

    space: int
    below: int


def key_of(label: str, product: ProductExport, component: Component) -> str:
    """What tells the object of a thing from all others of its game, whose folder has the name `label`."""
    return f"{label}/{product.name}/{component.key}"


def arrange_start(bundle: Bundle, objects: Sequence[TableObject]) -> list[Object]:
    """The objects, which are changed: all in rows, and over their spaces what begins on the board, out of its bags."""
    board, spots = _spots(bundle)
    rows, lying = list[TableObject](), list[Object]()
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
    arrange_rows(rows)
    if lying:
        (ground,) = (one.object for one in rows if one.object["GUID"] == board)
        for made in lying:
            _lay(made, ground, spots[made["GUID"]])
    return [*(one.object for one in rows), *lying]


def _spots(bundle: Bundle) -> tuple[str, Mapping[str, _Spot]]:
    """The key of the board that is played on, and the spots on it of what begins there, by their keys."""
    sides = sides_of(bundle, "")
    held = sort_table(bundle, sides)
    product, _ = maps(held.boards)
    spaces = product.components[0].piece.spaces if product else None
    if product is None or spaces is None:
        return "", {}
    numbers = {cell.name: number for number, cell in enumerate(spaces.cells)}
    spots = {}
    for start in starts_of(held, sides, spaces):
        space = numbers[spaces.starts[start.side][start.place]]
        for below in range(start.component.copies):
            spots[f"{key_of(bundle.label, start.product, start.component)}/{below + 1}"] = _Spot(space, below)
    return key_of(bundle.label, product, product.components[0]), spots


def _lay(made: Object, board: Object, spot: _Spot) -> None:
    """Let a piece fall onto its space, where it would snap."""
    place, point = board["Transform"], board["AttachedSnapPoints"][spot.space]["Position"]
    # A board is turned by half a turn, and its points with it.
    across, away = (round(place[f"pos{axis}"] - point[axis.lower()] * place[f"scale{axis}"], 4) for axis in "XZ")
    made["Transform"] |= {"posX": across, "posY": made["Transform"]["posY"] + 2 * THICK * spot.below, "posZ": away}
