"""A hex board of a seed and locks come in; a board with what is locked laid over it goes out, or why there is none.

A locked ground comes of a feature that takes the hex: one that lies beside it grows, or a new one is laid. What else
the seed has laid stays as far as it can, and features, hedges and power-ups that had to go are laid anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NoReturn

from printgen.base.errors import Exit, Finding, PrintgenError
from printgen.kinds.hex_board.features import Feature, feature_over, grown
from printgen.kinds.hex_board.grid import Edge, Hex, edge
from printgen.kinds.hex_board.locks import Locks, place_of
from printgen.kinds.hex_board.proof import faults
from printgen.kinds.hex_board.site import RETRIES, Pair, Site

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
