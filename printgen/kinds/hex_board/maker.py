"""A recipe and a seed come in; one random hex board that keeps the recipe goes out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from printgen.base.budget import spend
from printgen.base.seeds import rng_for
from printgen.kinds.hex_board.fairness import score
from printgen.kinds.hex_board.features import Feature, make_feature
from printgen.kinds.hex_board.grid import Edge, Hex, HexGrid, edge, steps_apart, steps_from, trails
from printgen.kinds.hex_board.model import HexBoard, HexRecipe
from printgen.kinds.hex_board.rules import HexRules
from printgen.kinds.laying import gather, mixed

Zone: TypeAlias = tuple[Hex, ...]

# How often a feature is tried in another place before the board does without it.
_TRIES = 24
# How many boards of a seed may fail before the last one is made without features, which cannot fail.
_RETRIES = 8
# Power-ups lie so many moves from the start zones at least, as far as the board has room.
_WALK = 3


def make_hex_board(recipe: HexRecipe, rules: HexRules, seed: int) -> HexBoard:
    """The board of a seed, the same on every machine; `proof.faults` finds nothing in it.

    With `fair` above 1 that many boards are made, the first of them the one that the seed gives without, and the first
    with the best score is kept. Raises ValueError for a recipe that asks for more than its hexes hold.
    """
    spend("tries", recipe.rows * recipe.columns * recipe.fair, recipe.where_of("fair"))
    if not recipe.ruled:
        return _mixed_board(recipe, rules, seed)
    boards = [_one_board(recipe, rules, seed, attempt) for attempt in range(max(1, recipe.fair))]
    return min(boards, key=lambda board: score(board).total) if len(boards) > 1 else boards[0]


def _one_board(recipe: HexRecipe, rules: HexRules, seed: int, attempt: int) -> HexBoard:
    for retry in range(_RETRIES + 1):
        site = _Site(recipe, rules, seed, [str(attempt), str(retry)] if retry else [str(attempt)] if attempt else [])
        if retry < _RETRIES:
            site.lay_features()
        if (not recipe.hidden_starts or site.screen()) and site.lay_power_ups():
            return site.board
    raise ValueError("the board has no room for its start zones and power-ups")


def _mixed_board(recipe: HexRecipe, rules: HexRules, seed: int) -> HexBoard:
    """A board of grounds by their weights, and of nothing else."""
    stream, grid = rng_for(seed, "hex-board"), recipe.grid
    firsts = [cell for cell in grid.cells if recipe.arrangement != "symmetric" or cell <= grid.opposite(cell)]
    grounds = dict(zip(firsts, mixed(recipe.weights, len(firsts), stream), strict=True))
    if recipe.arrangement == "clumped":
        gather(grounds, grid.around, stream)
    laid = {cell: grounds[cell] if cell in grounds else grounds[grid.opposite(cell)] for cell in grid.cells}
    edges = dict.fromkeys(grid.edges, rules.plain_edge)
    return HexBoard(recipe, rules, laid, edges, {"a": (), "b": ()}, {}, seed)


class _Site:
    """A board in the making: its grounds, edges and power-ups are still laid.

    `links` are the neighbours that a figure can move to, `taken` the hexes that no feature may take any more.
    """

    def __init__(self, recipe: HexRecipe, rules: HexRules, seed: int, names: Sequence[str]) -> None:
        self.recipe, self.rules, self.grid = recipe, rules, recipe.grid
        self.stream = rng_for(seed, "hex-board", *names)
        self.symmetric = recipe.arrangement == "symmetric"
        self.zones = start_zones(self.grid, recipe.figures, self.symmetric) if recipe.figures else ((), ())
        self.grounds = dict.fromkeys(self.grid.cells, self.rules.plain_ground)
        self.edges = dict.fromkeys(self.grid.edges, self.rules.plain_edge)
        self.links: dict[Hex, tuple[Hex, ...]] = dict(self.grid.around)
        self.taken = {*self.zones[0], *self.zones[1]}
        self.power_ups: dict[Hex, tuple[str, ...]] = {}
        a, b = (tuple(cell for cell in self.grid.cells if cell in zone) for zone in self.zones)
        self.board = HexBoard(recipe, rules, self.grounds, self.edges, {"a": a, "b": b}, self.power_ups, seed)
        # What the board would find for itself is known at any time.
        vars(self.board)["links"] = self.links

    def lay_features(self) -> None:
        """Lay as many features as the recipe asks for, each in the first place where it fits."""
        for name in self.rules.features:
            left = self.recipe.amount(name)
            tries = _TRIES * left
            while left > 0 and tries > 0:
                tries -= 1
                left -= self._lay(make_feature(self.rules, name, self.grid, self.stream), left)

    def _lay(self, feature: Feature, left: int) -> int:
        """Lay a feature, on a symmetric board with its opposite; how many features that makes, 0 if it does not fit."""
        made = 1
        if self.symmetric:
            other = feature.opposite(self.grid)
            # Two make one where they touch; where there is one left to lay, two do for it.
            touch = any(near in other.hexes for cell in feature.hexes for near in (cell, *self.grid.around[cell]))
            clash = any(other.edges.get(side, kind) != kind for side, kind in feature.edges.items())
            if clash or (touch and not feature.merges):
                return 0
            feature = feature._replace(hexes=feature.hexes | other.hexes, edges={**feature.edges, **other.edges})
            made = 1 if touch else min(left, 2)
        return made if self._fits(feature) and self._commit(feature) else 0

    def _fits(self, feature: Feature) -> bool:
        """Whether a feature lies on plain ground, clear of start zones and of other features."""
        if not feature.edges or not feature.hexes.isdisjoint(self.taken):
            return False
        if feature.hexes:
            return all(self.edges[side] == self.rules.plain_edge for side in feature.edges)
        return all(map(self._is_plain, feature.edges))

    def _is_plain(self, side: Edge) -> bool:
        """Whether an edge is a plain one on plain ground."""
        plain = self.rules.plain_ground
        return self.edges[side] == self.rules.plain_edge and all(self.grounds[cell] == plain for cell in side)

    def _commit(self, feature: Feature) -> bool:
        """Lay a feature unless it would cut off a hex."""
        rules, links = self.rules, self.links
        closed = [side for side, kind in feature.edges.items() if kind not in rules.moves]
        hollow = feature.hexes if not rules.grounds[feature.ground].stand else frozenset()
        # What hung together before is parted only if the hexes on both sides of the new edges are.
        parted = {cell for side in closed for cell in side}
        before = {cell: links[cell] for cell in parted}
        for one, other in closed:
            links[one] = tuple(near for near in links[one] if near != other)
            links[other] = tuple(near for near in links[other] if near != one)
        if not _hang_together(parted - hollow, links):
            links.update(before)
            return False
        self.edges.update(feature.edges)
        self.grounds.update(dict.fromkeys(feature.hexes, feature.ground))
        if feature.ground != rules.plain_ground:
            self.taken.update(feature.hexes, *(self.grid.around[cell] for cell in feature.hexes))
        return True

    def screen(self) -> bool:
        """Grow hedges along single edges until no start zone sees the other; False where there is no room for them."""
        edges, rules = self.edges, self.rules
        lines = _lines(self.grid, *self.zones)
        while seen := [line for line in lines if all(edges[side] in rules.shots for side in line)]:
            crossed = Counter(side for line in seen for side in line)
            free = [side for side in sorted(crossed) if self._is_plain(side)]
            if not free or rules.screen is None:
                return False
            most = max(crossed[side] for side in free)
            side = self.stream.pick([side for side in free if crossed[side] == most])
            edges[side] = rules.screen
            if self.symmetric:
                edges[self.grid.opposite_edge(side)] = rules.screen
        return True

    def lay_power_ups(self) -> bool:
        """Lay one of each power-up for either side, as far from the one as the other is from the other.

        The hexes of a pair swap all their distances: moves and steps to the zones of both sides. False if none fit.
        """
        a, b = self.board.walks["a"], self.board.walks["b"]
        straight = [_straight(self.grid, zone) for zone in self.zones]
        if not self.recipe.figures:
            a = b = straight[0] = straight[1] = dict.fromkeys(self.grid.cells, _WALK)
        # Where a figure could fight: not in a start zone, and not behind cover all around.
        plain = self.rules.plain_edge
        places = {cell for side, kind in self.edges.items() if kind == plain for cell in side}.difference(*self.zones)
        cells = (cell for cell in self.grid.cells if cell in places and cell in a)
        distances = {cell: (a[cell], b[cell], straight[0][cell], straight[1][cell]) for cell in cells}
        for name, icons in self.recipe.power_ups.items():
            # Tools of the trade lie where they serve: the first icon says where.
            wanted = self.rules.icons[self.rules.icon_and_number(icons[0])[0]].lies or self.rules.plain_ground
            pair = self._pair(distances, wanted)
            if pair is None:
                return False
            self.power_ups |= dict.fromkeys(pair, (name,))
        return True

    def _pair(self, distances: dict[Hex, tuple[int, int, int, int]], wanted: str) -> tuple[Hex, Hex] | None:
        """Two free hexes with swapped distances: on the wanted ground and apart from others as far as possible."""
        around, opposite = self.grid.around, self.grid.opposite
        crowd = Counter(near for other in self.power_ups for near in around[other])
        costs = {
            cell: 4 * (self.grounds[cell] != wanted) + 2 * ((a < _WALK or b < _WALK) + crowd.get(cell, 0))
            for cell, (a, b, _, _) in distances.items()
            if cell not in self.power_ups
        }
        free = list(costs)
        self.stream.shuffle(free)
        by_distance: defaultdict[tuple[int, ...], list[Hex]] = defaultdict(list)
        for cell in free:
            by_distance[distances[cell]].append(cell)
        best: tuple[int, Hex, Hex] | None = None
        for one in free:
            a, b, c, d = distances[one]
            for other in (opposite(one),) if self.symmetric else by_distance.get((b, a, d, c), ()):
                if other != one and other in costs:
                    cost = costs[one] + costs[other] + 2 * (other in around[one])
                    if best is None or cost < best[0]:
                        best = cost, one, other
            if best is not None and not best[0]:
                break
        return best[1:] if best else None


def _hang_together(cells: set[Hex], links: Mapping[Hex, Sequence[Hex]]) -> bool:
    """Whether links lead from each of some hexes to all others."""
    if not cells:
        return True
    queue = [min(cells)]
    reached = set(queue)
    left = len(cells) - 1
    for cell in queue:
        for near in links[cell]:
            if near not in reached:
                reached.add(near)
                queue.append(near)
                left -= near in cells
        if not left:
            return True
    return False


@lru_cache(maxsize=64)
def _lines(grid: HexGrid, one_zone: Zone, other_zone: Zone) -> tuple[tuple[Edge, ...], ...]:
    """The edges of every line of sight that there might be between two zones."""
    paths = (trail for one in one_zone for other in other_zone for trail in trails(one, other))
    return tuple(tuple(edge(*pair) for pair in pairwise(path)) for path in paths if all(cell in grid for cell in path))


@lru_cache(maxsize=64)
def _straight(grid: HexGrid, zone: Zone) -> dict[Hex, int]:
    """How many steps each hex lies from the nearest of a start zone, on ground without obstacles."""
    return steps_from(zone, grid.around)


@lru_cache(maxsize=64)
def start_zones(grid: HexGrid, figures: int, mirrored: bool) -> tuple[Zone, Zone]:
    """The hexes of side a and of side b, each zone in one piece, with the most steps between their nearest hexes.

    Where zones lie equally far apart, those in the middle of their sides are taken. With `mirrored` the zones are
    each other's opposites, as a symmetric board needs. Raises ValueError for a board too small for two zones.
    """
    rim = [cell for cell in grid.cells if len(grid.around[cell]) < 6]
    firsts = [(one, grid.opposite(one), True) for one in rim]
    if not mirrored:
        firsts += [(one, other, False) for one in rim for other in _partners(grid, rim, one)]
    found = [zones for first in firsts if (zones := _grown(grid, figures, *first))]
    if not found:
        raise ValueError(f"the board has no room for 2 start zones of {figures}")
    # The worth of a pair and of its opposite are the same: the first hexes settle it.
    return min(found, key=lambda zones: (_worth(grid, zones), zones))


def _partners(grid: HexGrid, rim: list[Hex], one: Hex) -> list[Hex]:
    """Hexes of the rim that the other zone may grow from: those that lie farthest, and those straight across."""
    row, column = grid.row_and_column(one)
    across = grid.at(grid.rows - 1 - row, column), grid.at(row, grid.columns - 1 - column)
    most = max(steps_apart(one, cell) for cell in rim)
    return [cell for cell in rim if one != cell and (steps_apart(one, cell) == most or cell in across)]


def _grown(grid: HexGrid, figures: int, one: Hex, other: Hex, mirrored: bool) -> tuple[Zone, Zone] | None:
    """Two zones grown from one hex each, always by the neighbour that lies farthest from the other zone."""
    a, b = [one], [other]
    for _ in range(figures - 1):
        a.append(_best(grid, a, b) or one)
        b.append(grid.opposite(a[-1]) if mirrored else _best(grid, b, a) or other)
    return (tuple(sorted(a)), tuple(sorted(b))) if len({*a, *b}) == 2 * figures else None


def _best(grid: HexGrid, zone: list[Hex], foe: list[Hex]) -> Hex | None:
    def key(cell: Hex) -> tuple[int, int, int, Hex]:
        # Far from the foe first, then huddled together.
        apart = [steps_apart(cell, enemy) for enemy in foe]
        return -min(apart), sum(steps_apart(cell, mate) for mate in zone), -sum(apart), cell

    return min({near for cell in zone for near in grid.around[cell]} - {*zone, *foe}, key=key, default=None)


def _worth(grid: HexGrid, zones: tuple[Zone, Zone]) -> tuple[float, ...]:
    """The smaller, the better: the nearest hexes far apart, then both zones near the middle of the board's sides."""
    width, height = grid.box(1.0)
    places = [grid.centre(cell, 1.0) for zone in zones for cell in zone]
    spread = sum((x - width / 2) ** 2 + (y - height / 2) ** 2 for x, y in places)
    return -min(steps_apart(one, other) for one in zones[0] for other in zones[1]), round(spread, 3)
