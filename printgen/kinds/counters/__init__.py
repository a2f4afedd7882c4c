"""Counters, markers and tokens with faces, cut round, square or six-sided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printgen.kinds.kind import Kind

if TYPE_CHECKING:
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.part import Options


def _compose(order: Order) -> Composition:
    from printgen.kinds.counters.pieces import compose_counters

    return compose_counters(order)


def _options() -> type[Options]:
    from printgen.kinds.counters.reading import CounterOptions

    return CounterOptions


KIND = Kind("counters", _compose, _options)
