"""Patterns and stripes: they reach every part of their box."""

from itertools import pairwise

import pytest
from tables import tables

from printgen.base.units import Box, mm
from printgen.drawing.extent import digest_of
from printgen.drawing.model import Drawing, Item, Path
from printgen.drawing.outlines import bounds
from printgen.drawing.patterns import PATTERNS, hazard, pattern

DIGESTS = tables(__file__)["digests"]
BOX = Box(mm(10), mm(20), mm(40), mm(60))
DISCS = {"rays", "burst", "halftone-fading"}


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


@pytest.mark.parametrize("kind", sorted(DISCS - {"halftone-fading"}))
def test_a_disc_reaches_the_edge_of_its_box(kind: str) -> None:
    square = Box(10, 20, 100, 100)
    found = shapes(pattern(kind, square, "#102030"))
    reach = Box(min(b.x for b in found), min(b.y for b in found), 0, 0)
    end = max(b.right for b in found), max(b.bottom for b in found)
    assert (reach.x, reach.y, *end) == pytest.approx((10, 20, 110, 120), abs=5)


@pytest.mark.parametrize("kind", sorted(PATTERNS))
def test_a_pattern_has_one_colour_and_is_drawn_as_it_always_was(kind: str) -> None:
    items = pattern(kind, BOX, "#102030", 1.3)
    for item in items:
        assert isinstance(item, Path)
        assert (item.stroke.color if item.stroke else item.fill) == "#102030"
    drawings = [Drawing(9, 9, pattern(kind, box, "#102030", 1.3)) for box in (BOX, Box(3, 4, 50, 20), Box(0, 0, 0, 0))]
    assert digest_of(*drawings)[:10] == DIGESTS[kind]


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
