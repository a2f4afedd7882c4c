"""Colour roles that used faces inherit, looks that overlay them, boxes that count from the edges, and ranges."""

import pytest
from drawn import Shelf, groups
from tables import tables

from printgen.base.units import to_mm
from printgen.drawing.extent import walk
from printgen.drawing.model import Rect, Text

TABLES = tables(__file__)

PATCH = "items:\n  - rect: {w: 4, h: 4, fill: main}\n"
CARD = """\
colors: {main: "{{ card.color }}"}
items:
  - use: {face: patch}
  - rect: {w: 1, h: 1, fill: sand}
"""


def fills(shelf: Shelf, look: str = "", **card: object) -> list[str | None]:
    drawn = shelf.draw(look=look, card=card)
    assert drawn.told() == []
    return drawn.fills()


def test_a_used_face_has_the_colour_roles_of_the_one_that_uses_it_card_by_card(shelf: Shelf) -> None:
    shelf.face(PATCH, "patch")
    shelf.face(CARD)
    assert [fills(shelf, color=color)[0] for color in ("red", "brass", "red")] == ["#C03030", "#E3BE4E", "#C03030"]


def test_roles_reach_through_a_face_in_between_and_its_own_win(shelf: Shelf) -> None:
    shelf.face(PATCH, "leaf")
    shelf.face("items: [use: {face: leaf}]\n", "patch")
    shelf.face(CARD)
    assert [fills(shelf, color=color)[0] for color in ("red", "brass")] == ["#C03030", "#E3BE4E"]
    own = Shelf(shelf.root)
    own.face("colors: {main: paper}\nitems: [use: {face: leaf}]\n", "patch")
    assert [fills(own, color=color)[0] for color in ("red", "brass")] == ["#FFF8E8"] * 2


def test_what_takes_no_inherited_colour_is_one_object_for_all_cards(shelf: Shelf) -> None:
    shelf.face("items: [rect: {w: 4, h: 4, fill: sand}]\n", "patch")
    shelf.face(CARD)
    one, other = ([id(group) for group in groups(shelf.draw(card={"color": c}).items)] for c in ("red", "brass"))
    assert one == other


def test_a_look_overlays_the_roles_of_every_face_and_a_face_says_what_else_it_does(shelf: Shelf) -> None:
    shelf.write("looks/saver.yaml", "colors: {main: paper, mark: ink}\n")
    shelf.face("colors: {mark: red}\nitems: [rect: {w: 4, h: 4, fill: mark}]\n", "patch")
    shelf.face(CARD + "looks:\n  saver:\n    override:\n      frame: [rect: {w: 2, h: 2, fill: main}]\n")
    shelf.write(
        "faces/card.yaml",
        (shelf.root / "faces/card.yaml")
        .read_text()
        .replace("  - rect", "  - group: {name: frame, items: []}\n  - rect"),
    )
    assert fills(shelf, color="red") == ["#C03030", "#F0E0C0"]
    assert fills(shelf, "saver", color="red") == ["#101010", "#FFF8E8", "#F0E0C0"]


def test_a_face_that_extends_another_takes_its_looks_and_adds_its_own(shelf: Shelf) -> None:
    shelf.write("looks/saver.yaml", "colors: {}\n")
    shelf.face(
        "colors: {main: red}\nitems: [rect: {w: 4, h: 4, fill: main}]\nlooks: {saver: {colors: {main: sand}}}\n",
        "above",
    )
    shelf.face("extends: above\nitems: [rect: {w: 1, h: 1, fill: main}]\n", head="")
    assert fills(shelf, "saver") == ["#F0E0C0"] * 2
    own = Shelf(shelf.root)
    own.face("extends: above\nlooks: {saver: {items: [rect: {w: 1, h: 1, fill: paper}]}}\n", head="")
    assert (fills(own), fills(own, "saver")) == (["#C03030"], ["#FFF8E8"])


def test_in_a_look_that_both_have_a_face_wins_over_the_one_that_it_extends(shelf: Shelf) -> None:
    shelf.write("looks/saver.yaml", "colors: {}\n")
    shelf.face(
        "colors: {main: red, mark: red}\nitems: [rect: {w: 4, h: 4, fill: main}, rect: {w: 2, h: 2, fill: mark}]\n"
        "looks: {saver: {colors: {main: sand, mark: sand}}}\n",
        "above",
    )
    shelf.face("extends: above\nlooks: {saver: {colors: {main: paper}}}\n", head="")
    assert fills(shelf, "saver") == ["#FFF8E8", "#F0E0C0"]


def test_a_face_may_have_a_twin_for_a_look(shelf: Shelf) -> None:
    shelf.face(PATCH, "patch")
    shelf.face("items: [rect: {w: 4, h: 4, fill: paper}]\n", "patch-saver")
    shelf.face(CARD)
    assert fills(shelf, "saver", color="red") == ["#FFF8E8", "#F0E0C0"]


@pytest.mark.parametrize(
    ("look", "told"),
    [
        ("{colours: {}}", "card.yaml:4:17 unknown key 'colours' in a face | Did you mean 'colors'?"),
        ("3", "card.yaml:4:16 a look is a mapping | Write it like colors: {main: ink}."),
        (
            "{override: {frame: []}}",
            "card.yaml:4:28 the face 'card' has no group named 'frame' | Name a group there first.",
        ),
        ("{items: [rekt: {}]}", "card.yaml:4:25 'rekt' is not a shape | Did you mean 'rect'?"),
    ],
)
def test_mistakes_in_a_look_of_a_face_are_found_whatever_is_printed(shelf: Shelf, look: str, told: str) -> None:
    assert shelf.draw(f"items: []\nlooks: {{saver: {look}}}\n").told() == [told]


def test_a_role_may_be_no_colour_at_all(shelf: Shelf) -> None:
    shapes = "[rect: {w: 4, h: 4, fill: sand, stroke: drop}, text: {text: A, color: edge}]"
    shelf.face(f"colors: {{edge: none, drop: edge dark 20}}\nitems: {shapes}\n")
    drawn = shelf.draw()
    assert (drawn.told(), drawn.one(Rect).stroke, drawn.texts()) == ([], None, [])


def boxes(shelf: Shelf, box: str) -> list[float]:
    rect = shelf.draw(f"size: [60, 90]\nbleed: 3\nitems: [rect: {{{box}}}]\n").one(Rect)
    return [round(to_mm(v), 3) for v in (rect.x, rect.y, rect.w, rect.h)]


@pytest.mark.parametrize(
    ("box", "found"),
    [
        ("bleed: true", [-3, -3, 66, 96]),
        ("bleed: true, y: 0, h: 20", [-3, 0, 66, 20]),
        ("inset: 4", [4, 4, 52, 82]),
        ("inset: 4, bottom: 10", [4, 4, 52, 76]),
        ("right: 4, bottom: 5, w: 10, h: 10", [46, 75, 10, 10]),
        ("bleed: true, right: 4, w: 10", [46, -3, 10, 96]),
        ("x: 7, y: 8, right: 3, h: 10", [7, 8, 50, 10]),
    ],
)
def test_boxes_count_from_the_edges_of_the_face(shelf: Shelf, box: str, found: list[float]) -> None:
    assert boxes(shelf, box) == found


@pytest.mark.parametrize(
    ("text", "told"),
    TABLES["boxes_that_cannot_count_are_told"],
)
def test_boxes_that_cannot_count_are_told(shelf: Shelf, text: str, told: str) -> None:
    assert told in [line.partition(" | ")[0] for line in shelf.draw(text + "\n").told()]


INNER = 'each: {in: [a, b], items: [text: {text: "{{ outer.index }}{{ index }} {{ outer.count }}{{ count }}"}]}'
DEEP = INNER.replace("outer.index", "outer.outer.index")


@pytest.mark.parametrize(
    ("face", "texts"),
    [
        (f"each: {{in: 1..3, items: [{INNER}]}}", ["00 32", "01 32", "10 32", "11 32", "20 32", "21 32"]),
        (f"each: {{in: 1..2, items: [each: {{in: [x], items: [{DEEP}]}}]}}", ["00 12", "01 12", "10 12", "11 12"]),
    ],
)
def test_an_each_within_another_knows_the_numbers_around_it(shelf: Shelf, face: str, texts: list[str]) -> None:
    assert shelf.items(face).texts() == texts


@pytest.mark.parametrize(("listed", "texts"), [("0..3", ["0", "1", "2", "3"]), ('"2..{{ card.last }}"', ["2", "3"])])
def test_each_takes_a_range(shelf: Shelf, listed: str, texts: list[str]) -> None:
    drawn = shelf.items(f'each: {{in: {listed}, items: [text: {{text: "{{{{ item }}}}"}}]}}', card={"last": 3})
    assert drawn.texts() == texts


def test_each_stands_in_rows_of_so_many_columns(shelf: Shelf) -> None:
    item = 'text: {x: 1, y: 2, text: "{{ item }}{{ row }}{{ column }}"}'
    drawn = shelf.items(f"each: {{in: 7..11, columns: 3, dx: 10, dy: 20, items: [{item}]}}")
    placed = [
        (text.text, to_mm(matrix[4]), to_mm(matrix[5])) for text, matrix in walk(drawn.items) if isinstance(text, Text)
    ]
    wanted = [("700", 0, 0), ("801", 10, 0), ("902", 20, 0), ("1010", 0, 20), ("1111", 10, 20)]
    assert [(text, round(x), round(y)) for text, x, y in placed] == wanted


def test_a_number_of_columns_is_whole(shelf: Shelf) -> None:
    told = shelf.draw("items: [each: {in: 1..3, columns: 1.5, items: [rect: {w: 1, h: 1, fill: ink}]}]\n").told()
    assert [line.partition(" | ")[0] for line in told] == [
        "card.yaml:3:35 columns is 1.5 (drawing Soup)",
    ]


def test_a_look_colours_the_roles_of_a_face_and_no_others(shelf: Shelf) -> None:
    shelf.face("colors: {main: red, side: ink}\nitems: []\n")
    shelf.write("looks/night.yaml", "colors: {main: ink, other: red, side: nowhere dark 20}\n")
    colors = {role: str(value.get({})) for role, value in shelf.library.face("card", "night").colors.items()}
    # A shade of a colour that the face does not have is nothing to it.
    assert colors == {"main": "ink", "side": "ink"}
