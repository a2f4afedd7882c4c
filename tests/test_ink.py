"""What a build says of ink is what its rendered pages take, within a tenth."""

from pathlib import Path

import pytest
from kitchen import Kitchen, Run
from PIL import ImageChops, ImageStat
from whole import KITS, composed, one_kit

from printgen import build
from printgen.base.geometry import Box, chain, rotate, translate
from printgen.base.units import mm
from printgen.drawing.coverage import ink_of
from printgen.drawing.model import Drawing, Group, Place, Rect, Stroke
from printgen.drawing.model import Path as Shape
from printgen.drawing.outlines import circle, rectangle
from printgen.writers.png import render_pages

SIDE = mm(100)
QUARTER = rectangle(Box(0, 0, SIDE, SIDE / 4))
RING = (*rectangle(Box(0, 0, SIDE, SIDE)), *rectangle(Box(SIDE / 4, SIDE / 4, SIDE / 2, SIDE / 2)))
CHECKED = tuple(
    step
    for row in range(40)
    for column in range(row % 2, 40, 2)
    for step in rectangle(Box(column * SIDE / 40, row * SIDE / 40, SIDE / 40, SIDE / 40))
)
DISC, LIT = circle(SIDE / 2, SIDE / 2, 0.4 * SIDE), circle(SIDE / 2, SIDE / 2, 0.35 * SIDE)
TILTED = chain(translate(SIDE / 2, SIDE / 2), rotate(45))


def rendered(pdf: bytes, dpi: int = 150) -> tuple[float, float]:
    """Ink of all colours, and the area that it covers, in percent of all pages."""
    sums: list[tuple[float, float]] = []
    for picture in render_pages(pdf, dpi):
        red, green, blue = picture.convert("RGB").split()
        dark = ImageChops.darker(ImageChops.darker(red, green), blue)
        light = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        least, most, *parts = (100 - ImageStat.Stat(one).mean[0] / 2.55 for one in (light, dark, red, green, blue))
        sums.append((sum(parts) - 2 * least, most))
    return sum(total for total, _ in sums) / len(sums), sum(area for _, area in sums) / len(sums)


@pytest.mark.parametrize(
    ("items", "total", "area"),
    [
        ((Rect(0, 0, SIDE, SIDE / 2, "#000000"),), 0.5, 0.5),
        ((Rect(0, 0, SIDE, SIDE / 2, "#FF0000"),), 1.0, 0.5),
        ((Rect(0, 0, SIDE, SIDE, "#000000"), Rect(0, 0, SIDE, SIDE / 2, "#FFFFFF")), 0.5, 0.5),
        ((Shape(rectangle(Box(0, 0, SIDE, SIDE)), "#00000080"),), 0.5, 0.5),
        ((Place(Group((Rect(-SIDE, -SIDE, 3 * SIDE, 3 * SIDE, "#000000"),), QUARTER)),), 0.25, 0.25),
        ((Shape((("M", 0.0, SIDE / 2), ("L", SIDE, SIDE / 2)), None, Stroke("#000000", SIDE / 10)),), 0.1, 0.1),
        ((Shape(RING, "#000000", even_odd=True),), 0.75, 0.75),
        ((Shape(DISC, "#000000"), Shape(LIT, "#FFFFFF")), 0.118, 0.118),
        ((Shape(DISC, "#000000"), Shape(LIT, "#000000")), 0.503, 0.503),
        ((Shape(CHECKED, "#000000"),), 0.5, 0.5),
        ((Place(Group((Rect(-SIDE / 2, -5, SIDE, 10, "#000000"),)), TILTED),), 10 / SIDE, 10 / SIDE),
    ],
)  # fmt: skip
def test_shapes_take_what_shows_of_them(items: tuple[Rect, ...], total: float, area: float) -> None:
    ink = ink_of(Drawing(SIDE, SIDE, items))
    assert (ink.total, ink.area) == (pytest.approx(total, rel=0.1), pytest.approx(area, rel=0.1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "look"),
    [
        ("army-wars/red-markers", "color"),
        ("army-wars/player-aid", "saver"),
        ("go-joe/punchboard", "color"),
        ("micro-forces/sight-lines", "color"),
    ],
)
def test_the_manifest_says_what_the_pages_take(tmp_path: Path, target: str, look: str) -> None:
    (manifest,) = build.build([target], build.Settings(look=look, out=tmp_path)).manifests
    (entry,) = manifest.products
    total, area = rendered((tmp_path / manifest.kit / entry.file).read_bytes())
    assert (entry.ink, entry.area) == (pytest.approx(total, rel=0.1), pytest.approx(area, rel=0.1))


@pytest.mark.slow
@pytest.mark.parametrize("kit", one_kit("go-joe", *zip(KITS)))
def test_nearly_all_products_take_what_is_reckoned(kit: str) -> None:
    whole, off = composed(kit), {}
    # Pages to measure a printer with follow covers, and are not reckoned.
    for item in (one for one in whole.items if one.product.kind != "cover"):
        total, _ = rendered(whole.pdfs[item.product.name], 100)
        off[item.product.name] = abs(100 * item.ink().total / total - 1)
    assert sum(each < 0.1 for each in off.values()) >= 0.9 * len(off), off
    assert max(off.values()) < 0.2, off


def test_the_build_tells_it(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    assert "% ink" in run("build", kitchen.folder, "--out", tmp_path / "out").out
