"""The print room: what is ticked is counted, shown page by page, printed by the command that is shown, and kept."""

from __future__ import annotations

from pathlib import Path

import pikepdf
from playwright.sync_api import Page, Route, expect
from studio_process import StudioProcess, Window

ADDRESS = "print", "kitchen-heroes", "heroes"


def wait_for(page: Page, words: str) -> None:
    expect(page.get_by_role("button", name=words, exact=True)).to_be_enabled()


def test_cards_are_ticked_counted_printed_and_saved(studio: StudioProcess, big_window: Window, tmp_path: Path) -> None:
    page = big_window.go(*ADDRESS)
    wait_for(page, "Print 1 sheet")
    page.get_by_role("button", name="3 cards of Heroes").click()
    expect(page.get_by_role("checkbox", name="Sunday Roast")).to_be_checked()
    page.get_by_role("checkbox", name="Sunday Roast").uncheck()
    page.get_by_role("button", name="More: Copies of Pea Soup").click()
    expect(page.get_by_text("Page 1 of 2")).to_be_visible()
    page.get_by_role("combobox", name="Paper").select_option("a4")
    page.get_by_role("checkbox", name="All in one PDF").check()
    expect(page.locator(".sums")).to_contain_text("a4")
    wait_for(page, "Print 1 sheet")
    page.get_by_role("button", name="Print 1 sheet").click()
    page.get_by_text("Printed.").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save print.pdf").click()
    download.value.save_as(tmp_path / "print.pdf")
    with pikepdf.open(tmp_path / "print.pdf") as pdf:
        assert len(pdf.pages) == 2 and round(float(pdf.pages[0].MediaBox[2])) == 595
    assert (studio.folder / "output" / "print.pdf").read_bytes() == (tmp_path / "print.pdf").read_bytes()
    expect(page.locator(".sums .news")).to_have_text("All of it was printed before as it is.")
    # The address says what is ticked, so that a link is an order.
    address = page.evaluate("location.hash")
    page.goto("about:blank")
    page.goto(f"{big_window.address}/{address}")
    expect(page.get_by_role("checkbox", name="Pea Soup")).to_be_checked()
    expect(page.get_by_role("spinbutton", name="Copies of Pea Soup")).to_have_value("3")


def test_the_keyboard_turns_pages_and_prints_and_only_what_is_new_is_printed_again(
    studio: StudioProcess, big_window: Window
) -> None:
    page = big_window.go(*ADDRESS)
    wait_for(page, "Print 1 sheet")
    page.locator("#room").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Page 2 of 2")).to_be_visible()
    page.keyboard.press("Control+Enter")
    page.get_by_text("Printed.").wait_for()
    page.get_by_role("checkbox", name="Only what is new").check()
    expect(page.locator(".sums .news")).to_have_text("Nothing is new since it was printed last.")
    text = (studio.game / "heroes.yaml").read_text(encoding="utf-8")
    (studio.game / "heroes.yaml").write_text(text.replace("name: Pea Soup", "name: Cold Pea Soup"), encoding="utf-8")
    expect(page.locator(".sums .news")).to_have_text("New since it was printed last: Cold Pea Soup.")


def test_a_long_print_is_stopped_and_many_games_leave_room_for_what_is_ticked(
    studio: StudioProcess, window: Window
) -> None:
    page = window.go("print", "micro-forces", "character-cards", format="png")
    expect(page.locator(".go")).to_be_enabled()
    page.locator(".go").click()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Stopped. Earlier files are as they were.").wait_for()
    assert not [path for path in (studio.folder / "output").rglob("*") if path.suffix == ".png"]

    def add_games(route: Route) -> None:
        answer = route.fetch()
        games = answer.json()["games"]
        more = [{**games[0], "name": f"shed-{n}", "title": f"Shed {n}"} for n in range(12)]
        route.fulfill(response=answer, json={"games": [*games, *more]})

    page.route("**/api/shelf", add_games)
    page.goto("about:blank")
    page = window.go(*ADDRESS)
    names = page.get_by_role("group", name="Games")
    box = names.bounding_box()
    assert box is not None and box["height"] < 140
    page.get_by_label("Search the games").fill("garden")
    expect(names.get_by_role("button")).to_have_text(["Kitchen Heroes", "Garden"])
    names.get_by_role("button", name="Garden").click()
    expect(names.get_by_role("button", name="Garden")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("checkbox", name="Garden plans").check()
    expect(page.get_by_role("checkbox", name="Garden plans")).to_be_checked()
    assert window.wide() == []
