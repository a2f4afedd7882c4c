"""Boards of square spaces with terrain, from a recipe and a seed."""

from printgen.kinds.kind import Command, Kind, Late

_BOARD = "Make random boards: print them as map sheets, or show them as data with --json."

KIND = Kind(
    "terrain-board",
    Late(__name__, "pieces", "compose_terrain_board"),
    options=Late(__name__, "options", "TerrainOptions").get,
    load=Late(__name__, "options", "load_board"),
    check=Late(__name__, "options", "check_boards"),
    swatches=Late(__name__, "art", "swatches"),
    commands=(Command("board", _BOARD, Late(__name__, "commands", "board_command").get),),
)
