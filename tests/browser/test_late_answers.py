"""Answers that come late: what somebody does meanwhile stays, and what they have left is left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from playwright.sync_api import APIResponse, Error, Page, Route, expect
from studio_process import StudioProcess, Window

DECK = ("trooper", "go-joe", "joe-deck")
HEROES = ("kitchen-heroes", "heroes")
READ = """async () => {
  const answer = await fetch("/api/games/kitchen-heroes/products/heroes");
  return (await answer.text()).includes("Bean Soup");
}"""
"""Whether the studio has read what was changed."""


@contextmanager
def late(window: Window, address: str, first: int = 0) -> Iterator[Callable[[], None]]:
    """One answer of the studio from an address comes to the page at the end of this, after so many that come at once.

    What is given waits until there is such an answer; later ones come at once, too. The route stays: a request that
    the page sends while a route is taken away may never be answered.
    """
    kept: list[tuple[Route, APIResponse]] = []
    requests: list[Route] = []

    def keep(route: Route) -> None:
        requests.append(route)
        if len(requests) == first + 1:
            kept.append((route, route.fetch()))
        else:
            route.continue_()

    window.page.route(address, keep)

    def wait() -> None:
        while not kept:
            window.page.wait_for_timeout(20)

    yield wait
    wait()
    for route, answer in kept:
        # Nobody may wait for it any more.
        with suppress(Error):
            route.fulfill(response=answer)


def save_trooper(page: Page) -> None:
    """Save a trooper."""
    page.get_by_label("Name", exact=True).fill("Kestrel")
    page.get_by_text("G.I. Joes").click()
    page.get_by_label("Role", exact=True).fill("Scout")
    page.get_by_text("Ready to save.").wait_for()
    page.keyboard.press("Control+s")
    page.get_by_text("Saved.", exact=True).wait_for()


def test_what_is_typed_while_a_trooper_is_saved_or_read_anew_stays(studio: StudioProcess, window: Window) -> None:
    page = window.go(*DECK)
    save_trooper(page)
    role, open_ = page.get_by_label("Role", exact=True), "**/desks/trooper/open?*"
    role.fill("Pilot")
    with late(window, open_) as wait:
        page.keyboard.press("Control+s")
        wait()
        role.fill("Sniper")
    page.get_by_text("Changed, and not saved yet.").wait_for()
    expect(role).to_have_value("Sniper")
    page.keyboard.press("Control+s")
    page.get_by_text("Saved.", exact=True).wait_for()
    own = studio.cards / "go-joe" / "joe-deck.yaml"
    assert "role: Sniper" in own.read_text()
    window.quiet()
    with late(window, open_) as wait:
        own.write_text(own.read_text().replace("Sniper", "Spy"))
        wait()
        role.fill("Diver")
    window.quiet()
    expect(role).to_have_value("Diver")


def test_what_is_typed_while_a_card_is_saved_stays(studio: StudioProcess, window: Window) -> None:
    page = window.go("card", *HEROES, n="0")
    page.get_by_label("Taste").fill("8")
    page.get_by_text("1 field not saved yet.").wait_for()
    with late(window, "**/heroes/save") as wait:
        page.keyboard.press("Control+s")
        wait()
        page.get_by_label("Rule").fill("Whisk.")
    # Two fields had been changed; whether the page is read anew meanwhile, and says so, is a matter of chance.
    page.get_by_text("1 field not saved yet.").wait_for()
    expect(page.get_by_label("Rule")).to_have_value("Whisk.")
    assert "taste: 8" in (studio.game / "heroes.yaml").read_text()


def assert_stays(window: Window) -> None:
    """The page is in the room that somebody went to, also once it has done what it does with a late answer."""
    window.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    expect(window.page).to_have_url(re.compile("#/file/garden"))
    expect(window.page.get_by_role("heading", name="game.yaml")).to_be_visible()


def leave(window: Window) -> None:
    window.page.goto(f"{window.address}/#/file/garden")
    window.page.get_by_role("heading", name="game.yaml").wait_for()


def test_who_leaves_a_room_before_it_is_there_has_left_it(window: Window) -> None:
    window.go("file", "garden")
    waits = {"deck": "wall", "card": "forms/*", "send": "api/send?*", "file": "text?*", "print": "api/print?*"}
    for room, asks in waits.items():
        with late(window, f"**/{asks}") as wait:
            window.page.goto(f"{window.address}/#/{room}/kitchen-heroes/heroes")
            wait()
            leave(window)
        assert_stays(window)


@pytest.mark.parametrize(("room", "waits"), [("file", "**/text?*"), ("print", "**/games/kitchen-heroes")])
def test_who_leaves_a_room_that_reads_anew_has_left_it(
    studio: StudioProcess, window: Window, room: str, waits: str
) -> None:
    # The shell reads a game anew before the room of print does.
    first = 1 if room == "print" else 0
    page = window.go(room, *HEROES)
    file = studio.game / "heroes.yaml"
    with late(window, waits, first) as wait:
        file.write_text(file.read_text(encoding="utf-8").replace("Pea Soup", "Bean Soup"), encoding="utf-8")
        wait()
        if room == "print":
            # It can be used meanwhile.
            page.get_by_role("checkbox", name="Heroes").uncheck()
            page.get_by_role("checkbox", name="Heroes").check()
        leave(window)
    assert_stays(window)


def test_what_changes_while_a_room_is_opened_is_seen(studio: StudioProcess, window: Window) -> None:
    page = window.go("file", "garden")
    file = studio.game / "heroes.yaml"
    with late(window, "**/wall") as wait:
        page.goto(f"{window.address}/#/deck/kitchen-heroes/heroes")
        wait()
        file.write_text(file.read_text(encoding="utf-8").replace("Pea Soup", "Bean Soup"), encoding="utf-8")
        page.wait_for_function(READ)
    page.get_by_text("Bean Soup").first.wait_for()
