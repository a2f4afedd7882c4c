"""Impose pieces on sheets: fitting pieces are ganged, larger ones are tiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from printgen.base.errors import Finding, PrintgenError, Where, stop_on_errors
from printgen.base.limits import check_limit
from printgen.base.units import Box, to_mm
from printgen.drawing.extent import box_of, transform_box, walk_kind
from printgen.drawing.model import Text
from printgen.drawing.pieces import Piece, TemplateProblem
from printgen.faces.library import Library
from printgen.sheets.gang import GridBatch, batch_of, papers_for
from printgen.sheets.grid import best_grid
from printgen.sheets.mixed_layout import MixedLayout, lay_mixed
from printgen.sheets.pages import Leaf, SheetMaker
from printgen.sheets.sheet import ASSEMBLY, WORDS, Paper, Sheet, SheetOptions, sheet_words

if TYPE_CHECKING:
    from printgen.sheets.tile import Tiling

_LITTLE = 1.15  # a piece that is larger than what a paper holds by up to this factor is only a little too large


def check_paper_size(pieces: Iterable[Piece], paper: Paper, options: SheetOptions) -> Iterator[Finding]:
    """A warning for each tiled piece that is hardly larger than the paper."""
    room = [side - 2 * options.margin for side in paper[1:]]
    for piece in pieces:
        size = (piece.front.width, piece.front.height)
        shares = ((size[0] / room[0], size[1] / room[1]), (size[1] / room[0], size[0] / room[1]))
        if min(map(max, shares)) > _LITTLE or not is_tiled(piece, paper, options):
            continue
        wide, high = (f"{round(to_mm(side), 1):g}" for side in size)
        message = f"'{piece.name}' is {wide} x {high} mm and is printed in parts, as {paper.name} is a little too small"
        yield Finding("warning", options.where, message, _larger(size, options), "too-narrow")


def _larger(size: tuple[float, float], options: SheetOptions) -> str:
    """A hint for a piece: the smallest paper that holds it, or a size."""
    need = " x ".join(f"{to_mm(side + 2 * options.margin):.0f}" for side in sorted(size))
    if paper := next(papers_for(*size, options), None):
        return f"Print it on one sheet with --paper {paper.name}."
    return f"Print it on one sheet of {need} mm or more."


_NEAR = 0.01  # what is nearer to the edge than a margin by less than this, in points, is no nearer


def check_margins(sheets: Iterable[Sheet], margin: float, where: Where) -> Iterator[Finding]:
    """A warning for the sheet of a product whose contents reach farthest into the margin, if any do."""
    too_near = [(away, name) for sheet in sheets for away, name in _distances(sheet) if away < margin - _NEAR]
    if too_near:
        away, name = min(too_near)
        yield Finding(
            "warning",
            where,
            f"'{name}' comes to {round(max(0.0, to_mm(away)), 1):g} mm from the edge of the paper, and printers may "
            f"print nothing within {round(to_mm(margin), 2):g} mm of it",
            "Make it smaller, choose a larger paper, or say how near your printer prints, such as --margin 4mm.",
            "near-edge",
        )


def _distances(sheet: Sheet) -> Iterator[tuple[float, str]]:
    """The distances of pieces, or of the words of a full-page leaf, from the page's edges in points, with names."""
    page = Box(0, 0, sheet.drawing.width, sheet.drawing.height)
    for cell, name, item in zip(sheet.cells, sheet.names, sheet.drawing.items, strict=False):
        if cell.grown(_NEAR).holds(page):
            yield from ((_away(transform_box(box_of(text), at), page), name) for text, at in walk_kind((item,), Text))
        else:
            yield _away(cell, page), name


def _away(box: Box, page: Box) -> float:
    """The distance of a box from the nearest edge of a page."""
    return min(box.x, box.y, page.right - box.right, page.bottom - box.bottom)


# The kinds of `duplex` in which a sheet of paper goes through the printer twice.
_TWICE = ("long", "short", "split", "manual")
_WHOLE = 0.01  # in points: a page of a booklet is half a paper, to the last bit of a float


def impose(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> tuple[Sheet, ...]:
    """Put pieces on sheets in their order: fitting pieces of one size share sheets at the place of the first.

    Larger pieces are tiled, each on sheets of its own with an assembly map before them. When any fitting piece has a
    back, tiled sheets get an empty back page too, so that a duplex printer stays in step. Raises PrintgenError (exit
    code 5) when a piece with a back is too large, since joined pages have one printed side, when it does not fit beside
    its back on a sheet to be folded, or when the paper is too small for tiling.
    """
    jobs, sheet_maker = _plan(pieces, paper, options)
    backed = any(piece.back for job in jobs if isinstance(job, GridBatch | MixedLayout) for piece in job.pieces)
    duplex, leaves = sheet_maker.options.duplex, list[Leaf]()
    for job in jobs:
        leaves += job.leaves(sheet_maker, backed and duplex in _TWICE, len(leaves) + 1)
    if duplex in ("split", "manual"):
        return (*(front for front, _ in leaves), *(back for _, back in leaves if back is not None))
    return tuple(page for leaf in leaves for page in leaf if page is not None)


def sheets_for(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> int:
    """The number of sheets for pieces, without drawing any. Raises what `impose` raises."""
    return _plan(pieces, paper, options)[1].total


def _plan(
    pieces: Sequence[Piece], paper: Paper, options: SheetOptions
) -> tuple[list[GridBatch | MixedLayout | Tiling], SheetMaker]:
    """The batches that fill the sheets, and the maker of the sheets, which knows their number."""
    options = _for_leaves(pieces, paper, options)
    jobs = _jobs(pieces, paper, options)
    return jobs, SheetMaker(paper, options, sum(job.sheets for job in jobs))


def _for_leaves(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> SheetOptions:
    """The options; for leaves as large as the paper, without margins and anything in them."""
    sides = {tuple(sorted((piece.front.width, piece.front.height))) for piece in pieces if piece.leaf}
    whole = sorted((paper.width, paper.height))
    if sides and all(abs(a - b) < _WHOLE for side in sides for a, b in zip(side, whole, strict=True)):
        return replace(options, margin=0.0, gutter=0.0, marks=False, ruler=False)
    return options


def _jobs(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> list[GridBatch | MixedLayout | Tiling]:
    """The batches with sheets of their own: pieces of one size, packed pieces, and each tiled one."""
    groups: dict[tuple[float, ...], list[Piece]] = {}
    for number, piece in enumerate(pieces):
        if piece.copies > 0:
            size = () if piece.layout != "grid" else (round(piece.front.width, 3), round(piece.front.height, 3))
            groups.setdefault((*size, number) if size and is_tiled(piece, paper, options) else size, []).append(piece)
    jobs: list[GridBatch | MixedLayout | Tiling] = []
    findings: list[Finding] = []
    for group in groups.values():
        try:
            # The sheet that is used up in part is the first one.
            jobs.append(_job(group, paper, replace(options, skip=0) if jobs else options))
        except PrintgenError as error:
            findings += error.findings
    stop_on_errors(findings)
    check_limit("sheets", sum(job.sheets for job in jobs), options.where)
    return jobs


def check_sheet_words(library: Library) -> Iterator[Finding]:
    """The findings on the words of sheets in a game's own folder, whether anything is tiled or not."""
    readers: list[Callable[[Library], object]] = [sheet_words] if len(library.files(WORDS)) > 1 else []
    if len(library.files(ASSEMBLY)) > 1:
        from printgen.sheets.tile_words import load_assembly

        readers.append(load_assembly)
    for read in readers:
        try:
            read(library)
        except TemplateProblem as error:
            yield from error.findings


def is_tiled(piece: Piece, paper: Paper, options: SheetOptions) -> bool:
    """Whether a piece needs several sheets; a piece that is a page of its own may reach into the margins."""
    if piece.back is not None or piece.whole:
        return False
    return best_grid(paper, piece.front.width, piece.front.height, 0.0 if piece.page else options.margin) is None


def _job(group: Sequence[Piece], paper: Paper, options: SheetOptions) -> GridBatch | MixedLayout | Tiling:
    """The batch for a group of pieces. PrintgenError for pieces that are too large."""
    if group[0].layout != "grid":
        return lay_mixed(group, paper, options)
    if not is_tiled(group[0], paper, options):
        return batch_of(group, paper, options)
    # Few products have large pieces: the others do not wait for the import.
    from printgen.sheets.tile import plan_tiling

    return plan_tiling(group[0], paper, options)
