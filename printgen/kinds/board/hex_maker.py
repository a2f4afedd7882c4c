"""A random hex board of a recipe and a seed, with what is locked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from printgen.base.errors import Exit, Finding, PrintgenError
from printgen.base.seeds import Stream, rng_for
from printgen.kinds.board.grid import Hex
from printgen.kinds.board.ground import fairest, lay_ground, lay_locked, mix_weighted, spend_tries
from printgen.kinds.board.hex_proof import Lock, board_faults, locks_of, score_hexes
from printgen.kinds.board.hex_rules import HexRules
from printgen.kinds.board.hex_site import RETRIES, Feature, Site, feature_over, region
from printgen.kinds.board.hexes import HexBoard, HexOptions


def make_hex_board(options: HexOptions, rules: HexRules, seed: int) -> HexBoard:
    """The board of a seed, the same on every machine; `board_faults` finds nothing in it.

    With `fair` above 1 that many boards are made, the first of them the one that the seed gives without, and the first
    with the best score is kept. Where that board lacks what is locked, it is laid there in that many ways, and the
    fairest is kept. Raises ValueError for a recipe that asks for more than its hexes hold, and PrintgenError where no
    board of the seed can have what is locked.
    """
    spend_tries(options)
    locks = locks_of(options, rules)
    if not options.has_rules:
        return _board_of_grounds(options, rules, seed, locks)

    def total(site: Site) -> float:
        return score_hexes(site.board).total if options.fair > 1 else 0.0

    site = fairest((_one_site(options, rules, seed, attempt) for attempt in range(options.fair)), total)
    if all(lock.holds(site.board, cell) for cell, lock in locks.items()):
        return site.board
    return fairest((_lock_site(site, locks, way) for way in range(options.fair)), total).board


def _one_site(options: HexOptions, rules: HexRules, seed: int, attempt: int) -> Site:
    for retry in range(RETRIES + 1):
        site = Site(options, rules, seed, [str(attempt), str(retry)] if retry else [str(attempt)] if attempt else [])
        if retry < RETRIES:
            site.lay_features()
        if (not options.hidden_starts or site.screen()) and site.lay_power_ups():
            return site
    raise ValueError("the board has no room for its start zones and power-ups")


def _board_of_grounds(options: HexOptions, rules: HexRules, seed: int, locks: Mapping[Hex, Lock]) -> HexBoard:
    """A board of grounds by their weights, and of nothing else."""
    grid = options.grid

    def deal(count: int, stream: Stream) -> list[str]:
        return mix_weighted(options.weights, count, stream)

    ground = lay_ground(options, grid.cells, deal, rng_for(seed, "hex-board"))
    words = {cell: lock.ground for cell, lock in locks.items()}
    ground = lay_locked(options, ground, words, rng_for(seed, "hex-board", "locked"))
    edges = dict.fromkeys(grid.edges, rules.plain_edge)
    return HexBoard(options, rules, ground, edges, {"a": (), "b": ()}, {}, seed)


def _lock_site(base: Site, locks: Mapping[Hex, Lock], way: int) -> Site:
    """The board of a site with what is locked, in one of many ways; PrintgenError where there is none.

    It keeps the features of the site that no lock contradicts, as far as there is room beside those of the locks.
    """
    options, rules = base.recipe, base.rules
    grounds = {cell: lock.ground for cell, lock in locks.items() if lock.ground}
    power_ups: dict[str, list[Hex]] = {}
    for cell, lock in locks.items():
        if lock.power_up:
            power_ups.setdefault(lock.power_up, []).append(cell)
    fault = ""
    for retry in range(RETRIES + 1):
        site = Site(options, rules, base.board.seed or 0, ["locked", str(way), str(retry)])
        kept = [(feature, count) for feature, count in base.features if not _contradicts(feature, grounds)]
        # Those that have what is locked come first; the last site has nothing else.
        for feature, count in kept:
            if feature.hexes & grounds.keys():
                site.lay(feature, count)
        for feature in _missing_features(site, grounds):
            site.force(feature)
        site.taken.update(cell for cell, ground in grounds.items() if ground == rules.plain_ground)
        if retry < RETRIES:
            for feature, count in kept:
                if site.count_left(feature.name) >= count:
                    site.lay(feature, count)
            site.lay_features()
        hidden = not options.hidden_starts or site.screen(base.hedges)
        laid = hidden and site.lay_power_ups(power_ups, base.power_ups)
        faults = board_faults(site.board) if laid else ()
        if laid and not faults:
            return site
        fault = faults[0].message if faults else "its start zones and power-ups have no room"
    where = options.where_of("locked", next(iter(options.locked)))
    message = f"no board of seed {base.board.seed} has all that is locked: {fault}"
    raise PrintgenError([Finding("error", where, message, "Lock less, or other hexes.", "no-board", Exit.RULES_BROKEN)])


def _contradicts(feature: Feature, grounds: Mapping[Hex, str]) -> bool:
    return any(grounds.get(cell, feature.ground) != feature.ground for cell in feature.hexes)


def _missing_features(site: Site, grounds: Mapping[Hex, str]) -> Iterator[Feature]:
    """Features for locked hexes that lack their ground, one for neighbours of one ground.

    On a symmetric board the hexes opposite are locked as well, so that each feature has its opposite in it.
    """
    rules, grid = site.rules, site.grid
    left = {cell for cell, ground in grounds.items() if site.grounds[cell] != ground}
    while left:
        ground = grounds[min(left)]
        hexes = region(grid, min(left), {cell for cell in left if grounds[cell] == ground})
        if site.symmetric:
            hexes |= frozenset(map(grid.opposite, hexes))
        left -= hexes
        names = [name for name, rule in rules.features.items() if rule.ground == ground]
        names = [name for name in names if site.recipe.amount(name)] or names
        if names:
            yield site.mirror_edges(feature_over(rules, site.stream.pick(names), grid, site.stream, hexes))
        else:
            edges = dict.fromkeys((side for cell in hexes for side in grid.sides[cell]), rules.plain_edge)
            kind = rules.grounds[ground].edge or rules.plain_edge
            yield Feature(ground, True, hexes, dict.fromkeys(edges, kind))
