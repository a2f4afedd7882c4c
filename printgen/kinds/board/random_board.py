"""Random boards of any grid: the fairest of several, ground by shares, in pairs or in regions, and with locks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from printgen.base.limits import consume
from printgen.base.seeds import Stream
from printgen.kinds.board.grid import Space
from printgen.kinds.board.plan import BoardOptions, Score

T = TypeVar("T")

Ground = dict[Space, str]
"""The ground of spaces, such as a terrain."""

# So many swaps are tried: enough for regions that the eye sees, few enough that they keep ragged edges and outliers.
_SWAPS_PER_SPACE = 16


def fairest(boards: Iterable[T], total: Callable[[T], float]) -> T:
    """The first board with the lowest total; after a total of 0 no more are examined. `boards` has at least one."""
    best: tuple[float, T] | None = None
    for board in boards:
        uneven = total(board)
        if best is None or uneven < best[0]:
            best = uneven, board
        if not uneven:
            break
    assert best
    return best[1]


def fairest_with_locks(
    options: BoardOptions, make: Callable[[int], T], score: Callable[[T], Score], keeps_locks: Callable[[T], bool],
    lock: Callable[[T, int], T],
) -> T:  # fmt: skip
    """The fairest of as many boards as `fair` says, with all locks.

    `make` makes the board of an attempt, counted from 0. If the fairest of them lacks locked contents, `lock` adds them
    in a numbered variant, `fair` times, and the fairest of those is the board.
    """
    consume_tries(options)

    def total(board: T) -> float:
        return score(board).total if options.fair > 1 else 0.0

    board = fairest(map(make, range(options.fair)), total)
    if keeps_locks(board):
        return board
    return fairest((lock(board, n) for n in range(options.fair)), total)


def consume_tries(options: BoardOptions) -> None:
    """Count the work of making a board against the limits; PrintgenError when it exceeds them."""
    times = 2 if options.locked else 1
    consume("tries", options.rows * options.columns * options.fair * times, options.where_of("fair"))


def quotas(weights: Mapping[str, float], count: int) -> dict[str, int]:
    """The number of spaces for each name by its weight: the nearest whole numbers that add up to `count`."""
    whole = sum(weights.values())
    exact = {name: count * weight / whole for name, weight in weights.items()}
    # The method of largest remainders; of equal ones the first.
    rounded = {name: int(share) for name, share in exact.items()}
    rest = sorted(exact, key=lambda name: rounded[name] - exact[name])
    return rounded | {name: rounded[name] + 1 for name in rest[: count - sum(rounded.values())]}


def mix_weighted(weights: Mapping[str, float], count: int, stream: Stream) -> list[str]:
    """So many names in a random order, each as often as its weight says."""
    mix = [name for name, share in quotas(weights, count).items() for _ in range(share)]
    stream.shuffle(mix)
    return mix


def deal_equally(names: Sequence[str], count: int, stream: Stream) -> list[str]:
    """So many names in a random order, each as often as the others or once more."""
    order = list(names)
    stream.shuffle(order)
    mix = [order[n % len(order)] for n in range(count)]
    stream.shuffle(mix)
    return mix


def random_ground(
    options: BoardOptions, spaces: Sequence[Space], deal: Callable[[int, Stream], list[str]], stream: Stream
) -> Ground:
    """Ground for some spaces of a board by its arrangement; `deal` gives a number of names in a random order."""
    own_spaces = _own_spaces(options, spaces)
    ground = dict(zip(own_spaces, deal(len(own_spaces), stream), strict=True))
    if options.arrangement == "clumped":
        _grow_regions(ground, _neighbours(options, ground), stream)
    return _mirror(options, spaces, ground)


def lock_ground(
    options: BoardOptions, unlocked: Mapping[Space, str], locks: Mapping[Space, str], stream: Stream
) -> Ground:
    """Ground with all locks: a locked space swaps with one that has its ground, so that the amounts stay.

    Without a space to swap with, it just changes. Regions give up the space with the fewest neighbours of its kind.
    """
    ground = {space: unlocked[space] for space in _own_spaces(options, list(unlocked))}
    neighbours = _neighbours(options, ground) if options.arrangement == "clumped" else None
    for space, name in locks.items():
        if space in ground and ground[space] != name:
            free = [other for other, there in ground.items() if there == name and other not in locks]
            if neighbours and free:
                fewest = min(_count_alike(ground, neighbours, other) for other in free)
                free = [other for other in free if _count_alike(ground, neighbours, other) == fewest]
            if free:
                ground[stream.pick(free)] = ground[space]
            ground[space] = name
    return _mirror(options, list(unlocked), ground)


def _own_spaces(options: BoardOptions, spaces: Sequence[Space]) -> list[Space]:
    """The spaces with ground of their own: all of them, or on a symmetric board one of each two opposite ones."""
    return [space for space in spaces if not options.symmetric or space <= options.grid.opposite(space)]


def _mirror(options: BoardOptions, spaces: Sequence[Space], ground: Ground) -> Ground:
    """The ground of all spaces; spaces without their own have that of the opposite space."""
    return {space: ground[space] if space in ground else ground[options.grid.opposite(space)] for space in spaces}


Neighbours = Mapping[Space, Sequence[Space]]


def _neighbours(options: BoardOptions, ground: Ground) -> Neighbours:
    """The neighbours of each space that has ground, as far as they have ground, too."""
    return {space: [near for near in options.grid.around[space] if near in ground] for space in ground}


def _count_alike(ground: Ground, neighbours: Neighbours, *spaces: Space) -> int:
    """How many neighbours of some spaces have the same ground as they."""
    return sum(ground[near] == ground[space] for space in spaces for near in neighbours[space])


def _grow_regions(ground: Ground, neighbours: Neighbours, stream: Stream) -> None:
    """Swap random spaces in place if that loses no neighbours of the same ground: regions grow."""
    spaces = list(ground)
    for _ in range(_SWAPS_PER_SPACE * len(spaces)):
        first, second = stream.pick(spaces), stream.pick(spaces)
        if ground[first] == ground[second]:
            continue
        before = _count_alike(ground, neighbours, first, second)
        ground[first], ground[second] = ground[second], ground[first]
        if _count_alike(ground, neighbours, first, second) < before:
            ground[first], ground[second] = ground[second], ground[first]
