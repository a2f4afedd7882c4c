"""Previews: pages of a PDF as pictures of the right size and tone."""

import io

import pytest
from PIL import Image as Pictures

from printgen.drawing.model import Drawing, Rect
from printgen.writers.pdf import Page, write_pdf
from printgen.writers.png import encode_png, render_pages

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
