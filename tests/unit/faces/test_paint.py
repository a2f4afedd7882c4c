"""Gradients, what shows through, how it mixes, and shadows: as a face says them, and in a look that saves ink."""

from __future__ import annotations

from typing import Any

import pytest
from drawn import Drawn, Shelf, groups
from tables import tables

from printgen.base.units import mm
from printgen.drawing.model import Drawing, Gradient, Group, Image, Item, Path, Place, Rect, Text
from printgen.drawing.pieces import Piece
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pictures import render_pages

TABLES = tables(__file__)


def gradient_of(drawn: Drawn) -> Gradient:
    (item,) = (item for item, _ in drawn.flat() if isinstance(item, Rect | Path))
    paint = item.fill or (item.stroke and item.stroke.color)
    assert isinstance(paint, Gradient), drawn.told()
    return paint


@pytest.mark.parametrize(
    ("fill", "stops"),
    [
        ("{from: ink, to: white}", ((0, "#101010"), (1, "#FFFFFF"))),
        ("{stops: [ink, sand, white]}", ((0, "#101010"), (0.5, "#F0E0C0"), (1, "#FFFFFF"))),
        ("{stops: [ink, sand at 20, '#fff', red]}",
         ((0, "#101010"), (0.2, "#F0E0C0"), (0.6, "#FFFFFF"), (1, "#C03030"))),
        ("{stops: [ink at 30, white at 30]}", ((0.3, "#101010"), (0.3, "#FFFFFF"))),
        ("{from: red, to: none}", ((0, "#C03030"), (1, "#C0303000"))),
        ("{from: '#C0303080', to: '{{ card.tint }}'}", ((0, "#C0303080"), (1, "#101010"))),
    ],
)  # fmt: skip
def test_a_gradient_has_its_colours_at_their_places(shelf: Shelf, fill: str, stops: Any) -> None:
    drawn = shelf.items(f"rect: {{x: 5, y: 5, w: 10, h: 20, fill: {fill}}}", card={"name": "A", "tint": "ink"})
    places, colors = zip(*gradient_of(drawn).stops, strict=True)
    assert places == pytest.approx([at for at, _ in stops]) and colors == tuple(color for _, color in stops)


@pytest.mark.parametrize(
    ("shape", "ends"),
    [
        ("rect: {x: 5, y: 5, w: 10, h: 20, fill: {from: ink, to: white}}", (10, 5, 10, 25)),
        ("rect: {x: 5, y: 5, w: 10, h: 20, radius: 2, fill: {from: ink, to: white, angle: 0}}", (5, 15, 15, 15)),
        ("ellipse: {cx: 10, cy: 10, r: 5, fill: {from: ink, to: white, angle: 270}}", (10, 15, 10, 5)),
        ("line: {x1: 2, y1: 3, x2: 12, y2: 3, stroke: {from: ink, to: white, angle: 0}}", (2, 3, 12, 3)),
        ("path: {d: M0 0 L4 0 L4 4 Z, x: 1, fill: {from: ink, to: white, angle: 45}}", (1, 0, 5, 4)),
    ],
)
def test_a_gradient_flows_through_its_shape(shelf: Shelf, shape: str, ends: tuple[float, ...]) -> None:
    assert gradient_of(shelf.items(shape)).ends == pytest.approx([mm(end) for end in ends], abs=0.01)


def shown(*items: Item, size: float = mm(30)) -> Any:
    (picture,) = render_pages(write_pdf([Page(Drawing(size, size, items))]), 144)
    return picture


def test_a_radial_gradient_flows_from_its_middle_to_the_edges_of_a_ball_and_the_corners_of_a_box(shelf: Shelf) -> None:
    ball = "ellipse: {cx: 15, cy: 15, rx: 15, ry: 10, fill: {from: '#000', to: '#fff', radial: true}}"
    picture = shown(*shelf.items(ball).items)
    middle, right, top = ((85, 85), (167, 85), (85, 30))
    assert [picture.getpixel(at)[0] for at in (middle, right, top)] == pytest.approx([0, 248, 248], abs=8)
    box = "rect: {w: 30, h: 30, fill: {from: '#000', to: '#fff', radial: true, cx: 0.5}}"
    picture = shown(*shelf.draw(f"items:\n  - {box}\n", name="box").items)
    assert [picture.getpixel(at)[0] for at in (middle, (1, 1), (85, 1))] == pytest.approx([0, 252, 180], abs=8)


def test_a_group_shows_through_as_one(shelf: Shelf) -> None:
    text = "group: {opacity: 0.5, items: [{rect: {w: 30, h: 30, fill: '#000'}}, {rect: {w: 20, h: 20, fill: '#f00'}}]}"
    drawn = shelf.items(text)
    (group,) = (group for group in groups(drawn.items) if group.opacity == 0.5)
    assert group.uses == {"transparency"}
    picture = shown(*drawn.items)
    assert picture.getpixel((40, 40)) == pytest.approx((255, 127, 127), abs=2)
    assert picture.getpixel((150, 150)) == pytest.approx((127, 127, 127), abs=2)


EVERY_WORD = TABLES["every_word"]


@pytest.mark.parametrize("word", EVERY_WORD)
def test_every_word_can_show_through_and_throw_a_shadow(shelf: Shelf, word: str) -> None:
    shelf.face("items:\n  - rect: {w: 5, h: 5, fill: ink}\n", "other")
    drawn = shelf.items(f"{word}: {EVERY_WORD[word]}")
    assert drawn.findings == [] and [g.opacity for g in groups(drawn.items)].count(0.5) == 1
    settings = EVERY_WORD[word].replace("opacity: 0.5", "shadow: true")
    shadowed = shelf.draw(f"items:\n  - {word}: {settings}\n", name="shadowed")
    assert shadowed.findings == [] and len(shadowed.all(Image)) == 1


def test_a_soft_shadow_is_a_small_picture_under_its_shape(shelf: Shelf) -> None:
    shadow = "shadow: {dx: 1, dy: 2, blur: 2, color: red, opacity: 0.5}"
    drawn = shelf.items(f"rect: {{x: 8, y: 8, w: 10, h: 10, fill: white, {shadow}}}")
    image, rect = (item for item, _ in drawn.flat())
    assert isinstance(image, Image) and isinstance(rect, Rect) and len(image.data) + len(image.mask) < 4000
    picture = shown(*drawn.items)

    def dark(x: float, y: float) -> int:
        return 255 - int(picture.getpixel((round(mm(x) * 2), round(mm(y) * 2)))[1])

    # Full under its middle, half of that at its edge, none where it ends; it fell by 1 to the right and 2 down.
    assert dark(14, 18.8) == pytest.approx(0.5 * 207 * 0.8, abs=22)
    assert dark(14, 20) == pytest.approx(0.25 * 207, abs=12)
    assert dark(14, 23.2) <= 2 and dark(14, 7) <= 2
    assert drawn.items == shelf.draw(name="card").items


def test_a_sharp_shadow_is_made_of_shapes(shelf: Shelf) -> None:
    drawn = shelf.items("text: {x: 5, y: 9, text: Soup, size: 9, shadow: {blur: 0, color: red, opacity: 0.3}}")
    under, over = drawn.all(Text)
    assert (under.color, under.text, over.color) == ("#C03030", "Soup", "#101010")
    assert [group.opacity for group in groups(drawn.items) if not group.plain] == [0.3]


def test_a_look_that_saves_ink_has_no_shadows_and_light_plain_grounds(shelf: Shelf) -> None:
    shelf.write("looks/saver.yaml", "saving: true\n")
    text = "items:\n  - rect: {w: 9, h: 9, fill: {from: ink, to: sand}, stroke: {from: none, to: red}, shadow: true}\n"
    (item,) = (item for item, _ in shelf.draw(text, look="saver").flat())
    assert isinstance(item, Rect) and item.fill == "#F0E0C0" and item.stroke and item.stroke.color == "#C03030"


def test_a_line_that_fades_out_still_shows_where_ink_is_saved(shelf: Shelf) -> None:
    shelf.write("looks/saver.yaml", "saving: true\n")
    text = "items:\n  - line: {x1: 2, y1: 3, x2: 12, y2: 3, stroke: {from: ink, to: none}}\n"
    (item,) = (item for item, _ in shelf.draw(text, look="saver").flat())
    assert isinstance(item, Path) and item.stroke and item.stroke.color == "#101010"


def test_holes_by_the_even_odd_rule(shelf: Shelf) -> None:
    path = shelf.items("path: {d: M0 0 H9 V9 H0 Z M2 2 H7 V7 H2 Z, fill: ink, fill-rule: evenodd}").one(Path)
    assert path.even_odd


def test_a_picture_says_what_not_every_format_can_carry(shelf: Shelf) -> None:
    def uses(*items: Item) -> set[str]:
        return set(Drawing(9, 9, (Place(Group(items)),)).uses)

    flowing = Gradient(((0, "#000000"), (1, "#FFFFFF")), (0, 0, 1, 1))
    faded = flowing._replace(stops=((0, "#000000"), (1, "#FFFFFF00")))
    assert uses(Rect(0, 0, 1, 1, "#000000")) == set()
    assert uses(Rect(0, 0, 1, 1, "#00000080")) == {"transparency"}
    assert uses(Rect(0, 0, 1, 1, flowing)) == {"gradients"}
    assert uses(Rect(0, 0, 1, 1, faded)) == {"gradients", "transparency"}
    assert uses(Place(Group((Rect(0, 0, 1, 1, "#000000"),), None, False, 1.0, "multiply"))) == {"transparency"}
    assert uses(Image(0, 0, 1, 1, b"", (1, 1), b"mask")) == {"transparency"}
    front, back = (Drawing(9, 9, (Rect(0, 0, 1, 1, paint),)) for paint in ("#00000080", flowing))
    assert Piece("One", front).uses == {"transparency"}
    assert Piece("Two", front, back).uses == {"gradients", "transparency"}
