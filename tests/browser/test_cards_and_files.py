"""A card of any game is changed, in two windows too; a slip in a file is shown and mended; edits beside it show."""

from __future__ import annotations

from studio_process import StudioProcess, Window

HEROES = ("kitchen-heroes", "heroes")


def save(window: Window) -> None:
    window.page.locator(".bar-below .main").click()


def test_a_card_changes_as_somebody_types_and_is_saved_by_keyboard_alone(studio: StudioProcess, window: Window) -> None:
    page = window.go("card", *HEROES, n="1")
    file = studio.game / "heroes.yaml"
    before = file.read_text(encoding="utf-8")
    name = page.get_by_label("Name", exact=True)
    old = name.input_value()
    picture = page.locator(".stage .front img, .stage .front canvas").first
    assert old in (picture.get_attribute("alt") or picture.get_attribute("aria-label") or "")
    name.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("<script>alert(1)</script>")
    page.get_by_text("1 field not saved yet.").wait_for()
    page.keyboard.press("Control+Z")
    page.get_by_text("As it is saved.").wait_for()
    page.keyboard.press("Control+Shift+Z")
    page.keyboard.press("Control+S")
    page.get_by_role("heading", name="<script>").wait_for()
    assert file.read_text(encoding="utf-8") == before.replace(old, "<script>alert(1)</script>", 1)
    page.get_by_role("button", name="Undo saving").click()
    page.get_by_role("heading", name=old).wait_for()
    assert file.read_text(encoding="utf-8") == before
    # What is written beside the page appears at once.
    file.write_text(before.replace(old, "From outside", 1), encoding="utf-8")
    page.get_by_role("heading", name="From outside").wait_for()


def test_what_is_not_finished_is_told_at_its_field_and_what_does_not_fit_is_shown(window: Window) -> None:
    page = window.go("card", *HEROES, n="0")
    taste = page.get_by_label("Taste")
    old = taste.input_value()
    taste.fill("99")
    page.get_by_text("it must be from 0 to 9").wait_for()
    assert page.locator(".stage.provisional .front").count() == 1
    assert page.locator(".bar-below .main").is_disabled()
    assert not window.axe() and not window.wide()
    taste.fill(old)
    page.get_by_label("Name", exact=True).fill("Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch")
    page.get_by_text("does not fit its place").first.wait_for()
    save(window)
    page.get_by_text("Saved.", exact=True).wait_for()
    page.get_by_text("A text does not fit; the picture shows as much of it").wait_for()
    page.locator(".stage.provisional .front .picture.there").wait_for()


def test_words_of_a_list_are_chips_and_one_that_is_unknown_is_told(window: Window) -> None:
    page = window.go("card", "go-joe", "joe-deck", n="1")
    words, chips = page.get_by_label("Skills"), page.get_by_role("listitem")
    words.fill("JUNGLE")
    words.press("Enter")
    page.get_by_text("1 field not saved yet.").wait_for()
    assert chips.filter(has_text="jungle").count() == 1 and words.input_value() == ""
    words.fill("stealth")
    words.press("Enter")
    page.get_by_text('has the unknown value "stealth"').wait_for()
    words.press("Backspace")
    page.get_by_role("button", name="Take out jungle").click()
    page.get_by_text("As it is saved.").wait_for()
    assert page.locator("datalist option[value=jungle]").count() == 1


def test_two_windows_at_one_card_lose_nothing(studio: StudioProcess) -> None:
    first, second = studio.window(), studio.window()
    for window, taste in ((first, "8"), (second, "3")):
        window.go("card", *HEROES, n="0")
        window.page.get_by_label("Taste").fill(taste)
        window.page.get_by_text("not saved yet").wait_for()
    second.page.get_by_label("Rule").fill("Whisk.")
    save(first)
    first.page.get_by_text("As it is saved.").wait_for()
    second.expects(409)
    save(second)
    both = second.page.get_by_role("dialog", name="Changed in two places")
    both.get_by_role("row", name="Taste 8 3").wait_for()
    both.get_by_role("button", name="Keep mine").click()
    second.page.get_by_text("As it is saved.").wait_for()
    text = (studio.game / "heroes.yaml").read_text(encoding="utf-8")
    assert "taste: 3" in text and "taste: 8" not in text and "Whisk." in text
    assert not second.axe()


def test_a_typo_in_a_file_is_shown_at_its_place_and_gone_once_it_is_mended(
    studio: StudioProcess, window: Window
) -> None:
    file = studio.game / "heroes.yaml"
    good = file.read_text(encoding="utf-8")
    file.write_text(good.replace("course:", "coarse:", 1), encoding="utf-8")
    page = window.go("file", *HEROES, file="heroes.yaml")
    page.get_by_text('unknown key "coarse"').wait_for()
    assert not window.axe() and not window.wide()
    page.get_by_text("Did you mean 'course'?").wait_for()
    page.get_by_label("The text of heroes.yaml").fill(good)
    page.get_by_text("No mistakes, not saved yet.").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("No mistakes.", exact=True).wait_for()
    assert file.read_text(encoding="utf-8") == good


def test_the_wall_follows_edits_and_tells_cards_apart_that_differ_in_a_list(
    studio: StudioProcess, window: Window
) -> None:
    page = window.go("deck", *HEROES)
    file = studio.game / "heroes.yaml"
    old = file.read_text(encoding="utf-8")
    file.write_text(old.replace("Pea Soup", "Bean Soup", 1), encoding="utf-8")
    page.get_by_text("Bean Soup").first.wait_for()
    # A mistake is told, and the last good cards stay.
    file.write_text(old.replace("taste:", "taste: [", 1), encoding="utf-8")
    page.get_by_text("heroes.yaml").first.wait_for()
    assert page.get_by_text("Bean Soup").count()
    game = (studio.game / "game.yaml").read_text(encoding="utf-8")
    steps = "    steps: {kind: list, optional: true, of: {word: text, times: integer}}\n"
    studio.write("kitchen-heroes/game.yaml", game.replace("  hero:\n", "  hero:\n" + steps))
    card = "- {name: %s, course: sweet, taste: 1, rule: Stir., steps: [{word: cut, times: %d}]}\n"
    studio.write("kitchen-heroes/heroes.yaml", card % ("One", 2) + card % ("Two", 7))
    # Cards that are chosen stay chosen when the files are read once more.
    for name in ("One", "Two"):
        page.get_by_label(f"Choose {name}", exact=True).check(force=True)
    page.get_by_role("button", name="Compare").click()
    box = page.get_by_role("dialog", name="One and Two")
    box.get_by_text("1 of 5 fields differ.").wait_for()
    assert box.locator("tr.differs").inner_text().split("\t") == ["Steps", "word: cut, times: 2", "word: cut, times: 7"]
