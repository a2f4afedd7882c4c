"""Kinds of printable: a game and one of its products come in, Pieces come out. One file a kind; KINDS lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from printgen.products.cards import compose_cards
from printgen.products.composition import Composition, Order

KINDS: Mapping[str, Callable[[Order], Composition]] = {"cards": compose_cards}

__all__ = ["KINDS", "Composition", "Order"]
