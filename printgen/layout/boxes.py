"""Shares the room of a stack or a row among its boxes. Pure arithmetic; lengths in points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import inf
from typing import NamedTuple

JUSTIFY = ("start", "center", "end", "between")
"""Where boxes stand along a stack or row that has room to spare."""
SHIFT = {"start": 0.0, "center": 0.5, "end": 1.0}
"""How much of the room beside a box is before it."""


class Extent(NamedTuple):
    """How long a box is along its stack or row, and how far that may change.

    `grow` is its share of the room that is left. One that `shrinks` gives some back where there is too little: those
    that grow before the others.
    """

    length: float
    grow: float = 0.0
    least: float = 0.0
    most: float = inf
    shrinks: bool = False

    def limited(self, length: float) -> float:
        """A length inside the limits."""
        return length if self.least <= length <= self.most else max(self.least, min(self.most, length))


def share_room(extents: Sequence[Extent], room: float, gap: float = 0.0) -> list[float]:
    """The length of each box in a room with gaps between them; a box that meets its limit keeps it."""
    lengths = [extent.limited(extent.length) for extent in extents]
    free = room - sum(lengths) - gap * max(0, len(extents) - 1)
    if free > 0:
        weights = [extent.grow for extent in extents]
    else:
        growing = any(extent.shrinks and extent.grow for extent in extents)
        weights = [extent.length * (extent.shrinks and (extent.grow > 0 or not growing)) for extent in extents]
    while abs(free) > _HAIR and (total := sum(weights)) > 0:
        before = sum(lengths)
        for n, extent in enumerate(extents):
            wanted = lengths[n] + free * weights[n] / total
            lengths[n] = extent.limited(wanted)
            if lengths[n] != wanted:
                weights[n] = 0.0
        free -= sum(lengths) - before
    return lengths


def start_of_each(lengths: Sequence[float], room: float, gap: float = 0.0, justify: str = "start") -> list[float]:
    """Where each box begins; what is left of the room is before, behind or between them."""
    free = max(0.0, room - sum(lengths) - gap * max(0, len(lengths) - 1))
    if justify == "between" and len(lengths) > 1:
        gap += free / (len(lengths) - 1)
    first = free * SHIFT.get(justify, 0.0)
    return [*accumulate([length + gap for length in lengths[:-1]], initial=first)] if lengths else []


_HAIR = 1e-9
