"""A plan and one of its pages come in; where flaps, cuts, targets and free room lie on that page goes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from printgen.base.geometry import Box, Matrix, apply
from printgen.base.units import mm
from printgen.sheets.tile_plan import Plan, Seam, Tile
from printgen.sheets.tile_shape import Shape

Side = Literal["left", "top", "right", "bottom"]
SIDES: tuple[Side, ...] = ("left", "top", "right", "bottom")

# What the commonest printers leave white, and no mark or text may enter.
EDGE = mm(3.2)
_APART = mm(2)


class Neighbour(NamedTuple):
    """A page next to this one: its name, the side it lies on, and what both show, as a box on this page."""

    label: str
    side: Side
    box: Box

    @property
    def length(self) -> float:
        """How long the common edge is, in points."""
        return self.box.h if self.side in ("left", "right") else self.box.w


@dataclass(frozen=True)
class View:
    """One page of a plan; every box and point is in points on that page.

    `flaps` are what lies under other pages, `cuts` what is cut and lies over others; `targets` are the middles of
    the match marks. `taken` is what is already filled, for the search for free room.
    """

    tile: Tile
    matrix: Matrix
    window: Box
    flaps: tuple[Neighbour, ...]
    cuts: tuple[Neighbour, ...]
    targets: tuple[tuple[float, float], ...]
    shape: Shape
    taken: tuple[Box, ...] = ()

    @property
    def cut_sides(self) -> tuple[Side, ...]:
        """The sides to cut on the red line."""
        return tuple(side for side in SIDES if any(cut.side == side for cut in self.cuts))

    @property
    def outer_sides(self) -> tuple[Side, ...]:
        """The sides without a neighbour."""
        joined = {neighbour.side for neighbour in (*self.flaps, *self.cuts)}
        return tuple(side for side in SIDES if side not in joined)

    def with_taken(self, *boxes: Box) -> View:
        """The same page with more of its room filled."""
        return replace(self, taken=(*self.taken, *boxes))

    def free(self, box: Box, apart: float = _APART) -> bool:
        """Whether a box lies wholly on paper that shows nothing of the piece, and crosses no edge of the window."""
        page = Box(0, 0, self.tile.page_width, self.tile.page_height).grown(-EDGE)
        if box.x < page.x or box.y < page.y or box.right > page.right or box.bottom > page.bottom:
            return False
        near = box.grown(apart)
        if any(overlapping(near, other) for other in self.taken):
            return False
        if not overlapping(near, self.window):
            return True
        window = self.window
        if near.x < window.x or near.y < window.y or near.right > window.right or near.bottom > window.bottom:
            return False
        return not any(overlapping(near, flap.box) for flap in self.flaps) and not self.shape.meets(near)

    def spot(self, width: float, height: float) -> Box | None:
        """A free box of a size: in a corner of the window that the piece leaves blank, else in a wide margin."""
        inner, outer = self.window.grown(-mm(5)), self.window.grown(mm(3.5))
        inside = [(x, y) for y in (inner.y, inner.bottom - height) for x in (inner.x, inner.right - width)]
        across = (self.window.x, self.window.right - width, self.window.x + (self.window.w - width) / 2)
        down = (self.window.y, self.window.bottom - height, self.window.y + (self.window.h - height) / 2)
        beside = [(x, outer.y - height) for x in across] + [(outer.x - width, y) for y in down]
        beside += [(x, outer.bottom) for x in across] + [(outer.right, y) for y in down]
        boxes = (Box(x, y, width, height) for x, y in (*inside, *beside))
        return next((box for box in boxes if self.free(box)), None)


def overlapping(one: Box, two: Box) -> bool:
    """Whether two boxes share more than an edge."""
    return one.x < two.right and two.x < one.right and one.y < two.bottom and two.y < one.bottom


def view_of(plan: Plan, index: int, seams: Sequence[Seam]) -> View:
    """What lies where on one page; `seams` are all seams of the plan."""
    tile = plan.tiles[index]
    dx, dy = tile.matrix[4], tile.matrix[5]

    def moved(box: Box) -> Box:
        return Box(box.x + dx, box.y + dy, box.w, box.h)

    flaps: list[Neighbour] = []
    cuts: list[Neighbour] = []
    targets: list[tuple[float, float]] = []
    for seam in seams:
        if index == seam.under:
            over = plan.tiles[seam.over].label
            flaps.append(Neighbour(over, "right" if seam.side == "right" else "bottom", moved(seam.box)))
        elif index == seam.over:
            under = plan.tiles[seam.under].label
            cuts.append(Neighbour(under, "left" if seam.side == "right" else "top", moved(seam.box)))
        else:
            continue
        targets += (apply(tile.matrix, *point) for point in seam.targets)
    near = tuple(e for e in plan.shape.edges if e[1] <= tile.window.bottom and e[3] >= tile.window.y)
    local = Shape(tuple((x0 + dx, y0 + dy, x1 + dx, y1 + dy) for x0, y0, x1, y1 in near))
    return View(tile, tile.matrix, moved(tile.window), tuple(flaps), tuple(cuts), tuple(targets), local)
