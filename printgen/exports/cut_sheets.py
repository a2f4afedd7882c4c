"""Lays a product out on the sheets of a cutting machine; pages and cut files are both made from these sheets."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Literal, NamedTuple

from printgen.base.errors import UsageError, did_you_mean
from printgen.base.limits import check_limit
from printgen.base.units import Box, Matrix, chain, mm, parse_length, rotate, scale, to_mm, translate
from printgen.drawing.extent import around
from printgen.drawing.model import Drawing, Outline
from printgen.drawing.outlines import flatten, parts_of, polyline, round_rect, signed_area, transform_outline
from printgen.drawing.pieces import Piece
from printgen.exports.bundle import Component, ProductExport
from printgen.exports.format import OptionValues
from printgen.faces.library import Library
from printgen.sheets.gang import check_skip, skipped_places
from printgen.sheets.grid import SLACK, best_grid
from printgen.sheets.mixed_layout import CellSpot, lots_of, nest
from printgen.sheets.sheet import CuttingFile, MarkSizes, Paper, load_cutting
from printgen.sheets.sheet import paper as find_paper

Layer = Literal["Cut", "Kiss", "Score"]
LAYERS: tuple[Layer, ...] = ("Score", "Kiss", "Cut")
"""The order in which a machine works on a sheet: pieces that are cut out first would move."""


def _lines(outline: Outline, matrix: Matrix) -> list[Outline]:
    """The parts of an outline that a matrix puts on a page, in millimetres: holes, which are smaller, come first."""
    on_page = transform_outline(outline, chain(scale(to_mm(1), to_mm(1)), matrix))
    parts = [tuple((step, *(round(at, 4) + 0.0 for at in numbers)) for step, *numbers in part)
             for part in parts_of(on_page)]  # fmt: skip
    return sorted(
        parts, key=lambda part: abs(signed_area([point for line in flatten(part, minimum=2) for point in line]))
    )


class SheetSpot(NamedTuple):
    """A component in its cell on a page: the box of its cut, in points. It may be turned clockwise by a quarter."""

    component: Component
    cell: Box
    turned: bool = False

    @property
    def matrix(self) -> Matrix:
        """The matrix of the front, from the top left of the box of its cut."""
        if self.turned:
            return chain(translate(self.cell.right, self.cell.y), rotate(90))
        return translate(self.cell.x, self.cell.y)


@dataclass(frozen=True)
class RegistrationMarks:
    """Registration marks of a page, in points, as in `MarkSizes`; `square` is 0 where all four are L shapes."""

    inset: float
    thickness: float
    length: float
    square: float

    def zone(self, clear: float) -> float:
        """The side of the square at each corner of the paper that stays free of anything else, in points."""
        return self.inset + max(self.length, self.square + self.thickness / 2) + clear

    def shapes(self, page: tuple[float, float]) -> tuple[tuple[tuple[float, float], ...], ...]:
        """The corners of each mark on a page: a square and two L shapes beside it, or L shapes at all four corners."""
        (w, h), i, half, square, end = page, self.inset, self.thickness / 2, self.square, self.length
        # The corners of an L whose lines meet at the origin.
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

    `gap` is the distance between pieces, `corner` the radius to which their corners are cut instead of their own.
    Crosses are `cross` from the edges, with arms of `arm`. Labels are cut in a `kiss`, through the label alone.
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
        """The cut line of a component, from the top left of the box of its cut."""
        if self.corner is None or component.piece.cut:
            return component.outline
        return round_rect(Box(0, 0, component.box.w, component.box.h), self.corner)

    def cross_arms(self) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
        """The ends of the arms of crosses in the corners of the page, in points."""
        if self.cross:
            for x, y in product(*((self.cross, side - self.cross) for side in self.page)):
                yield (x - self.arm, y), (x + self.arm, y)
                yield (x, y - self.arm), (x, y + self.arm)


@dataclass(frozen=True)
class CutSheet:
    """A sheet, `number` of `total` in its batch, with the components on it."""

    layout: SheetLayout
    spots: tuple[SheetSpot, ...] = field(repr=False)
    number: int
    total: int

    @cached_property
    def box(self) -> Box:
        """The box around all cuts, in points."""
        return around(spot.cell for spot in self.spots)

    @cached_property
    def lines(self) -> tuple[tuple[Layer, Outline], ...]:
        """The lines that a machine cuts and scores, in this order, in millimetres on the page."""
        lines: list[tuple[Layer, Outline]] = []
        for spot in self.spots:
            component, edge = spot.component, self.layout.edge(spot.component)
            lines += (("Kiss" if self.layout.kiss else "Cut", line) for line in _lines(edge, spot.matrix))
            on_page = chain(spot.matrix, translate(-component.box.x, -component.box.y))
            lines += (("Score", line) for fold in component.piece.folds for line in _lines(polyline(fold), on_page))
        return tuple(sorted(lines, key=lambda line: LAYERS.index(line[0])))

    @property
    def has_backs(self) -> bool:
        """Whether any of its components has a back."""
        return any(spot.component.piece.back is not None for spot in self.spots)


class CutArea(NamedTuple):
    """The box in the middle of a page where components may be, in points."""

    layout: SheetLayout
    width: float
    height: float

    def takes(self, component: Component) -> bool:
        """Whether a component fits in it, turned or not."""
        box = component.box
        upright, turned = (box.w, box.h), (box.h, box.w)
        return any(w <= self.width + SLACK and h <= self.height + SLACK for w, h in (upright, turned))


def pack_sheets(
    components: Sequence[Component], areas: Sequence[CutArea], skip: int = 0
) -> tuple[list[list[CutSheet]], list[Component]]:
    """Batches of sheets for components of any size, each in the area that fits the most on the fewest sheets.

    The first `skip` places of the first sheet stay empty; UsageError if none is left. The second value lists the
    components that fit no area.
    """
    batches, rest = list[list[CutSheet]](), list(components)
    while rest:
        best: tuple[int, int, list[tuple[SheetSpot, ...]], CutArea] | None = None
        for area in areas:
            candidates = [component for component in rest if area.takes(component)]
            pages = _nest(candidates, area, 0 if batches else skip) if candidates else []
            if pages and (best is None or (-len(candidates), len(pages)) < best[:2]):
                best = (-len(candidates), len(pages), pages, area)
        if best is None:
            return batches, rest
        *_, pages, area = best
        check_limit("sheets", len(pages))
        batches.append([CutSheet(area.layout, spots, number, len(pages)) for number, spots in enumerate(pages, 1)])
        rest = [component for component in rest if not area.takes(component)]
    return batches, rest


def _nest(components: Sequence[Component], area: CutArea, skip: int) -> list[tuple[SheetSpot, ...]]:
    """The components on pages as large as an area, in the order of reading; some first places stay empty."""
    # A blank is as large as a component once it is cut, and is named by the number of its component.
    blanks = [
        Piece(str(n), Drawing(component.box.w, component.box.h), cut=component.outline, copies=component.copies,
              layout=component.piece.layout, block=component.piece.block)
        for n, component in enumerate(components)
    ]  # fmt: skip
    gap = area.layout.gap
    lots = lots_of([*skipped_places(blanks, skip), *blanks], gap)
    pages = list(_centre(nest(lots, (area.width, area.height), 0.0, gap, 0.0), area.layout.page))
    if skip and pages:
        check_skip(skip, len(pages[0]), components[0].piece)
    return [
        tuple(SheetSpot(components[int(spot.piece.name)], spot.cell, spot.turned) for spot in spots if spot.piece.name)
        for spots in pages
    ]


def _centre(pages: Sequence[Sequence[CellSpot]], page: tuple[float, float]) -> Iterator[tuple[CellSpot, ...]]:
    """The same pages with the box around all spots in the middle, and the spots of a page in the order of reading."""
    if not pages:
        return
    box = around(spot.cell for spots in pages for spot in spots)
    x, y = (page[0] - box.w) / 2 - box.x, (page[1] - box.h) / 2 - box.y
    for spots in pages:
        moved_spots = [spot._replace(cell=spot.cell.moved(x, y)) for spot in spots]
        yield tuple(sorted(moved_spots, key=lambda spot: (round(spot.cell.y, 1), round(spot.cell.x, 1))))


def lengthen_marks(sheets: Sequence[CutSheet], sizes: MarkSizes) -> list[CutSheet]:
    """The same sheets with the longest marks that have room beside the spots, in tenths of a millimetre."""
    layout = sheets[0].layout
    assert layout.marks is not None
    box, half = around(sheet.box for sheet in sheets), layout.marks.thickness / 2
    room = max(box.x, box.y) - layout.marks.inset - half - sizes.clear / 2
    longest = min(sizes.longest, mm(int(room / mm(0.1)) * 0.1))
    marks = replace(layout.marks, length=max(sizes.shortest, longest))
    return [replace(sheet, layout=replace(layout, marks=marks)) for sheet in sheets]


MACHINES = ("silhouette", "cricut", "scanncut", "laser")
"""The machines by name."""
_MACHINE_OF_OPTION = {"feeder": "silhouette", "four": "silhouette", "older": "cricut"}
"""The options that one machine alone has, each with that machine."""
_NO_LABELS = "none"
"""The value of `kiss` that says that no product is on labels."""
_LABELS = re.compile(r"\b(labels?|stickers?)\b(?!.*\bon\b)", re.IGNORECASE)
"""A stock that names labels, unless they are on something else: its labels alone are cut (a kiss cut)."""


class CutResult(NamedTuple):
    """A product's batches of sheets, the components too large for the machine, and the uncut ones for reading."""

    batches: tuple[tuple[CutSheet, ...], ...]
    too_large: tuple[Component, ...]
    read_only: tuple[Component, ...]


def _is_read_only(component: Component, paper: Paper) -> bool:
    """Whether a component is read as printed: bound, or a page that has its paper to itself."""
    piece = component.piece
    if not piece.page:
        return piece.leaf
    grid = best_grid(paper, component.box.w, component.box.h, 0.0)
    return grid is None or grid.capacity < 2


@dataclass(frozen=True)
class Machine:
    """A machine with the options of an export, which `of` has checked."""

    options: OptionValues
    machine_sizes: CuttingFile = field(repr=False)
    library: Library = field(repr=False)

    @classmethod
    def of(cls, options: OptionValues, library: Library, products: Collection[str] = ()) -> Machine:
        """The machine named in options; `kiss` may name `products`. UsageError, with the nearest name, for others."""
        machine = cls(options, load_cutting(library), library)
        if not machine.name:
            raise UsageError("there are several cutting machines", f"Choose a --machine: {', '.join(MACHINES)}.")
        for option, name in _MACHINE_OF_OPTION.items():
            if options[option] and machine.name != name:
                raise UsageError(f"--{option} is for {name}, not for {machine.name}", f"Leave out --{option}.")
        for name in machine._labels():
            if products and name not in (*products, _NO_LABELS):
                raise UsageError(f"kiss: there is no product '{name}'", did_you_mean(name, products))
        machine.areas()
        return machine

    @property
    def name(self) -> str:
        """One of `MACHINES`."""
        return str(self.options["machine"])

    def lay_out(self, product: ProductExport) -> CutResult:
        """Lay a product out on sheets."""
        paper = product.pieces.paper
        read_only = tuple(component for component in product.components if _is_read_only(component, paper))
        rest = [one for one in product.components if one.copies and not _is_read_only(one, paper)]
        batches, too_large = pack_sheets(rest, self.areas(), self.options["skip"])
        names = self._labels()
        kiss = product.name in names if names else bool(_LABELS.search(product.pieces.product.stock))
        sheets = []
        for batch in batches:
            batch = lengthen_marks(batch, self.machine_sizes.silhouette.marks) if batch[0].layout.marks else batch
            sheets.append(tuple(replace(sheet, layout=replace(sheet.layout, kiss=kiss)) for sheet in batch))
        return CutResult(tuple(sheets), tuple(too_large), read_only)

    def _labels(self) -> list[str]:
        """The products that `kiss` names."""
        return [name.strip() for name in self.options["kiss"].split(",") if name.strip()]

    @property
    def area_name(self) -> str:
        """The name of the area, for messages."""
        return "the older area" if self.options["older"] else str(self.options["paper"])

    def _length(self, name: str, limit: float) -> float | None:
        """An option's length in points, None without one. UsageError for more than `most` mm, or for no length."""
        if not self.options[name]:
            return None
        try:
            length = parse_length(self.options[name])
        except ValueError as error:
            raise UsageError(f"{name}: {error}", "Give a length such as 2mm.") from error
        if not 0 <= length <= mm(limit):
            raise UsageError(f"{name}: it must be from 0 to {limit:g} mm", "Give a length such as 2mm.")
        return length

    def areas(self) -> list[CutArea]:
        """The areas of the machine's pages that pieces may be in."""
        gap, corner = self._length("gap", 50), self._length("corner", 20)
        gap = float(getattr(self.machine_sizes, self.name).gap) if gap is None else gap
        return [area._replace(layout=replace(area.layout, corner=corner)) for area in self._areas(gap)]

    def _areas(self, gap: float) -> Iterator[CutArea]:
        paper = find_paper(self.options["paper"], self.library)
        if self.name == "cricut":
            areas, name = self.machine_sizes.cricut.areas, "older" if self.options["older"] else paper.name
            if name not in areas:
                raise UsageError(f"there is no area of {name} for cricut", did_you_mean(name, areas))
            wide, high = areas[name]
            yield CutArea(SheetLayout(f"cricut-{name}", (wide, high), gap), wide, high)
            return
        short, long = sorted((paper.width, paper.height))
        paper_slug = re.sub(r"[^a-z0-9]+", "-", paper.name)
        for wide, high, how in ((short, long, "portrait"), (long, short, "landscape")):
            layout = SheetLayout(f"printgen-{paper_slug}-{how}", (wide, high), gap)
            if self.name == "silhouette":
                # Clear of the marks' corners, an area is either as high as the page between insets, or as wide.
                marks = self._marks()
                zone, edge = marks.zone(self.machine_sizes.silhouette.marks.clear), marks.inset + marks.thickness / 2
                layout = replace(layout, marks=marks)
                yield CutArea(layout, wide - 2 * zone, high - 2 * edge)
                yield CutArea(layout, wide - 2 * edge, high - 2 * zone)
                continue
            laser = self.machine_sizes.laser
            margin = laser.margin if self.name == "laser" else self.machine_sizes.scanncut.margin
            layout = replace(layout, cross=laser.cross, arm=laser.arm) if self.name == "laser" else layout
            yield CutArea(layout, wide - 2 * margin, high - 2 * margin)

    def _marks(self) -> RegistrationMarks:
        """The marks of Silhouette at their shortest."""
        silhouette, sizes = self.machine_sizes.silhouette, self.machine_sizes.silhouette.marks
        inset = silhouette.feeder if self.options["feeder"] else sizes.inset
        square = 0.0 if self.options["four"] else sizes.square
        return RegistrationMarks(inset, sizes.thickness, sizes.shortest, square)
