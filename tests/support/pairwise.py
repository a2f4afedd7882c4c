"""Lists of values come in; the cases of a test go out: few in which all values meet each other, the rest nightly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

import pytest
from _pytest.mark import ParameterSet

Case = tuple[Any, ...]
_Met = tuple[tuple[int, int], ...]


def cases(*axes: Sequence[Any], meet: int = 2) -> list[ParameterSet]:
    """The product of some axes, of which those beyond `covering` are left to `make nightly`.

    A tuple on an axis is the values of several parameters.
    """
    few = set(covering([len(axis) for axis in axes], meet))
    numbered = zip(product(*map(range, map(len, axes))), product(*axes), strict=True)
    return [pytest.param(*_flat(case), marks=() if at in few else pytest.mark.nightly) for at, case in numbered]


def nightly(*axes: Sequence[Any]) -> list[ParameterSet]:
    """The product of some axes, all of it left to `make nightly`."""
    return [pytest.param(*_flat(case), marks=pytest.mark.nightly) for case in product(*axes)]


def halved(*rows: Case) -> list[ParameterSet]:
    """Rows that are much alike, of which every second is left to `make nightly`."""
    return [pytest.param(*row, marks=pytest.mark.nightly if number % 2 else ()) for number, row in enumerate(rows)]


def _flat(case: Case) -> Iterator[Any]:
    for value in case:
        yield from value if isinstance(value, tuple) else (value,)


def covering(sizes: Sequence[int], meet: int = 2) -> list[tuple[int, ...]]:
    """Few cases of axes with so many values each, in which every `meet` values of different axes meet.

    Greedy: the case with the most that have not met is next; of these, the one whose values were seen least.
    """
    left = [*product(*map(range, sizes))]
    missing = {met for case in left for met in _met(case, meet)}
    seen, chosen = Counter[tuple[int, int]](), []
    while missing:
        best = max(
            left, key=lambda case: (len(missing & {*_met(case, meet)}), -sum(seen[at] for at in enumerate(case)))
        )
        chosen.append(best)
        missing -= {*_met(best, meet)}
        seen.update(enumerate(best))
    return chosen


def _met(case: tuple[int, ...], meet: int) -> Iterator[_Met]:
    return combinations(enumerate(case), min(meet, len(case)))
