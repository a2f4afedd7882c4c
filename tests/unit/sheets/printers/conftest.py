"""What tests of printers share: a folder of configuration of their own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder, for one test."""
    folder = tmp_path / "config"
    monkeypatch.setenv("PRINTGEN_CONFIG", str(folder))
    return folder
