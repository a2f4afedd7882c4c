"""The one value from which a sheet's page and its cut file are made, and how things lie on it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

from printgen.base.limits import check_limit
from printgen.base.units import Box, Matrix, apply, compose, mm, rotate, to_mm, translate
from printgen.drawing.extent import around
from printgen.drawing.model import Drawing, Outline
from printgen.drawing.outlines import circle, parts_of, round_rect, transform_outline
from printgen.drawing.pieces import Piece
from printgen.exports.bundle import Component
from printgen.sheets.cut_plan import MarkSizes, NamedLayout
from printgen.sheets.grid import SLACK, CellGrid, CellLot, nest

NEAR = 0.01
"""How far an arc may be from the curve that it stands for, in millimetres."""

_DEEPEST = 10
_SAME = 1e-4

Point = tuple[float, float]


class Corner(NamedTuple):
    """A point of a contour in millimetres, y down, and how the line from there to the next one bends.

    `bulge` is the tangent of a quarter of the angle of an arc: 0 is straight, 1 half a circle; it is above zero for an
    arc that goes round clockwise as seen on the page.
    """

    x: float
    y: float
    bulge: float = 0.0


class Contour(NamedTuple):
    """A line to cut, round about if it is `closed`; then its last corner leads to its first."""

    corners: tuple[Corner, ...]
    closed: bool = True

    @property
    def area(self) -> float:
        """About how much it encloses, in square millimetres."""
        ends = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        return abs(sum(a.x * b.y - b.x * a.y for a, b in ends)) / 2


def contours(outline: Outline, matrix: Matrix) -> list[Contour]:
    """All parts of an outline that a matrix puts on a page, the smallest first: holes are cut before what is around."""
    parts = [_contour(part) for part in parts_of(transform_outline(outline, matrix))]
    return sorted((part for part in parts if len(part.corners) > 1), key=lambda part: part.area)


def line(points: Sequence[Point]) -> Contour:
    """An open line through places on a page, in points."""
    return Contour(tuple(Corner(_round(to_mm(x)), _round(to_mm(y))) for x, y in points), False)


def _contour(part: Outline) -> Contour:
    """A part of an outline as a contour."""
    corners, at, closed = list[Corner](), (0.0, 0.0), False
    for step in part:
        numbers = [to_mm(number) for number in step[1:]]
        if step[0] == "Z":
            closed = True
            continue
        end = (numbers[-2], numbers[-1])
        if step[0] == "C":
            corners += _arcs((at, (numbers[0], numbers[1]), (numbers[2], numbers[3]), end))
        elif step[0] == "L" and math.dist(at, end) > _SAME:
            corners.append(Corner(*at))
        at = end
    first = corners[0] if corners else Corner(*at)
    if not closed or math.dist(at, first[:2]) > _SAME:
        corners.append(Corner(*at))
    return Contour(tuple(Corner(_round(x), _round(y), round(bulge, 6)) for x, y, bulge in corners), closed)


def _round(value: float) -> float:
    return round(value, 4) + 0.0


def _arcs(curve: tuple[Point, Point, Point, Point], depth: int = 0) -> Iterator[Corner]:
    """The corners before the arcs that stand for a curve."""
    start, end, middle = curve[0], curve[3], _at(curve, 0.5)
    bulge = _bulge(start, middle, end)
    if depth >= _DEEPEST or _near(curve, bulge):
        if math.dist(start, end) > _SAME:
            yield Corner(*start, bulge)
        return
    (a, b, c, d) = curve
    ab, bc, cd = _mid(a, b), _mid(b, c), _mid(c, d)
    abc, bcd = _mid(ab, bc), _mid(bc, cd)
    yield from _arcs((a, ab, abc, middle), depth + 1)
    yield from _arcs((middle, bcd, cd, d), depth + 1)


def _mid(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _at(curve: tuple[Point, Point, Point, Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    xs, ys = (sum(weight * point[i] for weight, point in zip(weights, curve, strict=True)) for i in (0, 1))
    return xs, ys


def _bulge(start: Point, middle: Point, end: Point) -> float:
    """How an arc bends that goes through three points."""
    chord = math.dist(start, end)
    if chord < _SAME:
        return 0.0
    (x, y), (mx, my) = (end[0] - start[0], end[1] - start[1]), (middle[0] - start[0], middle[1] - start[1])
    height = -(x * my - y * mx) / chord
    return 0.0 if abs(height) < NEAR / 4 else height / (chord / 2)


def _near(curve: tuple[Point, Point, Point, Point], bulge: float) -> bool:
    """Whether an arc from end to end of a curve is near to all of it."""
    start, end = curve[0], curve[3]
    samples = [_at(curve, i / 8) for i in range(1, 8)]
    if abs(bulge) > 1:
        return False
    chord = math.dist(start, end)
    if chord < _SAME:
        return all(math.dist(start, sample) < NEAR for sample in samples)
    if not bulge:
        x, y = (end[0] - start[0]) / chord, (end[1] - start[1]) / chord
        return all(abs(x * (q - start[1]) - y * (p - start[0])) < NEAR for p, q in samples)
    (cx, cy), radius = center((*start, bulge), end)
    return all(abs(math.dist((cx, cy), sample) - radius) < NEAR for sample in samples)


def center(start: tuple[float, float, float], end: Point) -> tuple[Point, float]:
    """The middle and the radius of the circle of an arc that begins at a corner with a bulge other than 0."""
    x, y, bulge = start
    chord = math.dist((x, y), end)
    radius = chord * (1 + bulge * bulge) / (4 * abs(bulge))
    # Seen along the chord, the middle lies to the right of an arc that goes round clockwise and is no half circle.
    off = chord * (1 - bulge * bulge) / (4 * bulge)
    ux, uy = (end[0] - x) / chord, (end[1] - y) / chord
    return ((x + end[0]) / 2 - uy * off, (y + end[1]) / 2 + ux * off), radius


Layer = Literal["Cut", "Kiss", "Score"]
LAYERS: tuple[Layer, ...] = ("Score", "Kiss", "Cut")
"""In this order a machine goes over a sheet: what is cut out first would move."""


class SheetSpot(NamedTuple):
    """A thing in its cell on a page, in points: the box of its cut. It may lie a quarter turn clockwise in it."""

    component: Component
    cell: Box
    turned: bool = False

    @property
    def matrix(self) -> Matrix:
        """Where the front goes, from the top left of the box of its cut."""
        if self.turned:
            return compose(translate(self.cell.right, self.cell.y), rotate(90))
        return translate(self.cell.x, self.cell.y)

    def shift(self, x: float, y: float) -> SheetSpot:
        """The same thing elsewhere."""
        return self._replace(cell=self.cell.moved(x, y))


@dataclass(frozen=True)
class RegistrationMarks:
    """Registration marks of a page, in points, as `MarkSizes` tells; `square` is 0 where all four are L shapes."""

    inset: float
    thickness: float
    length: float
    square: float

    def zone(self, clear: float) -> float:
        """How wide the square at each corner of the paper is that nothing else may lie in."""
        return self.inset + max(self.length, self.square + self.thickness / 2) + clear

    def shapes(self, page: tuple[float, float]) -> tuple[tuple[tuple[float, float], ...], ...]:
        """The corners of each mark on a page: the square at the top left, and L shapes at the others.

        There is none at the bottom right of three.
        """
        (w, h), i, half, square = page, self.inset, self.thickness / 2, self.square
        spots = ((0.0, 0.0, 1, 1), (w, 0.0, -1, 1), (0.0, h, 1, -1), (w, h, -1, -1))
        out = []
        for x, y, right, down in spots[1:3] if square else spots:
            out.append(tuple((x + right * (i + a), y + down * (i + b)) for a, b in self._angle()))
        if square:
            low, high = i - half, i + square + half
            out.insert(0, ((low, low), (high, low), (high, high), (low, high)))
        return tuple(out)

    def _angle(self) -> tuple[tuple[float, float], ...]:
        """The corners of an L whose lines meet at the origin."""
        half, end = self.thickness / 2, self.length
        return ((-half, -half), (end, -half), (end, half), (half, half), (half, end), (-half, end))


@dataclass(frozen=True)
class SheetLayout:
    """How the sheets of a batch are made: the name of the layout, its page and what machine reads it, in points.

    `gap` is how far things lie from each other, `corner` the radius to which their corners are cut instead of their
    own, `cross` where crosses are, with arms of `arm`. A machine is told that the paper is `larger` by so much.
    What is on labels is cut in a `kiss`, through the label alone.
    """

    name: str
    page: tuple[float, float]
    gap: float
    marks: RegistrationMarks | None = None
    corner: float | None = None
    cross: float = 0.0
    arm: float = 0.0
    larger: float = 0.0
    kiss: bool = False


def edge_of(component: Component, corner: float | None) -> Outline:
    """Where a thing is cut, from the top left of the box of its cut; a rectangle with corners of a radius, if given."""
    if corner is None or component.piece.cut:
        return component.outline
    return round_rect(Box(0, 0, component.box.w, component.box.h), corner)


@dataclass(frozen=True)
class CutSheet:
    """A sheet: which of how many it is, and the things that lie on it."""

    way: SheetLayout
    laid: tuple[SheetSpot, ...] = field(repr=False)
    number: int
    of: int

    @cached_property
    def box(self) -> Box:
        """The box around all cuts, in points."""
        return around(one.cell for one in self.laid)

    @cached_property
    def lines(self) -> tuple[tuple[Layer, Contour], ...]:
        """All that a machine does to it, in order, in millimetres on the page."""
        done: list[tuple[Layer, Contour]] = []
        for one in self.laid:
            component, at = one.component, one.matrix
            edge: Layer = "Kiss" if self.way.kiss else "Cut"
            done += ((edge, contour) for contour in contours(edge_of(component, self.way.corner), at))
            here = compose(at, translate(-component.box.x, -component.box.y))
            done += (("Score", line([apply(here, *end) for end in fold])) for fold in component.piece.folds)
        return tuple(sorted(done, key=lambda each: LAYERS.index(each[0])))

    @property
    def backed(self) -> bool:
        """Whether any of its things has a back."""
        return any(one.component.piece.back is not None for one in self.laid)


_SAME_PLACE = mm(0.1)
"""Sizes that differ by no more are one: those in inches are rounded somewhere."""


class CutArea(NamedTuple):
    """Where things may lie on a page: within a box in its middle, in points."""

    way: SheetLayout
    width: float
    height: float

    def takes(self, component: Component) -> bool:
        """Whether a thing has room in it, turned or not."""
        box = component.box
        across, down = (box.w, box.h), (box.h, box.w)
        return any(w <= self.width + SLACK and h <= self.height + SLACK for w, h in (across, down))


def fits(component: Component, named: NamedLayout) -> bool:
    """Whether a thing is of the size and the shape that a named layout is for."""
    sides, wanted = sorted((component.box.w, component.box.h)), sorted(named.card.size)
    if any(abs(a - b) > _SAME_PLACE for a, b in zip(sides, wanted, strict=True)):
        return False
    if not named.card.round:
        return component.piece.cut is None
    width = component.box.w
    return component.piece.cut is not None and _alike(component, circle(width / 2, width / 2, width / 2))


def _alike(component: Component, outline: tuple[tuple[object, ...], ...]) -> bool:
    """Whether the outline of a thing is that of a disc: as many steps, each of them a curve."""
    return [step[0] for step in component.outline] == [step[0] for step in outline]


def in_layout(components: Sequence[Component], named: NamedLayout, way: SheetLayout) -> list[CutSheet]:
    """Sheets of things that all fit a named layout: its cells, row by row."""
    wide, high = named.card.size
    grid = CellGrid(*way.page, wide, high, named.rows.columns, named.rows.rows, way.gap)
    laid = list[SheetSpot]()
    for index, component in enumerate(_each_copy(components)):
        cell = grid.cell(index % grid.capacity)
        x, y = cell.x + cell.w / 2, cell.y + cell.h / 2
        turned = (component.box.w > component.box.h) != (cell.w > cell.h)
        w, h = (component.box.h, component.box.w) if turned else (component.box.w, component.box.h)
        laid.append(SheetSpot(component, Box(x - w / 2, y - h / 2, w, h), turned))
    pages = [laid[start : start + grid.capacity] for start in range(0, len(laid), grid.capacity)]
    return _sheets(way, pages)


def pack_sheets(
    components: Sequence[Component], rooms: Sequence[CutArea]
) -> tuple[list[list[CutSheet]], list[Component]]:
    """Batches of sheets for things of any size, each in the room that takes the most of them on the fewest sheets.

    The things that no room takes are left over.
    """
    batches, rest = list[list[CutSheet]](), list(components)
    while rest:
        found: tuple[int, int, list[list[SheetSpot]], CutArea] | None = None
        for room in rooms:
            taken = [component for component in rest if room.takes(component)]
            pages = _nest(taken, room) if taken else []
            if pages and (found is None or (-len(taken), len(pages)) < found[:2]):
                found = (-len(taken), len(pages), pages, room)
        if found is None:
            return batches, rest
        *_, pages, room = found
        batches.append(_sheets(room.way, _centre(pages, room.way.page)))
        rest = [component for component in rest if not room.takes(component)]
    return batches, rest


def _nest(components: Sequence[Component], room: CutArea) -> list[list[SheetSpot]]:
    """The things on pages as large as a room."""
    # Of a thing, only what is left once it is cut takes room. A blank is called by the number of its thing.
    blanks = [
        Piece(str(n), Drawing(component.box.w, component.box.h), cut=component.outline, copies=component.copies,
              layout=component.piece.layout)
        for n, component in enumerate(components)
    ]  # fmt: skip
    gap = room.way.gap
    pages = nest([*_lots(blanks, gap)], (room.width, room.height), 0.0, gap, 0.0)
    return [[SheetSpot(components[int(spot.piece.name)], spot.cell, spot.turned) for spot in spots] for spots in pages]


def _lots(pieces: Iterable[Piece], gap: float) -> Iterator[CellLot]:
    """Pieces by size and by how they lie, copies counted out."""
    groups: dict[tuple[float, float, bool, bool], list[Piece]] = {}
    for piece in pieces:
        comb = piece.layout == "honeycomb"
        size = round(piece.front.width, 3), round(piece.front.height, 3)
        groups.setdefault((*size, comb, comb and _is_pointy(piece)), []).append(piece)
    for (*_, comb, pointed), group in groups.items():
        counted, first = tuple(piece for piece in group for _ in range(piece.copies)), group[0].front
        yield CellLot(counted, first.width, first.height, gap / 2, comb, pointed)


def _is_pointy(piece: Piece) -> bool:
    """Whether a hexagon has a corner in the middle of its top."""
    points = (step[1:3] for step in piece.cut or () if step[0] in "ML")
    return any(abs(x - piece.front.width / 2) < 1 and abs(y) < 1 for x, y in points)


def _centre(pages: Sequence[Sequence[SheetSpot]], page: tuple[float, float]) -> list[list[SheetSpot]]:
    """The same pages with the box around what lies on any of them in the middle."""
    box = around(one.cell for laid in pages for one in laid)
    x, y = (page[0] - box.w) / 2 - box.x, (page[1] - box.h) / 2 - box.y
    return [sorted((one.shift(x, y) for one in laid), key=_reading) for laid in pages]


def _reading(laid: SheetSpot) -> tuple[float, float]:
    return round(laid.cell.y, 1), round(laid.cell.x, 1)


def _sheets(way: SheetLayout, pages: Sequence[Sequence[SheetSpot]]) -> list[CutSheet]:
    check_limit("sheets", len(pages))
    return [CutSheet(way, tuple(laid), number, len(pages)) for number, laid in enumerate(pages, 1)]


def _each_copy(components: Iterable[Component]) -> Iterator[Component]:
    return (component for component in components for _ in range(component.copies))


def lengthen_marks(sheets: Sequence[CutSheet], sizes: MarkSizes) -> list[CutSheet]:
    """The same sheets with marks as long as they may be beside what lies there, to a tenth of a millimetre."""
    way = sheets[0].way
    assert way.marks is not None
    box, half = around(sheet.box for sheet in sheets), way.marks.thickness / 2
    room = max(box.x, box.y) - way.marks.inset - half - sizes.clear / 2
    longest = min(sizes.longest, mm(int(room / mm(0.1)) * 0.1))
    marks: RegistrationMarks = replace(way.marks, length=max(sizes.shortest, longest))
    return [replace(sheet, way=replace(way, marks=marks)) for sheet in sheets]
