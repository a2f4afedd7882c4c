"""The recipe of GO JOE's board and two decks of different strengths, for the tests of boards."""

from __future__ import annotations

from printgen.kinds.terrain_board.fairness import Strengths
from printgen.kinds.terrain_board.recipe import Lead, Lookup, Recipe, Scoring, Suited

TERRAINS = ("jungle", "swamp", "sea", "desert", "mountain", "forest", "urban", "arctic")
GOAL = Lead(
    even="{goal} spaces lie equally far from both bases",
    one="{goal} spaces lie 1 step nearer to the {base}",
    more="{goal} spaces lie {lead} steps nearer to the {base}",
)
SUITED = Suited(
    side=Lookup(field="service"),
    terrain=Lookup(field="skills"),
    even="Terrain within {steps} steps of each base suits both decks equally well",
    one="Terrain within {steps} steps of the {base} suits 1 more card in 100 of its own deck",
    more="Terrain within {steps} steps of the {base} suits {lead} more cards in 100 of its own deck",
)
SCORING = Scoring(goal=GOAL, terrain=SUITED)
RECIPE = Recipe(8, 8, (("joe-base", 0, 0), ("cobra-base", 7, 7)), TERRAINS, victory="urban", scoring=SCORING)
DECKS = Strengths(
    {
        "joe-base": dict(zip(TERRAINS, (5, 2, 8, 3, 2, 2, 6, 6), strict=True)),
        "cobra-base": dict(zip(TERRAINS, (2, 2, 6, 1, 2, 2, 3, 2), strict=True)),
    },
    {"joe-base": 108, "cobra-base": 82},
)
