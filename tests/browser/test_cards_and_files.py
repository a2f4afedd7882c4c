"""In a real browser: a card of any game is changed, in two windows too, and a slip in a file is shown and mended."""

from __future__ import annotations

from opened import Opened, Window


def save(window: Window) -> None:
    window.page.locator(".bar-below .main").click()


def test_a_card_changes_as_somebody_types_and_is_saved_by_keyboard_alone(studio: Opened, window: Window) -> None:
    page = window.go("card", "kitchen-heroes", "heroes", n="1")
    before = (studio.game / "heroes.yaml").read_text(encoding="utf-8")
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
    after = (studio.game / "heroes.yaml").read_text(encoding="utf-8")
    assert after == before.replace(old, "<script>alert(1)</script>", 1)
    page.get_by_role("button", name="Undo saving").click()
    page.get_by_role("heading", name=old).wait_for()
    assert (studio.game / "heroes.yaml").read_text(encoding="utf-8") == before


def test_two_windows_at_one_card_lose_nothing(studio: Opened) -> None:
    first, second = studio.window(), studio.window()
    for window, taste in ((first, "8"), (second, "3")):
        window.go("card", "kitchen-heroes", "heroes", n="0")
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


def test_what_is_not_finished_is_told_at_its_field_and_the_picture_stays(window: Window) -> None:
    page = window.go("card", "kitchen-heroes", "heroes", n="0")
    page.get_by_label("Taste").fill("99")
    page.get_by_text("it must be from 0 to 9").wait_for()
    assert page.locator(".stage.provisional .front").count() == 1
    assert page.locator(".bar-below .main").is_disabled()
    assert not window.axe() and not window.wide()


def test_a_card_that_was_saved_and_does_not_fit_shows_what_there_is_room_for(window: Window) -> None:
    page = window.go("card", "kitchen-heroes", "heroes", n="0")
    page.get_by_label("Name", exact=True).fill("Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch")
    page.get_by_text("does not fit its place").first.wait_for()
    save(window)
    page.get_by_text("Saved.", exact=True).wait_for()
    page.get_by_text("A text does not fit; the picture shows as much of it").wait_for()
    page.locator(".stage.provisional .front .picture.there").wait_for()


def test_a_typo_in_a_file_is_shown_and_mended_at_a_click(studio: Opened, window: Window) -> None:
    file = studio.game / "heroes.yaml"
    good = file.read_text(encoding="utf-8")
    file.write_text(good.replace("course:", "coarse:", 1), encoding="utf-8")
    page = window.go("file", "kitchen-heroes", "heroes", file="heroes.yaml")
    page.get_by_text('unknown key "coarse"').wait_for()
    assert not window.axe() and not window.wide()
    page.get_by_role("button", name="Write course").click()
    page.get_by_text("No mistakes, not saved yet.").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("No mistakes.", exact=True).wait_for()
    assert file.read_text(encoding="utf-8") == good


def test_edits_outside_appear_at_once(studio: Opened, window: Window) -> None:
    page = window.go("card", "kitchen-heroes", "heroes", n="0")
    file = studio.game / "heroes.yaml"
    old = page.get_by_label("Name", exact=True).input_value()
    file.write_text(file.read_text(encoding="utf-8").replace(old, "From outside", 1), encoding="utf-8")
    page.get_by_role("heading", name="From outside").wait_for()
