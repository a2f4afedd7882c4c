"""Rulers as long as a sheet of paper allows, in one piece or folding."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds.ruler import pieces, reading

KIND = Kind(
    "ruler",
    lambda order: pieces.compose_rulers(order),
    options=lambda: reading.RulerOptions,
    takes=("list", "record", "front"),
)
