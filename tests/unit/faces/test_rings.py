"""Rings, ticks, and the first entry of a list that fits: true radii, even steps, and words clear of joints."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest
from drawn import Drawn, Shelf, corners

from printgen.base.errors import Where
from printgen.base.units import Box, mm, to_mm
from printgen.drawing.extent import crosses
from printgen.drawing.model import Path, Text
from printgen.drawing.outlines import band, bounds, circle_part
from printgen.drawing.tints import Tints
from printgen.faces.session import FaceState, Session


@pytest.mark.parametrize(("start", "end"), [(0, 90), (-37, 12), (-90, 270), (10, 200)])
def test_an_arc_is_true_to_its_radius_and_its_angles(start: float, end: float) -> None:
    outline = circle_part(3, 4, 100, start, end)
    assert all(hypot(step[-2] - 3, step[-1] - 4) == pytest.approx(100) for step in outline)
    # The middle of each curve lies on the circle, too.
    for (*_, x0, y0), (_, x1, y1, x2, y2, x3, y3) in pairwise(outline):
        x, y = ((a + 3 * b + 3 * c + d) / 8 for a, b, c, d in ((x0, x1, x2, x3), (y0, y1, y2, y3)))
        assert hypot(x - 3, y - 4) == pytest.approx(100, abs=1e-3)
    assert (len(outline) - 1) % 2 == 0


def test_arcs_begin_at_the_top_and_go_clockwise() -> None:
    start, *_, end = circle_part(0, 0, 10, 0, 90)
    assert start[1:] == pytest.approx((0, -10)) and end[-2:] == pytest.approx((10, 0))


@pytest.mark.parametrize(
    ("inner", "end", "ends", "closed"), [(None, 90, 1, 0), (None, 360, 1, 1), (5, 90, 1, 1), (5, 360, 2, 2)]
)
def test_bands_are_closed_and_whole_ones_have_a_hole(inner: float | None, end: float, ends: int, closed: int) -> None:
    outline = band(0, 0, 10, inner, 0, end)
    steps = [step[0] for step in outline]
    assert (steps.count("M"), steps.count("Z")) == (ends, closed)
    assert bounds(band(0, 0, 10, inner, -90, 270)) == pytest.approx((-10, -10, 20, 20))


def test_a_ring_stands_where_it_says(shelf: Shelf) -> None:
    path = shelf.items("ring: {cx: 20, cy: 10, r: 8, inner: 6, from: 0, to: 90, fill: ink}").one(Path)
    box = bounds(path.outline)
    assert [to_mm(side) for side in box] == pytest.approx([20, 2, 8, 8])
    (wrong,) = Shelf(shelf.root).items("ring: {r: 8, from: 90, to: 20, stroke: ink}").told()
    assert "a ring goes from 90 to 20 degrees" in wrong


def test_ticks_have_even_steps_and_lengths_by_turns(shelf: Shelf) -> None:
    path = shelf.items("ticks: {x1: 10, y1: 5, x2: 20, y2: 5, step: 2.5, reach: [1, 3], side: right}").one(Path)
    points = corners(path, (1, 0, 0, 1, 0, 0))
    assert points == [(12.5, 5), (12.5, 6), (15, 5), (15, 8), (17.5, 5), (17.5, 6), (20, 5), (20, 8)]


@pytest.mark.parametrize(
    ("side", "ends"), [("left", [(5, 0), (4, 0)]), ("right", [(5, 0), (6, 0)]), ("both", [(4, 0), (6, 0)])]
)
def test_ticks_stand_on_the_sides_of_their_way(shelf: Shelf, side: str, ends: list[tuple[float, float]]) -> None:
    line = f"ticks: {{x1: 5, y1: 9, x2: 5, y2: 0, step: 9, reach: [1], side: {side}}}"
    assert sorted(corners(shelf.items(line).one(Path), (1, 0, 0, 1, 0, 0))) == sorted(ends)
    (wrong,) = Shelf(shelf.root).items("ticks: {x2: 5, step: 2, side: top}").told()
    assert "there is no side 'top'" in wrong


def test_the_first_tick_stands_where_it_says_and_none_beyond_the_end(shelf: Shelf) -> None:
    path = shelf.items("ticks: {x1: 0, y1: 0, x2: 7.9, y2: 0, step: 4, first: 0, reach: [1]}").one(Path)
    assert sorted({x for x, _ in corners(path, (1, 0, 0, 1, 0, 0))}) == [0, 4]


FIRST = """items:
  - first:
      in: [30, 14, 9]
      as: letters
      items:
        - rect: {w: 20, h: "{{ letters }}", fill: ink}
        - text: {x: 0, y: 5, w: 20, text: "{{ card.name }}", size: "{{ letters }}", floor: "{{ letters }}"}
"""


@pytest.mark.parametrize(("name", "size"), [("Ox", 30), ("Oxen here", 14), ("Oxen and donkeys", 9)])
def test_the_first_entry_with_room_is_drawn_alone(shelf: Shelf, name: str, size: float) -> None:
    drawn = shelf.draw(FIRST, card={"name": name})
    assert drawn.findings == [] and [text.size for text in drawn.all(Text)] == [size] and len(drawn.flat()) == 2


def test_nothing_is_drawn_where_no_entry_has_room(shelf: Shelf) -> None:
    drawn = shelf.draw(FIRST, card={"name": "Oxen, donkeys, mules and horses"})
    assert (drawn.findings, drawn.items) == ([], ())


def test_other_mistakes_in_an_entry_are_told(shelf: Shelf) -> None:
    (told,) = shelf.draw(FIRST.replace("fill: ink", "fill: inkk"), card={"name": "Ox"}).told()
    assert "'inkk' is not a colour" in told
    assert (
        "first needs a list" in Shelf(shelf.root).draw(FIRST.replace("[30, 14, 9]", "5"), card={"name": "Ox"}).told()[0]
    )


PLACES = """items:
  - first:
      in: [0, 10, 20]
      as: down
      items:
        - group: {y: "{{ down }}", items: [text: {x: 0, y: 4, text: Ox, size: 8}]}
"""


@pytest.mark.parametrize(("joints", "down"), [([], 0), ([2], 10), ([2, 12], 20), ([2, 12, 22], 0), ([7], 0)])
def test_the_first_entry_clear_of_joints_is_drawn(shelf: Shelf, joints: list[float], down: float) -> None:
    boxes = tuple(Box(0, mm(y), mm(50), mm(1)) for y in joints)
    shelf.face(PLACES)
    session = Session(Tints({}), "Ox", lambda field: Where("", 1, 1), FaceState(), joints=boxes)
    items, findings, _ = shelf.renderer.render(shelf.library.face("card"), {}, session)
    drawn = Drawn(items, list(findings))
    ((_, matrix),) = [pair for pair in drawn.flat() if isinstance(pair[0], Text)]
    assert to_mm(matrix[5]) == pytest.approx(down)
    # With one renderer another piece, whose pages are joined elsewhere, is drawn anew.
    again, _, _ = shelf.renderer.render(shelf.library.face("card"), {}, session._replace(joints=()))
    assert [to_mm(matrix[5]) for _, matrix in Drawn(again, []).flat()] == [0.0]


def test_lines_cross_a_joint_even_where_they_are_level(shelf: Shelf) -> None:
    drawn = shelf.items("line: {x1: 0, y1: 5, x2: 20, y2: 5, stroke: ink}")
    across, beside = Box(mm(8), 0, mm(1), mm(20)), Box(mm(8), mm(6), mm(1), mm(20))
    assert crosses(drawn.items, (1, 0, 0, 1, 0, 0), [beside, across])
    assert not crosses(drawn.items, (1, 0, 0, 1, 0, 0), [beside])
    assert not crosses(drawn.items, (1, 0, 0, 1, 0, 0), [])
