"""Area shapes: widths, angles and scales that are exact, and lengths as people write them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.kinds.area_template.model import FULL, Area, Measure, inches, parse_scale

FLAME = Area("triangle", length=150, width=20)
SHAPES = [FLAME, Area("circle", 15), Area("half-circle", 30), Area("rectangle", length=20, width=1)]
SIZES = st.floats(0.1, 500)


def test_boxes() -> None:
    assert [area.box for area in SHAPES] == [(20, 150), (15, 15), (30, 15), (1, 20)]


def test_widths_along_the_axis() -> None:
    assert [FLAME.width_at(d) for d in (0, 75, 150)] == [0, 10, 20]
    assert [SHAPES[3].width_at(d) for d in (0, 20)] == [1, 1]


@pytest.mark.parametrize(
    ("length", "width", "whole"),
    [(150, 20, 7.628), (12, 24, 90.0), (36, 36, 53.130), (48, 24, 28.072), (84, 48, 31.891), (264, 100, 21.449)],
)
def test_angles_follow_from_length_and_width(length: float, width: float, whole: float) -> None:
    area = Area("triangle", length=length, width=width)
    assert 2 * area.half_angle == pytest.approx(whole, abs=5e-4)


@given(SIZES, SIZES, st.floats(0.02, 6))
def test_scaling_keeps_the_angle_and_the_proportions(length: float, width: float, factor: float) -> None:
    area = Area("triangle", length=length, width=width)
    small = area.at_scale(factor) if max(length, width) * factor <= 1200 else area
    assert small.half_angle == pytest.approx(area.half_angle)
    assert small.along_edge(small.length) == pytest.approx(math.hypot(small.length, small.width / 2))


def test_lengths_are_told_in_the_unit_of_the_game() -> None:
    feet = Measure(unit="ft", name="foot", mark="′", inch=5)
    assert (feet.number(4), feet.length(1.5), Measure().length(7.5)) == ("20", "7½ ft", "7½ in")


@pytest.mark.parametrize(
    ("text", "factor", "name"),
    [
        ("full", 1, ""),
        ("", 1, ""),
        ("1:6", 1, ""),
        ("12in", 1, ""),
        ("1:18", 1 / 3, "1:18"),
        ("1:12", 1 / 2, "1:12"),
        ("3.75in", 0.3125, "3.75in figures"),
        ("1:1", 6, "1:1"),
    ],
)
def test_scales(text: str, factor: float, name: str) -> None:
    scale = parse_scale(text)
    assert (scale.factor, scale.name) == (pytest.approx(factor), name)
    assert (scale == FULL) == (factor == 1)


@pytest.mark.parametrize("text", ["1:0", "2:3", "18", "abc", "-3in", "1:9999", "0in", "1:-6", "3.75 furlongs"])
def test_what_is_no_scale_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a scale"):
        parse_scale(text)


@pytest.mark.parametrize(
    ("value", "shown"), [(15, "15"), (7.5, "7½"), (0.25, "¼"), (20 / 3, "6.67"), (4.6875, "4.69"), (1.75, "1¾")]
)
def test_inches_as_people_write_them(value: float, shown: str) -> None:
    assert inches(value) == shown
