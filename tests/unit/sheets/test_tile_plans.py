"""Plans of pages: the fewest sheets, all of a piece covered, and the overlap that was promised."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiled import A4, GLUE, LETTER, MARGIN, TAPE, board, disc, flame, plain_grid, plan_product

from printgen.base.units import letters, mm, to_mm
from printgen.drawing.model import Outline
from printgen.drawing.outlines import circle, ellipse, flatten, polygon
from printgen.sheets.sheet import Paper, paper
from printgen.sheets.tile_plan import EdgeShape, TilePlan


@pytest.mark.parametrize(
    ("outline", "on_letter", "on_a4"),
    [
        (flame(150, 20), 28, 27),
        (polygon([(y, x) for _, x, y in flame(150, 20)[:-1]]), 28, 27),
        (disc(15), 4, 4),
        (disc(20), 6, 6),
        (disc(30), 12, 12),
        (board(592, 784), 9, 12),
    ],
)
def test_few_sheets(outline: Outline, on_letter: int, on_a4: int) -> None:
    assert len(plan_product(outline, LETTER).tiles) <= on_letter
    assert len(plan_product(outline, A4).tiles) <= on_a4


@pytest.mark.parametrize(
    ("outline", "plain"), [(board(592, 784), True), (board(300, 200), True), (flame(150, 20), False)]
)
def test_pages_of_a_rectangle_lie_in_rows_and_columns(outline: Outline, plain: bool) -> None:
    assert plan_product(outline, LETTER).plain is plain


@pytest.mark.parametrize(
    ("outline", "on", "pages", "height"),
    [
        (disc(15), LETTER, 4, 194), (disc(30), LETTER, 12, 258), (board(300, 300), A4, 4, 153),
        (board(250, 900), A4, 5, 185), (disc(15), paper("a5"), 6, 194), (board(250, 900), paper("a5"), 10, 185),
    ],
)  # fmt: skip
def test_rows_share_a_piece_evenly(outline: Outline, on: Paper, pages: int, height: int) -> None:
    """All rows are as high as they must be, where the farthest that pages reach would leave a sliver for the last."""
    plan = plan_product(outline, on)
    assert len(plan.tiles) == pages and {round(to_mm(tile.window.h)) for tile in plan.tiles} == {height}


@pytest.mark.parametrize(
    ("outline", "on", "shared", "pages"),
    [
        (flame(150, 20), LETTER, TAPE, 25), (flame(150, 20), A4, TAPE, 25), (flame(150, 20), A4, GLUE, 25),
        (flame(60, 16), LETTER, TAPE, 10), (flame(60, 16), A4, TAPE, 9), (disc(30), paper("a5"), TAPE, 22),
        (disc(30), paper("a5"), GLUE, 25), (flame(150, 20), paper("tabloid"), TAPE, 13),
    ],
)  # fmt: skip
def test_pages_reach_as_far_as_they_can(outline: Outline, on: Paper, shared: float, pages: int) -> None:
    assert len(plan_product(outline, on, shared).tiles) == pages


@pytest.mark.parametrize("on", ["letter", "a4", "legal", "a3", "tabloid"])
@pytest.mark.parametrize("shared", [TAPE, GLUE])
@pytest.mark.parametrize("size", [(592, 784), (300, 300), (1200, 400), (250, 900)])
def test_never_more_than_a_plain_grid(on: str, shared: float, size: tuple[int, int]) -> None:
    plan = plan_product(board(*size), paper(on), shared)
    assert len(plan.tiles) <= plain_grid(mm(size[0]), mm(size[1]), paper(on), shared)


def test_a_plain_grid_where_it_is_as_good() -> None:
    plan = plan_product(board(560, 768), LETTER)
    assert [tile.label for tile in plan.tiles] == ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]
    assert len({(round(t.window.w, 6), round(t.window.h, 6)) for t in plan.tiles}) == 1


def test_the_last_pages_get_what_room_there_is_for_words() -> None:
    plan = plan_product(board(592, 784), LETTER)
    assert len(plan.tiles) == 9
    room = {
        t.label: (t.page_width - t.window.w - 2 * MARGIN, t.page_height - t.window.h - 2 * MARGIN) for t in plan.tiles
    }
    # Those that lie under others have flaps to write on.
    assert room["A1"] == pytest.approx((0, 0), abs=0.01)
    assert room["C3"] == pytest.approx((mm(4.9), mm(3.4)), abs=0.01)
    last = plan.tiles[-1]
    assert (last.left, last.top) == pytest.approx((MARGIN + mm(4.9), MARGIN + mm(3.4)), abs=0.01)


def test_each_band_starts_where_the_piece_does() -> None:
    plan = plan_product(flame(150, 20), LETTER)
    assert plan.bands == "columns"
    first, last = plan.groups[0], plan.groups[-1]
    assert len(first) == 1 and len(last) > 1
    assert first[0].window.y > mm(200)


def test_pages_that_would_be_empty_are_left_out() -> None:
    corner = polygon([(0, 0), (mm(600), 0), (mm(600), mm(60)), (mm(60), mm(60)), (mm(60), mm(800)), (0, mm(800))])
    plan = plan_product(corner, LETTER)
    assert len(plan.tiles) <= 7
    assert all(plan.shape.meets(tile.window) for tile in plan.tiles)


def check_plan(plan: TilePlan, on: Paper, shared: float) -> None:
    """Everything is covered, pages fit the paper, and neighbours share what was promised."""
    assert len({tile.label for tile in plan.tiles}) == len(plan.tiles)
    for tile in plan.tiles:
        assert tile.window.w <= tile.page_width - 2 * MARGIN + 0.01
        assert tile.window.h <= tile.page_height - 2 * MARGIN + 0.01
        assert {tile.page_width, tile.page_height} == {on.width, on.height}
        assert plan.shape.meets(tile.window)
    box = plan.box
    windows = [tile.window for tile in plan.tiles]
    for i in range(41):
        for j in range(41):
            x, y = box.x + box.w * (i + 0.5) / 41, box.y + box.h * (j + 0.5) / 41
            if plan.shape.holds(x, y):
                assert any(w.x <= x <= w.right and w.y <= y <= w.bottom for w in windows)
    rows = plan.bands == "rows"
    for group in plan.groups:
        for one, two in pairwise(group):
            inner = one.window.right - two.window.x if rows else one.window.bottom - two.window.y
            if abs(one.column - two.column) + abs(one.row - two.row) == 1:
                assert inner == pytest.approx(shared)
    for upper, lower in pairwise(plan.groups):
        a, b = upper[0].window, lower[0].window
        assert (a.bottom - b.y if rows else a.right - b.x) == pytest.approx(shared)


@pytest.mark.some(3)
@pytest.mark.parametrize("outline", [flame(150, 20), disc(30), ellipse(500, 900, 500, 900), board(592, 784)])
@pytest.mark.parametrize("on", [LETTER, A4])
@pytest.mark.parametrize("shared", [TAPE, GLUE])
def test_all_of_a_piece_is_covered(outline: Outline, on: Paper, shared: float) -> None:
    check_plan(plan_product(outline, on, shared), on, shared)


corners = st.lists(st.floats(0, 2 * math.pi), min_size=3, max_size=9, unique=True)


@pytest.mark.slow
@given(corners, st.floats(150, 700), st.floats(150, 700), st.booleans())
def test_any_convex_shape(angles: list[float], wide: float, tall: float, glued: bool) -> None:
    points = [(mm(wide) * (1 + math.cos(a)), mm(tall) * (1 + math.sin(a))) for a in sorted(angles)]
    box = EdgeShape.of(polygon(points)).box
    if min(box.w, box.h) < mm(20):
        return
    shared = GLUE if glued else TAPE
    plan = plan_product(polygon(points), LETTER, shared)
    check_plan(plan, LETTER, shared)
    assert len(plan.tiles) <= plain_grid(box.w, box.h, LETTER, shared)


def test_flattened_curves_stay_close() -> None:
    (points,) = flatten(circle(0, 0, 1000), 0.05)
    # Four cubic curves are themselves 0.03 % away from a circle.
    assert all(abs(math.hypot(x, y) - 1000) < 0.3 for x, y in points)
    assert len(points) < 500


def test_letters() -> None:
    assert [letters(i) for i in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
