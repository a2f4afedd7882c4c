"""A number of sides comes in; the solid of such a die, in space and unfolded; what a product of dice says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from printgen.base.units import mm, parse_length, to_mm
from printgen.game.records import Loading
from printgen.kinds.nets import Point
from printgen.reading.part import Many, Options, Words

Spot = tuple[float, float, float]
_GOLDEN = (1 + math.sqrt(5)) / 2


class Solid(NamedTuple):
    """A die in space; `up` is the corner of each face that its picture has at the top, None where it is an edge."""

    corners: tuple[Spot, ...]
    faces: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]
    parents: tuple[int, ...]
    up: tuple[int, ...] | None = None


class Side(NamedTuple):
    """A side of an unfolded die: its corners on paper, clockwise, with y down; which way its picture has its top.

    `turn` is the angle in degrees by which an upright picture is turned clockwise. `names` are those of its corners.
    """

    number: int
    corners: tuple[Point, ...]
    names: tuple[int, ...]
    parent: int
    turn: float

    @property
    def middle(self) -> Point:
        """The point that is equally far from all edges, or nearly."""
        return sum(x for x, _ in self.corners) / len(self.corners), sum(y for _, y in self.corners) / len(self.corners)


@lru_cache
def solid(sides: int) -> Solid:
    """The solid of a die."""
    return _SOLIDS[sides]()


@lru_cache
def unfolded(sides: int) -> tuple[Side, ...]:
    """The sides of a die on paper, with edges of length 1; each touches its parent at the edge that they share."""
    die = solid(sides)
    out: list[Side] = []
    for index, (face, parent) in enumerate(zip(die.faces, die.parents, strict=True)):
        flat = _flat([die.corners[name] for name in face])
        placed = flat if parent < 0 else _beside(out[parent], face, flat)
        top = placed[face.index(die.up[index])] if die.up else _up_edge(placed)
        corners = tuple(reversed(placed))
        side = Side(die.numbers[index], corners, tuple(reversed(face)), parent, 0.0)
        x, y = side.middle
        turn = round(math.degrees(math.atan2(top[0] - x, y - top[1])), 6) % 360
        out.append(side._replace(turn=turn))
    return tuple(out)


def _flat(corners: Sequence[Spot]) -> list[Point]:
    """A face laid flat as it looks from outside: its first edge runs to the right, y down."""
    origin, second, third = corners[0], corners[1], corners[2]
    u = _unit(_minus(second, origin))
    n = _unit(_cross(u, _minus(third, origin)))
    v = _cross(n, u)
    return [(_dot(_minus(c, origin), u), -_dot(_minus(c, origin), v)) for c in corners]


def _beside(parent: Side, face: Sequence[int], flat: Sequence[Point]) -> list[Point]:
    """A flat face moved so that the edge that it shares with its parent lies on the parent's."""
    (one, two) = (name for name in face if name in parent.names)
    ends = [parent.corners[parent.names.index(name)] for name in (one, two)]
    start, end = flat[face.index(one)], flat[face.index(two)]
    turn = math.atan2(ends[1][1] - ends[0][1], ends[1][0] - ends[0][0])
    turn -= math.atan2(end[1] - start[1], end[0] - start[0])
    c, s = math.cos(turn), math.sin(turn)
    moved = [(x - start[0], y - start[1]) for x, y in flat]
    return [(ends[0][0] + c * x - s * y, ends[0][1] + s * x + c * y) for x, y in moved]


def _up_edge(corners: Sequence[Point]) -> Point:
    """The middle of the highest edge."""
    (ax, ay), (bx, by) = sorted(corners, key=lambda corner: round(corner[1], 6))[:2]
    return (ax + bx) / 2, (ay + by) / 2


def _tetrahedron() -> Solid:
    corners = ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))
    faces = ((0, 1, 2), (0, 3, 1), (0, 2, 3), (1, 3, 2))
    sound = tuple(_from_outside(corners, face) for face in faces)
    return Solid(_sized(corners, 0, 1), sound, (1, 2, 3, 4), (-1, 0, 0, 0), (2, 3, 3, 3))


def _cube() -> Solid:
    """The four upright sides in a row, with the lid and the bottom on the first; 1, 2 and 3 as dice have them."""
    corners = ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1), (0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0))
    faces = ((0, 1, 2, 3), (1, 5, 6, 2), (5, 4, 7, 6), (4, 0, 3, 7), (3, 2, 6, 7), (4, 5, 1, 0))
    spots = tuple((float(x), float(y), float(z)) for x, y, z in corners)
    return Solid(spots, faces, (1, 2, 6, 5, 3, 4), (-1, 0, 1, 0, 0, 0))


def _octahedron() -> Solid:
    """A band of six sides, and the two that close it."""
    corners = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1))
    faces = ((0, 1, 5), (5, 3, 1), (1, 2, 3), (3, 4, 2), (2, 0, 4), (4, 5, 0), (0, 1, 2), (5, 3, 4))
    parents = (-1, 0, 1, 2, 3, 4, 0, 1)
    return _numbered(_sized(corners, 0, 1), faces, parents, (5, 1, 3, 2, 4, 0, 2, 4))


def _trapezohedron() -> Solid:
    """Two caps of five kites; their tips are the first two corners."""
    low = 0.15
    tip = low * (1 + math.cos(math.pi / 5)) / (1 - math.cos(math.pi / 5))
    ring = [(math.cos(i * math.pi / 5), math.sin(i * math.pi / 5), low if i % 2 == 0 else -low) for i in range(10)]
    upper = [(0, 2 + 2 * i, 2 + (2 * i + 1) % 10, 2 + (2 * i + 2) % 10) for i in range(5)]
    lower = [(1, 2 + (2 * i + 3) % 10, 2 + (2 * i + 2) % 10, 2 + (2 * i + 1) % 10) for i in range(5)]
    corners = _sized(((0, 0, tip), (0, 0, -tip), *ring), 0, 2)
    parents = (-1, 0, 1, 2, 3, 2, 5, 6, 5, 8)
    order = [*upper, lower[2], lower[3], lower[4], lower[1], lower[0]]
    return _numbered(corners, tuple(order), parents, tuple(face[0] for face in order))


def _dodecahedron() -> Solid:
    """Two flowers of five petals, joined at one."""
    spots: list[tuple[float, float, float]] = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    for a, b in ((a / _GOLDEN, b * _GOLDEN) for a in (-1, 1) for b in (-1, 1)):
        spots += [(0, a, b), (a, b, 0), (b, 0, a)]
    faces = _pentagons(spots)
    return _flowers(_sized(spots, *faces[0][:2]), faces)


def _icosahedron() -> Solid:
    """A band of ten sides, with five points above it and five below."""
    up, flat = 1 / math.sqrt(5), 2 / math.sqrt(5)
    upper = [(flat * math.cos(0.4 * math.pi * i), flat * math.sin(0.4 * math.pi * i), up) for i in range(5)]
    lower = [(flat * math.cos(0.4 * math.pi * (i + 0.5)), flat * math.sin(0.4 * math.pi * (i + 0.5)), -up)
             for i in range(5)]  # fmt: skip
    u, d = [1 + i for i in range(5)], [6 + i for i in range(5)]
    faces, parents, tops = list[tuple[int, ...]](), list[int](), list[int]()
    for i in range(5):
        after = (i + 1) % 5
        faces += [(u[i], u[after], d[i]), (d[i], d[after], u[after])]
        parents += [2 * i - 1, 2 * i]
        tops += [d[i], u[after]]
    for i in range(5):
        after = (i + 1) % 5
        faces += [(0, u[i], u[after]), (11, d[after], d[i])]
        parents += [2 * i, 2 * i + 1]
        tops += [0, 11]
    corners = _sized(((0, 0, 1), *upper, *lower, (0, 0, -1)), u[0], u[1])
    return _numbered(corners, tuple(faces), tuple(parents), tuple(tops))


def _pentagons(spots: Sequence[Spot]) -> list[tuple[int, ...]]:
    """The faces of the dodecahedron with these corners, each with its corners in a round."""
    near = min(math.dist(spots[0], spot) for spot in spots[1:]) + 1e-6
    beside = {
        one: [other for other in range(len(spots)) if other != one and math.dist(spots[one], spots[other]) < near]
        for one in range(len(spots))
    }
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for middle in range(len(spots)):
        for one, two in combinations(beside[middle], 2):
            normal = _cross(_minus(spots[one], spots[middle]), _minus(spots[two], spots[middle]))
            flat = [i for i, spot in enumerate(spots) if abs(_dot(normal, _minus(spot, spots[middle]))) < 1e-6]
            around = [one, middle, two]
            while len(around) < len(flat):
                around.append(next(name for name in beside[around[-1]] if name in flat and name not in around))
            found.setdefault(frozenset(flat), tuple(around))
    return list(found.values())


def _flowers(corners: tuple[Spot, ...], faces: Sequence[tuple[int, ...]]) -> Solid:
    """A face, those around it, one of which holds one more, and those around that."""

    def touching(face: tuple[int, ...], among: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        return [other for other in among if other != face and len(set(face) & set(other)) == 2]

    order, parents = [faces[0]], [-1]
    petals = touching(faces[0], faces)
    order += petals
    parents += [0] * len(petals)
    far = faces[_across(corners, faces, 0)]
    bridge = next(face for face in touching(far, faces) if face not in order and touching(face, petals))
    order += [bridge, far]
    parents += [order.index(touching(bridge, petals)[0]), 6]
    rest = [face for face in touching(far, faces) if face != bridge]
    order += rest
    parents += [7] * len(rest)
    tops = [faces[0][3]]
    for face, parent in zip(order[1:], parents[1:], strict=True):
        # A petal has its tip, which lies across from the edge that it hangs on, at the top.
        shared = set(face) & set(order[parent])
        tops.append(max(face, key=lambda name: sum(math.dist(corners[name], corners[other]) for other in shared)))
    return _numbered(corners, tuple(order), tuple(parents), tuple(tops))


def _numbered(
    corners: tuple[Spot, ...], faces: tuple[tuple[int, ...], ...], parents: tuple[int, ...], up: tuple[int, ...]
) -> Solid:
    """A solid whose opposite sides add up to one more than there are, low and high ones by turns.

    Its faces may run either way round; they go out as they look from outside.
    """
    numbers, low = [0] * len(faces), 0
    for index in range(len(faces)):
        if not numbers[index]:
            low += 1
            pair = (low, len(faces) + 1 - low)
            numbers[index], numbers[_across(corners, faces, index)] = pair if low % 2 else pair[::-1]
    return Solid(corners, tuple(_from_outside(corners, face) for face in faces), tuple(numbers), parents, up)


def _across(corners: Sequence[Spot], faces: Sequence[Sequence[int]], index: int) -> int:
    """The face opposite to another one."""

    def middle(face: Sequence[int], way: int = 1) -> list[float]:
        return [way * sum(corners[name][axis] for name in face) for axis in range(3)]

    there = middle(faces[index], -1)
    return min(range(len(faces)), key=lambda other: math.dist(there, middle(faces[other])))


def _from_outside(corners: Sequence[Spot], face: tuple[int, ...]) -> tuple[int, ...]:
    """A face counter-clockwise for who looks at it from outside, with the same first edge."""
    one, two, three = (corners[name] for name in face[:3])
    if _dot(_cross(_minus(two, one), _minus(three, two)), one) > 0:
        return face
    return (face[1], face[0], *reversed(face[2:]))


def _sized(corners: Sequence[tuple[float, float, float]], one: int, two: int) -> tuple[Spot, ...]:
    """Corners moved apart so that an edge has length 1."""
    k = 1 / math.dist(corners[one], corners[two])
    return tuple((x * k, y * k, z * k) for x, y, z in corners)


def _minus(one: Spot, two: Spot) -> Spot:
    return one[0] - two[0], one[1] - two[1], one[2] - two[2]


def _cross(a: Spot, b: Spot) -> Spot:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a: Spot, b: Spot) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _unit(a: Spot) -> Spot:
    length = math.sqrt(_dot(a, a))
    return a[0] / length, a[1] / length, a[2] / length


_SOLIDS = {4: _tetrahedron, 6: _cube, 8: _octahedron, 10: _trapezohedron, 12: _dodecahedron, 20: _icosahedron}


SMALLEST, LARGEST = mm(8), mm(50)
"""The least and the greatest length of an edge."""
_USUAL = mm(18)
_SIDES = 20

Sides = Literal[4, 6, 8, 10, 12, 20]


class DieOptions(Options):
    """What a die takes under `options`."""

    sides: Sides = Field(6, description="how many sides it has")
    faces: Annotated[Many[Words], Field(max_length=_SIDES)] = Field(
        (), description="the faces on its sides, in the order of their numbers; without, front draws all of them"
    )
    copies: Annotated[int, Field(ge=1, le=999)] = Field(
        1, description="how many are printed, where no list of dice says so"
    )


class DiePlan(NamedTuple):
    """The options of a die, and how long its edges are, in points."""

    options: DieOptions
    edge: float


def load_die(loading: Loading) -> DiePlan | None:
    """What the product says; None, with findings, where it has mistakes."""
    options, product, files = loading.options_of(DieOptions), loading.product, loading.files
    if options is None:
        return None
    before = len(files.findings)
    edge = _edge(loading)
    count = len(options.faces)
    if count not in (0, options.sides):
        message = f"a die of {options.sides} sides has {options.sides} faces, not {count}"
        hint = f"List {options.sides} faces, or set sides: to how many it has."
        files.report(options.where_of("faces"), "wrong-count", message, hint)
    if count and product.front:
        message = "front is the face of all sides, and faces has one for each"
        files.report(options.where_of("faces"), "unused-key", message, "Remove one of the two.")
    if options.gives("copies") and product.list_file:
        message = "how many there are of each die stands in their list"
        files.report(options.key_where_of("copies"), "unused-key", message, "Remove the line.")
    return DiePlan(options, edge) if edge and len(files.findings) == before else None


def _edge(loading: Loading) -> float | None:
    """How long the edges are, which the product gives as its size."""
    product, limits = loading.product, f"from {to_mm(SMALLEST):g} to {to_mm(LARGEST):g} mm"
    if not product.size:
        return _USUAL
    try:
        edge = parse_length(product.size)
    except ValueError as error:
        message = str(error).partition(";")[0]
        loading.files.report(
            product.where_of("size"), "bad-size", message, "Write the length of an edge, such as 18mm."
        )
        return None
    if not SMALLEST - 1e-6 <= edge <= LARGEST + 1e-6:
        message = f"an edge of {to_mm(edge):g} mm is not {limits}"
        loading.files.report(product.where_of("size"), "bad-size", message, f"Choose one {limits}.")
        return None
    return edge
