"""What tests of new cards share: a folder of their own to work in."""

import io
from pathlib import Path

import pytest


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PRINTGEN_CARDS", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())
