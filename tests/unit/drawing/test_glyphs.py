"""Letters as outlines stand where the writers set them as text."""

from math import pi

import pytest
from places import FONTS

from printgen.base.units import Box, apply
from printgen.drawing.font_files import load_font
from printgen.drawing.fonts import Shelf, face, on_shelf
from printgen.drawing.model import Text
from printgen.drawing.outlines import bounds
from printgen.drawing.words import (
    ICON,
    Arc,
    Curve,
    Letter,
    Line,
    TextRun,
    letter_boxes,
    letters_of,
    letters_outline,
    run_width,
)

LETTERS = "Hii HH"


@pytest.mark.parametrize("tracking", [0.0, 2.0])
@pytest.mark.parametrize("name", ["body", "stencil"])
def test_outlines_stand_where_the_letters_of_the_run_do(name: str, tracking: float) -> None:
    one = face(name)
    text = Text(20, 50, LETTERS, name, 10, "#000000", tracking)
    (first,) = letter_boxes(text._replace(text="H"))
    # The last letter stands as far to the right as all before it are wide, with a gap behind each of them.
    (*_, last) = letter_boxes(text)
    before = one.width(LETTERS) * 10 - one.width("H") * 10 + tracking * (len(LETTERS) - 1)
    assert last.x - first.x == pytest.approx(before, abs=0.02)
    assert (last.y, last.w, last.h) == pytest.approx((first.y, first.w, first.h))
    assert first.bottom == pytest.approx(50, abs=0.1) and first.h == pytest.approx(one.font.cap_height * 10, rel=0.02)
    whole = bounds(letters_outline(text))
    assert (whole.x, whole.right) == pytest.approx((first.x, last.right), abs=0.01)
    assert len(letter_boxes(text)) == 5


def test_letters_of_a_line_know_their_middles_and_joined_ones_stay_together() -> None:
    runs = ((2.0, TextRun("Ab c\u2605", "body")), (30.0, TextRun("heart", ICON)))
    letters = list(letters_of(Line(runs, 40.0), 10, 1.0))
    assert [letter.run.text for letter in letters] == ["A", "b", "c", "\u2605", "heart"]
    assert [round(letter.middle, 1) for letter in letters] == [4.2, 9.5, 17.7, 25.3, 35.2]
    assert all(letter.before == pytest.approx(run_width(letter.run) * 5) for letter in letters)
    arabic = load_font((FONTS / "arabic.ttf").read_bytes())
    with on_shelf(Shelf({"own": {"": arabic}})):
        name = face("own").name
        for word in ("\u0633\u0644\u0627\u0645", "\u05e9\u05b8\u05c1"):
            (letter,) = letters_of(Line(((0.0, TextRun(word, name)),), 9.0), 10, 1.0)
            assert letter.run.text == word and letter.middle == pytest.approx(face(name).width(word) * 5)


@pytest.mark.parametrize(
    ("arc", "radius", "length", "point"),
    [
        (Arc(50, 60, 20, 0, 90), 20, 10 * pi, (50, 40)),
        (Arc(50, 60, 20, 0, 90, "below"), 16, 8 * pi, (50, 44)),
        (Arc(50, 60, 20, 90, 0, "below"), 24, 12 * pi, (74, 60)),
        (Arc(50, 60, 20, 90, 0, "middle"), 22, 11 * pi, (72, 60)),
        (Arc(50, 60, 2, 0, 90, "below"), -2, 0, (50, 62)),
    ],
)
def test_letters_stand_on_their_arc(arc: Arc, radius: float, length: float, point: tuple[float, float]) -> None:
    assert (arc.radius(4), arc.length(4)) == (radius, pytest.approx(length))
    assert apply(arc.place(Letter(TextRun("A", "body"), 0.0, 0.0), 0.0, 4), 0, 0) == pytest.approx(point)
    assert arc.room(5) == Box(50 - arc.r - 10, 60 - arc.r - 10, 2 * arc.r + 20, 2 * arc.r + 20)


@pytest.mark.parametrize(
    ("stand", "start", "point", "along"),
    [
        ("above", 3, (5, 0), (6, 0)),
        ("below", 3, (5, 4), (6, 4)),
        # The chord over a corner lies half way between both ways.
        ("middle", 8, (10 - 2 * 0.5**0.5, 2 * 0.5**0.5), (10 - 0.5**0.5, 3 * 0.5**0.5)),
        ("above", 13, (10, 5), (10, 6)),
        # Beyond its end letters stand at the end.
        ("above", 30, (10, 10), None),
    ],
)
def test_letters_stand_on_their_curve(
    stand: str, start: float, point: tuple[float, float], along: tuple[float, float] | None
) -> None:
    curve = Curve(((0.0, 0.0), (10.0, 0.0), (10.0, 10.0)), stand)
    matrix = curve.place(Letter(TextRun("A", "body"), 2.0, 2.0), start, 4)
    assert (curve.length(4), curve.room(1)) == (20, Box(-2, -2, 14, 14))
    assert apply(matrix, 0, 0) == pytest.approx(point)
    assert along is None or apply(matrix, 1, 0) == pytest.approx(along)
