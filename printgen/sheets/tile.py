"""A piece larger than the paper comes in; its pages, to be joined, and a map of how they go together go out.

Only fronts are tiled: a piece of several pages is glued to a board, and its back would lie against that.
"""

from __future__ import annotations

from collections.abc import Iterator

from printgen.base.geometry import Box, translate
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Piece
from printgen.drawing.words import BOLD, STENCIL
from printgen.errors import Exit, Finding, PrintgenError, Where
from printgen.sheets.assembly import assembly_map
from printgen.sheets.furnishings import furnish
from printgen.sheets.grid import Grid
from printgen.sheets.joining import TileOptions
from printgen.sheets.pages import Press, label_widths, refuse_missing
from printgen.sheets.papers import Paper
from printgen.sheets.sheet import Sheet
from printgen.sheets.tile_label import Naming, page_label
from printgen.sheets.tile_marks import (
    cut_notes,
    edges,
    field_grid,
    flap_pills,
    flaps,
    neighbour_pills,
    target_group,
    target_room,
)
from printgen.sheets.tile_plan import Plan, plan_tiles
from printgen.sheets.tile_shape import Shape, flattened
from printgen.sheets.tile_view import SIDES, View, view_of

_HERE = Where("printgen")
# Bleed is shown at outer edges as far as it leaves this margin for the label and the ruler.
_FURNITURE = mm(6.35)


def shape_of(piece: Piece) -> Shape:
    """What has to be covered: the line to cut along, or the rectangle of the piece."""
    if piece.cut is None:
        return Shape.of_box(Box(0, 0, piece.front.width, piece.front.height))
    return Shape.of(flattened(piece.cut))


def tiling(piece: Piece, paper: Paper, options: TileOptions, where: Where = _HERE) -> Plan:
    """The plan of a piece's pages; PrintgenError (exit code 5) when the paper is too small for any."""
    plan = plan_tiles(shape_of(piece), paper, options.margin, options.shared)
    if plan is None:
        message = (
            f"'{piece.name}' cannot be tiled on {paper.name}: inside margins of {round(to_mm(options.margin), 2):g} mm "
            f"no room is left beside overlaps of {round(to_mm(options.shared), 2):g} mm"
        )
        raise PrintgenError(
            [Finding("error", where, message, "Choose a larger paper.", "does-not-fit", Exit.DOES_NOT_FIT)]
        )
    return plan


def tiled(piece: Piece, plan: Plan, press: Press, options: TileOptions, first: int) -> Iterator[Sheet]:
    """The map (unless there is just one page or none is wanted) and the pages of a piece, once for every copy.

    `first` is the number of the first sheet.
    """
    hint = "Use plain letters in the names of large pieces."
    for text, font in ((piece.name, STENCIL), (piece.name, BOLD), (piece.name.upper(), STENCIL)):
        refuse_missing(text, font, press.options.where, f"the sheets name '{text}'", hint)
    maker = _TileMaker(piece, plan, press, options)
    number = first
    if has_map(plan, options):
        yield assembly_map(piece, plan, maker.picture, press, options.join, number)
        number += 1
    for _ in range(piece.copies):
        for index in range(len(plan.tiles)):
            yield maker.page(index, number)
            number += 1


def has_map(plan: Plan, options: TileOptions) -> bool:
    """Whether an assembly map goes before the pages."""
    return options.map and len(plan.tiles) > 1


class _TileMaker:
    """Makes the pages of one piece; the picture is one group for all of them, so that it is stored once."""

    def __init__(self, piece: Piece, plan: Plan, press: Press, options: TileOptions) -> None:
        self.piece, self.plan, self.press, self.options = piece, plan, press, options
        self.seams = plan.seams
        items: list[Item] = []
        if piece.cut is not None:
            items.append(Place(field_grid(plan.box)))
        items.append(Place(Group(piece.front.items)))
        if piece.cut is not None and options.outline:
            items.append(Place(press.cut(piece.cut)))
        self.picture = Group(tuple(items))
        self._target = target_group()
        self._widths = label_widths(press, False)

    def page(self, index: int, number: int) -> Sheet:
        """One page with its window of the picture, flaps, marks and words."""
        press, plan = self.press, self.plan
        tile, join = plan.tiles[index], self.options.join
        view = view_of(plan, index, self.seams)
        bleed = self._bleed(view)
        grid = Grid(tile.page_width, tile.page_height, tile.window.w, tile.window.h, 1, 1)
        furniture = furnish(grid, 1, bleed, True, press.options.ruler, self._widths, slim=True)
        view = view.with_taken(*furniture.keep_out, *target_room(view))
        naming = Naming(self.piece.name, plan, index, join)
        named, view = page_label(view, naming)
        pills, view = flap_pills(view, join)
        notes, view = cut_notes(view)
        arrows, view = neighbour_pills(view)
        shown = _grown(view, bleed)
        window = Group((Place(self.picture, tile.matrix),), rectangle(shown))
        items: list[Item] = [Place(window), *flaps(view), *edges(view, self.piece.cut is None, bleed)]
        items += (Place(self._target, translate(x, y)) for x, y in view.targets)
        items += (*pills, *notes, *named, *arrows)
        title = f"{self.piece.name}, {tile.label}: sheet {number} of {press.total}"
        return press.page(items, grid, furniture, number, view.window, shown, (self.piece.name,), title)

    def _bleed(self, view: View) -> float:
        """How much bleed a page shows at its outer edges."""
        window, tile = view.window, view.tile
        room = min(window.x, window.y, tile.page_width - window.right, tile.page_height - window.bottom)
        return max(0.0, min(self.piece.bleed, room - _FURNITURE))


def _grown(view: View, bleed: float) -> Box:
    """The window with the bleed at its outer edges."""
    left, top, right, bottom = (bleed if side in view.outer_sides else 0.0 for side in SIDES)
    box = view.window
    return Box(box.x - left, box.y - top, box.w + left + right, box.h + top + bottom)
