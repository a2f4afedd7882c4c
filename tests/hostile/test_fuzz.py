"""Whatever the fuzzers make is refused or built; a trial that fails runs again by itself with fuzz.py.

Each commit runs trials of its own numbers, taken from its hash; `make nightly` runs thousands (`--trials`).
"""

import subprocess
from functools import cache

import pytest
from fuzz import FIRST_SLOW, failures
from warden import REPOSITORY, Warden

SLICES = 8
FAILED_ONCE: dict[str, int] = {
    "all of GO JOE built on a slow machine": 3607,
}
"""Trials that failed before what they found was mended, named by that."""


@cache
def _first() -> int:
    """The first number of this commit's trials; without git, always the same."""
    found = subprocess.run(["git", "rev-parse", "HEAD"], cwd=REPOSITORY, capture_output=True, text=True)
    return FIRST_SLOW + (int(found.stdout[:8], 16) if found.returncode == 0 else 0)


@pytest.mark.slow
@pytest.mark.parametrize("part", [pytest.param(n, marks=pytest.mark.xdist_group(f"fuzz-{n}")) for n in range(SLICES)])
def test_new_trials(part: int, warden: Warden, request: pytest.FixtureRequest) -> None:
    first = _first()
    failed = failures(range(first + part, first + request.config.getoption("--trials"), SLICES), warden)
    assert not failed, failed


@pytest.mark.slow
@pytest.mark.parametrize("seed", FAILED_ONCE.values(), ids=FAILED_ONCE.keys())
def test_trials_that_failed_once(seed: int, warden: Warden) -> None:
    failed = failures([seed], warden)
    assert not failed, failed
