"""Rulers as long as a sheet of paper allows, in one piece or folding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printgen.kinds.kind import Kind

if TYPE_CHECKING:
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.part import Options


def _compose(order: Order) -> Composition:
    from printgen.kinds.ruler.pieces import compose_rulers

    return compose_rulers(order)


def _options() -> type[Options]:
    from printgen.kinds.ruler.reading import RulerOptions

    return RulerOptions


KIND = Kind("ruler", _compose, _options)
