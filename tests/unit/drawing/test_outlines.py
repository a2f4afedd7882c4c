"""Outlines: SVG path data of every kind read into absolute segments, and the shapes made from numbers."""

import math
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import tables

from printgen.base.units import Box, rotate
from printgen.drawing import outlines
from printgen.drawing.model import Outline, Segment
from printgen.drawing.outlines import bounds, parse_path

TABLES = tables(__file__)

M0: Segment = ("M", 0.0, 0.0)


@pytest.mark.parametrize(
    ("data", "segments"),
    [
        ("M1,2 L3,4", [("M", 1, 2), ("L", 3, 4)]),
        ("m1 2l3 4", [("M", 1, 2), ("L", 4, 6)]),
        ("M1 2 3 4 5 6", [("M", 1, 2), ("L", 3, 4), ("L", 5, 6)]),
        ("m1 2 3 4 5 6", [("M", 1, 2), ("L", 4, 6), ("L", 9, 12)]),
        ("M1 2H5V7", [("M", 1, 2), ("L", 5, 2), ("L", 5, 7)]),
        ("M1 2h5 1v7", [("M", 1, 2), ("L", 6, 2), ("L", 7, 2), ("L", 7, 9)]),
        ("M0 0C1 2 3 4 5 6", [M0, ("C", 1, 2, 3, 4, 5, 6)]),
        ("M1 1c1 2 3 4 5 6", [("M", 1, 1), ("C", 2, 3, 4, 5, 6, 7)]),
        ("M0 0C0 0 2 3 4 4S7 8 9 9", [M0, ("C", 0, 0, 2, 3, 4, 4), ("C", 6, 5, 7, 8, 9, 9)]),
        ("M1 1s2 0 3 3", [("M", 1, 1), ("C", 1, 1, 3, 1, 4, 4)]),
        ("M0 0Q3 0 3 3", [M0, ("C", 2, 0, 3, 1, 3, 3)]),
        ("M0 0Q3 0 3 3T6 6", [M0, ("C", 2, 0, 3, 1, 3, 3), ("C", 3, 5, 4, 6, 6, 6)]),
        ("M0 0q3 0 3 3t3 3", [M0, ("C", 2, 0, 3, 1, 3, 3), ("C", 3, 5, 4, 6, 6, 6)]),
        ("M0 0T3 3", [M0, ("C", 0, 0, 1, 1, 3, 3)]),
        ("M0 0C1 1 2 2 3 0T6 0", [M0, ("C", 1, 1, 2, 2, 3, 0), ("C", 3, 0, 4, 0, 6, 0)]),
        ("M1 1L4 1Zl0 2", [("M", 1, 1), ("L", 4, 1), ("Z",), ("L", 1, 3)]),
        ("M1 1L4 1zm2 2h1", [("M", 1, 1), ("L", 4, 1), ("Z",), ("M", 3, 3), ("L", 4, 3)]),
        ("M-1-.5L1e1,-2E-1", [("M", -1, -0.5), ("L", 10, -0.2)]),
        ("M.5.5-1-1", [("M", 0.5, 0.5), ("L", -1, -1)]),
        (" \n M 0 0\tL 1 1 ", [M0, ("L", 1, 1)]),
        ("M0 0A0 5 0 0 1 3 3", [M0, ("L", 3, 3)]),
    ],
)
def test_path_data(data: str, segments: list[Segment]) -> None:
    parsed = parse_path(data)
    assert [s[0] for s in parsed] == [s[0] for s in segments]
    for got, wanted in zip(parsed, segments, strict=True):
        assert got[1:] == pytest.approx(wanted[1:])


@pytest.mark.parametrize(
    ("data", "words"),
    TABLES["broken_path_data"],
)
def test_broken_path_data(data: str, words: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse_path(data)
    assert words in str(caught.value)


def test_flags_of_arcs_may_be_written_without_gaps() -> None:
    spaced = parse_path("M0 0 a5 5 0 0 1 5 5 a5 5 0 1 0 -5 -5 a4 4 0 1 1 .5 .5")
    assert parse_path("M0 0a5 5 0 015 5 5 5 0 10-5-5 4 4 0 11.5.5") == spaced


def bezier(outline: Outline, steps: int = 16) -> list[tuple[float, float]]:
    """Points along an outline."""
    points, here = [], (0.0, 0.0)
    for kind, *n in outline:
        if kind == "C":
            for i in range(1, steps + 1):
                t, u = i / steps, 1 - i / steps
                weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
                xs, ys = (here[0], *n[::2]), (here[1], *n[1::2])
                points.append(
                    (sum(w * x for w, x in zip(weights, xs, strict=True)),
                     sum(w * y for w, y in zip(weights, ys, strict=True)))
                )  # fmt: skip
        if n:
            here = (n[-2], n[-1])
            points.append(here)
    return points


def length(outline: Outline) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(bezier(outline, 64)))


@pytest.mark.parametrize(
    ("flags", "centre", "turn"),
    [("0 1", (0, 0), 90), ("1 1", (10, 10), 270), ("0 0", (10, 10), 90), ("1 0", (0, 0), 270)],
)
def test_arcs_run_on_their_circle_the_way_the_flags_say(flags: str, centre: tuple[int, int], turn: float) -> None:
    outline = parse_path(f"M10 0 A10 10 0 {flags} 0 10")
    assert outline[-1][-2:] == (0, 10)
    assert all(math.dist(point, centre) == pytest.approx(10, abs=0.01) for point in bezier(outline))
    assert length(outline) == pytest.approx(10 * math.radians(turn), rel=1e-3)


def test_an_arc_may_be_turned_and_relative() -> None:
    outline = parse_path("M5 5 a20 10 90 0 1 20 0")
    middle = max(bezier(outline), key=lambda p: math.dist(p, (15, 5)))
    assert middle == pytest.approx((15, -15), abs=0.05)


def test_the_signs_of_radii_do_not_matter() -> None:
    assert parse_path("M0 0 A-8 -4 0 0 1 5 5") == parse_path("M0 0 A8 4 0 0 1 5 5")


def test_radii_that_cannot_reach_grow() -> None:
    outline = parse_path("M0 0 A1 1 0 0 1 20 0")
    assert outline[-1][-2:] == (20, 0)
    assert all(math.dist(point, (10, 0)) == pytest.approx(10, abs=0.01) for point in bezier(outline))


number = st.floats(-1e6, 1e6).map(lambda v: v + 0.0)
point = st.tuples(number, number)
steps = st.one_of(
    st.builds(lambda p: ("L", *p), point),
    st.builds(lambda a, b, c: ("C", *a, *b, *c), point, point, point),
    st.builds(lambda p: ("M", *p), point),
    st.just(("Z",)),
)


def written(outline: Outline) -> str:
    return " ".join(f"{kind}{' '.join(map(repr, numbers))}" for kind, *numbers in outline)


@given(point, st.lists(steps, max_size=8))
def test_reading_what_was_written_changes_nothing(start: tuple[float, float], rest: list[Segment]) -> None:
    outline: Outline = (("M", *start), *rest)
    assert parse_path(written(outline)) == outline


@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789.-+e, \n;é", max_size=40))
def test_any_text_is_read_or_refused(data: str) -> None:
    try:
        outline = parse_path(data)
    except ValueError:
        return
    assert outline[0][0] == "M"
    assert {s[0] for s in outline} <= set("MLCZ")


BOX = Box(10, 20, 30, 40)


@pytest.mark.parametrize(
    ("outline", "box"),
    [
        (outlines.rectangle(BOX), BOX),
        (outlines.round_rect(BOX, 5), BOX),
        (outlines.chamfer(BOX, 5), BOX),
        (outlines.ellipse(25, 40, 15, 20), BOX),
        (outlines.circle(0, 0, 2), Box(-2, -2, 4, 4)),
        (outlines.polyline([(0, 0), (3, -1)]), Box(0, -1, 3, 1)),
        ((), Box(0, 0, 0, 0)),
    ],
)
def test_bounds(outline: Outline, box: Box) -> None:
    assert bounds(outline) == pytest.approx(box)


def test_circles_are_round() -> None:
    for x, y in bezier(outlines.circle(3, 4, 50)):
        assert math.dist((x, y), (3, 4)) == pytest.approx(50, abs=0.02)


def test_rounded_corners_are_arcs() -> None:
    points = bezier(outlines.round_rect(Box(0, 0, 20, 10), 3))
    corner = [p for p in points if p[0] < 3 and p[1] < 3]
    assert corner and all(math.dist(p, (3, 3)) == pytest.approx(3, abs=0.01) for p in corner)


def test_corners_are_cut_where_they_are_named() -> None:
    points = {s[1:] for s in outlines.chamfer(Box(0, 0, 10, 10), 2, "ac") if s[1:]}
    assert points == {(0, 2), (2, 0), (10, 0), (10, 8), (8, 10), (0, 10)}


def test_stars() -> None:
    outline = outlines.star(0, 0, 10, inner=0.5, points=6)
    radii = [math.hypot(*s[1:]) for s in outline if s[1:]]
    assert radii == pytest.approx([10, 5] * 6)
    assert outline[0][1:] == pytest.approx((0, -10))
    assert outline[-1] == ("Z",)


def test_polylines_stay_open_and_polygons_close() -> None:
    points = [(0, 0), (1, 0), (1, 1)]
    assert outlines.polyline(points) == (M0, ("L", 1, 0), ("L", 1, 1))
    assert outlines.polygon(points) == (*outlines.polyline(points), ("Z",))


def test_moving_an_outline_moves_its_control_points() -> None:
    outline: Outline = (M0, ("C", 1, 0, 2, 0, 3, 1), ("Z",))
    assert outlines.transform_outline(outline, rotate(90)) == (M0, ("C", 0, 1, 0, 2, -1, 3), ("Z",))


def test_gaps_around_commands_and_signs_do_not_matter() -> None:
    data = "M 1.5 2.5 L 3.25 -4.5 C 1 2 3 4 5 6 Z"
    tight = re.sub(r" (?=-)|(?<=[A-Z]) | (?=[A-Z])", "", data)
    assert parse_path(tight) == parse_path(data)
