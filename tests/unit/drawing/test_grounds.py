"""What lies under points of a picture, and which points its items cover."""

from __future__ import annotations

import io

import pytest
from PIL import Image as Pictures

from printgen.base.units import IDENTITY, Box, inverse, rotate, scale, translate
from printgen.drawing.grounds import Covers, Grounds, PaintedItems
from printgen.drawing.model import Gradient, Group, Image, Item, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import circle, polygon, polyline, rectangle, transform_outline

FLAG = Gradient(((0.0, "#C03030"), (1.0, "#10108040")), (0, 0, 9, 0))
RING = Path((*circle(50, 50, 40), *circle(50, 50, 20)), "#2E4A8C", even_odd=True)


def encoded(picture: Pictures.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def half_mask() -> bytes:
    """A mask whose left half shows 69 hundredths, and whose right half shows 71."""
    mask = Pictures.new("L", (4, 2), round(0.69 * 255))
    mask.paste(round(0.71 * 255), (2, 0, 4, 2))
    return encoded(mask)


def test_what_lies_under_a_point() -> None:
    window = Group((Rect(0, 0, 100, 100, "#C03030"),), rectangle(Box(0, 0, 10, 10)))
    unseen = Group(lambda: (Rect(0, 0, 5, 5, "#000000"),))
    glass = Rect(0, 80, 100, 20, "#00000080")
    items = (Rect(0, 0, 100, 100, "#EDE3C8"), RING, Place(window), Place(unseen, translate(300, 0)), glass)
    below, layers = Grounds(), [(PaintedItems(items), inverse(IDENTITY))]

    def under(x: float, y: float) -> str | None:
        return below.under(layers, x, y)

    assert under(5, 5) is None  # What is painted later may be anywhere.
    layers = [(PaintedItems((*items[:3], glass)), inverse(translate(10, 0)))]
    assert [under(x + 10, y) for x, y in ((5, 5), (50, 15), (50, 50), (95, 5))] == [
        "#C03030", "#2E4A8C", "#EDE3C8", "#EDE3C8",
    ]  # fmt: skip
    assert under(15, 95) == "#767164" and under(-50, 5) == "#FFFFFF"


RED = Group((Rect(0, 0, 10, 10, "#C03030"),))


@pytest.mark.parametrize(
    ("items", "color"),
    [
        ((), "#FFFFFF"),
        ((Rect(0, 0, 5, 5, "#C03030"),), "#C03030"),
        ((Rect(5.1, 0, 5, 5, "#C03030"),), "#FFFFFF"),
        ((Rect(0, 5.1, 5, 5, "#C03030"),), "#FFFFFF"),
        ((Rect(0, 0, 9, 9, None, Stroke("#C03030", 9)),), "#FFFFFF"),
        ((Rect(0, 0, 9, 9, "#C03030"), Text(0, 9, "Soup", "body", 9, "#000000")), "#C03030"),
        ((Rect(0, 0, 9, 9, "#C03030"), Rect(0, 0, 9, 9, "#10108080")), "#682058"),
        ((Rect(0, 0, 9, 9, "#101080"), Rect(0, 0, 9, 9, "#C0303040"), Rect(0, 0, 9, 9, "#FFFFFF80")), "#9E8CB6"),
        ((Rect(0, 0, 9, 9, FLAG),), None),
        ((Image(0, 0, 9, 9, b"", (1, 1)),), None),
        ((Rect(0, 0, 9, 9, "#C03030"), Image(6, 0, 9, 9, b"", (1, 1))), "#C03030"),
        ((Place(RED, translate(4, 4)),), "#C03030"),
        ((Place(RED, translate(6, 4)),), "#FFFFFF"),
        ((Place(RED, scale(0, 1)),), "#FFFFFF"),
        ((Place(Group((Place(RED, scale(0.4)),), circle(9, 9, 9))),), "#FFFFFF"),
        ((Place(Group((Place(RED, scale(0.6)),), circle(5, 5, 9))),), "#C03030"),
        ((Place(Group(RED.items, opacity=0.5)),), None),
        ((Place(Group((), opacity=0.5)),), "#FFFFFF"),
        ((Place(Group((Path(circle(5, 5, 2), "#C03030"),))),), "#C03030"),
        ((Place(Group((Path(circle(5, 5, 2), None, Stroke("#C03030", 9)),))),), "#FFFFFF"),
        ((Place(Group((Place(Group(lambda: ())),))),), None),
    ],
)  # fmt: skip
def test_the_colour_under_a_point(items: tuple[Item, ...], color: str | None) -> None:
    grounds = Grounds()
    assert [grounds.under([(PaintedItems(items), IDENTITY)], 5, 5) for _ in range(2)] == [color, color]


def test_a_picture_is_not_looked_through() -> None:
    grounds, items = Grounds(), (Place(RED), Rect(0, 0, 1, 1, "#000000"))
    grounds.add_picture(items, Box(4, 4, 9, 9))
    assert [grounds.under([(PaintedItems(items), IDENTITY)], x, x) for x in (5, 3, 0.5)] == [None, "#FFFFFF", "#000000"]
    assert (grounds.picture_box(RED), grounds.picture_box(Group(RED.items))) == (Box(4, 4, 9, 9), None)


def test_what_is_painted_later_is_on_top() -> None:
    items: list[Item] = [Rect(0, 0, 9, 9, "#C03030")]
    grounds, layers = Grounds(), [(PaintedItems(items), IDENTITY)]
    assert grounds.under(layers, 5, 5) == "#C03030"
    items += (Text(0, 9, "Soup", "body", 9, "#000000"), Rect(4, 4, 9, 9, "#101080"))
    assert [grounds.under(layers, x, x) for x in (5, 3)] == ["#101080", "#C03030"]


def test_holes_are_of_both_rules() -> None:
    grounds, twice = Grounds(), (*circle(50, 50, 40), *circle(50, 50, 20))
    back = (*circle(50, 50, 40), *transform_outline(circle(0, 0, 20), (-1, 0, 0, 1, 50, 50)))
    assert [grounds.encloses(twice, even_odd, 50, 50) for even_odd in (True, False)] == [False, True]
    assert [grounds.encloses(back, even_odd, 50, 50) for even_odd in (True, False)] == [False, False]
    assert [grounds.encloses(twice, True, x, 50) for x in (9, 11, 29, 31, 69, 71, 89, 91)] == [
        False, True, True, False, False, True, True, False,
    ]  # fmt: skip


DOTS = [(5 * row + column, 10.0 * column, 10.0 * row) for row in range(5) for column in range(5)]
"""A grid of points from (0, 0) to (40, 40), row by row."""
WIDE, MIDDLE = set(range(5, 15)), {12}
BAR = Rect(-50, -1, 99, 2, "#4B5B22")


@pytest.mark.parametrize(
    ("item", "numbers"),
    [
        (Rect(-1, 9, 50, 12, "#4B5B22"), WIDE),
        (Rect(-1, 9, 50, 12, "#4B5B22B3"), WIDE),
        (Rect(-1, 9, 50, 12, "#4B5B22B2"), set()),
        (Rect(-1, 9, 50, 12, FLAG), set()),
        (Rect(-1, 9, 50, 12, FLAG._replace(stops=FLAG.stops[:1])), WIDE),
        (Rect(-1, 9, 50, 12), set()),
        (Rect(-1, 11, 50, 8, "#4B5B22", Stroke("#000000", 2.1)), WIDE),
        (Rect(-1, 11, 50, 8, "#4B5B22", Stroke("#000000", 1.9)), set()),
        (Rect(9, 19, 12, 12, None, Stroke("#000000", 1.4)), set()),
        (Path(polyline(((-9, 10), (49, 10))), None, Stroke("#000000", 1.5)), set(range(5, 10))),
        (Path(polyline(((-9, 10), (49, 10))), None, Stroke("#000000", 1.4)), set()),
        (Path(polyline(((-9, 10), (49, 10))), None, Stroke("#000000", 9, (3,))), set()),
        (Path(polyline(((-9, 10), (49, 10))), None, Stroke("#00000080", 9)), set()),
        (Path(polygon(((-9, 10), (49, 10), (20, 49))), None, Stroke("#000000", 2)), set(range(5, 10))),
        (Path(circle(20, 20, 15), "#4B5B22"), {7, 11, 12, 13, 17, 6, 8, 16, 18}),
        (Path((*circle(20, 20, 15), *circle(20, 20, 5)), "#4B5B22", even_odd=True), {7, 11, 13, 17, 6, 8, 16, 18}),
        (Text(0, 20, "Soup", "body", 40, "#000000", 0, 99), set()),
        (Image(-1, 9, 50, 12, b"", (1, 1)), WIDE),
        (Image(-5, -5, 50, 50, b"", (1, 1), half_mask()), {n for n, x, _ in DOTS if x >= 20}),
        (Place(Group((Rect(0, 0, 2, 2, "#4B5B22"),)), translate(19, 19)), MIDDLE),
        (Place(Group((Rect(0, 0, 2, 2, "#4B5B22"),), opacity=0.7), translate(19, 19)), MIDDLE),
        (Place(Group((Rect(0, 0, 2, 2, "#4B5B22"),), opacity=0.69), translate(19, 19)), set()),
        (Place(Group((Rect(0, 0, 2, 2, "#4B5B22"),), blend="multiply"), translate(19, 19)), set()),
        (Place(Group((BAR,), rectangle(Box(-11, -1, 22, 2))), translate(20, 20)), {11, 12, 13}),
        (Place(Group((BAR,)), translate(20, 20)), set(range(10, 15))),
        (Place(Group((BAR,)), (0, 1, 1, 0, 20, 20)), {2, 7, 12, 17, 22}),
        (Place(Group((Rect(-1, -1, 2, 2, "#4B5B22"), Rect(9, -1, 2, 2, "#000000"))), translate(20, 20)), {12, 13}),
        (Place(Group((Rect(0, 0, 9, 9, "#4B5B22"),)), scale(1, 0)), set()),
        (Place(Group((Rect(0, 0, 9, 9),)), translate(19, 19)), set()),
        (Place(Group((Rect(0, 0, 9, 9, "#000000"),), rectangle(Box(20, 20, 5, 5)))), set()),
    ],
)  # fmt: skip
def test_what_an_item_covers(item: Item, numbers: set[int]) -> None:
    covers = Covers(Grounds(), True)
    assert covers.covered(item, DOTS) == covers.covered(item, DOTS) == numbers


def test_art_covers_what_it_paints_where_it_may_be_painted() -> None:
    art = [Place(Group(lambda: (Rect(0, 0, 2, 2, "#4B5B22"),)), translate(19, 19)) for _ in range(2)]
    assert Covers(Grounds(), False).covered(art[0], DOTS) == set() and not art[0].group.is_painted
    assert Covers(Grounds(), True).covered(art[1], DOTS) == MIDDLE
    grounds = Grounds()
    grounds.add_picture(art[:1], Box(9, 9, 2, 2))
    assert Covers(grounds, False).box(art[0]) == Box(9, 9, 2, 2)


def test_all_or_none_of_the_points_lie_inside_where_no_edge_comes_between() -> None:
    covers = Covers(Grounds(), True)
    for turn in (0, 30):
        square = transform_outline(rectangle(Box(-99, -99, 200, 200)), rotate(turn))
        assert covers.inside(square, False, DOTS) == {n for n, *_ in DOTS}
    assert covers.inside(rectangle(Box(50, 0, 9, 9)), False, DOTS) == set()
    assert covers.inside(rectangle(Box(-9, -9, 24, 99)), False, DOTS) == {n for n, x, _ in DOTS if x < 15}
