"""Kinds of printable: a game and one of its products come in, Pieces come out. One file a kind; KINDS lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from printgen.products.area_template import compose_area_templates
from printgen.products.cards import compose_cards
from printgen.products.composition import Composition, Content, Order
from printgen.products.counters import compose_counters
from printgen.products.cover import compose_cover
from printgen.products.hex_board import compose_hex_board
from printgen.products.reference_sheet import compose_reference_sheet
from printgen.products.roster import compose_roster
from printgen.products.ruler import compose_rulers
from printgen.products.terrain_board import compose_terrain_board

KINDS: Mapping[str, Callable[[Order], Composition]] = {
    "area-template": compose_area_templates,
    "cards": compose_cards,
    "counters": compose_counters,
    "cover": compose_cover,
    "hex-board": compose_hex_board,
    "reference-sheet": compose_reference_sheet,
    "roster": compose_roster,
    "ruler": compose_rulers,
    "terrain-board": compose_terrain_board,
}

TELLING = frozenset({"cover"})
"""Kinds that tell of the kit's other products, and so are composed when those are done."""

VAST = frozenset({"area-template"})
"""Kinds of pieces so large that one of them may take a hundred sheets, which nobody should print unawares."""

__all__ = ["KINDS", "TELLING", "VAST", "Composition", "Content", "Order"]
