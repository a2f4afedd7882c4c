"""The picture type: pictures are values that compare, and nobody can change them."""

from typing import Any

import pytest

from printgen.base.units import Box, translate
from printgen.drawing.extent import box_of
from printgen.drawing.model import Drawing, Gradient, Group, Image, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import rectangle

CLIP = rectangle(Box(0, 0, 5, 5))


def made(color: str = "#000000") -> Group:
    """A group within a group."""
    inner = Group((Rect(0, 0, 1, 1, color), Path(CLIP, None, Stroke(color, 1))), CLIP)
    return Group((Place(inner, translate(1, 2)),))


def test_groups_with_the_same_content_are_equal() -> None:
    assert made() == made() and made() is not made()
    assert hash(made()) == hash(made())
    assert len({made(), made(), made("#FFFFFF")}) == 2


def test_groups_differ_by_content_and_by_clip() -> None:
    item = Rect(0, 0, 1, 1, "#000000")
    assert made() != made("#FFFFFF")
    assert Group((item,)) != Group((item,), CLIP)
    assert Group((item,)) != Group((item, item))
    assert Group((item,)) != (item,)


@pytest.mark.parametrize("name", ["items", "clip", "other"])
def test_groups_are_frozen(name: str) -> None:
    group = made()
    with pytest.raises(AttributeError):
        setattr(group, name, ())
    assert group == made()


@pytest.mark.parametrize("item", [Rect(0, 0, 1, 1), Place(made()), Drawing(1, 1), Stroke("#000000", 1)])
def test_items_are_frozen(item: object) -> None:
    with pytest.raises(AttributeError):
        item.fill = "#FFFFFF"  # type: ignore[attr-defined]


def test_drawings_compare() -> None:
    assert Drawing(5, 5, (Place(made()),)) == Drawing(5, 5, (Place(made()),))
    assert Drawing(5, 5, (Place(made()),)) != Drawing(5, 5, (Place(made(), translate(1, 0)),))
    assert Drawing(5, 5) != Drawing(5, 6)


def test_a_group_has_its_own_uses_and_those_of_what_is_in_it() -> None:
    faded = Gradient(((0.0, "#FF0000"), (1.0, "#0000FF")), (0, 0, 1, 0))
    plain, fade = Rect(0, 0, 1, 1, "#000000"), Rect(0, 0, 1, 1, faded)
    photos = [Image(0, 0, 9, 9, b"", (9, 9), mask) for mask in (b"", b"mask")]
    assert Group((plain, photos[0], Rect(0, 0, 1, 1, None, Stroke("#000000", 1)))).uses == frozenset()
    assert Group((fade,)).uses == Group((Rect(0, 0, 1, 1, None, Stroke(faded, 1)),)).uses == {"gradients"}
    for clear in (photos[1], Rect(0, 0, 1, 1, "#00000080"), Text(0, 0, "a", "body", 9, "#00000080")):
        assert Group((plain, clear)).uses == {"transparency"}
    for glass in (Group((fade,), opacity=0.5), Group((fade,), blend="multiply")):
        assert glass.uses == {"gradients", "transparency"} and not glass.plain
        assert Group((Place(glass), plain)).uses == Drawing(9, 9, (Place(glass),)).uses == glass.uses


@pytest.mark.parametrize("other", [{"opacity": 0.5}, {"blend": "multiply"}, {"even_odd": True}, {"clip": CLIP}])
def test_groups_differ_by_each_way_to_lie_on_what_is_under_them(other: dict[str, Any]) -> None:
    item = Rect(0, 0, 1, 1, "#000000")
    assert Group((item,), **other) != Group((item,)) and Group((item,), **other) == Group((item,), **other)


def test_a_pointed_corner_reaches_further_than_half_its_line() -> None:
    line = Stroke("#000000", 2, miter=4)
    for item, by in ((Path(rectangle(Box(0, 0, 9, 9)), None, line), 4), (Rect(0, 0, 9, 9, None, line), 1.5)):
        assert box_of(item) == Box(0, 0, 9, 9).grown(by)
