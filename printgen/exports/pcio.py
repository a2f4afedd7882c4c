"""Playingcards.io: a parcel comes in; GAME.pcio, which a room there takes in, goes out.

A zip of `widgets.json`, a list of what lies in the room, and `userassets/`, the pictures. Each stack is a pile with a
deck, whose card types bear the pictures and what people search by; tokens and tiles are such cards too, since pieces
have no pictures of their own there. The shape of widgets follows what virtualtabletop.io reads of such files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from printgen.base.errors import Finding
from printgen.build.stages import Progress
from printgen.exports.bundle import Bundle, ProductExport, as_json, zip_of
from printgen.exports.format import ExportFiles, Option, OptionValues
from printgen.exports.rooms import (
    COUNTERS,
    MARGIN,
    RoomImages,
    RoomLayout,
    RoomSpot,
    across,
    counter_at,
    has_button,
    lay,
    name_of,
    pictures_of,
    search_fields,
)

_PROGRAM = "Playingcards.io"
_MOST_WIDGETS = 1200
_SPARE = 100
"""So many widgets of those are kept for what is no card: piles, decks, the hand, counters, the board."""
_BUTTON_WIDE = 136
"""A button below a pile is as wide as the pile, and says Recall & Shuffle on one line."""
_MOST_BYTES = 2 * 1024 * 1024
"""A picture of as many bytes is passed over."""

OPTIONS = (Option("counters", "counters of points beside the hand", 2, most=COUNTERS),)


def check(bundle: Bundle, options: OptionValues) -> Iterable[Finding]:
    """What has no place in the room."""
    return lay(bundle, _PROGRAM, _MOST_WIDGETS - _SPARE, button=_BUTTON_WIDE).findings


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Lay out the room, and draw its pictures."""
    laid = lay(bundle, _PROGRAM, _MOST_WIDGETS - _SPARE, options["counters"], _BUTTON_WIDE)
    shown = pictures_of(laid, _MOST_BYTES, progress)
    widgets = [*_room(laid, shown, options["counters"])]
    files = {"widgets.json": as_json(widgets), **{f"userassets/{name}": data for name, data in shown.files.items()}}
    told = "Open a custom room of playingcards.io, choose to edit the table, then Room Options, Import From File."
    return ExportFiles(
        [(f"{bundle.stem}.pcio", zip_of(files))], told=(told,), pieces=laid.pieces, pictures=len(shown.files)
    )


def _package(name: str) -> str:
    return f"package://userassets/{name}"


def _room(laid: RoomLayout, shown: RoomImages, counters: int) -> Iterator[dict[str, Any]]:
    """All widgets, those that others lie in first."""
    hand = laid.hand
    yield {"id": "hand", "type": "hand", "x": hand.x, "y": hand.y, "z": 1, "width": hand.w, "height": hand.h}
    for number in range(counters):
        at = counter_at(number)
        yield {"id": f"counter-{number + 1}", "type": "counter", "x": at.x, "y": at.y, "z": 10 + number, "width": at.w,
               "height": at.h, "counterValue": 0, "label": f"Points {number + 1}"}  # fmt: skip
    if laid.board:
        product, _, spot = laid.board
        yield {"id": f"board-{product.name}", "type": "board", "x": spot.x, "y": spot.y, "z": 1, "width": spot.w,
               "height": spot.h, "boardImage": _package(shown.board)}  # fmt: skip
    above = 1000
    for number, (stack, spot) in enumerate(laid.stacks):
        pile = _pile_spot(stack, spot)
        cards = spot._replace(x=pile.x + MARGIN)
        yield from _pile(stack, pile, cards, 100 + 2 * number, shown)
        yield from _cards(stack, cards, above)
        above += stack.count


def _pile_spot(stack: ProductExport, spot: RoomSpot) -> RoomSpot:
    """A pile, which is as wide as its name and its button: both have its width. Its cards lie at its left."""
    span = across(stack, spot.w, _BUTTON_WIDE)
    return RoomSpot(spot.x - (span - spot.w) // 2, spot.y - MARGIN, span, spot.h + 2 * MARGIN)


def _pile(
    stack: ProductExport, at: RoomSpot, spot: RoomSpot, above: int, shown: RoomImages
) -> Iterator[dict[str, Any]]:
    """A pile and its deck."""
    pile = f"pile-{stack.name}"
    yield {"id": pile, "type": "cardPile", "x": at.x, "y": at.y, "z": above, "width": at.w, "height": at.h,
           "label": name_of(stack), "hasShuffleButton": has_button(stack)}  # fmt: skip
    types = {
        component.key: {
            "face": _package(shown.fronts[stack.name, component.number]),
            "back": _package(shown.backs[stack.name, component.number]),
            **search_fields(component),
        }
        for component in stack.components
    }
    yield {"id": f"deck-{stack.name}", "type": "cardDeck", "parent": pile, "x": spot.x, "y": spot.y, "z": above + 1,
           "cardWidth": spot.w, "cardHeight": spot.h, "enlarge": True, "cardTypes": types,
           "faceTemplate": _template(stack, spot, "face"), "backTemplate": _template(stack, spot, "back")}  # fmt: skip


def _template(stack: ProductExport, spot: RoomSpot, value: str) -> dict[str, Any]:
    """What a side shows: one picture, which each card type names."""
    first = stack.components[0].piece
    picture = {"type": "image", "value": value, "valueType": "dynamic", "x": 0, "y": 0, "w": spot.w, "h": spot.h}
    ground = "transparent" if first.cut else "white"
    return {"includeBorder": False, "includeRadius": first.corner > 0, "objects": [{**picture, "color": ground}]}


def _cards(stack: ProductExport, spot: RoomSpot, above: int) -> Iterator[dict[str, Any]]:
    """All cards of a stack, the first on top; cards lie face down, all else face up."""
    left = stack.count
    for component in stack.components:
        for copy in range(1, component.copies + 1):
            left -= 1
            yield {"id": f"card-{stack.name}-{component.key}-{copy}", "type": "card", "deck": f"deck-{stack.name}",
                   "cardType": component.key, "parent": f"pile-{stack.name}", "x": spot.x, "y": spot.y,
                   "z": above + left, "faceup": component.role != "card"}  # fmt: skip
