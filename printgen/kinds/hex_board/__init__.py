"""Hex boards whose edges carry the rules, from a recipe and a seed."""

from printgen.kinds import Kind
from printgen.kinds.hex_board.looks import HexLook
from printgen.kinds.hex_board.pieces import compose_hex_board
from printgen.kinds.hex_board.recipe import HexOptions, load_hex_board
from printgen.kinds.hex_board.rules import HexRules

KIND = Kind(
    "hex-board",
    compose_hex_board,
    options=HexOptions,
    load=load_hex_board,
    small=True,
    takes=(),
    shapes={"hexes": HexLook, "hex-rules": HexRules},
    files={"rules": "hex-rules"},
)
