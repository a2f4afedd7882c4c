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
from printgen.base.progress import Progress
from printgen.base.units import to_mm
from printgen.build.settings import GREY
from printgen.exports.bundle import Bundle, Component, ProductExport, Side
from printgen.exports.cut_files import dxf_of, svg_of
from printgen.exports.cut_pages import PagePainter, cut_area_drawing, millimetres, words_for
from printgen.exports.cut_sheets import MACHINES, CutResult, CutSheet, Machine
from printgen.exports.format import ExportFiles, Option, OptionValues, pictures_among
from printgen.exports.pixels import png_files, raster_at
from printgen.writers.page import Info, Page
from printgen.writers.pdf import write_pdf

SIDES: tuple[Side, ...] = ("front", "back")
_DPI = 300
"""Dots per inch of pictures for Cricut."""
_LARGER_HINT = "Choose a larger --paper, or a --machine that takes more."
_MOST_NAMES = 3
"""A message names at most so many components."""

OPTIONS = (
    Option("machine", "what cuts the sheets", "", MACHINES),
    Option("paper", "the paper, such as letter, a4 or 12x18in", "letter", metavar="PAPER"),
    Option("feeder", "silhouette: marks far enough from the edge for an automatic feeder", False),
    Option("four", "silhouette: marks at all four corners, as the Cameo 5 Alpha reads them", False),
    Option("older", "cricut: the smaller area of older machines", False),
    Option("gap", "how far pieces lie from each other, such as 2mm", metavar="LENGTH"),
    Option("skip", "leave so many places of a product's first sheet empty", 0, most=999),
    Option("corner", "round the corners of cards to a radius, such as 3mm", metavar="LENGTH"),
    Option("kiss", "products that are cut through the label alone, with commas between, or none; "
           "as usual those on labels", metavar="NAMES"),
)  # fmt: skip


def check(bundle: Bundle, options: OptionValues) -> Iterable[Finding]:
    """Findings for pieces that no machine cuts, or too large for this one; an error when nothing is left."""
    machine, has_sheets = _machine(bundle, options), False
    for product in bundle.products:
        cut = machine.lay_out(product)
        has_sheets = has_sheets or bool(cut.batches)
        if cut.too_large:
            yield _too_large(product, cut, machine)
        if cut.read_only:
            message = f"{_first_names(cut.read_only)} of {product.name} {_is_or_are(cut.read_only)}"
            yield product.finding("info", f"{message} to be read, and left out", "", "not-cut")
    if not has_sheets:
        message = f"there is nothing in {bundle.label} that {machine.name} can cut"
        hint = "Choose another product or --machine, or a larger --paper."
        where = bundle.products[0].pieces.product.where
        yield Finding("error", where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT)


def _machine(bundle: Bundle, options: OptionValues) -> Machine:
    products = [product.name for product in bundle.game.products]
    return Machine.of(options, bundle.products[0].pieces.library, products)


def _too_large(product: ProductExport, cut: CutResult, machine: Machine) -> Finding:
    width, height = cut.too_large[0].size
    size, verb = f"{width:.4g} x {height:.4g} mm", _is_or_are(cut.too_large)
    message = f"{_first_names(cut.too_large)} of {product.name}, {size}, {verb} too large for {machine.area_name}"
    return product.finding("info", f"{message} for {machine.name}, and left out", _LARGER_HINT, "too-large")


def _first_names(components: Sequence[Component]) -> str:
    names = ", ".join(component.name for component in components[:_MOST_NAMES])
    return f"{names} and {len(components) - _MOST_NAMES} more" if len(components) > _MOST_NAMES else names


def _is_or_are(components: Sequence[Component]) -> str:
    return "are" if len(components) > 1 else "is"


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Lay out all products, and make the files of their sheets."""
    machine, files, runs, pieces = _machine(bundle, options), list[tuple[str, bytes]](), list[SheetRun](), 0
    write = _pictures if machine.name == "cricut" else _sheets
    for product in bundle.products:
        runs_by_layout, cut = Counter[str](), machine.lay_out(product)
        uncut = {component.number for component in (*cut.too_large, *cut.read_only)}
        pieces += sum(component.copies for component in product.components if component.number not in uncut)
        for sheets in cut.batches:
            progress(f"laying out {product.name} for {machine.name}")
            layout = sheets[0].layout.name
            runs_by_layout[layout] += 1
            end = f"-{runs_by_layout[layout]}" if runs_by_layout[layout] > 1 else ""
            run = SheetRun(bundle, product, machine, sheets, end)
            files += write(run, progress)
            runs.append(run)
    pictures = pictures_among(file for file, _ in files) if machine.name == "cricut" else 0
    return ExportFiles(files, notes=tuple(_instructions(runs)), pieces=pieces, pictures=pictures)


class SheetRun(NamedTuple):
    """Sheets of a product with the same layout; `end` numbers its runs when several have a layout of one name."""

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
        """The metadata of its PDF."""
        game, language = self.bundle.game, self.product.pieces.game.style.language
        return Info(
            f"{game.title}: {self.product.title}", game.author, game.notice, creator=f"printgen {__version__}",
            licence=game.licence, duplex="long" if self.has_backs else "", language=language,
        )  # fmt: skip


def _sheets(run: SheetRun, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """The pages of a run in one PDF, and an SVG and a DXF file for each row of sheets with the same cuts."""
    machine_sizes, game, title = run.machine.machine_sizes, run.bundle.game.title, run.product.title
    painter, pages = PagePainter(machine_sizes.silhouette.marks.clear), list[Page]()
    for sheet in run.sheets:
        front = painter.front(sheet, words_for(sheet, machine_sizes.words, game, title))
        name = f"Sheet {sheet.number} of {sheet.total}"
        pages.append(Page(front, sheet.box, bookmark=name, label=f"{sheet.number}"))
        if run.has_backs:
            pages.append(Page(painter.back(sheet), bookmark=f"{name}, backs", label=f"{sheet.number}b"))
    yield f"{run.stem}.pdf", write_pdf(pages, run.info(), grey=run.bundle.request.look == GREY)
    for _, alike in groupby(run.sheets, lambda sheet: sheet.lines):
        first, *others = alike
        numbers = f"{first.number}-to-{others[-1].number}" if others else f"{first.number}"
        about = f"{game}: {title}, {first.layout.name}, sheet {numbers.replace('-', ' ')}"
        yield f"{run.stem}-sheet-{numbers}.svg", svg_of(first, about, run.machine.name != "scanncut")
        yield f"{run.stem}-sheet-{numbers}.dxf", dxf_of(first)


def _pictures(run: SheetRun, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """Each sheet as a picture that is transparent between the pieces, and another one of its backs."""
    digits, names, jobs = len(str(len(run.sheets))), list[str](), []
    for sheet in run.sheets:
        size = f"{millimetres(sheet.box.w)}x{millimetres(sheet.box.h)}mm"
        for side in SIDES if sheet.has_backs else SIDES[:1]:
            backs = "-backs" if side == "back" else ""
            names.append(f"{run.product.name}{run.end}-{sheet.number:0{digits}}-of-{sheet.total}-{size}{backs}.png")
            jobs.append(raster_at(cut_area_drawing(sheet, side), _DPI))
    return zip(names, png_files(jobs, _DPI, progress, f"drawing {run.product.name}", clear=True), strict=True)


def _instructions(runs: Sequence[SheetRun]) -> Iterator[str]:
    """Instructions for using the files with a machine, line by line."""
    layout, has_backs = runs[0].sheets[0].layout, any(run.has_backs for run in runs)
    if runs[0].machine.name == "cricut":
        yield "Design Space: upload each PNG for Print Then Cut, and type the size in its name."
        if has_backs:
            yield "Design Space prints one side: backs are files of their own, to be printed apart and glued on."
        if any(layer == "Score" for run in runs for sheet in run.sheets for layer, _ in sheet.lines):
            yield "Folds are printed, and no picture tells a machine to score them."
        return
    yield f"Print the PDF at 100 %{', on both sides, turned over the long edge' if has_backs else ''}."
    if layout.marks and len(runs) > 1:
        yield "Silhouette Studio: page and marks as each sheet says, and the names of its files."
    elif layout.marks:
        width, height = map(to_mm, layout.page)
        inset, thickness, length = map(millimetres, (layout.marks.inset, layout.marks.thickness, layout.marks.length))
        yield (
            f"Silhouette Studio, {layout.name}: page {width:.5g} x {height:.5g} mm, marks with inset {inset}, "
            f"thickness {thickness} and length {length} mm."
        )
