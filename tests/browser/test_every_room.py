"""Every room: nobody is hindered, light and dark; it fits any width; nothing jumps; the keyboard is enough."""

from urllib.parse import parse_qsl

import pytest
from pairwise import cases
from studio_process import StudioProcess, Window

ROOMS = {
    "shelf": ("shelf",),
    "deck": ("deck", "go-joe", "joe-deck"),
    "trooper": ("trooper", "go-joe", "joe-deck"),
    "lab": (
        "lab",
        "go-joe",
        "",
        "attack=Zap,Beach Head,Recondo&defend=H.I.S.S. Driver,Ferret,Gnawgahyde&terrain=jungle",
    ),
    "map": ("map", "micro-forces", "board-poster"),
    "print": ("print", "kitchen-heroes", "heroes"),
    "send": ("send", "kitchen-heroes", "heroes", "as=images"),
    "card": ("card", "go-joe", "joe-deck", "n=4"),
    "file": ("file", "kitchen-heroes", "heroes", "file=heroes.yaml"),
}
"""The rooms, at things that have much to show."""

SIZES = [(360, 740), (2560, 700)]
JUMPS = 0.02
"""So much may move in all by itself, of 1 for the whole window; a scroll bar that comes is less."""


@pytest.mark.parametrize(("room", "dark", "width", "height"), cases([*ROOMS], [False, True], SIZES, meet=1))
def test_nobody_is_hindered_in_any_room(studio: StudioProcess, room: str, dark: bool, width: int, height: int) -> None:
    window = studio.window(width, height, dark=dark)
    name, *place = ROOMS[room]
    params = dict(parse_qsl(place.pop())) if len(place) > 2 else {}
    page = window.go(name, *place, **params)
    shifts = window.layout_shifts()
    assert sum(shift["value"] for shift in shifts) < JUMPS, shifts
    assert window.wide() == []
    if width < 1000:
        assert window.axe() == []
    page.set_viewport_size({"width": 1280, "height": 800})
    window.quiet()
    assert window.wide() == []
    if width > 1000:
        assert window.axe() == []
    # Who gets dizzy sees nothing move.
    assert page.evaluate("() => document.getAnimations().map((one) => one.animationName ?? one.id)") == []
    assert page.evaluate("() => account.slow()") == []
    assert page.evaluate("() => account.unreached()") == []
    assert_tab_comes_round(window)


def assert_tab_comes_round(window: Window) -> None:
    """Tab goes through all controls and comes round again, and each one shows that it has the keyboard."""
    seen: list[str] = []
    hidden: list[str] = []
    for _ in range(60):
        window.page.keyboard.press("Tab")
        now = window.focus()
        if seen and now == seen[0]:
            break
        seen.append(now)
        if now and not window.page.evaluate("() => account.shown()"):
            hidden.append(now)
    assert len(set(seen)) > 3 and hidden == []


def test_every_view_of_the_lab_fits_a_phone(studio: StudioProcess) -> None:
    window = studio.window(360, 740)
    for game, view in (("go-joe", "decks"), ("army-wars", "odds")):
        window.go("lab", game, view=view)
        window.page.locator(".lab [aria-selected=true]").first.wait_for()
        assert window.wide() == []
    # The chances of a fight stay in sight while cards are chosen.
    page = window.go("lab", "go-joe", attack="Zap", defend="Ferret")
    page.get_by_label("Attackers higher").first.wait_for()
    page.get_by_label("Search the cards").scroll_into_view_if_needed()
    assert page.locator(".brief").is_visible()
