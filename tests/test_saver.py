"""With `--look saver` every product of the kits has a design of its own, and no page of it takes much ink.

The measure is the area that ink covers: over all points of a rendered page, the mean of the ink of which there is most
there, with that of light being the ink of cyan, magenta and yellow.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import ImageChops, ImageStat

from printgen import build
from printgen.writers.png import render_pages

MOST = 15.0
DPI = 150


def areas(pdf: bytes, pages: list[int] | None = None) -> Iterator[float]:
    """The area that ink covers of each page, in percent of the page."""
    for picture in render_pages(pdf, DPI, pages):
        red, green, blue = picture.convert("RGB").split()
        darkest = ImageChops.darker(ImageChops.darker(red, green), blue)
        yield 100 - ImageStat.Stat(darkest).mean[0] / 2.55


def printed(target: str, out: Path, look: str = "saver", paper: str = "letter") -> dict[str, bytes]:
    """The files of a build by the names of their products."""
    built = build.build([target], build.Settings(look=look, out=out, paper=paper))
    (manifest,) = built.manifests
    return {entry.name: (out / manifest.kit / entry.file).read_bytes() for entry in manifest.products}


@pytest.mark.parametrize(
    ("target", "pages"),
    [
        ("go-joe/board-tiles", [1, 6]),
        ("micro-forces/map-sheets", [0]),
        ("army-wars/steel-markers", [0]),
        ("sixth-scale/figure-damage", [0]),
    ],
)
def test_a_page_takes_little_ink(tmp_path: Path, target: str, pages: list[int]) -> None:
    (pdf,) = printed(target, tmp_path).values()
    assert max(areas(pdf, pages)) < MOST
