"""What all sheets of a job share: their labels, what they have in common, and what viewers call their pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Literal, TypeVar

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.base.names import upper
from printgen.base.units import Box, Matrix
from printgen.drawing.extent import around, transform_box
from printgen.drawing.fonts import face
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Stroke
from printgen.drawing.outlines import bounds, rectangle, round_rect
from printgen.drawing.pieces import Piece
from printgen.sheets.cut_plan import CutPlan, cell_of
from printgen.sheets.grid import CellGrid, CellSides
from printgen.sheets.margin_marks import MarginMarks, place_margin_marks
from printgen.sheets.marks import FONT, HALO, MARK, corner_arcs, describe_cuts, draw_cut_numbers
from printgen.sheets.sheet import MarginWords, Paper, Sheet, SheetOptions, sheet_words


def bookmarks(sheets: Sequence[Sheet], words: MarginWords) -> list[str]:
    """What is on each page, such as "Ace to Breaker"; where that is so on several, which sheet it is, too."""
    fronts = {sheet.number: _describe(sheet, words) for sheet in sheets if sheet.side == "front"}
    said = []
    for sheet in sheets:
        what = _describe(sheet, words) or fronts.get(sheet.number, "")
        if sheet.side == "back":
            what = (words.backs if sheet.names else words.empty).format(what=what)
        said.append(what)
    many = Counter(said)
    which = (words.sheet.format(number=sheet.number, total=sheet.of) for sheet in sheets)
    return [f"{what}, {one}" if many[what] > 1 else what for what, one in zip(said, which, strict=True)]


def _describe(sheet: Sheet, words: MarginWords) -> str:
    if sheet.shows or not sheet.names:
        return sheet.shows
    first, last = sheet.names[0], sheet.names[-1]
    return first if first == last else words.span.format(first=first, last=last)


def page_label(sheet: Sheet, words: MarginWords) -> str:
    """What viewers call a page where they name pages: the number of its sheet."""
    return str(sheet.number) if sheet.side == "front" else words.back.format(number=sheet.number)


_EDGING = 0.5
Leaf = tuple[Sheet, Sheet | None]
"""One physical sheet: its front page and its back page."""

_Made = TypeVar("_Made")


class SheetMaker:
    """A job's paper, options and number of sheets; every group is made once, so that a writer stores it once.

    PrintgenError when the font lacks a letter of what stands in the margins.
    """

    def __init__(self, paper: Paper, options: SheetOptions, total: int) -> None:
        self.paper, self.options, self.total = paper, options, total
        self.words = sheet_words(options.library).margins
        self._made: dict[object, Any] = {}
        self._edging = options.library.outline(options.look)
        label, scale = self.label(1, False)[0], self.words.scale
        hint = "Use plain letters in the titles of the game and the product."
        if options.printer:
            named = f"the label of the sheets names the printer '{options.printer}'"
            refuse_missing(options.printer, FONT, options.where, named, "Measure it under a name of plain letters.")
        refuse_missing(label, FONT, options.where, f"the label of the sheets is '{label}'", hint)
        refuse_missing(scale, FONT, options.where, f"beside the ruler stands '{scale}'", hint)
        cuts = (self.words.cuts, self.words.at_marks, self.words.at_stop, self.words.others)
        piles = self.words.piles, self.words.piles_beside, self.words.piles_under
        told = " ".join((*cuts, self.words.by_hand, self.words.by_punch, *piles))
        refuse_missing(told, FONT, options.where, f"in the margins stands how to cut, '{told}'", hint)

    def _once(self, key: object, make: Callable[[], _Made]) -> _Made:
        """What is kept under a key, made when it is first asked for."""
        made: _Made | None = self._made.get(key)
        if made is None:
            made = self._made[key] = make()
        return made

    def picture(self, drawing: Drawing, reach: CellSides) -> Group:
        """A picture that shows `reach` of its bleed."""
        key = drawing.key
        return self._once((key, reach), lambda: self._clip(drawing, key, reach))

    def _clip(self, drawing: Drawing, key: Hashable, reach: CellSides) -> Group:
        """The drawing's group inside the clip of its size, both shared with the others that have the same."""
        width, height = reach.left + drawing.width + reach.right, reach.top + drawing.height + reach.bottom
        group = self._once(key, lambda: Group(drawing.items))
        box = Box(-reach.left, -reach.top, width, height)
        return Group((Place(group),), self._once(box, lambda: rectangle(box)))

    def window_picture(self, drawing: Drawing, window: Outline) -> Group:
        """A picture of which a window shows."""
        key = drawing.key

        def made() -> Group:
            return Group((Place(self._once(key, lambda: Group(drawing.items))),), window)

        return self._once((key, window), made)

    def draw_cut(self, outline: Outline) -> Group:
        """The line to cut along, which shows on dark ground, too."""
        lines = (Path(outline, None, HALO), Path(outline, None, MARK))
        return self._once(("cut", outline), lambda: Group(lines))

    def lines(self, put: Iterable[tuple[Piece, Matrix]], page: tuple[float, float], cut: bool = True) -> list[Item]:
        """The lines to `cut` along, and where a punch rounds corners, of pieces on a page; none lies in its margins."""
        clear = Box(0, 0, *page).grown(-self.options.margin)
        free, edge = list[Item](), list[Item]()
        for piece, at in put:
            groups = [self.draw_cut(piece.cut)] if piece.cut and cut else []
            groups += [self._corners(piece)] if piece.corner else []
            groups += [self._outline(piece)] if self._edging and cut and not piece.cut else []
            box = transform_box(
                bounds(piece.cut) if piece.cut else Box(0, 0, piece.front.width, piece.front.height), at
            )
            lines = free if clear.holds(box.grown(HALO.width / 2)) else edge
            lines += (Place(group, at) for group in groups)
        return [*free, Place(Group(tuple(edge), rectangle(clear)))] if edge else free

    def _outline(self, piece: Piece) -> Group:
        """The line around a piece without a cut of its own, in looks that draw one."""
        size = (piece.front.width, piece.front.height, piece.corner)
        line = Stroke(self._edging, _EDGING)
        shape = round_rect(Box(0, 0, *size[:2]), piece.corner) if piece.corner else rectangle(Box(0, 0, *size[:2]))
        return self._once(("outline", size), lambda: Group((Path(shape, None, line),)))

    def _corners(self, piece: Piece) -> Group:
        size = (piece.front.width, piece.front.height, piece.corner)
        return self._once(("corners", size), lambda: Group((Path(corner_arcs(*size), None, MARK),)))

    def label(self, number: int, folded: bool) -> tuple[str, ...]:
        """The wordings of a sheet's label, longest first."""
        o = self.options
        words = self.words
        sheet = words.sheet.format(number=number, total=self.total)
        numbered = words.version.format(version=o.version)
        version = o.version if not o.version or o.version.startswith("v") else numbered
        fold = words.fold if folded else ""
        printer = words.printer.format(printer=o.printer) if o.printer else ""
        forms = (
            (upper(o.kit), o.product, sheet, version, fold, printer), (o.product, sheet, version, printer),
            (sheet, printer),
        )  # fmt: skip
        return tuple("  \u00b7  ".join(filter(None, form)) for form in forms)

    def notes(self, plan: CutPlan | None, piles: str = "") -> tuple[str, ...]:
        """The lines that stand in the margins of sheets with a plan; `piles` is what they say of stacks in piles."""
        return describe_cuts(plan, self.words, piles if self.options.stack == "piles" else "") if plan else ()

    def furnish(
        self, grid: CellGrid, count: int, bleed: float, marks: Literal["", "needed", "spare"] = "",
        notes: Sequence[str] = (),
    ) -> MarginMarks:  # fmt: skip
        """Where the ruler, the label and notes go around the first `count` cells; else as `place_margin_marks`."""
        widths = self._once(("widths", bool(grid.fold)), lambda: self._label_widths(bool(grid.fold)))
        beside = self.words.scale if self.options.ruler else ""
        lengths = [face(FONT).width(form) for form in notes]
        found = place_margin_marks(grid, count, bleed, self.options.margin, marks, beside, widths, lengths)
        return found._replace(told=tuple(notes))

    def _label_widths(self, folded: bool) -> tuple[float, ...]:
        """The width of each wording at size 1, on the sheet where it is widest."""
        forms = [self.label(number, folded) for number in range(1, self.total + 1)]
        return tuple(max(map(face(FONT).width, wording)) for wording in zip(*forms, strict=True))

    def page(
        self, items: Iterable[Item], grid: CellGrid, furniture: MarginMarks, number: int, trim: Box, bleed: Box,
        names: tuple[str, ...], title: str, side: Literal["front", "back"] = "front", shows: str = "",
        cells: Iterable[Box] = (), plan: CutPlan | None = None,
    ) -> Sheet:  # fmt: skip
        """A page with what is drawn on it and, over that, the ruler and lines of text where the margins have room.

        The first items are the pictures of pieces, one for each of the `cells`.
        """
        ruler, forms = furniture.ruler, self.label(number, bool(grid.fold))
        label = furniture.label.write(forms) if furniture.label else None
        notes = [room.write([text]) for room, text in zip(furniture.notes, furniture.told, strict=False) if room]
        drawing = Drawing(grid.page_width, grid.page_height, (*items, *filter(None, (ruler, label)), *notes))
        known = (ruler is not None, label is not None)
        return Sheet(self.paper, drawing, side, number, self.total, trim, bleed, names, title, *known, shows,
                     tuple(cells), plan)  # fmt: skip

    def side(
        self, items: Iterable[Item], grid: CellGrid, furniture: MarginMarks, number: int, names: Iterable[str],
        put: Iterable[tuple[Piece, Matrix]], side: Literal["front", "back"], read: bool = False,
        plan: CutPlan | None = None,
    ) -> Sheet:  # fmt: skip
        """A side of a sheet with whole pieces, each where it was put; one that is `read` is not cut."""
        page = Box(0, 0, grid.page_width, grid.page_height)
        cells, trim, bleed = self._boxes(put, page)
        if read:
            trim = bleed = page
        title = f"Sheet {number} of {self.total}{', backs' if side == 'back' else ''}"
        return self.page(items, grid, furniture, number, trim, bleed, tuple(names), title, side, cells=cells, plan=plan)

    def numbers(
        self, plan: CutPlan | None, grid: CellGrid, bleed: float, keep_out: tuple[Box, ...]
    ) -> tuple[Item, ...]:
        """The numbers of the cuts of a plan, in the margins."""
        if plan is None:
            return ()
        page = Box(0, 0, grid.page_width, grid.page_height)
        return draw_cut_numbers(plan, page, self.options.margin, bleed, keep_out)

    def _boxes(self, put: Iterable[tuple[Piece, Matrix]], page: Box) -> tuple[tuple[Box, ...], Box, Box]:
        """The boxes of pieces on a page as they are cut, the box around those, and around all that their pictures fill.

        Where nothing is cut, those two are the page.
        """
        trims, bleeds = [], []
        for piece, at in put:
            trims.append(cell_of(piece, at))
            bleeds.append(transform_box(Box(0, 0, piece.front.width, piece.front.height).grown(piece.bleed), at))
        return tuple(trims), *((around(trims).common(page), around(bleeds).common(page)) if trims else (page, page))


def refuse_missing(text: str, font: str, where: Where, what: str, hint: str) -> None:
    """PrintgenError when a font lacks a letter of what stands on the sheets."""
    if missing := face(font).missing(text):
        message = f"{what}, and the font lacks {missing!r}"
        raise PrintgenError([Finding("error", where, message, hint, "missing-glyph")])
