"""Previews: pages of a PDF as pictures of the right size and tone."""

import io
import random
from collections.abc import Callable

import pytest
from PIL import Image as Pictures
from PIL import ImageChops, ImageDraw

from printgen.drawing.model import Drawing, Rect
from printgen.writers.pdf import Page, write_pdf
from printgen.writers.pictures import encode_png, render_pages, size_of

PAGES = [Page(Drawing(72, 144, (Rect(0, 0, 72, 72, color),))) for color in ("#FF0000", "#0000FF")]


@pytest.mark.parametrize(("dpi", "size"), [(72, (72, 144)), (300, (300, 600)), (30, (30, 60))])
def test_pages_have_the_size_of_their_resolution(dpi: int, size: tuple[int, int]) -> None:
    assert [p.size for p in render_pages(write_pdf(PAGES), dpi)] == [size, size]


def test_chosen_pages_only() -> None:
    (second,) = render_pages(write_pdf(PAGES), 72, [1])
    assert second.getpixel((36, 36)) == (0, 0, 255)
    assert second.getpixel((36, 108)) == (255, 255, 255)


@pytest.mark.parametrize(("grey", "mode"), [(False, "RGB"), (True, "L")])
def test_pictures_know_their_resolution_and_may_be_grey(grey: bool, mode: str) -> None:
    (first, _) = render_pages(write_pdf(PAGES), 72)
    png = Pictures.open(io.BytesIO(encode_png(first, 72, grey)))
    assert (png.format, png.mode, png.size) == ("PNG", mode, (72, 144))
    assert png.info["dpi"] == pytest.approx((72, 72), abs=0.1)
    pixel = png.getpixel((36, 36))
    assert pixel == ((255, 0, 0) if not grey else 76)


def _drawn(mode: str, side: int = 300) -> Pictures.Image:
    """A picture of a mode with plain grounds, and letters."""
    picture = Pictures.new("RGB", (side, side + 7), "#DDEEFF")
    pen = ImageDraw.Draw(picture)
    for at in range(0, side, 12):
        pen.ellipse((at, at // 2, at + 40, at // 2 + 30), f"#{at % 256:02X}8040", "black")
        pen.text((side - at, at), "Ink 123")
    return picture.convert(mode)


def _photo(mode: str) -> Pictures.Image:
    """A picture of a mode in which nothing repeats itself, though all dots are like their neighbours."""
    grain = random.Random(4).randbytes(300 * 200)
    noise = Pictures.frombytes("L", (300, 200), grain).point([value // 32 for value in range(256)])
    slopes = (Pictures.linear_gradient("L").resize((300, 200)), Pictures.radial_gradient("L").resize((300, 200)))
    bands = [ImageChops.add(slopes[band % 2], noise, scale=1 + band / 4) for band in range(3)]
    return Pictures.merge("RGB", bands).convert(mode)


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA"])
@pytest.mark.parametrize(("made", "most"), [(_drawn, 1.25), (_photo, 1)])
def test_pictures_are_kept_dot_by_dot_in_about_as_many_bytes_as_usual(
    made: Callable[[str], Pictures.Image], most: float, mode: str
) -> None:
    picture = made(mode)
    data, usual = encode_png(picture, 150), io.BytesIO()
    picture.save(usual, "PNG", dpi=(150, 150), compress_level=4)
    assert len(data) <= most * len(usual.getvalue())
    again = Pictures.open(io.BytesIO(data))
    again.load()
    assert (again.mode, again.size, again.tobytes()) == (mode, picture.size, picture.tobytes())
    assert again.info["dpi"] == pytest.approx((150, 150), abs=0.1)
    assert size_of(data) == picture.size
    assert data == encode_png(picture, 150)
