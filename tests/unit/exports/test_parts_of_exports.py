"""Boards of Tabletop Simulator, pieces that begin on a board, layers for shops, and dots per inch, each by itself."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from printgen.base.units import IDENTITY, Box, mm, scale
from printgen.drawing.model import Drawing, Group, Image, Item, Place, Rect, Text
from printgen.drawing.outlines import circle_part, polygon
from printgen.drawing.pieces import Cell, Piece, Spaces
from printgen.exports.shop_batches import _dpi
from printgen.exports.shop_pages import outline_letters, split_layers
from printgen.exports.tts_objects import ObjectText, board
from printgen.exports.tts_table import use_of
from printgen.exports.vassal.content import ModuleContent
from printgen.exports.vassal.grouping import Sides, starts_of
from printgen.exports.virtualtabletop import _template

SPACES = Spaces("square", 50, 50, (Cell("A1", 0, 0, 25, 50), Cell("B1", 0, 1, 175, 75)))


def test_a_board_is_locked_with_points_in_the_middles_of_its_spaces() -> None:
    text = ObjectText("field", "Field")
    placed = board(text, "front.png", (8.0, 4.0), SPACES, (200.0, 100.0)).object
    # Its shorter side is 2 at scale 1; x goes to the left, z to the players.
    assert placed["Transform"]["scaleX"] == 2 and placed["Locked"] is True
    points = [(point["Position"]["x"], point["Position"]["z"]) for point in placed["AttachedSnapPoints"]]
    assert points == [(1.5, 0.0), (-1.5, 0.5)]
    assert "AttachedSnapPoints" not in board(text, "front.png", (8.0, 4.0), None, (200.0, 100.0)).object


@pytest.mark.parametrize(("codes", "begin"), [
    (("south", "north"), {"S1": "C3", "S2": "C2", "N1": "A1"}), (("north", "east"), {"N1": "A1"}),
    (("south", ""), {"S1": "C3", "S2": "C2"}),
])  # fmt: skip
def test_pieces_begin_in_the_zone_of_their_own_side(codes: tuple[str, str], begin: dict[str, str]) -> None:
    sides = Sides(codes, codes, "sides", ("north", "south", "east"))
    names = ("N1", "S1", "S2", "S3", "E1")
    owners = {"N": "north", "S": "south", "E": "east"}
    components: list[Any] = [
        SimpleNamespace(
            name=name, record=None, product=SimpleNamespace(parameters={"side": owners[name[0]]}),
            source=SimpleNamespace(game=None),
        )
        for name in names
    ]  # fmt: skip
    product = SimpleNamespace(components=components, pieces=SimpleNamespace(product=SimpleNamespace(begins=2)))
    table: Any = SimpleNamespace(lists=[product])
    spaces = Spaces("square", 50, 50, (), (("A1", "A2"), ("C3", "C2", "C1")))
    started = starts_of(table, sides, spaces)
    assert {component.name: space for component, space in started} == begin


def text(words: str, y: float, color: str = "#112233") -> Text:
    return Text(10, y, words, "body", 8, color)


def names(items: tuple[Item, ...]) -> list[str]:
    return [
        name
        for item in items
        for name in (names(item.group.items) if isinstance(item, Place) else [getattr(item, "text", "box")])
    ]


def test_what_is_transparent_is_flattened_with_what_is_under_it_and_no_group_that_is_mixed_is_parted() -> None:
    glass = Place(Group((Rect(0, 0, 60, 20, "#FF0000"),), opacity=0.5))
    parted = Place(Group((text("under", 15), text("below", 80), glass)))
    whole = Place(Group((text("mixed", 60), text("with", 70)), blend="multiply"))
    lettered = Place(Group((text("deep", 15), text("far", 40))))
    lower, upper = split_layers(Drawing(100, 100, (text("apart", 95), whole, lettered, parted)))
    assert names(lower.items) == ["mixed", "with", "deep", "under", "box"]
    assert names(upper.items) == ["apart", "far", "below"]


def test_letters_become_outlines_of_their_colour_and_nearly_black_ones_black() -> None:
    drawing = Drawing(100, 100, (text("a", 15, "#3060A0"), Place(Group((text("b", 30, "#14161A80"),)))))
    plain, place = outline_letters(drawing).items
    assert isinstance(place, Place)
    assert [getattr(item, "fill", "") for item in (plain, *place.group.items)] == ["#3060A0", "#00000080"]


@pytest.mark.parametrize(("box", "pixels", "mask", "matrix", "dpi"), [
    ((72, 72), (300, 300), b"", IDENTITY, 300), ((72, 72), (300, 150), b"", IDENTITY, 150),
    ((72, 144), (300, 300), b"", IDENTITY, 150), ((72, 72), (300, 300), b"", scale(2), 150),
    ((72, 72), (30, 30), b"shadow", IDENTITY, 300), ((0, 72), (30, 30), b"", IDENTITY, 300),
])  # fmt: skip
def test_dots_per_inch_are_those_of_the_coarser_side(
    box: tuple[float, float], pixels: tuple[int, int], mask: bytes, matrix: Any, dpi: float
) -> None:
    assert _dpi(Image(mm(1), mm(1), *box, b"", pixels, mask), matrix) == pytest.approx(dpi)


def test_a_board_of_vassal_is_cropped_to_its_spaces_with_their_middles_in_pixels() -> None:
    spaces = replace(SPACES, cells=(Cell("A1", 0, 0, 45, 55), Cell("B1", 0, 1, 95, 55)))
    face = Drawing(200, 140, ())
    component: Any = SimpleNamespace(
        product=SimpleNamespace(name="field"),
        key="field",
        piece=Piece("Field", face, spaces=spaces),
        box=Box(0, 0, 9, 9),
    )
    cropped = []

    def add(file: str, drawing: Drawing, clear: bool) -> Any:
        cropped.append((file, drawing.width, drawing.height, clear))
        return SimpleNamespace(file=file, wide=400)

    bundle = SimpleNamespace(request=SimpleNamespace(seed=7))
    content: Any = SimpleNamespace(bundle=bundle, images=SimpleNamespace(add=add))
    image, middles = ModuleContent._board_image(content, component)
    assert cropped == [(image.file, 100, 50, False)] and image.file == "field.field-seed-7.png"
    # Four pixels a point, from the corner of the first space.
    assert middles == [("A1", 100.0, 100.0), ("B1", 300.0, 100.0)]


@pytest.mark.parametrize(("size", "is_round", "use"), [
    ((63, 88), False, "card"), ((100, 178), False, "card"), ((178, 100), False, "card"), ((100, 179), False, "tile"),
    ((179, 100), False, "tile"), ((50, 50), True, "card"), ((49, 49), True, "tile"), ((179, 179), True, "tile"),
])  # fmt: skip
def test_a_card_of_tabletop_simulator_that_is_large_or_small_and_round_is_a_tile(
    size: tuple[float, float], is_round: bool, use: str
) -> None:
    outline = circle_part(9, 9, 9, 0, 360) if is_round else polygon(((0, 0), (9, 0), (9, 9), (0, 9)))
    piece = SimpleNamespace(figure=None, leaf=False)
    component: Any = SimpleNamespace(piece=piece, role="card", size=size, outline=outline)
    assert use_of(component) == use


@pytest.mark.parametrize(("width", "height", "corner", "radius"), [
    (180, 250, 9, 5), (250, 180, 10, 4), (180, 250, 0, False),
])  # fmt: skip
def test_corners_of_virtual_tabletop_are_as_round_as_printed(
    width: float, height: float, corner: float, radius: float
) -> None:
    piece = SimpleNamespace(front=Drawing(width, height, ()), corner=corner)
    pile: Any = SimpleNamespace(first=SimpleNamespace(piece=piece), spot=SimpleNamespace(w=100, h=100 * height / width))
    assert _template(pile, "front")["radius"] == radius
