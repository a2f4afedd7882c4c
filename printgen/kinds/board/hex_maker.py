"""Random hex boards: features, hedges between start zones, and power-ups, laid one after another, and locks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise

from printgen.base import group_pairs
from printgen.base.errors import Exit, Finding, PrintgenError
from printgen.base.seeds import rng_for
from printgen.kinds.board import random_board
from printgen.kinds.board.grid import Edge, Hex, HexGrid, edge, steps_from, trails
from printgen.kinds.board.hex_features import Feature, Zone, make_feature, make_feature_on, start_zones
from printgen.kinds.board.hex_proof import Lock, board_faults, locks_of, score_hexes
from printgen.kinds.board.hex_rules import HexRules
from printgen.kinds.board.hexes import HexBoard, HexOptions

# In how many places each feature is tried before the board does without it.
_TRIES = 24
RETRIES = 8
"""How many boards of a seed may fail before the last one is made without features, which fails only with locks."""
# Power-ups lie so many moves from both start zones at least, as far as the board has room.
_LEAST_MOVES = 3

Pair = tuple[Hex, Hex]
"""The hexes of a power-up, one for either side."""

Distances = Mapping[Hex, tuple[int, int, int, int]]
"""The moves from the start zones of both sides to a hex, and the steps from both on ground without obstacles."""


def make_hex_board(options: HexOptions, rules: HexRules, seed: int) -> HexBoard:
    """The board of a seed, the same on every machine; `board_faults` finds nothing in it.

    It is the fairest, as `fairest_with_locks` says. ValueError for a recipe that asks for more than its hexes hold, and
    PrintgenError when no board of the seed can satisfy the locks.
    """
    locks = locks_of(options, rules)
    if not options.has_rules:
        random_board.consume_tries(options)
        return _board_of_grounds(options, rules, seed, locks)

    def keeps_locks(draft: HexDraft) -> bool:
        return all(lock.holds(draft.board, cell) for cell, lock in locks.items())

    draft = random_board.fairest_with_locks(
        options,
        make=lambda attempt: _draft_of_seed(options, rules, seed, attempt),
        score=lambda draft: score_hexes(draft.board),
        keeps_locks=keeps_locks,
        lock=lambda draft, number: _draft_with_locks(draft, locks, number),
    )
    return draft.board


def _draft_of_seed(options: HexOptions, rules: HexRules, seed: int, attempt: int) -> HexDraft:
    """The board of an attempt; ValueError when even a board without features lacks room for its contents."""
    for retry in range(RETRIES + 1):
        # The first try of the first attempt has the stream of a board that is made once.
        names = [str(attempt), str(retry)] if retry else [str(attempt)]
        draft = HexDraft(options, rules, seed, names if attempt or retry else [])
        if retry < RETRIES:
            draft.lay_features()
        if (not options.hidden_starts or draft.screen()) and draft.lay_power_ups():
            return draft
    raise ValueError("the board has no room for its start zones and power-ups")


def _board_of_grounds(options: HexOptions, rules: HexRules, seed: int, locks: Mapping[Hex, Lock]) -> HexBoard:
    """A board of grounds by their weights alone."""
    grid = options.grid
    deal = partial(random_board.mix_weighted, options.weights)
    ground = random_board.random_ground(options, grid.cells, deal, rng_for(seed, "hex-board"))
    words = {cell: lock.ground for cell, lock in locks.items()}
    ground = random_board.lock_ground(options, ground, words, rng_for(seed, "hex-board", "locked"))
    edges = dict.fromkeys(grid.edges, rules.plain_edge)
    return HexBoard(options, rules, ground, edges, {"a": (), "b": ()}, {}, seed)


def _draft_with_locks(base: HexDraft, locks: Mapping[Hex, Lock], number: int) -> HexDraft:
    """The numbered board with the locks and the features of `base` that fit. PrintgenError for none."""
    options, rules = base.recipe, base.rules
    grounds = {cell: lock.ground for cell, lock in locks.items() if lock.ground}
    power_ups = group_pairs((lock.power_up, cell) for cell, lock in locks.items() if lock.power_up)
    fault = ""
    for retry in range(RETRIES + 1):
        draft = HexDraft(options, rules, base.board.seed or 0, ["locked", str(number), str(retry)])
        fitting = [(feature, count) for feature, count in base.features if not _contradicts(feature, grounds)]
        # Those that have what is locked come first; the last draft has nothing else.
        for feature, count in fitting:
            if feature.hexes & grounds.keys():
                draft.lay(feature, count)
        for feature in _missing_features(draft, grounds):
            draft.force(feature)
        draft.taken.update(cell for cell, ground in grounds.items() if ground == rules.plain_ground)
        if retry < RETRIES:
            for feature, count in fitting:
                if draft.count_left(feature.name) >= count:
                    draft.lay(feature, count)
            draft.lay_features()
        hidden = not options.hidden_starts or draft.screen(base.hedges)
        complete = hidden and draft.lay_power_ups(power_ups, base.power_ups)
        faults = board_faults(draft.board) if complete else ()
        if complete and not faults:
            return draft
        fault = faults[0].message if faults else "its start zones and power-ups have no room"
    where = options.where_of("locked", next(iter(options.locked)))
    message = f"no board of seed {base.board.seed} has all that is locked: {fault}"
    raise PrintgenError([Finding("error", where, message, "Lock less, or other hexes.", "no-board", Exit.RULES_BROKEN)])


def _contradicts(feature: Feature, grounds: Mapping[Hex, str]) -> bool:
    """Whether a feature gives a locked hex another ground than its lock."""
    return any(grounds.get(cell, feature.ground) != feature.ground for cell in feature.hexes)


def _missing_features(draft: HexDraft, grounds: Mapping[Hex, str]) -> Iterator[Feature]:
    """Features for locked hexes without their ground, one for neighbours of one ground, with opposites."""
    rules, grid = draft.rules, draft.grid
    left = {cell for cell, ground in grounds.items() if draft.grounds[cell] != ground}
    while left:
        ground = grounds[min(left)]
        alike = {cell for cell in left if grounds[cell] == ground}
        links = {cell: [near for near in grid.around[cell] if near in alike] for cell in alike}
        hexes = frozenset(steps_from([min(left)], links))
        if draft.symmetric:
            hexes |= frozenset(map(grid.opposite, hexes))
        left -= hexes
        names = [name for name, rule in rules.features.items() if rule.ground == ground]
        names = [name for name in names if draft.recipe.amount(name)] or names
        if names:
            yield draft.mirror_edges(make_feature_on(rules, draft.stream.pick(names), grid, draft.stream, hexes))
        else:
            edges = dict.fromkeys((side for cell in hexes for side in grid.sides[cell]), rules.plain_edge)
            kind = rules.grounds[ground].edge or rules.plain_edge
            yield Feature(ground, True, hexes, dict.fromkeys(edges, kind))


class HexDraft:
    """A board in the making, on which features, hedges and power-ups are laid one after another.

    `links` are the neighbours of each hex to which a figure can move, and `taken` the hexes closed to further features.
    `features` are the laid ones, each with its count, and `hedges` the edges that hide start zones.
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
        """Lay features up to the number in the recipe, each in the first place where it fits."""
        for name in self.rules.features:
            left = self.count_left(name)
            tries = _TRIES * left
            while left > 0 and tries > 0:
                tries -= 1
                left -= self._lay_mirrored(make_feature(self.rules, name, self.grid, self.stream), left)

    def count_left(self, name: str) -> int:
        return self.recipe.amount(name) - sum(count for feature, count in self.features if feature.name == name)

    def _lay_mirrored(self, feature: Feature, left: int) -> int:
        """Lay a feature, on a symmetric board with its opposite; returns how many were laid, 0 if it does not fit."""
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
        """Lay a feature with its count if it fits; returns whether it does."""
        if not self._fits(feature) or not self._lay_if_connected(feature):
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
        plain = self.rules.plain_ground
        return self.edges[side] == self.rules.plain_edge and all(self.grounds[cell] == plain for cell in side)

    def _lay_if_connected(self, feature: Feature) -> bool:
        """Lay a feature unless it would cut off a hex; returns whether it was laid."""
        rules, links = self.rules, self.links
        closed = [side for side, kind in feature.edges.items() if kind not in rules.moves]
        hollow = feature.hexes if not rules.grounds[feature.ground].stand else frozenset()
        # What hung together before is parted only if the hexes on both sides of the new edges are.
        parted = {cell for side in closed for cell in side}
        before = {cell: links[cell] for cell in parted}
        for a, b in closed:
            links[a] = tuple(near for near in links[a] if near != b)
            links[b] = tuple(near for near in links[b] if near != a)
        if not _connected(parted - hollow, links):
            links.update(before)
            return False
        self.edges.update(feature.edges)
        self.grounds.update(dict.fromkeys(feature.hexes, feature.ground))
        if feature.ground != rules.plain_ground:
            self.taken.update(feature.hexes, *(self.grid.around[cell] for cell in feature.hexes))
        return True

    def force(self, feature: Feature) -> None:
        """Lay a feature over anything; links and hollow hexes are updated."""
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
        """A feature with equal edges on both halves of a symmetric board; differing edges become plain."""
        if not self.symmetric:
            return feature
        edges, plain = dict(feature.edges), self.rules.plain_edge
        for side in feature.edges:
            across = self.grid.opposite_edge(side)
            if edges.get(across, plain) != edges[side]:
                edges[side] = edges[across] = plain
        return feature._replace(edges=edges)

    def screen(self, first: Sequence[Edge] = ()) -> bool:
        """Hide the start zones from each other by hedges, on `first` edges first; False without room."""
        edges, rules = self.edges, self.rules
        lines = _sight_lines(self.grid, *self.zones)
        while visible_lines := [line for line in lines if all(edges[side] in rules.shots for side in line)]:
            crossed = Counter(side for line in visible_lines for side in line)
            free = [side for side in sorted(crossed) if self.is_plain(side)]
            if not free or rules.screen is None:
                return False
            most_crossed = max(crossed[side] for side in free)
            preferred = [side for side in first if side in free]
            side = (
                preferred[0]
                if preferred
                else self.stream.pick([side for side in free if crossed[side] == most_crossed])
            )
            edges[side] = rules.screen
            self.hedges.append(side)
            if self.symmetric:
                edges[self.grid.opposite_edge(side)] = rules.screen
        return True

    def lay_power_ups(
        self, locked: Mapping[str, Collection[Hex]] = {}, earlier: Mapping[Hex, Sequence[str]] = {}
    ) -> bool:
        """Lay one of each power-up for each side, with equal distances for both.

        The hexes of a pair swap all their distances: moves and steps to the zones of both sides. False if none fit. The
        `locked` ones lie on their hexes, and as many others as possible lie where an `earlier` board has them.
        """
        distances = self._distances()
        reserved = {cell: name for name, cells in locked.items() for cell in cells}
        for name, icons in sorted(self.recipe.power_ups.items(), key=lambda power_up: power_up[0] not in locked):
            # Tools of the trade lie where they serve: the first icon says where.
            wanted = self.rules.icons[self.rules.icon_and_number(icons[0])[0]].lies or self.rules.plain_ground
            open_to = {cell: far for cell, far in distances.items() if reserved.get(cell, name) == name}
            old = [] if name in locked else [cell for cell, names in earlier.items() if name in names]
            pair = self._earlier_pair(open_to, old) or self._best_pair(open_to, wanted, locked.get(name, ()))
            if pair is None:
                return False
            self.power_ups |= dict.fromkeys(pair, (name,))
        return True

    def _distances(self) -> Distances:
        """The distances of each possible hex for power-ups from the start zones."""
        a, b = self.board.walks["a"], self.board.walks["b"]
        straight = [_steps_from_zone(self.grid, zone) for zone in self.zones]
        if not self.recipe.figures:
            a = b = straight[0] = straight[1] = dict.fromkeys(self.grid.cells, _LEAST_MOVES)
        # Where a figure could fight: not in a start zone, and not behind cover all around.
        plain = self.rules.plain_edge
        places = {cell for side, kind in self.edges.items() if kind == plain for cell in side}.difference(*self.zones)
        cells = (cell for cell in self.grid.cells if cell in places and cell in a and cell in b)
        return {cell: (a[cell], b[cell], straight[0][cell], straight[1][cell]) for cell in cells}

    def _earlier_pair(self, distances: Distances, pair: Sequence[Hex]) -> Pair | None:
        """Two hexes of an earlier power-up that are still possible."""
        if len(pair) != 2 or any(cell not in distances or cell in self.power_ups for cell in pair):
            return None
        a, b, c, d = distances[pair[0]]
        return (pair[0], pair[1]) if distances[pair[1]] == (b, a, d, c) else None

    def _best_pair(self, distances: Distances, wanted: str, locked: Collection[Hex]) -> Pair | None:
        """Two free hexes, `locked` ones included, with swapped distances: on the wanted ground, far from others."""
        around, opposite = self.grid.around, self.grid.opposite
        crowd = Counter(near for other in self.power_ups for near in around[other])
        costs = {
            cell: 4 * (self.grounds[cell] != wanted) + 2 * ((a < _LEAST_MOVES or b < _LEAST_MOVES) + crowd.get(cell, 0))
            for cell, (a, b, _, _) in distances.items()
            if cell not in self.power_ups
        }
        free = list(costs)
        self.stream.shuffle(free)
        by_distance: defaultdict[tuple[int, ...], list[Hex]] = defaultdict(list)
        for cell in free:
            by_distance[distances[cell]].append(cell)
        best: tuple[int, Hex, Hex] | None = None
        for first in [cell for cell in free if cell in locked][:1] if locked else free:
            a, b, c, d = distances[first]
            # For locked hexes, only moves count.
            as_far = [cell for cell in free if distances[cell][:2] == (b, a)] if locked else by_distance[b, a, d, c]
            for second in (opposite(first),) if self.symmetric else as_far:
                if second != first and second in costs and (len(locked) < 2 or second in locked):
                    cost = costs[first] + costs[second] + 2 * (second in around[first])
                    if best is None or cost < best[0]:
                        best = cost, first, second
            if best is not None and not best[0]:
                break
        return best[1:] if best else None


def _connected(cells: set[Hex], links: Mapping[Hex, Sequence[Hex]]) -> bool:
    """Whether links connect all of these hexes."""
    queue = sorted(cells)[:1]
    reached = set(queue)
    missing = len(cells) - 1
    for cell in queue:
        if missing <= 0:
            break
        for near in links[cell]:
            if near not in reached:
                reached.add(near)
                queue.append(near)
                missing -= near in cells
    return missing <= 0


@lru_cache(maxsize=64)
def _sight_lines(grid: HexGrid, zone_a: Zone, zone_b: Zone) -> tuple[tuple[Edge, ...], ...]:
    """The edges of every possible line of sight between two zones."""
    lines = (line for a in zone_a for b in zone_b for line in trails(a, b))
    return tuple(tuple(edge(*pair) for pair in pairwise(line)) for line in lines if all(cell in grid for cell in line))


@lru_cache(maxsize=64)
def _steps_from_zone(grid: HexGrid, zone: Zone) -> dict[Hex, int]:
    """The steps from each hex to the nearest hex of a start zone, on open ground."""
    return steps_from(zone, grid.around)
