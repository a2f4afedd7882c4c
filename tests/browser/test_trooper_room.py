"""The trooper's room: from the photo of a figure to the sheet that the printer gets, with nothing lost on the way."""

import base64
import io
import re
from collections.abc import Iterable
from pathlib import Path

import pdfplumber
from PIL import Image, ImageDraw
from playwright.sync_api import Page, Route, expect
from studio_process import StudioProcess, Window

DECK = ("trooper", "go-joe", "joe-deck")
MM = 72 / 25.4
GPS = 0x8825
READ = """async ([name, words]) => {
  const address = "/api/games/go-joe/desks/trooper/open?product=joe-deck";
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify({ name }) });
  return (await answer.text()).includes(words);
}"""
"""Whether the studio has read of a card what an editor has written."""

GIVE = """([text, kind]) => {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const given = new DataTransfer();
  given.items.add(new File([bytes], "me.png", { type: "image/png" }));
  if (kind === "paste") {
    return document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: given, bubbles: true }));
  }
  const drop = (name) => new DragEvent(name, { dataTransfer: given, bubbles: true, cancelable: true });
  const over = drop("dragover");
  document.body.dispatchEvent(over);
  document.body.dispatchEvent(drop("drop"));
  return over.defaultPrevented;
}"""
"""Gives the page a picture as a browser does when somebody drops one on it, or pastes it."""


def say_who(page: Page, name: str, role: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_text("G.I. Joes").click()
    page.get_by_label("Role", exact=True).fill(role)


def photo() -> bytes:
    """A figure on a table, as a telephone takes it: askew, sideways, and with the place where it was."""
    picture = Image.new("RGB", (1200, 1600), "#7d8a96")
    pen = ImageDraw.Draw(picture)
    pen.ellipse((450, 200, 750, 560), fill="#d8a47f")
    pen.rectangle((380, 560, 820, 1300), fill="#3c4a1e")
    exif = Image.Exif()
    exif[0x0110] = "Telephone 9"
    exif.get_ifd(GPS)[1] = "N"
    out = io.BytesIO()
    picture.rotate(4, fillcolor="#7d8a96").save(out, "JPEG", exif=exif)
    return out.getvalue()


def stripes(color: str) -> str:
    """A picture of a colour with black stripes across, in base 64."""
    out = io.BytesIO()
    picture = Image.new("RGB", (900, 1200), color)
    for top in range(0, 1200, 97):
        picture.paste("#000000", (0, top, 900, top + 9))
    picture.save(out, "PNG")
    return base64.b64encode(out.getvalue()).decode()


def own(studio: StudioProcess) -> Path:
    return studio.cards / "go-joe" / "joe-deck.yaml"


def saved_photo(studio: StudioProcess) -> Image.Image:
    """The photo that lies beside the user's own cards."""
    (file,) = (own(studio).parent / "pictures").iterdir()
    with Image.open(file) as picture:
        assert not picture.getexif(), "what the camera noted is nobody's business"
        return picture.convert("RGB")


def ends(places: Iterable[float]) -> tuple[float, float]:
    """The first and the last of some places in points, in mm."""
    in_order = sorted(places)
    return round(in_order[0] / MM, 2), round(in_order[-1] / MM, 2)


def test_a_trooper_from_its_photo_to_its_sheet(studio: StudioProcess, big_window: Window) -> None:
    window = big_window
    page = window.go(*DECK)
    before = own(studio).read_text(encoding="utf-8")
    page.get_by_role("textbox", name="Name", exact=True).fill("Driftwood")
    page.get_by_role("radio", name="Night Force").check(force=True)
    page.get_by_role("textbox", name="Role").fill("Tracker")
    # What is pasted and no picture is not taken; a picture is.
    page.evaluate(GIVE, [base64.b64encode(b"soup").decode(), "paste"])
    page.get_by_text("This is no picture that a browser can read.").wait_for()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.evaluate(GIVE, [stripes("#3264c8"), "paste"])
    dialog = page.get_by_role("dialog", name="Crop the photo")
    dialog.wait_for()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    # The photo: cropped and straightened by keyboard, put on the card.
    page.get_by_label("Photo of the figure").set_input_files(
        {"name": "IMG_1.JPG", "mimeType": "image/jpeg", "buffer": photo()}
    )
    dialog.get_by_label("Straighten").fill("4")
    for key in ("+", ".", "ArrowUp", "Shift+ArrowLeft"):
        dialog.get_by_role("img").press(key)
    expect(dialog.locator("output").nth(1)).to_have_text("+4.5°")
    assert window.axe() == []
    dialog.get_by_role("button", name="Put it on the card").click()
    page.get_by_text("is on the card. Drop another").wait_for()
    # What the box says: numbers follow at once.
    box = page.get_by_role("combobox", name=re.compile("What does the box say"))
    numbers = page.get_by_role("complementary", name="The card so far").get_by_role("group")
    first = numbers.locator("output").all_inner_texts()
    for thing in ("XM-76", "katana", "wolf"):
        box.fill(thing)
        page.get_by_role("listbox", name="What it means").get_by_role("option").first.wait_for()
        box.press("Enter")
        page.get_by_role("listitem").filter(has_text=re.compile(thing, re.IGNORECASE)).first.wait_for()
    page.get_by_role("group", name="Firepower").get_by_text("grenade launcher").wait_for()
    page.get_by_role("checkbox", name=re.compile("^animal companion")).and_(page.locator(":checked")).wait_for()
    window.quiet()
    numbers_now = numbers.locator("output").all_inner_texts()
    assert numbers_now != first and all(int(number) >= 0 for number in numbers_now)
    page.get_by_role("status").get_by_text("Ready to save.").wait_for()

    # Saved to the user's own cards, where what stood there stays as it was, and printed.
    page.get_by_role("button", name="Print now").click()
    link = page.get_by_role("link", name="open the PDF")
    link.wait_for()
    text = own(studio).read_text(encoding="utf-8")
    assert text.startswith(before)
    assert "art: pictures/driftwood.jpg" in text and "accessories: [XM-76, katana, wolf]" in text
    picture = saved_photo(studio)
    assert abs(picture.width / picture.height - 51.08 / 47.6) < 0.01 and picture.width > 800
    with page.expect_download() as download:
        page.get_by_role("link", name="keep it").click()
    data = Path(download.value.path()).read_bytes()
    assert window.context.request.get(studio.address + str(link.get_attribute("href"))).body() == data
    assert_printed(data)


def assert_printed(data: bytes) -> None:
    """A PDF has the card of a trooper with a photo, at its true size."""
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        front = pdf.pages[0]
        assert (float(front.width), float(front.height)) == (612, 792)
        words = front.extract_text()
        assert "Driftwood" in words and "TRACKER" in words.upper()
        # The marks at which it is cut are a poker card apart, and the ruler says that nothing was scaled.
        lines = [*front.lines, *front.curves]
        upright = [line for line in lines if line["width"] < 0.6]
        flat = [line for line in lines if line["height"] < 0.6 and line["x1"] < 14 * MM]
        left, right = ends(line["x0"] for line in upright if line["height"] < 6 * MM)
        top, bottom = ends(line["top"] for line in flat if line["width"] < 6 * MM)
        assert (right - left, bottom - top) == (63.5, 88.9)
        assert any(abs(line["height"] - 100 * MM) < 0.03 for line in upright)
        # The photo fills the window of the card, to its bleed and no further.
        (picture,) = [image for image in front.images if image["width"] > 30 * MM]
        assert left + 12 < picture["x0"] / MM and right < picture["x1"] / MM < right + 3.3
        assert top < picture["top"] / MM and picture["bottom"] / MM < bottom


def test_two_fingers_make_a_photo_larger_and_turn_it_and_one_moves_it(studio: StudioProcess) -> None:
    page = studio.window(412, 860).go(*DECK)
    say_who(page, "Rivet", "Bridge Builder")
    assert page.evaluate(GIVE, [stripes("#32a050"), "drop"]), "the page takes what is dragged over it"
    canvas = page.locator("dialog canvas")
    canvas.wait_for()
    size, turn = page.locator("dialog output").all()
    expect(size).to_have_text("100 %")
    box = canvas.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": at[0], "y": at[1], "id": n} for n, at in enumerate(points)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", (x - 30, y), (x + 30, y))
    for step in range(1, 7):
        touch("touchMove", (x - 30 - 5 * step, y), (x + 30 + 5 * step, y + 2 * step))
    touch("touchEnd")
    # Two fingers at twice the distance make it twice as large; before the last step it is less.
    expect(size).to_have_text(re.compile(r"^20\d %$"))
    expect(turn).to_have_text(re.compile(r"^\+[56]\.\d°$"))
    larger = size.inner_text()
    before = page.evaluate("document.querySelector('dialog canvas').toDataURL()")
    touch("touchStart", (x, y))
    for step in range(1, 5):
        touch("touchMove", (x, y + 12 * step))
    touch("touchEnd")
    page.wait_for_function("(before) => document.querySelector('dialog canvas').toDataURL() !== before", arg=before)
    assert size.inner_text() == larger, "one finger moves it, and no more"
    page.get_by_role("button", name="Put it on the card").click()
    page.locator(".photo .hint", has_text="is on the card").wait_for()
    page.get_by_text("Ready to save.").wait_for()
    page.get_by_role("button", name="Save to my cards").click()
    page.get_by_text("Saved.", exact=True).wait_for()
    picture = saved_photo(studio)
    greens = sum(count for count, (red, green, blue) in picture.getcolors(1 << 24) or () if green > red + 60 > blue)
    assert picture.width >= 300 and greens > picture.width * picture.height / 2


def test_by_keyboard_alone_and_beside_an_editor(studio: StudioProcess, window: Window) -> None:
    page = window.go(*DECK)
    assert window.focus() == "input Name", "who comes to design a card begins with its name"
    page.keyboard.type("Kestrel")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("/")
    page.keyboard.type("wol")
    page.locator(".hits li").first.get_by_text("wolf", exact=True).wait_for()
    page.keyboard.press("Enter")
    animal = page.get_by_role("checkbox", name=re.compile("^animal companion"))
    expect(animal).to_be_checked()
    role = page.get_by_label("Role", exact=True)
    role.focus()
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
    # What an editor makes of the card shows, and is not lost.
    own(studio).write_text(own(studio).read_text().replace("role: Scout", "role: Spy  # since 1989"))
    expect(role).to_have_value("Spy")
    role.fill("Sniper")
    own(studio).write_text(own(studio).read_text().replace("role: Spy", "role: Master Spy"))
    page.wait_for_function(READ, arg=["Kestrel", "Master Spy"])
    window.expects(409, 422)
    page.get_by_role("button", name="Save the changes").click()
    page.get_by_role("button", name="Save mine in its place").click()
    page.get_by_text("Saved.", exact=True).wait_for()
    assert "role: Sniper  # since 1989" in own(studio).read_text()


def test_a_look_is_picked_and_what_is_wrong_is_seen_without_scrolling(big_window: Window) -> None:
    page = big_window.go(*DECK)
    page.get_by_role("tab", name="Scene").click()
    page.get_by_role("button", name="swamp", exact=True).click()
    page.get_by_role("button", name="Scene swamp: leave it open again").wait_for()
    page.get_by_role("button", name="Surprise me").click()
    page.get_by_role("button", name="Scene swamp: leave it open again").click()
    page.get_by_role("tab", name="Scene").press("ArrowLeft")
    page.get_by_label("Find a choice").fill("bow")
    assert page.locator(".tile:visible").count() < 12
    say_who(page, "Wolfeschlegelsteinhausenbergerdorff von und zu Hohenzollern", "Pilot")
    page.locator(".trouble .hint").first.get_by_text("Shorten the text").wait_for()
    # In one look: the page may draw its findings anew between two.
    page.wait_for_function("""() => {
      const hint = document.querySelector(".trouble .hint")?.getBoundingClientRect();
      return hint?.height && hint.bottom <= innerHeight;
    }""")


def test_every_tick_is_seen_on_the_card_though_pictures_are_lost_on_their_way(big_window: Window) -> None:
    window = big_window
    window.expects(404)
    lost: set[str] = set()

    def lose_once(route: Route) -> None:
        if (url := route.request.url) in lost:
            route.continue_()
        else:
            lost.add(url)
            route.fulfill(status=404)

    window.page.route("**/picture/*", lose_once)
    page = window.go(*DECK)
    card = "() => [...document.querySelectorAll('.side .face')].map((one) => [one.wanted, one.shown, one.state])"
    seen: set[str] = set()
    for box in page.locator(".ticks input[type=checkbox]").all()[:16:4]:
        for _ in range(2):
            with page.expect_response("**/desks/trooper/draft?*") as answer:
                box.evaluate("(box) => box.click()")
            pictures = answer.value.json()["pictures"]
            wanted = [[pictures[side]["address"]] * 2 + ["there"] for side in ("front", "back")]
            page.wait_for_function(f"(wanted) => JSON.stringify(({card})()) === JSON.stringify(wanted)", arg=wanted)
            window.quiet()
            seen.add(pictures["front"]["address"])
    assert len(seen) > 3 and lost
    page.wait_for_function("() => !document.querySelector('.failed')")
