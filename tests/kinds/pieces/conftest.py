"""Fixtures for tests of pieces."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from shaped import Shaped


@pytest.fixture
def shaped(tmp_path: Path) -> Shaped:
    return Shaped(tmp_path / "game")
