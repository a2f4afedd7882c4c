"""Browsers for tests of the studio, which need no browser and no port."""

from __future__ import annotations

from starlette.testclient import TestClient

from printgen.studio.app import studio_app
from printgen.studio.workshop import Workshop

PORT = 8765
TOKEN = "the-word-of-the-address"
ORIGIN = f"http://127.0.0.1:{PORT}"


def opened(workshop: Workshop) -> TestClient:
    """A browser that has opened the address of a studio on this workshop."""
    client = stranger(workshop)
    assert client.get(f"/?token={TOKEN}").status_code == 200
    client.headers["origin"] = ORIGIN
    return client


def stranger(workshop: Workshop) -> TestClient:
    """A browser that has not opened it."""
    return TestClient(studio_app(workshop, TOKEN, PORT), base_url=ORIGIN)
