"""A product and what is asked for come in; the batches of sheets that a machine cuts go out, and what it cannot cut."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from printgen.base.errors import UsageError, did_you_mean
from printgen.base.units import mm, parse_length
from printgen.exports.bundle import Component, ProductExport
from printgen.exports.cutting.sheets import (
    CutArea,
    CutSheet,
    RegistrationMarks,
    SheetLayout,
    fits,
    in_layout,
    lengthen_marks,
    pack_sheets,
)
from printgen.exports.format import OptionValues
from printgen.faces.library import Library
from printgen.sheets.cut_plan import CuttingFile, NamedLayout, layouts_by_name, load_cutting
from printgen.sheets.grid import best_grid
from printgen.sheets.sheet import Paper, paper

MACHINES = ("silhouette", "cricut", "scanncut", "laser")
"""The machines by name."""
_ALONE = {"borderless": "silhouette", "feeder": "silhouette", "four": "silhouette", "older": "cricut"}
"""What one machine alone can be asked for."""
OWN, NONE = "own", "none"
"""The layout of no template, and that no product is on labels."""
USUAL = "letter"
"""The paper that is meant where nobody names one."""
_LABELS = re.compile(r"\b(labels?|stickers?)\b(?!.*\bon\b)", re.IGNORECASE)
"""What it is printed on that is cut in a kiss; labels on something else are cut with that."""


class CutResult(NamedTuple):
    """What of a product a machine cuts: its batches of sheets; what is too large for it, and what is only read."""

    batches: tuple[tuple[CutSheet, ...], ...]
    large: tuple[Component, ...]
    read: tuple[Component, ...]


def _is_read_only(component: Component, on: Paper) -> bool:
    """Whether a thing is read as it is printed: it is bound, or a page of which one lies on its paper."""
    piece = component.piece
    if not piece.page:
        return piece.leaf
    grid = best_grid(on, component.box.w, component.box.h, 0.0)
    return grid is None or grid.capacity < 2


@dataclass(frozen=True)
class Machine:
    """What is asked for, once it is known to be there. UsageError, with what is near, for what is not."""

    options: OptionValues
    wants: CuttingFile = field(repr=False)
    library: Library = field(repr=False)

    @classmethod
    def of(cls, options: OptionValues, library: Library, products: Collection[str] = ()) -> Machine:
        """The machine that is asked for, as the templates of a game have it; `products` are the names of its own."""
        made = cls(options, load_cutting(library), library)
        if not made.name:
            raise UsageError("there are several cutting machines", f"Choose a --machine: {', '.join(MACHINES)}.")
        for option, machine in _ALONE.items():
            if options[option] and made.name != machine:
                raise UsageError(f"--{option} is for {machine}, not for {made.name}", f"Leave out --{option}.")
        for name in made._labels():
            if products and name not in (*products, NONE):
                raise UsageError(f"kiss: there is no product '{name}'", did_you_mean(name, products))
        made._named()
        made.rooms()
        return made

    @property
    def name(self) -> str:
        """Its name."""
        return str(self.options["machine"])

    def cut(self, product: ProductExport) -> CutResult:
        """How the things of a product lie on its sheets."""
        on, batches = product.pieces.paper, list[Sequence[CutSheet]]()
        read = tuple(component for component in product.components if _is_read_only(component, on))
        rest = [component for component in product.components if component.copies and not _is_read_only(component, on)]
        for named in self._named():
            fitting = [component for component in rest if fits(component, named)]
            if fitting:
                batches.append(in_layout(fitting, named, self.way(named)))
                rest = [component for component in rest if not fits(component, named)]
        large = rest
        if not self.forced:
            own, large = pack_sheets(rest, [*self.rooms()])
            batches += map(self._finished, own)
        kiss = self._kissed(product)
        kissed = (tuple(replace(one, way=replace(one.way, kiss=kiss)) for one in sheets) for sheets in batches)
        return CutResult(tuple(kissed), tuple(large), read)

    def _kissed(self, product: ProductExport) -> bool:
        """Whether a product is cut through the label alone."""
        names = self._labels()
        return product.name in names if names else bool(_LABELS.search(product.pieces.product.stock))

    def _labels(self) -> list[str]:
        """The products that are said to be on labels."""
        return [name.strip() for name in self.options["kiss"].split(",") if name.strip()]

    @property
    def room_of(self) -> str:
        """What people call that in which things must have room."""
        return "the older area" if self.options["older"] else str(self.options["paper"])

    @property
    def forced(self) -> bool:
        """Whether a named layout was asked for."""
        return self.options["layout"] not in ("", OWN)

    def _named(self) -> list[NamedLayout]:
        """The named layouts that may be used: the one that was asked for, or all of the paper."""
        options, known = self.options["layout"], layouts_by_name(self.wants.silhouette)
        if options in ("", OWN):
            usual = self.name == "silhouette" and options != OWN and not self.options["feeder"]
            papers = [name for name in self.wants.silhouette.layouts if usual and self._is(name)]
            return [
                one for one in known.values() if one.paper in papers and one.borderless == self.options["borderless"]
            ]
        if options not in known:
            raise UsageError(f"there is no layout '{options}'", did_you_mean(options, (OWN, *known)))
        if self.name != "silhouette":
            raise UsageError(f"layouts with names are for silhouette, not for {self.name}", "Leave out --layout.")
        if self.options["feeder"]:
            raise UsageError("layouts with names have marks too near to the edge for a feeder", "Leave out --feeder.")
        if self.options["paper"] != USUAL and not self._is(known[options].paper):
            message = f"the layout {options} is for {known[options].paper}, not for {self.options['paper']}"
            raise UsageError(message, "Leave out --paper, or choose another --layout.")
        return [known[options]]

    def way(self, named: NamedLayout) -> SheetLayout:
        """The sheets of a named layout."""
        wants, one = self.wants.silhouette, paper(named.paper, self.library)
        sides = sorted((one.width, one.height), reverse=named.rows.page == "landscape")
        corner = wants.corner if named.card.corner is None else named.card.corner
        marks = self._marks(named.borderless)
        length = min(max(named.rows.length, wants.marks.shortest), wants.marks.longest)
        larger = 2 * (wants.marks.inset - wants.borderless) if named.borderless else 0.0
        return SheetLayout(
            named.name, (sides[0], sides[1]), wants.gap, replace(marks, length=length), corner, larger=larger
        )

    def _marks(self, borderless: bool) -> RegistrationMarks:
        """The marks of Silhouette, as short as they may be."""
        wants = self.wants.silhouette
        inset = wants.feeder if self.options["feeder"] else wants.borderless if borderless else wants.marks.inset
        square = 0.0 if self.options["four"] else wants.marks.square
        return RegistrationMarks(inset, wants.marks.thickness, wants.marks.shortest, square)

    def _gap(self) -> float:
        """How far things lie from each other where no template says it."""
        given = self._length("gap", 50)
        return float(getattr(self.wants, self.name).gap) if given is None else given

    def _length(self, name: str, most: float) -> float | None:
        """A length that is asked for, up to so many millimetres; None where none is. UsageError for what is none."""
        if not self.options[name]:
            return None
        try:
            length = parse_length(self.options[name])
        except ValueError as error:
            raise UsageError(f"{name}: {error}", "Give a length such as 2mm.") from error
        if not 0 <= length <= mm(most):
            raise UsageError(f"{name}: it must be from 0 to {most:g} mm", "Give a length such as 2mm.")
        return length

    @property
    def _paper(self) -> tuple[str, float, float]:
        """The paper that is asked for; its sides in points, the longer one last."""
        one = paper(self.options["paper"], self.library)
        return one.name, min(one.width, one.height), max(one.width, one.height)

    def _is(self, name: str) -> bool:
        """Whether the paper that is asked for is one of a name, or of its size."""
        one, (_, *sides) = paper(name, self.library), self._paper
        return all(abs(a - b) < mm(0.1) for a, b in zip(sorted((one.width, one.height)), sides, strict=True))

    def _area(self) -> tuple[str, float, float]:
        """The area of a Cricut: that of the paper, or the older one."""
        areas = self.wants.cricut.areas
        name = "older" if self.options["older"] else self._paper[0]
        if name not in areas:
            raise UsageError(f"there is no area of {name} for cricut", did_you_mean(name, areas))
        return name, *areas[name]

    def rooms(self) -> list[CutArea]:
        """Where things may lie that no template is for."""
        corner = self._length("corner", 20)
        return [room._replace(way=replace(room.way, corner=corner)) for room in self._rooms(self._gap())]

    def _rooms(self, gap: float) -> Iterator[CutArea]:
        if self.name == "cricut":
            name, *area = self._area()
            yield CutArea(SheetLayout(f"cricut-{name}", (area[0], area[1]), gap), area[0], area[1])
            return
        name, short, long = self._paper
        plain = re.sub(r"[^a-z0-9]+", "-", name)
        for page, how in (((short, long), "portrait"), ((long, short), "landscape")):
            called = f"printgen-{plain}-{how}"
            if self.name == "silhouette":
                yield from self._between(called, page, gap)
                continue
            wants = self.wants.laser if self.name == "laser" else self.wants.scanncut
            way = SheetLayout(called, page, gap)
            if self.name == "laser":
                way = replace(way, cross=self.wants.laser.cross, arm=self.wants.laser.arm)
            yield CutArea(way, page[0] - 2 * wants.margin, page[1] - 2 * wants.margin)

    def _between(self, called: str, page: tuple[float, float], gap: float) -> Iterator[CutArea]:
        """Between the marks of a page: beside them, as wide as the page is between insets, or above and below them."""
        bare, wants = self.options["borderless"], self.wants.silhouette
        marks = self._marks(bare)
        larger = 2 * (wants.marks.inset - wants.borderless) if bare else 0.0
        zone, edge = marks.zone(wants.marks.clear), marks.inset + marks.thickness / 2
        way = SheetLayout(called, page, gap, marks, larger=larger)
        yield CutArea(way, page[0] - 2 * zone, page[1] - 2 * edge)
        yield CutArea(way, page[0] - 2 * edge, page[1] - 2 * zone)

    def _finished(self, sheets: Sequence[CutSheet]) -> Sequence[CutSheet]:
        """The same sheets with marks as long as they may be."""
        return lengthen_marks(sheets, self.wants.silhouette.marks) if sheets[0].way.marks else sheets
