"""A photo of the figure in a browser: dropped and pasted as people do, and cropped with two fingers."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path

from opened import Opened, Window
from PIL import Image
from playwright.sync_api import Page, expect

_GIVEN = """([text, kind]) => {
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


def picture(color: str, *stripes: int) -> str:
    """A picture of a colour, with a black stripe at each of these heights."""
    held = io.BytesIO()
    made = Image.new("RGB", (900, 1200), color)
    for top in stripes:
        made.paste("#000000", (0, top, 900, top + 9))
    made.save(held, "PNG")
    return base64.b64encode(held.getvalue()).decode()


def room(window: Window) -> Page:
    page = window.go("trooper", "go-joe", "joe-deck")
    page.get_by_label("Name", exact=True).fill("Rivet")
    page.get_by_text("G.I. Joes").click()
    page.get_by_label("Role", exact=True).fill("Bridge Builder")
    return page


def saved(studio: Opened, page: Page) -> Image.Image:
    """The photo of the card, once it is saved."""
    page.get_by_role("button", name="Put it on the card").click()
    page.locator(".photo .hint", has_text="is on the card").wait_for()
    page.get_by_text("Ready to save.").wait_for()
    page.get_by_role("button", name="Save to my cards").click()
    page.get_by_text("Saved.", exact=True).wait_for()
    folder: Path = studio.cards / "go-joe" / "pictures"
    (file,) = folder.iterdir()
    with Image.open(file) as found:
        return found.convert("RGB")


def near(one: tuple[int, ...], other: tuple[int, int, int]) -> bool:
    return all(abs(a - b) < 16 for a, b in zip(one, other, strict=True))


def test_a_photo_is_dropped_on_the_page(studio: Opened) -> None:
    page = room(studio.window())
    assert page.evaluate(_GIVEN, [picture("#c83232"), "drop"]), "the page takes what is dragged over it"
    found = saved(studio, page)
    assert near(found.getpixel((found.width // 2, found.height // 2)), (200, 50, 50))


def test_a_photo_is_pasted_and_what_is_no_picture_is_not_taken(studio: Opened) -> None:
    page = room(studio.window())
    page.evaluate(_GIVEN, [base64.b64encode(b"soup").decode(), "paste"])
    page.get_by_text("This is no picture that a browser can read.").wait_for()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.evaluate(_GIVEN, [picture("#3264c8"), "paste"])
    page.get_by_role("dialog", name="Crop the photo").wait_for()
    found = saved(studio, page)
    assert near(found.getpixel((found.width // 2, found.height // 2)), (50, 100, 200))


def test_two_fingers_make_a_photo_larger_and_turn_it_and_one_moves_it(studio: Opened) -> None:
    page = room(studio.window(412, 860))
    page.evaluate(_GIVEN, [picture("#32a050", *range(0, 1200, 97)), "drop"])
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
    assert saved(studio, page).width >= 300
