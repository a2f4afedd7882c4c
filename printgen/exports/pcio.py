"""A room of playingcards.io: GAME.pcio, which people import there.

It is a zip of `widgets.json`, the list of all widgets of the room, and `userassets/`, the pictures. Each pile has a
deck, whose card types have the pictures and the words to search by; tokens and tiles are such cards too, since pieces
have no pictures of their own there. The shape of widgets is what virtualtabletop.io reads from such files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from printgen.base.errors import Finding
from printgen.base.progress import Progress
from printgen.exports import rooms
from printgen.exports.bundle import Bundle
from printgen.exports.format import ExportFiles, Option, OptionValues, as_json, zip_of

_PROGRAM = "Playingcards.io"
_MOST_WIDGETS = 1200
_OTHER_WIDGETS = 100
"""So many of these are kept for piles, decks, the hand, counters and the board."""
_BUTTON_WIDTH = 136
"""The width of "Recall & Shuffle" on one line, in pixels."""
_MOST_BYTES = 2 * 1024 * 1024
"""The program ignores pictures of more bytes."""

OPTIONS = (Option("counters", "counters of points beside the hand", 2, most=rooms.MOST_COUNTERS),)


def check(bundle: Bundle, options: OptionValues) -> Iterable[Finding]:
    """Findings on components without a place in the room."""
    return rooms.lay_out_room(bundle, _PROGRAM, _MOST_WIDGETS - _OTHER_WIDGETS, button=_BUTTON_WIDTH).findings


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Lay out the room, and draw its pictures."""
    room = rooms.lay_out_room(bundle, _PROGRAM, _MOST_WIDGETS - _OTHER_WIDGETS, options["counters"], _BUTTON_WIDTH)
    images = rooms.draw_images(room, _MOST_BYTES, progress)
    widgets = [*_widgets(room, options["counters"])]
    files = {"widgets.json": as_json(widgets), **{f"userassets/{name}": data for name, data in images.items()}}
    note = "Open a custom room of playingcards.io, choose to edit the table, then Room Options, Import From File."
    return ExportFiles([(f"{bundle.stem}.pcio", zip_of(files))], (), (note,), room.pieces, len(images))


def _package(name: str) -> str:
    return f"package://userassets/{name}"


def _widgets(room: rooms.RoomLayout, counters: int) -> Iterator[dict[str, Any]]:
    """All widgets, each after the one that contains it."""
    hand = room.hand
    yield {"id": "hand", "type": "hand", "x": hand.x, "y": hand.y, "z": 1, "width": hand.w, "height": hand.h}
    for number in range(counters):
        at = rooms.counter_at(number)
        yield {"id": f"counter-{number + 1}", "type": "counter", "x": at.x, "y": at.y, "z": 10 + number, "width": at.w,
               "height": at.h, "counterValue": 0, "label": f"Points {number + 1}"}  # fmt: skip
    if room.board:
        board, spot = room.board
        yield {"id": f"board-{board.product.name}", "type": "board", "x": spot.x, "y": spot.y, "z": 1, "width": spot.w,
               "height": spot.h, "boardImage": _package(room.board_file)}  # fmt: skip
    above = 1000
    for number, pile in enumerate(room.piles):
        yield from _pile(pile, 100 + 2 * number, above)
        above += pile.product.count


def _pile(pile: rooms.Pile, z: int, above: int) -> Iterator[dict[str, Any]]:
    """A pile with its deck and its cards, the first on top, above the z `above`: cards face down, all else face up."""
    name, spot, span = f"pile-{pile.name}", pile.spot, pile.span(pile.spot.w)
    left = spot.x - (span - spot.w) // 2
    yield {"id": name, "type": "cardPile", "x": left, "y": spot.y - rooms.MARGIN, "z": z, "width": span,
           "height": spot.h + 2 * rooms.MARGIN, "label": pile.label, "hasShuffleButton": pile.has_button}  # fmt: skip
    types = {}
    for component in pile.product.components:
        face, back = map(_package, pile.sides[component.number])
        types[component.key] = {"face": face, "back": back, **rooms.search_fields(component)}
    at = {"x": left + rooms.MARGIN, "y": spot.y}
    yield {"id": f"deck-{pile.name}", "type": "cardDeck", "parent": name, **at, "z": z + 1, "cardWidth": spot.w,
           "cardHeight": spot.h, "enlarge": True, "cardTypes": types, "faceTemplate": _template(pile, "face"),
           "backTemplate": _template(pile, "back")}  # fmt: skip
    for below, (component, word) in enumerate(pile.cards(), 1):
        yield {"id": f"card-{word}", "type": "card", "deck": f"deck-{pile.name}", "cardType": component.key,
               "parent": name, **at, "z": above + pile.product.count - below,
               "faceup": component.role != "card"}  # fmt: skip


def _template(pile: rooms.Pile, value: str) -> dict[str, Any]:
    """The template of a side: one picture, which each card type names."""
    piece, spot = pile.first.piece, pile.spot
    picture = {"type": "image", "value": value, "valueType": "dynamic", "x": 0, "y": 0, "w": spot.w, "h": spot.h}
    ground = "transparent" if piece.cut else "white"
    return {"includeBorder": False, "includeRadius": piece.corner > 0, "objects": [{**picture, "color": ground}]}
