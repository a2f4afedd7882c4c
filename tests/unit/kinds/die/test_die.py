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
from printgen.kinds.die.model import solid, unfolded
from printgen.kinds.die.pieces import net_of, sides_of

ALL = (4, 6, 8, 10, 12, 20)
# Between neighbouring faces, in degrees: the published angles of the regular solids.
DIHEDRAL = {4: 70.5288, 6: 90.0, 8: 109.4712, 12: 116.5651, 20: 138.1897}
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


def bend(sides: int, one: int, two: int) -> float:
    """By how much the edge between two sides is folded, in degrees."""
    if sides in DIHEDRAL:
        return 180 - DIHEDRAL[sides]
    die = solid(sides)

    def normal(index: int) -> list[float]:
        a, b, c = (die.corners[name] for name in die.faces[index][:3])
        u, v = [q - p for p, q in zip(a, b, strict=True)], [q - p for p, q in zip(a, c, strict=True)]
        n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        return [part / math.hypot(*n) for part in n]

    return math.degrees(math.acos(sum(p * q for p, q in zip(normal(one), normal(two), strict=True))))


@pytest.mark.parametrize("sides", ALL)
def test_the_net_folds_to_the_closed_solid(sides: int) -> None:
    net = unfolded(sides)
    panels = {str(i): list(side.corners) for i, side in enumerate(net)}
    hinges = [(str(s.parent), str(i), bend(sides, s.parent, i)) for i, s in enumerate(net) if s.parent >= 0]
    space = folded(panels, hinges)
    assert len(distinct([spot for spots in space.values() for spot in spots])) == CORNERS[sides]
    # Every corner of every side lies where the corner of that name is, and a side on each side of every edge.
    where: dict[int, tuple[float, ...]] = {}
    for i, side in enumerate(net):
        for name, spot in zip(side.names, space[str(i)], strict=True):
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
    die = solid(sides)
    middles = [[sum(die.corners[name][i] for name in face) for i in range(3)] for face in die.faces]
    if sides == 6:  # It stands in a corner of space, not around its middle.
        middles = [[part / 4 - 0.5 for part in middle] for middle in middles]
    for number, middle in zip(die.numbers, middles, strict=True):
        there = [-part for part in middle]
        far = min(range(sides), key=lambda i: math.dist(middles[i], there))
        assert number + die.numbers[far] == sides + 1
    assert sorted(die.numbers) == list(range(1, sides + 1))


def test_one_two_and_three_run_around_their_corner_as_on_any_die() -> None:
    die = solid(6)
    faces = {number: set(face) for number, face in zip(die.numbers, die.faces, strict=True)}
    (corner,) = faces[1] & faces[2] & faces[3]
    away = [c - 0.5 for c in die.corners[corner]]
    middles = [[sum(die.corners[n][i] for n in faces[k]) / 4 - 0.5 for i in range(3)] for k in (1, 2)]
    (a, b, c), (d, e, f) = middles
    cross = (b * f - c * e, c * d - a * f, a * e - b * d)
    assert sum(p * q for p, q in zip(cross, away, strict=True)) > 0  # Counter-clockwise, seen from outside.


def test_on_a_die_of_six_sides_all_pictures_stand_upright_on_paper() -> None:
    assert all(side.turn == 0 for side in unfolded(6))


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
