"""Numbers that nobody expects, next to nothing, without end or none at all, are read or refused; nothing else comes."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.art.svg_drawing import vector_of
from printgen.art.svg_values import fit_matrix
from printgen.base.errors import PrintgenError, UsageError
from printgen.base.file_access import AccessError
from printgen.base.units import Box, canonical_color, parse_length, parse_room, parse_size, parse_sizes
from printgen.drawing.extent import walk
from printgen.drawing.model import Drawing, Group, Place
from printgen.drawing.outlines import parse_path
from printgen.kinds.area_template.model import parse_scale
from printgen.kinds.shapes import OwnOutline
from printgen.reading.expressions import parse_value
from printgen.reading.number_formats import UnknownFormatError, format_number
from printgen.reading.yaml_events import examine_json
from printgen.writers.page import Page
from printgen.writers.pictures import write_svg

ODD = (
    "0", "-0", "1", "-1", "2", "50%", "1e-320", "1e-200", "-1e-200", "1e-12", "1e-6", "1e6", "999999", "-1e6", "1e20",
    "1e308", "1e400", "9" * 400, "9" * 5000, "nan", "inf", "-inf", "0.1e-9", ".", "", "1e", "0x1", "\u0663", "1_0",
)  # fmt: skip
NUMBERS = st.one_of(st.sampled_from(ODD), st.floats(width=32).map(repr), st.integers(-9, 9).map(str))


def some(count: int) -> st.SearchStrategy[list[str]]:
    return st.lists(NUMBERS, min_size=count, max_size=count)


SHAPES = (
    '<path d="M{} {}A{} {} {} 0 1 {} {}"/>',
    '<path d="m{} {}q{} {} {} {}t{} {}z" stroke="red" stroke-width="{}"/>',
    '<rect x="{}" y="{}" width="{}" height="{}" rx="{}" ry="{}"/>',
    '<ellipse cx="{}" cy="{}" rx="{}" ry="{}" opacity="{}"/>',
    '<circle r="9" stroke="red" stroke-width="{}" stroke-dasharray="{} {}" transform="scale({})"/>',
    '<g transform="rotate({} {} {}) skewX({}) matrix({} {} {} {} {} {})"><rect width="9" height="9"/></g>',
    '<linearGradient id="a" x1="{}" x2="{}" y2="{}" gradientTransform="scale({} {})" spreadMethod="repeat">'
    '<stop offset="{}"/><stop offset="{}" stop-color="red" stop-opacity="{}"/></linearGradient>'
    '<rect width="{}" height="{}" fill="url(#a)"/>',
    '<radialGradient id="a" gradientUnits="userSpaceOnUse" cx="{}" r="{}" fr="{}" fx="{}" spreadMethod="reflect">'
    '<stop offset="{}"/><stop offset="1" stop-color="hsl({}, {}, {})"/></radialGradient>'
    '<rect width="{}" height="9" fill="url(#a)"/>',
    '<svg x="{}" width="{}" height="{}" viewBox="{} {} {} {}"><line x2="9" y2="{}" stroke="rgb({} {} {})"/></svg>',
    '<symbol id="b" viewBox="0 0 {} {}"><rect width="9" height="9"/></symbol><use href="#b" width="{}" x="{}"/>',
    '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="{}" height="{}"/></clipPath>'
    '<rect width="{}" height="{}" clip-path="url(#c)"/>',
)  # fmt: skip
HEADS = ('viewBox="0 0 100 100"', 'viewBox="{} {} {} {}"', 'width="{}" height="{}"', "")


@pytest.mark.parametrize("body", SHAPES)
@given(head=st.sampled_from(HEADS), numbers=some(20))
def test_a_drawing_in_svg_is_drawn_or_refused(body: str, head: str, numbers: list[str]) -> None:
    text = f"<svg xmlns='http://www.w3.org/2000/svg' {head}>{body}</svg>".format(*numbers, *numbers)
    with suppress(AccessError):
        vector = vector_of(text.encode())
        place = Place(Group(vector.items), fit_matrix(vector.box, Box(0, 0, 100, 100), vector.fit))
        write_svg(Page(Drawing(100, 100, (place,))))
        assert all(math.isfinite(value) for _, matrix in walk((place,)) for value in matrix)


@given(numbers=some(14), letters=st.text("MLHVCSQTAZmlhvcsqtaz", min_size=1, max_size=6))
def test_a_path_is_read_or_refused(numbers: list[str], letters: str) -> None:
    path = "M1 1" + "".join(f"{letter}{' '.join(numbers[:7])}" for letter in letters)
    with suppress(ValueError):
        assert all(math.isfinite(value) for step in parse_path(path) for value in step[1:])


@given(numbers=some(6))
def test_an_outline_to_cut_is_sound_or_refused(numbers: list[str]) -> None:
    with suppress(ValueError):
        outline = OwnOutline.of(parse_path("M{} {}L{} {}L{} {}Z".format(*numbers)))
        drawn = outline.silhouette(100, 100)
        assert all(math.isfinite(value) for step in drawn.outline for value in step[1:])
        assert outline.size > (0, 0)


@pytest.mark.parametrize(
    "path", ["M0 0A1 1 0 0 1 1e-200 0", "M0 0A1e-200 1e-200 0 0 1 9 9", "M0 0a1e-8 1e6 9 1 0 1e6 1e6"]
)
def test_arcs_next_to_nothing_are_drawn(path: str) -> None:
    assert all(math.isfinite(value) for step in parse_path(path) for value in step[1:])


READERS: tuple[tuple[Callable[[str], Any], str], ...] = (
    (parse_length, "{}mm"), (parse_size, "{}x{}in"), (parse_room, "{}x{}x{}cm"), (parse_sizes, "{}..{}pt"),
    (parse_scale, "1:{}"), (parse_scale, "{}in"), (canonical_color, "#{}"),
)  # fmt: skip


@pytest.mark.parametrize(("read", "text"), READERS)
@given(numbers=some(3))
def test_a_size_is_read_or_refused(read: Callable[[str], Any], text: str, numbers: list[str]) -> None:
    with suppress(ValueError, UsageError):
        read(text.format(*numbers))


@pytest.mark.parametrize("number", [10**400, -(10**400), math.inf, math.nan, 5e-324])
def test_a_length_may_be_any_number(number: float) -> None:
    with suppress(ValueError):
        assert abs(parse_length(number, "mm")) < 1


@pytest.mark.parametrize(
    "code", ["0", "0.00E+00", "0%", "yyyy-mm-dd", "0,,,", "#,##0.00;[Red]-0", ";;;@", "0." + "0" * 200]
)
@given(number=st.floats(-1e300, 1e300))
def test_a_number_of_a_workbook_is_formatted_or_refused(code: str, number: float) -> None:
    with suppress(UnknownFormatError):
        format_number(number, code)


@given(number=NUMBERS)
def test_a_number_of_a_json_list_is_read_or_refused(number: str) -> None:
    examine_json(f'[{{"name": "a", "n": {number}}}]', "list.json")


EXPRESSIONS = (
    "{} + {}", "{} / {}", "{} // {}", "{} % {}", "{} * {}", "'{}' | int", "'{}' | float | int",
    "'{}' | float | round({})",
    "{} | percent", "[{}, {}] | sum", "'a' | chance('a', {})", "[1, 2][{}]", "'{}' | float | percent", "{} | abs ~ {}",
)  # fmt: skip


@pytest.mark.parametrize("expression", EXPRESSIONS)
@given(numbers=some(2))
def test_an_expression_is_worked_out_or_refused_in_plain_words(expression: str, numbers: list[str]) -> None:
    try:
        parse_value("{{ " + expression.format(*numbers) + " }}").get({})
    except (ValueError, PrintgenError) as error:
        for word in ("float ", "modulo", "integer", "division", "NaN", "infinity", "print statement", "token"):
            assert word not in str(error).replace("float | ", ""), error
