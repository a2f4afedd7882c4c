"""Pictures in other colours: light backs, faint backdrops, silhouettes and maps in greys."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image as Pictures
from tables import tables

from printgen.base.units import Box, chain, scale, translate
from printgen.drawing.extent import describe
from printgen.drawing.model import Drawing, Gradient, Group, Image, Item, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import circle, polyline, rectangle
from printgen.drawing.recolor import FILL_TONES, LINE_TONES, faint, lighten, silhouette, to_greys, tone, whiten

DRAWN = tables(__file__)

FLAG = Gradient(((0.0, "#C0303080"), (1.0, "#101080")), (0, 0, 9, 0))
CLIP = rectangle(Box(0, 0, 50, 50))
INNER = Group(
    (
        Rect(1, 2, 3, 4, "#C03030", Stroke("#101080", 1)),
        Path(circle(9, 9, 5), FLAG, Stroke(FLAG, 2), even_odd=True),
        Path(polyline(((0, 0), (9, 9))), None, Stroke("#30303080", 0.5, (1, 2))),
        Path(circle(9, 9, 2), "#808080"),
        Text(5, 6, "Soup", "body", 7, "#4B5B22", 0.5, 9),
        Text(5, 6, "Stew", "body", 7, "#F0F0F0CC", 0.5, 9),
        Image(1, 1, 8, 8, b"photo", (4, 4)),
        Image(2, 2, 8, 8, b"photo", (4, 4), b"mask"),
    ),
    CLIP,
    True,
    0.5,
    "multiply",
)
PICTURE = Group((Place(INNER, chain(translate(3, 4), scale(2, 1))), Path(circle(5, 5, 5), "#4B5B22")))


def described(items: tuple[Item, ...]) -> list[str]:
    """The items of a picture and of its groups, each in a line, without the names of groups."""
    lines = describe([("it", Drawing(60, 80, items))]).splitlines()
    return [line.strip() for line in lines if line.startswith("  ") and not line.startswith("  place")]


def test_a_light_picture_is_a_tint_with_a_white_rim_and_words_that_can_be_read() -> None:
    cut = circle(30, 40, 20)
    items = lighten(Drawing(60, 80, PICTURE.items), 0.3, 2, cut).items
    assert described(items) == DRAWN["light"]
    assert items[1] == Path(cut, None, Stroke("#FFFFFF", 4, join="round"))
    (plain,) = lighten(Drawing(60, 80, PICTURE.items), 0.3, 2, corner=5).items
    assert isinstance(plain, Place) and plain.group.clip and plain.group.clip[0] == ("M", 5, 2)
    assert lighten(Drawing(60, 80), 0.3, 0, cut).items == (Place(Group((), cut)),)


@pytest.mark.parametrize("name", ["faint", "whiten", "silhouette", "greys"])
def test_a_picture_is_drawn_in_other_colours(name: str) -> None:
    made = {
        "faint": faint(PICTURE), "whiten": whiten(PICTURE), "silhouette": silhouette(PICTURE, "#102030"),
        "greys": to_greys(PICTURE),
    }[name]  # fmt: skip
    # A PNG is not the same in every version of its library.
    lines = [re.sub("~[0-9a-f]+ through", "through", line) for line in described(made.items)]
    assert lines == DRAWN[name]


def test_pictures_of_a_silhouette_are_dots_of_its_colour() -> None:
    (place, _) = silhouette(PICTURE, "#102030").items
    assert isinstance(place, Place)
    *_, plain, masked = place.group.items
    assert plain == Rect(1, 1, 8, 8, "#102030") and isinstance(masked, Image) and masked.mask == b"mask"
    assert Pictures.open(io.BytesIO(masked.data)).getcolors() == [(1, (16, 32, 48))]


def test_tones_of_line_art_are_steps() -> None:
    greys = [f"#{3 * f'{level:02X}'}" for level in (0, 20, 32, 48, 96, 200)]
    assert [tone(grey, FILL_TONES) for grey in greys] == [
        "#3C3C3C", "#3C3C3C", "#ACACAC", "#DEDEDE", "#EFEFEF", "#FFFFFF",
    ]  # fmt: skip
    assert [tone(grey, LINE_TONES) for grey in greys] == [*4 * ["#000000"], "#9A9A9A", "#FFFFFF"]
