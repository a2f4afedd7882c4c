"""What breaks a rule between the boards of a game: cards that suit terrain which no board has."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.errors import Finding
from printgen.kinds.terrain_board.options import Plan
from printgen.kinds.terrain_board.strengths import strange_terrains
from printgen.reading.records import Game


def check_boards(game: Game) -> Iterator[Finding]:
    """Findings for tables that suit cards to a terrain of no board; none while a board has mistakes of its own."""
    plans = [product.loaded for product in game.products.values() if product.kind == "terrain-board"]
    if not all(isinstance(plan, Plan) for plan in plans):
        return
    terrains = list(dict.fromkeys(terrain for plan in plans for terrain in plan.recipe.terrains))
    lookups = {plan.options.score.terrain.terrain: None for plan in plans if plan.options.score.terrain}
    for lookup in lookups:
        yield from strange_terrains(game, lookup, terrains)
