"""Addresses: what leads nowhere says so, all of it comes from this machine, and the keyboard alone leads everywhere."""

import pytest
from studio_process import StudioProcess, Window

MOST = 150
"""So many times does nobody press Tab to get anywhere in a room."""


def test_what_leads_nowhere_says_so_and_all_comes_from_this_machine(window: Window) -> None:
    page = window.page
    page.goto(f"{window.address}/#/lab/kitchen-heroes")
    page.get_by_role("heading", name="This room cannot be opened").wait_for()
    assert "Nothing in Kitchen Heroes is for the room Lab." in page.inner_text("#room")
    page.get_by_role("link", name="Deck").click()
    page.wait_for_function("() => document.title.startsWith('heroes')")
    # Without a deck, the trooper is for the first.
    page.goto(f"{window.address}/#/trooper/go-joe")
    page.get_by_label("Name", exact=True).first.wait_for()
    # What no board can have is told, and what can be is as the address says.
    window.go("map", "go-joe", "board-poster", seed="abc", fair="20", rows="-3")
    note = page.locator(".toast").filter(has_text="seed=abc and rows=-3")
    note.wait_for()
    assert "fair" not in note.inner_text()
    page.get_by_text("the fairest of 20 tries").wait_for()
    # A blob is one that the page made itself.
    urls = [url.removeprefix("blob:") for url in window.requests]
    assert len(urls) > 12 and all(url.startswith(window.address) for url in urls)
    # A picture from elsewhere is refused by the page's policy, and counts as a fault.
    page.evaluate("new Image().src = 'http://192.0.2.1/x.png'")
    page.wait_for_function("() => account.breaches.length")
    assert any("breach" in line for line in window.faults())
    page.evaluate("account.breaches.length = 0")
    window.errors.clear()
    window.requests[:] = [url for url in window.requests if "192.0.2.1" not in url]


def tab_to(window: Window, *words: str) -> None:
    """Press Tab until something has the keyboard whose role and name hold all of some words; Shift+Tab for links."""
    passed: list[str] = []
    for _ in range(MOST):
        window.page.keyboard.press("Shift+Tab" if words[0] == "a " else "Tab")
        passed.append(window.focus())
        if all(word in passed[-1] for word in words):
            return
    pytest.fail(f"Tab leads to no {words}: {passed}")


def test_every_room_by_keyboard_alone(window: Window) -> None:
    """No step of this test touches the mouse."""
    page, keys = window.page, window.page.keyboard
    page.goto(f"{window.address}/#/shelf")
    page.locator("#room > .shelf").wait_for()
    tab_to(window, "GO JOE")
    keys.press("Enter")
    window.settle("deck")
    for room, title in (("trooper", "Trooper"), ("map", "Map"), ("lab", "Lab")):
        tab_to(window, "a ", title)
        keys.press("Enter")
        window.settle(room)
    # A fight is laid out by search and keys.
    tab_to(window, "input", "Search the cards")
    keys.type("destro")
    page.locator(".cards .tile").first.wait_for()
    tab_to(window, "button", "Destro")
    keys.press("d")
    page.get_by_role("region", name="Defenders").get_by_text("Destro").first.wait_for()
    # A board is rolled again.
    tab_to(window, "a ", "Map")
    keys.press("Enter")
    window.settle("map")
    before = page.url
    tab_to(window, "button", "oll")
    keys.press("Enter")
    page.wait_for_function("(before) => location.href !== before", arg=before)
    tab_to(window, "a ", "Shelf")
    keys.press("Enter")
    page.locator("#room > .shelf").wait_for()


def test_a_name_that_would_be_a_script_is_just_a_name(studio: StudioProcess, window: Window) -> None:
    script = "<script>hurt=1</script>"
    file = studio.game / "heroes.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("Pea Soup", f'"{script}"', 1), encoding="utf-8")
    game = studio.game / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("Kitchen Heroes", "<script>", 1), encoding="utf-8")
    window.go("deck", "kitchen-heroes", "heroes").get_by_text("hurt=1").first.wait_for()
    for room in ("print", "send", "file"):
        page = window.go(room, "kitchen-heroes", "heroes", **({"file": "heroes.yaml"} if room == "file" else {}))
        assert page.evaluate("() => window.hurt") is None
    page = window.go("card", "kitchen-heroes", "heroes", n="1")
    assert page.get_by_label("Name", exact=True).input_value() == script
    assert page.evaluate(
        "() => [window.hurt ?? 0, document.querySelectorAll('main script, main img[src=x]').length]"
    ) == [0, 0]
    # Its picture is one, wherever somebody opens it by itself, and no page.
    answer = window.context.request.get(
        f"{studio.address}/api/games/kitchen-heroes/products/heroes/records/1/front.svg"
    )
    assert "sandbox" in answer.headers["content-security-policy"] and "<script" not in answer.text()
