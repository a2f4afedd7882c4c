"""The recipes of boards under `boards` come in; a warning for each that no product follows goes out."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.errors import Finding
from printgen.reading.marked import Map
from printgen.reading.records import Game


def check_boards(game: Game) -> Iterator[Finding]:
    """Warnings for recipes that no product follows: they are never read, and so a typo in one would never show."""
    products = game.source.get("products")
    entries = [entry.get("options") for entry in products.values() if isinstance(entry, Map)] if products else []
    followed = [options.get("board") for options in entries if isinstance(options, Map)]
    for name in game.boards:
        if name not in followed:
            message = f"no product follows the board {name}, so what it says is not looked at"
            hint = f"Write board: {name} under options of a product, or remove it."
            yield Finding("warning", game.source["boards"].key_where(name), message, hint, "unused-board")
