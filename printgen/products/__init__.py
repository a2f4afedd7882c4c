"""Kinds of printable: a game and one of its products come in, Pieces come out. One file a kind; KINDS lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from printgen.products.composition import Composition, Content, Order


def _in(module: str, function: str) -> Callable[[Order], Composition]:
    """A composer that is imported when it is first asked: most games need one or two of them."""

    def compose(order: Order) -> Composition:
        found: Callable[[Order], Composition] = getattr(import_module(f"printgen.products.{module}"), function)
        return found(order)

    return compose


KINDS: Mapping[str, Callable[[Order], Composition]] = {
    "area-template": _in("area_template", "compose_area_templates"),
    "cards": _in("cards", "compose_cards"),
    "counters": _in("counters", "compose_counters"),
    "cover": _in("cover", "compose_cover"),
    "hex-board": _in("hex_board", "compose_hex_board"),
    "reference-sheet": _in("reference_sheet", "compose_reference_sheet"),
    "roster": _in("roster", "compose_roster"),
    "ruler": _in("ruler", "compose_rulers"),
    "terrain-board": _in("terrain_board", "compose_terrain_board"),
}

TELLING = frozenset({"cover"})
"""Kinds that tell of the kit's other products, and so are composed when those are done."""

VAST = frozenset({"area-template"})
"""Kinds of pieces so large that one of them may take a hundred sheets, which nobody should print unawares."""

__all__ = ["KINDS", "TELLING", "VAST", "Composition", "Content", "Order"]
