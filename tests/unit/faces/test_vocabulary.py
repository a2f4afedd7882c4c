"""The words of a face: each draws what it says, where it says, in millimetres as written."""

import math

import pytest
from drawn import Shelf, corners, groups, in_mm, told

from printgen.base.units import IDENTITY, Box, apply, mm, to_mm
from printgen.drawing.extent import walk
from printgen.drawing.fonts import face
from printgen.drawing.model import Outline, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import bounds, flatten
from printgen.drawing.pieces import TemplateProblem

INK, RED, PAPER = "#101010", "#C03030", "#FFF8E8"


def test_rect(shelf: Shelf) -> None:
    rect = shelf.items("rect: {x: 1, y: 2, w: 30, h: 0.5in, fill: red, stroke: ink, width: 2pt, dash: [1, 2]}").one(
        Rect
    )
    assert rect[:4] == pytest.approx((mm(1), mm(2), mm(30), 36))
    assert rect.fill == RED
    assert rect.stroke == Stroke(INK, 2.0, (mm(1), mm(2)))


def test_a_rect_without_paint_shows_nothing(shelf: Shelf) -> None:
    rect = shelf.items("rect: {x: 1, w: 3, h: 3, fill: none}").one(Rect)
    assert (rect.fill, rect.stroke) == (None, None)


def test_rounded_and_cut_corners(shelf: Shelf) -> None:
    lines = (
        "rect: {x: 1, y: 2, w: 30, h: 20, radius: 3, fill: red}\nrect: {x: 1, y: 2, w: 30, h: 20, cut: 3, corners: ac}"
    )
    round_, cut = shelf.items(lines).all(Path)
    assert bounds(round_.outline) == pytest.approx(Box(mm(1), mm(2), mm(30), mm(20))) and round_.fill == RED
    # Of each corner, all of a square is gone but a quarter of a disc.
    assert area(round_) == pytest.approx(30 * 20 - (4 - math.pi) * 3**2, rel=1e-3)
    assert corners(cut, IDENTITY) == [(1, 5), (4, 2), (31, 2), (31, 19), (28, 22), (1, 22)]


def area(path: Path) -> float:
    """The area in square millimetres that a path without holes fills."""
    (points,) = flatten(path.outline)
    places = [in_mm(point) for point in points]
    return abs(sum(a * d - c * b for (a, b), (c, d) in zip(places, places[1:] + places[:1], strict=True))) / 2


def test_line(shelf: Shelf) -> None:
    drawn = shelf.items("line: {x1: 1, y1: 2, x2: 30, y2: 2, stroke: red, width: 1, dash: [2]}\nline: {x2: 5}")
    red, plain = drawn.all(Path)
    assert corners(red, (1, 0, 0, 1, 0, 0)) == [(1, 2), (30, 2)]
    assert red.stroke == Stroke(RED, mm(1), (mm(2),)) and red.fill is None
    assert plain.stroke == Stroke(INK, 0.5)


def test_ellipse(shelf: Shelf) -> None:
    round_, oval = shelf.items("ellipse: {cx: 5, cy: 6, r: 4, fill: red}\nellipse: {rx: 4, ry: 2, stroke: ink}").all(
        Path
    )
    assert bounds(round_.outline) == pytest.approx(Box(mm(1), mm(2), mm(8), mm(8))) and round_.fill == RED
    assert area(round_) == pytest.approx(math.pi * 4**2, rel=1e-2)
    assert bounds(oval.outline) == pytest.approx(Box(-mm(4), -mm(2), mm(8), mm(4)))


def test_path_is_in_the_units_of_the_face(shelf: Shelf) -> None:
    drawn = shelf.items('path: {d: "M0 0 h2 v1", x: 10, y: 5, scale: 3, rotate: 90, fill: red}')
    ((path, matrix),) = drawn.flat()
    assert corners(path, matrix) == [(10, 5), (10, 11), (7, 11)]


def test_icon_fills_a_square_around_its_centre(shelf: Shelf) -> None:
    drawn = shelf.items(
        "icon: {name: leaf, cx: 10, cy: 20, size: 6, color: red}\nicon: {name: anchor, cx: 10, size: 6}"
    )
    (leaf, at), (anchor, there) = drawn.flat()
    assert corners(leaf, at)[:3] == [(7, 17), (13, 17), (13, 23)]
    assert corners(anchor, there)[:3] == [(7, -3), (13, -3), (13, 3)]
    assert drawn.fills() == [RED, INK]


def test_pattern_is_clipped_to_its_shape(shelf: Shelf) -> None:
    drawn = shelf.items(
        "rect: {w: 30, h: 20, fill: red, pattern: dots, pattern-color: paper, pattern-scale: 2, stroke: ink}"
    )
    ground, dots, edge = drawn.items[0].group.items  # type: ignore[union-attr]
    assert isinstance(ground, Path) and ground.fill == RED and ground.stroke is None
    assert isinstance(dots, Place) and dots.group.clip == ground.outline
    (drawn_dots,) = dots.group.items
    assert isinstance(drawn_dots, Path) and drawn_dots.fill == PAPER
    boxes = [bounds(run) for run in runs(drawn_dots.outline)]
    # Small ones of 1.1 mm and large ones of 1.7 mm, at twice that size, all over the shape.
    assert {round(to_mm(size), 2) for box in boxes for size in (box.w, box.h)} == {2.2, 3.4}
    assert bounds(drawn_dots.outline).holds(bounds(ground.outline)) and len(boxes) > 20
    assert isinstance(edge, Path) and edge.fill is None and edge.stroke == Stroke(INK, 0.5)


def runs(outline: Outline) -> list[Outline]:
    """The closed parts of an outline."""
    starts = [n for n, step in enumerate(outline) if step[0] == "M"]
    return [outline[a:b] for a, b in zip(starts, [*starts[1:], len(outline)], strict=True)]


def test_hazard_stripes_stand_on_the_fill(shelf: Shelf) -> None:
    drawn = shelf.items("rect: {w: 30, h: 5, fill: ink, hazard: red, hazard-pitch: 3}")
    assert drawn.fills() == [INK, RED]
    stripes = drawn.all(Path)[1].outline
    assert stripes[3][1] - stripes[0][1] == pytest.approx(mm(3))


def test_text_stands_on_its_line(shelf: Shelf) -> None:
    text = shelf.items("text: {x: 3, y: 9, text: Soup, font: stencil, size: 12, color: red, tracking: 1pt}").one(Text)
    assert text[:6] == (mm(3), mm(9), "Soup", "stencil", 12.0, RED)
    assert text.tracking == 1.0
    assert text.width == pytest.approx(face("stencil").width("Soup") * 12)


@pytest.mark.parametrize(("align", "share"), [("left", 0), ("center", 0.5), ("right", 1)])
def test_text_is_aligned_in_its_width(shelf: Shelf, align: str, share: float) -> None:
    text = shelf.items(f"text: {{x: 10, y: 5, w: 40, text: Soup, size: 10, align: {align}}}").one(Text)
    assert text.x == pytest.approx(mm(10) + share * (mm(40) - face("body").width("Soup") * 10))


@pytest.mark.parametrize(("valign", "share"), [("top", 0), ("middle", 0.5), ("bottom", 1)])
def test_text_is_placed_in_its_height(shelf: Shelf, valign: str, share: float) -> None:
    text = shelf.items(f"text: {{y: 5, h: 20, text: Soup, size: 10, valign: {valign}}}").one(Text)
    cap = face("body").cap_height * 10
    assert text.y == pytest.approx(mm(5) + cap + share * (mm(20) - cap))


def test_text_is_aligned_without_a_width_about_its_place(shelf: Shelf) -> None:
    text = shelf.items("text: {x: 10, text: Soup, size: 10, align: center}").one(Text)
    assert text.x + text.width / 2 == pytest.approx(mm(10))


def test_group_scales_what_it_holds(shelf: Shelf) -> None:
    ((rect, matrix),) = shelf.items("group: {x: 10, y: 20, scale: 2, items: [rect: {x: 1, w: 2, h: 3}]}").flat()
    assert corners(rect, matrix) == [(12, 20), (16, 26)]


def test_group_moves_turns_and_clips(shelf: Shelf) -> None:
    drawn = shelf.draw(
        "items:\n  - group: {x: 10, y: 20, rotate: 180, cx: 5, cy: 5, clip: [0, 0, 4, 6],"
        " items: [rect: {w: 2, h: 3, fill: red}]}\n"
    )
    ((rect, matrix),) = drawn.flat()
    assert corners(rect, matrix) == [(20, 30), (18, 27)]
    clip = next(g.clip for g in groups(drawn.items) if g.clip)
    assert bounds(clip) == pytest.approx(Box(0, 0, mm(4), mm(6)))


def test_each_repeats_with_steps(shelf: Shelf) -> None:
    text = 'items:\n  - each: {in: "{{ card.skills }}", as: skill, x: 1, y: 2, dx: 10, dy: 5,'
    text += ' items: [text: {text: "{{ index + 1 }}/{{ count }} {{ skill }}", size: 8}]}\n'
    drawn = shelf.draw(text, card={"skills": ("bake", "boil", "fry")})
    assert drawn.texts() == ["1/3 bake", "2/3 boil", "3/3 fry"]
    assert [in_mm(apply(m, 0, 0)) for _, m in drawn.flat()] == [(1, 2), (11, 7), (21, 12)]
    assert shelf.draw(card={"skills": ()}).texts() == []


def test_each_may_run_over_a_list_of_the_template(shelf: Shelf) -> None:
    drawn = shelf.items('each: {in: [1, 2], dx: 5, items: [rect: {w: "{{ item }}", h: 1, fill: red}]}')
    assert [corners(i, m)[1] for i, m in drawn.flat()] == [(1, 1), (7, 1)]


@pytest.mark.parametrize(("taste", "shown"), [(3, ["dull"]), (7, ["bold"])])
def test_when_takes_an_expression_with_or_without_braces(shelf: Shelf, taste: int, shown: list[str]) -> None:
    lines = 'text: {text: bold}\n  when: card.taste > 5\ntext: {text: dull}\n  when: "{{ card.taste <= 5 }}"'
    assert shelf.items(lines, card={"taste": taste}).texts() == shown


def test_use_puts_a_face_with_its_parameters(shelf: Shelf) -> None:
    shelf.face("params: {value: 0, ground: red}\ncolors: {main: \"{{ ground }}\"}\nitems:\n"
               "  - rect: {w: 4, h: 4, fill: main}\n  - text: {text: \"{{ value }}\"}\n", "badge")  # fmt: skip
    drawn = shelf.items('use: {face: badge, x: 10, y: 20, with: {value: "{{ card.taste }}"}}', card={"taste": 9})
    assert drawn.texts() == ["9"] and drawn.fills() == [RED]
    assert corners(*drawn.flat()[0]) == [(10, 20), (14, 24)]


def test_styles_give_letters_and_items_have_the_last_word(shelf: Shelf) -> None:
    drawn = shelf.draw(
        "styles:\n  title: {font: stencil, size: 12, color: red}\nitems:\n"
        "  - text: {text: one, style: title}\n  - text: {text: two, style: title, size: 9}\n"
    )
    assert [(t.font, t.size, t.color) for t in drawn.all(Text)] == [("stencil", 12, RED), ("stencil", 9, RED)]


def test_lets_build_on_each_other(shelf: Shelf) -> None:
    drawn = shelf.draw(
        'lets:\n  course: "{{ tables.courses[card.course] }}"\n  label: "{{ course.name | upper }}!"\n'
        'items:\n  - text: {text: "{{ label }}"}\n',
        tables={"courses": {"main": {"name": "Main"}}},
        card={"course": "main"},
    )
    assert drawn.texts() == ["MAIN!"]


def test_lengths_may_be_reckoned(shelf: Shelf) -> None:
    drawn = shelf.items('rect: {x: "{{ -0.5 if card.long else 2 }}", y: "{{ 3 * 2 }}", w: 1, h: 1}', card={"long": "x"})
    assert corners(*drawn.flat()[0])[0] == (-0.5, 6)


def test_points_are_the_unit_of_letters(shelf: Shelf) -> None:
    text = shelf.items("text: {text: Soup, size: 12}\ntext: {text: Soup, size: 5mm}").all(Text)
    assert [t.size for t in text] == [12, pytest.approx(mm(5))]


def test_another_unit(shelf: Shelf) -> None:
    drawn = shelf.draw("items:\n  - rect: {x: 1, w: 2, h: 2}\n", head="unit: in\npalettes: [plain]\n")
    assert drawn.one(Rect)[:4] == (72, 0, 144, 144)


PARENT = """\
size: [44, 67]
bleed: 3
styles: {title: {size: 12}}
params: {deck: ""}
colors: {main: red}
items:
  - rect: {w: 1, h: 1, fill: main}
  - group: {name: middle, x: 5, items: [rect: {w: 2, h: 2, fill: sand}]}
  - group: {items: [group: {name: deep, items: [rect: {w: 3, h: 3, fill: sand}]}]}
"""


def test_extends_takes_everything_and_adds(shelf: Shelf) -> None:
    shelf.face(PARENT, "parent")
    drawn = shelf.draw("extends: parent\nitems:\n  - text: {text: new, style: title}\n", head="")
    assert drawn.texts() == ["new"] and drawn.all(Text)[0].size == 12
    assert drawn.fills() == [RED, "#F0E0C0", "#F0E0C0"]
    face_ = shelf.library.face("card")
    assert face_.size == pytest.approx((mm(44), mm(67))) and face_.bleed == pytest.approx(mm(3))
    assert face_.params == {"deck": ""}


def test_override_replaces_the_items_of_named_groups(shelf: Shelf) -> None:
    shelf.face(PARENT, "parent")
    drawn = shelf.draw(
        "extends: parent\ncolors: {main: paper}\noverride:\n  middle:\n    - rect: {x: 1, w: 9, h: 9, fill: ink}\n"
        "  deep: []\n",
        head="",
    )
    assert drawn.findings == [] and drawn.fills() == [PAPER, INK]
    assert corners(*drawn.flat()[1])[0] == (6, 0)


def test_an_image_is_composed_from_a_look(shelf: Shelf) -> None:
    drawn = shelf.items(
        'image: {x: 5, w: 40, h: 30, look: "{{ card.look }}", seed: 1}',
        card={"look": {"head": "head", "torso": "vest", "scene": "field", "main": "#123456"}},
    )
    assert drawn.findings == []
    assert {"#E0B080", "#123456", "#8FB0C8"} <= set(drawn.fills())
    window = next(g.clip for g in groups(drawn.items) if g.clip)
    assert bounds(window) == pytest.approx(Box(mm(5), 0, mm(40), mm(30)))


def test_an_image_without_a_look_or_photo_is_empty(shelf: Shelf) -> None:
    drawn = shelf.items(
        'image: {w: 40, h: 30, file: "{{ card.art }}", look: "{{ card.look }}"}', card={"art": None, "look": None}
    )
    assert list(walk(drawn.items)) == [] and drawn.findings == []


def test_an_image_shows_a_picture_that_it_is_told_of_in_each_row(shelf: Shelf) -> None:
    item = 'each: {in: "{{ card.rows }}", dy: 5, items: [image: {x: 1, w: 3, h: 4, picture: "{{ item }}"}]}'

    def bar(width: float, height: float) -> list[Rect]:
        return [Rect(0, 0, width, height, RED)]

    drawn = shelf.items(item, card={"rows": [bar, bar]})
    assert [corners(*one) for one in drawn.flat()] == [[(1, 0), (4, 4)], [(1, 5), (4, 9)]]
    (finding,) = shelf.items(item, card={"rows": ["bar"]}).findings
    assert "picture should be one that the product tells the face of" in finding.message


SLOTS = """\
items:
  - slot: {name: board, x: 1, y: 2, w: 30, h: 20}
  - group:
      x: 5
      y: 6
      items:
        - slot: {name: frame, x: 1, w: 3, h: 4}
        - slot: {name: frame, x: 11, w: 3, h: 4}
"""


def test_a_slot_draws_nothing_and_tells_its_box(shelf: Shelf) -> None:
    assert list(shelf.draw(SLOTS).flat()) == []
    face_ = shelf.library.face("card")
    assert face_.slot("board") == pytest.approx(Box(mm(1), mm(2), mm(30), mm(20)))
    assert [in_mm((box.x, box.y)) for box in face_.slots("frame")] == [(6, 6), (16, 6)]


def test_a_face_without_a_slot_that_is_asked_for_is_a_finding(shelf: Shelf) -> None:
    shelf.face(SLOTS)
    with pytest.raises(TemplateProblem) as error:
        shelf.library.face("card").slot("bord")
    assert told(error.value.findings) == [
        "card.yaml:1:1 face 'card' has no slot 'bord', which this kind of product fills | Did you mean 'board'?"
    ]
