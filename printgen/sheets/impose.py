"""Pieces of any size and a paper come in; sheets go out: what fits is ganged, what is larger is tiled."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from printgen.base.errors import Exit, Finding, PrintgenError, Where, stop_on_errors
from printgen.base.limits import check_limit
from printgen.base.names import upper
from printgen.base.units import Box, mm, to_mm
from printgen.drawing.extent import box_of, transform_box, walk_kind
from printgen.drawing.model import Drawing, Group, Item, Place, Text
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Piece, TemplateProblem
from printgen.drawing.windows import Windows, window_of
from printgen.drawing.words import BOLD, STENCIL
from printgen.faces.library import Library
from printgen.sheets.gang import GridBatch, batch_of
from printgen.sheets.grid import CellGrid, best_grid
from printgen.sheets.marks import MarginMarks
from printgen.sheets.mixed_layout import MixedLayout, lay_mixed
from printgen.sheets.pages import Leaf, SheetMaker, refuse_missing
from printgen.sheets.sheet import ASSEMBLY, WORDS, Paper, Sheet, SheetOptions, sheet_words
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
from printgen.sheets.tile_view import SIDES, TileView, TileWords, load_assembly

OVERLAPS = {"tape": mm(6.35), "glue": mm(10)}
"""What neighbours share, in points: at least 5 mm, so that there is room for words on it."""


def shape_of(piece: Piece) -> EdgeShape:
    """What has to be covered: the line to cut along, or the rectangle of the piece."""
    return EdgeShape.of(piece.cut or rectangle(Box(0, 0, piece.front.width, piece.front.height)))


@dataclass(frozen=True, slots=True)
class Tiling:
    """A piece and how it is spread over pages."""

    piece: Piece
    plan: TilePlan

    @property
    def sheets(self) -> int:
        """How many sheets it takes: its pages once for every copy, and a map unless there is just one page."""
        return self.piece.copies * len(self.plan.tiles) + (len(self.plan.tiles) > 1)

    def leaves(self, press: SheetMaker, backs: bool, first: int) -> Iterator[Leaf]:
        """The map and the pages, numbered from `first`, each with an empty page behind it where `backs`."""
        for sheet in _sheets(self.piece, self.plan, press, first):
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
    shape, margin = shape_of(piece), options.margin
    words = TileWords(options.library.once(load_assembly), options.join)
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


def _sheets(piece: Piece, plan: TilePlan, press: SheetMaker, first: int) -> Iterator[Sheet]:
    words = TileWords(press.options.library.once(load_assembly), press.options.join)
    picture, windows = _picture(piece, plan, press), Windows()
    if len(plan.tiles) > 1:
        # Who only counts sheets need not wait for what sets the words of a map.
        from printgen.sheets.assembly import assembly_map

        yield assembly_map(piece, plan, picture, press, words, first)
        first += 1
    for number, tile in enumerate(plan.tiles * piece.copies, first):
        yield _page(piece, TileView.of(plan, tile, words, press.options.margin), picture, windows, press, number)


def _picture(piece: Piece, plan: TilePlan, press: SheetMaker) -> Group:
    """What all pages show a part of."""
    front = Place(Group(piece.front.items))
    if piece.cut is None:
        return Group((front,))
    return Group((Place(field_grid(plan.box)), front, Place(press.draw_cut(piece.cut))))


def _page(piece: Piece, view: TileView, picture: Group, windows: Windows, press: SheetMaker, number: int) -> Sheet:
    """One page with its window of the picture, flaps, marks and words.

    It holds no more of the picture than it shows: a small printer keeps a whole page in mind.
    """
    tile, window = view.tile, view.window
    bleed = min(piece.bleed, *map(view.paper, view.outer_sides)) if view.outer_sides else 0.0
    grid = CellGrid(tile.page_width, tile.page_height, window.w, window.h, 1, 1)
    grid = grid._replace(right=window.x - grid.block.x, down=window.y - grid.block.y)
    furniture = press.furnish(grid, 1, bleed, "needed")
    put, named = _words(view, piece, furniture)
    if not named:
        # Which page it is matters more than its ruler, and than what lies on its flaps.
        view, furniture = TileView.of(view.plan, tile, view.words, view.margin), MarginMarks()
        put, _ = _words(view, piece, furniture, first=True)
    shown = _with_bleed(view, bleed)
    part = Group(lambda: windows.seen(picture.items, window_of(shown, tile.matrix)))
    items: list[Item] = [Place(Group((Place(part, tile.matrix),), rectangle(shown)))]
    items += (*draw_flaps(view), *draw_edges(view, piece.cut is None, bleed), *put)
    shows = f"{piece.name}, {tile.label}"
    title = f"{shows}: {press.words.sheet.format(number=number, total=press.total)}"
    return press.page(items, grid, furniture, number, window, shown, (piece.name,), title, shows=shows,
                      cells=(window,))  # fmt: skip


def _words(view: TileView, piece: Piece, furniture: MarginMarks, first: bool = False) -> tuple[list[Item], bool]:
    """The match marks, and all words on a page beside its furniture, its name `first`; whether that has found room."""
    view.taken += furniture.keep_out
    # What is put down earlier gets the better room.
    marks, named = draw_targets(view), draw_page_label(view, piece.name) if first else []
    pills = draw_flap_pills(view)
    named = named or draw_page_label(view, piece.name)
    return [*marks, *pills, *draw_cut_notes(view), *named, *draw_neighbour_pills(view)], bool(named)


def _with_bleed(view: TileView, bleed: float) -> Box:
    """The window with the bleed at its outer edges."""
    left, top, right, bottom = (bleed if side in view.outer_sides else 0.0 for side in SIDES)
    box = view.window
    return Box(box.x - left, box.y - top, box.w + left + right, box.h + top + bottom)


# So much larger than what a paper holds is only a little.
_LITTLE = 1.15


def check_paper_size(pieces: Iterable[Piece], paper: Paper, options: SheetOptions) -> Iterator[Finding]:
    """A warning for each piece that is tiled, and is hardly larger than the paper."""
    room = [side - 2 * options.margin for side in paper[1:]]
    for piece in pieces:
        size = (piece.front.width, piece.front.height)
        ways = ((size[0] / room[0], size[1] / room[1]), (size[1] / room[0], size[0] / room[1]))
        if min(map(max, ways)) > _LITTLE or not is_tiled(piece, paper, options):
            continue
        wide, high = (f"{round(to_mm(side), 1):g}" for side in size)
        message = f"'{piece.name}' is {wide} x {high} mm and is printed in parts, as {paper.name} is a little too small"
        yield Finding("warning", options.where, message, _larger(size, options), "too-narrow")


def _larger(size: tuple[float, float], options: SheetOptions) -> str:
    """Which paper holds a piece: the smallest by its name, or a size."""
    known = sorted((w * h, Paper(name, w, h)) for name, (w, h) in options.library.papers.items())
    fitting = (one.name for _, one in known if best_grid(one, *size, options.margin))
    need = " x ".join(f"{to_mm(side + 2 * options.margin):.0f}" for side in sorted(size))
    if name := next(fitting, ""):
        return f"Print it on one sheet with --paper {name}."
    return f"Print it on one sheet of {need} mm or more."


_NEAR = 0.01


def check_margins(sheets: Iterable[Sheet], margin: float, where: Where) -> Iterator[Finding]:
    """A warning for the sheet of a product that lies nearest to the edge of the paper, if any is in the margin."""
    found = [(away, name) for sheet in sheets for away, name in _near(sheet) if away < margin - _NEAR]
    if found:
        away, name = min(found)
        yield Finding(
            "warning",
            where,
            f"'{name}' comes to {round(max(0.0, to_mm(away)), 1):g} mm from the edge of the paper, and printers may "
            f"print nothing within {round(to_mm(margin), 2):g} mm of it",
            "Make it smaller, choose a larger paper, or say how near your printer prints, such as --margin 4mm.",
            "near-edge",
        )


def _near(sheet: Sheet) -> Iterator[tuple[float, str]]:
    """How far pieces, or the words of a leaf that fills the page, are from the edges, and their names."""
    page = Box(0, 0, sheet.drawing.width, sheet.drawing.height)
    for cell, name, item in zip(sheet.cells, sheet.names, sheet.drawing.items, strict=False):
        if cell.grown(_NEAR).holds(page):
            yield from ((_away(transform_box(box_of(text), at), page), name) for text, at in walk_kind((item,), Text))
        else:
            yield _away(cell, page), name


def _away(box: Box, page: Box) -> float:
    return min(box.x, box.y, page.right - box.right, page.bottom - box.bottom)


# Ways in which a sheet of paper goes through the printer twice.
_TWICE = ("long", "short", "split", "manual")
# In points: a page of a booklet is half a paper, to the last bit of a float.
_WHOLE = 0.01


def impose(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> tuple[Sheet, ...]:
    """Put pieces on sheets in their order: those of one size that fit share sheets where the first of them stands.

    Larger pieces are tiled, each on sheets of its own with an assembly map before them. When any piece that fits
    has a back, tiled sheets get an empty back page too, so that a duplex printer stays in step. Raises
    PrintgenError (exit code 5) when a piece with a back is too large, since joined pages have one printed side,
    when it does not fit beside its back on a sheet to be folded, or when the paper is too small for tiling.
    """
    jobs, press = _plan(pieces, paper, options)
    backed = any(piece.back for job in jobs if isinstance(job, GridBatch | MixedLayout) for piece in job.pieces)
    duplex, leaves = press.options.duplex, list[Leaf]()
    for job in jobs:
        leaves += job.leaves(press, backed and duplex in _TWICE, len(leaves) + 1)
    if duplex in ("split", "manual"):
        return (*(front for front, _ in leaves), *(back for _, back in leaves if back is not None))
    return tuple(page for leaf in leaves for page in leaf if page is not None)


def sheets_for(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> int:
    """How many sheets of paper pieces take, of which none is drawn. Raises what `impose` raises."""
    return _plan(pieces, paper, options)[1].total


def _plan(
    pieces: Sequence[Piece], paper: Paper, options: SheetOptions
) -> tuple[list[GridBatch | MixedLayout | Tiling], SheetMaker]:
    """What lies on which sheets, and what makes their pages."""
    options = _for_leaves(pieces, paper, options)
    jobs = _jobs(pieces, paper, options)
    return jobs, SheetMaker(paper, options, sum(job.sheets for job in jobs))


def _for_leaves(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> SheetOptions:
    """The options; leaves as large as the paper take all of it, and leave no room for margins and what stands there."""
    sides = {tuple(sorted((piece.front.width, piece.front.height))) for piece in pieces if piece.leaf}
    whole = sorted((paper.width, paper.height))
    if sides and all(abs(a - b) < _WHOLE for side in sides for a, b in zip(side, whole, strict=True)):
        return replace(options, margin=0.0, gutter=0.0, marks=False, ruler=False)
    return options


def _jobs(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> list[GridBatch | MixedLayout | Tiling]:
    """What fills sheets of its own: pieces of one size, those that are packed, and each one that is tiled."""
    groups: dict[tuple[float, ...], list[Piece]] = {}
    for number, piece in enumerate(pieces):
        if piece.copies > 0:
            size = () if piece.layout != "grid" else (round(piece.front.width, 3), round(piece.front.height, 3))
            groups.setdefault((*size, number) if size and is_tiled(piece, paper, options) else size, []).append(piece)
    jobs: list[GridBatch | MixedLayout | Tiling] = []
    findings: list[Finding] = []
    for group in groups.values():
        try:
            jobs.append(_job(group, paper, options))
        except PrintgenError as error:
            findings += error.findings
    stop_on_errors(findings)
    check_limit("sheets", sum(job.sheets for job in jobs), options.where)
    return jobs


def check_sheet_words(library: Library) -> Iterator[Finding]:
    """What is wrong with the words on sheets in a game's own folder, whether anything is tiled or not."""
    readers: list[Callable[[Library], object]] = [sheet_words] if len(library.files(WORDS)) > 1 else []
    if len(library.files(ASSEMBLY)) > 1:
        from printgen.sheets.tile_view import load_assembly

        readers.append(lambda library: library.once(load_assembly))
    for read in readers:
        try:
            read(library)
        except TemplateProblem as error:
            yield from error.findings


def is_tiled(piece: Piece, paper: Paper, options: SheetOptions) -> bool:
    """Whether a piece needs several sheets: it fits on none, turned or not, has no back, and may be parted.

    What is read on a page of its own may reach into the margins.
    """
    if piece.back is not None or piece.whole:
        return False
    return best_grid(paper, piece.front.width, piece.front.height, 0.0 if piece.page else options.margin) is None


def _job(group: Sequence[Piece], paper: Paper, options: SheetOptions) -> GridBatch | MixedLayout | Tiling:
    if group[0].layout != "grid":
        return lay_mixed(group, paper, options)
    if not is_tiled(group[0], paper, options):
        return batch_of(group, paper, options)
    # Few products have large pieces, and the others need not wait for what tiles them.

    return plan_tiling(group[0], paper, options)
