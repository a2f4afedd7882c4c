"""Hex boards whose edges carry the rules, from a recipe and a seed."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds.hex_board import pieces, recipe, rules, shapes

KIND = Kind(
    "hex-board",
    lambda order: pieces.compose_hex_board(order),
    options=lambda: recipe.HexOptions,
    load=lambda loading: recipe.load_hex_board(loading),
    small=True,
    takes=(),
    shapes=lambda: {"hexes": shapes.HexLook, "hex-rules": rules.HexRules},
    files={"rules": "hex-rules"},
)
