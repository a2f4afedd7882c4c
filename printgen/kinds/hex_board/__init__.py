"""Hex boards whose edges carry the rules, from a recipe and a seed."""

from printgen.kinds.kind import Kind, Late

KIND = Kind(
    "hex-board",
    Late(__name__, "pieces", "compose_hex_board"),
    options=Late(__name__, "recipe", "HexOptions").get,
    load=Late(__name__, "recipe", "load_hex_board"),
)
