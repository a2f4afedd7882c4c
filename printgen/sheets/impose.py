"""Pieces of any size and a paper come in; sheets go out: what fits is ganged, what is larger is tiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from printgen.drawing.model import Drawing
from printgen.drawing.pieces import Piece
from printgen.sheets.gang import Batch, GangOptions, Leaf, batches, collated, ganged
from printgen.sheets.grid import best_grid
from printgen.sheets.joining import TileOptions
from printgen.sheets.pages import Press
from printgen.sheets.papers import Paper
from printgen.sheets.sheet import Sheet

if TYPE_CHECKING:
    from printgen.sheets.tile_plan import Plan

_PLAIN = TileOptions()

Large = tuple[Piece, "Plan", int]
"""A piece to be tiled, how, and how many sheets it takes with its map."""

Job = tuple[int, Batch | Large]


def fits(piece: Piece, paper: Paper, options: GangOptions) -> bool:
    """Whether a piece goes on one sheet of the paper, turned or not, inside the margin."""
    return best_grid(paper, piece.front.width, piece.front.height, options.margin) is not None


def impose(
    pieces: Sequence[Piece], paper: Paper, options: GangOptions, tiling_options: TileOptions = _PLAIN
) -> tuple[Sheet, ...]:
    """Put pieces on sheets in their order: those of one size that fit share sheets where the first of them stands.

    Larger pieces are tiled, each on sheets of its own with an assembly map before them. When any piece that fits
    has a back, tiled sheets get an empty back page too, so that a duplex printer stays in step. Raises
    PrintgenError (exit code 5) when a piece with a back is too large, since joined pages have one printed side,
    when it does not fit beside its back on a sheet to be folded, or when the paper is too small for tiling.
    """
    wanted = [piece for piece in pieces if piece.copies > 0]
    whole = [piece for piece in wanted if piece.back is not None or fits(piece, paper, options)]
    small = batches(whole, paper, options)
    kept = set(map(id, whole))
    large = _large([piece for piece in wanted if id(piece) not in kept], paper, options, tiling_options)
    press = Press(paper, options, sum(batch.sheets for batch in small) + sum(pages for _, _, pages in large))
    duplex = options.duplex in ("long", "short", "split") and any(p.back for b in small for p in b.pieces)
    place = {id(piece): number for number, piece in reversed(list(enumerate(wanted)))}
    order: list[Job] = [(place[id(batch.pieces[0])], batch) for batch in small]
    order += ((place[id(job[0])], job) for job in large)
    order.sort(key=lambda job: job[0])
    leaves: list[Leaf] = []
    for _, job in order:
        if isinstance(job, Batch):
            leaves += ganged(job, press, duplex, len(leaves) + 1)
            continue
        for sheet in _tiled(job, press, tiling_options, len(leaves) + 1):
            leaves.append((sheet, _blank(sheet) if duplex else None))
    return collated(leaves, options.duplex)


def _large(pieces: Sequence[Piece], paper: Paper, options: GangOptions, tiling_options: TileOptions) -> list[Large]:
    if not pieces:
        return []
    from printgen.sheets.tile import has_map, tiling

    plans = [(piece, tiling(piece, paper, tiling_options, options.where)) for piece in pieces]
    return [(piece, plan, piece.copies * len(plan.tiles) + has_map(plan, tiling_options)) for piece, plan in plans]


def _tiled(job: Large, press: Press, options: TileOptions, first: int) -> Iterator[Sheet]:
    from printgen.sheets.tile import tiled

    piece, plan, _ = job
    return tiled(piece, plan, press, options, first)


def _blank(sheet: Sheet) -> Sheet:
    """The empty page behind a tiled one."""
    drawing = Drawing(sheet.drawing.width, sheet.drawing.height)
    title = f"Sheet {sheet.number} of {sheet.of}, back stays empty"
    return Sheet(sheet.paper, drawing, "back", sheet.number, sheet.of, sheet.trim, sheet.bleed, (), title)
