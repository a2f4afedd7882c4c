"""A cover sheet that tells what a game's other products are and how many sheets they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printgen.kinds.kind import Kind

if TYPE_CHECKING:
    from printgen.kinds.composition import Composition, Order


def _compose(order: Order) -> Composition:
    from printgen.kinds.cover.pieces import compose_cover

    return compose_cover(order)


KIND = Kind("cover", _compose, telling=True)
