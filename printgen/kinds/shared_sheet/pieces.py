"""Shared sheets: what the products on them came to comes in; all their pieces, to be packed together, go out."""

from __future__ import annotations

from dataclasses import replace

from printgen.kinds.composition import Composition, Order


def compose_sheet(order: Order) -> Composition:
    """The pieces of all products in the contents of the order, in their order; honeycombs stay what they are."""
    pieces = (piece for content in order.contents for piece in content.pieces)
    return Composition(
        tuple(piece if piece.layout == "honeycomb" else replace(piece, layout="packed") for piece in pieces)
    )
