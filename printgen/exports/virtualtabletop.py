"""A room of virtualtabletop.io: GAME.vtt, which people upload there.

It is a zip of `0.json`, the widgets of the room by their ids, and `assets/`, the pictures, each named by the CRC of its
bytes as a signed number and its size: as the server itself names uploads.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from printgen.base.errors import Finding
from printgen.base.progress import Progress
from printgen.base.units import translate
from printgen.drawing.model import Drawing, Group, Place, Rect
from printgen.exports.bundle import Bundle, fit_drawing
from printgen.exports.format import ExportFiles, Option, OptionValues, as_json, zip_of
from printgen.exports.pixels import RasterJob, light_file, picture_files
from printgen.exports.rooms import (
    BUTTON_HEIGHT,
    MARGIN,
    MOST_COUNTERS,
    NAME_SPACE,
    Pile,
    RoomLayout,
    RoomSpot,
    counter_at,
    draw_images,
    lay_out_room,
    search_fields,
)

_PROGRAM = "virtualtabletop.io"
_VERSION = 18
"""The version of the format. Servers convert older files, and refuse newer ones."""
_MOST_BYTES = 10 * 1024 * 1024
"""Servers refuse pictures of more bytes."""
_MOST_COMPONENTS = 3000
"""With more, browsers become slow."""
_BUTTON_WIDTH = 100
_COVER = 512
"""The width and height of the picture on the game shelf, in pixels."""
_GROUND = "#20262B"

OPTIONS = (Option("counters", "counters of points beside the hand", 2, most=MOST_COUNTERS),)

Widget = dict[str, Any]


def check(bundle: Bundle, options: OptionValues) -> Iterable[Finding]:
    """Findings on components without a place in the room."""
    return lay_out_room(bundle, _PROGRAM, _MOST_COMPONENTS).findings


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Lay out the room, and draw its pictures."""
    room = lay_out_room(bundle, _PROGRAM, _MOST_COMPONENTS, options["counters"], _BUTTON_WIDTH)
    images = draw_images(room, _MOST_BYTES, progress)
    addresses, cover = {name: _address(data) for name, data in images.items()}, _cover(room, progress)
    widgets: Widget = {"_meta": _about(bundle, _address(cover))}
    widgets |= ((widget["id"], widget) for widget in _widgets(room, addresses, options["counters"]))
    assets = {_address(data).lstrip("/"): data for data in (*images.values(), cover)}
    file = (f"{bundle.stem}.vtt", zip_of({"0.json": as_json(widgets), **assets}))
    note = "Open a room of virtualtabletop.io, and upload the file to its game shelf."
    return ExportFiles([file], (), (note,), room.pieces, len({*addresses.values()}))


def _address(data: bytes) -> str:
    """The address of a picture on the server."""
    crc = zlib.crc32(data)
    return f"/assets/{crc - 2**32 if crc >= 2**31 else crc}_{len(data)}"


def _about(bundle: Bundle, cover: str) -> Widget:
    """The entry of the game shelf, as game.yaml describes the game; `cover` is the address of its picture."""
    game = bundle.products[0].pieces.game
    source = game.source
    info = {
        "name": bundle.display_title, "image": cover, "attribution": game.author, "language": bundle.language,
        "players": str(source.get("players", "")), "time": str(source.get("time", "")),
        "rules": source.get("rules", ""), "description": source.get("description", ""),
    }  # fmt: skip
    return {"version": _VERSION, "info": info, "gameSettings": {"legacyModes": {}}}


def _cover(room: RoomLayout, progress: Progress) -> bytes:
    """A square picture for the game shelf: the board, a back of cards, or a front."""
    components = [component for pile in room.piles for component in pile.product.components]
    backs = (component.side("back", clip=True) for component in components
             if component.role == "card" and component.piece.back)  # fmt: skip
    side = room.board[0].side(clip=True) if room.board else next(backs, None) or components[0].side(clip=True)
    scale = _COVER / max(side.width, side.height)
    scaled = fit_drawing(side, side.width * scale, side.height * scale)
    middle = translate((_COVER - scaled.width) / 2, (_COVER - scaled.height) / 2)
    square = Drawing(_COVER, _COVER, (Rect(0, 0, _COVER, _COVER, _GROUND), Place(Group(scaled.items), middle)))
    job = RasterJob(square, _COVER, _COVER)
    return picture_files([job], partial(light_file, limit=_MOST_BYTES), progress, "drawing a cover")[0]


def _at(spot: RoomSpot) -> Widget:
    return {"x": spot.x, "y": spot.y, "width": spot.w, "height": spot.h}


def _widgets(room: RoomLayout, addresses: Mapping[str, str], counters: int) -> Iterator[Widget]:
    """All widgets, each after the one that contains it."""
    yield {"id": "hand", "type": "holder", **_at(room.hand), "onEnter": {"activeFace": 1},
           "onLeave": {"activeFace": 0}, "dropOffsetX": 10, "dropOffsetY": 14, "stackOffsetX": 40,
           "childrenPerOwner": True, "dropShadow": True, "inheritChildZ": True}  # fmt: skip
    for number in range(counters):
        yield from _counter(f"counter-{number + 1}", f"Points {number + 1}", counter_at(number))
    if room.board:
        board, spot = room.board
        yield {"id": f"board-{board.product.name}", **_at(spot), "image": addresses[room.board_file], "movable": False,
               "layer": -4, "z": 1, "color": "transparent"}  # fmt: skip
    for pile in room.piles:
        yield from _holder(pile)
        yield _deck(pile, addresses)
        yield from _cards(pile)


def _counter(name: str, label: str, spot: RoomSpot) -> Iterator[Widget]:
    """A number that players write, or change by the buttons at its ends."""
    yield {"id": name, "type": "label", **_at(spot), "text": 0, "editable": True, "css": "font-size: 30px"}
    yield {"id": f"{name}-label", "type": "label", "parent": name, "y": -24, "width": spot.w, "text": label}
    size = spot.h - 8
    for sign, step, x in (("-", -1, 4), ("+", 1, spot.w - size - 4)):
        routine = [{"func": "LABEL", "label": name, "mode": "inc", "value": step}]
        yield {"id": f"{name}{sign}", "type": "button", "parent": name, "x": x, "y": 4, "width": size, "height": size,
               "text": sign, "clickRoutine": routine}  # fmt: skip


def _holder(pile: Pile) -> Iterator[Widget]:
    """The holder of a pile, its name above it, and below it a button that recalls its cards and shuffles them."""
    name, spot = f"pile-{pile.name}", pile.spot
    wide, high = spot.w + 2 * MARGIN, spot.h + 2 * MARGIN
    yield {"id": name, "type": "holder", "x": spot.x - MARGIN, "y": spot.y - MARGIN, "width": wide, "height": high,
           "inheritChildZ": True, "dropOffsetX": MARGIN, "dropOffsetY": MARGIN}  # fmt: skip
    span = pile.span(spot.w)
    yield {"id": f"{name}-label", "type": "label", "parent": name, "x": (wide - span) // 2, "y": 2 - NAME_SPACE,
           "width": span, "height": 20, "text": pile.label}  # fmt: skip
    if pile.has_button:
        routine = [{"func": "RECALL", "holder": name}, {"func": "FLIP", "holder": name, "face": 0},
                   {"func": "SHUFFLE", "holder": name}]  # fmt: skip
        long = max(wide, _BUTTON_WIDTH)
        yield {"id": f"{name}-button", "type": "button", "parent": name, "x": (wide - long) // 2, "y": high + MARGIN,
               "width": long, "height": BUTTON_HEIGHT, "text": "Shuffle", "clickRoutine": routine}  # fmt: skip


def _deck(pile: Pile, addresses: Mapping[str, str]) -> Widget:
    spot, times, types = pile.spot, pile.enlargement, {}
    for component in pile.product.components:
        front, back = (addresses[name] for name in pile.sides[component.number])
        types[component.key] = {"front": front, "back": back, **search_fields(component)}
    usual = {"width": spot.w, "height": spot.h, "enlarge": times if times > 1 else False}
    return {"id": f"deck-{pile.name}", "type": "deck", "parent": f"pile-{pile.name}", "x": MARGIN, "y": MARGIN,
            "cardDefaults": usual, "cardTypes": types,
            "faceTemplates": [_template(pile, side) for side in ("back", "front")]}  # fmt: skip


def _template(pile: Pile, side: str) -> Widget:
    """The template of a side: one picture, which each card type names."""
    piece, spot = pile.first.piece, pile.spot
    picture = {"type": "image", "x": 0, "y": 0, "width": spot.w, "height": spot.h, "color": "transparent"}
    radius = round(piece.corner * spot.w / piece.front.width) if piece.corner else False
    return {"border": False, "radius": radius, "objects": [{**picture, "dynamicProperties": {"value": side}}]}


def _cards(pile: Pile) -> Iterator[Widget]:
    """All cards of a pile, in a heap if they are several, the first on top; cards are face down, all else face up."""
    parent, count = f"pile-{pile.name}", pile.product.count
    place: Widget = {"x": MARGIN, "y": MARGIN}
    if count > 1:
        heap = f"heap-{pile.name}"
        yield {"id": heap, "type": "pile", "parent": parent, **place, "width": pile.spot.w, "height": pile.spot.h}
        parent, place = heap, {}
    for below, (component, word) in enumerate(pile.cards()):
        yield {"id": f"card-{word}", "type": "card", "deck": f"deck-{pile.name}", "cardType": component.key,
               "parent": parent, **place, "z": count - below,
               "activeFace": 0 if component.role == "card" else 1}  # fmt: skip
