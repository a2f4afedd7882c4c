"""Cards: a list of records and the faces of their product come in; a piece with front and back per card comes out."""

from __future__ import annotations

from printgen.drawing.pieces import Piece
from printgen.errors import Finding
from printgen.kinds.composition import Composition, Order, named_size
from printgen.kinds.facing import faced, filling, own_size, product_faces, serves, told_once, unread, wrong_shape


def compose_cards(order: Order) -> Composition:
    """A piece for every record of the order, in its order; cards with mistakes are left out and reported."""
    product = order.product
    findings: list[Finding] = []
    faces = product_faces(order, findings)
    if faces is None:
        return Composition((), tuple(findings))
    front, back = faces
    try:
        size = named_size(product.size) if product.size else own_size(front)
    except ValueError as error:
        findings.append(Finding("error", product.where_of("size"), str(error), code="unknown-size"))
        return Composition((), tuple(findings))
    for face in (front, back):
        if face is not None and not serves(face, size):
            findings.append(wrong_shape(face, size, product.where_of("size")))
            return Composition((), tuple(findings))
    pieces = tuple(
        Piece(record.name, drawn, behind, record.copies, front.bleed)
        for record, drawn, behind in faced(order, faces, filling(size), findings)
    )
    return Composition(pieces, told_once([*findings, *unread(product, filter(None, faces))]))
