"""Cards: a list of records and the faces of their product come in; a piece with front and back per card comes out."""

from __future__ import annotations

import re

from printgen.drawing.pieces import Piece
from printgen.errors import Finding
from printgen.kinds.composition import Composition, Order
from printgen.kinds.facing import Added, faced, filling, page_size, product_faces, wrong_shapes
from printgen.reading.part import NOTHING
from printgen.reading.records import Record


def compose_cards(order: Order) -> Composition:
    """A piece for every record of the order, in its order; cards with mistakes are left out and reported."""
    product = order.product
    findings: list[Finding] = []
    faces = product_faces(order, findings)
    size = page_size(order, NOTHING, faces[0], findings) if faces else None
    if faces is None or size is None:
        return Composition((), tuple(findings))
    findings += wrong_shapes(faces, size, product.where_of("size"))
    if findings:
        return Composition((), tuple(findings))
    pieces = tuple(
        Piece(record.name, drawn, behind, record.copies, faces[0].bleed)
        for record, drawn, behind in faced(order, faces, filling(size), findings, _spelled_out(order), size)
    )
    return Composition(pieces, tuple(findings))


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
