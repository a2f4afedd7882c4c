"""How ground lies on a board of any grid: in shares, at random, in pairs or in regions, and around what is locked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from printgen.base.limits import consume
from printgen.base.seeds import Stream
from printgen.kinds.board.grid import Space
from printgen.kinds.board.plan import BoardOptions

T = TypeVar("T")

Laid = dict[Space, str]
"""What lies on spaces."""

# Enough swaps for regions that the eye sees, few enough that they keep ragged edges and outliers.
_SWAPS_PER_SPACE = 16


def fairest(boards: Iterable[T], total: Callable[[T], float]) -> T:
    """The first of some boards, at least one, with the lowest total; after one of 0 no more are looked at."""
    best: tuple[float, T] | None = None
    for board in boards:
        uneven = total(board)
        if best is None or uneven < best[0]:
            best = uneven, board
        if not uneven:
            break
    assert best
    return best[1]


def spend_tries(options: BoardOptions) -> None:
    """Count the work of making a board of a seed; PrintgenError where it is too much."""
    ways = 2 if options.locked else 1
    consume("tries", options.rows * options.columns * options.fair * ways, options.where_of("fair"))


def quotas(weights: Mapping[str, float], count: int) -> dict[str, int]:
    """How many of so many spaces each name gets by its weight: the nearest whole numbers that add up."""
    whole = sum(weights.values())
    exact = {name: count * weight / whole for name, weight in weights.items()}
    given = {name: int(share) for name, share in exact.items()}
    rest = sorted(exact, key=lambda name: given[name] - exact[name])
    return given | {name: given[name] + 1 for name in rest[: count - sum(given.values())]}


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


def lay_ground(
    options: BoardOptions, spaces: Sequence[Space], deal: Callable[[int, Stream], list[str]], stream: Stream
) -> Laid:
    """Ground for some spaces of a board, as its arrangement says; `deal` gives so many names in a random order."""
    firsts = _firsts(options, spaces)
    laid = dict(zip(firsts, deal(len(firsts), stream), strict=True))
    if options.arrangement == "clumped":
        _gather(laid, _around(options, laid), stream)
    return _mirror(options, spaces, laid)


def lay_locked(options: BoardOptions, ground: Mapping[Space, str], locks: Mapping[Space, str], stream: Stream) -> Laid:
    """Ground with what is locked: such a space swaps with one that has it, so that there is as much of each as before.

    Where no space is left to swap with, it just changes. Regions give up what has the fewest neighbours of its kind.
    """
    laid = {space: ground[space] for space in _firsts(options, list(ground))}
    around = _around(options, laid) if options.arrangement == "clumped" else None
    for space, name in locks.items():
        if space in laid and laid[space] != name:
            free = [other for other, there in laid.items() if there == name and other not in locks]
            if free:
                least = min(_alike(laid, around, other) for other in free) if around else 0
                other = stream.pick([each for each in free if not around or _alike(laid, around, each) == least])
                laid[other] = laid[space]
            laid[space] = name
    return _mirror(options, list(ground), laid)


def _firsts(options: BoardOptions, spaces: Sequence[Space]) -> list[Space]:
    """The spaces that are laid: all of them, or one of each two that lie opposite each other."""
    return [space for space in spaces if not options.symmetric or space <= options.grid.opposite(space)]


def _mirror(options: BoardOptions, spaces: Sequence[Space], laid: Laid) -> Laid:
    return {space: laid[space] if space in laid else laid[options.grid.opposite(space)] for space in spaces}


Around = Mapping[Space, Sequence[Space]]


def _around(options: BoardOptions, laid: Laid) -> Around:
    return {space: [near for near in options.grid.around[space] if near in laid] for space in laid}


def _alike(laid: Laid, around: Around, *spaces: Space) -> int:
    """How many neighbours of some spaces are of their kind."""
    return sum(laid[near] == laid[space] for space in spaces for near in around[space])


def _gather(laid: Laid, around: Around, stream: Stream) -> None:
    """Swap spaces at random in place wherever that leaves no fewer neighbours of one kind: regions grow."""
    spaces = list(laid)
    for _ in range(_SWAPS_PER_SPACE * len(spaces)):
        one, other = stream.pick(spaces), stream.pick(spaces)
        if laid[one] == laid[other]:
            continue
        before = _alike(laid, around, one, other)
        laid[one], laid[other] = laid[other], laid[one]
        if _alike(laid, around, one, other) < before:
            laid[one], laid[other] = laid[other], laid[one]
