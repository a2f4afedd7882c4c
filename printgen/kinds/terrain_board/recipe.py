"""What a square board is: a recipe says what one must keep, and a board is the terrain of every space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Arrangement = Literal["plain", "symmetric", "clumped"]
ARRANGEMENTS: tuple[str, ...] = get_args(Arrangement)

Space: TypeAlias = tuple[int, int]
"""A row and a column, both counted from 0 at the top left."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What every board of a game has in common.

    `bases` are (name, row, column); all other spaces hold terrain, of which each kind comes as often as the others
    as far as numbers allow. `fair` is how many boards are made to keep the fairest of (1 keeps the first), and
    `victory` the terrain whose spaces win the game.
    """

    rows: int
    columns: int
    bases: tuple[tuple[str, int, int], ...]
    terrains: tuple[str, ...]
    arrangement: Arrangement = "plain"
    fair: int = 1
    victory: str = ""

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
