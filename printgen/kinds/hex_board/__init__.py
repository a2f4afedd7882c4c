"""Hex boards whose edges carry the rules, from a recipe and a seed."""

from printgen.kinds.kind import Desk, Kind, late

with late():
    from printgen.kinds.hex_board import desk, pieces, recipe, rules, shapes

KIND = Kind(
    "hex-board",
    lambda order: pieces.compose_hex_board(order),
    options=lambda: recipe.HexOptions,
    load=lambda loading: recipe.load_hex_board(loading),
    small=True,
    takes=(),
    shapes=lambda: {"hexes": shapes.HexLook, "hex-rules": rules.HexRules},
    files={"rules": "hex-rules"},
    desks=(Desk("map", lambda game, product: bool(product.loaded) and not product.loaded.fixed, lambda: desk.ACTIONS),),
)
