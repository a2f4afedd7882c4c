"""Which cases of several axes are run for every change."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from pairwise import cases, covering


@pytest.mark.parametrize(("sizes", "meet"), [((4, 2, 2), 2), ((3, 2, 3), 2), ((24, 2, 5), 1), ((5, 4, 3, 2), 3)])
def test_all_values_meet_in_few_cases(sizes: tuple[int, ...], meet: int) -> None:
    chosen = covering(sizes, meet)
    for axes in combinations(range(len(sizes)), meet):
        met = {tuple(case[axis] for axis in axes) for case in chosen}
        assert met == {*product(*(range(sizes[axis]) for axis in axes))}
    assert len({*chosen}) == len(chosen) < len([*product(*map(range, sizes))])


def test_the_other_cases_are_there_for_the_night() -> None:
    rows = cases(["a", "b"], [("x", 1), ("y", 2)], meet=1)
    assert [row.values for row in rows] == [("a", "x", 1), ("a", "y", 2), ("b", "x", 1), ("b", "y", 2)]
    assert [bool(row.marks) for row in rows] == [False, True, True, False]
