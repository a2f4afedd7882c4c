"""The trooper's room in a browser: from a photo to a printed card, by keyboard, with nothing lost on the way."""

import io
import re
from pathlib import Path

from opened import Opened, Window
from PIL import Image, ImageDraw
from playwright.sync_api import Page, Route, expect

DECK = ("trooper", "go-joe", "joe-deck")
READ = """async ([name, words]) => {
  const address = "/api/games/go-joe/desks/trooper/open?product=joe-deck";
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify({ name }) });
  return (await answer.text()).includes(words);
}"""
"""Whether the studio has read of a card what an editor has written."""


def said(page: Page, name: str, role: str) -> None:
    """Say who it is."""
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_text("G.I. Joes").click()
    page.get_by_label("Role", exact=True).fill(role)


def boxed(page: Page, *things: str) -> None:
    """Put things into the box, as the toy calls them."""
    for thing in things:
        page.get_by_role("combobox", name="What does the box say?").fill(thing)
        page.locator(".hits li").first.get_by_text(thing, exact=True).wait_for()
        page.keyboard.press("Enter")
        page.locator(".thing", has_text=thing).wait_for()


def photo() -> bytes:
    picture = Image.new("RGB", (1600, 1200), "#88aacc")
    ImageDraw.Draw(picture).ellipse((500, 200, 1100, 900), fill="#dd9955")
    held = io.BytesIO()
    picture.save(held, "JPEG")
    return held.getvalue()


def own(studio: Opened) -> Path:
    return studio.cards / "go-joe" / "joe-deck.yaml"


def test_from_a_photo_to_a_printed_card(studio: Opened) -> None:
    before = own(studio).read_text() if own(studio).exists() else ""
    page = (window := studio.window(1440, 900)).go(*DECK)
    said(page, "Rivet", "Bridge Builder")
    boxed(page, "XM-76", "katana")
    page.get_by_role("group", name="Firepower").get_by_text("grenade launcher").wait_for()
    page.locator("input[type=file]").set_input_files({"name": "me.jpg", "mimeType": "image/jpeg", "buffer": photo()})
    canvas = page.locator("dialog canvas")
    canvas.focus()
    for key in ("+", "+", ".", "ArrowLeft", "Shift+ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator("dialog output").nth(1)).to_have_text("+0.5°")
    assert window.axe() == []
    page.get_by_role("button", name="Put it on the card").click()
    page.locator(".photo .hint", has_text="is on the card").wait_for()
    page.get_by_role("button", name="Print now").click()
    link = page.get_by_role("link", name="open the PDF")
    link.wait_for(timeout=60_000)
    text = own(studio).read_text()
    assert text.startswith(before) and "art: pictures/rivet.jpg" in text and "accessories: [XM-76, katana]" in text
    with Image.open(own(studio).parent / "pictures" / "rivet.jpg") as saved:
        assert abs(saved.width / saved.height - 51.08 / 47.6) < 0.01 and saved.width > 800
    with page.expect_download() as kept:
        page.get_by_role("link", name="keep it").click()
    assert Path(kept.value.path()).read_bytes().startswith(b"%PDF")


def test_what_is_wrong_is_seen_without_scrolling(studio: Opened) -> None:
    page = studio.window(1440, 900).go(*DECK)
    said(page, "Wolfeschlegelsteinhausenbergerdorff von und zu Hohenzollern", "Pilot")
    page.locator(".trouble .hint").first.get_by_text("Shorten the text").wait_for()
    # In one look: the page may draw its findings anew between two.
    page.wait_for_function("""() => {
      const hint = document.querySelector(".trouble .hint")?.getBoundingClientRect();
      return hint?.height && hint.bottom <= innerHeight;
    }""")


def test_by_keyboard_alone(studio: Opened) -> None:
    page = studio.window().go(*DECK)
    assert page.evaluate("document.activeElement.placeholder") == "Rivet"
    page.keyboard.type("Kestrel")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("/")
    page.keyboard.type("wol")
    page.locator(".hits li").first.get_by_text("wolf", exact=True).wait_for()
    page.keyboard.press("Enter")
    animal = page.get_by_role("checkbox", name=re.compile("^animal companion"))
    expect(animal).to_be_checked()
    page.get_by_label("Role", exact=True).focus()
    page.keyboard.type("Scout")
    page.get_by_role("button", name="Tactics: one more").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Why Tactics is another number").focus()
    page.keyboard.type("Old hand")
    page.get_by_text("Ready to save.").wait_for()
    page.keyboard.press("Control+s")
    page.get_by_text("Saved.", exact=True).wait_for()
    assert "{stat: tac, amount: 1, reason: Old hand}" in own(studio).read_text()
    animal.focus()
    page.keyboard.press("Space")
    page.get_by_text("Changed, and not saved yet.").wait_for()
    expect(animal).not_to_be_checked()
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    page.get_by_text("Saved.", exact=True).wait_for()
    expect(animal).to_be_checked()


def test_what_an_editor_makes_of_a_card_shows_and_is_not_lost(studio: Opened) -> None:
    page = studio.window().go(*DECK)
    said(page, "Kestrel", "Scout")
    page.get_by_text("Ready to save.").wait_for()
    page.get_by_role("button", name="Save to my cards").click()
    page.get_by_text("Saved.", exact=True).wait_for()
    own(studio).write_text(own(studio).read_text().replace("role: Scout", "role: Spy  # since 1989"))
    expect(page.get_by_label("Role", exact=True)).to_have_value("Spy")
    page.get_by_label("Role", exact=True).fill("Sniper")
    own(studio).write_text(own(studio).read_text().replace("role: Spy", "role: Master Spy"))
    page.wait_for_function(READ, arg=["Kestrel", "Master Spy"])
    studio.windows[-1].expects(409, 422)
    page.get_by_role("button", name="Save the changes").click()
    page.get_by_role("button", name="Save mine in its place").click()
    page.get_by_text("Saved.", exact=True).wait_for()
    assert "role: Sniper  # since 1989" in own(studio).read_text()


def test_a_look_is_picked_from_thumbnails(window: Window) -> None:
    page = window.go(*DECK)
    page.get_by_role("tab", name="Scene").click()
    page.get_by_role("button", name="swamp", exact=True).click()
    page.get_by_role("button", name="Scene swamp: leave it open again").wait_for()
    page.get_by_role("button", name="Surprise me").click()
    page.get_by_role("button", name="Scene swamp: leave it open again").click()
    page.get_by_role("tab", name="Scene").press("ArrowLeft")
    page.get_by_label("Find a choice").fill("bow")
    assert page.locator(".tile:visible").count() < 12
    window.quiet()


def test_every_tick_is_seen_on_the_card_though_pictures_are_lost_on_their_way(studio: Opened) -> None:
    window = studio.window(1440, 900)
    window.expects(404)
    lost: set[str] = set()

    def once(route: Route) -> None:
        if (url := route.request.url) in lost:
            route.continue_()
        else:
            lost.add(url)
            route.fulfill(status=404)

    window.page.route("**/picture/*", once)
    page = window.go(*DECK)
    card = "() => [...document.querySelectorAll('.side .face')].map((one) => [one.wanted, one.shown, one.state])"
    seen: set[str] = set()
    for box in page.locator(".ticks input[type=checkbox]").all()[:16:4]:
        for _ in range(2):
            with page.expect_response("**/desks/trooper/draft?*") as answer:
                box.evaluate("(box) => box.click()")
            told = answer.value.json()["pictures"]
            wanted = [[told[side]["address"]] * 2 + ["there"] for side in ("front", "back")]
            page.wait_for_function(f"(wanted) => JSON.stringify(({card})()) === JSON.stringify(wanted)", arg=wanted)
            window.quiet()
            seen.add(told["front"]["address"])
    assert len(seen) > 3 and lost
    page.wait_for_function("() => !document.querySelector('.failed')")
