"""Whatever the fuzzers make is refused or built; a seed that fails is run again by itself with fuzz.py."""

import os

import pytest
from fuzz import FIRST_SLOW, all_tried, told_of


def _failures(seeds: range, at_once: int) -> str:
    return "\n".join(told_of(*tried) for tried in all_tried(seeds, at_once) if tried[2].complaints)


@pytest.mark.parametrize("first", range(1, 301, 50))
def test_fuzz(first: int) -> None:
    failed = _failures(range(first, first + 50), 1)
    assert not failed, failed


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FIRST_SLOW, FIRST_SLOW + 5000, 1000))
def test_fuzz_at_length(first: int) -> None:
    failed = _failures(range(first, first + 1000), os.cpu_count() or 1)
    assert not failed, failed
