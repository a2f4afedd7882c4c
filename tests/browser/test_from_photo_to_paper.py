"""A trooper is made from the figure in one's hand: from its photo to the sheet that the printer gets."""

import io
import re
from collections.abc import Iterable

import pdfplumber
from opened import Opened, Window
from PIL import Image, ImageDraw

MM = 72 / 25.4
GPS = 0x8825


def photo() -> bytes:
    """A figure on a table, as a telephone takes it: askew, sideways, and with the place where it was."""
    picture = Image.new("RGB", (1200, 1600), "#7d8a96")
    pen = ImageDraw.Draw(picture)
    pen.ellipse((450, 200, 750, 560), fill="#d8a47f")
    pen.rectangle((380, 560, 820, 1300), fill="#3c4a1e")
    pen.line((0, 1380, 1200, 1300), fill="#4a3a2a", width=60)
    exif = Image.Exif()
    exif[0x0110] = "Telephone 9"
    exif.get_ifd(GPS)[1] = "N"
    out = io.BytesIO()
    picture.rotate(4, fillcolor="#7d8a96").save(out, "JPEG", exif=exif)
    return out.getvalue()


def test_a_trooper_from_its_photo_to_its_sheet(studio: Opened, window: Window) -> None:
    page = window.go("trooper", "go-joe", "joe-deck")
    page.get_by_role("textbox", name="Name", exact=True).fill("Driftwood")
    page.get_by_role("radio", name="Night Force").check(force=True)
    page.get_by_role("textbox", name="Role").fill("Tracker")
    # The photo: cropped and straightened by keyboard, put on the card.
    page.get_by_label("Photo of the figure").set_input_files(
        {"name": "IMG_1.JPG", "mimeType": "image/jpeg", "buffer": photo()}
    )
    dialog = page.get_by_role("dialog", name="Crop the photo")
    dialog.get_by_label("Straighten").fill("4")
    dialog.get_by_role("img").press("+")
    dialog.get_by_role("img").press("ArrowUp")
    dialog.get_by_role("button", name="Put it on the card").click()
    page.get_by_text("is on the card. Drop another").wait_for()
    # What the box says: numbers follow at once.
    box = page.get_by_role("combobox", name=re.compile("What does the box say"))
    numbers = page.get_by_role("complementary", name="The card so far").get_by_role("group")
    before = numbers.locator("output").all_inner_texts()
    for thing in ("XM-76", "katana", "wolf"):
        box.fill(thing)
        page.get_by_role("listbox", name="What it means").get_by_role("option").first.wait_for()
        box.press("Enter")
        page.get_by_role("listitem").filter(has_text=re.compile(thing, re.IGNORECASE)).first.wait_for()
    page.get_by_role("checkbox", name=re.compile("^animal companion")).and_(page.locator(":checked")).wait_for()
    window.quiet()
    after = numbers.locator("output").all_inner_texts()
    assert after != before and all(int(number) >= 0 for number in after)
    page.get_by_role("status").get_by_text("Ready to save.").wait_for()

    # Saved to the user's own cards: what stood there stays as it was, with its comments.
    own = studio.cards / "go-joe" / "joe-deck.yaml"
    old = own.read_text(encoding="utf-8")
    page.keyboard.press("Control+s")
    page.get_by_text("Saved.", exact=True).wait_for()
    new = own.read_text(encoding="utf-8")
    assert new.startswith(old) and "Driftwood" in new
    (kept,) = [path for path in studio.cards.rglob("*") if path.suffix in (".jpg", ".png")]
    with Image.open(kept) as picture:
        assert not picture.getexif(), "what the camera noted is nobody's business"

    # Printed.
    page.get_by_role("button", name="Print now").click()
    link = page.get_by_role("link", name="open the PDF")
    link.wait_for()
    data = window.context.request.get(studio.address + str(link.get_attribute("href"))).body()
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        front = pdf.pages[0]
        assert (float(front.width), float(front.height)) == (612, 792)
        words = front.extract_text()
        assert "Driftwood" in words and "TRACKER" in words.upper()
        # The marks at which it is cut are a poker card apart, and the ruler says that nothing was scaled.
        lines = [*front.lines, *front.curves]
        upright = [one for one in lines if one["width"] < 0.6]
        flat = [one for one in lines if one["height"] < 0.6 and one["x1"] < 14 * MM]
        left, right = edges(one["x0"] for one in upright if one["height"] < 6 * MM)
        top, bottom = edges(one["top"] for one in flat if one["width"] < 6 * MM)
        assert (right - left, bottom - top) == (63.5, 88.9)
        assert any(abs(one["height"] - 100 * MM) < 0.03 for one in upright)
        # The photo fills the window of the card, to its bleed and no further.
        (picture,) = [one for one in front.images if one["width"] > 30 * MM]
        assert left + 12 < picture["x0"] / MM and right < picture["x1"] / MM < right + 3.3
        assert top < picture["top"] / MM and picture["bottom"] / MM < bottom


def edges(places: Iterable[float]) -> tuple[float, float]:
    """The first and the last of some places, in mm."""
    found = sorted(places)
    return round(found[0] / MM, 2), round(found[-1] / MM, 2)
