"""The pieces of one sheet and their grid come in; its front page and its back page go out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.fonts import face
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Piece
from printgen.errors import Finding, PrintgenError, Where
from printgen.sheets.furnishings import FONT, Furnishings, furnish
from printgen.sheets.grid import Grid, Sides
from printgen.sheets.marks import FOLD, MARK, crop_marks, fold_line
from printgen.sheets.papers import Paper
from printgen.sheets.sheet import Sheet

Duplex = Literal["long", "short", "split", "fold", "none"]
_HERE = Where("printgen")


@dataclass(frozen=True, slots=True)
class GangOptions:
    """How to gang; lengths in points, zero or more.

    `margin` is what pieces keep from the edge of the paper (bleed may reach into it), `gutter` what they keep
    from each other. `duplex`: "long" or "short" put each back after its front for a printer that turns the
    paper over that edge; "split" puts all fronts before all backs, turned over the long edge; "fold" puts
    them side by side on one page; "none" leaves the backs out. `kit`, `product` and `version` are for the
    label, `marks` are crop marks and cut outlines, `where` is what a finding points at.
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
        known = self._clipped.get((id(drawing), reach))
        if known is None:
            group = self._pictures.get(id(drawing))
            if group is None:
                group = self._pictures[id(drawing)] = Group(drawing.items)
            size = (drawing.width, drawing.height, reach)
            clip = self._clips.get(size)
            if clip is None:
                width, height = (
                    reach.left + drawing.width + reach.right,
                    reach.top + drawing.height + reach.bottom,
                )
                clip = self._clips[size] = rectangle(Box(-reach.left, -reach.top, width, height))
            known = self._clipped[id(drawing), reach] = Group((Place(group),), clip)
        return known

    def cut(self, outline: Outline) -> Group:
        """The line to cut along."""
        known = self._cuts.get(id(outline))
        if known is None:
            known = self._cuts[id(outline)] = Group((Path(outline, None, MARK),))
        return known

    def label(self, number: int, folded: bool) -> tuple[str, ...]:
        """The wordings of a sheet's label, longest first."""
        o = self.options
        sheet = f"sheet {number} of {self.total}"
        version = o.version if not o.version or o.version.startswith("v") else f"v{o.version}"
        fold = "fold on the dashed line" if folded else ""
        forms = ((o.kit.upper(), o.product, sheet, version, fold), (o.product, sheet, version), (sheet,))
        return tuple("  \u00b7  ".join(filter(None, form)) for form in forms)


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
                items += self._crop_marks(len(cards), furniture)
        if grid.fold:
            items.append(Path(fold_line(grid, self.bleed, furniture.keep_out), None, FOLD))
        ruler, label = furniture.ruler, furniture.label(press.label(number, bool(grid.fold)))
        items += filter(None, (ruler, label))
        names = tuple(card.name for card in cards)
        return self._sheet(items, "front", number, names, grid.used(len(cards)), ruler is not None, label is not None)

    def back(self, cards: Sequence[Piece], number: int) -> Sheet:
        """The page that is printed behind a front."""
        used, grid = self.grid.used(len(cards)), self.grid
        if self.sideways:
            used = used._replace(x=grid.page_width - used.right)
        else:
            used = used._replace(y=grid.page_height - used.bottom)
        names = tuple(card.name for card in cards if card.back is not None)
        return self._sheet(self._pictures(cards, False), "back", number, names, used, False, False)

    def _pictures(self, cards: Sequence[Piece], front: bool) -> Iterable[Place]:
        count = len(cards)
        free = self._free.get(count)
        if free is None:
            free = self._free[count] = [self.grid.neighbours(i, count) for i in range(count)]
        spots = self.front_spots if front else self.back_spots
        for card, spot, neighbours in zip(cards, spots, free, strict=False):
            drawing = card.front if front else card.back
            if drawing is None:
                continue
            reach = self._reach.get((neighbours, card.bleed))
            if reach is None:
                reach = self._reach[neighbours, card.bleed] = self._bleed_shown(neighbours, card.bleed)
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
            if cells not in self._furniture:
                self._furniture[cells] = furnish(
                    self.grid, cells, self.bleed, options.marks, options.ruler, self._widths
                )
            found = self._furniture[cells]
            if found.label_matrix and (found.ruler or not options.ruler):
                break
        return found

    def _crop_marks(self, count: int, furniture: Furnishings) -> tuple[Item, ...]:
        known = self._marks.get(count)
        if known is None:
            outline = crop_marks(self.grid, count, self.bleed, furniture.keep_out)
            known = (Place(Group((Path(outline, None, MARK),))),) if outline else ()
            self._marks[count] = known
        return known

    def _sheet(
        self,
        items: Iterable[Item],
        side: Literal["front", "back"],
        number: int,
        names: tuple[str, ...],
        trim: Box,
        ruler: bool,
        label: bool,
    ) -> Sheet:
        width, height = self.grid.page_width, self.grid.page_height
        left, top = max(0.0, trim.x - self.bleed), max(0.0, trim.y - self.bleed)
        right, bottom = min(width, trim.right + self.bleed), min(height, trim.bottom + self.bleed)
        total = self.press.total
        return Sheet(
            self.press.paper,
            Drawing(width, height, tuple(items)),
            side,
            number,
            total,
            trim,
            Box(left, top, right - left, bottom - top),
            names,
            f"Sheet {number} of {total}{', backs' if side == 'back' else ''}",
            ruler,
            label,
        )


def label_widths(press: Press, folded: bool) -> tuple[float, ...]:
    """The width of each wording at size 1, on the sheet where it is widest."""
    font = face(FONT)
    forms = [press.label(number, folded) for number in range(1, press.total + 1)]
    missing = font.missing("".join(forms[0]))
    if missing:
        raise PrintgenError(
            [
                Finding(
                    "error",
                    press.options.where,
                    f"the label of the sheets needs {missing!r}, which the font does not have",
                    "Use plain letters in the titles of the game and the product.",
                    "missing-glyph",
                )
            ]
        )
    return tuple(max(map(font.width, wording)) for wording in zip(*forms, strict=True))
