"""A recipe and a seed come in; one random hex board that keeps the recipe goes out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from printgen.base.seeds import Stream, rng_for
from printgen.kinds.hex_board.fairness import score
from printgen.kinds.hex_board.features import Feature, make_feature
from printgen.kinds.hex_board.grid import Edge, Hex, HexGrid, edge, steps_apart, steps_from
from printgen.kinds.hex_board.model import SIDES, HexBoard, HexCell, HexRecipe, Side
from printgen.kinds.hex_board.sight import trails
from printgen.kinds.hex_board.starts import Zone, start_zones

# How often a feature is tried in another place before the board does without it.
_TRIES = 24
# How many boards of a seed may fail before the last one is made without features, which cannot fail.
_RETRIES = 8
# Power-ups lie so many moves from the start zones at least, as far as the board has room.
_WALK = 3


def make_hex_board(recipe: HexRecipe, seed: int) -> HexBoard:
    """The board of a seed, the same on every machine; `proof.faults` finds nothing in it.

    With `fair` above 1 that many boards are made, the first of them the one that the seed gives without, and the first
    with the best score is kept. Raises ValueError for a recipe that asks for more than its hexes hold.
    """
    boards = [_one_board(recipe, seed, attempt) for attempt in range(max(1, recipe.fair))]
    if len(boards) == 1:
        return boards[0]
    return min(boards, key=lambda board: score(board).total)


@dataclass(slots=True)
class _Site:
    """A board in the making.

    `links` are the neighbours that a figure can move to, `taken` the hexes that no feature may take any more, and
    `walks` the moves from either start zone.
    """

    recipe: HexRecipe
    stream: Stream
    zones: tuple[Zone, Zone]
    ground: dict[Hex, str] = field(default_factory=dict)
    edges: dict[Edge, str] = field(default_factory=dict)
    links: dict[Hex, tuple[Hex, ...]] = field(default_factory=dict)
    taken: set[Hex] = field(default_factory=set)
    power_ups: dict[Hex, str] = field(default_factory=dict)
    walks: dict[Side, dict[Hex, int]] = field(default_factory=dict)

    @property
    def grid(self) -> HexGrid:
        return self.recipe.grid

    @property
    def symmetric(self) -> bool:
        return self.recipe.arrangement == "symmetric"


def _one_board(recipe: HexRecipe, seed: int, attempt: int) -> HexBoard:
    zones = start_zones(recipe.grid, recipe.figures, recipe.arrangement == "symmetric")
    for retry in range(_RETRIES + 1):
        names = [str(attempt), str(retry)] if retry else [str(attempt)] if attempt else []
        site = _Site(recipe, rng_for(seed, "hex-board", *names), zones)
        site.ground = dict.fromkeys(recipe.grid.cells, recipe.rules.plain_ground)
        site.edges = dict.fromkeys(recipe.grid.edges, recipe.rules.plain_edge)
        site.links = dict(recipe.grid.around)
        site.taken = {*zones[0], *zones[1]}
        if retry < _RETRIES:
            _lay_features(site)
        if (not recipe.hidden_starts or _screen(site)) and _lay_power_ups(site):
            return _finished(site, seed)
    raise ValueError("the board has no room for its start zones and power-ups")


def _finished(site: _Site, seed: int) -> HexBoard:
    starts: dict[Hex, Side] = {**dict.fromkeys(site.zones[0], "a"), **dict.fromkeys(site.zones[1], "b")}
    cells = []
    for cell in site.grid.cells:
        power_ups = (site.power_ups[cell],) if cell in site.power_ups else ()
        cells.append(HexCell(*cell, power_ups, starts.get(cell), site.ground[cell]))
    board = HexBoard(site.recipe, tuple(cells), site.edges, seed)
    # What the board would find for itself: both have been made for its power-ups.
    vars(board).update(links=site.links, walks=site.walks)
    return board


def _lay_features(site: _Site) -> None:
    for name in site.recipe.rules.features:
        left = site.recipe.amount(name)
        tries = _TRIES * left
        while left > 0 and tries > 0:
            tries -= 1
            left -= _lay(site, make_feature(site.recipe.rules, name, site.grid, site.stream), left)


def _lay(site: _Site, feature: Feature, left: int) -> int:
    """Lay a feature, on a symmetric board with its opposite; how many features that makes, 0 where it does not fit."""
    if not site.symmetric:
        return int(_fits(site, feature) and _commit(site, feature))
    other = feature.opposite(site.grid)
    hexes = feature.hexes | other.hexes
    both = Feature(feature.ground, hexes, lambda: {**feature.edges, **other.edges}, feature.merges)
    apart = not any(near in other.hexes for cell in feature.hexes for near in (cell, *site.grid.around[cell]))
    # Two make one where they touch; where there is one left to lay, two do for it.
    if not (apart or feature.merges) or any(
        other.edges.get(side, kind) != kind for side, kind in feature.edges.items()
    ):
        return 0
    return min(left, 2 if apart else 1) if _fits(site, both) and _commit(site, both) else 0


def _fits(site: _Site, feature: Feature) -> bool:
    """Whether a feature lies on plain ground, clear of start zones and of other features."""
    if not feature.hexes.isdisjoint(site.taken):
        return False
    plain, plain_edge = site.recipe.rules.plain_ground, site.recipe.rules.plain_edge
    for side in feature.edges:
        if site.edges[side] != plain_edge or (not feature.hexes and any(site.ground[cell] != plain for cell in side)):
            return False
    return bool(feature.edges)


def _commit(site: _Site, feature: Feature) -> bool:
    """Lay a feature unless it would cut off a hex."""
    rules = site.recipe.rules
    closed = [side for side, kind in feature.edges.items() if kind not in rules.moves]
    hollow = feature.hexes if not rules.grounds[feature.ground].stand else frozenset()
    # What hung together before is parted only if the hexes on both sides of the new edges are.
    parted = {cell for side in closed for cell in side}
    before = {cell: site.links[cell] for cell in parted}
    for one, other in closed:
        site.links[one] = tuple(near for near in site.links[one] if near != other)
        site.links[other] = tuple(near for near in site.links[other] if near != one)
    if not _hang_together(parted - hollow, site.links):
        site.links.update(before)
        return False
    site.edges.update(feature.edges)
    site.ground.update(dict.fromkeys(feature.hexes, feature.ground))
    if feature.ground != rules.plain_ground:
        site.taken.update(feature.hexes, *(site.grid.around[cell] for cell in feature.hexes))
    return True


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


def _screen(site: _Site) -> bool:
    """Grow hedges along single edges until no start zone sees the other; False where there is no room for them."""
    screen = site.recipe.rules.screen
    while seen := _lines_between_starts(site):
        crossed: defaultdict[Edge, int] = defaultdict(int)
        for line in seen:
            for side in line:
                crossed[side] += 1
        free = [side for side in sorted(crossed) if _may_be_hedge(site, side)]
        if not free or screen is None:
            return False
        most = max(crossed[side] for side in free)
        side = site.stream.pick([side for side in free if crossed[side] == most])
        for hedged in (side, site.grid.opposite_edge(side)) if site.symmetric else (side,):
            site.edges[hedged] = screen
    return True


def _lines_between_starts(site: _Site) -> list[tuple[Edge, ...]]:
    """The edges of every open line of sight between the two start zones."""
    edges, shots = site.edges, site.recipe.rules.shots
    return [line for line in _lines(site.grid, *site.zones) if all(edges[side] in shots for side in line)]


@lru_cache(maxsize=64)
def _lines(grid: HexGrid, one_zone: Zone, other_zone: Zone) -> tuple[tuple[Edge, ...], ...]:
    """The edges of every line of sight that there might be between two zones."""
    paths = (trail for one in one_zone for other in other_zone for trail in trails(one, other))
    return tuple(tuple(edge(*pair) for pair in pairwise(path)) for path in paths if all(cell in grid for cell in path))


def _may_be_hedge(site: _Site, side: Edge) -> bool:
    rules = site.recipe.rules
    return site.edges[side] == rules.plain_edge and all(site.ground[cell] == rules.plain_ground for cell in side)


def _lay_power_ups(site: _Site) -> bool:
    """Lay one of each power-up for either side, as far from the one as the other is from the other; False if none fit.

    The hexes of a pair swap all their distances: moves and steps to the zones of both sides.
    """
    rules = site.recipe.rules
    site.walks = {side: steps_from(zone, site.links) for side, zone in zip(SIDES, site.zones, strict=True)}
    a, b = site.walks["a"], site.walks["b"]
    straight = [_straight(site.grid, zone) for zone in site.zones]
    distances = {cell: (a[cell], b[cell], straight[0][cell], straight[1][cell]) for cell in _places(site) if cell in a}
    for name, icons in site.recipe.power_ups.items():
        # Tools of the trade lie where they serve: the first icon says where.
        wanted = rules.icons[rules.icon_and_number(icons[0])[0]].lies or rules.plain_ground
        pair = _pair(site, distances, wanted)
        if pair is None:
            return False
        for cell in pair:
            site.power_ups[cell] = name
    return True


@lru_cache(maxsize=64)
def _straight(grid: HexGrid, zone: Zone) -> dict[Hex, int]:
    """How many steps each hex lies from the nearest of a start zone, on ground without obstacles."""
    return {cell: min(steps_apart(cell, own) for own in zone) for cell in grid.cells}


def _places(site: _Site) -> list[Hex]:
    """Where a figure could fight: not in a start zone, and not behind cover all around."""
    plain = site.recipe.rules.plain_edge
    open_ones = {cell for side, kind in site.edges.items() if kind == plain for cell in side}
    open_ones.difference_update(*site.zones)
    return [cell for cell in site.grid.cells if cell in open_ones]


def _pair(site: _Site, distances: dict[Hex, tuple[int, int, int, int]], wanted: str) -> tuple[Hex, Hex] | None:
    """Two free hexes with swapped distances: on the wanted ground and apart from others as far as possible."""
    around = site.grid.around
    crowd = dict(Counter(near for other in site.power_ups for near in around[other]))
    costs = {
        cell: 4 * (site.ground[cell] != wanted) + 2 * ((a < _WALK or b < _WALK) + crowd.get(cell, 0))
        for cell, (a, b, _, _) in distances.items()
        if cell not in site.power_ups
    }
    free = list(costs)
    site.stream.shuffle(free)
    by_distance: defaultdict[tuple[int, int, int, int], list[Hex]] = defaultdict(list)
    for cell in free:
        by_distance[distances[cell]].append(cell)
    best: tuple[int, tuple[Hex, Hex]] | None = None
    for one in free:
        a, b, straight_a, straight_b = distances[one]
        others = [site.grid.opposite(one)] if site.symmetric else by_distance.get((b, a, straight_b, straight_a), [])
        for other in others:
            if other != one and other in costs:
                cost = costs[one] + costs[other] + 2 * (other in around[one])
                if best is None or cost < best[0]:
                    best = cost, (one, other)
        if best is not None and best[0] == 0:
            break
    return best[1] if best else None
