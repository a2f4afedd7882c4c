"""Colours: reading, mixing, and contrast by the published formula."""

import pytest

from printgen.drawing.tints import contrast, mix, parse_color, rgb


def test_colours_are_read_in_either_case() -> None:
    assert parse_color("#4b5b22") == "#4B5B22"


@pytest.mark.parametrize("text", ["4B5B22", "#4B5B2", "#4B5B222", "#4B5B2G", "olivish", "", "#4B5B22 "])
def test_what_is_no_colour(text: str) -> None:
    with pytest.raises(ValueError, match="is not a colour; write it like #4B5B22"):
        parse_color(text)


@pytest.mark.parametrize(
    ("text", "color"),
    [("#f0c", "#FF00CC"), ("#f0c8", "#FF00CC88"), ("#4b5b2280", "#4B5B2280"), ("#4b5b22FF", "#4B5B22"),
     ("tomato", "#FF6347"), ("RebeccaPurple", "#663399")],
)  # fmt: skip
def test_colours_are_written_as_in_css(text: str, color: str) -> None:
    assert parse_color(text) == color


def test_mixtures_of_what_shows_through_show_through() -> None:
    assert mix("#00000080", "#FFFFFF", 0.5) == "#808080C0"
    assert mix("#00000000", "#00000080", 1) == "#00000080"


def test_parts_of_a_colour() -> None:
    assert rgb("#FF8000") == pytest.approx((1, 128 / 255, 0))


def test_mixing() -> None:
    assert mix("#000000", "#FF0000", 0) == "#000000"
    assert mix("#000000", "#FF0000", 1) == "#FF0000"
    assert mix("#000000", "#FFFFFF", 0.25) == "#404040"
    assert mix("#12AB9F", "#12AB9F", 0.5) == "#12AB9F"


# Ratios as the WCAG contrast checkers give them.
@pytest.mark.parametrize(
    ("one", "two", "ratio"),
    [
        ("#000000", "#FFFFFF", 21),
        ("#777777", "#FFFFFF", 4.48),
        ("#FF0000", "#FFFFFF", 4.0),
        ("#0000FF", "#FFFF00", 8.0),
    ],
)
def test_contrast(one: str, two: str, ratio: float) -> None:
    assert contrast(one, two) == pytest.approx(ratio, abs=0.01)
    assert contrast(two, one) == contrast(one, two)


def test_no_contrast_with_itself() -> None:
    assert contrast("#4B5B22", "#4B5B22") == 1
