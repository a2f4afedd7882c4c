"""A product's options come in; a tile for every pair of numbers goes out, and what is wrong with a set."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from pydantic import Field

from printgen.base.errors import Exit, Finding
from printgen.base.units import mm
from printgen.drawing.model import Drawing, Item, Rect
from printgen.drawing.pieces import Piece
from printgen.game.records import Game
from printgen.kinds.composition import Composition, Order
from printgen.reading.part import Color, Options

_HALF, _PIP = mm(20), mm(1)


class DominoOptions(Options):
    """What a set of dominoes may say under `options`."""

    most: int = Field(6, ge=1, le=18, description="the most pips on half a tile")
    color: Color = Field("#101010", description="the colour of the pips")


def tiles(most: int) -> list[tuple[int, int]]:
    """Every tile of a set, as the pips of its halves."""
    return list(combinations_with_replacement(range(most + 1), 2))


def compose_dominoes(order: Order) -> Composition:
    """A piece for every tile."""
    options = order.value_as(DominoOptions)
    return Composition(tuple(_tile(pair, options.color) for pair in tiles(options.most)))


def _tile(pair: tuple[int, int], color: str) -> Piece:
    items: list[Item] = [Rect(0, 0, 2 * _HALF, _HALF, "#FFFFF0")]
    for half, pips in enumerate(pair):
        items += (Rect(half * _HALF + (i + 1) * _PIP, _HALF / 2, _PIP / 2, _PIP / 2, color) for i in range(pips))
    return Piece(f"{pair[0]}-{pair[1]}", Drawing(2 * _HALF, _HALF, tuple(items)))


def check_sets(game: Game) -> Iterator[Finding]:
    """Sets are sold as double six, nine, twelve and so on."""
    for product in game.products.values():
        if isinstance(product.loaded, DominoOptions) and product.loaded.most % 3:
            message, hint = "nobody plays with such a set", "Make it 6, 9 or 12."
            where = product.loaded.where_of("most")
            yield Finding("error", where, message, hint, "odd-set", Exit.RULES_BROKEN)
