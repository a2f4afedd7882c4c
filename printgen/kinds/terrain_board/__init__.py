"""Boards of square spaces with terrain, from a recipe and a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printgen.kinds.kind import Command, Kind, Late

if TYPE_CHECKING:
    from printgen.drawing.swatches import Swatches
    from printgen.faces.library import Library


def _swatches(library: Library) -> Swatches:
    swatches: Swatches = library.once(Late(__name__, "art", "TerrainArt").get()).swatch
    return swatches


_BOARD = "Make random boards: print them as map sheets, or show them as data with --json."

KIND = Kind(
    "terrain-board",
    Late(__name__, "pieces", "compose_terrain_board"),
    options=Late(__name__, "options", "TerrainOptions").get,
    load=Late(__name__, "options", "load_board"),
    check=Late(__name__, "rules", "check_boards"),
    swatches=_swatches,
    commands=(Command("board", _BOARD, Late(__name__, "commands", "board_command").get),),
)
