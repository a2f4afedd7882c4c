"""Words: runs that stand where they should and fit their room, and paragraphs that break where they must."""

from __future__ import annotations

import pytest

from printgen.drawing.model import Text
from printgen.drawing.words import BODY, BOLD, CENTER, LEFT, RIGHT, Run, cap, largest, middled, paragraph, run, width_of


@pytest.mark.parametrize(("align", "start"), [(LEFT, 0.0), (CENTER, 0.5), (RIGHT, 1.0)])
def test_a_run_is_aligned_at_its_place(align: float, start: float) -> None:
    line = run(100, 50, "Dossier", BODY, 10, "#000000", align)
    assert line.x == pytest.approx(100 - start * line.width) and line.y == 50
    assert line.width == pytest.approx(width_of("Dossier", BODY, 10))


def test_a_run_shrinks_to_its_room_and_never_grows() -> None:
    wide = width_of("Dossier", BOLD, 10)
    assert run(0, 0, "Dossier", BOLD, 10, "#000000", room=2 * wide).size == 10
    tight = run(0, 0, "Dossier", BOLD, 10, "#000000", RIGHT, room=wide / 2, tracking=0.0)
    assert tight.size == pytest.approx(5) and tight.x == pytest.approx(-wide / 2)


def test_letters_apart_count_for_the_room() -> None:
    loose = run(0, 0, "AB", BODY, 10, "#000000", room=8, tracking=5)
    assert loose.width == pytest.approx(8) and loose.tracking < 5


def test_capitals_stand_in_the_middle() -> None:
    line = middled(0, 20, "H", BODY, 10, "#000000")
    assert line.y == pytest.approx(20 + cap(BODY, 10) / 2)


def test_the_largest_size_has_a_floor() -> None:
    wide = width_of("Dossier", BODY)
    assert largest("Dossier", BODY, 100 * wide, 12, 6) == 12
    assert largest("Dossier", BODY, 8 * wide, 12, 6) == pytest.approx(8)
    assert largest("Dossier", BODY, 5 * wide, 12, 6) is None


def test_a_paragraph_breaks_into_lines_and_tells_where_it_ends() -> None:
    runs = (Run("Lay the trimmed edge on the ", BODY), Run("hatched flap", BOLD), Run(" of its neighbour", BODY))
    made = paragraph(10, 20, runs, 60, 10, "#000000", 1.5)
    assert made is not None
    texts = [item for item in made.items if isinstance(item, Text)]
    lines = sorted({text.y for text in texts})
    assert lines == [20 + 15 * n for n in range(len(lines))] and made.advance == 15 * len(lines)
    assert all(text.x >= 10 and text.x + text.width <= 70.01 for text in texts)
    assert {text.text for text in texts if text.font == BOLD} == {"hatched", "flap"}


def test_a_word_wider_than_the_line_is_no_paragraph() -> None:
    runs = (Run("Incapacitated", BODY),)
    room = width_of("Incapacitated", BODY, 8)
    assert paragraph(0, 0, runs, room, 10, "#000000") is None
    assert paragraph(0, 0, runs, room, 8, "#000000") is not None
