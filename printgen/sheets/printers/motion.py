"""What a printer does to a page: scale, shift and skew come in; the matrix of that, and pages that undo it, go out."""

from __future__ import annotations

from typing import NamedTuple

from printgen.base.geometry import IDENTITY, Box, Matrix, apply, chain, compose, inverse, rotate, scale, translate
from printgen.base.units import mm
from printgen.drawing.model import Drawing, Group, Place
from printgen.writers.page import Page


class Motion(NamedTuple):
    """How one side of a sheet comes out, as seen on that side: about its middle it grows, is turned, and is moved.

    `across` and `down` say how many times as large it comes out; `right` and `below` how far it is moved, in
    millimetres; `skew` how far it is turned clockwise, in degrees.
    """

    across: float = 1.0
    down: float = 1.0
    right: float = 0.0
    below: float = 0.0
    skew: float = 0.0

    def matrix(self, width: float, height: float) -> Matrix:
        """Where the printer puts the points of an upright page of a size in points."""
        x, y = width / 2, height / 2
        moved = translate(x + mm(self.right), y + mm(self.below))
        return chain(moved, rotate(self.skew), scale(self.across, self.down), translate(-x, -y))

    def turned_about(self) -> Motion:
        """The same, as seen on a sheet that lies the other way up: its foot is where its head was."""
        return self._replace(right=-self.right, below=-self.below)


def corrected(page: Page, motion: Motion) -> Page:
    """A page that comes out true where a printer does this to it; it is as large as before, and its boxes follow.

    What lies is written upright, as a printer pulls it in: its head is at the left edge.
    """
    drawing, turn = page.drawing, IDENTITY
    width, height = sorted((drawing.width, drawing.height))
    if drawing.width > drawing.height:
        turn = (0.0, -1.0, 1.0, 0.0, 0.0, drawing.width)
    matrix = compose(inverse(motion.matrix(width, height)), turn)
    whole = Box(0, 0, width, height)
    trim, bleed = (box and around(matrix, box).common(whole) for box in (page.trim, page.bleed))
    moved = Drawing(width, height, (Place(Group(drawing.items), matrix),))
    return page._replace(drawing=moved, trim=trim, bleed=bleed)


def around(matrix: Matrix, box: Box) -> Box:
    """The box around what becomes of a box."""
    xs, ys = zip(*(apply(matrix, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)), strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
