"""Rulers as long as a sheet of paper allows, in one piece or folding."""

from printgen.kinds.kind import Kind, Late

KIND = Kind(
    "ruler",
    Late(__name__, "pieces", "compose_rulers"),
    options=Late(__name__, "reading", "RulerOptions").get,
)
