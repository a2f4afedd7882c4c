"""Textures of maps: spots keep apart, contour lines keep their height, dots keep to their box."""

import math
from itertools import combinations

import pytest
from tables import tables

from printgen.base.seeds import rng_for
from printgen.base.units import Box
from printgen.drawing.extent import digest_of
from printgen.drawing.model import Drawing, Path
from printgen.drawing.outlines import polyline
from printgen.drawing.patterns import blob, contour_lines, corner_screen, darts, dot_screen, relief, smooth

BOX = Box(5, 10, 74, 90)
DIGESTS = tables(__file__)["digests"]


@pytest.mark.parametrize("apart", [6.5, 10, 26])
def test_spots_lie_in_the_box_and_apart(apart: float) -> None:
    spots = darts(rng_for(3, "spots"), BOX, apart)
    assert all(BOX.x <= x <= BOX.right and BOX.y <= y <= BOX.bottom for x, y in spots)
    assert min(math.dist(a, b) for a, b in combinations(spots, 2)) >= apart


def test_spots_leave_no_large_gap() -> None:
    spots = darts(rng_for(3, "spots"), BOX, 10)
    for x in range(10, 76, 3):
        for y in range(15, 98, 3):
            assert min(math.dist((x, y), spot) for spot in spots) < 17


def test_spots_keep_off_what_is_taken() -> None:
    spots = darts(rng_for(3, "spots"), BOX, 6, lambda x, y: abs(x - 40) > 8)
    assert len(spots) > 20 and all(abs(x - 40) > 8 for x, _ in spots)


def test_the_same_stream_gives_the_same_spots() -> None:
    assert darts(rng_for(3, "a"), BOX, 8) == darts(rng_for(3, "a"), BOX, 8) != darts(rng_for(4, "a"), BOX, 8)


def test_a_grid_of_heights_agrees_with_the_heights_of_its_points() -> None:
    hills = relief(rng_for(1, "hills"), 62)
    xs, ys = [0.0, 3.5, 71.0], [2.0, 88.0]
    rows = hills.heights(xs, ys)
    assert [h for row in rows for h in row] == pytest.approx([hills.height(x, y) for y in ys for x in xs])


@pytest.mark.parametrize("level", [-1.2, 0.4, 1.2])
def test_contour_lines_stay_at_their_height(level: float) -> None:
    hills = relief(rng_for(5, "hills"), 62)
    outline = contour_lines(hills, BOX, 3.2, (level,))
    points = [segment[-2:] for segment in outline]
    assert len(points) > 20
    assert max(abs(hills.height(x, y) - level) for x, y in points) < 0.15
    assert all(BOX.x - 4 <= x <= BOX.right + 4 and BOX.y - 4 <= y <= BOX.bottom + 4 for x, y in points)


def test_contour_lines_are_linked_into_few() -> None:
    outline = contour_lines(relief(rng_for(5, "hills"), 62), BOX, 3.2, (-1.2, 0.4, 1.2))
    assert sum(segment[0] == "M" for segment in outline) < 25


def test_no_line_has_a_height_that_is_never_reached() -> None:
    assert contour_lines(relief(rng_for(5, "hills"), 62), BOX, 3.2, (99.0,)) == ()


def test_a_corner_screen_grows_toward_its_corner_inside_the_box() -> None:
    items = corner_screen(BOX, 1.9, 0.8, 0.5, "#102030")
    widths = []
    for item in items:
        assert isinstance(item, Path) and item.stroke is not None
        widths.append(item.stroke.width)
        (_, x0, y0), (_, x1, y1) = item.outline
        assert BOX.x - 0.1 <= x0 <= x1 <= BOX.right + 0.1 and BOX.y - 0.1 <= y1 <= y0 <= BOX.bottom + 0.1
    assert widths == sorted(widths, reverse=True) and widths[0] < 1.6


def test_a_dot_screen_has_a_line_a_size_and_no_dot_where_it_is_light() -> None:
    items = dot_screen(BOX, 1.9, lambda x, y: 0.5 if x > 40 else 0.1, "#102030", (0.3, 0.48))
    (item,) = items
    assert isinstance(item, Path) and item.stroke is not None and item.stroke.width == pytest.approx(0.96)
    assert all(segment[1] > 40 for segment in item.outline)


def test_smooth_lines_pass_through_their_points() -> None:
    points = [(0.0, 0.0), (4.0, 3.0), (9.0, 1.0)]
    assert [segment[-2:] for segment in smooth(points, closed=False)] == points
    assert smooth(points)[-1] == ("Z",)
    assert len(blob(rng_for(1, "x"), 0, 0, 5, 3)) == 11


def test_textures_are_drawn_as_they_always_were() -> None:
    hills = relief(rng_for(5, "hills"), 62)
    drawn = {
        "lines": (Path(contour_lines(hills, BOX, 3.2, (-1.2, 0.4), 5)),),
        "corner": corner_screen(BOX, 1.9, 0.8, 0.5, "#102030", 3),
        "dots": dot_screen(BOX, 1.9, lambda x, y: x / 100, "#102030", (0.3, 0.48, 0.6), 3),
        "spots": (Path(polyline(darts(rng_for(3, "spots"), BOX, 6, None, 300))),),
        "blob": (Path(smooth(blob(rng_for(1, "x"), 9, 8, 5, 3, 0.4, 9))),),
    }
    assert {name: digest_of(Drawing(9, 9, items))[:10] for name, items in drawn.items()} == DIGESTS
