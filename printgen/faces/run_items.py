"""A run of a text, or an icon in it, comes in with its place; what paints it goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printgen.base.geometry import chain, scale, translate
from printgen.drawing.model import Item, Place, Text
from printgen.drawing.paragraphs import MADE
from printgen.drawing.tints import NONE, Tints
from printgen.drawing.words import ICON, Run

if TYPE_CHECKING:
    from printgen.faces.library import Library


def run_items(
    run: Run, x: float, y: float, wide: float, size: float, color: str, tints: Tints, library: Library,
    tracking: float = 0.0,
) -> tuple[Item, ...]:  # fmt: skip
    """A run with its baseline at (x, y), `wide` points wide; nothing for one in no colour."""
    text, font, grow, own_color, _ = run
    if own_color:
        color = tints.resolve(own_color)
    if color == NONE:
        return ()
    if grow != 1.0:
        size *= grow
    if font != ICON:
        return (MADE(Text, (x, y, text, font, size, color, tracking, wide)),)
    group, own = library.icons.drawn(text, color, tints)
    # An icon stands on the line and reaches a little over the capitals.
    return (Place(group, chain(translate(x, y - 0.86 * size), scale(size / own))),)
