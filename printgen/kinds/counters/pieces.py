"""Counters: a list of records and the faces of their product come in; a piece of its shape for each goes out.

Counters are cut along lines that are drawn, square ones too. Their size may stand in the product's options.
"""

from __future__ import annotations

from dataclasses import replace

from printgen.base.errors import Finding
from printgen.base.units import to_mm
from printgen.kinds.composition import Composition, Order
from printgen.kinds.counters.reading import CounterOptions
from printgen.kinds.cut_pieces import compose_pieces
from printgen.kinds.cutter import Habit


def compose_counters(order: Order) -> Composition:
    """A piece for every record of the order, in its order; counters with mistakes are left out and reported."""
    product, options = order.product, order.loaded(CounterOptions)
    size = options.size
    if size and product.size:
        message = "the size is given twice, in the options and in the product"
        found = Finding("error", product.size_where, message, "Write it like size: 25mm.", "bad-size")
        return Composition((), (found,))
    if size:
        order = replace(order, product=product.model_copy(update={"size": f"{to_mm(size)!r}mm"}))
    return compose_pieces(order, Habit(options, drawn=True, role="token"))
