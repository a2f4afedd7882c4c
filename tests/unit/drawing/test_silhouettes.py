"""Outlines to cut along: what they enclose, what lies inside them, how they grow, and what is no outline."""

import pytest

from printgen.drawing.model import Outline
from printgen.drawing.outlines import bounds, circle, polygon, room_inside
from printgen.drawing.silhouettes import MOST_STEPS, Silhouette, fault_of

SQUARE = ((0, 0), (40, 0), (40, 40), (0, 40))
# An L: its dent is the upper right quarter.
DENT = ((0, 0), (20, 0), (20, 20), (40, 20), (40, 40), (0, 40))
SPIKE = ((0, 0), (40, 0), (20, 90))


def made(*points: tuple[float, float], turned: bool = False) -> Silhouette:
    box = bounds(polygon(points))
    return Silhouette(polygon(points[::-1] if turned else points), box.right, box.bottom)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("points", [SQUARE, DENT, SPIKE])
def test_corners_run_clockwise_however_they_are_written(points: tuple[tuple[float, float], ...], turned: bool) -> None:
    corners = made(*points, turned=turned).points
    assert {*corners} == {*points} and len(corners) == len(points)
    start = corners.index((0, 0))
    assert [*corners[start:], *corners[:start]] == [*points]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("points", "by", "box"),
    [
        (SQUARE, 3, (-3, -3, 43, 43)), (DENT, 3, (-3, -3, 43, 43)), (DENT, 0, (0, 0, 40, 40)),
        # A sharp corner is round, and reaches little farther than it must.
        (SPIKE, 4, (-4, -4, 44, 94.3)),
    ],
)  # fmt: skip
def test_an_outline_grows_outward_by_as_much_as_is_asked(
    points: tuple[tuple[float, float], ...], by: float, box: tuple[float, ...], turned: bool
) -> None:
    shape = made(*points, turned=turned)
    grown = bounds(shape.grown(by))
    assert (grown.x, grown.y, grown.right, grown.bottom) == pytest.approx(box, abs=1.5 if points is SPIKE else 0.01)


def test_a_dent_grows_as_well_and_a_known_way_to_grow_is_taken() -> None:
    parts = made(*DENT).grown(3)
    # Each part runs the same way, and together they cover what lies 3 from the dent, but not what lies 4 from it.
    assert sum(step[0] == "M" for step in parts) > 1
    rounder = Silhouette(circle(20, 20, 20), 40, 40, lambda by: circle(20, 20, 20 + by))
    assert bounds(rounder.grown(5)).w == pytest.approx(50, abs=0.01)


@pytest.mark.parametrize(
    ("x", "y", "inside"),
    [(10, 10, True), (30, 10, False), (30, 30, True), (10, 30, True), (-1, 20, False), (41, 30, False), (19, 19, True)],
)
def test_what_a_dented_outline_encloses(x: float, y: float, inside: bool) -> None:
    for dented in (made(*DENT), made(*DENT, turned=True)):
        assert (room_inside(dented.points, x, y) > 0) == inside


def corners(x: float, y: float, w: float, h: float) -> list[tuple[float, float]]:
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


@pytest.mark.parametrize(
    ("points", "box", "safe", "held"),
    [
        (SQUARE, (5, 5, 30, 30), 5, True), (SQUARE, (5, 5, 30, 30), 5.2, False), (SQUARE, (0, 0, 40, 40), 0, True),
        (SQUARE, (-1, 0, 40, 40), 0, False), (SQUARE, (-1, 0, 40, 40), -1, True),
        (DENT, (2, 22, 36, 16), 2, True), (DENT, (2, 2, 16, 36), 2, True), (DENT, (2, 2, 36, 36), 0, False),
        (((0, 0), (40, 0), (40, 20), (0, 20)), (5, 1, 30, 18), 2, False),
        # All corners lie inside, and the dent reaches into the box.
        (((0, 0), (40, 0), (40, 40), (21, 40), (20, 10), (19, 40), (0, 40)), (2, 20, 36, 18), 0, False),
        (((0, 0), (40, 0), (40, 40), (21, 40), (20, 10), (19, 40), (0, 40)), (2, 2, 36, 6), 1.9, True),
        (((0, 0), (40, 0), (40, 40), (21, 40), (20, 10), (19, 40), (0, 40)), (2, 2, 36, 7), 1.9, False),
    ],
)  # fmt: skip
def test_a_box_lies_inside_as_far_as_it_should(
    points: tuple[tuple[float, float], ...], box: tuple[float, float, float, float], safe: float, held: bool
) -> None:
    assert made(*points).holds(corners(*box), safe) == held


def test_a_thing_from_behind() -> None:
    shape = Silhouette(polygon(DENT), 40, 40, symmetric=False)
    assert room_inside(shape.mirror_image.points, 10, 10) < 0 < room_inside(shape.mirror_image.points, 30, 10)
    assert made(*SQUARE).mirror_image.points == made(*SQUARE).points


@pytest.mark.parametrize(
    ("outline", "fault"),
    [
        (polygon(DENT), ""),
        (circle(9, 9, 9), ""),
        (polygon([(n, n % 2) for n in range(MOST_STEPS - 2)] + [(0, 99)]), ""),
        (polygon([(n, n % 2) for n in range(MOST_STEPS)] + [(0, 99)]), "the outline has 1,002 steps"),
        ((*polygon(SQUARE), *polygon(SPIKE)), "the outline has more than one part"),
        ((*polygon(SQUARE), ("L", 3.0, 3.0)), "the outline has more than one part"),
        (polygon(((0, 0), (40, 0), (80, 0))), "the outline encloses nothing"),
        (polygon(((0, 0), (40, 40), (0, 0))), "the outline encloses nothing"),
        (polygon(((0, 0), (40, 40), (40, 0), (0, 40))), "the outline crosses itself"),
        # A corner that touches an edge crosses nothing.
        (polygon(((0, 0), (40, 0), (40, 40), (20, 0), (0, 40))), ""),
    ],
)
def test_what_is_no_outline_to_cut_along(outline: Outline, fault: str) -> None:
    assert fault_of(outline)[: len(fault)] == fault and bool(fault_of(outline)) == bool(fault)


def test_a_box_beside_a_long_outline_is_not_in_it() -> None:
    long = made((0, 0), (40, 0), (40, 10), (0, 10))
    assert long.holds(((19, 4), (21, 4), (21, 6), (19, 6)), 1)
    assert not long.holds(((4, 19), (6, 19), (6, 21), (4, 21)), 1)
