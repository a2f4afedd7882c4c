"""With `--look saver` every product of the kits has a design of its own, and no page of it takes much ink.

The measure is the area that ink covers: over all points of a rendered page, the mean of the ink of which there is most
there, with that of light being the ink of cyan, magenta and yellow.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import ImageChops, ImageStat

from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.writers.png import render_pages

KITS = ("army-wars", "go-joe", "micro-forces", "sixth-scale")
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
    built = build.build([target], Settings(look=look, out=out, paper=paper))
    (manifest,) = built.manifests
    return {entry.name: (out / manifest.kit / entry.file).read_bytes() for entry in manifest.products}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "pages"),
    [
        ("army-wars/steel-markers", [0]),
        ("go-joe/board-tiles", [1, 6]),
        ("go-joe/cobra-deck", [8, 9]),
        ("sixth-scale/figure-damage", [0]),
        ("micro-forces/map-sheets", [0]),
    ],
)
def test_a_page_takes_little_ink(tmp_path: Path, target: str, pages: list[int]) -> None:
    (pdf,) = printed(target, tmp_path).values()
    assert max(areas(pdf, pages)) < MOST


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("kit", KITS)
def test_no_page_of_a_kit_takes_much_ink(tmp_path: Path, kit: str, paper: str) -> None:
    most = {name: max(areas(pdf)) for name, pdf in printed(kit, tmp_path, paper=paper).items()}
    assert {name: round(area, 1) for name, area in most.items() if area >= MOST} == {}


@pytest.mark.slow
@pytest.mark.parametrize("kit", KITS)
def test_every_product_has_a_design_of_its_own(tmp_path: Path, kit: str) -> None:
    colored, saving = printed(kit, tmp_path, "color"), printed(kit, tmp_path)
    assert [name for name, pdf in saving.items() if pdf == colored[name]] == []
