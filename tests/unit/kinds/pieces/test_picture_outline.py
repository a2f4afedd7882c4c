"""The outline of a picture lies its margin away from what shows, and takes few points."""

from __future__ import annotations

import io
import math
from itertools import pairwise

import pytest
from PIL import Image, ImageDraw

from printgen.base.units import mm
from printgen.drawing.outlines import flatten, room_inside
from printgen.drawing.silhouettes import simplify, trace_mask
from printgen.kinds.shapes import PictureOutline


def picture(*shapes: tuple[int, int, int, int], size: tuple[int, int] = (400, 300), ground: int = 0) -> bytes:
    """A PNG with ellipses on a ground that is clear, or shows as far as `ground` says, up to 255."""
    drawn = Image.new("LA", size, (0, ground))
    for box in shapes:
        ImageDraw.Draw(drawn).ellipse(box, fill=(60, 255))
    buffer = io.BytesIO()
    drawn.save(buffer, "PNG")
    return buffer.getvalue()


@pytest.mark.parametrize("margin", [0.0, 1.5, 4.0])
def test_an_outline_lies_its_margin_away(margin: float) -> None:
    outline = PictureOutline.of(picture((100, 50, 299, 249)), mm(margin))
    width = mm(40 + 2 * margin)
    height = outline.height_for(width)
    assert height == pytest.approx(mm(30 + 2 * margin))
    silhouette = outline.silhouette(width, height)
    (points,) = flatten(silhouette.outline)
    radii = [math.dist(point, (width / 2, height / 2)) for point in points]
    assert min(radii) > mm(10 + margin - 0.25)
    assert max(radii) < mm(10 + margin + 0.25)
    assert len(silhouette.outline) < 50
    assert not silhouette.symmetric


def test_a_ground_that_is_nearly_clear_is_outside() -> None:
    ellipse = (100, 50, 299, 199)
    faint, clear = (PictureOutline.of(picture(ellipse, ground=ground), 0.0) for ground in (40, 0))
    assert faint.height_for(mm(40)) == pytest.approx(clear.height_for(mm(40)), abs=0.2) == pytest.approx(mm(30), abs=1)


def test_parts_that_lie_apart_are_joined_by_a_margin() -> None:
    apart = picture((20, 100, 119, 199), (180, 100, 279, 199))
    with pytest.raises(ValueError, match="parts that lie apart"):
        PictureOutline.of(apart, mm(1)).silhouette(mm(42), mm(32))
    joined = PictureOutline.of(apart, mm(5)).silhouette(mm(50), mm(40))
    assert room_inside(joined.points, mm(20), mm(20)) > 0


def test_dust_and_holes_have_no_line() -> None:
    dusty = PictureOutline.of(picture((100, 50, 299, 249), (5, 5, 7, 7)), 0.0).silhouette(mm(40), mm(30))
    assert room_inside(dusty.points, mm(0.6), mm(0.6)) < 0


def test_parts_that_touch_at_a_corner_have_lines_of_their_own() -> None:
    mask = bytes(int(letter) for letter in "0000001100011000001000000")
    first, second = trace_mask(mask, 5)
    assert (len(first), len(second)) == (8, 4)
    assert all(math.dist(*pair) <= 1 for pair in pairwise(first))


def test_a_square_is_simplified_to_its_corners() -> None:
    square = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]
    assert simplify(square, 0.1) == [(0, 0), (2, 0), (2, 2), (0, 2)]
