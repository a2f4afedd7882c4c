"""The recipe of GO JOE's board and two decks of different strengths, for the tests of boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from printgen.base.units import mm
from printgen.kinds.board.plan import Lead
from printgen.kinds.board.square_files import board_faults
from printgen.kinds.board.square_plan import Strengths
from printgen.kinds.board.squares import Lookup, Scoring, SquareBoard, SquareOptions, Suited
from printgen.reading.maps import PlacedValue
from printgen.reading.part import NOWHERE

# The size of a space: a poker card and its name band.
SPACE = (mm(74), mm(98))
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
CORNERS = {"joe-base": "top-left", "cobra-base": "bottom-right"}
RECIPE = SquareOptions(rows=8, columns=8, bases=CORNERS, terrains=TERRAINS, victory="urban", score=SCORING)
DECKS = Strengths(
    {
        "joe-base": dict(zip(TERRAINS, (5, 2, 8, 3, 2, 2, 6, 6), strict=True)),
        "cobra-base": dict(zip(TERRAINS, (2, 2, 6, 1, 2, 2, 3, 2), strict=True)),
    },
    {"joe-base": 108, "cobra-base": 82},
)


def varied(recipe: SquareOptions, **values: Any) -> SquareOptions:
    """The recipe with other values."""
    same = ("rows", "columns", "bases", "terrains", "victory", "arrangement", "fair", "score")
    return SquareOptions(**{name: getattr(recipe, name) for name in same} | values)


def board_of(recipe: SquareOptions, rows: Sequence[Sequence[str]]) -> SquareBoard:
    """A board of these rows."""
    return SquareBoard(recipe, {(n, m): word for n, row in enumerate(rows) for m, word in enumerate(row)})


def proof(board: SquareBoard, rows: Sequence[Sequence[str]] = ()) -> list[str]:
    """What is wrong with a board, or with other rows for its recipe."""
    given = [PlacedValue([PlacedValue(word, NOWHERE) for word in row], NOWHERE) for row in rows or board.rows]
    return [finding.message for finding in board_faults(board.recipe, PlacedValue(given, NOWHERE))]
