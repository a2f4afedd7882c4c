"""Cards with a face for every record of a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from printgen.kinds.kind import Kind

if TYPE_CHECKING:
    from printgen.errors import Finding
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.records import Game


def _compose(order: Order) -> Composition:
    from printgen.kinds.cards.pieces import compose_cards

    return compose_cards(order)


def _check(game: Game) -> Iterable[Finding]:
    if not _derived(game):
        return ()
    from printgen.rules.decks import check_decks

    return check_decks(game)


def _notes(game: Game) -> Iterable[Finding]:
    if not _derived(game):
        return ()
    from printgen.rules.comparisons import compare_decks

    return compare_decks(game)


def _derived(game: Game) -> bool:
    """Whether a product says by which guidelines the numbers of its records are derived."""
    return any("guidelines" in product.options for product in game.products.values())


KIND = Kind("cards", _compose, check=_check, notes=_notes)
