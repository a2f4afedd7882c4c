"""Pieces with faces, of any outline: tiles, tokens, charters, chits."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds import cut_pieces, cutter, shapes

KIND = Kind(
    "pieces",
    lambda order: cut_pieces.compose_pieces(order, cutter.Habit(order.loaded(shapes.ShapeOptions))),
    options=lambda: shapes.ShapeOptions,
    small=True,
)
