"""The SVG writer: what a reader of its own shows is what the PDF shows, true to size, and repeats are stored once."""

import io
import re
from xml.etree import ElementTree

import pytest
import resvg_py
from PIL import Image as Pictures
from PIL import ImageChops
from places import FONTS
from tables import tables

from printgen.base.units import chain, mm, rotate, translate
from printgen.drawing.font_files import load_font
from printgen.drawing.fonts import Shelf, face, on_shelf
from printgen.drawing.model import Blend, Drawing, Gradient, Group, Image, Item, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import circle, polyline
from printgen.drawing.words import glyphs_of
from printgen.writers.page import Info, Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pictures import render_pages, write_svg

TABLES = tables(__file__)
SVG = "{http://www.w3.org/2000/svg}"


BLENDS: tuple[Blend, ...] = ("multiply", "screen", "overlay", "color-dodge")


def page(*items: Item) -> Page:
    return Page(Drawing(mm(63.5), mm(88.9), items))


def picture() -> Image:
    """An image whose upper half is red and whose lower half is blue."""
    made = Pictures.new("RGB", (40, 20), (0, 0, 255))
    made.paste((255, 0, 0), (0, 0, 40, 10))
    buffer = io.BytesIO()
    made.save(buffer, "PNG")
    return Image(20, 150, 80, 40, buffer.getvalue(), (40, 20))


def badge(color: str = "#4B5B22") -> Group:
    inner = Group((Rect(0, 0, 12, 12, color), Text(2, 9, "8", "stencil", 9, "#FFFFFF")))
    items = (Place(inner), Place(inner, translate(14, 2)), Path(circle(13, 14, 8), "#C03030"))
    return Group(items, circle(13, 10, 13))


def masked() -> Image:
    """A red image, of which ever more shows to the right."""
    encoded = []
    for made in (Pictures.new("RGB", (64, 32), (200, 0, 0)), Pictures.linear_gradient("L").rotate(90).resize((64, 32))):
        buffer = io.BytesIO()
        made.save(buffer, "PNG")
        encoded.append(buffer.getvalue())
    return Image(10, 10, 80, 40, encoded[0], (64, 32), encoded[1])


FLAG = ((0.0, "#C03030"), (0.4, "#F0E0C0"), (0.4, "#4B5B22"), (1.0, "#101080"))
FADED = ((0.0, "#10108000"), (0.5, "#C03030"), (1.0, "#4B5B2280"))
LEANING = Gradient(FLAG, (10, 10, 110, 70))
BALL = Gradient(((0.0, "#FFFFFF"), (1.0, "#A02020")), (50, 40, 2, 60, 50, 45))
FADING = Gradient(FADED, (0, 0, 1, 0), (120, 20, -20, 60, 20, 100))


def glowing(opacity: float = 1.0, blend: Blend = "normal") -> Group:
    """Shapes over each other, with a gradient."""
    return Group((Rect(0, 0, 60, 40, "#C03030"), Path(circle(50, 30, 24), BALL)), None, False, opacity, blend)


PAGES = {
    "gradients": page(
        Rect(10, 10, 100, 60, LEANING, Stroke("#101010", 2)),
        Place(Group((Path(circle(60, 50, 45), BALL),)), chain(translate(40, 70), rotate(20))),
        Path(polyline(((20, 200), (80, 160), (140, 230))), None, Stroke(LEANING._replace(ends=(20, 0, 140, 0)), 12)),
    ),
    "fading gradients": page(
        Rect(0, 0, 180, 120, "#E0D020"),
        Rect(20, 20, 130, 90, FADING),
        Place(Group((Rect(20, 20, 130, 90, FADING, Stroke(FADING, 8)),)), chain(translate(150, 130), rotate(70))),
    ),
    "what shows through": page(
        Rect(0, 0, 90, 252, "#E0D020"),
        Rect(40, 10, 100, 30, "#10108080"),
        Rect(40, 50, 100, 30, "#101080", Stroke("#C0303060", 10)),
        Text(30, 110, "Through", "stencil", 30, "#C0303080"),
        masked()._replace(y=120),
        Place(glowing(0.5), translate(60, 170)),
    ),
    "mixed": page(
        Rect(0, 0, 180, 252, "#F0E0C0"),
        Rect(0, 0, 90, 252, LEANING),
        *(Place(glowing(0.8, way), translate(40, 10 + 60 * i)) for i, way in enumerate(BLENDS)),
    ),
    "groups that show through": page(
        Rect(0, 0, 180, 80, "#4B5B22"),
        *(
            Place(
                Group((Place(glowing(0.4)), Place(glowing(0.4), translate(0, 30))), None, False, 0.7),
                chain(translate(40 * i, 20 + 50 * i), rotate(15 * i)),
            )
            for i in range(3)
        ),
    ),
    "holes": page(Place(Group((Rect(0, 0, 180, 252, LEANING),), (*circle(90, 90, 70), *circle(90, 90, 40)), True))),
    "letters": page(
        Text(10, 40, "AVATAR Wet-Suit", "stencil", 18, "#15171A"),
        Text(10, 80, "Crème <brûlée> & “more”", "body bold italic", 16, "#C03030"),
        Text(10, 120, "LOOSE", "body", 14, "#15171A", 4),
    ),
    "strokes": page(
        Rect(20, 20, 100, 60, "#EDE3C8", Stroke("#15171A", 3)),
        Path(polyline(((20, 120), (80, 100), (140, 130))), None, Stroke("#C03030", 6, (12, 8), "round", "round", 4)),
        Path(polyline(((20, 190), (80, 150), (140, 190))), None, Stroke("#1F2F5C", 8, (), "square", "bevel")),
        Path((*circle(60, 230, 20), *circle(60, 230, 9)), "#4B5B22", None, True),
    ),
    "groups": page(
        Place(badge(), translate(20, 20)),
        Place(badge(), chain(translate(110, 60), rotate(30))),
        Place(badge("#000000"), (2, 0, 0, -2, 60, 220)),
    ),
    "pictures": page(picture(), Place(Group((picture(),), circle(60, 170, 18)), translate(60, -80))),
}


def shown(one: Page, svg: bytes, dpi: int) -> tuple[Pictures.Image, Pictures.Image]:
    """The page as a PDF and as an SVG, as pixels."""
    (paper,) = render_pages(write_pdf([one]), dpi)
    screen = resvg_py.svg_to_bytes(
        svg_string=svg.decode(), background="#FFFFFF", dpi=dpi, width=paper.width, height=paper.height
    )
    return paper, Pictures.open(io.BytesIO(bytes(screen))).convert("RGB")


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_it_shows_what_the_pdf_shows(name: str) -> None:
    one = PAGES[name]
    paper, screen = shown(one, write_svg(one), 288)
    assert len(screen.getcolors(1 << 24) or ()) > 2
    grey = ImageChops.difference(paper, screen).convert("L").histogram()
    # The two readers smooth their edges in different ways; nothing else may differ.
    assert sum(grey[64:]) < 0.01 * sum(grey) and sum(grey[160:]) < 0.001 * sum(grey)
    assert sum(level * count for level, count in enumerate(grey)) < 2 * sum(grey)


def test_letters_that_stand_apart_do_so_at_spaces_too() -> None:
    def last(apart: float) -> float:
        svg = write_svg(page(Text(10, 40, "A B", "body", 14, "#15171A", apart))).decode()
        at, step = re.findall(r'<use [^>]*x="([-.0-9]+)"', svg)[-1], re.search(r"matrix\(([.0-9]+) ", svg)
        assert step
        return float(at) * float(step[1])

    assert last(4) - last(0) == pytest.approx(8, abs=0.05)


def test_it_is_true_to_size() -> None:
    root = ElementTree.fromstring(write_svg(page()))
    assert (root.get("width"), root.get("height")) == ("63.5mm", "88.9mm")
    assert [float(value) for value in str(root.get("viewBox")).split()] == pytest.approx([0, 0, 180, 252])


def test_the_words_can_be_read_and_it_says_what_it_is() -> None:
    one = Page(PAGES["letters"].drawing, bookmark="Sheet 1 of 2")
    root = ElementTree.fromstring(write_svg(one, Info("Soup & more")))
    labels = [element.get("aria-label") for element in root.iter(f"{SVG}g") if element.get("aria-label")]
    assert labels == ["AVATAR Wet-Suit", "Crème <brûlée> & “more”", "LOOSE"]
    assert root.findtext(f"{SVG}title") == "Soup & more, Sheet 1 of 2"
    assert not list(root.iter(f"{SVG}text"))


def test_what_repeats_is_stored_once_and_everything_referred_to_is_there() -> None:
    svg = write_svg(page(*(Place(badge(), translate(20 * i, 9)) for i in range(5)))).decode()
    assert svg.count("<clipPath") == 1 and svg.count("<rect") == 1
    root = ElementTree.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    used = set(re.findall(r'href="#(\w+)"|url\(#(\w+)\)', svg))
    assert len(ids) == len(set(ids)) and {a or b for a, b in used} == set(ids)


def test_the_same_page_gives_the_same_bytes() -> None:
    assert write_svg(PAGES["groups"]) == write_svg(PAGES["groups"])


def test_a_sign_above_its_letter_stands_above_it() -> None:
    font = load_font((FONTS / "arabic.ttf").read_bytes())
    with on_shelf(Shelf({"own": {"": font}})):
        text = Text(10, 40, "\u05e9\u05b8\u05c1", face("own").name, 20, "#000000")
        ups = [up for piece in face("own").pieces(text.text) for _, up in piece.shifts if up]
        drawn = write_svg(Page(Drawing(90, 60, (text,)))).decode()
        places = [y for *_, y in glyphs_of(text)]
    assert ups == [-728, 728] and re.findall(r"translate\(\S+ (\S+)\)", drawn) == ["-728", "728"]
    assert [y for y in places if y != 40] == pytest.approx([40 + 728 * 20 / font.units, 40 - 728 * 20 / font.units])


def test_every_attribute_is_written() -> None:
    flag = Gradient(FLAG, (1, 2, 3, 4), translate(5, 6))
    clip, inner = circle(13, 10, 13), Group((Rect(1, 2, 3, 4, "#10203040"),), None, False, 0.5, "color-dodge")
    one = page(
        Rect(1.23456, -2, 3, 4.5, flag, Stroke(BALL, 2, (), "square", "bevel")),
        Path(polyline(((0, 1), (2, 3))), None, Stroke("#C0303080", 0.5, (1, 2.5), "round", "round", 0.25, 4)),
        Path((*circle(60, 230, 20), *circle(60, 230, 9)), "#4B5B22", None, True),
        Place(inner), Place(inner, translate(1, 2)), Place(Group((), clip, True)), Place(Group((), clip, True)),
        Place(Group((), clip), rotate(90)), Place(Group((), opacity=0.5)),
    )  # fmt: skip
    assert write_svg(one, Info("A")).decode().splitlines() == TABLES["every attribute"]


def test_stops_of_gradients_fade() -> None:
    text = write_svg(page(Rect(0, 0, 9, 9, FADING)), Info("A")).decode()
    assert re.findall(r"<stop (.*?)/>", text) == [
        'offset="0" stop-color="#101080" stop-opacity="0"', 'offset="0.5" stop-color="#C03030"',
        'offset="1" stop-color="#4B5B22" stop-opacity="0.5019608"',
    ]  # fmt: skip
