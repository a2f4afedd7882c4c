"""What kinds of printable make: pieces to cut out and named pictures; and what can go wrong with a template."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from printgen.base.errors import Finding, PrintgenError
from printgen.base.units import Box
from printgen.drawing.model import Drawing, Item, Outline, Use
from printgen.drawing.outlines import rectangle, round_rect


class PartError(ValueError):
    """A look or a part of a picture that cannot be drawn; the message names it."""


class TemplateProblem(PrintgenError):
    """Findings of a template that cannot be used."""


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
    """Where the spaces of a board lie, row by row.

    `shape` is "square" for rectangles, "flat" or "pointy" for hexes by their tops, "free" for spaces that lie in no
    grid. `across` and `down` are the width and height of a space in points; of a hex, those of the box around it. Of
    flat hexes every second column lies half a hex lower, of pointy ones every second row half a hex to the right.
    `starts` are the names of the spaces on which each side begins, side by side, the first to be taken first.
    """

    shape: Literal["square", "flat", "pointy", "free"]
    across: float
    down: float
    cells: tuple[Cell, ...]
    starts: tuple[tuple[str, ...], ...] = ()

    def shift(self, x: float, y: float) -> Spaces:
        """The same on a board that lies elsewhere."""
        return replace(self, cells=tuple(one._replace(x=one.x + x, y=one.y + y) for one in self.cells))


@dataclass(frozen=True, slots=True)
class NetFaces:
    """The faces of what a net becomes once it is folded, for a shop that prints them on a net of its own.

    `draw` draws them for a width, a height and a depth in points: each upright, as large as its panel and with what
    reaches over its edges, by name ("front", "back", "left", "right", "top", "bottom"); and says what is wrong with
    them. A box is for so many `cards`, of which the largest has the size `card` with its sleeve; for 0 where nobody
    said how many. A standee has None; it has a front and perhaps a back, always in its own size.
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
        """Whether somebody who says a name means it: its own name, or that of the record that it is of."""
        return name in (self.name, self.record or self.name)

    @property
    def uses(self) -> frozenset[Use]:
        """What not every format can carry of what is on its faces."""
        return self.front.uses | (self.back.uses if self.back else frozenset())

    @property
    def edge(self) -> Outline:
        """What it looks like once it is cut, in points."""
        box = Box(0, 0, self.front.width, self.front.height)
        return self.cut or (round_rect(box, self.corner) if self.corner else rectangle(box))


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
