"""A recipe, a seed and the strengths of the decks come in; one random square board goes out."""

from __future__ import annotations

from printgen.base.seeds import Stream, rng_for
from printgen.kinds.terrain_board.fairness import Strengths, score
from printgen.kinds.terrain_board.recipe import Board, Recipe, Space

# Enough swaps for regions that the eye sees, few enough that they keep ragged edges and outliers.
_SWAPS_PER_SPACE = 16

Terrain = dict[Space, str]


def make_board(recipe: Recipe, seed: int, strengths: Strengths) -> Board:
    """The board of a seed, the same on every machine.

    Every board that a plain or a symmetric recipe allows can come up, each as likely as the others. With `fair` above
    1 that many boards are made, the first of them the one that the seed gives without, and the first with the best
    score is kept.
    """
    boards = (_one_board(recipe, seed, attempt) for attempt in range(recipe.fair))
    return min(boards, key=lambda board: score(board, strengths).total)


def _one_board(recipe: Recipe, seed: int, attempt: int) -> Board:
    stream = rng_for(seed, "board", *([str(attempt)] if attempt else []))
    if recipe.arrangement == "symmetric":
        terrain = _symmetric(recipe, stream)
    else:
        terrain = dict(zip(recipe.terrain_spaces, _even_mix(recipe, len(recipe.terrain_spaces), stream), strict=True))
        if recipe.arrangement == "clumped":
            _gather(terrain, stream)
    everything = terrain | recipe.homes
    return Board(recipe, {space: everything[space] for space in recipe.spaces}, seed)


def _even_mix(recipe: Recipe, count: int, stream: Stream) -> list[str]:
    """That many terrains in a random order, each as often as the others or once more; chance picks which."""
    terrains = list(recipe.terrains)
    stream.shuffle(terrains)
    mix = [terrains[n % len(terrains)] for n in range(count)]
    stream.shuffle(mix)
    return mix


def _symmetric(recipe: Recipe, stream: Stream) -> Terrain:
    """Terrain for pairs of opposite spaces, and for the middle space of a board that has one."""
    firsts = [space for space in recipe.terrain_spaces if space < recipe.opposite(space)]
    mix = _even_mix(recipe, len(firsts), stream)
    terrain: Terrain = {}
    for space, word in zip(firsts, mix, strict=True):
        terrain[space] = terrain[recipe.opposite(space)] = word
    for middle in (space for space in recipe.terrain_spaces if space == recipe.opposite(space)):
        fewest = min(mix.count(word) for word in recipe.terrains)
        terrain[middle] = stream.pick([word for word in recipe.terrains if mix.count(word) == fewest])
    return terrain


def _gather(terrain: Terrain, stream: Stream) -> None:
    """Swap spaces at random in place wherever that leaves no fewer neighbours of one kind: regions grow."""
    spaces = list(terrain)
    around = {
        (row, column): [
            near
            for near in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            if near in terrain
        ]
        for row, column in spaces
    }

    def alike(*two: Space) -> int:
        return sum(terrain[near] == terrain[space] for space in two for near in around[space])

    for _ in range(_SWAPS_PER_SPACE * len(spaces)):
        one, other = stream.pick(spaces), stream.pick(spaces)
        if terrain[one] == terrain[other]:
            continue
        before = alike(one, other)
        terrain[one], terrain[other] = terrain[other], terrain[one]
        if alike(one, other) < before:
            terrain[one], terrain[other] = terrain[other], terrain[one]
