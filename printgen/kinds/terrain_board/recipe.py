"""What a square board is: a recipe says what one must keep, and a board is the terrain of every space."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import AfterValidator, Field

from printgen.errors import did_you_mean
from printgen.reading.fields import problem
from printgen.reading.part import Part

Arrangement = Literal["plain", "symmetric", "clumped"]
ARRANGEMENTS: tuple[str, ...] = get_args(Arrangement)

Space: TypeAlias = tuple[int, int]
"""A row and a column, both counted from 0 at the top left."""


_BLANKS = ("goal", "base", "lead", "steps")
_BLANK = re.compile(r"\{([^{}]*)\}")


def _sentence(text: str) -> str:
    for blank in _BLANK.findall(text):
        if blank not in _BLANKS:
            hint = did_you_mean(blank, _BLANKS)
            raise problem("unknown-blank", f"{{{blank}}} stands for nothing here", hint)
    return text


Sentence = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_sentence)]
"""What is said of a board: {goal} is the terrain that wins, {base} who gains, {lead} how much, {steps} how near."""


class Lead(Part):
    """How one part of a score is worded."""

    even: Sentence = Field(description="what is said when no side gains; {goal} stands for the terrain that wins")
    one: Sentence = Field(description="what is said when a {base} gains by exactly 1")
    more: Sentence = Field(description="what is said when a {base} gains by any other {lead}")

    def told(self, lead: float, **blanks: str) -> str:
        """The sentence for a lead, in which `blanks` are filled in."""
        text = self.even if not lead else self.one if abs(lead) == 1 else self.more
        known = {**blanks, "lead": f"{abs(lead):g}"}
        return _BLANK.sub(lambda found: known[found[1]], text)


class Lookup(Part):
    """Where a card says something: in a field of its own, or in a column of the rows that the field names."""

    field: str = Field(min_length=1, max_length=60, description="the field of the card's record")
    table: str = Field(default="", max_length=60, description="the table whose rows the field names")
    column: str = Field(default="", max_length=60, description="the column of that table")


class Suited(Lead):
    """How many cards of its deck a side finds suited by the terrain near its base."""

    steps: int = Field(default=3, ge=1, le=60, description="how many steps from a base its terrain counts as near it")
    side: Lookup = Field(description="where a card says whose it is")
    terrain: Lookup = Field(description="where a card says what terrain suits it")
    bases: dict[str, str] = Field(
        default_factory=dict, description="the base of each side; a side that is left out has a base of its own name"
    )


class Scoring(Part):
    """What makes a board uneven, and the words for it; what is left out does not count."""

    goal: Lead | None = Field(default=None, description="how far the spaces of the winning terrain lie from the bases")
    terrain: Suited | None = Field(default=None, description="how well the terrain near a base suits its deck")

    @property
    def parts(self) -> tuple[Lead, ...]:
        """The parts that count."""
        return tuple(part for part in (self.goal, self.terrain) if part is not None)


UNSCORED = Scoring()
"""Nothing counts: all boards are as good as each other."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What every board of a game has in common.

    `bases` are (name, row, column); all other spaces hold terrain, of which each kind comes as often as the others
    as far as numbers allow. `fair` is how many boards are made to keep the fairest of (1 keeps the first) by what
    `scoring` counts, and `victory` the terrain whose spaces win the game.
    """

    rows: int
    columns: int
    bases: tuple[tuple[str, int, int], ...]
    terrains: tuple[str, ...]
    arrangement: Arrangement = "plain"
    fair: int = 1
    victory: str = ""
    scoring: Scoring = UNSCORED

    @property
    def goal(self) -> str:
        """The terrain that wins, as a sentence begins with it."""
        return self.victory.replace("-", " ").capitalize()

    @property
    def homes(self) -> Mapping[Space, str]:
        """The base of each space that is one."""
        return {(row, column): name for name, row, column in self.bases}

    @property
    def terrain_spaces(self) -> tuple[Space, ...]:
        """All spaces that are no base, row by row from the top left."""
        homes = self.homes
        spaces = ((row, column) for row in range(self.rows) for column in range(self.columns))
        return tuple(space for space in spaces if space not in homes)

    def opposite(self, space: Space) -> Space:
        """Where a space comes to lie when the board is turned by 180 degrees."""
        return self.rows - 1 - space[0], self.columns - 1 - space[1]

    @property
    def turns_onto_itself(self) -> bool:
        """Whether turning the board by 180 degrees lays bases on bases, as a symmetric board needs."""
        return all(self.opposite((row, column)) in self.homes for _, row, column in self.bases)


@dataclass(frozen=True, slots=True)
class Board:
    """One board: a base or a terrain for every space, row 0 on top; `seed` is None for one made by hand."""

    recipe: Recipe
    cells: tuple[tuple[str, ...], ...]
    seed: int | None = None

    @property
    def counts(self) -> dict[str, int]:
        """How many spaces each terrain has, in the order of the recipe."""
        words = [word for row in self.cells for word in row]
        return {terrain: words.count(terrain) for terrain in self.recipe.terrains}


def even_shares(recipe: Recipe) -> tuple[int, ...]:
    """How many spaces the terrains get, the largest share first; which terrain gets which is left to chance.

    Shares differ by one at most. On a symmetric board they come in pairs of opposite spaces, and so may differ by
    two; the middle space of a board with one goes to a terrain with a small share.
    """
    spaces, kinds = len(recipe.terrain_spaces), len(recipe.terrains)
    if recipe.arrangement != "symmetric":
        share, larger = divmod(spaces, kinds)
        return (share + 1,) * larger + (share,) * (kinds - larger)
    pairs, middle = divmod(spaces, 2)
    share, larger = divmod(pairs, kinds)
    shares = [2 * share + 2] * larger + [2 * share] * (kinds - larger)
    shares[-1] += middle
    return tuple(sorted(shares, reverse=True))
