"""Boards of square spaces with terrain, from a recipe and a seed."""

from printgen.kinds.kind import Desk, Kind, commands_of, late

with late():
    from printgen.kinds.terrain_board import art, commands, desk, options, pieces, search, shapes

_COMMANDS = {"board": "Make random boards: print them as map sheets or as posters, or show them as data with --json."}

KIND = Kind(
    "terrain-board",
    lambda order: pieces.compose_terrain_board(order),
    options=lambda: options.TerrainOptions,
    load=lambda loading: options.load_board(loading),
    check=lambda game: options.check_boards(game),
    takes=("back",),
    shapes=lambda: {"terrain": shapes.TerrainFile},
    swatches=lambda library, look: art.swatches(library, look),
    works=lambda: {"fair-boards": search.FAIR_BOARDS},
    commands=commands_of(_COMMANDS, lambda: commands.COMMANDS),
    desks=(Desk("map", lambda game, product: bool(product.loaded) and not product.loaded.fixed, lambda: desk.ACTIONS),),
)
