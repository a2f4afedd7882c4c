"""Pieces in order come in; the order in which they fill sheets, so that piles of cut ones keep it, goes out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain, zip_longest
from typing import TypeVar

T = TypeVar("T")


def piled(pieces: Sequence[T], capacity: int) -> tuple[T, ...]:
    """Pieces for sheets of so many places: those of one place, sheet by sheet, follow each other in the deck.

    A stack of sheets that is cut has a pile at each place. Those laid on each other, the first on top, are the deck.
    """
    sheets = -(-len(pieces) // capacity)
    # The last sheet may be filled in part; the piles of its empty places are lower by one piece.
    full = len(pieces) - (sheets - 1) * capacity
    heights = [sheets if place < full else sheets - 1 for place in range(capacity)]
    ends = [0, *accumulate(heights)]
    piles = [pieces[start : start + height] for start, height in zip(ends, heights, strict=False)]
    return tuple(one[0] for one in chain(*zip_longest(*([(piece,) for piece in pile] for pile in piles))) if one)
