"""The output of kinds of printables: pieces to cut out and named pictures; and errors of templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from printgen.base.errors import Finding, PrintgenError
from printgen.base.units import Box
from printgen.drawing.model import Drawing, Item, Outline, Use
from printgen.drawing.outlines import rectangle, round_rect


class PartError(ValueError):
    """A look or a part of a picture cannot be drawn; the message names it."""


class TemplateProblem(PrintgenError):
    """The findings of a template that cannot be used."""


Layout = Literal["grid", "honeycomb", "packed"]

Role = Literal["card", "token", "tile", "board", "page", "model"]
"""What a piece is at a table: one of a deck, something on the board, a part of it, the board, a page, or a net."""

Point = tuple[float, float]


class Cell(NamedTuple):
    """A space of a board by its name, with its row and column from 0 and its middle in points from the top left."""

    name: str
    row: int
    column: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Spaces:
    """The places of the spaces of a board, row by row.

    `shape` is "square" for rectangles, "flat" or "pointy" for hexes by their tops, "free" for spaces in no grid.
    `across` and `down` are the width and height of a space in points; for a hex, those of the box around it. Every
    second column of flat hexes lies half a hex lower, every second row of pointy hexes half a hex to the right.
    `starts` are the names of the spaces on which each side begins, side by side, in the order in which they are taken.
    """

    shape: Literal["square", "flat", "pointy", "free"]
    across: float
    down: float
    cells: tuple[Cell, ...]
    starts: tuple[tuple[str, ...], ...] = ()

    def shift(self, x: float, y: float) -> Spaces:
        """The same spaces on a board moved by (x, y)."""
        return replace(self, cells=tuple(one._replace(x=one.x + x, y=one.y + y) for one in self.cells))


@dataclass(frozen=True, slots=True)
class NetFaces:
    """The faces of a folded net, for shops that print them on nets of their own.

    `draw` draws them for a width, a height and a depth in points, by name ("front", "back", "left", "right", "top",
    "bottom"), each upright, as large as its panel, with what reaches over its edges; it also returns findings. A box
    holds this many `cards`, the largest of the size `card` in its sleeve; 0 for an unknown number. For a standee
    `cards` is None: it has a front and perhaps a back, always in its own size.
    """

    draw: Callable[[float, float, float], tuple[Mapping[str, Drawing], Sequence[Finding]]]
    cards: int | None = None
    card: Point = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing to cut out; front and back have the same size, in points.

    `bleed` is how far the pictures reach beyond their edges, in points; `cut` is the outline to cut along
    where it is not the rectangle of the piece. What is `whole` is never tiled: it goes on one sheet, or does not fit.
    `corner` is the radius, in points, to which the corners of a rectangular piece are rounded once it is cut. A `leaf`
    is a sheet of something bound: both of its sides are always printed, and one as large as the paper reaches the
    paper's edges. `layout` says how it lies on sheets: in rows of pieces of its size,
    in a honeycomb of them, or packed with pieces of others, perhaps in a `block` of so many columns and rows, apart
    from the next one by so much. A `page` is read as it is printed: alone on a sheet it is
    not cut; one that is a `leaf`, too, is turned over as a card is. What is drawn `from_face` was judged while it was.
    `role` is what it is at a table, `spaces` where those of a board lie, and `folds` are the lines of a net from point
    to point. Of a net that becomes a figure, `figure` is where its front lies, upright, and its back, upside down.
    `bare` is the front of a net without the lines to cut and fold along, its hatched flaps and its notes; `net` has
    the faces of a box or a standee, the same value for all parts of one. The size of
    an `exact` piece means something, as of one that measures: it is never printed in another. `record` is the name of
    its record where its own name says more, such as a scale. `parts` are what it falls into once it is cut, where that
    is several things or one that is printed at a slant: each level and for itself, with no ground around it.
    """

    name: str
    front: Drawing
    back: Drawing | None = None
    copies: int = 1
    bleed: float = 0.0
    cut: Outline | None = None
    whole: bool = False
    corner: float = 0.0
    leaf: bool = False
    layout: Layout = "grid"
    block: tuple[int, int, float] | None = None
    page: bool = False
    from_face: bool = field(default=False, compare=False, repr=False)
    role: Role = field(default="card", compare=False)
    spaces: Spaces | None = field(default=None, compare=False, repr=False)
    folds: tuple[tuple[Point, Point], ...] = field(default=(), compare=False, repr=False)
    figure: tuple[Box, Box] | None = field(default=None, compare=False, repr=False)
    bare: Drawing | None = field(default=None, compare=False, repr=False)
    net: NetFaces | None = field(default=None, compare=False, repr=False)
    exact: bool = field(default=False, compare=False)
    record: str = field(default="", compare=False, repr=False)
    parts: tuple[Piece, ...] = field(default=(), compare=False, repr=False)

    def answers(self, name: str) -> bool:
        """Whether a name means this piece: its own name, or that of its record."""
        return name in (self.name, self.record or self.name)

    @property
    def uses(self) -> frozenset[Use]:
        """The features on its faces that not every format supports."""
        return self.front.uses | (self.back.uses if self.back else frozenset())

    @property
    def edge(self) -> Outline:
        """Its outline after cutting, in points."""
        box = Box(0, 0, self.front.width, self.front.height)
        return self.cut or (round_rect(box, self.corner) if self.corner else rectangle(box))


Covering = Callable[[float, float, float], tuple[Item, ...]]
"""Items over a width and a height in points, (0, 0) at the top left; what is in them is drawn at a scale."""


class Swatch(NamedTuple):
    """A picture to fill tiles with: its dark and its bright colour, and the cover of a tile in colour or in grey."""

    dark: str
    bright: str
    picture: Covering
    pattern: Covering


Swatches = Callable[[str], Swatch]
"""Finds a swatch by its name. ValueError names the nearest when there is none; TemplateProblem lists its mistakes."""
