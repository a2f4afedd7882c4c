"""A composed product: its pieces, its sheets, its files in any format, and its entry in the manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from printgen._version import __version__
from printgen.base.errors import Finding, PrintgenError, UsageError
from printgen.base.limits import activity, metered
from printgen.base.units import mm, to_mm
from printgen.build.manifest import ManifestEntry
from printgen.build.settings import DUPLEX, Settings
from printgen.drawing.fonts import on_shelf
from printgen.drawing.pieces import Piece
from printgen.faces.library import Library
from printgen.game.records import Game, Product
from printgen.reading.part import Duplex
from printgen.sheets.impose import check_margins, check_paper_size, impose, sheets_for
from printgen.sheets.pages import bookmarks, page_label
from printgen.sheets.sheet import Join, Paper, Sheet, SheetOptions, Stack, sheet_words
from printgen.sheets.sheet import paper as paper_named
from printgen.writers import SUFFIXES, WRITERS
from printgen.writers.output import write_files
from printgen.writers.page import Info, Page

if TYPE_CHECKING:
    from printgen.build.guide_sheets import FilePart, GuideSheet
    from printgen.sheets.printers import Printer
    from printgen.writers.pictures import Ink

_BOTH = ("front", "back")
_DPI = 300
"""Dots per inch of a format of pixels."""
_MEASURED = 2
"""The number of sides on which ink is measured."""
_FULL = 0.9
"""They are chosen among the sides that have at least this part of the area of pieces of the fullest one."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """A composed product: what is to be cut out, at true size; `findings` are warnings and notes.

    `fill` are pieces of other products for the places that are left free on its last sheet.
    """

    pieces: tuple[Piece, ...] = field(repr=False)
    findings: tuple[Finding, ...]
    game: Game = field(repr=False)
    product: Product = field(repr=False)
    library: Library = field(repr=False)
    settings: Settings = field(repr=False)
    fill: tuple[Piece, ...] = field(default=(), repr=False)
    listed: bool = False
    """Whether a print list says how often some are printed, and not their records."""
    reads: frozenset[str] = field(default=frozenset(), repr=False, compare=False)
    """The names that its faces read, and what chooses them."""
    members: tuple[Pieces, ...] = field(default=(), repr=False, compare=False)
    """The products whose pieces lie on its sheets, where it has shared ones."""

    @property
    def count(self) -> int:
        """How many pieces there are, copies included."""
        return sum(piece.copies for piece in self.pieces)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def __len__(self) -> int:
        return len(self.pieces)

    @property
    def duplex(self) -> Duplex:
        """How backs are printed: as the settings say, else as the product's option `duplex`, else the usual way.

        What a product folds over is mounted, and its label is never printed on both sides. The way of what is bound is
        over the short edge, and neither side of it is ever left out, nor of a page with something behind it.
        """
        own = self.product.options.get("duplex")
        duplex = own if own == "fold" and self.settings.duplex != "none" else self.settings.duplex or own
        if any(piece.leaf for piece in self.pieces):
            usual = DUPLEX[0] if any(piece.page for piece in self.pieces) else "short"
            return cast(Duplex, "split" if duplex in ("none", "fold") else duplex or usual)
        return cast(Duplex, duplex or DUPLEX[0])

    @property
    def prints_backs(self) -> bool:
        """Whether there are backs, and they are printed; what is bound has pages."""
        return self.duplex != "none" and any(piece.back and not piece.leaf for piece in self.pieces)

    @property
    def printer(self) -> Printer | None:
        """The printer that the sheets are for. UsageError for one that was not measured."""
        if not self.settings.printer:
            return None
        # Few print for a printer: the others do not wait for this import.
        from printgen.sheets.printers import printer

        return printer(self.settings.printer)

    @property
    def paper(self) -> Paper:
        """The paper that the settings name, or else the product. UsageError for an unknown one."""
        return paper_named(self.settings.paper_for(self.product), self.library)

    @property
    def margin(self) -> float:
        """How near to the edge of the paper anything but bleed lies, in points: no nearer than the printer prints."""
        margin, printer = self.settings.edge, self.printer
        return max(margin, mm(printer.margin)) if printer else margin

    def impose(
        self, paper: str = "", *, duplex: str = "", gutter: str = "0mm", join: Join = "tape", marks: bool = True,
        printer: str = "", margin: str = "6.35mm", back_marks: bool = False, stack: Stack = "rows",
        proof: bool = False, skip: int = 0,
    ) -> Sheets:  # fmt: skip
        """Put the pieces on sheets: those that fit share sheets, larger ones are tiled.

        What is asked for is said as in `Settings`. `duplex` is "long" or "short" (the edge over which the paper is
        turned), "none", "split" (all fronts, then all backs), "manual" (so, in files of their own, with a sheet that
        tells how to turn the stack) or "fold". PrintgenError (exit code 5) names pieces that are too large for the
        paper.
        """
        settings = replace(
            self.settings, paper=paper, duplex=duplex, gutter=gutter, join=join, marks=marks, printer=printer,
            margin=margin, back_marks=back_marks, stack=stack, proof=proof, skip=skip,
        )  # fmt: skip
        return replace(self, settings=settings).sheets()

    def sheets(self) -> Sheets:
        """The pieces on sheets as the settings say. PrintgenError as in `impose`, UsageError for an unknown paper."""
        with self._imposing():
            sheets = impose(self.pieces, self.paper, self.sheet_options())
            if self.settings.proof:
                # Few look at proofs: the others do not wait for this import.
                from printgen.sheets.proof import proof_of_sheet

                bleed = max((piece.bleed for piece in self.pieces), default=0.0)
                words = sheet_words(self.library).margins
                sheets = tuple(proof_of_sheet(sheet, bleed, words) for sheet in sheets)
            return Sheets(sheets, self)

    def count_sheets(self) -> int:
        """The number of sheets of paper, without drawing them. Raises the errors of `sheets`."""
        with self._imposing():
            return sheets_for(self.pieces, self.paper, self.sheet_options())

    def near_edges(self) -> tuple[Finding, ...]:
        """Findings of pages that reach into the margins; none for cards. Raises the errors of `sheets`."""
        pages = any(piece.page or piece.leaf for piece in self.pieces)
        return tuple(check_margins(self.sheets(), self.margin, self.product.size_where)) if pages else ()

    def only(self, pieces: tuple[Piece, ...]) -> Pieces:
        """Some of the pieces alone, such as those that are new; nothing fills their last sheet."""
        return replace(self, pieces=pieces, fill=())

    @contextmanager
    def _imposing(self) -> Iterator[None]:
        at = activity(f"putting {self.game.name}/{self.product.name} on sheets", self.product.where)
        with metered(), at, on_shelf(self.library.fonts.shelf):
            yield

    def sheet_options(self) -> SheetOptions:
        """How the pieces are put on sheets."""
        product, settings, printer = self.product, self.settings, self.printer
        return SheetOptions(
            margin=self.margin,
            gutter=settings.gap,
            fill=self.fill,
            duplex=self.duplex,
            join=settings.join,
            kit=self.game.title,
            product=product.title,
            version=f"v{self.game.version}",
            marks=settings.marks,
            back_marks=settings.back_marks,
            where=product.size_where,
            library=self.library,
            look="" if settings.look == "color" else settings.look,
            printer=printer.name if printer else "",
            stack=settings.stack,
            skip=settings.skip,
        )


@dataclass(frozen=True)
class Sheets:
    """A product on paper: the sides of its sheets in the order in which they are printed."""

    sheets: tuple[Sheet, ...] = field(repr=False)
    pieces: Pieces = field(repr=False)

    @property
    def count(self) -> int:
        """How many sheets of paper there are; a sheet with a back is one."""
        return self.sheets[-1].of if self.sheets else 0

    def __iter__(self) -> Iterator[Sheet]:
        return iter(self.sheets)

    def __len__(self) -> int:
        return len(self.sheets)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Warnings of contents in the margin, of paper slightly too small, and of a missing calibration page."""
        pieces = self.pieces
        return (
            *check_margins(self.sheets, pieces.margin, pieces.product.size_where),
            *check_paper_size(pieces.pieces, pieces.paper, pieces.sheet_options()),
            *self._calibration.findings,
        )

    def files(self, stem: str, form: str) -> list[tuple[str, bytes]]:
        """The files of a format with their names: STEM.pdf, or STEM-01.png, STEM-02.png ... where there are several.

        What is turned by hand is in files of its own, such as STEM-fronts.pdf and STEM-backs.pdf.
        """
        game, product = self.pieces.game, self.pieces.product
        guide = self.guide(stem)
        info = Info(
            title=f"{game.title}: {product.title}",
            author=game.author,
            subject=game.notice,
            keywords=("print-and-play", game.title, product.title, f"version {game.version}"),
            creator=f"printgen {__version__}",
            licence=game.licence,
            duplex="manual" if guide else self.turning_edge,
            language=game.style.language,
        )
        pages = self.pages()
        files: list[tuple[str, bytes]] = []
        suffix = next(suffix for suffix, name in SUFFIXES.items() if name == form)
        with metered(), activity(f"writing {game.name}/{product.name}", product.where):
            for part, file_pages in self._by_hand(guide, pages) if guide else (("", pages),):
                contents = WRITERS[form](file_pages, info, _DPI, self.pieces.settings.grey)
                digits = max(2, len(str(len(contents))))
                ends = [f"-{n:0{digits}}" for n in range(1, len(contents) + 1)] if len(contents) > 1 else [""]
                files += ((f"{stem}{part}{end}{suffix}", data) for end, data in zip(ends, contents, strict=True))
        return files

    def pages(self) -> list[Page]:
        """All pages as they are written, with their bookmarks; what follows the sheets included."""
        words = sheet_words(self.pieces.library).margins
        named = zip(self, bookmarks(self.sheets, words), strict=True)
        written = ((s, Page(s.drawing, s.trim, s.bleed, what, page_label(s, words))) for s, what in named)
        return [*(self.page_for_print(page, sheet.side) for sheet, page in written), *self._calibration.pages]

    @property
    def turning_edge(self) -> str:
        """The edge over which a printer turns them: "long" or "short", "" where it turns nothing."""
        if self.duplex in ("long", "short") and self._is_two_sided:
            return self.duplex
        return self._calibration_edge if self._calibration.pages else ""

    def counts(self, stem: str) -> tuple[int, int]:
        """How many pages and how many sheets of paper are printed, with what goes with them."""
        pages, sheets = len(self) + len(self._calibration.pages), self.count + bool(self._calibration.pages)
        # A guide sheet takes a sheet itself, and no sheet lacks a back.
        return (2 * (sheets + 1), sheets + 1) if self.guide(stem) else (pages, sheets)

    def guide(self, stem: str) -> GuideSheet | None:
        """The guide sheet for files whose names begin with `stem`; None where nothing is turned by hand."""
        if self.duplex != "manual" or not (self._calibration.pages or self._is_two_sided):
            return None
        # Few turn their paper by hand: the others do not wait for this import.
        from printgen.build.guide_sheets import GuideSheet, StackTurn

        pieces, printer, first = self.pieces, self.printer, self.sheets[0]
        turning = StackTurn.of(printer.profile.stack, printer.profile.duplex) if printer else None
        look = "" if pieces.settings.look == "color" else pieces.settings.look
        count = self.count + bool(self._calibration.pages)
        title, size = f"{pieces.game.title}: {pieces.product.title}", (first.drawing.width, first.drawing.height)
        return GuideSheet(title, stem, count, first.paper.name, size, pieces.margin, turning, pieces.library, look,
                     printer.name if printer else "")  # fmt: skip

    def _by_hand(self, guide: GuideSheet, pages: Sequence[Page]) -> Iterator[FilePart]:
        """The pages by files: all fronts, each with a back behind it, if only an empty one."""
        from printgen.build.guide_sheets import guide_pages, parts_of, sides_of

        first, behind = (self.page_for_print(page, side) for page, side in zip(guide_pages(guide), _BOTH, strict=True))
        empty = sheet_words(self.pieces.library).margins.empty
        fronts, backs = sides_of(pages, [sheet.side for sheet in self], empty)
        return parts_of(guide, [first, *fronts], [behind, *backs])

    @cached_property
    def printer(self) -> Printer | None:
        """The printer that the sheets are for, whose file is read once for all pages."""
        return self.pieces.printer

    @cached_property
    def duplex(self) -> Duplex:
        """How backs are printed; all pieces are looked at for that, once for all pages."""
        return self.pieces.duplex

    @property
    def _is_two_sided(self) -> bool:
        """Whether any sheet has a back."""
        return any(sheet.side == "back" for sheet in self)

    @property
    def _calibration_edge(self) -> str:
        """The edge over which a printer turns the calibration page."""
        return "short" if self.pieces.settings.duplex == "short" else "long"

    @cached_property
    def _calibration(self) -> _Calibration:
        """The calibration page, where the product asks for it and no printer is chosen."""
        pieces = self.pieces
        if not pieces.product.options.get("scales") or pieces.settings.printer or not self.sheets:
            return _Calibration()
        try:
            # Few files have one: the others do not wait for this import.
            from printgen.build.guide_sheets import calibration_sheet

            paper, edge = self.sheets[0].paper, self._calibration_edge
            with on_shelf(pieces.library.fonts.shelf):
                return _Calibration(calibration_sheet(pieces.game, pieces.library, paper, edge, self._is_two_sided))
        except PrintgenError as error:
            where, why = pieces.product.options.where("scales"), error.findings[0]
            message = f"no calibration page follows {pieces.product.name}: {why.message}"
            return _Calibration(findings=(Finding("warning", where, message, why.hint, "no-scales"),))

    def page_for_print(self, page: Page, side: str) -> Page:
        """The page of a side as it is written: for a printer so that it comes out true there."""
        if self.printer:
            return self.printer.side(side, self.duplex).correct(page)
        if self.duplex == "manual" and page.drawing.width > page.drawing.height:
            # All pages go in the same way round: nobody knows which way a printer would turn those that lie.
            from printgen.sheets.printers import SideProfile

            return SideProfile().correct(page)
        return page

    def measure_ink(self) -> Ink:
        """About how much ink a side takes, measured on a few of the fullest; sides with fewer pieces take less."""
        # Most builds measure nothing, and do not wait for this import.
        from printgen.writers.pictures import Ink, measure_ink

        sides = [sheets for side in _BOTH if (sheets := [sheet for sheet in self if sheet.side == side])]
        samples = [sample for sheets in sides for sample in _ink_samples(sheets, _MEASURED // len(sides))]
        pages = [Page(sample.sheet.drawing) for sample in samples]
        with metered(), on_shelf(self.pieces.library.fonts.shelf):
            inks = measure_ink(pages, self.pieces.settings.grey) if pages else ()
        shares = [sample.stands_for / len(self) for sample in samples]
        parts = ([getattr(ink, name) for ink in inks] for name in Ink._fields)
        return Ink(*(sum(map(mul, part, shares)) for part in parts))

    def entry(self, files: Sequence[tuple[str, bytes]], stem: str | None = None, shared: bool = False) -> ManifestEntry:
        """The manifest's entry for the product in these files; `shared` files are beside the folders of games."""
        product, settings = self.pieces.product, self.pieces.settings
        data = b"".join(content for _, content in files)
        stem = product.name if stem is None else stem
        guide, (pages, sheets) = self.guide(stem), self.counts(stem)
        return ManifestEntry(
            name=product.name,
            title=product.title,
            kind=product.kind,
            file=files[0][0],
            files=tuple(name for name, _ in files) if len(files) > 1 else (),
            pages=pages,
            sheets=sheets,
            pieces=self.pieces.count,
            seed=settings.seed,
            paper=settings.paper_for(product),
            duplex=self.duplex,
            margin=round(to_mm(self.pieces.margin), 3),
            look=settings.look or "color",
            only=settings.only,
            bytes=len(data),
            sha256=hashlib.sha256(data).hexdigest(),
            printer=self.printer.name if self.printer else "",
            backs=settings.backs if self.pieces.prints_backs else "",
            stack=settings.stack if settings.stack != "rows" else "",
            proof=settings.proof,
            turn=guide.summary if guide else "",
            listed=self.pieces.listed,
            shared=shared,
        )

    def write(self, path: str | Path) -> ManifestEntry:
        """Write the sheets into a PDF, SVG, PNG or text file, as its name ends; pictures get a file for every page.

        An earlier file stays as it was unless all goes well. PrintgenError (exit code 6) when the file cannot be
        written, UsageError for another ending.
        """
        if not isinstance(path, str | Path):
            raise UsageError(f"{path!r} is no path", "Give the path of a file.")
        path = Path(path)
        files = self.files(path.stem, format_of(path))
        write_files([(path.with_name(name), data) for name, data in files])
        return self.entry(files, path.stem)


class _Calibration(NamedTuple):
    """The calibration page after the sheets, and a finding where it cannot follow."""

    pages: tuple[Page, ...] = ()
    findings: tuple[Finding, ...] = ()


class _InkSample(NamedTuple):
    """A sheet on which ink is measured, and how many sheets as full as it the side would fill."""

    sheet: Sheet
    stands_for: float


def _ink_samples(sheets: Sequence[Sheet], most: int) -> list[_InkSample]:
    """Some of the fullest of the sheets of a side, at most so many, which together stand for all of them."""
    areas = [sum(cell.w * cell.h for cell in sheet.cells) for sheet in sheets]
    largest = max(areas)
    fullest = [sheet for sheet, area in zip(sheets, areas, strict=True) if area >= _FULL * largest]
    count = min(len(fullest), most)
    stands_for = (sum(areas) / largest if largest else len(sheets)) / count
    # The middle sheet of each of `count` equal runs of them.
    middles = ((2 * n + 1) * len(fullest) // (2 * count) for n in range(count))
    return [_InkSample(fullest[middle], stands_for) for middle in middles]


def format_of(file: Path) -> str:
    """The format that a file's name asks for. UsageError for an ending that no format has."""
    form = SUFFIXES.get(file.suffix.lower())
    if form is None:
        raise UsageError(f"there is no format for '{file.name}'", f"End its name in {', '.join(SUFFIXES)}.")
    return form
