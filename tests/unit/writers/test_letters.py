"""Letters of several fonts and scripts in the files that are written: inside, cut down, where they belong, readable."""

import io
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from fontmaking import changed
from fontTools.ttLib import TTFont
from places import FONTS
from test_svg import shown

from printgen.drawing.font_files import load_font
from printgen.drawing.fonts import Shelf, face
from printgen.drawing.model import Drawing, Item, Text
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pictures import write_svg


def of_file(name: str) -> bytes:
    return (FONTS / f"{name}.ttf").read_bytes()


def black_ops() -> bytes:
    spec = find_spec("fontpkg_black_ops_one")
    assert spec and spec.origin
    return (Path(spec.origin).parent / "files" / "BlackOpsOne-Regular.ttf").read_bytes()


@pytest.fixture(scope="module")
def own() -> str:
    """A font of Latin letters with three others behind it."""
    others = [load_font(of_file(name)) for name in ("arabic", "hebrew", "devanagari")]
    return Shelf({"own": {"": face("body").font}}, others)["own"].name


def page(*items: Item) -> Page:
    return Page(Drawing(200, 250, items))


def rows(font: str, *texts: str, tracking: float = 0.0) -> Page:
    return page(*(Text(10, 30 + 30 * n, text, font, 16, "#15171A", tracking) for n, text in enumerate(texts)))


def read(one: Page) -> list[str]:
    """The lines of a page as somebody copies them."""
    document = pypdfium2.PdfDocument(write_pdf([one]))
    try:
        lines: list[str] = document[0].get_textpage().get_text_range().split("\r\n")
        return lines
    finally:
        document.close()


def embedded(data: bytes) -> Iterator[tuple[str, int]]:
    """The name and size of each font of a file."""
    pdf = pikepdf.open(io.BytesIO(data))
    for one in pdf.objects:
        if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/FontDescriptor":
            file: Any = one.get("/FontFile2", one.get("/FontFile3"))
            yield str(one.FontName).removeprefix("/"), len(file.read_bytes())


TEXTS = ("Take 3 ♠ → ⚀ ★", "नमस्ते हिन्दी क्षत्रिय", "שלום עולם", "السلام عليكم", "e\u0301 a\u0308")


def test_texts_are_copied_in_the_order_in_which_they_are_read(own: str) -> None:
    copied = read(rows(own, *TEXTS))
    assert [normalize("NFC", line) for line in copied] == [normalize("NFC", text) for text in TEXTS]
    assert read(rows(own, "Say שלום twice")) == ["Say שלום twice"]


def test_letters_to_the_left_stand_from_right_to_left(own: str) -> None:
    one = pdfplumber.open(io.BytesIO(write_pdf([rows(own, "שלום 12")]))).pages[0]
    places = {char["text"]: char["x0"] for char in one.chars if char["text"].strip()}
    assert sorted(places, key=lambda letter: -places[letter]) == ["ש", "ל", "ו", "ם", "2", "1"]
    assert one.chars[-1]["x1"] == pytest.approx(10 + 16 * face(own).width("שלום 12"), abs=0.05)


@pytest.mark.parametrize("tracking", [0.0, 2.5])
def test_pictures_and_papers_show_the_same(own: str, tracking: float) -> None:
    one = rows(own, *TEXTS, "שָׁלוֹם (12)", tracking=tracking)
    paper, screen = shown(one, write_svg(one), 144)
    different = sum(
        abs(a - b) > 160 for a, b in zip(paper.convert("L").tobytes(), screen.convert("L").tobytes(), strict=True)
    )
    assert different < 0.002 * paper.width * paper.height
    assert sum(value < 128 for value in paper.convert("L").tobytes()) > 1000


def test_marks_are_put_on_their_letters(own: str) -> None:
    """A point below moves nothing on, and stands under its letter."""
    one = pdfplumber.open(io.BytesIO(write_pdf([rows(own, "בָּ")]))).pages[0]
    boxes = {char["text"]: (char["x0"], char["x1"]) for char in one.chars}
    assert "\u05b8" in boxes and "ב" in boxes
    assert face(own).width("בָּ") == face(own).width("ב")


def test_every_font_is_cut_down_to_what_is_shown(own: str) -> None:
    fonts = dict(embedded(write_pdf([rows(own, "A ★", "ש", "س")])))
    assert len(fonts) == 4 and all(name[6] == "+" for name in fonts)
    assert sorted(name[7:] for name in fonts) == [
        "Amiri-Regular", "BarlowCondensed-Medium", "NotoSansHebrew-Regular", "PrintgenSymbols",
    ]  # fmt: skip
    assert all(size < 6000 for size in fonts.values()), fonts


def test_one_font_under_two_names_is_inside_once() -> None:
    shelf = Shelf({"one": {"": load_font(black_ops())}, "two": {"": load_font(black_ops())}})
    data = write_pdf(
        [
            page(
                *(
                    Text(10, 30 * n, "Soup", shelf[name].name, 9, "#000000")
                    for n, name in enumerate(shelf.names()[:2], 1)
                )
            )
        ]
    )
    assert len(list(embedded(data))) == 1
    assert pdfplumber.open(io.BytesIO(data)).pages[0].extract_text().split("\n") == ["Soup", "Soup"]


def test_two_fonts_of_one_name_are_both_inside() -> None:
    other = TTFont(io.BytesIO(black_ops()))
    other["glyf"]["S"].coordinates.scale((0.5, 0.5))
    changed = io.BytesIO()
    other.save(changed)
    shelf = Shelf({"one": {"": load_font(black_ops())}, "two": {"": load_font(changed.getvalue())}})
    data = write_pdf(
        [page(Text(10, 30, "S", shelf["one"].name, 9, "#000000"), Text(10, 60, "S", shelf["two"].name, 9, "#000000"))]
    )
    names = [name for name, _ in embedded(data)]
    assert len(set(names)) == 2 and len({name[7:] for name in names}) == 1


def test_the_order_of_fonts_in_the_game_changes_no_byte(own: str) -> None:
    families = {"one": {"": load_font(black_ops())}, "two": {"": load_font(of_file("hebrew"))}}
    made = []
    for names in (["one", "two"], ["two", "one"]):
        shelf = Shelf({name: families[name] for name in names})
        made.append(write_pdf([page(*(Text(10, 30, "So", shelf[name].name, 9, "#000000") for name in ("one", "two")))]))
    assert made[0] == made[1]


def test_tracking_opens_letters_and_tears_none(own: str) -> None:
    def starts(text: str, tracking: float) -> list[float]:
        one = pdfplumber.open(io.BytesIO(write_pdf([rows(own, text, tracking=tracking)]))).pages[0]
        return [char["matrix"][4] for char in one.chars]

    for text, gaps in (("A♠K", [1, 1]), ("שלו", [1, 1]), ("ببب", [0, 0])):
        near, far = starts(text, 0.0), starts(text, 3.0)
        opened = [(b - a) - (d - c) for a, b, c, d in zip(far, far[1:], near, near[1:], strict=False)]
        assert opened == pytest.approx([3 * gap for gap in gaps], abs=0.01), text


def test_a_glyph_that_letters_share_is_read_as_the_first_of_them() -> None:
    def share(font: TTFont) -> None:
        for table in font["cmap"].tables:
            table.cmap[ord("Λ")] = "A"

    shelf = Shelf({"soup": {"": load_font(changed(share))}})
    assert read(rows(shelf["soup"].name, "AV", "ΛV")) == ["AV", "AV"]
    assert read(rows(shelf["soup"].name, "ΛV", "AV")) == ["ΛV", "ΛV"]
