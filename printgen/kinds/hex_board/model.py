"""What a hex board is: a recipe says what one must keep, and a board is its hexes and the types of their edges."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

from printgen.kinds.hex_board.grid import Edge, Hex, HexGrid, edge

EdgeType = Literal["open", "wall", "water", "cover", "air"]
EDGE_TYPES: tuple[EdgeType, ...] = get_args(EdgeType)

# The game board of Micro Forces: black, red, blue, yellow and disrupted black edges.
MOVES: frozenset[EdgeType] = frozenset({"open", "cover"})
"""Edges that a figure crosses."""
ATTACKS: frozenset[EdgeType] = frozenset({"open", "water"})
"""Edges across which a figure attacks its neighbour."""
SHOTS: frozenset[EdgeType] = frozenset({"open", "water", "air"})
"""Edges that a shot passes."""
_BOOT = re.compile(r"combat-boot-([1-9][0-9]?)")
_NO_GROUND: frozenset[EdgeType] = frozenset({"water", "air"})

Ground = Literal["open", "floor", "cover", "water", "air"]
"""What a hex looks like: open ground, the floor of a building, a hedge or a trench, water, or the open air."""
GROUNDS: tuple[Ground, ...] = get_args(Ground)

Side = Literal["a", "b"]
SIDES: tuple[Side, ...] = get_args(Side)

Arrangement = Literal["plain", "symmetric"]
ARRANGEMENTS: tuple[Arrangement, ...] = get_args(Arrangement)

POWER_UP_ICONS = ("bullet", "helmet", "exclamation-mark", "combat-boot")
"""What a power-up may offer; boots carry a number, as in combat-boot-8, and are moves that cost no action."""

FEATURES = ("buildings", "ponds", "air", "crevasses", "trenches", "hedges")
"""What a recipe can ask for, in the order in which it is laid: what is large and bulky first."""


@dataclass(frozen=True, slots=True)
class HexRecipe:
    """What every hex board of a game has in common.

    `features` says how many of each of FEATURES there are in every 100 hexes. `power_ups` gives the icons of each
    power-up by its name; every board has one of each for either side. `figures` is how many hexes each start zone
    has. `fair` is how many boards are made to keep the fairest of (1 keeps the first). With `hidden_starts` no
    figure can shoot from one start zone into the other. `slack` is by how many steps the distances of the two sides
    to their power-ups may differ on a board made by hand; random boards have none.
    """

    grid: HexGrid
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
    power_ups: tuple[str, ...] = ()
    start: Side | None = None
    ground: Ground = "open"

    @property
    def hex(self) -> Hex:
        """Its axial coordinates."""
        return self.q, self.r


@dataclass(frozen=True)
class HexBoard:
    """One board: its hexes row by row, and the type of every edge; `seed` is None for one made by hand."""

    recipe: HexRecipe
    cells: tuple[HexCell, ...]
    edges: Mapping[Edge, EdgeType]
    seed: int | None = None

    @cached_property
    def by_hex(self) -> Mapping[Hex, HexCell]:
        """The hexes by their coordinates."""
        return {cell.hex: cell for cell in self.cells}

    @cached_property
    def sides_of(self) -> Mapping[Hex, tuple[tuple[Hex, EdgeType], ...]]:
        """The neighbours of every hex, each with the type of the edge to it."""
        around: dict[Hex, list[tuple[Hex, EdgeType]]] = {cell.hex: [] for cell in self.cells}
        for (one, other), kind in self.edges.items():
            around.setdefault(one, []).append((other, kind))
            around.setdefault(other, []).append((one, kind))
        return {cell: tuple(sides) for cell, sides in around.items()}

    def type_between(self, one: Hex, other: Hex) -> EdgeType | None:
        """The type of the edge between two hexes; None where there is none, as at the border."""
        return self.edges.get(edge(one, other))

    def is_ground(self, cell: Hex) -> bool:
        """Whether a figure may stand there: on every hex but those that have nothing but water and air around them."""
        return may_stand(kind for _, kind in self.sides_of[cell])

    def is_door(self, side: Edge) -> bool:
        """Whether an edge is a gap in the wall of a building: open, with a floor on one side of it only."""
        one, other = (self.by_hex[cell].ground == "floor" for cell in side)
        return one != other and self.edges[side] == "open"

    def start(self, side: Side) -> tuple[Hex, ...]:
        """The hexes of a start zone."""
        return tuple(cell.hex for cell in self.cells if cell.start == side)

    @property
    def power_ups(self) -> tuple[tuple[str, Hex], ...]:
        """Every power-up with its hex."""
        return tuple((name, cell.hex) for cell in self.cells for name in cell.power_ups)

    def steps_from(self, starts: Collection[Hex]) -> dict[Hex, int]:
        """How many moves over open and cover edges lie between the nearest of some hexes and each that is reached."""
        steps = dict.fromkeys(starts, 0)
        queue = list(steps)
        for cell in queue:
            for near, kind in self.sides_of[cell]:
                if kind in MOVES and near not in steps:
                    steps[near] = steps[cell] + 1
                    queue.append(near)
        return steps


def icon_and_number(word: str) -> tuple[str, int | None]:
    """The icon that a word of a power-up stands for and the number on it: combat-boot-8 is a combat boot with an 8.

    Boots have a number from 1 to 99, other icons have none. Raises ValueError for anything else.
    """
    boot = _BOOT.fullmatch(word)
    if boot:
        return "combat-boot", int(boot[1])
    if word == "combat-boot" or word not in POWER_UP_ICONS:
        raise ValueError(f'"{word}" is no icon of a power-up')
    return word, None


def may_stand(kinds: Iterable[EdgeType]) -> bool:
    """Whether a figure may stand on a hex with edges of these types.

    Open air is marked as a hex that has only air edges, where no figure ends its turn, and water as one that has
    only water edges, or water and air. Everything else is ground, and has to be reached.
    """
    return any(kind not in _NO_GROUND for kind in kinds)


def ground_of(kinds: Collection[EdgeType]) -> Ground:
    """The ground that the edges of a hex tell of; a floor they cannot tell from open ground."""
    if not may_stand(kinds):
        return "water" if "water" in kinds else "air"
    return "cover" if all(kind == "cover" for kind in kinds) else "open"


def plain(board: HexBoard) -> dict[str, Any]:
    """The board as plain data: seed, cells row by row, and edges in the order of their hexes."""
    cells = [{"q": cell.q, "r": cell.r, "power_ups": list(cell.power_ups), "start": cell.start} for cell in board.cells]
    edges = [{"a": list(a), "b": list(b), "type": board.edges[a, b]} for a, b in sorted(board.edges)]
    return {"seed": board.seed, "cells": cells, "edges": edges}
