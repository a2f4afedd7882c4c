"""Texts that cannot be read: covered, cut off, or printed on each other."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from printgen.base.units import Box, chain, rotate, scale, translate
from printgen.drawing.grounds import Grounds
from printgen.drawing.hidden import HiddenText, Overprints
from printgen.drawing.model import Drawing, Group, Image, Item, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import polyline, rectangle
from printgen.drawing.words import CENTER, run

SOUP = run(10, 50, "Soup", "body", 10, "#15171A")
RED = "#C03030"


@dataclass(frozen=True)
class Origins:
    """Where texts come from, for tests: which are parts of one, and whether clips cut off and groups are art."""

    joined: bool = False
    cutting: bool = True
    art: bool = False

    def together(self, one: Text, other: Text) -> bool:
        return self.joined

    def cuts(self, group: Group) -> bool:
        return self.cutting

    def is_art(self, group: Group) -> bool:
        return self.art


def hidden(*items: Item, origins: Origins = Origins(), paints: bool = True) -> list[HiddenText]:
    return list(Overprints(Grounds(), origins, paints).find(Drawing(100, 100, items)))


def told(*items: Item, origins: Origins = Origins()) -> list[tuple[str, str, bool, str]]:
    """The hidden texts: what each says, what hides it, whether all of it is lost, and what it is printed on."""
    return [
        (one.text.text, one.what, one.whole, one.by.text if one.by else "") for one in hidden(*items, origins=origins)
    ]


ALL, SOME = [("Soup", "a shape", True, "")], [("Soup", "a shape", False, "")]
SHAPE = Rect(0, 40, 100, 20, RED)
FADED = SOUP._replace(color="#15171A98")


@pytest.mark.parametrize(
    ("items", "losses"),
    [
        ((SOUP,), []),
        ((SHAPE, SOUP), []),
        ((SOUP, SHAPE), ALL),
        ((SOUP, Rect(0, 60, 100, 20, RED)), []),
        ((SOUP, Rect(0, 40, 100, 20, RED + "B2")), []),
        ((SOUP, Rect(0, 40, 100, 20, RED + "B3")), ALL),
        ((SOUP, Rect(0, 40, 13.6, 20, RED)), SOME),
        # A letter is lost with three of its nine points, and not with two.
        ((SOUP, Rect(0, 40, 11.2, 7, RED)), []),
        ((SOUP, Rect(0, 40, 11.2, 9, RED)), SOME),
        ((SOUP, Path(polyline(((0, 47), (99, 47))), None, Stroke(RED, 4))), ALL),
        ((SOUP, Path(polyline(((0, 47), (99, 47))), None, Stroke(RED, 1))), []),
        ((SOUP, Image(0, 40, 100, 20, b"", (1, 1))), [("Soup", "a picture", True, "")]),
        ((SOUP, Place(Group((SHAPE,), rectangle(Box(0, 0, 100, 41))))), []),
        ((Place(Group((SOUP,))), SHAPE), ALL),
        ((Place(Group((SOUP, SHAPE))),), ALL),
        ((Place(Group((SOUP, Rect(0, 40, 13.6, 20, RED)))), SHAPE), ALL),
        ((Place(Group((SOUP, SHAPE))), Rect(0, 40, 13.6, 20, RED)), ALL),
        ((Place(Group((SOUP,)), translate(0, 30)), SHAPE), []),
        ((Place(Group((SOUP,)), chain(translate(60, 0), rotate(90))), Rect(0, 0, 100, 100, RED)), ALL),
        ((Place(Group((SOUP,)), chain(translate(60, 0), rotate(90))), Rect(0, 0, 5, 100, RED)), []),
        ((Place(Group((SOUP,), opacity=0.59)), SHAPE), []),
        ((Place(Group((SOUP,), opacity=0.6)), SHAPE), ALL),
        ((SOUP._replace(text="   "), SHAPE), []),
        ((FADED, SHAPE), []),
        ((SOUP._replace(color="#15171A99"), SHAPE), ALL),
        # The same words a little beside are a shadow; twice as far away they are not.
        ((SOUP, SOUP._replace(x=11, color=RED)), []),
        ((SOUP._replace(text="SOUP "), SOUP._replace(x=11, color=RED)), []),
        ((SOUP, SHAPE, SOUP._replace(x=14.9)), []),
        ((SOUP, SHAPE, SOUP._replace(x=15.1)), ALL),
        # The larger of the two says how far that is.
        ((SOUP, SHAPE, run(11 + SOUP.width / 4, 50, "Soup", "body", 5, "#15171A")), []),
        ((SOUP, SHAPE, SHAPE), ALL),
        ((SOUP, SOUP._replace(text="Stew", y=60)), []),
        ((SOUP, SOUP._replace(text="Stew")), [("Soup", "", False, "Stew")]),
        ((SOUP, SOUP._replace(text="Stew", color="#FFFFFF")), [("Soup", "", False, "Stew")]),
        ((SOUP, SOUP._replace(text=" ... ")), []),
        # Much larger letters hide others with their ink alone, and not with their boxes.
        ((SOUP, run(18.5, 90, "O", "body", 120, "#F0F0F0", CENTER)), []),
        ((SOUP, run(40, 90, "O", "body", 120, "#F0F0F0", CENTER)), [("Soup", "", False, "O")]),
        ((SOUP, Place(Group((SOUP._replace(text="Stew"),)), scale(1, 0))), []),
    ],
)  # fmt: skip
def test_what_is_hidden_of_texts(items: tuple[Item, ...], losses: list[tuple[str, str, bool, str]]) -> None:
    assert told(*items) == losses


def test_a_clip_cuts_off_what_reaches_over_it() -> None:
    cut = Place(Group((SOUP,), rectangle(Box(0, 0, 100, 47))))
    assert told(cut) == [("Soup", "the edge of its clip", True, "")]
    assert told(cut, origins=Origins(cutting=False)) == told(Place(Group((SOUP,), rectangle(Box(0, 0, 100, 51))))) == []
    half = Place(Group((SOUP,), rectangle(Box(0, 0, 17, 99))))
    assert told(half) == [("Soup", "the edge of its clip", False, "")]


def test_parts_of_one_text_and_words_of_pictures_hide_nothing() -> None:
    stew = SOUP._replace(text="Stew")
    assert told(SOUP, stew, origins=Origins(joined=True)) == []
    assert told(SOUP, stew, SHAPE, origins=Origins(joined=True)) == [*ALL, ("Stew", "a shape", True, "")]
    assert told(Place(Group((SOUP, SHAPE))), origins=Origins(art=True)) == []


def test_art_is_looked_through_where_it_may_be_painted() -> None:
    def art() -> Place:
        return Place(Group(lambda: (SOUP, SHAPE)))

    assert len(hidden(art())) == 1 and hidden(art(), paints=False) == []


def test_each_text_is_told_once_of_all_pictures() -> None:
    overprints, picture = Overprints(Grounds(), Origins(), True), Drawing(100, 100, (SOUP, SHAPE))
    assert [len(list(overprints.find(picture))) for _ in range(2)] == [1, 0]
