"""Cards: a list of records and the faces of their product come in; a piece with front and back per card comes out."""

from __future__ import annotations

import re

from printgen.game.records import Record
from printgen.kinds.cards.reading import CardOptions
from printgen.kinds.composition import Composition, Order
from printgen.kinds.cut_pieces import compose_pieces
from printgen.kinds.cutter import Habit
from printgen.kinds.faced import Added


def compose_cards(order: Order) -> Composition:
    """A piece for every record of the order, in its order; cards with mistakes are left out and reported."""
    loaded = order.product.loaded
    options = loaded if isinstance(loaded, CardOptions) else loaded.options
    return compose_pieces(order, Habit(options), _spelled_out(order))


def _spelled_out(order: Order) -> Added:
    """Adds as `auto.long`, in one line, what the abbreviations in its texts stand for, by the glossary's table."""
    table = order.game.tables.get(order.product.options.get("glossary", ""))
    if table is None or not table.rows:
        return lambda record: {"long": ""}
    terms = sorted(table.rows, key=len, reverse=True)
    pattern = re.compile(r"(?<!\w)(" + "|".join(map(re.escape, terms)) + r")(?!\w)")
    order_of = {term: i for i, term in enumerate(table.rows)}

    def added(record: Record) -> dict[str, str]:
        texts = " \n".join(value for value in record.values.values() if isinstance(value, str))
        found = sorted(set(pattern.findall(texts)), key=order_of.__getitem__)
        return {"long": "; ".join(str(table.rows[term]["long"]) for term in found)}

    return added
