"""Named pictures that one part of the package offers to another, such as the spaces of a board to a player aid."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from printgen.drawing.model import Item

Covering = Callable[[float, float, float], tuple[Item, ...]]
"""Items over a width and a height in points, (0, 0) at the top left; what is in them is drawn at a scale."""


class Swatch(NamedTuple):
    """A picture to fill tiles with: its dark and its bright colour, and what covers a tile in colour or with grey."""

    dark: str
    bright: str
    picture: Covering
    pattern: Covering


Swatches = Callable[[str], Swatch]
"""Finds a swatch by its name. ValueError names the nearest when there is none; TemplateProblem lists its mistakes."""
