"""Random choices that a seed decides, the same on every machine."""

from __future__ import annotations

import hashlib
import random
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

MOST_SEED = 2**63 - 1
"""Seeds are whole numbers from 0 to this one."""


class Stream:
    """Random choices built on `random.Random.random()` alone, whose values never change between versions."""

    def __init__(self, key: str) -> None:
        digest = hashlib.sha256(key.encode()).digest()
        self._random = random.Random(int.from_bytes(digest, "big")).random

    def unit(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return self._random()

    def between(self, low: float, high: float) -> float:
        """A number from `low` up to `high`, which only rounding reaches."""
        return low + (high - low) * self._random()

    def below(self, count: int) -> int:
        """A whole number from 0 to `count` - 1."""
        return int(self._random() * count)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, each as likely as the others."""
        return options[self.below(len(options))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in a random order in place (Fisher and Yates): every arrangement is possible."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def rng_for(seed: int, *names: str) -> Stream:
    """The stream for one piece, such as `rng_for(7, "go-joe", "joe-deck", "Ace")`: a new piece changes no other."""
    return Stream("\x1f".join((str(seed), *names)))
