"""The one value from which a sheet's page and its cut file are made, and how things lie on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

from printgen.base.limits import check_limit
from printgen.base.units import Box, Matrix, chain, mm, rotate, scale, to_mm, translate
from printgen.drawing.extent import around, flatten
from printgen.drawing.model import Drawing, Outline
from printgen.drawing.outlines import parts_of, polyline, round_rect, transform_outline
from printgen.drawing.pieces import Piece
from printgen.exports.bundle import Component
from printgen.sheets.cut_plan import MarkSizes
from printgen.sheets.grid import SLACK, CellLot, nest

Layer = Literal["Cut", "Kiss", "Score"]
LAYERS: tuple[Layer, ...] = ("Score", "Kiss", "Cut")
"""In this order a machine goes over a sheet: what is cut out first would move."""


def _lines(outline: Outline, matrix: Matrix) -> list[Outline]:
    """All parts of an outline that a matrix puts on a page, in millimetres, the smallest first: holes are cut before
    what is around them."""
    on_page = transform_outline(outline, chain(scale(to_mm(1), to_mm(1)), matrix))
    parts = [tuple((step, *(round(at, 4) + 0.0 for at in numbers)) for step, *numbers in part)
             for part in parts_of(on_page)]  # fmt: skip
    return sorted(parts, key=_area)


def _area(part: Outline) -> float:
    """About how much a part of an outline encloses."""
    points = [point for line in flatten(part, least=2) for point in line]
    ends = zip(points, (*points[1:], *points[:1]), strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in ends)) / 2


class SheetSpot(NamedTuple):
    """A component in its cell on a page, in points: the box of its cut. It may lie a quarter turn clockwise in it."""

    component: Component
    cell: Box
    turned: bool = False

    @property
    def matrix(self) -> Matrix:
        """Where the front goes, from the top left of the box of its cut."""
        if self.turned:
            return chain(translate(self.cell.right, self.cell.y), rotate(90))
        return translate(self.cell.x, self.cell.y)


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
        (w, h), i, half, square, end = page, self.inset, self.thickness / 2, self.square, self.length
        # An L whose lines meet at the origin.
        angle = ((-half, -half), (end, -half), (end, half), (half, half), (half, end), (-half, end))
        corners = ((0.0, 0.0, 1, 1), (w, 0.0, -1, 1), (0.0, h, 1, -1), (w, h, -1, -1))
        marks = [tuple((x + right * (i + a), y + down * (i + b)) for a, b in angle)
                 for x, y, right, down in (corners[1:3] if square else corners)]  # fmt: skip
        if square:
            low, high = i - half, i + square + half
            marks.insert(0, ((low, low), (high, low), (high, high), (low, high)))
        return tuple(marks)


@dataclass(frozen=True)
class SheetLayout:
    """How the sheets of a product are made: the name of the layout and its page, in points.

    `gap` is how far things lie from each other, `corner` the radius to which their corners are cut instead of their
    own, `cross` where crosses are, with arms of `arm`. What is on labels is cut in a `kiss`, through the label alone.
    """

    name: str
    page: tuple[float, float]
    gap: float
    marks: RegistrationMarks | None = None
    corner: float | None = None
    cross: float = 0.0
    arm: float = 0.0
    kiss: bool = False

    def edge(self, component: Component) -> Outline:
        """Where a component is cut, from the top left of the box of its cut."""
        if self.corner is None or component.piece.cut:
            return component.outline
        return round_rect(Box(0, 0, component.box.w, component.box.h), self.corner)


@dataclass(frozen=True)
class CutSheet:
    """A sheet: which of how many it is, and what lies on it."""

    way: SheetLayout
    spots: tuple[SheetSpot, ...] = field(repr=False)
    number: int
    of: int

    @cached_property
    def box(self) -> Box:
        """The box around all cuts, in points."""
        return around(spot.cell for spot in self.spots)

    @cached_property
    def lines(self) -> tuple[tuple[Layer, Outline], ...]:
        """All that a machine does to it, in order, in millimetres on the page."""
        lines: list[tuple[Layer, Outline]] = []
        for spot in self.spots:
            component, edge = spot.component, self.way.edge(spot.component)
            lines += (("Kiss" if self.way.kiss else "Cut", line) for line in _lines(edge, spot.matrix))
            here = chain(spot.matrix, translate(-component.box.x, -component.box.y))
            lines += (("Score", line) for fold in component.piece.folds for line in _lines(polyline(fold), here))
        return tuple(sorted(lines, key=lambda line: LAYERS.index(line[0])))

    @property
    def has_backs(self) -> bool:
        """Whether any of its components has a back."""
        return any(spot.component.piece.back is not None for spot in self.spots)


class CutArea(NamedTuple):
    """Where things may lie on a page: within a box in its middle, in points."""

    way: SheetLayout
    width: float
    height: float

    def takes(self, component: Component) -> bool:
        """Whether a component has room in it, turned or not."""
        box = component.box
        across, down = (box.w, box.h), (box.h, box.w)
        return any(w <= self.width + SLACK and h <= self.height + SLACK for w, h in (across, down))


def pack_sheets(
    components: Sequence[Component], areas: Sequence[CutArea]
) -> tuple[list[list[CutSheet]], list[Component]]:
    """Batches of sheets for components of any size, each in the area that takes the most of them on the fewest sheets.

    What no area takes is left over.
    """
    batches, rest = list[list[CutSheet]](), list(components)
    while rest:
        best: tuple[int, int, list[list[SheetSpot]], CutArea] | None = None
        for area in areas:
            some = [component for component in rest if area.takes(component)]
            pages = _nest(some, area) if some else []
            if pages and (best is None or (-len(some), len(pages)) < best[:2]):
                best = (-len(some), len(pages), pages, area)
        if best is None:
            return batches, rest
        *_, pages, area = best
        check_limit("sheets", len(pages))
        batches.append([CutSheet(area.way, spots, number, len(pages))
                        for number, spots in enumerate(_centre(pages, area.way.page), 1)])  # fmt: skip
        rest = [component for component in rest if not area.takes(component)]
    return batches, rest


def _nest(components: Sequence[Component], area: CutArea) -> list[list[SheetSpot]]:
    """The components on pages as large as an area."""
    # Of a component, only what is left once it is cut takes room. A blank is called by the number of its component.
    blanks = [
        Piece(str(n), Drawing(component.box.w, component.box.h), cut=component.outline, copies=component.copies,
              layout=component.piece.layout)
        for n, component in enumerate(components)
    ]  # fmt: skip
    gap = area.way.gap
    pages = nest([*_lots(blanks, gap)], (area.width, area.height), 0.0, gap, 0.0)
    return [[SheetSpot(components[int(spot.piece.name)], spot.cell, spot.turned) for spot in spots] for spots in pages]


def _lots(pieces: Iterable[Piece], gap: float) -> Iterator[CellLot]:
    """Pieces by size and by how they lie, copies counted out."""
    groups: dict[tuple[float, float, bool, bool], list[Piece]] = {}
    for piece in pieces:
        comb, front = piece.layout == "honeycomb", piece.front
        # A hexagon may have a corner in the middle of its top.
        points = (step[1:3] for step in piece.cut or () if step[0] in "ML")
        pointy = comb and any(abs(x - front.width / 2) < 1 and abs(y) < 1 for x, y in points)
        groups.setdefault((round(front.width, 3), round(front.height, 3), comb, pointy), []).append(piece)
    for (*_, comb, pointy), group in groups.items():
        copies, first = tuple(piece for piece in group for _ in range(piece.copies)), group[0].front
        yield CellLot(copies, first.width, first.height, gap / 2, comb, pointy)


def _centre(pages: Sequence[Sequence[SheetSpot]], page: tuple[float, float]) -> Iterator[tuple[SheetSpot, ...]]:
    """The same pages with the box around what lies on any of them in the middle, in the order of reading."""
    box = around(spot.cell for spots in pages for spot in spots)
    x, y = (page[0] - box.w) / 2 - box.x, (page[1] - box.h) / 2 - box.y
    for spots in pages:
        here = [spot._replace(cell=spot.cell.moved(x, y)) for spot in spots]
        yield tuple(sorted(here, key=lambda spot: (round(spot.cell.y, 1), round(spot.cell.x, 1))))


def lengthen_marks(sheets: Sequence[CutSheet], sizes: MarkSizes) -> list[CutSheet]:
    """The same sheets with marks as long as they may be beside what lies there, to a tenth of a millimetre."""
    way = sheets[0].way
    assert way.marks is not None
    box, half = around(sheet.box for sheet in sheets), way.marks.thickness / 2
    room = max(box.x, box.y) - way.marks.inset - half - sizes.clear / 2
    longest = min(sizes.longest, mm(int(room / mm(0.1)) * 0.1))
    marks = replace(way.marks, length=max(sizes.shortest, longest))
    return [replace(sheet, way=replace(way, marks=marks)) for sheet in sheets]
