"""What a hex board is: a recipe says what one must keep, and a board is its hexes and the types of their edges."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

from printgen.kinds.hex_board.grid import Edge, Hex, HexGrid, edge, steps_from
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


@dataclass(frozen=True, slots=True)
class HexCell:
    """One hex: the names of its power-ups, whose start zone it belongs to, and what its ground looks like."""

    q: int
    r: int
    power_ups: tuple[str, ...]
    start: Side | None
    ground: str

    @property
    def hex(self) -> Hex:
        """Its axial coordinates."""
        return self.q, self.r


@dataclass(frozen=True)
class HexBoard:
    """One board: its hexes row by row, and the type of every edge; `seed` is None for one made by hand."""

    recipe: HexRecipe
    cells: tuple[HexCell, ...]
    edges: Mapping[Edge, str]
    seed: int | None = None

    @cached_property
    def by_hex(self) -> Mapping[Hex, HexCell]:
        """The hexes by their coordinates."""
        return {cell.hex: cell for cell in self.cells}

    def kinds_around(self, cell: Hex) -> list[str]:
        """The types of all edges of a hex, in the order of the directions."""
        return [self.edges[side] for _, side in self.recipe.grid.sides[cell]]

    def type_between(self, one: Hex, other: Hex) -> str | None:
        """The type of the edge between two hexes; None where there is none, as at the border."""
        return self.edges.get(edge(one, other))

    @cached_property
    def ground(self) -> frozenset[Hex]:
        """The hexes where a figure may stand: those with an edge that is not hollow."""
        hollow = self.recipe.rules.hollow
        return frozenset(cell for side, kind in self.edges.items() if kind not in hollow for cell in side)

    def is_door(self, side: Edge) -> bool:
        """Whether an edge is a gap in a wall: plain, with rooms on one side of it only."""
        rules = self.recipe.rules
        if rules.door is None or self.edges[side] != rules.plain_edge:
            return False
        one, other = (self.by_hex[cell].ground == rules.door.into for cell in side)
        return one != other

    def start(self, side: Side) -> tuple[Hex, ...]:
        """The hexes of a start zone."""
        return tuple(cell.hex for cell in self.cells if cell.start == side)

    @property
    def power_ups(self) -> tuple[tuple[str, Hex], ...]:
        """Every power-up with its hex."""
        return tuple((name, cell.hex) for cell in self.cells for name in cell.power_ups)

    @cached_property
    def links(self) -> Mapping[Hex, Sequence[Hex]]:
        """The neighbours that a figure on a hex can move to."""
        links: dict[Hex, list[Hex]] = {cell.hex: [] for cell in self.cells}
        moves = self.recipe.rules.moves
        for (one, other), kind in self.edges.items():
            if kind in moves:
                links[one].append(other)
                links[other].append(one)
        return links

    @cached_property
    def sheltered(self) -> frozenset[Hex]:
        """The hexes with an edge to stand behind."""
        shelters = self.recipe.rules.shelters
        return frozenset(cell for side, kind in self.edges.items() if kind in shelters for cell in side)

    @cached_property
    def passes(self) -> list[bool]:
        """Whether each edge of the grid, by its number, lets a shot pass."""
        edges, shots = self.edges, self.recipe.rules.shots
        return [edges[side] in shots for side in self.recipe.grid.edges]

    @cached_property
    def walks(self) -> Mapping[Side, dict[Hex, int]]:
        """How many moves lie between each start zone and every hex that is reached from it."""
        return {side: self.steps_from(self.start(side)) for side in SIDES}

    def steps_from(self, starts: Collection[Hex]) -> dict[Hex, int]:
        """How many moves lie between the nearest of some hexes and each that is reached."""
        return steps_from(starts, self.links)


def plain(board: HexBoard) -> dict[str, Any]:
    """The board as plain data: seed, cells row by row, and edges in the order of their hexes."""
    cells = [{"q": cell.q, "r": cell.r, "power_ups": list(cell.power_ups), "start": cell.start} for cell in board.cells]
    edges = [{"a": list(a), "b": list(b), "type": board.edges[a, b]} for a, b in sorted(board.edges)]
    return {"seed": board.seed, "cells": cells, "edges": edges}
