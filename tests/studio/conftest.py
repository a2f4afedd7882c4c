"""A studio without a browser and without a port: what it answers to requests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from studios import opened

from printgen.studio.workshop import Workshop


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the studio is started in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def workshop(home: Path) -> Workshop:
    """A workshop with all kits and nothing of the user's own."""
    return Workshop.of((), home / "my-cards", home / "output")


@pytest.fixture
def client(workshop: Workshop) -> Iterator[TestClient]:
    """A browser that has opened the studio."""
    with opened(workshop) as client:
        yield client
