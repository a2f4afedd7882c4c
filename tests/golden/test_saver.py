"""With `--look saver` every product of the kits has a design of its own, and no page of it takes much ink.

The measure is the area that ink covers: over all points of a rendered page, the mean of the ink of which there is most
there, with that of light being the ink of cyan, magenta and yellow.
"""

from collections.abc import Iterator

import pytest
from PIL import ImageChops, ImageStat
from whole import KITS, WAYS, composed, one_kit

from printgen.build.printed import Pieces
from printgen.drawing.extent import digest_of
from printgen.writers.pictures import render_pages

MOST = 15.0
DPI = 150


def areas(pdf: bytes) -> Iterator[float]:
    """The area that ink covers of each page, in percent of the page."""
    for picture in render_pages(pdf, DPI):
        red, green, blue = picture.convert("RGB").split()
        darkest = ImageChops.darker(ImageChops.darker(red, green), blue)
        yield 100 - ImageStat.Stat(darkest).mean[0] / 2.55


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "look"), WAYS[1:3])
@pytest.mark.parametrize("kit", one_kit("army-wars", *zip(KITS)))
def test_no_page_of_a_kit_takes_much_ink(kit: str, paper: str, look: str) -> None:
    most = {name: max(areas(pdf)) for name, pdf in composed(kit, paper, look).pdfs.items()}
    assert {name: round(area, 1) for name, area in most.items() if area >= MOST} == {}


@pytest.mark.slow
@pytest.mark.parametrize("kit", one_kit("micro-forces", *zip(KITS)))
def test_every_product_has_a_design_of_its_own(kit: str) -> None:
    colored, saving = composed(kit), composed(kit, "a4", "saver")
    assert [item.product.name for item in saving.items if drawn(item) & drawn(colored[item.product.name])] == []


def drawn(item: Pieces) -> set[str]:
    """What the fronts of a product show, whatever stands in the margins."""
    return {digest_of(piece.front) for piece in item}
