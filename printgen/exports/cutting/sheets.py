"""The one value from which a sheet's page and its cut file are made: things, each with its place, marks and lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from printgen.base.geometry import Box, Matrix, apply, compose, rotate, translate
from printgen.drawing.extent import around
from printgen.drawing.model import Outline
from printgen.drawing.outlines import rounded
from printgen.exports.cutting.contours import Contour, contours, line
from printgen.exports.parcel import Thing

Layer = Literal["Cut", "Kiss", "Score"]
LAYERS: tuple[Layer, ...] = ("Score", "Kiss", "Cut")
"""In this order a machine goes over a sheet: what is cut out first would move."""


class Laid(NamedTuple):
    """A thing in its cell on a page, in points: the box of its cut. It may lie a quarter turn clockwise in it."""

    thing: Thing
    cell: Box
    turned: bool = False

    @property
    def matrix(self) -> Matrix:
        """Where the front goes, from the top left of the box of its cut."""
        if self.turned:
            return compose(translate(self.cell.right, self.cell.y), rotate(90))
        return translate(self.cell.x, self.cell.y)

    def moved(self, x: float, y: float) -> Laid:
        """The same thing elsewhere."""
        return self._replace(cell=self.cell.moved(x, y))


@dataclass(frozen=True)
class Marks:
    """Registration marks of a page, in points, as `MarkSizes` tells; `square` is 0 where all four are L shapes."""

    inset: float
    thickness: float
    length: float
    square: float

    def zone(self, clear: float) -> float:
        """How wide the square at each corner of the paper is that nothing else may lie in."""
        return self.inset + max(self.length, self.square + self.thickness / 2) + clear

    def shapes(self, page: tuple[float, float]) -> tuple[tuple[tuple[float, float], ...], ...]:
        """The corners of each mark on a page: the square at the top left, and L shapes at the others.

        There is none at the bottom right of three.
        """
        (w, h), i, half, square = page, self.inset, self.thickness / 2, self.square
        spots = ((0.0, 0.0, 1, 1), (w, 0.0, -1, 1), (0.0, h, 1, -1), (w, h, -1, -1))
        out = []
        for x, y, right, down in spots[1:3] if square else spots:
            out.append(tuple((x + right * (i + a), y + down * (i + b)) for a, b in self._angle()))
        if square:
            low, high = i - half, i + square + half
            out.insert(0, ((low, low), (high, low), (high, high), (low, high)))
        return tuple(out)

    def _angle(self) -> tuple[tuple[float, float], ...]:
        """The corners of an L whose lines meet at the origin."""
        half, end = self.thickness / 2, self.length
        return ((-half, -half), (end, -half), (end, half), (half, half), (half, end), (-half, end))


@dataclass(frozen=True)
class Way:
    """How the sheets of a batch are made: the name of the layout, its page and what machine reads it, in points.

    `gap` is how far things lie from each other, `corner` the radius to which their corners are cut instead of their
    own, `cross` where crosses are, with arms of `arm`. A machine is told that the paper is `larger` by so much.
    What is on labels is cut in a `kiss`, through the label alone.
    """

    name: str
    page: tuple[float, float]
    gap: float
    marks: Marks | None = None
    corner: float | None = None
    cross: float = 0.0
    arm: float = 0.0
    larger: float = 0.0
    kiss: bool = False


def edge_of(thing: Thing, corner: float | None) -> Outline:
    """Where a thing is cut, from the top left of the box of its cut; a rectangle with corners of a radius, if given."""
    if corner is None or thing.piece.cut:
        return thing.outline
    return rounded(Box(0, 0, thing.box.w, thing.box.h), corner)


@dataclass(frozen=True)
class CutSheet:
    """A sheet: which of how many it is, and the things that lie on it."""

    way: Way
    laid: tuple[Laid, ...] = field(repr=False)
    number: int
    of: int

    @cached_property
    def box(self) -> Box:
        """The box around all cuts, in points."""
        return around(one.cell for one in self.laid)

    @cached_property
    def lines(self) -> tuple[tuple[Layer, Contour], ...]:
        """All that a machine does to it, in order, in millimetres on the page."""
        done: list[tuple[Layer, Contour]] = []
        for one in self.laid:
            thing, at = one.thing, one.matrix
            edge: Layer = "Kiss" if self.way.kiss else "Cut"
            done += ((edge, contour) for contour in contours(edge_of(thing, self.way.corner), at))
            here = compose(at, translate(-thing.box.x, -thing.box.y))
            done += (("Score", line([apply(here, *end) for end in fold])) for fold in thing.piece.folds)
        return tuple(sorted(done, key=lambda each: LAYERS.index(each[0])))

    @property
    def backed(self) -> bool:
        """Whether any of its things has a back."""
        return any(one.thing.piece.back is not None for one in self.laid)
