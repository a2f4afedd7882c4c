"""Pieces of any size and a paper come in; sheets go out: what fits is ganged, what is larger is tiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from printgen.base.budget import within
from printgen.base.errors import Finding, PrintgenError, stop_on_errors
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import TemplateProblem
from printgen.faces.library import Library
from printgen.sheets.cut_plan import CutPlan
from printgen.sheets.gang import Batch, batch_of
from printgen.sheets.grid import best_grid
from printgen.sheets.pages import Leaf, Press
from printgen.sheets.papers import Paper
from printgen.sheets.sheet import ASSEMBLY, Sheet, SheetOptions
from printgen.sheets.sheet_words import WORDS, sheet_words
from printgen.sheets.spread import Spread, spread_of

# Ways in which a sheet of paper goes through the printer twice.
_TWICE = ("long", "short", "split", "manual")
# In points: a page of a booklet is half a paper, to the last bit of a float.
_WHOLE = 0.01

if TYPE_CHECKING:
    from printgen.sheets.tile import Tiling


def impose(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> tuple[Sheet, ...]:
    """Put pieces on sheets in their order: those of one size that fit share sheets where the first of them stands.

    Larger pieces are tiled, each on sheets of its own with an assembly map before them. When any piece that fits
    has a back, tiled sheets get an empty back page too, so that a duplex printer stays in step. Raises
    PrintgenError (exit code 5) when a piece with a back is too large, since joined pages have one printed side,
    when it does not fit beside its back on a sheet to be folded, or when the paper is too small for tiling.
    """
    jobs, press = _planned(pieces, paper, options)
    backed = any(piece.back for job in jobs if isinstance(job, Batch | Spread) for piece in job.pieces)
    duplex, leaves = press.options.duplex, list[Leaf]()
    for job in jobs:
        leaves += job.leaves(press, backed and duplex in _TWICE, len(leaves) + 1)
    if duplex in ("split", "manual"):
        return (*(front for front, _ in leaves), *(back for _, back in leaves if back is not None))
    return tuple(page for leaf in leaves for page in leaf if page is not None)


def sheets_for(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> int:
    """How many sheets of paper pieces take, of which none is drawn. Raises what `impose` raises."""
    return _planned(pieces, paper, options)[1].total


def plan_for(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> CutPlan | None:
    """The cuts of the first of their sheets that has any; none is drawn. Raises what `impose` raises."""
    plans = (job.plan() for job in _planned(pieces, paper, options)[0] if isinstance(job, Batch | Spread))
    return next((plan for plan in plans if plan and plan.cuts), None)


def _planned(
    pieces: Sequence[Piece], paper: Paper, options: SheetOptions
) -> tuple[list[Batch | Spread | Tiling], Press]:
    """What lies on which sheets, and what makes their pages."""
    options = _for_leaves(pieces, paper, options)
    jobs = _jobs(pieces, paper, options)
    return jobs, Press(paper, options, sum(job.sheets for job in jobs))


def _for_leaves(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> SheetOptions:
    """The options; leaves as large as the paper take all of it, and leave no room for margins and what stands there."""
    sides = {tuple(sorted((piece.front.width, piece.front.height))) for piece in pieces if piece.leaf}
    whole = sorted((paper.width, paper.height))
    if sides and all(abs(a - b) < _WHOLE for side in sides for a, b in zip(side, whole, strict=True)):
        return replace(options, margin=0.0, gutter=0.0, marks=False, ruler=False)
    return options


def _jobs(pieces: Sequence[Piece], paper: Paper, options: SheetOptions) -> list[Batch | Spread | Tiling]:
    """What fills sheets of its own: pieces of one size, those that are packed, and each one that is tiled."""
    groups: dict[tuple[float, ...], list[Piece]] = {}
    for number, piece in enumerate(pieces):
        if piece.copies > 0:
            size = () if piece.layout != "grid" else (round(piece.front.width, 3), round(piece.front.height, 3))
            groups.setdefault((*size, number) if size and tiled(piece, paper, options) else size, []).append(piece)
    jobs: list[Batch | Spread | Tiling] = []
    findings: list[Finding] = []
    for group in groups.values():
        try:
            jobs.append(_job(group, paper, options))
        except PrintgenError as error:
            findings += error.findings
    stop_on_errors(findings)
    within("sheets", sum(job.sheets for job in jobs), options.where)
    return jobs


def mistakes(library: Library) -> Iterator[Finding]:
    """What is wrong with the words on sheets in a game's own folder, whether anything is tiled or not."""
    readers: list[Callable[[Library], object]] = [sheet_words] if len(library.files(WORDS)) > 1 else []
    if len(library.files(ASSEMBLY)) > 1:
        from printgen.sheets.tile_words import read_assembly

        readers.append(lambda library: library.once(read_assembly))
    for read in readers:
        try:
            read(library)
        except TemplateProblem as error:
            yield from error.findings


def tiled(piece: Piece, paper: Paper, options: SheetOptions) -> bool:
    """Whether a piece needs several sheets: it fits on none, turned or not, has no back, and may be parted.

    What is read on a page of its own may reach into the margins.
    """
    if piece.back is not None or piece.whole:
        return False
    return best_grid(paper, piece.front.width, piece.front.height, 0.0 if piece.page else options.margin) is None


def _job(group: Sequence[Piece], paper: Paper, options: SheetOptions) -> Batch | Spread | Tiling:
    if group[0].layout != "grid":
        return spread_of(group, paper, options)
    if not tiled(group[0], paper, options):
        return batch_of(group, paper, options)
    # Few products have large pieces, and the others need not wait for what tiles them.
    from printgen.sheets.tile import tiling

    return tiling(group[0], paper, options)
