"""Addresses that lead nowhere: what is said, and where one goes on from there."""

from opened import Window


def test_a_game_without_a_lab_says_so_and_its_rooms_can_still_be_reached(window: Window) -> None:
    window.page.goto(f"{window.address}#/lab/kitchen-heroes")
    window.page.get_by_role("heading", name="This room cannot be opened").wait_for()
    assert "Nothing in Kitchen Heroes is for the room Lab." in window.page.inner_text("#room")
    window.page.get_by_role("link", name="Deck").click()
    window.page.wait_for_function("() => document.title.startsWith('heroes')")


def test_the_trooper_room_without_a_deck_takes_the_first(window: Window) -> None:
    window.page.goto(f"{window.address}#/trooper/go-joe")
    window.page.get_by_label("Name", exact=True).first.wait_for()


def test_what_an_address_says_that_no_board_can_have_is_told(window: Window) -> None:
    page = window.go("map", "go-joe", "board-poster", seed="abc", fair="20", rows="-3")
    told = page.locator(".toast").filter(has_text="seed=abc and rows=-3")
    told.wait_for()
    assert "fair" not in told.inner_text()
    # What can be is as the address says.
    page.get_by_text("the fairest of 20 tries").wait_for()
