"""How a product lies on the sheets of a cutting machine, and what of it the machine cannot cut."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
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
    lengthen_marks,
    pack_sheets,
)
from printgen.exports.format import OptionValues
from printgen.faces.library import Library
from printgen.sheets.cut_plan import CuttingFile, load_cutting
from printgen.sheets.grid import best_grid
from printgen.sheets.sheet import Paper, paper

MACHINES = ("silhouette", "cricut", "scanncut", "laser")
"""The machines by name."""
_ALONE = {"feeder": "silhouette", "four": "silhouette", "older": "cricut"}
"""What one machine alone can be asked for."""
_NONE = "none"
"""Says that no product is on labels."""
_LABELS = re.compile(r"\b(labels?|stickers?)\b(?!.*\bon\b)", re.IGNORECASE)
"""What it is printed on that is cut in a kiss; labels on something else are cut with that."""


class CutResult(NamedTuple):
    """What of a product a machine cuts: its batches of sheets; what is too large for it, and what is only read."""

    batches: tuple[tuple[CutSheet, ...], ...]
    large: tuple[Component, ...]
    read: tuple[Component, ...]


def _is_read_only(component: Component, on: Paper) -> bool:
    """Whether a component is read as it is printed: it is bound, or a page of which one lies on its paper."""
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
        machine = cls(options, load_cutting(library), library)
        if not machine.name:
            raise UsageError("there are several cutting machines", f"Choose a --machine: {', '.join(MACHINES)}.")
        for option, name in _ALONE.items():
            if options[option] and machine.name != name:
                raise UsageError(f"--{option} is for {name}, not for {machine.name}", f"Leave out --{option}.")
        for name in machine._labels():
            if products and name not in (*products, _NONE):
                raise UsageError(f"kiss: there is no product '{name}'", did_you_mean(name, products))
        machine.areas()
        return machine

    @property
    def name(self) -> str:
        """Its name."""
        return str(self.options["machine"])

    def lay_out(self, product: ProductExport) -> CutResult:
        """How the components of a product lie on its sheets."""
        on = product.pieces.paper
        read = tuple(component for component in product.components if _is_read_only(component, on))
        rest = [one for one in product.components if one.copies and not _is_read_only(one, on)]
        batches, large = pack_sheets(rest, self.areas())
        names = self._labels()
        kiss = product.name in names if names else bool(_LABELS.search(product.pieces.product.stock))
        sheets = []
        for batch in batches:
            batch = lengthen_marks(batch, self.wants.silhouette.marks) if batch[0].way.marks else batch
            sheets.append(tuple(replace(sheet, way=replace(sheet.way, kiss=kiss)) for sheet in batch))
        return CutResult(tuple(sheets), tuple(large), read)

    def _labels(self) -> list[str]:
        """The products that are said to be on labels."""
        return [name.strip() for name in self.options["kiss"].split(",") if name.strip()]

    @property
    def room_of(self) -> str:
        """What people call that in which things must have room."""
        return "the older area" if self.options["older"] else str(self.options["paper"])

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

    def areas(self) -> list[CutArea]:
        """Where things may lie on a page."""
        gap, corner = self._length("gap", 50), self._length("corner", 20)
        gap = float(getattr(self.wants, self.name).gap) if gap is None else gap
        return [area._replace(way=replace(area.way, corner=corner)) for area in self._areas(gap)]

    def _areas(self, gap: float) -> Iterator[CutArea]:
        on = paper(self.options["paper"], self.library)
        if self.name == "cricut":
            areas, name = self.wants.cricut.areas, "older" if self.options["older"] else on.name
            if name not in areas:
                raise UsageError(f"there is no area of {name} for cricut", did_you_mean(name, areas))
            wide, high = areas[name]
            yield CutArea(SheetLayout(f"cricut-{name}", (wide, high), gap), wide, high)
            return
        short, long = sorted((on.width, on.height))
        plain = re.sub(r"[^a-z0-9]+", "-", on.name)
        for wide, high, how in ((short, long, "portrait"), (long, short, "landscape")):
            way = SheetLayout(f"printgen-{plain}-{how}", (wide, high), gap)
            if self.name == "silhouette":
                # Between the marks: beside them, as wide as the page is between insets, or above and below them.
                marks = self._marks()
                zone, edge = marks.zone(self.wants.silhouette.marks.clear), marks.inset + marks.thickness / 2
                way = replace(way, marks=marks)
                yield CutArea(way, wide - 2 * zone, high - 2 * edge)
                yield CutArea(way, wide - 2 * edge, high - 2 * zone)
                continue
            laser = self.wants.laser
            margin = laser.margin if self.name == "laser" else self.wants.scanncut.margin
            way = replace(way, cross=laser.cross, arm=laser.arm) if self.name == "laser" else way
            yield CutArea(way, wide - 2 * margin, high - 2 * margin)

    def _marks(self) -> RegistrationMarks:
        """The marks of Silhouette, as short as they may be."""
        wants, sizes = self.wants.silhouette, self.wants.silhouette.marks
        inset = wants.feeder if self.options["feeder"] else sizes.inset
        square = 0.0 if self.options["four"] else sizes.square
        return RegistrationMarks(inset, sizes.thickness, sizes.shortest, square)
