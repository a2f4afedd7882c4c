"""The pieces of one sheet and their grid come in; its front page and its back page go out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, TypeVar

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.fonts import face
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Piece
from printgen.errors import Finding, PrintgenError, Where
from printgen.faces.library import Library, built_in
from printgen.sheets.furnishings import FONT, Furnishings, furnish
from printgen.sheets.grid import Grid, Sides
from printgen.sheets.marks import FOLD, MARK, crop_marks, fold_line
from printgen.sheets.papers import Paper
from printgen.sheets.sheet import Sheet

Duplex = Literal["long", "short", "split", "fold", "none"]
_HERE = Where("printgen")
_Key = TypeVar("_Key")
_Made = TypeVar("_Made")


def _once(known: dict[_Key, _Made], key: _Key, make: Callable[[], _Made]) -> _Made:
    """What is kept under a key, made when it is first asked for."""
    if key not in known:
        known[key] = make()
    return known[key]


@dataclass(frozen=True, slots=True)
class GangOptions:
    """How to gang; lengths in points, zero or more.

    `margin` is what pieces keep from the edge of the paper (bleed may reach into it), `gutter` what they keep
    from each other. `duplex`: "long" or "short" put each back after its front for a printer that turns the
    paper over that edge; "split" puts all fronts before all backs, turned over the long edge; "fold" puts
    them side by side on one page; "none" leaves the backs out. `kit`, `product` and `version` are for the
    label, `marks` are crop marks and cut outlines, `where` is what a finding points at. `library` knows the papers and
    the words that stand on sheets.
    """

    margin: float = mm(6.35)
    gutter: float = 0.0
    duplex: Duplex = "long"
    kit: str = ""
    product: str = ""
    version: str = ""
    ruler: bool = True
    marks: bool = True
    where: Where = _HERE
    library: Library = field(default_factory=built_in, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.margin < 0 or self.gutter < 0:
            raise ValueError("a margin or gutter cannot be below zero")


@dataclass(frozen=True, slots=True)
class Press:
    """What all sheets share: the job, and every group that was made once, so that a writer stores it once."""

    paper: Paper
    options: GangOptions
    total: int
    _pictures: dict[int, Group] = field(default_factory=dict)
    _clips: dict[tuple[float, float, Sides], Outline] = field(default_factory=dict)
    _clipped: dict[tuple[int, Sides], Group] = field(default_factory=dict)
    _cuts: dict[int, Group] = field(default_factory=dict)

    def picture(self, drawing: Drawing, reach: Sides) -> Group:
        """A picture that shows `reach` of its bleed; drawings are told apart by identity, which is quick."""
        return _once(self._clipped, (id(drawing), reach), lambda: self._clip(drawing, reach))

    def _clip(self, drawing: Drawing, reach: Sides) -> Group:
        """The drawing's group inside the clip of its size, both shared with the others that have the same."""
        width, height = reach.left + drawing.width + reach.right, reach.top + drawing.height + reach.bottom
        group = _once(self._pictures, id(drawing), lambda: Group(drawing.items))
        size = (drawing.width, drawing.height, reach)
        clip = _once(self._clips, size, lambda: rectangle(Box(-reach.left, -reach.top, width, height)))
        return Group((Place(group),), clip)

    def cut(self, outline: Outline) -> Group:
        """The line to cut along."""
        return _once(self._cuts, id(outline), lambda: Group((Path(outline, None, MARK),)))

    def label(self, number: int, folded: bool) -> tuple[str, ...]:
        """The wordings of a sheet's label, longest first."""
        o = self.options
        sheet = f"sheet {number} of {self.total}"
        version = o.version if not o.version or o.version.startswith("v") else f"v{o.version}"
        fold = "fold on the dashed line" if folded else ""
        forms = ((o.kit.upper(), o.product, sheet, version, fold), (o.product, sheet, version), (sheet,))
        return tuple("  \u00b7  ".join(filter(None, form)) for form in forms)

    def page(
        self, items: Iterable[Item], grid: Grid, furniture: Furnishings, number: int, trim: Box, bleed: Box,
        names: tuple[str, ...], title: str, side: Literal["front", "back"] = "front",
    ) -> Sheet:  # fmt: skip
        """A page with what is drawn on it and, over that, the ruler and the label where the margins have room."""
        ruler, label = furniture.ruler, furniture.label(self.label(number, bool(grid.fold)))
        drawing = Drawing(grid.page_width, grid.page_height, (*items, *filter(None, (ruler, label))))
        known = (ruler is not None, label is not None)
        return Sheet(self.paper, drawing, side, number, self.total, trim, bleed, names, title, *known)


class PageMaker:
    """Makes the pages of one batch; what depends on the grid alone is worked out once."""

    def __init__(self, grid: Grid, bleed: float, press: Press, most: int) -> None:
        """`bleed` is the largest of all pieces, in points; `most` how many of them one sheet will get."""
        self.grid, self.bleed, self.press = grid, bleed, press
        options = press.options
        self._widths = label_widths(press, bool(grid.fold))
        self._furniture: dict[int, Furnishings] = {}
        # A page turned over its long edge turns over its upright axis when the page itself is upright.
        sideways = (options.duplex != "short") == (grid.page_height >= grid.page_width)
        self.front_spots = [grid.front(i) for i in range(most)]
        self.back_spots = [grid.back(i, bool(grid.fold) or sideways) for i in range(most)]
        self.sideways = sideways
        self._free: dict[int, list[tuple[bool, bool, bool, bool]]] = {}
        self._reach: dict[tuple[tuple[bool, bool, bool, bool], float], tuple[Sides, Sides]] = {}
        self._marks: dict[int, tuple[Item, ...]] = {}

    def front(self, cards: Sequence[Piece], number: int) -> Sheet:
        """The front of a sheet, on a fold-over sheet with the backs beside."""
        press, grid, furniture = self.press, self.grid, self._furnished(len(cards))
        items: list[Item] = list(self._pictures(cards, True))
        if grid.fold:
            items += self._pictures(cards, False)
        if press.options.marks:
            items += (
                Place(press.cut(card.cut), spot)
                for card, spot in zip(cards, self.front_spots, strict=False)
                if card.cut is not None
            )
            if any(card.cut is None for card in cards):
                count = len(cards)
                marks = _once(self._marks, count, partial(self._crop_marks, count, furniture))
                items += marks
        if grid.fold:
            items.append(Path(fold_line(grid, self.bleed, furniture.keep_out), None, FOLD))
        return self._sheet(items, number, [card.name for card in cards], grid.used(len(cards)), furniture)

    def back(self, cards: Sequence[Piece], number: int) -> Sheet:
        """The page that is printed behind a front."""
        used, grid = self.grid.used(len(cards)), self.grid
        if self.sideways:
            used = used._replace(x=grid.page_width - used.right)
        else:
            used = used._replace(y=grid.page_height - used.bottom)
        names = [card.name for card in cards if card.back is not None]
        return self._sheet(self._pictures(cards, False), number, names, used, Furnishings(), "back")

    def _pictures(self, cards: Sequence[Piece], front: bool) -> Iterable[Place]:
        count = len(cards)
        free = _once(self._free, count, lambda: [self.grid.neighbours(i, count) for i in range(count)])
        spots = self.front_spots if front else self.back_spots
        for card, spot, neighbours in zip(cards, spots, free, strict=False):
            drawing = card.front if front else card.back
            if drawing is None:
                continue
            reach = _once(self._reach, (neighbours, card.bleed), partial(self._bleed_shown, neighbours, card.bleed))
            yield Place(self.press.picture(drawing, reach[0] if front else reach[1]), spot)

    def _bleed_shown(self, neighbours: tuple[bool, bool, bool, bool], bleed: float) -> tuple[Sides, Sides]:
        """How much bleed a front and its back show on each side: at a neighbour, half the gutter at most."""
        inner = min(bleed, self.grid.gutter / 2)
        left, top, right, bottom = (inner if neighbour else bleed for neighbour in neighbours)
        front = self.grid.as_piece(left, top, right, bottom)
        return front, front._replace(left=front.right, right=front.left)

    def _furnished(self, count: int) -> Furnishings:
        """The ruler and label at their usual places, or else where the last sheet has its empty cells."""
        options, full = self.press.options, self.grid.capacity
        for cells in (full, count):
            given = (self.grid, cells, self.bleed, options.marks, options.ruler, self._widths)
            found = _once(self._furniture, cells, partial(furnish, *given))
            if found.label_matrix and (found.ruler or not options.ruler):
                break
        return found

    def _crop_marks(self, count: int, furniture: Furnishings) -> tuple[Item, ...]:
        outline = crop_marks(self.grid, count, self.bleed, furniture.keep_out)
        return (Place(Group((Path(outline, None, MARK),))),) if outline else ()

    def _sheet(
        self, items: Iterable[Item], number: int, names: list[str], trim: Box, furniture: Furnishings,
        side: Literal["front", "back"] = "front",
    ) -> Sheet:  # fmt: skip
        grid, press = self.grid, self.press
        left, top = max(0.0, trim.x - self.bleed), max(0.0, trim.y - self.bleed)
        right, bottom = min(grid.page_width, trim.right + self.bleed), min(grid.page_height, trim.bottom + self.bleed)
        bleed = Box(left, top, right - left, bottom - top)
        title = f"Sheet {number} of {press.total}{', backs' if side == 'back' else ''}"
        return press.page(items, grid, furniture, number, trim, bleed, tuple(names), title, side)


def refuse_missing(text: str, font: str, where: Where, what: str, hint: str) -> None:
    """PrintgenError when a font lacks a letter of what stands on the sheets."""
    if missing := face(font).missing(text):
        message = f"{what}, and the font lacks {missing!r}"
        raise PrintgenError([Finding("error", where, message, hint, "missing-glyph")])


def label_widths(press: Press, folded: bool) -> tuple[float, ...]:
    """The width of each wording at size 1, on the sheet where it is widest."""
    forms = [press.label(number, folded) for number in range(1, press.total + 1)]
    hint = "Use plain letters in the titles of the game and the product."
    refuse_missing(forms[0][0], FONT, press.options.where, f"the label of the sheets is '{forms[0][0]}'", hint)
    return tuple(max(map(face(FONT).width, wording)) for wording in zip(*forms, strict=True))
