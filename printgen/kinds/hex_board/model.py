"""What a hex board is: a recipe says what one must keep; a board has a ground for each hex and a type for each edge."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

from printgen.kinds.hex_board.grid import Edge, Hex, HexGrid, steps_from
from printgen.kinds.hex_board.rules import HexRules

Side = Literal["a", "b"]
SIDES: tuple[Side, ...] = get_args(Side)

Arrangement = Literal["plain", "symmetric"]
ARRANGEMENTS: tuple[Arrangement, ...] = get_args(Arrangement)


@dataclass(frozen=True, slots=True)
class HexRecipe:
    """What every hex board of a game has in common.

    `features` says how many of each there are in every 100 hexes. `power_ups` gives the icons of each power-up by its
    name; every board has one of each for either side. `figures` is how many hexes each start zone has. `fair` is how
    many boards are made to keep the fairest of (1 keeps the first). With `hidden_starts` no figure can shoot from one
    start zone into the other. `slack` is by how many steps the distances of the two sides to their power-ups may
    differ on a board made by hand; random boards have none.
    """

    grid: HexGrid
    rules: HexRules
    features: Mapping[str, float] = field(default_factory=dict)
    power_ups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    figures: int = 5
    arrangement: Arrangement = "plain"
    fair: int = 1
    hidden_starts: bool = True
    slack: int = 0

    def amount(self, feature: str) -> int:
        """How many of a feature a board has at most; any that is asked for comes once at least."""
        share = self.features.get(feature, 0)
        return max(1, int(share * len(self.grid.cells) / 100 + 0.5)) if share else 0


@dataclass(frozen=True)
class HexBoard:
    """One board: the ground of every hex, the type of every edge, the start zones, and the power-ups that lie on it.

    Grounds and power-ups come row by row; `seed` is None for a board made by hand.
    """

    recipe: HexRecipe
    grounds: Mapping[Hex, str]
    edges: Mapping[Edge, str]
    starts: Mapping[Side, tuple[Hex, ...]]
    power_ups: Mapping[Hex, tuple[str, ...]]
    seed: int | None = None

    def kinds_around(self, cell: Hex) -> list[str]:
        """The types of all edges of a hex, in the order of the directions."""
        return [self.edges[side] for side in self.recipe.grid.sides[cell]]

    @cached_property
    def start_of(self) -> Mapping[Hex, Side]:
        """The side of each hex that belongs to a start zone."""
        return {cell: side for side, zone in self.starts.items() for cell in zone}

    @cached_property
    def footing(self) -> frozenset[Hex]:
        """The hexes where a figure may stand: those with an edge that is not hollow."""
        hollow = self.recipe.rules.hollow
        return frozenset(cell for side, kind in self.edges.items() if kind not in hollow for cell in side)

    @cached_property
    def sheltered(self) -> frozenset[Hex]:
        """The hexes with an edge to stand behind."""
        shelters = self.recipe.rules.shelters
        return frozenset(cell for side, kind in self.edges.items() if kind in shelters for cell in side)

    def is_door(self, side: Edge) -> bool:
        """Whether an edge is a gap in a wall: plain, with rooms on one side of it only."""
        rules = self.recipe.rules
        if rules.door is None or self.edges[side] != rules.plain_edge:
            return False
        one, other = (self.grounds[cell] == rules.door.into for cell in side)
        return one != other

    @cached_property
    def links(self) -> Mapping[Hex, Sequence[Hex]]:
        """The neighbours that a figure on a hex can move to."""
        links: dict[Hex, list[Hex]] = {cell: [] for cell in self.grounds}
        moves = self.recipe.rules.moves
        for (one, other), kind in self.edges.items():
            if kind in moves:
                links[one].append(other)
                links[other].append(one)
        return links

    @cached_property
    def passes(self) -> list[bool]:
        """Whether each edge of the grid, by its number, lets a shot pass."""
        edges, shots = self.edges, self.recipe.rules.shots
        return [edges[side] in shots for side in self.recipe.grid.edges]

    @cached_property
    def walks(self) -> Mapping[Side, dict[Hex, int]]:
        """How many moves lie between each start zone and every hex that is reached from it."""
        return {side: self.steps_from(self.starts[side]) for side in SIDES}

    def steps_from(self, starts: Collection[Hex]) -> dict[Hex, int]:
        """How many moves lie between the nearest of some hexes and each that is reached."""
        return steps_from(starts, self.links)


def plain(board: HexBoard) -> dict[str, Any]:
    """The board as plain data: seed, cells row by row, and edges in the order of their hexes."""
    cells = [
        {"q": q, "r": r, "power_ups": list(board.power_ups.get((q, r), ())), "start": board.start_of.get((q, r))}
        for q, r in board.grounds
    ]
    edges = [{"a": list(a), "b": list(b), "type": board.edges[a, b]} for a, b in sorted(board.edges)]
    return {"seed": board.seed, "cells": cells, "edges": edges}
