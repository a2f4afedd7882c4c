"""Hex boards: their options, and the board itself: a ground for each hex, and a type for each edge."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import AfterValidator, Field

from printgen.base.units import mm
from printgen.drawing.pieces import Spaces
from printgen.kinds.board.grid import Edge, Hex, HexGrid, Top, Trail, edge, steps_apart, steps_from, trails
from printgen.kinds.board.hex_looks import Border, Ground, GroundLook, HexLook, LegendWords
from printgen.kinds.board.hex_rules import EdgeRule, GroundRule, HexRules
from printgen.kinds.board.lanes import SpaceOptions
from printgen.kinds.board.plan import BoardOptions
from printgen.reading.part import File, Length, Many, Phrase, Words, problem

Side = Literal["a", "b"]
SIDES: tuple[Side, ...] = get_args(Side)

PLAIN_EDGE, NOWHERE_ELSE = "side", "space"
"""The edge and the ground of a game that declares none."""

_Share = Annotated[float, Field(ge=0, le=20)]
_Icons = Annotated[Many[str], Field(min_length=1, max_length=6)]


def _on_a_table(width: float) -> float:
    if not mm(15) <= width <= mm(120):
        raise problem("out-of-range", "a hex is 15 to 120 mm wide across its flats", "Write it like 32mm.")
    return width


class HexOptions(BoardOptions, SpaceOptions):
    """The `options` of a hex board product: the recipe of its boards, and how they are printed."""

    forms: ClassVar = {"count": ("maps",), "from": ("overlay",), "notes": ("poster", "maps"), "titled": ("poster",)}
    rules: File | None = Field(
        None, description="the file with the rules of edges, grounds, features and power-ups, if there are any"
    )
    top: Top = Field("flat", description="which way the hexes lie: with flat or with pointy tops")
    grounds: Annotated[dict[str, Ground], Field(max_length=60)] = Field(
        default_factory=dict, description="how grounds look, and without rules which there are, by name; none is one"
    )
    edges: Annotated[dict[str, Border], Field(max_length=30)] = Field(
        default_factory=dict,
        description="how edges look, and without rules which there are, by name; side is the usual one",
    )
    holes: Annotated[Many[str], Field(max_length=4000)] = Field(
        (), description="hexes that the board does not have, such as C4; a map says none for them"
    )
    labels: Annotated[dict[str, Words], Field(max_length=400)] = Field(
        default_factory=dict, description="words in hexes, such as names of towns, by the hex's name"
    )
    words: LegendWords = Field(default_factory=LegendWords, description="what legends call things")
    figures: int = Field(
        5, ge=0, le=20, description="how many figures a side has, and hexes its start zone; none without rules"
    )
    hidden_starts: bool = Field(True, description="whether no start zone may be shot at from the other one")
    slack: int = Field(0, ge=0, le=20, description="by how many moves power-ups may lie uneven on boards made by hand")
    features: dict[str, _Share] = Field({}, description="how many of each feature there are in every 100 hexes")
    power_ups: dict[str, _Icons] = Field({}, description="the icons of each power-up by name; a side gets one of each")

    form: Literal["poster", "maps", "overlay", "equipment"] = Field(
        "poster", description="what is printed: a poster, maps, an overlay, or loose equipment"
    )
    width: Annotated[Length, AfterValidator(_on_a_table)] = Field(
        default_factory=lambda: mm(32), description="how wide a hex is across its flats, from 15mm to 120mm; else 32mm"
    )
    count: int = Field(6, ge=1, le=200, description="how many maps are printed, from the seed up")
    overlooked: str | None = Field(
        None, alias="from", description="the hex that an overlay looks from; else the first of start zone A"
    )

    @cached_property
    def grid(self) -> HexGrid:
        whole = HexGrid(self.rows, self.columns, self.top, naming=self.coordinates)
        spots = {name: whole.row_and_column(cell) for name, cell in whole.by_name.items()} if self.holes else {}
        holes = frozenset(spots[name] for name in self.holes if name in spots)
        return replace(whole, holes=holes) if holes else whole

    @property
    def arrangements(self) -> tuple[str, ...]:
        return ("plain", "symmetric") if self.has_rules else super().arrangements

    @property
    def has_rules(self) -> bool:
        """Whether there are rules, and not only grounds and edges that the game declares."""
        return self.rules is not None or self.figures > 0

    @property
    def look(self) -> HexLook | None:
        """The game's own look of its boards; None when the templates define it."""
        if not (self.grounds or self.edges or self.gives("words") or not self.has_rules):
            return None
        plain = {} if self.grounds or self.has_rules else {NOWHERE_ELSE: Ground(color="#FFFFFF")}
        grounds: dict[str, GroundLook] = {**plain, **self.grounds}
        edges = {name: border.look for name, border in self.edges.items()}
        return HexLook(grounds=grounds, edges=edges, words=self.words)

    @property
    def weights(self) -> dict[str, float]:
        """The weight of each ground of a board without rules."""
        return {name: ground.weight for name, ground in self.grounds.items()} or {NOWHERE_ELSE: 1.0}

    def own_rules(self) -> HexRules:
        """The rules of a game without a file of rules: its grounds and edges, by name or key; everything passes."""

        def title(name: str, part: Border | Ground) -> Phrase:
            return part.name or Phrase(name.replace("-", " "))

        edges = {name: EdgeRule(name=title(name, border)) for name, border in self.edges.items()}
        grounds = {name: GroundRule(name=title(name, ground)) for name, ground in self.grounds.items()}
        plain = {PLAIN_EDGE: edges.pop(PLAIN_EDGE, EdgeRule(name=Phrase(PLAIN_EDGE)))}
        return HexRules(edges=plain | edges, grounds=grounds or {NOWHERE_ELSE: GroundRule(name=Phrase(NOWHERE_ELSE))})

    def amount(self, feature: str) -> int:
        """The greatest number of a feature on a board; a requested one occurs at least once."""
        share = self.features.get(feature, 0)
        return max(1, int(share * len(self.grid.cells) / 100 + 0.5)) if share else 0


@dataclass(frozen=True)
class HexBoard:
    """A board: grounds row by row, types of edges, start zones, power-ups; `seed` is None for one made by hand."""

    recipe: HexOptions
    rules: HexRules
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

    def spaces(self, width: float) -> Spaces:
        """The places of its hexes as other parts know them, with both start zones; `width` in points."""
        grid = self.recipe.grid
        starts = tuple(tuple(map(grid.name, self.starts[side])) for side in SIDES)
        return replace(grid.spaces(width), starts=starts)

    @cached_property
    def footing(self) -> frozenset[Hex]:
        """The hexes where a figure may stand: those with an edge that is not hollow."""
        hollow = self.rules.hollow
        return frozenset(cell for side, kind in self.edges.items() if kind not in hollow for cell in side)

    def is_door(self, side: Edge) -> bool:
        """Whether an edge is a gap in a wall: plain, with rooms on one side of it only."""
        rules = self.rules
        if rules.door is None or self.edges[side] != rules.plain_edge:
            return False
        first, other = (self.grounds[cell] == rules.door.into for cell in side)
        return first != other

    def _ahead(self, kinds: Collection[str]) -> Mapping[Hex, list[Hex | None]]:
        """The next hex in each direction from each hex, over edges of some types; None if there is none."""
        ahead: dict[Hex, list[Hex | None]] = {cell: [None] * 6 for cell in self.grounds}
        for (one, other), direction in self.recipe.grid.edges.items():
            if self.edges[one, other] in kinds:
                ahead[one][direction], ahead[other][direction - 3] = other, one
        return ahead

    @cached_property
    def links(self) -> Mapping[Hex, Sequence[Hex]]:
        """The neighbours to which a figure on a hex can move."""
        return {cell: list(filter(None, ahead)) for cell, ahead in self._ahead(self.rules.moves).items()}

    @cached_property
    def walks(self) -> Mapping[Side, dict[Hex, int]]:
        """The moves from each start zone to every hex that it reaches."""
        return {side: steps_from(self.starts[side], self.links) for side in SIDES}

    @cached_property
    def _shots(self) -> Mapping[Hex, list[Hex | None]]:
        return self._ahead(self.rules.shots)

    def _run(self, cell: Hex, direction: int, limit: int) -> list[Hex]:
        """A hex and at most `limit` more hexes straight ahead, as far as a shot reaches."""
        line, ahead = [cell], self._shots[cell][direction]
        while ahead and len(line) <= limit:
            line.append(ahead)
            ahead = self._shots[ahead][direction]
        return line

    def line_of_sight(self, shooter: Hex, target: Hex) -> Trail | None:
        """A line of sight between two hexes, over edges that let shots pass; None when there is none."""
        shots = self.rules.shots
        for trail in trails(shooter, target):
            # There is at least one hex between the shooter and the target.
            if len(trail) > 2 and all(self.edges.get(edge(*pair)) in shots for pair in pairwise(trail)):
                return trail
        return None

    def in_sight(self, shooters: Collection[Hex], limit: int) -> dict[Hex, None]:
        """The hexes in sight of any shooter, with at most `limit` hexes between."""
        visible: dict[Hex, None] = {}
        for shooter in shooters:
            for direction in range(6):
                ahead = self._run(shooter, direction, limit + 1)
                visible.update(dict.fromkeys(ahead[2:]))
                for far, cell in enumerate(ahead[: limit + 1]):
                    for turn in (1, 5):
                        aside = self._shots[cell][(direction + turn) % 6]
                        if aside:
                            # A neighbour of the shooter is no target: the first one lies two steps away.
                            beyond = self._run(aside, direction, limit - far)[0 if far else 1 :]
                            visible.update(dict.fromkeys(beyond))
        return visible

    def difficulties(self, shooter: Hex) -> dict[Hex, int]:
        """The difficulty of a shot at each visible hex where a figure may stand: the number of hexes between."""
        visible = self.in_sight((shooter,), len(self.grounds))
        return {cell: steps_apart(shooter, cell) - 1 for cell in visible if cell in self.footing}


def board_data(board: HexBoard) -> dict[str, Any]:
    """The board as plain data: seed, cells row by row, and edges in the order of their hexes."""
    cells: list[dict[str, Any]] = [
        {"q": q, "r": r, "power_ups": list(board.power_ups.get((q, r), ())), "start": board.start_of.get((q, r))}
        for q, r in board.grounds
    ]
    edges = [{"a": list(a), "b": list(b), "type": board.edges[a, b]} for a, b in sorted(board.edges)]
    size = {} if board.recipe.has_rules else {"rows": board.recipe.rows, "columns": board.recipe.columns}
    for cell, entry in zip(board.grounds, cells, strict=True):
        entry |= {"name": board.recipe.grid.name(cell), "ground": board.grounds[cell]} if size else {}
    return {"seed": board.seed, **size, "cells": cells, "edges": edges}
