"""The deck in a browser: cards that differ inside a list are told apart."""

from __future__ import annotations

from opened import Opened, Window


def test_two_cards_that_differ_in_a_list_of_mappings_are_told_apart(studio: Opened, window: Window) -> None:
    game = (studio.game / "game.yaml").read_text(encoding="utf-8")
    steps = "    steps: {kind: list, optional: true, of: {word: text, times: integer}}\n"
    studio.write("kitchen-heroes/game.yaml", game.replace("  hero:\n", "  hero:\n" + steps))
    card = "- {name: %s, course: sweet, taste: 1, rule: Stir., steps: [{word: cut, times: %d}]}\n"
    studio.write("kitchen-heroes/heroes.yaml", card % ("One", 2) + card % ("Two", 7))
    # What was written may not be read yet; cards of other names are not chosen.
    window.go("deck", "kitchen-heroes", "heroes").locator("[aria-label*='Two']").first.wait_for()
    page = window.go("deck", "kitchen-heroes", "heroes", sel="0,1")
    page.get_by_role("button", name="Compare").click()
    box = page.get_by_role("dialog", name="One and Two")
    box.get_by_text("1 of 5 fields differ.").wait_for()
    assert box.locator("tr.differs").inner_text().split("\t") == ["Steps", "word: cut, times: 2", "word: cut, times: 7"]
