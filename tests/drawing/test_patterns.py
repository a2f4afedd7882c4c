"""Patterns, stripes and landscape shapes: they reach every part of their box, and the same seed draws the same."""

from itertools import pairwise

import pytest

from printgen.base.geometry import Box
from printgen.base.seeds import rng_for
from printgen.base.units import mm
from printgen.drawing import textures
from printgen.drawing.model import Item, Outline, Path
from printgen.drawing.outlines import bounds
from printgen.drawing.patterns import PATTERNS, hazard, pattern

BOX = Box(mm(10), mm(20), mm(40), mm(60))
DISCS = {"rays", "burst"}


def shapes(items: tuple[Item, ...]) -> list[Box]:
    """The boxes of all closed or open shapes that the items draw."""
    found: list[Box] = []
    for item in items:
        assert isinstance(item, Path)
        start = 0
        marks = [i for i, s in enumerate(item.outline) if s[0] == "M"]
        for start, end in pairwise([*marks, len(item.outline)]):
            found.append(bounds(item.outline[start:end]))
    return found


def touches(one: Box, two: Box) -> bool:
    return one.x <= two.right and two.x <= one.right and one.y <= two.bottom and two.y <= one.bottom


@pytest.mark.parametrize("scale", [1, 1.9])
@pytest.mark.parametrize("kind", sorted(set(PATTERNS) - DISCS))
def test_a_pattern_reaches_every_part_of_its_box(kind: str, scale: float) -> None:
    found = shapes(pattern(kind, BOX, "#102030", scale))
    side = mm(10) * scale
    for column in range(int(BOX.w / side)):
        for row in range(int(BOX.h / side)):
            part = Box(BOX.right - (column + 1) * side, BOX.bottom - (row + 1) * side, side, side)
            assert any(touches(part, shape) for shape in found), part


@pytest.mark.parametrize("kind", sorted(DISCS))
def test_a_disc_reaches_the_edge_of_its_box(kind: str) -> None:
    square = Box(10, 20, 100, 100)
    found = shapes(pattern(kind, square, "#102030"))
    reach = Box(min(b.x for b in found), min(b.y for b in found), 0, 0)
    end = max(b.right for b in found), max(b.bottom for b in found)
    assert (reach.x, reach.y, *end) == pytest.approx((10, 20, 110, 120), abs=5)


@pytest.mark.parametrize("kind", sorted(PATTERNS))
def test_a_pattern_has_one_colour_and_its_own_shape(kind: str) -> None:
    items = pattern(kind, BOX, "#102030")
    for item in items:
        assert isinstance(item, Path)
        assert (item.stroke.color if item.stroke else item.fill) == "#102030"
    assert sum(pattern(other, BOX, "#102030") == items for other in PATTERNS) == 1


def test_a_larger_scale_draws_fewer_shapes() -> None:
    assert len(shapes(pattern("dots", BOX, "#000000", 2))) < len(shapes(pattern("dots", BOX, "#000000")))


def test_unknown_patterns() -> None:
    with pytest.raises(KeyError):
        pattern("tartan", BOX, "#000000")


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("box", [BOX, Box(0, 0, 200, 8), Box(-5, 3, 8, 100)])
def test_stripes_cover_the_box_from_end_to_end(box: Box, mirrored: bool) -> None:
    pitch = 6.0
    ground, stripes = hazard(box, "#FFFFFF", "#000000", pitch, mirrored)
    assert isinstance(ground, Path) and isinstance(stripes, Path)
    assert bounds(ground.outline) == pytest.approx(box)
    assert (ground.fill, stripes.fill) == ("#FFFFFF", "#000000")
    for y in (box.y, box.bottom):
        # On each edge the stripes are as wide as the gaps between them.
        ends = sorted(s[1] for s in stripes.outline if s[1:] and s[2] == y)
        assert ends[0] <= box.x + 1e-6 and ends[-1] >= box.right - 1e-6
        assert {round(b - a, 6) for a, b in pairwise(ends)} == {pitch}


def test_mirrored_stripes_lean_the_other_way() -> None:
    def lean(mirrored: bool) -> float:
        stripes = hazard(BOX, "#FFFFFF", "#000000", 6, mirrored)[1]
        assert isinstance(stripes, Path)
        foot, top = stripes.outline[0], stripes.outline[1]
        return float(top[1] - foot[1])

    assert lean(False) == pytest.approx(BOX.h)
    assert lean(True) == pytest.approx(-BOX.h)


@pytest.mark.parametrize("shape", [textures.ridge, textures.peaks])
def test_hills_cross_the_box_and_stand_on_its_floor(shape: object) -> None:
    def drawn(seed: int) -> Outline:
        outline: Outline = shape(rng_for(seed), BOX, BOX.y + 60, 10.0, 7)  # type: ignore[operator]
        return outline

    outline = drawn(1)
    box = bounds(outline)
    assert (box.x, box.right, box.bottom) == pytest.approx((BOX.x, BOX.right, BOX.bottom))
    assert BOX.y + 50 <= box.y <= BOX.y + 70
    assert outline == drawn(1) != drawn(2)


def test_waves_cover_the_width_whatever_their_shift() -> None:
    for shift in (0.0, 7.0, 13.9):
        box = bounds(textures.waves(BOX, BOX.y + 20, 14, 4, shift))
        assert box.x <= BOX.x and box.right >= BOX.right and box.bottom == BOX.bottom


def test_halftone_dots_grow_downward() -> None:
    rows = textures.halftone(BOX, 4, BOX.y + 20, BOX.bottom, 1.5, "#000000")
    widths = [row.stroke.width for row in rows if isinstance(row, Path) and row.stroke]
    assert widths == sorted(widths) and widths[-1] == pytest.approx(3, abs=0.1)
    assert min(s[2] for row in rows if isinstance(row, Path) for s in row.outline) > BOX.y + 20


def test_houses_stand_side_by_side_with_windows_inside() -> None:
    houses = textures.skyline(rng_for(1), BOX, (BOX.y + 10, BOX.y + 40), (10, 20), 3)
    assert houses[0].x <= BOX.x and houses[-1].right >= BOX.right - 3
    for left, right in pairwise(houses):
        assert left.right <= right.x <= left.right + 3
    for house in houses:
        windows = textures.lit_windows(rng_for(1), house, (3, 4), 0.5)
        assert windows and touches(bounds(windows), house)
        inside = bounds(windows)
        assert house.x <= inside.x and inside.right <= house.right and inside.bottom <= house.bottom


def test_things_are_spread_one_to_a_slice() -> None:
    spots = textures.spread(rng_for(5), BOX, 8)
    slices = [int((x - BOX.x) / (BOX.w / 8)) for x, _ in spots]
    assert slices == list(range(8))
    assert all(BOX.y <= y <= BOX.bottom for _, y in spots)
