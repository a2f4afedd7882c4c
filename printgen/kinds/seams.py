"""A large piece and a paper come in; where its pages are joined goes out, so that nothing that is read lies there."""

from __future__ import annotations

from collections.abc import Iterable

from printgen.base.budget import metered
from printgen.base.errors import PrintgenError
from printgen.base.geometry import Box
from printgen.drawing.model import Drawing, Outline
from printgen.drawing.pieces import Piece
from printgen.kinds.composition import Order
from printgen.sheets.papers import paper
from printgen.sheets.sheet import SheetOptions
from printgen.sheets.tile import tiling
from printgen.sheets.tile_plan import Seam


def seams_of(order: Order, name: str, size: tuple[float, float], cut: Outline | None = None) -> tuple[Seam, ...]:
    """Where two pages both show a part of a piece of a size, in its points, with the outline that it is cut along.

    Nothing where the paper is not known or too small.
    """
    if not order.paper:
        return ()
    said = SheetOptions(margin=order.margin, join=order.join, where=order.product.size_where, library=order.library)
    try:
        # As it is put on sheets: what takes too many pages is not planned to the last.
        with metered():
            plan = tiling(Piece(name, Drawing(*size), cut=cut), paper(order.paper, order.library), said).plan
    except PrintgenError:
        # Whoever puts the piece on sheets tells what is wrong.
        return ()
    return plan.seams


def joints_of(seams: Iterable[Seam]) -> tuple[Box, ...]:
    """The lines along which the page that lies over ends: boxes without a width, or without a height."""
    return tuple(
        Box(seam.box.x, seam.box.y, *((0.0, seam.length) if seam.upright else (seam.length, 0.0))) for seam in seams
    )


def way_off(box: Box, joints: Iterable[Box]) -> tuple[float, float]:
    """How far a box is moved to the right, or to the left where that is less, and down, so that no joint crosses it."""
    right = down = 0.0
    for joint in joints:
        beside = joint.right <= box.x or joint.x >= box.right
        if beside or joint.bottom <= box.y or joint.y >= box.bottom:
            continue
        if joint.h:
            right = min(joint.x - box.x, joint.x - box.right, key=abs)
        else:
            down = joint.y - box.y
    return right, down
