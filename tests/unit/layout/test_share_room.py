"""How a stack or row shares its room."""

from math import inf

import pytest

from printgen.layout.boxes import Extent, share_room, start_of_each


@pytest.mark.parametrize(
    ("extents", "room", "gap", "lengths"),
    [
        ([], 10, 2, []),
        ([Extent(3), Extent(4)], 20, 2, [3, 4]),
        ([Extent(3), Extent(4)], 5, 2, [3, 4]),
        ([Extent(3, grow=1), Extent(4)], 20, 2, [14, 4]),
        ([Extent(0, grow=1), Extent(0, grow=3)], 22, 2, [5, 15]),
        ([Extent(2, grow=1), Extent(4, grow=1)], 12, 0, [5, 7]),
        ([Extent(0, grow=1, most=4), Extent(0, grow=1)], 20, 0, [4, 16]),
        ([Extent(0, grow=1, least=15), Extent(0, grow=1)], 20, 0, [17.5, 2.5]),
        ([Extent(3, least=5), Extent(4, most=2)], 20, 0, [5, 2]),
        ([Extent(10, shrinks=True), Extent(5)], 12, 1, [6, 5]),
        ([Extent(10, shrinks=True), Extent(30, shrinks=True)], 20, 0, [5, 15]),
        ([Extent(10, grow=1, shrinks=True), Extent(30, shrinks=True)], 35, 0, [5, 30]),
        ([Extent(10, least=8, shrinks=True), Extent(10, shrinks=True)], 14, 0, [8, 6]),
        ([Extent(10, least=8, shrinks=True)], 3, 0, [8]),
    ],
)
def test_what_is_left_goes_to_boxes_that_grow(
    extents: list[Extent], room: float, gap: float, lengths: list[float]
) -> None:
    assert share_room(extents, room, gap) == pytest.approx(lengths)


@pytest.mark.parametrize(
    ("justify", "starts"),
    [("start", [0, 5]), ("center", [3, 8]), ("end", [6, 11]), ("between", [0, 11])],
)
def test_justify_places_boxes_that_leave_room(justify: str, starts: list[float]) -> None:
    assert start_of_each([3, 4], 15, 2, justify) == pytest.approx(starts)


def test_boxes_that_are_too_long_begin_at_the_start() -> None:
    assert start_of_each([9, 9], 10, 1, "center") == [0, 10]
    assert start_of_each([], 10, 1, "between") == []
    assert start_of_each([4], 10, 1, "between") == [0]


def test_a_box_has_no_limit_unless_it_says_so() -> None:
    assert Extent(3).limited(inf) == inf and Extent(3, least=2, most=4).limited(9) == 4
