"""Whatever the fuzzers make is refused or built; a seed that fails is run again by itself with fuzz.py."""

import os

import pytest
from fuzz import FIRST_SLOW, all_tried, told_of
from warden import Warden


def _failures(seeds: range, *wardens: Warden) -> str:
    return "\n".join(told_of(*tried) for tried in all_tried(seeds, *wardens) if tried[2].complaints)


@pytest.mark.parametrize("first", range(1, 21, 20))
def test_fuzz(first: int, warden: Warden) -> None:
    failed = _failures(range(first, first + 20), warden)
    assert not failed, failed


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FIRST_SLOW, FIRST_SLOW + 5000, 1000))
def test_fuzz_at_length(first: int) -> None:
    wardens = [Warden() for _ in range(os.cpu_count() or 1)]
    failed = _failures(range(first, first + 1000), *wardens)
    for warden in wardens:
        warden.close()
    assert not failed, failed
