"""Pictures that end at a cut, and what grows around them."""

from __future__ import annotations

import pytest

from printgen.base.units import Box
from printgen.drawing.edges import EXTEND, MIRROR, EdgeLengths, grow_edges
from printgen.drawing.extent import extent, walk
from printgen.drawing.model import Item, Rect
from printgen.drawing.outlines import bounds, rectangle, transform_outline

BOX = Box(10, 20, 60, 80)
GROUND = Rect(10, 20, 60, 80, "#3060A0")
BEYOND = EdgeLengths(3, 5, 7, 9)


def boxes_of(items: tuple[Item, ...], color: str) -> list[tuple[float, ...]]:
    """Where the boxes of a colour lie, each once."""
    found = (
        bounds(transform_outline(rectangle(Box(item.x, item.y, item.w, item.h)), matrix))
        for item, matrix in walk(items)
        if isinstance(item, Rect) and item.fill == color
    )
    return sorted({tuple(round(n, 3) for n in (box.x, box.y, box.w, box.h)) for box in found})


@pytest.mark.parametrize("edge", [EXTEND, MIRROR])
def test_an_edge_grows_by_the_length_of_its_side(edge: str) -> None:
    grown = extent(grow_edges((GROUND,), BOX, BEYOND, edge))
    assert tuple(grown) == pytest.approx((7, 15, 70, 94))


def test_edges_that_end_or_that_nothing_lies_at_grow_nothing() -> None:
    inside = (Rect(35, 55, 5, 5, "#FF0000"),)
    assert grow_edges((GROUND,), BOX, BEYOND, "none") == (GROUND,)
    over = (GROUND, Rect(0, 40, 20, 4, "#FF0000"))
    assert [grow_edges(over, BOX, EdgeLengths(), edge) for edge in (EXTEND, MIRROR)] == [over, over]
    assert grow_edges(inside, BOX, BEYOND, EXTEND) == inside and grow_edges((), BOX, BEYOND, MIRROR) == ()


def test_what_lies_at_an_edge_is_mirrored_at_it() -> None:
    mark = Rect(11, 50, 1, 4, "#FF0000")
    mirrored = boxes_of(grow_edges((GROUND, mark), BOX, BEYOND, MIRROR), "#FF0000")
    lefts = [left for left, top, *_ in mirrored if top == 50 and left < BOX.right]
    assert lefts == pytest.approx([8, 11], abs=0.3)


def test_what_lies_beyond_an_edge_already_stays_over_it() -> None:
    over = Rect(0, 40, 20, 4, "#FF0000")
    *_, ground, last = grow_edges((GROUND, over), BOX, BEYOND, EXTEND)
    assert (ground, last) == (GROUND, over)
