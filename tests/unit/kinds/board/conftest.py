"""What tests of hex boards share: games in a folder that has the rules of Micro Forces too."""

import shutil
from pathlib import Path

import pytest
from micro_forces import RULES_FILE


@pytest.fixture(autouse=True)
def rules_in_the_folder(tmp_path: Path) -> None:
    shutil.copy(RULES_FILE, tmp_path)
