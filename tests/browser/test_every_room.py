"""Every room: nobody is hindered, light and dark; it fits any width; nothing jumps; the keyboard is enough."""

from urllib.parse import parse_qsl

import pytest
from opened import Opened, Window
from pairwise import cases

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
    "print": ("print", "go-joe", "joe-deck"),
    "send": ("send", "kitchen-heroes", "heroes", "as=images"),
    "card": ("card", "go-joe", "joe-deck", "n=4"),
    "file": ("file", "kitchen-heroes", "heroes", "file=heroes.yaml"),
}
"""The rooms, at things that have much to show."""

JUMPS = 0.02
"""So much may move in all by itself, of 1 for the whole window; a scroll bar that comes is less."""

every_room = pytest.mark.parametrize("room", ROOMS)


def entered(studio: Opened, room: str, width: int = 1280, height: int = 800, *, dark: bool = False) -> Window:
    window = studio.window(width, height, dark=dark)
    name, *place = ROOMS[room]
    params = dict(parse_qsl(place.pop())) if len(place) > 2 else {}
    window.go(name, *place, **params)
    return window


@pytest.mark.parametrize(("room", "dark"), cases([*ROOMS], [False, True], meet=1))
def test_nobody_is_hindered(lasting: Opened, room: str, dark: bool) -> None:
    window = entered(lasting, room, dark=dark)
    assert window.axe() == []
    lasting.shut(window)


@pytest.mark.parametrize(("room", "width", "height"), cases([*ROOMS], [(360, 740), (2560, 1300)], meet=1))
def test_it_fits_every_width(lasting: Opened, room: str, width: int, height: int) -> None:
    window = entered(lasting, room, width, height)
    assert window.wide() == []
    moved = window.moved()
    assert sum(one["value"] for one in moved) < JUMPS, moved
    if width < 1000:
        assert window.axe() == []
    lasting.shut(window)


@every_room
def test_the_keyboard_reaches_everything(lasting: Opened, room: str) -> None:
    """Tab goes through all controls and comes round again, and each one shows that it has the keyboard."""
    window = entered(lasting, room)
    assert window.page.evaluate("() => account.unreached()") == []
    seen: list[str] = []
    hidden: list[str] = []
    for _ in range(60):
        window.page.keyboard.press("Tab")
        now = window.focused()
        if seen and now == seen[0]:
            break
        seen.append(now)
        if now and not window.page.evaluate("() => account.shown()"):
            hidden.append(now)
    assert len(set(seen)) > 3 and hidden == []
    lasting.shut(window)


@every_room
def test_what_moves_is_still_for_whom_it_makes_dizzy(lasting: Opened, room: str) -> None:
    window = entered(lasting, room)
    assert window.page.evaluate("() => document.getAnimations().map((one) => one.animationName ?? one.id)") == []
    slow = window.page.evaluate("() => account.slow()")
    assert slow == []
    lasting.shut(window)
