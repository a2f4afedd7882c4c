"""The process that forks a run for each pack, started once for all of them."""

from collections.abc import Iterator

import pytest
from warden import Warden


@pytest.fixture(scope="session")
def warden() -> Iterator[Warden]:
    warden = Warden()
    yield warden
    warden.close()
