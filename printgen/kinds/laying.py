"""Ground and ways on boards of any grid: shares in regions, curves with spots along them, and what lies in the way."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Generic, NamedTuple, TypeVar

from printgen.base.seeds import Stream
from printgen.base.units import Box

Point = tuple[float, float]

_FINE = 12


class Spot(NamedTuple):
    """A place on a way, and the direction in which the way goes there."""

    x: float
    y: float
    turn: float = 0.0


def smooth_way(points: Sequence[Point], closed: bool = False) -> list[Point]:
    """A curve through some points, as many more points."""
    if len(points) < 3:
        return [*points, points[0]] if closed else list(points)
    count = len(points)
    found: list[Point] = []
    for n in range(count if closed else count - 1):
        a, b, c, d = (_at(points, n + k, closed) for k in (-1, 0, 1, 2))
        found += (_between(a, b, c, d, t / _FINE) for t in range(_FINE))
    return [*found, points[0] if closed else points[-1]]


def _at(points: Sequence[Point], n: int, closed: bool) -> Point:
    return points[n % len(points)] if closed else points[min(max(n, 0), len(points) - 1)]


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    """A point of the curve from b to c that comes from a and goes on to d."""

    def one(p: float, q: float, r: float, s: float) -> float:
        return 0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t**2 + (3 * q - p - 3 * r + s) * t**3)

    return one(a[0], b[0], c[0], d[0]), one(a[1], b[1], c[1], d[1])


def beside(one: Point, other: Point, aside: float) -> list[Point]:
    """The straight way between two points, moved to its left, as seen along it."""
    far = math.dist(one, other) or 1.0
    dx, dy = aside * (other[1] - one[1]) / far, -aside * (other[0] - one[0]) / far
    return [(one[0] + dx, one[1] + dy), (other[0] + dx, other[1] + dy)]


def bowed(one: Point, other: Point, bend: float) -> list[Point]:
    """A way between two points whose middle lies `bend` to the left of the straight one, as seen along it."""
    if not bend:
        return [one, other]
    far = math.dist(one, other) or 1.0
    mx, my = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    # The middle of such a curve lies half as far out as the point that pulls it.
    px, py = mx + 2 * bend * (other[1] - one[1]) / far, my - 2 * bend * (other[0] - one[0]) / far
    steps = [n / (2 * _FINE) for n in range(2 * _FINE + 1)]

    def at(a: float, p: float, b: float, t: float) -> float:
        return (1 - t) ** 2 * a + 2 * t * (1 - t) * p + t * t * b

    return [(at(one[0], px, other[0], t), at(one[1], py, other[1], t)) for t in steps]


def length_of(way: Sequence[Point]) -> float:
    """How long a way is."""
    return sum(math.dist(*pair) for pair in pairwise(way))


def spots_at(way: Sequence[Point], distances: Sequence[float]) -> list[Spot]:
    """The spots at some distances from the start of a way, which go up."""
    ends = list(accumulate((math.dist(*pair) for pair in pairwise(way)), initial=0.0))
    spots, n = [], 0
    for distance in distances:
        while n < len(way) - 2 and ends[n + 1] < distance:
            n += 1
        (x, y), (u, v) = way[n], way[n + 1]
        t = (distance - ends[n]) / ((ends[n + 1] - ends[n]) or 1.0)
        spots.append(Spot(x + (u - x) * t, y + (v - y) * t, math.degrees(math.atan2(v - y, u - x))))
    return spots


def spread(way: Sequence[Point], count: int, closed: bool = False) -> list[Spot]:
    """So many spots, equally far apart from the start of a way to its end; of a closed one the end is the start."""
    gap = length_of(way) / max(1, count if closed else count - 1)
    return spots_at(way, [n * gap for n in range(count)])


def part_of(way: Sequence[Point], start: float, end: float) -> list[Point]:
    """A way from one distance along it to another."""
    ends = list(accumulate((math.dist(*pair) for pair in pairwise(way)), initial=0.0))
    first, last = spots_at(way, [start, end])
    inner = [point for point, at in zip(way, ends, strict=True) if start < at < end]
    return [first[:2], *inner, last[:2]]


class Crowd:
    """What lies on a board, as weights of small squares; their side is in the unit of the boxes."""

    def __init__(self, square: float) -> None:
        self._square = square
        self._weights: defaultdict[tuple[int, int], float] = defaultdict(float)

    def _squares(self, box: Box) -> Iterator[tuple[int, int]]:
        side = self._square
        for i in range(int(box.x // side), int(box.right // side) + 1):
            for j in range(int(box.y // side), int(box.bottom // side) + 1):
                yield i, j

    def add(self, box: Box, weight: float) -> None:
        for square in self._squares(box):
            self._weights[square] += weight

    def cost(self, box: Box) -> float:
        """How much of what lies there a box would cover."""
        return sum(self._weights.get(square, 0.0) for square in self._squares(box))


Space = TypeVar("Space")
Made = TypeVar("Made")

# Enough swaps for regions that the eye sees, few enough that they keep ragged edges and outliers.
_SWAPS_PER_SPACE = 16
# So many spaces are looked at for the one that is missed least, and so many neighbours join a locked one.
_LOOKED_AT = 60
_JOINING = 2


def fairest(made: Iterable[Made], total: Callable[[Made], float]) -> Made:
    """The first of what is made, at least one, with the lowest total; after one of 0 no more are made."""
    best: tuple[float, Made] | None = None
    for one in made:
        uneven = total(one)
        if best is None or uneven < best[0]:
            best = uneven, one
        if not uneven:
            break
    assert best
    return best[1]


def quotas(weights: Mapping[str, float], count: int) -> dict[str, int]:
    """How many of so many spaces each name gets by its weight: the nearest whole numbers that add up."""
    whole = sum(weights.values())
    exact = {name: count * weight / whole for name, weight in weights.items()}
    given = {name: int(share) for name, share in exact.items()}
    rest = sorted(exact, key=lambda name: given[name] - exact[name])
    return given | {name: given[name] + 1 for name in rest[: count - sum(given.values())]}


def mixed(weights: Mapping[str, float], count: int, stream: Stream) -> list[str]:
    """So many names in a random order, each as often as its weight says."""
    mix = [name for name, share in quotas(weights, count).items() for _ in range(share)]
    stream.shuffle(mix)
    return mix


def gather(laid: dict[Space, str], around: Mapping[Space, Sequence[Space]], stream: Stream) -> None:
    """Swap spaces at random in place wherever that leaves no fewer neighbours of one kind: regions grow."""
    spaces = list(laid)

    def alike(*two: Space) -> int:
        return sum(laid[near] == laid[space] for space in two for near in around[space])

    for _ in range(_SWAPS_PER_SPACE * len(spaces)):
        one, other = stream.pick(spaces), stream.pick(spaces)
        if laid[one] == laid[other]:
            continue
        before = alike(one, other)
        laid[one], laid[other] = laid[other], laid[one]
        if alike(one, other) < before:
            laid[one], laid[other] = laid[other], laid[one]


def lay_locked(
    laid: dict[Space, str],
    locks: Mapping[Space, str],
    weights: Mapping[str, float],
    stream: Stream,
    around: Mapping[Space, Sequence[Space]] | None = None,
) -> None:
    """Give locked spaces what they are locked to, in place; nothing changes where all of them have it.

    A locked space swaps with one that has it, so that there is as much of each name as before. Where more is locked
    than there was, the other names share what is left by their weights. With `around`, ground lies in regions: the
    spaces that swap are those that are missed least, and neighbours of a locked space join it.
    """
    wrong = [space for space, name in locks.items() if laid[space] != name]
    if wrong:
        _Locking(laid, locks, stream, around or {}).settle(wrong, weights)


class _Locking(Generic[Space]):
    """Swaps that give locked spaces what they are locked to; `fixed` are those that have it."""

    def __init__(
        self,
        laid: dict[Space, str],
        locks: Mapping[Space, str],
        stream: Stream,
        around: Mapping[Space, Sequence[Space]],
    ) -> None:
        self.laid, self.locks, self.stream, self.around = laid, locks, stream, around
        self.fixed = {space for space, name in locks.items() if laid[space] == name}
        order = list(laid)
        stream.shuffle(order)
        self.holding: dict[str, list[Space]] = {}
        for space in order:
            self.holding.setdefault(laid[space], []).append(space)

    def settle(self, wrong: Sequence[Space], weights: Mapping[str, float]) -> None:
        """Let every wrong space have what it is locked to."""
        lost = []
        for space in wrong:
            held, name = self.laid[space], self.locks[space]
            self.fixed.add(space)
            partner = self.partner(name, space)
            if partner is None:
                self.laid[space] = name
                lost.append(held)
            else:
                self.swap(space, partner)
        for name in lost:
            self.share(name, weights)
        for space in wrong if self.around else ():
            self.join(space)

    def swap(self, one: Space, other: Space) -> None:
        self.laid[one], self.laid[other] = self.laid[other], self.laid[one]
        for space in (one, other):
            self.holding.setdefault(self.laid[space], []).append(space)

    def free(self, name: str, most: int) -> list[Space]:
        """So many of the spaces that hold a name and may change, in a random order."""
        held = self.holding.get(name, [])
        found: list[Space] = []
        for n in range(len(held) - 1, -1, -1):
            if self.laid[held[n]] != name or held[n] in self.fixed:
                del held[n]
            elif held[n] not in found:
                found.append(held[n])
                if len(found) == most:
                    break
        return found

    def partner(self, name: str, space: Space) -> Space | None:
        """A space that may give a name to another one: where regions grow, the one that is missed least."""
        found = self.free(name, _LOOKED_AT if self.around else 1)
        return max(found, key=lambda other: self.gain(space, other)) if len(found) > 1 else next(iter(found), None)

    def gain(self, one: Space, other: Space) -> int:
        """By how many more neighbours are alike once two spaces have swapped."""
        before = self.alike(one, other)
        self.laid[one], self.laid[other] = self.laid[other], self.laid[one]
        after = self.alike(one, other)
        self.laid[one], self.laid[other] = self.laid[other], self.laid[one]
        return after - before

    def alike(self, *two: Space) -> int:
        return sum(self.laid[near] == self.laid[space] for space in two for near in self.around[space])

    def share(self, lost: str, weights: Mapping[str, float]) -> None:
        """Let the name that has most, by its weight, give a space to one that has lost one."""
        counts, locked = Counter(self.laid.values()), Counter(self.locks.values())
        # Those of which more is locked than their share take no part in sharing what is left.
        left = {name: weight for name, weight in weights.items() if weight and counts[name] > locked[name]}
        left.setdefault(lost, weights[lost])
        room, whole = sum(counts[name] for name in left), sum(left.values())
        over = {name: counts[name] - room * weight / whole for name, weight in left.items()} if whole else {lost: 0.0}
        most = max(over, key=lambda name: over[name])
        if over[most] - over[lost] > 1 and (giving := self.free(most, 1)):
            self.laid[giving[0]] = lost
            self.holding.setdefault(lost, []).append(giving[0])

    def join(self, space: Space) -> None:
        """Let neighbours of a locked space have the same, where no fewer neighbours are alike for it."""
        name = self.laid[space]
        near = [other for other in self.around[space] if other not in self.fixed and self.laid[other] != name]
        self.stream.shuffle(near)
        for other in near[:_JOINING]:
            apart = [one for one in self.free(name, _LOOKED_AT) if one not in self.around[space]]
            best = max(apart, key=lambda one: self.gain(other, one), default=None)
            if best is not None and self.gain(other, best) >= 0:
                self.swap(other, best)
