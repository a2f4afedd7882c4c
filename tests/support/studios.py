"""Browsers for tests of the studio, which need no browser and no port."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

from printgen.studio.app import studio_app
from printgen.studio.workshop import Workshop

PORT = 8765
TOKEN = "the-word-of-the-address"
ORIGIN = f"http://127.0.0.1:{PORT}"
SECONDS = 300
"""So long is waited for what another process does; machines may be busy."""


def opened(workshop: Workshop) -> TestClient:
    """A browser that has opened the address of a studio on this workshop."""
    client = stranger(workshop)
    assert client.get(f"/?token={TOKEN}").status_code == 200
    client.headers["origin"] = ORIGIN
    return client


def stranger(workshop: Workshop) -> TestClient:
    """A browser that has not opened it."""
    return TestClient(studio_app(workshop, TOKEN, PORT), base_url=ORIGIN)


def until(known: Callable[[], object]) -> None:
    """Wait until something is so. AssertionError when it never is."""
    end = time.monotonic() + SECONDS
    while not known():
        assert time.monotonic() < end, "it goes on and on"
        time.sleep(0.05)


def ended(page: TestClient, run: str) -> dict[str, Any]:
    """What is told of a run when it has ended."""
    told: dict[str, Any] = {}

    def is_over() -> bool:
        told.update(page.get(f"/api/run/{run}").json())
        return told["state"] != "running"

    until(is_over)
    return told
