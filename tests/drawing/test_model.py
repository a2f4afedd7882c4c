"""The picture type: pictures are values that compare, and nobody can change them."""

import pytest

from printgen.base.geometry import Box, translate
from printgen.drawing.model import Drawing, Group, Path, Place, Rect, Stroke
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
