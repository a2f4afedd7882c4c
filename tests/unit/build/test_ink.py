"""What a build says of ink is what its rendered pages take, within a tenth."""

import io
import math
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from kitchen import Kitchen, Run
from PIL import Image as Pictures
from PIL import ImageChops, ImageStat
from whole import KITS, composed, one_kit

from printgen.base.units import Box, chain, mm, rotate, translate
from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.drawing.coverage import ink_of, ink_of_all
from printgen.drawing.model import Drawing, Gradient, Group, Image, Item, Place, Rect, Stroke
from printgen.drawing.model import Path as Shape
from printgen.drawing.outlines import circle, rectangle
from printgen.sheets.proof import colors_of_sheets, ink_of_sheets
from printgen.sheets.sheet import Sheet
from printgen.writers.pictures import render_pages

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


def png(color: tuple[int, int, int]) -> bytes:
    buffer = io.BytesIO()
    Pictures.new("RGB", (4, 4), color).save(buffer, "PNG")
    return buffer.getvalue()


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


def cards(*colors: str, size: float = SIDE / 4) -> tuple[Place, ...]:
    """Cards of a sheet: each a whole box of its colour, clipped to its size."""
    box = rectangle(Box(0, 0, size, size))
    return tuple(
        Place(Group((Rect(-5, -5, size + 10, size + 10, color),), box), translate(n % 4 * size, n // 4 * size))
        for n, color in enumerate(colors)
    )


def dots(color: str, side: float) -> Group:
    """What is placed again and again: nine dots in a square, which fill a ninth of it each for a third."""
    third = side / 3
    return Group(tuple(Rect(x * third, y * third, third / 3, third, color) for x in range(3) for y in range(3)))


def in_fives(groups: list[Group]) -> tuple[Place, ...]:
    return tuple(Place(one, translate(n % 5 * SIDE / 5, n // 5 * SIDE / 5)) for n, one in enumerate(groups))


BLACK, WHITE, RED, BLUE = "#000000", "#FFFFFF", "#FF0000", "#0000FF"
WHOLE = Rect(0, 0, SIDE, SIDE, BLACK)
FRAME = 4 * (SIDE - 40) * 8 / SIDE**2
FADE = Gradient(((0.0, BLACK), (1.0, WHITE)), (0, 0, SIDE, 0))
LINE = (("M", 0.0, SIDE / 2), ("L", SIDE, SIDE / 2))


@pytest.mark.parametrize(
    ("items", "total", "area"),
    [
        (cards(*[BLACK] * 8), 0.5, 0.5),
        (cards(*[RED] * 16), 2.0, 1.0),
        # A small group is kept when it comes again, and one that is clipped shows what is in its clip.
        (in_fives([dots(BLACK, SIDE / 5) for _ in range(25)]), 1 / 3, 1 / 3),
        (in_fives([dots(BLACK, SIDE / 5)] * 10), 2 / 15, 2 / 15),
        ((Place(Group((WHOLE,), circle(SIDE / 2, SIDE / 2, SIDE / 2))),), math.pi / 4, math.pi / 4),
        ((Place(Group((Rect(0, 0, SIDE, SIDE, RED),), None, False, 0.25)),), 0.5, 0.25),
        ((Place(Group((Rect(0, 0, SIDE, SIDE, RED),), QUARTER, False, 0.5)),), 0.25, 0.125),
        ((Rect(0, 0, SIDE, SIDE, FADE),), 0.5, 0.5),
        ((Rect(0, 0, SIDE, SIDE, RED), Rect(0, 0, SIDE, SIDE, "#0000FF80")), 2.0, 1.0),
        # A line of dashes has half of it, with round ends they are longer, and four sides are lines.
        ((Shape(LINE, None, Stroke(BLACK, 20, (10,))),), 0.5 * 20 / SIDE, 0.5 * 20 / SIDE),
        ((Shape(LINE, None, Stroke(BLACK, 20, (30, 10))),), 0.75 * 20 / SIDE, 0.75 * 20 / SIDE),
        ((Rect(20, 20, SIDE - 40, SIDE - 40, None, Stroke(RED, 8)),), 2 * FRAME, FRAME),
        ((Place(Group((Rect(0, 0, SIDE / 2, SIDE / 2, BLACK),)), (0, 1, -1, 0, SIDE, 0)),), 0.25, 0.25),
        ((Rect(SIDE, 0, SIDE, SIDE, BLACK), Rect(-9, 0, 9, SIDE, BLACK), Rect(0, 0, 0, SIDE, BLACK)), 0.0, 0.0),
        ((Image(0, 0, SIDE, SIDE / 2, png((255, 0, 0)), (4, 4)),), 1.0, 0.5),
    ],
)  # fmt: skip
def test_what_comes_again_and_what_is_clear_is_counted(items: tuple[Item, ...], total: float, area: float) -> None:
    ink = ink_of(Drawing(SIDE, SIDE, items))
    assert (ink.total, ink.area) == (pytest.approx(total, rel=0.08, abs=1e-9), pytest.approx(area, rel=0.08, abs=1e-9))


@pytest.mark.parametrize(
    ("color", "inks"),
    [
        (BLACK, (0, 0, 0, 1)), (RED, (0, 1, 1, 0)), (BLUE, (1, 1, 0, 0)), ("#00FF00", (1, 0, 1, 0)),
        ("#800000", (0, 0.5, 0.5, 0.5)),
    ],
)  # fmt: skip
def test_colors_are_four_inks(color: str, inks: tuple[float, ...]) -> None:
    """Half of each sheet is painted; of four sheets that are alike one tells for all."""
    painted, bare = (Drawing(SIDE, SIDE, (Rect(0, 0, SIDE, SIDE / 2, one),)) for one in (color, WHITE))

    def sheet(drawing: Drawing, side: str = "front", cells: int = 0) -> Sheet:
        return cast("Sheet", SimpleNamespace(drawing=drawing, side=side, cells=[Box(0, 0, 1, 1)] * cells))

    def total(*sheets: Sheet, alike: bool = True) -> float:
        return ink_of_sheets(sheets, alike).total

    found = colors_of_sheets([sheet(painted)], True)
    assert [found[name] for name in ("cyan", "magenta", "yellow", "black")] == pytest.approx(
        [n / 2 for n in inks], rel=0.06
    )
    most = sum(inks) / 2
    # Backs without a picture take nothing; sheets of four cards and more are reckoned on a full one.
    for share, found_ in (
        (1 / 2, total(sheet(painted), sheet(bare, "back"))),
        (3 / 4, total(sheet(painted, cells=4), sheet(painted, cells=2))),
        (1 / 2, total(sheet(painted, cells=3), sheet(bare, cells=3), alike=False)),
        (1 / 2, total(sheet(painted, cells=4), sheet(bare, cells=4))),
    ):
        assert found_ == pytest.approx(most * share, rel=0.06)
    assert ink_of_all([bare, painted, bare], 1).total == pytest.approx(most, rel=0.06)


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
    (manifest,) = build.build([target], Settings(look=look, out=tmp_path)).manifests
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
