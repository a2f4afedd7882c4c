"""A recipe and a seed come in; one random hex board that keeps the recipe goes out."""

from __future__ import annotations

from collections.abc import Iterable

from printgen.base.budget import spend
from printgen.base.seeds import rng_for
from printgen.kinds.hex_board.fairness import score
from printgen.kinds.hex_board.locking import locked_site
from printgen.kinds.hex_board.locks import Locks, locks_of
from printgen.kinds.hex_board.model import HexBoard, HexRecipe
from printgen.kinds.hex_board.rules import HexRules
from printgen.kinds.hex_board.site import RETRIES, Site
from printgen.kinds.laying import fairest, gather, lay_locked, mixed

Bases = dict[int, Site]
"""Boards without what is locked, by their seeds."""
_BASES = 3


def make_hex_board(recipe: HexRecipe, rules: HexRules, seed: int, bases: Bases | None = None) -> HexBoard:
    """The board of a seed, the same on every machine; `proof.faults` finds nothing in it.

    With `fair` above 1 that many boards are made, the first of them the one that the seed gives without, and the first
    with the best score is kept. Where that board lacks what is locked, it is laid there in that many ways, and the
    fairest is kept. Raises ValueError for a recipe that asks for more than its hexes hold, and PrintgenError where no
    board of the seed can have what is locked. `bases` keep what seeds give whatever is locked.
    """
    locks = locks_of(recipe, rules)
    spend("tries", recipe.rows * recipe.columns * recipe.fair * (2 if locks else 1), recipe.where_of("fair"))
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
