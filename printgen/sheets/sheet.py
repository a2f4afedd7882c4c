"""How sheets are to be made, and the page that imposition hands to a writer: a whole-page picture with its facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from printgen.base.errors import Where
from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.model import Drawing
from printgen.drawing.pieces import Piece
from printgen.faces.library import Library, built_in
from printgen.sheets.cut_plan import CutPlan
from printgen.sheets.papers import Paper

ASSEMBLY = "assembly.yaml"
"""The file of templates that holds the words of tiled pages."""

MARGIN = mm(6.35)
"""How near to the edge of the paper every printer prints, in points: nothing but bleed lies beyond."""

Duplex = Literal["long", "short", "split", "fold", "none", "manual"]
Join = Literal["tape", "glue"]
Stack = Literal["rows", "piles"]


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How to put pieces on sheets; lengths in points, zero or more.

    `margin` is what everything but bleed keeps from the edge of the paper, `gutter` what pieces keep from each other.
    `duplex`: "long" or "short" put each back after its front for a printer that turns the paper over that edge; "split"
    and "manual" put all fronts before all backs, turned over the long edge; "fold" puts them side by side on one page;
    "none" leaves the backs out. `join` names how the pages of a large piece are held together. `kit`, `product` and
    `version` are for the label, `marks` are crop marks and cut outlines, which `back_marks` puts on backs, too. `where`
    is what a finding points at. `library` knows the papers and the words that stand on sheets, `look` is that of
    assembly maps. `printer` is the one that the sheets are for, "" for any. `stack`: "rows" fills sheet after sheet;
    with "piles", those of a stack that is cut, laid on each other, are in order. `fill` are pieces for the places that
    are left free on the last sheet of those of their size.
    """

    margin: float = MARGIN
    gutter: float = 0.0
    duplex: Duplex = "long"
    join: Join = "tape"
    kit: str = ""
    product: str = ""
    version: str = ""
    ruler: bool = True
    marks: bool = True
    back_marks: bool = False
    where: Where = Where("printgen")  # noqa: RUF009
    library: Library = field(default_factory=built_in, repr=False, compare=False)
    look: str = ""
    fill: tuple[Piece, ...] = field(default=(), repr=False, compare=False)
    printer: str = ""
    stack: Stack = "rows"

    def __post_init__(self) -> None:
        if self.margin < 0 or self.gutter < 0:
            raise ValueError("a margin or gutter cannot be below zero")


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a physical sheet.

    `paper` is the paper as it was asked for; the drawing's width and height tell how it is turned. `number`
    and `of` count physical sheets, so a front and its back share them. `trim` is the box around the pieces as they are
    cut, `bleed` what their pictures fill and no more, both in points; where nothing is cut they are the page. `names`
    are the pieces on this side in the order of the cells; a page of which they do not say enough `shows` something.
    `title` says which sheet it is. `ruler` and `label` tell whether the margins had room for the ruler and for the line
    that says what the sheet is. The drawing's first items are the pictures of pieces, one for each of `cells`, which
    are the boxes to which they are cut: what lies beyond is bleed. Of all else, nothing lies in the margins. `plan` are
    the straight cuts of a stack of such sheets, on the front of one that is cut.
    """

    paper: Paper
    drawing: Drawing
    side: Literal["front", "back"]
    number: int
    of: int
    trim: Box
    bleed: Box
    names: tuple[str, ...]
    title: str
    ruler: bool = False
    label: bool = False
    shows: str = ""
    cells: tuple[Box, ...] = ()
    plan: CutPlan | None = None
