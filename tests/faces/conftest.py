"""A shelf of templates for one test."""

from pathlib import Path

import pytest
from drawn import Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)
