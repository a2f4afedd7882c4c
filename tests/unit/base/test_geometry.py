"""Matrices and boxes: the order in which they apply, and exact quarter turns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.base.units import IDENTITY, Box, Matrix, apply, chain, compose, rotate, scale, translate

numbers = st.floats(-100, 100)
matrices = st.one_of(
    st.builds(translate, numbers, numbers),
    st.builds(scale, numbers, numbers),
    st.builds(rotate, st.floats(-720, 720)),
    st.tuples(*[numbers] * 6),
)


@given(matrices, matrices, numbers, numbers)
def test_compose_applies_the_inner_one_first(outer: Matrix, inner: Matrix, x: float, y: float) -> None:
    assert apply(compose(outer, inner), x, y) == pytest.approx(apply(outer, *apply(inner, x, y)), rel=1e-6, abs=1e-6)


@given(matrices)
def test_identity_changes_nothing(matrix: Matrix) -> None:
    assert compose(matrix, IDENTITY) == compose(IDENTITY, matrix) == matrix


def test_the_last_of_a_chain_applies_first() -> None:
    assert apply(chain(translate(10, 0), rotate(90), scale(2, 3)), 1, 1) == (7.0, 2.0)
    assert chain() == IDENTITY


@pytest.mark.parametrize(
    ("degrees", "to"), [(0, (1, 0)), (90, (0, 1)), (180, (-1, 0)), (270, (0, -1)), (-90, (0, -1)), (450, (0, 1))]
)
def test_quarter_turns_are_clockwise_and_exact(degrees: float, to: tuple[float, float]) -> None:
    assert apply(rotate(degrees), 1, 0) == to


def test_other_turns() -> None:
    assert apply(rotate(30), 2, 0) == pytest.approx((3**0.5, 1))


def test_one_number_scales_both_ways() -> None:
    assert scale(3) == scale(3, 3)
    assert apply(scale(3, 0.5), 2, 2) == (6, 1)


def test_boxes() -> None:
    box = Box(1, 2, 30, 40)
    assert (box.right, box.bottom) == (31, 42)
    assert box.grown(3) == Box(-2, -1, 36, 46)
    assert box.grown(-3) == Box(4, 5, 24, 34)


def test_what_two_boxes_share() -> None:
    box = Box(1, 2, 10, 20)
    assert (box.right, box.bottom) == (11, 22) and box.grown(1) == Box(0, 1, 12, 22) and box.moved(3, 4).y == 6
    assert box.common(Box(5, 8, 30, 30)) == Box(5, 8, 6, 14) and box.common(Box(20, 2, 1, 1)).w == -9
    for other, overlaps in ((Box(11, 2, 1, 1), False), (Box(1, 22, 1, 1), False), (Box(10.9, 21.9, 9, 9), True),
                            (Box(0, 0, 1, 9), False), (Box(0, 0, 9, 2), False)):  # fmt: skip
        assert box.overlaps(other) == other.overlaps(box) == overlaps
    assert box.holds(box) and box.holds(Box(2, 3, 9, 19)) and not box.holds(Box(2, 3, 9, 20))
    assert not box.holds(Box(0.9, 2, 1, 1)) and not box.holds(Box(1, 1.9, 1, 1)) and not box.holds(Box(2, 3, 9.1, 1))
