"""Counters, markers and tokens with faces, cut round, square or six-sided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printgen.kinds.kind import Kind

if TYPE_CHECKING:
    from printgen.kinds.composition import Composition, Order


def _compose(order: Order) -> Composition:
    from printgen.kinds.counters.pieces import compose_counters

    return compose_counters(order)


KIND = Kind("counters", _compose)
