"""A real browser, and a studio that it opens: run by `make browser`, and left out by every other run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from prepare import AXE, chromium

try:
    from playwright.sync_api import Browser, sync_playwright
except ModuleNotFoundError:
    # `make browser` finds no test then, and so fails.
    collect_ignore_glob = ["*"]
else:
    from opened import Opened, Window, furnished


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
        started = playwright.chromium.launch(executable_path=chromium(), args=root)
        yield started
        started.close()


@contextmanager
def starting(folder: Path, browser: Browser) -> Iterator[Callable[..., Opened]]:
    """Starts a studio for targets, without any for all that there is, each in a fresh working folder of its own."""
    running: list[Opened] = []

    def start(*targets: str) -> Opened:
        home = folder / f"desk{len(running) + 1}"
        home.mkdir()
        running.append(Opened(furnished(home), browser, targets))
        return running[-1].start()

    try:
        yield start
    finally:
        wrong = [line for studio in running for line in studio.close()]
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def start(tmp_path: Path, browser: Browser) -> Iterator[Callable[..., Opened]]:
    """Starts studios for one test."""
    with starting(tmp_path, browser) as start:
        yield start


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Opened]:
    """A studio that all tests of a module look at, which change nothing."""
    with starting(tmp_path_factory.mktemp("lasting"), browser) as start:
        yield start()


@pytest.fixture
def studio(start: Callable[..., Opened]) -> Opened:
    """A studio with all kits, a game that may be changed (kitchen-heroes) and a card of the user's own (Mudlark)."""
    return start()


@pytest.fixture
def window(studio: Opened) -> Window:
    """A window that looks at it."""
    return studio.window()
