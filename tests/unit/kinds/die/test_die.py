"""Dice: folded in space, measured in the PDF, numbered as dice are, refused at their lines."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import pytest
from cutlines import pages
from folding import distinct, folded
from kitchen import Kitchen

import printgen
from printgen.drawing.extent import words_of
from printgen.faces.library import default_library
from printgen.kinds.die import Side, net_of
from printgen.kinds.die import sides_of as sides_in

ALL = (4, 6, 8, 10, 12, 20)
# Between neighbouring faces, in degrees: the published angles of the regular solids, and that of two kites of a cap.
DIHEDRAL = {4: 70.5288, 6: 90.0, 8: 109.4712, 10: 120.5502, 12: 116.5651, 20: 138.1897}
CORNERS = {4: 4, 6: 8, 8: 6, 10: 12, 12: 20, 20: 12}
FACE = """\
size: [18, 18]
unit: mm
palettes: [dossier]
items: [{text: {x: 2, y: 9, w: 14, text: "%s", font: body, size: 9}}]
"""
MINE = """\
unit: mm
palettes: [dossier]
items:
  - text: {x: 1, y: 9, w: 14, text: "{{ card.name }} {{ number }}/{{ sides }}", font: body, size: 5}
"""


@pytest.fixture
def kitchen(tmp_path: Path) -> Kitchen:
    return Kitchen.copied(tmp_path / "kitchen-heroes")


def sides_of(sides: int, edge: float = 1.0) -> tuple[Side, ...]:
    return sides_in(default_library(), sides, edge)


def in_space(sides: int) -> list[list[tuple[float, float, float]]]:
    """The corners of each side, once the net is folded."""
    net = sides_of(sides)
    # Of ten sides all edges are folded alike but for the one between the two caps.
    angles = {i: 73.3032 if sides == 10 and i == 5 else 180 - DIHEDRAL[sides] for i in range(sides)}
    hinges = [(str(side.parent), str(i), angles[i]) for i, side in enumerate(net) if side.parent >= 0]
    space = folded({str(i): list(side.corners) for i, side in enumerate(net)}, hinges)
    return [space[str(i)] for i in range(sides)]


def middles(sides: int) -> dict[int, list[float]]:
    """The middle of each side in space, seen from the middle of the die, by its number."""
    space = in_space(sides)
    every = distinct([spot for spots in space for spot in spots])
    centre = [sum(spot[axis] for spot in every) / len(every) for axis in range(3)]
    return {
        side.number: [sum(spot[axis] for spot in spots) / len(spots) - centre[axis] for axis in range(3)]
        for side, spots in zip(sides_of(sides), space, strict=True)
    }


@pytest.mark.parametrize("sides", ALL)
def test_the_net_folds_to_the_closed_solid(sides: int) -> None:
    net, space = sides_of(sides), in_space(sides)
    assert len(distinct([spot for spots in space for spot in spots])) == CORNERS[sides]
    # Every corner of every side lies where the corner of that name is, and a side on each side of every edge.
    where: dict[int, tuple[float, ...]] = {}
    for i, side in enumerate(net):
        for name, spot in zip(side.names, space[i], strict=True):
            assert math.dist(where.setdefault(name, spot), spot) < 0.01
    edges = [frozenset(pair) for side in net for pair in zip(side.names, (*side.names[1:], side.names[0]), strict=True)]
    assert all(edges.count(edge) == 2 for edge in edges)


@pytest.mark.parametrize("sides", ALL)
def test_no_side_lies_on_another_and_tabs_have_room(sides: int) -> None:
    placed = sides_of(sides, 100.0)
    shapes = [*(side.corners for side in placed), *net_of(placed).flaps]
    for one, other in combinations(shapes, 2):
        assert not any(inside(point, other) for point in inner(one))
        assert not any(inside(point, one) for point in inner(other))


def inner(corners: tuple) -> list[tuple[float, float]]:
    """Points well inside of an outline, near its corners and in its middle."""
    x, y = sum(c[0] for c in corners) / len(corners), sum(c[1] for c in corners) / len(corners)
    return [(x, y), *((x + 0.96 * (cx - x), y + 0.96 * (cy - y)) for cx, cy in corners)]


def inside(point: tuple[float, float], corners: tuple) -> bool:
    px, py = point
    turns = [
        (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


@pytest.mark.parametrize("sides", ALL)
def test_each_glued_edge_has_one_tab_as_long_as_the_edge_that_it_closes(sides: int) -> None:
    placed = sides_of(sides, 100.0)
    net = net_of(placed)
    lengths: dict[frozenset[int], list[float]] = {}
    for side in placed:
        for i, names in enumerate(zip(side.names, (*side.names[1:], side.names[0]), strict=True)):
            ends = side.corners[i], side.corners[(i + 1) % len(side.corners)]
            lengths.setdefault(frozenset(names), []).append(math.dist(*ends))
    assert all(one == pytest.approx(two) for one, two in lengths.values())
    assert len(net.flaps) == len(lengths) - (sides - 1)
    assert len(net.folds) == sides - 1 + len(net.flaps)
    known = {round(length, 3) for length, _ in lengths.values()}
    assert {round(math.dist(tab[0], tab[3]), 3) for tab in net.flaps} <= known


@pytest.mark.parametrize("sides", [6, 8, 10, 12, 20])
def test_opposite_sides_add_up_to_one_more_than_there_are(sides: int) -> None:
    spots = middles(sides)
    assert sorted(spots) == list(range(1, sides + 1))
    for number, middle in spots.items():
        far = min(spots, key=lambda other: math.dist(spots[other], [-part for part in middle]))
        assert number + far == sides + 1


def test_one_two_and_three_run_around_their_corner_as_on_any_die() -> None:
    (a, b, c), (d, e, f), third = (middles(6)[number] for number in (1, 2, 3))
    cross = (b * f - c * e, c * d - a * f, a * e - b * d)
    # Seen from outside they run against the clock, where y runs down.
    assert sum(p * q for p, q in zip(cross, third, strict=True)) < 0


def test_on_a_die_of_six_sides_all_pictures_stand_upright_on_paper() -> None:
    assert all(side.turn == 0 for side in sides_of(6))


@pytest.mark.slow
def test_edges_measure_what_is_asked_for(kitchen: Kitchen) -> None:
    kitchen.add_product("die", "kind: die\ntitle: Die\nsize: 18mm\ncopies: 6")
    out = kitchen.folder.parent / "out"
    printgen.write([f"{kitchen.folder}/die"], printgen.Settings(out=out))
    (page,) = pages(out / kitchen.folder.name / "die.pdf")
    assert len(page.cuts) == 6
    assert len(page.folds) == 6 * (5 + 7)
    assert {round(math.dist(*fold), 2) for fold in page.folds} == {18.0}
    assert page.size() == pytest.approx((4 * 18 + 0.32 * 18, 3 * 18), abs=0.03)


def test_faces_by_their_names_lie_where_their_numbers_do(kitchen: Kitchen) -> None:
    names = ("one", "two", "three", "four", "five", "six")
    for name in names:
        kitchen.write(f"templates/faces/{name}.yaml", FACE % name)
    kitchen.add_product("die", f"kind: die\ntitle: Die\nsize: 18mm\nfaces: [{', '.join(names)}]")
    pieces, findings = kitchen.composed()
    assert not findings
    drawn = words_of(next(piece for piece in pieces if piece.name == "Die").front)
    assert drawn == ["one", "two", "six", "five", "three", "four"] * 2


def test_one_face_is_told_the_number_and_the_record(kitchen: Kitchen) -> None:
    kitchen.write("templates/faces/mine.yaml", MINE)
    kitchen.write("dice.yaml", "".join(f"- {{name: {n}, course: main, taste: 1, rule: x, copies: 3}}\n" for n in "AB"))
    keys = "size: 20mm\nfront: mine\nlist: dice.yaml\nrecord: hero"
    kitchen.add_product("die", f"kind: die\ntitle: Die\nsides: 8\n{keys}")
    pieces, findings = kitchen.composed()
    dice = [piece for piece in pieces if piece.name in ("A", "B")]
    assert not findings and [piece.copies for piece in dice] == [3, 3]
    assert sorted(set(words_of(dice[1].front))) == [f"B {n}/8" for n in range(1, 9)]


def test_on_a_die_of_four_sides_each_corner_has_its_number(kitchen: Kitchen) -> None:
    kitchen.add_product("die", "kind: die\ntitle: Die\nsides: 4\nsize: 25mm")
    pieces, _ = kitchen.composed()
    (die,) = (piece for piece in pieces if piece.name == "Die")
    assert sorted(words_of(die.front)) == sorted("1234" * 3 * 2)


@pytest.mark.parametrize(
    ("keys", "text", "code"),
    [
        ("size: 0.1mm", "size: 0.1mm", "bad-size"),
        ("size: 51mm", "size: 51mm", "bad-size"),
        ("size: 18", "size: 18", "wrong-type"),
        ("size: 18x18mm", "size: 18x18mm", "bad-size"),
        ("sides: 7", "sides: 7", "unknown-value"),
        ("faces: [a, b]", "faces: [a, b]", "wrong-count"),
        ("back: hero-back", "back: hero-back", "unused-key"),
    ],
)
def test_what_is_no_die_is_told_at_its_line(kitchen: Kitchen, keys: str, text: str, code: str) -> None:
    kitchen.add_product("die", f"kind: die\ntitle: Die\n{keys}")
    lines = (kitchen.folder / "game.yaml").read_text(encoding="utf-8").splitlines()
    line = max(i for i, one in enumerate(lines, 1) if text in one)
    assert f"game.yaml:{line} {code}" in kitchen.findings()
