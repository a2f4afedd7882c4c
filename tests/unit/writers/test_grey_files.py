"""What is printed with --grey has no colour in it: no operator, picture, gradient, group or profile of one."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from colored import colors_in
from kitchen import Run
from PIL import Image as Pictures
from PIL import ImageCms

from printgen.base.units import IDENTITY
from printgen.drawing.model import Drawing, Gradient, Group, Image, Item, Place, Rect, Stroke, Text
from printgen.drawing.model import Path as Shape
from printgen.drawing.outlines import circle
from printgen.writers.page import NO_INFO, Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pdf_press import Conversion, heaviest, own_profile
from printgen.writers.pictures import write_svg


def encoded(mode: str, form: str, color: Any) -> bytes:
    buffer = io.BytesIO()
    picture = Pictures.new("RGB", (8, 8), color)
    picture.convert(mode).save(buffer, form)
    return buffer.getvalue()


def page() -> Page:
    """A page of all that has colours: fills, lines, letters, gradients, what shows through, pictures of every sort."""
    red, flow = "#C02010", Gradient(((0.0, "#C02010"), (1.0, "#1040C080")), (0, 0, 90, 0))
    mask = io.BytesIO()
    Pictures.new("L", (8, 8), 120).save(mask, "PNG")
    pictures = [encoded("RGB", "PNG", red), encoded("P", "PNG", red), encoded("RGB", "JPEG", red)]
    items: list[Item] = [
        Rect(0, 0, 90, 20, red, Stroke("#1040C0", 2)),
        Shape(circle(40, 40, 10), flow, Stroke(flow, 3)),
        Place(Group((Rect(0, 0, 30, 30, "#10A040"),), opacity=0.5), IDENTITY),
        Text(5, 90, "Red", "body", 12, red),
        Rect(60, 60, 20, 20, "#15171A"),
        *(Image(10 * n, 50, 8, 8, data, mask.getvalue() if n == 0 else b"") for n, data in enumerate(pictures)),
    ]
    return Page(Drawing(100, 100, tuple(items)))


def test_all_colours_of_a_page_are_greys_as_light_as_they_are() -> None:
    data = write_pdf([page()], NO_INFO, grey=True)
    assert [*colors_in(io.BytesIO(data))] == [] and [*colors_in(io.BytesIO(write_pdf([page()], NO_INFO)))]
    shown, known = (
        pypdfium2.PdfDocument(one)[0].render().to_pil() for one in (data, write_pdf([page()], NO_INFO, looked_at=True))
    )
    assert all(len({*color}) == 1 for _, color in shown.convert("RGB").getcolors(10_000))
    # sRGB #C02010: 0.2126 * 0.527 + 0.7152 * 0.0144 + 0.0722 * 0.0052 of the light of white, which is written as 0.392.
    assert known.getpixel((50, 10)) == (192, 32, 16) and shown.getpixel((50, 10))[0] == pytest.approx(100, abs=2)
    assert shown.getpixel((70, 70))[0] < 10, "black is black"


def test_an_svg_of_greys_has_no_colour_and_no_picture_of_one() -> None:
    text = write_svg(page(), NO_INFO, grey=True).decode()
    found = re.findall(r'"#([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})"', text)
    assert found and all(len({*one}) == 1 for one in found)
    for coded in re.findall(r"base64,([^\"]+)", text):
        shown = Pictures.open(io.BytesIO(base64.b64decode(coded))).convert("RGB")
        assert all(len({*color}) == 1 for _, color in shown.getcolors(1000))


def test_the_profile_of_greys_is_one() -> None:
    profile = ImageCms.ImageCmsProfile(io.BytesIO(own_profile("grey"))).profile
    assert (profile.xcolor_space.strip(), profile.connection_space.strip()) == ("GRAY", "XYZ")


def test_all_in_one_file_is_grey_too(run: Run, tmp_path: Path) -> None:
    assert (
        run("build", "samples/party-cards", "samples/snail-derby", "--grey", "--one", "all", "--out", tmp_path).code
        == 0
    )
    (file,) = tmp_path.rglob("*.pdf")
    assert [*colors_in(file)] == []


@pytest.mark.parametrize("inks", [(255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (0, 0, 0, 255), (51, 102, 204, 255)])
def test_the_heaviest_dot_of_a_picture_counts_all_its_inks(inks: tuple[int, int, int, int]) -> None:
    picture = Pictures.new("CMYK", (9, 9), (10, 10, 10, 10))
    picture.putpixel((3, 4), inks)
    assert heaviest(picture) == pytest.approx(sum(inks) / 255)


def test_a_picture_has_the_inks_of_its_colours() -> None:
    made, colors = Conversion(3.0), [(204, 51, 0), (0, 102, 204), (51, 204, 102), (255, 255, 255)]
    picture = Pictures.new("RGB", (len(colors), 1))
    picture.putdata(colors)
    inked = made.picture(picture)
    for n, (red, green, blue) in enumerate(colors):
        wanted = made.of(red / 255, green / 255, blue / 255)
        assert [ink / 255 for ink in inked.getpixel((n, 0))] == pytest.approx(wanted, abs=0.03)
