"""Sheets of a piece larger than its paper: pages to join, and an assembly map before them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from printgen.base.errors import Exit, Finding, PrintgenError
from printgen.base.limits import check_limit
from printgen.base.names import upper
from printgen.base.units import Box, mm, to_mm
from printgen.drawing.model import Drawing, Group, Item, Place
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Piece
from printgen.drawing.windows import Windows, window_of
from printgen.drawing.words import BOLD, STENCIL
from printgen.sheets.grid import CellGrid
from printgen.sheets.margin_marks import MarginMarks
from printgen.sheets.pages import Leaf, SheetMaker, refuse_missing
from printgen.sheets.sheet import Paper, Sheet, SheetOptions
from printgen.sheets.tile_marks import (
    draw_cut_notes,
    draw_edges,
    draw_flap_pills,
    draw_flaps,
    draw_neighbour_pills,
    draw_page_label,
    draw_targets,
    field_grid,
    has_no_label_room,
)
from printgen.sheets.tile_plan import LEAST, EdgeShape, TilePlan, plan_tiles
from printgen.sheets.tile_view import SIDES, TileView
from printgen.sheets.tile_words import TileWords, load_assembly

OVERLAPS = {"tape": mm(6.35), "glue": mm(10)}
"""What neighbours share, in points: at least 5 mm, so that there is room for words on it."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """A piece and its distribution over pages."""

    piece: Piece
    plan: TilePlan

    @property
    def sheets(self) -> int:
        """The number of sheets: its pages once for every copy, and a map unless there is just one page."""
        return self.piece.copies * len(self.plan.tiles) + (len(self.plan.tiles) > 1)

    def leaves(self, sheet_maker: SheetMaker, backs: bool, first: int) -> Iterator[Leaf]:
        """The map and the pages, numbered from `first`, each with an empty page behind it where `backs`."""
        for sheet in _sheets(self.piece, self.plan, sheet_maker, first):
            title = f"Sheet {sheet.number} of {sheet.of}, back stays empty"
            empty = Drawing(sheet.drawing.width, sheet.drawing.height)
            page = Box(0, 0, empty.width, empty.height)
            back = replace(sheet, drawing=empty, side="back", names=(), title=title, trim=page, bleed=page, shows="",
                           ruler=False, label=False)  # fmt: skip
            yield sheet, back if backs else None


def plan_tiling(piece: Piece, paper: Paper, options: SheetOptions) -> Tiling:
    """The pages of a piece; PrintgenError when no font prints its name, or the paper is too small (exit code 5)."""
    hint = "Use plain letters in the names of large pieces."
    for text, font in ((piece.name, STENCIL), (piece.name, BOLD), (upper(piece.name), STENCIL)):
        refuse_missing(text, font, options.where, f"the sheets name '{text}'", hint)
    overlap = OVERLAPS[options.join]
    room = [side - 2 * options.margin - overlap for side in (paper.width, paper.height)]
    if min(room) > overlap:
        check_limit("tiles", math.ceil(piece.front.width * piece.front.height / (room[0] * room[1])), options.where)
    # What has to be covered: the line to cut along, or the rectangle of the piece.
    shape = EdgeShape.of(piece.cut or rectangle(Box(0, 0, piece.front.width, piece.front.height)))
    margin = options.margin
    words = TileWords(load_assembly(options.library), options.join)
    plan = plan_tiles(shape, paper, margin, overlap)
    if plan and any(has_no_label_room(plan, tile, words, margin) for tile in plan.tiles):
        plan = plan_tiles(shape, paper, margin + LEAST, overlap) or plan
    if plan is None:
        message = (
            f"'{piece.name}' cannot be tiled on {paper.name}: inside margins of {round(to_mm(options.margin), 2):g} mm "
            f"no room is left beside overlaps of {round(to_mm(overlap), 2):g} mm"
        )
        hint = "Choose a larger paper."
        raise PrintgenError([Finding("error", options.where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT)])
    return Tiling(piece, plan)


def _sheets(piece: Piece, plan: TilePlan, sheet_maker: SheetMaker, first: int) -> Iterator[Sheet]:
    words = TileWords(load_assembly(sheet_maker.options.library), sheet_maker.options.join)
    picture, windows = _picture(piece, plan, sheet_maker), Windows()
    if len(plan.tiles) > 1:
        # Who only counts sheets need not wait for what sets the words of a map.
        from printgen.sheets.assembly import assembly_map

        yield assembly_map(piece, plan, picture, sheet_maker, words, first)
        first += 1
    for number, tile in enumerate(plan.tiles * piece.copies, first):
        yield _page(
            piece, TileView.of(plan, tile, words, sheet_maker.options.margin), picture, windows, sheet_maker, number
        )


def _picture(piece: Piece, plan: TilePlan, sheet_maker: SheetMaker) -> Group:
    """The picture of which each page shows a part."""
    front = Place(Group(piece.front.items))
    if piece.cut is None:
        return Group((front,))
    return Group((Place(field_grid(plan.box)), front, Place(sheet_maker.draw_cut(piece.cut))))


def _page(
    piece: Piece, view: TileView, picture: Group, windows: Windows, sheet_maker: SheetMaker, number: int
) -> Sheet:
    """A page with flaps, marks, words and its window of the picture, no more: small printers keep a page in memory."""
    tile, window = view.tile, view.window
    # As much as the paper has room for beyond the picture.
    bleed = min(piece.bleed, *(view.room(side) + view.margin for side in view.outer_sides)) if view.outer_sides else 0.0
    grid = CellGrid(tile.page_width, tile.page_height, window.w, window.h, 1, 1)
    grid = grid._replace(right=window.x - grid.block.x, down=window.y - grid.block.y)
    margin_marks = sheet_maker.place_marks(grid, 1, bleed, "needed")
    words, named = _words(view, piece, margin_marks)
    if not named:
        # The name of a page matters more than its ruler and the labels on its flaps.
        view, margin_marks = TileView.of(view.plan, tile, view.words, view.margin), MarginMarks()
        words, _ = _words(view, piece, margin_marks, first=True)
    shown = _with_bleed(view, bleed)
    part = Group(lambda: windows.crop(picture.items, window_of(shown, tile.matrix)))
    items: list[Item] = [Place(Group((Place(part, tile.matrix),), rectangle(shown)))]
    items += (*draw_flaps(view), *draw_edges(view, piece.cut is None, bleed), *words)
    shows = f"{piece.name}, {tile.label}"
    title = f"{shows}: {sheet_maker.words.sheet.format(number=number, total=sheet_maker.total)}"
    return sheet_maker.page(items, grid, margin_marks, number, window, shown, (piece.name,), title, shows=shows,
                      cells=(window,))  # fmt: skip


def _words(view: TileView, piece: Piece, margin_marks: MarginMarks, first: bool = False) -> tuple[list[Item], bool]:
    """The match marks and all words beside a page's margin marks, its name `first`; whether its name fits."""
    view.taken += margin_marks.keep_out
    # What is placed earlier gets the better room.
    marks, named = draw_targets(view), draw_page_label(view, piece.name) if first else []
    pills = draw_flap_pills(view)
    named = named or draw_page_label(view, piece.name)
    return [*marks, *pills, *draw_cut_notes(view), *named, *draw_neighbour_pills(view)], bool(named)


def _with_bleed(view: TileView, bleed: float) -> Box:
    """The window with the bleed at its outer edges."""
    left, top, right, bottom = (bleed if side in view.outer_sides else 0.0 for side in SIDES)
    box = view.window
    return Box(box.x - left, box.y - top, box.w + left + right, box.h + top + bottom)
