"""The recipe of GO JOE's board and two decks of different strengths, for the tests of boards."""

from __future__ import annotations

from printgen.kinds.terrain_board.fairness import Strengths
from printgen.kinds.terrain_board.recipe import Recipe

TERRAINS = ("jungle", "swamp", "sea", "desert", "mountain", "forest", "urban", "arctic")
RECIPE = Recipe(8, 8, (("joe-base", 0, 0), ("cobra-base", 7, 7)), TERRAINS, victory="urban")
DECKS = Strengths(
    {
        "joe-base": dict(zip(TERRAINS, (5, 2, 8, 3, 2, 2, 6, 6), strict=True)),
        "cobra-base": dict(zip(TERRAINS, (2, 2, 6, 1, 2, 2, 3, 2), strict=True)),
    },
    {"joe-base": 108, "cobra-base": 82},
)
