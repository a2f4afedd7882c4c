"""A hex board in the making: features, hedges between start zones, and power-ups, laid one after another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from printgen.base.seeds import Stream, rng_for
from printgen.kinds.board.grid import Edge, Hex, HexGrid, direction_to, edge, move, steps_from, trails
from printgen.kinds.board.hex_proof import Zone, start_zones
from printgen.kinds.board.hex_rules import HexRules, Shape
from printgen.kinds.board.hexes import HexBoard, HexOptions

# How often a feature is tried in another place before the board does without it.
_TRIES = 24
RETRIES = 8
"""How many boards of a seed may fail before the last one is made without features, which fails only with locks."""
# Power-ups lie so many moves from the start zones at least, as far as the board has room.
_WALK = 3

Pair = tuple[Hex, Hex]
"""The hexes of a power-up, one for either side."""


class Site:
    """A board in the making: its grounds, edges and power-ups are still laid.

    `links` are the neighbours that a figure can move to, `taken` the hexes that no feature may take any more.
    `features` are those that were laid, each with how many it counts for, and `hedges` the edges that hide start zones.
    """

    def __init__(self, recipe: HexOptions, rules: HexRules, seed: int, names: Sequence[str]) -> None:
        self.recipe, self.rules, self.grid = recipe, rules, recipe.grid
        self.stream = rng_for(seed, "hex-board", *names)
        self.symmetric = recipe.arrangement == "symmetric"
        self.zones = start_zones(self.grid, recipe.figures, self.symmetric) if recipe.figures else ((), ())
        self.grounds = dict.fromkeys(self.grid.cells, self.rules.plain_ground)
        self.edges = dict.fromkeys(self.grid.edges, self.rules.plain_edge)
        self.links: dict[Hex, tuple[Hex, ...]] = dict(self.grid.around)
        self.taken = {*self.zones[0], *self.zones[1]}
        self.power_ups: dict[Hex, tuple[str, ...]] = {}
        self.features: list[tuple[Feature, int]] = []
        self.hedges: list[Edge] = []
        a, b = (tuple(cell for cell in self.grid.cells if cell in zone) for zone in self.zones)
        self.board = HexBoard(recipe, rules, self.grounds, self.edges, {"a": a, "b": b}, self.power_ups, seed)

    def lay_features(self) -> None:
        """Lay as many features as the recipe asks for, with those that lie, each in the first place where it fits."""
        for name in self.rules.features:
            left = self.count_left(name)
            tries = _TRIES * left
            while left > 0 and tries > 0:
                tries -= 1
                left -= self._lay(make_feature(self.rules, name, self.grid, self.stream), left)

    def count_left(self, name: str) -> int:
        """How many of a feature are still to be laid."""
        return self.recipe.amount(name) - sum(count for feature, count in self.features if feature.name == name)

    def _lay(self, feature: Feature, left: int) -> int:
        """Lay a feature, on a symmetric board with its opposite; how many features that makes, 0 if it does not fit."""
        count = 1
        if self.symmetric:
            other = feature.opposite(self.grid)
            # Two make one where they touch; where there is one left to lay, two do for it.
            touch = any(near in other.hexes for cell in feature.hexes for near in (cell, *self.grid.around[cell]))
            clash = any(other.edges.get(side, kind) != kind for side, kind in feature.edges.items())
            if clash or (touch and not feature.merges):
                return 0
            feature = feature._replace(hexes=feature.hexes | other.hexes, edges={**feature.edges, **other.edges})
            count = 1 if touch else min(left, 2)
        return count if self.lay(feature, count) else 0

    def lay(self, feature: Feature, count: int) -> bool:
        """Lay a feature that counts for so many where it fits; whether it does."""
        if not self._fits(feature) or not self._commit(feature):
            return False
        self.features.append((feature, count))
        return True

    def _fits(self, feature: Feature) -> bool:
        """Whether a feature lies on plain ground, clear of start zones and of other features."""
        if not feature.edges or not feature.hexes.isdisjoint(self.taken):
            return False
        if feature.hexes:
            return all(self.edges[side] == self.rules.plain_edge for side in feature.edges)
        return all(map(self.is_plain, feature.edges))

    def is_plain(self, side: Edge) -> bool:
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

    def force(self, feature: Feature) -> None:
        """Lay a feature whatever lies there; links and what its edges make hollow follow."""
        rules, grid = self.rules, self.grid
        self.edges.update(feature.edges)
        self.grounds.update(dict.fromkeys(feature.hexes, feature.ground))
        self.taken.update(feature.hexes, *(grid.around[cell] for cell in feature.hexes))
        self.features.append((feature, 1))
        for cell in sorted({cell for side in feature.edges for cell in side}):
            kinds = [self.edges[side] for side in grid.sides[cell]]
            if all(kind in rules.hollow for kind in kinds):
                self.grounds[cell] = rules.ground_of(kinds)
            self.links[cell] = tuple(near for near in grid.around[cell] if self.edges[edge(cell, near)] in rules.moves)

    def mirror_edges(self, feature: Feature) -> Feature:
        """A feature whose edges are alike on both halves of a symmetric board; where they differ they are plain."""
        if not self.symmetric:
            return feature
        edges, plain = dict(feature.edges), self.rules.plain_edge
        for side in feature.edges:
            across = self.grid.opposite_edge(side)
            if edges.get(across, plain) != edges[side]:
                edges[side] = edges[across] = plain
        return feature._replace(edges=edges)

    def screen(self, first: Sequence[Edge] = ()) -> bool:
        """Grow hedges along single edges until no start zone sees the other; False where there is no room for them.

        Of the edges that come first as many as fit and hide anything.
        """
        edges, rules = self.edges, self.rules
        lines = _lines(self.grid, *self.zones)
        while seen := [line for line in lines if all(edges[side] in rules.shots for side in line)]:
            crossed = Counter(side for line in seen for side in line)
            free = [side for side in sorted(crossed) if self.is_plain(side)]
            if not free or rules.screen is None:
                return False
            most = max(crossed[side] for side in free)
            known = [side for side in first if side in free]
            side = known[0] if known else self.stream.pick([side for side in free if crossed[side] == most])
            edges[side] = rules.screen
            self.hedges.append(side)
            if self.symmetric:
                edges[self.grid.opposite_edge(side)] = rules.screen
        return True

    def lay_power_ups(
        self, locked: Mapping[str, Collection[Hex]] = {}, known: Mapping[Hex, Sequence[str]] = {}
    ) -> bool:
        """Lay one of each power-up for either side, as far from the one as the other is from the other.

        The hexes of a pair swap all their distances: moves and steps to the zones of both sides. False if none fit.
        Those that are `locked` lie on their hexes, and of the others as many as may on those where they are `known` to.
        """
        distances = self._distances()
        reserved = {cell: name for name, cells in locked.items() for cell in cells}
        for name, icons in sorted(self.recipe.power_ups.items(), key=lambda power_up: power_up[0] not in locked):
            # Tools of the trade lie where they serve: the first icon says where.
            wanted = self.rules.icons[self.rules.icon_and_number(icons[0])[0]].lies or self.rules.plain_ground
            open_to = {cell: far for cell, far in distances.items() if reserved.get(cell, name) == name}
            pair = (
                None if name in locked else self._same_pair(open_to, [c for c, names in known.items() if name in names])
            )
            pair = pair or self._pair(open_to, wanted, locked.get(name, ()))
            if pair is None:
                return False
            self.power_ups |= dict.fromkeys(pair, (name,))
        return True

    def _distances(self) -> dict[Hex, tuple[int, int, int, int]]:
        """Of each hex where a power-up may lie, its moves from both start zones, and its steps from both."""
        a, b = self.board.walks["a"], self.board.walks["b"]
        straight = [_straight(self.grid, zone) for zone in self.zones]
        if not self.recipe.figures:
            a = b = straight[0] = straight[1] = dict.fromkeys(self.grid.cells, _WALK)
        # Where a figure could fight: not in a start zone, and not behind cover all around.
        plain = self.rules.plain_edge
        places = {cell for side, kind in self.edges.items() if kind == plain for cell in side}.difference(*self.zones)
        cells = (cell for cell in self.grid.cells if cell in places and cell in a and cell in b)
        return {cell: (a[cell], b[cell], straight[0][cell], straight[1][cell]) for cell in cells}

    def _same_pair(self, distances: Mapping[Hex, tuple[int, int, int, int]], pair: Sequence[Hex]) -> Pair | None:
        """Two hexes where a power-up lay, where it may still lie there."""
        if len(pair) != 2 or any(cell not in distances or cell in self.power_ups for cell in pair):
            return None
        a, b, c, d = distances[pair[0]]
        return (pair[0], pair[1]) if distances[pair[1]] == (b, a, d, c) else None

    def _pair(
        self, distances: Mapping[Hex, tuple[int, int, int, int]], wanted: str, locked: Collection[Hex]
    ) -> Pair | None:
        """Two free hexes with swapped distances: on the wanted ground and apart from others as far as possible.

        Those that are locked are among them.
        """
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
        for one in [cell for cell in free if cell in locked][:1] if locked else free:
            a, b, c, d = distances[one]
            # What is locked lies where it lies: there, moves are all that count.
            as_far = [cell for cell in free if distances[cell][:2] == (b, a)] if locked else by_distance[b, a, d, c]
            for other in (opposite(one),) if self.symmetric else as_far:
                if other != one and other in costs and (len(locked) < 2 or other in locked):
                    cost = costs[one] + costs[other] + 2 * (other in around[one])
                    if best is None or cost < best[0]:
                        best = cost, one, other
            if best is not None and not best[0]:
                break
        return best[1:] if best else None


def region(grid: HexGrid, first: Hex, among: Collection[Hex]) -> frozenset[Hex]:
    """The hexes in one piece with one, of some."""
    reached, queue = {first}, [first]
    for cell in queue:
        near = [other for other in grid.around[cell] if other in among and other not in reached]
        reached.update(near)
        queue += near
    return frozenset(reached)


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


# From this many hexes up rooms have a third door.
_SPACIOUS = 4

Edges = Mapping[Edge, str]
_Make = Callable[[HexGrid, Stream, Sequence[int], str, str], tuple[frozenset[Hex], Edges]]


class Feature(NamedTuple):
    """A thing on the ground: the hexes that it takes, what they look like, and the types that it gives to edges.

    `merges` says whether it may grow together with its own likeness: patches do, rooms do not. One without edges did
    not come out.
    """

    ground: str
    merges: bool
    hexes: frozenset[Hex]
    edges: Edges
    name: str = ""

    def opposite(self, grid: HexGrid) -> Feature:
        """The same feature on the other half of a symmetric board."""
        edges = {grid.opposite_edge(side): kind for side, kind in self.edges.items()}
        return self._replace(hexes=frozenset(map(grid.opposite, self.hexes)), edges=edges)


def make_feature(rules: HexRules, name: str, grid: HexGrid, stream: Stream) -> Feature:
    """One feature of the rules."""
    rule, plain = rules.features[name], rules.plain_edge
    lie = _SHAPES[rule.shape](grid, stream, rule.sizes, rules.edge_of(rule) or plain, plain)
    return Feature(rule.ground or rules.plain_ground, rule.shape == "patch", *lie, name)


def feature_over(rules: HexRules, name: str, grid: HexGrid, stream: Stream, hexes: frozenset[Hex]) -> Feature:
    """A feature of the rules that takes just these hexes: a patch has edges all over, others have walls with doors."""
    rule, plain = rules.features[name], rules.plain_edge
    kind, patch = rules.edge_of(rule) or plain, rule.shape == "patch"
    edges = _within(grid, hexes, kind) if patch else _walls(grid, stream, hexes, kind, plain)
    return Feature(rule.ground or rules.plain_ground, patch, hexes, edges, name)


def _rooms(grid: HexGrid, stream: Stream, sizes: Sequence[int], kind: str, plain: str) -> tuple[frozenset[Hex], Edges]:
    """Rooms behind one wall with two or three doors, as far as possible in different rooms; no walls within."""
    hexes = _blob(grid, stream, sizes)
    return hexes, _walls(grid, stream, hexes, kind, plain)


def _walls(grid: HexGrid, stream: Stream, hexes: frozenset[Hex], kind: str, plain: str) -> Edges:
    outline = _outline(grid, hexes)
    stream.shuffle(outline)
    doors: list[Edge] = []
    for _ in range(3 if len(hexes) >= _SPACIOUS else 2):
        # A door in a room without one, on no hex in front of another door.
        free = [side for side in outline if side not in doors]
        if not free:
            break
        doors.append(min(free, key=lambda side: sum(cell in other for cell in side for other in doors)))
    return dict.fromkeys(outline, kind) | dict.fromkeys(doors, plain)


def _patch(grid: HexGrid, stream: Stream, sizes: Sequence[int], kind: str, plain: str) -> tuple[frozenset[Hex], Edges]:
    """Water, a drop or a thicket: hexes with edges of one type all around and within."""
    hexes = _blob(grid, stream, sizes)
    return hexes, _within(grid, hexes, kind)


def _within(grid: HexGrid, hexes: frozenset[Hex], kind: str) -> Edges:
    return {side: kind for cell in hexes for side in grid.sides[cell]}


def _row(grid: HexGrid, stream: Stream, sizes: Sequence[int], kind: str, plain: str) -> tuple[frozenset[Hex], Edges]:
    """A trench: a straight row of hexes with edges on its long sides; its two ends and its inside are plain."""
    direction, length = stream.below(6), stream.pick(sizes)
    first = stream.pick(grid.cells)
    row = [move(first, direction, n) for n in range(length)]
    if not all(cell in grid for cell in row):
        return frozenset(), {}
    ends = {edge(move(first, direction, -1), first), edge(row[-1], move(row[-1], direction))}
    return frozenset(row), {side: plain if side in ends else kind for side in _outline(grid, frozenset(row))}


def _crack(grid: HexGrid, stream: Stream, sizes: Sequence[int], kind: str, plain: str) -> tuple[frozenset[Hex], Edges]:
    """A crevasse that winds along edges, all of them of one type; it takes no hexes."""
    left = stream.pick(grid.cells)
    right = stream.pick(grid.around[left])
    length, turns = stream.pick(sizes), ""
    edges = {edge(left, right): kind}
    while len(edges) < length:
        # The hex where the crack ends now splits it: the crack goes on to the left or to the right of it.
        ahead = move(left, direction_to(left, right) + 5)
        if ahead not in grid:
            break
        # Two turns to one side and no third: cracks wind, they do not curl up.
        turns += "l" if turns.endswith("rr") else "r" if turns.endswith("ll") else stream.pick("lr")
        left, right = (left, ahead) if turns.endswith("l") else (ahead, right)
        edges[edge(left, right)] = kind
    return frozenset(), edges if len(edges) >= min(sizes) else {}


_SHAPES: Mapping[Shape, _Make] = {"rooms": _rooms, "patch": _patch, "row": _row, "crack": _crack}


def _blob(grid: HexGrid, stream: Stream, sizes: Sequence[int]) -> frozenset[Hex]:
    """Hexes in one piece, huddled rather than strung out: a neighbour that touches more of them comes up more often."""
    size = stream.pick(sizes)
    blob = [stream.pick(grid.cells)]
    while len(blob) < size:
        near = [near for cell in blob for near in grid.around[cell] if near not in blob]
        if not near:
            break
        blob.append(stream.pick(near))
    return frozenset(blob)


def _outline(grid: HexGrid, hexes: frozenset[Hex]) -> list[Edge]:
    """The edges between some hexes and the rest of the board, in order."""
    return sorted(edge(cell, near) for cell in hexes for near in grid.around[cell] if near not in hexes)
