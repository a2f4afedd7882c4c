"""The pages that the lab adds to a report on decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from printgen.base.units import to_mm, translate
from printgen.designer.report import ReportPage, Room
from printgen.drawing.model import Group, Item, Place
from printgen.kinds.composition import Order
from printgen.kinds.facing import drawn_face
from printgen.lab.report import fights, games

_FIGHTS, _GAMES = "lab-fights", "lab-games"


def pages(told: Mapping[str, Any], cards: Sequence[Mapping[str, Any]], order: Order, room: Room) -> list[ReportPage]:
    """A page of fights, and one of whole games where some were played."""
    made = [
        ReportPage(
            "Fights", "reckoned exactly, by the rules", _drawn(order, room, _FIGHTS, fights.page(told["decks"], cards))
        )
    ]
    if "rules" in told:
        titles = [deck["title"] for deck in told["decks"]["decks"]]
        page = games.page(told["rules"], told["players"], told["matches"], titles)
        items = _drawn(order, room, _GAMES, page)
        made.append(
            ReportPage(
                "Whole games",
                "played by the rules",
                (*items, *games.proposal(order, room, told["rules"], told["players"])),
            )
        )
    return made


def _drawn(order: Order, room: Room, face: str, told: Mapping[str, Any]) -> tuple[Item, ...]:
    page = room.page
    drawn = drawn_face(order, face, {"width": to_mm(page.w), "height": to_mm(page.h), **told}, cut=False)
    return (Place(Group(drawn.items), translate(page.x, page.y)),)
