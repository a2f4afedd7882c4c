"""How ground is laid on boards of any grid: weights and neighbours come in; shares, and grounds in regions, go out.

What is locked is laid over what a seed has laid: spaces swap what they hold, so that there is as much of everything as
before, and what is locked to what lies there anyway changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from printgen.base.seeds import Stream

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
