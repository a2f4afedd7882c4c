"""Boards of square spaces with terrain, from a recipe and a seed."""

from printgen.kinds import Kind
from printgen.kinds.terrain_board.art import swatches
from printgen.kinds.terrain_board.looks import TerrainFile
from printgen.kinds.terrain_board.options import TerrainOptions, check_boards, load_board
from printgen.kinds.terrain_board.pieces import compose_terrain_board

KIND = Kind(
    "terrain-board",
    compose_terrain_board,
    options=TerrainOptions,
    load=load_board,
    check=check_boards,
    takes=("back",),
    shapes={"terrain": TerrainFile},
    swatches=lambda library, look: swatches(library, look),
)
