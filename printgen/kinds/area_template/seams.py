"""A template and a paper come in; where its pages are joined goes out, so that nothing that is read lies there."""

from __future__ import annotations

from printgen.base.geometry import Box
from printgen.drawing.model import Drawing, Outline
from printgen.drawing.pieces import Piece
from printgen.errors import PrintgenError
from printgen.kinds.composition import Order
from printgen.sheets.papers import paper
from printgen.sheets.sheet import SheetOptions
from printgen.sheets.tile import tiling


def seams_of(order: Order, name: str, size: tuple[float, float], cut: Outline) -> tuple[Box, ...]:
    """What two pages both show, in points of the template; nothing where the paper is not known or too small."""
    if not order.paper:
        return ()
    said = SheetOptions(margin=order.margin, join=order.join, where=order.product.size_where, library=order.library)
    try:
        plan = tiling(Piece(name, Drawing(*size), cut=cut), paper(order.paper, order.library), said).plan
    except PrintgenError:
        # Whoever puts the template on sheets tells what is wrong.
        return ()
    return tuple(seam.box for seam in plan.seams)
