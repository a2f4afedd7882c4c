"""Which cases are run for every change: of several axes, and of many alike."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations, product

import pytest
from pairwise import cases, covering
from places import ROOT


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


@pytest.mark.slow
def test_a_case_is_slow_or_quick_whatever_else_is_asked_for() -> None:
    """Of some(2), the second case is slow, also where it is the only one that is named."""
    case = "tests/unit/test_pairwise.py::test_one_of_two[{}]"
    for number, found in ((0, False), (1, True)):
        words = [sys.executable, "-m", "pytest", "-n", "0", "--collect-only", "-m", "slow", case.format(number)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (case.format(number) in done.stdout) == found, done.stdout


@pytest.mark.some(2)
@pytest.mark.parametrize("number", [0, 1])
def test_one_of_two(number: int) -> None:
    assert number in (0, 1)
