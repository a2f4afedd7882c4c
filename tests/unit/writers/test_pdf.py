"""The PDF writer: the same bytes every time, everything in its place, fonts inside, and repeats stored once."""

import io
import math
from collections.abc import Iterator
from pathlib import Path as File
from typing import Any
from unicodedata import combining

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from fontmaking import make_otf
from fontTools.ttLib import TTFont
from PIL import Image as Pictures

from printgen.base.units import Box, chain, mm, rotate, scale, translate
from printgen.drawing.font_files import load_font
from printgen.drawing.fonts import Shelf, face, plain_shelf
from printgen.drawing.model import Drawing, Gradient, Group, Image, Item, Paint, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import circle, polyline, rectangle
from printgen.writers.pdf import Info, Page, write_pdf

WIDTH, HEIGHT = mm(215.9), mm(279.4)


def page(*items: Item) -> Page:
    return Page(Drawing(WIDTH, HEIGHT, items))


def picture(form: str = "PNG", mode: str = "RGB") -> Image:
    """An image whose upper half is red and whose lower half is blue."""
    made = Pictures.new("RGB", (40, 20), (0, 0, 255))
    made.paste((255, 0, 0), (0, 0, 40, 10))
    buffer = io.BytesIO()
    made.convert(mode).save(buffer, form)
    return Image(100, 50, 80, 40, buffer.getvalue(), (40, 20))


def big(fill: str = "#4B5B22", x: float = 0) -> Group:
    """A group that is long enough to be worth a form of its own."""
    return Group(tuple(Rect(x + i, i, 5, 5, fill) for i in range(12)))


def read(data: bytes) -> Any:
    """The first page, as it can be measured."""
    return pdfplumber.open(io.BytesIO(data)).pages[0]


def forms(pdf: pikepdf.Pdf) -> dict[str, Any]:
    """All form XObjects of a document, wherever they are used from."""
    found: dict[str, Any] = {}

    def visit(holder: Any) -> None:
        objects = holder.get("/Resources", {}).get("/XObject", {})
        for name, one in objects.items():
            if one.get("/Subtype") == "/Form" and name not in found:
                found[name] = one
                visit(one)

    for one in pdf.pages:
        visit(one.obj)
    return found


def shown(data: bytes, index: int = 0) -> Any:
    """A page as a picture with one pixel a point."""
    document = pypdfium2.PdfDocument(data)
    try:
        return document[index].render(scale=1).to_pil().convert("RGB")
    finally:
        document.close()


def all_kinds() -> list[Page]:
    clipped = Group((*big().items, Text(3, 9, "Soup", "stencil", 9, "#000000")), circle(5, 5, 5))
    items = (
        Place(clipped, translate(10, 20)),
        Place(clipped, translate(50, 20)),
        picture(),
        Path(circle(80, 80, 9), "#C03030", Stroke("#15171A", 0.5, (2, 1), "round", "round")),
        Text(9, 99, "Crème brûlée", "body bold", 12, "#15171A", 0.4),
    )
    return [Page(Drawing(WIDTH, HEIGHT, items), Box(9, 9, 100, 100), Box(0, 0, 118, 118), "One"), page(*items)]


def test_the_same_pages_give_the_same_bytes() -> None:
    info = Info("Soup", "A. Cook", "Notice", ("a", "b"), "printgen", "MIT", "long")
    assert write_pdf(all_kinds(), info) == write_pdf(all_kinds(), info)
    assert write_pdf(all_kinds()) != write_pdf(all_kinds(), info)


def test_a_group_placed_twice_is_stored_once() -> None:
    items = [Place(big(), translate(0, 100 * i)) for i in range(3)]
    pdf = pikepdf.open(io.BytesIO(write_pdf([page(*items), page(*items)])))
    assert len(forms(pdf)) == 1
    assert [content(one).count(b"Do") for one in pdf.pages] == [3, 3]


def content(one: Any) -> bytes:
    one.contents_coalesce()
    data: bytes = one.Contents.read_bytes()
    return data


def test_a_group_placed_once_is_not_stored_apart() -> None:
    pdf = pikepdf.open(io.BytesIO(write_pdf([page(Place(big()), Place(big("#000000")))])))
    assert forms(pdf) == {}


def test_a_short_group_stands_where_it_is_placed() -> None:
    short = Group((Rect(0, 0, 5, 5, "#4B5B22"),))
    data = write_pdf([page(Place(short, translate(10, 10)), Place(short, translate(30, 10)))])
    assert forms(pikepdf.open(io.BytesIO(data))) == {}
    assert [round(r["x0"]) for r in read(data).rects] == [10, 30]


def test_forms_within_forms_are_stored_once_and_found_again() -> None:
    inner = big()
    outer = Group((Place(inner), Place(inner, translate(30, 0)), *big("#000000").items))
    other = Group((Place(inner, translate(0, 40)), *big("#C03030").items))
    data = write_pdf(
        [page(Place(outer), Place(outer, translate(100, 0)), Place(other), Place(other, translate(0, 90)))]
    )
    pdf = pikepdf.open(io.BytesIO(data))
    found = forms(pdf)
    assert len(found) == 3
    holders = [*found.values(), *(one.obj for one in pdf.pages)]
    for holder in holders:
        named = holder.get("/Resources", {}).get("/XObject", {})
        calls = [str(c.operands[0]) for c in pikepdf.parse_content_stream(holder) if str(c.operator) == "Do"]
        assert all(name in named for name in calls)
    assert len(read(data).rects) == 2 * (2 * 12 + 12) + 2 * (12 + 12)


def test_groups_are_moved_turned_and_clipped() -> None:
    group = Group((Rect(0, 0, 20, 10, "#FF0000"),), rectangle(Box(0, 0, 10, 10)))
    matrix = chain(translate(100, 200), rotate(90), scale(2))
    image = shown(write_pdf([page(Place(group, matrix))]))
    # The left half of the rectangle, turned: 20 x 20 points left of x = 100 and below y = 200.
    red = (255, 0, 0)
    assert [image.getpixel(p) for p in ((82, 202), (98, 218))] == [red, red]
    assert red not in [image.getpixel(p) for p in ((102, 202), (82, 222), (98, 238), (78, 210), (90, 198))]


def test_a_clip_ends_with_its_group() -> None:
    group = Group((Rect(0, 0, 20, 20, "#FF0000"),), rectangle(Box(0, 0, 5, 5)))
    image = shown(write_pdf([page(Place(group), Rect(50, 50, 20, 20, "#0000FF"))]))
    assert image.getpixel((60, 60)) == (0, 0, 255) and image.getpixel((10, 10)) == (255, 255, 255)


def test_a_form_is_not_cut_at_the_size_of_a_page() -> None:
    far = Group(tuple(Rect(3000 + i, -3000, 9, 9, "#FF0000") for i in range(12)))
    data = write_pdf([page(Place(far, translate(-2900, 3100)), Place(far, translate(-2800, 3100)))])
    assert len(forms(pikepdf.open(io.BytesIO(data)))) == 1
    assert shown(data).getpixel((105, 105)) == (255, 0, 0)


def fonts(pdf: pikepdf.Pdf) -> Iterator[Any]:
    for one in [*pdf.pages, *forms(pdf).values()]:
        yield from (one.get("/Resources", {}).get("/Font", {})).values()


def test_every_font_is_inside_as_a_subset() -> None:
    items = [Text(20, 30 + 20 * i, f"Soup {i} ★", name, 12, "#000000") for i, name in enumerate(plain_shelf().names())]
    pdf = pikepdf.open(io.BytesIO(write_pdf([page(*items)])))
    used = {str(font.BaseFont): font for font in fonts(pdf)}
    assert len(used) >= len(plain_shelf().names())
    for name, font in used.items():
        subset, _, base = name.removeprefix("/").partition("+")
        assert len(subset) == 6 and subset.isupper() and base
        assert len(font.DescendantFonts[0].FontDescriptor.FontFile2.read_bytes()) > 400


@pytest.mark.parametrize("name", ["body", "stencil"])
def test_the_measures_of_a_font_are_its_own_in_thousandths(name: str) -> None:
    pdf = pikepdf.open(io.BytesIO(write_pdf([page(Text(20, 30, "Soup AV", name, 12, "#000000"))])))
    (font,) = fonts(pdf)
    (descendant,) = font.DescendantFonts
    said, true = descendant.FontDescriptor, TTFont(io.BytesIO(face(name).font.source.blob.data))
    k = 1000 / true["head"].unitsPerEm
    box = [getattr(true["head"], side) * k for side in ("xMin", "yMin", "xMax", "yMax")]
    assert [float(value) for value in said.FontBBox] == pytest.approx(box, abs=0.01)
    measures = {"Ascent": true["hhea"].ascent, "Descent": true["hhea"].descent, "CapHeight": true["OS/2"].sCapHeight}
    assert {key: float(said[f"/{key}"]) for key in measures} == pytest.approx(
        {key: value * k for key, value in measures.items()}, abs=0.01
    )
    assert float(said.ItalicAngle) == pytest.approx(true["post"].italicAngle)
    widths, runs = {}, [*descendant.W]
    for first, run in zip(runs[::2], runs[1::2], strict=True):
        widths |= {int(first) + n: float(wide) for n, wide in enumerate(run)}
    glyphs = {
        true.getGlyphID(glyph): true["hmtx"][glyph][0] * k for glyph in map(true.getBestCmap().get, map(ord, "SoupAV"))
    }
    assert {glyph: widths[glyph] for glyph in glyphs} == pytest.approx(glyphs, abs=0.01)


def test_there_is_no_font_that_the_reader_must_have() -> None:
    for pages in ([page()], [page(Rect(0, 0, 9, 9, "#000000"))], all_kinds()):
        pdf = pikepdf.open(io.BytesIO(write_pdf(pages)))
        names = {str(o.get("/BaseFont")) for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o}
        assert not any("Helvetica" in name or "+" not in name for name in names), names


def test_text_can_be_read_where_it_stands() -> None:
    text = Text(mm(20), mm(30), "Crème Brûlée (hot) \\ 5 £", "body", 12, "#15171A")
    one = read(write_pdf([page(text)]))
    assert one.extract_text() == "Crème Brûlée (hot) \\ 5 £"
    first = one.chars[0]
    assert first["size"] == pytest.approx(12) and first["upright"]
    assert first["matrix"][4] == pytest.approx(mm(20), abs=0.01)
    assert one.height - first["matrix"][5] == pytest.approx(mm(30), abs=0.01)
    assert first["top"] < mm(30) < first["bottom"]
    assert one.chars[-1]["x1"] == pytest.approx(mm(20) + face("body").width(text.text) * 12, abs=0.05)
    assert first["non_stroking_color"] == (0.0,)


def test_text_in_a_turned_group_is_turned() -> None:
    group = Group((Text(0, 0, "Soup", "body", 10, "#000000"),))
    one = read(write_pdf([page(Place(group, chain(translate(100, 200), rotate(180))))]))
    assert one.chars[0]["matrix"] == pytest.approx((-1, 0, 0, -1, 100, one.height - 200), abs=0.01)
    assert [c["text"] for c in one.chars] == list("Soup")


def test_letters_of_many_kinds_are_all_there() -> None:
    known = map(chr, sorted(face("body").font.letters))
    # An accent of its own would be joined to the letter before it.
    letters = [letter for letter in known if letter > " " and letter.isprintable() and not combining(letter)][:400]
    rows = ["".join(letters[i : i + 40]) for i in range(0, len(letters), 40)]
    assert len(letters) > 300
    one = read(write_pdf([page(*(Text(20, 30 + 20 * i, row, "body", 8, "#000000") for i, row in enumerate(rows)))]))
    # Letters that look alike may share one glyph, so the count is what must be right.
    assert len(one.chars) == len(letters)
    same = sum(a["text"] == b for a, b in zip(one.chars, letters, strict=True))
    assert same > 0.95 * len(letters)


def test_pairs_are_kerned_where_they_stand() -> None:
    one = read(write_pdf([page(Text(20, 30, "AVATAR", "stencil", 10, "#000000"))]))
    width = face("stencil").width
    starts = [char["matrix"][4] for char in one.chars]
    wanted = [20 + 10 * (width("AVATAR"[: n + 1]) - width("AVATAR"[n])) for n in range(6)]
    assert starts == pytest.approx(wanted, abs=0.01)


def test_fonts_with_outlines_of_the_other_kind_are_inside_too(tmp_path: File) -> None:
    font = load_font(make_otf(tmp_path / "soup.otf").read_bytes())
    name = Shelf({"soup": {"": font}})["soup"].name
    data = write_pdf([page(Text(20, 100, "AV VA", name, 100, "#FF0000"))])
    assert read(data).extract_text() == "AV VA"
    pdf = pikepdf.open(io.BytesIO(data))
    (font,) = fonts(pdf)
    assert str(font.BaseFont).endswith("+Soup-Regular")
    assert "/FontFile3" in font.DescendantFonts[0].FontDescriptor
    image = shown(data)
    # A stands on its base, V on its point, and they overlap as they are kerned.
    assert [image.getpixel(at) == (255, 0, 0) for at in ((25, 95), (25, 35), (104, 95), (76, 35))] == [
        True, False, False, True,
    ]  # fmt: skip


def test_tracking_opens_the_letters_and_ends_with_the_run() -> None:
    loose = Text(20, 30, "Soup", "body", 10, "#000000", 2.5)
    one = read(write_pdf([page(loose, Text(20, 60, "Soup", "body", 10, "#000000"))]))
    for start, tracking in ((0, 2.5), (4, 0)):
        chars = one.chars[start : start + 4]
        for char, following, letter in zip(chars, chars[1:], "Sou", strict=False):
            step = following["matrix"][4] - char["matrix"][4]
            assert step == pytest.approx(face("body").width(letter) * 10 + tracking, abs=0.02)


def test_rectangles_and_lines_are_true_to_size() -> None:
    rect = Rect(mm(10), mm(20), mm(63.5), mm(88.9), "#C03030", Stroke("#15171A", 0.35))
    line = Path(polyline(((mm(10), mm(200)), (mm(110), mm(200)))), None, Stroke("#15171A", 1.5, (4, 2)))
    one = read(write_pdf([page(rect, line)]))
    (box,), (stroke,) = one.rects, one.lines
    assert (box["x0"], box["top"]) == pytest.approx((mm(10), mm(20)), abs=0.01)
    assert (box["width"], box["height"]) == pytest.approx((mm(63.5), mm(88.9)), abs=0.01)
    assert (box["fill"], box["stroke"], box["linewidth"]) == (True, True, pytest.approx(0.35))
    assert box["non_stroking_color"] == pytest.approx((0xC0 / 255, 0x30 / 255, 0x30 / 255), abs=0.001)
    assert (stroke["width"], stroke["top"]) == pytest.approx((mm(100), mm(200)), abs=0.01)
    assert stroke["linewidth"] == pytest.approx(1.5)


def operators(data: bytes) -> list[tuple[str, list[Any]]]:
    pdf = pikepdf.open(io.BytesIO(data))
    return [(str(c.operator), list(c.operands)) for c in pikepdf.parse_content_stream(pdf.pages[0])]


def test_dashes_caps_and_joins_do_not_leak() -> None:
    fancy = Stroke("#000000", 3, (4, 2), "round", "bevel", 1)
    plain = Stroke("#000000", 1)
    line = polyline(((0, 0), (50, 0), (50, 50)))
    calls = operators(write_pdf([page(Path(line, None, fancy), Path(line, None, plain))]))
    state: list[dict[str, Any]] = [{"d": [], "J": 0, "j": 0}]
    seen = []
    for name, operands in calls:
        if name == "q":
            state.append(dict(state[-1]))
        elif name == "Q":
            state.pop()
        elif name in ("d", "J", "j"):
            state[-1][name] = [float(v) for v in operands[0]] if name == "d" else int(operands[0])
        elif name == "S":
            seen.append(dict(state[-1]))
    assert seen == [{"d": [4, 2], "J": 1, "j": 2}, {"d": [], "J": 0, "j": 0}]


def test_fills_may_be_even_odd() -> None:
    rings = (*circle(50, 50, 40), *circle(50, 50, 20))
    image = shown(
        write_pdf(
            [page(Path(rings, "#FF0000", None, True), Place(Group((Path(rings, "#FF0000"),)), translate(100, 0)))]
        )
    )
    assert image.getpixel((50, 50)) == (255, 255, 255)
    assert image.getpixel((150, 50)) == (255, 0, 0)


def test_circles_measure_what_they_should() -> None:
    r = mm(90)
    (curve,) = read(write_pdf([page(Path(circle(mm(100), mm(120), r), None, Stroke("#000000", 1)))])).curves
    assert (curve["width"], curve["height"]) == pytest.approx((2 * r, 2 * r), abs=0.01)


@pytest.mark.parametrize(("form", "mode"), [("PNG", "RGB"), ("JPEG", "RGB"), ("PNG", "L"), ("PNG", "P")])
def test_pictures_stand_upright_in_their_box(form: str, mode: str) -> None:
    data = write_pdf([page(picture(form, mode))])
    (image,) = read(data).images
    assert (image["x0"], image["top"], image["width"], image["height"]) == pytest.approx((100, 50, 80, 40), abs=0.01)
    assert image["srcsize"] == (40, 20)
    upper, lower = (shown(data).getpixel((140, y)) for y in (60, 80))
    if mode == "L":
        assert upper[0] > lower[0]
    else:
        assert upper[0] > 200 > 60 > upper[2] and lower[2] > 200 > 60 > lower[0]


def test_pictures_may_stand_in_groups_that_repeat() -> None:
    group = Group((picture(), *big().items))
    data = write_pdf([page(Place(group), Place(group, translate(0, 300))), page(Place(group))])
    image = shown(data)
    assert image.getpixel((140, 60))[0] > 200 and image.getpixel((140, 360))[0] > 200
    assert shown(data, 1).getpixel((140, 60))[0] > 200
    pdf = pikepdf.open(io.BytesIO(data))
    pictures = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
    assert len(pictures) == 1


def test_a_picture_on_many_pages_is_stored_once() -> None:
    pdf = pikepdf.open(io.BytesIO(write_pdf([page(picture())] * 3)))
    assert sum(isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image" for o in pdf.objects) == 1


def test_pages_have_their_own_sizes_and_boxes() -> None:
    first = Page(Drawing(600, 800), Box(50, 60, 400, 500), Box(41, 51, 418, 518))
    second = Page(Drawing(300, 200))
    pdf = pikepdf.open(io.BytesIO(write_pdf([first, second])))
    one, two = pdf.pages
    assert [float(v) for v in one.MediaBox] == [0, 0, 600, 800]
    assert [float(v) for v in one.TrimBox] == [50, 240, 450, 740]
    assert [float(v) for v in one.BleedBox] == [41, 231, 459, 749]
    for box in (two.MediaBox, two.TrimBox, two.BleedBox):
        assert [float(v) for v in box] == [0, 0, 300, 200]


@pytest.mark.parametrize(
    ("duplex", "said"), [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), ("", None)]
)
def test_printers_are_told_not_to_scale_and_how_to_turn(duplex: str, said: str | None) -> None:
    pdf = pikepdf.open(io.BytesIO(write_pdf([page()], Info(duplex=duplex))))
    wishes = pdf.Root.ViewerPreferences
    assert str(wishes.PrintScaling) == "/None"
    assert (str(wishes.Duplex) if "/Duplex" in wishes else None) == said


def test_the_document_says_what_it_is() -> None:
    info = Info("Kitchen Heroes: Heroes", "A. Cook", "For home use.", ("cards", "soup"), "printgen 9", "CC-BY")
    pdf = pikepdf.open(io.BytesIO(write_pdf([page()], info)))
    said = pdf.docinfo
    assert str(said["/Title"]) == "Kitchen Heroes: Heroes" and str(said["/Author"]) == "A. Cook"
    assert str(said["/Subject"]) == "For home use. CC-BY"
    assert all(word in str(said["/Keywords"]) for word in ("cards", "soup"))
    assert (str(said["/Creator"]), str(said["/Producer"])) == ("printgen 9", "printgen")


def test_what_the_document_says_may_have_any_letters() -> None:
    pdf = pikepdf.open(io.BytesIO(write_pdf([page()], Info("Crème (漢) \\", "Ø"))))
    said = pdf.docinfo
    assert (str(said["/Title"]), str(said["/Author"])) == ("Crème (漢) \\", "Ø")


def test_pages_have_bookmarks() -> None:
    pages = [Page(Drawing(99, 99), bookmark=name) for name in ("Sheet 1", "", "Sheet 2, back")]
    pdf = pikepdf.open(io.BytesIO(write_pdf(pages)))
    with pdf.open_outline() as outline:
        assert [str(entry.title) for entry in outline.root] == ["Sheet 1", "Sheet 2, back"]


def test_numbers_are_never_written_in_a_way_that_pdf_does_not_know() -> None:
    tiny = Place(Group((Rect(1e-9, -1e-9, 1e6, 3, "#000000"),)), (1e-7, 1e-9, -1e-9, 1, 1e-12, -0.0))
    calls = operators(write_pdf([page(tiny, Path((("M", 1e-9, 1e22), ("L", math.pi, -1e-9)), "#000000"))]))
    (rect,) = (o for name, o in calls if name == "re")
    assert [float(v) for v in rect] == [0, 0, 1e6, 3]


def test_nothing_at_all_is_still_a_page() -> None:
    assert len(pikepdf.open(io.BytesIO(write_pdf([page()]))).pages) == 1


@pytest.mark.parametrize("letter", ["\u0189", "\u0256", "\u0189"])
def test_a_glyph_of_two_letters_is_read_as_its_own_document_says(letter: str) -> None:
    # Both letters are one glyph of this font: what another document said of it must not be read here.
    page = Page(Drawing(200, 40, (Text(10, 20, letter, "stencil", 10, "#000000"),)))
    with pdfplumber.open(io.BytesIO(write_pdf([page]))) as pdf:
        assert pdf.pages[0].extract_text() == letter


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize(("blend", "color"), [(None, 0x40), ("multiply", 0x20), ("screen", 0xA0), ("darken", 0x40)])
def test_groups_blend_as_they_say_and_what_follows_does_not(blend: Any, color: int, deep: bool) -> None:
    """A grey of a quarter over one of a half; a square beside it, drawn later, lies on it as it is."""
    dark = Group((Rect(0, 0, 40, 40, "#404040"),), blend=blend or "normal")
    twice = (Place(dark), Place(dark, translate(100, 0))) if deep else (Place(dark),)
    image = shown(
        write_pdf([page(Rect(0, 0, 300, 60, "#808080"), *twice, Rect(50, 0, 40, 40, "#404040"))], looked_at=True)
    )
    spots = [20, 120] if deep else [20]
    greys = [image.getpixel((x, 20)) for x in (*spots, 70, 200)]
    wanted = [*[color] * len(spots), 0x40, 0x80]
    assert [grey[0] for grey in greys if isinstance(grey, tuple)] == pytest.approx(wanted, abs=2)


def test_a_plain_group_is_a_form_that_cuts_nothing_and_mixes_nothing() -> None:
    rects = tuple(Rect(n, 0, 1, 1, "#C03030") for n in range(20))
    for group, box, mixed in ((Group(rects), [-172_800, -172_800, 172_800, 172_800], False),
                              (Group(rects, opacity=0.5), [-1, -1, 21, 2], True)):  # fmt: skip
        page = Page(Drawing(90, 90, (Place(group), Place(group, translate(9, 9)))))
        with pikepdf.open(io.BytesIO(write_pdf([page]))) as pdf:
            (form,) = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/BBox" in one]
            assert ([float(edge) for edge in form.BBox], "/Group" in form) == (box, mixed)


@pytest.mark.parametrize("fill", ["#FF0000", Gradient(((0, "#FF0000"), (1, "#FF0000")), (0, 0, 100, 0))])
def test_no_fill_shows_through_the_line_of_a_translucent_shape(fill: Paint) -> None:
    group = Group((Rect(20, 20, 60, 60, fill, Stroke("#0000FF", 20)),), opacity=0.5)
    data = write_pdf([page(Place(group))], looked_at=True)
    image = shown(data)
    outer, inner, middle = (image.getpixel((x, 50)) for x in (15, 25, 50))
    assert outer == inner == pytest.approx((128, 128, 255), abs=2)
    assert middle == pytest.approx((255, 128, 128), abs=2)


def test_a_gradient_goes_on_as_it_ends_before_its_first_and_behind_its_last_stop() -> None:
    gradient = Gradient(((0.3, "#FF0000"), (0.6, "#0000FF")), (0, 0, 100, 0))
    image = shown(write_pdf([page(Rect(0, 0, 100, 40, gradient))]))
    assert [image.getpixel((x, 20)) for x in (10, 90)] == [(255, 0, 0), (0, 0, 255)]
