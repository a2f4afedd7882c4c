"""virtualtabletop.io: a parcel comes in; GAME.vtt, which a room there takes in, goes out.

A zip of `0.json`, the widgets of the room by their ids, and `assets/`, the pictures, each called by the CRC of its
bytes as a signed number and its size: as the server itself calls what it takes in.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from printgen.base.errors import Finding, PrintgenError
from printgen.base.units import translate
from printgen.build.stages import Progress
from printgen.drawing.model import Drawing, Group, Place, Rect
from printgen.exports.bundle import Bundle, ProductExport, as_json, fit_drawing, zip_of
from printgen.exports.format import ExportFiles, Option, OptionValues
from printgen.exports.pixels import RasterJob, light, picture_files
from printgen.exports.rooms import (
    ABOVE,
    BUTTON,
    COUNTERS,
    MARGIN,
    RoomImages,
    RoomLayout,
    RoomSpot,
    across,
    counter_at,
    enlargement,
    has_button,
    lay,
    name_of,
    pictures_of,
    search_fields,
)
from printgen.game.records import Product

_PROGRAM = "virtualtabletop.io"
_VERSION = 18
"""Of the format. Servers bring older files up to date, and refuse newer ones."""
_MOST_BYTES = 10 * 1024 * 1024
"""A picture of as many bytes is refused."""
_MOST_THINGS = 3000
"""Browsers show no more with ease."""
_BUTTON_WIDE = 100
_COVER = 512
"""The width and height of the picture on the game shelf, in pixels."""
_GROUND = "#20262B"

OPTIONS = (Option("counters", "counters of points beside the hand", 2, most=COUNTERS),)

Widget = dict[str, Any]


def check(bundle: Bundle, options: OptionValues) -> Iterable[Finding]:
    """What has no place in the room."""
    return lay(bundle, _PROGRAM, _MOST_THINGS).findings


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Lay out the room, and draw its pictures."""
    laid = lay(bundle, _PROGRAM, _MOST_THINGS, options["counters"], _BUTTON_WIDE)
    drawn = pictures_of(laid, _MOST_BYTES, progress)
    called = {name: _asset_name(data) for name, data in drawn.files.items()}
    shown = RoomImages(
        {called[name]: data for name, data in drawn.files.items()}, called.get(drawn.board, ""),
        {key: called[name] for key, name in drawn.fronts.items()},
        {key: called[name] for key, name in drawn.backs.items()},
    )  # fmt: skip
    cover = _cover(bundle, laid, progress)
    room: Widget = {"_meta": _about(bundle, _asset_name(cover))}
    for widget in _room(laid, shown, options["counters"]):
        room[widget["id"]] = widget
    assets = {**shown.files, _asset_name(cover): cover}
    files = {"0.json": as_json(room), **{name.lstrip("/"): data for name, data in assets.items()}}
    told = "Open a room of virtualtabletop.io, and upload the file to its game shelf."
    return ExportFiles(
        [(f"{bundle.stem}.vtt", zip_of(files))], told=(told,), pieces=laid.pieces, pictures=len(shown.files)
    )


def _asset_name(data: bytes) -> str:
    """What the server calls a picture."""
    crc = zlib.crc32(data)
    return f"/assets/{crc - 2**32 if crc >= 2**31 else crc}_{len(data)}"


def _about(bundle: Bundle, cover: str) -> Widget:
    """What the game shelf shows of it: what game.yaml says, or else what its cover sheet promises."""
    game = bundle.products[0].pieces.game
    said, promised = game.source, (one.options.get("promise", "") for one in _covers(bundle))
    info = {
        "name": bundle.called, "image": cover, "attribution": game.author, "language": bundle.language,
        "players": str(said.get("players", "")), "time": str(said.get("time", "")), "rules": said.get("rules", ""),
        "description": said.get("description") or next(promised, ""),
    }  # fmt: skip
    return {"version": _VERSION, "info": info, "gameSettings": {"legacyModes": {}}}


def _covers(bundle: Bundle) -> list[Product]:
    """The cover sheets of a whole game."""
    products = bundle.products[0].pieces.game.products.values()
    return [] if bundle.game.named else [one for one in products if one.kind == "cover"]


def _cover(bundle: Bundle, laid: RoomLayout, progress: Progress) -> bytes:
    """A square picture for the game shelf: the board, or else the cover sheet, a back of cards, a front."""
    drawing = _cover_drawing(bundle, laid)
    scale = _COVER / max(drawing.width, drawing.height)
    shown = fit_drawing(drawing, drawing.width * scale, drawing.height * scale)
    middle = translate((_COVER - shown.width) / 2, (_COVER - shown.height) / 2)
    square = Drawing(_COVER, _COVER, (Rect(0, 0, _COVER, _COVER, _GROUND), Place(Group(shown.items), middle)))
    shot = RasterJob(square, _COVER, _COVER)
    return picture_files([shot], partial(light, most=_MOST_BYTES), progress, "drawing a cover")[0]


def _cover_drawing(bundle: Bundle, laid: RoomLayout) -> Drawing:
    if laid.board:
        return laid.board[1].side(clip=True)
    for product in _covers(bundle):
        with suppress(PrintgenError):  # What is wrong with it is told where it is printed.
            cover = bundle.game[product.name].compose(seed=bundle.request.seed, look=bundle.request.look)
            return cover.pieces[0].front
    components = [component for stack, _ in laid.stacks for component in stack.components]
    behind = next((component for component in components if component.role == "card" and component.piece.back), None)
    return behind.side("back", clip=True) if behind else components[0].side(clip=True)


def _at(spot: RoomSpot) -> Widget:
    return {"x": spot.x, "y": spot.y, "width": spot.w, "height": spot.h}


def _room(laid: RoomLayout, shown: RoomImages, counters: int) -> Iterator[Widget]:
    """All widgets, those that others lie in first."""
    yield {"id": "hand", "type": "holder", **_at(laid.hand), "onEnter": {"activeFace": 1},
           "onLeave": {"activeFace": 0}, "dropOffsetX": 10, "dropOffsetY": 14, "stackOffsetX": 40,
           "childrenPerOwner": True, "dropShadow": True, "inheritChildZ": True}  # fmt: skip
    for number in range(counters):
        yield from _counter(f"counter-{number + 1}", f"Points {number + 1}", counter_at(number))
    if laid.board:
        product, _, spot = laid.board
        yield {"id": f"board-{product.name}", **_at(spot), "image": shown.board, "movable": False, "layer": -4, "z": 1,
               "color": "transparent"}  # fmt: skip
    for stack, spot in laid.stacks:
        yield from _holder(stack, spot)
        yield _deck(stack, spot, shown)
        yield from _cards(stack, spot)


def _counter(name: str, label: str, spot: RoomSpot) -> Iterator[Widget]:
    """A number that people write or change by the buttons at its ends."""
    yield {"id": name, "type": "label", **_at(spot), "text": 0, "editable": True, "css": "font-size: 30px"}
    yield {"id": f"{name}-label", "type": "label", "parent": name, "y": -24, "width": spot.w, "text": label}
    size = spot.h - 8
    for sign, step, x in (("-", -1, 4), ("+", 1, spot.w - size - 4)):
        routine = [{"func": "LABEL", "label": name, "mode": "inc", "value": step}]
        yield {"id": f"{name}{sign}", "type": "button", "parent": name, "x": x, "y": 4, "width": size, "height": size,
               "text": sign, "clickRoutine": routine}  # fmt: skip


def _holder(stack: ProductExport, spot: RoomSpot) -> Iterator[Widget]:
    """What a stack lies in, with its name above; and a button below that brings cards back and shuffles them."""
    name, wide, high = f"pile-{stack.name}", spot.w + 2 * MARGIN, spot.h + 2 * MARGIN
    yield {"id": name, "type": "holder", "x": spot.x - MARGIN, "y": spot.y - MARGIN, "width": wide, "height": high,
           "inheritChildZ": True, "dropOffsetX": MARGIN, "dropOffsetY": MARGIN}  # fmt: skip
    span = across(stack, spot.w, _BUTTON_WIDE)
    yield {"id": f"{name}-label", "type": "label", "parent": name, "x": (wide - span) // 2, "y": 2 - ABOVE,
           "width": span, "height": 20, "text": name_of(stack)}  # fmt: skip
    if has_button(stack):
        routine = [{"func": "RECALL", "holder": name}, {"func": "FLIP", "holder": name, "face": 0},
                   {"func": "SHUFFLE", "holder": name}]  # fmt: skip
        long = max(wide, _BUTTON_WIDE)
        yield {"id": f"{name}-button", "type": "button", "parent": name, "x": (wide - long) // 2, "y": high + MARGIN,
               "width": long, "height": BUTTON, "text": "Shuffle", "clickRoutine": routine}  # fmt: skip


def _deck(stack: ProductExport, spot: RoomSpot, shown: RoomImages) -> Widget:
    types = {
        component.key: {
            "front": shown.fronts[stack.name, component.number],
            "back": shown.backs[stack.name, component.number],
            **search_fields(component),
        }
        for component in stack.components
    }
    times = enlargement(stack, spot)
    usual = {"width": spot.w, "height": spot.h, "enlarge": times if times > 1 else False}
    return {"id": f"deck-{stack.name}", "type": "deck", "parent": f"pile-{stack.name}", "x": MARGIN, "y": MARGIN,
            "cardDefaults": usual, "cardTypes": types,
            "faceTemplates": [_template(stack, spot, side) for side in ("back", "front")]}  # fmt: skip


def _template(stack: ProductExport, spot: RoomSpot, side: str) -> Widget:
    """What a side shows: one picture, which each card type names."""
    first = stack.components[0].piece
    picture = {"type": "image", "x": 0, "y": 0, "width": spot.w, "height": spot.h, "color": "transparent"}
    radius = round(first.corner * spot.w / first.front.width) if first.corner else False
    return {"border": False, "radius": radius, "objects": [{**picture, "dynamicProperties": {"value": side}}]}


def _cards(stack: ProductExport, spot: RoomSpot) -> Iterator[Widget]:
    """All cards of a stack, in a pile if they are several, the first on top; cards lie face down, all else face up."""
    lies_in, left = f"pile-{stack.name}", stack.count
    place: Widget = {"x": MARGIN, "y": MARGIN}
    if stack.count > 1:
        pile = f"heap-{stack.name}"
        yield {"id": pile, "type": "pile", "parent": lies_in, **place, "width": spot.w, "height": spot.h}
        lies_in, place = pile, {}
    for component in stack.components:
        for copy in range(1, component.copies + 1):
            yield {"id": f"card-{stack.name}-{component.key}-{copy}", "type": "card", "deck": f"deck-{stack.name}",
                   "cardType": component.key, "parent": lies_in, **place, "z": left,
                   "activeFace": 0 if component.role == "card" else 1}  # fmt: skip
            left -= 1
