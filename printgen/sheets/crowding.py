"""Sheets come in; a finding goes out where what is read or cut lies nearer to the edge of the paper than it should.

That is so where a page to be read fits on the paper alone, and where words of a leaf that is as large as the paper do
not keep clear of its edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printgen.base.errors import Finding, Where
from printgen.base.geometry import Box
from printgen.base.units import to_mm
from printgen.drawing.extent import box_of, moved
from printgen.drawing.model import Text
from printgen.drawing.walk import walk_kind
from printgen.sheets.sheet import Sheet

_NEAR = 0.01


def crowded(sheets: Iterable[Sheet], margin: float, where: Where) -> Iterator[Finding]:
    """A warning for the sheet of a product that lies nearest to the edge of the paper, if any is in the margin."""
    found = [(away, name) for sheet in sheets for away, name in _near(sheet) if away < margin - _NEAR]
    if found:
        away, name = min(found)
        yield Finding(
            "warning",
            where,
            f"'{name}' comes to {round(max(0.0, to_mm(away)), 1):g} mm from the edge of the paper, and printers may "
            f"print nothing within {round(to_mm(margin), 2):g} mm of it",
            "Make it smaller, choose a larger paper, or say how near your printer prints, such as --margin 4mm.",
            "near-edge",
        )


def _near(sheet: Sheet) -> Iterator[tuple[float, str]]:
    """How far pieces, or the words of a leaf that fills the page, are from the edges, and their names."""
    page = Box(0, 0, sheet.drawing.width, sheet.drawing.height)
    for cell, name, item in zip(sheet.cells, sheet.names, sheet.drawing.items, strict=False):
        if cell.grown(_NEAR).holds(page):
            yield from ((_away(moved(box_of(text), at), page), name) for text, at in walk_kind((item,), Text))
        else:
            yield _away(cell, page), name


def _away(box: Box, page: Box) -> float:
    return min(box.x, box.y, page.right - box.right, page.bottom - box.bottom)
