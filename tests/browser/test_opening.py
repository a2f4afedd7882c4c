"""The address is opened once; what the browser loads comes from this machine alone, and all of it does."""

from opened import Opened, Window


def test_the_address_can_be_opened_once(studio: Opened, window: Window) -> None:
    window.settled("shelf")
    assert "token" not in window.page.url
    other = studio.browser.new_context().new_page()
    assert (other.goto(studio.opened) or other).status == 403
    assert (other.goto(studio.address) or other).status == 403
    other.context.close()
    # Who has the cookie comes back without the word, also in another tab.
    tab = window.context.new_page()
    assert tab.goto(studio.address).status == 200


def test_all_comes_from_this_machine(window: Window) -> None:
    window.settled("shelf")
    window.go("deck", "kitchen-heroes", "heroes")
    assert len(window.requests) > 12 and all(url.startswith(window.address) for url in window.requests)
    # The count would see one that leaves: a picture from elsewhere is refused by the page's policy, and told.
    window.page.evaluate("new Image().src = 'http://192.0.2.1/x.png'")
    window.page.wait_for_function("() => account.breaches.length")
    assert any("breach" in line for line in window.wrong())
    window.page.evaluate("account.breaches.length = 0")
    window.told.clear()
    window.requests[:] = [url for url in window.requests if "192.0.2.1" not in url]


def test_nobody_is_hindered_on_the_shelf(window: Window) -> None:
    window.settled("shelf")
    assert window.axe() == []
