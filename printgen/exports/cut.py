"""Sheets for cutting machines: pages to print and files to cut, both from one value a sheet.

PRODUCT-LAYOUT-NUMBERS.pdf                  the sheets to print, each front with its back
PRODUCT-LAYOUT-NUMBERS-sheet-1-to-7.svg     what is cut of sheets 1 to 7; the same as .dxf
PRODUCT-1-of-3-WIDTHxHEIGHTmm.png           for Cricut: a sheet as one picture that is clear between what is cut
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from printgen._version import __version__
from printgen.base.errors import Exit, Finding
from printgen.base.units import to_mm
from printgen.build.settings import GREY
from printgen.build.stages import Progress
from printgen.exports.bundle import Bundle, Component, ProductExport, Side
from printgen.exports.cut_files import PagePainter, cut_area_drawing, dxf_of, millimetres, svg_of, words_for
from printgen.exports.cut_sheets import MACHINES, CutResult, CutSheet, Machine
from printgen.exports.format import ExportFiles, Option, OptionValues, pictures_among
from printgen.exports.pixels import png_files, raster_at
from printgen.writers.page import Info, Page
from printgen.writers.pdf import write_pdf

SIDES: tuple[Side, ...] = ("front", "back")
_DPI = 300
"""How finely pictures for Cricut are drawn."""
_LARGER = "Choose a larger --paper, or a --machine that takes more."
_FEW = 3
"""So many things are told by their names."""

OPTIONS = (
    Option("machine", "what cuts the sheets", "", MACHINES),
    Option("paper", "the paper, such as letter, a4 or 12x18in", "letter", metavar="PAPER"),
    Option("feeder", "silhouette: marks far enough from the edge for an automatic feeder", False),
    Option("four", "silhouette: marks at all four corners, as the Cameo 5 Alpha reads them", False),
    Option("older", "cricut: the smaller area of older machines", False),
    Option("gap", "how far pieces lie from each other, such as 2mm", metavar="LENGTH"),
    Option("corner", "round the corners of cards to a radius, such as 3mm", metavar="LENGTH"),
    Option("kiss", "products that are cut through the label alone, with commas between, or none; "
           "as usual those on labels", metavar="NAMES"),
)  # fmt: skip


def check(bundle: Bundle, options: OptionValues) -> Iterable[Finding]:
    """What no machine cuts, and what is too large for this one; an error where nothing is left."""
    machine, some = _machine(bundle, options), False
    for product in bundle.products:
        cut = machine.lay_out(product)
        some = some or bool(cut.batches)
        if cut.too_large:
            yield _too_large(product, cut, machine)
        if cut.read_only:
            message = f"{_some(cut.read_only)} of {product.name} {_are(cut.read_only)} to be read, and left out"
            yield product.finding("info", message, "", "not-cut")
    if not some:
        message = f"there is nothing in {bundle.label} that {machine.name} can cut"
        hint = "Choose another product or --machine, or a larger --paper."
        yield Finding(
            "error", bundle.products[0].pieces.product.where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT
        )


def _machine(bundle: Bundle, options: OptionValues) -> Machine:
    products = [product.name for product in bundle.game.products]
    return Machine.of(options, bundle.products[0].pieces.library, products)


def _too_large(product: ProductExport, cut: CutResult, machine: Machine) -> Finding:
    width, height = cut.too_large[0].size
    what = f"{_some(cut.too_large)} of {product.name}, {width:.4g} x {height:.4g} mm, {_are(cut.too_large)}"
    message = f"{what} too large for {machine.area_name} for {machine.name}, and left out"
    return product.finding("info", message, _LARGER, "too-large")


def _some(components: Sequence[Component]) -> str:
    names = ", ".join(component.name for component in components[:_FEW])
    return f"{names} and {len(components) - _FEW} more" if len(components) > _FEW else names


def _are(components: Sequence[Component]) -> str:
    return "are" if len(components) > 1 else "is"


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Lay out all products, and write their pages and files."""
    machine, files, made, pieces = _machine(bundle, options), list[tuple[str, bytes]](), list[SheetRun](), 0
    write = _pictures if machine.name == "cricut" else _sheets
    for product in bundle.products:
        known, cut = Counter[str](), machine.lay_out(product)
        left = {component.number for component in (*cut.too_large, *cut.read_only)}
        pieces += sum(component.copies for component in product.components if component.number not in left)
        for sheets in cut.batches:
            progress(f"laying out {product.name} for {machine.name}")
            name = sheets[0].layout.name
            known[name] += 1
            batch = SheetRun(bundle, product, machine, sheets, f"-{known[name]}" if known[name] > 1 else "")
            files += write(batch, progress)
            made.append(batch)
    pictures = pictures_among(file for file, _ in files) if machine.name == "cricut" else 0
    return ExportFiles(files, notes=tuple(_lines(made)), pieces=pieces, pictures=pictures)


class SheetRun(NamedTuple):
    """Sheets of a product that are laid out alike; `end` tells them from others whose layout has the same name."""

    bundle: Bundle
    product: ProductExport
    machine: Machine
    sheets: tuple[CutSheet, ...]
    end: str

    @property
    def has_backs(self) -> bool:
        """Whether anything is printed on the backs."""
        return any(sheet.has_backs for sheet in self.sheets)

    @property
    def stem(self) -> str:
        """How the names of its files begin: the product, the layout, and the numbers of its marks."""
        layout = self.sheets[0].layout
        stem = f"{self.product.name}-{layout.name}{self.end}"
        if (marks := layout.marks) is None:
            return stem
        inset, length, thickness = map(millimetres, (marks.inset, marks.length, marks.thickness))
        return f"{stem}-inset{inset}-length{length}-thickness{thickness}"

    def info(self) -> Info:
        """What its PDF says of itself."""
        game, language = self.bundle.game, self.product.pieces.game.style.language
        return Info(
            f"{game.title}: {self.product.title}", game.author, game.notice, creator=f"printgen {__version__}",
            licence=game.licence, duplex="long" if self.has_backs else "", language=language,
        )  # fmt: skip


def _sheets(batch: SheetRun, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """The pages of a batch in one file, and a cut file for each run of sheets that are cut alike."""
    machine_sizes, game, title = batch.machine.machine_sizes, batch.bundle.game.title, batch.product.title
    painter, pages = PagePainter(machine_sizes.silhouette.marks.clear), list[Page]()
    for sheet in batch.sheets:
        front = painter.front(sheet, words_for(sheet, machine_sizes.words, game, title))
        name = f"Sheet {sheet.number} of {sheet.total}"
        pages.append(Page(front, sheet.box, bookmark=name, label=f"{sheet.number}"))
        if batch.has_backs:
            pages.append(Page(painter.back(sheet), bookmark=f"{name}, backs", label=f"{sheet.number}b"))
    yield f"{batch.stem}.pdf", write_pdf(pages, batch.info(), grey=batch.bundle.request.look == GREY)
    for _, run in groupby(batch.sheets, lambda sheet: sheet.lines):
        first, *more = run
        which = f"{first.number}-to-{more[-1].number}" if more else f"{first.number}"
        about = f"{game}: {title}, {first.layout.name}, sheet {which.replace('-', ' ')}"
        yield f"{batch.stem}-sheet-{which}.svg", svg_of(first, about, batch.machine.name != "scanncut")
        yield f"{batch.stem}-sheet-{which}.dxf", dxf_of(first)


def _pictures(batch: SheetRun, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """Each sheet as a picture that is clear between what is cut, and another one of its backs."""
    digits, names, shots = len(str(len(batch.sheets))), list[str](), []
    for sheet in batch.sheets:
        size = f"{millimetres(sheet.box.w)}x{millimetres(sheet.box.h)}mm"
        for side in SIDES if sheet.has_backs else SIDES[:1]:
            backs = "-backs" if side == "back" else ""
            names.append(f"{batch.product.name}{batch.end}-{sheet.number:0{digits}}-of-{sheet.total}-{size}{backs}.png")
            shots.append(raster_at(cut_area_drawing(sheet, side), _DPI))
    return zip(names, png_files(shots, _DPI, progress, f"drawing {batch.product.name}", clear=True), strict=True)


def _lines(made: Sequence[SheetRun]) -> Iterator[str]:
    """What people do with batches for a machine."""
    layout, backed = made[0].sheets[0].layout, any(batch.has_backs for batch in made)
    if made[0].machine.name == "cricut":
        yield "Design Space: upload each PNG for Print Then Cut, and type the size in its name."
        if backed:
            yield "Design Space prints one side: backs are files of their own, to be printed apart and glued on."
        if any(layer == "Score" for batch in made for sheet in batch.sheets for layer, _ in sheet.lines):
            yield "Folds are printed, and no picture tells a machine to score them."
        return
    yield f"Print the PDF at 100 %{', on both sides, turned over the long edge' if backed else ''}."
    if layout.marks and len(made) > 1:
        yield "Silhouette Studio: page and marks as each sheet says, and the names of its files."
    elif layout.marks:
        width, height = map(to_mm, layout.page)
        inset, thickness, length = map(millimetres, (layout.marks.inset, layout.marks.thickness, layout.marks.length))
        yield (
            f"Silhouette Studio, {layout.name}: page {width:.5g} x {height:.5g} mm, marks with inset {inset}, "
            f"thickness {thickness} and length {length} mm."
        )
