"""Hex boards: a recipe that can be followed, and hand-written boards that follow it."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.errors import Finding
from printgen.kinds.hex_board.reading import read_hex_boards
from printgen.kinds.hex_board.recipe import read_hex_recipe
from printgen.reading.records import Game

HEX_BOARD_KIND = "hex-board"


def check_hex_boards(game: Game) -> Iterator[Finding]:
    """Findings for the recipes of a game's hex boards and for the boards that are written by hand."""
    for product in game.products.values():
        if product.kind != HEX_BOARD_KIND:
            continue
        if "options" not in product.source:
            hint = "Add options: with rows, columns, features and power_ups."
            yield Finding("error", product.source.start, 'the key "options" is missing', hint, "missing-key")
            continue
        recipe, findings = read_hex_recipe(product.options)
        yield from findings
        if recipe is not None:
            yield from read_hex_boards(product.options, game.folder, recipe)[1]
