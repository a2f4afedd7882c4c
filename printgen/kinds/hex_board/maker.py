"""A recipe and a seed come in; one random hex board that keeps the recipe goes out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from printgen.base.seeds import Stream, rng_for
from printgen.kinds.hex_board.fairness import score
from printgen.kinds.hex_board.features import MAKERS, Feature
from printgen.kinds.hex_board.grid import Edge, Hex, HexGrid, edge, steps_apart
from printgen.kinds.hex_board.model import FEATURES, SHOTS, EdgeType, Ground, HexBoard, HexCell, HexRecipe, Side
from printgen.kinds.hex_board.sight import trails
from printgen.kinds.hex_board.starts import Zone, start_zones

# How often a feature is tried in another place before the board does without it.
_TRIES = 24
# How many boards of a seed may fail before the last one is made without features, which cannot fail.
_RETRIES = 8
# Power-ups lie so many moves from the start zones at least, as far as the board has room.
_WALK = 3
# The ground that a power-up is laid on where it can be, by its first icon: tools of the trade where they serve.
_GROUND_FOR: dict[str, Ground] = {"helmet": "cover", "exclamation-mark": "floor"}


def make_hex_board(recipe: HexRecipe, seed: int) -> HexBoard:
    """The board of a seed, the same on every machine; `hex_proof.faults` finds nothing in it.

    With `fair` above 1 that many boards are made, the first of them the one that the seed gives without, and the first
    with the best score is kept. Raises ValueError for a recipe that asks for more than its hexes hold.
    """
    boards = [_one_board(recipe, seed, attempt) for attempt in range(max(1, recipe.fair))]
    if len(boards) == 1:
        return boards[0]
    return min(boards, key=lambda board: score(board).total)


@dataclass(slots=True)
class _Site:
    """A board in the making."""

    recipe: HexRecipe
    stream: Stream
    zones: tuple[Zone, Zone]
    ground: dict[Hex, Ground] = field(default_factory=dict)
    edges: dict[Edge, EdgeType] = field(default_factory=dict)
    power_ups: dict[Hex, str] = field(default_factory=dict)

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
        site.ground = dict.fromkeys(recipe.grid.cells, "open")
        site.edges = dict.fromkeys(recipe.grid.edges, "open")
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
    return HexBoard(site.recipe, tuple(cells), site.edges, seed)


def _lay_features(site: _Site) -> None:
    for name in FEATURES:
        left = site.recipe.amount(name)
        tries = _TRIES * left
        while left > 0 and tries > 0:
            tries -= 1
            left -= _lay(site, MAKERS[name](site.grid, site.stream), left)


def _lay(site: _Site, feature: Feature, left: int) -> int:
    """Lay a feature, on a symmetric board with its opposite; how many features that makes, 0 where it does not fit."""
    if not site.symmetric:
        return int(_fits(site, feature) and _commit(site, feature))
    other = feature.opposite(site.grid)
    both = Feature(feature.ground, feature.hexes | other.hexes, {**feature.edges, **other.edges}, feature.merges)
    apart = not any(near in other.hexes for cell in feature.hexes for near in (cell, *site.grid.around[cell]))
    # Two make one where they touch; where there is one left to lay, two do for it.
    if not (apart or feature.merges) or any(
        other.edges.get(side, kind) != kind for side, kind in feature.edges.items()
    ):
        return 0
    return min(left, 2 if apart else 1) if _fits(site, both) and _commit(site, both) else 0


def _fits(site: _Site, feature: Feature) -> bool:
    """Whether a feature lies on open ground, clear of start zones and of other features."""
    if not feature.edges:
        return False
    starts = {*site.zones[0], *site.zones[1]}
    for cell in feature.hexes:
        if cell in starts or any(site.ground[near] != "open" for near in (cell, *site.grid.around[cell])):
            return False
    for one, other in feature.edges:
        if site.edges[one, other] != "open":
            return False
        if not feature.hexes and (site.ground[one] != "open" or site.ground[other] != "open"):
            return False
    return True


def _commit(site: _Site, feature: Feature) -> bool:
    """Lay a feature unless it would cut off a hex."""
    before = site.ground.copy(), site.edges.copy()
    site.ground.update(dict.fromkeys(sorted(feature.hexes), feature.ground))
    site.edges.update(feature.edges)
    if _all_reached(site):
        return True
    site.ground, site.edges = before
    return False


def _all_reached(site: _Site) -> bool:
    ground = sum(kind not in ("water", "air") for kind in site.ground.values())
    # From one hex only: the others of a start zone have to be reached, too.
    return len(_steps(site, site.zones[0][:1])) == ground


def _steps(site: _Site, starts: Sequence[Hex]) -> dict[Hex, int]:
    """Moves from the nearest of some hexes over open and cover edges."""
    steps = dict.fromkeys(starts, 0)
    queue = list(starts)
    edges, around = site.edges, site.grid.around
    for cell in queue:
        for near in around[cell]:
            if near not in steps and edges[edge(cell, near)] in ("open", "cover"):
                steps[near] = steps[cell] + 1
                queue.append(near)
    return steps


def _screen(site: _Site) -> bool:
    """Grow hedges along single edges until no start zone sees the other; False where there is no room for them."""
    while seen := _lines_between_starts(site):
        crossed: defaultdict[Edge, int] = defaultdict(int)
        for line in seen:
            for side in line:
                crossed[side] += 1
        free = [side for side in sorted(crossed) if _may_be_hedge(site, side)]
        if not free:
            return False
        most = max(crossed[side] for side in free)
        side = site.stream.pick([side for side in free if crossed[side] == most])
        for hedged in (side, site.grid.opposite_edge(side)) if site.symmetric else (side,):
            site.edges[hedged] = "cover"
    return True


def _lines_between_starts(site: _Site) -> list[list[Edge]]:
    """The edges of every open line of sight between the two start zones."""
    lines = []
    for trail in (trail for one in site.zones[0] for other in site.zones[1] for trail in trails(one, other)):
        line = [edge(*pair) for pair in pairwise(trail)]
        if all(side in site.edges and site.edges[side] in SHOTS for side in line):
            lines.append(line)
    return lines


def _may_be_hedge(site: _Site, side: Edge) -> bool:
    return site.edges[side] == "open" and all(site.ground[cell] == "open" for cell in side)


def _lay_power_ups(site: _Site) -> bool:
    """Lay one of each power-up for either side, as far from the one as the other is from the other; False if none fit.

    The hexes of a pair swap all their distances: moves and steps to the zones of both sides.
    """
    walks = [_steps(site, zone) for zone in site.zones]
    straight = [{cell: min(steps_apart(cell, own) for own in zone) for cell in site.grid.cells} for zone in site.zones]
    distances = {
        cell: (walks[0][cell], walks[1][cell], straight[0][cell], straight[1][cell])
        for cell in site.grid.cells
        if cell in walks[0] and _is_place(site, cell)
    }
    for name, icons in site.recipe.power_ups.items():
        wanted = _GROUND_FOR.get(icons[0] if icons else "", "open")
        pair = _pair(site, distances, wanted)
        if pair is None:
            return False
        for cell in pair:
            site.power_ups[cell] = name
    return True


def _is_place(site: _Site, cell: Hex) -> bool:
    """Whether a figure could fight there: not in a start zone, and not behind cover all around."""
    return not any(cell in zone for zone in site.zones) and any(
        site.edges[edge(cell, near)] == "open" for near in site.grid.around[cell]
    )


def _pair(site: _Site, distances: dict[Hex, tuple[int, int, int, int]], wanted: Ground) -> tuple[Hex, Hex] | None:
    """Two free hexes with swapped distances: on the wanted ground and apart from others as far as possible."""
    free = [cell for cell in distances if cell not in site.power_ups]
    site.stream.shuffle(free)
    by_distance: defaultdict[tuple[int, int, int, int], list[Hex]] = defaultdict(list)
    for cell in free:
        by_distance[distances[cell]].append(cell)

    def cost(cells: Iterable[Hex]) -> int:
        cells = tuple(cells)
        near = sum(min(distances[cell][:2]) < _WALK for cell in cells)
        crowded = sum(other in site.power_ups for cell in cells for other in site.grid.around[cell])
        touching = cells[1] in site.grid.around[cells[0]]
        return 4 * sum(site.ground[cell] != wanted for cell in cells) + 2 * (near + crowded + touching)

    best: tuple[int, tuple[Hex, Hex]] | None = None
    for one in free:
        a, b, straight_a, straight_b = distances[one]
        others = [site.grid.opposite(one)] if site.symmetric else by_distance.get((b, a, straight_b, straight_a), [])
        for other in others:
            if other != one and other in distances and (best is None or cost((one, other)) < best[0]):
                best = cost((one, other)), (one, other)
        if best is not None and best[0] == 0:
            break
    return best[1] if best else None
