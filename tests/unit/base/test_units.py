"""Lengths and sizes as people write them: what they measure in points, and what is refused in which words."""

import math

import pytest

from printgen.base.units import (
    canonical_color,
    column_of,
    coordinate,
    count_noun,
    letters,
    mm,
    parse_length,
    parse_size,
    parse_sizes,
    printable,
    to_mm,
    with_article,
)


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


def test_a_range_of_sizes_has_the_larger_first() -> None:
    assert parse_sizes("10..6.5") == parse_sizes("6.5 .. 10pt") == (10, 6.5)
    with pytest.raises(ValueError, match="is not a range of sizes"):
        parse_sizes("10-6")


def test_a_side_of_a_millimetre_can_be_printed_and_no_smaller_one() -> None:
    assert to_mm(printable(mm(1))) == pytest.approx(1) and printable(200 * 72) == 200 * 72
    for side in (mm(0.99), 201 * 72):
        with pytest.raises(ValueError, match="cannot be printed; choose one from 1 to 5080 mm"):
            printable(side)


@pytest.mark.parametrize(("column", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (702, "AAA")])
def test_columns_have_letters(column: int, name: str) -> None:
    assert letters(column) == name and column_of(name) == column and coordinate(2, column) == f"{name}3"


@pytest.mark.parametrize(
    ("text", "color"),
    [("#abc", "#AABBCC"), ("#abcd", "#AABBCCDD"), ("#a1b2c3ff", "#A1B2C3"), ("#a1b2c380", "#A1B2C380"),
     ("Tomato", "#FF6347"), ("#ab", None), ("tomatoe", None)],
)  # fmt: skip
def test_colors(text: str, color: str | None) -> None:
    assert canonical_color(text) == color


def test_nouns() -> None:
    assert [with_article(noun) for noun in ("space", "ellipse", "x", "u")] == ["a space", "an ellipse", "an x", "a u"]
    assert [count_noun(count, "space") for count in (0, 1, 2)] == ["0 spaces", "1 space", "2 spaces"]
