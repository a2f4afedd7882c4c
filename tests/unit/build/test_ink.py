"""The ink of pages, and of the sheets of a product, is what a picture of them takes."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from kitchen import Kitchen, Run

from printgen.base.units import Box, chain, mm, rotate, translate
from printgen.build.printed import Pieces, Sheets
from printgen.build.settings import Settings
from printgen.drawing.model import Drawing, Gradient, Group, Item, Place, Rect, Stroke
from printgen.drawing.model import Path as Shape
from printgen.drawing.outlines import rectangle
from printgen.faces.library import default_library
from printgen.sheets.sheet import Sheet
from printgen.writers import pictures
from printgen.writers.page import Page
from printgen.writers.pictures import Ink, measure_ink

SIDE = mm(100)
BLACK, WHITE, RED, BLUE, GREEN = "#000000", "#FFFFFF", "#FF0000", "#0000FF", "#00FF00"
QUARTER = rectangle(Box(0, 0, SIDE, SIDE / 4))
TILTED = chain(translate(SIDE / 2, SIDE / 2), rotate(45))
FADE = Gradient(((0.0, BLACK), (1.0, WHITE)), (0, 0, SIDE, 0))
LINE = (("M", 0.0, SIDE / 2), ("L", SIDE, SIDE / 2))


def whole(color: str | Gradient) -> Rect:
    return Rect(0, 0, SIDE, SIDE, color)


@pytest.mark.parametrize(
    ("items", "inks"),
    [
        ((), (0, 0, 0, 0, 0)),
        ((whole(BLACK),), (0, 0, 0, 1, 1)),
        ((whole(RED),), (0, 1, 1, 0, 1)),
        ((whole(BLUE),), (1, 1, 0, 0, 1)),
        ((whole(GREEN),), (1, 0, 1, 0, 1)),
        ((whole("#800000"),), (0, 0.5, 0.5, 0.5, 1)),
        ((whole(FADE),), (0, 0, 0, 0.5, 0.5)),
        ((whole(BLACK), Rect(0, 0, SIDE, SIDE / 2, WHITE)), (0, 0, 0, 0.5, 0.5)),
        ((Place(Group((whole(RED),), QUARTER, False, 0.5)),), (0, 0.125, 0.125, 0, 0.125)),
        # A hairline takes no more than it is wide, however small the picture is.
        ((Shape(LINE, None, Stroke(BLACK, SIDE / 500)),), (0, 0, 0, 0.002, 0.002)),
        ((Place(Group((Rect(-SIDE / 2, -5, SIDE, 10, BLACK),)), TILTED),), (0, 0, 0, 10 / SIDE, 10 / SIDE)),
    ],
)  # fmt: skip
def test_ink_is_what_a_page_shows(items: tuple[Item, ...], inks: tuple[float, ...]) -> None:
    (ink,) = measure_ink([Page(Drawing(SIDE, SIDE, items))])
    assert ink == pytest.approx(inks, abs=0.006, rel=0.02)
    assert ink.total == pytest.approx(sum(inks[:4]), abs=0.02)


def test_greys_are_black_ink_alone_and_a_banner_is_measured_in_a_small_picture() -> None:
    (ink,) = measure_ink([Page(Drawing(SIDE, SIDE, (whole(RED),)))], grey=True)
    assert ink[:3] == (0, 0, 0) and 0 < ink.black < 1
    (ink,) = measure_ink([Page(Drawing(mm(5000), mm(3000), (Rect(0, 0, mm(2500), mm(3000), BLACK),)))])
    assert ink.total == pytest.approx(0.5, abs=0.01)


def sheet(ink: float, side: str = "front", cells: int = 1) -> Sheet:
    """A sheet with so much black on it, and so many cells."""
    drawing = Drawing(SIDE, SIDE, (Rect(0, 0, SIDE, ink * SIDE, BLACK),))
    return cast("Sheet", SimpleNamespace(drawing=drawing, side=side, cells=[Box(0, 0, 9, 9)] * cells))


@pytest.mark.parametrize(
    ("sheets", "total"),
    [
        ([], 0.0),
        ([sheet(0.4)], 0.4),
        ([sheet(0.5), sheet(0, "back")], 0.25),
        ([sheet(0.5), sheet(0.1, "back")] * 20, 0.3),
        # Two sides without backs, neither the first nor the last of many.
        ([sheet(1), sheet(0.2), sheet(0.9), sheet(0.4), sheet(1)], 0.3),
        # The last sheet has a quarter of the pieces of the others.
        ([sheet(0.8, cells=8), sheet(0.8, cells=8), sheet(0.2, cells=2)], 0.6),
        ([sheet(0.4, cells=0), sheet(0.4, cells=0)], 0.4),
    ],
)  # fmt: skip
def test_few_of_many_sides_are_measured(monkeypatch: pytest.MonkeyPatch, sheets: list[Sheet], total: float) -> None:
    measured = list[int]()
    monkeypatch.setattr(pictures, "measure_ink", lambda pages, grey: measured.append(len(pages)) or measure_ink(pages))
    pieces: Any = SimpleNamespace(library=default_library(), settings=Settings())
    assert Sheets(tuple(sheets), cast("Pieces", pieces)).measure_ink().total == pytest.approx(total, abs=0.01)
    assert sum(measured) <= 2


def test_only_a_dry_run_measures_ink(kitchen: Kitchen, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "build", kitchen.folder, "--out", kitchen.folder / "out"
    measured = run(*words, "--dry-run").out
    assert "% ink (cyan" in measured
    monkeypatch.setattr(pictures, "measure_ink", lambda *_: pytest.fail("ink is measured"))
    built = run(*words, "--json")
    assert built.code == 0 and "ink" not in built.out


def test_the_sum_is_of_four_colors() -> None:
    assert Ink(0.1, 0.2, 0.3, 0.05, 0.5).total == pytest.approx(0.65)
