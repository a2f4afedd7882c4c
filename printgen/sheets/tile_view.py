"""One page of a tiled piece while it is drawn: its flaps and cuts, and its free room."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from printgen.base.units import Box, mm
from printgen.drawing.model import Item
from printgen.drawing.outlines import Point
from printgen.drawing.words import turn_items
from printgen.sheets.tile_plan import EdgeShape, PlanTile, Seam, TilePlan
from printgen.sheets.tile_words import TileWords


class PageSide(NamedTuple):
    """A side of a page: upright or level, near or far; the far ones are at the right and at the bottom."""

    upright: bool
    far: bool


SIDES = tuple(PageSide(upright, far) for far in (False, True) for upright in (True, False))
"""Left, top, right and bottom."""

_APART = mm(2)  # what lies in free room keeps this distance from other things, and from the picture
_OUTLINE = 0.6  # half the width of the widest outline of a tag


class Tag(NamedTuple):
    """Something to place on a page: items about (0, 0), and their length and height, in points."""

    items: tuple[Item, ...]
    length: float
    height: float


@dataclass
class TileView:
    """One page of a plan and the boxes that are already `taken` on it; boxes and points are in points on that page.

    `margin` is what stays white around the page, `window` shows a part of the piece, and `seams` are those with other
    pages. `shape` has the edges of the piece that are near.
    """

    plan: TilePlan
    tile: PlanTile
    words: TileWords
    margin: float
    window: Box
    seams: tuple[Seam, ...]
    shape: EdgeShape
    taken: list[Box] = field(default_factory=list)

    @classmethod
    def of(cls, plan: TilePlan, tile: PlanTile, words: TileWords, margin: float) -> TileView:
        """A page of a plan with nothing occupied."""
        dx, dy = tile.matrix[4:]
        joined = (seam for seam in plan.seams if tile in (seam.under, seam.over))
        seams = tuple(seam._replace(box=seam.box.moved(dx, dy)) for seam in joined)
        near = (edge for edge in plan.shape.edges if edge[1] <= tile.window.bottom and edge[3] >= tile.window.y)
        local = EdgeShape(tuple((x0 + dx, y0 + dy, x1 + dx, y1 + dy) for x0, y0, x1, y1 in near))
        return cls(plan, tile, words, margin, tile.window.moved(dx, dy), seams, local)

    @property
    def page_number_text(self) -> str:
        """The number of the page and of all pages, in words."""
        return self.words.say("which", page=self.plan.tiles.index(self.tile) + 1, pages=len(self.plan.tiles))

    @property
    def print_area(self) -> Box:
        """The area within the margins of the page."""
        return Box(0, 0, self.tile.page_width, self.tile.page_height).grown(-self.margin)

    def room(self, side: PageSide) -> float:
        """The distance from a side of the window to the margin."""
        inner, outer = self.window, self.print_area
        if side.upright:
            return outer.right - inner.right if side.far else inner.x - outer.x
        return outer.bottom - inner.bottom if side.far else inner.y - outer.y

    @property
    def flaps(self) -> list[Seam]:
        """The seams where other pages lie on this one."""
        return [seam for seam in self.seams if seam.under == self.tile]

    @property
    def cuts(self) -> list[Seam]:
        """The seams where this page is cut and lies on others."""
        return [seam for seam in self.seams if seam.over == self.tile]

    @property
    def sides_to_cut(self) -> list[PageSide]:
        """The sides to cut on the red line."""
        directions = {cut.upright for cut in self.cuts}
        return [side for side in SIDES if not side.far and side.upright in directions]

    @property
    def outer_sides(self) -> list[PageSide]:
        """The sides without a neighbour."""
        joined = {PageSide(flap.upright, True) for flap in self.flaps} | set(self.sides_to_cut)
        return [side for side in SIDES if side not in joined]

    def clear(self, box: Box, apart: float = 0.0) -> bool:
        """Whether a box keeps this distance, in points, from all occupied boxes."""
        near = box.grown(apart)
        return not any(near.overlaps(other) for other in self.taken)

    def free(self, box: Box) -> bool:
        """Whether a box lies wholly on blank paper, and crosses no edge of the window."""
        near, window = box.grown(_APART), self.window
        if not self.print_area.holds(box.grown(_OUTLINE)) or not self.clear(near):
            return False
        if not near.overlaps(window):
            return True
        flap = any(near.overlaps(flap.box) for flap in self.flaps)
        return window.holds(near) and not flap and not self.shape.meets(near)

    def place(
        self, tag: Tag, spots: Iterable[Point], upright: bool = False, clear: Callable[[Box], bool] | None = None
    ) -> list[Item]:
        """The tag, `upright` to read upward, about the first clear spot, which is taken then; nothing where none is."""
        w, h = (tag.height, tag.length) if upright else (tag.length, tag.height)
        for x, y in spots:
            box = Box(x - w / 2, y - h / 2, w, h)
            if (clear or self.clear)(box):
                self.taken.append(box)
                return [turn_items(tag.items, x, y, 270 if upright else 0)]
        return []

    def spot(self, width: float, height: float) -> Box | None:
        """A free box of a size: in a corner of the window that the piece leaves blank, else in a wide margin."""
        # In a corner it stays 5 mm inside of the window, in a margin 3.5 mm outside of it.
        inner, outer, window = self.window.grown(-mm(5)), self.window.grown(mm(3.5)), self.window
        spots = [(x, y) for y in (inner.y, inner.bottom - height) for x in (inner.x, inner.right - width)]
        across = (window.x, window.right - width, window.x + (window.w - width) / 2)
        down = (window.y, window.bottom - height, window.y + (window.h - height) / 2)
        spots += [(x, outer.y - height) for x in across] + [(outer.x - width, y) for y in down]
        spots += [(x, outer.bottom) for x in across] + [(outer.right, y) for y in down]
        return next((box for x, y in spots if self.free(box := Box(x, y, width, height))), None)
