"""Letters as outlines stand where the writers set them as text."""

import pytest

from printgen.drawing.fonts import face
from printgen.drawing.model import Text
from printgen.drawing.outlines import bounds
from printgen.drawing.words import letter_boxes, letters_outline

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
