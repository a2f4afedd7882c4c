"""Rulers as long as a sheet of paper allows, in one piece or folding."""

from printgen.kinds.kind import Kind
from printgen.kinds.ruler.pieces import compose_rulers
from printgen.kinds.ruler.reading import RulerOptions

KIND = Kind(
    "ruler",
    compose_rulers,
    options=RulerOptions,
    takes=("list", "record", "front"),
)
