"""Text on an arc: each letter stands on its circle, kerned as in a line, and all of them within the arc."""

from math import atan2, degrees, hypot, pi

import pytest
from drawn import Shelf

from printgen.base.errors import Where
from printgen.base.units import apply, mm
from printgen.drawing.fonts import face
from printgen.drawing.model import Path, Text
from printgen.drawing.tints import Tints
from printgen.faces.render import Renderer
from printgen.faces.session import FaceState, Session
from printgen.faces.trim import Trim

BODY = face("body")
CX, CY, R = mm(30), mm(40), mm(25)
ARC = "text: {text: '%s', size: 12, %sarc: {cx: 30, cy: 40, r: 25, from: %s, to: %s%s}}"


def letters(
    shelf: Shelf, said: str, start: float, end: float, more: str = "", stand: str = ""
) -> list[tuple[Text, float, float]]:
    """The letters with the distance of their baseline from the middle, and the angle of their middle from the top."""
    drawn = Shelf(shelf.root).items(ARC % (said, more, start, end, stand))
    assert not drawn.findings, drawn.findings
    out = []
    for item, matrix in drawn.flat():
        if isinstance(item, Text):
            x, y = apply(matrix, item.x + item.width / 2, item.y)
            out.append((item, hypot(x - CX, y - CY), degrees(atan2(x - CX, CY - y))))
    return out


def test_letters_stand_on_the_circle_around_the_middle_of_the_arc(shelf: Shelf) -> None:
    found = letters(shelf, "AVATAR", -60, 60)
    assert "".join(text.text for text, _, _ in found) == "AVATAR"
    assert [r for _, r, _ in found] == pytest.approx([R] * 6)
    angles = [angle for _, _, angle in found]
    assert angles == sorted(angles) and abs(angles[0] + angles[-1]) < 1.5
    # From the middle of the first letter to that of the last one is as far as in a line, kerning and all.
    apart = (angles[-1] - angles[0]) * pi / 180 * R
    assert apart == pytest.approx((BODY.width("AVATAR") - BODY.width("A") / 2 - BODY.width("R") / 2) * 12, abs=0.01)
    assert BODY.width("AVATAR") < sum(BODY.width(letter) for letter in "AVATAR")


def test_text_begins_or_ends_at_its_ends(shelf: Shelf) -> None:
    (first, _, angle), *_ = letters(shelf, "AVE", -60, 60, "align: left, ")
    assert angle == pytest.approx(-60 + first.width / 2 / R * 180 / pi)
    *_, (last, _, angle) = letters(shelf, "AVE", -60, 60, "align: right, ")
    assert angle == pytest.approx(60 - last.width / 2 / R * 180 / pi)


def test_below_and_middle_hang_on_the_circle(shelf: Shelf) -> None:
    cap = BODY.cap_height * 12
    assert letters(shelf, "AVE", -60, 60, stand=", stand: below")[0][1] == pytest.approx(R - cap)
    assert letters(shelf, "AVE", -60, 60, stand=", stand: middle")[0][1] == pytest.approx(R - cap / 2)


def test_the_other_way_round_text_is_read_along_the_lower_half(shelf: Shelf) -> None:
    found = letters(shelf, "AVE", 240, 120)
    xs = [R * (angle if angle > 0 else angle + 360) for _, _, angle in found]
    # It reads from left to right: from a larger angle to a smaller one, with letters upright at the bottom.
    assert xs == sorted(xs, reverse=True)
    drawn = Shelf(shelf.root).items(ARC % ("A", "", 240, 120, ""))
    ((_, matrix),) = drawn.flat()
    assert matrix[:4] == pytest.approx((1, 0, 0, 1), abs=1e-6)
    assert letters(shelf, "A", 240, 120, stand=", stand: below")[0][1] == pytest.approx(R + BODY.cap_height * 12)


def test_letters_shrink_to_the_arc_and_what_does_not_fit_is_told(shelf: Shelf) -> None:
    line = (ARC % ("A LONG NAME FOR ONE", "", -30, 30, "")).replace("size: 12", "size: 20..6")
    (size,) = {text.size for text in shelf.items(line).all(Text)}
    length = R * 60 * pi / 180
    assert size == pytest.approx(length / BODY.width("A LONG NAME FOR ONE"))
    (finding,) = Shelf(shelf.root).items(line.replace("20..6", "20..15")).findings
    assert finding.code == "does-not-fit" and "its arc is 26.2 mm long" in finding.message


def test_outlines_marks_and_icons_go_round_too(shelf: Shelf) -> None:
    drawn = shelf.items(ARC % ("A **B** :leaf:", "stroke: red, width: 0.5, ", -60, 60, ""))
    assert [text.font for text in drawn.all(Text)] == ["body", "body bold"]
    assert len(drawn.all(Path)) == 3


@pytest.mark.parametrize(
    ("arc", "said"),
    [
        ("{r: 0, from: 0, to: 90}", "an arc needs a radius above zero"),
        ("{r: 5, from: 9, to: 9}", "an arc from 9 to 9 degrees has no room for letters"),
        ("{r: 5, from: 0, to: 400}", "an arc from 0 to 400 degrees has no room for letters"),
        ("{r: 5, to: 90}", "an arc needs from"),
        ("{r: 5, from: 0, to: 90, stand: over}", "there is no stand 'over'"),
        ("{r: 5, from: 0, to: 90, radius: 3}", "an arc has no 'radius'"),
    ],
)
def test_arcs_that_are_none_are_told(shelf: Shelf, arc: str, said: str) -> None:
    (finding,) = shelf.items(f"text: {{text: A, size: 9, arc: {arc}}}").findings
    assert finding.message.startswith(said)


def test_signs_of_other_fonts_stand_on_the_circle_like_letters(shelf: Shelf) -> None:
    found = letters(shelf, "\u2605ACE\u2665", -60, 60)
    assert [text.text for text, _, _ in found] == ["\u2605", "A", "C", "E", "\u2665"]
    assert [r for _, r, _ in found] == pytest.approx([R] * 5)


def test_letters_with_marks_keep_them(shelf: Shelf) -> None:
    assert [text.text for text, _, _ in letters(shelf, "Q\u0301BC", -60, 60)] == ["Q\u0301", "B", "C"]


def test_an_arc_over_the_cut_is_told_as_a_whole(shelf: Shelf) -> None:
    shelf.face("size: [63, 88]\nitems:\n  - " + ARC.replace("cy: 40", "cy: 26") % ("NORTHERN", "", -60, 60, "") + "\n")
    told = []
    for safe in (0.0, mm(3)):
        session = Session(
            Tints({}), "One", lambda field: Where("cards.yaml"), FaceState(), trim=Trim(mm(63), mm(88), safe)
        )
        drawn = Renderer(shelf.library).render(shelf.library.face("card"), {"card": {}}, session)
        told += [(finding.code, finding.message.split(" ")[0]) for finding in drawn.findings]
    assert told == [("over-cut", '"NORTHERN"')] * 2
