"""How ground is laid on boards of any grid: weights and neighbours come in; shares, and grounds in regions, go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from printgen.base.seeds import Stream

Space = TypeVar("Space")

# Enough swaps for regions that the eye sees, few enough that they keep ragged edges and outliers.
_SWAPS_PER_SPACE = 16


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
