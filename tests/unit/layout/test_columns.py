"""Chunks in bands of columns: how they flow, what is kept together, and how room that is left is shared."""

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from printgen.base.errors import Where
from printgen.layout.columns import Band, Chunk, FlowColumn, Pagination, lay_out

HERE = Where("sheet.yaml", 1, 1)
LEFT, RIGHT = FlowColumn(0, 100), FlowColumn(110, 100)


def chunk(height: float, **more: Any) -> Chunk:
    return Chunk(height, lambda tall: (), HERE)._replace(**more)


def places(layout: Pagination, page: int = 0) -> list[tuple[float, float, float]]:
    return [(p.x, round(p.y, 4), round(p.height, 4)) for p in layout.pages[page]]


def test_a_column_flows_on_to_the_next_page() -> None:
    layout = lay_out([Band((LEFT,), (tuple(chunk(40) for _ in range(5)),))], 100)
    assert [places(layout, i) for i in range(3)] == [[(0, 0, 40), (0, 40, 40)]] * 2 + [[(0, 0, 40)]]


def test_columns_are_balanced_where_the_flow_ends() -> None:
    layout = lay_out([Band((LEFT, RIGHT), (tuple(chunk(10) for _ in range(6)),))], 100)
    assert [x for x, _, _ in places(layout)] == [0, 0, 0, 110, 110, 110]


def test_flows_of_their_own_stay_in_their_columns() -> None:
    layout = lay_out([Band((LEFT, RIGHT), ((chunk(10),), (chunk(10), chunk(10))))], 100)
    assert [x for x, _, _ in places(layout)] == [0, 110, 110]


def test_a_heading_never_stands_at_the_foot_alone() -> None:
    flow = (chunk(70), chunk(10, keep=True), chunk(30))
    layout = lay_out([Band((LEFT,), (flow,))], 100)
    assert places(layout) == [(0, 0, 70)] and places(layout, 1) == [(0, 0, 10), (0, 10, 30)]


def test_a_head_is_repeated_where_its_table_goes_on() -> None:
    head = chunk(10, keep=True)
    rows = tuple(chunk(30, lead=head if i else None) for i in range(4))
    layout = lay_out([Band((LEFT,), ((head, *rows),))], 100)
    assert places(layout) == [(0, 0, 10), (0, 10, 30), (0, 40, 30), (0, 70, 30)]
    assert places(layout, 1) == [(0, 0, 10), (0, 10, 30)]


def test_what_is_taller_than_a_page_is_told() -> None:
    tall = chunk(120)
    layout = lay_out([Band((LEFT,), ((chunk(10), tall, chunk(10)),))], 100)
    assert layout.too_tall == [tall] and len(layout.pages) == 3


def test_a_gap_counts_between_chunks_only() -> None:
    layout = lay_out([Band((LEFT,), ((chunk(10, gap=5), chunk(10, gap=5)),), gap=7)], 100)
    assert places(layout) == [(0, 0, 10), (0, 15, 10)]


def test_room_that_is_left_goes_to_what_stretches() -> None:
    flow = (chunk(20), chunk(20, stretch=1000))
    layout = lay_out([Band((LEFT,), (flow,)), Band((LEFT,), ((chunk(10),),), gap=5)], 100)
    assert places(layout) == [(0, 0, 20), (0, 20, 65), (0, 90, 10)]


def test_nothing_stretches_beyond_its_limit() -> None:
    layout = lay_out([Band((LEFT,), ((chunk(20, stretch=4), chunk(20, gap=2, loose=1)),))], 100)
    assert places(layout) == [(0, 0, 24), (0, 27, 20)]


@given(
    st.lists(st.tuples(st.floats(1, 60), st.booleans(), st.floats(0, 5), st.floats(0, 9)), min_size=1, max_size=30),
    st.integers(1, 3),
)
def test_nothing_is_lost_overlaps_or_leaves_the_page(
    given_chunks: list[tuple[float, bool, float, float]], count: int
) -> None:
    flow = tuple(
        chunk(height, keep=keep and i % 2 == 0, gap=gap, stretch=stretch, where=Where("sheet.yaml", i + 1, 1))
        for i, (height, keep, gap, stretch) in enumerate(given_chunks)
    )
    columns = tuple(FlowColumn(110 * i, 100) for i in range(count))
    layout = lay_out([Band(columns, (flow,))], 130)
    assert not layout.too_tall
    assert [p.chunk.where.line for page in layout.pages for p in page] == list(range(1, len(flow) + 1))
    for page in layout.pages:
        assert all(p.y + p.height <= 130 + 1e-3 for p in page)
        for a, b in pairwise(page):
            assert a.x < b.x or a.y + a.height <= b.y + 1e-6
