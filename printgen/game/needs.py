"""Products and the sheets that they take come in; what is needed to play, what is chosen and what is extra goes out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from printgen.game.records import Product

Counted = tuple[Product, int]
"""A product and on how many sheets it is printed."""


class Needs(NamedTuple):
    """What a game's products are for; `choices` are by what they are of."""

    required: tuple[Counted, ...]
    choices: dict[str, tuple[Counted, ...]]
    extra: tuple[Counted, ...]

    @property
    def tonight(self) -> tuple[Counted, ...]:
        """What is enough to play: all that is required, and the first of every choice."""
        return (*self.required, *(group[0] for group in self.choices.values()))

    @property
    def sheets(self) -> int:
        """How many sheets are enough to play."""
        return sum(sheets for _, sheets in self.tonight)


def needs_of(counted: Iterable[Counted]) -> Needs | None:
    """What products are for that say what need of them there is; None where none is required.

    What says nothing is extra.
    """
    every = list(counted)
    if not any(product.need == "required" for product, _ in every):
        return None
    choices: dict[str, list[Counted]] = {}
    for one in every:
        if one[0].need == "choice":
            choices.setdefault(one[0].group, []).append(one)
    groups = {group: tuple(members) for group, members in choices.items()}
    return Needs(_of(every, "required"), groups, _of(every, "extra", ""))


def _of(every: Sequence[Counted], *needs: str) -> tuple[Counted, ...]:
    return tuple(one for one in every if one[0].need in needs)
