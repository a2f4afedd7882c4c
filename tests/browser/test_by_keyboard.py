"""Through every room with the keyboard alone: no test here touches the mouse."""

import pytest
from opened import Window

MOST = 150
"""So many times does nobody press Tab to get anywhere in a room."""


def to(window: Window, *words: str) -> None:
    """Press Tab until something has the keyboard whose role and name hold all of some words."""
    told: list[str] = []
    for _ in range(MOST):
        window.page.keyboard.press("Tab")
        told.append(window.focused())
        if all(word in told[-1] for word in words):
            return
    pytest.fail(f"Tab leads to no {words}: {told}")


def test_every_room_by_keyboard_alone(window: Window) -> None:
    page, keys = window.page, window.page.keyboard
    window.settled("shelf")
    to(window, "GO JOE")
    keys.press("Enter")
    window.settled("deck")
    for room, title in (("trooper", "Trooper"), ("map", "Map"), ("print", "Print"), ("lab", "Lab")):
        to(window, "a ", title)
        keys.press("Enter")
        window.settled(room)
    # A fight is laid out by search and keys.
    to(window, "input", "Search the cards")
    keys.type("destro")
    page.locator(".cards .tile").first.wait_for()
    to(window, "button", "Destro")
    keys.press("d")
    page.get_by_role("region", name="Defenders").get_by_text("Destro").first.wait_for()
    # A card is designed, and saved.
    to(window, "a ", "Trooper")
    keys.press("Enter")
    window.settled("trooper")
    assert window.focused() == "input Name", "who comes to design a card begins with its name"
    keys.type("Quill")
    to(window, "G.I. Joes")
    keys.press("ArrowRight")
    to(window, "input", "Role")
    keys.type("Courier")
    page.get_by_text("Ready to save.").wait_for()
    keys.press("Control+s")
    page.get_by_text("Saved.", exact=True).wait_for()
    # A board is rolled again.
    to(window, "a ", "Map")
    keys.press("Enter")
    window.settled("map")
    before = page.url
    to(window, "button", "oll")
    keys.press("Enter")
    page.wait_for_function("(before) => location.href !== before", arg=before)
    to(window, "a ", "Shelf")
    keys.press("Enter")
    window.settled("shelf")
