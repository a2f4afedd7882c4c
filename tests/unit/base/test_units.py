"""Lengths and sizes as people write them: what they measure in points, and what is refused in which words."""

import math

import pytest

from printgen.base.units import mm, parse_length, parse_size, to_mm


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("63mm", 63 * 72 / 25.4),
        ("6.3cm", 63 * 72 / 25.4),
        ("0.25in", 18.0),
        (".25in", 18.0),
        ("9pt", 9.0),
        ("9.pt", 9.0),
        (" 9 pt ", 9.0),
        ("-3pt", -3.0),
        ("+3pt", 3.0),
        ("0mm", 0.0),
        ("2400in", 172_800.0),
    ],
)
def test_lengths(text: str, points: float) -> None:
    assert parse_length(text) == pytest.approx(points, rel=1e-12)


def test_a_bare_number_takes_the_unit_that_it_is_given() -> None:
    assert parse_length(10, "mm") == pytest.approx(mm(10))
    assert parse_length(2.5, "pt") == 2.5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("63", "'63' is not a length; write it like 63mm"),
        (63, "63 has no unit; write it like 63mm"),
        ("mm", "'mm' is not a length"),
        ("", "'' is not a length"),
        ("1,5mm", "is not a length"),
        ("1e3mm", "is not a length"),
        ("63MM", "is not a length"),
        ("6mm 3mm", "is not a length"),
        ("nanmm", "is not a length"),
        ("3furlong", "'furlong' is not a unit of length; use mm, cm, in or pt"),
        ("2401in", "2401in is longer than 200 feet"),
        ("-2401in", "longer than 200 feet"),
        ("9" * 400 + "pt", "longer than 200 feet"),
    ],
)
def test_refused_lengths(text: str | int, words: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse_length(text)
    assert words in str(caught.value)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_no_length(number: float) -> None:
    with pytest.raises(ValueError, match="200 feet"):
        parse_length(number, "mm")


def test_true_is_no_number_of_millimetres() -> None:
    with pytest.raises(ValueError, match="'True' is not a length"):
        parse_length(True, "mm")


@pytest.mark.parametrize("text", ["63.5x88.9mm", "63.5 x 88.9 mm", "63.5×88.9mm", "6.35x8.89cm"])
def test_sizes(text: str) -> None:
    width, height = parse_size(text)
    assert (to_mm(width), to_mm(height)) == pytest.approx((63.5, 88.9))


@pytest.mark.parametrize("text", ["63.5", "63.5x88.9", "x88mm", "-5x5mm", "5x5x5mm", "poker"])
def test_refused_sizes(text: str) -> None:
    with pytest.raises(ValueError, match="is not a size; write it like"):
        parse_size(text)


@pytest.mark.parametrize("text", ["0x5mm", "5x0.0mm"])
def test_a_size_needs_area(text: str) -> None:
    with pytest.raises(ValueError, match="has no area"):
        parse_size(text)


def test_a_size_in_an_unknown_unit() -> None:
    with pytest.raises(ValueError, match="'ells' is not a unit"):
        parse_size("5x5ells")
