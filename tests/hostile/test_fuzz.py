"""Whatever the fuzzers make is refused or built; a seed that fails is run again by itself with fuzz.py."""

import os

import pytest
from fuzz import FIRST_SLOW, failures
from warden import Warden


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FIRST_SLOW, FIRST_SLOW + 5000, 1000))
def test_fuzz_at_length(first: int) -> None:
    wardens = [Warden() for _ in range(os.cpu_count() or 1)]
    failed = failures(range(first, first + 1000), *wardens)
    for warden in wardens:
        warden.close()
    assert not failed, failed
