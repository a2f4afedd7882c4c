"""Boards of square spaces with terrain, from a recipe and a seed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from printgen.kinds.kind import Command, Kind

if TYPE_CHECKING:
    import click

    from printgen.drawing.swatches import Swatches
    from printgen.errors import Finding
    from printgen.faces.library import Library
    from printgen.kinds.composition import Composition, Order
    from printgen.kinds.terrain_board.options import Plan
    from printgen.reading.part import Options
    from printgen.reading.records import Game, Loading


def _compose(order: Order) -> Composition:
    from printgen.kinds.terrain_board.pieces import compose_terrain_board

    return compose_terrain_board(order)


def _check(game: Game) -> Iterable[Finding]:
    from printgen.kinds.terrain_board.rules import check_boards

    return check_boards(game)


def _options() -> type[Options]:
    from printgen.kinds.terrain_board.options import TerrainOptions

    return TerrainOptions


def _load(loading: Loading) -> Plan | None:
    from printgen.kinds.terrain_board.options import load_board

    return load_board(loading)


def _swatches(library: Library) -> Swatches:
    from printgen.kinds.terrain_board.art import TerrainArt

    return library.once(TerrainArt).swatch


def _board() -> click.Command:
    from printgen.kinds.terrain_board.commands import board_command

    return board_command


KIND = Kind(
    "terrain-board",
    _compose,
    _options,
    _load,
    check=_check,
    swatches=_swatches,
    commands=(
        Command("board", "Make random boards: print them as map sheets, or show them as data with --json.", _board),
    ),
)
