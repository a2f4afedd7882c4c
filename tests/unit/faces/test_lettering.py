"""Text on a face: marks and icons in it, the ways to fit, and what is said when it cannot be set."""

import pytest
from drawn import Shelf, corners

from printgen.base.errors import Exit
from printgen.base.units import mm
from printgen.drawing.fonts import face
from printgen.drawing.model import Path, Text

CARD = {"name": "Pea Soup", "rule": "Draw a card."}
RULE = 'text: {x: 5, y: 10, w: 30, lines: 3, text: "{{ card.rule }}", size: 9, floor: 7}'


def runs(shelf: Shelf, rule: str, line: str = RULE) -> list[tuple[str, str]]:
    return [(t.text, t.font) for t in shelf.items(line, card={**CARD, "rule": rule}).all(Text)]


def test_marks_change_the_font(shelf: Shelf) -> None:
    assert runs(shelf, "**Torch:** *flip* a ***card***") == [
        ("Torch:", "body bold"), ("flip", "body italic"), ("a", "body"), ("card", "body bold italic"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "read"), [(r"2 \* 3", "2 * 3"), (r"1\:pot\:2", "1:pot:2"), ("At 10:30 :", "At 10:30 :"), (r"a\\b", r"a\b")]
)
def test_a_backslash_takes_a_mark_as_it_is(shelf: Shelf, rule: str, read: str) -> None:
    assert runs(shelf, rule) == [(read, "body")]


def test_plain_text_has_no_marks(shelf: Shelf) -> None:
    line = RULE.replace("size: 9", "plain: true, size: 9")
    assert runs(shelf, "**a** :pot: \\*", line) == [("**a** :pot: \\*", "body")]


def test_runs_stand_one_after_the_other(shelf: Shelf) -> None:
    bold, plain = shelf.items(RULE, card={**CARD, "rule": "**Torch:** flip"}).all(Text)
    assert plain.x == pytest.approx(bold.x + bold.width + face("body").width(" ") * 9)
    assert bold.y == plain.y == mm(10)


def test_icons_stand_in_the_line_in_its_colour(shelf: Shelf) -> None:
    line = RULE.replace("size: 9", "size: 9, color: red")
    drawn = shelf.items(line, card={**CARD, "rule": "Pay 2 :leaf:."})
    ((pay, _), (leaf, at), (stop, _)) = drawn.flat()
    assert isinstance(pay, Text) and isinstance(leaf, Path) and isinstance(stop, Text)
    assert leaf.fill == "#C03030"
    (left, top), _, (right, bottom), *_ = corners(leaf, at)
    assert mm(left) == pytest.approx(pay.x + face("body").width("Pay 2 ") * 9, abs=0.01)
    assert mm(right - left) == pytest.approx(9, abs=0.01) and mm(bottom - top) == pytest.approx(9, abs=0.01)
    assert stop.x >= mm(right)


def test_art_pieces_serve_as_icons(shelf: Shelf) -> None:
    drawn = shelf.items(RULE, card={**CARD, "rule": ":anchor: away"})
    assert drawn.findings == [] and drawn.texts() == ["away"]


def test_caps_leave_icons_alone(shelf: Shelf) -> None:
    drawn = shelf.items(RULE.replace("size: 9", "caps: true, size: 9"), card={**CARD, "rule": "pay :leaf: now"})
    assert drawn.findings == [] and drawn.texts() == ["PAY", "NOW"]
    assert len(drawn.all(Path)) == 1


def test_lines_stand_below_each_other_with_the_leading(shelf: Shelf) -> None:
    line = 'text: {x: 5, y: 10, w: 12, lines: 3, leading: 4, text: "{{ card.rule }}", size: 9}'
    first, second = shelf.items(line, card={**CARD, "rule": "Draw a\ncard."}).all(Text)
    assert (first.y, second.y) == pytest.approx((mm(10), mm(14)))
    assert first.x == second.x == mm(5)


def test_leading_shrinks_with_the_letters(shelf: Shelf) -> None:
    line = 'text: {w: 20, lines: 2, leading: 6, text: "Draw a card of your own choice now", size: 18, floor: 6}'
    first, second = shelf.items(line).all(Text)
    assert first.size < 18
    assert second.y - first.y == pytest.approx(mm(6) * first.size / 18)


def test_text_in_a_height_shows_within_it(shelf: Shelf) -> None:
    line = 'text: {y: 10, h: 9, w: 20, lines: 3, text: "Draw a card of your own", size: 9, floor: 6, valign: bottom}'
    lines = shelf.items(line).all(Text)
    assert lines[0].y - face("body").cap_height * lines[0].size >= mm(10) - 1e-6
    assert lines[-1].y == pytest.approx(mm(19))


def test_tracked_text_that_shrinks_stays_in_its_width(shelf: Shelf) -> None:
    text = shelf.items("text: {w: 20, text: KITCHEN HEROES, font: stencil, size: 20, floor: 4, tracking: 2}").one(Text)
    assert text.size < 20 and text.tracking == pytest.approx(mm(2) * text.size / 20)
    assert text.width + (len(text.text) - 1) * text.tracking == pytest.approx(mm(20))


def test_ways_to_fit_are_tried_in_their_order(shelf: Shelf) -> None:
    line = "text: {w: 30, text: '{{ card.rule }}', size: 12, fit: [{y: 9}, {y: 5, size: 8, lines: 2, leading: 4}]}"
    (one,) = shelf.items(line, card={"rule": "Soup"}).all(Text)
    assert (one.y, one.size) == (mm(9), 12)
    two = shelf.items(line, card={"rule": "Soup of the day with bread and butter"}).all(Text)
    assert [(t.y, t.size) for t in two] == [(mm(5), 8), (pytest.approx(mm(9)), 8)]


def test_no_text_draws_nothing(shelf: Shelf) -> None:
    for empty in ("", "  ", None):
        drawn = shelf.items(RULE, card={**CARD, "rule": empty})
        assert (drawn.texts(), drawn.findings) == ([], [])


def test_text_that_does_not_fit_names_its_line_and_its_place(shelf: Shelf) -> None:
    long = "Draw a card. " * 9
    drawn = shelf.items(RULE, card={**CARD, "rule": long.strip()})
    (finding,) = drawn.findings
    assert (finding.where, finding.code, finding.exit) == (("cards.yaml", 2, 3), "does-not-fit", Exit.DOES_NOT_FIT)
    assert finding.message.startswith(f'"{long.strip()}" does not fit its place (30.0 mm wide, 3 lines at 7 pt; ')
    assert finding.message.endswith("card.yaml:4:5)")
    assert finding.hint.startswith("Shorten the text")
    assert drawn.texts() == []


def test_text_just_too_tall_does_not_fit(shelf: Shelf) -> None:
    line = 'text: {{h: {h}mm, w: 12, lines: 2, leading: 4, text: "{{{{ card.rule }}}}", size: 10}}'
    cap = face("body").cap_height * 10 / mm(1)
    assert shelf.items(line.format(h=4 + cap + 0.01), card={"rule": "Draw a\ncard."}).findings == []
    other = Shelf(shelf.root)
    assert [f.code for f in other.items(line.format(h=4 + cap - 0.01), card={"rule": "Draw a\ncard."}).findings] == [
        "does-not-fit"
    ]


def test_a_text_of_the_template_that_does_not_fit_is_told_there(shelf: Shelf) -> None:
    (finding,) = shelf.items("text: {w: 10, text: Draw a card of your choice}", card=CARD).findings
    assert finding.where[1:] == (4, 25) and finding.where.file.endswith("card.yaml")
    assert finding.exit == Exit.DOES_NOT_FIT


def test_a_letter_that_the_font_lacks_names_its_line(shelf: Shelf) -> None:
    drawn = shelf.items(RULE, card={**CARD, "rule": "Soup 漢 for 2 𐎀"})
    (finding,) = drawn.findings
    assert (finding.where, finding.code, finding.exit) == (("cards.yaml", 2, 3), "missing-glyph", Exit.BAD_INPUT)
    assert "'漢' (U+6F22), '𐎀' (U+10380)" in finding.message
    assert drawn.texts() == []


def test_a_letter_that_only_the_bold_font_must_have(shelf: Shelf) -> None:
    (finding,) = shelf.items(RULE, card={**CARD, "rule": "Soup **漢**"}).findings
    assert '"漢" lacks' in finding.message


@pytest.mark.parametrize("rule", ["2 * 3 dice", "a 5* or a 4* hotel", "**Torch: flip", "a **b* c"])
def test_stars_that_are_no_marks_are_printed(shelf: Shelf, rule: str) -> None:
    drawn = shelf.items(RULE, card={**CARD, "rule": rule})
    assert [(t.text, t.font) for t in drawn.all(Text)] == [(rule, "body")]
    assert [(f.severity, f.code, f.where) for f in drawn.findings] == [
        ("warning", "open-mark", ("cards.yaml", 2, 3)) for _ in range("**" in rule)
    ]


def test_marks_of_other_programs_are_told_at_each_card_that_has_them(shelf: Shelf) -> None:
    for rule in ("Draw.\\nDiscard.", "Draw.\\nDiscard."):
        (finding,) = shelf.items(RULE, card={**CARD, "rule": rule}).findings
        assert (finding.severity, finding.code, finding.where) == ("warning", "foreign-mark", ("cards.yaml", 2, 3))


def test_plain_text_has_no_marks_of_other_programs(shelf: Shelf) -> None:
    line = RULE.replace("size: 9", "plain: true, size: 9")
    assert shelf.items(line, card={**CARD, "rule": "Draw.\\n<b>&amp;"}).findings == []


def test_an_unknown_icon_names_its_line_and_the_nearest(shelf: Shelf) -> None:
    (finding,) = shelf.items(RULE, card={**CARD, "rule": "Pay 1 :lef:."}).findings
    assert (finding.where, finding.code) == (("cards.yaml", 2, 3), "unknown-icon")
    assert finding.message == "there is no icon ':lef:'"
    assert finding.hint == "Did you mean 'leaf'? Or write \\: for a colon."


def test_a_value_behind_a_parameter_blames_the_card(shelf: Shelf) -> None:
    shelf.face('params: {value: 0}\nitems:\n  - text: {w: 5, text: "{{ value }}", size: 20}\n', "badge")
    (finding,) = shelf.items(
        'use: {face: badge, with: {value: "{{ card.taste }}"}}', card={"name": "Soup", "taste": 99999}
    ).findings
    assert finding.where == ("cards.yaml", 1, 3)
    assert '"99999" does not fit' in finding.message and "badge.yaml:5:5" in finding.message


def test_one_card_that_fails_does_not_spoil_the_next(shelf: Shelf) -> None:
    assert shelf.items(RULE, card={**CARD, "rule": "漢"}).findings
    drawn = shelf.items(RULE, card=CARD)
    assert (drawn.findings, drawn.texts()) == ([], ["Draw a card."])


@pytest.mark.parametrize(
    ("place", "wants"),
    [
        # Two lines are few enough, and what is wanting is height.
        ("w: 20, h: 3, lines: 2", "it needs 6.0 mm of height"), ("w: 20, lines: 1", "20.0 mm wide, 1 line at 9 pt"),
        ("w: 5, lines: 9", 'and "slowly" is 6.8 mm'),
    ],
)  # fmt: skip
def test_what_a_text_wants_more_of_is_told(shelf: Shelf, place: str, wants: str) -> None:
    (finding,) = shelf.items(f"text: {{x: 1, y: 9, text: Stir the soup slowly, size: 9, {place}}}").findings
    assert finding.code == "does-not-fit" and wants in finding.message
