"""Pieces with faces, of any outline: tiles, tokens, charters, chits."""

from printgen.kinds import Kind
from printgen.kinds.cut_pieces import compose_pieces
from printgen.kinds.cutter import PieceDefaults
from printgen.kinds.shapes import ShapeOptions

KIND = Kind(
    "pieces",
    lambda order: compose_pieces(order, PieceDefaults(order.value_as(ShapeOptions))),
    options=ShapeOptions,
    small=True,
)
