"""Text in a box: the letters are as large as width, height and lines allow, and what fits nowhere is told rightly."""

import pytest
from drawn import Shelf, told

from printgen.base.units import mm
from printgen.drawing.fonts import face
from printgen.drawing.model import Text

LONG = "When this spell is cast, every unit within two spaces of the caster loses a die. " * 3
BOX = "text: {{x: 5, y: 20, w: 53, h: {h}, text: '{{{{ card.rule }}}}', size: {size}}}"


def runs(shelf: Shelf, h: float, size: str = "10..6.5", rule: str = LONG) -> list[Text]:
    drawn = Shelf(shelf.root).items(BOX.format(h=h, size=size), card={"name": "Frost", "rule": rule})
    assert not drawn.findings, drawn.findings
    return drawn.all(Text)


def bottom_of(texts: list[Text]) -> float:
    return max(text.y for text in texts)


def test_a_roomy_box_keeps_the_size(shelf: Shelf) -> None:
    texts = runs(shelf, 40)
    assert {text.size for text in texts} == {10} and len({text.y for text in texts}) > 3
    assert min(text.y for text in texts) == pytest.approx(mm(20) + face("body").cap_height * 10)
    assert bottom_of(texts) <= mm(60)


def test_the_height_makes_letters_smaller_and_as_little_as_it_must(shelf: Shelf) -> None:
    texts = runs(shelf, 16)
    (size,) = {text.size for text in texts}
    assert 6.5 <= size < 10 and bottom_of(texts) <= mm(36) + 1e-6
    # A step larger, it would reach over the box.
    larger = runs(shelf, 100, f"{size + 3.5 / 24}")
    assert bottom_of(larger) > mm(36)


def test_a_range_may_have_units_stand_in_a_style_and_come_from_a_field(shelf: Shelf) -> None:
    ((one,), (other,)) = (runs(shelf, 8, size, "Soup") for size in ("4mm..2mm", "'{{ card.name | length }}..3'"))
    assert (one.size, other.size) == (pytest.approx(mm(4)), 5)
    line = "text: {w: 20, h: 9, style: rule, text: Draw a card of your own and another}"
    drawn = Shelf(shelf.root).draw(f"styles: {{rule: {{size: 12..6}}}}\nitems:\n  - {line}\n")
    assert not drawn.findings and 6 <= drawn.all(Text)[0].size < 12


def test_lines_and_height_hold_together(shelf: Shelf) -> None:
    line = BOX.format(h=14, size="10..5").replace("{x", "{lines: 9, x")
    texts = shelf.items(line, card={"name": "Frost", "rule": LONG}).all(Text)
    assert bottom_of(texts) <= mm(34) + 1e-6 and len({text.y for text in texts}) <= 9


def test_what_does_not_fit_blames_the_height_the_lines_or_the_word(shelf: Shelf) -> None:
    def said(line: str, rule: str = LONG.strip()) -> str:
        (finding,) = Shelf(shelf.root).items(line, card={"name": "Frost", "rule": rule}).findings
        assert finding.code == "does-not-fit"
        return finding.message.split("does not fit its place ")[1].split(";")[0]

    tall = BOX.format(h=8, size="10..6.5")
    assert said(tall) == "(53.0 mm wide, 8.0 mm high" and "of height" in shelf.items(
        tall, card={"name": "Frost", "rule": LONG}
    ).findings[0].message  # fmt: skip
    assert said(tall.replace("{x", "{lines: 2, x")) == "(53.0 mm wide, 2 lines at 6.5 pt"
    line = "text: {x: 5, y: 9, w: 20, text: '{{ card.rule }}', size: 10..6.5}"
    assert said(line) == "(20.0 mm wide, 1 line at 6.5 pt"
    wide = said(tall.replace("w: 53", "w: 9"), "A Feuerwehrhauptmann")
    assert wide.startswith('(9.0 mm wide, and "Feuerwehrhauptmann" is ') and wide.endswith("mm at 6.5 pt")


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("size: 10..", "'10..' is not a range of sizes | Write it like 10..6.5."),
        ("size: 9..6..3", "'9..6..3' is not a range of sizes | Write it like 10..6.5."),
        ("size: 9..0", "size is 9..0; letters need a size above zero | Choose a larger one."),
        ("size: 9..6, floor: 5", "floor says nothing beside a range of sizes | Remove it, or write one size."),
    ],
)
def test_a_range_that_is_none_is_told(shelf: Shelf, setting: str, said: str) -> None:
    (found,) = told(shelf.items(f"text: {{w: 9, text: A, {setting}}}").findings)
    assert found.endswith(said)
