"""A real browser and a studio for it: run by `make browser`, and left out by every other run.

A process of pytest has one browser and one studio. Each test has a fresh context of the browser, and the working folder
as it was at first.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from prepare import AXE, chromium

try:
    from playwright.sync_api import Browser, sync_playwright
except ModuleNotFoundError:
    # `make browser` finds no test then, and so fails.
    collect_ignore_glob = ["*"]
else:
    from studio_process import SAMPLES, StudioProcess, Window, furnish


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder need a browser, and take long."""
    here = str(Path(__file__).parent)
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of this machine."""
    missing = [what for what, there in (("Chromium", chromium()), ("axe-core", AXE.is_file())) if not there]
    if missing:
        pytest.fail(f"no {' and no '.join(missing)}: run make browser")
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=root)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def open_studio(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[StudioProcess]:
    """The studio of all tests, with three kits, two games that may be changed, and a card of the user's own."""
    folder = tmp_path_factory.mktemp("studio") / "desk"
    folder.mkdir()
    studio = StudioProcess(furnish(folder), browser, ("go-joe", "micro-forces", "army-wars", *SAMPLES))
    try:
        yield studio.start()
    finally:
        studio.close()


@pytest.fixture
def studio(open_studio: StudioProcess) -> Iterator[StudioProcess]:
    """The studio, without a window."""
    try:
        yield open_studio
    finally:
        faults = open_studio.restore()
    assert not faults, "\n".join(faults)


@pytest.fixture
def window(studio: StudioProcess) -> Window:
    """A window of usual size at the studio."""
    return studio.window()


@pytest.fixture
def big_window(studio: StudioProcess) -> Window:
    """A window in which much can be seen at once."""
    return studio.window(1440, 900)
