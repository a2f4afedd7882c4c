"""The sides of a product's sheets come in; about how much ink they take goes out, from a few that stand for all."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.drawing.coverage import Ink, Of, ink_of_all
from printgen.sheets.sheet import Sheet

_FEW_SIDES, _SOME_SIDES, _MANY = 3, 8, 4
"""Ink is reckoned on so many sides, or on more where they are unlike each other; of so many pieces, on one side."""


def colors_of_sheets(sheets: Sequence[Sheet], alike: bool) -> dict[str, float]:
    """The ink of a side by its colour, as shares of its area."""
    cyan, magenta = ink_of_sheets(sheets, alike, "cyan, magenta")
    yellow, black = ink_of_sheets(sheets, alike, "yellow, black")
    return {"cyan": cyan, "magenta": magenta, "yellow": yellow, "black": black}


def ink_of_sheets(sheets: Sequence[Sheet], alike: bool, of: Of = "all") -> Ink:
    """The ink of a side, as shares of its area; `alike` says that the pieces are of about one size."""
    room = sum(_area(sheet) for sheet in sheets)
    total = area = 0.0
    for side in ("front", "back"):
        some = [sheet for sheet in sheets if sheet.side == side]
        if not some:
            continue
        share = sum(_area(sheet) for sheet in some) / room
        cells = [len(sheet.cells) for sheet in some]
        if max(cells) >= _MANY:  # One of the full ones tells for all, but where there are just two each has its own.
            full = [sheet.drawing for sheet in some if len(sheet.cells) == max(cells)]
            ink, share = ink_of_all(full, 2 if len(full) == 2 else 1, of), share * sum(cells) / len(cells) / max(cells)
        else:
            most = 1 if alike and len(some) > _FEW_SIDES else _SOME_SIDES
            ink = ink_of_all([sheet.drawing for sheet in some], most, of)
        total, area = total + share * ink.total, area + share * ink.area
    return Ink(total, min(1.0, area))


def _area(sheet: Sheet) -> float:
    return sheet.drawing.width * sheet.drawing.height
