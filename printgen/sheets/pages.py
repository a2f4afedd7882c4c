"""The shared parts of a job's sheets: labels, pictures drawn once, bookmarks and page names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeVar

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.base.names import upper
from printgen.base.units import Box, Matrix
from printgen.drawing.extent import around, transform_box
from printgen.drawing.fonts import face
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Stroke
from printgen.drawing.outlines import rectangle, round_rect
from printgen.drawing.pieces import Piece
from printgen.sheets.cut_plan import CutPlan, cell_of
from printgen.sheets.grid import CellGrid, CellSides
from printgen.sheets.margin_marks import MarginMarks, place_margin_marks
from printgen.sheets.marks import FONT, HALO, MARK, corner_arcs, describe_cuts, draw_cut_numbers
from printgen.sheets.sheet import MarginWords, Paper, Sheet, SheetOptions, sheet_words


def bookmarks(sheets: Sequence[Sheet], words: MarginWords) -> list[str]:
    """The bookmark of each page: its contents, such as "Ace to Breaker", and its sheet if several show the same."""
    fronts = {sheet.number: _describe(sheet, words) for sheet in sheets if sheet.side == "front"}
    texts = []
    for sheet in sheets:
        text = _describe(sheet, words) or fronts.get(sheet.number, "")
        if sheet.side == "back":
            text = (words.backs if sheet.names else words.empty).format(what=text)
        texts.append(text)
    counts = Counter(texts)
    sheet_texts = (words.sheet.format(number=sheet.number, total=sheet.of) for sheet in sheets)
    return [f"{text}, {which}" if counts[text] > 1 else text for text, which in zip(texts, sheet_texts, strict=True)]


def _describe(sheet: Sheet, words: MarginWords) -> str:
    """The contents of a sheet: its first piece and its last; "" for an empty side."""
    if sheet.shows or not sheet.names:
        return sheet.shows
    first, last = sheet.names[0], sheet.names[-1]
    return first if first == last else words.span.format(first=first, last=last)


def page_label(sheet: Sheet, words: MarginWords) -> str:
    """The name of a page in viewers: the number of its sheet."""
    return str(sheet.number) if sheet.side == "front" else words.back.format(number=sheet.number)


_EDGING = 0.5
"""How wide the line is that some looks draw around pieces, in points."""
Leaf = tuple[Sheet, Sheet | None]
"""One physical sheet: its front page and its back page."""

T = TypeVar("T")


class SheetMaker:
    """A job's paper, options and number of sheets, with cached groups. PrintgenError for letters no font has."""

    def __init__(self, paper: Paper, options: SheetOptions, total: int) -> None:
        self.paper, self.options, self.total = paper, options, total
        self.words = sheet_words(options.library).margins
        self._cache: dict[object, Any] = {}
        self._edging = options.library.outline(options.look)
        label, scale = self.label(1, False)[0], self.words.scale
        hint = "Use plain letters in the titles of the game and the product."
        if options.printer:
            named = f"the label of the sheets names the printer '{options.printer}'"
            refuse_missing(options.printer, FONT, options.where, named, "Measure it under a name of plain letters.")
        refuse_missing(label, FONT, options.where, f"the label of the sheets is '{label}'", hint)
        refuse_missing(scale, FONT, options.where, f"beside the ruler stands '{scale}'", hint)
        words = self.words
        cut_words = " ".join((words.cuts, words.at_marks, words.at_stop, words.others, words.by_hand, words.by_punch,
                              words.piles, words.piles_beside, words.piles_under))  # fmt: skip
        refuse_missing(cut_words, FONT, options.where, f"in the margins stands how to cut, '{cut_words}'", hint)

    def _cached(self, key: object, make: Callable[[], T]) -> T:
        """The value under a key, made when first needed."""
        value: T | None = self._cache.get(key)
        if value is None:
            value = self._cache[key] = make()
        return value

    def picture(self, drawing: Drawing, reach: CellSides) -> Group:
        """A picture that shows `reach` of its bleed."""
        width, height = reach.left + drawing.width + reach.right, reach.top + drawing.height + reach.bottom
        box = Box(-reach.left, -reach.top, width, height)
        return self.window_picture(drawing, self._cached(box, lambda: rectangle(box)))

    def window_picture(self, drawing: Drawing, window: Outline) -> Group:
        """A picture clipped to a window."""
        key = drawing.key

        def draw() -> Group:
            return Group((Place(self._cached(key, lambda: Group(drawing.items))),), window)

        return self._cached((key, window), draw)

    def draw_cut(self, outline: Outline) -> Group:
        """The line to cut along, also visible on dark ground."""
        lines = (Path(outline, None, HALO), Path(outline, None, MARK))
        return self._cached(("cut", outline), lambda: Group(lines))

    def lines(self, placed: Iterable[tuple[Piece, Matrix]], page: tuple[float, float], cut: bool = True) -> list[Item]:
        """The lines to `cut` along, and the punched corners, of pieces on a page; none lies in its margins."""
        clear = Box(0, 0, *page).grown(-self.options.margin)
        free, edge = list[Item](), list[Item]()
        for piece, at in placed:
            groups = [self.draw_cut(piece.cut)] if piece.cut and cut else []
            groups += [self._corners(piece)] if piece.corner else []
            groups += [self._outline(piece)] if self._edging and cut and not piece.cut else []
            lines = free if clear.holds(cell_of(piece, at).grown(HALO.width / 2)) else edge
            lines += (Place(group, at) for group in groups)
        return [*free, Place(Group(tuple(edge), rectangle(clear)))] if edge else free

    def _outline(self, piece: Piece) -> Group:
        """The line around a piece without a cut of its own, in looks that draw one."""
        size = (piece.front.width, piece.front.height, piece.corner)
        line = Stroke(self._edging, _EDGING)
        shape = round_rect(Box(0, 0, *size[:2]), piece.corner) if piece.corner else rectangle(Box(0, 0, *size[:2]))
        return self._cached(("outline", size), lambda: Group((Path(shape, None, line),)))

    def _corners(self, piece: Piece) -> Group:
        size = (piece.front.width, piece.front.height, piece.corner)
        return self._cached(("corners", size), lambda: Group((Path(corner_arcs(*size), None, MARK),)))

    def label(self, number: int, folded: bool) -> tuple[str, ...]:
        """The wordings of a sheet's label, longest first."""
        options, words = self.options, self.words
        sheet = words.sheet.format(number=number, total=self.total)
        numbered = words.version.format(version=options.version)
        version = options.version if not options.version or options.version.startswith("v") else numbered
        fold = words.fold if folded else ""
        printer = words.printer.format(printer=options.printer) if options.printer else ""
        forms = (
            (upper(options.kit), options.product, sheet, version, fold, printer),
            (options.product, sheet, version, printer),
            (sheet, printer),
        )  # fmt: skip
        return tuple("  \u00b7  ".join(filter(None, form)) for form in forms)

    def notes(self, plan: CutPlan | None, piles: str = "") -> tuple[str, ...]:
        """The notes in the margins of sheets with a plan; `piles` is the note on stacks in piles."""
        return describe_cuts(plan, self.words, piles if self.options.stack == "piles" else "") if plan else ()

    def place_marks(
        self, grid: CellGrid, count: int, bleed: float, marks: Literal["", "needed", "spare"] = "",
        notes: Sequence[str] = (),
    ) -> MarginMarks:  # fmt: skip
        """The places of the ruler, the label and notes around the first `count` cells; see `place_margin_marks`."""
        widths = self._cached(("widths", bool(grid.fold)), lambda: self._label_widths(bool(grid.fold)))
        beside = self.words.scale if self.options.ruler else ""
        lengths = [face(FONT).width(form) for form in notes]
        margin = self.options.margin
        placed = place_margin_marks(grid, count, bleed, margin, marks, beside, widths, lengths)
        return placed._replace(note_texts=tuple(notes))

    def _label_widths(self, folded: bool) -> tuple[float, ...]:
        """The width of each wording at size 1, on the sheet where it is widest."""
        forms = [self.label(number, folded) for number in range(1, self.total + 1)]
        return tuple(max(map(face(FONT).width, wording)) for wording in zip(*forms, strict=True))

    def page(
        self, items: Iterable[Item], grid: CellGrid, margin_marks: MarginMarks, number: int, trim: Box, bleed: Box,
        names: tuple[str, ...], title: str, side: Literal["front", "back"] = "front", shows: str = "",
        cells: Iterable[Box] = (), plan: CutPlan | None = None,
    ) -> Sheet:  # fmt: skip
        """A page with items, the first ones pictures for its `cells`, and ruler and text where margins have room."""
        ruler, forms = margin_marks.ruler, self.label(number, bool(grid.fold))
        label = margin_marks.label.write(forms) if margin_marks.label else None
        notes = [
            room.write([text]) for room, text in zip(margin_marks.notes, margin_marks.note_texts, strict=False) if room
        ]
        drawing = Drawing(grid.page_width, grid.page_height, (*items, *filter(None, (ruler, label)), *notes))
        has_room = (ruler is not None, label is not None)
        return Sheet(self.paper, drawing, side, number, self.total, trim, bleed, names, title, *has_room, shows,
                     tuple(cells), plan)  # fmt: skip

    def side(
        self, items: Iterable[Item], grid: CellGrid, margin_marks: MarginMarks, number: int, names: Iterable[str],
        placed: Iterable[tuple[Piece, Matrix]], side: Literal["front", "back"], read: bool = False,
        plan: CutPlan | None = None,
    ) -> Sheet:  # fmt: skip
        """A side of a sheet with whole pieces, each where it is placed; one that is `read` is not cut."""
        page = Box(0, 0, grid.page_width, grid.page_height)
        cells, trim, bleed = self._boxes(placed, page)
        if read:
            trim = bleed = page
        title = f"Sheet {number} of {self.total}{', backs' if side == 'back' else ''}"
        return self.page(
            items, grid, margin_marks, number, trim, bleed, tuple(names), title, side, cells=cells, plan=plan
        )

    def numbers(
        self, plan: CutPlan | None, grid: CellGrid, bleed: float, keep_out: tuple[Box, ...]
    ) -> tuple[Item, ...]:
        """The numbers of the cuts of a plan, in the margins."""
        if plan is None:
            return ()
        page = Box(0, 0, grid.page_width, grid.page_height)
        return draw_cut_numbers(plan, page, self.options.margin, bleed, keep_out)

    def _boxes(self, placed: Iterable[tuple[Piece, Matrix]], page: Box) -> tuple[tuple[Box, ...], Box, Box]:
        """The boxes of pieces as cut, the box around these, and the one around all pictures; the page if uncut."""
        trims, bleeds = [], []
        for piece, at in placed:
            trims.append(cell_of(piece, at))
            bleeds.append(transform_box(Box(0, 0, piece.front.width, piece.front.height).grown(piece.bleed), at))
        return tuple(trims), *((around(trims).common(page), around(bleeds).common(page)) if trims else (page, page))


def refuse_missing(text: str, font: str, where: Where, what: str, hint: str) -> None:
    """PrintgenError when a font lacks a letter of a text on the sheets."""
    if missing := face(font).missing(text):
        message = f"{what}, and the font lacks {missing!r}"
        raise PrintgenError([Finding("error", where, message, hint, "missing-glyph")])
