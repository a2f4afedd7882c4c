"""Landscapes of scenes: they reach every part of their window, and the same seed draws the same."""

from itertools import pairwise
from typing import Any

import pytest

from printgen.art.parts import Parts
from printgen.art.scenery import LAYERS, SceneCanvas
from printgen.base.seeds import rng_for
from printgen.base.units import Box, mm
from printgen.drawing.model import Outline, Path, Place, Rect
from printgen.drawing.outlines import bounds
from printgen.drawing.tints import Tints

BOX = Box(mm(10), mm(20), mm(50), mm(60))
TINTS = Tints({"mid": "#304020", "lit": "#F0E0C0", "ink": "#101010"})
TREE = {"tree": {"slot": "piece", "layers": [{"rect": [40, 0, 20, 100], "fill": "main"}]}}


def drawn(seed: int = 1, **layer: Any) -> list[Any]:
    """What a layer of a scene puts into the window."""
    canvas = SceneCanvas(BOX, rng_for(seed), TINTS, Parts(TREE), (BOX.x + 20, BOX.y + 20))
    return list(LAYERS[next(iter(layer))](**layer).draw(canvas))


def one(seed: int = 1, **layer: Any) -> Outline:
    (path,) = drawn(seed, **layer)
    assert isinstance(path, Path)
    return path.outline


@pytest.mark.parametrize("kind", ["ridge", "peaks"])
def test_hills_cross_the_window_and_stand_on_its_floor(kind: str) -> None:
    outline = one(**{kind: 0.5}, rough=0.1)
    box = bounds(outline)
    assert box.x <= BOX.x and box.right >= BOX.right and box.bottom == pytest.approx(BOX.bottom)
    assert BOX.y + 0.4 * BOX.h <= box.y <= BOX.y + 0.55 * BOX.h
    assert outline == one(**{kind: 0.5}, rough=0.1) != one(2, **{kind: 0.5}, rough=0.1)


def test_waves_cover_the_width_whatever_their_shift() -> None:
    for seed in range(5):
        box = bounds(one(seed, waves=0.3, length=0.2))
        assert box.x <= BOX.x and box.right >= BOX.right and box.bottom == BOX.bottom


def test_clouds_hide_all_below_them() -> None:
    box = bounds(one(clouds=0.5))
    assert box.x <= BOX.x and box.right >= BOX.right and box.bottom >= BOX.bottom
    assert BOX.y + 0.3 * BOX.h < box.y < BOX.y + 0.5 * BOX.h


def test_halftone_dots_grow_downward() -> None:
    rows = drawn(halftone="ink", top=0.3, bottom=1.0)
    widths = [row.stroke.width for row in rows]
    assert widths == sorted(widths) and widths[-1] == pytest.approx(2 * mm(0.6), abs=0.1)
    assert min(step[2] for row in rows for step in row.outline) > BOX.y + 0.3 * BOX.h


def test_rays_leave_gaps_as_wide_as_they_are() -> None:
    outline = one(rays=12)
    assert [step[0] for step in outline] == ["M", "L", "L", "Z"] * 12
    assert {step[1:] for step in outline if step[0] == "M"} == {(BOX.x + 20, BOX.y + 20)}
    assert bounds(outline).x < BOX.x and bounds(outline).bottom > BOX.bottom


def test_houses_stand_side_by_side_with_windows_inside() -> None:
    *houses, windows = drawn(skyline=[0.2, 0.6], width=[0.2, 0.3], gap=0.05, lit="lit")
    assert all(isinstance(house, Rect) for house in houses)
    assert houses[0].x <= BOX.x and houses[-1].x + houses[-1].w >= BOX.right - 0.05 * BOX.h
    for left, right in pairwise(houses):
        assert left.x + left.w <= right.x <= left.x + left.w + 0.05 * BOX.h
    corners = [step[1:] for step in windows.outline if step[0] != "Z"]
    assert corners and windows.fill == "#F0E0C0"
    for x, y in corners:
        assert any(house.x < x < house.x + house.w and house.y < y < house.y + house.h for house in houses)


def test_things_are_strewn_one_to_a_slice_the_near_ones_last() -> None:
    trees = drawn(scatter="tree", y=[0.5, 0.9], count=8)
    assert all(isinstance(tree, Place) for tree in trees)
    feet = [(50 * t.matrix[0] + 100 * t.matrix[2] + t.matrix[4], 100 * t.matrix[3] + t.matrix[5]) for t in trees]
    assert sorted(int((x - BOX.x) / (BOX.w / 8)) for x, _ in feet) == list(range(8))
    heights = [y for _, y in feet]
    assert heights == sorted(heights) and BOX.y + 0.5 * BOX.h <= heights[0] <= heights[-1] <= BOX.y + 0.9 * BOX.h


@pytest.mark.parametrize(("kind", "floor"), [("stars", 0.6), ("snow", 1.0)])
def test_stars_and_snow_are_sprinkled(kind: str, floor: float) -> None:
    outline = one(**{kind: "lit"}, count=60)
    assert sum(step[0] == "M" for step in outline) == 60
    box = bounds(outline)
    assert BOX.y - mm(0.45) <= box.y and floor * BOX.h * 0.8 <= box.bottom - BOX.y <= floor * BOX.h + mm(0.45)
