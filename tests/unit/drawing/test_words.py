"""Words: runs that stand where they should and fit their room, and capitals in their middle."""

from __future__ import annotations

import pytest

from printgen.drawing.words import BODY, BOLD, CENTER, LEFT, RIGHT, cap, center_run, largest, run, width_of


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
    line = center_run(0, 20, "H", BODY, 10, "#000000")
    assert line.y == pytest.approx(20 + cap(BODY, 10) / 2)


def test_the_largest_size_has_a_floor() -> None:
    wide = width_of("Dossier", BODY)
    assert largest("Dossier", BODY, 100 * wide, 12, 6) == 12
    assert largest("Dossier", BODY, 8 * wide, 12, 6) == pytest.approx(8)
    assert largest("Dossier", BODY, 5 * wide, 12, 6) is None
