"""Answers that come late: what somebody does meanwhile stays, and what they have left is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from opened import Opened, Window
from pairwise import halved
from playwright.sync_api import APIResponse, Error, Page, Route, expect

DECK = ("trooper", "go-joe", "joe-deck")
HEROES = ("kitchen-heroes", "heroes")
READ = """async () => {
  const answer = await fetch("/api/games/kitchen-heroes/products/heroes");
  return (await answer.text()).includes("Bean Soup");
}"""
"""Whether the studio has read what was changed."""


@contextmanager
def late(window: Window, address: str, first: int = 0) -> Iterator[Callable[[], None]]:
    """What the studio answers at an address comes to the page at the end of this, but for so many that come first.

    What is given waits until there is such an answer.
    """
    held: list[tuple[Route, APIResponse]] = []
    asked: list[Route] = []

    def ask(route: Route) -> None:
        asked.append(route)
        if len(asked) > first:
            held.append((route, route.fetch()))
        else:
            route.continue_()

    window.page.route(address, ask)

    def answered() -> None:
        while not held:
            window.page.wait_for_timeout(20)

    yield answered
    answered()
    for route, answer in held:
        # Nobody may wait for it any more.
        with suppress(Error):
            route.fulfill(response=answer)
    window.page.unroute(address)


def saved(page: Page) -> None:
    """Save a trooper."""
    page.get_by_label("Name", exact=True).fill("Kestrel")
    page.get_by_text("G.I. Joes").click()
    page.get_by_label("Role", exact=True).fill("Scout")
    page.get_by_text("Ready to save.").wait_for()
    page.keyboard.press("Control+s")
    page.get_by_text("Saved.", exact=True).wait_for()


def test_what_is_typed_while_a_trooper_is_saved_or_read_anew_stays(studio: Opened, window: Window) -> None:
    page = window.go(*DECK)
    saved(page)
    role, open_ = page.get_by_label("Role", exact=True), "**/desks/trooper/open?*"
    role.fill("Pilot")
    with late(window, open_) as answered:
        page.keyboard.press("Control+s")
        answered()
        role.fill("Sniper")
    page.get_by_text("Changed, and not saved yet.").wait_for()
    expect(role).to_have_value("Sniper")
    page.keyboard.press("Control+s")
    page.get_by_text("Saved.", exact=True).wait_for()
    own = studio.cards / "go-joe" / "joe-deck.yaml"
    assert "role: Sniper" in own.read_text()
    window.quiet()
    with late(window, open_) as answered:
        own.write_text(own.read_text().replace("Sniper", "Spy"))
        answered()
        role.fill("Diver")
    window.quiet()
    expect(role).to_have_value("Diver")


def test_what_is_typed_while_a_card_is_saved_stays(studio: Opened, window: Window) -> None:
    page = window.go("card", *HEROES, n="0")
    page.get_by_label("Taste").fill("8")
    page.get_by_text("1 field not saved yet.").wait_for()
    with late(window, "**/heroes/save") as answered:
        page.keyboard.press("Control+s")
        answered()
        page.get_by_label("Rule").fill("Whisk.")
    # Two fields had been changed; whether the page is read anew meanwhile, and says so, is a matter of chance.
    page.get_by_text("1 field not saved yet.").wait_for()
    expect(page.get_by_label("Rule")).to_have_value("Whisk.")
    assert "taste: 8" in (studio.game / "heroes.yaml").read_text()


@pytest.mark.parametrize(
    ("room", "waits"),
    halved(
        ("deck", "**/wall"),
        ("file", "**/text?*"),
        ("card", "**/forms/*"),
        ("print", "**/api/print?*"),
        ("send", "**/api/send?*"),
    ),
)
def test_who_leaves_a_room_before_it_is_there_has_left_it(window: Window, room: str, waits: str) -> None:
    page = window.page
    window.settled("shelf")
    with late(window, waits) as answered:
        page.goto(f"{window.address}/#/{room}/kitchen-heroes/heroes")
        answered()
        page.goto(f"{window.address}/#/shelf")
        page.get_by_role("list", name="Games").wait_for()
    window.settled("shelf")
    expect(page).to_have_url(f"{window.address}/#/shelf")
    expect(page.get_by_role("list", name="Games")).to_be_visible()


@pytest.mark.parametrize(("room", "waits"), [("file", "**/text?*"), ("print", "**/games/kitchen-heroes")])
def test_who_leaves_a_room_that_reads_anew_has_left_it(studio: Opened, window: Window, room: str, waits: str) -> None:
    # The shell reads a game anew before the room of print does.
    first = 1 if room == "print" else 0
    page = window.go(room, *HEROES)
    file = studio.game / "heroes.yaml"
    with late(window, waits, first) as answered:
        file.write_text(file.read_text(encoding="utf-8").replace("Pea Soup", "Bean Soup"), encoding="utf-8")
        answered()
        if room == "print":
            # It can be used meanwhile.
            page.get_by_role("checkbox", name="Heroes").uncheck()
            page.get_by_role("checkbox", name="Heroes").check()
        page.goto(f"{window.address}/#/shelf")
        page.locator("#room > .shelf").wait_for()
    window.settled("shelf")
    expect(page).to_have_url(f"{window.address}/#/shelf")


def test_what_changes_while_a_room_is_opened_is_seen(studio: Opened, window: Window) -> None:
    page = window.page
    window.settled("shelf")
    file = studio.game / "heroes.yaml"
    with late(window, "**/wall") as answered:
        page.goto(f"{window.address}/#/deck/kitchen-heroes/heroes")
        answered()
        file.write_text(file.read_text(encoding="utf-8").replace("Pea Soup", "Bean Soup"), encoding="utf-8")
        page.wait_for_function(READ)
    page.get_by_text("Bean Soup").first.wait_for()
