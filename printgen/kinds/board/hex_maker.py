"""A recipe, a seed and locks come in; one random hex board that keeps them goes out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NoReturn

from printgen.base.errors import Exit, Finding, PrintgenError
from printgen.base.limits import consume
from printgen.base.seeds import rng_for
from printgen.kinds.board.grid import Edge, Hex, edge
from printgen.kinds.board.hex_proof import Locks, faults, locks_of, place_of, score
from printgen.kinds.board.hex_rules import HexRules
from printgen.kinds.board.hex_site import RETRIES, Feature, Pair, Site, feature_over, grown
from printgen.kinds.board.hexes import HexBoard, HexRecipe
from printgen.kinds.laying import fairest, gather, lay_locked, mixed

_WHAT_LIES = ("cut-off", "wrong-ground", "no-ground")


def locked_site(base: Site, locks: Locks, way: int) -> Site:
    """The board of a site with what is locked, in one of many ways; PrintgenError where there is none."""
    for retry in range(RETRIES + 1):
        site = Site(base.recipe, base.rules, base.board.seed or 0, ["locked", str(way), str(retry)])
        build = _Locked(site, base, locks)
        build.lay(bare=retry == RETRIES)
        if build.finish() and not faults(site.board):
            return site
    _give_up(base, locks)


def _give_up(base: Site, locks: Locks) -> NoReturn:
    """Tell why no board of a seed keeps its locks."""
    site = Site(base.recipe, base.rules, base.board.seed or 0, ["locked", "bare"])
    build = _Locked(site, base, locks)
    build.lay(bare=True)
    named = base.recipe.grid.name
    hidden = not base.recipe.hidden_starts or site.screen()
    found = [fault for fault in faults(replace(site.board, power_ups={})) if fault.code in _WHAT_LIES]
    cells = {cell for cell, lock in locks.items() if lock.lies}
    if found:
        first = found[0].hex
        cells = {first, *base.grid.around[first]} if first else set()
        why = found[0].message
    elif not hidden:
        why = "there is no room for what hides the start zones from each other"
    elif cells:
        word = (
            f"{', '.join(map(named, sorted(cells)))} for {' and '.join(sorted({locks[one].power_up for one in cells}))}"
        )
        why = f"no hexes lie as even as {word}" if len(cells) > 1 else f"no other hex lies as even as {word}"
    else:
        why = "there is no room for its power-ups"
    message = f"no board of seed {base.board.seed} has all that is locked: {why}"
    where = place_of(base.recipe, {cell for cell in cells if cell in locks})
    raise PrintgenError([Finding("error", where, message, "Lock less, or other hexes.", "no-board", Exit.RULES_BROKEN)])


class _Locked:
    """What is locked, and what a base has laid, on their way to a new site."""

    def __init__(self, site: Site, base: Site, locks: Locks) -> None:
        self.site, self.base, self.locks = site, base, locks
        self.grid, self.rules, self.stream = site.grid, site.rules, site.stream
        self.zones = frozenset(cell for zone in site.zones for cell in zone)
        self.grounds = {cell: lock.ground for cell, lock in locks.items() if lock.ground}

    def lay(self, bare: bool) -> None:
        """Lay what is locked, then what the base has, and what is missing; a bare site gets what is locked alone."""
        plain = self.rules.plain_ground
        laid = [feature for locked, part in self.parts(bare) for feature in self.forced(locked, part, bare)]
        # The edges of ground where nobody stands are its own all around: they lie over others, and over each other in
        # the order in which edges of two sorts are told apart.
        order = list(self.rules.grounds)
        for feature in sorted(
            laid, key=lambda one: (not self.rules.grounds[one.ground].stand, order.index(one.ground))
        ):
            self.force(feature)
        self.mend(laid)
        self.site.taken.update(cell for cell, ground in self.grounds.items() if ground == plain)
        if bare:
            return
        for feature, made in self.base.features:
            kept = self.trimmed(feature)
            if kept is not None and self.site.left_of(feature.name) >= made:
                self.site.put(kept, made)
        self.site.lay_features()

    def finish(self) -> bool:
        """Hide the start zones and lay power-ups; whether there is room for them."""
        recipe, site = self.site.recipe, self.site
        if recipe.hidden_starts and not site.screen(self.base.hedges):
            return False
        locked: dict[str, list[Hex]] = {}
        for cell, lock in self.locks.items():
            if lock.power_up:
                locked.setdefault(lock.power_up, []).append(cell)
        known: dict[str, Pair] = {}
        for name in recipe.power_ups:
            cells = [cell for cell, names in self.base.power_ups.items() if name in names]
            if len(cells) == 2:
                known[name] = (cells[0], cells[1])
        return site.lay_power_ups(locked, known)

    def parts(self, bare: bool) -> Iterator[tuple[frozenset[Hex], frozenset[Hex]]]:
        """Locked hexes of one ground that is not plain, neighbours together, each with all that hangs together there.

        That is what the base has of the ground, too. Of two parts that lie opposite each other on a symmetric board
        there is one.
        """
        left = {cell for cell, ground in self.grounds.items() if ground != self.rules.plain_ground}
        for first in self.locks:
            if first not in left:
                continue
            ground = self.grounds[first]
            lying = {cell for one, _ in self.base.features if one.ground == ground for cell in one.hexes}
            among = {cell for cell in left if self.grounds[cell] == ground}
            part = self.region(first, among | (set() if bare else lying - self.foreign_hexes(ground)))
            locked = part & left
            left -= locked
            if self.site.symmetric:
                left -= set(map(self.grid.opposite, locked))
            yield locked, part

    def region(self, first: Hex, among: Collection[Hex]) -> frozenset[Hex]:
        """The hexes in one piece with one, of some."""
        found, queue = {first}, [first]
        for cell in queue:
            near = [one for one in self.grid.around[cell] if one in among and one not in found]
            found.update(near)
            queue += near
        return frozenset(found)

    def forced(self, locked: frozenset[Hex], hexes: frozenset[Hex], bare: bool) -> Iterator[Feature]:
        """The features that a part of the locks needs: those of the base that have all of it, or a new one."""
        ground = self.grounds[min(locked)]
        touching = [one for one, _ in self.base.features if one.ground == ground and one.hexes & locked]
        covered = locked <= frozenset(cell for one in touching for cell in one.hexes)
        if not bare and covered and not any(self.foreign(one) for one in touching):
            yield from touching
            return
        names = [one.name for one, _ in self.base.features if one.ground == ground and one.hexes & hexes]
        names = names or self.names(ground)
        rule = self.rules.features.get(name := self.stream.pick(names)) if names else None
        if rule is None:
            edges = dict.fromkeys((side for cell in hexes for side in self.grid.sides[cell]), self.edge_of(ground))
            yield Feature(ground, True, hexes, edges)
            return
        if not bare:
            size = self.stream.pick(rule.sizes) if len(hexes) == 1 else min(rule.sizes)
            hexes = grown(self.grid, self.stream, sorted(hexes), size, self.room(ground))
        if self.site.symmetric:
            hexes |= frozenset(map(self.grid.opposite, hexes))
        yield self.symmetric(feature_over(self.rules, name, self.grid, self.stream, hexes))

    def symmetric(self, feature: Feature) -> Feature:
        """A feature with edges that are alike on both halves of a symmetric board; where they differ they are plain."""
        if not self.site.symmetric:
            return feature
        edges, plain = dict(feature.edges), self.rules.plain_edge
        for side in feature.edges:
            if edges.get(across := self.grid.opposite_edge(side), plain) != edges[side]:
                edges[side] = edges[across] = plain
        return feature._replace(edges=edges)

    def names(self, ground: str) -> list[str]:
        """The features that bring a ground: those that the recipe asks for before others."""
        plain = self.rules.plain_ground
        rules = self.rules.features.items()
        known = [name for name, rule in rules if (rule.ground or plain) == ground and rule.shape != "crack"]
        return [name for name in known if self.site.recipe.amount(name)] or known

    def edge_of(self, ground: str) -> str:
        return self.rules.grounds[ground].edge or self.rules.plain_edge

    def foreign_hexes(self, ground: str) -> set[Hex]:
        """Hexes that are locked to another ground."""
        return {cell for cell, other in self.grounds.items() if other != ground}

    def foreign(self, feature: Feature) -> bool:
        return any(self.grounds.get(cell, feature.ground) != feature.ground for cell in feature.hexes)

    def room(self, ground: str) -> set[Hex]:
        """Where a feature may grow: clear of start zones, and of what is locked to other ground."""
        away = self.foreign_hexes(ground)
        beside = {
            near for cell in away if self.grounds[cell] != self.rules.plain_ground for near in self.grid.around[cell]
        }
        return set(self.grid.cells) - self.zones - away - beside

    def force(self, feature: Feature) -> None:
        """Lay a feature whatever lies there."""
        site = self.site
        site.edges.update(feature.edges)
        site.grounds.update(dict.fromkeys(feature.hexes, feature.ground))
        site.taken.update(feature.hexes, *(self.grid.around[cell] for cell in feature.hexes))
        left, pieces = set(feature.hexes), 0
        while left:
            pieces += 1
            left -= self.region(min(left), left)
        site.features.append((feature, pieces))

    def mend(self, features: Sequence[Feature]) -> None:
        """Let links follow the edges, and a hex that has no edge to stand at be the ground that its edges tell of."""
        site, rules = self.site, self.rules
        touched = {cell for feature in features for side in feature.edges for cell in side if cell in self.grid}
        for cell in sorted(touched):
            kinds = [site.edges[side] for side in self.grid.sides[cell]]
            if cell not in self.locks and cell not in self.zones and all(kind in rules.hollow for kind in kinds):
                site.grounds[cell] = rules.ground_of(kinds)
                site.taken.add(cell)
            near = self.grid.around[cell]
            site.links[cell] = tuple(one for one in near if self._open(edge(cell, one)))

    def _open(self, side: Edge) -> bool:
        return self.site.edges[side] in self.rules.moves

    def trimmed(self, feature: Feature) -> Feature | None:
        """A feature of the base without hexes that are locked to other ground; None where it is laid or too little."""
        lying = {cell for cell in feature.hexes if cell in self.site.taken}
        if not feature.hexes or not lying:
            return feature
        if not self.foreign(feature) or feature.hexes <= {one for laid, _ in self.site.features for one in laid.hexes}:
            return None
        left = {cell for cell in feature.hexes if self.grounds.get(cell, feature.ground) == feature.ground} - lying
        pieces = [grown(self.grid, self.stream, [cell], len(left), left) for cell in sorted(left)]
        hexes: frozenset[Hex] = max(pieces, key=len, default=frozenset())
        if self.site.symmetric:
            hexes |= frozenset(map(self.grid.opposite, hexes))
        if len(hexes) < min(self.rules.features[feature.name].sizes):
            return None
        return self.symmetric(feature_over(self.rules, feature.name, self.grid, self.stream, hexes))


Bases = dict[int, Site]
"""Boards without what is locked, by their seeds."""
_BASES = 3


def make_hex_board(recipe: HexRecipe, rules: HexRules, seed: int, bases: Bases | None = None) -> HexBoard:
    """The board of a seed, the same on every machine; `locks.faults` finds nothing in it.

    With `fair` above 1 that many boards are made, the first of them the one that the seed gives without, and the first
    with the best score is kept. Where that board lacks what is locked, it is laid there in that many ways, and the
    fairest is kept. Raises ValueError for a recipe that asks for more than its hexes hold, and PrintgenError where no
    board of the seed can have what is locked. `bases` keep what seeds give whatever is locked.
    """
    locks = locks_of(recipe, rules)
    consume("tries", recipe.rows * recipe.columns * recipe.fair * (2 if locks else 1), recipe.where_of("fair"))
    if not recipe.ruled:
        return _mixed_board(recipe, rules, seed, locks)
    tries = range(max(1, recipe.fair))
    site = bases.get(seed) if bases is not None else None
    if site is None:
        site = _fairest((_one_site(recipe, rules, seed, attempt) for attempt in tries), len(tries))
    if bases is not None:
        bases[seed] = site
        # The seed that somebody works at is the last one.
        for old in [*bases][:-_BASES]:
            del bases[old]
    site = site.under(recipe)
    if all(lock.kept(site.board, cell) for cell, lock in locks.items()):
        return site.board
    return _fairest((locked_site(site, locks, way) for way in tries), len(tries)).board


def _fairest(sites: Iterable[Site], count: int) -> Site:
    return fairest(sites, lambda site: score(site.board).total if count > 1 else 0.0)


def _one_site(recipe: HexRecipe, rules: HexRules, seed: int, attempt: int) -> Site:
    for retry in range(RETRIES + 1):
        site = Site(recipe, rules, seed, [str(attempt), str(retry)] if retry else [str(attempt)] if attempt else [])
        if retry < RETRIES:
            site.lay_features()
        if (not recipe.hidden_starts or site.screen()) and site.lay_power_ups():
            return site
    raise ValueError("the board has no room for its start zones and power-ups")


def _mixed_board(recipe: HexRecipe, rules: HexRules, seed: int, locks: Locks) -> HexBoard:
    """A board of grounds by their weights, and of nothing else."""
    stream, grid = rng_for(seed, "hex-board"), recipe.grid
    firsts = [cell for cell in grid.cells if recipe.arrangement != "symmetric" or cell <= grid.opposite(cell)]
    grounds = dict(zip(firsts, mixed(recipe.weights, len(firsts), stream), strict=True))
    if recipe.arrangement == "clumped":
        gather(grounds, grid.around, stream)
    kept = {cell: lock.ground for cell, lock in locks.items() if cell in grounds}
    around = grid.around if recipe.arrangement == "clumped" else None
    lay_locked(grounds, kept, recipe.weights, rng_for(seed, "hex-board", "locked"), around)
    laid = {cell: grounds[cell] if cell in grounds else grounds[grid.opposite(cell)] for cell in grid.cells}
    edges = dict.fromkeys(grid.edges, rules.plain_edge)
    return HexBoard(recipe, rules, laid, edges, {"a": (), "b": ()}, {}, seed)
