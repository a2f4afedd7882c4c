"""What a PDF says of itself: metadata, language, labels, colours and black ink, read back by real readers."""

import io
import re
from typing import Any
from xml.etree import ElementTree

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from PIL import Image as Pictures
from PIL import ImageCms

from printgen.base.units import Box
from printgen.drawing.model import Drawing, Item, Path, Rect, Stroke, Text
from printgen.drawing.outlines import circle
from printgen.writers import WRITERS
from printgen.writers.page import Info, Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pdf_press import own_profile
from printgen.writers.pictures import write_svg

INFO = Info("Soup & <Spoons>", "A. Cook", "Notice", ("cards", "soup"), "printgen 9", "CC-BY", "long", "de-AT")


def page(*items: Item, **more: Any) -> Page:
    return Page(Drawing(200, 100, items), **more)


def opened(pages: list[Page], info: Info = INFO) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(write_pdf(pages, info)))


def test_xmp_says_what_the_information_says_without_a_date() -> None:
    with opened([page()]).open_metadata() as told:
        assert (told["dc:title"], told["dc:creator"], told["pdf:Producer"]) == (INFO.title, ["A. Cook"], "printgen")
        assert (told["dc:language"], told["dc:rights"]) == ({"de-AT"}, "CC-BY")
        assert (told["xmp:CreatorTool"], told["pdf:Keywords"]) == ("printgen 9", "cards, soup")
        assert not any("Date" in key for key in told)
    # Programs that know nothing of PDF look for it as it stands.
    (packet,) = re.findall(rb"<x:xmpmeta.*?</x:xmpmeta>", write_pdf([page()], INFO), re.DOTALL)
    assert INFO.title in "".join(ElementTree.fromstring(packet).itertext())


def test_metadata_takes_any_letters() -> None:
    odd = Info(title="漢 \x0b ]]> &amp;", author="Ø")
    with opened([page()], odd).open_metadata() as told:
        assert told["dc:title"] == "漢 \ufffd ]]> &amp;"


def test_the_catalog_names_language_labels_and_title() -> None:
    pdf = opened([page(label="1"), page(label="1 back"), page()])
    assert str(pdf.Root.Lang) == "de-AT" and bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
    document = pypdfium2.PdfDocument(write_pdf([page(label="1"), page(label="1 back"), page()]))
    assert [document.get_page_label(i) for i in range(3)] == ["1", "1 back", "3"]


def test_colours_are_said_to_be_srgb_by_a_profile_that_is() -> None:
    pdf = opened([page()])
    (intent,) = pdf.Root.OutputIntents
    data = intent.DestOutputProfile.read_bytes()
    assert data == own_profile("srgb") and str(intent.OutputConditionIdentifier) == "sRGB IEC61966-2.1"
    ours = ImageCms.ImageCmsProfile(io.BytesIO(data))
    colors = Pictures.new("RGB", (16, 16))
    colors.putdata([(i, 255 - i, (7 * i) % 256) for i in range(256)])
    same = ImageCms.profileToProfile(colors, ours, ImageCms.createProfile("sRGB"))
    assert same is not None
    pairs = zip(colors.tobytes(), same.tobytes(), strict=True)
    assert max(abs(a - b) for a, b in pairs) <= 1


def colors(*items: Item) -> list[list[str]]:
    """The operators that choose colours, with their numbers, in order."""
    pdf = opened([page(*items)])
    calls = pikepdf.parse_content_stream(pdf.pages[0])
    chosen = [call for call in calls if str(call.operator) in ("g", "G", "rg", "RG", "k", "K")]
    return [[*map(str, call.operands), str(call.operator)] for call in chosen]


@pytest.mark.parametrize("dark", ["#15171A", "#1F2318", "#0B0C0E", "#000000", "#2E3136"])
def test_dark_text_and_lines_are_full_black_and_no_other_ink(dark: str) -> None:
    text, line = Text(9, 9, "Soup", "body", 9, dark), Path(circle(5, 5, 5), None, Stroke(dark, 0.35))
    assert colors(text, line) == [["0", "g"], ["0", "G"]]


def test_colours_stay_colours_and_greys_are_grey() -> None:
    navy, grey = Text(9, 9, "Soup", "body", 9, "#0F1A3C"), Rect(0, 0, 9, 9, "#808080", Stroke("#4B5B22", 1))
    assert [row[-1] for row in colors(navy, grey)] == ["rg", "g", "RG"]
    assert colors(Rect(0, 0, 9, 9, "#FFFFFF")) == [["1", "g"]]


def test_dark_tones_of_a_picture_stay_apart_in_grey() -> None:
    tones = ["#15171A", "#1F2021", "#26282A", "#303234"]
    rows = colors(*(Rect(0, 0, 9, 9, tone) for tone in tones))
    greys = [float(row[0]) for row in rows]
    assert [row[-1] for row in rows] == ["g"] * 4 and greys == sorted(set(greys)) and greys[0] == 0


def test_pictures_to_look_at_keep_their_colours() -> None:
    shown = page(Rect(0, 0, 200, 100, "#15171A"))
    (png,) = WRITERS["png"]([shown], INFO, 72, False)
    assert Pictures.open(io.BytesIO(png)).getpixel((50, 50)) == (0x15, 0x17, 0x1A)
    assert b"#15171A" in write_svg(shown)


def test_text_is_black_for_another_reader_too() -> None:
    text = Text(20, 50, "Soup", "body", 12, "#15171A")
    boxed = page(text, trim=Box(9, 9, 100, 80), bleed=Box(0, 0, 118, 98))
    with pdfplumber.open(io.BytesIO(write_pdf([boxed]))) as pdf:
        assert {char["non_stroking_color"] for char in pdf.pages[0].chars} == {(0.0,)}
        assert {char["ncs"] for char in pdf.pages[0].chars} == {"DeviceGray"}
