"""The page that imposition hands to a writer: a whole-page picture with what is known about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from printgen.base.geometry import Box
from printgen.drawing.model import Drawing
from printgen.sheets.papers import Paper


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a physical sheet.

    `paper` is the paper as it was asked for; the drawing's width and height tell how it is turned. `number`
    and `of` count physical sheets, so a front and its back share them. `trim` is the box around the cells in
    use, `bleed` the same grown by the bleed but never beyond the page; both in points. `names` are the pieces
    on this side in the order of the cells, `title` is for a bookmark. `ruler` and `label` tell whether the
    margins had room for the ruler and for the line that says what the sheet is.
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
