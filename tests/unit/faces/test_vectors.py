"""Drawings in SVG in faces: as pictures that fit their boxes, and as icons in their own colours."""

from __future__ import annotations

import pytest
from drawn import Drawn, Shelf, groups
from PIL import Image as Pictures

from printgen.base.units import apply, mm
from printgen.drawing.extent import extent
from printgen.drawing.model import Group, Path, Place, Text
from printgen.faces.template_mistakes import template_mistakes

FIRE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 30">
  <path d="M0 0 H20 V30 H0 Z" fill="#D4301A"/>
  <path d="M5 5 H15 V25 H5 Z" fill="currentColor"/>
  <path d="M8 8 H12 V22 H8 Z"/>
</svg>
"""


@pytest.fixture
def fiery(shelf: Shelf) -> Shelf:
    shelf.write("icons/fire.svg", FIRE)
    shelf.write("fire.svg", FIRE)
    return shelf


def fills(drawn: Drawn) -> list[str]:
    assert drawn.findings == [], drawn.told()
    return [str(item.fill) for item in drawn.all(Path)]


def test_an_icon_has_its_own_colours_and_takes_the_one_given_where_it_says_so(fiery: Shelf) -> None:
    assert fills(fiery.items("icon: {name: fire, cx: 10, cy: 10, size: 6, color: brass}")) == [
        "#D4301A", "#E3BE4E", "#E3BE4E"
    ]  # fmt: skip


def test_an_icon_stands_in_the_middle_of_its_square(fiery: Shelf) -> None:
    box = extent(fiery.items("icon: {name: fire, cx: 10, cy: 10, size: 6}").items)
    assert box == pytest.approx((mm(8), mm(7), mm(4), mm(6)))


def test_an_icon_stands_in_text(fiery: Shelf) -> None:
    drawn = fiery.items("text: {x: 3, y: 9, w: 50, text: 'Deal 3 :fire: now', size: 9, color: red}")
    assert fills(drawn) == ["#D4301A", "#C03030", "#C03030"]
    assert "".join(text.text for text in drawn.all(Text)).replace(" ", "") == "Deal3now"


@pytest.mark.parametrize(
    ("settings", "box"),
    [
        ("", (15, 5, 20, 30)),
        (", align: left", (5, 5, 20, 30)),
        (", fit: stretch", (5, 5, 40, 30)),
        (", fit: cover", (5, 5, 40, 30)),
        (", fit: cover, clip: circle", (10, 5, 30, 30)),
    ],
)
def test_a_drawing_shows_all_of_itself_unless_it_is_told_otherwise(
    fiery: Shelf, settings: str, box: tuple[float, ...]
) -> None:
    drawn = fiery.items(f"image: {{x: 5, y: 5, w: 40, h: 30, file: fire.svg{settings}}}")
    assert drawn.findings == [] and extent(drawn.items) == pytest.approx(tuple(map(mm, box)))


def test_a_drawing_keeps_its_colours_but_the_current_one(fiery: Shelf) -> None:
    drawn = fiery.items("image: {w: 9, h: 9, file: fire.svg, color: brass}")
    assert fills(drawn) == ["#D4301A", "#E3BE4E", "#000000"]


def test_a_drawing_on_many_cards_is_stored_once(fiery: Shelf) -> None:
    face = "items:\n" + "  - image: {x: 5, w: '{{ card.side }}', h: 9, file: fire.svg}\n"
    pictures = [fiery.draw(face if n == 1 else "", card={"name": "A", "side": n}) for n in (1, 2, 3)]
    inner = [[group for group in groups(drawn.items) if len(group.items) == 3] for drawn in pictures]
    assert len({id(group) for found in inner for group in found}) == 1
    moved = [apply(matrix, 0, 0) for drawn in pictures for _, matrix in drawn.flat()[:1]]
    assert len(set(moved)) == 3


def test_what_a_drawing_leaves_out_is_told_once_and_the_rest_is_drawn(fiery: Shelf) -> None:
    fiery.write("words.svg", FIRE.replace("</svg>", "<text>Fire</text></svg>"))
    drawn = fiery.items("image: {w: 9, h: 9, file: words.svg}")
    assert len(drawn.all(Path)) == 3
    (finding,) = drawn.findings
    assert (finding.severity, finding.code) == ("warning", "left-out")
    assert finding.message == "the drawing words.svg leaves out text (line 5)"


def test_a_colour_says_nothing_to_a_photo(fiery: Shelf) -> None:
    Pictures.new("RGB", (400, 400)).save(fiery.root / "a.png")
    (told,) = fiery.items("image: {w: 9, h: 9, file: a.png, color: red}").told()
    assert "color says nothing to a picture of dots" in told


def test_a_drawing_stands_in_a_line_as_wide_as_it_is(fiery: Shelf) -> None:
    drawn = fiery.items("text: {x: 3, y: 9, w: 50, text: 'Deal 3 :fire.svg: now', size: 9}")
    box = extent(Place(Group((item,)), matrix) for item, matrix in drawn.flat() if isinstance(item, Path))
    assert drawn.findings == [] and box.w == pytest.approx(box.h * 2 / 3)


@pytest.mark.parametrize(("name", "warnings"), [("Gem.SVG", 1), ("gem.jpg", 1), ("gem.svg", 0), ("notes.txt", 0)])
def test_a_picture_that_no_icon_can_be_is_told(shelf: Shelf, name: str, warnings: int) -> None:
    shelf.write(f"icons/{name}", FIRE)
    found = [finding for finding in template_mistakes(shelf.library) if finding.code == "bad-name"]
    assert [one.message for one in found] == [f"{name} is no icon: the names of icons end in .svg or .png"] * warnings
