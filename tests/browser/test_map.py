"""The map room in a browser: spaces locked by click and by key, the rest rolled again, and a link that is a board."""

import os
import re
import shlex
import subprocess
import sys

from playwright.sync_api import Locator, Page, expect
from studio_process import ROOT, StudioProcess, Window


def space(page: Page, name: str, says: str = "") -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}, {says}"))


def wait_for_board(page: Page) -> None:
    """Wait until the board is the one that was asked for."""
    page.locator('.map-board[aria-busy="false"]').wait_for()


def contents(page: Page) -> list[str]:
    """What all spaces hold, as who cannot see the board hears it."""
    return [str(text) for text in page.locator(".spaces .space").evaluate_all("all => all.map((one) => one.ariaLabel)")]


def test_four_locked_spaces_stay_when_the_rest_is_rolled_and_a_link_is_the_board(window: Window) -> None:
    page = window.go("map", "go-joe", "board-poster", seed="7")
    wait_for_board(page)
    first = contents(page)
    # What lies there is locked by a click; nothing changes for it.
    space(page, "D4").click()
    wait_for_board(page)
    page.get_by_role("button", name=re.compile(r"^D4 \w+ unlock")).wait_for()
    assert [text.replace(", locked", "") for text in contents(page)] == first
    # A terrain is painted by a click, and by its letter where the keyboard is.
    page.get_by_role("radio", name=re.compile("^Jungle")).check(force=True)
    space(page, "C4").click()
    expect(space(page, "C4", "Jungle, locked")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("s")
    expect(space(page, "C5", "Swamp, locked")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(space(page, "D5", r"\w+, locked")).to_be_visible()
    locked = {text for text in contents(page) if text.endswith("locked")}
    assert len(locked) == 4
    page.keyboard.press("r")
    page.wait_for_url(re.compile(r"seed=(?!7&)"))
    wait_for_board(page)
    again = contents(page)
    assert {text for text in again if text.endswith("locked")} == locked and again != first
    # Another window that opens the link has the board.
    address = page.url
    assert re.search(r"lock=D4:[a-z]+,C4:jungle,C5:swamp,D5:[a-z]+", address)
    page.goto("about:blank")
    page.goto(address)
    window.settle("map")
    wait_for_board(page)
    assert contents(page) == again
    # All of it can be undone, step by step, within one visit.
    page.get_by_role("button", name="Unlock all").click()
    expect(page.get_by_text("Nothing yet: all of it is rolled.")).to_be_visible()
    page.keyboard.press("Control+z")
    wait_for_board(page)
    assert contents(page) == again
    page.keyboard.press("Control+Shift+z")
    expect(page.get_by_text("Nothing yet: all of it is rolled.")).to_be_visible()


def test_hexes_are_painted_and_what_cannot_be_is_told(window: Window) -> None:
    page = window.go("map", "micro-forces", "board-poster", seed="4", lock="F6:floor+command-tower")
    expect(space(page, "F6", "Building, Command tower, locked")).to_be_visible()
    page.get_by_role("radio", name=re.compile("^Water")).check(force=True)
    space(page, "I4").click()
    expect(space(page, "I4", "Water")).to_be_visible()
    # A ring of open air leaves a hex of water no edge of its own.
    ring = ",".join(f"{name}:air" for name in ("G5", "H5", "H6", "G7", "F6", "F5"))
    window.expects(422)
    page = window.go("map", "micro-forces", "board-poster", seed="4", lock=f"{ring},G6:water")
    expect(page.get_by_text("no board of seed 4 has all that is locked")).to_be_visible()


def test_a_wall_of_twelve_leads_to_a_board(window: Window) -> None:
    page = window.go("map", "go-joe", "board-poster", seed="3")
    boards = page.locator(".small-board")
    expect(boards).to_have_count(12)
    page.locator(".small-board.best").first.click()
    page.wait_for_url(re.compile("seed="))
    best = page.locator(".small-board.best").first
    expect(best).to_have_attribute("aria-pressed", "true")
    total = best.locator("strong").inner_text().split()[-1]
    expect(page.locator(".total strong")).to_have_text(total)


def test_a_board_of_a_kit_is_printed_and_saved_among_ones_own(studio: StudioProcess, window: Window) -> None:
    page = window.go("map", "go-joe", "board-poster", seed="7", lock="C4:jungle")
    page.get_by_role("radio", name="Map sheet").check(force=True)
    page.get_by_role("button", name="Print", exact=True).click()
    page.get_by_role("link", name="open the PDF").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="keep it").click()
    assert download.value.path().read_bytes().startswith(b"%PDF")
    page.get_by_role("button", name="Save its data").click()
    page.locator(".entry", has_text="cells").wait_for()
    entry = page.get_by_label("The entry").inner_text()
    assert entry.startswith("- name: My board") and entry.count("\n    - ") == 8
    name = page.get_by_label("Name", exact=True)
    name.fill("Füße am Fluß")
    name.press("Tab")
    page.locator(".entry", has_text="Füße am Fluß").wait_for()
    page.get_by_role("button", name="Save to main.yaml").click()
    page.get_by_text("Saved to my-cards/go-joe/boards/main.yaml.").wait_for()
    assert not window.axe()
    # The command that the page shows prints it.
    command = page.get_by_label("The command").inner_text()
    assert command == "printgen board go-joe/map-sheets --paper=letter '--by-hand=Füße am Fluß'"
    printed = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)], cwd=studio.folder, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (studio.folder / "output" / "go-joe" / "Füße am Fluß.pdf").is_file() and ": 1 page" in printed.stdout


def test_what_a_games_recipe_locks_is_let_go_and_a_board_is_saved_beside_the_game(
    studio: StudioProcess, window: Window
) -> None:
    game = studio.folder / "garden"
    text = (game / "game.yaml").read_text(encoding="utf-8")
    page = window.go("map", "garden", "board", seed="5")
    studio.write("garden/game.yaml", text.replace("titled: false}", "titled: false, locked: {C4: pond}}", 1))
    expect(space(page, "C4", "Pond, locked by the game")).to_be_visible()
    space(page, "C4").click()
    page.get_by_role("button", name="C4 let go").wait_for()
    wait_for_board(page)
    expect(page).to_have_url(re.compile("unlock=C4"))
    # A paint takes its place, and without it what the game says is there again.
    page.get_by_role("radio", name=re.compile("^Orchard")).check(force=True)
    space(page, "C4").click()
    expect(space(page, "C4", "Orchard, locked")).to_be_visible()
    page.get_by_role("button", name=re.compile("^C4 Orchard unlock")).click()
    page.get_by_role("button", name="C4 let go").click()
    expect(space(page, "C4", "Pond, locked by the game")).to_be_visible()
    page.get_by_role("button", name="Save its data").click()
    page.get_by_label("Name", exact=True).fill("Two ponds")
    page.get_by_label("Name", exact=True).press("Tab")
    page.locator(".entry", has_text="Two ponds").wait_for()
    page.get_by_role("button", name="Save to board-boards.yaml").click()
    page.get_by_text(re.compile(r"^Saved to .*garden/board-boards\.yaml\.$")).wait_for()
    lines = page.get_by_label("Lines for game.yaml").inner_text()
    assert "options: {boards: board-boards.yaml, by-hand: Two ponds}" in lines
    entry = (game / "board-boards.yaml").read_text(encoding="utf-8")
    assert entry.startswith("- name: Two ponds") and len(entry.splitlines()) == 9
